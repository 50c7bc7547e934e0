"""Motifs take the simulated time of the programs that they stand for."""

import json

import pytest

from conftest import ROOT

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


# On 4 x 3 ranks, two blocks an octant; the size of a message is that of a face of one number a cell.
SWEEP = """
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, cells = atoi(argv[1]) / 8, iterations = atoi(argv[2]);
    char *in = calloc(2, 8 * cells), *out = calloc(2, 8 * cells);
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int x = rank % 4, y = rank / 4;
    for (int i = 0; i < iterations; i++)
        for (int octant = 0; octant < 8; octant++) {
            int dx = octant & 4 ? -1 : 1, dy = octant & 2 ? -1 : 1;
            for (int k = 0; k < 2; k++) {
                int n = 0;
                if (x - dx >= 0 && x - dx < 4)
                    MPI_Irecv(in, 8 * cells, MPI_BYTE, rank - dx, octant, MPI_COMM_WORLD, &requests[n++]);
                if (y - dy >= 0 && y - dy < 3)
                    MPI_Irecv(in + 8 * cells, 8 * cells, MPI_BYTE, rank - 4 * dy, octant, MPI_COMM_WORLD, &requests[n++]);
                MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
                n = 0;
                if (x + dx >= 0 && x + dx < 4)
                    MPI_Isend(out, 8 * cells, MPI_BYTE, rank + dx, octant, MPI_COMM_WORLD, &requests[n++]);
                if (y + dy >= 0 && y + dy < 3)
                    MPI_Isend(out, 8 * cells, MPI_BYTE, rank + 4 * dy, octant, MPI_COMM_WORLD, &requests[n++]);
                MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
            }
        }
    MPI_Finalize();
}
"""


# On 3 x 2 x 2 ranks.
FFT = """
#include <mpi.h>
#include <stdlib.h>
#include <windtunnel.h>
static int bytes, rank, n;
static char *in, *out;
static MPI_Request requests[20];
static void receive(int peer, int tag) { MPI_Irecv(in, bytes, MPI_BYTE, peer, tag, MPI_COMM_WORLD, &requests[n++]); }
static void send(int peer, int tag) { MPI_Isend(out, bytes, MPI_BYTE, peer, tag, MPI_COMM_WORLD, &requests[n++]); }
static void wait_for_all(void) { MPI_Waitall(n, requests, MPI_STATUSES_IGNORE); n = 0; }
static void all_to_all(int at, int size, int stride)
{
    int first = rank - at * stride;
    for (int d = 1; d < size; d++)
        receive(first + (at + size - d) % size * stride, 0);
    for (int d = 1; d < size; d++)
        send(first + (at + d) % size * stride, 0);
    wait_for_all();
}
static void exchange(int from, int to, const int *at)
{
    const int sizes[] = {3, 2, 2}, strides[] = {1, 3, 6};
    for (int sending = 0; sending < 2; sending++)
        for (int d = 2 * from; d < 2 * to; d++) {
            int axis = d / 2, there = at[axis] + (d % 2 ? 1 : -1), peer = rank + (d % 2 ? 1 : -1) * strides[axis];
            if (there >= 0 && there < sizes[axis])
                sending ? send(peer, d) : receive(peer, d ^ 1);
        }
    wait_for_all();
}
int main(int argc, char **argv)
{
    int iterations = atoi(argv[2]);
    bytes = atoi(argv[1]);
    in = calloc(1, bytes), out = calloc(1, bytes);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int at[] = {rank % 3, rank / 3 % 2, rank / 6};
    for (int i = 0; i < iterations; i++) {
        wt_phase("x-fft");
        all_to_all(at[0], 3, 1);
        wt_phase("y-fft");
        all_to_all(at[1], 2, 3);
        wt_phase("advection");
        exchange(2, 3, at);
        wt_phase("hydro");
        exchange(0, 3, at);
    }
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("bytes_", [104, 100_000])
@pytest.mark.parametrize("name, source", [("sweep3d", SWEEP), ("fft2d", FFT)])
def test_a_motif_of_a_grid_is_its_program(windtunnel, manifest, name, source, bytes_, tmp_path):
    settings = {
        "sweep3d": ["px=4", "py=3", f"nx={bytes_ // 8}", f"ny={bytes_ // 8}", "nz=2", "block=1", "angles=1"],
        "fft2d": ["px=3", "py=2", "pz=2", *(f"{key}={bytes_} B" for key in ("bytes_x", "bytes_y", "advection", "hydro"))],
    }
    program = windtunnel.compile(source, tmp_path / name)
    machine = ["-q", "-n", 12, "-p", "torus-3d", "--ppn", 1, "--observe", "link_use"]
    windtunnel.must("run", *machine, "--compute", "none", "--out", "program", program, bytes_, 3, cwd=tmp_path)
    windtunnel.must("motif", *machine, "--out", "motif", name, "iterations=3", *settings[name], cwd=tmp_path)
    manifests = [manifest(tmp_path / folder) for folder in ("program", "motif")]
    for key in ("simulated_time", "messages"):
        assert manifests[0][key] == manifests[1][key]
    tables = [(tmp_path / folder / "link_use" / "part-00000.parquet").read_bytes() for folder in ("program", "motif")]
    assert tables[0] == tables[1], "what each link carries in each phase"


CG = """
#include <mpi.h>
#include <stdlib.h>
#include <windtunnel.h>
static int rank, columns, rows, levels, part, keep, transposed, across, barriers;
static double *in, *out;
static void exchange(int partner, int tag, int sent, int received)
{
    MPI_Request request;
    MPI_Irecv(in, received, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD, &request);
    MPI_Send(out, sent, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}
static int partner_of(int level)
{
    int size = columns >> (level - 1), x = rank % columns;
    return rank / columns * columns + (x + size / 2) % size + x / size * size;
}
static void sum(int numbers)
{
    for (int level = 1; level <= levels; level++)
        exchange(partner_of(level), level, numbers, numbers);
}
static void begin(const char *phase)
{
    if (barriers) {
        wt_phase("barrier");
        MPI_Barrier(MPI_COMM_WORLD);
    }
    wt_phase(phase);
}
static void multiply(void)
{
    begin("reduction");
    for (int level = levels; level >= 1; level--)
        exchange(partner_of(level), level, level == levels ? part - keep + (rows == columns ? keep : 0) : keep, keep);
    begin("transpose");
    exchange(transposed, 1, keep, across);
}
static int block(int n, int y)
{
    return n / rows + (y < n % rows);
}
int main(int argc, char **argv)
{
    int size, n = atoi(argv[1]), inner = atoi(argv[2]), iterations = atoi(argv[3]);
    barriers = argc > 4;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (rows = 1, columns = 1; rows * columns < size;)
        if (rows < columns)
            rows *= 2;
        else
            columns *= 2;
    for (levels = 0; 1 << levels < columns; levels++)
        ;
    int y = rank / columns, x = rank % columns;
    part = block(n, y);
    if (rows == columns) {
        keep = part;
        transposed = x * columns + y;
        across = block(n, x);
    } else {
        keep = rank % 2 ? part / 2 : (part + 1) / 2;
        transposed = 2 * (rank / 2 % rows * rows + rank / 2 / rows) + rank % 2;
        across = rank % 2 ? block(n, x / 2) / 2 : (block(n, x / 2) + 1) / 2;
    }
    in = calloc(n + 2, 8), out = calloc(n + 2, 8);
    for (int i = 0; i < iterations; i++) {
        begin("dots");
        sum(1);
        for (int j = 0; j < inner; j++) {
            multiply();
            begin("dots");
            sum(1);
            sum(1);
        }
        multiply();
        begin("dots");
        sum(1);
        sum(2);
    }
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("ranks", [2, 8, 16])
@pytest.mark.parametrize("rows, barriers", [(7, "no"), (1003, "yes"), (100_000, "no")])
def test_conjugate_gradients_are_their_program(windtunnel, manifest, ranks, rows, barriers, tmp_path):
    program = windtunnel.compile(CG, tmp_path / "cg")
    machine = ["-q", "-n", ranks, "-p", "torus-3d", "--ppn", 1, "--observe", "link_use"]
    words = [rows, 2, 3, *(["barriers"] if barriers == "yes" else [])]
    windtunnel.must("run", *machine, "--compute", "none", "--out", "program", program, *words, cwd=tmp_path)
    settings = [f"rows={rows}", "inner=2", "iterations=3", f"barriers={barriers}"]
    windtunnel.must("motif", *machine, "--out", "motif", "cg", *settings, cwd=tmp_path)
    manifests = [manifest(tmp_path / folder) for folder in ("program", "motif")]
    for key in ("simulated_time", "messages"):
        assert manifests[0][key] == manifests[1][key]
    tables = [(tmp_path / folder / "link_use" / "part-00000.parquet").read_bytes() for folder in ("program", "motif")]
    assert tables[0] == tables[1], "what each link carries"


LU = """
#include <mpi.h>
#include <stdlib.h>
static int rows, columns, size, north, south, west, east;
static double *in, *out;
static int from(int side, int numbers, int tag)
{
    return MPI_Recv(in, numbers, MPI_DOUBLE, side, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static int to(int side, int numbers, int tag)
{
    return MPI_Send(out, numbers, MPI_DOUBLE, side, tag, MPI_COMM_WORLD);
}
static void exchange(int source, int destination, int tag, int numbers)
{
    MPI_Request request;
    if (source != MPI_PROC_NULL)
        MPI_Irecv(in, numbers, MPI_DOUBLE, source, tag, MPI_COMM_WORLD, &request);
    if (destination != MPI_PROC_NULL)
        to(destination, numbers, tag);
    if (source != MPI_PROC_NULL)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}
static int share(int parts, int part)
{
    return (size - part + parts - 1) / parts;
}
int main(int argc, char **argv)
{
    int rank, ranks, iterations = atoi(argv[2]);
    double norm[5] = {0}, sum[5];
    size = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int n = 1; n * n <= ranks; n++)
        if (ranks % n == 0)
            columns = n;
    rows = ranks / columns;
    int row = rank % rows, column = rank / rows, none = MPI_PROC_NULL;
    north = row > 0 ? rank - 1 : none;
    south = row + 1 < rows ? rank + 1 : none;
    west = column > 0 ? rank - rows : none;
    east = column + 1 < columns ? rank + rows : none;
    int nx = share(rows, row), ny = share(columns, column);
    int x = nx - (north == none) - (south == none), y = ny - (west == none) - (east == none);
    in = calloc(10 * (nx + ny) * size, 8);
    out = calloc(10 * (nx + ny) * size, 8);
    for (int i = 1; i <= iterations; i++) {
        for (int k = 2; k < size; k++) {
            north != none && from(north, 5 * y, 2);
            west != none && from(west, 5 * x, 4);
            south != none && to(south, 5 * y, 2);
            east != none && to(east, 5 * x, 4);
        }
        for (int k = 2; k < size; k++) {
            south != none && from(south, 5 * y, 1);
            east != none && from(east, 5 * x, 3);
            north != none && to(north, 5 * y, 1);
            west != none && to(west, 5 * x, 3);
        }
        if (i == iterations)
            MPI_Allreduce(norm, sum, 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        exchange(north, south, 2, 10 * ny * size);
        exchange(south, north, 1, 10 * ny * size);
        exchange(west, east, 4, 10 * nx * size);
        exchange(east, west, 3, 10 * nx * size);
        if (i == iterations)
            MPI_Allreduce(norm, sum, 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("ranks, size", [(1, 7), (6, 13), (16, 33)])
def test_over_relaxation_is_its_program(windtunnel, manifest, ranks, size, tmp_path):
    program = windtunnel.compile(LU, tmp_path / "lu")
    machine = ["-q", "-n", ranks, "-p", "torus-3d", "--ppn", 1, "--observe", "link_use"]
    windtunnel.must("run", *machine, "--compute", "none", "--out", "program", program, size, 2, cwd=tmp_path)
    windtunnel.must("motif", *machine, "--out", "motif", "lu", f"size={size}", "iterations=2", cwd=tmp_path)
    manifests = [manifest(tmp_path / folder) for folder in ("program", "motif")]
    for key in ("simulated_time", "messages"):
        assert manifests[0][key] == manifests[1][key]
    tables = [(tmp_path / folder / "link_use" / "part-00000.parquet").read_bytes() for folder in ("program", "motif")]
    assert tables[0] == tables[1], "what each link carries"


IOR = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned long permuted(unsigned long place, unsigned long count)
{
    int half = 0;
    while (1ul << 2 * half < count)
        half++;
    unsigned long mask = (1ul << half) - 1;
    do {
        unsigned long left = place >> half, right = place & mask;
        for (unsigned long round = 1; round <= 4; round++) {
            unsigned long mixed = right * 0x9E3779B97F4A7C15ul + round * 0xBF58476D1CE4E5B9ul, kept = right;
            right = left ^ (mixed >> 32 & mask);
            left = kept;
        }
        place = left << half | right;
    } while (place >= count);
    return place;
}
int main(int argc, char **argv)
{
    long block = atol(argv[1]), transfer = atol(argv[2]);
    int rank, size, segments = atoi(argv[3]), collective = atoi(argv[4]), own = atoi(argv[5]), random = atoi(argv[6]);
    char name[32] = "ior.dat", *buffer = calloc(1, transfer);
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int phase = 0; phase < 2; phase++) {
        int from = phase == 1 ? (rank + 1) % size : rank;
        MPI_Barrier(MPI_COMM_WORLD);
        if (own)
            snprintf(name, sizeof name, "ior.dat.%08d", from);
        MPI_File_open(own ? MPI_COMM_SELF : MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int s = 0; s < segments; s++)
            for (long at = 0; at < block; at += transfer) {
                MPI_Offset offset = own ? (MPI_Offset)s * block + at : (MPI_Offset)s * size * block + from * block + at;
                if (random) {
                    unsigned long number = (s * block + at) / transfer, all = segments * block / transfer;
                    offset = (MPI_Offset)transfer * (own ? permuted(number, all) : permuted(from * all + number, size * all));
                }
                if (phase == 0)
                    (collective ? MPI_File_write_at_all : MPI_File_write_at)(file, offset, buffer, transfer, MPI_BYTE, MPI_STATUS_IGNORE);
                else
                    (collective ? MPI_File_read_at_all : MPI_File_read_at)(file, offset, buffer, transfer, MPI_BYTE, MPI_STATUS_IGNORE);
            }
        MPI_File_close(&file);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
"""

SERVERS = """
[storage]
model = "parallel"
servers = ["host0", "host1"]
layout = { kind = "lustre", count = "all" }
"""


@pytest.mark.parametrize("storage", ["", SERVERS], ids=["shared", "lustre"])
@pytest.mark.parametrize("collective, own, random", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1), (0, 1, 1)])
def test_ior_is_its_program(windtunnel, manifest, collective, own, random, storage, tmp_path):
    program = windtunnel.compile(IOR, tmp_path / "ior")
    (tmp_path / "machine.toml").write_text((ROOT / "platforms" / "two-hosts.toml").read_text() + storage)
    machine = ["-q", "-n", 4, "-p", "machine.toml", "--mpi-library", "mpich-5.0"]
    words = [program, 3 << 18, 1 << 17, 2, collective, own, random]
    windtunnel.must("run", *machine, "--compute", "none", "--out", "program", *words, cwd=tmp_path)
    settings = ["block=768 KiB", "transfer=128 KiB", "segments=2", "reorder=yes", *(f"{name}={'yes' if on else 'no'}" for name, on in (("collective", collective), ("file_per_process", own), ("random", random)))]
    windtunnel.must("motif", *machine, "--out", "motif", "ior", *settings, cwd=tmp_path)
    manifests = [manifest(tmp_path / folder) for folder in ("program", "motif")]
    for key in ("simulated_time", "messages"):
        assert manifests[0][key] == manifests[1][key], key


@pytest.mark.parametrize("block", [1, 3, 7])
def test_wavefronts_are_as_fast_as_what_they_depend_on(windtunnel, manifest, block, tmp_path):
    """Against the obvious recurrence: a block starts when the rank is free and both blocks before it have come."""
    px, py, nz, hop, compute = 4, 3, 7, 3_000_000, 5_000_000
    (tmp_path / "star.toml").write_text(STAR)
    settings = [f"px={px}", f"py={py}", f"nz={nz}", f"block={block}", f"compute={5 * block} us", "nx=1", "ny=1", "angles=1"]
    words = ["motif", "-q", "-n", px * py, "-p", "star.toml", "--network", "delay:order=none", "--mpi-library", "ideal", "--out", "run"]
    windtunnel.must(*words, "sweep3d", *settings, cwd=tmp_path)
    free = [0] * (px * py)
    for octant in range(8):
        dx, dy = -1 if octant & 4 else 1, -1 if octant & 2 else 1
        sent = {}
        for start in range(0, nz, block):
            planes = min(block, nz - start)
            for y in range(py)[::dy]:
                for x in range(px)[::dx]:
                    before = [sent.get((start, x - dx, y)), sent.get((start, x, y - dy))]
                    begin = max([free[y * px + x], *(time for time in before if time is not None)])
                    free[y * px + x] = begin + planes * compute
                    # 8 bytes a plane at 1 GB/s.
                    sent[start, x, y] = free[y * px + x] + hop + planes * 8 * 1000
    assert manifest(tmp_path / "run")["simulated_time"] == f"{max(free) / 1e12:.12f}"


STAR = """
[topology]
kind = "cluster"
hosts = 12
links.host = { bandwidth = "1 GB/s", latency = "1.5 us" }

[host]
cores = 1
speed = "1 Gf"
memory = { bandwidth = "10 GB/s", copy = "5 GB/s", latency = "100 ns", sockets = 1 }
"""


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


COLLECTIVE = """
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <windtunnel.h>
static uint64_t mix(uint64_t bits)
{
    bits += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return bits ^ bits >> 31;
}
int main(int argc, char **argv)
{
    const char *name = argv[1];
    int bytes = atoi(argv[2]), root = atoi(argv[3]), in_place = atoi(argv[4]), rank, size;
    uint64_t skew = atoi(argv[5]);
    MPI_Init(&argc, &argv);
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    double *from = calloc(size, bytes), *to = calloc(size, bytes);
    int *counts = calloc(size, sizeof *counts), *starts = calloc(size, sizeof *starts), n = bytes / 8;
    for (int i = 0; i < size; i++)
        counts[i] = n, starts[i] = i * n;
    int here = in_place && rank == root;
    void *all = in_place ? MPI_IN_PLACE : (void *)from, *mine = here ? MPI_IN_PLACE : (void *)from;
    for (uint64_t i = 0; i < 3; i++) {
        MPI_Barrier(world);
        uint64_t late = skew * (mix(mix(1) ^ (i << 32 | (uint64_t)rank)) >> 32) >> 32;
        if (late > 0)
            wt_compute(1e-9 * late);
#define IS(what) (strcmp(name, what) == 0)
        if (IS("barrier"))
            MPI_Barrier(world);
        else if (IS("bcast"))
            MPI_Bcast(from, bytes, MPI_BYTE, root, world);
        else if (IS("gather"))
            MPI_Gather(mine, bytes, MPI_BYTE, to, bytes, MPI_BYTE, root, world);
        else if (IS("scatter"))
            MPI_Scatter(from, bytes, MPI_BYTE, here ? MPI_IN_PLACE : (void *)to, bytes, MPI_BYTE, root, world);
        else if (IS("allgather"))
            MPI_Allgather(all, bytes, MPI_BYTE, to, bytes, MPI_BYTE, world);
        else if (IS("alltoall"))
            MPI_Alltoall(all, bytes, MPI_BYTE, to, bytes, MPI_BYTE, world);
        else if (IS("reduce"))
            MPI_Reduce(mine, to, n, MPI_DOUBLE, MPI_SUM, root, world);
        else if (IS("allreduce"))
            MPI_Allreduce(all, to, n, MPI_DOUBLE, MPI_SUM, world);
        else if (IS("reduce_scatter"))
            MPI_Reduce_scatter(all, to, counts, MPI_DOUBLE, MPI_SUM, world);
        else if (IS("reduce_scatter_block"))
            MPI_Reduce_scatter_block(all, to, n, MPI_DOUBLE, MPI_SUM, world);
        else if (IS("scan"))
            MPI_Scan(all, to, n, MPI_DOUBLE, MPI_SUM, world);
        else if (IS("exscan"))
            MPI_Exscan(all, to, n, MPI_DOUBLE, MPI_SUM, world);
        else if (IS("allgatherv"))
            MPI_Allgatherv(all, n, MPI_DOUBLE, to, counts, starts, MPI_DOUBLE, world);
        else if (IS("alltoallv"))
            MPI_Alltoallv(all, counts, starts, MPI_DOUBLE, to, counts, starts, MPI_DOUBLE, world);
    }
    MPI_Finalize();
}
"""


@pytest.mark.parametrize("library", ["mpich-4.3", "openmpi-5.0"])
def test_a_collective_is_its_program(windtunnel, manifest, library, tmp_path):
    program = windtunnel.compile(COLLECTIVE, tmp_path / "collective")
    machine = ["-q", "-n", 11, "-p", "percs-64", "--ppn", 4, "--mpi-library", library]
    for operation in ("barrier", "bcast", "gather", "scatter", "allgather", "alltoall", "reduce", "allreduce",
                      "reduce_scatter", "reduce_scatter_block", "scan", "exscan", "allgatherv", "alltoallv"):
        for in_place in (False, True)[: 1 if operation in ("barrier", "bcast") else 2]:
            size, name = 4000 if in_place else 100_000, f"{operation}-{in_place}"
            windtunnel.must("run", *machine, "--compute", "none", "--out", f"program-{name}", program, operation, size, 3,
                            int(in_place), 10_000, cwd=tmp_path)
            settings = [f"operation={operation}", f"bytes={size} B", "root=3", f"in_place={'yes' if in_place else 'no'}",
                        "skew=10 us", "iterations=3", "barrier=yes"]
            windtunnel.must("motif", *machine, "--out", f"motif-{name}", "collective", *settings, cwd=tmp_path)
            one, other = (manifest(tmp_path / f"{kind}-{name}") for kind in ("program", "motif"))
            for key in ("simulated_time", "messages", "bytes"):
                assert one[key] == other[key], name
