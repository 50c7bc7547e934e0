"""How the cost of a run grows with its size: three sizes each, and the exponent of a power law through them. Of some sizes
the cost has a target of its own."""

import math
from dataclasses import dataclass

import machines

# A cost that grows faster than this power of the size is a miss, unless a row has another bound.
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
    # Seconds of CPU beyond the base; 0 if the exponent alone counts.
    target: float = 0


@dataclass(frozen=True)
class Growth:
    """Runs of growing size. The cost of `base`, which does next to nothing, is subtracted from each."""

    name: str
    points: tuple
    base: Point
    # Of the exponent; none if the points' targets alone count.
    most: float = EXPONENT_MAX


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


def at_random(name, shapes, arguments, targets):
    """A motif on tori of growing size with ranks at random places; its size is its ranks."""
    return tuple(
        Point(ranks, name, arguments(shape), ranks, machines.torus(*shape), ("--mapping", "random"), "motif", target)
        for shape, target in zip(shapes, targets, strict=True)
        for ranks in [math.prod(shape)]
    )


def drawn(machine, target):
    """Messages of 1 KiB to 1 MiB between all hosts of a machine, posted at once; its size is its messages."""
    return tuple(
        Point(ranks * (ranks - 1), "irregular", ("sizes", 1 << 10, 1 << 20), ranks, machine(ranks), DRAWN,
              target=target if ranks == 256 else 0)
        for ranks in (64, 128, 256)
    )


SKIP = ("--payload", "skip:4KiB")
DRAWN = ("--payload", "skip:1KiB")
CUBES = ((16, 8, 8), (16, 16, 8), (16, 16, 16))
SQUARES = {64: (8, 8), 128: (16, 8), 256: (16, 16)}
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
    Growth("1 KiB to 1 MiB posted at once, fat tree, messages", drawn(machines.leaves, 0.6), IDLE),
    Growth("1 KiB to 1 MiB posted at once, torus, messages", drawn(lambda ranks: machines.torus(*SQUARES[ranks]), 0.9), IDLE),
    Growth("1 KiB to 1 MiB posted at once, dragonfly, messages", drawn(lambda ranks: machines.dragonfly(ranks // 32), 0.35), IDLE),
    # The way of a message grows with the third root of the ranks, and so do the messages that it meets on a link.
    Growth("halo3d 64 KiB x 5, torus, random mapping, ranks",
           at_random("halo3d", CUBES, lambda shape: (*(f"n{axis}={n}" for axis, n in zip("xyz", shape, strict=True)),
                                                     "bytes=64 KiB", "iterations=5", "every=0"), (0, 0, 1.5)), IDLE, most=1.75),
    Growth("motif fft2d, torus, random mapping, ranks",
           at_random("fft2d", ((8, 8, 8), *CUBES[1:]), lambda _: (), (0, 1.1, 3.5)), IDLE, most=0),
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
