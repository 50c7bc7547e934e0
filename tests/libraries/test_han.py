"""What Open MPI sends where several ranks share one of several hosts, and its component HAN comes before tuned: to each rank the same number
of messages, and of bytes, as here.

Hosts are network namespaces of tests/lab/lab.py, without limits on their links: root is needed. Of WT_OPENMPI, WT_CALLS and WT_SEED see
test_decisions.py. The first call of an operation on a communicator makes HAN split it: of each there is one that is not compared.
"""

import collections
import json
import os
import pathlib
import random
import subprocess
import sys

import pytest
from test_decisions import CALLS, FOLDERS, OPERATIONS, SEED, Call, build, of_pairs, random_call, report, sent_in, unlike

from tunnel import Windtunnel

polars = pytest.importorskip("polars")

LAB = pathlib.Path(__file__).parents[1] / "lab"
OPENMPI = FOLDERS["openmpi-5.0"]
HAN = ["barrier", "bcast", "gather", "scatter", "allgather", "reduce", "allreduce"]
#: The host of each rank.
PLACES = {
    "2x2": [0, 0, 1, 1], "3x2": [0, 0, 1, 1, 2, 2], "2x4": [0] * 4 + [1] * 4, "4x3": [rank // 3 for rank in range(12)],
    "2+3": [0, 0, 1, 1, 1], "by turns": [0, 1, 2, 0, 1, 2], "8x2": [rank // 2 for rank in range(16)],
}
HOSTS = 8


@pytest.fixture(scope="module")
def hosts(tmp_path_factory):
    """The environment of commands that use the emulated hosts n0, n1, …"""
    if not OPENMPI:
        pytest.skip("WT_OPENMPI does not name the folder of Open MPI's commands")
    if os.geteuid() != 0 or subprocess.run("ip netns add wh-probe && ip netns del wh-probe", shell=True, capture_output=True).returncode:
        pytest.skip("only root makes network namespaces, and not everywhere")
    folder = tmp_path_factory.mktemp("lab")
    (folder / "platform.json").write_text(json.dumps({"name": "hosts", "hosts": HOSTS}))
    environment = os.environ | {"LAB_STATE": str(folder / "state.json"), "LAB_PREFIX": f"wh{os.getpid()}"}
    lab = [sys.executable, LAB / "lab.py"]
    try:
        subprocess.run([*lab, "up", folder / "platform.json"], check=True, env=environment, capture_output=True)
        yield environment
    finally:
        subprocess.run([*lab, "down"], check=True, env=environment, capture_output=True)


def launch(hosts, folder, program, places):
    """Has Open MPI make the calls on emulated hosts; gives each rank's lines."""
    slots = collections.Counter(places)
    by_turns = places != sorted(places)
    named = ",".join(f"n{host}:{slots[host]}" for host in sorted(slots))
    settings = {
        "pml": "ob1,monitoring", "pml_monitoring_enable": 1, "btl": "tcp,self", "btl_tcp_if_include": "eth0", "mpi_yield_when_idle": 1,
    }
    options = [word for key, value in settings.items() for word in ("--mca", key, str(value))]
    launcher = {"plm": "ssh", "plm_ssh_agent": LAB / "nslaunch", "oob_tcp_if_include": "eth0"}
    options += [word for key, value in launcher.items() for word in ("--prtemca", key, str(value))]
    command = [
        sys.executable, LAB / "lab.py", "exec", "ctl", f"{OPENMPI}/mpirun", "--allow-run-as-root", "--bind-to", "none", *options,
        "--map-by", "node" if by_turns else "slot", "--host", named, "-n", str(len(places)), program, folder / "calls", folder / "log",
    ]
    subprocess.run(command, check=True, env=hosts, timeout=600, capture_output=True)
    return [(folder / f"log.{rank}").read_text().splitlines() for rank in range(len(places))]


def simulate(folder, program, places):
    lines = [f"host{host}:{places[:rank].count(host)}\n" for rank, host in enumerate(places)]
    (folder / "places").write_text("".join(lines))
    where = ["-n", len(places), "-p", "ethernet-cluster", "--mapping", f"file:{folder / 'places'}"]
    options = ["--network", "delay", "--compute", "none", "--payload", "skip:1B", "--observe", "collectives,messages"]
    told = ["--mpi-library", "openmpi-5.0", "--out", folder / "run", "--force"]
    Windtunnel().must("run", "-q", *where, *options, *told, program, folder / "calls", folder / "none", cwd=folder, timeout=600)
    rows = polars.read_parquet(folder / "run" / "collectives" / "*.parquet")
    return rows.filter(polars.col("part") == "whole")


def make_calls(folder, ranks):
    """On all ranks and on the first few, where hosts hold different numbers; and how many of them are the first ones."""
    draw = random.Random(SEED)
    sizes = range(2, ranks + 1)
    first = [Call(size, operation, "int", 2, "sum", 0, 0) for size in sizes for operation in OPERATIONS]
    calls = [random_call(draw, 1 << 21, ranks) for _ in range(CALLS)]
    sized = [call._replace(ranks=ranks, root=call.root % ranks) for call in calls[: CALLS // 2] if call.operation in HAN]
    (folder / "calls").write_text("".join(" ".join(map(str, call)) + "\n" for call in first + sized + calls))
    return first + sized + calls, len(first)


def unlike_here(call, places):
    """Whether a call is known to send other messages: with one rank on each host HAN finds that out anew at each allgather, by an allreduce of
    4 bytes; empty blocks of an alltoallv are left out by Open MPI."""
    alone = len(set(places[: call.ranks])) == call.ranks
    return (call.operation == "allgather" and alone) or (call.operation == "alltoallv" and call.count == 0)


@pytest.mark.parametrize("name", PLACES)
def test_open_mpi_sends_the_messages_that_are_sent_here_on_several_hosts(tmp_path, hosts, name):
    places = PLACES[name]
    program = build(tmp_path, "openmpi-5.0", "monitoring")
    calls, first = make_calls(tmp_path, len(places))
    lines = [iter(lines) for lines in launch(hosts, tmp_path, program, places)]
    rows = simulate(tmp_path, program, places)
    algorithms = rows.filter(polars.col("rank") == 0)["algorithm"].to_list()
    ours = sent_in(tmp_path, rows, calls, len(places))
    different = {}
    for number, call in enumerate(calls):
        for rank in range(call.ranks):
            words = [map(int, word.split(":")) for word in next(lines[rank]).split()[1:]]
            theirs = {to: (messages, size) for to, messages, size in words if to != rank}
            known = number < first or unlike(call, algorithms[number]) or unlike_here(call, places)
            if theirs != of_pairs(ours[number][rank], rank) and not known:
                different[number] = (call, algorithms[number], (rank, theirs, of_pairs(ours[number][rank], rank)))
    assert not different, report(list(different.values()))
    assert sum(algorithm.startswith("han") for algorithm in algorithms[first:]) > len(calls[first:]) // 4
