"""How the cost of a run grows with its size: three sizes each, and the exponent of a power law through them."""

import math
from dataclasses import dataclass

import machines

# A cost that grows faster than this power of the size is a miss.
EXPONENT_MAX = 1.25


@dataclass(frozen=True)
class Point:
    """A run of some size, as the fields of a row."""

    size: int
    program: str
    arguments: tuple
    ranks: int
    machine: tuple
    options: tuple = ()
    kind: str = "run"


@dataclass(frozen=True)
class Growth:
    """Runs of growing size. The cost of `base`, which does next to nothing, is subtracted from each."""

    name: str
    points: tuple
    base: Point = None


def programs(sizes, program, arguments, ranks, machine, options=()):
    """One program with growing arguments; `arguments` gives them for a size."""
    return tuple(Point(size, program, arguments(size), ranks, machine, options) for size in sizes)


def at_once(ranks, machine, size, options):
    """An all-to-all posted at once among so many ranks; its size is its messages."""
    return Point(ranks * (ranks - 1), "exchange", (size, "at-once"), ranks, machine, options)


def halo(side, network):
    """A halo exchange of a cube of hosts; its size is its packets of 4 KiB."""
    arguments = (f"nx={side}", f"ny={side}", f"nz={side}", "bytes=64 KiB", "iterations=2", "every=0")
    machine = machines.torus(side, side, side)
    return Point(side**3 * 6 * 2 * 16, "halo3d", arguments, side**3, machine, ("--network", network), "motif")


SKIP = ("--payload", "skip:4KiB")
STAR = machines.star(2)
IDLE = Point(0, "pingpong", (1, 1), 2, STAR)

ROWS = [
    Growth("ping-pong, messages",
           programs((100_000, 400_000, 1_600_000), "pingpong", lambda size: (1, size // 2), 2, STAR), IDLE),
    Growth("init and finalize, ranks alive at once",
           tuple(Point(ranks, "init", ("hold",), ranks, machines.star(ranks)) for ranks in (4096, 16_384, 65_536)), IDLE),
    # Without a send overhead all start in one picosecond; with one, each finds others on its links.
    Growth("all-to-all of 1 MB, flows in flight",
           tuple(at_once(arity**2, machines.fat_tree(arity, 2), 1 << 20, SKIP) for arity in (12, 16, 24)), IDLE),
    Growth("all-to-all of 64 KB, starts 400 ns apart, messages",
           tuple(at_once(arity**2, machines.fat_tree(arity, 2), 1 << 16, SKIP) for arity in (8, 12, 16)), IDLE),
    Growth("receives of one envelope per Waitall",
           programs((25_000, 100_000, 400_000), "matching", lambda size: ("posted", size), 2, STAR), IDLE),
    Growth("unexpected messages, any source, last tag first",
           programs((25_000, 100_000, 400_000), "matching", lambda size: ("unexpected", size), 2, STAR), IDLE),
    Growth("packets: motif halo3d, packets", tuple(halo(side, "packet") for side in (12, 16, 24)), IDLE),
    Growth("replay of a trace, 64 ranks, actions",
           tuple(Point(64 * rounds * 8, "trace", (64, rounds), 64, machines.star(64), kind="replay")
                 for rounds in (500, 2000, 8000)), IDLE),
    Growth("communicators and windows made and freed",
           programs((1000, 4000, 16_000), "communicators", lambda size: (size,), 8, machines.star(8)), IDLE),
]


def exponent(sizes, costs):
    """The exponent of the power law that fits best, by least squares of the logarithms."""
    xs, ys = [math.log(size) for size in sizes], [math.log(cost) for cost in costs]
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    covariance = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True))
    return covariance / sum((x - x_mean) ** 2 for x in xs)
