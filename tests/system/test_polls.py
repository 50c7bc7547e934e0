"""Ranks that poll: the same as if each poll were simulated, at less cost; and no run ends on a count of polls."""

import re

import pytest
from test_determinism import same

from conftest import ROOT

KINDS = ["test", "iprobe", "testall", "testany", "testsome", "impatient", "both", "serve", "large"]
EACH = {"WT_SIMULATE_EACH_POLL": "1"}


@pytest.fixture(scope="module")
def polls(windtunnel, tmp_path_factory):
    return windtunnel.compile(ROOT / "tests" / "system" / "polls.c", tmp_path_factory.mktemp("polls") / "polls")


def compare(windtunnel, folder, *words):
    options = ["-q", "--force", "--compute", "none"]
    computed = windtunnel.must("run", *options, "--out", "computed", *words, cwd=folder)
    each = windtunnel.must("run", *options, "--out", "each", *words, cwd=folder, env=EACH)
    assert computed.out == each.out and " polls" in each.out
    same(folder / "computed", folder / "each")


@pytest.mark.parametrize("kind", KINDS)
def test_polls_that_are_computed_come_to_the_same_as_each(windtunnel, polls, tmp_path, kind):
    # Ranks in step, where messages come at the instants of polls; and ranks apart.
    for longest in ("0", "2e-5"):
        compare(windtunnel, tmp_path, "-n", "8", "-p", "torus-3d", polls, kind, "6", longest)


@pytest.mark.parametrize("library", ["openmpi-5.0", "intel-2021", "mpich-4.3", "ideal"])
def test_polls_are_those_of_the_library(windtunnel, polls, tmp_path, library):
    # Open MPI's requests to send are read at polls, so that a rank with long messages has each poll simulated, or is parked after
    # 1,000 of them.
    for kind in ("test", "testall") + (() if library == "openmpi-5.0" else ("large",)):
        compare(windtunnel, tmp_path, "-n", "6", "-p", "torus-3d", "--mpi-library", library, polls, kind, "4", "2e-5")


def test_polls_of_processes_are_computed_as_those_of_images(windtunnel, polls, tmp_path):
    for kind in ("test", "iprobe"):
        words = ["-q", "--compute", "none", "-n", "4", "-p", "torus-3d"]
        images = windtunnel.must("run", *words, "--out", f"images-{kind}", polls, kind, "4", "2e-5", cwd=tmp_path)
        processes = windtunnel.must(
            "run", *words, "--mode", "processes", "--out", f"processes-{kind}", polls, kind, "4", "2e-5", cwd=tmp_path
        )
        assert sorted(images.out.splitlines()) == sorted(processes.out.splitlines())


def test_a_loop_that_only_polls_costs_a_switch_each_way(windtunnel, polls, tmp_path):
    """A wait of 10 s of simulated time is 10^8 polls."""
    done = windtunnel.must(
        "run", "-q", "--compute", "none", "-n", "2", "-p", "two-hosts", polls, "test", "1", "10", cwd=tmp_path, timeout=60
    )
    polled = [int(number) for number in re.findall(r"(\d+) polls", done.out)]
    assert max(polled) > 5_000_000


WORKS = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, flag;
    double sum = 0, other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (long step = 0; step < atol(argv[1]); step++) {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); /* probe */
        sum += 1.0 / (step + 1);
    }
    MPI_Sendrecv(&sum, 1, MPI_DOUBLE, (rank + 1) % size, 0, &other, 1, MPI_DOUBLE, (rank + size - 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%.6f %.6f\\n", sum, other);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("compute", ["none", "measured"])
def test_a_rank_may_probe_once_a_step(windtunnel, tmp_path, compute):
    program = windtunnel.compile(WORKS, tmp_path / "works", "-g")
    done = windtunnel.must("run", "-n", "2", "-p", "two-hosts", "--compute", compute, program, "400000", cwd=tmp_path)
    assert len(set(done.out.split())) == 1
    if compute == "none":
        line = 1 + next(at for at, text in enumerate(WORKS.splitlines()) if "/* probe */" in text)
        told = [text for text in done.err.splitlines() if "has polled 100000 times in a row" in text]
        assert told and f"MPI_Iprobe at main (works.c:{line})" in told[0], done.err


CLOCK = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, flag, number;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&number, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    for (int step = 0; step < 20000; step++) {
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
        if (step % 2)
            MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
        if (step == 10)
            MPI_Wtime();
    }
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%g\\n", MPI_Wtime());
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_a_rank_that_has_read_the_clock_once_does_not_wait_for_an_instant(windtunnel, tmp_path, mode):
    """As ABySS: with 1/256 of the time more for each poll, an hour had passed."""
    program = windtunnel.compile(CLOCK, tmp_path / "clock")
    words = ["run", "-q", "-n", "2", "-p", "two-hosts", "--compute", "none", "--mode", mode]
    done = windtunnel.must(*words, program, cwd=tmp_path)
    # 30,000 polls of 100 ns, and what the first thousands were longer.
    assert all(0.003 < float(line) < 0.03 for line in done.out.splitlines()), done.out
