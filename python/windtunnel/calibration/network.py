"""``windtunnel calibrate network``."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from windtunnel.calibration import files
from windtunnel.calibration.fit import FITTED, Fit, held_out, refine
from windtunnel.calibration.levels import levels, numpy
from windtunnel.calibration.page import plots, section, setting, table
from windtunnel.calibration.parameters import Findings, estimate
from windtunnel.calibration.raw import Case, read
from windtunnel.calibration.shape import read_shape
from windtunnel.calibration.tunnel import Tunnel
from windtunnel.errors import InputError
from windtunnel.inputs import parse_toml
from windtunnel.kit import page
from windtunnel.markup import element

__all__ = ["Calibration", "calibrate"]


@dataclass
class Calibration:
    """What is written and said."""

    platform: str
    library: str
    report: str
    summary: list[str]


def calibrate(
    raw: list[Path], shape: Path, start: str, network: str, library_name: str, inside: Sequence[Path] = ()
) -> Calibration:
    """Finds a machine from measurements. Raises :class:`InputError` and :class:`MissingExtra`.

    ``inside``: tables of two ranks of one host.
    """
    numpy()
    measured = read(raw, inside=inside)
    form = read_shape(shape)
    text = files.start_library(start)
    found = estimate(measured, levels(measured), form, parse_toml(text, start).get("protocol", {}))
    if f"links.{found.first}.bandwidth" not in found.values:
        raise InputError(f"{raw[0]}: no ping-pong of at least 4 sizes, or of 2 that are a thousandfold apart: the bandwidth is unknown; measure with all tests")
    heads = [
        f"Calibrated by windtunnel calibrate network from {len(raw)} launch{'es' if len(raw) > 1 else ''}: "
        + ", ".join(path.name for path in [*raw, *inside]),
        f"MPI library: {', '.join(measured.libraries)}; network model: {network}. A comment has a value's 95 % interval and source.",
    ]
    # Of a host's own messages wtcal's plan says; else each rank has a host.
    ppn = None if measured.of("neighbour") and not inside else 1
    with Tunnel() as tunnel:

        def run(now: Findings, cases: list[Case]) -> dict[Case, float]:
            platform = tunnel.file("machine.toml", files.platform_file(now, []))
            library = tunnel.file("library.toml", files.library_file(now, text, library_name, []))
            # wtcal has no neighbour where each rank has a host.
            simulated = [case for case in cases if not inside or case.test != "neighbour"]
            return tunnel.times(simulated, platform, library, network, ppn)

        fit = refine(found, run)
    return Calibration(
        files.platform_file(found, heads), files.library_file(found, text, library_name, heads),
        _report(found, fit, raw, network), _summary(found, fit),
    )


def _off(found: Findings, fit: Fit, cases: Iterable[Case]) -> list[float]:
    return sorted(
        abs(fit.simulated[case] / found.levels[case].value - 1) for case in cases if case in fit.simulated and found.levels[case].value > 0
    )


def _share(errors: list[float], part: float) -> float:
    return errors[min(int(part * len(errors)), len(errors) - 1)] if errors else math.nan


def _summary(found: Findings, fit: Fit) -> list[str]:
    lines = [
        f"{key} = {setting(value.text) if value.text != '' else f'{value.level.value:.4g}'}  ({files.interval_text(key, value.level)})"
        for key, value in found.values.items()
    ]
    held = _off(found, fit, (case for case in held_out(sorted(found.levels)) if case.test in FITTED))
    lines.append(
        f"fit: root mean square of log(measured / simulated) {fit.before:.3f} before, {fit.after:.3f} after, {fit.runs} runs; sizes "
        f"held out: median error {_share(held, 0.5):.1%}, 90th percentile {_share(held, 0.9):.1%}"
    )
    return lines


def _report(found: Findings, fit: Fit, raw: list[Path], network: str) -> str:
    held = held_out(sorted(found.levels))
    values = [
        (key, setting(value.text) or f"{value.level.value:.4g}", files.interval_text(key, value.level), value.source)
        for key, value in found.values.items()
    ]
    tests = sorted({case.test for case in fit.simulated})
    by_test = []
    for test in tests:
        inside = _off(found, fit, (case for case in found.levels if case.test == test and case not in held))
        outside = _off(found, fit, (case for case in found.levels if case.test == test and case in held))
        by_test.append((test, len(inside), _share(inside, 0.5), _share(inside, 0.9), len(outside), _share(outside, 0.5)))
    rows = [
        (str(case), case.ranks, at.value, at.low, at.high, fit.simulated[case], fit.simulated[case] / at.value - 1, "held out" if case in held else "fitted")
        for case, at in sorted(found.levels.items())
        if case in fit.simulated and at.value > 0
    ]
    return page(
        f"Calibration of {found.shape.tables.get('name', found.shape.path.stem)}",
        f"{', '.join(found.measured.libraries)}; {len(raw)} launches; network model {network}",
        [
            section("Values", table(["key", "value", "95 % interval", "source"], values)),
            section("Error by test", table(["test", "cases", "median", "90th percentile", "held out", "their median"], by_test)),
            section(
                "Data and fit",
                element("p", "Points: medians with 95 % intervals. Lines: simulated.", class_="how"), plots(found.levels, fit.simulated),
            ),
            section("Residuals", table(["case", "ranks", "measured, s", "low", "high", "simulated, s", "error", "use"], rows)),
        ],
    )
