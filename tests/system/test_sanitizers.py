"""Programs that are compiled with a sanitizer: the run says what it finds, with rank and line, in the mode that is chosen."""

import shutil
import subprocess

import pytest

MACHINE = ["-p", "ethernet-cluster", "--compute", "none"]

# One mistake each, made by rank 1 where there is an argument. The lines of the mistakes are named by comments.
MISTAKES = r"""
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int count, racy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *argument)
{
    for (int i = 0; i < 100; i++) {
        if (!racy)
            pthread_mutex_lock(&lock);
        count++; /* race */
        if (!racy)
            pthread_mutex_unlock(&lock);
    }
    return argument;
}
int main(int argc, char **argv)
{
    int rank, provided, local[4], *values = malloc(4000), *lost;
    const char *what = "";
    pthread_t threads[2];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1 && argc > 1)
        what = argv[1];
    memset(values, 0, 4000);
    if (!strcmp(what, "heap"))
        values[1000] = 1; /* heap */
    for (int i = 0; i < 4 + !strcmp(what, "stack"); i++)
        local[i] = rank; /* stack */
    if (!strcmp(what, "leak")) {
        lost = malloc(100); /* leak */
        lost[0] = local[0];
        lost = NULL;
    }
    if (rank == 0)
        MPI_Send(calloc(1, 4004), 1001, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else if (strcmp(what, "received"))
        MPI_Recv(malloc(4004), 1001, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Recv(values, 1001, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* received */
    if (!strcmp(what, "sent"))
        MPI_Bcast(values, 1001, MPI_INT, 0, MPI_COMM_SELF); /* sent */
    racy = !strcmp(what, "race");
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(what, "freed"))
        free(values);
    printf("rank %d: %d %d\n", rank, count, values[0]); /* freed */
    MPI_Finalize();
    return 0;
}
"""


def line_of(what):
    return next(number for number, line in enumerate(MISTAKES.splitlines(), 1) if f"/* {what} */" in line)


def works(compiler, sanitizer, folder):
    """Whether the system has this compiler with the sanitizer's library."""
    (folder / "empty.c").write_text("int main(void) { return 0; }\n")
    words = [compiler, f"-fsanitize={sanitizer}", "empty.c", "-o", "empty"]
    if shutil.which(compiler) is None or subprocess.run(words, cwd=folder, capture_output=True, check=False).returncode:
        return False
    return subprocess.run(["./empty"], cwd=folder, capture_output=True, check=False).returncode == 0


@pytest.fixture(params=["gcc", "clang", "clang-14", "clang-19"], scope="module")
def compiled(request, windtunnel, tmp_path_factory):
    """Compiles the program with a sanitizer, as `compiled(sanitizer)`."""
    folder = tmp_path_factory.mktemp("sanitizers")

    def program(sanitizer):
        path = folder / sanitizer
        if not path.exists():
            if not works(request.param, sanitizer, folder):
                pytest.skip(f"NOT RUN: {request.param} lacks -fsanitize={sanitizer}")
            (folder / "mistakes.c").write_text(MISTAKES)
            words = ["wtcc", f"-fsanitize={sanitizer}", "-pthread", "mistakes.c", "-o", path]
            done = windtunnel.execute(*words, cwd=folder, env={"WT_CC": request.param})
            assert done.status == 0, done.err
        return path

    return program


@pytest.mark.parametrize(
    ("what", "description"),
    [
        ("heap", "heap-buffer-overflow"),
        ("stack", "stack-buffer-overflow"),
        ("freed", "heap-use-after-free"),
        ("received", "heap-buffer-overflow"),
        ("sent", "heap-buffer-overflow"),
    ],
)
def test_an_error_of_memory_is_a_crash_of_the_rank(windtunnel, compiled, tmp_path, what, description):
    environment = {"ASAN_OPTIONS": "detect_leaks=0"}
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, compiled("address"), what, cwd=tmp_path, env=environment)
    assert done.status == 1
    assert "address is compiled with AddressSanitizer: its ranks run as processes" in done.err
    assert f"rank 1 crashed: SIGABRT (AddressSanitizer: {description})" in done.err
    assert f"main (mistakes.c:{line_of(what)})" in done.err, done.err
    assert any(
        line.startswith("[1] ==") and f"ERROR: AddressSanitizer: {description}" in line for line in done.err.splitlines()
    )


def test_a_leak_is_told_with_its_rank_and_nothing_of_ours_is_one(windtunnel, compiled, tmp_path):
    program = compiled("leak")
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, program, "leak", cwd=tmp_path)
    leaks = [line for line in done.err.splitlines() if " in main " in line and f"mistakes.c:{line_of('leak')}" in line]
    assert [line[:4] for line in leaks] == ["[1] "], done
    assert "libwindtunnel" not in "".join(line for line in done.err.splitlines() if " #1 " in line)
    assert done.status == 1


def test_a_race_of_a_ranks_threads_is_told_with_its_rank(windtunnel, compiled, tmp_path):
    program = compiled("thread")
    right = windtunnel.must("run", "-q", "-n", 2, *MACHINE, program, cwd=tmp_path)
    assert "ThreadSanitizer: data race" not in right.err
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, program, "race", cwd=tmp_path)
    assert done.status == 1 and "status 66" in done.err
    races = [line for line in done.err.splitlines() if "SUMMARY: ThreadSanitizer: data race" in line]
    assert len(races) == 1 and races[0].startswith("[1] ") and f"mistakes.c:{line_of('race')}" in races[0]


def test_a_right_program_has_the_times_that_it_has_without(windtunnel, compiled, tmp_path):
    plain = windtunnel.compile(MISTAKES, tmp_path / "plain")
    words = ["run", "-q", "-n", 2, *MACHINE, "--mode", "processes"]
    said = [
        windtunnel.must(*words, program, cwd=tmp_path, env={"ASAN_OPTIONS": "detect_leaks=0"})
        for program in (plain, compiled("address"))
    ]
    assert said[0].out == said[1].out
    times = [next(line for line in done.err.splitlines() if "simulated time" in line) for done in said]
    assert times[0] == times[1]


@pytest.mark.parametrize("mode", ["images", "serialised"])
def test_other_modes_are_refused(windtunnel, compiled, tmp_path, mode):
    refused = windtunnel("run", "-q", "-n", 2, *MACHINE, "--mode", mode, compiled("address"), cwd=tmp_path)
    assert refused.status == 2
    why = "address: not supported: compiled with AddressSanitizer, whose ranks have to be processes: leave out --mode"
    assert why in refused.err


def test_a_sanitizer_of_undefined_memory_is_refused(windtunnel, compiled, tmp_path):
    refused = windtunnel("run", "-q", "-n", 2, *MACHINE, compiled("memory"), cwd=tmp_path)
    assert refused.status == 2
    assert "compiled with MemorySanitizer, which takes what ranks receive for undefined" in refused.err


def test_a_program_of_a_script_has_its_sanitizer_too(windtunnel, compiled, tmp_path):
    (tmp_path / "script.sh").write_text(f'#!/bin/sh\nexec {compiled("address")} "$@"\n')
    (tmp_path / "script.sh").chmod(0o755)
    done = windtunnel("run", "-q", "-n", 2, *MACHINE, "./script.sh", "heap", cwd=tmp_path)
    assert "rank 1 crashed: SIGABRT (AddressSanitizer: heap-buffer-overflow)" in done.err
    assert f"main (mistakes.c:{line_of('heap')})" in done.err
