"""Common style of plots: colours, units, axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from windtunnel.extras import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Computation.
COMPUTE = "#b8c4cc"
#: For whatever needs telling apart: M. Okabe and K. Ito, "Color Universal Design" (2008), told apart by people with any
#: kind of colour vision; yellow last, as it is weak on white.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F3C8D", "#F0E442")
#: What is left over, and lines in the background.
REST = "#6b6b6b"
FAINT = "#d9d9d9"

UNITS = ((1e12, "s"), (1e9, "ms"), (1e6, "µs"), (1e3, "ns"), (1, "ps"))


def pyplot() -> Any:
    """matplotlib's pyplot. Raises :class:`windtunnel.MissingExtra` without matplotlib."""
    return need("matplotlib.pyplot", "plots", "a picture")


def new_axes(axes: Axes | None, width: float, height: float) -> Axes:
    """The given axes, or new ones of a size in inches."""
    if axes is not None:
        return axes
    made: Axes = pyplot().subplots(figsize=(width, height), layout="constrained")[1]
    return made


def bare(axes: Axes) -> None:
    """Removes unnecessary spines."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=3, color=REST)


def time_unit(span: float) -> tuple[float, str]:
    """Picoseconds per unit, and the unit's name, so that a span has few digits."""
    return next(((size, name) for size, name in UNITS if span >= size), UNITS[-1])


def colours(names: list[str]) -> dict[str, str]:
    """A colour for each name, most important first; names beyond the palette share one."""
    return {name: PALETTE[at] if at < len(PALETTE) else REST for at, name in enumerate(names)}


def lighter(colour: str, share: float = 0.55) -> tuple[float, float, float]:
    """A lighter colour."""
    red, green, blue = need("matplotlib.colors", "plots", "a picture").to_rgb(colour)
    return red + (1 - red) * share, green + (1 - green) * share, blue + (1 - blue) * share
