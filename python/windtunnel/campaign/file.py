"""Campaign files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from windtunnel.advice import unknown
from windtunnel.campaign.keys import check, flatten
from windtunnel.errors import InputError
from windtunnel.inputs import read_toml

#: Top-level keys with their types, and how a message says them.
KEYS: dict[str, tuple[type, str]] = {
    "schema": (int, "the number 1"),
    "name": (str, "a text"),
    "sampling": (str, "a text"),
    "points": (int, "a whole number"),
    "seed": (int, "a whole number"),
    "inputs": (list, "a list of files and folders"),
    "keep": (bool, "true or false"),
    "scenario": (dict, "a table"),
    "over": (dict, "a table"),
    "point": (list, "tables, as in [[point]]"),
    "columns": (dict, "a table"),
    "search": (dict, "a table"),
}


@dataclass(frozen=True)
class CampaignFile:
    """What a campaign file says."""

    name: str
    scenario: Mapping[str, Any]
    over: Mapping[str, Any]
    listed: tuple[Mapping[str, Any], ...]
    sampling: str
    points: int | None
    seed: int
    inputs: tuple[str, ...]
    keep: bool
    columns: Mapping[str, str]
    search: Mapping[str, Any] | None


def read(path: Path) -> CampaignFile:
    """Reads a campaign file. Raises :class:`InputError`, with file and place."""
    table = read_toml(path)
    for key, value in table.items():
        if key not in KEYS:
            raise InputError(f"{path}: {unknown('key', key, KEYS)}")
        kind, expected = KEYS[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise InputError(f"{path}: {key}: expected {expected}, found {value!r}")
    name = table.get("name", path.stem)
    if "/" in name or not name.strip("."):
        raise InputError(f"{path}: name: expected a file's name without its folder, found {name!r}")
    if table.get("schema", 1) != 1:
        raise InputError(f"{path}: schema: this version reads 1, found {table['schema']}")
    for key, kind, expected in (("inputs", str, "texts"), ("point", dict, "tables")):
        if not all(isinstance(one, kind) for one in table.get(key, [])):
            raise InputError(f"{path}: {key}: expected {expected}")
    scenario = flatten(table.get("scenario", {}))
    check(scenario, f"{path}: scenario")
    return CampaignFile(
        name,
        scenario,
        flatten(table.get("over", {})),
        tuple(flatten(one) for one in table.get("point", [])),
        table.get("sampling", "list" if "point" in table else "grid"),
        table.get("points"),
        table.get("seed", 1),
        tuple(table.get("inputs", [])),
        table.get("keep", False),
        table.get("columns", {}),
        table.get("search"),
    )
