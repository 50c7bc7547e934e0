"""`windtunnel links`: distributions of loads, plateau points, and their correlation with time."""

import json
import math

import pytest

FFT = ["fft2d", "px=4", "py=3", "pz=2", "advection=64 KiB", "hydro=16 KiB"]
TORUS = ["-q", "-n", 24, "-p", "bluegene-p", "--set", "topology.dimensions=[4,4,4]", "--ppn", 1]
#: Six directions of 64 hosts.
LINKS = 384
RING = """#include <mpi.h>
int main(int argc, char **argv)
{
    static double data[1000];
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Sendrecv_replace(data, 1000, MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
FRACTIONS = {"0.5": 0.5, "0.9": 0.9, "0.99": 0.99, "1": 1.0}


@pytest.fixture
def runs(windtunnel, tmp_path):
    mappings = ["block", "random:1", "random:2", "random:3", "round-robin"]
    for number, mapping in enumerate(mappings):
        words = ["motif", *TORUS, "--mapping", mapping, "--observe", "link_use", "--out", f"run{number}", *FFT]
        windtunnel.must(*words, cwd=tmp_path)
    return [f"run{number}" for number in range(len(mappings))]


def loads(windtunnel, folder, *words):
    return json.loads(windtunnel.must("links", "--json", *words, cwd=folder).out)


def plateau(values, fraction):
    """By the definition: the least load that this many of all links do not exceed."""
    values = sorted(values + [0] * (LINKS - len(values)))
    return next(x for x in [0, *values] if sum(value <= x for value in values) >= fraction * LINKS - 1e-9)


def test_plateau_points_are_those_of_the_table(windtunnel, runs, tmp_path):
    polars = pytest.importorskip("polars")
    use = polars.read_parquet(tmp_path / runs[1] / "link_use" / "*.parquet").filter(polars.col("class").str.starts_with("dim"))
    (run,) = loads(windtunnel, tmp_path, runs[1], "--class", "network")["runs"]
    found = {entry["phase"]: entry for entry in run["loads"]}
    assert list(found) == ["whole run", "x-fft", "y-fft", "advection", "hydro"]
    for phase, entry in found.items():
        of_phase = use if phase == "whole run" else use.filter(polars.col("phase") == phase)
        values = of_phase.group_by("link").agg(polars.col("bytes").sum())["bytes"].to_list()
        assert entry["links"] == LINKS and entry["used"] == len(values)
        assert (entry["sum"], entry["max"], entry["mean"]) == (sum(values), max(values), sum(values) // LINKS)
        assert entry["plateau"] == {name: plateau(values, fraction) for name, fraction in FRACTIONS.items()}
        density = dict(map(tuple, entry["distribution"]))
        assert sum(density.values()) == LINKS and density[0] == LINKS - len(values)
        assert {value: values.count(value) for value in set(values)} == {x: n for x, n in density.items() if x > 0}


def test_without_phases_there_is_the_whole_run(windtunnel, tmp_path):
    windtunnel.must("motif", *TORUS, "--out", "plain", *FFT, cwd=tmp_path)
    windtunnel.must("motif", *TORUS, "--observe", "link_use", "--out", "phases", *FFT, cwd=tmp_path)
    for counter in ("bytes", "busy"):
        plain, phases = (loads(windtunnel, tmp_path, run, "--counter", counter)["runs"][0]["loads"] for run in ("plain", "phases"))
        assert plain == [entry for entry in phases if entry["phase"] == "whole run"]
    done = windtunnel("links", "plain", "--counter", "stalled", cwd=tmp_path)
    assert done.status == 2
    assert "plain: has no table `link_use`, which counts `stalled`; run the program again with --observe link_use" in done.err


def pearson(a, b):
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    both = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    return both / math.sqrt(sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b))


def test_loads_of_several_runs_are_correlated_with_time(windtunnel, runs, tmp_path):
    found = loads(windtunnel, tmp_path, *runs, "--class", "network")
    entries = [{entry["phase"]: entry for entry in run["loads"]} for run in found["runs"]]
    told = {(entry["phase"], entry["figure"]): entry for entry in found["correlations"]}
    assert ("y-fft", "plateau 0.99") in told and ("whole run", "mean") in told
    for (phase, figure), entry in told.items():
        values = [run[phase]["mean"] if figure == "mean" else run[phase]["plateau"][figure.split()[1]] for run in entries]
        times = [run[phase]["time_ps"] for run in entries]
        assert entry["pearson"]["value"] == pytest.approx(pearson(values, times), abs=1e-6)
        low, high = entry["pearson"]["interval"]
        assert -1 <= low <= entry["pearson"]["value"] <= high <= 1
    text = windtunnel.must("links", *runs, "--class", "network", cwd=tmp_path).out
    assert "correlation with time over 5 runs" in text and "plateau 0.99" in text
    assert "correlation" not in windtunnel.must("links", *runs[:2], cwd=tmp_path).out


def test_the_runs_of_a_comparison_are_several_runs(windtunnel, tmp_path):
    mappings = ["block", "random:1", "random:2", "round-robin"]
    words = ["--json", "--out", "c", "--", "motif", *TORUS[1:], "--observe", "link_use", *FFT]
    rows = json.loads(windtunnel.must("compare", "--mappings", *mappings, *words, cwd=tmp_path).out)
    folders = [f"c/{row['run']}" for row in rows]
    found = loads(windtunnel, tmp_path, *folders, "--class", "network")
    for row, folder, run in zip(rows, folders, found["runs"], strict=True):
        (alone,) = loads(windtunnel, tmp_path, folder, "--class", "network")["runs"]
        assert run["loads"] == alone["loads"]
        assert run["loads"][0]["phase"] == "whole run" and run["loads"][0]["time_ps"] == row["simulated_time_ps"]
    assert [row["name"] for row in rows] == mappings and found["correlations"]


def test_blocks_of_the_first_variant_are_no_difference(windtunnel, tmp_path):
    (tmp_path / "ring.c").write_text(RING)
    words = ["--json", "--out", "c", "--", "run", "-n", 8, "-p", "torus-3d", "--ppn", 1, "ring.c"]
    rows = json.loads(windtunnel.must("compare", "--mappings", "block", "random:1", "random:2", *words, cwd=tmp_path).out)
    done = windtunnel("links", *(f"c/{row['run']}" for row in rows), cwd=tmp_path)
    assert done.status == 0 and "these runs differ in job.mapping (block, random:1, random:2)\n" in done.out, done
    assert "warning" not in done.err, done.err


def test_correlated_runs_are_different_ones_and_what_they_differ_in_is_named(windtunnel, runs, tmp_path):
    """A run counts once; runs that differ in more than the places of ranks are named with what else differs."""
    words = ["motif", *TORUS, "--mapping", "block", "--observe", "link_use,waits", "--out", "again", *FFT]
    windtunnel.must(*words, cwd=tmp_path)
    for other in (runs[0], f"./{runs[0]}", "again"):
        done = windtunnel("links", runs[0], runs[1], other, cwd=tmp_path)
        assert done.status == 2 and f"`{runs[0]}` and `{other}` are the same run; expected runs that differ" in done.err, done.err
    done = windtunnel("links", *runs, cwd=tmp_path)
    assert done.status == 0 and "warning" not in done.err
    assert "these runs differ in job.mapping (block, random:1, random:2, random:3, 1 more)" in done.out, done.out
    other = ["motif", "-q", "-n", 24, "-p", "torus-3d", "--ppn", 1, "--network", "delay", "--out", "other", "halo3d"]
    windtunnel.must(*other, cwd=tmp_path)
    done = windtunnel("links", *runs[:2], "other", cwd=tmp_path)
    for words in ("job.motif (fft2d, halo3d)", "network (flow, delay)", "platform (bluegene-p, torus-3d)"):
        assert words in done.err and words in done.out, done
    assert "warning: these runs differ in " in done.err and "not on link loads alone" in done.err
    found = loads(windtunnel, tmp_path, *runs[:2], "other")["differences"]
    assert {"setting": "network", "values": ["flow", "flow", "delay"]} in found


def test_wrong_words_are_errors(windtunnel, tmp_path):
    windtunnel.must("motif", *TORUS, "--observe", "link_use", "--out", "run", *FFT, cwd=tmp_path)
    for words, expected in (
        (["--phase", "x-ftt"], "no run has the phase `x-ftt`; expected one of whole run, x-fft, y-fft, advection, hydro; did you mean `x-fft`?"),
        (["--class", "dim9"], "no run has the class of links `dim9`"),
        (["--plateau", "0.9,1.5"], "expected a fraction of links, above 0 and at most 1"),
        (["--counter", "byts"], "unknown counter `byts`; expected one of bytes, packets, busy, stalled; did you mean `bytes`?"),
    ):
        done = windtunnel("links", "run", *words, cwd=tmp_path)
        assert done.status == 2 and expected in done.err, done.err
    (tmp_path / "run" / "platform.toml").unlink()
    done = windtunnel("links", "run", cwd=tmp_path)
    assert done.status == 2 and "run: the loads of its links are not known, as the machine can't be read from the run folder: " in done.err
