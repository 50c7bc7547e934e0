"""Parts of the pages of a calibration: values, data, fit and residuals, in the look of all pages."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from windtunnel.calibration.levels import Level
from windtunnel.calibration.raw import Case
from windtunnel.markup import Html, element

__all__ = ["figure", "plots", "section", "setting", "table"]

#: Width and height of a plot, and its margins left and below.
WIDE, HIGH, LEFT, BELOW = 400, 250, 56, 34
#: Units at the axes, by the power of ten at which they begin.
SECONDS = {0: "s", -3: "ms", -6: "us", -9: "ns"}
BYTES = {9: "GB", 6: "MB", 3: "kB", 0: "B"}


def section(title: str, *parts: Html) -> Html:
    """A section of a page."""
    return element("section", element("h2", title), *parts)


def figure(*parts: Html) -> Html:
    """A framed part."""
    return element("figure", *parts)


def setting(value: object) -> str:
    """A setting for a reader: lists and tables without brackets, a number that is none as a dash.

    >>> setting([{"up_to": "1 KiB", "time": "3 us"}, {"time": "5 us"}])
    'up to 1 KiB, time 3 us; time 5 us'
    """
    if isinstance(value, Mapping):
        return ", ".join(f"{str(key).replace('_', ' ')} {setting(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(map(setting, value))
    if isinstance(value, float):
        return f"{value:.4g}" if math.isfinite(value) else "–"
    return str(value)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], bad: Iterable[int] = ()) -> Html:
    """A table; rows with these numbers are marked."""
    marked, lines = set(bad), [list(row) for row in rows]
    words = [not all(isinstance(line[at], int | float) for line in lines) for at in range(len(heads))]
    sides = [{"class_": "words"} if word else {} for word in words]
    head = element("tr", *(element("th", name, scope="col", **side) for name, side in zip(heads, sides, strict=True)))
    body = []
    for number, line in enumerate(lines):
        cells = (element("td", setting(value), **side) for value, side in zip(line, sides, strict=True))
        body.append(element("tr", *cells, **({"class_": "off"} if number in marked else {})))
    inner = element("table", element("thead", head), element("tbody", *body))
    long = {"class_": "scroll long", "tabindex": "0"} if len(lines) > 12 else {"class_": "scroll"}
    return figure(element("div", inner, role="region", aria_label=", ".join(filter(None, heads)), **long))


def plots(measured: Mapping[Case, Level], simulated: Mapping[Case, float]) -> Html:
    """A plot of times over sizes for each test and parameter with several sizes."""
    groups: dict[tuple[str, int], list[Case]] = {}
    for case in sorted(measured):
        if case.bytes > 0:
            groups.setdefault((case.test, case.param), []).append(case)
    shown = [(name, cases) for name, cases in groups.items() if len({case.bytes for case in cases}) > 2]
    return element("div", *(_plot(*name, cases, measured, simulated) for name, cases in shown), class_="plots")


def _axis(power: int, units: Mapping[int, str]) -> str:
    """A power of ten with its unit."""
    begin = next((at for at in sorted(units, reverse=True) if power >= at), min(units))
    return f"{10.0 ** (power - begin):g} {units[begin]}"


def _powers(low: float, high: float, most: int) -> range:
    """The powers of ten of an axis that has room for this number of labels."""
    powers = range(math.ceil(low), math.floor(high) + 1)
    return powers[:: max(1, math.ceil(len(powers) / most))]


def _plot(test: str, param: int, cases: list[Case], measured: Mapping[Case, Level], simulated: Mapping[Case, float]) -> Html:
    times = [measured[case].value for case in cases] + [simulated[case] for case in cases if simulated.get(case, 0) > 0]
    x_low, x_high = math.log10(cases[0].bytes), math.log10(cases[-1].bytes)
    y_low, y_high = math.log10(max(min(times), 1e-9)), math.log10(max(max(times), 1e-9))

    def x(size: float) -> float:
        return LEFT + (math.log10(size) - x_low) / max(x_high - x_low, 1e-9) * (WIDE - LEFT - 20)

    def y(time: float) -> float:
        return HIGH - BELOW - (math.log10(max(time, 1e-9)) - y_low) / max(y_high - y_low, 1e-9) * (HIGH - BELOW - 14)

    def line(of: str, x1: float, x2: float, y1: float, y2: float, **more: str) -> Html:
        return element("line", class_=of, x1=f"{x1:.1f}", x2=f"{x2:.1f}", y1=f"{y1:.1f}", y2=f"{y2:.1f}", **more)

    parts = []
    for power in _powers(y_low, y_high, (HIGH - BELOW) // 18):
        at = y(10.0**power)
        parts.append(line("grid", LEFT, WIDE - 10, at, at))
        parts.append(element("text", _axis(power, SECONDS), x=LEFT - 6, y=f"{at + 4:.1f}", text_anchor="end"))
    for power in _powers(x_low, x_high, (WIDE - LEFT) // 64):
        parts.append(element("text", _axis(power, BYTES), x=f"{x(10.0**power):.1f}", y=HIGH - 12, text_anchor="middle"))
    points = " ".join(f"{x(case.bytes):.1f},{y(simulated[case]):.1f}" for case in cases if simulated.get(case, 0) > 0)
    parts.append(element("polyline", points=points, fill="none", stroke="var(--c1)", stroke_width=1.5))
    for case in cases:
        seen, left = measured[case], x(case.bytes)
        parts.append(line("data", left, left, y(seen.low), y(seen.high), stroke="var(--c0)"))
        parts.append(element("circle", cx=f"{left:.1f}", cy=f"{y(seen.value):.1f}", r=2.5, fill="var(--c0)"))
    name = f"{test} {param}" if param else test
    label = f"Times of {name} over sizes, measured and simulated"
    drawing = element("svg", *parts, class_="plot", viewBox=f"0 0 {WIDE} {HIGH}", role="img", aria_label=label)
    return figure(element("div", element("h3", name), class_="bar"), drawing)
