"""Speed-up curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from windtunnel.extras import need
from windtunnel.plots import look

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes

    from windtunnel.sweep import Runs

MARKERS = "osD^vPX*"


def draw(runs: Runs, scaling: str, axes: Axes | None) -> Axes:
    """See :meth:`windtunnel.plots.RunsPlots.speedup`."""
    frame, curves = runs.speedup(scaling), runs.curves()
    if frame["ranks"].n_unique() > 1:
        return _curves(frame, curves, scaling, look.new_axes(axes, 6.8, 4.6))
    return _bars(frame, curves, look.new_axes(axes, 7, max(1.8, 1 + 0.42 * frame.height)))


def _curves(frame: pl.DataFrame, curves: list[str], scaling: str, axes: Axes) -> Axes:
    """A line for each curve, and the ideal, over a logarithmic scale of ranks."""
    ranks = sorted(frame["ranks"].unique())
    axes.plot(ranks, ranks, color=look.REST, linestyle=(0, (4, 3)), linewidth=1, label="ideal")
    groups = frame.group_by(curves, maintain_order=True) if curves else [((), frame)]
    for at, (values, own) in enumerate(groups):
        own = own.sort("ranks")
        colour, marker, label = look.PALETTE[at % len(look.PALETTE)], MARKERS[at % len(MARKERS)], _label(values)
        kind = {"label": label or "speed-up", "color": colour, "marker": marker, "linewidth": 1.8, "markersize": 5.5}
        axes.add_line(need("matplotlib.lines", "plots", "a picture").Line2D(own["ranks"], own["speedup"], **kind))
    axes.autoscale_view()
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    numbers = need("matplotlib.ticker", "plots", "a picture").FuncFormatter(lambda value, _: f"{value:g}")
    axes.yaxis.set_major_formatter(numbers)
    axes.set_xticks(ranks, [f"{n:,}" for n in ranks])
    axes.minorticks_off()
    grown = "" if scaling == "strong" else ", the problem growing with the ranks"
    axes.set(xlabel="ranks", ylabel=f"speed-up{grown}")
    axes.grid(color=look.FAINT, linewidth=0.6)
    axes.legend(frameon=False)
    look.bare(axes)
    return axes


def _bars(frame: pl.DataFrame, curves: list[str], axes: Axes) -> Axes:
    """A bar of simulated time for each run, the slowest first."""
    frame = frame.sort("seconds", descending=True)
    longest = frame["seconds"].max()
    assert isinstance(longest, float), "simulated time is a number"
    size, unit = look.time_unit(longest * 1e12)
    names = [_label(values) for values in frame.select(curves or ["platform"]).rows()]
    times = [seconds * 1e12 / size for seconds in frame["seconds"]]
    axes.barh(range(len(times)), times, color=look.PALETTE[0], height=0.65)
    axes.set_yticks(range(len(times)), names)
    axes.invert_yaxis()
    for row, time in enumerate(times):
        faster = f"{times[0] / time:.2f} ×" if row and time else ""
        axes.annotate(faster, (time, row), xytext=(4, 0), textcoords="offset points", va="center", color=look.REST)
    axes.set(xlabel=f"simulated time in {unit}")
    axes.margins(x=0.12)
    look.bare(axes)
    return axes


def _label(values: tuple[object, ...]) -> str:
    return ", ".join(str(value) for value in values)
