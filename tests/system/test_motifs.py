"""Motifs take the simulated time of the programs that they stand for."""

import json

import pytest

ALLTOALL = """
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int size, bytes = atoi(argv[1]), iterations = atoi(argv[2]);
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *out = calloc(size, bytes), *in = calloc(size, bytes);
    for (int i = 0; i < iterations; i++) {
        MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
"""

PING = """
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, bytes = atoi(argv[1]), iterations = atoi(argv[2]);
    char *buffer = calloc(1, bytes);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if ((rank ^ 1) < size)
        for (int i = 0; i < iterations; i++) {
            if (rank % 2 == 0) {
                MPI_Send(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD);
                MPI_Recv(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            } else {
                MPI_Recv(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                MPI_Send(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD);
            }
        }
    MPI_Finalize();
}
"""


NEIGHBOURS = """
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, bytes = atoi(argv[1]), iterations = atoi(argv[2]);
    double local = 1, global;
    char *buffer = calloc(8, bytes);
    MPI_Request requests[16];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < iterations; i++) {
        for (int n = 0; n < 8; n++) {
            int peer = (rank + (n % 2 ? -1 : 1) * (n / 2 + 1) + size) % size;
            MPI_Irecv(buffer + n * bytes, bytes, MPI_BYTE, peer, n ^ 1, MPI_COMM_WORLD, &requests[n]);
        }
        for (int n = 0; n < 8; n++) {
            int peer = (rank + (n % 2 ? -1 : 1) * (n / 2 + 1) + size) % size;
            MPI_Isend(buffer, bytes, MPI_BYTE, peer, n, MPI_COMM_WORLD, &requests[8 + n]);
        }
        MPI_Waitall(16, requests, MPI_STATUSES_IGNORE);
        MPI_Allreduce(&local, &global, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
"""


ALLREDUCE = """
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int bytes = atoi(argv[1]), iterations = atoi(argv[2]);
    double *local = calloc(1, bytes), *global = calloc(1, bytes);
    MPI_Init(&argc, &argv);
    for (int i = 0; i < iterations; i++)
        MPI_Allreduce(local, global, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
}
"""


# Stores the order of ranks, which the motif computes: for 12 ranks a network of two halves of 2 bits.
RANDOM = """
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
static uint64_t mix(uint64_t bits)
{
    bits += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return bits ^ bits >> 31;
}
static void partners(int rank, uint64_t i, uint64_t m, int *before, int *after)
{
    uint64_t key = mix(mix(1) ^ (i << 32 | m));
    int there[12], place = 0;
    for (int r = 0; r < 12; r++) {
        int at = r;
        do {
            uint64_t left = at >> 2, right = at & 3;
            for (uint64_t round = 0; round < 6; round++) {
                uint64_t next = left ^ (mix(key ^ (round << 32 | right)) & 3);
                left = right;
                right = next;
            }
            at = left << 2 | right;
        } while (at >= 12);
        there[at] = r;
        if (r == rank)
            place = at;
    }
    *before = there[(place + 11) % 12];
    *after = there[(place + 1) % 12];
}
int main(int argc, char **argv)
{
    int rank, bytes = atoi(argv[1]), iterations = atoi(argv[2]), before[3], after[3];
    char *buffer = calloc(4, bytes);
    MPI_Request requests[6];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < iterations; i++) {
        for (int m = 0; m < 3; m++)
            partners(rank, i, m, &before[m], &after[m]);
        for (int m = 0; m < 3; m++)
            MPI_Irecv(buffer + m * bytes, bytes, MPI_BYTE, before[m], m, MPI_COMM_WORLD, &requests[m]);
        for (int m = 0; m < 3; m++)
            MPI_Isend(buffer + 3 * bytes, bytes, MPI_BYTE, after[m], m, MPI_COMM_WORLD, &requests[3 + m]);
        MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("bytes_", [100, 100_000])
@pytest.mark.parametrize("motif, source", [
    ("alltoall", ALLTOALL), ("ping", PING), ("neighbours compute=0 allreduce=8B", NEIGHBOURS),
    ("random messages=3", RANDOM),
])
def test_a_motif_is_its_program(windtunnel, manifest, motif, source, bytes_, tmp_path):
    motif, *settings = motif.split()
    program = windtunnel.compile(source, tmp_path / motif)
    machine = ["-q", "-n", 12, "-p", "percs-64", "--ppn", 4, "--collective", "alltoall=node_shift"]
    windtunnel.must("run", *machine, "--compute", "none", "--out", "program", program, bytes_, 3, cwd=tmp_path)
    windtunnel.must("motif", *machine, "--out", "motif", motif, f"bytes={bytes_} B", "iterations=3", *settings, cwd=tmp_path)
    program, motif = (manifest(tmp_path / folder) for folder in ("program", "motif"))
    assert program["simulated_time"] == motif["simulated_time"] and program["messages"] == motif["messages"]


@pytest.mark.parametrize("bytes_", [0, 104, 100_000])
def test_allreduce_is_its_program(windtunnel, manifest, bytes_, tmp_path):
    test_a_motif_is_its_program(windtunnel, manifest, "allreduce", ALLREDUCE, bytes_, tmp_path)


def test_an_ordering_for_equal_hosts_refuses_others(windtunnel, tmp_path):
    machine = ["-n", 10, "-p", "percs-64", "--ppn", 4, "--collective", "alltoall=node_shift"]
    done = windtunnel("motif", *machine, "alltoall", cwd=tmp_path)
    assert done.status == 1
    assert "the ranks of each host are not consecutive and equally many" in done.err


def test_tables_that_are_declared_as_always_written_are_and_no_others(windtunnel, tmp_path):
    tables = json.loads(windtunnel.must("list", "tables", "--json").out)
    always = {table["name"] for table in tables if table["group"] == "always written"}
    windtunnel.must("motif", "-q", "-n", 8, "-p", "torus-3d", "--out", "run", "halo3d", cwd=tmp_path)
    assert {path.name for path in (tmp_path / "run").iterdir() if path.is_dir()} == always
    assert set(json.loads((tmp_path / "run" / "run.json").read_text())["tables"]) == always
