"""The validation of BigSim's PERCS model (section V), done with packets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from windtunnel.command import choices
from windtunnel.plots.look import COMPUTE, PALETTE
from windtunnel.studies.lab import Lab, Planned, Study
from windtunnel.studies.percs import LATENCY, LL, LR, PACKET, QCM, QCM_LINKS, RECV, SEND, D, Supernode

#: The block of the paper's all-to-alls: 51 KB.
BLOCK = 51_000

#: BigSim's prediction and the hardware's time of an all-to-all on a drawer, in seconds (section V-B).
BIGSIM, HARDWARE = 20.2e-3, 22.6e-3

#: Network models, as far as there are such. Packets: bandwidths are those of payload and latencies contain the hub, so neither header
#: nor crossbar is added; the hub's buffers are not published: the platforms say that it has such at its inputs and behind its
#: crossbar, and the model takes sizes by itself.
NETWORKS = {"flow": "flow", "packet": "packet:mtu=2 KiB"}

#: Input buffer per link and channel of a hub, in packets; `buffers` shows its effect.
ROOMS = (4, 8, 16)

#: Settings of a message without CPU time.
FREE = {f"mpi.{name}": "0 s" for name in ("send", "isend", "recv", "handshake_cpu")}

RATE = {"QCM": QCM, "LL": LL, "LR": LR, "D": D}


@cache
def networks() -> dict[str, str]:
    """Those of :data:`NETWORKS` that the installed command has."""
    there = {entry["name"] for entry in choices("networks")}
    return {name: words for name, words in NETWORKS.items() if name in there}


def exchange(lab: Lab, machine: Supernode, folder: str, network: str, algorithm: str, free: bool = False) -> Planned:
    """An all-to-all of 51 KB, with or without overheads."""
    return lab.motif(
        folder,
        "alltoall",
        {"bytes": f"{BLOCK} B"},
        machine.ranks,
        platform="percs-supernode",
        set=machine.changes() | (FREE if free else {}),
        ppn=machine.cores,
        network=network,
        collective={"alltoall": algorithm},
        observe=["links"],
    )


def drawer(lab: Lab) -> None:
    """The all-to-all of 256 cores on a drawer."""
    machine = Supernode(drawers=1, hubs=4, cores=8) if lab.small else Supernode(drawers=1)
    lab.say(f"All-to-all of {machine.ranks} cores on {machine.hosts} QCMs of a drawer, 51 KB, pairwise exchange\n")
    arithmetic, messages = machine.lock_step(BLOCK), machine.messages(BLOCK)
    rows: list[list[Any]] = [
        ["arithmetic: lockstep over LL links", arithmetic * 1e3, ""],
        ["and messages: CPU time, handshakes, latencies, rounds inside a QCM", (arithmetic + messages) * 1e3, ""],
    ]
    limited, took = {}, {}
    names = ("whole", "free")
    runs = lab.runs(
        {
            (network, name): exchange(lab, machine, f"drawer-{network}-{name}", words, "pairwise", name == "free")
            for network, words in networks().items()
            for name in names
        }
    )
    for network in networks():
        whole, free = (runs[network, name] for name in names)
        links = whole.table("links")
        own = links.filter(links["name"].str.starts_with("s0d0h0>"))
        limited[network], took[network] = int(own["busy"].sum()) / 1e12, whole.simulated_time
        rows += [
            [f"{network}: LL links of a hub in use, one after the other", limited[network] * 1e3, ""],
            [f"{network}: all, without overheads", free.simulated_time * 1e3, ""],
            [f"{network}: all", whole.simulated_time * 1e3, "" if lab.small else f"{100 * (whole.simulated_time / BIGSIM - 1):+.1f} %"],
        ]
    if not lab.small:
        rows.append(["BigSim", BIGSIM * 1e3, ""])
        rows.append(["prototype of the hardware", HARDWARE * 1e3, f"{100 * (HARDWARE / BIGSIM - 1):+.1f} %"])
    lab.table("drawer", ["all-to-all on a drawer", "time [ms]", "against BigSim"], rows)
    for network, busy in limited.items():
        lab.bound(f"{network}: the part that links limit is {arithmetic * 1e3:.2f} ms ± 2 %: {busy * 1e3:.2f} ms",
                  abs(busy / arithmetic - 1) <= 0.02)
        ratio = took[network] / (arithmetic + messages)
        lab.bound(f"{network}: all is that and the messages' own time, within 5 %: {ratio:.3f} ×", abs(ratio - 1) <= 0.05)
    lab.say()


@dataclass(frozen=True)
class Wiring:
    """The machine of the pings, worked out apart from the simulator: docs/models/topologies.md, `percs`."""

    supernodes: int
    #: Hubs of a supernode, and of a drawer.
    hubs: int
    drawer: int
    #: D links between two supernodes.
    bundle: int

    def port_hub(self, round_: int, here: int, there: int) -> int:
        """The hub of a D port: absolute wiring, blocked ports."""
        port = round_ * (self.supernodes - 1) + there - (there > here)
        return port * self.hubs // (self.bundle * (self.supernodes - 1))

    def local(self, one: int, other: int) -> list[str]:
        """Links between two hubs of a supernode."""
        if one == other:
            return []
        return ["LL" if one // self.drawer == other // self.drawer else "LR"]

    def route(self, source: int, target: int) -> list[str]:
        """Classes of the links of the direct route between two hosts."""
        (here, start), (there, end) = divmod(source, self.hubs), divmod(target, self.hubs)
        if here == there:
            return ["QCM", *self.local(start, end), "QCM"]
        round_ = (start + end * self.bundle // self.hubs) % self.bundle
        out, into = self.port_hub(round_, here, there), self.port_hub(round_, there, here)
        return ["QCM", *self.local(start, out), "D", *self.local(into, end), "QCM"]

    def combinations(self) -> dict[tuple[str, ...], tuple[int, int]]:
        """For every combination of links between hubs the first two hosts that have it."""
        found: dict[tuple[str, ...], tuple[int, int]] = {}
        for source in range(self.hubs):
            for target in [*range(source + 1, self.hubs), *range(self.hubs, 2 * self.hubs)]:
                found.setdefault(tuple(self.route(source, target)[1:-1]), (source, target))
        return dict(sorted(found.items(), key=lambda entry: (len(entry[0]), entry[0])))


def pings(lab: Lab) -> None:
    """Messages of two bytes over all combinations of links, by the one route that the closed form knows."""
    wiring = Wiring(supernodes=64, hubs=32, drawer=8, bundle=8)
    rounds, bytes_ = 100, 2
    rows: list[list[Any]] = []
    worst = 0.0
    lab.out.mkdir(parents=True, exist_ok=True)
    planned = {}
    for combination, (source, target) in wiring.combinations().items():
        name = "-".join(combination)
        hosts = lab.out / f"ping-{name}.hosts"
        hosts.write_text(f"host{source}\nhost{target}\n", encoding="utf-8")
        settings = {"bytes": f"{bytes_} B", "iterations": rounds}
        for network, words in networks().items():
            # A packet goes by any D link of a bundle, by routes of different links.
            words += ",routing=fixed" if network == "packet" else ""
            planned[name, network] = lab.motif(
                f"ping-{network}-{name}", "ping", settings, 2, platform="percs-64", mapping=hosts, network=words
            )
    runs = lab.runs(planned)
    for combination, (source, target) in wiring.combinations().items():
        both = [wiring.route(source, target), wiring.route(target, source)]
        closed = sum(
            SEND + RECV + sum(LATENCY[kind] for kind in route) + bytes_ / min(RATE[kind] for kind in route) for route in both
        )
        name = "-".join(combination)
        times = [runs[name, network].simulated_time / rounds for network in networks()]
        worst = max(worst, *(abs(time / closed - 1) for time in times))
        back = "-".join(both[1][1:-1])
        rows.append([name, back, f"host{source} host{target}", closed * 1e6, *(time * 1e6 for time in times)])
    heads = ["there", "back", "between", "closed form [µs]", *(f"{network} [µs]" for network in networks())]
    lab.table("pings", heads, rows)
    lab.bound(f"{len(rows)} combinations of LL, LR and D links within 0.1 % of the closed form: {100 * worst:.4f} %", worst <= 1e-3)
    lab.bound("that is all there are: LL, LR, D, and D with LL or LR before and after", len(rows) == 11)
    lab.say()


def supernode(lab: Lab) -> float:
    """The all-to-all of 1,024 cores in a supernode with flows and with packets; gives what node_shift takes with flows and without
    overheads, in ms.
    """
    machine = Supernode(drawers=4, hubs=2, cores=8) if lab.small else Supernode()
    lab.say(f"All-to-all of {machine.ranks} cores of a supernode, 51 KB\n")
    rows: list[list[Any]] = []
    bound, messages = machine.bound(BLOCK), machine.messages(BLOCK)
    variants = {
        "pairwise": ("pairwise", False, machine.lock_step(BLOCK) + messages),
        "node_shift": ("node_shift", False, bound),
        "node_shift, without overheads": ("node_shift", True, bound),
    }
    runs = lab.runs(
        {
            (name, network): exchange(lab, machine, f"supernode-{network}-{name.replace(', ', '-')}", words, algorithm, free)
            for name, (algorithm, free, _) in variants.items()
            for network, words in networks().items()
        }
    )
    for name, (_, _, arithmetic) in variants.items():
        times = [runs[name, network].simulated_time for network in networks()]
        rows.append([name, arithmetic * 1e3, *(time * 1e3 for time in times)])
    lab.table("supernode", ["ordering", "arithmetic [ms]", *(f"{network} [ms]" for network in networks())], rows)
    (_, arithmetic, *times), (_, _, *shifts), _ = rows
    for network, took in zip(networks(), times, strict=True):
        lab.bound(f"pairwise, which links limit, {network}: {arithmetic:.2f} ms ± 5 %: {took:.2f} ms",
                  abs(took / arithmetic - 1) <= 0.05)
    for network, took in zip(networks(), shifts, strict=True):
        most = 1.05 * (bound + messages)
        lab.bound(f"node_shift, {network}: {bound * 1e3:.2f} ms of links, with the messages' own time at most {most * 1e3:.2f} ms: {took:.2f} ms",
                  bound <= took / 1e3 <= most)
    if len(times) == len(NETWORKS):
        for name, _, flow, packet in (rows[0], rows[2]):
            lab.bound(f"{name}: flow and packet agree within 5 %: {100 * (packet / flow - 1):+.2f} %",
                      abs(packet / flow - 1) <= 0.05)
    draw(lab, rows)
    return float(rows[2][2])


def buffers(lab: Lab, flow: float) -> None:
    """The new ordering with packets, without overheads, and hubs of several sizes that have buffers at their inputs alone: who waits
    there holds up those who need not. `flow` is what it takes with flows, in ms.
    """
    if "packet" not in networks():
        return
    machine = Supernode(drawers=4, hubs=2, cores=8) if lab.small else Supernode()
    lab.say(f"node_shift of {machine.ranks} cores of a supernode, 51 KB, by input buffer size of a hub without output buffers\n")
    least = machine.bound(BLOCK)
    rows: list[list[Any]] = []
    planned = {}
    for room in ROOMS:
        words = f"packet:mtu={PACKET} B,input-buffer={room * PACKET} B,output-buffer=off,concurrent-messages={machine.cores}"
        planned[room] = exchange(lab, machine, f"buffers-{room}", words, "node_shift", True)
    for room, run in lab.runs(planned).items():
        packets = QCM_LINKS * room
        outward = run.table("links").filter(run.table("links")["name"] == "host0-up")
        took, queueing = run.simulated_time, machine.buffered(BLOCK, packets)
        rows.append([f"{QCM_LINKS} × {room}", took * 1e3, queueing * 1e3, took / queueing, took / least, int(outward["busy"].sum()) / 1e12 / took])
    heads = ["buffer [packets]", "packet [ms]", "queueing network [ms]", "packet / queueing", "packet / link bound", "QCM links in use"]
    lab.table("buffers", heads, rows)
    worst = max(row[1] / max(row[2], flow) for row in rows)
    lab.bound(f"no slower than flows or the queueing network, within 5 %: {worst:.2f} ×", worst <= 1.05)
    lab.bound(f"and no faster than the links: {min(row[4] for row in rows):.3f} ×", all(row[4] >= 1 for row in rows))
    lab.bound(f"with {ROOMS[-1]} packets a link it takes what flows take, within 5 %: {rows[-1][1] / flow:.3f} ×", abs(rows[-1][1] / flow - 1) <= 0.05)
    lab.say()


def draw(lab: Lab, rows: list[list[Any]]) -> None:
    """Flow and packet side by side."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, axes = plt.subplots(figsize=(6, 2.8), layout="constrained")
    for at, (label, colour) in enumerate(zip(["arithmetic", *networks()], [COMPUTE, *PALETTE], strict=False)):
        axes.barh([place + 0.27 * (at - 1) for place in range(len(rows))], [row[1 + at] for row in rows], 0.25, color=colour, label=label)
    axes.set_yticks(range(len(rows)), [row[0] for row in rows])
    axes.invert_yaxis()
    axes.set_xlabel("all-to-all of 51 KB in a supernode [ms]")
    axes.legend(frameon=False)
    lab.save(figure, "supernode")


def study(lab: Lab) -> None:
    """A drawer, pings, a supernode."""
    missing = [name for name in NETWORKS if name not in networks()]
    if missing:
        lab.say(f"without {', '.join(missing)}: this version has no such network model\n")
    drawer(lab)
    pings(lab)
    buffers(lab, supernode(lab))


STUDY = Study(
    "percs-validation",
    "What BigSim's PERCS model was validated with: an all-to-all on a drawer, pings over all kinds of links, an all-to-all in "
    "a supernode (Totoni et al., ICPADS 2011, §V).",
    "Minutes, for packets; --small: seconds.",
    study,
)
