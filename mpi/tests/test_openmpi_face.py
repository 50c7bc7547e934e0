"""The face of Open MPI's ABI: all names, variables of the right size, and arguments that arrive as the standard ABI has
them, wherever the executable has its copies."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from faces import openmpi as face
from mpi_support import run, symbols

LIBRARY = "lib/windtunnel/libmpi.so.40"
INCLUDE = "usr/lib/x86_64-linux-gnu/openmpi/include"


@pytest.fixture(scope="session")
def include(tmp_path_factory) -> Path:
    """The folder of Debian's header: installed, under WT_OPENMPI, or fetched."""
    for root in [os.environ.get("WT_OPENMPI"), "/"]:
        if root and (Path(root) / INCLUDE / "mpi.h").exists():
            return Path(root) / INCLUDE
    folder = tmp_path_factory.mktemp("openmpi")
    if Path("/usr/bin/apt-get").exists():
        run("apt-get", "download", "libopenmpi-dev", check=False, cwd=folder)
    for package in folder.glob("*.deb"):
        run("dpkg", "-x", package, folder)
    if not (folder / INCLUDE / "mpi.h").exists():
        pytest.skip("SKIPPED: there is no header of Open MPI's (Debian: libopenmpi-dev) and none to be fetched")
    return folder / INCLUDE


def test_every_function_is_exported_weak_with_a_strong_twin(prefix, api):
    found = symbols(prefix / LIBRARY)
    names = {function.name for function in api.functions if function.standard} | set(face.values()["extensions"])
    names |= {f"MPI_{kind}_{way}" for kind in ("Comm", "Type", "File", "Session") for way in ("c2f", "f2c")}
    names |= {"MPI_Address", "MPI_Type_struct", "MPI_Errhandler_set"}
    assert not {name for name in names if found.get(name) != "W" or found.get(f"P{name}") != "T"}


def test_variables_are_as_long_as_open_mpis(prefix):
    text = run("nm", "-D", "-S", "--defined-only", prefix / LIBRARY).stdout
    sizes = {name: int(size, 16) for _, size, _, name in (line.split() for line in text.splitlines() if line.count(" ") == 3)}
    objects = face.values()["objects"]
    assert len(objects) > 100
    assert not {o["name"]: sizes.get(o["name"]) for o in objects if sizes.get(o["name"]) != o["bytes"]}


def test_values_are_those_of_open_mpis_header(include, tmp_path):
    text = (include / "mpi.h").read_text()
    names = set(re.findall(r"\bMPI_\w+", text))
    lines = ["#include <mpi.h>"]
    for name, value in face.values()["constants"].items():
        if name in names:
            lines.append(f'_Static_assert((long)({name}) == {value}, "{name}");')
    assert len(lines) > 200
    source = tmp_path / "values.c"
    source.write_text("\n".join(lines) + "\n")
    options = ["-c", "-w", "-I", include, "-I", include / "openmpi", source, "-o", tmp_path / "values.o"]
    done = subprocess.run(["cc", *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    handles = dict(re.findall(r"define\s+(MPI_\w+)\s+OMPI_PREDEFINED_GLOBAL\(\s*MPI_\w+\s*,\s*(\w+)\s*\)", text))
    known = {o["name"] for o in face.values()["objects"]}
    assert not set(handles.values()) - known


PROGRAM = """
#include <mpi.h>
#include <stdio.h>
int main(void)
{
    int result = MPI_Sendrecv(MPI_IN_PLACE, 2, MPI_INT, MPI_PROC_NULL, 4, MPI_BOTTOM, 6, MPI_BYTE, MPI_ANY_SOURCE,
                              MPI_ANY_TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    printf("%d\\n", result);
    printf("%d %d\\n", MPI_Comm_c2f(MPI_COMM_WORLD), MPI_Type_c2f(MPI_INT));
    printf("%d %d\\n", MPI_Comm_f2c(2) == MPI_COMM_NULL, MPI_Type_f2c(MPI_Type_c2f(MPI_DOUBLE)) == MPI_DOUBLE);
    printf("%d %d\\n", MPI_Comm_c2f(MPI_Comm_f2c(4321)), MPI_Comm_c2f((MPI_Comm)(void *)MPI_INT));
    return 0;
}
"""


@pytest.mark.parametrize("options", [["-fPIE", "-pie"], ["-fPIC", "-pie"], ["-no-pie"]], ids=" ".join)
def test_arguments_arrive_as_the_standard_abi_has_them(prefix, include, tmp_path, options):
    source, program = tmp_path / "program.c", tmp_path / "program"
    source.write_text(PROGRAM)
    library = prefix / "lib" / "windtunnel"
    link = ["-L", library, "-l:libmpi.so.40", f"-Wl,-rpath,{library}"]
    run("cc", *options, "-I", include, "-I", include / "openmpi", source, "-o", program, *link)
    copied = "R_X86_64_COPY" in run("readelf", "-rW", program).stdout
    assert copied == ("-fPIC" not in options)
    lines = run(program).stdout.splitlines()
    assert lines[0].startswith("MPI_Sendrecv from ")
    # MPI_IN_PLACE, MPI_INT, MPI_PROC_NULL; MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, ignored.
    assert lines[1] == "1 2 0x209 -3 4 0 6 0x247 -1 -2 0x102 0"
    assert lines[2] == "77"
    # Open MPI's integers of Fortran; a communicator made at run time, and one that is none.
    assert lines[3:] == ["0 39", "1 1", "4321 -1"]


def test_open_mpi_exports_nothing_of_mpis_that_is_missing(prefix, include):
    theirs = include.parent.parent / "libmpi.so.40"
    if not theirs.exists():
        pytest.skip("SKIPPED: there is no library of Open MPI's (Debian: libopenmpi3)")
    prefixes = ("MPI_", "PMPI_", "MPIX_", "PMPIX_", "OMPI_")
    names = {name for name in symbols(theirs) if name.startswith(prefixes)}
    # Names without a small letter are Fortran's, but for the predefined callbacks.
    names = {name for name in names if not name.isupper() or name.startswith("OMPI_C_")}
    assert not names - set(symbols(prefix / LIBRARY))
