"""Sensitivity of a result to the parameters of a campaign: which share of its variance each of them explains.

Sobol indices (I. M. Sobol, Mathematical Modelling and Computational Experiments 1, 1993): the first-order index of a parameter is
the share that it explains alone, its total index what would be left if all others were known. A full grid has both exactly, from
its conditional variances. Of samples there are first-order indices with intervals: the correlation ratio over classes of equal
size (E. Plischke, M. Borgonovo and C. L. Smith, European Journal of Operational Research 226, 2013), without the bias of small
classes (T. L. Kelley, PNAS 21, 1935).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Codes = NDArray[np.int64]

#: Fewest points of a sample, and fewest for each parameter.
MIN_POINTS = 30
MIN_POINTS_EACH = 10
#: Bootstrap samples of an interval.
RESAMPLES = 200
#: Normal quantile of a 95 % interval.
Z95 = 1.96


@dataclass(frozen=True)
class Sensitivity:
    """Indices of one result."""

    #: ``grid``, ``sample``, or ``none`` if there are too few points.
    method: str
    #: Number of points that they rest on.
    points: int
    #: Least number of points that a sample needs.
    needed: int = 0
    first: Mapping[str, float] = field(default_factory=dict)
    #: Of a grid only.
    total: Mapping[str, float] = field(default_factory=dict)
    #: Half of the 95 % interval of ``first``; of a sample only.
    interval: Mapping[str, float] = field(default_factory=dict)


def sensitivity(codes: Mapping[str, Codes], values: Floats) -> Sensitivity:
    """Indices of ``values`` for each parameter that varies; its ``codes`` number its values in ascending order."""
    import numpy as np

    varying = {name: found for name, found in codes.items() if len(np.unique(found)) > 1}
    count = len(values)
    if not varying or count < 2 or np.var(values) == 0:
        return Sensitivity("none", count)
    if is_grid(list(varying.values())):
        columns = list(varying.values())
        first = {name: _explained([column], values) for name, column in varying.items()}
        total = {
            name: 1 - _explained([other for other in columns if other is not column], values)
            for name, column in varying.items()
        }
        return Sensitivity("grid", count, first=first, total=total)
    needed = max(MIN_POINTS, MIN_POINTS_EACH * len(varying))
    if count < needed:
        return Sensitivity("none", count, needed)
    classes = {name: _classes(column, count) for name, column in varying.items()}
    drawn = np.random.default_rng(1).integers(0, count, (RESAMPLES, count))
    first, interval = {}, {}
    for name, column in classes.items():
        first[name] = _ratio(column, values)
        interval[name] = Z95 * float(np.std([_ratio(column[rows], values[rows]) for rows in drawn]))
    return Sensitivity("sample", count, needed, first, interval=interval)


def is_grid(columns: list[Codes]) -> bool:
    """Whether each combination of the values of all columns is there, all equally often."""
    import numpy as np

    size = 1
    for column in columns:
        size *= len(np.unique(column))
        if size > len(columns[0]):
            return False
    counts = np.unique(_combined(columns), return_counts=True)[1]
    return len(counts) == size and bool(np.all(counts == counts[0]))


def _combined(columns: list[Codes]) -> Codes:
    """One number for each combination of values."""
    import numpy as np

    found: Codes = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        compact = np.unique(column, return_inverse=True)[1]
        found = np.unique(found * (int(compact.max()) + 1) + compact, return_inverse=True)[1].astype(np.int64)
    return found


def _explained(columns: list[Codes], values: Floats) -> float:
    """Share of the variance that lies between the combinations of columns, of a grid."""
    import numpy as np

    if not columns:
        return 0.0
    groups = _combined(columns)
    counts = np.bincount(groups)
    means = np.bincount(groups, values - values.mean()) / counts
    return float((counts * means**2).sum() / len(values) / np.var(values))


def _classes(column: Codes, count: int) -> Codes:
    """The values themselves if there are few, else classes of equal size."""
    import numpy as np

    limit = max(4, round(2 * count ** (1 / 3)))
    if len(np.unique(column)) <= limit:
        return column
    ranks: Any = np.empty(count, dtype=np.int64)
    ranks[np.argsort(column, kind="stable")] = np.arange(count)
    found: Codes = ranks * limit // count
    return found


def _ratio(classes: Codes, values: Floats) -> float:
    """Kelley's unbiased correlation ratio."""
    import numpy as np

    counts = np.bincount(classes)
    there = counts > 0
    centred = values - values.mean()
    whole = float((centred**2).sum())
    groups = int(there.sum())
    if whole == 0 or len(values) <= groups:
        return 0.0
    sums = np.bincount(classes, centred)
    between = float((sums[there] ** 2 / counts[there]).sum())
    return 1 - (whole - between) / (len(values) - groups) / (whole / (len(values) - 1))
