"""Outliers of a campaign: points whose result is far from what their neighbours lead one to expect.

What is expected at a point is the value there of the plane through its nearest neighbours, by least squares weighted by distance,
without the point itself. Results above 0 are compared by their ratio. Outliers are taken out one by one, each time the one without
which all others fit best, so that it does not make outliers of its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Fewest points.
MIN_POINTS = 20
#: An outlier deviates more than this many standard deviations of all (estimated by the median deviation), …
DEVIATIONS = 6.0
#: … and by this share of the result at least.
MIN_SHARE = 0.1
#: Most that are looked for.
LIMIT = 25
#: Most points that are tried for the next one.
SUSPECTS = 8
#: Most points among which neighbours are looked for.
CANDIDATES = 4000
#: Median deviation to standard deviation, of a normal distribution.
NORMAL = 1.4826


@dataclass(frozen=True)
class Outlier:
    """One of them."""

    row: int
    value: float
    expected: float


@dataclass(frozen=True)
class Parameter:
    """A parameter's values, numbered from 0 in ascending order."""

    codes: NDArray[np.int64]
    #: Whether neighbouring numbers are alike; else it is a choice.
    ordered: bool


class Neighbours:
    """The nearest neighbours of all points, found once for all results."""

    def __init__(self, parameters: Sequence[Parameter], order: Sequence[int]) -> None:
        """``order`` is all rows in random order: of many points its first are the candidates."""
        import numpy as np

        varying = [one for one in parameters if len(np.unique(one.codes)) > 1]
        count = len(order)
        #: Whether there are enough points for neighbours to say anything.
        self.enough = bool(varying) and count >= max(MIN_POINTS, 4 * (len(varying) + 1))
        if not self.enough:
            return
        columns: list[Floats] = []
        for one in varying:
            levels, codes = np.unique(one.codes, return_inverse=True)
            if one.ordered:
                columns.append(codes / (len(levels) - 1))
            else:
                # A difference is as far as one end of a range from the other.
                columns += [(codes == level) / np.sqrt(2) for level in range(len(levels))]
        self._places = np.stack(columns, axis=1)
        self._candidates = np.sort(np.asarray(order[:CANDIDATES]))
        self._size = min(4 * len(varying) + 4, len(self._candidates) - 1)
        found = [self._nearest(rows) for rows in np.array_split(np.arange(count), -(-count // 256))]
        self._rows = np.concatenate([rows for rows, _ in found])
        self._weights = np.concatenate([weights for _, weights in found])

    def _nearest(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], Floats]:
        """Neighbours of some points, and the weights of their results in what is expected."""
        import numpy as np

        away = self._places[rows][:, None, :] - self._places[self._candidates][None, :, :]
        distance = (away**2).sum(axis=2)
        distance[rows[:, None] == self._candidates[None, :]] = np.inf
        # Of those equally near the first ones: a partition alone would choose them differently on other processors.
        distance += np.arange(len(self._candidates)) * 1e-12
        nearest = np.sort(np.argpartition(distance, self._size, axis=1)[:, : self._size], axis=1)
        neighbours = self._candidates[nearest]
        plane = self._places[neighbours] - self._places[rows][:, None, :]
        plane = np.concatenate([np.ones((*neighbours.shape, 1)), plane], axis=2)
        # The nearer, the more it counts; points at one place count alike.
        near = 1 / np.sqrt(np.maximum(np.take_along_axis(distance, nearest, axis=1), 1e-6))
        return neighbours, np.linalg.pinv(plane * near[:, :, None], rcond=1e-6)[:, 0, :] * near

    def outliers(self, values: Floats) -> list[Outlier]:
        """The outliers of a result, farthest first."""
        import numpy as np

        if not self.enough:
            return []
        ratios = bool(np.all(values > 0))
        result = np.log(values) if ratios else values
        smooth = result.copy()
        least = np.log1p(MIN_SHARE) if ratios else MIN_SHARE * float(np.ptp(values))
        deviations = np.abs(result - self._expected(smooth))
        least = max(least, DEVIATIONS * NORMAL * float(np.median(deviations)))
        found: list[int] = []
        while len(found) < LIMIT:
            expected = self._expected(smooth)
            far = np.abs(smooth - expected)
            far[found] = 0
            suspects = [int(row) for row in np.argsort(-far, kind="stable")[:SUSPECTS] if far[row] > least]
            if not suspects:
                break
            # An outlier misleads what is expected of its neighbours: without the right one all others fit.
            row = min(suspects, key=lambda one: self._misfit(smooth, one, float(expected[one])))
            found.append(row)
            smooth[row] = expected[row]
        expected = self._expected(smooth)
        kept = [row for row in found if abs(result[row] - expected[row]) > least]
        kept.sort(key=lambda row: (-round(float(abs(result[row] - expected[row])), 6), row))
        back = np.exp(expected) if ratios else expected
        return [Outlier(row, float(values[row]), float(back[row])) for row in kept]

    def _misfit(self, result: Floats, row: int, value: float) -> float:
        """How far all points are from what is expected with another value at one of them."""
        import numpy as np

        changed = result.copy()
        changed[row] = value
        return float(np.abs(changed - self._expected(changed)).sum())

    def _expected(self, result: Floats) -> Floats:
        found: Floats = (self._weights * result[self._rows]).sum(axis=1)
        return found
