"""Busy time of links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from windtunnel.extras import need
from windtunnel.plots import look

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes

    from windtunnel.results import Run


def draw(run: Run, top: int, axes: Axes | None) -> Axes:
    """See :meth:`windtunnel.plots.Plots.links`."""
    column = need("polars", "plots", "a picture").col
    links = run.links.with_columns((column("busy") * 100 / max(run.simulated_time_ps, 1)).alias("share")).collect()
    totals = links.group_by("class").agg(column("busy").max().alias("most"), column("share"))
    classes = totals.sort(["most", "class"], descending=[True, False])
    colours = look.colours(classes["class"].to_list())
    busiest = links.sort(["busy", "bytes", "link"], descending=[True, True, False]).head(top)
    if axes is not None:
        _bars(axes, busiest, colours)
        _legend(axes, colours, set(busiest["class"]))
        return axes
    height = max(3.2, 1.2 + 0.26 * busiest.height)
    figure, (left, right) = look.pyplot().subplots(1, 2, figsize=(10, height), layout="constrained", width_ratios=[3, 2])
    _bars(left, busiest, colours)
    for name, shares in classes.select("class", "share").rows():
        right.ecdf(shares, label=f"{name} ({len(shares):,} links)", color=colours[name], linewidth=1.8)
    right.set(xlabel="busy, % of the run", ylabel="share of the links of a class", xlim=(0, 100), ylim=(0, 1.02))
    right.legend(frameon=False, fontsize="small", loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
    right.grid(color=look.FAINT, linewidth=0.6)
    right.set_axisbelow(True)
    look.bare(right)
    del figure
    drawn: Axes = left
    return drawn


def _bars(axes: Axes, busiest: pl.DataFrame, colours: dict[str, str]) -> None:
    """The busiest links, with the bytes they carried."""
    rows = range(busiest.height)
    axes.barh(rows, busiest["share"].to_list(), color=[colours[name] for name in busiest["class"]], height=0.72)
    axes.set_yticks(rows, busiest["name"].to_list(), fontsize="small")
    axes.invert_yaxis()
    amount = need("matplotlib.ticker", "plots", "a picture").EngFormatter("B", places=1)
    for row, (share, carried) in enumerate(busiest.select("share", "bytes").rows()):
        inside = share > 75
        axes.annotate(
            amount(carried), (share, row), xytext=(-4 if inside else 4, 0), textcoords="offset points",
            ha="right" if inside else "left", va="center", fontsize="small", color="white" if inside else look.REST,
        )
    axes.set(xlabel="busy, % of the run", xlim=(0, 100))
    look.bare(axes)


def _legend(axes: Axes, colours: dict[str, str], shown: set[str]) -> None:
    patches = need("matplotlib.patches", "plots", "a picture")
    entries = [patches.Patch(color=colour, label=name) for name, colour in colours.items() if name in shown]
    axes.legend(handles=entries, frameon=False, fontsize="small", loc="lower right")
