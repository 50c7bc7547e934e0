"""Devices and servers of a file system, from measurements by fio and IOR.

With one job at a time an access of k bytes takes a + k / b. From fio's sequential accesses of several sizes follow a and b of a
solid-state device; where random accesses take longer by a fixed time, it is a disk, and that time its seek and half a turn; from
several numbers of jobs follows a measured curve. From IOR's transfers of one task follow the time of a request, and that of an open.
"""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from windtunnel.calibration.parameters import bandwidth_text, time_text
from windtunnel.errors import InputError
from windtunnel.inputs import read_text

__all__ = ["Access", "Found", "read", "tables"]

#: A device whose random accesses take longer by at least this has an arm.
ARM = 1e-3

#: Revolutions per minute that are assumed of a disk: half a turn cannot be told from a seek.
RPM = 7200

#: Suffixes of fio's sizes.
UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


@dataclass(frozen=True)
class Access:
    """A measurement: accesses of one kind, repeated."""

    #: ``fio`` or ``ior``.
    tool: str
    #: ``read`` or ``write``; or ``open``, of which ``seconds`` counts.
    what: str
    random: bool
    bytes: int
    #: How many are under way at once.
    jobs: int
    #: Seconds of each, if there is one at a time: bytes over bandwidth.
    seconds: float
    #: Bytes per second of all jobs together, and its standard error, if it is known.
    rate: float
    error: float
    #: File.
    source: str


@dataclass(frozen=True)
class Found:
    """A value with its interval and where it is from."""

    key: str
    text: str
    interval: str
    source: str

    def line(self) -> str:
        """A line of a platform file."""
        return f"{self.key} = {self.text}  # {self.interval}; {self.source}"


def read(paths: Iterable[Path]) -> list[Access]:
    """Reads results of fio and IOR. Raises :class:`InputError` for a file that is neither, or that has no accesses."""
    found = [access for path in paths for access in _file(path)]
    if not found:
        raise InputError(
            "no accesses were measured: expected fio's read, write, randread or randwrite, or IOR's read or write"
        )
    return found


def _file(path: Path) -> list[Access]:
    text = read_text(path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{path}: not JSON; expected fio --output-format=json, or IOR -O summaryFormat=JSON") from None
    try:
        if isinstance(data, dict) and isinstance(data.get("jobs"), list):
            return list(_fio(data, " ".join(str(path).split())))
        if isinstance(data, dict) and isinstance(data.get("tests"), list):
            return list(_ior(data, " ".join(str(path).split())))
    except ValueError as error:
        raise InputError(f"{path}: not as fio or IOR writes it: {error}") from None
    except KeyError as error:
        raise InputError(f"{path}: not as fio or IOR writes it: there is no `{error.args[0]}`") from None
    except (TypeError, AttributeError, ZeroDivisionError, OverflowError):
        raise InputError(f"{path}: not as fio or IOR writes it: its values are of other kinds") from None
    raise InputError(f"{path}: neither fio's nor IOR's: expected an object with `jobs` or with `tests`")


def _number(of: Mapping[str, Any], key: str, otherwise: float | None = None) -> float:
    """A number of a result, which may be written as text. Raises ``ValueError`` if it is none."""
    value = of.get(key, otherwise)
    if value is None:
        raise KeyError(key)
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"`{key}`: expected a number, not {repr(value)[:40]}")
    return number


def _fio(data: dict[str, Any], source: str) -> Iterator[Access]:
    """fio has an entry for each job, or with group_reporting for all that are alike."""
    alike: dict[tuple[str, int, int], list[dict[str, Any]]] = defaultdict(list)
    for job in data["jobs"]:
        options = {**data.get("global options", {}), **job.get("job options", {})}
        kind, jobs = str(options.get("rw", "read")), int(_number(options, "numjobs", 1)) * int(_number(options, "iodepth", 1))
        if kind in ("read", "write", "randread", "randwrite"):
            alike[kind, _size(str(options.get("bs", options.get("blocksize", "4k")))), jobs].append(job)
    for (kind, count, jobs), entries in alike.items():
        what = kind.removeprefix("rand")
        rate = sum(_number(entry[what], "bw_bytes", 0) or 1024 * _number(entry[what], "bw") for entry in entries)
        if rate <= 0 or jobs <= 0:
            raise ValueError("nothing was moved")
        errors = (
            1024 * _number(entry[what], "bw_dev", 0) / max(1, int(_number(entry[what], "bw_samples", 0))) ** 0.5
            for entry in entries
        )
        error = sum(one**2 for one in errors) ** 0.5
        yield Access("fio", what, kind.startswith("rand"), count, jobs, jobs * count / rate, rate, error, source)


def _size(text: str) -> int:
    """A size of fio: ``4096``, ``64k``, ``1M``, ``1MiB``; of a range or a triple the first."""
    matched = re.match(r"(\d+)\s*([kmgt]?)(?:i?b)?", text.strip(), re.IGNORECASE)
    size = int(matched[1]) * UNITS[matched[2].lower()] if matched else 0
    if not 0 < size < 1 << 62:
        raise ValueError(f"bs: {text!r} is not a size")
    return size


def _ior(data: dict[str, Any], source: str) -> Iterator[Access]:
    for test in data["tests"]:
        parameters = test.get("Parameters", {})
        tasks = int(_number({**parameters, **test.get("Options", {})}, "tasks", _number(parameters, "numTasks", 1)))
        random = bool(parameters.get("randomOffset", 0))
        for result in test["Results"]:
            count, block = int(1024 * _number(result, "xferKiB")), 1024 * _number(result, "blockKiB")
            transfers = block * int(_number(parameters, "segmentCount", 1)) / count
            seconds = _number(result, "wrRdTime") / transfers
            if not seconds > 0:
                raise ValueError("wrRdTime is not above 0")
            yield Access("ior", str(result["access"]), random, count, tasks, seconds, tasks * count / seconds, 0.0, source)
            opened = _number(result, "openTime")
            yield Access("ior", f"open for {result['access']}", False, 0, tasks, opened, 0.0, 0.0, source)


def _line(points: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """Intercept and slope of times over sizes by least squares of relative errors; none with fewer than two sizes."""
    if len({size for size, _ in points}) < 2:
        return None
    weights = [1 / time**2 for _, time in points]
    total = sum(weights)
    mean_size = sum(weight * size for weight, (size, _) in zip(weights, points, strict=True)) / total
    mean_time = sum(weight * time for weight, (_, time) in zip(weights, points, strict=True)) / total
    across = sum(weight * (size - mean_size) ** 2 for weight, (size, _) in zip(weights, points, strict=True))
    slope = (
        sum(weight * (size - mean_size) * (time - mean_time) for weight, (size, time) in zip(weights, points, strict=True))
        / across
    )
    return (mean_time - slope * mean_size, slope) if slope > 0 else None


def _without_one(points: Sequence[tuple[float, float]], which: int) -> tuple[float, float]:
    """The least and the greatest of a fitted value if each point in turn is left out; without a third point twice the value."""
    fits = [_line([*points[:at], *points[at + 1 :]]) for at in range(len(points))]
    whole = _line(points)
    values = [fit[which] for fit in (*fits, whole) if fit is not None]
    return min(values), max(values)


def tables(accesses: Sequence[Access]) -> str:
    """Tables for ``[storage]`` of a platform file. Raises :class:`InputError` if nothing can be told."""
    parts = [("storage.device", _device([one for one in accesses if one.tool == "fio"]))]
    parts.append(("storage.server", _server(accesses)))
    parts.append(("storage.metadata", _metadata(accesses)))
    texts = [f"[{name}]\n" + "\n".join(one.line() for one in found) for name, found in parts if found]
    if not texts:
        raise InputError(
            "nothing can be told from these: expected fio's accesses, or IOR's with one task and two sizes of transfers"
        )
    return "\n\n".join(texts) + "\n"


def _device(measured: Sequence[Access]) -> list[Found]:
    """A disk, a solid-state device or a curve, whichever the measurements tell."""
    alone = [one for one in measured if one.jobs == 1]
    arm = _arm(alone)
    if arm is not None:
        return arm
    if len({one.jobs for one in measured}) > 1:
        return _curve(measured)
    lines = {what: [(float(one.bytes), one.seconds) for one in alone if one.what == what] for what in ("read", "write")}
    if any(_line(points) for points in lines.values()):
        return _flash(alone, lines)
    return _curve(measured) if measured else []


def _kind(name: str, why: str) -> Found:
    return Found("kind", f'"{name}"', why, "fio")


def _sources(accesses: Iterable[Access]) -> str:
    return ", ".join(dict.fromkeys(one.source for one in accesses))


def _arm(alone: Sequence[Access]) -> list[Found] | None:
    """A disk: random accesses take longer than sequential ones of the same direction, by a fixed time."""
    in_order = [one for one in alone if not one.random]
    if not in_order:
        return None
    fastest = max(in_order, key=lambda one: one.rate)
    alike: dict[tuple[str, int], list[float]] = defaultdict(list)
    for one in in_order:
        alike[one.what, one.bytes].append(one.seconds)
    # Where an access in order takes a fixed time as well, that is not an arm's.
    beyond = [one.seconds - min(alike.get((one.what, one.bytes), [one.bytes / fastest.rate])) for one in alone if one.random]
    if not beyond or min(beyond) < ARM:
        return None
    turn = 30 / RPM
    mean = sum(beyond) / len(beyond)
    if mean <= turn:
        return None
    low, high = (time_text(max(0.0, value - turn)) for value in (min(beyond), max(beyond)))
    rates = [one.rate for one in in_order]
    return [
        _kind("disk", f"random accesses take {time_text(mean)} longer"),
        Found(
            "seek",
            f'"{time_text(mean - turn)}"',
            f"{low} to {high}",
            f"{_sources(one for one in alone if one.random)}, less half a turn",
        ),
        Found("rpm", str(RPM), "assumed", "it cannot be told from the seek"),
        Found("rate", f'"{bandwidth_text(fastest.rate)}"', _rate_interval(fastest, min(rates)), fastest.source),
    ]


def _rate_interval(one: Access, least: float | None = None) -> str:
    low, high = one.rate - 2 * one.error, one.rate + 2 * one.error
    low = low if least is None else min(low, least)
    return f"{bandwidth_text(max(low, 0.0))} to {bandwidth_text(high)}"


def _flash(alone: Sequence[Access], lines: dict[str, list[tuple[float, float]]]) -> list[Found]:
    """A solid-state device: one latency, that of reads if there are any, and a rate for each direction."""
    found = [_kind("ssd", "times grow with sizes by a line")]
    fitted = [what for what in ("read", "write") if _line(lines[what])]
    for what in fitted:
        points, source = lines[what], _sources(one for one in alone if one.what == what)
        (latency, slope), first = _line(points) or (0.0, 0.0), what == fitted[0]
        if first:
            low, high = (time_text(max(0.0, value)) for value in _without_one(points, 0))
            found.append(Found("latency", f'"{time_text(max(0.0, latency))}"', f"{low} to {high}", f"{what}s, {source}"))
        slow, fast = (bandwidth_text(1 / value) for value in reversed(_without_one(points, 1)))
        found.append(
            Found(
                "rate" if first else "write_rate", f'"{bandwidth_text(1 / slope)}"', f"{slow} to {fast}", f"{what}s, {source}"
            )
        )
    return found


def _curve(measured: Sequence[Access]) -> list[Found]:
    """Bandwidth by the number of jobs, of the size of accesses of which there are most numbers."""
    found = [_kind("curve", "bandwidth by jobs, for this size of accesses alone")]
    for what in ("read", "write"):
        by_size: dict[tuple[int, bool], list[Access]] = defaultdict(list)
        for one in measured:
            if one.what == what:
                by_size[one.bytes, one.random].append(one)
        if not by_size:
            continue
        (count, random), ones = max(by_size.items(), key=lambda item: (len({one.jobs for one in item[1]}), item[0][0]))
        points, intervals = [], []
        for jobs in sorted({one.jobs for one in ones}):
            same = [one for one in ones if one.jobs == jobs]
            mean = sum(one.rate for one in same) / len(same)
            low, high = min(one.rate - 2 * one.error for one in same), max(one.rate + 2 * one.error for one in same)
            points.append(f"{jobs}: {bandwidth_text(mean)}")
            intervals.append(f"{jobs}: {bandwidth_text(max(low, 0.0))} to {bandwidth_text(high)}")
        order = "random" if random else "sequential"
        found.append(
            Found(what, f'"{", ".join(points)}"', "; ".join(intervals), f"{order} accesses of {count} B, {_sources(ones)}")
        )
    if len(found) == 2 and found[1].key == "write":
        found.append(Found("read", found[1].text, "as written", "no reads were measured"))
    return found


def _server(accesses: Sequence[Access]) -> list[Found]:
    """The time of a request: what IOR's transfers of one task take beyond their bytes. The network's latency is in it."""
    for what in ("write", "read"):
        ones = [one for one in accesses if (one.tool, one.what, one.jobs, one.random) == ("ior", what, 1, False)]
        points = [(float(one.bytes), one.seconds) for one in ones]
        fit = _line(points)
        if fit is not None and fit[0] > 0:
            low, high = (time_text(max(0.0, value)) for value in _without_one(points, 0))
            return [
                Found(
                    "request",
                    f'"{time_text(fit[0])}"',
                    f"{low} to {high}",
                    f"IOR's {what}s, the network's latency included, {_sources(ones)}",
                )
            ]
    return []


def _metadata(accesses: Sequence[Access]) -> list[Found]:
    """The time of an open by one task."""
    ones = [one for one in accesses if one.what == "open for write" and one.jobs == 1]
    if not ones:
        return []
    times = sorted(one.seconds for one in ones)
    middle = (times[(len(times) - 1) // 2] + times[len(times) // 2]) / 2
    interval = f"{time_text(times[0])} to {time_text(times[-1])}"
    return [
        Found(
            "open", f'"{time_text(middle)}"', interval, f"IOR's median open, the network's latency included, {_sources(ones)}"
        )
    ]
