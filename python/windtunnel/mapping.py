"""Mapping programs: which rank sits where, in the language of ``--mapping``.

The functions and methods write the text of a program, word for word, and Windtunnel carries it out: a program made here means
what its text in a file does. :func:`place` shows what that is. A program is given to runs as it is, ``mapping=program``.

>>> from windtunnel import mapping
>>> app, m = mapping.grid(8, 8, 8), mapping.machine()
>>> program = mapping.map(app.tile(8, 8, 1), m.tile(4, 4, 4, 1))
>>> m.leaves.tilt("X", "Z")
Box('m.leaves')
>>> print(program)
app = grid(8, 8, 8)
m = machine()
app.tile(8, 8, 1)
m.tile(4, 4, 4, 1)
map app -> m
m.leaves.tilt(X, Z)
>>> placement = mapping.place(program, "torus-3d", ranks=512, ppn=1)
>>> placement.axes
{'X': 8, 'Y': 8, 'Z': 8, 'T': 4}
>>> placement.hosts[:4].tolist(), placement.coordinates[1].tolist()
([0, 256, 32, 288], [0, 0, 4, 0])
"""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from windtunnel.command import call
from windtunnel.extras import need
from windtunnel.platform import Platform, toml_value

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Box", "Placement", "Program", "grid", "machine", "map", "place"]


class _Space:
    """The grid or the machine: the statements about it, each with its number among all statements."""

    numbers: Iterator[int] = itertools.count()

    def __init__(self, name: str, declaration: str) -> None:
        self.name = name
        self.lines = [(next(self.numbers), f"{name} = {declaration}")]

    def add(self, line: str) -> None:
        self.lines.append((next(self.numbers), line))


class Box:
    """A grid of ranks, a machine, or some parts of one: made by :func:`grid` and :func:`machine`.

    Operations write a statement and return the same boxes, so that they can be chained. Axes are names, as in ``"X"``, or numbers
    from 0.
    """

    def __init__(self, space: _Space, text: str) -> None:
        self._space = space
        self._text = text

    def __repr__(self) -> str:
        return f"Box({self._text!r})"

    def _do(self, operation: str, *arguments: int | str, **named: int) -> Box:
        words = [str(argument) for argument in arguments] + [f"{name}={value}" for name, value in named.items()]
        self._space.add(f"{self._text}.{operation}({', '.join(words)})")
        return self

    @property
    def leaves(self) -> Box:
        """The parts that are not divided any more."""
        return Box(self._space, f"{self._text}.leaves")

    @property
    def children(self) -> Box:
        """The parts of each box."""
        return Box(self._space, f"{self._text}.children")

    def __getitem__(self, index: int | tuple[int, ...]) -> Box:
        numbers = index if isinstance(index, tuple) else (index,)
        return Box(self._space, f"{self._text}[{', '.join(map_(str, numbers))}]")

    def tile(self, *sizes: int) -> Box:
        """Divides into tiles of these sizes, 1 where none is given; along an axis of n places into ⌊n / size⌋ parts."""
        return self._do("tile", *sizes)

    def div(self, *counts: int) -> Box:
        """Divides into this many contiguous parts along each axis; the last takes what is left over."""
        return self._do("div", *counts)

    def mod(self, *counts: int) -> Box:
        """Divides into this many interleaved parts along each axis: every n-th place."""
        return self._do("mod", *counts)

    def cut(self, counts: tuple[int, ...] | list[int], slicers: tuple[str, ...] | list[str]) -> Box:
        """Divides along each axis by ``"div"`` or ``"mod"``."""
        return self._do("cut", *counts, *slicers)

    def transpose(self, *axes: int | str) -> Box:
        """Reads what the box contains in the order of its transpose, whose axes are these."""
        return self._do("transpose", *axes)

    def shear(self, axis: int | str, direction: int | str, slope: int = 1) -> Box:
        """Shifts the planes normal to ``axis`` along ``direction``, each by ``slope`` more than the one before it."""
        return self._do("shear", axis, direction, **_unless_one(slope=slope))

    def tilt(self, axis: int | str, direction: int | str, slope: int = 1) -> Box:
        """Shifts the planes normal to ``direction`` along ``axis``, each by ``slope`` more than the one before it."""
        return self._do("tilt", axis, direction, **_unless_one(slope=slope))

    def zigzag(self, axis: int | str, direction: int | str, depth: int = 1, stride: int = 1) -> Box:
        """Shifts the planes normal to ``direction`` along ``axis``, up to ``depth`` and back within 2 · ``stride`` planes."""
        return self._do("zigzag", axis, direction, **_unless_one(depth=depth, stride=stride))

    def zorder(self) -> Box:
        """Puts what the box contains in order along the Z-order curve."""
        return self._do("zorder")


#: The built-in function, which :func:`map` hides.
map_ = map


def _unless_one(**values: int) -> dict[str, int]:
    return {name: value for name, value in values.items() if value != 1}


class Program:
    """A mapping program; its text is ``str(program)``. Made by :func:`map`."""

    def __init__(self, source: Box, target: Box) -> None:
        self._spaces = (source._space, target._space)
        self.map(source, target)

    def map(self, source: Box, target: Box) -> Program:
        """Maps further parts of the same grid onto parts of the same machine."""
        if (source._space, target._space) != self._spaces:
            raise ValueError("a program has one grid and one machine; found parts of others")
        target._space.add(f"map {source._text} -> {target._text}")
        return self

    def __str__(self) -> str:
        lines = sorted(itertools.chain(*(space.lines for space in self._spaces)))
        return "\n".join(line for _, line in lines)

    def __repr__(self) -> str:
        return f"<Program of {len(str(self).splitlines())} statements>"

    def save(self, path: str | Path) -> Path:
        """Writes its text to a file, whose name ends in ``.map``, and returns the path."""
        file = Path(path)
        if file.suffix != ".map":
            raise ValueError(f"{file}: expected a name that ends in .map")
        file.write_text(f"{self}\n", encoding="utf-8")
        return file


def grid(*sizes: int, **named: int) -> Box:
    """The ranks as a grid, numbered as by ``MPI_Cart_create``: the last axis fastest. Axes may have names: ``grid(x=4, y=4)``."""
    words = [str(size) for size in sizes] + [f"{name}={size}" for name, size in named.items()]
    return Box(_Space("app", f"grid({', '.join(words)})"), "app")


def machine(*axes: str) -> Box:
    """The machine by its axes: those of the platform's hosts, then the slots of a host; or in the order of ``axes``, all of them."""
    return Box(_Space("m", f"machine({', '.join(axes)})"), "m")


def map(source: Box, target: Box) -> Program:
    """A program that maps the leaves of a grid, or of parts of it, onto those of a machine in their order."""
    return Program(source, target)


@dataclass(frozen=True)
class Placement:
    """Where every rank sits."""

    #: The axes of the machine that the job has, by name, with their sizes.
    axes: dict[str, int]
    #: Number of the host of each rank.
    hosts: np.ndarray
    #: Number of its core there.
    cores: np.ndarray
    #: Its coordinates: a row for each rank, a column for each axis.
    coordinates: np.ndarray


def place(
    mapping: str | Path | Program,
    platform: str | Path | Platform,
    ranks: int,
    *,
    allocation: str | None = None,
    ppn: int | None = None,
    oversubscribe: bool = False,
    seed: int | None = None,
    set: Mapping[str, object] | None = None,
) -> Placement:
    """Where a mapping of any kind puts ``ranks`` ranks: ``windtunnel platform place``. Nothing is simulated.

    The arguments are the options of :func:`run`. Raises :class:`InputError` with line and column of what is wrong in a
    program, :class:`MissingExtra` without NumPy.
    """
    numpy = need("numpy", "mapping", "a placement")
    with tempfile.TemporaryDirectory(prefix="windtunnel-") as folder:
        machine = str(platform.file(folder) if isinstance(platform, Platform) else platform)
        words = ["platform", "place", machine, "--ranks", str(ranks), "--mapping", spec(mapping), "--json"]
        for name, value in (("allocation", allocation), ("ppn", ppn), ("seed", seed)):
            words += [] if value is None else [f"--{name}", str(value)]
        words += ["--oversubscribe"] if oversubscribe else []
        for key, setting in (set or {}).items():
            words += ["--set", f"{key}={toml_value(setting)}"]
        found = json.loads(call(words).check().out)
    return Placement(
        {axis["name"]: axis["size"] for axis in found["axes"]},
        numpy.array(found["hosts"]),
        numpy.array(found["cores"]),
        numpy.array(found["coordinates"]).reshape(ranks, -1),
    )


def spec(mapping: object) -> str:
    """The value of ``--mapping``: a path is a program if its name ends in ``.map``, else a list of ranks' hosts."""
    if isinstance(mapping, Path):
        return str(mapping) if mapping.suffix == ".map" else f"file:{mapping}"
    return str(mapping)
