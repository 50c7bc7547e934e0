"""Values improved by least squares: the measuring program runs in the tunnel until its times are those measured."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from windtunnel.calibration.levels import Level, numpy
from windtunnel.calibration.parameters import Findings, Value, value_text
from windtunnel.calibration.raw import Case

__all__ = ["FITTED", "Fit", "held_out", "refine"]

#: Tests that are fitted: messages between two ranks, and what meets on links. Collectives are never fitted.
FITTED = ("pingpong", "late_recv", "stream", "outcast", "incast", "pairs", "to", "from", "both")

#: Standard errors beyond which a case counts less: Huber's.
BEND = 1.345

#: Of the sizes of a test, one in five is held out.
HOLD = 5


@dataclass
class Fit:
    """The outcome."""

    #: Simulated seconds with the values found.
    simulated: dict[Case, float]
    #: Root mean square of log(measured / simulated) before and after, of the cases fitted.
    before: float
    after: float
    #: Runs in the tunnel.
    runs: int


def held_out(cases: list[Case]) -> set[Case]:
    """One in five sizes of each test that has more than four."""
    held = set()
    for test in {case.test for case in cases}:
        sizes = sorted({case.bytes for case in cases if case.test == test})
        chosen = set(sizes[HOLD // 2 :: HOLD]) if len(sizes) > 4 else set()
        held |= {case for case in cases if case.test == test and case.bytes in chosen}
    return held


def refine(
    found: Findings, run: Callable[[Findings, list[Case]], dict[Case, float]], rounds: int = 4, fitted: tuple[str, ...] = FITTED
) -> Fit:
    """Improves the free values of ``found`` in place; each gets its interval from the fit.

    Gauss-Newton steps on the logarithms of values, with differences of 3 % and Huber's weights, each test with the same
    weight in sum. ``run`` simulates cases; ``fitted``: tests that count.
    """
    np = numpy()
    # Times that a missed start changes much tell nothing.
    cases = sorted(
        case
        for case in found.levels
        if case.test in fitted and (case.test == "pingpong" or _late(found, case) < 0.1 * found.levels[case].value)
    )
    held = held_out(cases)
    used = [case for case in cases if case not in held]
    free = [key for key, value in found.values.items() if value.free and value.level.value > 0]
    start = run(found, used)
    used = [case for case in used if start.get(case, 0) > 0]
    if not used or not free:
        return Fit(start, math.nan, math.nan, 1)
    target = np.log([found.levels[case].value for case in used])
    counts = {test: sum(case.test == test for case in used) for test in fitted}
    share = np.sqrt([1 / counts[case.test] for case in used])
    tests = sum(count > 0 for count in counts.values())

    # What a case may be off by: 2 %, and what its own interval says.
    sigma = np.array([math.hypot(0.02, _width(found.levels[case])) for case in used])

    def logs(times: dict[Case, float]) -> Any:
        return np.log([times[case] for case in used])

    def loss(off: Any) -> float:
        """Huber's."""
        size = np.abs(off) / sigma
        return float(np.sum(share**2 * np.where(size < BEND, size**2, BEND * (2 * size - BEND))))

    off, runs = target - logs(start), 1
    before = float(np.sqrt(np.average(off**2, weights=share**2)))
    best, covariance = loss(off), None
    for _ in range(rounds):
        columns = []
        for key in free:
            columns.append((logs(run(_moved(found, {key: 0.03}), used)) - (target - off)) / 0.03)
            runs += 1
        slope = np.stack(columns, axis=1)
        weight = share / sigma * np.sqrt(np.minimum(1, BEND * sigma / np.maximum(np.abs(off), 1e-9)))
        a, b = slope * weight[:, None], off * weight
        # A value that no row tells stays: a weak pull to where it is.
        normal = a.T @ a + 1e-2 * np.eye(len(free))
        step = np.clip(np.linalg.solve(normal, a.T @ b), -0.5, 0.5)
        # Each test counts as one case: as many as there are on average make the interval.
        scale = max(1.0, float(b @ b) / tests)
        covariance = np.linalg.inv(normal) * scale / max(len(used) / tests, 1)
        for shorter in (1.0, 0.3, 0.1):
            moved = _moved(found, dict(zip(free, shorter * step, strict=True)))
            there = target - logs(run(moved, used))
            runs += 1
            if loss(there) < best:
                gain, best, off = best - loss(there), loss(there), there
                found.values.update(moved.values)
                break
        else:
            break
        if gain < 1e-2 * best or loss(off) < 0.1 * float(np.sum(share**2)):
            break
    rms = float(np.sqrt(np.average(off**2, weights=share**2)))
    if covariance is not None:
        for number, key in enumerate(free):
            value, width = found.values[key], 1.96 * math.sqrt(max(float(covariance[number, number]), 0))
            ends = value.level.value * math.exp(-min(width, 10)), value.level.value * math.exp(min(width, 10))
            level = Level(value.level.value, ends[0], ends[1], len(used))
            found.values[key] = replace(value, level=level, source=f"{value.source}; fitted to {len(used)} cases")
    return Fit(run(found, sorted(found.levels)), before, rms, runs + 1)


def _width(at: Level) -> float:
    """Standard error of the logarithm."""
    if at.low <= 0 or at.count < 3:
        return 0.1
    return math.log(at.high / at.low) / 3.92


def _late(found: Findings, case: Case) -> float:
    # Times of one clock do not contain it.
    if case.test in ("pingpong", "late_recv", "to", "from", "core", "pair", "cores", "cores_new", "ring"):
        return 0.0
    late = sorted(sample.late for sample in found.measured.samples[case])
    return late[len(late) // 2]


def _moved(found: Findings, steps: dict[str, float]) -> Findings:
    values = dict(found.values)
    for key, step in steps.items():
        value: Value = values[key]
        level = value.level.scaled(math.exp(step))
        values[key] = replace(value, level=level, text=value_text(key, level.value))
    return replace(found, values=values)
