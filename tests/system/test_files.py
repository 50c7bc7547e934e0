"""Files: the same simulated times in all modes, the table `io`, servers on the network, and a recording that says what it
leaves out."""

import pytest

from conftest import ROOT

EXAMPLE = ROOT / "examples" / "file.c"
RANKS = 3
BYTES = 8 << 18

SERVERS = """
[storage]
servers = ["host0", "host1"]
bandwidth = "2 GB/s"
latency = "10 us"
stripe = "64 KiB"
"""


def machine(folder, storage=""):
    path = folder / "machine.toml"
    path.write_text((ROOT / "platforms" / "two-hosts.toml").read_text() + storage)
    return path


def run(windtunnel, folder, platform, *options):
    done = windtunnel("run", "-n", RANKS, "-p", platform, "--compute", "none", "--out", folder / "run", *options, EXAMPLE, cwd=folder)
    assert done.status == 0, done.err
    return done


@pytest.mark.parametrize("storage", ["", SERVERS], ids=["attached", "servers"])
def test_all_modes_take_the_same_time(windtunnel, tmp_path, manifest, storage):
    times = set()
    for mode in ("images", "serialised", "processes"):
        folder = tmp_path / mode
        folder.mkdir()
        run(windtunnel, folder, machine(folder, storage), "--mode", mode)
        times.add(manifest(folder / "run")["simulated_time_ps"])
    assert len(times) == 1, times


def test_the_table_of_operations(windtunnel, tmp_path, monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import windtunnel as reader

    run(windtunnel, tmp_path, machine(tmp_path), "--observe", "io")
    table = reader.load_run(tmp_path / "run").table("io")
    rows = table.to_dicts()
    assert {row["file"] for row in rows} == {str(tmp_path / "windtunnel-example.dat")}
    assert [row["operation"] for row in rows].count("open") == RANKS
    for operation in ("write", "read"):
        own = sorted((row["rank"], row["offset"], row["bytes"]) for row in rows if row["operation"] == operation)
        shift = 0 if operation == "write" else 1
        assert own == [(rank, (rank + shift) % RANKS * BYTES, BYTES) for rank in range(RANKS)]
    # A new view sets the shared pointer back, which takes no time.
    assert all(row["start"] < row["end"] for row in rows if row["operation"] != "shared pointer")
    # One server of 1 GB/s after 100 us that all ranks share.
    writes = [row for row in rows if row["operation"] == "write"]
    last = max(row["end"] for row in writes) - min(row["start"] for row in writes)
    alone = 100_000_000 + RANKS * BYTES * 1000
    assert alone <= last <= alone * 1.01


def test_bytes_cross_the_network_to_servers_that_are_hosts(windtunnel, tmp_path, manifest):
    sizes = {}
    for name, storage in (("attached", ""), ("servers", SERVERS)):
        folder = tmp_path / name
        folder.mkdir()
        run(windtunnel, folder, machine(folder, storage))
        sizes[name] = sum(link["bytes"] for link in manifest(folder / "run")["hottest_links"])
    assert sizes["servers"] > sizes["attached"] + RANKS * BYTES


def test_a_time_independent_recording_says_that_files_are_left_out(windtunnel, tmp_path):
    # No host time: which rank reaches its file first must not depend on the machine.
    common = ["record", "-n", RANKS, "-p", machine(tmp_path), "--compute", "none", "-o", tmp_path / "t.trace"]
    windtunnel.must(*common, "--out", tmp_path / "run", EXAMPLE, cwd=tmp_path)
    done = windtunnel.must("export", "t.trace", "--to", "ti", "-p", machine(tmp_path), "-o", "t.ti", cwd=tmp_path)
    assert "operations on files: not supported, left out with the time they take" in done.err, done.err
    done = windtunnel.must("export", "t.trace", "--to", "goal", "-p", machine(tmp_path), "-o", "t.goal", cwd=tmp_path)
    assert "operations on files: not representable, left out with the time they take (first on rank 0)" in done.err, done.err


def test_a_replay_takes_as_long_and_touches_no_file(windtunnel, tmp_path, manifest):
    common = ["-q", "-p", machine(tmp_path), "--compute", "none"]
    windtunnel.must("record", *common, "-n", RANKS, "-o", "t.trace", "--out", "recorded", EXAMPLE, cwd=tmp_path)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir() if path.is_file()}
    windtunnel.must("replay", *common, "--out", "replayed", "t.trace", cwd=tmp_path)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir() if path.is_file()} == before
    times = [manifest(tmp_path / name)["simulated_time_ps"] for name in ("recorded", "replayed")]
    assert times[0] == times[1] > 0, times
