"""Pictures of runs, drawn by matplotlib.

Every method draws into ``axes`` if some are given, else into a new figure, and gives the axes: what matplotlib can do
with them (titles, limits, ``axes.figure.savefig("run.pdf")``) is open to you.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from windtunnel.plots import links, matrix, speedup, timeline

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from windtunnel.results import Run
    from windtunnel.sweep import Runs

__all__ = ["Plots", "RunsPlots"]


class Plots:
    """Pictures of one run: ``run.plot``.

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
        """What every rank did when: computation, MPI calls by function, and waiting in them, lighter.

        ``ranks`` are those to show (default: all), ``window`` is the time to show in seconds, ``messages`` draws an
        arrow for each message of the table ``messages``. Of many ranks and long times each point of the picture has
        the colour of what took most of its time. Raises :class:`windtunnel.NoSuchTable` unless the run was made with
        ``observe=["timeline"]``, ``ValueError`` if there is nothing to show.

        >>> axes = load_run("runs/halo3d").plot.timeline(ranks=range(4), messages=True)
        >>> axes.get_ylabel()
        'rank'
        """
        return timeline.draw(self._run, ranks, window, messages, axes)

    def matrix(self, weight: str = "bytes", *, collectives: bool = True, axes: Axes | None = None) -> Axes:
        """Who sends how much to whom: ``weight`` is ``"bytes"`` or ``"messages"``, on a logarithmic scale of colours.

        ``collectives=False`` leaves messages inside collective operations out. Above 1,024 ranks, neighbouring ranks
        share a point. Raises :class:`windtunnel.NoSuchTable` unless the run was made with ``observe=["messages"]``,
        ``ValueError`` for another weight.

        >>> axes = load_run("runs/halo3d").plot.matrix("messages")
        """
        return matrix.draw(self._run, weight, collectives, axes)

    def links(self, *, top: int = 12, axes: Axes | None = None) -> Axes:
        """How busy the links were: those that were busy longest, by class, and the distribution of all of each class.

        ``top`` is how many single links are shown. Gives the axes of the single links; ``axes`` takes these alone.
        Raises :class:`windtunnel.NoSuchTable` unless the run was made with ``observe=["links"]``.

        >>> axes = load_run("runs/halo3d").plot.links(top=5)
        """
        return links.draw(self._run, top, axes)

    def speedup(self, others: Iterable[Run], *, scaling: str = "strong", axes: Axes | None = None) -> Axes:
        """This run and ``others`` with more ranks or on other machines: as :meth:`RunsPlots.speedup`."""
        from windtunnel.sweep import Runs

        return Runs([self._run, *others]).plot.speedup(scaling=scaling, axes=axes)


class RunsPlots:
    """Pictures of several runs: ``runs.plot``. Need what :class:`Plots` needs."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs

    def speedup(self, *, scaling: str = "strong", axes: Axes | None = None) -> Axes:
        """Speed-up over the number of ranks, a curve for each platform (or whatever else was chosen), and the ideal.

        Speed-up is as :meth:`windtunnel.Runs.speedup` defines it. Where all runs have as many ranks, the picture has
        bars instead: simulated time, and how many times as fast as the slowest each is. Raises ``ValueError`` for
        another scaling.
        """
        return speedup.draw(self._runs, scaling, axes)


