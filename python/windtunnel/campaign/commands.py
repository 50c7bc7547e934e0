"""The runs of ``windtunnel compare``: commands in the current folder, as many at once as this machine holds.

``python -m windtunnel.campaign.commands PLAN`` prints their exit statuses, as JSON. PLAN is JSON: ``runs``, each with its
``words``, run ``folder`` and ``heading`` (null for none), and ``jobs`` (null for as many as fit).
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from windtunnel.campaign.call import Call
from windtunnel.campaign.runner import Runner
from windtunnel.campaign.worker import figures
from windtunnel.command import begin, ending_with_us, find_command
from windtunnel.errors import CommandNotFound, WindtunnelError
from windtunnel.results import load_run

#: Exit status of a command whose input is wrong.
INPUT_ERROR = 2


class _Refused(Exception):
    """The input of a run is wrong, and so is that of all others."""


class _Messages:
    """Headings and messages of all runs on stderr, in the order of the runs."""

    def __init__(self, headings: Sequence[str | None]) -> None:
        self._headings = headings
        self._ended: dict[int, str] = {}
        self._next = 0
        self._headed = -1
        self._lock = threading.Lock()

    def started(self, number: int) -> None:
        """Prints the heading of a run that is next."""
        with self._lock:
            if number == self._next:
                self._head()

    def ended(self, number: int, text: str) -> None:
        """Prints what it can of this run and those after it."""
        with self._lock:
            self._ended[number] = text
            while self._next in self._ended:
                self._head()
                sys.stderr.write(self._ended.pop(self._next))
                self._next += 1
            sys.stderr.flush()

    def _head(self) -> None:
        if self._headed < self._next:
            self._headed = self._next
            if self._headings[self._next] is not None:
                print(self._headings[self._next], file=sys.stderr, flush=True)


def run(plan: Mapping[str, Any]) -> list[int]:
    """Runs the commands of a plan; their exit statuses, or that of one whose input is wrong alone."""
    runs = plan["runs"]
    messages = _Messages([one["heading"] for one in runs])
    calls = [
        Call(Path(one["folder"]), partial(_run, number, one["words"], Path(one["folder"]), messages))
        for number, one in enumerate(runs)
    ]
    try:
        results = Runner(jobs=plan["jobs"]).run(calls)
    except _Refused:
        return [INPUT_ERROR]
    return [results[call.address]["status"] for call in calls]


def _run(number: int, words: Sequence[str], folder: Path, messages: _Messages) -> dict[str, Any]:
    """Runs a command. Only the first one reads the standard input."""
    messages.started(number)
    # What a program prints is not what is compared.
    ended = subprocess.run(
        [find_command(), *words],
        stdin=None if number == 0 else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=ending_with_us(),
        encoding="utf-8",
        errors="replace",
    )
    messages.ended(number, ended.stderr)
    if ended.returncode == INPUT_ERROR:
        raise _Refused
    return figures(load_run(folder)) | {"status": ended.returncode if ended.returncode >= 0 else 1}


def main(words: Sequence[str]) -> int:
    """Prints the exit statuses of the plan's commands."""
    begin()
    try:
        print(json.dumps(run(json.loads(words[0]))))
    except (CommandNotFound, WindtunnelError, OSError) as error:
        print(f"windtunnel: {error}", file=sys.stderr)
        return INPUT_ERROR
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
