"""Memory of heaps by call site, and which of it grows with the number of ranks (--observe allocations, summary --pilot)."""

import json
import re

import pytest

from windtunnel.results import load_run

IDEAL = ["-p", "two-hosts", "--network", "ideal", "--mpi-library", "ideal", "--oversubscribe", "--compute", "none"]

# A table of all ranks (8 B for each pair of ranks), a field of a fixed size over all ranks, a buffer, and blocks that come and go.
SOURCE = """
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#define FIELD (1 << 22)
/* Compilers leave out blocks that nothing uses. */
static char *volatile used;
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long *counts = malloc(size * sizeof *counts);
    char *field = calloc(FIELD / size, 1);
    char *buffer = malloc(100);
    buffer = realloc(buffer, 5000);
    for (int i = 0; i < size; i++) {
        char *gone = malloc(3000);
        gone[i % 3000] = 1;
        free(gone);
    }
    char *name = strdup("a name");
    if (rank == 3) {
        used = malloc(77777);
        free(used);
    }
    used = (char *)counts;
    used = field;
    used = buffer;
    MPI_Barrier(MPI_COMM_WORLD);
    free(name);
    free(counts);
    free(field);
    free(buffer);
    MPI_Finalize();
    return 0;
}
"""
LINES = {
    line.split("=")[0].split()[-1].strip("*"): number
    for number, line in enumerate(SOURCE.splitlines(), 1)
    if "= " in line and "alloc(" in line
}


def at(name):
    return f"main (memory.c:{LINES[name]})"


@pytest.fixture(scope="module")
def runs(windtunnel, tmp_path_factory):
    """The folder of the runs `n64` and `n256`."""
    folder = tmp_path_factory.mktemp("allocations")
    (folder / "memory.c").write_text(SOURCE)
    windtunnel.must("run", "-q", "-n", 1, *IDEAL, "--out", "plain", "memory.c", cwd=folder)
    for ranks in (64, 256):
        windtunnel.must(
            "run", "-q", "-n", ranks, *IDEAL, "--observe", "allocations", "--out", f"n{ranks}", "memory.c", cwd=folder
        )
    return folder


def test_each_site_has_the_most_that_a_rank_holds_at_a_time(runs):
    run = load_run(runs / "n64")
    rows = {row["site"]: row for row in run.table("allocations").to_dicts()}
    assert rows[f"main (memory.c:{LINES['buffer'] - 1})"]["peak"] == 100
    bytes_of = {"counts": 512, "field": (1 << 22) // 64, "buffer": 5000, "gone": 3000}
    for name, peak in bytes_of.items():
        row = rows[at(name)]
        assert (row["peak"], row["peaks"], row["ranks"]) == (peak, 64 * peak, 64), name
    assert rows[at("gone")]["blocks"] == 64 * 64 and rows[at("buffer")]["largest"] == 5000
    assert rows[at("counts")]["blocks"] == 64
    lone = [row for row in rows.values() if row["ranks"] == 1]
    assert [(row["peak"], row["rank"]) for row in lone] == [(77777, 3)]
    assert any(row["peak"] == len("a name") + 1 for row in rows.values())
    peaks = run.table("ranks")["heap_peak"].to_list()
    together = 512 + (1 << 22) // 64 + 5000 + 3000
    assert all(together < peak < together + 3000 for rank, peak in enumerate(peaks) if rank != 3)
    assert peaks[3] > together - 3000 + 77777


def test_following_allocations_changes_no_time(windtunnel, runs):
    windtunnel.must("run", "-q", "-n", 64, *IDEAL, "--out", "unfollowed", "memory.c", cwd=runs)
    [first, second] = [json.loads((runs / name / "run.json").read_text()) for name in ("n64", "unfollowed")]
    assert all(first[key] == second[key] for key in ("simulated_time_ps", "messages", "bytes"))
    [first, second] = [load_run(runs / name).table("ranks") for name in ("n64", "unfollowed")]
    assert first.equals(second)


def test_what_grows_with_the_number_of_ranks_is_named(windtunnel, runs):
    told = windtunnel.must("summary", "n256", "--pilot", "n64", cwd=runs).out.splitlines()
    lines = {line.split("  ")[1].strip(): " ".join(line.split()) for line in told if "memory.c:" in line}
    told_of = [line for line in told if "memory.c:" in line]
    assert at("counts") in told_of[0], "what grows comes first"
    assert "512 B 2.048 kB + 8 B for each rank" in " ".join(told_of[0].split())
    assert sum("for each rank" in line for line in told_of) == 1, told_of
    assert any(at("field") in line and line.rstrip().endswith("less") for line in told_of), lines
    assert any(at("buffer") in line and line.rstrip().endswith("the same") for line in told_of)


def test_more_ranks_are_planned_from_two_runs(windtunnel, runs):
    told = " ".join(windtunnel.must("summary", "n256", "--pilot", "n64", "--ranks", 65536, cwd=runs).out.split())
    assert "2.048 kB + 8 B for each rank 524.3 kB" in told
    assert "65,536 ranks would take about" in told and "if both go on as between 64 and 256 ranks" in told
    least, most = map(int, re.search(r"of memory and (\d+) to (\d+) s of CPU here", told).groups())
    assert abs(most - 3 * least) <= 2, "rounded"
    fewer = " ".join(windtunnel.must("summary", "n256", "--pilot", "n64", "--ranks", 128, cwd=runs).out.split())
    assert re.search(r"of memory and \d+ s of CPU here", fewer)
    more = " ".join(windtunnel.must("summary", "n256", "--pilot", "n64", "--ranks", 10_000_000, cwd=runs).out.split())
    assert "That is more than this machine has" in more


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["n256", "--pilot", "n256"], "--pilot: n256: has 256 ranks, as many as n256; expected a run with another number of ranks"),
        (
            ["n256", "--pilot", "plain"],
            "plain: has no table `allocations`; expected a run of a program with --observe allocations",
        ),
        (
            ["plain", "--pilot", "n256"],
            "plain: has no table `allocations`; expected a run of a program with --observe allocations",
        ),
        (["n256", "--ranks", "9"], "--pilot"),
    ],
)
def test_runs_that_tell_nothing_are_refused(windtunnel, runs, words, text):
    done = windtunnel("summary", *words, cwd=runs)
    assert done.status == 2 and text in done.err, done.err


def test_ranks_that_are_processes_are_not_followed(windtunnel, runs):
    done = windtunnel.must(
        "run", "-n", 2, *IDEAL, "--mode", "processes", "--observe", "allocations", "--out", "processes", "memory.c", cwd=runs
    )
    assert "the table `allocations` is empty: the program's ranks are processes" in done.out + done.err
    assert load_run(runs / "processes").table("ranks")["heap_peak"].to_list() == [0, 0]
