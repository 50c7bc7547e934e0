"""What the programs of points have read besides the files that points consist of: libraries, interpreters, modules, files with
absolute paths. A result holds only as long as these are the same.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from windtunnel.campaign.build import digest
from windtunnel.campaign.point import must_be_given
from windtunnel.campaign.store import Store
from windtunnel.results import Run

#: Keys of the inputs that a program consists of, reads, and has looked for.
KEYS = frozenset(["executable", "library", "missing", "module", "program", "read"])
#: Variables that are not recorded, as the engine reads it, too; ``*`` stands for any ending.
SESSION = tuple((Path(__file__).resolve().parent.parent / "session_variables.txt").read_text(encoding="utf-8").split())
#: Files that are named in a warning.
NAMED = 5


def of(run: Run, folder: Path) -> bytes:
    """What the program of a run has read outside of a folder, the environment that it was given, and why files may be missing."""
    own = {f"{one}/" for one in (folder, folder.resolve())}
    inputs = [
        [one["key"], one["path"], one["sha256"]]
        for one in run.manifest.get("inputs", [])
        if one["key"] in KEYS and not one["path"].startswith(tuple(own))
    ]
    environment = run.host().get("environment", {}) if (run.path / "host.json").exists() else {}
    return json.dumps([inputs, environment, run.manifest.get("inputs_lack", [])]).encode()


class Reads:
    """Compares what points have read with what is there now. Each file is looked at once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[tuple[str, frozenset[str]], bool] = {}
        #: Variables that had other values when a stored point was run.
        self.variables: set[str] = set()
        #: Why files may be missing from the lists of stored points.
        self.lacks: set[str] = set()

    def hold(self, address: str, given: frozenset[str]) -> bool:
        """Whether all files are the same that a list in the store names. ``given`` are variables that the point sets."""
        key = (address, given)
        if key not in self._known:
            self._known[key] = self._compare(address, given)
        return self._known[key]

    def _compare(self, address: str, given: frozenset[str]) -> bool:
        try:
            inputs, environment, lacks = json.loads((self._store.contents / address).read_bytes())
        except (OSError, ValueError):
            return False
        if not all(_is_same(key, path, sha256) for key, path, sha256 in inputs):
            return False
        now = _environment()
        names = {name for name in environment.keys() | now.keys() if name not in given and not must_be_given(name)}
        self.variables |= {name for name in names if environment.get(name) != now.get(name)}
        self.lacks |= set(lacks)
        return True


def given(scenario: Mapping[str, Any]) -> frozenset[str]:
    """Names of the variables that a scenario sets."""
    return frozenset(key.partition(".")[2] for key in scenario if key.startswith("environment."))


@functools.cache
def _digest(path: str, state: tuple[int, ...]) -> str:
    return digest(Path(path))


def _is_same(key: str, path: str, sha256: str) -> bool:
    try:
        found = os.stat(path)
        state = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
        return key != "missing" and sha256 in ("", _digest(path, state))
    except OSError:
        return key == "missing" or not sha256


def _environment() -> dict[str, str]:
    """As ``host.json`` has it."""
    starts = tuple(name[:-1] for name in SESSION if name.endswith("*"))
    of_session = {name for name in os.environb if _text(name) in SESSION or (_text(name).startswith(starts) and name != b"WT_PRELOAD")}
    return {_text(name): hashlib.sha256(value).hexdigest() for name, value in os.environb.items() if name not in of_session}


def _text(name: bytes) -> str:
    return name.decode(errors="replace")


def warnings(points: int, variables: Iterable[str], lacks: Iterable[str]) -> list[str]:
    """What to say of variables that had other values when stored points were run, and of lists of their files that may lack some."""
    said = [f"files that points from the store read may have changed unseen: {why}" for why in sorted(lacks)]
    names = sorted(variables)
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    if names:
        said.append(f"the {points} points from the store ran with other values of the environment: {', '.join(names[:NAMED])}{more}")
    return said
