"""NAS CG on the Ethernet cluster graphene: its speedup, and stalls of TCP where switches drop packets (Fig. 10 and 11)."""

from __future__ import annotations

from dataclasses import dataclass

from windtunnel.plots.look import PALETTE, REST
from windtunnel.results import Run
from windtunnel.studies.lab import Lab, Planned, Study

PAPER = "A. Degomme et al., IEEE TPDS 28(8), 2017"

#: Bytes that a core reads for an element of the matrix: the value and its column; and per second: the platform's memory.
ELEMENT, MEMORY = 12, 10e9

#: The model that shares links as SMPI does.
FLOW = "flow:order=none"


@dataclass(frozen=True)
class Plan:
    """A class of CG, the numbers of ranks, and the queues of switches' ports."""

    rows: int
    #: Elements of a row of the matrix.
    elements: int
    ranks: tuple[int, ...]
    #: Of the switches in question.
    queue: str
    #: Up to this many ranks nothing is dropped; at twice as many TCP stalls.
    quiet: int
    #: Others, for the last two numbers of ranks.
    queues: tuple[str, ...]

    @property
    def stalled(self) -> int:
        """Ranks at which TCP stalls."""
        return 2 * self.quiet


#: Where nothing is dropped.
AMPLE = "1514 kB"
#: Classes B and A: 75,000 rows of 13 · 14 elements, 14,000 of 11 · 12.
WHOLE = Plan(75_000, 13 * 14, (8, 16, 32, 64, 128), "512 kB", 64, ("128 kB", "256 kB", AMPLE))
SMALL = Plan(14_000, 11 * 12, (16, 32, 64), "48 kB", 32, (AMPLE,))


def product(plan: Plan) -> float:
    """Seconds of a product of matrix and vector on one core."""
    return plan.rows * plan.elements * ELEMENT / MEMORY


def simulate(lab: Lab, plan: Plan, ranks: int, network: str) -> Planned:
    """One iteration of 26 products, of 75: they are alike."""
    name = "flow" if network == FLOW else f"tcp-{network.rpartition('=')[2].replace(' ', '')}"
    return lab.motif(
        f"{name}-{ranks}",
        "cg",
        {"rows": plan.rows, "iterations": 1, "compute": f"{round(product(plan) / ranks * 1e9)} ns"},
        ranks,
        platform="ethernet-cluster",
        network=network,
        ppn=1,
    )


def tcp(queue: str) -> str:
    """TCP over switches that drop what does not fit into a queue."""
    return f"packet:transport=tcp,queue={queue}"


def losses(run: Run) -> dict[str, int]:
    """What TCP lost."""
    found: dict[str, int] = run.manifest["losses"]
    return found


def sweep(lab: Lab, plan: Plan) -> dict[tuple[str, int], Run]:
    """All runs, by model and ranks; speedups over one core."""
    networks = {"flow": FLOW, "tcp": tcp(plan.queue)}
    runs = lab.runs(
        {(name, ranks): simulate(lab, plan, ranks, network) for name, network in networks.items() for ranks in plan.ranks}
    )
    alone = 26 * product(plan)
    rows = [
        [
            ranks,
            runs["flow", ranks].simulated_time,
            alone / runs["flow", ranks].simulated_time,
            runs["tcp", ranks].simulated_time,
            alone / runs["tcp", ranks].simulated_time,
            *(losses(runs["tcp", ranks])[name] for name in ("packets", "dropped", "timeouts")),
        ]
        for ranks in plan.ranks
    ]
    lab.table("speedups", ["ranks", "flow [s]", "flow: speedup", "TCP [s]", "TCP: speedup", "packets", "dropped", "time-outs"], rows)
    return runs


def over_queues(lab: Lab, plan: Plan, runs: dict[tuple[str, int], Run]) -> dict[tuple[str, int], Run]:
    """What TCP loses with other queues."""
    cells = [(queue, ranks) for queue in plan.queues for ranks in plan.ranks[-2:]]
    found = lab.runs({(queue, ranks): simulate(lab, plan, ranks, tcp(queue)) for queue, ranks in cells})
    found |= {(plan.queue, ranks): runs["tcp", ranks] for ranks in plan.ranks[-2:]}
    rows = [
        [queue, ranks, run.simulated_time, *(losses(run)[name] for name in ("dropped", "timeouts"))]
        for (queue, ranks), run in sorted(found.items(), key=lambda item: (int(item[0][0].split()[0]), item[0][1]))
    ]
    lab.table("queues", ["queue", "ranks", "time [s]", "dropped", "time-outs"], rows)
    return found


#: The least time after which Linux sends again, in seconds.
TIMEOUT = 0.2


def check(lab: Lab, plan: Plan, runs: dict[tuple[str, int], Run], ample: Run) -> None:
    """What the paper saw: nothing at few ranks, stalls of 200 ms at 128, and the model's time but for these."""
    few = [losses(runs["tcp", ranks])["timeouts"] for ranks in plan.ranks if ranks <= plan.quiet]
    many = losses(runs["tcp", plan.stalled])
    lab.bound(f"no time-out up to {plan.quiet} ranks: {sum(few)}", sum(few) == 0)
    lab.bound(
        f"time-outs at {plan.stalled} ranks: {many['timeouts']}, after {many['dropped']} dropped packets", many["timeouts"] > 0
    )
    flow, tcp_time = (runs[name, plan.stalled].simulated_time for name in ("flow", "tcp"))
    late = tcp_time - flow
    lab.bound(
        f"the run of {plan.stalled} ranks is longer by at least one of {TIMEOUT * 1e3:.0f} ms: {late * 1e3:.0f} ms",
        late >= TIMEOUT,
    )
    rest = ample.simulated_time / flow
    lab.bound(
        f"without them TCP takes the model's time (± 15 %): {rest:.3f} of it",
        abs(rest - 1) <= 0.15 and losses(ample)["dropped"] == 0,
    )


def check_plateau(lab: Lab, plan: Plan, runs: dict[tuple[str, int], Run]) -> None:
    """The paper's speedup rises to 32 ranks, hardly to 64, and again to 128."""
    if len(plan.ranks) < 5:
        return
    gains = {ranks: runs["flow", ranks // 2].simulated_time / runs["flow", ranks].simulated_time for ranks in plan.ranks[1:]}
    lab.say("gain by twice as many ranks: " + ", ".join(f"{ranks}: {gain:.2f}" for ranks, gain in gains.items()))
    lab.bound("the gain is least from 32 to 64 ranks, a plateau", min(gains, key=lambda ranks: gains[ranks]) == 64)


def draw(lab: Lab, plan: Plan, runs: dict[tuple[str, int], Run]) -> None:
    """Fig. 10: speedup over ranks."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, axes = plt.subplots(figsize=(6.5, 4.2), layout="constrained")
    alone = 26 * product(plan)
    axes.plot(plan.ranks, plan.ranks, ":", color=REST, label="ideal")
    for at, (name, label) in enumerate((("flow", "flow"), ("tcp", f"TCP, queues of {plan.queue}"))):
        values = [alone / runs[name, ranks].simulated_time for ranks in plan.ranks]
        axes.plot(plan.ranks, values, "o-", color=PALETTE[at], label=label)
    axes.set_xlabel("ranks")
    axes.set_ylabel("speedup")
    axes.set_title("CG on graphene (Fig. 10)", loc="left")
    axes.set_xticks(plan.ranks)
    axes.legend(frameon=False)
    lab.save(figure, "speedups")


def study(lab: Lab) -> None:
    """Speedups by both models, and what TCP loses."""
    plan = SMALL if lab.small else WHOLE
    lab.say(f"CG, {plan.rows} rows, on an Ethernet cluster in cabinets; {FLOW} and {tcp(plan.queue)}\n")
    runs = sweep(lab, plan)
    draw(lab, plan, runs)
    check_plateau(lab, plan, runs)
    check(lab, plan, runs, over_queues(lab, plan, runs)[AMPLE, plan.stalled])


STUDY = Study(
    "graphene-cg",
    f"NAS CG on an Ethernet cluster in cabinets: speedups, and stalls of TCP where switches drop packets ({PAPER}, §7.4).",
    "Minutes; --small: seconds.",
    study,
)
