"""BigDFT's all-to-all on the ARM cluster Tibidabo: speedup without and with contention in a tree of switches (Fig. 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from windtunnel.plots.look import PALETTE, REST
from windtunnel.results import Run
from windtunnel.studies.lab import Lab, Planned, Study

PAPER = "A. Degomme et al., IEEE TPDS 28(8), 2017"

MIB = 1 << 20
#: The model without contention inside the network, and the one that shares links as SMPI does.
NETWORKS = {"LogGPS": "loggps:order=none", "flow": "flow:order=none"}
#: Of the time on all hosts, what communication takes (§7.2).
SHARE = 0.20


@dataclass(frozen=True)
class Plan:
    """What is simulated."""

    ranks: tuple[int, ...]
    #: Hosts of each switch.
    switches: tuple[int, ...]
    #: Of a switch, in Mb/s.
    uplink: int
    #: Seconds that one core computes between two calls.
    work: float
    #: Bytes that all ranks exchange in a call.
    volume: int = 144 * MIB
    calls: int = 3


#: 48-port switches, four of whose ports lead up.
WHOLE = Plan((8, 16, 32, 64, 96, 128), (44, 44, 40), 4000, 35.0)
SMALL = Plan((4, 8, 16, 32), (12, 12, 8), 1000, 18.0, 36 * MIB, 2)


def machine(plan: Plan) -> dict[str, Any]:
    """The platform ``ethernet-cluster`` with other switches. Nothing is known that both directions of a port would share."""
    return {
        "topology.hosts": sum(plan.switches),
        "topology.cabinets": list(plan.switches),
        "topology.links.host": {"bandwidth": "1 Gb/s", "latency": "25 us"},
        "topology.links.cabinet": {"bandwidth": f"{plan.uplink} Mb/s", "latency": "25 us"},
        "mpi.library": "mpich-3.4",
    }


def simulate(lab: Lab, plan: Plan, name: str, ranks: int) -> Planned:
    """Calls with the computation after each."""
    return lab.motif(
        f"{name}-{ranks}",
        "alltoall",
        {
            "bytes": f"{plan.volume // ranks**2} B",
            "iterations": plan.calls,
            "barrier": "no",
            "compute": f"{round(plan.work / ranks * 1e9)} ns",
        },
        ranks,
        platform="ethernet-cluster",
        set=machine(plan),
        network=NETWORKS[name],
        ppn=1,
    )


def speedup(plan: Plan, run: Run) -> float:
    """Over one core, which sends nothing."""
    return plan.calls * plan.work / run.simulated_time


def efficiency(plan: Plan, runs: dict[tuple[str, int], Run], name: str, ranks: int) -> float:
    """Speedup over ranks: the part of the time that is computation."""
    return speedup(plan, runs[name, ranks]) / ranks


def sweep(lab: Lab, plan: Plan) -> dict[tuple[str, int], Run]:
    """All runs, by model and ranks."""
    runs = lab.runs({(name, ranks): simulate(lab, plan, name, ranks) for name in NETWORKS for ranks in plan.ranks})
    rows = [
        [ranks, *(figure for name in NETWORKS for figure in (speedup(plan, runs[name, ranks]), communication(plan, runs, name, ranks)))]
        for ranks in plan.ranks
    ]
    heads = [f"{name}: {what}" for name in NETWORKS for what in ("speedup", "communication")]
    lab.table("speedups", ["ranks", *heads], rows)
    return runs


def communication(plan: Plan, runs: dict[tuple[str, int], Run], name: str, ranks: int) -> str:
    """The part of the time that is communication."""
    return f"{1 - efficiency(plan, runs, name, ranks):.1%}"


def check(lab: Lab, plan: Plan, runs: dict[tuple[str, int], Run]) -> None:
    """What the paper says of the two models."""
    last = plan.ranks[-1]
    share = 1 - efficiency(plan, runs, "flow", last)
    lab.bound(
        f"a fifth of the time is communication at {last} ranks (± 2 %), which the computation is set for: {share:.1%}",
        abs(share - SHARE) <= 0.02,
    )
    perfect = efficiency(plan, runs, "LogGPS", last)
    lab.bound(f"LogGPS predicts an all but perfect speedup, at least 95 % of it at {last} ranks: {perfect:.1%}", perfect >= 0.95)
    apart = [
        abs(efficiency(plan, runs, "flow", ranks) / efficiency(plan, runs, "LogGPS", ranks) - 1)
        for ranks in plan.ranks
        if ranks <= plan.switches[0]
    ]
    lab.bound(f"below one switch both models agree within 2 %: {max(apart):.2%}", max(apart) <= 0.02)
    lost = [
        efficiency(plan, runs, "LogGPS", ranks) - efficiency(plan, runs, "flow", ranks)
        for ranks in plan.ranks
        if ranks > plan.switches[0]
    ]
    texts = ", ".join(f"{part:.1%}" for part in lost)
    lab.bound(f"beyond it the tree slows down, more with more switches: by {texts} of the perfect speedup", lost == sorted(lost) and lost[0] > 0.02)


def draw(lab: Lab, plan: Plan, runs: dict[tuple[str, int], Run]) -> None:
    """Fig. 8: speedup over ranks."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, axes = plt.subplots(figsize=(6.5, 4.2), layout="constrained")
    axes.plot(plan.ranks, plan.ranks, ":", color=REST, label="ideal")
    for at, name in enumerate(NETWORKS):
        axes.plot(plan.ranks, [speedup(plan, runs[name, ranks]) for ranks in plan.ranks], "o-", color=PALETTE[at], label=name)
    axes.set_xlabel("ranks")
    axes.set_ylabel("speedup")
    axes.set_title("All-to-all of BigDFT on Tibidabo (Fig. 8)", loc="left")
    axes.set_xticks(plan.ranks)
    axes.legend(frameon=False)
    lab.save(figure, "speedups")


def study(lab: Lab) -> None:
    """Speedups by both models."""
    plan = SMALL if lab.small else WHOLE
    switches = " + ".join(map(str, plan.switches))
    lab.say(f"All-to-all of {plan.volume // MIB} MiB after {plan.work:g} s of computation on switches of {switches} hosts\n")
    runs = sweep(lab, plan)
    draw(lab, plan, runs)
    check(lab, plan, runs)


STUDY = Study(
    "tibidabo-bigdft",
    f"BigDFT's all-to-all on an ARM cluster with a tree of Ethernet switches: speedups by LogGPS and with contention ({PAPER}, §7.2).",
    "Seconds.",
    study,
)
