"""The progress line: on a terminal, and nowhere else."""

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


def test_many_simulations_tell_how_many_are_done(windtunnel, tmp_path):
    """The time that the rest takes is known once the first one is done, here of thousands that take minutes together."""
    machine = ["-p", "ethernet-cluster", "--ppn", 1, "--mpi-library", "openmpi-5.0", "--network", "packet"]
    calls = ["-n", "4..16", "--sizes", "8KiB..512KiB", "--repetitions", 10]
    left = r"[1-9]\d* of [\d,]{5,} calls timed, about \d+ (s|min) left"
    text, status = on_a_terminal(windtunnel, tmp_path, "tune", "collectives", *machine, *calls, "-o", "tuned", until=left)
    assert re.search(left, text) and status != 0, text
