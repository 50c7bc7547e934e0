"""The same input gives the same bytes: everything in a run folder but host.json, with addresses randomised, and with
everything else different that a machine, a user and a shell can have different."""

import shutil
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


# All that must not matter, as (name, words before the command, variables). Memory that was freed or never written is
# filled with another byte in each; a large variable moves the stack; limits and locales change what libc does.
HOSTS = [
    ("plain", [], {}),
    ("addresses-fixed", ["setarch", "-R"], {"MALLOC_PERTURB_": "17"}),
    ("one-core", ["taskset", "-c", "0"], {"MALLOC_PERTURB_": "255", "MALLOC_ARENA_MAX": "1"}),
    ("slow", ["nice", "-n", "19"], {"MALLOC_MMAP_THRESHOLD_": "4096", "MALLOC_TOP_PAD_": "65536"}),
    ("elsewhere", [], {"TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8", "HOME": "/nonexistent"}),
    ("large-environment", [], {"FILLER": "x" * 60_000, "TMPDIR": "/dev/shm", "COLUMNS": "17"}),
    ("few-files", ["sh", "-c", 'ulimit -n 40 -c 0; umask 077; exec "$@"', "sh"], {"RUST_BACKTRACE": "full"}),
]

# Ranks of one instant in every way that could go by order: any source, any tag, any of many requests, probes, a
# non-blocking collective beside them, user reductions that do not commute, and numbers whose sum depends on its order.
TIES = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static void mix(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length; i++)
        ((unsigned *)inout)[i] = 31 * ((unsigned *)in)[i] + ((unsigned *)inout)[i];
}
int main(int argc, char **argv)
{
    int rank, size, flag, at;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Request *requests = malloc(size * sizeof *requests), barrier;
    int *got = malloc(size * sizeof *got);
    unsigned long seen = 0;
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < size; i++)
            MPI_Irecv(got + i, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, requests + i);
        for (int i = 0; i < size; i++)
            MPI_Send(&rank, 1, MPI_INT, (rank + i) % size, i % 3, MPI_COMM_WORLD);
        MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
        for (int i = 0; i < size; i++) {
            MPI_Status status;
            MPI_Waitany(size, requests, &at, &status);
            seen = 31 * seen + 7 * (unsigned long)at + (unsigned long)got[at] + (unsigned long)status.MPI_TAG;
        }
        for (flag = 0; !flag;) {
            MPI_Test(&barrier, &flag, MPI_STATUS_IGNORE);
            seen++;
        }
        if (rank == 0)
            for (int i = 1; i < size; i++) {
                MPI_Status status;
                MPI_Probe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &status);
                MPI_Recv(&at, 1, MPI_INT, status.MPI_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                seen = 31 * seen + (unsigned long)status.MPI_SOURCE;
            }
        else
            MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
    }
    MPI_Op op;
    MPI_Op_create(mix, 0, &op);
    unsigned mine = (unsigned)seen, all;
    MPI_Allreduce(&mine, &all, 1, MPI_UNSIGNED, op, MPI_COMM_WORLD);
    double part = 1.0 / (rank + 3), sum;
    MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    printf("%d %lx %x %.17g %.12f\\n", rank, seen, all, sum, MPI_Wtime());
    MPI_Finalize();
    return 0;
}
"""


def on_every_host(windtunnel, tmp_path, *words):
    """Runs the command as on each of the hosts; all of the run folders and outputs agree."""
    command = windtunnel.prefix / "bin" / "windtunnel"
    outputs, folders = {}, []
    for name, before, variables in HOSTS:
        if before and not shutil.which(before[0]):
            continue
        (tmp_path / name).mkdir()
        folder = tmp_path / name / "run"
        done = windtunnel.execute(
            *before, command, words[0], "-q", "--out", folder, *words[1:], env=variables, cwd=tmp_path / name
        )
        assert done.status == 0, f"{name}: {done.err}"
        outputs[name] = done.out
        folders.append(folder)
    assert len(folders) >= 5 and len(set(outputs.values())) == 1, outputs
    for folder in folders[1:]:
        same(folders[0], folder)


@pytest.mark.parametrize("mode", ["images", "serialised", "processes"])
def test_ties_on_hosts_of_all_kinds(windtunnel, tmp_path, mode):
    program = windtunnel.compile(TIES, tmp_path / "ties")
    machine = ["-n", 12, "-p", "dragonfly", "--ppn", 3, "--mapping", "random", "--seed", 3, "--compute", "none"]
    on_every_host(windtunnel, tmp_path, "run", *machine, "--mode", mode, *EVERYTHING, program)


def test_halo_on_hosts_of_all_kinds(windtunnel, halo3d, tmp_path):
    options = ["-n", 27, "-p", "torus-3d", "--compute", "none", *EVERYTHING]
    on_every_host(windtunnel, tmp_path, "run", *options, halo3d, "-b", 8, "-i", 3)


def test_a_motif_on_hosts_of_all_kinds(windtunnel, tmp_path):
    options = ["-n", 64, "-p", "fat-tree", "--mapping", "random", "--seed", 5, *EVERYTHING]
    on_every_host(windtunnel, tmp_path, "motif", *options, "halo3d", "iterations=3")


def test_a_failure_on_hosts_of_all_kinds(windtunnel, tmp_path):
    """Diagnoses depend on nothing either: neither a deadlock's nor a crash's."""
    text = """#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, got;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && rank == 2)
        *(volatile int *)8 = 1;
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(text, tmp_path / "program", "-g")
    command = windtunnel.prefix / "bin" / "windtunnel"
    for arguments in ([], ["crash"]):
        folders = []
        for name, before, variables in HOSTS:
            if before and not shutil.which(before[0]):
                continue
            folders.append(tmp_path / f"{name}-{len(arguments)}")
            words = ["run", "-q", "--out", folders[-1], "-n", 4, "-p", "torus-3d", "--compute", "none", program, *arguments]
            done = windtunnel.execute(*before, command, *words, env=variables, cwd=tmp_path)
            assert done.status == 1, f"{name}: {done.err}"
        for folder in folders[1:]:
            left, right = contents(folders[0]), contents(folder)
            # Addresses of shared libraries are in the record of a crash, and nowhere else.
            differing = [file for file in left if left[file] != right[file] and file != "crash.jsonl"]
            assert left.keys() == right.keys() and not differing, differing
