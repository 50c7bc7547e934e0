"""Machines: platform files, composed and modified from Python."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import re
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self, TypeAlias

from windtunnel.advice import in_python, near
from windtunnel.command import call, choices
from windtunnel.errors import InputError
from windtunnel.show import Drawing, Printed, facts

__all__ = ["Host", "Link", "Memory", "Nic", "Platform", "toml_value"]

Value: TypeAlias = "str | int | float | bool | Sequence[Value] | Mapping[str, Value]"


class _Section:
    """A section of a platform file."""

    def keys(self) -> dict[str, Any]:
        """Its keys as in a platform file, without those that are None."""
        found = {}
        for field in fields(self):  # type: ignore[arg-type]  # every section is a dataclass
            value = getattr(self, field.name)
            if value is not None:
                found[field.name] = value.keys() if isinstance(value, _Section) else value
        return found


@dataclass(frozen=True)
class Link(_Section):
    """One direction of a link.

    >>> Link("100 Gb/s", "100 ns").keys()
    {'bandwidth': '100 Gb/s', 'latency': '100 ns'}
    """

    #: With its unit: ``"12.5 GB/s"`` (10⁹ bytes), ``"100 Gb/s"`` (bits), ``"1 GiB/s"``.
    bandwidth: str
    #: With its unit: ``"100 ns"``, ``"1.5 us"``.
    latency: str
    #: Capacity shared by both directions, if the topology supports it.
    limiter: str | None = None


@dataclass(frozen=True)
class Memory(_Section):
    """The memory of a host."""

    #: Bandwidth of the memory bus of one socket, as in ``"100 GB/s"``.
    bandwidth: str
    #: Maximum rate of one message inside a host, as in ``"10 GB/s"``.
    copy: str
    #: Latency of a message inside a host, as in ``"300 ns"``; None if a level of the host holds all cores.
    latency: str | None = None
    #: Sockets (or NUMA domains) per host, each with a memory bus.
    sockets: int = 1


@dataclass(frozen=True)
class Host(_Section):
    """A host; all hosts are alike."""

    #: Speed of one core, as in ``"16 Gflop/s"``.
    speed: str
    #: Its memory.
    memory: Memory
    #: Cores.
    cores: int = 1
    #: Which core each rank gets, as in ``"round-robin:numa"``.
    binding: str | None = None
    #: Nested groups of cores, from the inside out, as in ``[{"name": "L3", "cores": 4, "latency": "300 ns"}]``.
    levels: Sequence[Mapping[str, Any]] | None = None
    #: Caches, as in ``{"level": "L3", "size": "16 MiB", "bandwidth": "200 GB/s"}``.
    cache: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Nic(_Section):
    """A network interface; all are alike."""

    #: NICs per host.
    count: int = 1
    #: Bandwidth in each direction, as in ``"12.5 GB/s"``.
    injection: str | None = None
    #: Messages per second that it sends, as in ``"150 M/s"``.
    message_rate: str | None = None
    #: Time of each message at the NICs of both ends instead, as in ``{"near": "110 ns", "far": "360 ns"}``; ``connections`` and ``fetch`` beside them.
    message_time: Mapping[str, Any] | None = None
    #: Which NIC a rank gets: ``"cores"``, ``"ranks"``, ``"round-robin"``.
    assign: str | None = None
    #: Memory FIFOs and network FIFOs, as in ``{"masks": [0x80, 0x40], "network": 8}``; for the network model ``packet``.
    fifos: Mapping[str, Any] | None = None
    #: The engine between them, as in ``{"bandwidth": "3.4 GB/s"}``.
    engine: Mapping[str, Any] | None = None


class Platform:
    """A machine, as a platform file describes it.

    Values are those of the file: strings with units, numbers, lists. They are validated by :meth:`check` or a run: the
    command knows all topologies and their keys, and reports the location of an error.

    >>> cluster = Platform(
    ...     "cluster", hosts=32, links={"host": Link("25 Gb/s", "1 us")},
    ...     host=Host("10 Gflop/s", Memory("50 GB/s", "8 GB/s", "300 ns"), cores=8), name="One rack")
    >>> cluster.check()
    'One rack: 32 hosts, 256 cores, 96 links; grade C'
    >>> cluster.with_({"topology.links.host.latency": "5 us"}, name="One slow rack")["topology.links.host.latency"]
    '5 us'
    """

    def __init__(
        self,
        topology: str,
        *,
        host: Host | Mapping[str, Any] | None = None,
        nic: Nic | Mapping[str, Any] | None = None,
        links: Mapping[str, Link | Mapping[str, Any]] | None = None,
        name: str | None = None,
        storage: Mapping[str, Any] | None = None,
        flow: Mapping[str, Any] | None = None,
        packet: Mapping[str, Any] | None = None,
        mpi: Mapping[str, Any] | None = None,
        **sizes: Any,
    ) -> None:
        """Composes a machine.

        ``topology`` is its kind (``choices("topologies")`` lists kinds and keys), ``sizes`` are the keys of that kind, as
        in ``children=[24, 24]``, ``links`` its classes of links. ``storage``, ``flow``, ``packet`` and ``mpi`` are the
        sections of the same name: the file system, defaults of the network models ``flow`` and ``packet``, and the MPI library.
        """
        if host is None:
            raise TypeError(
                f"Platform({topology!r}) composes a machine: its host is missing; write host=Host(speed, Memory(bandwidth, copy, "
                f"latency)), or Platform.load({topology!r}) for a shipped machine or a file"
            )
        shape: dict[str, Any] = {"kind": topology, **sizes}
        if links:
            shape["links"] = {key: _plain(link) for key, link in links.items()}
        models = {"storage": storage, "flow": flow, "packet": packet, "mpi": mpi}
        parts = {"topology": shape, "host": host, "nic": nic, **models}
        data: dict[str, Any] = {"name": name if name is not None else topology}
        data |= {key: _plain(part) for key, part in parts.items() if part is not None}
        self._set(data, None)

    def _set(self, data: dict[str, Any], path: Path | str | None) -> None:
        self._data = data
        self._path = path

    @classmethod
    def _of(cls, data: dict[str, Any], path: Path | str | None) -> Self:
        made = cls.__new__(cls)
        made._set(data, path)
        return made

    @classmethod
    def load(cls, platform: str | Path) -> Self:
        """Loads a platform file, or a shipped platform by its name (:meth:`shipped`).

        Raises :class:`InputError` if there is no such platform or it is invalid.

        >>> Platform.load("fat-tree")["topology.children"]
        [24, 24]
        """
        name = str(platform)
        text = call(["platform", "print", "--", name]).check().out
        return cls._of(tomllib.loads(text), name)

    @staticmethod
    def shipped() -> list[str]:
        """Names of the shipped platforms."""
        return [entry["name"] for entry in choices("platforms")]

    @property
    def name(self) -> str:
        """Its name."""
        return str(self._data.get("name", ""))

    def data(self) -> dict[str, Any]:
        """A copy of its data, as nested dictionaries."""
        return copy.deepcopy(self._data)

    def __getitem__(self, key: str) -> Any:
        """The value of a key, as in ``"host.cores"``. Raises ``KeyError`` if the file does not have it."""
        found: Any = self._data
        for part in key.split("."):
            if not isinstance(found, Mapping) or part not in found:
                raise KeyError(f"{key}{near(key, _keys(self._data))}")
            found = found[part]
        return copy.deepcopy(found)

    def with_(self, changes: Mapping[str, Any] | None = None, /, **sections: Any) -> Self:
        """A copy with some keys changed.

        ``changes`` are keys with their sections, as in ``{"host.cores": 8}``; None removes a key. ``sections`` are
        sections to merge, as in ``host={"cores": 8}`` or ``nic=Nic(2)``. It loses its ``grade``, unless one is given, as what
        was measured is another machine.

        >>> torus = Platform.load("torus-3d").with_({"topology.dimensions": [4, 4, 4]}, name="Small torus")
        >>> torus.name, torus["topology.dimensions"]
        ('Small torus', [4, 4, 4])
        """
        data = self.data()
        for key, value in (changes or {}).items():
            *way, last = key.split(".")
            section = data
            for part in way:
                section = section.setdefault(part, {})
                if not isinstance(section, dict):
                    raise InputError(f"{key}: {part} is a value, not a section")
            _merge(section, {last: value})
        _merge(data, sections)
        changed = {*(changes or {}), *sections}
        if changed - {"name"} and "grade" not in changed:
            data.pop("grade", None)
        return self._of(data, None)

    def toml(self) -> str:
        """The text of its platform file."""
        return "".join(_sections(self._data, ()))

    def save(self, path: str | Path) -> Path:
        """Writes its platform file and returns the path. Creates missing folders."""
        file = Path(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        # Renamed into place: a run that is starting in another thread never reads half of it.
        with tempfile.NamedTemporaryFile("w", dir=file.parent, suffix=".toml", delete=False, encoding="utf-8") as half:
            half.write(self.toml())
        os.chmod(half.name, 0o644)
        os.replace(half.name, file)
        return file

    def file(self, folder: str | Path) -> Path | str:
        """Argument for ``-p``: the file or name it was loaded from, or a new file in ``folder`` named by a hash."""
        if self._path is not None:
            return self._path
        text = self.toml()
        slug = re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")[:40] or "platform"
        return self.save(Path(folder) / f"{slug}-{hashlib.sha256(text.encode()).hexdigest()[:10]}.toml")

    def check(self) -> str:
        """Validates it with the command; returns its size and grade in one line.

        Raises :class:`InputError` with line and column in :meth:`toml`.
        """
        return self._command("check").partition(": ")[2].removesuffix("; no errors")

    def show(self) -> str:
        """Its hosts, links by class, diameter, bisection, and all defaults used.

        Raises :class:`InputError` as :meth:`check` does.
        """
        return self._command("show")

    def draw(self, *, hosts: int = 512) -> Drawing:
        """A drawing of hosts, switches and links, with at most about this number of ``hosts``: ``windtunnel platform draw``. A notebook
        shows it; ``.svg`` is the text of the file.

        >>> Platform.load("two-hosts").draw().svg.startswith("<svg")
        True
        """
        with tempfile.TemporaryDirectory(prefix="windtunnel-") as folder:
            out = Path(folder) / "drawing.svg"
            self._command("draw", "--hosts", str(hosts), "--output", str(out))
            return Drawing(out.read_text(encoding="utf-8"))

    def route(self, source: str | int, destination: str | int) -> str:
        """The route between two hosts, link by link, with bandwidths and latencies: ``windtunnel platform route``. Hosts are names,
        as in ``"host0"`` or ``"host0:3"`` with a core, or numbers.

        >>> Platform.load("two-hosts").route(0, 1)
        host0 core 0 (NIC 0) to host1 core 0 (NIC 0)
        ...
        """
        ends = [f"host{end}" if isinstance(end, int) else end for end in (source, destination)]
        return Printed(self._command("route", behind=ends))

    def _command(self, action: str, *options: str, behind: Sequence[str] = ()) -> str:
        with tempfile.TemporaryDirectory(prefix="windtunnel-") as folder:
            file = self.save(Path(folder) / "platform.toml")
            ended = call(["platform", action, *options, "--", str(file), *behind])
            if ended.status:
                ended = type(ended)(ended.command, ended.status, ended.out, ended.err.replace(f"{folder}/", ""))
            return ended.check(in_python).out.strip()

    def _repr_html_(self) -> str:
        entries: dict[str, str] = {}
        for line in self.show().splitlines()[1:]:
            name, _, value = line.strip().partition("  ")
            # Below the links by class come the defaults.
            if not value:
                break
            key = f"links, {name}" if line.startswith("    ") else name
            entries[key] = re.sub(" {2,}", ", ", value.strip())
        return facts(self.name, entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Platform) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self.toml())

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Platform {self.name!r}: {self._data.get('topology', {}).get('kind')}>"


def _keys(data: Mapping[str, Any], before: str = "") -> list[str]:
    """All keys with their sections, as in ``host.cores``."""
    found = []
    for key, value in data.items():
        found += [f"{before}{key}", *(_keys(value, f"{before}{key}.") if isinstance(value, Mapping) else ())]
    return found


def _plain(value: Any) -> Any:
    """A section or value in the form of a platform file."""
    if isinstance(value, _Section):
        return value.keys()
    return copy.deepcopy(dict(value)) if isinstance(value, Mapping) else value


def _merge(section: dict[str, Any], changes: Mapping[str, Any]) -> None:
    for key, value in changes.items():
        value = _plain(value)
        if value is None:
            section.pop(key, None)
        elif isinstance(value, dict) and isinstance(section.get(key), dict):
            _merge(section[key], value)
        else:
            section[key] = value


BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_value(value: object) -> str:
    """A value as TOML: strings quoted, lists and tables on one line.

    Raises :class:`InputError` for values that TOML cannot express.

    >>> toml_value([1, "2 GB/s", True]), toml_value({"from": "a"})
    ('[1, "2 GB/s", true]', '{ from = "a" }')
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            # JSON's escapes are TOML's, but for the delete character.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            return "{ " + ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(toml_value(item) for item in value) + "]"
    raise InputError(f"{value!r} is not a value of a platform file: expected a text, a number, true or false, a list, a table")


def toml_key(key: object) -> str:
    """A key as TOML."""
    text = str(key)
    return text if BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _sections(data: Mapping[str, Any], way: tuple[str, ...]) -> list[str]:
    """The lines of a section: values first, then the sections in it."""
    inner = {key: value for key, value in data.items() if isinstance(value, Mapping)}
    lines = [f"{toml_key(key)} = {toml_value(value)}\n" for key, value in data.items() if key not in inner]
    if lines and way:
        lines.insert(0, f"\n[{'.'.join(map(toml_key, way))}]\n")
    for key, value in inner.items():
        lines += _sections(value, (*way, key))
    return lines
