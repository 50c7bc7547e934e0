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
        "results are not right: ranks share the memory of blocks from 1 MiB on (--fold)",
        "--fold: blocks of 2064 MiB at most shared 48 MiB of memory",
    ):
        assert any(text in warning for warning in manifest["warnings"]), manifest["warnings"]
        assert text in " ".join(told.split())


def test_smaller_blocks_are_left_alone(windtunnel, tmp_path):
    done, manifest, _ = run(windtunnel, tmp_path, "--fold", "17 MiB", ranks=4)
    assert done.out == "0 0\n"
    assert any("--fold: blocks of 0 B at most shared 0 B of memory" in warning for warning in manifest["warnings"])


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
