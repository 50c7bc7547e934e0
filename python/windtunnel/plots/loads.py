"""Distributions of bytes over links, of several runs over one another."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from windtunnel.command import call
from windtunnel.extras import need
from windtunnel.plots import look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from windtunnel.results import Run

#: All phases together, as the command calls them.
WHOLE = "whole run"


def draw(runs: list[Run], phase: str | None, kind: str, fraction: float, axes: Axes | None) -> Axes:
    """See :meth:`windtunnel.plots.Plots.loads`."""
    axes = look.new_axes(axes, 6.5, 4)
    for run, entry, colour in zip(runs, _loads(runs, phase or WHOLE, kind, fraction), look.colours([str(at) for at in range(len(runs))]).values(), strict=True):
        loads, shares = _steps(entry["distribution"], entry["links"])
        axes.step(loads, shares, where="post", label=run.path.name, color=colour, linewidth=1.8)
        (plateau,) = entry["plateau"].values()
        axes.plot(plateau, fraction, "o", color=colour)
    amount = need("matplotlib.ticker", "plots", "a picture").EngFormatter("B")
    axes.xaxis.set_major_formatter(amount)
    axes.set(xlabel="bytes of a link", ylabel="share of links with at most this load", xlim=(0, None), ylim=(0, 1.02))
    axes.set_title(f"{phase or WHOLE}, {kind}", loc="left")
    axes.grid(color=look.FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.legend(frameon=False, fontsize="small", loc="lower right")
    look.bare(axes)
    return axes


def _loads(runs: list[Run], phase: str, kind: str, fraction: float) -> list[dict[str, Any]]:
    """What the command tells of each run."""
    words = ["links", *(str(run.path) for run in runs), "--phase", phase, "--class", kind, "--plateau", str(fraction), "--json"]
    told = json.loads(call(words).check().out)
    missing = [entry["run"] for entry in told["runs"] if not entry["loads"]]
    if missing:
        raise ValueError(f"{missing[0]}: has no phase `{phase}` with links `{kind}`")
    return [entry["loads"][0] for entry in told["runs"]]


def _steps(distribution: list[list[int]], links: int) -> tuple[list[int], list[float]]:
    """Loads, and the share of links that do not exceed each."""
    loads, shares, links_so_far = [0], [0.0], 0
    for load, count in distribution:
        links_so_far += count
        loads.append(load)
        shares.append(links_so_far / links)
    return loads, shares
