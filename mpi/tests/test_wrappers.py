"""wtcc, wtcxx and mpirun: what they build and pass on, and what they refuse."""

import os
import shutil
from pathlib import Path

import pytest

from mpi_support import run

HELLO = r"""
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(MPI_IN_PLACE, &rank, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d of %d\n", rank, size);
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture
def hello(tmp_path):
    source = tmp_path / "hello.c"
    source.write_text(HELLO)
    return source


def elf(program) -> str:
    return run("readelf", "-h", "-d", program).stdout


@pytest.mark.parametrize(
    "name", ["bin/wtcc", "lib/windtunnel/mpi-wrappers/mpicc", "lib/windtunnel/mpi-wrappers/mpicxx"]
)
def test_a_program_is_position_independent_and_finds_the_face(prefix, hello, tmp_path, name):
    run(prefix / name, hello, "-o", tmp_path / "hello")
    text = elf(tmp_path / "hello")
    assert "DYN (Position-Independent Executable file)" in text
    assert f"Library runpath: [{prefix}/lib/windtunnel]" in text and "(RPATH)" not in text
    assert "[libmpi_abi.so.1]" in text and "libwindtunnel" not in text
    assert run(tmp_path / "hello").stdout.splitlines()[0] == "MPI_Init from hello"
    assert "DW_TAG_compile_unit" in run("readelf", "--debug-dump=info", tmp_path / "hello").stdout


def test_separate_compilation_libraries_and_preprocessing(prefix, hello, tmp_path):
    wtcc = prefix / "bin" / "wtcc"
    run(wtcc, "-Werror", "-c", hello, "-o", tmp_path / "hello.o")
    run(wtcc, tmp_path / "hello.o", "-o", tmp_path / "hello")
    assert run(tmp_path / "hello").stdout.splitlines()[-1] == "MPI_Finalize from hello"
    run(wtcc, "-shared", tmp_path / "hello.o", "-o", tmp_path / "libhello.so")
    assert "INTERP" not in run("readelf", "-l", tmp_path / "libhello.so").stdout
    assert "struct MPI_ABI_Comm" in run(wtcc, "-E", hello).stdout
    run(wtcc, "-no-pie", "-fno-pic", hello, "-o", tmp_path / "fixed")
    assert "EXEC (Executable file)" in elf(tmp_path / "fixed")


def test_cplusplus_and_the_compiler_of_choice(prefix, tmp_path):
    source = tmp_path / "a.cc"
    source.write_text(
        "#include <mpi.h>\n#include <iostream>\nint main() { std::cout << MPI_Init(nullptr, nullptr); }\n"
    )
    run(prefix / "bin" / "wtcxx", source, "-o", tmp_path / "a")
    assert run(tmp_path / "a").stdout.endswith("0")
    environment = {**os.environ, "WT_CC": "echo chosen", "WT_CXX": "echo chosen++"}
    assert run(prefix / "bin" / "wtcc", "x.c", env=environment).stdout.startswith("chosen -fPIC")
    assert run(prefix / "bin" / "wtcxx", "x.c", env=environment).stdout.startswith("chosen++ -fPIC")


def test_the_compiler_of_cplusplus_is_called_by_the_name_that_builds_look_for(prefix, tmp_path):
    generic, gnu = (Path(shutil.which(name) or "/").resolve() for name in ("c++", "g++"))
    shown = run(prefix / "bin" / "wtcxx", "-show").stdout
    assert shown.startswith("g++ " if generic == gnu else "c++ ")
    version = run(prefix / "bin" / "wtcxx", "--version").stdout
    assert generic != gnu or version.startswith("g++ ")


def test_options_are_shown_as_build_systems_ask(prefix, hello, tmp_path):
    wtcc = prefix / "bin" / "wtcc"
    shown = run(wtcc, "-show", '-DTEXT="it\'s"', hello, "-o", tmp_path / "hello").stdout
    assert not (tmp_path / "hello").exists()
    run("sh", "-c", shown)
    assert (tmp_path / "hello").exists(), "the command shown is the one that is run"
    assert "-lmpi_abi" in run(wtcc, "-show").stdout
    assert "-lmpi_abi" not in run(wtcc, "-show", "-c", "x.c").stdout
    for option in ("-compile_info", "--showme:compile"):
        assert run(wtcc, option).stdout == f"-fPIC -g -fstack-clash-protection -I{prefix}/include/windtunnel\n"
    for option in ("-link_info", "--showme:link"):
        assert run(wtcc, option).stdout.endswith("-lmpi_abi\n")


def test_questions_to_the_compiler_pass_through(prefix):
    wtcc = prefix / "bin" / "wtcc"
    assert run(wtcc, "--version").stdout == run("cc", "--version").stdout
    assert run(wtcc, "-dumpmachine").stdout == run("cc", "-dumpmachine").stdout
    assert "collect2" not in run(wtcc, "-v").stderr


def test_the_status_of_the_compiler_is_the_wrappers(prefix, tmp_path):
    source = tmp_path / "wrong.c"
    source.write_text("int main(void) { return nothing; }\n")
    done = run(prefix / "bin" / "wtcc", source, "-o", tmp_path / "wrong", check=False)
    assert done.returncode == 1 and "nothing" in done.stderr


def test_a_static_program_is_refused(prefix, hello):
    done = run(prefix / "bin" / "wtcc", "-static", hello, check=False)
    assert done.returncode == 2
    assert done.stderr == "wtcc: -static makes a program that cannot load libmpi_abi.so.1: link dynamically\n"


def test_a_wrapper_out_of_its_place_says_so(prefix, tmp_path):
    shutil.copy(prefix / "bin" / "wtcc", tmp_path / "wtcc")
    done = run(tmp_path / "wtcc", "x.c", check=False)
    assert done.returncode == 2 and "wtcc: no mpi.h in" in done.stderr
    (tmp_path / "link").symlink_to(prefix / "bin" / "wtcxx")
    assert run(tmp_path / "link", "-show").stdout.startswith("cc ")


def test_a_program_runs_unchanged_on_mpich(prefix, hello, tmp_path, mpich):
    run(prefix / "bin" / "wtcc", "-O2", hello, "-o", tmp_path / "hello")
    environment = {**os.environ, "LD_LIBRARY_PATH": str(mpich["library"])}
    done = run(mpich["mpiexec"], "-n", "3", tmp_path / "hello", env=environment)
    assert done.stdout == "3 of 3\n" * 3


@pytest.fixture
def launch(prefix, tmp_path):
    """Runs mpirun over a windtunnel that writes its arguments, one a line."""
    command = tmp_path / "bin" / "windtunnel"
    mpirun = tmp_path / "lib" / "windtunnel" / "mpi-wrappers" / "mpirun"
    command.parent.mkdir()
    mpirun.parent.mkdir(parents=True)
    command.write_text('#!/bin/sh\nfor word; do printf "%s\\n" "$word"; done\n')
    command.chmod(0o755)
    shutil.copy(prefix / "lib" / "windtunnel" / "mpi-wrappers" / "mpirun", mpirun)

    def launched(*words, check=True, **environment):
        done = run(mpirun, *words, check=check, env={"PATH": os.environ["PATH"], **environment})
        return done.stdout.splitlines() if check else (done.returncode, done.stderr)

    return launched


def test_usual_options_become_those_of_windtunnel(launch):
    words = launch(
        *["-np", "8", "-ppn", "2", "--hostfile", "hosts", "-x", "A=1", "-genv", "B", "2", "-x", "C", "-wdir", "/tmp", "--oversubscribe", "--tag-output"],
        *["./a.out", "-n", "3"],
        "two words",
        "",
        WT_PLATFORM="torus.toml",
        WT_OPTIONS="--seed 4 --compute none",
    )
    assert words == ["run", "-n", "8", "-p", "torus.toml", "--seed", "4", "--compute", "none", "--ppn", "2", "--allocation", "file:hosts", "-x", "A=1", "-x", "B=2", "-x", "C", "--wdir", "/tmp", "--oversubscribe", "--tag-output", "--", "./a.out", "-n", "3"] + ["two words", ""]


def test_short_forms_and_mappings(launch):
    assert launch("a.out", WT_PLATFORM="p") == ["run", "-n", "1", "-p", "p", "--", "a.out"]
    assert (
        launch("-n", "4", "--map-by", "ppr:2:node", "a.out", WT_PLATFORM="p")
        == ["run", "-n", "4", "-p", "p", "--ppn", "2", "--", "a.out"]
    )
    assert (
        launch("--map-by", "node", "a.out", WT_PLATFORM="p") == ["run", "-n", "1", "-p", "p", "--mapping", "round-robin", "--", "a.out"]
    )


@pytest.mark.parametrize(
    "words, environment, message",
    [
        (["-n", "2", "a.out"], {}, "set WT_PLATFORM to the machine to simulate"),
        (["-n", "2"], {"WT_PLATFORM": "p"}, "no program: mpirun [options] PROGRAM"),
        (["-n"], {"WT_PLATFORM": "p"}, "-n needs a value"),
        (["-genv", "A"], {"WT_PLATFORM": "p"}, "-genv needs a value"),
        (["-n", "two", "a.out"], {"WT_PLATFORM": "p"}, "-n needs a number of ranks, not 'two'"),
        (["--bind-to", "core", "a.out"], {"WT_PLATFORM": "p"}, "not supported: --bind-to"),
        (["--map-by", "numa", "a.out"], {"WT_PLATFORM": "p"}, "not supported: --map-by numa"),
        (["a.out", ":", "b.out"], {"WT_PLATFORM": "p"}, "not supported: several programs in one run"),
    ],
)
def test_what_cannot_be_done_is_refused(launch, words, environment, message):
    code, stderr = launch(*words, check=False, **environment)
    assert code == 2 and stderr.startswith(f"mpirun: {message}")


FORTRAN = """
program hello
   use mpi_f08
   implicit none
   integer :: rank, buffer(3)
   type(MPI_Request) :: request
   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Isend(buffer, 3, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, request)
   call PMPI_Finalize()
end program
"""


@pytest.mark.parametrize("name", ["bin/wtfort", "lib/windtunnel/mpi-wrappers/mpif90"])
def test_fortran_calls_c_and_tells_the_place_of_the_call(prefix, tmp_path, name):
    source = tmp_path / "hello.f90"
    source.write_text(FORTRAN)
    run(prefix / name, source, "-o", tmp_path / "hello")
    expected = ["MPI_Init", "MPI_Comm_rank", "MPI_Isend", "MPI_Finalize"]
    assert run(tmp_path / "hello").stdout.splitlines() == [f"{call} as told from hello" for call in expected]
    assert "-lwindtunnel_fortran" in run(prefix / name, "-show").stdout


def test_a_tool_in_c_sees_calls_from_fortran_but_not_those_with_a_p(prefix, tmp_path):
    (tmp_path / "hello.f90").write_text(FORTRAN)
    (tmp_path / "tool.c").write_text(
        "#include <mpi.h>\n#include <stdio.h>\n"
        'int MPI_Init(int *argc, char ***argv) { printf("seen\\n"); return PMPI_Init(argc, argv); }\n'
        'int MPI_Finalize(void) { printf("not to be seen\\n"); return PMPI_Finalize(); }\n'
    )
    run(prefix / "bin" / "wtcc", "-c", tmp_path / "tool.c", "-o", tmp_path / "tool.o")
    run(prefix / "bin" / "wtfort", tmp_path / "hello.f90", tmp_path / "tool.o", "-o", tmp_path / "hello")
    lines = run(tmp_path / "hello").stdout.splitlines()
    assert lines[0] == "seen" and "not to be seen" not in lines


def test_a_fortran_procedure_may_be_replaced_by_a_tool(prefix, tmp_path):
    (tmp_path / "main.f90").write_text(
        "program main\n include 'mpif.h'\n integer ierr\n call mpi_init(ierr)\n call mpi_finalize(ierr)\nend\n"
        "subroutine mpi_init(ierr)\n integer ierr\n print '(a)', 'mine'\n call pmpi_init(ierr)\nend\n"
    )
    run(prefix / "bin" / "wtfort", tmp_path / "main.f90", "-o", tmp_path / "main")
    assert "mine" in run(tmp_path / "main").stdout.splitlines()


def test_buffers_in_mpi_f08_come_with_descriptors_if_the_compiler_has_them(prefix, tmp_path):
    (tmp_path / "hello.f90").write_text(FORTRAN)
    script = prefix / "lib" / "windtunnel" / "fortran" / "modules.sh"
    run(prefix / "bin" / "wtfort", "-c", tmp_path / "hello.f90", "-o", tmp_path / "hello.o")
    assert "mpi_isend_f08ts_" in run("nm", tmp_path / "hello.o").stdout
    # Another compiler's may be something else.
    compiler = tmp_path / "simple"
    compiler.write_text('#!/bin/sh\ncase "$*" in *descriptor_check*) exit 1 ;; esac\nexec gfortran "$@"\n')
    compiler.chmod(0o755)
    environment = {**os.environ, "WT_FC": str(compiler)}
    assert "descriptor.o" not in run("ar", "t", f"{run(script, compiler).stdout.strip()}/libwindtunnel_modules.a").stdout
    run(prefix / "bin" / "wtfort", tmp_path / "hello.f90", "-o", tmp_path / "hello", env=environment)
    assert "MPI_Isend as told from hello" in run(tmp_path / "hello").stdout
    assert "mpi_isend_f08ts_" not in run("nm", tmp_path / "hello").stdout


def test_modules_are_compiled_once_per_compiler_wherever_there_is_room(prefix, tmp_path):
    script = prefix / "lib" / "windtunnel" / "fortran" / "modules.sh"
    first = run(script, "gfortran").stdout.strip()
    assert run(script, "gfortran").stdout.strip() == first and first.startswith(str(script.parent))
    done = run(prefix / "bin" / "wtfort", "x.f90", check=False, env={**os.environ, "WT_FC": "no-such-compiler"})
    assert done.returncode == 2
    assert "there is no Fortran compiler no-such-compiler: install gfortran, or name yours in WT_FC" in done.stderr
    compiler = tmp_path / "broken"
    compiler.write_text("#!/bin/sh\n[ \"$1\" = --version ] && exec echo broken 1\necho cannot >&2\nexit 1\n")
    compiler.chmod(0o755)
    done = run(script, compiler, check=False)
    assert done.returncode == 2 and f"{compiler} cannot compile the module mpi: not supported" in done.stderr
