"""NAS LU on the Ethernet cluster graphene, and on a hypothetical one of 2,048 hosts (Fig. 9)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Any

from windtunnel.plots.look import PALETTE, REST
from windtunnel.results import Run
from windtunnel.studies.lab import Lab, Planned, Study

PAPER = "A. Degomme et al., IEEE TPDS 28(8), 2017"

#: The model that shares links as SMPI does.
NETWORK = "flow:order=none"
#: Time steps that are simulated of a class's; they are alike.
STEPS = 2
#: Operations of a point: LU counts 1,985 for large cubes; a third each in the two sweeps and in the right-hand side.
SWEEP, RIGHT_HAND_SIDE = 660, 665
#: Ranks of the largest run on graphene.
HOSTS = 128
#: Hosts of a cabinet of the larger cluster, and of its network what `ethernet-cluster` has.
CABINETS, CABINET = 4, 512
LARGER = {"topology.hosts": CABINETS * CABINET, "topology.cabinets": [CABINET] * CABINETS}


@dataclass(frozen=True)
class Class:
    """A class of LU: points in each direction, time steps, numbers of ranks; whether on the larger cluster."""

    name: str
    size: int
    steps: int
    ranks: tuple[int, ...]
    large: bool = False

    @property
    def points(self) -> int:
        """All points."""
        return self.size**3


WHOLE = (
    Class("B", 102, 250, (8, 16, 32, 64, 128)),
    Class("C", 162, 250, (8, 16, 32, 64, 128)),
    Class("D", 408, 300, (8, 16, 32, 64, 128, 256, 512, 1024, 2048), large=True),
)
#: Of class A one time step is there as NPB's program was recorded under MPICH, on as many ranks.
RECORDED = Class("A", 64, 250, (8, 16, 32, 64))
SMALL = (Class("W", 33, 300, (4, 8, 16)), Class("A", 64, 250, (4, 8, 16)), Class("B", 102, 250, (8, 16, 32), large=True))


def simulate(lab: Lab, cls: Class, ranks: int) -> Planned:
    """Two time steps, one rank a host."""
    return lab.motif(
        f"{cls.name}-{ranks}",
        "lu",
        {"size": cls.size, "iterations": STEPS, "compute": f"{SWEEP} flop", "rhs": f"{RIGHT_HAND_SIDE} flop"},
        ranks,
        platform="ethernet-cluster",
        network=NETWORK,
        ppn=1,
        set=LARGER if cls.large else {},
    )


def seconds(cls: Class, run: Run) -> float:
    """The time of all time steps."""
    return run.simulated_time * cls.steps / STEPS


def sweep(lab: Lab, classes: tuple[Class, ...]) -> dict[tuple[str, int], float]:
    """The times of all classes, by ranks; speedups over one core."""
    runs = lab.runs({(cls.name, ranks): simulate(lab, cls, ranks) for cls in classes for ranks in cls.ranks})
    by_name = {cls.name: cls for cls in classes}
    times = {key: seconds(by_name[key[0]], run) for key, run in runs.items()}
    rows = []
    for cls in classes:
        alone = cls.steps * cls.points * (2 * SWEEP + RIGHT_HAND_SIDE) / 5e9
        rows += [[cls.name, ranks, times[cls.name, ranks], alone / times[cls.name, ranks]] for ranks in cls.ranks]
    lab.table("times", ["class", "ranks", "time [s]", "speedup"], rows)
    return times


def check(lab: Lab, classes: tuple[Class, ...], times: dict[tuple[str, int], float]) -> None:
    """What the paper says of its curves: they fall as far as graphene has hosts, and a larger class has as much more to do."""
    for cls in classes:
        curve = [times[cls.name, ranks] for ranks in cls.ranks if ranks <= HOSTS]
        falls = all(few > many for few, many in itertools.pairwise(curve))
        lab.bound(f"class {cls.name}: twice as many ranks take less time, up to {HOSTS}", falls)
    smaller, larger = classes[-2:]
    ranks = min(set(smaller.ranks) & set(larger.ranks))
    work = larger.points / smaller.points
    ratio = times[larger.name, ranks] / larger.steps / (times[smaller.name, ranks] / smaller.steps)
    lab.bound(
        f"a time step of class {larger.name} on {ranks} ranks takes {ratio:.1f} times one of class {smaller.name}, with "
        f"{work:.1f} times the points (± 15 %)",
        abs(ratio / work - 1) <= 0.15,
    )


def motif(lab: Lab, name: str, cls: Class, ranks: int, point: float) -> Planned:
    """A time step, with this computation of a point in seconds."""
    part = point / (2 * SWEEP + RIGHT_HAND_SIDE) * 1e12
    computation = {"compute": f"{part * SWEEP:.0f} ps", "rhs": f"{part * RIGHT_HAND_SIDE:.0f} ps"}
    return lab.motif(
        f"{name}-{cls.name}-{ranks}",
        "lu",
        {"size": cls.size, "iterations": 1, **computation},
        ranks,
        platform="ethernet-cluster",
        network=NETWORK,
        ppn=1,
        set=LARGER if cls.large else {},
    )


def replays(lab: Lab) -> dict[tuple[str, int], Run]:
    """The recordings, without computation and with their own."""
    options: dict[str, Any] = {"platform": "ethernet-cluster", "network": NETWORK, "ppn": 1}
    with as_file(files(__package__) / "graphene_lu_recorded") as folder:
        plans = {}
        for ranks in RECORDED.ranks:
            trace = folder / f"A-{ranks}.trace"
            plans["none", ranks] = lab.replay(f"recorded-none-{ranks}", trace, compute="none", **options)
            plans["own", ranks] = lab.replay(f"recorded-own-{ranks}", trace, **options)
        return lab.runs(plans)


def recorded(lab: Lab) -> None:
    """Recordings of 8 to 64 ranks beside the motif, and beyond them the motif with their computation."""
    found = replays(lab)
    spent = {}
    for ranks in RECORDED.ranks:
        mean = found["own", ranks].manifest["time"]["compute"]["mean_ps"] * 1e-12
        spent[ranks] = mean * ranks / RECORDED.points
    plans = {("none", ranks): motif(lab, "none", RECORDED, ranks, 0) for ranks in RECORDED.ranks}
    plans |= {("own", ranks): motif(lab, "own", RECORDED, ranks, point) for ranks, point in spent.items()}
    motifs = lab.runs(plans)
    rows = [
        [
            ranks,
            spent[ranks] * 1e9,
            *(times[what, ranks].simulated_time * 1e3 for what in ("none", "own") for times in (found, motifs)),
        ]
        for ranks in RECORDED.ranks
    ]
    heads = [
        "ranks",
        "computation of a point [ns]",
        "recorded, without computation [ms]",
        "motif [ms]",
        "recorded [ms]",
        "motif [ms]",
    ]
    lab.table("recorded", heads, rows)
    same = all(found["none", ranks].simulated_time_ps == motifs["none", ranks].simulated_time_ps for ranks in RECORDED.ranks)
    lab.bound("class A: without computation a recorded time step takes as long as the motif's, to the picosecond", same)
    worst = max(abs(motifs["own", ranks].simulated_time / found["own", ranks].simulated_time - 1) for ranks in RECORDED.ranks)
    lab.bound(
        f"class A: with as much computation for each point the motif is within {worst:.0%} of the recorded time step (20 %)",
        worst <= 0.2,
    )
    # On 2,048 ranks a rank of class D has as many points as one of class A on 8.
    larger = SMALL[-1] if lab.small else WHOLE[-1]
    runs = lab.runs({ranks: motif(lab, "beyond", larger, ranks, spent[RECORDED.ranks[0]]) for ranks in larger.ranks})
    lab.table(
        "beyond",
        ["class", "ranks", "time step [ms]"],
        [[larger.name, ranks, run.simulated_time * 1e3] for ranks, run in runs.items()],
    )


def draw(lab: Lab, classes: tuple[Class, ...], times: dict[tuple[str, int], float]) -> None:
    """Fig. 9: time over ranks."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, axes = plt.subplots(figsize=(6.5, 4.2), layout="constrained")
    for at, cls in enumerate(classes):
        first = times[cls.name, cls.ranks[0]]
        axes.plot(cls.ranks, [first * cls.ranks[0] / ranks for ranks in cls.ranks], ":", color=REST)
        axes.plot(
            cls.ranks, [times[cls.name, ranks] for ranks in cls.ranks], "o-", color=PALETTE[at], label=f"class {cls.name}"
        )
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("ranks")
    axes.set_ylabel("time [s]")
    axes.set_title("LU on graphene (Fig. 9)", loc="left")
    axes.legend(frameon=False)
    lab.save(figure, "times")


def study(lab: Lab) -> None:
    """Times of all classes."""
    classes = SMALL if lab.small else WHOLE
    lab.say(f"LU, classes {', '.join(cls.name for cls in classes)}, on an Ethernet cluster in cabinets; {NETWORK}\n")
    times = sweep(lab, classes)
    draw(lab, classes, times)
    check(lab, classes, times)
    recorded(lab)


STUDY = Study(
    "graphene-lu",
    f"NAS LU on an Ethernet cluster in cabinets, and on one of 2,048 hosts ({PAPER}, §7.3).",
    "Minutes; --small: seconds.",
    study,
)
