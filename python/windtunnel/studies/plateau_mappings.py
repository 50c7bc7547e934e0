"""The mappings of the studies of plateau points: named ones and generated ones, as mapping programs (:mod:`windtunnel.mapping`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from random import Random
from typing import Any

from windtunnel import mapping

#: Axes of the machine in the order of programs, the last fastest: so that ranks in order are the paper's TXYZ.
AXES = "ZYXT"

#: Bytes of a packet of ``bluegene-p``, and nanoseconds that the DMA engine spends on one.
PACKET = {"mtu": 240, "header": 16, "alignment": 32, "input-buffer": 1024}
ENGINE = 20

#: Cores of a node.
CORES = 4

#: Sizes, one for each axis.
Sizes = tuple[int, ...]


@dataclass(frozen=True)
class Machine:
    """Nodes of a torus, in the order Z, Y, X."""

    dimensions: tuple[int, int, int]
    #: How many packets of Blue Gene/P are one here. All that belongs to a packet is as many times as large.
    joined: int = 1

    @property
    def nodes(self) -> int:
        """Nodes."""
        return prod(self.dimensions)

    @property
    def label(self) -> str:
        """In names of runs and tables."""
        return str(self.nodes) if self.joined == 1 else f"{self.nodes}-joined"

    @property
    def ranks(self) -> int:
        """Ranks: one on each core."""
        return self.nodes * CORES

    @property
    def sizes(self) -> Sizes:
        """Along Z, Y, X and T."""
        return (*self.dimensions, CORES)

    @property
    def name(self) -> str:
        """Nodes along X, Y and Z."""
        return " × ".join(map(str, reversed(self.dimensions)))

    def keys(self) -> dict[str, object]:
        """Keys of ``bluegene-p`` that make it this machine."""
        keys: dict[str, object] = {"topology.dimensions": list(reversed(self.dimensions))}
        if self.joined > 1:
            keys |= {f"packet.{key}": f"{size * self.joined} B" for key, size in PACKET.items()}
            keys["nic.engine.packet"] = f"{ENGINE * self.joined} ns"
        return keys


@dataclass(frozen=True)
class Move:
    """A tilt or a zigzag: planes normal to a direction are rolled along an axis."""

    operator: str
    axis: str
    direction: str
    #: Slope, or depth and stride.
    numbers: tuple[int, ...]
    #: In each tile of the machine, or in the whole of it.
    tiles: bool = True


@dataclass(frozen=True)
class Tiling:
    """Tiles of the grid of ranks onto tiles of the machine, as many ranks in each; then moves."""

    ranks: Sizes
    #: Z, Y, X, T.
    machine: Sizes
    moves: tuple[Move, ...] = ()

    def program(self, grid: Sequence[int]) -> str:
        """The program that maps a grid so."""
        app, machine = mapping.grid(*grid), mapping.machine(*AXES)
        program = mapping.map(app.tile(*self.ranks), machine.tile(*self.machine))
        for move in self.moves:
            boxes = machine.leaves if move.tiles else machine
            getattr(boxes, move.operator)(move.axis, move.direction, *move.numbers)
        return str(program)


@dataclass(frozen=True)
class Order:
    """Ranks along the axes of the machine, the first one fastest: XYZT."""

    axes: str

    def program(self, _: Sequence[int]) -> str:
        """The mapping, which is the same for every grid."""
        return f"order:{self.axes}"


def _pick(random: Random, items: Sequence[Any]) -> Any:
    """One of some items. Only ``random()`` gives the same numbers in all versions of Python."""
    return items[int(random.random() * len(items))]


def _tiles(sizes: Sequence[int], volume: int) -> list[Sizes]:
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
    """A number of different mappings: tiles of both sides of equal volume, then one or two moves, as plain tilings are often the same."""
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
