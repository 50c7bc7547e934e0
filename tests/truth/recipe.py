"""The recipe: a platform file for a machine and an MPI library, from published facts and rows between two ranks alone.

One recipe holds for all machines. No time of a collective operation is read. Each value says where it is from:

- `row`: a measured row of this machine;
- `fact`: a published property of it (facts/MACHINE.json);
- `shared`: what rows or facts of the other machines say; the machine's own take no part;
- `assumed`: nothing says it.
"""

import math
import statistics
from collections import defaultdict
from dataclasses import dataclass, field

from windtunnel.calibration.shape import platform_text

#: Distances of rows inside a node.
INSIDE = ("ccx", "numa", "socket", "node", "neighbour-core")
#: Sizes of what stands for a long message: 4 MiB of IMB's ping-pong, 2 MB of b_eff's.
LONG = (4 << 20, 2_000_000)


@dataclass(frozen=True)
class Value:
    """A value of a platform, in words, and where it is from."""

    what: str
    text: str
    origin: str
    source: str


@dataclass(frozen=True)
class Constant:
    """A number of the recipe itself."""

    value: float
    unit: str
    used: str
    source: str


#: Numbers that no row or fact of a machine gives.
CONSTANTS = {
    "nic payload": Constant(0.92, "of the nominal rate", "a NIC's payload where no row has it",
                            "rows of ARCHER2: 11.5 of 12.5 GB/s (IMB PingPong, 4 MiB)"),
    "several nics": Constant(0.96, "of the nominal rate", "a NIC's payload where one pair has used several",
                             "frames of 4 KiB with headers of RoCE and Ethernet, about 170 B"),
    "calls": Constant(0.25, "of the shortest time inside a node", "CPU time of a send and of a receive", "assumed; at most 400 ns, which mpich-3.4 has"),
    "inside": Constant(0.5, "us", "8 B inside a node without a row", "rows of Cirrus (0.53 us, Intel MPI) and ARCHER2 (0.34 to 1.27 us)"),
    "inside rate": Constant(10, "GB/s", "long messages inside a node without a row", "rows of ARCHER2, 4 MiB: 7 to 12 GB/s"),
    "stream": Constant(0.5, "of STREAM copy, or of the nominal rate", "payload of a socket's memory", "a copy reads and writes each byte"),
    "reduction": Constant(1 / 3, "of STREAM triad of one core", "rate of a reduction", "two reads and a write a byte reduced"),
    "reduction rate": Constant(4, "GB/s", "rate of a reduction without a STREAM row", "a third of triad of one core on ARCHER and Cirrus: 3.9 and 3.6 GB/s"),
    "calls of a proxy": Constant(0.2, "of the shortest step", "CPU time of a send and of a receive where a ring stands in", "assumed"),
    "global": Constant(0.2, "us", "what a global link of a dragonfly takes more than a local one", "40 m of fibre at 5 ns/m"),
    "nic share": Constant(0.4, "of the latency without calls", "each end's link where rows do not tell near from far", "assumed"),
    "switch share": Constant(0.1, "of the latency without calls", "each link between switches, likewise", "assumed"),
}
#: Latencies of 8 B between nodes by network, microseconds, where no machine of that network has a row.
PUBLISHED = {"opa": 1.1, "ib-hdr": 1.47, "ib-hdr200": 1.47, "ib-ndr200": 1.47, "tofu-d": 1.09, "ib-fdr": 1.5}


@dataclass
class Platform:
    """A platform file in the making."""

    machine: str
    library: str
    tables: dict = field(default_factory=dict)
    values: list = field(default_factory=list)

    def note(self, what, text, origin, source):
        self.values.append(Value(what, text, origin, source))

    @property
    def assumed(self):
        """What nothing says."""
        return [value for value in self.values if value.origin == "assumed"]

    def text(self, nodes, placement, grade="C"):
        """The file for a job of so many nodes."""
        hosts = max(2, nodes)
        tables = {"name": self.tables["name"], "grade": grade} | self.tables
        topology = dict(tables["topology"])
        if topology["kind"] == "cluster":
            topology["hosts"] = hosts
        elif topology["kind"] == "torus":
            shape = placement.split()[1] if placement.startswith("torus") else str(nodes)
            topology["dimensions"] = [int(size) for size in shape.split("x")]
        tables["topology"] = topology
        return platform_text(tables)


def mean(values):
    """Geometric."""
    return math.exp(statistics.fmean(map(math.log, values)))


def _rows(machine, library, belongs):
    """Rows of the library, or else of the machine's other ones."""
    rows = [row for row in machine.rows if row.clazz == "p2p" and belongs(row)]
    return [row for row in rows if row.library == library] or rows


def _by_distance(rows):
    times = defaultdict(list)
    for row in rows:
        times[row.distance].append(row.time)
    return {distance: statistics.median(found) for distance, found in times.items()}


def _between(machine, library):
    """Of a pair on two nodes: microseconds of 8 B by distance, GB/s of a long message, none without rows."""
    between = lambda row: row.op == "pingpong" and row.distance.startswith("net") and row.ppn == 1
    short = _by_distance(_rows(machine, library, lambda row: between(row) and row.bytes == 8))
    long = _rows(machine, library, lambda row: between(row) and row.bytes in LONG)
    size = max((row.bytes for row in long), default=0)
    times = _by_distance(row for row in long if row.bytes == size)
    return short, size / mean(times.values()) / 1e3 if times else None


def _ring(machine):
    """Bytes and microseconds of the steps of a ring that stands in for rows."""
    steps = defaultdict(list)
    for row in machine.rows:
        if row.clazz == "proxy":
            steps[row.block_bytes].append(row.time / (row.ranks - 1))
    return [(size, statistics.median(times)) for size, times in sorted(steps.items())]


def _time(us):
    return f"{us * 1000:.0f} ns"


def _rate(gigabytes):
    return f"{gigabytes:.2f} GB/s"


def make(machine, library, others):
    """The platform of a machine and a library; `others`: all machines, of which the others are asked where this one says nothing."""
    made = Platform(machine.name, library)
    constant = lambda name: CONSTANTS[name].value
    fact = machine.fact
    short, rate = _between(machine, library)
    ring = [] if short else _ring(machine)
    nominal = fact("nic_GBs")
    if ring:
        latency, rate = min(time for _, time in ring), min(nominal, max(size / time for size, time in ring) / 1e3)
        made.note("messages between nodes", f"{latency:.2f} us, {rate:.1f} GB/s", "assumed", "steps of a ring allgather stand in for rows of two ranks")
    else:
        latency = _latency(made, machine, short, others)
        rate = _nic_rate(made, rate, nominal)
    inside = _inside(made, machine, library)
    calls = constant("calls of a proxy") * latency if ring else min(0.4, constant("calls") * inside.shortest) if inside.shortest else 0.2
    memory = _memory(made, machine, library)
    stream = fact("stream_single_GBs")
    reduction = stream * constant("reduction") if stream else constant("reduction rate")
    made.note("reduction rate", _rate(reduction), "fact" if stream else "assumed", "STREAM triad of one core" if stream else CONSTANTS["reduction rate"].source)
    made.note("message rate of a NIC", "unlimited", "assumed", "no row tells it")
    made.note("MPI library", fact("libraries")[library], *_library(library, fact("libraries")[library]))
    topology, calls = _topology(made, machine, short, latency, calls, rate)
    made.tables = {
        "name": f"{machine.name} ({library}), from published facts and point-to-point rows",
        "topology": topology,
        "host": {
            "cores": fact("cores"), "speed": f"{fact('ghz') * fact('flop_per_cycle'):.0f} Gflop/s",
            "memory": {"bandwidth": _rate(memory), "copy": _rate(min(inside.rate, memory)), "latency": _time(max(0.02, inside.latency - 2 * calls)),
                       "sockets": fact("sockets")},
        },
        "nic": {"count": fact("nics"), "injection": _rate(rate)},
        "mpi": {
            "library": fact("libraries")[library], "send": _time(calls), "isend": _time(calls), "recv": _time(calls), "latency_factor": 1,
            "bandwidth_factor": _factors(ring, latency, rate, calls) if ring else 1, "reduction_rate": _rate(reduction),
        },
    }
    return made


def _latency(made, machine, short, others):
    if short:
        made.note("latency between nodes", f"{mean(short.values()):.2f} us", "row", f"ping-pong of 8 B: {', '.join(sorted(short))}")
        return mean(short.values())
    network = machine.fact("network")
    for other in others.values():
        if other.name != machine.name and other.fact("network") == network:
            for library in other.fact("libraries"):
                if found := _between(other, library)[0]:
                    made.note("latency between nodes", f"{mean(found.values()):.2f} us", "shared", f"ping-pong of 8 B on {other.name}, of the same network")
                    return mean(found.values())
    latency = PUBLISHED.get(network, 1.5)
    made.note("latency between nodes", f"{latency:.2f} us", "assumed", "of the network in general")
    return latency


def _nic_rate(made, rate, nominal):
    if rate and rate <= 1.02 * nominal:
        made.note("rate of a NIC", _rate(rate), "row", "ping-pong of 4 MiB or 2 MB")
        return min(rate, nominal)
    name = "several nics" if rate else "nic payload"
    made.note("rate of a NIC", _rate(nominal * CONSTANTS[name].value), "assumed", CONSTANTS[name].used)
    return nominal * CONSTANTS[name].value


@dataclass(frozen=True)
class _Inside:
    latency: float
    rate: float
    #: Of 8 B between the nearest cores; none without rows.
    shortest: float | None


def _inside(made, machine, library):
    rows = lambda size: _by_distance(_rows(machine, library, lambda row: row.op == "pingpong" and row.distance in INSIDE and row.bytes == size))
    short, long = rows(8), rows(4 << 20)
    latency = mean(short.values()) if short else CONSTANTS["inside"].value
    rate = (4 << 20) / mean(long.values()) / 1e3 if long else CONSTANTS["inside rate"].value
    if not short:
        made.note("messages inside a node", f"{latency} us, {rate} GB/s", "assumed", "no row")
    elif len(short) == 1:
        made.note("messages inside a node", f"{latency:.2f} us, {rate:.1f} GB/s", "assumed", f"one distance stands for all: {next(iter(short))}")
    else:
        found = ", ".join(f"{distance} {time:.2f} us" for distance, time in sorted(short.items()))
        made.note("messages inside a node", f"{latency:.2f} us, {rate:.1f} GB/s", "assumed", f"one latency stands for {found}")
    return _Inside(latency, rate, min(short.values()) if short else None)


def _memory(made, machine, library):
    """Payload of a socket's memory, GB/s."""
    cores, sockets = machine.fact("cores"), machine.fact("sockets")

    def all_cores(size):
        rows = _rows(machine, library, lambda row: row.op == "sendrecv" and row.nodes == 1 and row.bytes == size and row.ppn == cores)
        return cores * size / statistics.median(row.time for row in rows) / 1e3 if rows else None

    if long := all_cores(4 << 20):
        made.note("payload of a node's memory", _rate(long), "row", f"Sendrecv of 4 MiB, {cores} ranks")
        if (short := all_cores(32 << 10)) and short > 1.5 * long:
            made.note("caches", "none", "assumed", f"memory has one rate: {long:.0f} GB/s a node with 4 MiB, {short:.0f} with 32 KiB")
        return long / sockets
    stream = machine.fact("stream_star_GBs")
    whole = stream * cores if stream else machine.fact("memory_GBs")
    share = CONSTANTS["stream"].value
    made.note("payload of a node's memory", _rate(whole * share), "assumed", f"{share:.2f} of {'STREAM copy' if stream else 'the nominal rate'}")
    return whole * share / sockets


def _library(library, used):
    if library == "cray-mpich":
        return "assumed", "Cray MPICH is closed; its choice of algorithms is taken as MPICH's"
    if library.startswith("openmpi") and used.startswith("openmpi"):
        return "assumed", "the machine's transport is not TCP, of which the library's thresholds are"
    if library == "intel-mpi":
        return "row", "the same library"
    return "assumed", "no library file of its own"


def _topology(made, machine, short, latency, calls, rate):
    """The table of the topology, and CPU time of a call."""
    facts = dict(machine.fact("topology"))
    kind, rest, nominal = facts["kind"], max(0.05, latency - 2 * calls), machine.fact("nic_GBs")
    link = lambda bandwidth, us: {"bandwidth": _rate(bandwidth), "latency": _time(us)}
    host, switch, far = (CONSTANTS[name].value for name in ("nic share", "switch share", "global"))
    sizes = {name: value for name, value in facts.items() if name not in ("link_GBs", "note")}
    node = rate * machine.fact("nics")
    if kind == "dragonfly":
        if "net-same-switch" in short:
            own, local = (short["net-same-switch"] - 2 * calls) / 2, max(0.05, short["net-diff-switch"] - short["net-same-switch"])
            made.note("latency of global links", f"local and {far} us", "assumed", "no row")
        else:
            own, local = rest * 0.45, rest * switch
            made.note("latency by links", "45 % each end, 10 % a link", "assumed", "rows do not tell near from far")
        links = {"host": link(node, own), "local": link(facts["link_GBs"], local), "global": link(facts["link_GBs"], local + far)}
    elif kind == "dragonfly-plus":
        made.note("latency by links", "40 % each end, 10 % a link", "assumed", "rows do not tell near from far")
        links = {"host": link(node, rest * host), "local": link(facts["link_GBs"], rest * switch), "global": link(facts["link_GBs"], rest * switch + far)}
    elif kind == "fat-tree":
        links = {"level1": link(node, rest * host), "level2": link(nominal, rest * switch)}
    elif kind == "torus":
        made.note("torus of the job", "as its placement says, with wrap-around", "assumed", "coordinates are not known")
        return {"kind": kind, "links": {"all": link(facts["link_GBs"], 0.1)}}, (latency - 0.1) / 2
    else:
        if machine.facts["topology"].status == "unknown":
            made.note("topology", "one switch", "assumed", machine.facts["topology"].source)
        links = {"host": link(node, rest / 2)}
    return {**sizes, "links": links}, calls


def _factors(ring, latency, rate, calls):
    """`bandwidth_factor` by size from the steps of a ring: what each takes beyond the latency."""
    handshake = 2 * (latency - 2 * calls)
    classes = []
    for number, (size, time) in enumerate(ring):
        time -= handshake if size > 65536 else 0
        factor = min(1.0, size / 1e3 / max(1e-3, time - latency) / rate) if time > latency else 1.0
        one = {"factor": round(max(0.002, factor), 3)}
        if number + 1 < len(ring):
            one = {"up_to": f"{int(math.sqrt(size * ring[number + 1][0]))} B"} | one
        classes.append(one)
    return classes
