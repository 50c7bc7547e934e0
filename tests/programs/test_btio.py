"""BT-IO, the NAS benchmark of I/O, on a file system of disks: full (collective, with views) and simple (each row of a cell by itself)
verify what they have written, write the same bytes, and take the same simulated time in all modes; full is faster by far.

The source is the folder NPB3.3-MPI of the repository mbdevpl/nas-parallel-benchmarks, commit 6f8ec75, which $NPB_SOURCE names.
"""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

SOURCE = Path(os.environ.get("NPB_SOURCE") or "/no-such-folder")
CLASS, RANKS = "S", 4
MODES = ("images", "serialised", "processes")
FLAGS = "-O2 -fallow-argument-mismatch -fallow-invalid-boz"
MAKE = f"""MPIF77 = wtfort
FLINK = wtfort
FFLAGS = {FLAGS}
FLINKFLAGS = -O2
CC = cc
BINDIR = ../bin
RAND = randi8
"""
# Four hosts and two servers with PIOsimHD's disk.
MACHINE = """
[topology]
kind = "cluster"
hosts = 6
links.host = { bandwidth = "1.25 GB/s", latency = "5 us" }
[host]
speed = "10 Gflop/s"
memory = { bandwidth = "50 GB/s", copy = "8 GB/s", latency = "300 ns" }
[storage]
model = "parallel"
servers = ["host4", "host5"]
layout = { kind = "lustre", stripe = "64 KiB", count = "all" }
client = { flush_on_close = "yes" }
server = { cache = "CACHE" }
device = { kind = "disk" }
"""

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not (SOURCE / "BT").is_dir(), reason="NOT RUN: NPB_SOURCE does not name the folder NPB3.3-MPI"),
    pytest.mark.skipif(shutil.which("gfortran") is None, reason="NOT RUN: there is no gfortran"),
]


@pytest.fixture(scope="module")
def programs(windtunnel, tmp_path_factory):
    """Both kinds, by name."""
    folder = tmp_path_factory.mktemp("npb") / "npb"
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("*.o", ".git"))
    (folder / "config" / "make.def").write_text(MAKE)
    (folder / "bin").mkdir(exist_ok=True)
    for kind in ("full", "simple"):
        done = windtunnel.execute("make", "-C", "BT", f"CLASS={CLASS}", f"NPROCS={RANKS}", f"SUBTYPE={kind}", cwd=folder, timeout=600)
        assert done.status == 0, done.out[-2000:] + done.err[-2000:]
    return {kind: folder / "bin" / f"bt.{CLASS}.{RANKS}.mpi_io_{kind}" for kind in ("full", "simple")}


def run(windtunnel, folder, cache, program, mode):
    """The simulated time in picoseconds, and the file."""
    folder.mkdir(parents=True)
    (folder / "disks.toml").write_text(MACHINE.replace("CACHE", cache))
    options = ["-p", "disks.toml", "--mpi-library", "mpich-5.0", "--compute", "none", "--mode", mode, "--out", "run"]
    done = windtunnel.must("run", "-q", "-n", RANKS, *options, program, cwd=folder, timeout=600)
    assert re.search(r"Verification\s+=\s+SUCCESSFUL", done.out), done.out
    [written] = folder.glob("btio.*.out")
    return json.loads((folder / "run" / "run.json").read_text())["simulated_time_ps"], written.read_bytes()


@pytest.mark.parametrize("cache", ["none", "aggregation-reorder"])
def test_full_is_faster_than_simple(windtunnel, programs, tmp_path, cache):
    times, contents = {}, set()
    for kind, program in programs.items():
        seen = set()
        for mode in MODES:
            time, data = run(windtunnel, tmp_path / kind / mode, cache, program, mode)
            seen.add(time)
            contents.add(data)
        [times[kind]] = seen
    assert len(contents) == 1, "the same bytes by both ways, in all modes"
    print(f"{cache}: full {times['full'] / 1e12:.3f} s, simple {times['simple'] / 1e12:.3f} s")
    # Measured: 730 and 250 times as long.
    assert times["simple"] >= 100 * times["full"]
