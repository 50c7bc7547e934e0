"""HDTrace sets: replayed, and with their own times beside."""

import pytest

from conftest import ROOT

PROJECT = ROOT / "examples" / "hdtrace" / "checkpoint.proj"
STORAGE = """
[storage]
model = "parallel"
servers = 2
layout = { kind = "pvfs", stripe = "64 KiB" }
server.request = "1 ms"
"""


@pytest.fixture(scope="module")
def platform(tmp_path_factory):
    path = tmp_path_factory.mktemp("machine") / "machine.toml"
    path.write_text((ROOT / "platforms" / "two-hosts.toml").read_text() + STORAGE)
    return path


def milliseconds(windtunnel, folder, platform, *options):
    """Of all ranks, by function; the computation is under its own name. And what the replay has said."""
    import windtunnel as reader

    text = windtunnel.must("replay", "-p", platform, "--ppn", "1", "--out", folder, *options, PROJECT).err
    run = reader.load_run(folder)
    found = {"computing": sum(row["compute"] for row in run.table("ranks").to_dicts()) / 1e9}
    for row in run.table("calls").to_dicts():
        found[row["function"]] = found.get(row["function"], 0) + row["time"] / 1e9
    return found, text


def test_a_replay_beside_the_times_of_the_trace(windtunnel, platform, tmp_path, monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    recorded, text = milliseconds(windtunnel, tmp_path / "recorded", platform, "--recorded-times")
    traced = {"computing": 132, "MPI_Sendrecv": 6, "MPI_Allreduce": 1.2, "MPI_File_open": 8, "MPI_File_write_at": 140}
    assert {name: pytest.approx(recorded[name]) for name in traced} == traced
    # From the first call of all ranks to the last one's end: rank 1 has begun 1 ms later and computes 12 ms more.
    assert "simulated time: 0.151712000000 s" in text
    simulated, text = milliseconds(windtunnel, tmp_path / "simulated", platform)
    assert simulated["computing"] == pytest.approx(132)
    # 1,000 elements with holes in memory are 16 list requests of a rank. Those of both take turns at the only thread of one server,
    # 1 ms each; before them, each server has a request of either rank.
    assert 2 * 32 < simulated["MPI_File_write_at"] < 2 * (32 + 2 + 2)
    # What the opens took beside their broadcast, and what the model's messages and servers take.
    assert 7 < simulated["MPI_File_open"] < 9
    assert "not simulated, keep the time of the trace: Type_free (2 calls, 20 us)" in text
    page = tmp_path / "report.html"
    windtunnel.must("report", tmp_path / "recorded", tmp_path / "simulated", "-o", page)
    assert page.stat().st_size > 0


def test_times_are_asked_of_traces_that_have_them(windtunnel, tmp_path):
    goal = ROOT / "examples" / "broadcast.goal"
    done = windtunnel("replay", "-p", "fat-tree", "--recorded-times", "--out", tmp_path / "out", goal)
    assert done.status == 2
    assert "has no recorded times; expected a recording of a real run" in done.err
    scenario = tmp_path / "scenario.toml"
    scenario.write_text('schema = 1\nplatform = "fat-tree"\nrecorded-times = true\n[[job]]\nranks = 2\nmotif = "ping"\n')
    done = windtunnel("motif", "--scenario", scenario)
    assert done.status == 2
    assert "a trace; programs and motifs have no times of their own" in done.err
