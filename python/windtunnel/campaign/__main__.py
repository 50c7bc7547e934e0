"""``windtunnel campaign``, which runs this module."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

from windtunnel.campaign import reads
from windtunnel.campaign.campaign import STORE, Campaign, CampaignResult
from windtunnel.campaign.cluster import DaskExecutor
from windtunnel.campaign.dataset import check_writable
from windtunnel.campaign.runner import CampaignProgress
from windtunnel.command import begin
from windtunnel.errors import InputError, WindtunnelError

#: Seconds between two reports of progress, on a terminal and elsewhere.
PACE = (0.2, 10.0)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(
        prog="windtunnel campaign", description="Runs many points of a space; those that were run before are not run again."
    )
    top.add_argument("file", metavar="FILE", type=Path, help="the campaign file")
    top.add_argument(
        "--store", metavar="FOLDER", type=Path, default=STORE, help=f"results of all campaigns [default: {STORE}]"
    )
    top.add_argument("-o", "--output", metavar="FILE", type=Path, help="the data set [default: runs/NAME.parquet]")
    top.add_argument("--jobs", metavar="N", type=int, help="points at once [default: as many as cores and memory hold]")
    top.add_argument(
        "--dask", metavar="ADDRESS", help="run on a Dask cluster: address of its scheduler, or its scheduler file"
    )
    top.add_argument(
        "--retry-failed", action="store_true", help="run points again that failed, also those whose failure is stored"
    )
    top.add_argument("--list", action="store_true", help="print the points instead of running them")
    top.add_argument("--json", action="store_true", help="print them as JSON")
    top.add_argument("-q", "--quiet", action="store_true", help="no progress")
    return top


class Reporter:
    """Prints progress on stderr."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._last = time.monotonic()

    def __call__(self, progress: CampaignProgress) -> None:
        """Prints it if the last report is long enough ago."""
        now = time.monotonic()
        if now - self._last < PACE[0 if self._terminal else 1]:
            return
        self._last = now
        text = summary(progress)
        print(f"\r\x1b[K{text}" if self._terminal else text, end="" if self._terminal else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Clears the line."""
        if self._terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def summary(progress: CampaignProgress) -> str:
    """One line about a campaign."""
    parts = [
        f"{progress.stored + progress.run} of {progress.total} points",
        f"{progress.stored} from the store",
        f"{progress.failed} failed",
    ]
    if progress.run:
        parts.append(f"{progress.seconds / progress.run:.3g} s a point")
        parts.append(f"{progress.cpu_seconds / progress.run:.3g} s of CPU a run")
    left = progress.seconds_left
    if left:
        parts.append(f"about {left:.0f} s left")
    return ", ".join(parts)


def best(campaign: Campaign, result: CampaignResult) -> str:
    """A line about what a search has found."""
    assert campaign.search is not None
    if result.best is None:
        return "no point meets the bounds"
    row = result.table.row(result.best, named=True)
    names = [*campaign.space.names, campaign.search.column, *(bound.column for bound in campaign.search.bounds)]
    return "best: " + ", ".join(
        f"{name}={row[name]:.6g}" if isinstance(row[name], float) else f"{name}={row[name]}" for name in dict.fromkeys(names)
    )


def run(options: argparse.Namespace) -> CampaignResult | None:
    """Does what the command line says."""
    campaign = Campaign.load(options.file)
    if options.jobs is not None and options.jobs < 1:
        raise InputError(f"--jobs: expected a number from 1, found {options.jobs}")
    if options.list and not campaign.space.rows:
        raise InputError("--list: a search chooses its points while it runs")
    if options.list and options.json:
        print(json.dumps([dict(row) for row in campaign.space], indent=2))
        return None
    if options.list:
        for row in campaign.space:
            print(", ".join(f"{key}={value}" for key, value in row.items()))
        return None
    out = options.output or Path("runs") / f"{campaign.name}.parquet"
    # Before hours of simulation, not after them.
    check_writable(out)
    make: Callable[[], Executor] | None = None if options.dask is None else lambda: DaskExecutor(options.dask)
    reporter = None if options.quiet else Reporter()
    try:
        result = campaign.run(options.store, executor=make, jobs=options.jobs, progress=reporter or False, retry_failed=options.retry_failed)
    finally:
        if reporter is not None:
            reporter.end()
    result.write(out)
    print(f"{summary(result.progress)}\n{out}")
    for said in reads.warnings(result.progress.stored, result.progress.variables, result.progress.lacks):
        print(f"windtunnel campaign: warning: {said}", file=sys.stderr)
    if campaign.search is not None:
        print(best(campaign, result))
    return result


def main(words: list[str] | None = None) -> int:
    """Runs the command; returns the exit status: 1 if a point failed."""
    begin()
    options = parser().parse_args(words)
    try:
        result = run(options)
    except (WindtunnelError, OSError) as error:
        print(f"windtunnel campaign: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("windtunnel campaign: interrupted; the same command goes on", file=sys.stderr)
        return 130
    if result is None or not result.progress.failed:
        return 0
    failed = result.table.filter(result.table["ending"] != "finished")
    for (ending, reason), rows in sorted(failed.group_by("ending", "reason"), key=lambda group: -len(group[1]))[:5]:
        first = str(reason or "").partition("\n")[0]
        folder = result.store.log(rows["point"][0])
        log = "" if folder is None else f" (log: {folder})"
        print(
            f"windtunnel campaign: {ending}, {len(rows)} point{'' if len(rows) == 1 else 's'}: {first}{log}",
            file=sys.stderr,
        )
    if result.progress.by_machine:
        print(
            f"windtunnel campaign: this machine failed {result.progress.by_machine} of these points; the same command runs them again",
            file=sys.stderr,
        )
    return 1


if __name__ == "__main__":
    sys.exit(main())
