"""What links carry in the phases that a program marks: in C, Fortran and Python, with every network that has routes."""

import sys
from pathlib import Path

import pytest

from tunnel import ROOT

HERE = Path(__file__).resolve().parent
#: Every message passes two links, up and down.
STAR = """
[topology]
kind = "cluster"
hosts = 4
links.host = { bandwidth = "1 GB/s", latency = "1 us" }

[host]
cores = 1
speed = "1 Gf"
memory = { bandwidth = "10 GB/s", copy = "5 GB/s", latency = "100 ns", sockets = 1 }
"""
RING, BROADCAST, LATE = 2 * 4 * 100_000, 2 * 3 * 50_000, 2 * 20_000


@pytest.fixture
def star(tmp_path):
    (tmp_path / "star.toml").write_text(STAR)
    return ["-n", 4, "-p", "star.toml", "--compute", "none", "--collective", "bcast=binomial", "--observe", "link_use"]


@pytest.fixture
def package(monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import windtunnel as package

    return package


def bytes_by_phase(frame):
    """Without what carries nothing."""
    sums = {}
    for row in frame.iter_rows(named=True):
        sums[row["phase"]] = sums.get(row["phase"], 0) + row["bytes"]
    return {phase: count for phase, count in sums.items() if count > 0}


@pytest.mark.parametrize("mode", ["images", "serialised", "processes"])
@pytest.mark.parametrize("network", ["delay", "loggps", "flow", "flow:bucket=50 us", "packet", "packet:bucket=50 us"])
def test_a_program_in_c(windtunnel, package, star, tmp_path, mode, network):
    words = ["run", "-q", *star, "--mode", mode, "--network", network, "--out", "run", HERE / "phases.c"]
    windtunnel.must(*words, cwd=tmp_path)
    run = package.load_run(tmp_path / "run")
    use, links = run.table("link_use"), run.table("links")
    phases = bytes_by_phase(use)
    assert {name: phases[name] for name in ("exchange", "3", "late")} == {"exchange": RING, "3": BROADCAST, "late": LATE}
    assert set(phases) <= {"0", "exchange", "3", "late"}
    assert use["bytes"].sum() == links["bytes"].sum()
    assert set(use["class"]) == {"host"}
    buckets = "bucket" in network
    assert use["end"].max() == (run.manifest["simulated_time_ps"])
    assert (use["start"].max() > 0) == buckets
    # All ranks send the ring at once: up and down each link at 1 GB/s.
    ring = use.filter(use["phase"] == "exchange")
    assert ring["busy"].sum() >= 8 * 100_000_000
    assert (ring["packets"].sum() > 0) == ("packet" in network)
    if "packet" in network:
        # 25 of 4 KiB, and one of the handshake
        assert ring["packets"].sum() == 2 * 4 * (25 + 1)


def test_counting_changes_no_time(windtunnel, star, tmp_path, manifest):
    for network in ("delay", "loggps", "flow", "packet:input-buffer=8 KiB"):
        times = []
        for observe in (star, star[:-2]):
            windtunnel.must("run", "-q", *observe, "--network", network, "--out", "run", HERE / "phases.c", cwd=tmp_path)
            times.append(manifest(tmp_path / "run")["simulated_time_ps"])
            windtunnel.execute("rm", "-r", tmp_path / "run")
        assert times[0] == times[1]


@pytest.mark.parametrize(
    "network, empty",
    [
        ("ideal", {"links": "sends messages without links", "link_use": "`delay`, `loggps`, `flow`, `packet`", "link_channels": "`packet`", "link_buckets": "`flow`, `packet`"}),
        ("delay", {"link_channels": "has no virtual channels", "link_buckets": "does not know when links are busy"}),
        ("loggps", {"link_channels": "has no virtual channels", "link_buckets": "does not know when links are busy"}),
        ("flow", {"link_channels": "has no virtual channels", "link_buckets": '--network "flow:bucket=1 ms"'}),
        ("packet", {"link_buckets": '--network "packet:bucket=1 ms"'}),
        ("flow:bucket=10 us", {"link_channels": "networks that fill it: `packet`"}),
        ("packet:bucket=10 us", {}),
    ],
)
def test_no_table_of_links_is_empty_without_a_word(windtunnel, package, star, tmp_path, network, empty):
    tables = ["links", "link_use", "link_channels", "link_buckets"]
    observe = [word for table in tables for word in ("--observe", table)]
    done = windtunnel.must("run", "-q", *star, *observe, "--network", network, "--out", "run", HERE / "phases.c", cwd=tmp_path)
    run = package.load_run(tmp_path / "run")
    warnings = [line for line in done.err.splitlines() if "is empty" in line]
    assert len(warnings) == len(empty), done.err
    for table in tables:
        rows = run.table(table).height
        assert (rows == 0) == (table in empty), (table, rows)
        told = [line for line in warnings if f"the table `{table}` is empty" in line]
        assert len(told) == (table in empty) and all(empty[table] in line for line in told)


def test_nobody_hears_of_tables_that_were_not_asked_for(windtunnel, tmp_path):
    done = windtunnel.must("run", "-q", "-n", 4, "-p", "torus-3d", "--network", "ideal", "--out", "run", HERE / "phases.c", cwd=tmp_path)
    assert "empty" not in done.err


def test_the_summary_tells_phases_and_histograms(windtunnel, star, tmp_path):
    windtunnel.must("run", "-q", *star, "--out", "run", HERE / "phases.c", cwd=tmp_path)
    text = windtunnel.must("summary", "run", cwd=tmp_path).out
    lines = {line.split()[0]: line.split() for line in text.splitlines() if line.startswith("  ")}
    assert lines["exchange"][1:5] == ["host", "8", "800.0", "kB"]
    assert lines["late"][1:5] == ["host", "2", "40.00", "kB"]
    assert "links by bytes" in text and "≤8/8" in text


def test_a_program_in_fortran(windtunnel, package, star, tmp_path):
    windtunnel.must("run", "-q", *star, "--out", "run", HERE / "phases.f90", cwd=tmp_path)
    phases = bytes_by_phase(package.load_run(tmp_path / "run").table("link_use"))
    assert phases["exchange"] == RING and phases["3"] == BROADCAST


def test_a_program_in_python(windtunnel, package, star, tmp_path):
    pytest.importorskip("mpi4py", reason="pip install mpi4py==4.1.2")
    lines = [
        f"import sys; sys.path.insert(0, {str(ROOT / 'python')!r})",
        "from mpi4py import MPI",
        "from windtunnel import phase",
        "world = MPI.COMM_WORLD",
        "data = bytearray(100_000)",
        "phase('exchange')",
        "world.Sendrecv_replace(data, (world.rank + 1) % 4, source=(world.rank - 1) % 4)",
        "MPI.Pcontrol(2)",
        "world.Bcast([data, 50_000, MPI.CHAR])",
    ]
    (tmp_path / "marks.py").write_text("\n".join(lines) + "\n")
    windtunnel.must("run", "-q", *star, "--out", "run", "marks.py", cwd=tmp_path, timeout=300)
    phases = bytes_by_phase(package.load_run(tmp_path / "run").table("link_use"))
    assert phases["exchange"] == RING and phases["2"] == BROADCAST


def test_marks_do_nothing_elsewhere(windtunnel, tmp_path):
    """Without Windtunnel the header needs no library, and the package no rank."""
    source = '#include <windtunnel.h>\nint main(void) { wt_phase("alone"); return 0; }\n'
    (tmp_path / "alone.c").write_text(source)
    include = windtunnel.prefix / "include" / "windtunnel"
    for compiler, options in (("cc", ["-Wall", "-Wextra", "-Werror"]), ("c++", ["-x", "c++", "-Wall", "-Werror"])):
        done = windtunnel.execute(compiler, *options, "-I", include, "alone.c", "-o", "alone", cwd=tmp_path)
        assert done.status == 0, done.err
        assert windtunnel.execute("./alone", cwd=tmp_path).status == 0
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'python')!r}); import windtunnel; windtunnel.phase('alone')"
    assert windtunnel.execute(sys.executable, "-c", code, cwd=tmp_path).status == 0
