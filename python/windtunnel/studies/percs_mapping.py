"""A 3-D stencil on 64 supernodes: ranks in their order against ranks in blocks (Fig. 3 and 4)."""

from __future__ import annotations

from dataclasses import dataclass

from windtunnel.errors import InputError
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
    """So many supernodes, and the grid of ranks on them with its tiles, largest first."""

    grid: tuple[int, int, int]
    tiles: tuple[str, str, str]
    changes: dict[str, object]
    cores: int

    @property
    def ranks(self) -> int:
        """Ranks in all."""
        x, y, z = self.grid
        return x * y * z

    def mappings(self) -> dict[str, str]:
        """What the study compares."""
        grid = "x".join(map(str, self.grid))
        supernode, drawer, node = self.tiles
        return {
            "default": "block",
            "node, drawer": f"tiles:{grid}/{drawer}/{node}",
            "node, drawer, supernode": f"tiles:{grid}/{supernode}/{drawer}/{node}",
        }


WHOLE = Machine((64, 32, 32), ("16x8x8", "8x8x4", "4x4x2"), {}, 32)
#: Eight supernodes of two drawers of four QCMs of eight ranks, two D links between any two.
SMALL = Machine(
    (8, 8, 8),
    ("4x4x4", "4x4x2", "2x2x2"),
    {"topology.supernodes": 8, "topology.drawers": 2, "topology.hubs": 4, "topology.d_links": 2},
    8,
)


def simulate(lab: Lab, machine: Machine, name: str, mapping: str) -> Planned:
    """One iteration."""
    nx, ny, nz = machine.grid
    settings: dict[str, object] = {"nx": nx, "ny": ny, "nz": nz, "bytes": size(FACE), "iterations": 1, "every": 0}
    compute = {"compute": f"{round(COMPUTE * 1e9)} ns"}
    return lab.motif(
        name.replace(", ", "-"),
        "halo3d",
        settings | compute,
        machine.ranks,
        platform="percs-64",
        set=machine.changes,
        ppn=machine.cores,
        mapping=mapping,
        observe=["links"],
    )


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
    runs = lab.runs({name: simulate(lab, machine, name, mapping) for name, mapping in machine.mappings().items()})
    carried = {name: loads(run) for name, run in runs.items()}
    times = {name: run.simulated_time for name, run in runs.items()}
    report(lab, times, carried)
    draw_histograms(lab, carried)
    draw_times(lab, times)
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
            axes.spines[["top", "right"]].set_visible(False)
            if row == 0:
                axes.set_title(name, loc="left")
            if row == 2:
                axes.set_xlabel("MiB over a link")
            if column == 0:
                axes.set_ylabel(f"{kind} links")
    lab.save(figure, "histograms")
    plt.close(figure)


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
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(frameon=False, loc="outside upper right", ncols=2)
    lab.save(figure, "times")
    plt.close(figure)


STUDY = Study(
    "percs-mapping",
    "A 3-D stencil of 65,536 tasks on 64 PERCS supernodes, by rank order and in two blockings (Totoni et al., ICPADS 2011, §VI-A).",
    "Flow: seconds; packet: half an hour; --small: seconds.",
    study,
    any_network=True,
)
