"""Darshan's extended traces as HDTrace projects: what was accessed and when comes out of a replay."""

import os
import subprocess
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "python"))

STORAGE = """
[storage]
model = "parallel"
servers = 2
layout = { kind = "pvfs", stripe = "64 KiB" }
server.request = "1 ms"
"""
KIB = 1024


@pytest.fixture
def platform(tmp_path):
    path = tmp_path / "machine.toml"
    path.write_text((ROOT / "platforms" / "two-hosts.toml").read_text() + STORAGE)
    return path


def test_accesses_of_a_log_are_replayed_and_shown_with_their_times(windtunnel, platform, tmp_path):
    polars = pytest.importorskip("polars")
    from windtunnel.dxt import Access, write_project

    # Rank 0 waits 20 ms, then writes and reads; rank 1's second access begins while its first one lasts; rank 2 does nothing.
    own = [Access(0.020, 0.030, True, "/a & b", 0, 64 * KIB), Access(0.050, 0.055, False, "/a & b", 0, 64 * KIB)]
    others = [Access(0.004, 0.008, True, "/c", 100, 7), Access(0.001, 0.005, True, "/c", 0, 100)]
    done = write_project(tmp_path / "log", "log", 3, {0: own, 1: others}, {0: "n0", 1: "n/1"})
    assert (done.ranks, done.accesses, done.bytes, done.overlapping) == (3, 4, 128 * KIB + 107, 1)
    common = ["-q", "-p", platform, "--observe", "io"]
    windtunnel.must("replay", *common, "--recorded-times", "--out", "recorded", done.project, cwd=tmp_path)
    windtunnel.must("replay", *common, "--out", "simulated", done.project, cwd=tmp_path)
    calls = polars.read_parquet(tmp_path / "recorded" / "calls" / "*.parquet")
    time = dict(calls.group_by("rank", "function").agg(polars.sum("time")).select(polars.concat_str("rank", "function", separator=" "), "time").rows())
    assert (time["0 MPI_File_write_at"], time["0 MPI_File_read_at"], time["1 MPI_File_write_at"]) == (10e9, 5e9, 7e9)
    io = polars.read_parquet(tmp_path / "simulated" / "io" / "*.parquet").filter(polars.col("operation").is_in(["read", "write"]))
    rows = io.sort("rank", "start").select("rank", "file", "operation", "offset", "bytes").rows()
    assert rows == [(0, "/a & b", "write", 0, 64 * KIB), (0, "/a & b", "read", 0, 64 * KIB), (1, "/c", "write", 0, 100), (1, "/c", "write", 100, 7)]
    # Between accesses ranks compute as long as in the log: 20 ms before rank 0's open, and 20 ms from its write to its read.
    starts = dict(io.filter(polars.col("rank") == 0).select("operation", "start").rows())
    ends = dict(io.filter(polars.col("rank") == 0).select("operation", "end").rows())
    assert starts["write"] > 20e9 and starts["read"] - ends["write"] == 20e9
    compute = polars.read_parquet(tmp_path / "simulated" / "ranks" / "*.parquet").sort("rank")["compute"].to_list()
    assert compute == [40e9, 1e9, 0]


def test_what_is_wrong_is_said(tmp_path):
    from windtunnel.dxt import Access, write_project

    with pytest.raises(ValueError, match="rank 3: expected ranks 0 to 1"):
        write_project(tmp_path / "x", "x", 2, {3: [Access(0, 1, True, "/f", 0, 1)]}, {})
    (tmp_path / "there").mkdir()
    with pytest.raises(FileExistsError):
        write_project(tmp_path / "there", "x", 1, {}, {})
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    done = subprocess.run([sys.executable, "-m", "windtunnel.dxt", tmp_path / "no.darshan", tmp_path / "out"], env=environment, capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.startswith("windtunnel: ") and "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_log_of_darshan(windtunnel, platform, tmp_path):
    darshan = pytest.importorskip("darshan", reason="PyPI's darshan is not installed (pip install 'windtunnel[darshan]')")
    import importlib.resources

    from windtunnel.dxt import convert_dxt

    logs = importlib.resources.files(darshan) / "examples" / "example_logs"
    done = convert_dxt(logs / "dxt.darshan", tmp_path / "log")
    report = darshan.DarshanReport(str(logs / "dxt.darshan"), read_all=False)
    report.mod_read_all_dxt_records("DXT_POSIX")
    records = report.records["DXT_POSIX"]
    assert done.accesses == sum(record["write_count"] + record["read_count"] for record in records) > 0
    windtunnel.must("replay", "-q", "-p", platform, "--oversubscribe", "--out", "simulated", done.project, cwd=tmp_path)
    with pytest.raises(ValueError, match="has no DXT_POSIX records"):
        convert_dxt(logs / "sample-badost.darshan", tmp_path / "none")
    (tmp_path / "text.darshan").write_text("no log")
    with pytest.raises(ValueError, match="cannot be read as a Darshan log"):
        convert_dxt(tmp_path / "text.darshan", tmp_path / "none")
