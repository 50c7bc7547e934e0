"""What memory of this machine a run takes."""

import json

import pytest

RANKS = 1024
# What ranks agree on to make a communicator takes no memory. A rank has records of its own objects and of messages under way, and
# touches a page more of its stack.
BYTES_A_RANK = 7_000

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


HOLDER = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What this process takes of the machine, kB. */
static int proportional(void)
{
    char line[256];
    int found = 0;
    FILE *rollup = fopen("/proc/self/smaps_rollup", "r");
    while (!found && fgets(line, sizeof line, rollup))
        sscanf(line, "Pss: %d", &found);
    fclose(rollup);
    return found;
}

int main(int argc, char **argv)
{
    int rank, own, sum;
    size_t bytes = 12 << 20;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    volatile char *held = malloc(bytes);
    for (size_t at = 0; at < bytes; at += 4096)
        held[at] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    own = proportional();
    MPI_Reduce(&own, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (argc > 1)
        free((void *)held);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("frees", [[], ["frees"]])
def test_the_memory_of_all_processes_counts(windtunnel, tmp_path, manifest, frees):
    program = windtunnel.compile(HOLDER, tmp_path / "holder")
    options = ["-n", 16, "-p", "fat-tree", "--compute", "none"]
    done = windtunnel.must("run", *options, "--mode", "processes", "--out", "processes", program, *frees, cwd=tmp_path)
    ranks = int(next(line for line in done.out.splitlines() if line.isdigit())) * 1024
    peak = json.loads((tmp_path / "processes/host.json").read_text())["peak_memory_bytes"]
    assert ranks > 16 * 12 << 20
    assert ranks < peak < 1.1 * ranks, "the simulator and the process that has forked the ranks take few MB"
    assert manifest(tmp_path / "processes")["mode"] == "processes"
    windtunnel.must("run", *options, "--out", "images", program, cwd=tmp_path)
    assert manifest(tmp_path / "images")["mode"] == "images"
    summary = windtunnel.must("summary", "images", cwd=tmp_path).out
    assert ["mode", "images"] in [line.split() for line in summary.splitlines()]


def test_replays_have_no_mode(windtunnel, tmp_path, manifest):
    windtunnel.must("motif", "-q", "halo3d", "-n", 8, "-p", "torus-3d", "--out", "motif", cwd=tmp_path)
    assert "mode" not in manifest(tmp_path / "motif")


def test_stacks_without_guard_pages_are_looked_at(windtunnel, program, tmp_path):
    """With this many ranks the engine checks the lowest page of each stack, through a file that it opens between two ranks."""
    windtunnel.must("run", "-q", "-n", 10_000, "-p", "two-hosts", "--oversubscribe", "--compute", "none", "--out", "run",
                    program, "dup", cwd=tmp_path)
    inputs = json.loads((tmp_path / "run" / "run.json").read_text())["inputs"]
    assert not [name for name in map(str, inputs) if "pagemap" in name]


ZEROS = r"""
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = (1 << 20) + 100 };

/* Passes what is in `from` round a ring of ranks into `to`, and looks whether it has come. */
static int passes(const char *from, char *to, const char *expected)
{
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Sendrecv(from, BYTES, MPI_BYTE, (rank + 1) % ranks, 0, to, BYTES, MPI_BYTE, (rank + ranks - 1) % ranks, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return expected == NULL || memcmp(to, expected, BYTES) == 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    char *from = calloc(BYTES, 1), *to = calloc(BYTES, 1);
    int right = passes(from, to, NULL);
    if (argc > 1) {
        /* Zeros replace other bytes, the last byte alone is none, and so is one in the middle. */
        memset(to, 1, BYTES);
        right = right && passes(from, to, from);
        from[BYTES - 1] = 2;
        right = right && passes(from, to, from);
        from[BYTES / 2] = 3;
        memset(to, 0, BYTES);
        right = right && passes(from, to, from);
    }
    MPI_Finalize();
    return right ? 0 : 1;
}
"""


def test_zeros_into_memory_that_was_never_written_take_none(windtunnel, tmp_path):
    program = windtunnel.compile(ZEROS, tmp_path / "zeros")

    def peak(*arguments):
        out = tmp_path / f"run{len(arguments)}"
        windtunnel.must("run", "-q", "-n", 64, "-p", "torus-3d", "--compute", "none", "--out", out, program, *arguments,
                        cwd=tmp_path)
        return json.loads((out / "host.json").read_text())["peak_memory_bytes"]

    # 64 MiB of receive buffers, but for what else differs.
    assert peak() + (60 << 20) < peak("contents")
