"""What memory of this machine a run takes."""

import functools
import json

import pytest

RANKS = 1024
# What ranks agree on to make a communicator takes no memory. A rank has records of its own objects and of messages under way, and
# touches a page more of its stack.
BYTES_A_RANK = 7_000
# A window takes less than a page of a heap more than a communicator.
BYTES_A_WINDOW = 2_500

SOURCE = r"""
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, words[65] = {0}, sums[65];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char *kind = argv[1];
    MPI_Comm comm;
    MPI_Request request;
    MPI_Win window;
    MPI_File file;
    long *counter;
    /* Messages as in all that follows, but with contents. */
    MPI_Allreduce(words, sums, 65, MPI_INT, MPI_BAND, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(kind, "dup") == 0)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    else if (strcmp(kind, "idup") == 0) {
        MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (strcmp(kind, "split") == 0)
        MPI_Comm_split(MPI_COMM_WORLD, rank % 64, rank, &comm);
    else if (strcmp(kind, "split_type") == 0)
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm);
    else if (strcmp(kind, "cart") == 0) {
        int dims[1] = {ranks}, periods[1] = {1};
        MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 1, &comm);
    } else if (strcmp(kind, "window") == 0)
        MPI_Win_create(words, sizeof words, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    else if (strcmp(kind, "counter") == 0)
        MPI_Win_allocate(sizeof *counter, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window);
    else if (strcmp(kind, "file") == 0) {
        MPI_File_open(MPI_COMM_WORLD, "memory.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
        MPI_File_close(&file);
    }
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture(scope="module")
def program(windtunnel, tmp_path_factory):
    """A program that makes communicators, windows and files."""
    return windtunnel.compile(SOURCE, tmp_path_factory.mktemp("program") / "memory")


@pytest.fixture(scope="module")
def peak(windtunnel, program, tmp_path_factory):
    """The most memory that a program takes with an MPI library."""
    folder = tmp_path_factory.mktemp("memory")

    @functools.cache
    def measure(kind, library):
        out = folder / f"{kind}-{library}"
        windtunnel.must("run", "-q", "-n", RANKS, "-p", "torus-3d", "--compute", "none", "--mpi-library", library,
                        "--out", out, program, kind, cwd=folder)
        return json.loads((out / "host.json").read_text())["peak_memory_bytes"]

    return measure


@pytest.mark.parametrize("library", ["mpich-4.3", "openmpi-5.0"])
def test_ranks_agree_on_communicators_without_memory(peak, library):
    without = peak("none", library)
    kinds = ["dup", "idup", "split", "split_type", "cart", "window", "file"]
    more = {kind: (peak(kind, library) - without) // RANKS for kind in kinds}
    assert max(more.values()) < BYTES_A_RANK, more


def test_a_tiny_window_takes_no_heap(peak):
    assert (peak("counter", "mpich-4.3") - peak("dup", "mpich-4.3")) // RANKS < BYTES_A_WINDOW


TINY = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A window that is new, to which the rank before writes. */
static long *window(int number, MPI_Win *made)
{
    int rank, size;
    long *memory;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int next = (rank + 1) % size;
    const long value = 100 * number + next;
    MPI_Win_allocate(2 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, made);
    if (memory[0] != 0 || memory[1] != 0)
        printf("rank %d: window %d is not new\n", rank, number);
    memory[0] = -1;
    MPI_Win_fence(0, *made);
    MPI_Put(&value, 1, MPI_LONG, next, 1, 1, MPI_LONG, *made);
    MPI_Win_fence(0, *made);
    if (memory[0] != -1 || memory[1] != 100 * number + rank)
        printf("rank %d: window %d holds %ld, %ld\n", rank, number, memory[0], memory[1]);
    return memory;
}

int main(int argc, char **argv)
{
    MPI_Win one, two;
    MPI_Init(&argc, &argv);
    window(1, &one);
    MPI_Win_free(&one);
    long *first = window(2, &one), *second = window(3, &two);
    printf("%s\n", first[1] + 100 == second[1] && strcmp(argv[1], "text") == 0 ? "fine" : "windows share memory");
    if (argc > 2)
        first[atoi(argv[2])] = 7;
    MPI_Win_free(&one);
    MPI_Win_free(&two);
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture(scope="module")
def tiny(windtunnel, tmp_path_factory):
    """A program whose ranks have no heap when they make their first windows."""
    return windtunnel.compile(TINY, tmp_path_factory.mktemp("tiny") / "tiny")


def test_tiny_windows_are_apart_and_new(windtunnel, tiny, tmp_path):
    done = windtunnel.must("run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", tiny, "text", cwd=tmp_path)
    assert done.out.split() == ["fine"] * 2


@pytest.mark.parametrize("at", [-2, -1, 6, 7])
def test_a_write_beyond_a_tiny_window_is_found_when_it_is_freed(windtunnel, tiny, tmp_path, at):
    command = ("run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", tiny, "text", at)
    done = windtunnel(*command, cwd=tmp_path)
    assert done.status == 1 and "crashed: SIGABRT" in done.err, done.err
