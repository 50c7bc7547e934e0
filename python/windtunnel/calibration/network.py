"""``windtunnel calibrate network``."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from windtunnel.calibration import files
from windtunnel.calibration.fit import FITTED, Fit, held_out, refine
from windtunnel.calibration.host import HOST_TESTS, estimate_host, host_shape
from windtunnel.calibration.levels import levels, numpy
from windtunnel.calibration.page import plots, section, setting, table
from windtunnel.calibration.parameters import Findings, estimate
from windtunnel.calibration.raw import Case, Measurements, measures_hosts, read
from windtunnel.calibration.shape import read_shape
from windtunnel.calibration.tunnel import Tunnel
from windtunnel.errors import InputError
from windtunnel.inputs import parse_toml
from windtunnel.kit import page
from windtunnel.markup import Html, element

__all__ = ["Calibration", "calibrate"]


@dataclass
class Calibration:
    """What is written and said."""

    platform: str
    library: str
    report: str
    summary: list[str]


@dataclass
class _Part:
    """Findings from one kind of measurements."""

    found: Findings
    fit: Fit
    #: Tests that are fitted.
    fitted: tuple[str, ...]


def calibrate(
    raw: list[Path], shape: Path, start: str, network: str, library_name: str, inside: Sequence[Path] = (), ppn: int = 0
) -> Calibration:
    """Finds a machine from measurements. Raises :class:`InputError` and :class:`MissingExtra`.

    ``raw``: of one rank a host, of all ranks of a host, or both. ``inside``: tables of two ranks of one host. ``ppn``: ranks on each
    host, where measurements of all of them do not say it.
    """
    numpy()
    if ppn < 0 or ppn == 1:
        raise InputError(f"--ppn {ppn}: expected 2 ranks on each host at least")
    full = [path for path in raw if measures_hosts(path, ppn)]
    between = [path for path in raw if path not in full]
    if ppn and not full:
        raise InputError(f"--ppn {ppn}: {raw[0]}: has no measurements of all ranks of a host; expected those of wtcal --ppn {ppn}, or IMB's Sendrecv")
    text, form = files.start_library(start), read_shape(shape)
    protocol = parse_toml(text, start).get("protocol", {})
    measured = read(between, inside=inside) if between or inside else Measurements()
    inner = read(full, ppn=ppn) if full else None
    if inner:
        form = host_shape(form, inner.ppn)
    found = estimate(measured, levels(measured), form, protocol) if measured.samples else Findings(measured, {}, form, protocol=protocol)
    if measured.samples and f"links.{found.first}.bandwidth" not in found.values:
        raise InputError(f"{raw[0]}: no ping-pong of at least 4 sizes, or of 2 that are a thousandfold apart: the bandwidth is unknown; measure with all tests")
    missing: dict[str, str] = {}
    if inner:
        link = found.values.get(f"links.{form.first_class()}.bandwidth")
        host, missing = estimate_host(inner, levels(inner), form, protocol, link.level.value if link else form.first_rate(), found.values)
    # Of a host's own messages wtcal's plan says; else each rank has a host.
    one = None if measured.of("neighbour") and not inside else 1
    parts = []
    with Tunnel() as tunnel:

        def run(now: Findings, cases: list[Case], here: int = 0) -> dict[Case, float]:
            platform = tunnel.file("machine.toml", files.platform_file(now, []))
            library = tunnel.file("library.toml", files.library_file(now, text, library_name, []))
            # wtcal has no neighbour where each rank has a host.
            simulated = [case for case in cases if not inside or case.test != "neighbour"]
            return tunnel.times(simulated, platform, library, network, one, here=here)

        if measured.samples:
            parts.append(_Part(found, refine(found, run), FITTED))
        if inner:
            known, here = dict(found.values), inner.ppn

            def whole(now: Findings) -> Findings:
                return replace(now, values=known | now.values)

            fit = refine(host, lambda now, cases: run(whole(now), cases, here), fitted=HOST_TESTS)
            parts.append(_Part(host, fit, HOST_TESTS))
            found = replace(whole(host), measured=measured if measured.samples else inner)
    heads = [
        f"Calibrated by windtunnel calibrate network from {len(raw)} launch{'es' if len(raw) > 1 else ''}: "
        + ", ".join(path.name for path in [*raw, *inside]),
        f"MPI library: {', '.join(found.measured.libraries)}; network model: {network}. A comment has a value's 95 % interval and source.",
        *(f"No row tells {key}: {reason}" for key, reason in missing.items()),
    ]
    return Calibration(
        files.platform_file(found, heads), files.library_file(found, text, library_name, heads),
        _report(parts, missing, raw, network), _summary(parts, missing),
    )


def _off(found: Findings, fit: Fit, cases: Iterable[Case]) -> list[float]:
    return sorted(
        abs(fit.simulated[case] / found.levels[case].value - 1) for case in cases if case in fit.simulated and found.levels[case].value > 0
    )


def _share(errors: list[float], part: float) -> float:
    return errors[min(int(part * len(errors)), len(errors) - 1)] if errors else math.nan


def _summary(parts: list[_Part], missing: dict[str, str]) -> list[str]:
    lines = []
    for part in parts:
        found, fit = part.found, part.fit
        lines += [
            f"{key} = {setting(value.text) if value.text != '' else f'{value.level.value:.4g}'}  ({files.interval_text(key, value.level)})"
            for key, value in found.values.items()
        ]
        held = _off(found, fit, (case for case in held_out(sorted(found.levels)) if case.test in part.fitted))
        lines.append(
            f"fit: root mean square of log(measured / simulated) {fit.before:.3f} before, {fit.after:.3f} after, {fit.runs} runs; sizes "
            f"held out: median error {_share(held, 0.5):.1%}, 90th percentile {_share(held, 0.9):.1%}"
        )
    return [*lines, *(f"no row tells {key}: {reason}" for key, reason in missing.items())]


def _report(parts: list[_Part], missing: dict[str, str], raw: list[Path], network: str) -> str:
    first = parts[0].found
    sections = [one for part in parts for one in _sections(part, " inside a host" if part.fitted == HOST_TESTS else "")]
    if missing:
        sections.insert(1, section("What no row tells", table(["key", "why"], list(missing.items()))))
    return page(
        f"Calibration of {first.shape.tables.get('name', first.shape.path.stem)}",
        f"{', '.join(first.measured.libraries)}; {len(raw)} launches; network model {network}",
        sections,
    )


def _sections(part: _Part, of: str) -> list[Html]:
    found, fit = part.found, part.fit
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
    return [
        section(f"Values{of}", table(["key", "value", "95 % interval", "source"], values)),
        section(f"Error by test{of}", table(["test", "cases", "median", "90th percentile", "held out", "their median"], by_test)),
        section(
            f"Data and fit{of}",
            element("p", "Points: medians with 95 % intervals. Lines: simulated.", class_="how"), plots(found.levels, fit.simulated),
        ),
        section(f"Residuals{of}", table(["case", "ranks", "measured, s", "low", "high", "simulated, s", "error", "use"], rows)),
    ]
