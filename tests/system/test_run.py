"""`windtunnel run` and its like, as a user sees them."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import ROOT

HELLO = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank, size;
    char folder[4096];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 1; i < argc; i++)
        printf("%s%s", argv[i], i + 1 < argc ? " " : "\\n");
    if (getenv("WT_TEST_WORD"))
        printf("word %s\\n", getenv("WT_TEST_WORD"));
    if (getenv("WT_TEST_FOLDER"))
        printf("folder %s\\n", getcwd(folder, sizeof folder));
    fprintf(stderr, "rank %d of %d\\n", rank, size);
    MPI_Finalize();
    return getenv("WT_TEST_STATUS") ? atoi(getenv("WT_TEST_STATUS")) : 0;
}
"""
TIME = re.compile(r"^simulated time: \d+\.\d{12} s$")


@pytest.fixture(scope="module")
def hello(windtunnel, tmp_path_factory):
    return windtunnel.compile(HELLO, tmp_path_factory.mktemp("hello") / "hello")


def quick(*more):
    return ["run", "-n", 4, "-p", "fat-tree", "--compute", "none", *more]


def test_output_passes_through_and_the_last_line_is_the_time(windtunnel, hello, tmp_path):
    done = windtunnel.must(*quick("-q", hello, "one", "-n", "two"), cwd=tmp_path)
    assert done.out == "one -n two\n" * 4
    assert sorted(line for line in done.err.splitlines() if line.startswith("rank")) == [f"rank {r} of 4" for r in range(4)]
    assert TIME.match(done.last_line)


def test_each_run_has_a_folder_of_its_own(windtunnel, hello, tmp_path):
    windtunnel.must(*quick("-q", hello), cwd=tmp_path)
    windtunnel.must(*quick("-q", hello), cwd=tmp_path)
    assert sorted(folder.name for folder in (tmp_path / "runs").iterdir()) == ["hello", "hello-2"]
    windtunnel.must(*quick("-q", "--force", "--out", "runs/hello", hello), cwd=tmp_path)
    assert len(list((tmp_path / "runs").iterdir())) == 2


def test_the_summary_says_what_was_run_and_which_defaults_were_used(windtunnel, hello, tmp_path):
    text = windtunnel.must("run", "-n", 4, "-p", "fat-tree", "--out", "run", hello, cwd=tmp_path).err
    for word in ["ranks", "Fat tree, 576 hosts", "flow", "mpich-4.3", "computing", "waiting", "MPI_Barrier", "messages"]:
        assert word in text, word
    assert "MPI library  mpich-4.3 (the default)" in text and "grade        C: " in text
    assert "mpi: progress" not in text
    verbose = windtunnel.must("summary", "-v", "run", cwd=tmp_path)
    assert "mpi: progress" in verbose.out and TIME.match(verbose.out.splitlines()[-1])
    assert re.search(r"compute +\d+\.\d % +measured +measured on this machine", verbose.out)
    assert re.search(r"mpi: isend +\d+\.\d % +400 ns", verbose.out)
    assert re.search("default.* a tenth of the time", windtunnel.must("summary", "run", cwd=tmp_path).out)


def test_json_puts_the_manifest_on_stdout_and_output_into_files(windtunnel, hello, tmp_path):
    done = windtunnel.must(*quick("--json", "--out", "run", hello, "word"), cwd=tmp_path)
    manifest = json.loads(done.out)
    assert (manifest["ranks"], manifest["ending"], manifest["schema"]) == (4, "finished", 3)
    assert done.out == (tmp_path / "run" / "run.json").read_text()
    assert (tmp_path / "run" / "stdout.txt").read_text() == "word\n" * 4
    assert "rank 3 of 4" in (tmp_path / "run" / "stderr.txt").read_text()
    summary = json.loads(windtunnel.must("summary", "--json", "run", cwd=tmp_path).out)
    analysis = summary.pop("analysis")
    assert summary == manifest
    assert (analysis["efficiency"], analysis["missing"]) == (None, ["timeline", "messages", "waits"])


def test_the_manifest_keeps_the_scenario_that_repeats_the_run(windtunnel, hello, tmp_path):
    windtunnel.must(*quick("-q", "--out", "run", "--seed", 9, "-x", "A=b", hello, "x"), cwd=tmp_path)
    scenario = json.loads((tmp_path / "run" / "run.json").read_text())["scenario"]
    assert (scenario["seed"], scenario["job"][0]["environment"]) == (9, {"A": "b"})
    again = windtunnel.must("run", "-q", "--scenario", "run/scenario.toml", "--out", "again", cwd=tmp_path)
    assert again.out == "x\n" * 4
    runs = [json.loads((tmp_path / name / "run.json").read_text()) for name in ("run", "again")]
    assert runs[0] == runs[1]
    # Defaults stay defaults when the scenario is read back.
    assert "network" in [used["key"] for used in runs[1]["defaults"]]


def test_tagged_output(windtunnel, hello, tmp_path):
    done = windtunnel.must(*quick("-q", "--tag-output", hello, "word"), cwd=tmp_path)
    lines = done.out.splitlines()
    assert len(lines) == 4 and all(line.endswith("word") and line != "word" for line in lines)
    assert {re.search(r"\d+", line)[0] for line in lines} == {"0", "1", "2", "3"}


def test_variables_and_working_directory(windtunnel, hello, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "machine.toml").write_text((ROOT / "platforms" / "two-hosts.toml").read_text())
    options = ["-x", "WT_TEST_WORD=given", "-x", "WT_TEST_FOLDER", "--wdir", "elsewhere", "--out", "run"]
    command = ["run", "-q", "-n", 2, "-p", "machine.toml", "--compute", "none", *options, hello]
    done = windtunnel.must(*command, cwd=tmp_path, env={"WT_TEST_FOLDER": "1"})
    assert done.out == f"word given\nfolder {tmp_path / 'elsewhere'}\n" * 2
    assert (tmp_path / "run" / "ranks" / "part-00000.parquet").exists()


def test_a_failing_program_is_status_1_and_its_own_status_is_kept(windtunnel, hello, tmp_path, manifest):
    done = windtunnel(*quick("-q", "-x", "WT_TEST_STATUS=7", "--out", "run", hello), cwd=tmp_path)
    assert done.status == 1
    assert manifest(tmp_path / "run")["program_status"] == 7


def test_a_source_is_compiled_first(windtunnel, tmp_path):
    (tmp_path / "hello.c").write_text(HELLO)
    done = windtunnel.must(*quick("-q", "--out", "run", "hello.c", "word"), cwd=tmp_path)
    assert done.out == "word\n" * 4
    cpp = windtunnel.must("run", "-q", "-n", 3, "-p", "two-hosts", "--oversubscribe", "--out", "cpp", ROOT / "examples" / "pi.cpp", cwd=tmp_path)
    assert "3.14" in cpp.out


def test_a_crash_names_rank_signal_function_and_line(windtunnel, tmp_path, manifest):
    source = """#include <mpi.h>
__attribute__((noinline)) static int spoil(volatile int *p)
{
    return *p;
}
int main(int argc, char **argv)
{
    int rank, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        sum = spoil((int *)16) + 1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return sum;
}
"""
    program = windtunnel.compile(source, tmp_path / "crash")
    done = windtunnel(*quick("-q", "--out", "run", program), cwd=tmp_path)
    assert done.status == 1
    assert re.search(r"rank 2 crashed: SIGSEGV .*\n +in +spoil \(crash.c:4\)\n +called by main \(crash.c:13\)$", done.err, re.MULTILINE)
    run = manifest(tmp_path / "run")
    assert run["ending"] == "crashed" and "spoil (crash.c:4)" in run["diagnosis"]
    assert "start_main" not in done.err


ENDLESS = """#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (;;)
        MPI_Barrier(MPI_COMM_WORLD);
}
"""


def test_the_time_limit_keeps_what_there_is(windtunnel, tmp_path, manifest):
    program = windtunnel.compile(ENDLESS, tmp_path / "endless")
    done = windtunnel(*quick("-q", "--time-limit", "0.5", "--out", "run", program), cwd=tmp_path)
    assert done.status == 1 and "time limit of 0.5 s (--time-limit)" in done.err
    run = manifest(tmp_path / "run")
    assert run["ending"] == "stopped" and run["messages"] > 0 and "ranks" in run["tables"]


@pytest.mark.parametrize("kind", ["program", "motif"])
def test_an_interrupt_keeps_what_there_is(windtunnel, tmp_path, manifest, kind):
    if kind == "program":
        words = quick("-q", "--out", "run", windtunnel.compile(ENDLESS, tmp_path / "endless"))
    else:
        words = ["motif", "-q", "-n", 64, "-p", "torus-3d", "--out", "run", "halo3d", "iterations=1000000000"]
    command = [str(windtunnel.prefix / "bin" / "windtunnel"), *map(str, words)]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, env=windtunnel.environment)
    deadline = time.monotonic() + 30
    while not (tmp_path / "run" / "run.json").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1 and "interrupted" in err
    run = manifest(tmp_path / "run")
    assert run["ending"] == "stopped" and run["simulated_time_ps"] > 0


def test_replay_of_a_recording_takes_the_same_time(windtunnel, halo3d, tmp_path, manifest):
    common = ["-p", "torus-3d", "--compute", "none"]
    program = [halo3d, "-b", 8, "-i", 3]
    windtunnel.must("run", "-q", "-n", 8, *common, "--out", "run", *program, cwd=tmp_path)
    record = ["record", "-q", "-n", 8, *common, "--out", "recorded", "-o", "halo.trace"]
    windtunnel.must(*record, *program, cwd=tmp_path)
    windtunnel.must("replay", "-q", "-p", "torus-3d", "--out", "replayed", "halo.trace", cwd=tmp_path)
    done = windtunnel.must("export", "-q", "halo.trace", "--to", "ti", "-p", "torus-3d", "-o", "halo.ti", cwd=tmp_path)
    assert done.err == "", done.err
    windtunnel.must("replay", "-q", "-p", "torus-3d", "--out", "exported", "halo.ti", cwd=tmp_path)
    motif = ["halo3d", "bytes=512 B", "iterations=3"]
    windtunnel.must("motif", "-q", "-n", 8, "-p", "torus-3d", "--out", "motif", *motif, cwd=tmp_path)
    times = {name: manifest(tmp_path / name)["simulated_time_ps"] for name in ["run", "recorded", "replayed", "exported", "motif"]}
    assert len(set(times.values())) == 1 and times["run"] > 0, times


def test_goal_programs(windtunnel, tmp_path, manifest):
    text = "num_ranks 2\nrank 0 {\ns: send 1024b to 1 tag 7\n}\nrank 1 {\nr: recv 1024b from 0 tag 7\n}\n"
    (tmp_path / "pair.goal").write_text(text)
    done = windtunnel.must("replay", "--engine", "loggopsim", "--out", "exact", "pair.goal", cwd=tmp_path)
    # o + L + o + 1023 G = 1500 + 2500 + 1500 + 6138 ns.
    assert done.err.rstrip().endswith("simulated time: 0.000011638000 s"), done.err
    run = manifest(tmp_path / "exact")
    assert (run["simulated_time_ps"], run["messages"], run["events"], run["tables"]) == (11638000, 1, 3, ["hosts"])
    # The run folder's scenario repeats it.
    windtunnel.must("replay", "-q", "--scenario", "exact/scenario.toml", "--out", "again", cwd=tmp_path)
    assert manifest(tmp_path / "again") == run
    # On a platform it is a trace: latency and bytes of the machine.
    windtunnel.must("replay", "-q", "-p", "two-hosts", "--out", "platform", "pair.goal", cwd=tmp_path)
    assert manifest(tmp_path / "platform")["messages"] == 1
    deadlock = text.replace("tag 7\n}\nrank 1", "tag 8\n}\nrank 1")
    (tmp_path / "stuck.goal").write_text(deadlock)
    done = windtunnel("replay", "--engine", "loggopsim", "--out", "stuck", "stuck.goal", cwd=tmp_path)
    assert done.status == 1 and "1 receives without a message, 1 messages without a receive" in done.err, done.err
    assert "stuck.goal:6:1: rank 1, receive from 0, 1024 bytes, tag 7: waits for a message" in done.err, done.err
    done = windtunnel("replay", "-p", "two-hosts", "--out", "stuck2", "stuck.goal", cwd=tmp_path)
    assert done.status == 1 and "deadlock" in done.err.lower(), done.err


DAYS_104 = 9_000_000_000_000_000
LONG = f"num_ranks 1\nrank 0 {{\na: calc {DAYS_104}\nb: calc {DAYS_104}\nc: calc {DAYS_104}\nb requires a\nc requires b\n}}\n"


@pytest.mark.parametrize("network", ["packet:switch-latency=10000000 s", "flow:capacity-factor=1e-99", "loggps:latency=10000000 s"])
def test_what_ends_after_213_days_is_no_deadlock(windtunnel, tmp_path, network):
    common = ["-q", "-n", 2, "--ppn", 1, "-p", "two-hosts", "--network", network]
    done = windtunnel("motif", *common, "ping", "bytes=10 KiB", cwd=tmp_path)
    assert done.status == 1 and "out of time: pending operations end after 213 days, the maximum simulated time; 2 of 2 ranks" in done.err
    assert "deadlock" not in done.err and "knot" not in done.err, done.err


def test_computing_for_more_than_213_days(windtunnel, tmp_path):
    (tmp_path / "long.goal").write_text(LONG)
    done = windtunnel("replay", "-q", "-p", "two-hosts", "long.goal", cwd=tmp_path)
    assert done.status == 1 and "out of time: pending operations end after 213 days" in done.err, done.err
    assert "rank 0: MPI_Finalize at the end of its operations waits for what it computes" in done.err, done.err
    done = windtunnel("replay", "-q", "--engine", "loggopsim", "long.goal", cwd=tmp_path)
    assert done.status == 2 and "loggopsim: the simulated time exceeds 213 days, the most that can be counted in picoseconds" in done.err


@pytest.mark.parametrize("mode", ["serialised", "processes"])
def test_modes_give_the_same_results(windtunnel, halo3d, tmp_path, manifest, mode):
    common = ["run", "-q", "-n", 8, "-p", "fat-tree", "--compute", "none"]
    images = windtunnel.must(*common, "--out", "images", halo3d, "-b", 8, "-i", 3, cwd=tmp_path)
    other = windtunnel.must(*common, "--mode", mode, "--out", mode, halo3d, "-b", 8, "-i", 3, cwd=tmp_path)
    assert images.out == other.out
    left, right = manifest(tmp_path / "images"), manifest(tmp_path / mode)
    for key in ["simulated_time_ps", "messages", "bytes", "events", "time"]:
        assert left[key] == right[key], key


def test_skipped_payload_takes_the_same_time_and_is_said(windtunnel, tmp_path, manifest):
    source = """#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank;
    char *data = calloc(1, 1 << 20);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(data, 1 << 20, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Recv(data, 1 << 20, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "big")
    windtunnel.must(*quick("-q", "--out", "copy", program), cwd=tmp_path)
    done = windtunnel.must(*quick("--payload", "skip:64 KiB", "--out", "skip", program), cwd=tmp_path)
    assert "from 64 KiB on were not moved" in " ".join(done.err.split())
    copied, skipped = manifest(tmp_path / "copy"), manifest(tmp_path / "skip")
    assert copied["simulated_time_ps"] == skipped["simulated_time_ps"]


def test_tables_are_readable(windtunnel, halo3d, tmp_path, monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import windtunnel as reader

    options = ["--observe", "timeline,messages", "--network", "flow:bucket=10 us", "--out", "run"]
    windtunnel.must(*quick("-q", *options, halo3d, "-b", 8, "-i", 3), cwd=tmp_path)
    run = reader.load_run(tmp_path / "run")
    ranks, messages, timeline, links = (run.table(name) for name in ["ranks", "messages", "timeline", "links"])
    assert ranks["rank"].to_list() == [0, 1, 2, 3]
    assert messages.height == run.manifest["messages"] == ranks["messages_sent"].sum()
    assert messages["bytes"].sum() == run.manifest["bytes"]
    assert (timeline["end"] >= timeline["start"]).all()
    assert timeline["end"].max() == run.manifest["simulated_time_ps"]
    assert {link["name"] for link in run.manifest["hottest_links"]} <= set(links["name"])
    assert run.host()["wall_seconds"] > 0
    with pytest.raises(KeyError, match="has no table 'messagez'"):
        run.table("messagez")


def test_platform_commands(windtunnel, tmp_path):
    assert "576 hosts, 18,432 cores" in windtunnel.must("platform", "check", "fat-tree").out
    assert "bisection" in windtunnel.must("platform", "show", "torus-3d").out
    route = windtunnel.must("platform", "route", "two-hosts", "host0", "host1").out
    assert "2 links, latency 1 us" in route
    wider = windtunnel.must("platform", "show", "--set", "host.cores=3", "two-hosts").out
    assert "3 per host" in wider


SHIPPED = ["two-hosts", "ethernet-cluster", "torus-3d", "bluegene-p", "fat-tree", "dragonfly", "percs-64", "summit-like", "perlmutter-like", "frontier-like"]


@pytest.mark.parametrize("platform", SHIPPED)
def test_a_shipped_machine_is_drawn(windtunnel, tmp_path, platform):
    import xml.etree.ElementTree as ET

    done = windtunnel.must("platform", "draw", platform, "-o", "machine.svg", cwd=tmp_path)
    root = ET.parse(tmp_path / "machine.svg").getroot()
    assert root.tag.endswith("svg") and float(root.get("width")) >= 600
    texts = " ".join("".join(text.itertext()).strip() for text in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "longest route" in texts and "each way" in texts
    # What the drawing leaves out is said on the terminal, too.
    for line in done.err.splitlines():
        assert line.removeprefix("windtunnel: ")[:60] in texts
    first = (tmp_path / "machine.svg").read_bytes()
    windtunnel.must("platform", "draw", platform, "--force", "-o", "machine.svg", cwd=tmp_path)
    assert (tmp_path / "machine.svg").read_bytes() == first


@pytest.mark.parametrize("platform", SHIPPED)
def test_a_run_on_a_shipped_machine(windtunnel, tmp_path, platform):
    ranks = 2 if platform == "two-hosts" else 64
    windtunnel.must("motif", "-q", "-n", ranks, "-p", platform, "--out", "run", "halo3d", cwd=tmp_path)
    found = json.loads((tmp_path / "run" / "run.json").read_text())
    assert found["messages"] >= ranks and found["simulated_time_ps"] > 0


def test_topologies_are_listed_with_formulas(windtunnel):
    for entry in json.loads(windtunnel.must("list", "topologies", "--json").out):
        assert [name for name, _ in entry["formulas"]] == ["hosts", "links", "diameter", "bisection"]
    assert "bisection = " in windtunnel.must("list", "topologies").out


SIMGRID = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="world" routing="Full">
    <cluster id="left" prefix="l-" suffix="" radical="0-3" speed="1Gf" bw="125MBps" lat="50us" router_id="lr"/>
    <cluster id="right" prefix="r-" suffix="" radical="0-3" speed="1Gf" bw="125MBps" lat="50us" router_id="rr">
      <prop id="owner" value="us"/>
    </cluster>
    <link id="wan" bandwidth="1Gbps" latency="5ms"/>
    <zoneRoute src="left" dst="right" gw_src="lr" gw_dst="rr"><link_ctn id="wan"/></zoneRoute>
  </zone>
</platform>
"""


def test_a_simgrid_platform_is_imported(windtunnel, tmp_path):
    (tmp_path / "two.xml").write_text(SIMGRID)
    done = windtunnel.must("platform", "import", "two.xml", "-o", "two.toml", cwd=tmp_path)
    assert done.err.splitlines() == ["windtunnel: two.xml:7:7: not kept: property `owner`"]
    route = windtunnel.must("platform", "route", "two.toml", "l-0", "r-3", cwd=tmp_path).out
    # Two links of clusters and the long one; a limiter holds both directions of it to one capacity.
    assert "4 links, latency 5.1 ms, at most 125 MB/s" in route, route
    printed = windtunnel.must("platform", "import", "two.xml", cwd=tmp_path).out
    assert printed == (tmp_path / "two.toml").read_text()
    windtunnel.must("motif", "-q", "-n", 8, "-p", "two.toml", "--out", "run", "halo3d", cwd=tmp_path)
    assert json.loads((tmp_path / "run" / "run.json").read_text())["simulated_time_ps"] > 10_000_000_000
    (tmp_path / "two.xml").write_text(SIMGRID.replace("</zone>", "</zonk>"))
    done = windtunnel("platform", "import", "two.xml", cwd=tmp_path)
    assert done.status == 2 and done.err.startswith("windtunnel: two.xml:11:"), done.err


SIMGRID_ZONES = """<platform version="4.1">
  <zone id="world" routing="Full">
    <cluster id="grid" topology="TORUS" topo_parameters="4,4" prefix="t" suffix="" radical="0-15" speed="1Gf" bw="125MBps" lat="50us"/>
    <zone id="site" routing="Full">
      <cluster id="tree" topology="FAT_TREE" topo_parameters="2;4,2;1,2;1,1" prefix="f" suffix="" radical="0-7" speed="1Gf" bw="1GBps" lat="1us"/>
      <zone id="edge" routing="Full"><router id="gate"/></zone>
      <link id="up" bandwidth="1GBps" latency="10us" sharing_policy="SPLITDUPLEX"/>
      <zoneRoute src="tree" dst="edge" gw_src="f3" gw_dst="gate"><link_ctn id="up" direction="UP"/></zoneRoute>
    </zone>
    <link id="wan" bandwidth="1Gbps" latency="5ms" sharing_policy="SPLITDUPLEX"/>
    <zoneRoute src="grid" dst="site" gw_src="t5" gw_dst="gate"><link_ctn id="wan" direction="UP"/></zoneRoute>
  </zone>
</platform>
"""


def test_simgrid_zones_stay_zones(windtunnel, tmp_path):
    (tmp_path / "zones.xml").write_text(SIMGRID_ZONES)
    done = windtunnel.must("platform", "import", "zones.xml", "-o", "zones.toml", cwd=tmp_path)
    assert done.err == ""
    # Two hops to t5, the long link, the one into the tree at f3, and up and down to f4 on the other side.
    route = windtunnel.must("platform", "route", "zones.toml", "t0", "f4", cwd=tmp_path).out
    assert "8 links, latency 5.114 ms, at most 125 MB/s" in route, route
    shown = windtunnel.must("platform", "show", "zones.toml", cwd=tmp_path).out
    assert "grid: 2-dimensional torus, 4 × 4" in shown and "names         t0 to f7" in shown
    windtunnel.must("platform", "draw", "zones.toml", "-o", "zones.svg", cwd=tmp_path)
    drawn = (tmp_path / "zones.svg").read_text()
    captions = {line.strip() for line in drawn.replace("<", "\n").replace(">", "\n").splitlines()}
    assert {"grid", "site", "tree"} <= captions
    for network in ("flow", "packet"):
        windtunnel.must("motif", "-q", "-n", 24, "-p", "zones.toml", "--network", network, "--out", network, "halo3d", cwd=tmp_path)
        assert json.loads((tmp_path / network / "run.json").read_text())["simulated_time_ps"] > 10_000_000_000


def test_lists(windtunnel):
    names = ["topologies", "hosts", "networks", "collectives", "mpi-libraries", "motifs", "trace-formats", "platforms", "mappings", "tables", "mpi-functions"]
    for name in names:
        assert windtunnel.must("list", name).out.strip()
        entries = json.loads(windtunnel.must("list", name, "--json").out)
        assert entries and all(entry["name"] and entry["doc"] for entry in entries)
    simulated = [entry for entry in entries if not entry["doc"].startswith("not simulated")]
    assert len(entries) == 664 and len(simulated) > 200


def test_a_reader_that_stops_reading_is_no_error(windtunnel):
    command = f"set -o pipefail; {windtunnel.prefix}/bin/windtunnel list mpi-functions | head -1"
    done = windtunnel.execute("bash", "-c", command)
    assert "panicked" not in done.err and "defect" not in done.err


def test_calibration_prints_a_host(windtunnel, tmp_path):
    done = windtunnel("calibrate", "host", "--repetitions", 3, env={"XDG_STATE_HOME": str(tmp_path / "state")})
    kept = list(tmp_path.glob("state/windtunnel/host-*.toml"))
    if done.status != 0:
        # This machine does something else, too: no figures then.
        assert done.status == 2 and "try again" in done.err and not done.out and not kept
        return
    text = done.out
    if "# speed: " in text:
        # It is disturbed: what could be measured is printed, and no speed is kept.
        assert "calibrate host: speed: " in done.err and "try again" in done.err and not kept
    else:
        assert len(kept) == 1 and str(kept[0]) in done.err
    if ": left out" in done.err:
        return
    base = (ROOT / "platforms" / "two-hosts.toml").read_text()
    topology = base[base.index("[topology]") : base.index("[host]")]
    (tmp_path / "here.toml").write_text(topology + text)
    assert "no errors" in windtunnel.must("platform", "check", tmp_path / "here.toml").out


def test_versions_agree(windtunnel):
    import tomllib

    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text())
    version = workspace["workspace"]["package"]["version"]
    assert windtunnel.must("--version").out == f"windtunnel {version}\n"
    assert f'__version__ = "{version}"' in (ROOT / "python" / "windtunnel" / "__init__.py").read_text()
    assert os.access(windtunnel.prefix / "lib" / "windtunnel" / "launcher", os.X_OK)


def test_a_repeated_run_is_the_same_to_the_byte(windtunnel, halo3d, tmp_path):
    """The scenario remembers which defaults used, so the manifests agree as well."""
    for repeat in (["run", halo3d, "-b", 4, "-i", 2], ["motif", "halo3d", "iterations=2"]):
        command, *words = repeat
        common = [command, "-q", "--out"]
        windtunnel.must(*common, "first", "-n", 8, "-p", "torus-3d", "--compute", "none", *words, cwd=tmp_path)
        windtunnel.must(*common, "second", "--scenario", "first/scenario.toml", cwd=tmp_path)
        names = [sorted(p.relative_to(tmp_path / f) for p in (tmp_path / f).rglob("*") if p.is_file()) for f in ("first", "second")]
        assert names[0] == names[1] and Path("run.json") in names[0]
        for name in names[0]:
            if name.name != "host.json":
                assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes(), name
        for folder in ("first", "second"):
            shutil.rmtree(tmp_path / folder)


def test_a_program_that_is_started_by_itself_says_how_to_start_it(windtunnel, tmp_path):
    program = windtunnel.compile(ROOT / "examples" / "ring.c", tmp_path / "ring")
    done = windtunnel.execute(program, cwd=tmp_path)
    assert done.status == 2 and done.out == ""
    assert done.err.startswith("windtunnel: MPI was called outside of a run: start the program by `windtunnel run -n ")
    assert len(done.err.splitlines()) == 1


GUIDED = """#include <mpi.h>
#include <stdio.h>
static int size_of(const char *key, const char *name)
{
    MPI_Info info;
    MPI_Comm comm;
    int size = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, name);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, &comm);
    if (comm != MPI_COMM_NULL) {
        MPI_Comm_size(comm, &size);
        MPI_Comm_free(&comm);
    }
    MPI_Info_free(&info);
    return size;
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int sizes[] = {size_of("mpi_pset_name", "mpi://WORLD"), size_of("mpi_pset_name", "MPI://world"),
                   size_of("mpi_pset_name", "mpi://Self"), size_of("MPI_PSET_NAME", "mpi://WORLD"),
                   size_of("mpi_pset_name", "mpi://OTHER")};
    if (rank == 0) printf("%d %d %d %d %d\\n", sizes[0], sizes[1], sizes[2], sizes[3], sizes[4]);
    MPI_Finalize();
    return 0;
}
"""


def test_names_of_process_sets_know_no_case_and_keys_do(windtunnel, tmp_path):
    program = windtunnel.compile(GUIDED, tmp_path / "guided")
    done = windtunnel("run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", program, cwd=tmp_path)
    assert (done.status, done.out.splitlines()[0]) == (0, "2 2 1 0 0"), done.out + done.err


def test_blocks_of_another_program_or_of_other_arguments_are_told(windtunnel, tmp_path):
    source = tmp_path / "steps.c"
    source.write_text("#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); MPI_Finalize(); return 0; }\n")
    common = ["run", "-q", "-n", 2, "-p", "two-hosts", "--force", "--out"]
    windtunnel.must(*common, "first", source, "64", "20", cwd=tmp_path)
    again = [*common, "again", "--compute", "first", source]
    assert "its blocks" not in windtunnel.must(*again, "64", "20", cwd=tmp_path).err
    told = windtunnel.must(*again, "640", "20", cwd=tmp_path).err
    assert "first: its blocks are those of other arguments: `64 20`, now `640 20`" in told
    source.write_text(source.read_text() + "/* edited */\n")
    told = windtunnel.must(*again, "64", "20", cwd=tmp_path).err
    assert "first: its blocks are those of another program, or of this one as it was" in told
