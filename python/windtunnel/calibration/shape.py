"""The shape of a machine: its classes of links, and which of them a message between two ranks crosses."""

from __future__ import annotations

import copy
import re
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from windtunnel.command import call
from windtunnel.errors import InputError
from windtunnel.inputs import read_toml
from windtunnel.platform import toml_key, toml_value

__all__ = ["Shape", "fill_host", "platform_text", "read_shape"]

#: What a platform needs to be read, for values that the shape leaves open.
OPEN = {"bandwidth": "1 GB/s", "latency": "1 us"}
OPEN_HOST: dict[str, Any] = {"speed": "1 Gflop/s", "cache": "100 GB/s", "memory": {"bandwidth": "20 GB/s", "copy": "5 GB/s", "latency": "500 ns"}}


@dataclass
class Shape:
    """A platform file whose links may lack values."""

    path: Path
    #: The file's contents.
    tables: dict[str, Any]
    _routes: dict[tuple[int, int], list[tuple[str, str]]] = field(default_factory=dict)

    @property
    def classes(self) -> list[str]:
        """Names of the classes of links."""
        return list(self.tables["topology"].get("links", {}))

    def filled(self) -> dict[str, Any]:
        """The tables with something for every value that is left open."""
        full = copy.deepcopy(self.tables)
        for values in full["topology"].get("links", {}).values():
            for key, value in OPEN.items():
                values.setdefault(key, value)
        fill_host(full.setdefault("host", {}))
        return full

    def route(self, source: int, target: int) -> list[tuple[str, str]]:
        """Links between two hosts, each with its class. Raises :class:`InputError`."""
        pair = (source, target)
        if pair not in self._routes:
            with tempfile.TemporaryDirectory(prefix="windtunnel-") as folder:
                file = Path(folder) / self.path.name
                file.write_text(platform_text(self.filled()), encoding="utf-8")
                shown = call(["platform", "route", str(file), self.host(source), self.host(target)])
            if shown.status != 0:
                raise InputError(f"{self.path}: {shown.message.rpartition(': ')[2]}", shown.command, 2)
            rows = [line.split() for line in shown.out.splitlines()[1:-1]]
            self._routes[pair] = [(row[0], row[1]) for row in rows if row[1] in self.classes]
        return self._routes[pair]

    def host(self, number: int) -> str:
        """Name of a host."""
        names = self.tables.get("host", {}).get("names")
        if isinstance(names, list) and number < len(names) and "[" not in "".join(names):
            return str(names[number])
        return f"host{number}"

    def first_class(self) -> str:
        """The class of links that a host's messages enter first."""
        return self.route(0, 1)[0][1]

    def first_rate(self) -> float | None:
        """Bytes per second of these links, if the shape says it."""
        given = self.tables["topology"]["links"][self.first_class()].get("bandwidth")
        match = re.fullmatch(r"([\d.]+) ?([kMGT]?)(B|bit)/s", given) if isinstance(given, str) else None
        return float(match[1]) * 1000.0 ** " kMGT".index(match[2] or " ") / (8 if match[3] == "bit" else 1) if match else None

    def crossed(self, pairs: list[tuple[int, int]]) -> dict[str, int]:
        """The most messages that one link of each class carries, if these are sent at once."""
        carried = Counter(link for source, target in pairs for link in self.route(source, target))
        most: dict[str, int] = {}
        for (_, kind), count in carried.items():
            most[kind] = max(count, most.get(kind, 0))
        return most


def fill_host(host: dict[str, Any]) -> list[str]:
    """Completes ``[host]`` with something for every value that has to be there; the keys that were added."""
    added = [] if "speed" in host else ["speed"]
    host.setdefault("speed", OPEN_HOST["speed"])
    for level in host.get("levels", []):
        level.setdefault("latency", OPEN_HOST["memory"]["latency"])
    if "cache" in host:
        host["cache"].setdefault("bandwidth", OPEN_HOST["cache"])
    memory = host.setdefault("memory", {})
    for key, value in OPEN_HOST["memory"].items():
        # Levels have the latencies of a host.
        if key not in memory and not (key == "latency" and host.get("levels")):
            memory[key] = value
            added.append(f"memory.{key}")
    return added


def read_shape(path: Path) -> Shape:
    """Reads a platform file. Raises :class:`InputError`."""
    tables = read_toml(path)
    links = tables.get("topology", {}).get("links") if isinstance(tables.get("topology"), dict) else None
    if not isinstance(links, dict) or not links or not all(isinstance(values, dict) for values in links.values()):
        raise InputError(f"{path}: expected a shape: a platform file with a table [topology.links.CLASS] for each class of links")
    if dotted := [name for name in links if "." in name]:
        raise InputError(f"{path}: topology.links: `{dotted[0]}` is not a class of links; expected a name without dots")
    return Shape(path, tables)


def platform_text(tables: dict[str, Any], notes: dict[str, str] | None = None) -> str:
    """A platform file; ``notes``: a comment for a key, by its name with dots."""
    notes = notes or {}
    lines: list[str] = []

    def entries(name: str, number: int, entry: dict[str, Any]) -> None:
        lines.extend(["", f"[[{name}]]"])
        for key, value in entry.items():
            place = f"{name}.{number}.{key}"
            lines.extend(f"# {note}" for path, note in notes.items() if path == place or path.startswith(f"{place}."))
            lines.append(f"{toml_key(key)} = {toml_value(value)}")

    def write(values: dict[str, Any], name: str) -> None:
        # Tables of a list are written one by one if there is something to say of them.
        listed = {key: f"{name}.{key}" for key, value in values.items() if isinstance(value, list) and any(path.startswith(f"{name}.{key}.") for path in notes)}
        plain = {key: value for key, value in values.items() if not isinstance(value, dict) and key not in listed}
        if name and (plain or not values):
            lines.extend(["", f"[{name}]"])
        for key, value in plain.items():
            note = notes.get(f"{name}.{key}" if name else key)
            if note:
                lines.append(f"# {note}")
            lines.append(f"{toml_key(key)} = {toml_value(value)}")
        for key, place in listed.items():
            for number, entry in enumerate(values[key]):
                entries(place, number, entry)
        for key, value in values.items():
            if isinstance(value, dict):
                write(value, f"{name}.{toml_key(key)}" if name else toml_key(key))

    write(tables, "")
    return "\n".join(lines).lstrip("\n") + "\n"
