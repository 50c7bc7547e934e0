"""Ranks that share the memory of large blocks (--fold)."""

import json

import pytest

IDEAL = ["-p", "two-hosts", "--network", "ideal", "--mpi-library", "ideal"]

# A one-dimensional stencil: two fields of SIZE MiB in each rank, whose first value is the rank's number.
STENCIL = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    int rank, size;
    size_t bytes = (size_t)atoi(argv[1]) << 20;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *old = malloc(bytes), *new = malloc(bytes);
    size_t n = bytes / sizeof *old;
    for (size_t i = 0; i < n; i += 512)
        old[i] = new[i] = rank;
    for (int step = 0; step < 3; step++) {
        MPI_Sendrecv(old + n - 1024, 512, MPI_DOUBLE, (rank + 1) % size, 0, old, 512, MPI_DOUBLE, (rank + size - 1) % size, 0,
            MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        double *swapped = old;
        old = new;
        new = swapped;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double *zero = calloc(n, sizeof *zero);
    int wrong = 0;
    for (size_t i = 0; i < n; i += 511)
        wrong += zero[i] != 0;
    free(zero);
    if (rank == 0)
        printf("%g %d\\n", old[n / 2], wrong);
    free(old);
    free(new);
    MPI_Finalize();
    return 0;
}
"""


def run(windtunnel, tmp_path, *words, ranks=64, mib=16, out="run"):
    (tmp_path / "stencil.c").write_text(STENCIL)
    common = ["run", "-q", "-n", ranks, *IDEAL, "--oversubscribe", "--compute", "none", "--out", out, "--force"]
    done = windtunnel.must(*common, *words, "stencil.c", mib, cwd=tmp_path)
    folder = tmp_path / out
    return done, json.loads((folder / "run.json").read_text()), json.loads((folder / "host.json").read_text())


@pytest.mark.parametrize("mode", ["images", "serialised", "auto"])
def test_many_ranks_take_the_memory_of_one(windtunnel, tmp_path, mode):
    _, whole, _ = run(windtunnel, tmp_path, out="whole", ranks=8)
    done, manifest, host = run(windtunnel, tmp_path, "--fold", "1 MiB", "--mode", mode, ranks=8)
    for figure in ("simulated_time_ps", "messages", "bytes"):
        assert manifest[figure] == whole[figure]
    # The last rank to write has written all, but memory that calloc gives is zero.
    assert done.out == "7 0\n"
    done, manifest, host = run(windtunnel, tmp_path, "--fold", "1 MiB", "--mode", mode)
    assert host["peak_memory_bytes"] < 200 << 20, "64 ranks of 48 MiB"
    assert manifest["scenario"]["fold"] == "1 MiB"
    told = windtunnel.must("summary", "run", cwd=tmp_path).out
    for text in (
        "results are not right: ranks share the memory of blocks and arrays from 1 MiB on (--fold)",
        "--fold: data of 2064 MiB at most shared 48 MiB of memory",
    ):
        assert any(text in warning for warning in manifest["warnings"]), manifest["warnings"]
        assert text in " ".join(told.split())


def test_smaller_blocks_are_left_alone(windtunnel, tmp_path):
    done, manifest, _ = run(windtunnel, tmp_path, "--fold", "17 MiB", ranks=4)
    assert done.out == "0 0\n"
    assert any("--fold: data of 0 B at most shared 0 B of memory" in warning for warning in manifest["warnings"])


def test_it_is_a_difference_that_is_said(windtunnel, tmp_path):
    (tmp_path / "stencil.c").write_text(STENCIL)
    once = ["run", "-n", 4, *IDEAL[:2], "--oversubscribe", "--compute", "none", "--fold", "1 MiB", "stencil.c", 2]
    done = windtunnel.must("compare", "--networks", "ideal", "--networks", "delay", "--out", "both", "--", *once, cwd=tmp_path)
    assert "results are not right" in done.out + done.err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--fold", "64 KiB", "stencil.c", "1"], "--fold: `64 KiB` is not valid; expected a size from 128 KiB on"),
        (["--fold", "much", "stencil.c", "1"], "--fold: `much` is not valid; expected a size from 128 KiB on"),
        (
            ["--fold", "1 MiB", "--mode", "processes", "stencil.c", "1"],
            "expected ranks that are images; processes have memory",
        ),
        (["--fold", "1 MiB", "python3", "-c", "pass"], "so its ranks are processes, which have memory of their own"),
    ],
)
def test_what_cannot_be_folded_is_refused(windtunnel, tmp_path, words, text):
    (tmp_path / "stencil.c").write_text(STENCIL)
    done = windtunnel("run", "-q", "-n", 2, *IDEAL, "--out", "run", "--force", *words, cwd=tmp_path)
    assert done.status == 2 and text in done.err, done.err


def test_a_trace_has_no_memory_to_fold(windtunnel, tmp_path):
    (tmp_path / "motif.toml").write_text(
        'schema = 1\nplatform = "two-hosts"\nfold = "1 MiB"\n[[job]]\nmotif = "ping"\nranks = 2\n'
    )
    done = windtunnel("motif", "-q", "--scenario", "motif.toml", "--out", "run", cwd=tmp_path)
    assert done.status == 2 and "expected a program; traces and motifs have no memory of their own" in done.err, done.err


# Static arrays of 24 MiB, with values to begin with or without, beside scalars and an array of addresses.
STATICS = """
#include <mpi.h>
#include <stdio.h>
#define MIB (1 << 20)
static int before = 1;
static char zeroes[16 * MIB];
static char values[8 * MIB] = {1, 2, [5 * MIB] = 7};
static int *addresses[MIB / 4] = {&before, [MIB / 8] = &before};
static int after;
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int first = values[5 * MIB] + zeroes[8 * MIB];
    before = after = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int at = 0; at < 16 * MIB; at += 4096)
        zeroes[at] = rank;
    for (int at = 4096; at < 7 * MIB; at += 4096)
        values[at] = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    int own = before == rank && after == rank && *addresses[MIB / 8] == rank && first == 7;
    int all, shared = zeroes[8 * MIB] != rank && values[5 * MIB] != rank;
    MPI_Reduce(&own, &all, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %d\\n", all, shared);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("strip", [False, True])
def test_static_arrays_are_folded_and_what_lies_between_them_is_not(windtunnel, tmp_path, strip):
    (tmp_path / "statics.c").write_text(STATICS)
    program = windtunnel.compile(STATICS, tmp_path / "statics", *(["-s"] if strip else []))
    run = ["run", "-q", "-n", 64, *IDEAL, "--oversubscribe", "--compute", "none", "--out", "run", "--force"]
    whole = windtunnel.must(*run, program, cwd=tmp_path)
    assert whole.out == "1 0\n"
    done = windtunnel.must(*run, "--fold", "1 MiB", program, cwd=tmp_path)
    told = " ".join(json.loads((tmp_path / "run/run.json").read_text())["warnings"])
    peak = json.loads((tmp_path / "run/host.json").read_text())["peak_memory_bytes"]
    if strip:
        assert (
            done.out == "1 0\n" and "have memory of their own in spite of --fold: the program has no symbol table" in done.err
        )
    else:
        assert done.out == "1 1\n" and peak < 150 << 20, "64 ranks of 24 MiB"
        assert "data of 1.5 GiB at most shared 24 MiB" in told, told


LARGE = """
#include <mpi.h>
#include <stdio.h>
static char large[2 << 20];
int main(int argc, char **argv)
{
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank % 1000 == 1)
        for (unsigned at = 0; at < sizeof large; at += 4096)
            large[at] += 1;
    int one = large[1 << 20];
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\\n", sum);
    MPI_Finalize();
    return 0;
}
"""


def test_large_static_arrays_need_no_mapping_of_each_rank(windtunnel, tmp_path):
    """Two for each would be more than Linux grants."""
    program = windtunnel.compile(LARGE, tmp_path / "large")
    done = windtunnel.must(
        "run", "-q", "-n", 34_000, *IDEAL, "--oversubscribe", "--compute", "none", "--out", "run", program, cwd=tmp_path
    )
    assert done.out == "34\n"
    # Pages that images share count once: the resident set, which counts it for each, is three times this.
    peak = json.loads((tmp_path / "run/host.json").read_text())["peak_memory_bytes"]
    assert peak < 1 << 30, peak
