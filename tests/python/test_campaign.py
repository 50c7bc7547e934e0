"""Campaigns: the space, the store, the runner, the data set and the command."""

import concurrent.futures
import dataclasses
import fcntl
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest.mock
from pathlib import Path

import polars
import pytest

import windtunnel
from conftest import ROOT
from windtunnel import Campaign
from windtunnel.campaign import __main__ as command
from windtunnel.campaign import dataset, resources, runner, worker
from windtunnel.campaign.cluster import DaskExecutor
from windtunnel.campaign.point import Preparer
from windtunnel.campaign.space import space
from windtunnel.campaign.store import Claim, Store
from windtunnel.campaign.units import quantity

MOTIF = {"motif": "ping", "platform": "two-hosts", "ranks": 2}


def units(text):
    found = quantity(text)
    return None if found is None else (float(found.value), found.unit)


# The space.


def test_units_are_the_tunnels():
    assert units("1.5 us") == (1.5e-06, "s")
    assert units("64KiB") == (65536, "B")
    assert units("100 Gb/s") == units("12.5 GB/s") == units("100 Gbps") == (12.5e9, "B/s")
    assert units("8 Gflop/s") == (8e9, "flop/s")
    assert units(3) == (3, "")
    assert units("ring") is units("3") is units(True) is units("1 mile") is None


def test_a_grid_varies_its_last_key_fastest():
    over = {"ranks": [2, 4], "set.links.bandwidth": {"from": "1 GB/s", "to": "100 GB/s", "log": True, "points": 3}}
    rows = [tuple(row.values()) for row in space("grid", over)]
    speeds = ["1000000000 B/s", "10000000000 B/s", "100000000000 B/s"]
    assert rows == [(ranks, speed) for ranks in (2, 4) for speed in speeds]


def test_samples_depend_on_the_seed_alone():
    over = {"seed": {"from": 1, "to": 8}, "network": ["flow", "delay"], "argument.x": {"from": 0.5, "to": 2.0}}
    first = space("random", over, points=200, seed=7)
    assert first == space("random", over, points=200, seed=7) != space("random", over, points=200, seed=8)
    assert {row["seed"] for row in first} == set(range(1, 9))
    assert all(0.5 <= row["argument.x"] <= 2.0 for row in first)
    assert set(polars.Series([row["network"] for row in first])) == {"flow", "delay"}


def test_a_latin_hypercube_has_one_point_in_each_slice():
    rows = space("latin-hypercube", {"argument.x": {"from": 0.0, "to": 10.0}, "seed": {"from": 1, "to": 10}}, points=10).rows
    assert sorted(int(row["argument.x"]) for row in rows) == list(range(10))
    assert sorted(row["seed"] for row in rows) == list(range(1, 11))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nome = 'x'", "unknown key `nome`; expected one of … ; did you mean `name`?"),
        ("points = 'x'", "points: expected a whole number, found 'x'"),
        ("[scenario]\nplattform = 'x'", "scenario: unknown key `plattform`; expected one of … ; did you mean `platform`?"),
        ("[scenario]\nsets.host.cores = 3", "scenario: unknown key `sets`; expected one of … ; did you mean `set`?"),
        ("[over]\nranks = 8", "over: ranks: expected a list of values, or a range"),
        ("[over]\nranks = []", "over: ranks: the list is empty"),
        ("[over]\nset = [1]", "over: set: expected a table, as in `set.NAME = …`"),
        ("[over]\nranks = { from = 8, to = 1, points = 3 }", "over: ranks: 8 is not below 1"),
        ("[over]\nranks = { from = 1, to = 8 }", "over: ranks: points: a range in a grid needs a whole number from 2"),
        ("[over]\nranks = { from = 1, to = 8, lgo = true }", "over: ranks: a range: unknown key `lgo`; expected one of from, to, log, whole, points; did you mean `log`?"),
        ("[over]\nparameters.bytes = { from = '1 s', to = '8 B' }", "'1 s' and '8 B' are not of one kind"),
        ("sampling = 'sobol'", "unknown sampling `sobol`; expected one of grid, list, random, latin-hypercube"),
        ("sampling = 'random'\n[over]\nranks = [8]", "points: `random` needs the number of points, found None"),
        ("[[point]]\nrank = 8", "point 1: unknown key `rank`; expected one of … ; did you mean `ranks`?"),
        ("inputs = ['no-such']\n[scenario]\nmotif = 'ping'", "inputs: "),
        ("name = '../x'", "name: expected a file's name without its folder, found '../x'"),
        ("a = ", "Invalid value"),
        ("[scenario]\nmotif = 'ping'\n[columns]\nprice = 'rank * 2'\n[over]\nranks = [2]", "columns: price: "),
        (
            "[scenario]\nmotif = 'ping'\n[columns]\nending = 'ranks'\n[over]\nranks = [2]",
            "columns: ending: there is such a column",
        ),
        ("[over]\nranks = [2]\n[search]\nminimise = 'ranks'", "search: unknown key `minimise`; expected one of … ; did you mean `minimize`?"),
        (
            "[over]\nranks = [2]\n[search]\nminimize = 'rank'\npoints = 3",
            "search: unknown column of numbers `rank`; expected one of ",
        ),
        ("[over]\nranks = [2]\n[search]\nminimize = 'ranks'", "search: points: expected a whole number from 1, found None"),
        ("[over]\nranks = [2]\n[search]\npoints = 3", "search: exactly one of minimize and maximize names a column"),
        (
            "[over]\nranks = [2]\n[search]\nminimize = 'ranks'\npoints = 3\nat-most = { bytes = '2 s' }",
            "at-most: bytes: '2 s' is not in B",
        ),
        ("points = 3\n[over]\nranks = [2]\n[search]\nminimize = 'ranks'\npoints = 3", "search: it chooses the points itself"),
    ],
)
def test_one_clear_error_with_its_place(folder, capsys, text, message):
    (folder / "bad.toml").write_text(text)
    assert command.main(["bad.toml"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("windtunnel campaign: ") and error.count("\n") == 1
    assert all(part in error for part in message.split(" … "))
    assert "bad.toml" in error or "inputs" in error


# Points.


def test_addresses_follow_contents(folder):
    (folder / "a").mkdir()
    (folder / "b").mkdir()
    for name, text in (("a", "x"), ("b", "x")):
        (folder / name / "data").write_text(text)
        shutil.copy("examples/ring.c", folder / name)
    store = Store("store")

    def address(base, **more):
        return Preparer(store, folder / base, ["data"]).points([{"program": "ring.c", "ranks": 2, **more}])[0].address

    assert address("a") == address("b"), "folders do not matter"
    assert address("a") != address("a", seed=3)
    (folder / "b" / "data").write_text("y")
    assert address("a") != address("b")
    (folder / "b" / "data").write_text("x")
    with open(folder / "b" / "ring.c", "a") as source:
        source.write("int another;\n")
    assert address("a") != address("b")


def test_files_of_mappings_and_allocations_go_with_a_point(folder):
    (folder / "swap.map").write_text("map grid(2) -> machine().transpose(core, host)")
    (folder / "hosts").write_text("host1\nhost0\n")
    scenario = MOTIF | {"ppn": 1, "mapping": "swap.map", "allocation": "file:hosts"}
    [point] = Preparer(Store("store"), folder).points([scenario])
    assert [(one.key, one.path) for one in point.inputs] == [("job.allocation", "hosts"), ("job.mapping", "swap.map")]
    listed = [{"mapping": "swap.map"}, {"mapping": Path("hosts")}, {"allocation": Path("hosts")}, {"mapping": "block"}]
    result = Campaign(MOTIF | {"ppn": 1}, listed=listed).run()
    times = result.table["simulated_time_ps"].to_list()
    assert times == [times[0]] * 4 and times[0] > 0 and result.progress.run == 4


def test_files_of_one_name_are_told_apart(folder):
    text = (ROOT / "platforms" / "two-hosts.toml").read_text()
    for name, latency in (("one", "1 us"), ("two", "2 us")):
        (folder / name).mkdir()
        (folder / name / "machine.toml").write_text(re.sub('latency = "[^"]*"', f'latency = "{latency}"', text))
    platforms = ["one/machine.toml", "two/machine.toml", "one/machine.toml"]
    result = Campaign(MOTIF, listed=[{"platform": one} for one in platforms]).run()
    times = result.table["simulated_time_ps"].to_list()
    assert times[0] == times[2] != times[1]
    assert result.progress.run == 2 == len(set(result.table["point"]))
    # The same contents elsewhere, and nothing of the old place: the same points.
    shutil.move("one", "three")
    assert Campaign(MOTIF | {"platform": "three/machine.toml"}).run().progress.run == 0


def test_platforms_made_in_python_are_points_too(folder):
    machines = [
        windtunnel.Platform.load("two-hosts").with_({"host.cores": cores, "host.memory.sockets": 1}) for cores in (1, 2)
    ]
    result = Campaign({**MOTIF, "ppn": 1}, {"platform": machines}).run()
    assert result.table["ending"].to_list() == ["finished"] * 2
    assert Campaign({**MOTIF, "ppn": 1}, {"platform": machines[:1]}).run().progress.stored == 1


# The runner.

PROGRAM = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const char *what = argv[1];
    printf("this one does: %s\\n", what);
    fflush(stdout);
    if (!strcmp(what, "crash")) abort();
    if (!strcmp(what, "hang")) MPI_Recv(&argc, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(what, "read")) {
        FILE *file = fopen("data/words.txt", "r");
        char word[16] = "";
        if (!file || fscanf(file, "%15s", word) != 1 || strcmp(word, "here")) MPI_Abort(MPI_COMM_WORLD, 3);
    }
    if (!strcmp(what, "threads")) {
        for (int left = getenv("OMP_NUM_THREADS") ? atoi(getenv("OMP_NUM_THREADS")) : 0; left > 0; left--)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return !strcmp(what, "fail") ? 7 : 0;
}
"""


@pytest.fixture
def program(folder):
    (folder / "does.c").write_text(PROGRAM)
    (folder / "data").mkdir()
    (folder / "data" / "words.txt").write_text("here")
    return {"program": "does.c", "arguments": ["{what}"], "platform": "two-hosts", "ranks": 2, "compute": "none"}


def test_a_point_that_fails_is_a_row_and_costs_no_other(program, monkeypatch):
    compiled = []
    compile_it = Preparer._compile
    monkeypatch.setattr(Preparer, "_compile", lambda self, source: compiled.append(source) or compile_it(self, source))
    what = ["finish", "crash", "hang", "fail", "read"]
    result = Campaign(program, {"argument.what": what, "platform": ["two-hosts", "no-such"]}, inputs=["data"]).run()
    assert len(compiled) == 1, "a source is compiled once"
    rows = result.table.rows_by_key(["argument.what", "platform"], named=True, unique=True)
    assert {rows[one, "no-such"]["ending"] for one in what} == {"refused"}
    endings = {one: rows[one, "two-hosts"]["ending"] for one in what}
    assert endings == {
        "finish": "finished",
        "crash": "crashed",
        "hang": "failed",
        "fail": "program failed",
        "read": "finished",
    }
    assert "unknown platform `no-such`" in rows["read", "no-such"]["reason"]
    assert "exit status is 7" in rows["fail", "two-hosts"]["reason"]
    assert "deadlock" in rows["hang", "two-hosts"]["reason"]
    assert "MPI_Recv" in rows["hang", "two-hosts"]["reason"]
    assert "this one does: crash" in result.log(2)
    assert result.progress.failed == 8
    again = Campaign(program, {"argument.what": what, "platform": ["two-hosts", "no-such"]}, inputs=["data"]).run()
    assert again.progress.run == 0 and again.table.equals(result.table)


KILLED = """
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    FILE *marks = fopen(argv[1], "a+");
    fseek(marks, 0, SEEK_END);
    if (ftell(marks) < atol(argv[2])) {
        fputc('x', marks);
        fclose(marks);
        kill(getppid(), SIGKILL);
        pause();
    }
    MPI_Finalize();
    return 0;
}
"""


def test_what_is_killed_is_tried_again_and_not_stored(folder):
    (folder / "killed.c").write_text(KILLED)
    scenario = {"program": "killed.c", "platform": "two-hosts", "ranks": 1, "compute": "none"}
    once = Campaign(scenario | {"arguments": [str(folder / "once"), "1"]}).run()
    assert once.table["ending"].to_list() == ["finished"] and (folder / "once").read_text() == "x"
    always = Campaign(scenario | {"arguments": [str(folder / "always"), "100"]})
    assert always.run().table["ending"].to_list() == ["killed"] and (folder / "always").read_text() == "xxx"
    assert always.run().progress.run == 1 and (folder / "always").read_text() == "xxxxxx"


def test_a_source_that_does_not_compile_is_a_reason(folder):
    (folder / "bad.c").write_text("int main(void) { return nothing; }")
    table = Campaign({"program": "bad.c", "platform": "two-hosts"}, {"ranks": [1, 2]}).run().table
    assert table["ending"].to_list() == ["refused"] * 2
    assert "bad.c: wtcc -O2 failed:" in table["reason"][0] and "nothing" in table["reason"][0]


def test_campaigns_share_their_points(folder):
    first = Campaign(MOTIF, {"seed": [1, 2, 3], "network": ["flow", "delay"]}).run()
    second = Campaign(MOTIF, {"network": ["delay", "loggps"], "seed": [2]}).run()
    assert (first.progress.run, first.progress.stored) == (6, 0)
    assert (second.progress.run, second.progress.stored) == (1, 1)


def test_the_data_set_has_typed_columns_with_units(folder):
    over = {
        "parameters.bytes": ["1 KiB", "2.5 kB"],
        "set.topology.links.all.bandwidth": ["1 GB/s", "8 Gb/s"],
        "network": ["flow", "delay"],
    }
    result = Campaign(MOTIF | {"platform": "fat-tree"}, over, keep=True).run()
    result.write("set.parquet")
    table = polars.read_parquet("set.parquet")
    assert table["parameters.bytes"].to_list() == [1024] * 4 + [2500] * 4
    assert set(table["set.topology.links.all.bandwidth"]) == {1e9}
    assert table.schema["parameters.bytes"] == polars.Int64 and table.schema["network"] == polars.String
    units = json.loads(polars.read_parquet_metadata("set.parquet")[dataset.METADATA])
    assert units["parameters.bytes"] == "B" and units["set.topology.links.all.bandwidth"] == "B/s"
    assert units["simulated_time_ps"] == "ps"
    run = result.run(0)
    assert run.simulated_time_ps == table["simulated_time_ps"][0]


# The machine's figures, which differ from run to run.
HOST = polars.selectors.starts_with("host_")


def equal(first, second):
    return first.select(~HOST).equals(second.select(~HOST))


def test_any_executor_gives_the_same_data_set(program):
    campaign = Campaign(program, {"argument.what": ["finish", "read", "fail"], "seed": [1, 2]}, inputs=["data"])
    local = campaign.run("local")
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        assert equal(campaign.run("processes", executor=pool).table, local.table)

    class Elsewhere(concurrent.futures.ThreadPoolExecutor):
        """Workers that see no file of ours."""

        sent = 0

        def submit(self, work, task):
            self.sent += len(task.blobs)
            return super().submit(work, dataclasses.replace(task, contents="/nonexistent", writing="/nonexistent"))

    worker._own_contents.cache_clear()
    with Elsewhere(1) as pool:
        assert equal(campaign.run("elsewhere", executor=pool).table, local.table)
        assert 2 <= pool.sent <= 4, "the program and its input, once for each of the two points that are handed over at once"


def test_the_number_of_threads_is_that_of_the_point_alone(program, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "5")
    result = Campaign(program, {"argument.what": ["threads"], "environment.OMP_NUM_THREADS": [3, 2]}).run()
    assert result.table["collectives"].to_list() == [6, 4], "of two ranks"
    assert Campaign(program | {"arguments": ["threads"]}, {"seed": [1]}).run().table["collectives"].to_list() == [0]


def test_on_a_dask_cluster_of_processes_with_folders_of_their_own(program, tmp_path):
    distributed = pytest.importorskip("distributed")
    campaign = Campaign(program, {"argument.what": ["threads", "read"], "seed": [1, 2, 3]}, inputs=["data"])
    local = campaign.run("local")
    options = {"n_workers": 3, "threads_per_worker": 1, "dashboard_address": None, "local_directory": str(tmp_path / "dask")}
    # Dask sets OMP_NUM_THREADS for its workers, and leaves it in the environment of this process.
    with unittest.mock.patch.dict(os.environ), distributed.LocalCluster(**options) as cluster:
        (tmp_path / "scheduler.json").write_text(json.dumps({"address": cluster.scheduler_address}))
        make = lambda: DaskExecutor(str(tmp_path / "scheduler.json"))
        assert equal(campaign.run("dask", executor=make).table, local.table)


def test_a_broken_pool_costs_its_running_points_only(folder):
    campaign = Campaign(MOTIF, {"seed": {"from": 1, "to": 12, "points": 12}})
    pools = []

    def pool():
        pools.append(concurrent.futures.ProcessPoolExecutor(2))
        return pools[-1]

    def kill(progress):
        if progress.run == 3 and len(pools) == 1:
            for process in list(pools[0]._processes):
                os.kill(process, signal.SIGKILL)

    result = campaign.run(executor=pool, jobs=2, progress=kill)
    assert result.table["ending"].to_list() == ["finished"] * 12
    assert len(pools) == 2


def test_a_cluster_that_is_gone_is_replaced(folder, monkeypatch):
    monkeypatch.setattr(runner, "CHECK_INTERVAL", 0.05)

    class Gone(concurrent.futures.Executor):
        lost = True

        def submit(self, *task):
            return concurrent.futures.Future()

    executors = [Gone(), concurrent.futures.ThreadPoolExecutor(2)]
    campaign = Campaign(MOTIF, {"seed": [1, 2, 3]})
    assert campaign.run(executor=lambda: executors.pop(0)).table["ending"].to_list() == ["finished"] * 3
    assert not executors
    with pytest.raises(windtunnel.WindtunnelError, match="the executor has broken"):
        Campaign(MOTIF, {"seed": [4]}).run(executor=Gone())


def test_a_campaign_that_is_killed_goes_on(folder):
    (folder / "many.toml").write_text(
        '[scenario]\nmotif = "halo3d"\nplatform = "fat-tree"\nranks = 27\n[over]\nseed = { from = 1, to = 30, points = 30 }\n'
    )
    words = [sys.executable, "-m", "windtunnel.campaign", "many.toml", "--quiet"]
    done = 0
    for _ in range(3):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, start_new_session=True)
        wanted = done + 5
        # Until some more points are there, or it has ended.
        while process.poll() is None and len(list(folder.glob("runs/store/points/*/*"))) < wanted:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        done = len(list(folder.glob("runs/store/points/*/*")))
    assert 5 <= done < 30
    result = Campaign.load("many.toml").run()
    assert (result.progress.stored, result.progress.run) == (done, 30 - done)
    assert equal(result.table, Campaign.load("many.toml").run("undisturbed").table)


def test_two_campaigns_at_once_share_the_work(folder):
    campaigns = [Campaign(MOTIF, {"seed": {"from": 1, "to": 20, "points": 20}}) for _ in range(2)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda campaign: campaign.run(jobs=1), campaigns)
    assert first.table.equals(second.table), "host columns as well: each point was run once"
    assert first.progress.run + second.progress.run == 20


def test_a_claim_ends_with_its_process(folder):
    store = Store("store")
    script = "import sys, time; from windtunnel.campaign.store import Store; claim = Store('store').claim('a'); print(1, flush=True); time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", f"{script}"], stdout=subprocess.PIPE)
    holder.stdout.read(1)
    assert store.claim("a") is None
    assert isinstance(store.claim("b"), Claim)
    holder.kill()
    holder.wait()
    claim = store.claim("a")
    assert claim is not None and store.claim("a") is None
    assert Store("store").claim("a") is None, "of the same process"
    claim.release()
    assert isinstance(store.claim("a"), Claim)


def test_what_was_left_half_written_is_removed(folder):
    store = Store("store")
    old, locked, young = (
        store.writing / name for name in ("windtunnel-writing-1", "windtunnel-writing-2", "windtunnel-writing-3")
    )
    for one in (old, locked, young):
        one.mkdir()
    for one in (old, locked):
        os.utime(one, (0, 0))
    descriptor = os.open(locked, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    Store("store")
    assert not old.exists() and locked.exists() and young.exists()
    os.close(descriptor)


def test_a_result_that_cannot_be_written_is_named(folder):
    """The system's error of a full disk names no file. A limit on the size of files stands for it."""
    store = Store("store")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        for files, log, name in [({"calls/0": b"x" * 99}, "", "run/calls/0"), ({}, "x" * 99, "log.txt"), ({}, "", "result.json")]:
            resource.setrlimit(resource.RLIMIT_FSIZE, (20, limits[1]))
            with pytest.raises(OSError, match=rf"File too large: '{store.point('abc')}/{name}'"):
                store.save("abc", {"ending": "finished", "reason": "y" * 99}, log, files)
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            assert not store.point("abc").exists()
        resource.setrlimit(resource.RLIMIT_FSIZE, (20, limits[1]))
        with pytest.raises(windtunnel.WindtunnelError, match=r"runs/a\.parquet: cannot be written: .*File too large"):
            dataset.write(polars.DataFrame({"a": range(100)}), {}, Path("runs/a.parquet"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert list(Path("runs").iterdir()) == []


def test_an_emptied_result_is_run_again(folder):
    result = Campaign(MOTIF).run()
    file = result.store.point(result.table["point"][0]) / "result.json"
    file.write_text("")
    again = Campaign(MOTIF).run()
    assert again.progress.run == 1 and equal(again.table, result.table) and file.read_text()


def test_points_share_the_cores(monkeypatch):
    monkeypatch.setattr(runner, "cores", lambda: 8)
    monkeypatch.setattr(resources, "cores", lambda: 8)
    assert [runner.Runner()._cores(left) for left in (1, 3, 8, 100)] == [8, 2, 1, 1]
    assert [runner.Runner(jobs=2)._cores(left) for left in (1, 100)] == [8, 4]
    assert runner.Runner(executor=concurrent.futures.ThreadPoolExecutor)._cores(1) == 1, "others compute there"


def test_as_many_points_at_once_as_the_machine_holds(monkeypatch):
    needs = resources.Requirements()
    assert needs.at_once() == 1, "the pilot alone"
    monkeypatch.setattr(resources, "cores", lambda: 8)
    monkeypatch.setattr(resources, "free_memory", lambda: 10 << 30)
    needs.learn({"host_wall_seconds": 0.1, "host_cpu_seconds": 0.2, "host_peak_memory_bytes": 1 << 20})
    assert needs.at_once() == 16, "short runs"
    needs.measures = True
    assert needs.at_once() == 8, "those that measure have a core of their own"
    needs.learn({"host_wall_seconds": 1.0, "host_cpu_seconds": 1.9, "host_peak_memory_bytes": 1 << 20})
    assert needs.at_once() == 4
    needs.learn({"host_wall_seconds": 1.0, "host_cpu_seconds": 0.2, "host_peak_memory_bytes": 3 << 30})
    assert needs.at_once() == 2
    needs.learn({"host_peak_memory_bytes": 1 << 40})
    assert needs.at_once() == 1


# Columns of one's own, and search.

BANDWIDTH = "set.topology.links.all.bandwidth"
MACHINES = {"ranks": [8, 16, 27, 32, 48, 64], BANDWIDTH: {"from": "1 GB/s", "to": "32 GB/s", "log": True, "points": 12}}
COLUMNS = {
    "speed": "ranks * 1000000000000 / simulated_time_ps",
    "price": f'ranks * (100 + 5 * "{BANDWIDTH}" / 1000000000)',
}
PROGRAM_OF_MACHINES = {
    "motif": "halo3d",
    "platform": "fat-tree",
    "parameters": {"bytes": "64 KiB", "compute": "100 us", "iterations": 1},
}


def test_a_search_finds_the_cheapest_machine_that_is_fast_enough(folder):
    full = Campaign(PROGRAM_OF_MACHINES, MACHINES, columns=COLUMNS).run()
    cheapest = full.table.filter(polars.col("speed") >= 60000)["price"].min()
    search = {"minimize": "price", "at-least": {"speed": 60000}, "points": 14}
    campaign = Campaign(PROGRAM_OF_MACHINES, MACHINES, columns=COLUMNS, search=search)
    found = campaign.run()
    assert len(full.table) == 72 and len(found.table) == 14
    assert found.progress.run == 0, "all points are in the store"
    assert found.table["point"].n_unique() == 14
    best = found.table.row(found.best, named=True)
    assert best["speed"] >= 60000 and best["price"] <= 1.2 * cheapest
    # The same points again, on an empty store and with another number of workers.
    again = campaign.run("another", jobs=1)
    assert equal(again.table, found.table) and again.progress.run == 14


def test_a_search_ends_when_there_are_no_more_points(folder):
    over = {"ranks": [2], "seed": [1, 2, 3], "network": ["flow", "delay"]}
    search = {"maximize": "simulated_time_ps", "at-most": {"simulated_time_ps": "1000 s"}, "points": 50, "batch": 4}
    found = Campaign(MOTIF, over, search=search).run()
    assert len(found.table) == 6 == found.progress.total == found.progress.run
    assert found.table["simulated_time_ps"][found.best] == found.table["simulated_time_ps"].max()


def test_a_search_over_a_continuous_range_and_with_points_that_fail(folder):
    over = {"parameters.bytes": {"from": "1 B", "to": "1 MiB", "log": True}, "platform": ["two-hosts", "no-such"]}
    found = Campaign(
        MOTIF, over, search={"maximize": "parameters.bytes", "at-most": {"simulated_time_ps": "1 ms"}, "points": 24}
    ).run()
    assert len(found.table) == 24 and found.progress.failed == len(found.table.filter(polars.col("platform") == "no-such"))
    best = found.table.row(found.best, named=True)
    assert best["platform"] == "two-hosts" and 0 < best["simulated_time_ps"] <= 10**9
    assert (
        Campaign(MOTIF, over, search={"minimize": "parameters.bytes", "at-most": {"simulated_time_ps": "1 ps"}, "points": 3})
        .run()
        .best
        is None
    )


# The command.


def test_the_command(folder, capsys):
    (folder / "two.toml").write_text(
        '[scenario]\nmotif = "ping"\nplatform = "two-hosts"\n[over]\nranks = [2, 0]\nnetwork = ["flow", "delay"]\n'
    )
    assert command.main(["two.toml", "--list"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "ranks=2, network=delay"
    assert command.main(["two.toml", "--list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[1] == {"ranks": 2, "network": "delay"}
    assert not (folder / "runs").exists()
    assert command.main(["two.toml", "-q"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("4 of 4 points, 0 from the store, 2 failed, ") and out.endswith("\nruns/two.parquet\n")
    assert "windtunnel campaign: refused, 2 points: " in err
    (folder / "mine.parquet").write_text("mine")
    assert command.main(["two.toml", "-o", "mine.parquet"]) == 2
    assert "mine.parquet: already exists, and is not a data set of a campaign" in capsys.readouterr().err
    assert (folder / "mine.parquet").read_text() == "mine"
    assert command.main(["two.toml", "--jobs", "0"]) == 2
    assert "--jobs: expected a number from 1, found 0" in capsys.readouterr().err
    with open("two.toml", "a") as file:
        file.write("[search]\nminimize = 'ranks'\npoints = 4\n")
    assert command.main(["two.toml", "-q", "-o", "search.parquet"]) == 1
    assert "best: ranks=2, network=" in capsys.readouterr().out
    assert command.main(["two.toml", "--list"]) == 2
    assert "--list: a search chooses its points while it runs" in capsys.readouterr().err
