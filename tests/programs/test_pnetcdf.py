"""A program of PnetCDF over the library as Debian has it, compiled there with Open MPI: right contents, and the same times and bytes in all
modes, collectively and by each rank alone.

Debian's shared library needs Open MPI's C++ bindings, which are not part of MPI any more; its archive has the same code in C alone.
"""

import hashlib
import json

import pytest

import fetch
from tunnel import ROOT

pytestmark = [pytest.mark.programs, pytest.mark.usefixtures("debian")]

RANKS = 3
MODES = ("images", "serialised", "processes")
MACHINE = """
[storage]
mount = "data"
model = "parallel"
servers = ["host1"]
layout = { kind = "lustre", stripe = "64 KiB", count = "all" }
device = { kind = "disk" }
"""


@pytest.fixture(scope="module")
def program(windtunnel, tmp_path_factory):
    """Compiled with Debian's headers, and linked with the tunnel's face of Open MPI."""
    root = fetch.debian_packages("libpnetcdf-dev", "libopenmpi-dev") / "usr"
    executable = tmp_path_factory.mktemp("pnetcdf") / "pnetcdf"
    libraries = root / "lib" / "x86_64-linux-gnu"
    words = ["-O1", "-I", root / "include", "-I", libraries / "openmpi" / "include", "-o", executable, ROOT / "tests" / "system" / "pnetcdf.c"]
    words += [libraries / "libpnetcdf.a", "-L", windtunnel.prefix / "lib" / "windtunnel", "-l:libmpi.so.40", "-lm"]
    done = windtunnel.execute("cc", *words)
    assert done.status == 0, done.err
    return executable


@pytest.mark.parametrize("how", ["together", "alone"])
def test_contents_and_times_are_the_same_in_all_modes(windtunnel, program, tmp_path, how):
    seen = set()
    for mode in MODES:
        folder = tmp_path / mode
        (folder / "data").mkdir(parents=True)
        (folder / "machine.toml").write_text((ROOT / "platforms" / "two-hosts.toml").read_text() + MACHINE)
        options = ["-p", "machine.toml", "--ppn", 2, "--mpi-library", "mpich-5.0", "--compute", "none", "--mode", mode, "--out", "run"]
        done = windtunnel.must("run", "-q", "-n", RANKS, *options, program, how, cwd=folder)
        lines = [line.split() for line in sorted(done.out.splitlines())]
        assert [line[3] for line in lines] == ["0"] * RANKS, "wrong contents"
        assert all(min(float(number) for number in line[1:3]) > 1e-4 for line in lines), "both take time"
        digest = hashlib.sha256((folder / "data" / "block.nc").read_bytes()).hexdigest()
        seen.add((json.loads((folder / "run" / "run.json").read_text())["simulated_time_ps"], digest, done.out))
    assert len(seen) == 1, seen
