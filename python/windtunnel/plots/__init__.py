"""Plots of runs, by matplotlib.

Every method draws into ``axes`` if given, otherwise into a new figure, and returns the axes for further changes (titles, limits,
``axes.figure.savefig("run.pdf")``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from windtunnel.plots import links, loads, matrix, speedup, timeline

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from windtunnel.results import Run
    from windtunnel.sweep import Runs

__all__ = ["Plots", "RunsPlots"]


class Plots:
    """Plots of a run: ``run.plot``.

    All need matplotlib and Polars (``pip install 'windtunnel[plots]'``) and raise :class:`windtunnel.MissingExtra`
    without them.
    """

    def __init__(self, run: Run) -> None:
        self._run = run

    def timeline(
        self,
        *,
        ranks: Iterable[int] | None = None,
        window: tuple[float, float] | None = None,
        messages: bool = False,
        axes: Axes | None = None,
    ) -> Axes:
        """Timeline of the ranks: computation, MPI calls by function, and waiting, in a lighter shade.

        ``ranks`` are the ranks to show (default: all), ``window`` is the time window in seconds, ``messages`` draws an
        arrow for each message of the table ``messages``. With many ranks or long times, a pixel has the colour of the
        state that took most of its time. Raises :class:`windtunnel.NoSuchTable` without ``observe=["timeline"]``,
        ``ValueError`` if there is nothing to show.

        >>> axes = load_run("runs/halo3d").plot.timeline(ranks=range(4), messages=True)
        >>> axes.get_ylabel()
        'rank'
        """
        return timeline.draw(self._run, ranks, window, messages, axes)

    def matrix(self, weight: str = "bytes", *, collectives: bool = True, axes: Axes | None = None) -> Axes:
        """Communication matrix: ``weight`` is ``"bytes"`` or ``"messages"``, on a logarithmic colour scale.

        ``collectives=False`` omits messages of collectives. Above 1,024 ranks, neighbouring ranks share a pixel. Raises
        :class:`windtunnel.NoSuchTable` without ``observe=["messages"]``, ``ValueError`` for another weight.

        >>> axes = load_run("runs/halo3d").plot.matrix("messages")
        """
        return matrix.draw(self._run, weight, collectives, axes)

    def links(self, *, top: int = 12, axes: Axes | None = None) -> Axes:
        """Busy time of links: the busiest ones, coloured by class, and the distribution for each class.

        ``top`` is the number of single links shown. Returns the axes of the single links; with ``axes``, draws only
        these. Raises :class:`windtunnel.NoSuchTable` if the run has no table ``links``.

        >>> axes = load_run("runs/halo3d").plot.links(top=5)
        """
        return links.draw(self._run, top, axes)

    def loads(
        self, *others: Run, phase: str | None = None, kind: str = "network", fraction: float = 0.99, axes: Axes | None = None
    ) -> Axes:
        """Distribution of bytes over links, of this run and ``others`` over one another, with plateau points.

        A curve shows the share of links that carry at most a number of bytes, idle ones included; its dot is the plateau point,
        the load that ``fraction`` of the links do not exceed. ``phase`` is a phase of the programs (default: the whole run; others
        need ``observe=["link_use"]``), ``kind`` a class of links (default: all between hosts and switches). Raises
        :class:`windtunnel.InputError` for a phase or class that no run has, ``ValueError`` if one run lacks it.

        >>> axes = load_run("runs/halo3d").plot.loads(fraction=0.9)
        >>> axes.get_xlabel()
        'bytes of a link'
        """
        return loads.draw([self._run, *others], phase, kind, fraction, axes)

    def speedup(self, others: Iterable[Run], *, scaling: str = "strong", axes: Axes | None = None) -> Axes:
        """Speed-up of this run and ``others`` (more ranks, other machines): see :meth:`RunsPlots.speedup`."""
        from windtunnel.sweep import Runs

        return Runs([self._run, *others]).plot.speedup(scaling=scaling, axes=axes)


class RunsPlots:
    """Plots of several runs: ``runs.plot``. Same requirements as :class:`Plots`."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs

    def speedup(self, *, scaling: str = "strong", axes: Axes | None = None) -> Axes:
        """Speed-up over the number of ranks: a curve for each combination of the other options, and the ideal.

        Speed-up is defined by :meth:`windtunnel.Runs.speedup`. If all runs have the same number of ranks, bars show the
        simulated times and the speed-up over the slowest run. Raises ``ValueError`` for another scaling.
        """
        return speedup.draw(self._runs, scaling, axes)


