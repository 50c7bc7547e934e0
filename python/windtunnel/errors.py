"""What can go wrong, as exceptions. All are :class:`WindtunnelError`; each says what the command said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from windtunnel.results import Run


class WindtunnelError(Exception):
    """Something went wrong in the tunnel, or before it was started.

    ``message`` says what; ``command`` is the command line that was called (empty if none was), ``status`` its exit
    status (None if it has none).
    """

    def __init__(self, message: str, command: Sequence[str] = (), status: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.command = tuple(command)
        self.status = status


class CommandNotFound(WindtunnelError, FileNotFoundError):
    """The command ``windtunnel`` is not installed where this package looks for it."""

    def __str__(self) -> str:
        return self.message


class MissingExtra(WindtunnelError, ImportError):
    """An optional package is not installed; the message says which extra brings it."""

    def __str__(self) -> str:
        return self.message


class InputError(WindtunnelError, ValueError):
    """Bad input: an option, a platform, a file or a program that can't be loaded (exit status 2)."""


class NoSuchTable(WindtunnelError, KeyError):
    """The run has no such table, most often because it was not asked for with ``observe``."""

    def __str__(self) -> str:
        return self.message


class RunFailed(WindtunnelError):
    """The simulated program failed (exit status 1). ``run`` is what the run has left: all tables as far as it came."""

    def __init__(self, message: str, run: Run, command: Sequence[str] = (), status: int | None = None) -> None:
        super().__init__(message, command, status)
        self.run = run


class ProgramFailed(RunFailed):
    """All ranks finished, but the program's own exit status is not 0 (``run.manifest["program_status"]``)."""


class Aborted(RunFailed):
    """A rank called ``MPI_Abort``."""


class Diagnosed(RunFailed):
    """A deadlock, a mismatched collective, misuse of MPI: the message is the diagnosis, with ranks and source lines."""


class Stopped(RunFailed):
    """The run was stopped: by its time limit, or by a signal."""


class Crashed(RunFailed):
    """A rank crashed; the message names rank, signal, function and line."""


class Defect(WindtunnelError):
    """A defect of Windtunnel's own (exit status 3)."""


#: Which exception an ending (``run.json``) is.
ENDINGS: dict[str, type[RunFailed]] = {
    "finished": ProgramFailed,
    "aborted": Aborted,
    "failed": Diagnosed,
    "stopped": Stopped,
    "crashed": Crashed,
}
