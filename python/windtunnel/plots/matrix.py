"""Communication matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from windtunnel.extras import need
from windtunnel.plots import look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from windtunnel.results import Run

#: Points of the picture in each direction; with more ranks, neighbours share a point.
POINTS = 1024


def draw(run: Run, weight: str, collectives: bool, axes: Axes | None) -> Axes:
    """See :meth:`windtunnel.plots.Plots.matrix`."""
    if weight not in ("bytes", "messages"):
        raise ValueError(f"weight is 'bytes' or 'messages', not {weight!r}")
    polars, numpy = need("polars", "plots", "a picture"), need("numpy", "plots", "a picture")
    messages = run.messages if collectives else run.messages.filter(~polars.col("collective"))
    amount = polars.col("bytes").sum() if weight == "bytes" else polars.len()
    ranks = int(run.ranks.select(polars.len()).collect().item())
    share = -(-ranks // POINTS)
    points = -(-ranks // share)
    places = [(polars.col(end) // share).alias(end) for end in ("source", "destination")]
    found = messages.group_by(places).agg(amount.alias("amount")).collect()
    picture = numpy.zeros((points, points))
    picture[found["source"].to_numpy(), found["destination"].to_numpy()] = found["amount"].to_numpy()
    drawn = look.new_axes(axes, 6.4, 5.4)
    shown = numpy.ma.masked_less_equal(picture, 0)
    colors = need("matplotlib.colors", "plots", "a picture")
    low, high = (shown.min(), shown.max()) if shown.count() else (1, 1)
    # Colours of one amount alone would say nothing about its neighbours.
    scale = colors.LogNorm(low, high) if high > low else colors.Normalize(0, high)
    extent = (-0.5, ranks - 0.5, ranks - 0.5, -0.5)
    image = drawn.imshow(shown, norm=scale, cmap="viridis_r", extent=extent, interpolation="nearest")
    drawn.set(xlabel="receiver (rank)", ylabel="sender (rank)")
    ticker = need("matplotlib.ticker", "plots", "a picture")
    for axis in (drawn.xaxis, drawn.yaxis):
        axis.set_major_locator(ticker.MaxNLocator(integer=True))
    of = "" if share == 1 else f" ({share} × {share} ranks a point)"
    bar = drawn.figure.colorbar(image, ax=drawn, label=f"{weight}{of}", shrink=0.85)
    if high > low:
        bar.ax.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if high < 100 * low else (1,)))
        bar.ax.yaxis.set_minor_formatter(ticker.NullFormatter())
    if weight == "bytes":
        bar.ax.yaxis.set_major_formatter(ticker.EngFormatter("B"))
    bar.outline.set_visible(False)
    drawn.spines[:].set_color(look.FAINT)
    drawn.tick_params(length=3, color=look.REST)
    return drawn
