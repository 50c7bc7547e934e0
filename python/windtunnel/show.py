"""Views of runs, platforms and campaigns for a notebook, and text of the command at a prompt."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from windtunnel.markup import Html, element

if TYPE_CHECKING:
    from pathlib import Path

    from windtunnel.results import Run

__all__ = ["Drawing", "Printed", "Report", "duration", "facts", "of_run", "rows"]

#: Sizes of a report in a notebook, in CSS.
HIGH = "40em"
#: Most rows of a table.
ROWS = 20
#: Colours of compute and MPI, of waiting and the rest: visible on light and on dark.
SHARES = (
    ("computing", "#0f8f6c"),
    ("in MPI, at work", "#4796d8"),
    ("waiting", "#cf5a14"),
    ("ended, or not yet there", "#858c95"),
)


class Printed(str):
    """A text that a prompt and a notebook show as it is, line by line."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, repr=False)
class Drawing:
    """A drawing as SVG, which a notebook shows."""

    #: The text of the SVG file.
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Drawing: SVG, {len(self.svg)} characters>"


@dataclass(frozen=True, repr=False)
class Report:
    """A report as one HTML page, which a notebook shows in a frame."""

    #: The text of the page.
    page: str
    #: The file, if it was written.
    path: Path | None = None

    def _repr_html_(self) -> str:
        style = f"width: 100%; height: {HIGH}; border: 1px solid #8888; background: white"
        return f'<iframe title="report" style="{style}" srcdoc="{html.escape(self.page)}"></iframe>'

    def __repr__(self) -> str:
        return f"<Report: {'not written' if self.path is None else self.path}, {len(self.page) / 1000:.0f} kB>"


def duration(picoseconds: int | float) -> str:
    """A time with its unit.

    >>> duration(2_479_491_959)
    '2.479 ms'
    """
    for size, unit in ((1e12, "s"), (1e9, "ms"), (1e6, "us"), (1e3, "ns")):
        if abs(picoseconds) >= size:
            return f"{picoseconds / size:.4g} {unit}"
    return f"{picoseconds:.4g} ps" if picoseconds else "0 s"


def facts(title: str, entries: Mapping[str, object]) -> Html:
    """A title, and a table of names and values below it."""
    cell = "text-align: left; padding: 0 1.2em 0 0; vertical-align: top"
    lines = [
        element(
            "tr",
            element("th", name, style=f"{cell}; font-weight: normal; opacity: .7", scope="row"),
            element("td", value, style=cell),
        )
        for name, value in entries.items()
    ]
    return element("div", element("strong", title), element("table", *lines))


def rows(title: str, heads: Sequence[str], lines: Iterable[Sequence[object]], left_out: int = 0) -> Html:
    """A title, and a table below it. Numbers are to the right."""
    side = "text-align: {}; padding: 0 1em 0 0"
    body = []
    for line in lines:
        sides = ["right" if isinstance(value, int | float) else "left" for value in line]
        body.append(
            element("tr", *(element("td", _text(value), style=side.format(at)) for value, at in zip(line, sides, strict=True)))
        )
    head = element("tr", *(element("th", name, style=side.format("left"), scope="col") for name in heads))
    more = [element("p", f"and {left_out} more")] if left_out else []
    return element("div", element("strong", title), element("table", head, *body), *more)


def _text(value: object) -> object:
    """A value for a reader: numbers with four digits, nothing for None."""
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else value


def of_run(run: Run) -> Html:
    """The figures of a run, and where a mean rank's time went."""
    manifest = run.manifest
    whole = run.simulated_time_ps
    entries: dict[str, Any] = {
        "simulated time": duration(whole) if run.ending == "finished" else f"{run.ending}, at {duration(whole)}",
        "ranks": f"{run.size:,} on {manifest['hosts']:,} {'host' if manifest['hosts'] == 1 else 'hosts'}",
        "machine": run.platform_name,
        "network, MPI library": f"{manifest['network']}, {manifest['mpi_library']}",
        "messages": f"{run.messages_total:,}, {run.bytes_total:,} bytes",
    }
    if whole:
        entries["time of a rank"] = _shares(manifest["time"], whole)
    if run.diagnosis:
        entries["diagnosis"] = run.diagnosis
    if run.warnings:
        entries["warnings"] = element("span", *(element("div", warning) for warning in run.warnings))
    entries["run folder"] = f"{run.path}"
    return facts(run.path.name, entries)


def _shares(time: Mapping[str, Any], whole: int) -> Html:
    compute, mpi, waiting = (time[name]["mean_ps"] for name in ("compute", "mpi", "waiting"))
    parts = (compute, mpi - waiting, waiting, max(0, whole - compute - mpi))
    named = [(name, colour, part / whole) for (name, colour), part in zip(SHARES, parts, strict=True) if part > 0.0005 * whole]
    bar = "display: inline-block; height: .8em; width: {:.1f}%; background: {}"
    strip = element(
        "div", *(element("i", style=bar.format(100 * share, colour)) for _, colour, share in named), style="width: 24em"
    )
    words = ", ".join(f"{name} {share:.1%}" for name, _, share in named)
    return element("div", strip, element("div", words))
