"""Keys of a campaign: those of a scenario, dotted, as in ``set.host.cores``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from windtunnel.advice import unknown
from windtunnel.errors import InputError

#: Keys with one value.
PLAIN = frozenset(
    [
        "allocation",
        "arguments",
        "compute",
        "engine",
        "mapping",
        "mode",
        "motif",
        "mpi-library",
        "network",
        "observe",
        "oversubscribe",
        "payload",
        "platform",
        "ppn",
        "program",
        "ranks",
        "repeat",
        "seed",
        "stdin",
        "time-limit",
        "trace",
    ]
)
#: Groups: a key is ``GROUP.NAME``. ``argument.NAME`` is the value of ``{NAME}`` in ``arguments``.
GROUPS = frozenset({"argument", "collective", "environment", "parameters", "set"})


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Dotted keys of nested tables. A table with ``from`` and ``to`` is a value: a range."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        name = f"{prefix}{key}" if prefix else _name(str(key))
        if isinstance(value, Mapping) and not is_range(value):
            flat |= flatten(value, f"{name}.")
        else:
            flat[name] = value
    return flat


def _name(key: str) -> str:
    """The key of a scenario for one in Python: ``mpi_library`` is ``mpi-library``; names in groups stay as they are."""
    group, dot, name = key.partition(".")
    return f"{group.replace('_', '-')}{dot}{name}"


def is_range(value: object) -> bool:
    """Whether a value is a range: a table with ``from`` and ``to``."""
    return isinstance(value, Mapping) and {"from", "to"} <= value.keys()


def check(keys: Iterable[str], place: str) -> None:
    """Raises :class:`InputError` for an unknown key, and names the nearest."""
    for key in keys:
        group, dot, name = key.partition(".")
        if (group in GROUPS and name) if dot else key in PLAIN:
            continue
        if key in GROUPS:
            raise InputError(f"{place}: {key}: expected a table, as in `{key}.NAME = …`")
        raise InputError(f"{place}: {unknown('key', group if dot else key, sorted(PLAIN | GROUPS))}")
