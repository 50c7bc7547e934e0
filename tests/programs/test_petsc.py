"""PETSc, the source that PyPI has, built with wtcc and wtfort: its own examples and tests, in C and in Fortran, judged
by its own harness against the output that it ships.

Its configure script runs, its libraries are compiled (C, and Fortran modules over them), and its makefile builds and
runs what is asked for with Windtunnel's `mpirun`. BLAS and LAPACK are Debian's.
"""

import hashlib
import os
import re

import pytest

import fetch

SOURCE = "petsc==3.26.1"
BLAS = ("libblas-dev", "liblapack-dev")
ARCH = "tunnel"
PARTS = ("sys", "vec", "mat", "dm", "ksp", "snes", "ts", "tao", "ml")
# Examples by name, and how many there are; what would need packages or data that are not there is not counted.
EXAMPLES = {
    # Linear and nonlinear solvers in Fortran, on up to 8 ranks.
    "ksp_ksp_tutorials-ex[124]*f_*": 9,
    "ksp_ksp_tutorials-ex5f_*": 12,
    "snes_tutorials-ex5f90*": 6,
    # The system layer and vectors in Fortran.
    "sys_tests-ex*f_*": 17,
    "vec_vec_tests-ex*f_*": 6,
    # Communication of sparse graphs: messages, neighbourhood collectives, one-sided with windows of several kinds.
    "vec_is_sf_tests-ex1_*": 39,
    "vec_is_sf_tests-ex4_*": 14,
    # A linear solver in C.
    "ksp_ksp_tutorials-ex2_b*": 3,
}


def build(source, prefix):
    """Configures PETSc and compiles its libraries; gives the folder."""
    libraries = fetch.debian_packages(*BLAS) / "usr" / "lib" / "x86_64-linux-gnu"
    archives = f"[{libraries / 'lapack' / 'liblapack.a'},{libraries / 'blas' / 'libblas.a'}]"
    log = fetch.cache() / "petsc-build.log"
    options = [
        f"PETSC_DIR={source}", f"PETSC_ARCH={ARCH}", f"--with-cc={prefix}/bin/wtcc", f"--with-fc={prefix}/bin/wtfort",
        "--with-cxx=0", f"--with-mpiexec={prefix}/lib/windtunnel/mpi-wrappers/mpirun", "--with-debugging=0",
        "--COPTFLAGS=-O0 -g0", "--FOPTFLAGS=-O0 -g0", f"--with-blaslapack-lib={archives}", "--with-x=0", "--with-ssl=0",
        "--with-hwloc=0", "--with-pthread=0", "--with-shared-libraries=0", "--with-single-library=0",
        "--with-fortran-bindings=1",
    ]  # fmt: skip

    def make(folder):
        fetch.command(["python3", "./configure", *options], log, source)
        targets = [f"{ARCH}/lib/libpetsc{part}.a" for part in PARTS]
        places = [f"PETSC_DIR={source}", f"PETSC_ARCH={ARCH}"]
        fetch.command(["make", f"-j{os.cpu_count()}", "-f", "gmakefile", *places, *targets], log, source)

    inputs = [prefix / "bin" / "wtfort", *sorted((prefix / "include" / "windtunnel").glob("*.h")),
              *sorted((prefix / "lib" / "windtunnel" / "fortran").glob("*.*")),
              prefix / "lib" / "windtunnel" / "libwindtunnel_fortran.a"]  # fmt: skip
    texts = b"".join(path.read_bytes() for path in inputs if path.is_file())
    return fetch.once(source / ARCH, f"{prefix} {options} {hashlib.sha256(texts).hexdigest()}", make)


@pytest.fixture(scope="module")
def petsc(windtunnel):
    source = fetch.pypi_source("petsc", SOURCE)
    build(source, windtunnel.prefix)
    return source


@pytest.mark.programs
@pytest.mark.parametrize("examples", EXAMPLES)
def test_petscs_own_examples_print_what_they_should(windtunnel, petsc, examples):
    words = ["make", "-k", f"-j{os.cpu_count()}", "-f", "gmakefile.test", f"PETSC_DIR={petsc}", f"PETSC_ARCH={ARCH}"]
    tunnel = {"WT_PLATFORM": "ethernet-cluster", "WT_OPTIONS": "-q --compute none --oversubscribe"}
    done = windtunnel.execute(*words, "test", f"search={examples}", cwd=petsc, env=tunnel, timeout=600)
    assert not re.findall(r"^not ok .*", done.out, re.MULTILINE), done.out + done.err
    # A run and the comparison of what it printed.
    for prefix in ("", "diff-"):
        passed = re.findall(rf"^ ok {prefix}([a-z]+_\S+)$", done.out, re.MULTILINE)
        assert len(passed) == EXAMPLES[examples], f"{passed}\n{done.out}\n{done.err}"
