"""The installed command ``windtunnel``: finding it, calling it, and its progress."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO, Any

from windtunnel.errors import CommandNotFound, Defect, InputError, WindtunnelError
from windtunnel.text import shown

__all__ = ["CompletedCommand", "Progress", "call", "choices", "find_command"]

#: Prefix of the command's own lines on stderr.
OWN = "windtunnel: "


@dataclass(frozen=True)
class Progress:
    """Progress of a run, passed to the function given as ``progress=`` a few times per second."""

    #: Simulated picoseconds.
    time_ps: int
    #: Finished ranks.
    finished: int
    #: All ranks.
    ranks: int
    #: Steps of the simulation so far.
    steps: int
    #: Memory of the simulation, bytes.
    memory: int


@dataclass(frozen=True)
class CompletedCommand:
    """Result of a command."""

    #: Command line.
    command: tuple[str, ...]
    #: Exit status.
    status: int
    #: Standard output.
    out: str
    #: Standard error.
    err: str

    @property
    def message(self) -> str:
        """Its error message, without the prefix."""
        text = self.err.strip()
        lines = [line for line in text.splitlines() if not line.startswith("simulated time: ")]
        return "\n".join(line.removeprefix(OWN) for line in lines).strip()

    def check(self, told: Callable[[str], str] = str) -> CompletedCommand:
        """Returns this result if the status is 0. ``told`` turns the message of bad input into the caller's.

        Raises :class:`InputError` for exit status 2, :class:`Defect` for 3, :class:`WindtunnelError` for any other.
        """
        if self.status == 0:
            return self
        message = self.message or f"{' '.join(self.command)}: ended with status {self.status}"
        kind = {2: InputError, 3: Defect}.get(self.status, WindtunnelError)
        raise kind(told(message) if kind is InputError else message, self.command, self.status)


def find_command(name: str = "windtunnel") -> Path:
    """Path of a command of the installation.

    Searched for in ``$WT_PREFIX/bin`` if that variable is set, otherwise next to the Python interpreter, otherwise in ``PATH``.
    Raises :class:`CommandNotFound`.

    >>> find_command().name
    'windtunnel'
    """
    prefix = os.environ.get("WT_PREFIX")
    if prefix:
        command = Path(prefix) / "bin" / name
        if os.access(command, os.X_OK):
            return command
        raise CommandNotFound(f"WT_PREFIX is {prefix}, but there is no {command}")
    beside = Path(sys.prefix) / "bin" / name
    if os.access(beside, os.X_OK):
        return beside
    found = shutil.which(name)
    if found is None:
        raise CommandNotFound(
            f"there is no command {name}: not beside this Python ({beside}) and not in PATH; install Windtunnel into "
            "this environment (pip install), or set WT_PREFIX to where `make install` has put it"
        )
    return Path(found)


@dataclass(frozen=True)
class Surroundings:
    """What commands find where they start."""

    #: Their working folder; None for that of this process.
    folder: Path | None = None
    #: Variables of the environment that they get besides those of this process.
    added: Mapping[str, str] = field(default_factory=dict)
    #: Variables of this process that they do not see.
    withheld: Callable[[str], bool] = lambda name: False


_surroundings: ContextVar[Surroundings] = ContextVar("surroundings", default=Surroundings())  # noqa: B039


@contextmanager
def surroundings(
    folder: Path | None = None, added: Mapping[str, str] | None = None, withheld: Callable[[str], bool] = lambda name: False
) -> Iterator[None]:
    """Commands that are called in this context start in this folder, with variables of the environment added and withheld."""
    token = _surroundings.set(Surroundings(folder, added or {}, withheld))
    try:
        yield
    finally:
        _surroundings.reset(token)


#: Holds the ``PYTHONPATH`` that ``windtunnel`` was given, where the interpreter that it has started got another.
_GIVEN_PATH = "WT_PYTHONPATH"


def begin() -> None:
    """The start of a module that ``windtunnel`` runs. It ends with that command, as the commands that it starts do; these get the
    environment that ``windtunnel`` was given; and what it prints does nothing to a terminal.
    """
    _end_with_parent()
    if _GIVEN_PATH in os.environ:
        os.environ["PYTHONPATH"] = os.environ.pop(_GIVEN_PATH)
    sys.stdout = shown(sys.stdout, sys.stdout.isatty())
    sys.stderr = shown(sys.stderr, True)


#: Names the process whose end is that of the commands it starts, by its number.
_ENDS_WITH = "WT_ENDS_WITH"
#: ``PR_SET_PDEATHSIG`` of Linux.
_SET_DEATH_SIGNAL = 1


def _end_with_parent() -> None:
    """Ends with the command that has started this process, however it ends.

    An interrupt from the keyboard reaches all of them: then this one waits for the others.
    """
    named, parent = os.environ.get(_ENDS_WITH), os.getppid()
    if named != str(parent):
        # It may have been killed before this process has come so far. One between them may also have started this one.
        if named is not None and _has_ended(named):
            raise SystemExit(128 + signal.SIGTERM)
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, interrupt)
    ctypes.CDLL(None).prctl(_SET_DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != parent:
        raise SystemExit(128 + signal.SIGTERM)


def _has_ended(process: str) -> bool:
    """Whether a process has ended: it is gone, or a zombie."""
    try:
        return Path("/proc", process, "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return process.isdecimal()


def ending_with_us() -> dict[str, str]:
    """The environment of commands that end with this process, without what is withheld from them."""
    around = _surroundings.get()
    kept = {name: value for name, value in os.environ.items() if not around.withheld(name)}
    return {**kept, **around.added, _ENDS_WITH: str(os.getpid())}


def call(
    words: Sequence[str],
    *,
    input: str | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> CompletedCommand:
    """Calls ``windtunnel`` with these arguments and waits for it to end.

    ``on_progress`` is called from another thread. An interrupt (Ctrl-C, the notebook's stop button) stops the command,
    waits until it has completed its tables, and raises ``KeyboardInterrupt``. Raises :class:`CommandNotFound`; the
    caller checks the exit status (:meth:`CompletedCommand.check`).

    >>> call(["--version"]).out.split()[0]
    'windtunnel'
    """
    command = (str(find_command()), *words)
    with _memory_file() as out, _memory_file() as err:
        status = _wait(command, out, err, input, on_progress)
        return CompletedCommand(command, status, _text(out), _text(err))


def _memory_file() -> IO[str]:
    """A file without a name, for output that is read as a whole. A file system takes longer, and a pipe would have to be read
    by a thread: processes that outlive the command may hold it.
    """
    return open(os.memfd_create("windtunnel-output"), "w+", encoding="utf-8", errors="replace")


def _text(file: IO[str]) -> str:
    file.seek(0)
    return file.read()


def _wait(
    command: Sequence[str],
    out: IO[str],
    err: IO[str],
    text: str | None,
    on_progress: Callable[[Progress], object] | None,
) -> int:
    with _pipe(on_progress) as pipe:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL if text is None else subprocess.PIPE,
            stdout=out,
            stderr=err,
            encoding="utf-8",
            cwd=_surroundings.get().folder,
            env={
                **ending_with_us(),
                **({} if pipe is None else {"WT_PROGRESS_TO": str(pipe)}),
            },
        )
        try:
            process.communicate(text)
        except BaseException:
            # The command completes its tables when stopped; an interrupt from a terminal has reached it as well.
            process.terminate()
            process.wait()
            raise
        return process.returncode


@contextmanager
def _pipe(on_progress: Callable[[Progress], object] | None) -> Iterator[Path | None]:
    """A named pipe that receives a line for each progress report."""
    if on_progress is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="windtunnel-") as folder:
        pipe = Path(folder) / "progress"
        os.mkfifo(pipe)
        # Open at both ends, so that neither side waits for the other to open it.
        with open(os.open(pipe, os.O_RDWR), "rb+", buffering=0) as both:
            errors: list[Exception] = []
            thread = threading.Thread(target=_read, args=[both.fileno(), on_progress, errors], daemon=True)
            thread.start()
            try:
                yield pipe
            finally:
                both.write(END)
                thread.join()
            if errors:
                raise errors[0]


#: Ends the reader.
END = b"end\n"


def _read(descriptor: int, on_progress: Callable[[Progress], object], errors: list[Exception]) -> None:
    with open(descriptor, "rb", closefd=False) as lines:
        for line in iter(lines.readline, END):
            words = line.split()
            if len(words) != 5 or not all(word.isdigit() for word in words) or errors:
                continue
            try:
                on_progress(Progress(*(int(word) for word in words)))
            except Exception as error:  # noqa: BLE001 The run goes on; it is raised at its end.
                errors.append(error)


def choices(what: str) -> list[dict[str, Any]]:
    """Entries of a list of ``windtunnel list``, such as ``"platforms"`` or ``"networks"``.

    Each entry has ``name`` and ``doc``, and ``details`` of its parameters, if any. Raises :class:`InputError` if there
    is no such list.

    >>> "two-hosts" in [entry["name"] for entry in choices("platforms")]
    True
    """
    entries: list[dict[str, Any]] = json.loads(call(["list", what, "--json"]).check().out)
    return entries
