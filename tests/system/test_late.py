"""Ranks whose posts are collected only where they can act: run folders are the same as if each were collected at once.

The variable WT_WITHHOLD_POSTS has a driver withhold the posts of ranks, by a seed, until the engine collects them. WT_LATE_SEEDS=50 tries 50 seeds.
"""

import os
import re
import sys

import pytest
from test_determinism import same

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests" / "conformance"))
from programs import HERE, Prefix, find

SEEDS = range(1, 1 + int(os.environ.get("WT_LATE_SEEDS", "1")))
TABLES = ["--observe", "timeline,messages,blocks,waits,collectives,phases"]

# All blocks take this long, so that many ranks act at the same instant; or as long as they did when they were measured.
EQUAL = '[[block]]\nphase = "0"\ntime = "3 us"\n'

UNEQUAL = """#include <mpi.h>
#include <stdio.h>
static volatile double sink;
static void work(int amount) { for (int i = 0; i < amount; i++) sink += i; }
int main(int argc, char **argv)
{
    int rank, size, got, flag;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < 4; step++) {
        MPI_Request requests[2];
        MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, step, MPI_COMM_WORLD, requests);
        work(20000 + 1000 * (rank * 7 % 5));
        MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, step, MPI_COMM_WORLD, requests + 1);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        work(5000 * (rank % 3));
        if (step % 2) MPI_Allreduce(MPI_IN_PLACE, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        long sum = 0;
        for (int i = 0; i < 3 * (size - 1); i++) {
            MPI_Status status;
            MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 100, MPI_COMM_WORLD, &status);
            work(3000);
            sum = sum * 31 + status.MPI_SOURCE;
            MPI_Send(&got, 1, MPI_INT, status.MPI_SOURCE, 101, MPI_COMM_WORLD);
        }
        printf("%ld\\n", sum);
    } else {
        for (int task = 0; task < 3; task++) {
            MPI_Request request;
            work(10000 + 3000 * (rank * 5 % 7));
            MPI_Send(&rank, 1, MPI_INT, 0, 100, MPI_COMM_WORLD);
            MPI_Irecv(&got, 1, MPI_INT, 0, 101, MPI_COMM_WORLD, &request);
            for (flag = 0; !flag;) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        }
    }
    printf("%d %.12f\\n", rank, MPI_Wtime());
    MPI_Finalize();
    return 0;
}
"""


def most_at_once(done):
    """How many ranks the driver held at most."""
    return int(re.search(r"^withheld: (\d+) ranks at once$", done.err, re.MULTILINE).group(1))


def compare(windtunnel, folder, *words, env=None):
    """Runs a command without the driver and with it, for each seed; returns how many ranks it held at most."""
    command, *rest = words
    kept = windtunnel.must(command, "-q", "--force", "--out", "kept", *TABLES, *rest, cwd=folder, env=env)
    most = 0
    for seed in SEEDS:
        late = windtunnel.must(command, "-q", "--force", "--out", "late", *TABLES, *rest, cwd=folder,
                               env={**(env or {}), "WT_WITHHOLD_POSTS": str(seed)})
        assert late.out == kept.out
        same(folder / "kept", folder / "late")
        most = max(most, most_at_once(late))
    return most


@pytest.mark.parametrize("program", find(), ids=lambda program: program.name)
def test_conformance_programs(windtunnel, tmp_path, program):
    executable = Prefix().build(program)
    (tmp_path / "equal.toml").write_text(EQUAL)
    ranks = max((count for count in program.ranks if count <= 8), default=min(program.ranks))
    compare(windtunnel, tmp_path, "run", "-n", ranks, "-p", HERE / "machine.toml", "--compute", "none+equal.toml", executable,
            *program.arguments, env=program.environment)


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_replayed_blocks(windtunnel, tmp_path, mode):
    program = windtunnel.compile(UNEQUAL, tmp_path / "unequal")
    options = ["run", "-n", 9, "-p", "fat-tree", "--mode", mode]
    windtunnel.must(*options, "-q", "--out", "measured", program, cwd=tmp_path)
    assert compare(windtunnel, tmp_path, *options, "--compute", "./measured", program) >= 3


def test_a_trace(windtunnel, tmp_path):
    program = windtunnel.compile(UNEQUAL, tmp_path / "unequal")
    windtunnel.must("record", "-q", "-n", 9, "-p", "fat-tree", "-o", "u.trace", program, cwd=tmp_path)
    # A recording runs ahead, so that it is seldom waited for.
    compare(windtunnel, tmp_path, "replay", "-p", "ethernet-cluster", "u.trace")


@pytest.mark.parametrize("motif", [["halo3d", "iterations=3", "compute=20 us"], ["sweep3d", "compute=5 us"]])
def test_motifs(windtunnel, tmp_path, motif):
    assert compare(windtunnel, tmp_path, "motif", "-n", 27, "-p", "torus-3d", *motif) >= 3


def test_a_bound_that_is_a_picosecond_too_late_is_noticed(windtunnel, tmp_path):
    motif = ["motif", "-q", "-n", 27, "-p", "torus-3d", "neighbours", "compute=20 us"]
    done = windtunnel(*motif, cwd=tmp_path, env={"WT_WITHHOLD_POSTS": "1,1"})
    assert done.status != 0 and "was not expected before" in done.err
