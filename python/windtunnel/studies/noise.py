"""Noise of the operating system: what detours of a fixed length cost as they become more frequent, and what longer ones cost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from windtunnel.launch import Options
from windtunnel.plots.look import PALETTE
from windtunnel.results import Run
from windtunnel.studies import milc
from windtunnel.studies.lab import Lab, Planned, Study

#: Fig. 5: detours of 0.1 ms, by period in milliseconds. Fig. 6: detours every 10 ms, by length in milliseconds.
DETOUR, PERIOD = 0.1, 10.0

#: Computation of an iteration of kNeighbor, in milliseconds.
COMPUTE = 1.0


@dataclass(frozen=True)
class Workload:
    """A program of the paper, or a motif that stands for one."""

    name: str
    about: str
    #: Iterations, on the whole machine and the small one.
    iterations: tuple[int, int]
    parameters: dict[str, object] = field(default_factory=dict)
    motif: str = "neighbours"
    #: The recorded program, instead of a motif.
    trace: Path | None = None


#: kNeighbor as published; messages of 1 KiB are an assumption.
PLAIN = Workload(
    "kNeighbor", "eight neighbours, 1 ms of computation", (100, 20), {"compute": "1 ms", "neighbours": 8, "bytes": "1 KiB"}
)
REDUCING = Workload(
    "kNeighbor+allreduce", "the same with an Allreduce of 8 B", (100, 20), {**PLAIN.parameters, "allreduce": "8 B"}
)
#: In place of NAMD: many neighbours, 1.29 ms per step, no global operation.
SPREAD = Workload(
    "26 neighbours",
    "26 neighbours, 1.2 ms of computation, in place of NAMD",
    (100, 20),
    {"compute": "1.2 ms", "neighbours": 26, "bytes": "8 KiB"},
)
#: NAS CG, class C: 26 products of matrix and vector in an iteration, each of 37,500 nonzeros on a rank (1,024 ranks).
CG = Workload(
    "conjugate gradients",
    "NAS CG, class C: 0.1 ms of computation, sums over rows of ranks and a transposed exchange, 26 times in an iteration",
    (4, 1),
    {"rows": 150_000, "compute": "100 us"},
    "cg",
)


def real_code(lab: Lab) -> tuple[Workload, ...]:
    """MILC's su3_rmd, if its source is there."""
    checkout = milc.source()
    if checkout is None:
        lab.say(f"without MILC's su3_rmd: {milc.SOURCE} does not name a checkout of milc-qcd/milc_qcd")
        return ()
    lattice = " × ".join(map(str, milc.LATTICE))
    about = f"MILC, a lattice of {lattice} sites on {milc.RANKS} ranks, the whole run"
    return (Workload("su3_rmd", about, (1, 1), trace=milc.trace(checkout, lab.out)),)


@dataclass(frozen=True)
class Plan:
    """How much is simulated."""

    #: Ranks of motifs.
    ranks: int
    #: Milliseconds: of Fig. 5 long to short, of Fig. 6 short to long.
    periods: tuple[float, ...]
    lengths: tuple[float, ...]
    workloads: tuple[Workload, ...] = (PLAIN, REDUCING, SPREAD, CG)


WHOLE = Plan(1024, (100, 50, 20, 10, 5, 2, 1.5, 1.2), (0.05, 0.1, 0.2, 0.5, 1, 2))
SMALL = Plan(256, (10, 1.2), (0.1, 1))


def simulate(lab: Lab, plan: Plan, work: Workload, period: float, length: float, affects: str = "all") -> Planned:
    """A workload with detours of a length every period, both in milliseconds; none of length 0."""
    options: Options = {"platform": "percs-64"}
    name = f"{work.name.replace(' ', '-')}-quiet"
    if length > 0:
        keys = {"period": f"{period} ms", "duration": f"{length} ms", "affects": affects}
        options["set"] = {f"host.noise.{key}": value for key, value in keys.items()}
        name = f"{work.name.replace(' ', '-')}-{period:g}-{length:g}-{affects}"
    if work.trace is not None:
        return lab.replay(name, work.trace, **options)
    return lab.motif(name, work.motif, {**work.parameters, "iterations": work.iterations[lab.small]}, plan.ranks, **options)


def overhead(noisy: Run, quiet: Run) -> float:
    """How much longer a run takes, in percent."""
    return 100 * (noisy.simulated_time / quiet.simulated_time - 1)


def sweep(lab: Lab, plan: Plan, quiet: dict[str, Run]) -> tuple[dict[tuple[str, float], Run], dict[tuple[str, float], Run]]:
    """All runs of Fig. 5 and Fig. 6, by workload and period or length."""
    fifth = lab.runs({(work.name, period): simulate(lab, plan, work, period, DETOUR) for work in plan.workloads for period in plan.periods})
    sixth = lab.runs({(work.name, length): simulate(lab, plan, work, PERIOD, length) for work in plan.workloads for length in plan.lengths})
    heads = ["workload", "an iteration [ms]"]
    for name, what, values, runs in (
        ("periods", "detours of 0.1 ms each {:g} ms [+%]", plan.periods, fifth),
        ("lengths", "detours of {:g} ms each 10 ms [+%]", plan.lengths, sixth),
    ):
        rows = [
            [
                work.name,
                1e3 * quiet[work.name].simulated_time / work.iterations[lab.small],
                *(overhead(runs[work.name, value], quiet[work.name]) for value in values),
            ]
            for work in plan.workloads
        ]
        lab.table(name, [*heads, *(what.format(value) for value in values)], rows)
    return fifth, sixth


def check(lab: Lab, plan: Plan, quiet: dict[str, Run], fifth: dict[tuple[str, float], Run], sixth: dict[tuple[str, float], Run]) -> None:
    """The bounds: what the paper says of kNeighbor, and where the difference comes from."""
    shortest, iterations = min(plan.periods), REDUCING.iterations[lab.small]
    still = quiet[REDUCING.name]
    bound = still.simulated_time + iterations * DETOUR / 1e3
    blocks = lab.runs({period: simulate(lab, plan, REDUCING, period, DETOUR, "computation") for period in plan.periods})
    worst = max(run.simulated_time for run in blocks.values())
    lab.bound(
        f"detours of computation alone make an iteration late by one at most: {1e3 * worst:.2f} of {1e3 * bound:.2f} ms",
        worst <= bound,
    )
    everything = fifth[REDUCING.name, shortest]
    lab.bound(
        f"detours of all CPU time by more, each {shortest:g} ms: {1e3 * everything.simulated_time:.2f} ms",
        everything.simulated_time > bound,
    )
    more = everything.simulated_time - blocks[shortest].simulated_time
    within = [_time_in(run, "MPI_Allreduce") / plan.ranks for run in (everything, blocks[shortest])]
    lab.bound(
        f"and most of what is beyond is spent in the Allreduce's own calls: {1e3 * (within[0] - within[1]):.2f} of {1e3 * more:.2f} ms",
        within[0] - within[1] > 0.5 * more,
    )
    for period in plan.periods:
        plain, reducing = (overhead(fifth[work.name, period], quiet[work.name]) for work in (PLAIN, REDUCING))
        lab.bound(f"without the Allreduce less, each {period:g} ms: {plain:.1f} < {reducing:.1f} %", plain < reducing)
    for work in plan.workloads:
        times = [sixth[work.name, length].simulated_time for length in plan.lengths]
        lab.bound(f"{work.name}: longer detours cost more", times == sorted(times))


def _time_in(run: Run, function: str) -> float:
    """Seconds that all ranks spend in a function."""
    calls = run.table("calls")
    return float(calls.filter(calls["function"] == function)["time"].sum()) / 1e12


def draw(lab: Lab, plan: Plan, name: str, what: str, values: tuple[float, ...], runs: dict[tuple[str, float], Run], quiet: dict[str, Run]) -> None:
    """Fig. 5 or Fig. 6."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for work, colour in zip(plan.workloads, PALETTE, strict=False):
        heights = [overhead(runs[work.name, value], quiet[work.name]) for value in values]
        axes.plot(values, heights, "o-", color=colour, label=work.name)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(values, [f"{value:g}" for value in values])
    axes.minorticks_off()
    if values[0] > values[-1]:
        axes.invert_xaxis()
    axes.set_xlabel(what)
    axes.set_ylabel("longer by [%]")
    axes.legend(frameon=False)
    lab.save(figure, name)


def study(lab: Lab) -> None:
    """Quiet runs, both figures, bounds."""
    plan = SMALL if lab.small else WHOLE
    lab.say(f"motifs on {plan.ranks} ranks, percs-64, network {lab.network}, random phases\n")
    quiet = lab.runs({work.name: simulate(lab, plan, work, PERIOD, 0) for work in plan.workloads})
    real = real_code(lab)
    quiet |= lab.runs({work.name: simulate(lab, plan, work, PERIOD, 0) for work in real})
    plan = replace(plan, workloads=(*plan.workloads, *real))
    for work in plan.workloads:
        lab.say(f"{work.name}: {work.about}" + ("" if work.trace else f", {work.iterations[lab.small]} iterations"))
    lab.say()
    fifth, sixth = sweep(lab, plan, quiet)
    draw(lab, plan, "periods", "period of detours of 0.1 ms [ms]", plan.periods, fifth, quiet)
    draw(lab, plan, "lengths", "length of detours each 10 ms [ms]", plan.lengths, sixth, quiet)
    check(lab, plan, quiet, fifth, sixth)


STUDY = Study(
    "noise",
    "Detours of the operating system by period and by length: kNeighbor with and without Allreduce, MILC's su3_rmd (with its source in "
    "$MILC_SOURCE), and a stand-in for NAMD (Totoni et al., ICPADS 2011, §VI-B).",
    "Flow: minutes; --small: seconds; with MILC's source minutes more.",
    study,
    any_network=True,
)
