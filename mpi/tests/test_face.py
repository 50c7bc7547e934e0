"""The face exports every function, passes calls on with their place, and leaves room for PMPI tools."""

import re

from mpi_support import MISSING, MPI, run

PROGRAM = r"""
#include <mpi.h>
#include <stdio.h>
int main(void)
{
    MPI_Status *status = (MPI_Status *)9;
    int result = MPI_Sendrecv((void *)1, 2, MPI_INT, 3, 4, (void *)5, 6, MPI_BYTE, 7, 8, MPI_COMM_SELF, status);
    printf("%d %d %.1f\n", result, MPI_Pcontrol(5, "more", 1.0), MPI_Wtime());
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
"""

# Counts barriers, and adds to the time: an interposer needs only the strong PMPI names.
TOOL = r"""
#include <mpi.h>
#include <stdio.h>
int MPI_Barrier(MPI_Comm comm)
{
    int result = PMPI_Barrier(comm);
    printf("tool: barrier\n");
    return result;
}
double MPI_Wtime(void) { return PMPI_Wtime() + 100; }
"""

LINES_OF_PROGRAM = [
    "MPI_Sendrecv from program",
    "1 2 0x209 3 4 5 6 0x247 7 8 0x102 9",
    "MPI_Pcontrol from program",
    "MPI_Wtime from program",
    "77 5 2.5",
    "MPI_Barrier from program",
]


def build(prefix, folder, text, name="program", compiler="wtcc", suffix="c", options=()):
    source = folder / f"{name}.{suffix}"
    source.write_text(text)
    run(prefix / "bin" / compiler, "-O2", source, *options, "-o", folder / name)
    return folder / name


def lines(*command, **environment) -> list[str]:
    """What a program writes, whose order the compiler may choose for arguments of one call."""
    return run(*command, env={"PATH": "/usr/bin:/bin", **environment}).stdout.splitlines()


def test_every_function_is_exported_weak_with_a_strong_twin(prefix, api):
    text = run("nm", "-D", "--defined-only", prefix / "lib" / "windtunnel" / "libmpi_abi.so.1").stdout
    symbols = dict(reversed(line.split()[1:]) for line in text.splitlines())
    names = {function.name for function in api.functions}
    assert {name for name, kind in symbols.items() if kind == "W"} == names
    # windtunnel.h's functions are not part of any ABI.
    ours = {"wt_call_site", "wt_phase", "wt_compute", "wt_begin_block", "wt_block_end", "wt_begin_sample"}
    assert {name for name, kind in symbols.items() if kind == "T"} == {f"P{name}" for name in names} | ours
    assert set(symbols.values()) == {"W", "T"}, "the face exports nothing else and has no data"


def test_the_library_says_who_it_is_and_where_the_simulator_lies(prefix):
    text = run("readelf", "-d", prefix / "lib" / "windtunnel" / "libmpi_abi.so.1").stdout
    assert "Library soname: [libmpi_abi.so.1]" in text
    assert "Library runpath: [$ORIGIN]" in text
    assert "Shared library: [libwindtunnel.so]" in text


def test_calls_arrive_with_all_arguments_and_their_place(prefix, tmp_path):
    program = build(prefix, tmp_path, PROGRAM)
    assert sorted(lines(program)) == sorted(LINES_OF_PROGRAM)


def test_a_function_not_simulated_says_so_when_it_is_called(prefix, tmp_path):
    text = f"#include <mpi.h>\nint main(void) {{ MPI_Comm c; return {MISSING}(0, &c); }}\n"
    done = run(build(prefix, tmp_path, text), check=False)
    assert done.returncode == 1
    assert done.stderr == f"{MISSING} is not simulated yet\n"
    assert done.stdout == f"{MISSING} from program\n"


def test_a_preloaded_tool_stands_between_program_and_library(prefix, tmp_path):
    tool = build(prefix, tmp_path, TOOL, "libtool.so", options=["-shared"])
    program = build(prefix, tmp_path, PROGRAM)
    output = lines(program, LD_PRELOAD=str(tool))
    assert output[-2:] == ["MPI_Barrier from libtool.so", "tool: barrier"]
    assert "77 5 102.5" in output and "MPI_Wtime from libtool.so" in output


def test_a_linked_tool_stands_between_program_and_library(prefix, tmp_path):
    build(prefix, tmp_path, TOOL, "libtool.so", options=["-shared"])
    program = build(prefix, tmp_path, PROGRAM, options=[f"-L{tmp_path}", "-l:libtool.so", f"-Wl,-rpath,{tmp_path}"])
    assert lines(program)[-2:] == ["MPI_Barrier from libtool.so", "tool: barrier"]


def test_a_tool_in_the_program_itself_stands_between_program_and_library(prefix, tmp_path):
    program = build(prefix, tmp_path, PROGRAM + TOOL)
    assert lines(program)[-2:] == ["MPI_Barrier from program", "tool: barrier"]


def test_an_exception_passes_from_a_callback_through_the_face(prefix, tmp_path):
    program = build(
        prefix,
        tmp_path,
        r"""
#include <mpi.h>
#include <cstdio>
static void fails(void *, void *, int *, MPI_Datatype *) { throw 42; }
int main()
{
    MPI_Op op;
    MPI_Op_create(fails, 1, &op);
    try {
        MPI_Reduce_local(nullptr, nullptr, 1, MPI_INT, op);
    } catch (int value) {
        std::printf("caught %d\n", value);
    }
}
""",
        compiler="wtcxx",
        suffix="cpp",
    )
    assert lines(program)[-1] == "caught 42"


def test_the_face_that_is_shipped_compiles_without_a_warning(generated, tmp_path):
    flags = ["-O2", "-fPIC", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-c"]
    folders = ["-I", MPI / "include", "-I", generated, "-I", MPI / "faces"]
    run("cc", *flags, *folders, generated / "face_abi.c", "-o", tmp_path / "face.o")


def test_short_calls_are_jumps(prefix):
    """The place of the call costs one register move: no stack frame for a call of up to five arguments."""
    face = prefix / "lib" / "windtunnel" / "libmpi_abi.so.1"
    text = run("objdump", "-d", "--disassemble=PMPI_Comm_rank", face).stdout
    assert re.search(r"\bjmp\b", text) and not re.search(r"\bcall\b", text), text


def test_building_without_the_simulators_library_is_refused(tmp_path):
    done = run(MPI / "build.sh", tmp_path, tmp_path / "libother.so", check=False)
    assert done.returncode == 2 and done.stderr.endswith("libother.so is not a libwindtunnel.so\n")
