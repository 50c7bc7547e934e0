"""The inside of a host, and what its NICs take of a message: from measurements of all ranks of a host at once.

Rows of one pair tell latencies and the rate of one copy. Rows in which all ranks exchange tell what many share (a fabric, caches, memory, a
NIC), where they are slower than one pair alone. If they are not, nothing of it is known, and the key is named as one that no row tells.
"""

from __future__ import annotations

import copy
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from windtunnel.calibration.levels import Level, line
from windtunnel.calibration.parameters import (
    INSIDE,
    Findings,
    Value,
    bandwidth_text,
    bytes_of,
    call_time,
    estimate_calls,
    rate_text,
    time_text,
)
from windtunnel.calibration.raw import Case, Measurements
from windtunnel.calibration.shape import Shape
from windtunnel.errors import InputError

__all__ = ["HOST_TESTS", "estimate_host", "host_shape"]

#: Tests of wtcal inside a host that are fitted.
HOST_TESTS = ("core", "pair", "cores", "cores_new", "ring", "flood")
#: From how much slower than one pair alone all ranks at once share something.
SHARED = 1.15
#: Keys that a platform cannot do without.
NEEDED = ("host.memory.bandwidth", "host.cache.bandwidth")
#: Groups of cores whose latencies differ by less are one.
APART = 1.15


@dataclass
class _Inside(Shape):
    """A host as a shape: all messages of two ranks of it cross its memory."""

    def route(self, source: int, target: int) -> list[tuple[str, str]]:
        return [("memory", "memory")]

    @property
    def classes(self) -> list[str]:
        return ["memory"]


@dataclass
class _Host:
    """Measurements of a host and what its shape says."""

    found: Findings
    ppn: int
    levels: list[dict[str, Any]]
    cache: dict[str, Any] | None
    sockets: int
    #: Bytes per second of the link out of a host, as far as it is known.
    link: float | None
    #: Values that other measurements tell.
    known: dict[str, Value]
    missing: dict[str, str] = field(default_factory=dict)

    def groups(self, number: int) -> tuple[int, int]:
        """Cores of a group of a level, and of one of the level before it."""
        return self.levels[number]["cores"], self.levels[number - 1]["cores"] if number else 1

    def level_of(self, a: int, b: int) -> int:
        """The level that a message between two cores belongs to."""
        return next(number for number, level in enumerate(self.levels) if a // level["cores"] == b // level["cores"])

    def time(self, test: str, param: int, size: int) -> Level | None:
        """Of a case of the host; none if it was not measured."""
        return next((at for case, at in self.found.levels.items() if (case.test, case.param, case.bytes) == (test, param, size)), None)

    def sizes(self, test: str, param: int) -> list[int]:
        """Measured with this param, ascending."""
        return sorted(case.bytes for case in self.found.levels if (case.test, case.param) == (test, param))

    def pairs(self, apart: int, test: str = "cores") -> list[tuple[int, int]]:
        """Messages of a round of `cores` or `ring`."""
        if test == "ring":
            return [(rank, (rank + apart) % self.ppn) for rank in range(self.ppn)]
        peers = [(rank, rank - apart if rank // apart % 2 else rank + apart) for rank in range(self.ppn)]
        return [(rank, peer) for rank, peer in peers if peer < self.ppn]

    def crossing(self, number: int, apart: int) -> int:
        """The most messages of a round of `cores` that belong to one group of a level."""
        size = self.levels[number]["cores"]
        counted = Counter(a // size for a, b in self.pairs(apart) if self.level_of(a, b) == number)
        return max(counted.values(), default=0)

    def fits(self, size: int, ranks: int) -> bool:
        """Whether buffers of messages stay in the cache."""
        return self.cache is not None and 2 * size * min(ranks, self.cache_cores) <= bytes_of(self.cache["size"])

    @property
    def cache_cores(self) -> int:
        """Of one cache."""
        assert self.cache is not None
        return next(int(level["cores"]) for level in self.levels if level["name"] == self.cache["level"])


def host_shape(shape: Shape, ppn: int) -> Shape:
    """The shape of a machine with as many cores a host as ranks, if it says nothing of them. Raises :class:`InputError`."""
    tables = copy.deepcopy(shape.tables)
    host = tables.setdefault("host", {})
    if host.setdefault("cores", ppn) != ppn:
        raise InputError(f"{shape.path}: host.cores is {host['cores']}, and {ppn} ranks a host were measured; expected a rank on each core")
    levels, cache = host.get("levels", []), host.get("cache")
    for level in levels:
        if not isinstance(level.get("name"), str) or not isinstance(level.get("cores"), int) or level["cores"] < 2:
            raise InputError(f"{shape.path}: host.levels: expected a name and a number of cores, at least 2, of each level")
    if cache is not None and ("size" not in cache or cache.get("level") not in [level["name"] for level in levels]):
        raise InputError(f"{shape.path}: host.cache: expected a size, and as level the name of one in host.levels")
    return Shape(shape.path, tables)


def _levels(shape: Shape, found: Findings, ppn: int) -> list[dict[str, Any]]:
    """Levels of the shape, or groups of cores with other latencies; the last one holds all cores."""
    given = [dict(level) for level in shape.tables["host"].get("levels", [])]
    if not given and not found.times("core"):
        return []
    if not given:
        times = {case.param: at.value for case, at in found.times("core") if case.bytes == 8}

        def usual(start: int, end: int) -> list[float]:
            return sorted(times[rank] for rank in range(start, end) if rank in times)

        inner = 1
        for cores in [divisor for divisor in range(2, ppn) if ppn % divisor == 0]:
            near, far = usual(inner, cores), usual(cores, min(2 * cores, ppn))
            if cores % inner == 0 and near and far and far[0] > APART * near[-1]:
                given.append({"name": f"{cores} cores", "cores": cores})
                inner = cores
    if not given or given[-1]["cores"] != ppn:
        given.append({"name": "host", "cores": ppn})
    return given


def estimate_host(
    measured: Measurements, levels: dict[Case, Level], shape: Shape, protocol: dict[str, Any], link: float | None, known: dict[str, Value]
) -> tuple[Findings, dict[str, str]]:
    """Values of ``[host]``, ``[nic]`` and ``[mpi.host]``, and why others are not known. Raises :class:`InputError`.

    ``shape``: of :func:`host_shape`; gets the levels that are found. ``link``: bytes per second out of a host, if known. ``known``: what
    other measurements tell.
    """
    ppn = measured.ppn
    found = Findings(measured, levels, _Inside(shape.path, shape.tables), protocol=protocol)
    host = _Host(found, ppn, _levels(shape, found, ppn), shape.tables["host"].get("cache"), shape.tables["host"].get("memory", {}).get("sockets", 1), link, known)
    if host.levels:
        shape.tables["host"]["levels"] = host.levels
    result = Findings(measured, levels, shape, protocol=protocol)
    _one_copy(host, result.values)
    estimate_calls(found)
    for key in INSIDE:
        if f"mpi.{key}" in found.values:
            result.values[f"mpi.host.{key}"] = found.values[f"mpi.{key}"]
        else:
            host.missing[f"mpi.host.{key}"] = "no row of calls and late receives inside a host" if key != "bandwidth_factor" else "sizes of the ping-pong do not differ"
    steps: list[Callable[[_Host, dict[str, Value]], None]] = [_latencies, _memory, _caches, _fabrics, _message_rates, _local, _nic, _injection]
    for step in steps:
        step(host, result.values)
    return result, host.missing


def _latencies(host: _Host, values: dict[str, Value]) -> None:
    less = call_time(host.found, "send") + call_time(host.found, "recv")

    def rest(time: float) -> float:
        return max(time - less, 0.1 * time)

    for number, level in enumerate(host.levels):
        cores, inner = host.groups(number)
        rows = sorted((at for case, at in host.found.times("core") if case.bytes == 8 and inner <= case.param < cores), key=lambda at: at.value)
        key = f"host.levels.{number}.latency"
        if not rows:
            host.missing[key] = f"no `core` of 8 B between ranks that are {inner} to {cores - 1} apart"
            continue
        middle = rows[len(rows) // 2]
        found = Level(rest(middle.value), rest(rows[0].low), rest(rows[-1].high), len(rows))
        values[key] = Value(found, time_text(found.value), f"half a round trip of 8 B between {len(rows)} pairs of {level['name']}, less the calls", free=True)


def _slope(points: list[tuple[int, Level]]) -> float:
    """Seconds a byte between the last two sizes, or of the only one."""
    (size, at) = points[-1]
    if len(points) == 1:
        return at.value / size
    less, before = points[-2]
    return max(at.value - before.value, 0.2 * at.value * (size - less) / size) / (size - less)


def _one_copy(host: _Host, values: dict[str, Value]) -> None:
    """The fastest pair, in caches or beyond: others may be slowed by what lies between them."""
    best: tuple[Level, int] | None = None
    for apart in sorted({case.param for case, _ in host.found.times("core")}):
        sizes = [size for size in host.sizes("core", apart) if size >= 32768]
        for part in ([size for size in sizes if host.fits(size, host.ppn)], [size for size in sizes if not host.fits(size, host.ppn)]):
            times = [at.value for size in part if (at := host.time("core", apart, size))]
            if len(times) >= 2 and (slope := line(part, times)[1]).value > 0 and (best is None or slope.value < best[0].value):
                best = slope, apart
    key = "host.memory.copy"
    if best:
        slope, apart = best
        rate = Level(1 / slope.value, 1 / slope.high, 1 / slope.low if slope.low > 0 else math.inf, slope.count)
        found = Value(rate, bandwidth_text(rate.value), f"slope of `core` {apart} from 32 KiB on, the fastest pair", free=True)
        values[key] = host.found.values["links.memory.bandwidth"] = found
    elif key in host.known:
        host.found.values["links.memory.bandwidth"] = host.known[key]
    else:
        host.missing[key] = "no `core` of two sizes from 32 KiB on"


def _all(host: _Host, test: str, apart: int, keep: Callable[[int], bool]) -> tuple[float, float] | None:
    """Seconds a byte of one rank's message while all exchange, and of one pair alone, for the longest sizes that `keep` takes."""
    points = [(size, at) for size in host.sizes(test, apart) if size >= 2048 and keep(size) and (at := host.time(test, apart, size))]
    alone = [(size, at) for size, _ in points if (at := host.time("pair", apart, size))]
    if points and not alone and "links.memory.bandwidth" in host.found.values:
        return _slope(points[-2:]), 1 / host.found.number("links.memory.bandwidth")
    return (_slope(points[-2:]), _slope(alone[-2:])) if points and len(alone) == len(points) else None


def _shared(host: _Host, values: dict[str, Value], key: str, of: tuple[float, float] | None, messages: int, words: str) -> None:
    """A rate that `messages` of a round share, if all are slower than one alone."""
    if of is None:
        host.missing[key] = f"no {words}"
    elif of[0] < SHARED * of[1]:
        least = messages / of[0]
        host.missing[key] = f"{words}: all at once are as fast as one pair, {bandwidth_text(least)}"
        if key in NEEDED:
            values[key] = Value(Level(least, least, math.inf), bandwidth_text(least), "no row fills it: at least the load seen")
    else:
        rate = messages / of[0]
        values[key] = Value(Level(rate, 0.9 * rate, 1.1 * rate), bandwidth_text(rate), words, free=True)


def _memory(host: _Host, values: dict[str, Value]) -> None:
    cores = -(-host.ppn // host.sockets)
    beyond = lambda size: not host.fits(size, host.ppn)
    # Published tables have rings.
    test = "cores" if host.sizes("cores", 1) else "ring"
    messages = max(_loads(host.pairs(1, test), cores).values())
    _shared(host, values, "host.memory.bandwidth", _all(host, test, 1, beyond), messages, f"`{test}` 1 of the longest messages, which no cache holds")


def _caches(host: _Host, values: dict[str, Value]) -> None:
    if host.cache is None:
        host.missing["host.cache"] = "the shape names none: give its level and size, which are published"
        return
    of = _all(host, "cores", 1, lambda size: host.fits(size, host.ppn) and size > _eager(host))
    _shared(host, values, "host.cache.bandwidth", of, host.cache_cores, "`cores` 1 of messages that caches hold")


def _eager(host: _Host) -> float:
    value = host.found.values.get("mpi.eager_max")
    return value.level.value if value else 0.0


def _fabrics(host: _Host, values: dict[str, Value]) -> None:
    for number, level in enumerate(host.levels):
        key, (_, inner) = f"host.levels.{number}.between.bandwidth", host.groups(number)
        messages = host.crossing(number, inner)
        keep = (lambda size: host.fits(size, host.ppn)) if host.cache else (lambda size: True)
        of = _all(host, "cores_new", inner, keep)
        words = f"`cores_new` {inner}, {messages} messages of a group of {level['name']}"
        if of and messages and (other := _elsewhere(host, values, inner, of[0])):
            host.missing[key] = f"{words}: no slower than {other} lets them"
        else:
            _shared(host, values, key, of if messages else None, messages, words)


def _elsewhere(host: _Host, values: dict[str, Value], apart: int, slope: float) -> str | None:
    """Caches or memory, if they explain the time of all messages without a fabric."""
    for key, name in (("host.cache.bandwidth", "caches"), ("host.memory.bandwidth", "memory")):
        if key not in values or (key == "host.memory.bandwidth" and host.cache):
            continue
        cores = host.cache_cores if key == "host.cache.bandwidth" else -(-host.ppn // host.sockets)
        if slope < SHARED * max(_loads(host.pairs(apart), cores).values()) / values[key].level.value:
            return name
    return None


def _loads(pairs: list[tuple[int, int]], cores: int) -> Counter[int]:
    """Messages by group of cores: one within a group loads it once, one between two groups each of them once."""
    return Counter(group for a, b in pairs for group in {a // cores, b // cores})


def _message_rates(host: _Host, values: dict[str, Value]) -> None:
    for number, level in enumerate(host.levels):
        key, (_, inner) = f"host.levels.{number}.between.message_rate", host.groups(number)
        messages, at, alone = host.crossing(number, inner), host.time("cores", inner, 8), host.time("pair", inner, 8)
        words = f"`cores` {inner} of 8 B, {messages} messages of a group of {level['name']}"
        if not messages or not at or not alone:
            host.missing[key] = f"no {words}"
        elif at.value < SHARED * alone.value:
            host.missing[key] = f"{words}: all at once are as fast as one pair, {rate_text(messages / at.value)}"
        else:
            rate = Level(messages / at.value, messages / at.high, messages / at.low, at.count)
            values[key] = Value(rate, rate_text(rate.value), words, free=True)


def _local(host: _Host, values: dict[str, Value]) -> None:
    """Reductions and copies of one core in its own memory. A simulator counts no time for a copy of the program's."""

    def rate(test: str, keep: Callable[[int], bool]) -> Level | None:
        sizes = [size for size in host.sizes(test, 1) if keep(size)]
        at = host.time(test, 1, sizes[-1]) if sizes else None
        # No core moves a terabyte a second.
        return Level(sizes[-1] / at.value, sizes[-1] / at.high, sizes[-1] / at.low, at.count) if at and at.low > sizes[-1] / 1e12 else None

    def fits(size: int) -> bool:
        return host.fits(size, 1) if host.cache else size <= 65536

    rows = [("mpi.reduction_rate", "reduce_local", fits), ("mpi.copy_rate", "copy", fits)]
    if host.cache:
        rows.append(("host.cache.beyond", "copy", lambda size: not fits(size)))
    for key, test, keep in rows:
        if found := rate(test, keep):
            values[key] = Value(found, bandwidth_text(found.value), f"`{test}` on one core, the longest {'that its cache does not hold' if key.startswith('host') else 'that its cache holds'}")
        else:
            host.missing[key] = f"no `{test}` that takes time"


def _nic(host: _Host, values: dict[str, Value]) -> None:
    count = host.found.shape.tables.get("nic", {}).get("count", 1)
    takes_time = "message_time" in host.found.shape.tables.get("nic", {})
    key = "nic.message_time.near" if takes_time else "nic.message_rate"
    one, whole = host.time("flood", 1, 8), host.time("flood", host.ppn, 8)
    if takes_time:
        host.missing["nic.message_time.far"] = "no row tells which ranks are far of their NIC; taken as near"
        if "connections" in host.found.shape.tables["nic"]["message_time"]:
            host.missing["nic.message_time.connections"] = "`peers` is only reported"
    if not one or not whole:
        host.missing[key] = "no `flood` to a second host"
    elif whole.value < 1.3 * one.value:
        host.missing[key] = f"`flood` of 8 B: {host.ppn} ranks are as fast as one, {rate_text(host.ppn / whole.value)}"
    else:
        rate = Level(host.ppn / whole.value / count, host.ppn / whole.high / count, host.ppn / whole.low / count, whole.count)
        text = time_text(1 / rate.value) if takes_time else rate_text(rate.value)
        level = Level(1 / rate.value, 1 / rate.high, 1 / rate.low, rate.count) if takes_time else rate
        values[key] = Value(level, text, f"`flood` of 8 B from {host.ppn} ranks to a second host", free=True)
    many = {case.param: at.value for case, at in host.found.times("peers")}
    if len(many) > 1 and many[min(many)] > 0:
        share = many[max(many)] / many[min(many)]
        values["peers"] = Value(Level(share, share, share), "", f"time of a message to {max(many)} ranks in turn over that to one: the model has no such cost")


def _injection(host: _Host, values: dict[str, Value]) -> None:
    """Bytes per second of a NIC, if the link behind it carries more."""
    key, size = "nic.injection", 65536
    count = host.found.shape.tables.get("nic", {}).get("count", 1)
    whole = host.time("flood", host.ppn, size)
    if not whole:
        host.missing[key] = f"no `flood` of {size} B to a second host"
        return
    rate = Level(host.ppn * size / whole.value, host.ppn * size / whole.high, host.ppn * size / whole.low, whole.count).scaled(1 / count)
    if host.link is None or rate.value * count > 0.85 * host.link:
        host.missing[key] = f"`flood` of {size} B from {host.ppn} ranks: {bandwidth_text(rate.value)}, no less than the link carries"
    else:
        values[key] = Value(rate, bandwidth_text(rate.value), f"`flood` of {size} B from {host.ppn} ranks to a second host", free=True)
