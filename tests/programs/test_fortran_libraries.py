"""The Fortran libraries of Open MPI and MPICH, against Debian's: their names, and a program compiled for each of them.

Debian's headers and modules say what a program means, and its libraries what they have. No other program has been told of ours.
"""

import re
import shutil

import pytest

import fetch
from tunnel import ROOT

pytestmark = pytest.mark.usefixtures("debian")

LIBRARIES = "usr/lib/x86_64-linux-gnu"
MACHINE = ["-p", "ethernet-cluster", "--compute", "none"]
SOURCE = ROOT / "tests" / "system" / "packaged.F90"

# Symbols that programs do not refer to, or that are not simulated.
LEFT_OUT = {
    "tables of types, which the compiler makes for polymorphic variables": r"___(copy|def_init|vtab)_|^ompi_intercept_extra_state_t_class$",
    "what the library's own parts ask of each other": r"^p?ompi_buffer_detach_f08$|^mpiext_pcollreq_mpifh_dummy$|^MPIR_(C|F)_|^mpirinit[cf]_$|__mpi_c_interface_|^MPI_F_|^P?MPI_Status_(c2f08|f082c)$",
    "extensions, which are not simulated": r"(?i)^(p?mpixr?|PMPIX)_",
    "conversions in C's direction, which mpi_f08 of MPICH has besides the handle's own integer": r"^__mpi_f08_types_MOD_mpi_\w+_(c2f|f2c|assign_\w+|f082f|f2f08)$",
    "deleting error classes by mpi_f08 and the callback for large counts": r"^p?mpir?_delete_error_\w+_f08_$|conversion_fn_null_c$",
}  # fmt: skip


def names(windtunnel, library):
    listed = windtunnel.execute("nm", "-D", "--defined-only", library)
    assert listed.status == 0, listed.err
    return {line.split()[2] for line in listed.out.splitlines()}


@pytest.mark.parametrize(
    ("package", "library", "own"),
    [
        ("libopenmpi3", "libmpi_mpifh.so.40", "libmpi_mpifh.so.40"),
        ("libopenmpi3", "libmpi_usempi_ignore_tkr.so.40", "libmpi_mpifh.so.40"),
        ("libopenmpi3", "libmpi_usempif08.so.40", "libmpi_mpifh.so.40"),
        ("libmpich12", "libmpichfort.so.12", "libmpichfort.so.12"),
    ],
)
def test_all_names_that_programs_use_are_there(windtunnel, package, library, own):
    """Those of Open MPI's modules are in the library that they need."""
    theirs = names(windtunnel, fetch.debian_packages(package) / LIBRARIES / library)
    lacking = theirs - names(windtunnel, windtunnel.prefix / "lib/windtunnel" / own)
    assert len(theirs) > 300
    assert not {name for name in lacking if not any(re.search(left, name) for left in LEFT_OUT.values())}
    needed = windtunnel.execute("readelf", "-d", windtunnel.prefix / "lib/windtunnel" / library).out
    assert f"Library soname: [{library}]" in needed
    assert library == own or f"Shared library: [{own}]" in needed


@pytest.fixture(scope="module")
def expected(windtunnel, tmp_path_factory):
    """Output of the program compiled with wtfort."""
    folder = tmp_path_factory.mktemp("own")
    shutil.copy(SOURCE, folder)
    done = windtunnel.execute("wtfort", "-cpp", "-ffree-line-length-none", "-w", SOURCE.name, "-o", "own", cwd=folder)
    assert done.status == 0, done.err
    done = windtunnel.must("run", "-q", "-n", 4, *MACHINE, folder / "own", cwd=folder)
    assert len(done.out.splitlines()) == 4 * 12
    return sorted(done.out.splitlines()), done.last_line


@pytest.mark.parametrize("binding", ["mpif.h", "mpi_f08"])
@pytest.mark.parametrize(
    ("package", "library", "needed"),
    [
        (
            "libopenmpi-dev",
            "openmpi",
            ["libmpi_usempif08.so.40", "libmpi_usempi_ignore_tkr.so.40", "libmpi_mpifh.so.40", "libmpi.so.40"],
        ),
        ("libmpich-dev", "mpich", ["libmpichfort.so.12", "libmpich.so.12"]),
        ("libmpich-dev", "mpich", ["libmpifort.so.12", "libmpi.so.12"]),
    ],
    ids=["openmpi", "mpich", "mpich-of-its-authors"],
)
def test_a_program_compiled_for_another_library_prints_the_same(
    windtunnel, tmp_path, expected, package, library, needed, binding
):
    if not shutil.which("gfortran"):
        pytest.skip("NOT RUN: there is no gfortran")
    root = fetch.debian_packages(package)
    modules = next(path.parent for path in root.rglob("mpi_f08.mod") if library in path.parts and "fortran" in path.parts)
    header = next(path.parent for path in root.rglob("mpif.h") if library in path.parts)
    options = ["-DUSE_F08", "-I", modules] if binding == "mpi_f08" else ["-fallow-argument-mismatch", "-I", header]
    folder = windtunnel.prefix / "lib" / "windtunnel"
    # As MPICH's authors call it: what it has is in the library that it needs, which the linker would not look into.
    has = [name.replace("libmpifort", "libmpichfort") for name in needed]
    link = ["-L", folder, "-Wl,--no-as-needed", *(f"-l:{name}" for name in has), f"-Wl,-rpath-link,{folder}"]
    words = ["gfortran", "-cpp", "-ffree-line-length-none", "-w", *options, SOURCE, "-o", "program", *link]
    done = windtunnel.execute(*words, cwd=tmp_path)
    if "Cannot read module file" in done.err:
        pytest.skip("NOT RUN: Debian's module is of another version of gfortran")
    assert done.status == 0, done.err
    if has != needed:
        program = tmp_path / "program"
        program.write_bytes(program.read_bytes().replace(b"libmpichfort.so.12\0", b"libmpifort.so.12\0\0\0"))
        assert "[libmpifort.so.12]" in windtunnel.execute("readelf", "-d", program).out
    for mode in ("images", "processes"):
        done = windtunnel.must("run", "-q", "-n", 4, *MACHINE, "--mode", mode, "--out", mode, "./program", cwd=tmp_path)
        assert (sorted(done.out.splitlines()), done.last_line) == expected
