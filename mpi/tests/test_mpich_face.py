"""The face of MPICH's ABI: all names, the right values, and arguments that arrive as the standard ABI has them."""

import subprocess

import pytest

from faces import mpich as face
from mpi_support import MPI, run, symbols

LIBRARY = "lib/windtunnel/libmpi.so.12"


def test_every_function_is_exported_weak_with_a_strong_twin(prefix, api):
    found = symbols(prefix / LIBRARY)
    names = {function.name for function in api.functions if function.standard} | set(face.values()["extensions"])
    assert not {name for name in names if found.get(name) != "W" or found.get(f"P{name}") != "T"}
    # Data that programs refer to.
    for name in ("MPI_UNWEIGHTED", "MPI_WEIGHTS_EMPTY", "MPI_F_STATUS_IGNORE", "MPI_F08_STATUSES_IGNORE"):
        assert found[name] in "DBR", name


def test_the_library_is_called_as_mpichs(prefix):
    text = run("readelf", "-d", prefix / LIBRARY).stdout
    assert "Library soname: [libmpi.so.12]" in text
    assert "Library runpath: [$ORIGIN]" in text


def test_mpich_exports_nothing_of_mpis_that_is_missing(prefix, mpich):
    own, theirs = symbols(prefix / LIBRARY), symbols(mpich["library"] / "libmpi.so.12")
    missing = {name for name in theirs if name.startswith(("MPI_", "PMPI_", "MPIX_", "PMPIX_"))} - set(own)
    assert not missing, sorted(missing)


def test_values_are_those_of_mpichs_header(mpich, tmp_path):
    lines = []
    for name, value in face.values()["constants"].items():
        equal = f"(long)({name}) == {value}L || (unsigned)(long)({name}) == {value & 0xFFFFFFFF}u"
        lines.append(f'_Static_assert({equal}, "{name}");')
    source = tmp_path / "values.c"
    source.write_text("#include <stddef.h>\n#include <mpi.h>\n" + "\n".join(lines) + "\n")
    done = subprocess.run(
        ["cc", "-c", "-w", "-I", mpich["header"].parent, source, "-o", tmp_path / "values.o"],
        capture_output=True, text=True,
    )
    assert done.returncode == 0, done.stderr


PROGRAM = """
#include <mpi.h>
#include <stdio.h>
int main(void)
{
    MPI_Status status;
    int result = MPI_Sendrecv(MPI_IN_PLACE, 2, MPI_INT, MPI_PROC_NULL, 4, MPI_BOTTOM, 6, MPI_BYTE, MPI_ANY_SOURCE,
                              MPI_ANY_TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    (void)status;
    printf("%d\\n", result);
    return 0;
}
"""


def test_arguments_arrive_as_the_standard_abi_has_them(prefix, mpich, tmp_path):
    source, program = tmp_path / "program.c", tmp_path / "program"
    source.write_text(PROGRAM)
    library = prefix / "lib" / "windtunnel"
    link = ["-L", library, "-l:libmpi.so.12", f"-Wl,-rpath,{library}"]
    run("cc", "-I", mpich["header"].parent, source, "-o", program, *link)
    lines = run(program).stdout.splitlines()
    assert lines[0].startswith("MPI_Sendrecv from ")
    # MPI_IN_PLACE, MPI_INT, MPI_PROC_NULL; MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, ignored.
    assert lines[1] == "1 2 0x209 -3 4 0 6 0x247 -1 -2 0x102 0"
    # 77 is not a class of the standard's: a code is passed on.
    assert lines[2] == "77"


@pytest.mark.parametrize("flags", [["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"]])
@pytest.mark.parametrize("name", ["mpich", "openmpi"])
def test_the_faces_that_are_shipped_compile_without_a_warning(generated, tmp_path, flags, name):
    options = ["-std=gnu11", "-O2", "-fPIC", *flags, "-I", MPI / "faces", "-c"]
    run("cc", *options, generated / f"face_{name}.c", "-o", tmp_path / "face.o")
