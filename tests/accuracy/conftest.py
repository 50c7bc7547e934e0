"""The tunnel as these tests use it: one program, platforms written for the test, exact simulated times."""

import os
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

HOST = """
[host]
cores = {cores}
speed = "1 Gflop/s"
memory = {{ bandwidth = "20 GB/s", copy = "5 GB/s", latency = "100 ns", sockets = {sockets} }}
"""


class Tunnel:
    """An installed tunnel (WT_PREFIX, or target/prefix), and programs built with it."""

    def __init__(self, folder):
        self.prefix = Path(os.environ.get("WT_PREFIX") or ROOT / "target" / "prefix").resolve()
        self.folder = folder
        self.runs = 0
        self.wtcc = self.prefix / "bin" / "wtcc"
        assert self.wtcc.exists(), f"no wtcc in {self.prefix}: stage the prefix (make), or set WT_PREFIX"

    def built(self, name):
        """The program of a source beside this file, built at its first use."""
        program = self.folder / name
        if not program.exists():
            options = ["-O1", "-Wall", "-Wextra", "-Werror"]
            self.execute(self.wtcc, *options, "-o", program, HERE / f"{name}.c", "-lm")
        return program

    def execute(self, *command):
        """Runs a command that must succeed; gives its output."""
        words = [str(word) for word in command]
        done = subprocess.run(words, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{' '.join(words)}: status {done.returncode}\n{done.stdout}{done.stderr}"
        return done

    def run(self, platform, ranks, *arguments, network="flow", options=(), program="probe"):
        """Runs a program on a platform (text, or the name of a shipped one). Gives {(rank, name): [picoseconds]}."""
        self.runs += 1
        if "\n" in platform:
            path = self.folder / f"platform-{self.runs}.toml"
            path.write_text(platform)
            platform = path
        done = self.execute(
            self.prefix / "bin" / "windtunnel", "run", "-q", "-n", ranks, "-p", platform, "--network", network,
            "--compute", "none", "--out", self.folder / f"run-{self.runs}", *options, self.built(program),
            *arguments,
        )
        times = defaultdict(list)
        for line in done.stdout.splitlines():
            rank, name, picoseconds = line.split()
            times[int(rank), name].append(int(picoseconds))
        return times


@pytest.fixture(scope="session")
def tunnel(tmp_path_factory):
    """The tunnel."""
    return Tunnel(tmp_path_factory.mktemp("accuracy"))


@pytest.fixture(params=["delay", "flow"])
def network(request):
    """Every network model that agrees with the closed form of a single message."""
    return request.param


def host(cores=1, sockets=1):
    """`[host]`: 20 GB/s per bus, 5 GB/s and 100 ns per copy."""
    return HOST.format(cores=cores, sockets=sockets)


def two_hosts(mpi="", nic="", cores=1, sockets=1):
    """Two hosts on a switch, 1 GB/s and 2 x 500 ns; without overheads unless `mpi` says otherwise."""
    return f"""
[topology]
kind = "cluster"
hosts = 2
[topology.links.host]
bandwidth = "1 GB/s"
latency = "500 ns"
{host(cores, sockets)}
{nic}
[mpi]
library = "ideal"
{mpi}
"""
