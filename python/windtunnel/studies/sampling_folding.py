"""The cost of simulations with and without sampling and folding: NPB's EP on a torus (Fig. 7), and the memory of BigDFT (§7.2)."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Any

from windtunnel.launch import ProgramOptions
from windtunnel.plots.look import PALETTE
from windtunnel.results import Run
from windtunnel.studies.lab import Lab, Planned, Study, size

PAPER = "A. Degomme et al., IEEE TPDS 28(8), 2017"

MIB = 1 << 20
#: A rank's array of random numbers.
NUMBERS = 1 * MIB
#: The paper's memory of BigDFT, and what it took with folding, GiB.
WHOLE_GIB, FOLDED_GIB = 71, 2.5
#: Simulations of EP: by name, whether its batches are sampled and its array is folded, and the machine.
KINDS = {
    "all computed, torus": (False, "torus"),
    "sampled, folded, torus": (True, "torus"),
    "sampled, folded, star": (True, "star"),
}


@dataclass(frozen=True)
class Plan:
    """The parameters of all simulations."""

    #: Binary logarithm of EP's pairs of random numbers: 28 are class A.
    pairs: int
    #: EP's ranks, and the most whose batches are all computed.
    ranks: tuple[int, ...]
    computed: int
    #: BigDFT's ranks, MiB of each, and changes between the layouts of its orbitals.
    orbital_ranks: int
    orbital_mib: int
    changes: int


WHOLE = Plan(28, (256, 1024, 4096), 1024, 128, 568, 2)
SMALL = Plan(22, (16, 64), 64, 16, 64, 1)


def side(ranks: int) -> list[int]:
    """A torus with a host for each rank: a power of two, as evenly as possible."""
    power = ranks.bit_length() - 1
    return [1 << (power + 2 - dimension) // 3 for dimension in range(3)]


def plan_ep(lab: Lab, plan: Plan, kind: str, ranks: int) -> Planned:
    """EP, whose computation takes no simulated time: only its cost here counts."""
    sampled, topology = KINDS[kind]
    machine: dict[str, Any] = (
        {"topology.dimensions": side(ranks)}
        if topology == "torus"
        else {"topology.hosts": ranks, "topology.cabinets": [ranks]}
    )
    platform = "torus-3d" if topology == "torus" else "ethernet-cluster"
    options: ProgramOptions = {"platform": platform, "set": machine, "ppn": 1, "compute": "none"}
    if sampled:
        options["fold"] = "128 KiB"
    name = f"{kind.replace(', ', '-').replace(' ', '-')}-{ranks}"
    with as_file(files(__package__) / "scale_ep.c") as program:
        return lab.program(name, program, [plan.pairs, int(sampled)], ranks, **options)


def bodies(run: Run) -> tuple[int, int]:
    """Batches, and those that ran; none where none are marked."""
    samples = run.manifest["time"].get("samples") or []
    return sum(sample["bodies"] for sample in samples), sum(sample["ran"] for sample in samples)


def ep(lab: Lab, plan: Plan) -> dict[tuple[str, int], Run]:
    """Fig. 7: all runs, by kind and ranks."""
    wanted = [(kind, ranks) for kind in KINDS for ranks in plan.ranks if KINDS[kind][0] or ranks <= plan.computed]
    runs = lab.runs({key: plan_ep(lab, plan, *key) for key in wanted})
    batches = 1 << (plan.pairs - 16)
    rows = []
    for (kind, ranks), run in runs.items():
        memory = run.host()["peak_memory_bytes"]
        ran = bodies(run)[1] if KINDS[kind][0] else batches
        rows.append([kind, ranks, ran, run.host()["cpu_seconds"], memory // MIB, memory // ranks // 1024])
    lab.table("ep", ["EP", "ranks", f"batches run of {batches}", "CPU, s", "memory, MiB", "KiB of a rank"], rows)
    for ranks in plan.ranks:
        sampled = runs["sampled, folded, torus", ranks]
        all_bodies, ran = bodies(sampled)
        lab.bound(
            f"{ranks} ranks: sampling leaves out {all_bodies - ran} of {all_bodies} batches, all but 20 at most",
            all_bodies == batches and ran <= 20,
        )
        if ranks > plan.computed:
            continue
        whole = runs["all computed, torus", ranks]
        same = whole.simulated_time_ps == sampled.simulated_time_ps and whole.messages_total == sampled.messages_total
        lab.bound(f"{ranks} ranks: the same messages, and the same simulated time to the picosecond", same)
        saved = (whole.host()["peak_memory_bytes"] - sampled.host()["peak_memory_bytes"]) / ranks / NUMBERS
        lab.bound(f"{ranks} ranks: folding saves at least 0.9 of each rank's array of 1 MiB: {saved:.2f}", saved >= 0.9)
    return runs


def bigdft(lab: Lab, plan: Plan) -> None:
    """The memory of orbitals and grids."""
    with as_file(files(__package__) / "scale_bigdft.c") as program:
        planned = lab.program(
            "bigdft",
            program,
            [plan.orbital_mib, plan.changes],
            plan.orbital_ranks,
            platform="ethernet-cluster",
            set={"topology.hosts": plan.orbital_ranks, "topology.cabinets": [plan.orbital_ranks]},
            ppn=1,
            compute="none",
            fold=size(MIB),
            payload="skip:64 KiB",
        )
    run = lab.run(planned)
    data, memory = plan.orbital_ranks * plan.orbital_mib * MIB, run.host()["peak_memory_bytes"]
    share = memory / data
    lab.table(
        "bigdft",
        ["BigDFT's ranks", "data, MiB", "memory, MiB", "of the data"],
        [[plan.orbital_ranks, data // MIB, memory // MIB, f"{share:.1%}"]],
    )
    # A smaller one shares a rank's data with fewer.
    most = FOLDED_GIB / WHOLE_GIB if not lab.small else 0.25
    lab.bound(f"folding takes at most {most:.1%} of the data: {share:.1%}", share <= most)


def draw(lab: Lab, plan: Plan, runs: dict[tuple[str, int], Run]) -> None:
    """Fig. 7: CPU time and memory over ranks."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, panels = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
    for at, kind in enumerate(KINDS):
        ranks = [number for number in plan.ranks if (kind, number) in runs]
        for axes, name, unit in zip(panels, ("cpu_seconds", "peak_memory_bytes"), (1, MIB), strict=True):
            axes.plot(ranks, [runs[kind, number].host()[name] / unit for number in ranks], "o-", color=PALETTE[at], label=kind)
    for axes, label in zip(panels, ("CPU time, s", "memory, MiB"), strict=True):
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xlabel("ranks")
        axes.set_ylabel(label)
    panels[0].set_title("Cost of simulating EP (Fig. 7)", loc="left")
    panels[1].legend(frameon=False)
    lab.save(figure, "costs")


def study(lab: Lab) -> None:
    """Costs with and without."""
    plan = SMALL if lab.small else WHOLE
    runs = ep(lab, plan)
    bigdft(lab, plan)
    draw(lab, plan, runs)


STUDY = Study(
    "sampling-folding",
    f"Sampled computation and folded memory: what EP on a torus and BigDFT's data cost to simulate ({PAPER}, Fig. 7 and §7.2).",
    "Minutes, and 2 GiB of memory; seconds with --small.",
    study,
)
