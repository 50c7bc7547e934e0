"""Statistics of measurements: medians with intervals, straight lines, and size classes."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from windtunnel.calibration.raw import Measurements, Sample
from windtunnel.extras import need

__all__ = ["Level", "classes", "level", "levels", "line", "numpy", "timely"]


def numpy() -> Any:
    """The package numpy. Raises :class:`MissingExtra`."""
    return need("numpy", "calibration", "windtunnel calibrate")


@dataclass(frozen=True)
class Level:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float
    #: Number of samples.
    count: int = 1
    #: The least sample, if this is of samples.
    least: float | None = None

    def scaled(self, factor: float) -> Level:
        """It and its interval, times a factor."""
        ends = sorted([self.low * factor, self.high * factor])
        least = None if self.least is None else self.least * factor
        return Level(self.value * factor, ends[0], ends[1], self.count, least)


def timely(samples: Sequence[Sample]) -> list[Sample]:
    """Without the repetitions whose start was missed by more than five times the usual, if that is more than 2 % of their time,
    unless they are the majority.
    """
    usual = sorted(sample.late for sample in samples)[len(samples) // 2]
    kept = [sample for sample in samples if sample.late <= max(5 * usual, 0.02 * sample.seconds)]
    return kept if 2 * len(kept) >= len(samples) else list(samples)


def level(samples: Sequence[Sample]) -> Level:
    """Median of repetitions, and its interval by order statistics (binomial with p = 1/2), wide enough for the median of each
    launch.

    Up to five repetitions it is their range, which holds the median less often: three of them in 75 % of the cases.
    """
    at_time = timely(samples)
    kept = sorted(sample.seconds for sample in at_time)
    launches: dict[int, list[float]] = {}
    for sample in at_time:
        launches.setdefault(sample.launch, []).append(sample.seconds)
    medians = [statistics.median(times) for times in launches.values()]
    count = len(kept)
    middle = (kept[(count - 1) // 2] + kept[count // 2]) / 2
    # 1.96 standard deviations of the binomial distribution, as in Hollander and Wolfe, Nonparametric Statistical Methods.
    away = math.ceil(0.98 * math.sqrt(count) + 0.5)
    low, high = max(0, count // 2 - away), min(count - 1, (count - 1) // 2 + away)
    return Level(middle, min(kept[low], *medians), max(kept[high], *medians), count, kept[0])


def levels(measured: Measurements) -> dict[Any, Level]:
    """The level of every case."""
    return {case: level(samples) for case, samples in measured.samples.items()}


def line(sizes: Sequence[float], times: Sequence[float]) -> tuple[float, Level]:
    """Intercept and slope of times over sizes, by least squares of relative errors.

    The slope's interval is 1.96 standard errors; with two points it is a point.
    """
    np = numpy()
    x, y = np.asarray(sizes, float), np.asarray(times, float)
    design = np.stack([1 / y, x / y], axis=1)
    weight = np.ones(len(x))
    for _ in range(6):
        solved, *_ = np.linalg.lstsq(design * weight[:, None], weight, rcond=None)
        # Huber's weights: what was disturbed counts less.
        off = np.abs(design @ solved - 1)
        usual = max(1.48 * float(np.median(off)), 1e-6)
        weight = np.sqrt(np.minimum(1, 1.345 * usual / np.maximum(off, 1e-12)))
    residual = design @ solved - 1
    freedom = len(x) - 2
    error = 0.0
    if freedom > 0:
        covariance = np.linalg.pinv(design.T @ design) * float(residual @ residual) / freedom
        error = 1.96 * math.sqrt(max(float(covariance[1, 1]), 0))
    slope = float(solved[1])
    return float(solved[0]), Level(slope, slope - error, slope + error, len(x))


def classes(sizes: Sequence[float], times: Sequence[float], most: int = 4, least: int = 4) -> list[tuple[int, int]]:
    """Ranges of indices, each well described by one straight line: the fewest by Bayes' information criterion.

    ``least`` points in each, at most ``most`` classes; ``sizes`` are ascending. Dynamic programming over breakpoints.
    """
    np = numpy()
    count = len(sizes)
    cost = np.full((count + 1, count + 1), np.inf)
    for i in range(count):
        for j in range(i + least, count + 1):
            intercept, slope = line(sizes[i:j], times[i:j])
            off = [(intercept + slope.value * x) / y - 1 for x, y in zip(sizes[i:j], times[i:j], strict=True)]
            cost[i, j] = sum(e * e for e in off)
    best: list[tuple[float, list[tuple[int, int]]]] = []
    reach: dict[int, tuple[float, list[tuple[int, int]]]] = {0: (0.0, [])}
    for number in range(1, most + 1):
        further: dict[int, tuple[float, list[tuple[int, int]]]] = {}
        for j in range(1, count + 1):
            ways = [
                (done + float(cost[i, j]), [*ranges, (i, j)]) for i, (done, ranges) in reach.items() if np.isfinite(cost[i, j])
            ]
            if ways:
                further[j] = min(ways, key=lambda way: way[0])
        reach = further
        if count in reach:
            total, ranges = reach[count]
            # Three unknowns a class: a line and where it ends. Errors below 0.5 % are not a reason for another class.
            score = count * math.log(max(total / count, 0.005**2)) + 3 * number * math.log(count)
            best.append((score, ranges))
    return min(best, key=lambda entry: entry[0])[1] if best else [(0, count)]
