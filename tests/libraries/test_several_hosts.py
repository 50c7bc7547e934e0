"""What real libraries send on several hosts, some with several ranks: to each rank the same messages as here.

Hosts are network namespaces of tests/lab/lab.py, without limits on their links: root is needed. Of WT_OPENMPI, WT_MPICH, WT_CALLS and
WT_SEED see test_decisions.py.

Open MPI's component HAN comes before tuned if ranks share hosts. The first call of an operation on a communicator makes HAN split it, or find that it can't serve it and leave it to tuned
from then on: of each there is one that is not compared. The component coll/monitoring, which would come with pml/monitoring, is left
out: it stands before HAN, so that HAN can't put tuned in its own place and finds out anew at each call.

MPICH's messages are counted where it hands them to UCX: those between hosts. On a host its ranks share memory.
"""

import collections
import json
import os
import pathlib
import random
import subprocess
import sys

import pytest
from test_decisions import (
    CALLS,
    FOLDERS,
    OPERATIONS,
    SEED,
    Call,
    alike,
    build,
    of_pairs,
    pollblock,
    random_call,
    report,
    sent_by,
    sent_in,
    unlike,
)

from tunnel import Windtunnel

polars = pytest.importorskip("polars")

LAB = pathlib.Path(__file__).parents[1] / "lab"
OPENMPI = FOLDERS["openmpi-5.0"]
HAN = ["barrier", "bcast", "gather", "scatter", "allgather", "reduce", "allreduce"]
#: The host of each rank.
PLACES = {
    "2x2": [0, 0, 1, 1], "3x2": [0, 0, 1, 1, 2, 2], "2x4": [0] * 4 + [1] * 4, "4x3": [rank // 3 for rank in range(12)],
    "2+3": [0, 0, 1, 1, 1], "by turns": [0, 1, 2, 0, 1, 2], "8x2": [rank // 2 for rank in range(16)], "8x1": list(range(8)),
}
HOSTS = 8


@pytest.fixture(scope="module")
def hosts(tmp_path_factory):
    """The environment of commands that use the emulated hosts n0, n1, …"""
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


def launch(hosts, folder, program, places, told=None):
    """Has Open MPI make the calls on emulated hosts; gives each rank's lines."""
    slots = collections.Counter(places)
    by_turns = places != sorted(places)
    named = ",".join(f"n{host}:{slots[host]}" for host in sorted(slots))
    settings = {
        "pml": "ob1,monitoring", "pml_monitoring_enable": 1, "coll": "^monitoring", "btl": "tcp,self", "btl_tcp_if_include": "eth0",
        "mpi_yield_when_idle": 1,
    } | (told or {})
    options = [word for key, value in settings.items() for word in ("--mca", key, str(value))]
    launcher = {"plm": "ssh", "plm_ssh_agent": LAB / "nslaunch", "oob_tcp_if_include": "eth0"}
    options += [word for key, value in launcher.items() for word in ("--prtemca", key, str(value))]
    command = [
        sys.executable, LAB / "lab.py", "exec", "ctl", f"{OPENMPI}/mpirun", "--allow-run-as-root", "--bind-to", "none", *options,
        "--map-by", "node" if by_turns else "slot", "--host", named, "-n", str(len(places)), program, folder / "calls", folder / "log",
    ]
    subprocess.run(command, check=True, env=hosts, timeout=600, capture_output=True)
    return [(folder / f"log.{rank}").read_text().splitlines() for rank in range(len(places))]


def launch_mpich(hosts, folder, program, places):
    """The same of MPICH."""
    slots = collections.Counter(places)
    named = ",".join(f"n{host}:{slots[host]}" for host in sorted(slots))
    if places != sorted(places):
        named = ",".join(f"n{host}:1" for host in sorted(slots))  # around, until all ranks have a place
    variables = {"MPIR_CVAR_CH4_NETMOD": "ucx", "UCX_TLS": "tcp,self", "UCX_NET_DEVICES": "eth0", "LD_PRELOAD": pollblock(folder)}
    options = [word for key, value in variables.items() for word in ("-genv", key, str(value))]
    command = [
        sys.executable, LAB / "lab.py", "exec", "ctl", f"{FOLDERS['mpich-5.0']}/mpiexec.hydra", "-launcher", "rsh", "-launcher-exec",
        LAB / "nslaunch", "-bind-to", "none", "-iface", "eth0", "-hosts", named, "-n", str(len(places)), *options, program,
        folder / "calls", folder / "log",
    ]
    subprocess.run(command, check=True, env=hosts, timeout=600, capture_output=True)
    return [(folder / f"log.{rank}").read_text().splitlines() for rank in range(len(places))]


def mapping(folder, places):
    """Options that place ranks so."""
    lines = [f"host{host}:{places[:rank].count(host)}\n" for rank, host in enumerate(places)]
    (folder / "places").write_text("".join(lines))
    return ["--mapping", f"file:{folder / 'places'}"]


def simulate(folder, program, places, library="openmpi-5.0"):
    where = ["-n", len(places), "-p", "ethernet-cluster", *mapping(folder, places)]
    options = ["--network", "delay", "--compute", "none", "--payload", "skip:1B", "--observe", "collectives,messages"]
    told = ["--mpi-library", library, "--out", folder / "run", "--force"]
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


def unlike_here(call):
    """Whether a call is known to send other messages: empty blocks of an alltoallv are left out by Open MPI."""
    return call.operation == "alltoallv" and call.count == 0


def differences(folder, calls, rows, lines, places, first):
    """Calls, but for the first ones, in which a rank does not send the messages that are sent here."""
    lines = [iter(lines) for lines in lines]
    algorithms = rows.filter(polars.col("rank") == 0)["algorithm"].to_list()
    ours = sent_in(folder, rows, calls, len(places))
    different = {}
    for number, call in enumerate(calls):
        for rank in range(call.ranks):
            words = [map(int, word.split(":")) for word in next(lines[rank]).split()[1:]]
            theirs = {to: (messages, size) for to, messages, size in words if to != rank}
            known = number < first or unlike(call, algorithms[number]) or unlike_here(call)
            if theirs != of_pairs(ours[number][rank], rank) and not known:
                different[number] = (call, algorithms[number], (rank, theirs, of_pairs(ours[number][rank], rank)))
    return list(different.values())


@pytest.mark.parametrize("name", PLACES)
def test_open_mpi_sends_the_messages_that_are_sent_here_on_several_hosts(tmp_path, hosts, name):
    places = PLACES[name]
    program = build(tmp_path, "openmpi-5.0", "monitoring")
    calls, first = make_calls(tmp_path, len(places))
    lines = launch(hosts, tmp_path, program, places)
    rows = simulate(tmp_path, program, places)
    different = differences(tmp_path, calls, rows, lines, places, first)
    assert not different, report(different)
    algorithms = rows.filter(polars.col("rank") == 0)["algorithm"].to_list()
    shared = len(set(places)) < len(places)
    assert (sum(algorithm == "han" for algorithm in algorithms[first:]) > len(calls[first:]) // 12) == shared


@pytest.mark.parametrize("name", PLACES)
def test_mpich_sends_the_messages_between_hosts_that_are_sent_here(tmp_path, hosts, name):
    places = PLACES[name]
    program = build(tmp_path, "mpich-5.0")
    calls, _ = make_calls(tmp_path, len(places))
    lines = [iter(lines) for lines in launch_mpich(hosts, tmp_path, program, places)]
    rows = simulate(tmp_path, program, places, "mpich-5.0")
    algorithms = rows.filter(polars.col("rank") == 0)["algorithm"].to_list()
    ours = sent_in(tmp_path, rows, calls, len(places))
    different = {}
    for number, call in enumerate(calls):
        for rank in range(call.ranks):
            theirs = sent_by(next(lines[rank]))
            across = {(to, size): count for (to, size), count in ours[number][rank].items() if places[to] != places[rank]}
            if not alike(call, theirs, across):
                different[number] = (call, algorithms[number], (rank, dict(theirs), across))
    assert not different, report(list(different.values()))
