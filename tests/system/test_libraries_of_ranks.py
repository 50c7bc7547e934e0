"""Libraries in a process that ranks are images in: they find the next definition of a function, keep words of their own in C++'s
streams, look for pointers in a stack, start threads when something has been printed already."""

import re
import subprocess
from pathlib import Path

import pytest

SYSTEM = Path("/usr/lib/x86_64-linux-gnu")
OPTIONS = ["-p", "two-hosts", "--compute", "none"]

NEXT = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
static int opened;
FILE *fopen(const char *path, const char *mode)
{
    FILE *(*next)(const char *, const char *) = (FILE * (*)(const char *, const char *))dlsym(RTLD_NEXT, "fopen");
    opened++;
    return next(path, mode);
}
int atoi(const char *text)
{
    int (*next)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "atoi");
    return next == atoi ? -1 : next(text);
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char name[] = "r0";
    name[1] += rank;
    FILE *file = fopen(name, "w");
    fprintf(file, "rank %d\\n", rank);
    fclose(file);
    printf("%d %d %d\\n", opened, atoi("41"), dlsym(RTLD_NEXT, "no_such_function") == NULL);
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_the_next_definition_of_a_function_is_found(windtunnel, tmp_path, mode):
    windtunnel.compile(NEXT, tmp_path / "next", "-fno-builtin")
    done = windtunnel.must("run", "-q", "-n", 2, *OPTIONS, "--mode", mode, "./next", cwd=tmp_path)
    assert done.out == "1 41 1\n" * 2
    assert [(tmp_path / f"r{rank}").read_text() for rank in range(2)] == ["rank 0\n", "rank 1\n"]


WORDS = """
#include <mpi.h>
#include <iostream>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, at[12];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int &index : at) index = std::ios_base::xalloc();
    // More than the eight words that a stream has room for in itself.
    for (int index : at) std::cout.iword(index) = 100 * rank + index - at[0];
    for (int index : at) std::cin.iword(index) = -1;
    MPI_Barrier(MPI_COMM_WORLD);
    long sum = 0;
    for (int index : at) sum += std::cout.iword(index);
    std::cout << "sum " << sum << (std::cin.tie() == &std::cout ? " tied" : " apart") << std::endl;
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_words_of_streams_are_each_ranks_own(windtunnel, tmp_path, mode):
    (tmp_path / "words.cpp").write_text(WORDS)
    done = windtunnel.execute("wtcxx", "words.cpp", "-o", "words", cwd=tmp_path)
    assert done.status == 0, done.err
    done = windtunnel.must("run", "-q", "-n", 3, *OPTIONS, "--mode", mode, "./words", cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["sum 1266 tied", "sum 2466 tied", "sum 66 tied"]


def test_a_garbage_collector_gets_processes(windtunnel, tmp_path):
    """It looks for pointers from where the process's stack begins: a rank's stack is elsewhere in images."""
    (tmp_path / "collector.c").write_text("int collected;\nvoid GC_collect(void) { collected++; }\n")
    library = ["cc", "-shared", "-fPIC", "-Wl,-soname,libgc.so.1", "collector.c", "-o", "libgc.so.1"]
    subprocess.run(library, cwd=tmp_path, check=True)
    source = "#include <mpi.h>\nvoid GC_collect(void);\nint main(void) { MPI_Init(0, 0); GC_collect(); MPI_Finalize(); }\n"
    windtunnel.compile(source, tmp_path / "lisp", "-L", tmp_path, "-l:libgc.so.1", f"-Wl,-rpath,{tmp_path}")
    done = windtunnel.must("run", "-n", 2, *OPTIONS, "./lisp", cwd=tmp_path)
    assert "has a garbage collector that knows one stack for each thread (libgc.so.1): its ranks run as processes" in done.err
    assert re.search(r"mode +processes", done.out + done.err)


THREAD = """
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
static void *work(void *value) { return value; }
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "rank %d says so\\n", rank);
    printf("rank %d begins\\n", rank);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, NULL);
    }
    fprintf(stderr, "rank %d says so\\n", rank);
    printf("rank %d ends", rank);
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("tag", [[], ["--tag-output"]], ids=["plain", "tagged"])
def test_a_run_that_has_printed_already_restarts_and_prints_once(windtunnel, tmp_path, tag):
    windtunnel.compile(THREAD, tmp_path / "late", "-pthread")
    done = windtunnel.must("run", "-q", "-n", 2, *OPTIONS, *tag, "./late", cwd=tmp_path)
    assert "its ranks run as processes; the run restarts" in done.err
    said = [f"{f'[{rank}] ' if tag else ''}rank {rank} says so" for rank in range(2)]
    assert sorted(line for line in done.err.splitlines() if "says so" in line) == sorted(2 * said)
    assert sorted(re.findall(r"rank \d (?:begins|ends)", done.out)) == [
        "rank 0 begins",
        "rank 0 ends",
        "rank 1 begins",
        "rank 1 ends",
    ]


def test_a_run_that_has_printed_too_much_ends_with_words(windtunnel, tmp_path):
    much = THREAD.replace("fflush(stdout);", 'for (int i = 0; i < 20000; i++) puts("line"); fflush(stdout);')
    windtunnel.compile(much, tmp_path / "late", "-pthread")
    done = windtunnel("run", "-q", "-n", 2, *OPTIONS, "./late", cwd=tmp_path)
    assert done.status == 1
    assert "run it with --mode processes" in done.err


# Two variables of the library's: one that the program sets and the library reads, and the other way round.
VARIABLES = """
#include <mpi.h>
#include <stdio.h>
extern int __gmp_default_fp_limb_precision, __gmp_errno;
void __gmpf_init(void *), __gmp_randinit(void *, int, ...);
int main(int argc, char **argv)
{
    int rank;
    struct { int precision, size; long exponent; void *limbs, *more[8]; } number;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    __gmp_default_fp_limb_precision = 10 + rank;
    if (rank == 1)
        __gmp_randinit(&number, 99);
    MPI_Barrier(MPI_COMM_WORLD);
    __gmpf_init(&number);
    printf("rank %d: %d limbs, error %d\\n", rank, number.precision, __gmp_errno);
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("mode", ["images", "processes"])
@pytest.mark.parametrize("copies", ["-fPIE", "-fPIC"])
def test_variables_of_a_library_of_the_systems_are_each_ranks_own(windtunnel, tmp_path, mode, copies):
    """An executable has a copy of such a variable, which the library has to use (R_X86_64_COPY); a library has none."""
    library = next((path for path in SYSTEM.glob("libgmp.so.10")), None)
    if library is None:
        pytest.skip(f"NOT RUN: there is no libgmp.so.10 in {SYSTEM}")
    windtunnel.compile(VARIABLES, tmp_path / "variables", copies, library)
    done = windtunnel.must("run", "-q", "-n", 2, *OPTIONS, "--mode", mode, "./variables", cwd=tmp_path)
    assert sorted(done.out.splitlines()) == ["rank 0: 10 limbs, error 0", "rank 1: 11 limbs, error 1"]


FUNCTIONS = """
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
void __gmp_set_memory_functions(void *(*)(size_t), void *(*)(void *, size_t, size_t), void (*)(void *, size_t));
int __gmpz_init_set_str(void *, const char *, int);
static int count;
static void *allocate(size_t bytes) { count++; return malloc(bytes); }
static void *resize(void *block, size_t before, size_t bytes) { return realloc(block, bytes); }
static void release(void *block, size_t bytes) { free(block); }
int main(int argc, char **argv)
{
    int rank;
    long number[2];
    pthread_key_t keys[20], key;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        __gmp_set_memory_functions(allocate, resize, release);
    MPI_Barrier(MPI_COMM_WORLD);
    __gmpz_init_set_str(number, "123456789012345678901234567890", 10);
    int made = 0, kept = 0;
    for (int i = 0; i < 20; i++) made += pthread_key_create(&keys[i], NULL) == 0;
    pthread_setspecific(keys[3], &keys[rank % 20]);
    MPI_Barrier(MPI_COMM_WORLD);
    kept = pthread_getspecific(keys[3]) == &keys[rank % 20] && pthread_getspecific(keys[4]) == NULL;
    kept += pthread_key_delete(keys[3]) == 0 && pthread_key_delete(keys[3]) != 0 && pthread_setspecific(keys[3], &key) != 0;
    kept += pthread_key_create(&key, NULL) == 0 && pthread_getspecific(key) == NULL;
    printf("rank %d: %d, %d, %d\\n", rank, count > 0, made, kept);
    MPI_Finalize();
}
"""


def test_each_rank_has_its_own_copy_of_a_library_of_the_systems(windtunnel, tmp_path):
    """Not only where a program uses its variables. A process has 1,024 keys of thread-specific data."""
    library = next((path for path in SYSTEM.glob("libgmp.so.10")), None)
    if library is None:
        pytest.skip(f"NOT RUN: there is no libgmp.so.10 in {SYSTEM}")
    windtunnel.compile(FUNCTIONS, tmp_path / "functions", library)
    platform = ["-p", "two-hosts", "--oversubscribe", "--compute", "none"]
    done = windtunnel.must("run", "-q", "-n", 70, *platform, "--mode", "images", "./functions", cwd=tmp_path)
    assert sorted(done.out.splitlines()) == sorted(f"rank {rank}: {int(rank == 0)}, 20, 3" for rank in range(70))
    few = ["run", "-q", "-n", 2, *OPTIONS, "--mode"]
    told = [sorted(windtunnel.must(*few, mode, "./functions", cwd=tmp_path).out.splitlines()) for mode in ("images", "processes")]
    assert told[0] == told[1]
