"""The same input gives the same bytes: everything in a run folder but host.json, with addresses randomised."""

from pathlib import Path

import pytest
from conftest import ROOT

# Receives from any source, with ties: all ranks send at the same instant.
ANY_SOURCE = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < 3; round++) {
        if (rank > 0)
            MPI_Send(&rank, 1, MPI_INT, 0, round, MPI_COMM_WORLD);
        else
            for (int i = 1; i < size; i++) {
                int from;
                MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                printf("%d ", from);
            }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%.12f\\n", MPI_Wtime());
    MPI_Finalize();
    return 0;
}
"""


def contents(folder):
    """Every file of a run folder but host.json."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file() and path.name != "host.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def same(left, right):
    left, right = contents(left), contents(right)
    assert left.keys() == right.keys() and len(left) > 5
    assert [name for name in left if left[name] != right[name]] == []


def addresses_are_randomised():
    return Path("/proc/sys/kernel/randomize_va_space").read_text().strip() != "0"


def twice(windtunnel, folder, *words):
    outputs = [windtunnel.must(*words[:1], "-q", "--out", name, *words[1:], cwd=folder).out for name in ("one", "two")]
    assert outputs[0] == outputs[1]
    same(folder / "one", folder / "two")


EVERYTHING = ["--observe", "timeline,messages,blocks", "--network", "flow:bucket=100 us"]


def test_addresses_differ_between_runs():
    assert addresses_are_randomised()


def test_without_blocks(windtunnel, halo3d, tmp_path):
    options = ["-n", 27, "-p", "torus-3d", "--compute", "none", *EVERYTHING]
    twice(windtunnel, tmp_path, "run", *options, halo3d, "-b", 8, "-i", 3)


@pytest.mark.parametrize("mode", ["images", "serialised"])
def test_ties_and_any_source(windtunnel, tmp_path, mode):
    program = windtunnel.compile(ANY_SOURCE, tmp_path / "any")
    options = ["-n", 16, "-p", "fat-tree", "--ppn", 4, "--compute", "none", "--mode", mode, *EVERYTHING]
    twice(windtunnel, tmp_path, "run", *options, program)


def test_replayed_blocks(windtunnel, halo3d, tmp_path):
    program = [halo3d, "-b", 8, "-i", 3]
    windtunnel.must("run", "-q", "-n", 8, "-p", "fat-tree", "--out", "measured", *program, cwd=tmp_path)
    options = ["-n", 8, "-p", "ethernet-cluster", "--compute", "measured", *EVERYTHING]
    (tmp_path / "elsewhere").mkdir()
    # A folder named like the word for measuring has to be given as a path.
    options[options.index("measured")] = "./measured"
    twice(windtunnel, tmp_path, "run", *options, *program)


def test_random_mapping_and_motif(windtunnel, tmp_path):
    options = ["-n", 64, "-p", "dragonfly", "--mapping", "random", "--seed", 5, *EVERYTHING]
    twice(windtunnel, tmp_path, "motif", *options, "halo3d", "iterations=3")


def test_another_seed_is_another_mapping(windtunnel, tmp_path, manifest):
    common = ["motif", "-q", "-n", 64, "-p", "dragonfly", "--mapping", "random"]
    times = set()
    for seed in (1, 2, 3):
        windtunnel.must(*common, "--seed", seed, "--out", seed, "halo3d", "iterations=3", cwd=tmp_path)
        times.add(manifest(tmp_path / str(seed))["simulated_time_ps"])
    assert len(times) > 1


def test_replay(windtunnel, halo3d, tmp_path):
    record = ["record", "-q", "-n", 8, "-p", "torus-3d", "--compute", "none", "-o", "halo.trace"]
    windtunnel.must(*record, halo3d, "-b", 8, "-i", 3, cwd=tmp_path)
    twice(windtunnel, tmp_path, "replay", "-p", "ethernet-cluster", *EVERYTHING, "halo.trace")


def test_examples_twice(windtunnel, tmp_path):
    source = ROOT / "examples" / "ring.c"
    twice(windtunnel, tmp_path, "run", "-n", 5, "-p", "ethernet-cluster", "--compute", "none", source)
