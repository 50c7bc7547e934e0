"""Phases of a program that alone are simulated in detail (--detail)."""

import json

import pytest

from windtunnel.results import load_run

# Rings of three hops: three messages share each link, and all end at one instant.
SOURCE = """
#include <mpi.h>
#include <windtunnel.h>
static char from[1 << 20], to[1 << 20];
static void exchange(int rank, int size)
{
    MPI_Sendrecv(from, sizeof from, MPI_CHAR, (rank + 3) % size, 0, to, sizeof to, MPI_CHAR, (rank + size - 3) % size, 0,
        MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < 3; step++) {
        wt_phase("warm");
        exchange(rank, size);
        wt_phase("solve");
        exchange(rank, size);
    }
    wt_phase("0");
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture(scope="module")
def measure(windtunnel, tmp_path_factory):
    """Runs the program with these options: the folder, and the time of each phase."""
    folder = tmp_path_factory.mktemp("detail")
    program = windtunnel.compile(SOURCE, folder / "phases")

    def run(*words, network="flow", out="run"):
        machine = ["-p", "torus-3d", "--set", "topology.dimensions=[8,2,2]", "--network", network, "--compute", "none"]
        observe = ["--observe", "phases,messages,link_use", "--out", out, "--force"]
        windtunnel.must("run", "-q", "-n", 8, *machine, *observe, *words, program, cwd=folder)
        manifest = json.loads((folder / out / "run.json").read_text())
        return folder / out, manifest, {phase["phase"]: phase["max_ps"] for phase in manifest["time"]["phases"]}

    return run


@pytest.mark.parametrize("network", ["flow", "packet"])
def test_a_phase_in_detail_takes_what_it_takes_in_the_whole_run(measure, network):
    _, _, whole = measure(network=network, out="whole")
    folder, manifest, some = measure("--detail", "phase=solve", network=network, out="some")
    _, _, none = measure(network="delay", out="none")
    assert some["solve"] == whole["solve"] and some["warm"] == none["warm"] < whole["warm"] * 0.6
    assert "messages outside of the phases `solve` took the time of the network `delay`" in " ".join(manifest["warnings"])
    assert set(load_run(folder).table("link_use")["phase"].to_list()) == {"solve"}


@pytest.mark.parametrize("network", ["flow", "packet", "loggps"])
def test_all_phases_in_detail_are_the_whole_run(measure, network):
    whole, before, _ = measure(network=network, out="whole")
    every, after, _ = measure("--detail", "phase=warm, solve,0", network=network, out="every")
    for table in (*before["tables"],):
        for part in sorted((whole / table).iterdir()):
            assert part.read_bytes() == (every / table / part.name).read_bytes(), part
    for manifest in (before, after):
        manifest["scenario"].pop("detail", None)
        manifest["warnings"] = [text for text in manifest["warnings"] if "--detail" not in text]
        del manifest["hash"]
    assert before == after


def test_a_phase_that_is_not_there_is_said(measure):
    _, manifest, _ = measure("--detail", "phase=solve,slove")
    assert any("no rank was in the phase `slove`; there were `0`, `warm`, `solve`" in text for text in manifest["warnings"]), (
        manifest["warnings"]
    )


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--detail", "solve"], "--detail: `solve` is not valid; expected `phase=NAME,NAME`"),
        (["--detail", "phase=solve,"], "--detail: `phase=solve,` is not valid"),
        (
            ["--detail", "phase=a", "--network", "packet:transport=tcp"],
            "has send buffers of its own",
        ),
    ],
)
def test_what_cannot_be_divided_is_refused(windtunnel, tmp_path, words, text):
    done = windtunnel("motif", "-q", "-n", 8, "-p", "ethernet-cluster", *words, "--out", "run", "halo3d", cwd=tmp_path)
    assert done.status == 2 and text in done.err, done.err
