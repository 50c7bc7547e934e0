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
from functools import cache
from pathlib import Path

import nodes

from windtunnel.calibration.shape import platform_text
from windtunnel.inputs import read_toml

SHIPPED = Path(__file__).resolve().parents[2] / "mpi-libraries"

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
    "several nics": Constant(0.96, "of the nominal rate", "a NIC's payload where one pair has used several",
                             "frames of 4 KiB with headers of RoCE and Ethernet, about 170 B"),
    "calls": Constant(0.25, "of the shortest time inside a node", "CPU time of a send and of a receive on an idle node", "assumed: half of it is the way"),
    "most calls": Constant(0.4, "of the time between nodes", "CPU time of a send and of a receive, at most", "`windtunnel calibrate network` has the same bound"),
    "copy": Constant(8.0, "bytes a cycle", "what a core copies in its caches, without rows inside a node", "assumed: each byte is read and written, 16 bytes a cycle"),
    "beyond": Constant(2 / 3, "of STREAM triad of one core", "what a core copies in buffers beyond its cache", "triad moves four arrays for three that it counts, as lines are read before they are written; a long copy moves two"),
    "reduction": Constant(2 / 3, "of the rate of a copy", "rate of a reduction in a cache", "two arrays are read and one is written, of a copy one and one"),
    "fault": Constant(0.7, "us a page of 4 KiB", "first touch of buffers that a library allocates for one call", "assumed: a page fault, zeroes and registration with the NIC"),
    "across": Constant(0.5, "of what a short message takes more across sockets", "what a message takes more of the NIC of another socket", "one of two crossings"),
    "fibre": Constant(0.2, "us", "what a global link of a dragonfly takes more than a local one", "40 m of fibre at 5 ns/m"),
    "end": Constant(0.4, "of the latency without calls", "each end's link in a fat tree or a dragonfly+ where rows do not tell near from far", "assumed"),
    "switch": Constant(0.1, "of the latency without calls", "each link between switches, likewise", "assumed"),
}
#: Latencies of 8 B between nodes by network, microseconds, where no machine of that network has a row (recalled).
PUBLISHED = {"opa": 1.1, "ib-hdr": 1.47, "ib-hdr200": 1.47, "ib-ndr200": 1.47, "tofu-d": 1.09, "ib-fdr": 1.5}
#: What a hop to another switch takes, microseconds, with its source.
HOPS = {
    "slingshot10": (0.35, "a Rosetta switch: D. De Sensi et al., An In-Depth Analysis of the Slingshot Interconnect, SC20 (recalled)"),
    "slingshot11": (0.35, "a Rosetta switch: D. De Sensi et al., An In-Depth Analysis of the Slingshot Interconnect, SC20 (recalled)"),
    "aries": (0.1, "an Aries router: B. Alverson et al., Cray XC Series Network, WP-Aries01-1112 (recalled)"),
}
#: Networks that route adaptively: as traffic may take every link of a group, those by a detour twice, each link of the one minimal route
#: stands for half of all.
ADAPTIVE = {"slingshot10", "slingshot11", "aries"}
#: Memory that a library keeps when it is freed, beyond what glibc does: MALLOC_TRIM_THRESHOLD_ and MALLOC_MMAP_MAX_ as Cray recommends for its
#: systems (docs.nersc.gov, Franklin's runtime tuning options).
KEPT = {"cray-mpich": "512 MiB"}
#: The shortest buffer that glibc gives back to the system when a call frees two of its length: where M_MMAP_THRESHOLD begins, as M_TRIM_THRESHOLD becomes
#: twice the longest buffer that was mapped (mallopt(3)).
TRIMMED = "128 KiB"
#: Connections whose state a NIC keeps, and nanoseconds to fetch another one's, by network. 2 MB of memory and 375 B a connection: A. Kalia et al.,
#: Datacenter RPCs Can Be General and Fast, NSDI 2019; a read of 64 B over PCIe 3: R. Neugebauer et al., Understanding PCIe Performance for End
#: Host Networking, SIGCOMM 2018 (both recalled). Later NICs have several reads under way (S. Novakovic et al., Storm, SYSTOR 2019).
CONNECTIONS = {"ib-fdr": (5592, 547)}
#: Messages of 8 B a microsecond that a NIC passes while as many come as leave, where a benchmark of the network tells: half of the 45.7 that 20 ranks
#: a node send by one NIC of 100 Gb/s, each to one other rank.
MESSAGE_RATES = {
    "slingshot10": (22.8, "osu_mbw_mr on 31 pairs of nodes, HSN_performance_benchmarking.md of HewlettPackard/shs-docs"),
}
#: How libraries give NICs to ranks, where that is published: SHMEM_OFI_NIC_POLICY is BLOCK by default (intro_shmem, the man page of Cray
#: OpenSHMEMX), and MPICH_OFI_NIC_POLICY, which has the same choices, too (recalled).
ASSIGN = {"cray-mpich": "ranks"}
#: Library files by the name of the library, before that of the facts.
LIBRARIES = {"cray-mpich": "cray-mpich-8"}
#: The longest eager message inside a host by library file: MPICH_SMP_SINGLE_COPY_SIZE 8192, printed by Cray MPICH 8.1.17.
SINGLE_COPY = {"cray-mpich-8": "8191 B"}
#: By library file: cycles a datatype and a block, which packing.c measured with a library of its kind on one core of an EPYC, with blocks of 1 and 8 B.
PACKING = {
    "cray-mpich-8": ("MPICH 3.4.3", 700, 44), "mpich-3.4": ("MPICH 3.4.3", 700, 44), "intel-2021": ("Intel MPI 2021.18", 1220, 28),
    "mpich-4.3": ("MPICH 5.0.2", 1480, 19), "mpich-5.0": ("MPICH 5.0.2", 1480, 19),
    "openmpi-4.1": ("Open MPI 4.1.8", 920, 24), "openmpi-5.0": ("Open MPI 5.0.11", 1010, 23),
}
#: Those of any other library.
ANY_PACKING = ("the median of MPICH, Intel MPI and Open MPI", 1010, 24)
#: When sends of Open MPI end over InfiniBand, where its file has TCP's socket buffers: UCX's receiver reads what does not go eagerly, and then tells the
#: sender (ucp/rndv/rndv_get.c, stages FETCH and ATS, in UCX 1.16).
DELIVERED = "over UCX a receiver reads the bytes, then tells the sender: ucp/rndv/rndv_get.c"


@dataclass
class Platform:
    """A platform file in the making."""

    machine: str
    library: str
    tables: dict = field(default_factory=dict)
    values: list = field(default_factory=list)
    #: `latency_factor` of jobs by their number of nodes, where it is another one: of calls that keep all ranks sending, and of others.
    loaded: dict = field(default_factory=dict)
    #: GB/s of a NIC in jobs that use all cores, by their number of nodes, where it is another one.
    full: dict = field(default_factory=dict)
    #: NUMA regions of a node.
    regions: int = 1
    #: Whether ranks have the cores that the placement says.
    is_bound: bool = True

    def note(self, what, text, origin, source):
        self.values.append(Value(what, text, origin, source))

    @property
    def assumed(self):
        """Values without any source."""
        return [value for value in self.values if value.origin == "assumed"]

    def text(self, count, placement, grade="C", ppn=None, sustained=False):
        """The file for a job of `count` nodes with `ppn` ranks each; none: all cores. `sustained`: for calls that keep all ranks sending."""
        hosts = max(2, count)
        tables = {"name": self.tables["name"], "grade": grade} | self.tables
        topology = dict(tables["topology"])
        if topology["kind"] == "cluster":
            topology["hosts"] = hosts
        elif topology["kind"] == "torus":
            shape = placement.split()[1] if placement.startswith("torus") else str(count)
            topology["dimensions"] = [int(size) for size in shape.split("x")]
        tables["topology"] = topology
        nearest = lambda known: known[min(known, key=lambda of: (abs(math.log(of / count)), of))]
        is_full = ppn is None or ppn > self.tables["host"]["cores"] / 2
        if is_full and self.loaded and count >= min(self.loaded):
            tables["mpi"] = tables["mpi"] | {"latency_factor": nearest(self.loaded)[sustained]}
        if is_full and self.full:
            tables["nic"] = tables["nic"] | {"injection": _rate(nearest(self.full))}
        if self.is_bound and placement in nodes.ROUND_ROBIN and self.regions > 1:
            tables["host"] = tables["host"] | {"binding": nodes.round_robin(tables["host"]["cores"], self.regions)}
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


def _alone(machine, library):
    """Bytes and microseconds of a message between two nodes that nothing else uses."""
    rows = _rows(machine, library, lambda row: row.op == "pingpong" and row.distance.startswith("net") and row.ppn == 1 and row.bytes >= 8)
    sizes = sorted({row.bytes for row in rows})
    return [(size, mean(_by_distance(row for row in rows if row.bytes == size).values())) for size in sizes] if len(sizes) >= CURVE else []


#: Sizes that make a curve.
CURVE = 4


@cache
def _file(library):
    return read_toml(SHIPPED / f"{library}.toml")


def length(text):
    """Bytes of a size in a library file, or a number without a unit."""
    number, _, unit = text.partition(" ")
    return int(number) * {"": 1, "B": 1, "KiB": 1024, "MiB": 1 << 20, "GiB": 1 << 30}[unit]


def selection(library):
    """Rules by operation of a library file."""
    return _file(library)["selection"]


def _eager(library):
    """Bytes of the longest eager message of a library file."""
    longest = _file(library)["protocol"]["eager_max"]
    return math.inf if longest == "unlimited" else length(longest)


def _time(us):
    return f"{us * 1000:.0f} ns"


def _rate(gigabytes):
    return f"{gigabytes:.2f} GB/s"


def make(machine, library, others, without=frozenset()):
    """The platform of a machine and a library; `others`: all machines, of which the others are asked where this one says nothing;
    `without`: names of TERMS that are left out."""
    made = Platform(machine.name, library, regions=machine.fact("numa", 1), is_bound="placement" not in without)
    others = [other for other in others.values() if other.name != machine.name]
    fact = machine.fact
    short, rate = _between(machine, library)
    ring = [] if short else _ring(machine)
    curve = _curve(_dense(ring) if ring else _alone(machine, library))
    nominal = fact("nic_GBs")
    if ring:
        latency, rate = min(time for _, time in ring), min(nominal, max(size / time for size, time in ring) / 1e3)
        made.note("messages between nodes", f"{latency:.2f} us, {rate:.1f} GB/s", "row", "steps of a ring allgather, which stand in for rows of two ranks")
    else:
        latency = _latency(made, machine, short, others)
        rate = _nic_rate(made, machine, library, rate, others)
    inside = _inside(made, machine, library, others)
    calls = _calls(made, machine, library, inside, latency, others)
    memory = _memory(made, machine, library, others)
    beyond = _beyond(made, machine, others)
    messages = _message_times(made, machine, library, others, without)
    chosen = _library(made, machine, library)
    topology, calls = _topology(made, machine, short, latency, calls, rate)
    latencies = _factors(curve, latency, rate, calls, _eager(chosen)) if len(curve) > 2 else 1
    made.tables = {
        "name": f"{machine.name} ({library}), from published facts and point-to-point rows",
        "topology": topology,
        "host": {
            "cores": fact("cores"), "speed": f"{fact('ghz') * fact('flop_per_cycle'):.0f} Gflop/s",
        },
        "nic": {"count": fact("nics"), "injection": _rate(rate)} | ({"message_time": messages} if messages else {})
        | ({"assign": ASSIGN[library]} if library in ASSIGN and fact("nics") > 1 else {}),
        "mpi": {
            "library": chosen, "send": _time(calls), "isend": _time(calls), "recv": _time(calls), "handshake_cpu": _time(calls),
            "latency_factor": latencies, **_own_work(made, machine, inside, beyond, without), **_packing(made, machine, chosen, without),
        },
    }
    host, inside_host = nodes.tables(made, machine, library, others, inside, CONSTANTS["calls"].value, beyond, without)
    made.tables["host"] |= {"memory": _memory_table(machine, library, memory, inside, host.pop("copy", None), without)} | host
    if library.startswith("openmpi") and machine.fact("network").startswith("ib-"):
        made.tables["mpi"]["send_end"] = [{"up_to": f"{_eager(chosen)} B", "when": "at-once"}, {"when": "delivered"}]
        made.note("end of long sends", "when delivered", "fact", DELIVERED)
    made.tables["mpi"]["host"] = inside_host | ({"eager_max": SINGLE_COPY[chosen]} if chosen in SINGLE_COPY else {})
    if "a busy network" not in without and not ring:
        alone = lambda size: max(dict(curve).get(size, 0), latency + size / rate / 1e3)
        for count, found in nodes.loaded(machine, library, alone).items():
            # Rings of b_eff on as many nodes take no longer than a ping-pong, and a call of few steps may meet either.
            between = [(size, math.sqrt(time * alone(size))) for size, time in found]
            made.loaded[count] = [[*_factors(times, latency, rate, calls, _eager(chosen))[:-1], {"factor": 1}] for times in (between, found)]
        if made.loaded:
            made.note("messages of a busy network", f"jobs of {min(made.loaded)} nodes and more", "row", "Sendrecv in a ring of all cores, of which one in a node leaves it, on as many nodes")
    if "full nodes" not in without:
        made.full = {count: full for count, full in _full_rates(machine, library).items() if full < rate}
        if made.full:
            text = ", ".join(f"{full:.1f} GB/s" for full in made.full.values())
            made.note("rate of a NIC of full nodes", f"{text} of {', '.join(map(str, made.full))} nodes", "row", "rings of all ranks in random order, 2 MB")
    return made


def _memory_table(machine, library, payload, inside, copy, without):
    """`[host.memory]`: one bus, as rows in which all messages cross sockets take no longer. Levels have the latencies."""
    whole = payload * machine.fact("sockets")
    touch = {} if "first touch" in without else {"first_touch": _rate(4.096 / CONSTANTS["fault"].value), "first_touch_from": KEPT.get(library, "32 MiB")} | ({} if library in KEPT else {"trimmed_from": TRIMMED})
    return {"bandwidth": _rate(whole), "copy": copy or _rate(min(inside.rate, whole))} | touch


def _shared(others, value):
    """Geometric mean over other machines and their libraries that tell it, each machine once; the names of these machines."""
    found = {}
    for other in others:
        values = [one for library in other.fact("libraries") if (one := value(other, library))]
        if values:
            found[other.name] = mean(values)
    return (mean(found.values()) if found else None), ", ".join(sorted(found))


def _latency(made, machine, short, others):
    if short:
        made.note("latency between nodes", f"{mean(short.values()):.2f} us", "row", f"ping-pong of 8 B: {', '.join(sorted(short))}")
        return mean(short.values())
    network = machine.fact("network")
    alike = [other for other in others if other.fact("network") == network]
    latency, names = _shared(alike, lambda other, library: mean(found.values()) if (found := _between(other, library)[0]) else None)
    if latency:
        made.note("latency between nodes", f"{latency:.2f} us", "shared", f"ping-pong of 8 B on {names}, of the same network")
        return latency
    latency = PUBLISHED.get(network, 1.5)
    made.note("latency between nodes", f"{latency:.2f} us", "assumed", "of the network in general")
    return latency


def _payload(machine, library):
    """GB/s of a NIC by the best rows of one rank a node: a ping-pong, or a ring in which each rank sends as much as it gets."""
    rings = _rows(machine, library, lambda row: row.op.startswith("ring") and row.ppn == 1 and row.bytes in LONG)
    by_nodes = defaultdict(list)
    for row in rings:
        by_nodes[row.op, row.nodes].append(row.bytes / row.time / 1e3)
    rates = [statistics.median(found) for found in by_nodes.values()]
    return max([*rates, _between(machine, library)[1] or 0])


def _nic_rate(made, machine, library, alone, others):
    nominal, rate = machine.fact("nic_GBs"), _payload(machine, library)
    if rate > 1.02 * nominal:
        rate = nominal * CONSTANTS["several nics"].value
        made.note("rate of a NIC", _rate(rate), "assumed", CONSTANTS["several nics"].used)
    elif rate:
        made.note("rate of a NIC", _rate(rate), "row", "the best of ping-pong and rings, one rank a node")
    else:
        share, names = _shared(others, lambda other, library: min(1.0, _payload(other, library) / other.fact("nic_GBs")) or None)
        rate = nominal * (share or 1.0)
        made.note("rate of a NIC", _rate(rate), "shared" if share else "assumed", f"the share of the nominal rate on {names}" if share else "the nominal rate")
    return min(rate, nominal)


@dataclass(frozen=True)
class _Inside:
    latency: float
    rate: float
    #: Of 8 B between the nearest cores; none without rows.
    shortest: float | None


def _pingpong(machine, library, size):
    """Microseconds inside a node by distance."""
    return _by_distance(_rows(machine, library, lambda row: row.op == "pingpong" and row.distance in INSIDE and row.bytes == size))


def _inside(made, machine, library, others):
    short, long = _pingpong(machine, library, 8), _pingpong(machine, library, 4 << 20)
    if not short or not long:
        of = lambda size: lambda other, library: mean(found.values()) if (found := _pingpong(other, library, size)) else None
        (latency, names), (time, _) = (_shared(others, of(size)) for size in (8, 4 << 20))
        latency, rate = latency or 0.5, (4 << 20) / time / 1e3 if time else 10.0
        made.note("messages inside a node", f"{latency:.2f} us, {rate:.1f} GB/s", "shared" if time else "assumed", f"ping-pong on {names}" if time else "no row")
        return _Inside(latency, rate, None)
    latency, rate = mean(short.values()), (4 << 20) / mean(long.values()) / 1e3
    made.note("messages inside a node", f"{latency:.2f} us, {rate:.1f} GB/s", "row", f"ping-pong: {', '.join(sorted(short))}")
    return _Inside(latency, rate, min(short.values()))


def _all_cores(machine, library, size):
    """Microseconds of a step of Sendrecv in a ring of all cores of a node: of the placement with the nearest neighbours."""
    cores = machine.fact("cores")
    rows = _rows(machine, library, lambda row: row.op == "sendrecv" and row.nodes == 1 and row.bytes == size and row.ppn == cores)
    by_placement = defaultdict(list)
    for row in rows:
        by_placement[row.placement].append(row.time)
    return min(map(statistics.median, by_placement.values()), default=None)


def _busy(machine, library):
    """CPU time of a send and of a receive of busy cores: a step of all cores less the way, which is what an idle node's calls leave."""
    share, step = CONSTANTS["calls"].value, _all_cores(machine, library, 8)
    shortest = min(_pingpong(machine, library, 8).values(), default=None)
    return max(share * shortest, (step - (1 - 2 * share) * shortest) / 2) if step and shortest else None


def _calls(made, machine, library, inside, latency, others):
    """CPU time of a send and of a receive, microseconds."""
    if calls := _busy(machine, library):
        origin, source = "row", "Sendrecv of 8 B on all cores, less the way between the nearest ones"
    else:
        calls, names = _shared(others, _busy)
        origin, source = ("shared", f"as on {names}") if calls else ("assumed", "as mpich-3.4")
        if not calls:
            calls = CONSTANTS["calls"].value * inside.shortest if inside.shortest else 0.2
    calls = min(calls, CONSTANTS["most calls"].value * latency)
    made.note("CPU time of a call", f"{calls:.2f} us", origin, source)
    return calls


def _stream(machine, library):
    """Payload of a node's memory by Sendrecv of 4 MiB on all cores, GB/s."""
    step = _all_cores(machine, library, 4 << 20)
    return machine.fact("cores") * (4 << 20) / step / 1e3 if step else None


def _memory(made, machine, library, others):
    """Payload of a socket's memory, GB/s."""
    sockets = machine.fact("sockets")
    if long := _stream(machine, library):
        made.note("payload of a node's memory", _rate(long), "row", f"Sendrecv of 4 MiB, {machine.fact('cores')} ranks")
        return long / sockets
    share, names = _shared(others, lambda other, library: (_stream(other, library) or 0) / other.fact("memory_GBs") or None)
    whole = machine.fact("memory_GBs") * (share or 0.5)
    made.note("payload of a node's memory", _rate(whole), "shared" if share else "assumed", f"{share:.2f} of the nominal rate, as on {names}" if share else "half of the nominal rate")
    return whole / sockets


def _beyond(made, machine, others):
    """GB/s that one core copies in memory."""
    stream = lambda machine, library=None: machine.fact("stream_single_GBs")
    origin, triad, source = "fact", stream(machine), "two thirds of STREAM triad of one core"
    if not triad and (known := nodes.processor(machine)) and known.stream:
        triad, source = known.stream, f"{source}; {nodes.STREAM}"
    if not triad:
        triad, names = _shared(others, stream)
        origin, source = ("shared", f"{source} on {names}") if triad else ("assumed", source)
    rate = (triad or 12.0) * CONSTANTS["beyond"].value
    made.note("copies beyond the cache", _rate(rate), origin, source)
    return rate


def _own_work(made, machine, inside, beyond, without):
    """Rates of what a core does in its caches: a message of 4 MiB inside an idle node is one copy."""
    if "own copies" in without:
        return {"reduction_rate": _rate(beyond * CONSTANTS["reduction"].value)}
    if inside.shortest:
        copy, origin, source = inside.rate, "row", "ping-pong of 4 MiB inside a node"
    else:
        copy, origin, source = machine.fact("ghz") * CONSTANTS["copy"].value, "assumed", f"{CONSTANTS['copy'].value:.0f} bytes a cycle"
    copy = max(copy, beyond)
    made.note("copies in a cache", _rate(copy), origin, source)
    return {"reduction_rate": _rate(copy * CONSTANTS["reduction"].value), "copy_rate": _rate(copy)}


def _packing(made, machine, library, without):
    """CPU time of blocks besides their bytes."""
    if "packing" in without:
        return {}
    of, *cycles = PACKING.get(library, ANY_PACKING)
    datatype, block = (count / machine.fact("ghz") for count in cycles)
    made.note("packing", f"{datatype / 1000:.2f} us a datatype, {block:.0f} ns a block", "fact", f"{cycles[0]:,} and {cycles[1]} cycles of {of}, as tests/truth/packing.c measures on an EPYC, at the base frequency")
    return {"pack": {"datatype": f"{datatype:.1f} ns", "block": f"{block:.1f} ns"}}


def _full_rates(machine, library):
    """GB/s of a NIC by number of nodes while all cores send and receive long messages in a ring in random order."""
    cores, nics = machine.fact("cores"), machine.fact("nics")
    times = defaultdict(list)
    for row in _rows(machine, library, lambda row: row.op == "ring-random" and row.ppn == cores and row.nodes > 1 and row.bytes in LONG):
        times[row.nodes].append(row.bytes / row.time / 1e3)
    return {count: statistics.median(found) * cores * (count - 1) / count / nics for count, found in sorted(times.items())}


def _flood(machine, library):
    """The most messages per microsecond that a NIC has been seen to pass: in a ring of all ranks in random order."""
    times = defaultdict(list)
    cores, nics = machine.fact("cores"), machine.fact("nics")
    for row in _rows(machine, library, lambda row: row.op == "ring-random" and row.ppn == cores and row.nodes > 1 and row.bytes == 8):
        times[row.nodes].append(row.time)
    return max((cores * (count - 1) / count / nics / statistics.median(found) for count, found in times.items()), default=None)


def _message_rate(machine, library):
    """Messages per microsecond of a NIC, by rows of the machine or a benchmark of its network; none: neither tells."""
    return _flood(machine, library) or MESSAGE_RATES.get(machine.fact("network"), (None,))[0]


def _message_times(made, machine, library, others, without):
    """`message_time` of a NIC: what each message takes of it where it leaves and where it arrives, nanoseconds.

    Far is a core of another socket: a NIC's write of a message crosses to it, and the next one waits for that as long as PCIe keeps them in
    order. Two cores that exchange a short message cross twice, as the one fetches the line that it writes and the other one reads it.
    """
    if "floods" in without:
        return {}
    if rate := _message_rate(machine, library):
        origin, source = ("row", "the most in rings of all ranks in random order, 8 B") if _flood(machine, library) else ("fact", MESSAGE_RATES[machine.fact("network")][1])
        made.note("message rate of a NIC", f"{rate:.0f} M/s", origin, source)
    else:
        share, names = _shared(others, lambda other, library: rate / other.fact("nic_GBs") if (rate := _message_rate(other, library)) else None)
        if not share:
            made.note("message rate of a NIC", "unlimited", "assumed", "no row tells it")
            return {}
        rate = share * machine.fact("nic_GBs")
        made.note("message rate of a NIC", f"{rate:.0f} M/s", "shared", f"in proportion to the nominal rate, as on {names}")
    times = {"near": f"{1000 / rate:.1f} ns"}
    beside, opposite = (nodes.pingpong(machine, library, distance).get(8) for distance in ("socket", "node"))
    if "far NICs" not in without and machine.fact("nics") == machine.fact("sockets") > 1 and beside and opposite:
        across = (opposite - beside) * 1000 * CONSTANTS["across"].value
        made.note("messages of a far NIC", f"{across:.0f} ns more", "row", "half of what a ping-pong of 8 B across sockets takes more than inside one")
        times["far"] = f"{1000 / rate + across:.1f} ns"
    if "connections" not in without and machine.fact("network") in CONNECTIONS:
        kept, fetch = CONNECTIONS[machine.fact("network")]
        made.note("connections of a NIC", f"{kept}, {fetch} ns for any other one", "assumed", "its memory, and a read over PCIe, as recalled from papers that the recipe names")
        times |= {"connections": kept, "fetch": f"{fetch} ns"}
    return times


def _library(made, machine, library):
    chosen = LIBRARIES.get(library, machine.fact("libraries")[library])
    if chosen == "cray-mpich-8":
        made.note("MPI library", chosen, "assumed", "thresholds are published; which algorithms lie between them is inferred from times on ARCHER2 and LUMI")
    elif library == "intel-mpi":
        made.note("MPI library", chosen, "fact", "the same library")
    else:
        reason = "thresholds are those over TCP" if library.startswith("openmpi") else "no library file of its own"
        made.note("MPI library", chosen, "assumed", reason)
    return chosen


#: Sizes of topologies that facts tell.
SIZES = {
    "dragonfly": ("groups", "routers", "hosts", "global_links"),
    "dragonfly-plus": ("groups", "leaves", "spines", "hosts", "global_links"),
    "fat-tree": ("children", "parents", "parallel"),
}


def _topology(made, machine, short, latency, calls, rate):
    """The table of the topology, and CPU time of a call."""
    facts = dict(machine.fact("topology"))
    kind, rest, nominal = facts["kind"], max(0.05, latency - 2 * calls), machine.fact("nic_GBs")
    link = lambda bandwidth, us: {"bandwidth": _rate(bandwidth), "latency": _time(us)}
    host, switch, fibre = (CONSTANTS[name].value for name in ("end", "switch", "fibre"))
    sizes = {name: facts[name] for name in ("kind", *SIZES.get(kind, ())) if name in facts}
    node = rate * machine.fact("nics")
    if kind == "dragonfly":
        hop, source = HOPS.get(machine.fact("network"), (None, ""))
        if "net-same-switch" in short:
            own, local = (short["net-same-switch"] - 2 * calls) / 2, max(0.05, short["net-diff-switch"] - short["net-same-switch"])
            made.note("latency by links", f"{own:.2f} us each end, {local:.2f} us a local link", "row", "ping-pong of 8 B on one switch and on two")
        elif hop:
            own, local = max(0.05, rest - hop) / 2, hop
            made.note("latency by links", f"{hop} us a hop", "fact", source)
        else:
            own, local = rest * host, rest * switch
            made.note("latency by links", f"{host:.0%} each end, {switch:.0%} a link", "assumed", "rows do not tell near from far")
        ways = lambda count: max(1, count / 2) if machine.fact("network") in ADAPTIVE else 1
        near, far = facts["link_GBs"] * ways(facts["routers"] - 1), facts["link_GBs"] * ways(facts["groups"] - 1)
        links = {"host": link(node, own), "local": link(near, local), "global": link(far, local + fibre)}
    elif kind == "dragonfly-plus":
        made.note("latency by links", f"{host:.0%} each end, {switch:.0%} a link", "assumed", "rows do not tell near from far")
        links = {"host": link(node, rest * host), "local": link(facts["link_GBs"], rest * switch), "global": link(facts["link_GBs"], rest * switch + fibre)}
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


#: Points in an octave of a curve that is made of few rows.
POINTS = 4


def _dense(rows):
    """Points between rows that are far apart, on straight lines: what a row takes more than a shorter one is not known to keep the NIC."""
    points = [rows[0]]
    for (size, time), (next_size, next_time) in zip(rows, rows[1:], strict=False):
        count = math.ceil(math.log2(next_size / size) * POINTS)
        for step in range(1, count + 1):
            at = round(size * (next_size / size) ** (step / count))
            points.append((at, time + (next_time - time) * (at - size) / (next_size - size)))
    return points


def _curve(rows):
    """Size and time of a message, no longer one faster than a shorter one."""
    curve, longest = [], 0.0
    for size, time in rows:
        longest = max(longest, time)
        curve.append((size, longest))
    return curve


def _factors(curve, latency, rate, calls, eager):
    """`latency_factor` by size: what each row takes beyond calls, handshake, and its bytes at the rate of the NIC, which others may use
    meanwhile."""
    way = max(0.05, latency - 2 * calls)
    less = lambda size: 2 * calls + (2 * way + 2 * calls if size > eager else 0) + size / rate / 1e3
    factors = [{"up_to": f"{size} B", "factor": round(max(0.05, (time - less(size)) / way), 3)} for size, time in curve[1:]]
    return [*factors, {"factor": factors[-1]["factor"]}]
