"""What is found: a list of parameters, each with its direct estimate from the rows that tell it.

A new parameter is an entry of :data:`PARAMETERS`.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from windtunnel.calibration.levels import Level, classes, line, numpy
from windtunnel.calibration.raw import Case, Measurements
from windtunnel.calibration.shape import Shape
from windtunnel.errors import InputError

__all__ = ["INSIDE", "PARAMETERS", "Findings", "Parameter", "Value", "bytes_of", "call_time", "estimate", "estimate_calls", "rate_text", "value_text"]


@dataclass(frozen=True)
class Value:
    """A value found, in bytes and seconds."""

    #: With its interval; of a setting that is not a number, only ``text`` counts.
    level: Level
    #: How it is written in the file.
    text: Any
    #: Rows that tell it and how.
    source: str
    #: Whether it can be improved by comparing simulated times.
    free: bool = False


@dataclass
class Findings:
    """Measurements, and what has been found from them so far."""

    measured: Measurements
    levels: dict[Case, Level]
    shape: Shape
    values: dict[str, Value] = field(default_factory=dict)
    #: ``[protocol]`` of the library that the file begins as.
    protocol: dict[str, Any] = field(default_factory=dict)

    def times(self, test: str, param: int | None = None) -> list[tuple[Case, Level]]:
        """Cases of a test by size."""
        found = [(case, at) for case, at in self.levels.items() if case.test == test and param in (None, case.param)]
        return sorted(found, key=lambda entry: (entry[0].bytes, entry[0].param))

    def number(self, key: str, default: float = 0.0) -> float:
        """A value already found."""
        return self.values[key].level.value if key in self.values else default

    @property
    def far(self) -> int:
        """Rank F of wtcal."""
        return self.measured.far if self.measured.far is not None else self.measured.ranks - 1

    @property
    def first(self) -> str:
        """The class of links that a host's messages enter first."""
        return self.shape.route(0, self.far)[0][1]


@dataclass(frozen=True)
class Parameter:
    """Something to be found."""

    #: Key of ``[topology]`` or ``[host]`` of the platform, or ``mpi.KEY`` for ``[protocol]`` of the library; without a dot:
    #: only for the report.
    key: str
    #: From all findings so far; none if the measurements do not tell it.
    estimate: Callable[[Findings], Value | None]


def bandwidth_text(rate: float) -> str:
    """Bytes per second, as files have them."""
    for unit, size in (("GB/s", 1e9), ("MB/s", 1e6), ("kB/s", 1e3)):
        if rate >= size:
            return f"{rate / size:.5g} {unit}"
    return f"{rate:.5g} B/s"


def time_text(seconds: float) -> str:
    """Seconds, as files have them."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{max(seconds, 0) * 1e9:.4g} ns"


def rate_text(rate: float) -> str:
    """Messages per second, as files have them."""
    return f"{rate / 1e6:.5g} M/s"


def value_text(key: str, value: float) -> str:
    """A number as files have it: seconds, messages or bytes per second, by the end of its key."""
    if key.endswith("message_rate"):
        return rate_text(value)
    return time_text(value) if key.endswith(("latency", "near", "far")) else bandwidth_text(value)


def _seconds(text: str) -> float:
    """A time as files have it."""
    number, unit = text.split()
    return float(number) * {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "ps": 1e-12}[unit]


def bytes_of(text: str) -> float:
    """A size as files have it. Raises :class:`InputError`."""
    match = re.fullmatch(r"([\d.]+) ?([kKMG]i?)?B", text)
    if not match:
        raise InputError(f"{text!r} is not a size; expected one as 16 MiB")
    number, unit = float(match[1]), (match[2] or "").upper()
    return number * float(1024 if unit.endswith("I") else 1000) ** ("KMG".index(unit[0]) + 1 if unit else 0)


def _pieces(f: Findings) -> list[tuple[float, float, float, Level]]:
    """Size classes of the ping-pong: smallest and largest size, intercept, slope."""
    rows = f.times("pingpong", 8) or f.times("pingpong", 1)
    sizes, times = [case.bytes for case, _ in rows], [at.value for _, at in rows]
    # b_eff has two sizes, far enough apart for a slope.
    if len(rows) < 2 or len(rows) < 4 and sizes[-1] < 1000 * max(sizes[0], 1):
        return []
    return [(sizes[i], sizes[j - 1], *line(sizes[i:j], times[i:j])) for i, j in classes(sizes, times)]


def _bandwidth(f: Findings) -> Value | None:
    pieces = _pieces(f)
    if not pieces or pieces[-1][3].value <= 0:
        return None
    low, high, start, slope = pieces[-1]
    rates = [1 / end for end in (slope.high, slope.low) if end > 0]
    rate = Level(1 / slope.value, min(rates), max(rates) if len(rates) == 2 else math.inf, slope.count)
    # Where a line starts below zero, an idle link passes its first bytes faster than the rest. Fitted to single messages the
    # rate would contain that; the slope does not.
    told = f"slope of the ping-pong from {low} B to {high} B: its payload"
    return Value(rate, bandwidth_text(rate.value), told, free=start >= 0)


def _short(f: Findings) -> Level | None:
    rows = [at for case, at in f.times("pingpong", 8) or f.times("pingpong", 1) if case.bytes <= 256]
    if not rows:
        return None
    values = sorted(at.value for at in rows)
    return Level(values[len(values) // 2], min(at.low for at in rows), max(at.high for at in rows), len(rows))


def _one_way(f: Findings, size: float, alone: bool = False) -> float:
    """Half a round trip of a message of this size, between those measured; ``alone``: of one round trip on an idle link."""
    rows = alone and f.times("pingpong", 1) or f.times("pingpong", 8) or f.times("pingpong", 1)
    np = numpy()
    return float(np.interp(size, [case.bytes for case, _ in rows], [at.value for _, at in rows]))


def _cost(f: Findings, rows: list[tuple[Case, Level]], words: str) -> Value | None:
    """CPU time of a call by size; a part of half a round trip, at most 40 % of it."""
    short = _short(f)
    few = sorted((at for case, at in rows if case.bytes <= 4096), key=lambda at: at.value)
    if not few or not short:
        return None
    middle = few[len(few) // 2]
    if middle.value > 0.4 * short.value:
        capped = short.scaled(0.4)
        return Value(capped, time_text(capped.value), f"{words} takes {time_text(middle.value)}; 40 % of half a round trip at most")
    sizes = [case.bytes for case, _ in rows]
    times = [min(at.value, 0.4 * _one_way(f, case.bytes)) for case, at in rows]
    text, before = [], 0.0
    for i, j in classes(sizes, times):
        start, slope = line(sizes[i:j], times[i:j])
        rate = slope.value
        # A class in which times do not grow by half is constant.
        if slope.low <= 0 or rate * (sizes[j - 1] - sizes[i]) < 0.5 * min(times[i:j]):
            start, rate = sorted(times[i:j])[(j - i) // 2], 0.0
        # No message costs less than a shorter one.
        start = max(start, before - rate * sizes[i - 1] if i else 0.0)
        before = start + rate * sizes[j - 1]
        text.append({"fixed": time_text(start)} | ({"per_byte": f"{rate * 1e12:.0f} ps"} if rate else {}))
        if j < len(sizes):
            text[-1] = {"up_to": f"{sizes[j - 1]} B", **text[-1]}
    constant = len(text) == 1 and "per_byte" not in text[0]
    return Value(middle, time_text(middle.value) if constant else text, words if constant else f"{words}, by size")


def _isend(f: Findings) -> Value | None:
    return _cost(f, f.times("isend"), "MPI_Isend to a posted receive")


def _send(f: Findings) -> Value | None:
    """As MPI_Isend where MPI_Send waits for the receiver."""
    own, other = _cost(f, f.times("send"), "MPI_Send to a posted receive"), f.values.get("mpi.isend")
    if own and other and (own.level.value > other.level.value or isinstance(own.text, list)):
        return replace(other, source=f"as isend: MPI_Send itself waits ({own.source})")
    return own


def _recv(f: Findings) -> Value | None:
    """Of data that had arrived: a rendezvous' come only then."""
    own = f.number(f"links.{f.first}.bandwidth")
    rows = [
        (case, at) for case, at in f.times("arrived_recv") or f.times("late_recv") if case.bytes <= 4096 or own and at.value < 0.5 * case.bytes / own
    ]
    return _cost(f, rows, "MPI_Recv of data that had arrived")


def _fixed(f: Findings, key: str, size: int) -> float:
    """CPU time of a message of this size by a value already found, without that of its bytes, which the slope of the ping-pong has."""
    value = f.values.get(key)
    if value is None:
        return 0.0
    if isinstance(value.text, str):
        return value.level.value
    fits = next(entry for entry in value.text if "up_to" not in entry or size <= int(entry["up_to"].split()[0]))
    return _seconds(fits["fixed"])


def _handshake_cpu(f: Findings) -> Value | None:
    """The receiver's: MPI_Irecv of a message whose request to send has been read answers it."""
    eager, short = f.values.get("mpi.eager_max"), _short(f)
    rows = sorted((at for case, at in f.times("arrived_irecv") if eager and case.bytes > eager.level.value), key=lambda at: at.value)
    if not rows or not short:
        return None
    at = rows[len(rows) // 2]
    if at.value > 0.4 * short.value:
        at = short.scaled(0.4)
    return Value(at, time_text(at.value), "MPI_Irecv of a message whose request to send has arrived; the sender's is taken as the same")


def _test(f: Findings) -> Value | None:
    rows, limit = f.times("test"), _short(f)
    if not rows or not limit or rows[0][1].value > limit.value:
        return None
    return Value(rows[0][1], time_text(rows[0][1].value), "mean of 1000 tests that fail")


def _latency(name: str) -> Callable[[Findings], Value | None]:
    def estimate(f: Findings) -> Value | None:
        short = _short(f)
        route = f.shape.route(0, f.far)
        kinds = f.shape.classes
        if not short or name not in [kind for _, kind in route]:
            return None
        calls = f.number("mpi.send") + f.number("mpi.recv")
        whole = max(short.value - calls, 0.1 * short.value)
        near, far = _reach(f)
        rows = [[float(sum(kind == other for _, other in route)) for kind in kinds]]
        sums = [whole]
        for counts, less in near:
            rows.append([float(counts.count(kind)) for kind in kinds])
            sums.append(max(whole - less, 0.1 * whole))
        np = numpy()
        solved = np.linalg.lstsq(np.array(rows), np.array(sums), rcond=None)[0]
        value = max(float(solved[kinds.index(name)]), 0.0)
        part = value / whole
        level = Level(value, max(short.low - calls, 0) * part, max(short.high - calls, whole) * part, short.count)
        how = "shared evenly among the route's links" if not near else f"and by rows `to` of {far} B"
        return Value(level, time_text(value), f"half a round trip of up to 256 B, less the calls; {how}", free=True)

    return estimate


def _reach(f: Findings) -> tuple[list[tuple[list[str], float]], int]:
    """Other kinds of routes from rank 0: their classes, and by how much their messages are faster, if they are."""
    rows = f.times("to")
    if not rows:
        return [], 0
    size = rows[0][0].bytes
    kinds: dict[tuple[str, ...], list[Level]] = defaultdict(list)
    for case, at in rows:
        if case.bytes == size:
            kinds[tuple(kind for _, kind in f.shape.route(0, case.param))].append(at)
    middle = {route: sorted(at.value for at in found)[len(found) // 2] for route, found in kinds.items()}
    spread = {route: max(at.value for at in found) - min(at.value for at in found) for route, found in kinds.items()}
    far = tuple(kind for _, kind in f.shape.route(0, f.far))
    near = []
    for route, time in middle.items():
        less = (middle[far] - time) / 2
        if route != far and less > max(spread[route], spread[far]) / 2:
            near.append((list(route), less))
    return near, size


def _sent(case: Case) -> list[tuple[int, int]]:
    """Pairs of ranks of the tests in which several messages meet."""
    half = case.ranks // 2
    if case.test == "pairs":
        return [(i, i + half) for i in range(case.param)]
    ends = [(0, r) for r in range(1, case.param + 1)]
    return ends if case.test == "outcast" else [(b, a) for a, b in ends]


def _shared(name: str) -> Callable[[Findings], Value | None]:
    """Bandwidth of links that only several messages fill."""

    def estimate(f: Findings) -> Value | None:
        own = f.number(f"links.{f.first}.bandwidth")
        best: tuple[float, Level, str] | None = None
        least = own
        for case, at in f.times("pairs") + f.times("incast") + f.times("outcast"):
            crossed = f.shape.crossed(_sent(case))
            # Long messages only: what is shared is the bandwidth, not the start.
            if case.bytes < 32768 or name not in crossed or not own:
                continue
            rate = Level(crossed[name] * case.bytes / at.value, crossed[name] * case.bytes / at.high,
                         crossed[name] * case.bytes / at.low, at.count)
            least = max(least, rate.value)
            slower = at.value * own / (case.bytes * crossed.get(f.first, 1))
            if slower > 1.15 and (best is None or slower > best[0]):
                best = (slower, rate, f"{case}: {crossed[name]} messages share a link")
        if best:
            return Value(best[1], bandwidth_text(best[1].value), best[2], free=True)
        given = f.shape.tables["topology"]["links"][name].get("bandwidth")
        text = given or bandwidth_text(least)
        return Value(Level(least, least, math.inf), text,
                     "the shape file; no row fills it" if given else "no row fills it: at least the load seen")

    return estimate


def _limiter(f: Findings) -> Value | None:
    """Both directions at once, of connections in use."""
    if f.shape.tables["topology"].get("kind") != "cluster":
        return None
    rows, own = [entry for entry in f.times("both", 0) if entry[0].bytes >= 32768], f.number(f"links.{f.first}.bandwidth")
    if not rows or not own:
        return None
    case, at = rows[-1]
    rate = Level(2 * case.bytes / at.value, 2 * case.bytes / at.high, 2 * case.bytes / at.low, at.count)
    # A limiter is a capacity: what varies from time to time is a matter of the transport.
    if rate.value > 0.95 * 2 * own or rate.low < own or rate.high > 1.15 * rate.low:
        return None
    return Value(rate, bandwidth_text(rate.value), f"{case}, just after another exchange", free=True)


def _waits(f: Findings) -> list[tuple[int, bool]]:
    """By size: whether data wait for the receive, by the time of a receive that is posted long after the send."""
    own = f.number(f"links.{f.first}.bandwidth")
    return [(case.bytes, at.value > 0.5 * case.bytes / own) for case, at in f.times("late_recv") if own and case.bytes / own > 4 * f.number("short")]


def _threshold(at_once: list[int], later: list[int], known: Any = None) -> Level:
    """Between the largest size that is and the smallest that isn't: what is known of the library if it lies there, else a power of two."""
    low, high = max(at_once, default=0), min(later, default=0)
    given = re.fullmatch(r"(\d+) B", known) if isinstance(known, str) else None
    likely = [int(given[1])] if given and low <= int(given[1]) < high else [2**i for i in range(64) if low <= 2**i < high]
    return Level(likely[-1] if likely else low, low, high - 1)


def _eager_max(f: Findings) -> Value | None:
    waits = _waits(f)
    if not waits:
        return None
    later = [size for size, wait in waits if wait]
    at_once = [size for size, wait in waits if not wait and (not later or size < min(later))]
    if not later:
        most = float(max(at_once))
        return Value(Level(2.0**30, most, math.inf), "1 GiB", f"data start at once up to {most:.0f} B, the longest that was measured late")
    found = _threshold(at_once, later, f.protocol.get("eager_max"))
    return Value(found, f"{found.value:.0f} B", "receives that are posted late: largest size whose data had arrived")


def _send_end(f: Findings) -> Value | None:
    """When sends end, by size: at once, as they do without a receive; else with the transport or the delivery."""
    own, short = f.number(f"links.{f.first}.bandwidth"), _short(f)
    late = [(case.bytes, at.value < 0.25 * case.param * 1e-6) for case, at in f.times("late_send")]
    if not late or not own or not short:
        return None
    posted = {case.bytes: at.value for case, at in f.times("send")}
    apart = {case.bytes: at.value for case, at in f.times("isend")}
    # Shorter messages than were sent to a late receive: those that wait for a posted one take a message's time longer.
    known = min(size for size, _ in late)
    seen = [(size, posted[size] - apart.get(size, 0) < 0.5 * short.value) for size in posted if size < known]
    waits = sorted(size for size, free in late + seen if not free)
    free = [size for size, ends in late + seen if ends and (not waits or size < waits[0])]
    if not waits:
        most = max(free)
        return Value(Level(2.0**62, most, math.inf), "at-once", f"sends to late receives return at once up to {most} B, the longest")
    # Of data that start with the receive both tell it: how long sends go on once the receive is posted.
    eager = f.number("mpi.eager_max")
    lasts = [*posted.items(), *((case.bytes, at.value - case.param * 1e-6) for case, at in f.times("late_send") if case.bytes > eager)]
    # An idle link passes some bytes at once (a token bucket, a queue): they have arrived by then, so a ping-pong's time counts, not the rate.
    arrives = {size: _one_way(f, size, alone=True) for size, _ in lasts}
    taken = [size for size, time in lasts if size >= waits[0] and arrives[size] > 4 * short.value and time < 0.5 * arrives[size]]
    name = "handed-over" if taken else "delivered"
    why = f"once it may {max(taken)} B are handed over before they have arrived" if taken else "the others end with the receive"
    if not free:
        return Value(Level(0, 0, waits[0] - 1), name, f"no send to a late receive returns at once; {why}")
    ends = f.protocol.get("send_end")
    found = _threshold(free, waits, ends[0].get("up_to") if isinstance(ends, list) else None)
    text = [{"up_to": f"{found.value:.0f} B", "when": "at-once"}, {"when": name}]
    return Value(found, text, f"sends to late receives: largest size that returns at once; {why}")


def _handshake(f: Findings) -> Value | None:
    own, eager = f.number(f"links.{f.first}.bandwidth"), f.values.get("mpi.eager_max")
    rows = [(case, at) for case, at in f.times("late_recv") if eager and case.bytes > eager.level.value]
    if not rows or not own:
        return None
    if all(at.value < 0.5 * case.bytes / own for case, at in rows[-3:]):
        return Value(Level(0, 0, 0), {"time": "0 s"}, "late receives: the data had arrived")
    latency = sum(f.number(f"links.{kind}.latency") for _, kind in f.shape.route(0, f.far))
    cpu = 2 * f.number("mpi.handshake_cpu")
    rest = sorted(at.value - case.bytes / own - latency - cpu - _fixed(f, "mpi.recv", case.bytes) for case, at in rows)
    level = Level(max(rest[len(rest) // 2], 0), max(rest[0], 0), max(rest[-1], 0), len(rest))
    if f.protocol.get("handshake") == "messages" and (level.low <= 1.1 * latency or level.value == 0):
        return Value(Level(latency, level.low, level.high), "messages", "a clear to send explains late receives, less latency and data")
    if 0.9 * level.low <= 2 * latency <= 1.1 * level.high or level.value == 0:
        return Value(Level(2 * latency, level.low, level.high), {"round_trips": 1},
                     "one round trip is inside the interval of late receives, less latency and data")
    return Value(level, {"time": time_text(level.value)}, "late receives, less latency and data")


def _progress(f: Findings) -> Value | None:
    own, eager = f.number(f"links.{f.first}.bandwidth"), f.values.get("mpi.eager_max")
    rows = [entry for entry in f.times("overlap_both") if own and entry[0].bytes / own > 0.1 * entry[0].param * 1e-6]
    # Short messages leave at once; whether they are handed over meanwhile is not seen.
    if not rows or not eager:
        return None
    case, at = rows[-1]
    share = (at.value - case.param * 1e-6) / (case.bytes / own)
    inside = share > 0.5
    return Value(Level(share, share, share), "inside-mpi" if inside else "background",
                 f"{case}: {share:.0%} of the transfer comes after the work")


def _collective_progress(f: Findings) -> Value | None:
    """How much of a non-blocking collective comes after the work that it could overlap with."""
    alone = {(case.test, case.bytes): at.value for case, at in f.times("bcast") + f.times("allreduce")}
    best: tuple[float, Case, float] | None = None
    for operation in ("bcast", "allreduce"):
        for case, at in f.times(f"overlap_{operation}"):
            whole = alone.get((operation, case.bytes), 0)
            # Only steps after the first tell: they need half of the time at least.
            if case.ranks >= 4 and 0 < whole < 1.5 * case.param * 1e-6 and (best is None or whole > best[0]):
                best = (whole, case, (at.value - case.param * 1e-6) / whole)
    if best is None:
        return None
    _, case, share = best
    return Value(Level(share, share, share), "inside-mpi" if share > 0.3 else "background",
                 f"{case}: {share:.0%} of the blocking operation's time comes after the work")


def _factor(f: Findings) -> Value | None:
    """Bandwidth of shorter classes, as a part of that of the longest."""
    own, pieces = f.number(f"links.{f.first}.bandwidth"), _pieces(f)
    listed: list[dict[str, Any]] = []
    lowest, highest = 1.0, 1.0
    for _, high, _, slope in pieces[:-1]:
        factor = min(1.0, 1 / (slope.value * own)) if slope.value > 0 and slope.low > 0 else 1.0
        # A class whose bytes take little of its time does not tell its rate.
        times = [at.value for case, at in f.times("pingpong", 8) if case.bytes <= high]
        if times and high / own < 0.3 * times[-1]:
            factor = 1.0
        listed.append({"up_to": f"{high} B", "factor": round(factor, 3)})
        lowest, highest = min(lowest, factor), max(highest, factor)
    if all(entry["factor"] > 0.97 for entry in listed):
        return Value(Level(1, lowest, 1), 1.0, "slopes of the ping-pong's size classes: all within 3 %")
    return Value(Level(lowest, lowest, highest), [*listed, {"factor": 1.0}], "slopes of the ping-pong's size classes")


def _burst(f: Findings) -> Value | None:
    """Bytes that an idle link passes at once (a token bucket): by how much the line of long messages starts below zero."""
    pieces, short = _pieces(f), _short(f)
    if not pieces or not short or pieces[-1][2] >= 0:
        return None
    own = f.number(f"links.{f.first}.bandwidth")
    size = (short.value - pieces[-1][2]) * own
    return Value(Level(size, size, size), f"{size:.0f} B", f"intercept of the ping-pong's longest class: {pieces[-1][2] * 1e6:.0f} us")


def _order(f: Findings) -> Value | None:
    """When the first of eight messages arrives, as a share of the last one's time: 1/8 in order, 1 if they share the link."""
    rows = f.times("stream")
    if not rows:
        return None
    size = rows[-1][0].bytes
    times = {case.param: at for case, at in rows if case.bytes == size}
    if 1 not in times or 8 not in times:
        return None
    share = times[1].scaled(1 / times[8].value)
    return Value(share, "", f"stream of {size} B: arrival of the first of 8 messages over that of the last")


def call_time(f: Findings, name: str) -> float:
    """CPU time of a call; that of the library that the file begins as, if no row tells it."""
    own = f.protocol.get(name)
    return f.number(f"mpi.{name}", _seconds(own) if isinstance(own, str) else 0.0)


def _neighbour(intercept: bool) -> Callable[[Findings], Value | None]:
    def estimate(f: Findings) -> Value | None:
        rows = f.times("neighbour")
        if len(rows) < 4:
            return None
        sizes, times = [case.bytes for case, _ in rows], [at.value for _, at in rows]
        i, j = classes(sizes, times)[0 if intercept else -1]
        start, slope = line(sizes[i:j], times[i:j])
        if intercept:
            rest = max(start - call_time(f, "send") - call_time(f, "recv"), 0.1 * max(start, 1e-9))
            return Value(Level(rest, rest, max(start, rest)), time_text(rest), "ranks of one host, less the calls")
        if slope.value <= 0:
            return None
        rate = Level(1 / slope.value, 1 / slope.high, 1 / slope.low if slope.low > 0 else math.inf)
        return Value(rate, bandwidth_text(rate.value), "ranks of one host: slope of the longest class")

    return estimate


def _all_short(f: Findings) -> Value | None:
    short = _short(f)
    return Value(short, time_text(short.value), "half a round trip of up to 256 B") if short else None


def PARAMETERS(shape: Shape, first: str) -> list[Parameter]:
    """All parameters of a machine of this shape, in the order in which they are found."""
    others = [name for name in shape.classes if name != first]
    return [
        Parameter("short", _all_short),
        Parameter(f"links.{first}.bandwidth", _bandwidth),
        Parameter("mpi.isend", _isend),
        Parameter("mpi.send", _send),
        Parameter("mpi.recv", _recv),
        Parameter("mpi.test", _test),
        *(Parameter(f"links.{name}.latency", _latency(name)) for name in shape.classes),
        *(Parameter(f"links.{name}.bandwidth", _shared(name)) for name in others),
        Parameter(f"links.{first}.limiter", _limiter),
        Parameter("mpi.eager_max", _eager_max),
        Parameter("mpi.send_end", _send_end),
        Parameter("mpi.handshake_cpu", _handshake_cpu),
        Parameter("mpi.handshake", _handshake),
        Parameter("mpi.progress", _progress),
        Parameter("mpi.collective_progress", _collective_progress),
        Parameter("mpi.bandwidth_factor", _factor),
        Parameter("burst", _burst),
        Parameter("order", _order),
        Parameter("host.memory.latency", _neighbour(True)),
        Parameter("host.memory.copy", _neighbour(False)),
    ]


def estimate(measured: Measurements, levels: dict[Case, Level], shape: Shape, protocol: dict[str, Any]) -> Findings:
    """Direct estimates of all parameters that the measurements tell, of a library that begins with these values."""
    found = Findings(measured, levels, shape, protocol=protocol)
    for parameter in PARAMETERS(shape, found.first):
        value = parameter.estimate(found)
        if value is not None:
            found.values[parameter.key] = value
    return found


#: Keys of messages and calls that a library may have for messages inside a host, too.
INSIDE = ("isend", "send", "recv", "eager_max", "send_end", "handshake_cpu", "bandwidth_factor")


def estimate_calls(found: Findings) -> None:
    """Adds what messages between rank 0 and F take on one link, whose bandwidth is known: what is in :data:`INSIDE`."""
    own = {"mpi.eager_max": _eager_max_inside, "mpi.send_end": _send_end_inside}
    for parameter in PARAMETERS(found.shape, found.first):
        if parameter.key == "short" or parameter.key.removeprefix("mpi.") in INSIDE:
            value = own.get(parameter.key, parameter.estimate)(found)
            # Between hosts and inside them nothing differs: the key says nothing.
            if value is not None and value.text != 1.0:
                found.values[parameter.key] = value


def _at_once(f: Findings) -> tuple[list[int], list[int]]:
    """Sizes of sends that return long before their receive is posted, and of those that wait for it."""
    rows = [(case.bytes, at.value < 0.25 * case.param * 1e-6) for case, at in f.times("late_send")]
    waits = [size for size, returns in rows if not returns]
    return [size for size, returns in rows if returns and (not waits or size < waits[0])], waits


def _eager_max_inside(f: Findings) -> Value | None:
    """Up to which size data wait in the library's buffers: their sends return, or late receives take much less than messages do."""
    (returns, waits), rows = _at_once(f), f.times("late_recv")
    if not rows:
        return None
    if waits:
        found = _threshold(returns, waits, f.protocol.get("eager_max"))
        return Value(found, f"{found.value:.0f} B", "sends to late receives: largest size that returns at once, as the library has a copy")
    # After a silence caches are cold: that takes long at every size.
    cold = min(at.value for _, at in rows)
    later = sorted(case.bytes for case, at in rows if at.value - cold > 0.65 * _one_way(f, case.bytes))
    at_once = [case.bytes for case, _ in rows if not later or case.bytes < later[0]]
    if not later:
        return Value(Level(2.0**30, max(at_once), math.inf), "1 GiB", f"data start at once up to {max(at_once)} B, the longest that was measured late")
    found = _threshold(at_once, later, f.protocol.get("eager_max"))
    return Value(found, f"{found.value:.0f} B", "late receives: largest size that takes less than 0.65 of a message's time")


def _send_end_inside(f: Findings) -> Value | None:
    """Sends return at once, or with the one copy that the receiver makes."""
    returns, waits = _at_once(f)
    if not waits:
        return Value(Level(2.0**62, max(returns), math.inf), "at-once", f"sends to late receives return at once up to {max(returns)} B, the longest") if returns else None
    found = _threshold(returns, waits, f.protocol.get("eager_max"))
    text = [{"up_to": f"{found.value:.0f} B", "when": "at-once"}, {"when": "delivered"}]
    return Value(found, text, "sends to late receives: largest size that returns at once; the others end with the receive")
