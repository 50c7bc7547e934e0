"""Mappings of grids of ranks onto a torus of nodes by tiles, tilts and zigzags, written as mapping files.

Operators are those of Rubik: A. Bhatele, T. Gamblin, S. H. Langer et al., "Mapping applications with collectives over
sub-communicators on torus networks", SC 2012. Ranks are numbered and tiles and their contents paired with the last axis fastest; the machine
has the axes Z, Y, X, T (cores of a node), so that ranks in order are the paper's TXYZ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from random import Random
from typing import Any

#: Axes of the machine, the last fastest.
AXES = "ZYXT"

#: Cores of a node.
CORES = 4

#: Coordinates, one for each axis.
Place = tuple[int, ...]


@dataclass(frozen=True)
class Machine:
    """Nodes of a torus, in the order Z, Y, X."""

    dimensions: tuple[int, int, int]

    @property
    def nodes(self) -> int:
        """Nodes."""
        return prod(self.dimensions)

    @property
    def ranks(self) -> int:
        """Ranks: one on each core."""
        return self.nodes * CORES

    @property
    def sizes(self) -> Place:
        """Along Z, Y, X and T."""
        return (*self.dimensions, CORES)

    @property
    def name(self) -> str:
        """Nodes along X, Y and Z."""
        return " × ".join(map(str, reversed(self.dimensions)))

    def keys(self) -> dict[str, object]:
        """Keys of ``bluegene-p`` that make it this machine. A torus numbers hosts with the first dimension fastest."""
        return {"topology.dimensions": list(reversed(self.dimensions))}

    def slot(self, place: Place) -> str:
        """A line of a mapping file."""
        z, y, x, core = place
        _, ny, nx = self.dimensions
        return f"host{x + nx * (y + ny * z)}:{core}"


@dataclass(frozen=True)
class Move:
    """A tilt or a zigzag: planes normal to a direction are rolled along an axis.

    Plane i by i · slope (tilt), or by depth − ⌊|i − b| · depth / stride⌋ with b = ⌊i / 2·stride⌋ · 2 · stride + stride, the first
    plane not at all (zigzag).
    """

    operator: str
    axis: str
    direction: str
    #: Slope, or depth and stride.
    numbers: tuple[int, ...]
    #: In each tile of the machine, or in the whole of it.
    tiles: bool = True

    def shift(self, plane: int) -> int:
        """How far a plane is rolled."""
        if self.operator == "tilt":
            return plane * self.numbers[0]
        depth, stride = self.numbers
        middle = plane // (2 * stride) * 2 * stride + stride
        return 0 if plane == 0 else depth - abs(plane - middle) * depth // stride

    def apply(self, contents: dict[Place, int], sizes: Place, tile: Place) -> dict[Place, int]:
        """Rolls what places of the machine hold."""
        axis, direction = AXES.index(self.axis), AXES.index(self.direction)
        width = (tile if self.tiles else sizes)[axis]
        depth = (tile if self.tiles else sizes)[direction]
        moved = {}
        for place, rank in contents.items():
            start, inside = place[axis] // width * width, place[axis] % width
            to = start + (inside + self.shift(place[direction] % depth)) % width
            moved[(*place[:axis], to, *place[axis + 1 :])] = rank
        return moved

    def text(self) -> str:
        """In words."""
        return f"{self.operator} {self.axis}{self.direction} {' '.join(map(str, self.numbers))}{'' if self.tiles else ' of all'}"


def places(sizes: Sequence[int]) -> Iterator[Place]:
    """All, the last axis fastest."""
    return product(*map(range, sizes))


def by_tiles(sizes: Sequence[int], tile: Sequence[int]) -> Iterator[Place]:
    """All places, tile after tile."""
    for corner in places([size // width for size, width in zip(sizes, tile, strict=True)]):
        for inner in places(tile):
            yield tuple(at * width + offset for at, width, offset in zip(corner, tile, inner, strict=True))


@dataclass(frozen=True)
class Tiling:
    """Tiles of the grid of ranks onto tiles of the machine, as many ranks in each; then moves."""

    ranks: Place
    #: Z, Y, X, T.
    machine: Place
    moves: tuple[Move, ...] = ()

    def slots(self, grid: Sequence[int], machine: Machine) -> list[str]:
        """The lines of a mapping file, one for each rank."""
        numbers = {place: rank for rank, place in enumerate(places(grid))}
        tiles = zip(by_tiles(grid, self.ranks), by_tiles(machine.sizes, self.machine), strict=True)
        contents = {place: numbers[at] for at, place in tiles}
        for move in self.moves:
            contents = move.apply(contents, machine.sizes, self.machine)
        return [machine.slot(place) for place in sorted(contents, key=contents.__getitem__)]

    def text(self) -> str:
        """In words."""
        sizes = ["x".join(map(str, tile)) for tile in (self.ranks, self.machine)]
        return ", ".join([f"{sizes[0]} on {sizes[1]}", *(move.text() for move in self.moves)])


@dataclass(frozen=True)
class Order:
    """Ranks along the axes of the machine, the first one fastest: XYZT."""

    axes: str

    def slots(self, grid: Sequence[int], machine: Machine) -> list[str]:
        """The lines of a mapping file, one for each rank."""
        sizes = dict(zip(AXES, machine.sizes, strict=True))
        slowest_first = self.axes[::-1]
        found = []
        for place in places([sizes[axis] for axis in slowest_first]):
            at = dict(zip(slowest_first, place, strict=True))
            found.append(machine.slot(tuple(at[axis] for axis in AXES)))
        return found


def _pick(random: Random, items: Sequence[Any]) -> Any:
    """One of some items. Only ``random()`` gives the same numbers in all versions of Python."""
    return items[int(random.random() * len(items))]


def _tiles(sizes: Sequence[int], volume: int) -> list[Place]:
    """All tiles of a volume that divide a grid."""
    if not sizes:
        return [()] if volume == 1 else []
    widths = [width for width in range(1, sizes[0] + 1) if sizes[0] % width == 0 and volume % width == 0]
    return [(width, *rest) for width in widths for rest in _tiles(sizes[1:], volume // width)]


def _move(random: Random, tile: Sequence[int], machine: Sequence[int]) -> Move:
    axis = _pick(random, "XYZ")
    direction = _pick(random, "XYZ".replace(axis, ""))
    tiles = random.random() < 0.5
    sizes = dict(zip(AXES, tile if tiles else machine, strict=True))
    by, stride = 1 + int(random.random() * 3), 1 + int(random.random() * 2)
    if sizes[direction] == 1 or by % sizes[axis] == 0:
        # Without effect.
        return _move(random, tile, machine)
    # In two planes a zigzag is a tilt.
    if random.random() < 0.5 or sizes[direction] == 2:
        return Move("tilt", axis, direction, (by,), tiles)
    return Move("zigzag", axis, direction, (by, stride), tiles)


def generated(count: int, grid: Sequence[int], machine: Machine, seed: int = 1) -> dict[str, Tiling]:
    """So many different mappings: tiles of both sides of equal volume, then one or two moves, as plain tilings are often the same."""
    random = Random(seed)
    sizes = machine.sizes
    volumes = [volume for volume in (32, 64, 128, 256, 512, 1024) if _tiles(grid, volume) and _tiles(sizes, volume)]
    found: dict[str, Tiling] = {}
    while len(found) < count:
        volume = _pick(random, volumes)
        ranks, tile = _pick(random, _tiles(grid, volume)), _pick(random, _tiles(sizes, volume))
        moves = tuple(_move(random, tile, sizes) for _ in range(1 + int(random.random() * 2)))
        tiling = Tiling(ranks, tile, moves)
        if tiling not in found.values():
            found[f"generated {len(found) + 1}"] = tiling
    return found
