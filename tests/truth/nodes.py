"""The inside of a node: levels of cores, caches and their traffic, from facts, data sheets and rows inside one node.

Rows of one pair tell the distances; rows in which all cores exchange at once (Sendrecv in a ring, by placement) tell what they share.
"""

import math
import statistics
from collections import defaultdict
from dataclasses import dataclass, field

#: Placements of the sources in which neighbouring ranks are in different NUMA regions; in any other one ranks have the cores in order.
ROUND_ROBIN = {"numa-round-robin"}
#: Distances of ping-pongs inside a node, by the level that they tell the latency of.
LEVELS = {"L3": ("ccx", "neighbour-core"), "numa": ("numa",), "host": ("node", "socket")}
#: Bytes of short messages, which all take as long.
SHORT = (8, 512)
#: Bytes of messages that go through a buffer of the library's, so that they are newly written, in all libraries with rows.
NEW = (1024, 8191)
#: By which factor a message in a ring that all cores form must be slower than one alone, for the network to be busy.
BUSY = 5
#: Parts of the model of a node and its network, beside latency and bandwidth, that can be left out one by one (the page has a table).
TERMS = {
    "placement": "the core of each rank",
    "levels": "latencies by distance inside a node",
    "caches": "memory only for what does not fit",
    "fabric": "rates of newly written bytes and of messages between caches",
    "busy copies": "copies of all cores at once, by size, where no row tells what caches share",
    "own copies": "copies and reductions of algorithms, in a cache and beyond it",
    "packing": "datatypes and blocks of algorithms that pack them one by one",
    "first touch": "long buffers that a library allocates for one call",
    "full nodes": "rate of a NIC while all cores use it",
    "floods": "time of each message at the NICs of both ends",
    "far NICs": "messages of another socket's NIC",
    "connections": "connections whose state a NIC does not keep",
    "a busy network": "messages between nodes while the whole machine is in use",
}

#: Those that concern nodes with one rank, too.
ALONE = ("own copies", "packing", "first touch")


@dataclass(frozen=True)
class Processor:
    """A processor, by its data sheet."""

    name: str
    #: Cores that share an L3 cache.
    group: int
    #: Of one L3 cache.
    mebibytes: float
    source: str
    #: STREAM triad of one core, GB/s, where no benchmark of the machine tells; none: as on other machines.
    stream: float | None = None


#: Processors by their cores and base frequency in GHz, by which facts name them.
PROCESSORS = {
    (12, 2.7): Processor("Xeon E5-2697 v2", 12, 30, "Intel's data sheet (recalled)"),
    (18, 2.1): Processor("Xeon E5-2695 v4", 18, 45, "Intel's data sheet (recalled)"),
    (64, 2.25): Processor("EPYC 7742", 4, 16, "AMD's data sheet: 256 MB in 16 complexes", 27.5),
    (64, 2.0): Processor("EPYC 7A53", 8, 32, "AMD's data sheet of Zen 3 (recalled)", 27.5),
    (40, 2.3): Processor("Xeon 8460Y+", 40, 105, "Intel's data sheet (recalled)", 12.0),
}
#: Of `Processor.stream`: those of the first Zen and of the first Xeon with this network of cores, by one benchmark.
STREAM = "AnandTech, Sizing Up Servers, 2017: 12 GB/s on a Xeon 8176, 27.5 on an EPYC 7601 (the latter recalled)"


def processor(machine):
    """That of a machine's nodes; none: unknown."""
    return PROCESSORS.get((machine.fact("cores") // machine.fact("sockets"), machine.fact("ghz")))


@dataclass
class Busy:
    """Sendrecv in a ring of all cores of a node: microseconds by placement and bytes."""

    cores: int
    times: dict = field(default_factory=dict)

    def best(self, size):
        """Of the placement with the nearest neighbours."""
        return min((found[size] for found in self.times.values() if size in found), default=None)

    def rate(self, size):
        """Payload of one core, GB/s, beyond the time of 8 B; none without rows."""
        short, time = self.best(8), self.best(size)
        return size / (time - short) / 1e3 if short and time and time > 1.05 * short else None


def busy(machine, library):
    """All cores of one node, of a library."""
    cores = machine.fact("cores")
    times = defaultdict(lambda: defaultdict(list))
    rows = [row for row in machine.rows if row.clazz == "p2p" and row.op == "sendrecv" and row.nodes == 1 and row.ppn == cores]
    for row in [row for row in rows if row.library == library] or rows:
        times[row.placement][row.bytes].append(row.time)
    return Busy(cores, {placement: {size: statistics.median(of) for size, of in found.items()} for placement, found in times.items()})


def pingpong(machine, library, distance):
    """Microseconds of one pair inside a node by bytes; of other libraries, if this one has none."""
    times = defaultdict(list)
    rows = [row for row in machine.rows if row.clazz == "p2p" and row.op == "pingpong" and row.distance == distance]
    for row in [row for row in rows if row.library == library] or rows:
        times[row.bytes].append(row.time)
    return {size: statistics.median(found) for size, found in times.items()}


def groups(machine):
    """Levels, from the inside out, as name and cores."""
    cores, known = machine.fact("cores"), processor(machine)
    cache = known.group if known else machine.fact("ccx_cores", cores // machine.fact("sockets"))
    found = {}
    for name, count in (("L3", cache), ("numa", cores // machine.fact("numa", machine.fact("sockets"))), ("host", cores)):
        if count not in found.values() and cores % count == 0 and all(count % inner == 0 for inner in found.values()):
            found[name] = count
    return found


def round_robin(cores, regions):
    """`host.binding` of ranks that take the cores of each NUMA region in turn."""
    return ",".join(str(core) for place in range(cores // regions) for core in range(place, cores, cores // regions))


def latency(machine, library, level):
    """Of 8 B between two cores of a level, microseconds; none without a row."""
    distances = LEVELS[level] if len(groups(machine)) > 1 else sum(LEVELS.values(), ())
    found = [times[8] for distance in distances if 8 in (times := pingpong(machine, library, distance))]
    if found:
        return math.exp(statistics.fmean(map(math.log, found)))
    inner = latency(machine, library, "L3") if level == "host" and machine.fact("sockets") == 2 else None
    return _across(machine, library, inner) if inner else None


def _across(machine, library, inner):
    """The same across two sockets, by pairs of any two ranks of a node, or of two: those of one socket take `inner`; none without rows."""
    short = [row for row in machine.rows if row.clazz == "p2p" and row.library == library and row.op == "pingpong" and row.bytes == 8]
    between = [row.time for row in short if row.distance.startswith("net") and row.ppn == 1]
    cores = machine.fact("cores")
    for count in (1, 2):
        pairs = [row.time for row in short if row.distance == "any-pair" and row.nodes == count and row.ppn == cores]
        if pairs and (count == 1 or between):
            others = count * cores - 1
            rest = statistics.median(pairs) * others - (cores / 2 - 1) * inner - (count - 1) * cores * (statistics.median(between) if between else 0)
            return max(inner, rest / (cores / 2))
    return None


def fabric(machine, library):
    """GB/s and messages per microsecond between the caches of a node, by a ring in which all messages cross; none without rows."""
    found = busy(machine, library)
    crossing = next((times for placement, times in found.times.items() if placement in ROUND_ROBIN), {})
    alone = latency(machine, library, "host") or 0
    rates = [found.cores * size / (time - alone) / 1e3 for size, time in crossing.items() if NEW[0] <= size <= NEW[1] and time > 1.5 * crossing[8]]
    short = [time for size, time in crossing.items() if SHORT[0] <= size <= SHORT[1]]
    return (min(rates, default=None), found.cores / (statistics.median(short) - alone)) if short else (None, None)


def cache_rate(machine, library):
    """GB/s of one core while all exchange what fits their caches, mean over sizes; none without rows."""
    known = processor(machine)
    if not known:
        return None
    fit = known.mebibytes * (1 << 20) / known.group / 2
    found = busy(machine, library)
    rates = [rate for size in (1 << step for step in range(13, 21)) if size <= fit and (rate := found.rate(size))]
    return statistics.geometric_mean(rates) if rates else None


def loaded(machine, library, alone):
    """Where the network is busy: by number of nodes, bytes and microseconds of a message between nodes in a ring of all cores, of which
    one in a node leaves it.

    `alone`: microseconds of a message of any size that nothing else uses.
    """
    cores, inside = machine.fact("cores"), busy(machine, library)
    times = defaultdict(lambda: defaultdict(list))
    for row in machine.rows:
        if row.clazz == "p2p" and row.op == "sendrecv" and row.library == library and row.nodes > 1 and row.ppn == cores and row.bytes >= 8:
            times[row.nodes][row.bytes].append(row.time)
    excess = lambda size, time: (time - inside.best(size)) / alone(size) if inside.best(size) else 0
    found = {}
    for count, of in sorted(times.items()):
        rows = [(size, statistics.median(times)) for size, times in sorted(of.items())]
        slow = [size for size, time in rows if excess(size, time) > BUSY]
        if len(slow) >= len(rows) / 4:
            # Beyond the largest of them the nodes themselves take most of the time.
            found[count] = rising([(size, max(time, alone(size))) for size, time in rows if size <= slow[-1]])
    return found


def rising(rows):
    """Times that do not fall with size: the geometric mean of neighbours that do."""
    pools = []
    for size, time in rows:
        pools.append(([size], [time]))
        while len(pools) > 1 and statistics.geometric_mean(pools[-2][1]) > statistics.geometric_mean(pools[-1][1]):
            sizes, times = pools.pop()
            pools[-1] = (pools[-1][0] + sizes, pools[-1][1] + times)
    return [(size, statistics.geometric_mean(times)) for sizes, times in pools for size in sizes]


def _shared(others, value):
    """Geometric mean over other machines, each with the mean of its libraries; their names."""
    found = {}
    for other in others:
        if values := [one for library in other.fact("libraries") if (one := value(other, library))]:
            found[other.name] = statistics.geometric_mean(values)
    return (statistics.geometric_mean(found.values()) if found else None), ", ".join(sorted(found))


def _latencies(made, machine, library, others, inside):
    """Microseconds by level."""
    found, sources = {}, []
    for level in groups(machine):
        time, source = latency(machine, library, level), "row"
        if not time:
            ratio = lambda other, library, level=level: far / near if (far := latency(other, library, level)) and (near := latency(other, library, "L3")) else None
            ratio, _ = _shared(others, ratio)
            time, source = (found.get("L3", inside.latency) * ratio, "shared") if ratio else (inside.latency, "assumed")
        found[level] = max([time, *found.values()])
        sources.append(source)
    origin = max(sources, key=("row", "shared", "assumed").index)
    made.note("latency by level", ", ".join(f"{level} {time:.2f} us" for level, time in found.items()), origin,
              {"row": "ping-pong of 8 B", "shared": "ping-pong of 8 B; to other sockets as on other machines", "assumed": "one distance stands for all"}[origin])
    return found


def _copies(machine, library, shortest, inside, rate):
    """The rate of one copy on an idle node, GB/s, and shares of it by size while all cores copy; none without rows."""
    known, of = processor(machine), busy(machine, library)
    fit = known.mebibytes * (1 << 20) / known.group / 2 if known else 0
    shares = {size: found for size in sorted({size for times in of.times.values() for size in times}) if SHORT[1] < size <= fit and (found := of.rate(size))}
    if len(shares) < 3 or not rate:
        return None
    near = pingpong(machine, library, "ccx") | pingpong(machine, library, "neighbour-core")
    copy = max([size / (time - shortest) / 1e3 for size, time in near.items() if size >= 1 << 15] + [rate, inside.rate])
    steps = [{"up_to": f"{size} B", "factor": round(min(1, found / copy), 4)} for size, found in shares.items()]
    return copy, [{"up_to": f"{SHORT[1]} B", "factor": 1}, *steps, {"factor": round(min(1, inside.rate / copy), 4)}]


def tables(made, machine, library, others, inside, calls, beyond, without):
    """Entries of `[host]`, and `copy` of its memory, and of `[mpi.host]`. `calls`: the CPU time of a call on an idle node, as a share
    of the shortest time; `beyond`: GB/s that one core copies in memory."""
    shortest = inside.shortest or inside.latency
    idle = calls * shortest
    times = _latencies(made, machine, library, others, inside)
    if "levels" in without:
        times = dict.fromkeys(times, inside.latency)
    levels = [{"name": name, "cores": count, "latency": f"{max(20, (times[name] - 2 * idle) * 1000):.0f} ns"} for name, count in groups(machine).items()]
    rate, messages = fabric(machine, library)
    if rate:
        made.note("traffic between caches", f"{rate:.0f} GB/s and {messages:.0f} M/s a node", "row", "Sendrecv of all cores in a ring in which all messages cross, 1 to 4 KiB, and up to 512 B")
        if "fabric" not in without:
            # Caches of one region share it, too: a ring in which only a quarter crosses has the same rate.
            levels = [levels[0], levels[-1]]
            levels[-1]["between"] = {"bandwidth": f"{rate:.2f} GB/s", "message_rate": f"{messages:.1f} M/s"}
    host, mpi = {"levels": levels}, dict.fromkeys(("send", "isend", "recv"), f"{idle * 1000:.0f} ns")
    known, rate, origin, names = processor(machine), cache_rate(machine, library), "row", ""
    if not rate:
        (rate, names), origin = _shared(others, cache_rate), "shared"
    if known and rate:
        made.note("caches", f"{known.group} cores share {known.mebibytes} MiB", "fact", f"{known.name}: {known.source}")
        made.note("rate of a cache", f"{rate:.1f} GB/s a core", origin, f"as on {names}" if names else "Sendrecv of 8 KiB and more on all cores, as far as it fits")
        if "caches" not in without:
            # Of the cores' messages and one that comes from the next group.
            host["cache"] = {"level": levels[0]["name"], "size": f"{known.mebibytes} MiB", "bandwidth": f"{rate * (known.group + 1):.2f} GB/s", "beyond": f"{beyond:.2f} GB/s", "data": "unchanged"}
    else:
        made.note("caches", "none", "assumed", "the processor is not in the recipe's table")
    # Where a ring tells what caches share, copies are slow for that alone.
    if "busy copies" not in without and not fabric(machine, library)[0] and (found := _copies(machine, library, shortest, inside, rate)):
        host["copy"], mpi["bandwidth_factor"] = f"{found[0]:.2f} GB/s", found[1]
    return host, mpi
