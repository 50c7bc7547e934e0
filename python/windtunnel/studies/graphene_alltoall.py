"""SMPI's algorithms for all-to-all on a larger graphene: four cabinets of 256 hosts (Fig. 12)."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2, nan
from typing import Any

from windtunnel.plots.look import PALETTE
from windtunnel.results import Run
from windtunnel.studies.lab import Lab, Planned, Study, size

PAPER = "A. Degomme et al., IEEE TPDS 28(8), 2017"
KIB = 1024

#: Hosts of a cabinet, bytes per second of a host's link, and the part of it that messages get: SMPI's factor for more than 64 KiB.
CABINET, LINK, PART = 256, 125e6, 0.94
#: Messages that do not wait for their receive, and sends that do not wait for their end, up to this many bytes (§3.2).
EAGER, DETACHED = 65_536, 327_680

#: The model that is SMPI's: links are shared, by latency and bandwidth.
NETWORK = f"flow:order=none,weight=latency,weight-bytes=8775 B,capacity-factor={PART}"

#: The paper's names of algorithms that are not selectors, and ours.
ALGORITHMS = {
    "2dmesh": "2dmesh",
    "3dmesh": "3dmesh",
    "rdb": "recursive_doubling",
    "ring": "pairwise:xor=0",
    "basic_linear": "scattered:throttle=0",
    "bruck": "brucks",
    "pair": "pairwise",
    "ring_one_barrier": "pairwise_one_barrier:xor=0",
    "ring_mpi_barrier": "pairwise_mpi_barrier:xor=0",
    "ring_light_barrier": "pairwise_light_barrier:xor=0",
    "mvapich2_scatter_dest": "scattered:throttle=4",
}
#: Those that the paper calls clearly inappropriate, and best.
WORST, BEST = ("2dmesh", "3dmesh", "rdb"), ("basic_linear", "bruck")
#: All sends of a rank at once.
FLOOD = "basic_linear"
#: Ranks up to which a plan has all: beyond, neither what has a million messages share links at once, nor variations of `ring`.
ALL_RANKS = 320
VARIATIONS = ("ring_one_barrier", "ring_mpi_barrier", "ring_light_barrier", "mvapich2_scatter_dest")
#: Serves powers of two alone.
PAIR = "pair"
#: Libraries whose own choice is compared.
LIBRARIES = {"mpich": "mpich-4.3", "ompi": "openmpi-5.0"}
#: What libraries differ in beside their algorithms: nothing here, as with `ideal`.
FREE = {
    **dict.fromkeys(("send", "isend", "recv", "handshake_cpu", "comm_create"), "0 s"),
    **dict.fromkeys(("send_buffer", "eager_buffer"), "unlimited"),
    **dict.fromkeys(("latency_factor", "bandwidth_factor"), 1.0),
    **dict.fromkeys(("progress", "collective_progress"), "background"),
}


@dataclass(frozen=True)
class Plan:
    """What is simulated."""

    ranks: tuple[int, ...]
    blocks: tuple[int, ...]
    #: Hosts of a cabinet.
    cabinet: int = CABINET
    #: Whether variations of `ring` are among them.
    variations: bool = True


WHOLE = Plan((16, 64, 128, 192, 256, 320, 512, 768, 1024), (32 * KIB, 2048 * KIB))
SMALL = Plan((8, 16, 32), (2048 * KIB,), 16, variations=False)


def names(plan: Plan, ranks: int) -> list[str]:
    """Algorithms and libraries that are simulated with this many ranks."""
    few, power_of_two = ranks <= ALL_RANKS, ranks & (ranks - 1) == 0
    left_out = [*([] if few else [FLOOD, *LIBRARIES]), *([] if power_of_two else [PAIR])]
    left_out += [] if few and plan.variations else VARIATIONS
    return [name for name in (*ALGORITHMS, *LIBRARIES) if name not in left_out]


def machine(plan: Plan, library: str) -> dict[str, Any]:
    """Changes of the platform ``ethernet-cluster``, whose cabinets are graphene's, and of its MPI library. Links of smaller cabinets
    carry less."""
    uplink = f"{10_000 * plan.cabinet // CABINET} Mb/s"
    return {
        "topology.hosts": 4 * plan.cabinet,
        "topology.cabinets": [plan.cabinet] * 4,
        "topology.links.cabinet": {
            "bandwidth": uplink,
            "latency": "10 us",
            "limiter": f"{13_000 * plan.cabinet // CABINET} Mb/s",
        },
        "mpi.library": library,
        "mpi.eager_max": f"{EAGER} B",
        "mpi.send_end": [{"up_to": f"{DETACHED} B", "when": "at-once"}, {"when": "delivered"}],
        "mpi.handshake": {"round_trips": 0},
        **{f"mpi.{key}": value for key, value in FREE.items()},
    }


def simulate(lab: Lab, plan: Plan, name: str, ranks: int, block: int) -> Planned:
    """One all-to-all, one rank a host."""
    return lab.motif(
        f"{name}-{ranks}-{size(block).replace(' ', '')}",
        "collective",
        {"operation": "alltoall", "bytes": size(block)},
        ranks,
        platform="ethernet-cluster",
        set=machine(plan, LIBRARIES.get(name, "ideal")),
        network=NETWORK,
        ppn=1,
        collective={"alltoall": ALGORITHMS[name], "barrier": "dissemination"} if name in ALGORITHMS else {},
    )


#: Seconds by name, ranks and block.
Times = dict[tuple[str, int, int], float]


def sweep(lab: Lab, plan: Plan) -> Times:
    """All cells."""
    cells = [(name, ranks, block) for block in plan.blocks for ranks in plan.ranks for name in names(plan, ranks)]
    runs: dict[tuple[str, int, int], Run] = lab.runs({cell: simulate(lab, plan, *cell) for cell in cells})
    found = {cell: run.simulated_time for cell, run in runs.items()}
    for block in plan.blocks:
        lab.say(f"blocks of {size(block)}: time over that of a host's link for the blocks of all other ranks")
        rows = [
            [name, *(over_bound(found, name, ranks, block) for ranks in plan.ranks)] for name in names(plan, min(plan.ranks))
        ]
        lab.table(f"times-{size(block).replace(' ', '-')}", ["algorithm", *(str(ranks) for ranks in plan.ranks)], rows)
    return found


def over_bound(found: Times, name: str, ranks: int, block: int) -> str:
    """A cell of the table."""
    seconds = found.get((name, ranks, block))
    return "-" if seconds is None else f"{seconds / volume_bound(ranks, block):.3f}"


def volume_bound(ranks: int, block: int) -> float:
    """Seconds for what each rank must receive, over its link alone."""
    return (ranks - 1) * block / (PART * LINK)


def check(lab: Lab, plan: Plan, found: Times) -> None:
    """What the paper sees in its figure, and what it cannot be."""
    inside = [ranks for ranks in plan.ranks if ranks <= plan.cabinet]
    across = [ranks for ranks in plan.ranks if ranks >= 2 * plan.cabinet]
    last = max(inside)
    check_worst(lab, plan, found)
    kinks = [
        per_rank(found, "ring", ranks, block) / per_rank(found, "ring", last, block)
        for ranks in across
        for block in plan.blocks
    ]
    lab.bound(
        f"a kink above {last} ranks: beyond twice as many, ring takes at least 1.5 times as long for each rank: {min(kinks):.2f} to {max(kinks):.2f} times",
        min(kinks) >= 1.5,
    )
    straight = [
        per_rank(found, "ring", ranks, block) / per_rank(found, "ring", last, block)
        for ranks in inside
        for block in plan.blocks[-1:]
    ]
    lab.bound(
        f"and is linear up to there: {min(straight):.3f} to {max(straight):.3f} times",
        max(straight) <= 1.05 and min(straight) >= 0.95,
    )
    check_bruck(lab, plan, found, last)
    check_defaults(lab, plan, found)


def per_rank(found: Times, name: str, ranks: int, block: int) -> float:
    """Seconds for each other rank."""
    return found[name, ranks, block] / (ranks - 1)


def check_worst(lab: Lab, plan: Plan, found: Times) -> None:
    """The meshes and recursive doubling, which send all blocks to many, against the others."""
    cells = [(ranks, block) for ranks in plan.ranks if ranks <= plan.cabinet for block in plan.blocks]
    least = min(
        min(found[name, *cell] for name in WORST)
        / max(found[name, *cell] for name in names(plan, cell[0]) if name not in WORST)
        for cell in cells
    )
    lab.bound(f"2dmesh, 3dmesh and rdb are worst within a cabinet: at least {least:.2f} times the slowest other", least > 1)


def check_bruck(lab: Lab, plan: Plan, found: Times, last: int) -> None:
    """The paper calls Bruck's algorithm optimal; it sends each block log2(P)/2 times."""
    block = plan.blocks[-1]
    over = found["bruck", last, block] / found["ring", last, block]
    rounds = log2(last) / 2 * last / (last - 1)
    lab.bound(
        f"bruck takes log2(P)/2 times as long as ring within a cabinet (± 5 %): {over:.2f}, {rounds:.2f}",
        abs(over / rounds - 1) <= 0.05,
    )


def check_defaults(lab: Lab, plan: Plan, found: Times) -> None:
    """What libraries choose by themselves: the paper sees up to twice the time of the best."""
    cells = [(ranks, block) for ranks in plan.ranks if ranks <= ALL_RANKS for block in plan.blocks]
    best = {cell: min(found[name, *cell] for name in names(plan, cell[0])) for cell in cells}
    for name, library in LIBRARIES.items():
        worst = max(cells, key=lambda cell: found[name, *cell] / best[cell])
        over = found[name, *worst] / best[worst]
        lab.bound(
            f"{library} chooses what takes at most twice as long as the best: {over:.2f} times, at {worst[0]} ranks and {size(worst[1])}",
            1 <= over <= 2,
        )
    over = max(found[FLOOD, *cell] / best[cell] for cell in cells)
    lab.bound(f"{FLOOD} is within 5 % of the best of all cells: {over:.3f} times", over <= 1.05)


def draw(lab: Lab, plan: Plan, found: Times) -> None:
    """Fig. 12: time over ranks, by algorithm; all, and those that are not the worst within a cabinet."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, both = plt.subplots(1, 2, figsize=(11, 4.6), layout="constrained")
    block = plan.blocks[-1]
    shown = {name: PALETTE[at % len(PALETTE)] for at, name in enumerate((*WORST, "ring", *BEST))}
    panels = ([ranks for ranks in plan.ranks if ranks <= plan.cabinet], list(plan.ranks))
    for axes, ranks, title in zip(both, panels, ("one cabinet", "all cabinets"), strict=True):
        for name, colour in shown.items():
            axes.plot(
                ranks,
                [found.get((name, count, block), nan) / block * 1e6 for count in ranks],
                "o-",
                color=colour,
                label=name,
                markersize=4,
            )
        axes.set_yscale("log")
        axes.set_xlabel("ranks")
        axes.set_title(f"{title}, blocks of {size(block)}", loc="left")
    both[0].set_ylabel("time / block [µs/B]")
    figure.legend(*both[0].get_legend_handles_labels(), frameon=False, loc="outside right center")
    lab.save(figure, "times")


def study(lab: Lab) -> None:
    """Times of all cells, the plot, the bounds."""
    plan = SMALL if lab.small else WHOLE
    lab.say(f"All-to-all on four cabinets of {plan.cabinet} hosts, network {NETWORK}\n")
    found = sweep(lab, plan)
    draw(lab, plan, found)
    check(lab, plan, found)


STUDY = Study(
    "graphene-alltoall",
    f"SMPI's algorithms for all-to-all on four cabinets of 256 hosts of an Ethernet cluster, up to 1,024 ranks ({PAPER}, §7.5).",
    "Minutes; --small: seconds.",
    study,
)
