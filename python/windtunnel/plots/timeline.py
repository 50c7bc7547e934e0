"""Timeline of ranks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from windtunnel.extras import need
from windtunnel.plots import look

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes

    from windtunnel.results import Run

#: Up to this many states each is a mark of its own; above, a picture of points.
MARKS = 20_000
#: Points of such a picture: along time and over ranks.
POINTS = (1600, 1024)
#: MPI functions with a colour of their own; the others share one.
FUNCTIONS = 7
#: Up to this many messages each is an arrow of its own; above there are too many to see any.
ARROWS = 2_000
OTHERS = "other MPI calls"


def draw(
    run: Run, ranks: Iterable[int] | None, window: tuple[float, float] | None, messages: bool, axes: Axes | None
) -> Axes:
    """See :meth:`windtunnel.plots.Plots.timeline`."""
    polars = need("polars", "plots", "a picture")
    start, end = (round(at * 1e12) for at in window) if window else (0, run.simulated_time_ps)
    states = run.timeline.filter((polars.col("end") > start) & (polars.col("start") < end))
    chosen = None if ranks is None else sorted(set(ranks))
    if chosen is not None:
        states = states.filter(polars.col("rank").is_in(chosen))
    frame = states.filter(polars.col("end") > polars.col("start")).collect()
    if frame.is_empty():
        raise ValueError(f"{run.path}: no rank did anything in this window")
    rows = sorted(frame["rank"].unique().to_list()) if chosen is None else chosen
    frame = _coloured(frame, rows, start, end)
    drawn = look.new_axes(axes, 10, min(1.2 + 0.28 * len(rows), 6.5))
    unit, name = look.time_unit(end - start)
    colours = _colours(frame)
    if frame.height <= MARKS:
        _marks(drawn, frame, colours, unit)
    else:
        _points(drawn, frame, colours, len(rows), unit)
    if messages:
        _arrows(drawn, run, rows, start, end, unit)
    drawn.set(xlabel=f"simulated time in {name}", ylabel="rank", xlim=(start / unit, end / unit))
    drawn.set_ylim(len(rows) - 0.5, -0.5)
    _rank_ticks(drawn, rows)
    look.bare(drawn)
    _legend(drawn, colours, bool((frame["waiting"] > 0).any()))
    return drawn


def _coloured(frame: pl.DataFrame, rows: list[int], start: int, end: int) -> pl.DataFrame:
    """Adds the row of each rank, clips times to the window, and groups functions that take little time."""
    polars = need("polars", "plots", "a picture")
    length = polars.col("end") - polars.col("start")
    totals = frame.filter(polars.col("state") != "compute").group_by("state").agg(length.sum().alias("time"))
    shown = totals.sort(["time", "state"], descending=[True, False])["state"].head(FUNCTIONS).to_list()
    state = polars.when(polars.col("state").is_in(["compute", *shown])).then(polars.col("state")).otherwise(
        polars.lit(OTHERS)
    )
    places = polars.DataFrame({"rank": rows, "row": range(len(rows))}, schema_overrides={"rank": frame["rank"].dtype})
    cut = [polars.col("start").clip(lower_bound=start), polars.col("end").clip(upper_bound=end), state.alias("state")]
    # Waiting comes first in a call: what is left of it in the window.
    waits = (polars.col("start") + polars.col("waiting")).clip(start, end)
    placed = frame.with_columns(waits.alias("waited")).with_columns(cut).join(places, on="rank")
    return placed.with_columns((polars.col("waited") - polars.col("start")).clip(lower_bound=0).alias("waiting"))


def _colours(frame: pl.DataFrame) -> dict[str, str]:
    """Colours of the states: computation first, then by time."""
    polars = need("polars", "plots", "a picture")
    totals = frame.group_by("state").agg((polars.col("end") - polars.col("start")).sum().alias("time"))
    names = totals.sort(["time", "state"], descending=[True, False])["state"].to_list()
    functions = look.colours([name for name in names if name not in ("compute", OTHERS)])
    head = {"compute": look.COMPUTE} if "compute" in names else {}
    tail = {OTHERS: look.REST} if OTHERS in names else {}
    return head | functions | tail


def _marks(axes: Axes, frame: pl.DataFrame, colours: dict[str, str], unit: float) -> None:
    """A bar for each state; its waiting part is lighter."""
    collections = need("matplotlib.collections", "plots", "a picture")
    for state, colour in colours.items():
        own = frame.filter(need("polars", "plots", "a picture").col("state") == state)
        whole = own.select("row", "start", "end").rows()
        waits = [(row, start, start + wait) for row, start, wait in own.select("row", "start", "waiting").rows() if wait]
        for bars, shade in ((whole, colour), (waits, look.lighter(colour))):
            corners = [
                [(a / unit, row - 0.4), (b / unit, row - 0.4), (b / unit, row + 0.4), (a / unit, row + 0.4)]
                for row, a, b in bars
            ]
            axes.add_collection(collections.PolyCollection(corners, facecolors=[shade], linewidths=0), autolim=False)


def _points(axes: Axes, frame: pl.DataFrame, colours: dict[str, str], rows: int, unit: float) -> None:
    """An image whose pixels have the colour of the state that takes most of their time."""
    numpy = need("numpy", "plots", "a picture")
    rgb = need("matplotlib.colors", "plots", "a picture").to_rgb
    column = need("polars", "plots", "a picture").col
    grid = _Grid(min(POINTS[1], rows), POINTS[0], *frame.select(column("start").min(), column("end").max()).row(0))
    picture, most = numpy.ones((grid.height, grid.width, 3)), numpy.zeros((grid.height, grid.width))
    for state, colour in colours.items():
        own = frame.filter(column("state") == state)
        row, start, end = own["row"].to_numpy() * grid.height // rows, own["start"].to_numpy(), own["end"].to_numpy()
        waited = start + own["waiting"].to_numpy()
        for begin, stop, shade in ((start, waited, look.lighter(colour)), (waited, end, rgb(colour))):
            time = grid.time(row, begin, stop)
            picture[time > most] = shade
            most = numpy.maximum(most, time)
    extent = (grid.start / unit, grid.end / unit, rows - 0.5, -0.5)
    axes.imshow(picture, extent=extent, aspect="auto", interpolation="nearest")


class _Grid:
    """Pixels of an image: rows, and equal intervals of time."""

    def __init__(self, height: int, width: int, start: int, end: int) -> None:
        self.height, self.width, self.start, self.end = height, width, start, end

    def time(self, row: Any, start: Any, end: Any) -> Any:
        """How much of each point intervals take, in stretches.

        An interval is a ramp of time passed that begins at its start, less one that begins at its end. A ramp that
        begins in a stretch takes the rest of this stretch, and all of those that follow.
        """
        numpy = need("numpy", "plots", "a picture")
        shape = (self.height, self.width + 2)
        own, later = numpy.zeros(shape[0] * shape[1]), numpy.zeros(shape[0] * shape[1])
        for at, sign in ((start, 1.0), (end, -1.0)):
            place = (at - self.start) * (self.width / (self.end - self.start))
            stretch = numpy.minimum(place.astype(numpy.int64), self.width)
            index = row * shape[1] + stretch
            own += numpy.bincount(index, sign * (1 - (place - stretch)), own.size)
            later += numpy.bincount(index + 1, numpy.full(len(index), sign), own.size)
        whole = own.reshape(shape) + numpy.cumsum(later.reshape(shape), axis=1)
        return whole[:, : self.width]


def _arrows(axes: Axes, run: Run, rows: list[int], start: int, end: int, unit: float) -> None:
    """A line for each message, from the start of its transfer to its arrival."""
    polars = need("polars", "plots", "a picture")
    found = run.messages.filter(
        polars.col("source").is_in(rows) & polars.col("destination").is_in(rows),
        (polars.col("delivered") > start) & (polars.col("start") < end),
    )
    sent = found.select("source", "start", "destination", "delivered").collect().rows()
    if len(sent) > ARROWS:
        raise ValueError(f"{len(sent):,} messages are too many for arrows (at most {ARROWS:,}): give fewer ranks or a window")
    row = {rank: at for at, rank in enumerate(rows)}
    lines = [[(a / unit, row[source]), (b / unit, row[target])] for source, a, target, b in sent]
    collections = need("matplotlib.collections", "plots", "a picture")
    strength = 0.9 if len(lines) < 200 else 0.35
    kind = {"linewidths": 0.7, "colors": "#222222", "alpha": strength}
    axes.add_collection(collections.LineCollection(lines, **kind), autolim=False)
    if lines:
        times, places = zip(*(line[1] for line in lines), strict=True)
        axes.scatter(times, places, s=5, color="#222222", alpha=strength, linewidths=0, zorder=3)


def _rank_ticks(axes: Axes, rows: list[int]) -> None:
    """Labels rows by rank, since some ranks may be omitted."""
    every = max(1, -(-len(rows) // 16))
    step = next(step for size in (1, 10, 100, 1000, 10_000, 100_000) for step in (size, 2 * size, 4 * size, 5 * size) if step >= every)
    axes.set_yticks(range(0, len(rows), step), [str(rank) for rank in rows[::step]])


def _legend(axes: Axes, colours: dict[str, str], waiting: bool) -> None:
    patches = need("matplotlib.patches", "plots", "a picture")
    entries = [patches.Patch(color=colour, label=name) for name, colour in colours.items()]
    if waiting:
        functions = [colour for name, colour in colours.items() if name != "compute"]
        entries.append(patches.Patch(facecolor=look.lighter(functions[0]), label="lighter: waiting for others"))
    axes.legend(handles=entries, loc="lower left", bbox_to_anchor=(0, 1), ncols=4, frameon=False, fontsize="small")
