"""The progress line: on a terminal, and nowhere else."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

LONG = ["motif", "-n", 512, "-p", "torus-3d", "--time-limit", 4, "halo3d", "iterations=1000000"]


def on_a_terminal(windtunnel, folder, *words):
    """What a command writes to a terminal of 200 columns, and its status."""
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
    """As campaigns: on a terminal in place; elsewhere only every ten seconds, and here never, as it takes less."""
    machine = ["-p", "ethernet-cluster", "--ppn", 1, "--mpi-library", "openmpi-5.0", "--network", "packet"]
    tune = ["tune", "collectives", *machine, "-n", "8,16", "--sizes", "64KiB,1MiB", "--operation", "allgather", "--repetitions", 4]
    text, status = on_a_terminal(windtunnel, tmp_path, *tune, "-o", "tuned")
    assert status == 0 and re.search(r"[1-9]\d* of 24 calls timed, about \d+ (s|min) left", text), text
    text, status = on_a_terminal(windtunnel, tmp_path, "-q", *tune[:-2], "-o", "quiet")
    assert status == 0 and "calls timed" not in text
    assert "calls timed" not in windtunnel.must(*tune[:-2], "-o", "file", cwd=tmp_path).err
