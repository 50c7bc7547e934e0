"""Exceptions. All derive from :class:`WindtunnelError`; messages are those of the command,
with its options as keywords.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from windtunnel.results import Run


class WindtunnelError(Exception):
    """Base of all exceptions.

    ``message`` is the error message; ``command`` the command line that was called (empty if none was), ``status`` its
    exit status (None if it has none).
    """

    def __init__(self, message: str, command: Sequence[str] = (), status: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.command = tuple(command)
        self.status = status


class CommandNotFound(WindtunnelError, FileNotFoundError):
    """The command ``windtunnel`` was not found."""

    def __str__(self) -> str:
        return self.message


class MissingExtra(WindtunnelError, ImportError):
    """An optional package is not installed; the message names the extra that installs it."""

    def __str__(self) -> str:
        return self.message


class InputError(WindtunnelError, ValueError):
    """Bad input: an option, a platform, a file, or a program that cannot be loaded (exit status 2)."""


class NoSuchTable(WindtunnelError, KeyError):
    """The run has no such table, usually because ``observe`` did not request it."""

    def __str__(self) -> str:
        return self.message


class RunFailed(WindtunnelError):
    """The simulated program failed (exit status 1). ``run`` has the results up to that point."""

    def __init__(self, message: str, run: Run, command: Sequence[str] = (), status: int | None = None) -> None:
        super().__init__(message, command, status)
        self.run = run


class ProgramFailed(RunFailed):
    """All ranks finished, but the program's exit status (``run.manifest["program_status"]``) is not 0."""


class Aborted(RunFailed):
    """A rank called ``MPI_Abort``."""


class Diagnosed(RunFailed):
    """A deadlock, a collective mismatch or another MPI error; the message names ranks and source lines."""


class Stopped(RunFailed):
    """The run was stopped by its time limit or a signal."""


class Crashed(RunFailed):
    """A rank crashed; the message names rank, signal, function and line."""


class Defect(WindtunnelError):
    """A defect in Windtunnel (exit status 3)."""


#: Exception for each ending (``run.json``).
ENDINGS: dict[str, type[RunFailed]] = {
    "finished": ProgramFailed,
    "aborted": Aborted,
    "failed": Diagnosed,
    "stopped": Stopped,
    "crashed": Crashed,
}
