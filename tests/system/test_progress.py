"""The progress line: on a terminal, and nowhere else; and what is said of a run that takes long."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

LONG = ["motif", "-n", 512, "-p", "torus-3d", "--time-limit", 4, "halo3d", "iterations=1000000"]


def on_a_terminal(windtunnel, folder, *words, until=None):
    """What a command writes to a terminal of 200 columns, and its status; it is stopped once it has written what is waited for."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
    command = [str(windtunnel.prefix / "bin" / "windtunnel"), *map(str, words)]
    environment = {**windtunnel.environment, "TERM": "xterm"}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=slave, stderr=slave, stdin=slave)
    os.close(slave)
    text = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        text += piece
        if until and re.search(until, text.decode(errors="replace")):
            process.terminate()
    os.close(master)
    return text.decode(), process.wait(timeout=60)


def test_a_long_run_tells_how_far_it_is_and_how_long_the_rest_takes(windtunnel, tmp_path):
    text, status = on_a_terminal(windtunnel, tmp_path, *LONG)
    assert status == 1  # stopped by the limit
    assert re.search(r"0 of 512 ranks finished, simulated \S+ \S+ \(\S+ \S+ per second\), [\d,]+ steps/s, \S+ MB", text), text
    assert re.search(r"0\.\d % done, about \d+ (s|min) left", text), text


def test_nothing_is_shown_to_a_file_or_when_quiet(windtunnel, tmp_path):
    done = windtunnel(*LONG, cwd=tmp_path)
    assert done.status == 1 and "ranks finished," not in done.err
    text, _ = on_a_terminal(windtunnel, tmp_path, "motif", "-q", *LONG[1:])
    assert "ranks finished," not in text


SOON = {"WT_ESTIMATE_AFTER": "0.5"}
SHARES = r"; of that, \d+ % is the network model `(\w+)`, \d+ % (.*?), \d+ % MPI and the rest; "


def test_a_run_that_takes_long_tells_so_once_and_names_what_is_cheaper(windtunnel, tmp_path):
    done = windtunnel(LONG[0], "--network", "packet", *LONG[1:], cwd=tmp_path, env=SOON)
    lines = [line for line in done.err.splitlines() if line.startswith("windtunnel: this run")]
    assert len(lines) == 1, done.err
    found = re.match(r"windtunnel: this run takes about \S+ (min|h|days): (?:0\.\d|less than 0.1) % is done after [\d.]+ s" + SHARES, lines[0])
    assert found and found.group(2, 3) == ("packet", "the motif"), lines[0]
    assert "`--network flow` (without packets" in lines[0] and "`--network loggps` (without contention" in lines[0], lines[0]


def test_of_a_program_the_pace_is_told(windtunnel, tmp_path):
    (tmp_path / "forever.c").write_text("""
        #include <mpi.h>
        int main(int argc, char **argv)
        {
            int rank, size, value = 0;
            MPI_Init(&argc, &argv);
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
            MPI_Comm_size(MPI_COMM_WORLD, &size);
            for (;;)
                MPI_Sendrecv_replace(&value, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                                     MPI_STATUS_IGNORE);
        }
    """)
    command = ["run", "-n", 16, "-p", "torus-3d", "--network", "packet", "--time-limit", 3, "forever.c"]
    err = windtunnel(*command, cwd=tmp_path, env=SOON).err
    line = next(line for line in err.splitlines() if line.startswith("windtunnel: this run"))
    pace = r"has taken \S+ s for \S+ \w?s of simulated time \(\S+ \w?s would take about .*?\) and [\d,]+ messages, \S+ \w?s each"
    found = re.match("windtunnel: this run " + pace + SHARES, line)
    assert found and found.group(1, 2) == ("packet", "the program"), line


def test_nothing_is_said_of_a_long_run_that_is_quiet_or_of_a_short_one(windtunnel, tmp_path):
    for words, variables in [(["-q"], SOON), (["--json"], SOON), ([], {})]:
        done = windtunnel(LONG[0], *words, *LONG[1:], cwd=tmp_path, env=variables)
        assert "this run" not in done.err, done.err


def test_many_simulations_tell_how_many_are_done(windtunnel, tmp_path):
    """The time that the rest takes is known once the first one is done, here of thousands that take minutes together."""
    machine = ["-p", "ethernet-cluster", "--ppn", 1, "--mpi-library", "openmpi-5.0", "--network", "packet"]
    calls = ["-n", "4..16", "--sizes", "8KiB..512KiB", "--repetitions", 10]
    left = r"[1-9]\d* of [\d,]{5,} calls timed, about \d+ (s|min) left"
    text, status = on_a_terminal(windtunnel, tmp_path, "tune", "collectives", *machine, *calls, "-o", "tuned", until=left)
    assert re.search(left, text) and status != 0, text
