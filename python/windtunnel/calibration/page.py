"""HTML pages: values, data, fit and residuals; no file beside the page is needed."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Mapping, Sequence

from windtunnel.calibration.levels import Level
from windtunnel.calibration.raw import Case

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


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], bad: Iterable[int] = ()) -> str:
    """A table; rows with these numbers are marked."""
    marked = set(bad)
    lines = ["<table><tr>", *(f"<th>{html.escape(head)}</th>" for head in heads), "</tr>"]
    for number, row in enumerate(rows):
        lines.append('<tr class="bad">' if number in marked else "<tr>")
        for cell in row:
            text = f"{cell:.4g}" if isinstance(cell, float) else str(cell)
            lines.append(f"<td{' class=n' if isinstance(cell, int | float) else ''}>{html.escape(text)}</td>")
        lines.append("</tr>")
    return "".join([*lines, "</table>"])


def plots(measured: Mapping[Case, Level], simulated: Mapping[Case, float]) -> str:
    """A plot of times over sizes for each test and parameter with several sizes."""
    groups: dict[tuple[str, int], list[Case]] = {}
    for case in sorted(measured):
        if case.bytes > 0:
            groups.setdefault((case.test, case.param), []).append(case)
    shown = [(name, cases) for name, cases in groups.items() if len({case.bytes for case in cases}) > 2]
    return "".join(_plot(*name, cases, measured, simulated) for name, cases in shown)


def _plot(test: str, param: int, cases: list[Case], measured: Mapping[Case, Level], simulated: Mapping[Case, float]) -> str:
    times = [measured[case].value for case in cases] + [simulated[case] for case in cases if simulated.get(case, 0) > 0]
    x_low, x_high = math.log10(cases[0].bytes), math.log10(cases[-1].bytes)
    y_low, y_high = math.log10(max(min(times), 1e-9)), math.log10(max(max(times), 1e-9))

    def x(size: float) -> float:
        return EDGE + (math.log10(size) - x_low) / max(x_high - x_low, 1e-9) * (WIDE - 1.5 * EDGE)

    def y(time: float) -> float:
        return HIGH - EDGE - (math.log10(max(time, 1e-9)) - y_low) / max(y_high - y_low, 1e-9) * (HIGH - 1.7 * EDGE)

    title = html.escape(f"{test} {param}" if param else test)
    parts = [f'<svg width="{WIDE}" height="{HIGH}"><text x="{EDGE}" y="14">{title}: seconds over bytes</text>']
    for power in range(math.ceil(y_low), math.floor(y_high) + 1):
        at = y(10.0**power)
        parts.append(f'<line class="grid" x1="{EDGE}" x2="{WIDE - 10}" y1="{at:.1f}" y2="{at:.1f}"/><text x="2" y="{at:.1f}">1e{power}</text>')
    for power in range(math.ceil(x_low), math.floor(x_high) + 1):
        at = x(10.0**power)
        parts.append(f'<text x="{at - 8:.1f}" y="{HIGH - 22}">1e{power}</text>')
    line = " ".join(f"{x(case.bytes):.1f},{y(simulated[case]):.1f}" for case in cases if simulated.get(case, 0) > 0)
    parts.append(f'<polyline class="fit" points="{line}"/>')
    for case in cases:
        seen, left = measured[case], x(case.bytes)
        parts.append(f'<line class="data" x1="{left:.1f}" x2="{left:.1f}" y1="{y(seen.low):.1f}" y2="{y(seen.high):.1f}"/>')
        parts.append(f'<circle class="data" cx="{left:.1f}" cy="{y(seen.value):.1f}" r="2"/>')
    return "".join([*parts, "</svg>"])


def page(title: str, parts: Iterable[str]) -> str:
    """A page of these parts."""
    head = f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title><style>{STYLE}</style></head>'
    return f"{head}<body><h1>{html.escape(title)}</h1>{''.join(parts)}</body></html>\n"
