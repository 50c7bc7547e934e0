"""The wheel on an older Debian (glibc 2.31) and on a newer one, with programs that their own compilers build."""

import json
import re
import shutil
import sys
import time
import zipfile

import pytest

from conftest import MPI4PY, RING, ROOT, RUN, block
from programs import COMPILERS, FORTRAN, Mpich, Prefix, difference, execute, find, read_recorded

pytestmark = pytest.mark.soak
NAMES = [
    "p2p_matching",
    "coll_reduce",
    "file_access",
    "rma_lock",
    "cxx_exceptions",
    "cpp_exceptions",
    "lang_libc",
    "lang_symbols",
]
NAMES += ["isolation_library", "threads_multiple", "threads_openmp", "fortran_f08", "fortran_module", "fortran_fixed"]
PROGRAMS = [program for program in find() if program.name in NAMES]
TIME = re.compile(r"^simulated time: (\S+) s$", re.MULTILINE)
CRASH = """
#include <mpi.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const volatile int *)a - *(volatile int *)(b == a ? 0 : 16); }
static void broken(int *values) { qsort(values, 4, sizeof *values, compare); }
int main(int argc, char **argv) {
  int rank, values[4] = { 3, 1, 2, 0 };
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) broken(values);
  MPI_Finalize();
}
"""


def build(system, program):
    """Compiles a program within a system; gives its path there."""
    work, libraries = "/opt/runs", []
    for source in program.libraries:
        library = f"{work}/lib{source.stem}.so"
        system.must(COMPILERS[source.suffix], "-shared", "-fPIC", "-O1", "-o", library, f"/opt/src/{source.name}")
        libraries += [library, f"-Wl,-rpath,{work}"]
    options = ["-O1", *program.options, "-Wl,--no-as-needed", *([f"-J{work}"] if program.source.suffix in FORTRAN else [])]
    target = f"{work}/{program.name}"
    source = f"/opt/src/{program.source.name}"
    system.must(COMPILERS[program.source.suffix], *options, source, *libraries, "-lm", "-ldl", "-o", target)
    return target


def run(system, executable, ranks, mode, *words, **environment):
    options = ["-q", "-n", str(ranks), "-p", "/opt/src/machine.toml", "--compute", "none", "--mode", mode, "--force"]
    return system.execute("windtunnel", "run", *options, "--out", "/opt/runs/out", "--", executable, *words, **environment)


def test_the_c_library_is_another_one(system):
    version = tuple(int(part) for part in system.must("getconf", "GNU_LIBC_VERSION").stdout.split()[1].split("."))
    assert version == (2, 31) if system.name == "bullseye" else version >= (2, 42)
    if system.by_pip:
        assert "Python 3.14" in system.must("/usr/bin/python3", "--version").stdout


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_programs_do_what_they_do_here(system, program):
    executable, recorded = build(system, program), read_recorded(program)
    ranks = max(count for count in recorded if count <= 8)
    here = TIME.search(Prefix().run(program, ranks, program.modes[0]).stderr)
    for mode in program.modes:
        done = run(system, executable, ranks, mode, *program.arguments, **program.environment)
        assert done.status == 0, f"{mode}: {done.stdout}{done.stderr}"
        assert not difference(recorded[ranks], done.comparable(program)), mode
        assert TIME.search(done.stderr)[1] == here[1], mode


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_a_crash_is_named(system, mode):
    (system.root / "opt" / "runs" / "crash.c").write_text(CRASH)
    system.must("wtcc", "-g", "-O0", "-o", "/opt/runs/crash", "/opt/runs/crash.c")
    done = run(system, "/opt/runs/crash", 2, mode)
    assert done.status != 0
    # The comparison, the C library's function that has called it, and who has called that.
    for word in ("rank 1", "SIGSEGV", "compare", "crash.c:4", "libc", "broken", "crash.c:5", "main"):
        assert word in done.stderr, f"{word}: {done.stderr}"


def test_the_package_works(system):
    if not system.by_pip:
        pytest.skip("its Python is older than 3.11: the commands alone are installed")
    code = "import windtunnel; print(windtunnel.motif('halo3d', ranks=8, platform='torus-3d').simulated_time > 0)"
    assert system.must("python", "-c", code).stdout.strip() == "True"


def test_a_python_program_runs(system, tmp_path):
    if not system.by_pip:
        pytest.skip("its Python is older than 3.11")
    words = ["--quiet", "--no-deps", "--only-binary=:all:", "--python-version=3.14", "--dest", tmp_path, MPI4PY]
    fetched = execute([sys.executable, "-m", "pip", "download", *words])
    if fetched.status:
        pytest.skip(f"NOT RUN: mpi4py for Python 3.14 is not to be had: {fetched.stderr.strip()[-200:]}")
    [package] = tmp_path.glob("mpi4py-*.whl")
    shutil.copy(package, system.root / "opt" / "src")
    system.must("pip", "install", "--quiet", "--no-index", f"/opt/src/{package.name}", PATH="/opt/venv/bin")
    (system.root / "opt" / "runs" / "ring.py").write_text(RING)
    done = system.must("windtunnel", *RUN, "--force", "--out", "/opt/runs/ring", "/opt/runs/ring.py")
    assert "4 ranks of 3 14" in done.stdout


def test_sizes(wheel):
    assert wheel.stat().st_size <= 16e6
    with zipfile.ZipFile(wheel) as archive:
        assert 30e6 < sum(item.file_size for item in archive.infolist()) <= 42e6


def test_a_newcomer_gets_a_report_by_the_readme_alone(system, wheel, tmp_path):
    """A program that another MPI library's compiler has built, without a compiler in PATH."""
    if not system.by_pip:
        pytest.skip("its Python is older than 3.11")
    mpich = Mpich()
    if not mpich.version:
        pytest.skip("PyPI's mpich is not installed")
    program = next(program for program in PROGRAMS if program.name == "p2p_matching")
    few, home = system.root / "opt" / "few", system.root / "opt" / "new"
    for folder in (few, home):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    (few / "python3").symlink_to("/usr/bin/python3")
    shutil.copy(Prefix().build(program, compilers=mpich.compilers), home / "your-program")
    shutil.copy(wheel, home)
    commands = block("README.md", "python3 -m venv").replace("pip install", "pip install --no-index").replace("-n 16", "-n 8")
    start = time.monotonic()
    done = system.must("/bin/sh", "-ec", f"cd /opt/new\n{commands}", PATH="/opt/few")
    assert time.monotonic() - start < 300
    assert "simulated time: " in done.stderr
    assert (home / "first.html").stat().st_size > 100_000


def test_containers_are_made_as_their_files_say(system, wheel):
    """The steps of the Dockerfile, in this system instead of its own; the other file has the same."""
    if not system.by_pip:
        pytest.skip("containers are made of a newer Debian")
    lines = (ROOT / "containers" / "Dockerfile").read_text().splitlines()
    steps = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    # A mirror may be a copy of some day.
    (system.root / "etc/apt/apt.conf.d/copy").write_text('Acquire::Check-Valid-Until "false";\n')
    path = {}
    for kind, words in steps:
        if kind == "COPY":
            assert re.fullmatch(re.escape(words.split()[0]).replace(r"\*", ".*"), f"dist/{wheel.name}")
            shutil.copy(wheel, system.root / words.split()[1].lstrip("/"))
        elif kind == "RUN":
            system.must("sh", "-ec", words)
        elif kind == "ENV":
            name, _, value = words.partition("=")
            path = {name: value.replace("$PATH", "/usr/bin:/bin")}
    [entry] = [words for kind, words in steps if kind == "ENTRYPOINT"]
    done = system.must(*json.loads(entry), "run", "-q", "-n", "4", "-p", "two-hosts", "/opt/src/p2p_matching.c", **path)
    assert "all checks passed" in done.stdout
    shutil.rmtree(system.root / "opt" / "windtunnel")
    other = (ROOT / "containers" / "windtunnel.def").read_text()
    assert all(words in other for kind, words in steps if kind in ("RUN", "ENV"))
    assert all(f"From: {words}" in other for kind, words in steps if kind == "FROM")
