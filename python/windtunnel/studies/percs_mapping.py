"""A 3-D stencil on 64 supernodes: ranks in their order against ranks in blocks (Fig. 3 and 4), under all choices that the paper leaves
open; routing and allocation, about which it asks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Unpack

from windtunnel.errors import InputError
from windtunnel.launch import Options
from windtunnel.plots.look import COMPUTE as QUIET
from windtunnel.plots.look import PALETTE
from windtunnel.results import Run
from windtunnel.studies.lab import Lab, Planned, Study, size
from windtunnel.studies.percs import LL, LR, D

#: Bytes of a face of 256 × 256 doubles.
FACE = 512 * 1024

#: Computation of an iteration on 256³ doubles, which is not published: bound by memory, each value read and written
#: once, at the eighth part of a chip's 100 GB/s that a core has while all are busy: 2 · 8 B · 256³ / 12.5 GB/s.
COMPUTE = 2 * 8 * 256**3 / 12.5e9

CLASSES = {"LL": LL, "LR": LR, "D": D}

#: Bins of a histogram.
BINS = 12


@dataclass(frozen=True)
class Machine:
    """A number of supernodes, and the grid of ranks on them with its tiles, largest first."""

    grid: tuple[int, int, int]
    tiles: tuple[str, str, str]
    changes: dict[str, object]
    cores: int
    #: Supernodes, drawers of each, hosts (QCMs) of each drawer.
    shape: tuple[int, int, int]
    #: A job on a part of the machine: its grid, and how many supernodes it would fill.
    job: tuple[tuple[int, int, int], int]

    @property
    def hosts(self) -> int:
        """Hosts (QCMs)."""
        supernodes, drawers, hubs = self.shape
        return supernodes * drawers * hubs

    @property
    def ranks(self) -> int:
        """Ranks in all."""
        x, y, z = self.grid
        return x * y * z

    def mappings(self, sizes: tuple[int, int, int] | None = None) -> dict[str, str]:
        """What the study compares, for its grid or another."""
        grid = "x".join(map(str, sizes or self.grid))
        supernode, drawer, node = self.tiles
        return {
            "default": "block",
            "node, drawer": f"tiles:{grid}/{drawer}/{node}",
            "node, drawer, supernode": f"tiles:{grid}/{supernode}/{drawer}/{node}",
        }


WHOLE = Machine((64, 32, 32), ("16x8x8", "8x8x4", "4x4x2"), {}, 32, (64, 4, 8), ((32, 16, 16), 8))
#: Eight supernodes of two drawers of four QCMs of eight ranks, two D links between any two.
SMALL = Machine(
    (8, 8, 8),
    ("4x4x4", "4x4x2", "2x2x2"),
    {"topology.supernodes": 8, "topology.drawers": 2, "topology.hubs": 4, "topology.d_links": 2},
    8,
    (8, 2, 4),
    ((8, 4, 4), 2),
)

#: What the paper does not tell of the machine, shipped values first.
OPEN = {"wiring": ("absolute", "relative"), "d_ports": ("blocked", "striped"), "d_choice": ("round-robin", "hash")}


def simulate(
    lab: Lab,
    machine: Machine,
    name: str,
    grid: tuple[int, int, int] | None = None,
    changes: dict[str, object] | None = None,
    **options: Unpack[Options],
) -> Planned:
    """One iteration."""
    nx, ny, nz = grid or machine.grid
    settings: dict[str, object] = {"nx": nx, "ny": ny, "nz": nz, "bytes": size(FACE), "iterations": 1, "every": 0}
    compute = {"compute": f"{round(COMPUTE * 1e9)} ns"}
    options["platform"], options["set"], options["ppn"] = "percs-64", machine.changes | (changes or {}), machine.cores
    options["observe"] = ["links"]
    return lab.motif(name.replace(", ", "-"), "halo3d", settings | compute, nx * ny * nz, **options)


def routings(lab: Lab) -> dict[str, tuple[dict[str, object], Options]]:
    """Routes between supernodes: keys of the platform and options. With packets each takes its own."""
    if not lab.network.startswith("packet"):
        return {name: ({"topology.routing": name}, {}) for name in ("direct", "indirect")}
    joint = "," if ":" in lab.network else ":"
    return {name: ({}, {"network": f"{lab.network}{joint}routing={name}"}) for name in ("direct", "indirect", "adaptive")}


def wirings(lab: Lab) -> list[dict[str, str]]:
    """The machine as the paper leaves it open: all wirings and ports, and the other choice of a D link with the shipped ones."""
    shipped = {key: values[0] for key, values in OPEN.items()}
    pairs = product(OPEN["wiring"], OPEN["d_ports"])
    found = [shipped | {"wiring": wiring, "d_ports": ports} for wiring, ports in pairs]
    # Packets take any D link of a bundle.
    return found if lab.network.startswith("packet") else [*found, shipped | {"d_choice": "hash"}]


#: Milliseconds of communication by values of OPEN, routing and mapping.
Times = dict[tuple[tuple[str, ...], str, str], float]


def under_assumptions(lab: Lab, machine: Machine) -> Times:
    """All mappings under all assumptions, with each routing."""
    planned = {}
    routes = routings(lab).items()
    for wiring, (routing, (changes, options)), (name, mapping) in product(wirings(lab), routes, machine.mappings().items()):
        own = {f"topology.{key}": value for key, value in wiring.items()} | changes
        values = tuple(wiring.values())
        options["mapping"] = mapping
        folder = "-".join([*values, routing, name])
        planned[values, routing, name] = simulate(lab, machine, folder, changes=own, **options)
    return communication(lab, planned)


def communication(lab: Lab, planned: dict[tuple[Any, str, str], Planned]) -> dict[tuple[Any, str, str], float]:
    """Milliseconds beside computation."""
    return {key: (run.simulated_time - COMPUTE) * 1e3 for key, run in lab.runs(planned).items()}


def assumptions(lab: Lab, machine: Machine) -> None:
    """The published gain as a range over what is not published."""
    times, names = under_assumptions(lab, machine), list(machine.mappings())
    rows: list[list[object]] = []
    gains: dict[str, list[float]] = {}
    for wiring, routing in product(wirings(lab), routings(lab)):
        default, *blocks = (times[tuple(wiring.values()), routing, name] for name in names)
        gain = 100 * (min(blocks) / default - 1)
        gains.setdefault(routing, []).append(gain)
        rows.append([*wiring.values(), routing, default, *blocks, f"{gain:+.0f} %"])
    lab.say("communication [ms] under what the paper leaves open")
    lab.table("assumptions", [*wirings(lab)[0], "routing", *names, "best blocks"], rows)
    for routing, of in gains.items():
        lab.say(f"{routing} routes: blocks change communication by {max(of):+.0f} to {min(of):+.0f} % (paper: -80 %)")
    lab.say()
    detours(lab, machine, times)


def detours(lab: Lab, machine: Machine, times: Times) -> None:
    """Does indirect routing help? Its time over that of direct routes."""
    ratios: dict[str, list[float]] = {name: [] for name in machine.mappings()}
    for (wiring, routing, name), time in times.items():
        if routing == "indirect":
            ratios[name].append(time / times[wiring, "direct", name])
    lab.say("indirect routes: their time over that of direct ones")
    lab.table("indirect", ["mapping", "least", "most"], [[name, min(of), max(of)] for name, of in ratios.items()])


def allocated(machine: Machine, unit: str, count: int, seed: int = 1) -> list[int]:
    """Hosts of a job of this many: whole units in random order, contiguous ones where the unit is the machine."""
    supernodes, drawers, hubs = machine.shape
    widths = {"machine": machine.hosts, "supernodes": drawers * hubs, "drawers": hubs, "nodes": 1}
    width = widths[unit]
    random, units = Random(seed), list(range(machine.hosts // width))
    # Of Python's random numbers, only those of `random()` are the same in all versions.
    for at in range(len(units) - 1, 0, -1):
        other = int(random.random() * (at + 1))
        units[at], units[other] = units[other], units[at]
    return [unit * width + host for unit in units for host in range(width)][:count]


ALLOCATIONS = {"machine": "contiguous", "supernodes": "by supernode", "drawers": "by drawer", "nodes": "by node"}


def allocations(lab: Lab, machine: Machine) -> None:
    """A job on a part of the machine: on contiguous hosts, or on supernodes, drawers or nodes from all over it."""
    grid, supernodes = machine.job
    count = machine.hosts // machine.shape[0] * supernodes
    lab.out.mkdir(parents=True, exist_ok=True)
    planned = {}
    for unit in ALLOCATIONS:
        hosts = lab.out / f"{unit}.hosts"
        hosts.write_text("".join(f"host{host}\n" for host in allocated(machine, unit, count)), encoding="utf-8")
        for (routing, (changes, options)), (name, mapping) in product(routings(lab).items(), machine.mappings(grid).items()):
            options["mapping"], options["allocation"] = mapping, hosts
            folder = f"job-{unit}-{routing}-{name}"
            planned[unit, routing, name] = simulate(lab, machine, folder, grid, changes, **options)
    times = communication(lab, planned)
    rows = [
        [title, routing, *(times[unit, routing, name] for name in machine.mappings())]
        for (unit, title), routing in product(ALLOCATIONS.items(), routings(lab))
    ]
    nx, ny, nz = grid
    lab.say(f"communication [ms] of a job of {nx * ny * nz} ranks, alone, by the allocation of its {count} nodes")
    lab.table("allocation", ["allocation", "routing", *machine.mappings()], rows)


def histogram(bytes_of: list[int], top: int) -> list[int]:
    """Links by the bytes that they carry, in bins of equal width up to the most of all mappings."""
    counts = [0] * BINS
    for count in bytes_of:
        counts[min(BINS - 1, count * BINS // max(top, 1))] += 1
    return counts


def loads(run: Run) -> dict[str, list[int]]:
    """Bytes of every link of each class that carries any.

    Raises :class:`windtunnel.InputError` if the network model does not count them.
    """
    links = run.table("links")
    if links.is_empty():
        raise InputError("--network: this model does not count what links carry; expected one that does, as flow")
    return {name: links.filter(links["class"] == name)["bytes"].to_list() for name in CLASSES}


def study(lab: Lab) -> None:
    """An iteration under each mapping."""
    machine = SMALL if lab.small else WHOLE
    lab.say(f"{machine.ranks} tasks of a 3-D stencil, faces of 512 KiB, network {lab.network}")
    lab.say(f"computation per iteration (assumed): {COMPUTE * 1e3:.2f} ms\n")
    runs = lab.runs({name: simulate(lab, machine, name, mapping=mapping) for name, mapping in machine.mappings().items()})
    carried = {name: loads(run) for name, run in runs.items()}
    times = {name: run.simulated_time for name, run in runs.items()}
    report(lab, times, carried)
    draw_histograms(lab, carried)
    draw_times(lab, times)
    packets = lab.network.startswith("packet")
    if not (packets and lab.small):
        # With packets the whole machine would take a day.
        part = SMALL if packets else machine
        lab.say(f"\n{part.ranks} tasks:")
        assumptions(lab, part)
        allocations(lab, part)
    check(lab, times, carried)


def report(lab: Lab, times: dict[str, float], carried: dict[str, dict[str, list[int]]]) -> None:
    """The tables: times, and the most and the mean that a link of each class carries."""
    base = times["default"]
    rows = [
        [
            name,
            (time - COMPUTE) * 1e3,
            f"{100 * ((time - COMPUTE) / (base - COMPUTE) - 1):+.0f} %",
            time * 1e3,
            f"{100 * (time / base - 1):+.0f} %",
        ]
        for name, time in times.items()
    ]
    rows.append(["paper, best", "", "-80 %", "", "-20 %"])
    lab.table("times", ["mapping", "communication [ms]", "change", "iteration [ms]", "change "], rows)
    rows = []
    for kind, rate in CLASSES.items():
        for name, classes in carried.items():
            links = classes[kind]
            mean, most = sum(links) / len(links), max(links)
            rows.append([kind, name, len(links), mean / 2**20, most / 2**20, most / rate * 1e3])
    heads = ["class", "mapping", "links in use", "mean of these [MiB]", "most [MiB]", "most / bandwidth [ms]"]
    lab.table("links", heads, rows)


def check(lab: Lab, times: dict[str, float], carried: dict[str, dict[str, list[int]]]) -> None:
    """The bounds: what the paper concludes, and what must hold of any simulation."""
    default, _, best = (times[name] - COMPUTE for name in times)
    lab.bound(f"blocks reduce communication by at least half (paper: 80 %): {100 * (1 - best / default):.0f} %", best <= 0.5 * default)
    for name, classes in carried.items():
        least = max(max(links) / CLASSES[kind] for kind, links in classes.items())
        took = times[name] - COMPUTE
        lab.bound(f"{name}: no less than the fullest link needs: {took * 1e3:.2f} of {least * 1e3:.2f} ms", took >= least)
    fullest = [max(carried[name]["D"]) for name in carried]
    lab.bound("blocks on supernodes carry less on the fullest D link than the default", fullest[2] < fullest[0])


def draw_histograms(lab: Lab, carried: dict[str, dict[str, list[int]]]) -> None:
    """Fig. 3: a row for each class, a column for each mapping."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, grid = plt.subplots(3, 3, figsize=(11, 7.5), layout="constrained", sharey="row")
    for row, kind in enumerate(CLASSES):
        top = max(max(classes[kind]) for classes in carried.values()) + 1
        tallest = max(max(histogram(classes[kind], top)) for classes in carried.values())
        for column, (name, classes) in enumerate(carried.items()):
            axes = grid[row][column]
            width = top / BINS / 2**20
            counts = histogram(classes[kind], top)
            axes.bar([(bin + 0.5) * width for bin in range(BINS)], counts, width * 0.9, color=PALETTE[row])
            axes.set_yscale("symlog", linthresh=1)
            axes.set_ylim(0, 2 * tallest)
            if row == 0:
                axes.set_title(name, loc="left")
            if row == 2:
                axes.set_xlabel("MiB over a link")
            if column == 0:
                axes.set_ylabel(f"{kind} links")
    lab.save(figure, "histograms")


def draw_times(lab: Lab, times: dict[str, float]) -> None:
    """Fig. 4."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, axes = plt.subplots(figsize=(6, 3), layout="constrained")
    names = list(times)
    axes.barh(names, [COMPUTE * 1e3] * len(names), color=QUIET, label="computation")
    communication = [(times[name] - COMPUTE) * 1e3 for name in names]
    axes.barh(names, communication, left=COMPUTE * 1e3, color=PALETTE[1], label="communication")
    axes.invert_yaxis()
    axes.set_xlabel("an iteration [ms]")
    figure.legend(frameon=False, loc="outside upper right", ncols=2)
    lab.save(figure, "times")


STUDY = Study(
    "percs-mapping",
    "A 3-D stencil of 65,536 tasks on 64 PERCS supernodes, by rank order and in two blockings (Totoni et al., ICPADS 2011, §VI-A).",
    "Flow: ten minutes; packet: half an hour; --small: seconds.",
    study,
    any_network=True,
)
