"""HTML pages: values, data, fit and residuals; no file beside the page is needed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from windtunnel.calibration.levels import Level
from windtunnel.calibration.raw import Case
from windtunnel.markup import Html, element

__all__ = ["page", "plots", "table"]

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; color: #222 }
table { border-collapse: collapse; margin: 1em 0; font-size: 13px } th, td { padding: 2px 10px; text-align: left }
th { border-bottom: 1px solid #888 } tr:nth-child(even) td { background: #f5f5f5 }
td.n { text-align: right; font-variant-numeric: tabular-nums } tr.bad td { background: #fde8e4 }
svg { margin: 0 1em 1em 0 } svg text { font: 11px system-ui, sans-serif } .grid { stroke: #ddd } .fit { fill: none; stroke: #c33 }
.data { stroke: #236; fill: #236 }
"""

#: Width and height of a plot, and its margin.
WIDE, HIGH, EDGE = 380, 250, 42


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], bad: Iterable[int] = ()) -> Html:
    """A table; rows with these numbers are marked."""
    marked = set(bad)
    lines = [element("tr", *(element("th", head) for head in heads))]
    for number, row in enumerate(rows):
        lines.append(element("tr", *map(_cell, row), **({"class_": "bad"} if number in marked else {})))
    return element("table", *lines)


def _cell(value: object) -> Html:
    text = f"{value:.4g}" if isinstance(value, float) else value
    return element("td", text, **({"class_": "n"} if isinstance(value, int | float) else {}))


def plots(measured: Mapping[Case, Level], simulated: Mapping[Case, float]) -> Html:
    """A plot of times over sizes for each test and parameter with several sizes."""
    groups: dict[tuple[str, int], list[Case]] = {}
    for case in sorted(measured):
        if case.bytes > 0:
            groups.setdefault((case.test, case.param), []).append(case)
    shown = [(name, cases) for name, cases in groups.items() if len({case.bytes for case in cases}) > 2]
    return Html("".join(_plot(*name, cases, measured, simulated) for name, cases in shown))


def _plot(test: str, param: int, cases: list[Case], measured: Mapping[Case, Level], simulated: Mapping[Case, float]) -> Html:
    times = [measured[case].value for case in cases] + [simulated[case] for case in cases if simulated.get(case, 0) > 0]
    x_low, x_high = math.log10(cases[0].bytes), math.log10(cases[-1].bytes)
    y_low, y_high = math.log10(max(min(times), 1e-9)), math.log10(max(max(times), 1e-9))

    def x(size: float) -> float:
        return EDGE + (math.log10(size) - x_low) / max(x_high - x_low, 1e-9) * (WIDE - 1.5 * EDGE)

    def y(time: float) -> float:
        return HIGH - EDGE - (math.log10(max(time, 1e-9)) - y_low) / max(y_high - y_low, 1e-9) * (HIGH - 1.7 * EDGE)

    def line(of: str, x1: float, x2: float, y1: float, y2: float) -> Html:
        return element("line", class_=of, x1=f"{x1:.1f}", x2=f"{x2:.1f}", y1=f"{y1:.1f}", y2=f"{y2:.1f}")

    parts = [element("text", f"{test} {param}" if param else test, ": seconds over bytes", x=EDGE, y=14)]
    for power in range(math.ceil(y_low), math.floor(y_high) + 1):
        at = y(10.0**power)
        parts += [line("grid", EDGE, WIDE - 10, at, at), element("text", f"1e{power}", x=2, y=f"{at:.1f}")]
    for power in range(math.ceil(x_low), math.floor(x_high) + 1):
        parts.append(element("text", f"1e{power}", x=f"{x(10.0**power) - 8:.1f}", y=HIGH - 22))
    points = " ".join(f"{x(case.bytes):.1f},{y(simulated[case]):.1f}" for case in cases if simulated.get(case, 0) > 0)
    parts.append(element("polyline", class_="fit", points=points))
    for case in cases:
        seen, left = measured[case], x(case.bytes)
        parts.append(line("data", left, left, y(seen.low), y(seen.high)))
        parts.append(element("circle", class_="data", cx=f"{left:.1f}", cy=f"{y(seen.value):.1f}", r=2))
    return element("svg", *parts, width=WIDE, height=HIGH)


def page(title: str, parts: Iterable[Html]) -> str:
    """A page of these parts."""
    meta = Html('<meta charset="utf-8">')
    head = element("head", meta, element("title", title), element("style", Html(STYLE)))
    return f"<!DOCTYPE html>{element('html', head, element('body', element('h1', title), *parts), lang='en')}\n"
