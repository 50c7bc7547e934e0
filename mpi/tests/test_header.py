"""mpi.h compiles as C99 and C++, and says what the header of another library with the standard ABI says."""

import re

import pytest

from import_types import types_of
from mpi_support import MPI, run

PROGRAM = """
#include <mpi.h>
#include <stddef.h>
typedef char status_is_32_bytes[sizeof(MPI_Status) == 32 ? 1 : -1];
typedef char error_is_third[offsetof(MPI_Status, MPI_ERROR) == 8 ? 1 : -1];
typedef char aint_is_a_pointer[sizeof(MPI_Aint) == sizeof(void *) ? 1 : -1];
typedef char others_are_8_bytes[sizeof(MPI_Count) == 8 && sizeof(MPI_Offset) == 8 ? 1 : -1];
static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)key, (void)extra, (void)in, (void)out;
    return *flag = 1, MPI_SUCCESS;
}
static void failed(MPI_Comm *comm, int *code, ...) { (void)comm; (void)code; }
int f(int value)
{
    MPI_Comm_copy_attr_function *function = copy;
    MPI_Comm_errhandler_fn *handler = failed;
    switch (value) { case MPI_ANY_TAG: case MPI_UNDEFINED: case MPI_ERR_LASTCODE: return 1; default: break; }
#if MPI_VERSION < 5 || !defined(MPI_THREAD_MULTIPLE)
#error "constants are visible to the preprocessor"
#endif
    MPI_Pcontrol(1, "any", 2.0);
    MPI_Waitall(0, 0, MPI_STATUSES_IGNORE);
    MPI_Dist_graph_create(MPI_COMM_SELF, 0, 0, 0, 0, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, 0);
    MPI_Comm_create_keyval(function, MPI_COMM_NULL_DELETE_FN, 0, 0);
    MPI_Comm_create_errhandler(handler, 0);
    return PMPI_Send(MPI_BOTTOM, 0, MPI_CXX_BOOL, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}
"""


@pytest.mark.parametrize(
    "compiler, suffix",
    [("cc -std=c99", "c"), ("cc -std=gnu17", "c"), ("c++ -std=c++98", "cpp"), ("c++ -std=c++20", "cpp")],
)
def test_it_compiles_without_a_warning(tmp_path, compiler, suffix):
    source = tmp_path / f"program.{suffix}"
    source.write_text(PROGRAM)
    flags = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wno-long-long", "-O2", "-c"]
    run(*compiler.split(), *flags, "-I", MPI / "include", source, "-o", tmp_path / "program.o")


REMOVED = """
#include <mpi.h>
static void failed(MPI_Comm *comm, int *code, ...) { (void)comm; (void)code; }
int f(int combiner, int lengths[2], MPI_Aint places[2], MPI_Datatype types[2])
{
    MPI_Handler_function *handler = failed;
    MPI_Errhandler errhandler;
    MPI_Aint address;
    switch (combiner) {
    case MPI_COMBINER_STRUCT:
    case MPI_COMBINER_STRUCT_INTEGER:
    case MPI_COMBINER_HVECTOR_INTEGER:
    case MPI_COMBINER_HINDEXED_INTEGER: return 1;
    default: break;
    }
    types[1] = lengths[0] ? MPI_LB : MPI_UB;
    MPI_Address(lengths, &address);
    MPI_Errhandler_create(handler, &errhandler);
    MPI_Errhandler_set(MPI_COMM_SELF, errhandler);
    MPI_Errhandler_get(MPI_COMM_SELF, &errhandler);
    MPI_Type_hvector(2, 1, places[1], types[0], &types[0]);
    MPI_Type_hindexed(2, lengths, places, types[0], &types[0]);
    MPI_Type_extent(types[0], &places[0]);
    MPI_Type_lb(types[0], &places[0]);
    MPI_Type_ub(types[0], &places[0]);
    return MPI_Type_struct(2, lengths, places, types, &types[0]);
}
"""
OWN = """
static int MPI_Type_struct(void) { return 1; }
int f(void) { return MPI_Type_struct(); }
"""


@pytest.mark.parametrize("compiler, suffix", [("cc -std=c99", "c"), ("cc -std=gnu89", "c"), ("c++ -std=c++98", "cpp")])
def test_names_that_mpi_3_removed_compile_without_a_warning(tmp_path, compiler, suffix):
    source = tmp_path / f"program.{suffix}"
    source.write_text(REMOVED)
    flags = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wno-long-long", "-c", "-I", MPI / "include"]
    run(*compiler.split(), *flags, source, "-o", tmp_path / "program.o")


def test_a_program_may_have_its_own_of_what_mpi_3_removed(tmp_path):
    source = tmp_path / "program.c"
    source.write_text("#include <mpi.h>\n" + OWN)
    compile_it = ["cc", "-Wall", "-Werror", "-c", "-I", MPI / "include", source, "-o", tmp_path / "program.o"]
    run(*compile_it, "-DWT_MPI_NO_REMOVED")
    # The usual way out on libraries without the old names: macros, which stay.
    source.write_text(REMOVED)
    run(*compile_it, "-DMPI_Type_struct=MPI_Type_create_struct", "-DMPI_Address=MPI_Get_address")
    source.write_text("#define MPI_Type_struct MPI_Type_create_struct\n" + REMOVED)
    run(*compile_it)


def constants_in(text: str) -> set[str]:
    """Names of the constants that a header defines, as macros or enumerators."""
    macros = re.findall(r"^\s*#define[ \t]+(MPI_\w+)[ \t]+\S", text, re.MULTILINE)
    enumerators = re.findall(r"^\s+(MPI_\w+)\s*=", text, re.MULTILINE)
    return {name for name in macros + enumerators if not re.fullmatch(r"MPI_ABI_(Aint|Offset|Count)", name)}


def values(header, names, folder) -> dict[str, str]:
    """Values of the constants, as a compiled program sees them through this header."""
    folder.mkdir()
    (folder / "mpi.h").write_text(header.read_text())
    lines = "".join(f'    printf("{name} %lld\\n", (long long)(intptr_t){name});\n' for name in sorted(names))
    (folder / "print.c").write_text(
        f"#include <stdio.h>\n#include <mpi.h>\nint main(void)\n{{\n{lines}    return 0;\n}}\n"
    )
    run("cc", "-DWT_MPI_NO_REMOVED", "-I", folder, "-I", header.parent, folder / "print.c", "-o", folder / "print")
    return dict(line.split() for line in run(folder / "print").stdout.splitlines())


def test_every_constant_has_the_value_that_mpich_gives_it(tmp_path, mpich):
    ours = MPI / "include" / "mpi.h"
    names = constants_in(mpich["header"].read_text())
    assert len(names) > 360
    assert constants_in(ours.read_text()) == names
    assert values(ours, names, tmp_path / "ours") == values(mpich["header"], names, tmp_path / "mpich")


def prototypes(text: str) -> dict[str, tuple]:
    found = re.findall(r"^(\w+) (P?MPI_\w+)\((.*?)\);", text, re.MULTILINE)
    return {name: (returns, types_of(inside)) for returns, name, inside in found}


def test_every_function_has_the_type_that_mpich_gives_it(mpich):
    ours = prototypes((MPI / "include" / "mpi.h").read_text())
    assert len(ours) == 2 * 662
    assert ours == prototypes(mpich["header"].read_text())


def callbacks(text: str) -> dict[str, tuple]:
    found = re.findall(r"^typedef (\w+) \((MPI_\w+)\)\((.*?)\);", text, re.MULTILINE)
    return {name: (returns, types_of(inside)) for returns, name, inside in found}


def test_every_callback_has_the_type_that_mpich_gives_it(mpich):
    ours = callbacks((MPI / "include" / "mpi.h").read_text())
    assert len(ours) == 23
    assert ours == callbacks(mpich["header"].read_text())


def test_two_types_that_differ_are_told_apart():
    assert types_of("const int a[], MPI_Comm *c") == types_of("const int *x, MPI_Comm *y")
    assert types_of("char **argv") == types_of("char *argv[]")
    for one, other in [
        ("int a", "MPI_Count a"),
        ("int *a", "int a"),
        ("const int *a", "int *a"),
        ("int a[][3]", "int *a"),
    ]:
        assert types_of(one) != types_of(other)
