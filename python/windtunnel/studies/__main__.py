"""``windtunnel study``, which runs this module."""

import argparse
import json
import sys
from pathlib import Path

from windtunnel.advice import unknown
from windtunnel.command import begin
from windtunnel.errors import MissingExtra, RunFailed, WindtunnelError
from windtunnel.extras import need
from windtunnel.studies import STUDIES
from windtunnel.studies.lab import RESULTS, STORE, Lab


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="windtunnel study", description="Do a published experiment again.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    listed = commands.add_parser("list", help="the studies that there are")
    listed.add_argument("--json", action="store_true", help="as JSON")
    run = commands.add_parser("run", help="do one: exit status 1 if a stated bound does not hold")
    run.add_argument("name", metavar="NAME", help="as `windtunnel study list` shows it")
    run.add_argument("--small", action="store_true", help="a small machine and few sizes: seconds, for a first look")
    run.add_argument("--out", metavar="FOLDER", type=Path, help="where to write [default: studies-out/NAME]")
    run.add_argument("--force", action="store_true", help="replace a previous study in that folder: its runs, tables and pictures")
    run.add_argument(
        "--network", metavar="MODEL", help="the network model of those studies that leave it open [default: flow]"
    )
    return top


def picture_trouble() -> MissingExtra | None:
    """Why plots cannot be drawn, if they cannot."""
    try:
        need("matplotlib", "plots", "a picture")
    except MissingExtra as error:
        return error
    return None


def main(words: list[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    begin()
    options = parser().parse_args(words)
    if options.command == "list" and options.json:
        entries = [{"name": one.name, "about": one.about, "cost": one.cost, "any_network": one.any_network} for one in STUDIES]
        print(json.dumps(entries, indent=2))
        return 0
    if options.command == "list":
        for study in STUDIES:
            print(f"{study.name}\n    {study.about}\n    {study.cost}")
        return 0
    named = {study.name: study for study in STUDIES}
    chosen = named.get(options.name)
    if chosen is None:
        print(f"windtunnel study: {unknown('study', options.name, named)}", file=sys.stderr)
        return 2
    if options.network is not None and not chosen.any_network:
        open_ones = ", ".join(study.name for study in STUDIES if study.any_network)
        print(f"windtunnel study: --network: `{chosen.name}` does not leave the model open; those that do are {open_ones}", file=sys.stderr)
        return 2
    out = options.out or Path("studies-out") / chosen.name
    interrupted = (out / STORE).is_dir() and not (out / RESULTS).exists()
    if not options.force and not interrupted and out.exists() and (not out.is_dir() or any(out.iterdir())):
        print(f"windtunnel study: {out}: already exists; give another --out, or replace a previous study with --force", file=sys.stderr)
        return 2
    lab = Lab(out, options.small, options.network or "flow")
    try:
        # Before hours of simulation, not after them.
        need("polars", "plots", "a study")
        if (missing := picture_trouble()) is not None:
            print(f"windtunnel study: there will be no pictures: {missing}", file=sys.stderr)
        chosen.run(lab)
    except RunFailed as error:
        print(f"windtunnel study: {error}", file=sys.stderr)
        return 1
    except (WindtunnelError, OSError) as error:
        print(f"windtunnel study: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("windtunnel study: interrupted; the same command goes on", file=sys.stderr)
        return 130
    return lab.finish()


if __name__ == "__main__":
    sys.exit(main())
