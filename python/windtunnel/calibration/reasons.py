"""What is wrong: changes of the described machine, each simulated, ranked by how much of the difference they explain.

A new reason is an entry of :data:`REASONS`: from the differences to suspicions.
"""

from __future__ import annotations

import copy
import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from windtunnel.calibration.compare import LIMIT, Comparison, Difference, Machine
from windtunnel.calibration.files import with_value
from windtunnel.calibration.raw import Case, Measurements, Sample
from windtunnel.calibration.shape import platform_text
from windtunnel.calibration.significance import ALARMS, by_assignment, significant
from windtunnel.calibration.tunnel import Tunnel
from windtunnel.command import call, choices
from windtunnel.errors import WindtunnelError
from windtunnel.inputs import parse_toml, read_text

__all__ = ["REASONS", "Suspicion", "name_reasons"]

#: Shares of a difference that a change explains: some, so that it is named beside what is slow; enough to be suspected by itself.
SOME, ENOUGH = 0.3, 0.5


@dataclass(frozen=True)
class Suspicion:
    """A reason, and how much it explains."""

    #: What is wrong, in one line.
    text: str
    #: Kind and place: ``link 3``, ``host 3``, ``noise 3``, ``eager``, ``algorithm bcast``, ``order``, ``links``.
    what: str
    #: Share of the differences' logarithms that is gone with it; of what is read from rows directly, of those rows.
    explains: float
    #: Seconds lost by it, over the cases that it concerns.
    lost: float
    #: Cases that are as measured if it is so.
    solved: frozenset[Case] = frozenset()


@dataclass
class Evidence:
    """What reasons are found from."""

    measured: Measurements
    baseline: Measurements | None
    compared: Comparison
    machine: Machine
    tunnel: Tunnel
    #: The platform's tables.
    tables: dict[str, Any]
    #: What is off and not yet explained.
    left: list[Difference]

    def predicted(self, cases: list[Case], settings: tuple[str, ...] = (), machine: Machine | None = None, **changes: Any) -> dict[Case, float]:
        """Predictions under a change, corrected as all are: by a factor, or if the change makes it another case by a summand."""
        times = (machine or self.machine).times(self.tunnel, cases, settings, **changes)
        found = {}
        for case, time in times.items():
            factor, before = self.compared.correction.get(case, 1.0), self.compared.simulated.get(case, time)
            alike = before / 3 < time < 3 * before
            found[case] = time * factor if alike else max(time + before * (factor - 1), 0.1 * time)
        return found

    def explained(self, differences: Iterable[Difference], times: dict[Case, float]) -> float:
        """The share of the differences, in seconds, that is gone if the prediction is ``times``."""
        before = after = 0.0
        for one in differences:
            if times.get(one.case, 0) > 0:
                before += abs(one.lost)
                after += min(abs(one.measured.value - times[one.case]), 2 * abs(one.lost))
        return 1 - after / before if before else 0.0


    def solved(self, times: dict[Case, float]) -> frozenset[Case]:
        """Cases that are off and would not be if the prediction were ``times``, or would be less than half as much."""
        found = set()
        for one in self.compared.off:
            if times.get(one.case, 0) > 0:
                rest = abs(math.log(one.measured.value / times[one.case]))
                if rest < max(math.log(1 + LIMIT), abs(math.log(one.ratio)) / 2):
                    found.add(one.case)
        return frozenset(found)


def _work(measured: Measurements) -> dict[int, list[Sample]]:
    """Fixed work by rank, the shortest first."""
    found: dict[int, list[Sample]] = defaultdict(list)
    for case, samples in measured.samples.items():
        if case.test == "work":
            found[case.param] += samples
    ordered = {rank: sorted(times, key=lambda at: at.seconds) for rank, times in found.items() if len(times) >= 4}
    # Simulated without computation, work takes no time.
    return {rank: times for rank, times in ordered.items() if times[0].seconds > 0}


def _disturbances(times: list[Sample], floor: float) -> list[float]:
    """By how much each repetition ends later than half as late again, in units of the usual: begun late by this rank, or interrupted."""
    return [max((at.seconds + at.late) / floor - 1.5, 0.0) for at in times]


def _hosts(e: Evidence) -> list[Suspicion]:
    """Hosts whose fixed work takes longer, always or sometimes."""
    work = _work(e.measured)
    if len(work) < 3:
        return []
    found = []
    floor = {rank: times[len(times) // 4].seconds for rank, times in work.items()}
    lost = {rank: _disturbances(times, floor[rank]) for rank, times in work.items()}
    noisy = {rank for rank, away in lost.items() if sum(map(bool, away)) >= 3 and sum(away) > LIMIT * len(away)}
    chances = {rank: by_assignment(lost, rank, 10 * ALARMS * len(lost)) if rank in noisy else 1.0 for rank in lost}
    noisy = significant(chances)
    for rank, times in work.items():
        usual = statistics.median(at for other, at in floor.items() if other != rank)
        most = max(at for other, at in floor.items() if other != rank)
        ratio = floor[rank] / usual
        if ratio > 1 + LIMIT and floor[rank] > 1.05 * most:
            text = f"host of rank {rank} computes {ratio:.2f} times slower than the others"
            found.append(Suspicion(text, f"host {rank}", 1.0, (1 - 1 / ratio) * sum(at.seconds for at in times)))
            continue
        if rank in noisy:
            often = {other: sum(map(bool, away)) / len(away) for other, away in lost.items()}
            most = max(share for other, share in often.items() if other != rank)
            text = f"host of rank {rank} is noisy: {often[rank]:.0%} of its work is disturbed, of the others' at most {most:.0%}"
            found.append(Suspicion(text, f"noise {rank}", 1.0, sum(at.seconds + at.late - floor[rank] for at in times)))
    return found


def _links(e: Evidence) -> list[Suspicion]:
    """Hosts that long messages reach or leave more slowly than others."""
    rows = {(one.case.test, one.case.param, one.case.bytes): one for one in e.compared.differences if one.case.test in ("to", "from")}
    if e.measured.far is not None:
        rows = {key: one for key, one in rows.items() if one.measured.count > 1}
    sizes = sorted({size for _, _, size in rows})
    if not sizes:
        return []
    longest, rates = sizes[-1], defaultdict[int, list[float]](list)
    for (test, rank, size), one in rows.items():
        if size == longest:
            # Less the time of a short message: what remains is that of the bytes.
            short = rows.get((test, rank, sizes[0])) if len(sizes) > 1 else None
            less = (short.measured.value, short.predicted.value) if short else (0.0, 0.0)
            # The least time: a slow link slows every repetition.
            least = one.measured.value if one.measured.least is None else one.measured.least
            rates[rank].append((least - less[0]) / max(one.predicted.value - less[1], 1e-12))
    if len(rates) < 3:
        return []
    slow = {rank: max(both) for rank, both in rates.items()}
    usual = statistics.median(slow.values())
    found = []
    if usual > 1 + LIMIT:
        # All of them: rank 0's own link, or all links.
        pairs = [one for one in e.compared.off if one.case.test == "pairs" and one.case.param > 1]
        others = [one.ratio for one in e.compared.differences if one.case.test == "pairs" and one.case.bytes == longest]
        if not pairs or (others and min(others) < 1 + LIMIT):
            slow = {0: usual}
        else:
            return [_all_links(e, usual)]
    for rank, ratio in slow.items():
        if ratio > 1 + LIMIT and (rank == 0 or ratio > 1.08 * usual):
            found.append(_one_link(e, rank, ratio))
    return [one for one in found if one.explains > 0.2]


def _all_links(e: Evidence, ratio: float) -> Suspicion:
    kinds = e.tables["topology"].get("links", {})
    settings = tuple(f"topology.links.{kind}.bandwidth={_slower(values['bandwidth'], ratio)}" for kind, values in kinds.items() if "bandwidth" in values)
    off = e.compared.off
    times = e.predicted([one.case for one in off], settings)
    text = f"all links carry 1/{ratio:.2f} of their bandwidth"
    return Suspicion(text, "links", e.explained(off, times), sum(one.lost for one in off), e.solved(times))


def _slower(text: str, ratio: float) -> str:
    number, unit = text.split(maxsplit=1)
    return f"{float(number) / ratio:.6g} {unit}"


def _one_link(e: Evidence, rank: int, ratio: float) -> Suspicion:
    """What-if: the links of one host at another rate, on the same machine as a graph."""
    off = [one for one in e.compared.off if one.case.test != "work"]
    text = f"the link of the host of rank {rank} carries 1/{ratio:.2f} of its bandwidth"
    lost = sum(one.lost for one in off)
    graph = _graph(e, rank, ratio)
    if graph is None or not off:
        return Suspicion(text, f"link {rank}", 0.5, lost)
    path = e.tunnel.file("slow-link.toml", graph)
    machine = Machine(str(path), e.machine.library, e.machine.network, e.machine.ppn)
    times = e.predicted([one.case for one in off], machine=machine)
    return Suspicion(text, f"link {rank}", e.explained(off, times), lost, e.solved(times))


def _graph(e: Evidence, rank: int, ratio: float) -> str | None:
    """The platform as a graph in which one host's links are slower; none unless it is a cluster without other capacities."""
    tables = copy.deepcopy(e.tables)
    topology = tables["topology"]
    hosts, cabinets = topology.get("hosts"), topology.get("cabinets")
    if topology.get("kind") != "cluster" or "backbone" in topology or not isinstance(hosts, int):
        return None
    links = topology["links"]
    if any("limiter" in values for values in links.values()):
        return None
    slow = {**links["host"], "bandwidth": _slower(links["host"]["bandwidth"], ratio)}
    names = [f"host{i}" for i in range(hosts)]
    connect, switches, first = [], ["root"], 0
    for number, size in enumerate(cabinets or [hosts]):
        switch = f"cabinet{number}" if cabinets else "root"
        if cabinets:
            switches.append(switch)
            connect.append({"from": switch, "to": "root", "link": "cabinet"})
        connect += [{"from": names[i], "to": switch, "link": "slow" if i == rank else "host"} for i in range(first, first + size)]
        first += size
    tables["topology"] = {"kind": "graph", "hosts": names, "switches": switches, "connect": connect, "links": {**links, "slow": slow}}
    return platform_text(tables)


def _eager(e: Evidence) -> list[Suspicion]:
    """A threshold between messages that leave at once and those that wait."""
    late = [one for one in e.compared.differences if one.case.test in ("late_recv", "late_send")]
    # Three sizes at least, each of them far off: a disturbance does not do that.
    off = [one for one in late if abs(math.log(one.ratio)) > math.log(2) and max(one.measured.value, one.predicted.value) > 1e-3]
    if len({one.case.bytes for one in off}) < 3:
        return []
    rows = sorted((one.case.bytes, one.measured.value) for one in late if one.case.test == "late_recv")
    short = min((time for _, time in rows), default=0)
    waits = [size for size, time in rows if time > 4 * short and time > 1e-6 * size / 1e4]
    at_once = [size for size, _ in rows if not waits or size < min(waits)]
    limit = max(at_once, default=0)
    machine = Machine(e.machine.platform, None, e.machine.network, e.machine.ppn)
    library = e.machine.library
    text = Path(library).read_text(encoding="utf-8") if library and Path(library).is_file() else ""
    if text:
        text = with_value(text, "protocol", "eager_max", f'"{limit} B"')
        text = with_value(text, "protocol", "send_end", f'[{{ up_to = "{limit} B", when = "at-once" }}, {{ when = "delivered" }}]')
        machine = Machine(machine.platform, str(e.tunnel.file("eager.toml", text)), machine.network, machine.ppn)
    else:
        machine = e.machine
    end = f'mpi.send_end=[{{ up_to = "{limit} B", when = "at-once" }}, {{ when = "delivered" }}]'
    settings = () if text else (f"mpi.eager_max={limit} B", end)
    times = e.predicted([one.case for one in {*e.compared.off, *off}], settings, machine)
    lost = sum(abs(one.lost) for one in off)
    beyond = f", below {min(waits)} B" if waits else ""
    text = f"the eager limit is another one: {limit} B or more{beyond}"
    share = e.explained(off, times)
    # A model with one threshold for data and sends may not change by it; the rows tell: all longer ones differ.
    others = {one.case.bytes for one in off if one.case.test == "late_recv"}
    longer = {size for size, _ in rows if others and size >= min(others)}
    clear = len(others) >= 3 and others == longer
    return [Suspicion(text, "eager", max(share, 0.0), lost, e.solved(times))] if clear or share > 0.3 else []


def _algorithms(e: Evidence) -> list[Suspicion]:
    """Collectives that another algorithm describes better."""
    known: dict[str, list[str]] = defaultdict(list)
    for entry in choices("collectives"):
        known[str(entry.get("group"))].append(str(entry["name"]))
    found = []
    for operation in sorted({one.case.test for one in e.left} & {*known, "reduce_scatter"}):
        rows = [one for one in e.left if one.case.test == operation]
        name = {"reduce_scatter": "reduce_scatter_block"}.get(operation, operation)
        best = (0.0, "")
        for algorithm in known[name]:
            if algorithm == "trivial":
                continue
            try:
                times = e.machine.times(e.tunnel, [one.case for one in rows], collectives={name: algorithm})
            except WindtunnelError:  # These ranks cannot use it.
                continue
            best = max(best, (e.explained(rows, times), algorithm))
        if best[0] < ENOUGH and all(one.ratio < 1 for one in rows):
            # A faster operation is not a fault by itself.
            continue
        worst = max((one.ratio for one in rows), key=lambda ratio: abs(math.log(ratio)))
        how = f"its algorithm is another one; `{best[1]}` explains {best[0]:.0%}" if best[0] > SOME else "no algorithm explains it"
        text = f"MPI_{operation.capitalize()} takes {worst:.2f} times as long as predicted: {how}"
        found.append(Suspicion(text, f"algorithm {operation}", best[0], sum(one.lost for one in rows)))
    return found


#: Ways to find reasons: first those that rows of their own tell, which concern a whole host or every message.
REASONS: list[Callable[[Evidence], list[Suspicion]]] = [_hosts, _links, _eager, _algorithms]


def name_reasons(measured: Measurements, baseline: Measurements | None, compared: Comparison, machine: Machine, tunnel: Tunnel) -> list[Suspicion]:
    """Suspicions in the order of :data:`REASONS`, and of lost time; later ways see only what earlier ones leave."""
    printed = call(["platform", "print", machine.platform])
    text = read_text(Path(machine.platform)) if Path(machine.platform).is_file() else printed.check().out
    evidence = Evidence(measured, baseline, compared, machine, tunnel, parse_toml(text, machine.platform), compared.off)
    found: list[Suspicion] = []
    for way in REASONS:
        for one in sorted(way(evidence), key=lambda one: -one.lost):
            found.append(one)
            # A slow or noisy host delays everything, in ways that no simulation of like hosts shows.
            everything = one.what.startswith(("host", "noise"))
            evidence.left = [] if everything else [left for left in evidence.left if left.case not in one.solved]
    return found
