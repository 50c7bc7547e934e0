"""Ranks that destroy memory, free twice or end inside of an operation: rank and place are named, whatever they have overwritten."""

import re

import pytest

MACHINE = ["-q", "-n", 4, "-p", "fat-tree", "--compute", "none"]

# Rank 2 writes so many bytes beyond its last variable: over what the C library, the linker and the unwinder have on the heap.
BEYOND = """#include <mpi.h>
#include <stdlib.h>
#include <string.h>
static volatile unsigned char last[1 << 16];
static void spoil(long bytes)
{
    for (long i = 0; i < bytes; i++) last[sizeof last + i] = 0x5a;
}
int main(int argc, char **argv)
{
    int rank, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    free(malloc(1 << 18));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) spoil(atol(argv[1]));
    MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    free(malloc(5000));
    MPI_Finalize();
    return all != 6;
}
"""

FREES = """#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2) {
        size_t bytes = (size_t)atol(argv[1]);
        char *volatile block[3] = {malloc(bytes), malloc(bytes), malloc(bytes)};
        int which = atoi(argv[2]);
        free(block[which]);
        free(block[which]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""

ENDS = """#include <mpi.h>
#include <stdlib.h>
static void combine(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)count, (void)type;
    exit(9);
}
int main(int argc, char **argv)
{
    int rank, all;
    MPI_Op op;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op_create(combine, 1, &op);
    MPI_Allreduce(&rank, &all, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("bytes", [1 << 16, 1 << 20, 8 << 20])
def test_a_rank_that_has_overwritten_its_heap_is_named(windtunnel, tmp_path, bytes):
    """What the handler of a crash needed lay on the heap: it crashed in turn, and the simulator was blamed."""
    program = windtunnel.compile(BEYOND, tmp_path / "beyond", "-g")
    done = windtunnel("run", *MACHINE, "--mode", "processes", program, bytes, cwd=tmp_path)
    assert done.status == 1 and "windtunnel: rank 2 crashed: SIG" in done.err, done.err
    assert "simulator" not in done.err and "panicked" not in done.err, done.err


@pytest.mark.parametrize("bytes", [40, 5000, 300_000])
def test_a_block_that_is_freed_twice_is_said_with_its_line(windtunnel, tmp_path, bytes):
    """Images handed the block out twice, and panicked when the rank ended."""
    program = windtunnel.compile(FREES, tmp_path / "frees", "-g")
    for which in range(3):
        done = windtunnel("run", *MACHINE, "--mode", "images", program, bytes, which, cwd=tmp_path)
        assert done.status == 1, done.err
        assert "rank 2 crashed: SIGABRT (free of a pointer that is not allocated (freed twice?))" in done.err
        assert "main (frees.c:13)" in done.err and "panicked" not in done.err, done.err


@pytest.mark.parametrize("mode", ["images", "serialised", "processes"])
def test_an_operation_that_ends_the_program_is_said_with_its_line(windtunnel, tmp_path, mode):
    program = windtunnel.compile(ENDS, tmp_path / "ends", "-g")
    done = windtunnel("run", *MACHINE, "--mode", mode, program, cwd=tmp_path)
    assert done.status == 1 and "panicked" not in done.err, done.err
    said = r"rank \d: its reduction function ended the program by exit\(9\), at combine \(ends.c:6\), at main \(ends.c:15\)"
    assert re.search(said, done.err), done.err
