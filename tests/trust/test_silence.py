"""A run that simulates nothing says so, and what images cannot hold is run by itself in processes."""

import os
import shutil
import subprocess

import pytest

MACHINE = ("-p", "fat-tree", "--compute", "none")
NOTHING = "nothing was simulated: no rank called MPI_Init or MPI_Session_init"
IN_PROCESSES = "its ranks run as processes; the run restarts"
MODES = ("images", "serialised", "processes")

HELLO = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, size, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d of %d, sum %d\\n", rank, size, sum);
    MPI_Finalize();
    return 0;
}
"""

# MPICH's ABI without its header: handles are integers.
MPICH_HELLO = """#include <stdio.h>
int MPI_Init(int *, char ***), MPI_Comm_rank(int, int *), MPI_Comm_size(int, int *), MPI_Finalize(void);
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(0x44000000, &rank);
    MPI_Comm_size(0x44000000, &size);
    printf("%d of %d\\n", rank, size);
    MPI_Finalize();
    return 0;
}
"""

# A library that makes every process a world of its own, as a real one does without its launcher.
ALONE = """static int started;
int PMPI_Init(int *argc, char ***argv) { started = 1; return 0; }
int PMPI_Initialized(int *flag) { *flag = started; return 0; }
int PMPI_Comm_rank(int comm, int *rank) { *rank = 0; return 0; }
int PMPI_Comm_size(int comm, int *size) { *size = 1; return 0; }
int PMPI_Finalize(void) { return 0; }
#define TWIN(name) __typeof__(PMPI_##name) MPI_##name __attribute__((weak, alias("PMPI_" #name)));
TWIN(Init) TWIN(Initialized) TWIN(Comm_rank) TWIN(Comm_size) TWIN(Finalize)
"""


def cc(*words):
    subprocess.run(["cc", *map(str, words)], check=True)


def library(folder, soname):
    """An MPI library of its own in a folder."""
    source = folder / "alone.c"
    source.write_text(ALONE)
    path = folder / soname
    cc("-shared", "-fPIC", f"-Wl,-soname,{soname}", "-o", path, source)
    return path


def program(folder, name, text, *options):
    source = folder / f"{name}.c"
    source.write_text(text)
    cc("-o", folder / name, source, *options)
    return folder / name


def script(folder, text, shell="bash"):
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell}")
    path = folder / "job.sh"
    path.write_text(f"#!{shutil.which(shell)}\n{text}")
    path.chmod(0o755)
    return path


def run(windtunnel, folder, *words, ranks=3, **options):
    return windtunnel("run", "-q", "-n", ranks, *MACHINE, "--out", folder / "out", *words, cwd=folder, **options)


@pytest.mark.parametrize("mode", ["auto", "processes"])
def test_item_07_a_program_without_mpi_is_no_success(windtunnel, manifest, tmp_path, mode):
    done = run(windtunnel, tmp_path, "--mode", mode, "/bin/true")
    assert done.status == 1 and NOTHING in done.err
    assert manifest(tmp_path / "out")["ending"] == "failed"


@pytest.mark.parametrize("mode", MODES)
def test_item_07_a_program_that_is_linked_with_mpi_and_never_starts_it_is_no_success(windtunnel, tmp_path, mode):
    text = """#include <mpi.h>
int main(void) { int flag; MPI_Initialized(&flag); return flag; }"""
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "never"))
    assert done.status == 1 and NOTHING in done.err


@pytest.mark.parametrize("mode", MODES)
def test_item_07_the_tools_interface_alone_simulates_nothing(windtunnel, tmp_path, mode):
    text = """#include <mpi.h>
int main(void) { int level; MPI_T_init_thread(MPI_THREAD_SINGLE, &level); MPI_T_finalize(); return 0; }"""
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "tools"))
    assert done.status == 1 and NOTHING in done.err
    shutil.rmtree(tmp_path / "out")
    text = """#include <mpi.h>
int main(void)
{
    MPI_Session session;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Session_finalize(&session);
    return 0;
}"""
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "session"))
    assert done.status == 0 and NOTHING not in done.err


def test_item_07_ranks_that_never_begin_are_warned_of(windtunnel, manifest, tmp_path):
    job = script(tmp_path, "mkdir first 2> /dev/null && exit 0\nexec ./solo\n")
    text = "#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); MPI_Finalize(); return 0; }"
    windtunnel.compile(text, tmp_path / "solo")
    done = run(windtunnel, tmp_path, job)
    assert done.status == 0, done.err
    [warning] = manifest(tmp_path / "out")["warnings"]
    assert warning.startswith("1 of 3 ranks never called MPI_Init, rank 0 first")


def test_item_07_commands_of_a_bash_script_run_as_themselves(windtunnel, tmp_path):
    """bash brings `setenv` and `getenv` of its own, so the mark of the process that ranks are forked from stayed."""
    windtunnel.compile(HELLO, tmp_path / "hello")
    job = script(tmp_path, 'export A=b\n/bin/echo "said $A"\n(/bin/sh -c "exit 7"); echo "status $?"\n./hello\n')
    done = run(windtunnel, tmp_path, job)
    assert done.status == 0, done.err
    expected = ["said b", "status 7"] * 3 + [f"{rank} of 3, sum 3" for rank in range(3)]
    assert sorted(done.out.splitlines()) == sorted(expected)


def test_item_07_a_bash_script_without_mpi_does_its_work_and_is_no_success(windtunnel, tmp_path):
    done = run(windtunnel, tmp_path, script(tmp_path, "/usr/bin/env touch touched\necho done\n"))
    assert (tmp_path / "touched").exists() and done.out == "done\n" * 3
    assert done.status == 1 and NOTHING in done.err


@pytest.mark.parametrize("mode", MODES)
def test_item_07_programs_of_debians_mpich_are_ranks(windtunnel, tmp_path, mode):
    library(tmp_path, "libmpich.so.12")
    hello = program(tmp_path, "hello", MPICH_HELLO, f"-L{tmp_path}", "-l:libmpich.so.12", f"-Wl,-rpath,{tmp_path}")
    done = run(windtunnel, tmp_path, "--mode", mode, hello)
    assert done.status == 0, done.err
    assert sorted(done.out.splitlines()) == ["0 of 3", "1 of 3", "2 of 3"]


def test_item_07_an_old_run_path_does_not_bring_the_other_library(windtunnel, tmp_path):
    library(tmp_path, "libmpich.so.12")
    options = (f"-L{tmp_path}", "-l:libmpich.so.12", f"-Wl,--disable-new-dtags,-rpath,{tmp_path}")
    done = run(windtunnel, tmp_path, "--mode", "processes", program(tmp_path, "hello", MPICH_HELLO, *options))
    assert sorted(done.out.splitlines()) == ["0 of 3", "1 of 3", "2 of 3"], done.err


@pytest.mark.parametrize("mode", ["auto", *MODES])
def test_item_07_an_mpi_library_of_another_name_is_refused(windtunnel, tmp_path, mode):
    """With it each process would be a world of its own, and the run a success."""
    path = library(tmp_path, "libvendor_mpi.so.3")
    options = (f"-L{tmp_path}", "-l:libvendor_mpi.so.3", f"-Wl,-rpath,{tmp_path}")
    done = run(windtunnel, tmp_path, "--mode", mode, program(tmp_path, "hello", MPICH_HELLO, *options))
    assert done.status != 0 and "0 of 1" not in done.out
    assert f"hello: not supported: uses the MPI library {path}: link it with libmpi_abi.so.1, " in done.err


@pytest.mark.parametrize("mode", ["auto", "processes"])
def test_item_07_an_mpi_library_inside_the_program_is_refused(windtunnel, tmp_path, mode):
    (tmp_path / "alone.c").write_text(ALONE)
    inside = program(tmp_path, "inside", MPICH_HELLO, tmp_path / "alone.c", "-rdynamic")
    done = run(windtunnel, tmp_path, "--mode", mode, inside)
    assert done.status != 0 and "0 of 1" not in done.out
    assert "inside: not supported: an MPI library is linked into it statically: link it with libmpi_abi.so.1, " in done.err


def test_item_07_a_second_mpi_library_beside_ours_is_refused(windtunnel, tmp_path):
    path = library(tmp_path, "libvendor_mpi.so.3")
    options = (f"-L{tmp_path}", "-Wl,--no-as-needed", "-l:libvendor_mpi.so.3", f"-Wl,-rpath,{tmp_path}")
    both = windtunnel.compile(HELLO, tmp_path / "both", *options)
    for mode in MODES:
        done = run(windtunnel, tmp_path, "--mode", mode, both)
        assert done.status != 0 and f"uses the MPI library {path}" in done.err, mode
        shutil.rmtree(tmp_path / "out", ignore_errors=True)


OPENS = """#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    void *library = dlopen("./libvendor_mpi.so.3", RTLD_NOW);
    int (*init)(int *, char ***) = (int (*)(int *, char ***))dlsym(library, "MPI_Init");
    init(&argc, &argv);
    puts("ran");
    return 0;
}
"""


def test_item_07_an_mpi_library_that_the_program_opens_itself_is_noticed(windtunnel, tmp_path):
    path = library(tmp_path, "libvendor_mpi.so.3")
    alone = program(tmp_path, "opens", OPENS, "-ldl")
    done = run(windtunnel, tmp_path, alone)
    assert done.status == 1 and f"not supported: uses the MPI library {path}" in done.err.replace("/./", "/")
    shutil.rmtree(tmp_path / "out")
    text = OPENS.replace("#include <dlfcn.h>", "#include <mpi.h>\n#include <dlfcn.h>")
    text = text.replace('    puts("ran");', "    MPI_Init(&argc, &argv);\n    MPI_Finalize();")
    beside = windtunnel.compile(text, tmp_path / "beside", "-ldl")
    done = run(windtunnel, tmp_path, "--mode", "processes", beside)
    assert done.status == 1 and "not supported: uses the MPI library" in done.err


def test_item_07_a_program_of_a_script_with_another_mpi_library_is_refused(windtunnel, tmp_path):
    path = library(tmp_path, "libvendor_mpi.so.3")
    options = (f"-L{tmp_path}", "-l:libvendor_mpi.so.3", f"-Wl,-rpath,{tmp_path}")
    program(tmp_path, "hello", MPICH_HELLO, *options)
    for shell in ("bash", "sh"):
        done = run(windtunnel, tmp_path, script(tmp_path, "./hello\n", shell))
        assert done.status == 1 and "0 of 1" not in done.out
        assert f"./hello: not supported: uses the MPI library {path}" in done.err
        shutil.rmtree(tmp_path / "out")


# ---- item 14 ----

REFUSED = {
    "thread": (
        "pthread_t thread; pthread_create(&thread, NULL, work, NULL); pthread_join(thread, NULL);",
        "threads in a rank",
    ),
    "fork": ("int status; if (fork() == 0) _exit(0); wait(&status);", "fork in a rank"),
    "open": ('if (!dlopen("libm.so.6", RTLD_NOW)) return 9;', "dlopen in a rank"),
    "reopen": (
        'if (rank == 0 && !freopen("zero.txt", "w", stdout)) return 9;',
        "freopen of a standard stream in a rank",
    ),
    "dup2": (
        'if (rank == 0) dup2(open("zero.txt", O_CREAT | O_WRONLY, 0600), 1);',
        "dup2 onto a standard descriptor in a rank",
    ),
    "alarm": ("alarm(1000);", "timers that raise signals in a rank"),
}

REFUSED_PROGRAM = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static void *work(void *argument) { return argument; }
int main(int argc, char **argv)
{
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    BEFORE
    if (argc > 1) {
        CALL
    }
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d\\n", sum);
    fflush(stdout);
    (void)work;
    MPI_Finalize();
    return 0;
}
"""


def refused_program(windtunnel, folder, name, before=""):
    text = REFUSED_PROGRAM.replace("BEFORE", before).replace("CALL", REFUSED[name][0])
    built = windtunnel.compile(text, folder / name, "-g", "-pthread", "-ldl")
    line = 1 + text.splitlines().index("        " + REFUSED[name][0])
    return built, f"{name}.c:{line})"


@pytest.mark.parametrize("name", REFUSED)
def test_item_14_a_call_that_images_do_not_hold_makes_ranks_processes(windtunnel, tmp_path, name):
    built, line = refused_program(windtunnel, tmp_path, name)
    done = run(windtunnel, tmp_path, built, "really")
    assert done.status == 0, done.err
    assert REFUSED[name][1] in done.err and line in done.err and IN_PROCESSES in done.err
    silent = name in ("reopen", "dup2")
    assert done.out == "3\n" * (2 if silent else 3)
    if silent:
        assert (tmp_path / "zero.txt").read_text() == "3\n"


def test_item_14_a_call_that_is_only_referred_to_changes_nothing(windtunnel, tmp_path):
    """A program that could start threads and does not is run as images, many times as fast."""
    built, _ = refused_program(windtunnel, tmp_path, "thread")
    done = run(windtunnel, tmp_path, built)
    assert done.status == 0 and done.out == "3\n" * 3
    assert "as processes" not in done.err


@pytest.mark.parametrize("name", REFUSED)
def test_item_14_the_line_is_that_of_the_refused_call(windtunnel, tmp_path, name):
    built, line = refused_program(windtunnel, tmp_path, name)
    done = run(windtunnel, tmp_path, "--mode", "images", built, "really")
    assert done.status == 1
    assert f"{REFUSED[name][1]}" in done.err and line in done.err and "run it with --mode processes" in done.err


def test_item_14_a_run_that_has_printed_is_begun_again_and_prints_no_line_twice(windtunnel, tmp_path):
    before = 'fprintf(stderr, "begun\\n");'
    built, line = refused_program(windtunnel, tmp_path, "fork", before)
    done = run(windtunnel, tmp_path, built, "really")
    assert done.status == 0 and done.out == "3\n" * 3 and done.err.count("begun\n") == 3, done.err
    assert "fork in a rank" in done.err and line in done.err and IN_PROCESSES in done.err


def test_item_14_what_ranks_changed_before_is_as_it_was(windtunnel, tmp_path):
    """The second beginning is in the same folder, with the same input, environment and mask of new files."""
    (tmp_path / "elsewhere").mkdir()
    before = """char line[32] = "none";
    if (rank == 0 && read(0, line, 5) != 5) return 8;
    char here[4096];
    if (!getcwd(here, sizeof here) || chdir("elsewhere")) return 7;
    fprintf(rank ? fopen("/dev/null", "w") : stdout, "%.5s %s", line, here + BASE);"""
    before = before.replace("BASE", str(len(os.path.realpath(tmp_path))))
    built, _ = refused_program(windtunnel, tmp_path, "fork", before)
    (tmp_path / "input").write_text("12345")
    with (tmp_path / "input").open() as given:
        command = [windtunnel.prefix / "bin" / "windtunnel", "run", "-q", "-n", "2", *MACHINE, built, "really"]
        done = subprocess.run(
            command, cwd=tmp_path, stdin=given, capture_output=True, text=True, timeout=120, check=False
        )
    assert done.returncode == 0, done.stderr
    assert IN_PROCESSES in done.stderr and sorted(done.stdout.splitlines()) == ["1", "12345 1"]


# ---- item 15 ----

ADDRESSES = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
static int global;
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    void *small = malloc(100), *large = malloc(1 << 22);
    void *mapped = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: %p %p %p %p %p %p\\n", rank, (void *)&global, small, large, mapped, (void *)&rank, (void *)printf);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", MODES)
def test_item_15_addresses_are_the_same_at_every_run(windtunnel, tmp_path, mode):
    allowed = subprocess.run(["setarch", "-R", "true"], capture_output=True, check=False)
    if allowed.returncode:
        pytest.skip("this system does not let address randomisation be switched off")
    addresses = windtunnel.compile(ADDRESSES, tmp_path / "addresses")
    outputs = set()
    for _ in range(3):
        done = run(windtunnel, tmp_path, "--mode", mode, addresses)
        assert done.status == 0, done.err
        outputs.add(done.out)
        shutil.rmtree(tmp_path / "out")
    assert len(outputs) == 1
