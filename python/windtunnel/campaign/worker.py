"""Running one point, on any machine that has the same build of Windtunnel."""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from windtunnel.campaign import reads, start
from windtunnel.campaign.build import build
from windtunnel.campaign.point import Point, must_be_given
from windtunnel.campaign.store import naming, new_folder, remove_abandoned, scratch_folder
from windtunnel.errors import Defect, InputError, WindtunnelError
from windtunnel.results import Run, load_run

#: Most of a run's output that is kept, in characters.
LOG = 1 << 20
#: Free bytes that memory must have to take run folders.
MIN_FREE_MEMORY = 1 << 30
#: Endings that point and program decide, unless the diagnosis tells otherwise. Time limits are not among them: they are those of a machine's clock.
DECIDED = frozenset(["aborted", "failed", "crashed"])
#: Diagnoses of runs that a signal from elsewhere has ended.
KILLED = re.compile(
    r"the simulation was killed \(signal 9\)|the simulation ended by signal|sent by another process|process was ended by signal 9 "
)
#: What messages about a failed system call have, about a program that is not there, and about memory that a file system could
#: not give.
OF_SYSTEM = re.compile(
    r"\(os error \d+\)|\[Errno \d+\]|No space left on device|Cannot allocate memory|Disk quota exceeded|Input/output error"
    "|program not found|SIGBUS"
)


@dataclass(frozen=True)
class Task:
    """What a worker gets. Contents that it lacks are sent only after it has said so."""

    point: Point
    build: str
    #: The store's folders of contents and of what is being written, used if they are there.
    contents: str
    writing: str
    #: Whether to return the run folder.
    keep: bool
    #: Whether the store is on this machine.
    local: bool
    #: How many of its ranks may compute at once, where their blocks are known.
    cores: int
    blobs: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Missing:
    """The contents that a worker lacks."""

    addresses: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """What came of a point."""

    #: Its row: how it ended, why, and its figures.
    result: dict[str, Any]
    #: The program's output.
    log: str
    #: The files of the run folder, if it is to be kept and is not on the store's machine.
    files: dict[str, bytes]
    #: A folder in the store's ``writing`` with the run folder, if it is to be kept and is on the store's machine.
    folder: Path | None = None
    #: What its program has read, if the store's machine ran it: the list of :mod:`windtunnel.campaign.reads`.
    reads: bytes | None = None
    #: Whether the machine is to blame, or may be, and not point and program alone: it is not a result then.
    by_machine: bool = False

    @property
    def has_run(self) -> bool:
        """Whether it has come to a run folder."""
        return bool(self.result.get("has_run"))


def work(task: Task) -> Outcome | Missing:
    """Runs a point."""
    began = time.monotonic()
    if task.build != build():
        reason = "the worker has another build of Windtunnel than the campaign"
        return Outcome(_failed("refused", reason), reason, {}, by_machine=True)
    for address, contents in task.blobs.items():
        _keep(address, contents)
    point = task.point
    addresses = [*(blob.address for blob in point.files.values()), *(one.address for one in point.inputs)]
    sources = {address: _source(address, Path(task.contents)) for address in addresses}
    missing = tuple(address for address, source in sources.items() if source is None)
    if missing:
        return Missing(missing)
    writing = Path(task.writing)
    with scratch_folder(_work_folder_parent(point, writing)) as folder:
        _prepare(point, folder, {address: source for address, source in sources.items() if source is not None})
        at_store = task.keep and task.local
        with scratch_folder(writing if at_store else _run_folder_parent(point)) as runs:
            outcome = _run(point, folder, runs / "run", task.cores)
            if task.local and outcome.has_run and "program" in point.scenario:
                outcome = replace(outcome, reads=reads.of(load_run(runs / "run"), folder))
            if task.keep and outcome.has_run:
                outcome = _with_files(outcome, runs / "run", writing if at_store else None)
    outcome.result["host_total_seconds"] = time.monotonic() - began
    return outcome


def _prepare(point: Point, folder: Path, sources: Mapping[str, Path]) -> None:
    """Puts the files of a point into a folder: copies of those that its program may change, and the others where it looks for
    them.
    """
    (folder / start.WORK).mkdir()
    for name, blob in point.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(sources[blob.address], folder / name)
        if blob.executable:
            (folder / name).chmod(0o755)
    for one in point.inputs:
        place = Path(point.base) / one.path
        where = start.below(folder / start.ROOT, str(place.parent)) / place.name
        # One file may be named by several keys.
        if not where.is_symlink():
            where.symlink_to(sources[one.address])


def _with_files(outcome: Outcome, run: Path, writing: Path | None) -> Outcome:
    """The outcome with its run folder: moved to a folder in ``writing``, else as bytes."""
    if writing is not None:
        folder = new_folder(writing)
        run.rename(folder / "run")
        return replace(outcome, folder=folder)
    files = {str(file.relative_to(run)): file.read_bytes() for file in sorted(run.rglob("*")) if file.is_file()}
    return replace(outcome, files=files)


def _work_folder_parent(point: Point, writing: Path) -> Path | None:
    """Where the files of a point and what its program writes are kept; None for the usual place. In memory if there are none."""
    if "program" not in point.scenario:
        return _memory()
    return writing if writing.is_dir() else None


def _run_folder_parent(point: Point) -> Path | None:
    """Where the run folder of a point is kept until it is read: in memory if it is small, since a disk takes milliseconds to
    make sure of each of its files; None for the usual place.
    """
    return None if "observe" in point.scenario else _memory()


def _memory() -> Path | None:
    """A folder in memory; None if there is none, or not enough."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK) or shutil.disk_usage(memory).free < MIN_FREE_MEMORY:
        return None
    remove_abandoned(memory)
    return memory


def _run(point: Point, folder: Path, out: Path, cores: int) -> Outcome:
    def plain(text: str) -> str:
        return text.replace(f"{folder / start.ROOT}/", "/").replace(f"{folder}/", "").replace(f"{out.parent}/", "")

    try:
        run = start.run(point.scenario, folder, point.base, out, must_be_given, None if point.measures else cores)
    except (WindtunnelError, TypeError, ValueError) as error:
        reason = plain(str(error))
        killed = isinstance(error, WindtunnelError) and error.status is not None and error.status < 0
        ending = "killed" if killed else "defect" if isinstance(error, Defect) else "refused"
        by_point = isinstance(error, InputError | TypeError | ValueError) and not _is_of_system(reason)
        return Outcome(_failed(ending, reason), reason, {}, by_machine=not by_point)
    log = plain("".join((run.stdout, run.stderr)))[-LOG:]
    result = figures(run)
    why = plain(result["reason"] or "")
    result["reason"] = why or None
    log = log or why
    if run.ending != "finished" and KILLED.search(why):
        result["ending"] = "killed"
    by_point = run.ending == "finished" or (result["ending"] in DECIDED and not _is_of_system(why))
    return Outcome(result, log, {}, by_machine=not by_point)


def _is_of_system(reason: str) -> bool:
    """Whether a failure is that of a system call, or looks like one."""
    return OF_SYSTEM.search(reason) is not None


def refused(reason: str) -> Outcome:
    """The outcome of a point that cannot be run, which is known without a run."""
    return Outcome(_failed("refused", reason), reason, {}, by_machine=_is_of_system(reason))


def _failed(ending: str, reason: str) -> dict[str, Any]:
    return {"ending": ending, "reason": reason}


def figures(run: Run) -> dict[str, Any]:
    """The row of a run: how it ended, and its figures."""
    manifest = run.manifest
    status = manifest.get("program_status") or 0
    failed = run.ending == "finished" and status != 0
    host = run.host() if (run.path / "host.json").exists() else {}
    return {
        "ending": "program failed" if failed else run.ending,
        "reason": f"the program's exit status is {status}" if failed else run.diagnosis,
        "program_status": status,
        "has_run": True,
        "simulated_time_ps": run.simulated_time_ps,
        **{f"{name}_ps": manifest["time"][name]["mean_ps"] for name in ("compute", "mpi", "waiting")},
        "messages": run.messages_total,
        "bytes": run.bytes_total,
        "collectives": manifest.get("collectives"),
        "events": manifest.get("events"),
        "host_wall_seconds": host.get("wall_seconds"),
        "host_cpu_seconds": host.get("cpu_seconds"),
        "host_peak_memory_bytes": host.get("peak_memory_bytes"),
    }


# Contents that were sent to this worker.


@functools.cache
def _own_contents() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="windtunnel-contents-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _source(address: str, contents: Path) -> Path | None:
    for folder in (contents, _own_contents()):
        if (folder / address).is_file():
            return folder / address
    return None


def _keep(address: str, contents: bytes) -> None:
    if hashlib.sha256(contents).hexdigest() != address:
        raise ValueError(f"the contents {address} were damaged on their way to the worker")
    descriptor, name = tempfile.mkstemp(dir=_own_contents())
    with naming(Path(name)), open(descriptor, "wb") as file:
        file.write(contents)
    os.rename(name, _own_contents() / address)
