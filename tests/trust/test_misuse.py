"""What a program does wrong is told as what it is: by rank, call and line."""

import pytest

MACHINE = ("-p", "fat-tree", "--compute", "none")
MODES = ("images", "processes")

OPERATION = """static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
    for (int i = 0; i < *n; i++) ((long *)inout)[i] += ((long *)in)[i];
}
"""


def run(windtunnel, folder, *words, ranks=3, **options):
    return windtunnel("run", "-q", "-n", ranks, *MACHINE, "--out", folder / "out", *words, cwd=folder, **options)


def line_of(text, part):
    """The number of the line that a text has this in."""
    [number] = [number for number, line in enumerate(text.splitlines(), 1) if part in line]
    return number


# ---- item 13 ----

THREAD_AFTER = """#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
OPERATION
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int gone;
static void *wait_for_it(void *argument)
{
    pthread_mutex_lock(&lock);
    while (!gone) pthread_cond_wait(&go, &lock);
    pthread_mutex_unlock(&lock);
    return argument;
}
int main(int argc, char **argv)
{
    int provided;
    long in = 1, out;
    pthread_t thread;
    MPI_Op op;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&in, &out, 1, MPI_LONG, op, MPI_COMM_WORLD);
    pthread_create(&thread, NULL, wait_for_it, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_mutex_lock(&lock);
    gone = 1;
    pthread_cond_signal(&go);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    MPI_Allreduce(&in, &out, 1, MPI_LONG, op, MPI_COMM_WORLD);
    printf("%ld\\n", out);
    MPI_Finalize();
    return 0;
}
"""


def test_item_13_a_thread_after_a_reduction_of_the_programs_own_is_no_deadlock(windtunnel, tmp_path):
    text = THREAD_AFTER.replace("OPERATION", OPERATION)
    done = run(windtunnel, tmp_path, "--mode", "processes", windtunnel.compile(text, tmp_path / "after", "-pthread"))
    assert done.status == 0 and done.out == "3\n" * 3, done.err


LEAVES = """#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2)
        LEAVE
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("call", ["exit(5)", "_exit(3)", "quick_exit(0)"])
def test_item_13_a_rank_that_leaves_is_told_and_no_deadlock(windtunnel, manifest, tmp_path, call, mode):
    text = LEAVES.replace("LEAVE", f"{call};")
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "leaves", "-g"))
    line = line_of(text, call)
    assert done.status == 1
    assert f"rank 2 called {call} at main (leaves.c:{line}) without MPI_Finalize: others wait for it" in done.err
    assert "deadlock" not in manifest(tmp_path / "out")["diagnosis"]


@pytest.mark.parametrize("mode", MODES)
def test_item_13_a_rank_whose_main_returns_is_told_and_no_deadlock(windtunnel, tmp_path, mode):
    text = LEAVES.replace("LEAVE", "return 4;")
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "returns"))
    assert done.status == 1 and "deadlock" not in done.err
    assert "rank 2 returned 4 from main without MPI_Finalize: others wait for it" in done.err


@pytest.mark.parametrize("mode", MODES)
def test_item_13_a_rank_that_never_began_is_told(windtunnel, tmp_path, mode):
    text = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
int main(int argc, char **argv)
{
    if (mkdir("first", 0700) == 0) exit(0);
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "away", "-g"))
    assert done.status == 1
    assert "rank 0 called exit(0) at main (away.c:7) without MPI_Init: others wait for it" in done.err


@pytest.mark.parametrize("mode", MODES)
def test_item_13_a_deadlock_beside_a_rank_that_has_left_stays_one(windtunnel, tmp_path, mode):
    """Ranks 0 and 1 wait for each other: that rank 2 has left is not why."""
    text = LEAVES.replace("LEAVE", "exit(0);").replace(
        "    MPI_Barrier(MPI_COMM_WORLD);",
        "    int x;\n    MPI_Recv(&x, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
    )
    done = run(windtunnel, tmp_path, "--mode", mode, windtunnel.compile(text, tmp_path / "both"))
    assert done.status == 1
    assert "deadlock: 2 of 3 ranks" in done.err and "the knot: ranks 0, 1 wait only for one another" in done.err
