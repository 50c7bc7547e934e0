"""What real libraries send to make communicators: to each rank the same messages as here.

WT_OPENMPI and WT_MPICH are the folders of their commands; see test_decisions.py and test_several_hosts.py, of which this has the launchers, and on
whose hosts root is needed. The first collectives of a communicator are not compared: communicators.c makes them beforehand.
"""

import collections
import itertools

import pytest
import test_decisions
import test_several_hosts
from test_decisions import build, of_pairs, sent_in
from test_several_hosts import hosts

from tunnel import Windtunnel

polars = pytest.importorskip("polars")

__all__ = ["hosts"]
RANKS = 9
OPERATIONS = ["dup", "idup", "split", "split_some", "split_type", "create", "create_group", "cart"]
FUNCTIONS = ["MPI_Comm_dup", "MPI_Comm_idup", "MPI_Comm_split", "MPI_Comm_split_type", "MPI_Comm_create", "MPI_Comm_create_group",
             "MPI_Cart_create"]

Call = collections.namedtuple("Call", "ranks operation of")


def make_calls(folder, most):
    """Of a group's call with all ranks, and with one less."""
    every = itertools.product(range(2, most + 1), OPERATIONS)
    calls = [Call(ranks, operation, ranks) for ranks, operation in every]
    calls += [Call(ranks - 1, "create_group", ranks) for ranks in range(3, most + 1)]
    (folder / "calls").write_text("".join(f"{call.ranks} {call.operation} {call.of}\n" for call in calls))
    return calls


def simulate(folder, library, program, where, ranks, calls):
    """The calls of each rank that make communicators, by start and end."""
    options = ["--network", "delay", "--compute", "none", "--payload", "skip:1B", "--observe", "timeline,messages"]
    told = ["--mpi-library", library, "--out", folder / "run", "--force"]
    command = ["run", "-q", "-n", ranks, "-p", "ethernet-cluster", *where, *options, *told, program, folder / "calls", folder / "none"]
    Windtunnel().must(*command, cwd=folder, timeout=600)
    rows = polars.read_parquet(folder / "run" / "timeline" / "*.parquet").filter(polars.col("state").is_in(FUNCTIONS))
    # The last ones: the communicators of the first ranks are made before.
    own = [sum(rank < call.ranks for call in calls) for rank in range(ranks)]
    return polars.concat(rows.filter(polars.col("rank") == rank).sort("start").tail(count) for rank, count in enumerate(own))


def compare(calls, lines, ours, theirs_of, ours_of):
    different = {}
    lines = [iter(lines) for lines in lines]
    for number, call in enumerate(calls):
        for rank in range(call.ranks):
            theirs = theirs_of(next(lines[rank]).split()[1:], rank)
            if theirs != ours_of(ours[number][rank], rank):
                different.setdefault(number, (call, rank, theirs, ours_of(ours[number][rank], rank)))
    assert not different, f"{len(different)} of {len(calls)}: {list(different.values())[:20]}"


def monitored(words, rank):
    """{receiver: (messages, bytes)} of what Open MPI's component monitoring has counted."""
    numbers = [map(int, word.split(":")) for word in words]
    return {to: (messages, size) for to, messages, size in numbers if to != rank}


def test_mpich_sends_the_messages_that_are_sent_here(tmp_path):
    program = build(tmp_path, "mpich-5.0", program="communicators")
    calls = make_calls(tmp_path, RANKS)
    variables = {"MPIR_CVAR_NOLOCAL": "1", "MPIR_CVAR_CH4_NETMOD": "ucx"}
    lines = test_decisions.launch(tmp_path, "mpich-5.0", program, variables=variables, ranks=RANKS)
    rows = simulate(tmp_path, "mpich-5.0", program, ["--ppn", 1], RANKS, calls)
    ours = sent_in(tmp_path, rows, calls, RANKS)
    compare(calls, lines, ours, lambda words, _: collections.Counter(tuple(map(int, word.split(":"))) for word in words), lambda sent, _: sent)


@pytest.mark.parametrize("name", ["2x4", "2+3", "8x1"])
def test_open_mpi_sends_the_messages_that_are_sent_here(tmp_path, hosts, name):
    places = test_several_hosts.PLACES[name]
    program = build(tmp_path, "openmpi-5.0", "monitoring", "communicators")
    calls = make_calls(tmp_path, len(places))
    lines = test_several_hosts.launch(hosts, tmp_path, program, places)
    rows = simulate(tmp_path, "openmpi-5.0", program, test_several_hosts.mapping(tmp_path, places), len(places), calls)
    compare(calls, lines, sent_in(tmp_path, rows, calls, len(places)), monitored, of_pairs)
