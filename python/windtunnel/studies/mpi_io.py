"""Messages, collective operations and parallel I/O of a cluster with Gigabit Ethernet and PVFS, as its authors simulated them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Any, Unpack

from windtunnel.launch import ProgramOptions
from windtunnel.platform import Host, Link, Memory, Platform
from windtunnel.plots.look import PALETTE
from windtunnel.studies.lab import Lab, Planned, Study, size

KIB, MIB = 1 << 10, 1 << 20

#: The network of PIOsimHD: packets of 100 KiB are stored and forwarded.
NETWORK = "packet:switching=store-forward,mtu={},message-header=40 B,resolution=1 ns"
PACKET = "100 KiB"

#: Gigabit Ethernet as it should be (with kernel 3.5, 117 MB/s), and as it was when Fig. 2 was measured: half of the 140 MiB/s
#: of both directions.
ETHERNET, SLOW_ETHERNET = "117 MB/s", "70 MiB/s"

#: Bytes of the messages of Fig. 2, and of the paper's small and large collective operations.
EXCHANGED, SHORT, LONG = 100 * MIB, 10 * KIB, 10 * MIB

#: A library without overheads, whose file accesses are one request to each server, as PIOsimHD's; and two real ones.
IDEAL, MPICH, OPEN_MPI = "ideal", "mpich-4.3", "openmpi-4.1"
#: How ranks are dealt to nodes: in turn, as MPICH2 did, an assumption; or the first ones to the first node.
IN_TURN, BLOCKS = "round-robin", "block"

DISK = {"kind": "disk", "seek": "9 ms", "track": "1 ms", "rpm": 7200, "window": "1 MB", "rate": "96 MiB/s"}
MEMORY = {"kind": "ssd", "latency": "0 s", "rate": "2000 MiB/s"}

#: Seconds of PIOsimHD itself, run by the authors of this study: an Allgather by number of hosts and bytes.
ALLGATHER = {(4, SHORT): 0.683846e-3, (10, SHORT): 2.051534e-3, (4, LONG): 271.875e-3, (5, LONG): 362.505e-3}
#: Reads by each client of as many servers, in memory: number of records, bytes of each.
READS = {
    (1, 10, 100 * MIB): 9.025285281,
    (2, 10, 100 * MIB): 9.050372412,
    (1, 1024, 100 * KIB): 2.278532319,
    (5, 1024, 100 * KIB): 1.540979569,
}
#: The levels of access: four clients, two disks, 256 records of 100 KiB each, by cache and direction.
LEVELS = {
    ("none", "read"): (3.175984, 6.200896, 5.846182, 5.847128),
    ("none", "write"): (5.805738, 4.993317, 7.806718, 7.806068),
    ("aggregation-reorder", "read"): (3.176844, 4.336812, 0.634018, 0.634701),
    ("aggregation-reorder", "write"): (0.545920, 0.753340, 0.547552, 0.546902),
}
#: Of these, the levels that are reproduced: in the others the order of simultaneous requests decides.
REPRODUCED = {
    ("none", "read"): (2, 3),
    ("none", "write"): (0, 2, 3),
    ("aggregation-reorder", "read"): (1, 2, 3),
    ("aggregation-reorder", "write"): (0, 1, 2, 3),
}

#: Those that are reproduced once ranks have overheads, by which their requests no longer come at one instant.
WITH_OVERHEADS = {("none", "read", 0), ("none", "read", 1)}

#: Time of a request that makes 128 of them take 70 ms: the only fitted figure.
REQUEST = "448 us"


@dataclass(frozen=True)
class Plan:
    """How much is simulated."""

    #: Nodes and processes of Fig. 2 and of Fig. 3.
    exchanges: tuple[tuple[int, int], ...]
    collectives: tuple[tuple[int, int], ...]
    #: The most processes of a collective operation of 10 MiB.
    largest: int
    #: Clients, servers, records and bytes of Fig. 5.
    reads: tuple[tuple[int, int, int, int], ...]
    #: Caches and directions of the four levels.
    levels: tuple[tuple[str, str], ...]


EVEN = tuple((nodes, nodes * each) for each in (1, 2, 4, 8, 12) for nodes in (2, 3, 4, 5, 8, 10))
WHOLE = Plan(
    exchanges=((1, 2), (1, 4), (1, 12), *EVEN),
    collectives=EVEN,
    largest=40,
    reads=tuple(
        (clients, servers, records, count)
        for records, count in ((10, 100 * MIB), (1024, 100 * KIB))
        for clients, servers in ((1, 1), (1, 5), (2, 2), (5, 1), (5, 2), (5, 5))
    ),
    levels=tuple(LEVELS),
)
SMALL = Plan(
    exchanges=((1, 4), (2, 2), (4, 4), (4, 16)),
    collectives=((4, 4), (5, 5), (3, 6), (4, 8), (5, 10)),
    largest=8,
    reads=((1, 1, 10, 100 * MIB), (1, 1, 1024, 100 * KIB), (2, 2, 1024, 100 * KIB)),
    levels=(("aggregation-reorder", "write"),),
)


def cluster(nodes: int, servers: int = 0, ethernet: str = ETHERNET, storage: Mapping[str, Any] | None = None) -> Platform:
    """The cluster of Fig. 1: a NIC, QPI, memory and Gigabit Ethernet for each node, a switch for clients and one for servers.

    The values are those of Kunkel 2012, by which PIOsimHD is tested.
    """
    clients, back = [f"client{n}" for n in range(nodes)], [f"server{n}" for n in range(servers)]
    hosts = clients + back
    memories = [f"memory-{host}" for host in hosts]
    trunk = ["trunk", "back"] if servers else []
    connect = (
        [{"from": "front", "to": "trunk", "link": "ten"}, {"from": "trunk", "to": "back", "link": "ten"}] if servers else []
    )
    for host, memory in zip(hosts, memories, strict=True):
        switch = "front" if host in clients else "back"
        connect += [{"from": host, "to": memory, "link": "qpi"}, {"from": memory, "to": switch, "link": "ethernet"}]
    links = {"qpi": Link("3427 MiB/s", "38 ns"), "ethernet": Link(ethernet, "19982 ns")}
    forwarding = [
        {"vertices": hosts, "bandwidth": "40 GiB/s"},
        {"vertices": memories, "bandwidth": "3778 MiB/s"},
        {"vertices": ["front", *(["back"] if servers else [])], "bandwidth": "48 GB/s"},
    ]
    if servers:
        links["ten"] = Link("1 GB/s", "3 us")
        forwarding.append({"vertices": ["trunk"], "bandwidth": "10864 MiB/s"})
    return Platform(
        "graph",
        name=f"{nodes} nodes and {servers} servers of a working group",
        hosts=hosts,
        switches=[*memories, "front", *trunk],
        transit=[],
        forwarding=forwarding,
        links=links,
        connect=connect,
        host=Host("2.66 Gflop/s", Memory("4556 MiB/s", "4556 MiB/s", "38 ns"), cores=12),
        storage=_storage(back, storage) if storage is not None else None,
    )


def _storage(servers: list[str], of: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "model": "parallel",
        "servers": servers,
        "layout": {"kind": "pvfs", "stripe": "64 KiB"},
        "client": {"part": "100 KiB", "flush_on_close": "yes"},
        "metadata": {"open": "0 s", "other": "0 s"},
        **of,
    }


def program(
    lab: Lab, folder: str, words: Iterable[object], nodes: int, ranks: int, **options: Unpack[ProgramOptions]
) -> Planned:
    """The study's program: this many ranks on this many nodes, one after the other."""
    with as_file(files(__package__) / "mpi_io.c") as source:
        own: ProgramOptions = {
            "compute": "none",
            "ppn": -(-ranks // nodes),
            "payload": "skip:1 KiB",
            "mapping": IN_TURN,
            "network": NETWORK.format(PACKET),
        }
        return lab.program(folder, source, list(words), ranks, **(own | options))


def seconds(lab: Lab, planned: Mapping[Any, Planned]) -> dict[Any, float]:
    """What the programs have printed."""
    return {key: float(run.stdout) for key, run in lab.runs(planned).items()}


def exchanges(lab: Lab, plan: Plan) -> dict[tuple[int, int, str], float]:
    """Fig. 2: MiB/s of rank 0, both directions together, by nodes, processes and way."""
    planned = {
        (nodes, ranks, way): program(
            lab,
            f"{way}-{nodes}-{ranks}",
            [way, EXCHANGED],
            nodes,
            ranks,
            platform=cluster(nodes, ethernet=SLOW_ETHERNET),
            mpi_library=IDEAL,
        )
        for nodes, ranks in plan.exchanges
        for way in ("exchange", "one-way")
    }
    found = seconds(lab, planned)
    rates = {key: 2 * (key[1] - 1) * EXCHANGED / MIB / time for key, time in found.items()}
    lab.say(f"Fig. 2: rank 0 exchanges {size(EXCHANGED)} with each other rank; Ethernet as measured then, {SLOW_ETHERNET}")
    rows = [
        [
            f"{nodes}-{ranks}",
            1e3 * found[nodes, ranks, "exchange"],
            rates[nodes, ranks, "exchange"],
            rates[nodes, ranks, "one-way"],
        ]
        for nodes, ranks in plan.exchanges
    ]
    lab.table("exchanges", ["nodes-processes", "Sendrecv [ms]", "Sendrecv [MiB/s]", "one after the other [MiB/s]"], rows)
    return rates


def check_exchanges(lab: Lab, plan: Plan, rates: Mapping[tuple[int, int, str], float]) -> None:
    """What the paper says of Fig. 2."""
    apart = [rates[nodes, ranks, "exchange"] for nodes, ranks in plan.exchanges if nodes == ranks]
    lab.bound(
        f"a process on each node: about 140 MiB/s (within 5 %): {min(apart):.1f} to {max(apart):.1f}",
        all(abs(rate / 140 - 1) <= 0.05 for rate in apart),
    )
    for nodes, ranks in plan.exchanges:
        if ranks > nodes:
            own, other = rates[nodes, ranks, "exchange"], rates.get((nodes, nodes, "exchange"), 140)
            lab.bound(f"{nodes}-{ranks}: processes of one node make it faster: {own:.1f} MiB/s", own > 1.01 * other)
    half = max(
        abs(rates[nodes, ranks, "one-way"] / rates[nodes, ranks, "exchange"] - 0.5)
        for nodes, ranks in plan.exchanges
        if nodes == ranks
    )
    lab.bound(
        f"one direction after the other, as MPICH2 then behaved, has half of it (within 0.02): {half:.3f} off", half <= 0.02
    )


Key = tuple[str, int, int, int, str]
Collectives = dict[Key, float]
#: What Fig. 3 compares: library and mapping; the latter for short Allgathers alone.
KINDS = {MPICH: (MPICH, IN_TURN), OPEN_MPI: (OPEN_MPI, IN_TURN), f"{MPICH}, blocks": (MPICH, BLOCKS)}


def kinds(operation: str, count: int) -> list[str]:
    """Those of :data:`KINDS` that an operation is simulated with."""
    return [kind for kind in KINDS if KINDS[kind][1] == IN_TURN or (operation, count) == ("allgather", SHORT)]


#: The four parts of Fig. 3.
PARTS = [(operation, count) for operation in ("allgather", "allreduce") for count in (SHORT, LONG)]


def configurations(plan: Plan, count: int) -> list[tuple[int, int]]:
    """Nodes and processes that an operation of this many bytes is simulated with."""
    return [(nodes, ranks) for nodes, ranks in plan.collectives if count == SHORT or ranks <= plan.largest]


def collectives(lab: Lab, plan: Plan) -> Collectives:
    """Fig. 3: seconds by operation, bytes, nodes, processes and kind."""
    keys = [
        (operation, count, nodes, ranks, kind)
        for operation, count in PARTS
        for nodes, ranks in configurations(plan, count)
        for kind in kinds(operation, count)
    ]
    found = seconds(lab, {key: collective(lab, *key[:4], *KINDS[key[4]]) for key in keys})
    for operation, count in PARTS:
        columns = kinds(operation, count)
        rows = [
            [f"{nodes}-{ranks}", *(1e3 * found[operation, count, nodes, ranks, kind] for kind in columns)]
            for nodes, ranks in configurations(plan, count)
        ]
        lab.say(f"Fig. 3: {operation} of {size(count)}")
        lab.table(
            f"{operation}-{size(count).replace(' ', '-')}", ["nodes-processes", *(f"{kind} [ms]" for kind in columns)], rows
        )
    return found


def collective(lab: Lab, operation: str, count: int, nodes: int, ranks: int, library: str, mapping: str = IN_TURN) -> Planned:
    """A collective operation on the cluster as it should be."""
    name = f"{operation}-{size(count).replace(' ', '')}-{nodes}-{ranks}-{library}-{mapping}"
    return program(
        lab, name, [operation, count, 1], nodes, ranks, platform=cluster(nodes), mpi_library=library, mapping=mapping
    )


#: Of two processes on each node: configurations of powers of two, and the next larger and smaller ones.
NEIGHBOURS = {(4, 8): ((3, 6), (5, 10)), (8, 16): ((5, 10), (10, 20))}


def check_collectives(lab: Lab, plan: Plan, found: Collectives) -> None:
    """What the paper says of Fig. 3."""
    for own, near in NEIGHBOURS.items():
        if {own, *near} <= set(plan.collectives):
            check_power_of_two(lab, found, own, near)
    apart = [
        found["allreduce", LONG, *key, OPEN_MPI] / found["allreduce", LONG, *key, MPICH] for key in configurations(plan, LONG)
    ]
    most = max(max(ratio, 1 / ratio) for ratio in apart)
    lab.bound(
        f"an Allreduce of 10 MiB: the libraries differ by 30 % and more: {OPEN_MPI} over {MPICH} {min(apart):.2f} to {max(apart):.2f}",
        most >= 1.3,
    )


def check_power_of_two(lab: Lab, found: Collectives, own: tuple[int, int], near: tuple[tuple[int, int], ...]) -> None:
    """Whether an Allgather of 10 KiB takes less for each process than with a little more or fewer processes."""

    def each(key: tuple[int, int], kind: str) -> float:
        return 1e6 * found["allgather", SHORT, *key, kind] / key[1]

    names = " and ".join(f"{nodes}-{ranks}" for nodes, ranks in near)
    for kind, better in ((MPICH, True), (f"{MPICH}, blocks", False)):
        others = [each(key, kind) for key in near]
        lab.bound(
            f"{own[0]}-{own[1]}, {kind}: an Allgather of 10 KiB takes {'less' if better else 'no less'} for each process than {names}: "
            f"{each(own, kind):.0f} of {', '.join(f'{other:.0f}' for other in others)} us",
            (each(own, kind) < min(others)) == better,
        )


def golden_collectives(lab: Lab) -> None:
    """The Allgather against PIOsimHD's own figures."""
    planned = {key: collective(lab, "allgather", key[1], key[0], key[0], IDEAL) for key in ALLGATHER}
    found = seconds(lab, planned)
    rows = [
        [hosts, size(count), 1e3 * found[hosts, count], 1e3 * golden, 100 * (found[hosts, count] / golden - 1)]
        for (hosts, count), golden in ALLGATHER.items()
    ]
    lab.say("Allgather in a ring against PIOsimHD")
    lab.table("golden-allgather", ["hosts", "bytes", "here [ms]", "PIOsimHD [ms]", "off [%]"], rows)
    worst = max(100 * abs(found[key] / golden - 1) for key, golden in ALLGATHER.items())
    lab.bound(f"within 0.5 % of PIOsimHD: {worst:.2f} %", worst <= 0.5)


#: Fig. 4: lines of 6,400 doubles, of which rank 0 gets 400 KiB in all, at 2 MiB/s.
COLUMNS, LINES, MEASURED = 6400, 8, 400 / 1024 / 2


def jacobi(lab: Lab) -> None:
    """Fig. 4: the final phase of the solver."""
    nodes = 4
    planned = program(lab, "jacobi", ["jacobi", COLUMNS, 10, LINES], nodes, nodes, platform=cluster(nodes), mpi_library=MPICH)
    iteration, final = map(float, lab.run(planned).stdout.split())
    wire = LINES * COLUMNS * 8 / 117e6
    lab.say(f"Fig. 4: Jacobi on {nodes} nodes; {LINES} lines of {size(COLUMNS * 8)} to rank 0 at the end")
    rows = [
        ["an iteration", 1e3 * iteration, ""],
        ["final phase", 1e3 * final, 1e3 * MEASURED],
        ["final phase, bytes over Ethernet", 1e3 * wire, ""],
    ]
    lab.table("jacobi", ["", "here [ms]", "measured [ms]"], rows)
    lab.bound(
        f"the final phase is bound by Ethernet (at most 1.5 of its bytes' time): {final / wire:.2f}", 1 <= final / wire <= 1.5
    )
    lab.bound(f"and far from what was measured: {MEASURED / final:.0f} times as long", MEASURED / final >= 20)


def reads(lab: Lab, plan: Plan) -> dict[tuple[int, int, int, int, str], float]:
    """Fig. 5: MiB/s of independent contiguous reads of records in turn, by clients, servers, records, bytes and packet."""
    planned = {}
    for clients, servers, records, count in plan.reads:
        platform = cluster(
            clients, servers, storage={"device": MEMORY, "server": {"cache": "write-behind", "memory": "12 GB"}}
        )
        for packet in (PACKET, "10 KiB") if count < MIB else (PACKET,):
            parameters = {"block": size(count), "transfer": size(count), "segments": records, "write": "no"}
            name = f"read-{clients}-{servers}-{size(count)}-{packet}".replace(" ", "")
            planned[clients, servers, records, count, packet] = lab.motif(
                name, "ior", parameters, clients, platform=platform, network=NETWORK.format(packet), mpi_library=IDEAL, ppn=1
            )
    times = {key: run.simulated_time for key, run in lab.runs(planned).items()}
    rates = {key: key[0] * key[2] * key[3] / MIB / time for key, time in times.items()}
    lab.say("Fig. 5: independent contiguous reads, records in turn, in memory")
    rows = []
    for (clients, servers, records, count, packet), rate in rates.items():
        golden = READS.get((clients, records, count)) if clients == servers and packet == PACKET else None
        rows.append(
            [
                clients,
                servers,
                f"{records} x {size(count)}",
                packet,
                rate,
                clients * records * count / MIB / golden if golden else "",
            ]
        )
    lab.table("reads", ["clients", "servers", "records of a client", "packet", "here [MiB/s]", "PIOsimHD [MiB/s]"], rows)
    return rates


def check_reads(lab: Lab, plan: Plan, rates: Mapping[tuple[int, int, int, int, str], float]) -> None:
    """Against PIOsimHD, and by shape."""
    for (clients, records, count), golden in READS.items():
        key = (clients, clients, records, count)
        if key in plan.reads:
            off = rates[*key, PACKET] * golden / (clients * records * count / MIB) - 1
            limit = 0.1 if clients == 1 else 2
            lab.bound(
                f"clients and servers {clients}, {size(count)}: within {limit} % of PIOsimHD: {100 * off:+.2f} %",
                abs(100 * off) <= limit,
            )
    wire = 117e6 / MIB
    for (clients, servers, _, count, packet), rate in rates.items():
        ends = min(clients, servers)
        share = rate / (ends * wire)
        least = 0.9 if count > MIB else 0
        lab.bound(
            f"clients {clients}, servers {servers}, {size(count)}, packets of {packet}: of what links carry at most all"
            f"{', and 90 % at least' if least else ''}: {100 * share:.0f} %",
            least <= share <= 1,
        )
    for clients, servers, records, count in plan.reads:
        if count < MIB:
            fine, coarse = rates[clients, servers, records, count, "10 KiB"], rates[clients, servers, records, count, PACKET]
            lab.bound(
                f"clients {clients}, servers {servers}: smaller packets help: {fine:.0f} > {coarse:.0f} MiB/s", fine > coarse
            )


CLIENTS, SERVERS, RECORDS, RECORD = 4, 2, 256, 100 * KIB


def level(lab: Lab, cache: str, way: str, number: int, library: str) -> Planned:
    """A level of access of four clients to two disks."""
    storage = {"device": DISK, "server": {"cache": cache, "memory": "1 GB"}}
    name = f"level{number}-{way}-{cache}-{library}"
    return program(
        lab,
        name,
        ["levels", number, way, RECORD, RECORDS],
        CLIENTS,
        CLIENTS,
        platform=cluster(CLIENTS, SERVERS, storage=storage),
        mpi_library=library,
    )


def levels(lab: Lab, plan: Plan) -> None:
    """The four levels of access, against PIOsimHD and with the strategies of ROMIO."""
    keys = [(cache, way, number, library) for cache, way in plan.levels for number in range(4) for library in (IDEAL, MPICH)]
    found = seconds(lab, {key: level(lab, *key) for key in keys})
    rows = []
    for cache, way in plan.levels:
        for number, golden in enumerate(LEVELS[cache, way]):
            own, romio = (found[cache, way, number, library] for library in (IDEAL, MPICH))
            off, with_overheads = 100 * (own / golden - 1), 100 * (romio / golden - 1)
            name = f"{way}, cache {cache}, level {number}"
            rows.append([name, own, golden, off, romio])
            if number in REPRODUCED[cache, way]:
                lab.bound(f"{name}: within 2 % of PIOsimHD: {off:+.2f} %", abs(off) <= 2)
            elif (cache, way, number) in WITH_OVERHEADS:
                lab.bound(f"{name}: with overheads within 2 % of PIOsimHD: {with_overheads:+.2f} %", abs(with_overheads) <= 2)
    lab.say(f"levels of access: {CLIENTS} clients, {SERVERS} disks, {RECORDS} records of {size(RECORD)} each")
    lab.table("levels", ["", "direct [s]", "PIOsimHD [s]", "off [%]", "ROMIO [s]"], rows)


#: Fig. 6: rows of the matrix, and milliseconds as measured without and with the hint, and as the paper's simulator says.
ROWS, WITHOUT, WITH, SIMULATED = 8192, 70.0, 3.4, 2.0


def diagonal(lab: Lab) -> None:
    """Fig. 6: the diagonal without and with the hint for list I/O."""
    storage = {"device": MEMORY, "server": {"cache": "write-behind", "request": REQUEST}}
    hint = "mpi.hints.romio_pvfs2_listio_write"
    planned = {
        value: program(
            lab,
            f"diagonal-{value}",
            ["diagonal", ROWS],
            1,
            1,
            platform=cluster(1, 1, storage=storage),
            mpi_library=MPICH,
            set={hint: value},
        )
        for value in ("disable", "enable")
    }
    without, with_hint = (1e3 * time for time in seconds(lab, planned).values())
    lab.say(f"Fig. 6: a diagonal of {ROWS} elements; a request takes {REQUEST}, fitted to the first row")
    rows = [
        ["without the hint", without, WITHOUT, ""],
        ["romio_pvfs2_listio_write=enable", with_hint, WITH, SIMULATED],
        ["ratio", without / with_hint, WITHOUT / WITH, ""],
    ]
    lab.table("diagonal", ["", "here [ms]", "measured [ms]", "the paper's simulator [ms]"], rows)
    lab.bound(f"128 requests take about 70 ms: {without:.1f}", abs(without / WITHOUT - 1) <= 0.02)
    lab.bound(
        f"one takes the 2 ms of the paper's simulator (within 5 %): {with_hint:.2f}", abs(with_hint / SIMULATED - 1) <= 0.05
    )
    lab.bound(f"the hint is worth a factor of 15 and more: {without / with_hint:.1f}", without / with_hint >= 15)


def draw(lab: Lab, plan: Plan, rates: Mapping[tuple[int, int, str], float], found: Collectives) -> None:
    """Fig. 2b and Fig. 3."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
    labels = [f"{nodes}-{ranks}" for nodes, ranks in plan.exchanges]
    for way, colour in zip(("exchange", "one-way"), PALETTE, strict=False):
        axes.plot(
            labels,
            [rates[nodes, ranks, way] for nodes, ranks in plan.exchanges],
            "o",
            color=colour,
            label={"exchange": "Sendrecv", "one-way": "one after the other"}[way],
        )
    axes.set_yscale("log")
    axes.set_ylabel("rank 0 [MiB/s]")
    _finish(lab, figure, axes, "exchanges")
    figure, all_axes = plt.subplots(2, 2, figsize=(11, 7), layout="constrained")
    for axes, (operation, count) in zip(all_axes.flat, PARTS, strict=True):
        keys = configurations(plan, count)
        names = [f"{nodes}-{ranks}" for nodes, ranks in keys]
        for kind, colour in zip(kinds(operation, count), PALETTE, strict=False):
            axes.plot(names, [1e3 * found[operation, count, *key, kind] for key in keys], "o", color=colour, label=kind)
        axes.set_title(f"{operation}, {size(count)}", loc="left")
        axes.set_ylabel("[ms]")
        axes.set_yscale("log")
    _finish(lab, figure, all_axes[0, 0], "collectives")


def _finish(lab: Lab, figure: Any, axes: Any, name: str) -> None:
    for one in figure.axes:
        one.tick_params(axis="x", labelrotation=90)
    axes.legend(frameon=False)
    lab.save(figure, name)


def study(lab: Lab) -> None:
    """Fig. 2 to 6, and the four levels."""
    plan = SMALL if lab.small else WHOLE
    rates, found = exchanges(lab, plan), collectives(lab, plan)
    golden_collectives(lab)
    jacobi(lab)
    read = reads(lab, plan)
    levels(lab, plan)
    diagonal(lab)
    draw(lab, plan, rates, found)
    check_exchanges(lab, plan, rates)
    check_collectives(lab, plan, found)
    check_reads(lab, plan, read)


STUDY = Study(
    "mpi-io",
    "Messages, collective operations and parallel I/O on a cluster with Gigabit Ethernet and PVFS, against measurements and the "
    "simulator PIOsimHD (J. Kunkel: Using Simulation to Validate Performance of MPI(-IO) Implementations).",
    "Minutes; --small: seconds.",
    study,
)
