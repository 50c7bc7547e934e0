"""Small programs of Debian's that are linked with Open MPI, as their packages have them: no line is compiled here."""

import re

import pytest

import fetch

pytestmark = pytest.mark.usefixtures("debian")

LIBRARIES = "usr/lib/x86_64-linux-gnu"


@pytest.fixture(scope="module")
def netpipe():
    return fetch.debian_packages("netpipe-openmpi") / "usr/bin/NPopenmpi"


@pytest.fixture(scope="module")
def scalapack(tmp_path_factory):
    """ScaLAPACK's tests, and a folder with the libraries they need and nothing else of Debian's."""
    packages = ["scalapack-mpi-test", "scalapack-test-common", "libscalapack-openmpi2.2", "libblas3", "liblapack3"]
    root = fetch.debian_packages(*packages)
    folder = tmp_path_factory.mktemp("libraries")
    found = root / LIBRARIES
    for pattern in ("libscalapack-openmpi.so*", "blas/libblas.so*", "lapack/liblapack.so*"):
        for path in found.glob(pattern):
            (folder / path.name).symlink_to(path.resolve())
    return found / "scalapack/openmpi-tests", root / "usr/share/scalapack", folder


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_netpipe_measures_what_is_simulated(windtunnel, netpipe, tmp_path, mode):
    options = ["-p", "two-hosts", "--compute", "none", "--mode", mode]
    windtunnel.must("run", "-q", "-n", 2, *options, netpipe, "-n", 20, "-u", 4_000_000, cwd=tmp_path)
    # Bytes, Mbit/s, seconds in one direction.
    rows = [[float(word) for word in line.split()] for line in (tmp_path / "np.out").read_text().splitlines()]
    assert len(rows) > 100 and rows[0][0] == 1
    # A message of few bytes takes the overheads and the latency, one of many the bandwidth of the slowest link.
    assert rows[0][2] == pytest.approx(rows[1][2], rel=0.02) and 5e-7 < rows[0][2] < 5e-6
    assert rows[-1][0] > 3_000_000 and rows[-1][1] > 20 * rows[30][1]


@pytest.mark.parametrize(
    ("program", "tests", "mode"),
    [
        ("xdlu", 240, "images"),
        pytest.param("xdlu", 240, "processes", marks=pytest.mark.programs),
        pytest.param("xdllt", 432, "images", marks=pytest.mark.programs),
        pytest.param("xdtrd", 134, "images", marks=pytest.mark.programs),
    ],
)
def test_scalapacks_own_tests_pass(windtunnel, scalapack, tmp_path, program, tests, mode):
    programs, data, libraries = scalapack
    for path in data.glob("*.dat"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    options = ["-p", "fat-tree", "--compute", "none", "--mode", mode]
    environment = {"LD_LIBRARY_PATH": str(libraries)}
    done = windtunnel.must("run", "-q", "-n", 4, *options, programs / program, cwd=tmp_path, env=environment, timeout=600)
    passed, failed = (int(n) for n in re.findall(r"(\d+) tests completed and (?:passed|failed) residual checks", done.out))
    assert (passed, failed) == (tests, 0)
    assert len(re.findall(r"^WALL .* PASSED$", done.out, re.MULTILINE)) == tests


@pytest.fixture(scope="module")
def mumps():
    """MUMPS's own examples, in Fortran, and the folder of the libraries they need besides MPI and linear algebra."""
    packages = ["mumps-test", "libmumps-5.5", "libscalapack-openmpi2.2", "libblas3", "liblapack3"]
    root = fetch.debian_packages(*packages)
    libraries = root / LIBRARIES
    return root / "usr/lib/mumps", ":".join(str(folder) for folder in (libraries, libraries / "blas", libraries / "lapack"))


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_mumps_solves_its_example_to_the_same_digits(windtunnel, mumps, tmp_path, mode):
    programs, libraries = mumps
    options = ["-p", "ethernet-cluster", "--compute", "none", "--mode", mode]
    done = windtunnel.must(
        "run", "-q", "-n", 4, *options, programs / "dsimpletest", cwd=tmp_path, env={"LD_LIBRARY_PATH": libraries},
        input=(programs / "input_simpletest_real").read_text(), timeout=300,
    )
    solution = next(line for line in done.out.splitlines() if "Solution is" in line)
    # The output of Open MPI 4.1.4 on as many ranks.
    assert solution.split()[2:] == ["0.99999999999999878", "2.0000000000000004", "3.0000000000000004", "3.9999999999999996", "4.9999999999999991"]
