"""``windtunnel calibrate program | network | check | storage``, which run this module."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from windtunnel.calibration import commands
from windtunnel.command import begin
from windtunnel.errors import InputError, WindtunnelError


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="windtunnel calibrate", description="A real machine described by measurements.")
    kinds = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    program = kinds.add_parser("program", help="writes the measuring program")
    program.add_argument("--output", "-o", type=Path, default=Path("wtcal.c"))
    network = kinds.add_parser("network", help="finds links and MPI library")
    network.add_argument("measured", type=Path, nargs="+")
    network.add_argument("--platform", "-p", type=Path, required=True)
    network.add_argument("--output", "-o", type=Path, required=True)
    network.add_argument("--library", type=Path, required=True)
    network.add_argument("--start", default="mpich-4.3")
    network.add_argument("--inside", type=Path, action="append", default=[])
    network.add_argument("--ppn", type=int, default=0)
    check = kinds.add_parser("check", help="compares measurements with the prediction")
    check.add_argument("measured", type=Path, nargs="+")
    check.add_argument("--platform", "-p", required=True)
    check.add_argument("--mpi-library")
    check.add_argument("--baseline", type=Path, action="append")
    check.add_argument("--ranks", type=int)
    check.add_argument("--json", action="store_true")
    storage = kinds.add_parser("storage", help="finds devices and servers of a file system")
    storage.add_argument("measured", type=Path, nargs="+")
    for kind in (network, check):
        kind.add_argument("--network", default="flow")
        kind.add_argument("--report", type=Path)
    for kind in (program, network, check):
        kind.add_argument("--force", action="store_true")
    return top


def main(words: list[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    begin()
    options = parser().parse_args(words)
    try:
        run = {"program": commands.program, "network": commands.network, "check": commands.check, "storage": commands.storage}
        return run[options.command](options)
    except (InputError, OSError) as error:
        print(f"windtunnel: {error}", file=sys.stderr)
        return 2
    except WindtunnelError as error:
        print(f"windtunnel: {error.message}", file=sys.stderr)
        return error.status or 1


if __name__ == "__main__":
    sys.exit(main())
