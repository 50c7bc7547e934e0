"""The commands."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from windtunnel.calibration.compare import LIMIT, Comparison, Difference, Machine, compare
from windtunnel.calibration.levels import Level, numpy
from windtunnel.calibration.network import calibrate
from windtunnel.calibration.page import plots, section, table
from windtunnel.calibration.parameters import time_text
from windtunnel.calibration.raw import read
from windtunnel.calibration.reasons import Suspicion, name_reasons
from windtunnel.calibration.storage import read as read_storage
from windtunnel.calibration.storage import tables
from windtunnel.calibration.tunnel import Tunnel
from windtunnel.errors import InputError
from windtunnel.kit import page
from windtunnel.markup import element


def program(options: argparse.Namespace) -> int:
    """Writes the measuring program."""
    _free([options.output], options.force)
    _write(options.output, files("windtunnel.calibration").joinpath("wtcal.c").read_text(encoding="utf-8"))
    print(f"{options.output}: mpicc -O2 {options.output} -o wtcal && mpirun -n 16 ./wtcal -o raw-1.csv")
    return 0


def network(options: argparse.Namespace) -> int:
    """Finds links and MPI library of a real machine."""
    report = options.report or options.output.with_suffix(".html")
    _free([options.output, options.library, report], options.force)
    done = calibrate(options.measured, options.platform, options.start, options.network, options.library.stem, options.inside, options.ppn)
    for path, text in ((options.output, done.platform), (options.library, done.library), (report, done.report)):
        _write(path, text)
    print("\n".join(done.summary))
    print(f"{options.output}, {options.library}, {report}")
    return 0


def check(options: argparse.Namespace) -> int:
    """Compares measurements with a prediction; status 1 if something is off."""
    numpy()
    report = options.report or Path("check.html")
    # The same command again, with nothing said of a page, replaces the page of the one before.
    again = options.report is None and _is_check(report)
    _free([report], options.force or again)
    measured = read(options.measured, options.ranks)
    baseline = read(options.baseline, options.ranks) if options.baseline else None
    machine = Machine(options.platform, options.mpi_library, options.network, None if measured.of("neighbour") else 1, measured.ppn)
    with Tunnel() as tunnel:
        compared = compare(measured, baseline, machine, tunnel)
        if not compared.differences and not measured.of("work"):
            raise InputError(f"{options.measured[0]}: nothing that can be compared")
        reasons = name_reasons(measured, baseline, compared, machine, tunnel)
    off = compared.off
    _write(report, _check_page(options, compared, reasons))
    if options.json:
        print(json.dumps(_check_data(compared, reasons, report), indent=2))
        return 1 if off or reasons else 0
    for one in off[:SHOWN]:
        print(_line(one))
    if len(off) > SHOWN:
        print(f"... and {len(off) - SHOWN} more: {report}")
    for number, reason in enumerate(reasons, 1):
        print(f"{number}. {reason.text} (explains {reason.explains:.0%}, {reason.lost:.3g} s)")
    print(f"{len(compared.differences)} cases, {len(off)} off by more than {LIMIT:.0%} and by more than chance; {report}")
    return 1 if off or reasons else 0


def storage(options: argparse.Namespace) -> int:
    """Prints devices and servers of a file system."""
    print(tables(read_storage(options.measured)), end="")
    return 0


#: How the title of a check's page begins.
CHECK_TITLE = "Check of "
#: Rows that are printed.
SHOWN = 12


def _line(one: Difference) -> str:
    at, predicted = one.measured, one.predicted
    return f"{one.case!s:<34} measured {time_text(at.value):>10}, predicted {time_text(predicted.value):>10}, {one.ratio:.2f} times"


def _check_data(compared: Comparison, reasons: list[Suspicion], report: Path) -> dict[str, Any]:
    """What a check has found: times in seconds, ``what`` as in :class:`Suspicion`."""
    def interval(at: Level) -> dict[str, float]:
        return {"value": at.value, "low": at.low, "high": at.high}

    return {
        "cases": [
            {
                "case": str(one.case), "ranks": one.case.ranks, "measured": interval(one.measured), "predicted": interval(one.predicted),
                "ratio": one.ratio, "lost": one.lost, "off": one.off,
            }
            for one in compared.differences
        ],
        "reasons": [{"reason": one.text, "what": one.what, "explains": one.explains, "lost": one.lost} for one in reasons],
        "report": str(report),
    }


def _check_page(options: argparse.Namespace, compared: Comparison, reasons: list[Suspicion]) -> str:
    rows = [
        (str(one.case), one.case.ranks, one.measured.value, one.measured.low, one.measured.high, one.predicted.value,
         one.predicted.low, one.predicted.high, one.ratio, one.lost)
        for one in compared.differences
    ]
    marked = [number for number, one in enumerate(compared.differences) if one.off]
    heads = ["case", "ranks", "measured, s", "low", "high", "predicted, s", "low", "high", "ratio", "lost, s"]
    return page(
        f"{CHECK_TITLE}{options.platform}",
        f"{', '.join(map(str, options.measured))}; network model {options.network}",
        [
            section(
                "Reasons",
                table(["reason", "explains", "lost, s"], [(one.text, one.explains, one.lost) for one in reasons])
                if reasons
                else element("p", "None.", class_="missing"),
            ),
            section(
                "Measured and predicted", table(heads, rows, marked),
                plots({one.case: one.measured for one in compared.differences}, {one.case: one.predicted.value for one in compared.differences}),
            ),
        ],
    )


def _is_check(path: Path) -> bool:
    """Whether a file is the page of a check."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return CHECK_TITLE.encode() in file.read(4096)


def _free(paths: Iterable[Path], force: bool) -> None:
    for path in paths:
        if path.exists() and not (force and path.is_file()):
            raise InputError(f"{path}: already exists; give another file, or replace it with --force")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None
