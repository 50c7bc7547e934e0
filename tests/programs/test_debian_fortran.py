"""Fortran programs of Debian's, as their packages have them: energies as Debian's Open MPI 4.1.4 gives them, digit by digit.

Their own orterun has computed what is expected here: `orterun -n RANKS PROGRAM` with one OpenMP thread on the same inputs.
"""

import re

import pytest

import fetch

pytestmark = [pytest.mark.usefixtures("debian"), pytest.mark.programs]

LIBRARIES = "usr/lib/x86_64-linux-gnu"
MODES = ["auto", "processes"]


def search(root):
    """Where the packages' libraries are."""
    folders = [root / LIBRARIES, root / LIBRARIES / "blas", root / LIBRARIES / "lapack"]
    return {"LD_LIBRARY_PATH": ":".join(map(str, folders))}


@pytest.fixture(scope="module")
def elk():
    return fetch.debian_packages("elk-lapw", "libxc9", "libfftw3-double3", "libblas3", "liblapack3")


@pytest.fixture(scope="module")
def espresso():
    packages = ["quantum-espresso", "libscalapack-openmpi2.2", "libfftw3-double3", "libblas3", "liblapack3"]
    return fetch.debian_packages(*packages)


@pytest.fixture(scope="module")
def nwchem():
    packages = ["nwchem-openmpi", "nwchem-mpich", "nwchem-data", "libscalapack-openmpi2.2", "libscalapack-mpich2.2"]
    return fetch.debian_packages(*packages, "libblas3", "liblapack3", "libpython3.11")


def run(windtunnel, root, folder, mode, ranks, program, *arguments, variables=()):
    options = ["-p", "ethernet-cluster", "--compute", "none", "-x", "OMP_NUM_THREADS=1"]
    options += [word for variable in variables for word in ("-x", variable)]
    options += [] if mode == "auto" else ["--mode", mode]
    words = ["run", "-q", "-n", ranks, *options, root / "usr/bin" / program, *arguments]
    return windtunnel.must(*words, cwd=folder, env=search(root), timeout=900)


@pytest.mark.parametrize("mode", MODES)
def test_elk_on_aluminium(windtunnel, elk, tmp_path, mode):
    (tmp_path / "elk.in").write_text(f"""tasks
  0

avec
  3.8258 3.8258 0.0
  3.8258 0.0 3.8258
  0.0 3.8258 3.8258

sppath
  '{elk}/usr/share/elk-lapw/species/'

atoms
  1
  'Al.in'
  1
  0.0 0.0 0.0 0.0 0.0 0.0

ngridk
  2 2 2

maxscl
  4

""")
    run(windtunnel, elk, tmp_path, mode, 2, "elk-lapw")
    energies = (tmp_path / "TOTENERGY.OUT").read_text().split()
    assert energies == ["-242.087208851", "-242.087753588", "-242.058243357", "-242.005950667"]


PSEUDOPOTENTIAL = """ &input
   title='H', zed=1, rel=0, config='1s1.0', iswitch=3, dft='PZ'
 /
 &inputp
   lloc=0, pseudotype=1, file_pseudopw='H.UPF', author='t'
 /
1
1S  1  0  1.00  0.00  0.80  0.80 0.0
"""

HYDROGEN = """ &control
   calculation='scf', pseudo_dir='.', outdir='./tmp', prefix='h2'
 /
 &system
   ibrav=1, celldm(1)=8.0, nat=2, ntyp=1, ecutwfc=12.0
 /
 &electrons
   conv_thr=1e-8
 /
ATOMIC_SPECIES
 H 1.0 H.UPF
ATOMIC_POSITIONS bohr
 H 0.0 0.0 0.0
 H 1.4 0.0 0.0
K_POINTS automatic
 2 2 2 0 0 0
"""


@pytest.mark.parametrize("mode", MODES)
def test_quantum_espresso_on_hydrogen(windtunnel, espresso, tmp_path, mode):
    """The pseudopotential is its own work, too."""
    words = ["run", "-q", "-n", 1, "-p", "ethernet-cluster", "--compute", "none", espresso / "usr/bin/ld1.x"]
    windtunnel.must(*words, cwd=tmp_path, env=search(espresso), input=PSEUDOPOTENTIAL, timeout=300)
    (tmp_path / "pw.in").write_text(HYDROGEN)
    done = run(windtunnel, espresso, tmp_path, mode, 2, "pw.x", "-in", "pw.in")
    assert re.findall(r"^!    total energy +=(.*)$", done.out, re.MULTILINE) == ["      -2.16085998 Ry"]
    assert "convergence has been achieved in   5 iterations" in done.out


WATER = """start water
geometry units au
 O 0 0 0
 H 0 1.43 1.10
 H 0 -1.43 1.10
end
basis
 * library sto-3g
end
task scf energy
"""


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("program", ["nwchem.openmpi", "nwchem.mpich"])
def test_nwchem_on_water(windtunnel, nwchem, tmp_path, program, mode):
    (tmp_path / "water.nw").write_text(WATER)
    basis = f"NWCHEM_BASIS_LIBRARY={nwchem}/usr/share/nwchem/libraries/"
    done = run(windtunnel, nwchem, tmp_path, mode, 3, program, "water.nw", variables=[basis])
    assert re.findall(r"Total SCF energy = +(\S+)", done.out) == ["-74.962441649021"]
