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
        (["--detail", "phase=step:10/10"], "each with `:K/N` if only K of N stays in it are in detail"),
        (
            ["--detail", "phase=a", "--network", "packet:transport=tcp"],
            "`transport=tcp` and `switching=store-forward` give hosts send buffers, but the network `delay`",
        ),
    ],
)
def test_what_cannot_be_divided_is_refused(windtunnel, tmp_path, words, text):
    done = windtunnel("motif", "-q", "-n", 8, "-p", "ethernet-cluster", *words, "--out", "run", "halo3d", cwd=tmp_path)
    assert done.status == 2 and text in done.err, done.err


# All steps exchange the same, but for the one that the second argument names: four times as much.
LOOP = """
#include <mpi.h>
#include <stdlib.h>
#include <windtunnel.h>
static char from[1 << 20], to[1 << 20];
int main(int argc, char **argv)
{
    int rank, size, steps = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < steps; step++) {
        wt_phase("step");
        for (int k = 0; k < (argc > 2 && step == atoi(argv[2]) ? 4 : 1); k++)
            MPI_Sendrecv(from, sizeof from, MPI_CHAR, (rank + 3) % size, 0, to, sizeof to, MPI_CHAR, (rank + size - 3) % size, 0,
                MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (argc > 3)
            wt_compute(1e-6 * step * atof(argv[3]) * (rank + 1));
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (argc < 5)
        wt_phase("end");
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture(scope="module")
def loop(windtunnel, tmp_path_factory):
    """Runs a loop of steps with these arguments and options: folder, manifest, simulated time, phases by name."""
    folder = tmp_path_factory.mktemp("loop")
    program = windtunnel.compile(LOOP, folder / "loop")

    def run(*arguments, detail="phase=0,step:2/10,end", workers=1):
        machine = ["-p", "torus-3d", "--set", "topology.dimensions=[8,2,2]", "--compute", "none", "--workers", workers]
        observe = ["--observe", "phases,messages,link_use", "--out", "run", "--force"]
        windtunnel.must("run", "-q", "-n", 16, *machine, *(["--detail", detail] if detail else []), *observe, program, *arguments,
                        cwd=folder)  # fmt: skip
        manifest = json.loads((folder / "run" / "run.json").read_text())
        phases = {phase["phase"]: phase for phase in manifest["time"].get("phases", [])}
        return folder / "run", manifest, manifest["simulated_time_ps"], phases

    return run


def test_steps_in_detail_stand_for_the_others(loop, windtunnel):
    _, _, whole, all_of_it = loop(20, detail=None)
    _, _, bare, _ = loop(20, detail="phase=0,end")
    folder, manifest, some, phases = loop(20)
    assert abs(some - whole) < 0.01 * whole and bare < 0.6 * whole
    steps = phases["step"]["steps"]
    assert (steps["all"], steps["detailed"], steps["unlike"]) == (20, 4, 0) and steps["change_millionths"] < 20_000
    assert (
        abs(phases["step (skipped)"]["mean_ps"] - 4 * phases["step"]["mean_ps"]) < 0.02 * phases["step (skipped)"]["mean_ps"]
    )
    assert "steps" not in phases["end"] and "steps" not in all_of_it["step"]
    assert set(load_run(folder).table("link_use")["phase"].to_list()) <= {"0", "step", "end"}
    stays = load_run(folder).table("phases")
    assert stays["phase"].to_list().count("step (skipped)") == 16 * 16
    assert "of each 10 steps `step`, 2 were simulated in detail" in " ".join(manifest["warnings"])
    shown = windtunnel.must("summary", folder).out
    assert "4 of 20 steps `step` were in detail: " in shown
    assert not any("drift" in text or "alike:" in text for text in manifest["warnings"])


def test_steps_that_drift_are_simulated_in_detail_and_said(loop):
    _, _, whole, _ = loop(20, -1, 20, detail=None)
    _, manifest, some, phases = loop(20, -1, 20)
    assert phases["step"]["steps"]["change_millionths"] > 50_000
    assert any("steps `step` drift: one in detail differs from the first by" in text for text in manifest["warnings"]), (
        manifest["warnings"]
    )
    assert phases["step"]["steps"]["detailed"] > 8 and abs(some - whole) < 0.05 * whole


def test_a_step_that_does_more_is_said(loop):
    _, manifest, _, phases = loop(20, 6)
    assert phases["step"]["steps"]["unlike"] == 2
    assert any("steps `step` are not alike: 2 differed by more than 5 %" in text for text in manifest["warnings"]), manifest[
        "warnings"
    ]


def test_a_loop_without_an_end_is_said(loop):
    _, manifest, _, _ = loop(20, -1, 0, "no end")
    assert any("16 ranks ended in a step that was skipped" in text for text in manifest["warnings"]), manifest["warnings"]


def test_steps_are_the_same_for_any_number_of_workers(loop):
    folder, _, _, _ = loop(20)
    tables = {part: part.read_bytes() for part in sorted(folder.rglob("*.parquet"))}
    again, _, _, _ = loop(20, workers=2)
    assert tables and tables == {part: part.read_bytes() for part in sorted(again.rglob("*.parquet"))}
