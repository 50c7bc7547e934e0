"""The store: a folder of contents and of results, both by their address, shared by all campaigns.

Everything is written beside and then renamed, so that what has a name is complete: a process that is killed leaves only
folders in ``writing``, which the next campaign removes. A point is claimed by a lock on a byte of the file ``locks``
while it runs, so that two campaigns at once don't run it twice; the lock ends with its process.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import struct
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from windtunnel.campaign.build import digest

#: Age in seconds of a folder from which on it may be abandoned: a younger one may not yet be locked.
FRESH = 60
#: ``struct flock`` of Linux on machines of 64 bits: type, whence, start, length, process.
FLOCK = "hhqqi4x"
#: How names of temporary folders begin.
PREFIX = "windtunnel-writing-"


class Store:
    """A folder of results."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).absolute()
        #: Contents by their address.
        self.contents = self.path / "contents"
        #: What is not complete yet.
        self.writing = self.path / "writing"
        #: Files of platforms that were made in Python.
        self.platforms = self.path / "platforms"
        for folder in (self.contents, self.writing):
            folder.mkdir(parents=True, exist_ok=True)
        self._claims = Claims(self.path / "locks")
        remove_abandoned(self.writing)

    def add(self, file: Path) -> str:
        """Keeps a file's contents; gives their address."""
        with scratch_folder(self.writing) as folder:
            copy = folder / "contents"
            shutil.copyfile(file, copy)
            # Of the copy: the file may change at any time.
            address = digest(copy)
            if not (self.contents / address).exists():
                copy.rename(self.contents / address)
        return address

    def keep(self, contents: bytes) -> str:
        """Keeps contents; gives their address."""
        address = hashlib.sha256(contents).hexdigest()
        if not (self.contents / address).exists():
            with scratch_folder(self.writing) as folder:
                (folder / "contents").write_bytes(contents)
                (folder / "contents").rename(self.contents / address)
        return address

    def point(self, address: str) -> Path:
        """The folder of a point."""
        return self.path / "points" / address[:2] / address

    def failure(self, address: str) -> Path:
        """The folder of a point whose last run the machine failed: its log is kept there, but it has no result."""
        return self.path / "failures" / address[:2] / address

    def log(self, address: str) -> Path | None:
        """The folder with the log of a point's last run, None if there is none."""
        return next((one for one in (self.failure(address), self.point(address)) if (one / "log.txt").exists()), None)

    def result(self, address: str, keep: bool = False) -> dict[str, Any] | None:
        """The result of a point, None if it is still to be run. With ``keep`` only one whose run folder was kept."""
        folder = self.point(address)
        try:
            found: dict[str, Any] = json.loads((folder / "result.json").read_bytes())
        except (OSError, ValueError):
            # A result that a power failure has emptied is none.
            return None
        return found if not keep or not found.get("has_run") or (folder / "run").is_dir() else None

    def save(
        self,
        address: str,
        result: Mapping[str, Any],
        log: str,
        files: Mapping[str, bytes],
        run: Path | None = None,
        by_machine: bool = False,
    ) -> None:
        """Saves the result of a point, its log, and its run folder: its ``files``, or ``run / "run"``, which is taken over.
        What the machine has failed is kept apart until the point has a result.
        """
        with scratch_folder(self.writing) as made:
            made.chmod(self.writing.stat().st_mode & 0o777)
            if run is not None:
                (run / "run").rename(made / "run")
                run.rmdir()
            final = self.failure(address) if by_machine else self.point(address)
            for name, contents in files.items():
                file = made / "run" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                with naming(final / "run" / name):
                    file.write_bytes(contents)
            if log:
                with naming(final / "log.txt"):
                    (made / "log.txt").write_text(log, encoding="utf-8")
            with naming(final / "result.json"):
                (made / "result.json").write_text(json.dumps(result, indent=1), encoding="utf-8")
            final.parent.mkdir(parents=True, exist_ok=True)
            try:
                made.rename(final)
            except OSError:
                if not final.is_dir():
                    raise
                # An emptied result, one without its run folder, a failure, or that of another campaign without locks.
                with scratch_folder(self.writing) as former:
                    final.rename(former / "point")
                    made.rename(final)
        if not by_machine:
            shutil.rmtree(self.failure(address), ignore_errors=True)

    def retain(self, addresses: Collection[str]) -> None:
        """Removes the results of all other points."""
        for folder in [*(self.path / "points").glob("*/*"), *(self.path / "failures").glob("*/*")]:
            if folder.name not in addresses:
                shutil.rmtree(folder, ignore_errors=True)

    def claim(self, address: str) -> Claim | None:
        """Claims a point, None if another campaign is running it."""
        return self._claims.take(address)


@contextlib.contextmanager
def naming(file: Path) -> Iterator[None]:
    """Names the file in an error of the system that names none, as those of writing do."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(file)
        raise


def remove_abandoned(writing: Path) -> None:
    """Removes what processes that were killed have left of :func:`scratch_folder`."""
    for folder in writing.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            if time.time() - folder.stat().st_mtime < FRESH:
                continue
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                if _lock(descriptor):
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(descriptor)


def new_folder(writing: Path | None) -> Path:
    """A new folder for what has to be taken over within :data:`FRESH` seconds: without a lock it may be removed then."""
    return Path(tempfile.mkdtemp(prefix=PREFIX, dir=writing))


@contextlib.contextmanager
def scratch_folder(writing: Path | None) -> Iterator[Path]:
    """A temporary folder, in a store's ``writing`` or elsewhere. Locked while its process lives."""
    folder = new_folder(writing)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _lock(descriptor)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(descriptor)


class Claims:
    """The rights to run points: locks on bytes of a file, each at the place that a hash of the address says. No file is made
    and removed for each of them, which takes a file system longer than all else about a small point.
    """

    def __init__(self, file: Path) -> None:
        # Open as long as the store is used.
        self._file = open(os.open(file, os.O_RDWR | os.O_CREAT, 0o666), "rb", buffering=0)  # noqa: SIM115
        #: Those that are held through this file: its own locks do not exclude each other.
        self._held: set[str] = set()

    def take(self, address: str) -> Claim | None:
        """Claims a point, None if it is claimed."""
        if address in self._held or not self._lock(address, fcntl.F_WRLCK):
            return None
        self._held.add(address)
        return Claim(self, address)

    def release(self, address: str) -> None:
        """Gives it back."""
        self._held.discard(address)
        self._lock(address, fcntl.F_UNLCK)

    def _lock(self, address: str, kind: int) -> bool:
        """Whether this lock could be had; true on a file system without locks."""
        place = int(hashlib.sha256(address.encode()).hexdigest()[:15], 16)
        lock = struct.pack(FLOCK, kind, os.SEEK_SET, place, 1, 0)
        try:
            # Of this open file, not of the process: two campaigns of one process exclude each other.
            fcntl.fcntl(self._file, fcntl.F_OFD_SETLK, lock)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True
        return True


@dataclass(frozen=True)
class Claim:
    """The right to run a point. It ends with :meth:`release`, or with the process."""

    _claims: Claims
    _address: str

    def release(self) -> None:
        """Gives it back."""
        self._claims.release(self._address)


def _lock(descriptor: int) -> bool | None:
    """Whether the lock was free and is now held here; None on a file system without locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
