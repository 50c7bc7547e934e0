"""Common part of the studies of plateau points: loads of links under many mappings, and their correlation with time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import Any

from windtunnel.command import call
from windtunnel.plots.look import PALETTE, REST
from windtunnel.results import Run
from windtunnel.studies.lab import Lab
from windtunnel.studies.plateau_mappings import Machine

#: The paper that both are from.
PAPER = "LLNL-CONF-587533"

#: Fractions of links; the paper chooses the second last.
FRACTIONS = ("0.6", "0.8", "0.9", "0.99", "1")
CHOSEN, LEAST, FULLEST = "0.99", "0.6", "1"

#: Milliseconds of the shortest packet on a link of ``bluegene-p``: 32 B at 400 MB/s.
PACKET_TIME = 32 / 400e6 * 1e3

#: Networks on which loads are only counted, on all minimal ways.
COUNTINGS = {"equal parts": "delay:loads=minimal", "evading full links": "delay:loads=balanced"}

#: What the whole run is called by `windtunnel links`.
WHOLE = "whole run"


@dataclass(frozen=True)
class Loads:
    """Loads of links and times of some runs, by phase, from ``windtunnel links --json``."""

    #: By run, then phase.
    of: dict[str, dict[str, dict[str, Any]]]
    #: By phase, then figure: `plateau 0.99`, `mean`.
    correlations: dict[str, dict[str, dict[str, Any]]]

    def time(self, name: str, phase: str) -> float:
        """Milliseconds of a phase: mean over ranks; of the whole run its simulated time."""
        return float(self.of[name][phase]["time_ps"]) / 1e9

    def plateau(self, name: str, phase: str, fraction: str = CHOSEN) -> int:
        """Packets that this fraction of links does not exceed."""
        return int(self.of[name][phase]["plateau"][fraction])

    def pearson(self, phase: str, fraction: str = CHOSEN) -> float:
        """Pearson's coefficient of time and plateau point; 0 where all mappings have the same."""
        figure = self.correlations.get(phase, {}).get(f"plateau {fraction}")
        return float(figure["pearson"]["value"]) if figure else 0.0


def loads(runs: Mapping[str, Run], phases: Sequence[str]) -> Loads:
    """Packets on links in some phases of runs, by the runs' names, and their correlation with the times of the phases.

    Raises :class:`windtunnel.WindtunnelError` if the command does.
    """
    options = ["--counter", "packets", "--class", "network", "--plateau", ",".join(FRACTIONS), "--json"]
    told = json.loads(call(["links", *(str(run.path) for run in runs.values()), *options]).check().out)
    of = {
        name: {one["phase"]: one for one in run["loads"] if one["phase"] in phases}
        for name, run in zip(runs, told["runs"], strict=True)
    }
    correlations: dict[str, dict[str, dict[str, Any]]] = {}
    for one in told["correlations"]:
        if one["phase"] in phases:
            correlations.setdefault(one["phase"], {})[one["figure"]] = one
    return Loads(of, correlations)


def joined(parts: Sequence[Loads]) -> Loads:
    """Phases that were run one by one."""
    of = {name: {phase: loads for part in parts for phase, loads in part.of[name].items()} for name in parts[0].of}
    return Loads(of, {phase: figures for part in parts for phase, figures in part.correlations.items()})


def pearson(values: Sequence[float], times: Sequence[float]) -> dict[str, Any] | None:
    """Pearson's coefficient with its 95 % interval by Fisher's transform, as `windtunnel links` gives it; None where all are alike."""
    count = len(values)
    centred = [[one - sum(of) / count for one in of] for of in (values, times)]
    squares = [sum(one * one for one in of) for of in centred]
    if count < 4 or min(squares) == 0:
        return None
    value = max(-1.0, min(1.0, sum(a * b for a, b in zip(*centred, strict=True)) / sqrt(squares[0] * squares[1])))
    if abs(value) == 1:
        return {"value": value, "interval": None}
    half = 1.959964 / sqrt(count - 3)
    return {"value": value, "interval": [tanh(atanh(value) - half), tanh(atanh(value) + half)]}


def _counts(runs: Sequence[Run], links: int, counter: str = "packets", phase: str | None = None) -> list[int]:
    """Of each link over all runs, in one phase or in all of them."""
    counts = [0] * links
    for run in runs:
        use = run.table("link_use")
        if phase is not None:
            use = use.filter(use["phase"].cast(str) == phase)
        # Beyond the topology's links are those of nodes.
        use = use.filter(use["link"] < links)
        for link, count in zip(use["link"].to_list(), use[counter].to_list(), strict=True):
            counts[link] += count
    return counts


def _plateau(counts: Sequence[int], fraction: str) -> int:
    """The least count that this fraction of links does not exceed."""
    place = -(-len(counts) * round(1e6 * float(fraction)) // 1_000_000) - 1
    return sorted(counts)[place]


@dataclass(frozen=True)
class Agreement:
    """How well counted loads, without time, agree with those of packets."""

    #: Their plateau point over that of packets, less 1; 0 where neither has any.
    plateau: float
    #: How far a link is off on average, in parts of the mean load.
    deviation: float


def agreement(packets: Run, other: Run, links: int, phase: str | None = None, counter: str = "bytes") -> Agreement:
    """Of a run with packets, and one that counts bytes on all minimal ways, or packets of another size."""
    carried, expected = _counts([packets], links, "packets", phase), _counts([other], links, counter, phase)
    if sum(carried) == 0:
        # No message leaves its node.
        return Agreement(0.0, 0.0)
    scale = sum(expected) / sum(carried)
    off = sum(abs(own - other / scale) for own, other in zip(carried, expected, strict=True))
    points = _plateau(carried, CHOSEN), _plateau(expected, CHOSEN) / scale
    return Agreement(points[1] / points[0] - 1 if points[0] else 0.0, off / sum(carried))


#: Columns of agreements over all mappings.
AGREEMENT = ("plateau: least [%]", "median [%]", "most [%]", "deviation: median [% of mean]", "most [% of mean]")


def _agreements(agreements: Sequence[Agreement]) -> list[str]:
    """Over all mappings: least, median and largest."""
    points = sorted(one.plateau for one in agreements)
    deviations = sorted(one.deviation for one in agreements)
    middle = len(agreements) // 2
    return [
        *(f"{100 * value:+.1f}" for value in (points[0], points[middle], points[-1])),
        *(f"{100 * value:.1f}" for value in (deviations[middle], deviations[-1])),
    ]


def table_of_agreement(lab: Lab, name: str, found: Mapping[tuple[str, str], Sequence[Agreement]]) -> None:
    """Counted loads by phase and network of :data:`COUNTINGS`, over all mappings."""
    lab.say(f"loads that are only counted, on all minimal ways, beside packets: plateau points at {CHOSEN}, mean deviation of a link")
    lab.table(name, ["phase", "counted", *AGREEMENT], [[*what, *_agreements(agreements)] for what, agreements in found.items()])


def suffix(network: str) -> str:
    """Of names of runs."""
    return "" if network == "packet" else f"-{network.rpartition('=')[2]}"


@dataclass(frozen=True)
class Joining:
    """A phase under all mappings, with packets as they are and with several joined in one."""

    #: Of plateau points and times; then of those of joined packets; then of both times. None where all mappings are alike.
    plain: float
    joined: float
    times: float | None
    agreements: Sequence[Agreement]


def joining(phase: str, plain: Loads, joined: Loads, agreements: Sequence[Agreement]) -> Joining:
    """Compares two studies of the same mappings."""
    times = pearson(*([of.time(name, phase) for name in plain.of] for of in (plain, joined)))
    return Joining(plain.pearson(phase), joined.pearson(phase), times["value"] if times else None, agreements)


def table_of_joining(lab: Lab, name: str, machine: Machine, found: Mapping[str, Joining]) -> None:
    """What joining packets changes, by phase."""
    lab.say(f"{machine.joined} packets joined in one, beside packets as they are: Pearson's coefficients, plateau points at {CHOSEN}")
    heads = ["phase", "time and plateau", "joined: time and plateau", "both times", *AGREEMENT]
    told = {phase: "" if one.times is None else f"{one.times:.3f}" for phase, one in found.items()}
    rows = [[phase, f"{one.plain:.3f}", f"{one.joined:.3f}", told[phase], *_agreements(one.agreements)] for phase, one in found.items()]
    lab.table(name, heads, rows)


def _whole(runs: Sequence[Run], phases: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What :class:`Loads` tells of a phase, of several together."""
    links = phases[0]["links"]
    packets = _counts(runs, links)
    plateau = {fraction: _plateau(packets, fraction) for fraction in FRACTIONS}
    return {"links": links, "sum": sum(packets), "plateau": plateau, "time_ps": sum(phase["time_ps"] for phase in phases)}


def in_sequence(runs: Mapping[str, Sequence[Run]], found: Loads) -> Loads:
    """The whole run as its phases one after the other: sums over them of the packets of each link, and of their times."""
    wholes = {name: _whole(phases, list(found.of[name].values())) for name, phases in runs.items()}
    times = [whole["time_ps"] for whole in wholes.values()]
    values = {f"plateau {fraction}": [whole["plateau"][fraction] for whole in wholes.values()] for fraction in FRACTIONS}
    values["mean"] = [whole["sum"] for whole in wholes.values()]
    figures = {name: pearson(of, times) for name, of in values.items()}
    known = {name: {"pearson": figure} for name, figure in figures.items() if figure}
    of = {name: {**found.of[name], WHOLE: whole} for name, whole in wholes.items()}
    return Loads(of, found.correlations | {WHOLE: known})


def _estimate(estimate: Mapping[str, Any] | None) -> str:
    if estimate is None:
        return ""
    value, interval = estimate["value"], estimate["interval"]
    return f"{value:.3f}" + (f" ({interval[0]:.2f} to {interval[1]:.2f})" if interval else "")


def table_of_times(lab: Lab, name: str, found: Loads, named: Sequence[str], phases: Mapping[str, str]) -> None:
    """Times and plateau points of the named mappings, by phase."""
    heads = ["mapping", *(f"{title} [{unit}]" for title in phases.values() for unit in ("ms", "packets"))]
    rows = [
        [one, *(value for phase in phases for value in (f"{found.time(one, phase):.3f}", found.plateau(one, phase)))]
        for one in named
    ]
    lab.say(f"time, and packets that {CHOSEN} of the links do not exceed")
    lab.table(name, heads, rows)


def table_of_correlations(lab: Lab, name: str, found: Loads, phases: Mapping[str, str]) -> None:
    """Coefficients with 95 % intervals."""
    rows = []
    for phase, title in phases.items():
        for figure in (*(f"plateau {fraction}" for fraction in FRACTIONS), "mean"):
            told = found.correlations.get(phase, {}).get(figure)
            if told is None:
                continue
            label = "packet-hops" if figure == "mean" else figure.replace("plateau", "y =")
            rows.append([title, label, *(_estimate(told.get(kind)) for kind in ("pearson", "spearman", "kendall"))])
    lab.say(f"correlation with time over {len(found.of)} mappings, with 95 % intervals")
    lab.table(name, ["phase", "packets on links", "Pearson", "Spearman", "Kendall"], rows)


def claim_order(found: Loads, phase: str, groups: Sequence[Sequence[str]]) -> tuple[bool, str]:
    """Whether each mapping of a group takes less time than each of the next; and which pairs do not."""
    wrong = [
        f"{first} ≥ {second}"
        for before, after in zip(groups, groups[1:], strict=False)
        for first in before
        for second in after
        if found.time(first, phase) >= found.time(second, phase)
    ]
    return not wrong, ", ".join(wrong)


def told(holds: bool) -> str:
    """In a table."""
    return "yes" if holds else "no"


def draw_scatter(lab: Lab, name: str, found: Loads, named: Sequence[str], phases: Mapping[str, str]) -> None:
    """Fig. 7, 8, 9 and 16: plateau points over times, a row for each phase and a column for each fraction."""
    plt = lab.pyplot()
    if plt is None:
        return
    size = (2.6 * len(FRACTIONS), 0.6 + 2.1 * len(phases))
    figure, grid = plt.subplots(len(phases), len(FRACTIONS), figsize=size, layout="constrained", squeeze=False)
    for row, (phase, title) in enumerate(phases.items()):
        for column, fraction in enumerate(FRACTIONS):
            axes = grid[row][column]
            others = [one for one in found.of if one not in named]
            for group, colour in ((others, REST), (named, PALETTE[1])):
                axes.scatter(
                    [found.time(one, phase) for one in group],
                    [found.plateau(one, phase, fraction) for one in group],
                    s=12, color=colour, linewidth=0,
                )
            axes.set_title(f"y = {fraction}, r = {found.pearson(phase, fraction):.2f}", loc="left", fontsize=9)
            axes.set_ylim(0, 1.1 * max(1, *(found.plateau(one, phase, fraction) for one in found.of)))
            axes.tick_params(labelsize=8)
            if column == 0:
                axes.set_ylabel(f"{title}\npackets", fontsize=9)
            if row == len(phases) - 1:
                axes.set_xlabel("time [ms]", fontsize=9)
    lab.save(figure, name)


def draw_distributions(lab: Lab, name: str, found: Loads, named: Sequence[str], phases: Mapping[str, str]) -> None:
    """Fig. 11 to 15: distributions with their plateau points, and times beside them; a row for each phase."""
    plt = lab.pyplot()
    if plt is None:
        return
    figure, grid = plt.subplots(len(phases), 2, figsize=(10, 0.6 + 2.5 * len(phases)), layout="constrained", squeeze=False)
    for row, (phase, title) in enumerate(phases.items()):
        left, right = grid[row]
        for one, colour in zip(named, PALETTE, strict=False):
            of = found.of[one][phase]
            xs, ys = [0], [0.0]
            for load, links in of["distribution"]:
                xs.append(load)
                ys.append(ys[-1] + links / of["links"])
            left.step(xs, ys, where="post", color=colour, label=one)
            left.plot([found.plateau(one, phase)], [float(CHOSEN)], "o", color=colour, markersize=4)
        left.set_title(title, loc="left")
        left.set_ylabel("share of links")
        ordered = sorted(named, key=lambda one: found.time(one, phase))
        colours = dict(zip(named, PALETTE, strict=False))
        right.barh(ordered, [found.time(one, phase) for one in ordered], color=[colours[one] for one in ordered])
        right.invert_yaxis()
    grid[-1][0].set_xlabel("packets on a link, at most")
    grid[-1][1].set_xlabel("time [ms]")
    figure.legend(*grid[0][0].get_legend_handles_labels(), frameon=False, loc="outside upper center", ncols=len(named))
    lab.save(figure, name)


def check(lab: Lab, phase: str, runs: Mapping[str, Run], found: Loads) -> None:
    """What holds of any simulation: a mapping moves messages but makes none, and links need their time."""
    sent = {(run.messages_total, run.bytes_total) for run in runs.values()}
    lab.bound(f"{phase}: all mappings send the same messages", len(sent) == 1)
    spare = min(1e3 * run.simulated_time - found.plateau(name, phase, FULLEST) * PACKET_TIME for name, run in runs.items())
    lab.bound(f"{phase}: no run takes less time than its fullest link needs for the shortest packets", spare >= 0)


def report(
    lab: Lab,
    machine: Machine,
    found: Loads,
    named: Sequence[str],
    phases: Mapping[str, str],
    claims: Callable[[Loads], list[list[object]]],
) -> None:
    """Tables and plots of the mappings of a machine; ``phases`` are titles by name."""
    nodes = machine.nodes
    joined = f", {machine.joined} packets joined in one" if machine.joined > 1 else ""
    lab.say(f"{nodes} nodes ({machine.name}), {machine.ranks} ranks, {len(found.of)} mappings, network packet{joined}\n")
    everything = {**phases, WHOLE: WHOLE}
    table_of_times(lab, f"times-{machine.label}", found, named, everything)
    table_of_correlations(lab, f"correlations-{machine.label}", found, everything)
    lab.say("expected beforehand, and found")
    lab.table(f"expected-{machine.label}", ["expected", "found", "holds"], claims(found))
    draw_distributions(lab, f"distributions-{machine.label}", found, named, phases)
    draw_scatter(lab, f"scatter-{machine.label}", found, named, everything)
