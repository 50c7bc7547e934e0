"""Models of named blocks (``wt_block``), fitted to a sample of a run's blocks."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from windtunnel.errors import InputError
from windtunnel.extras import need
from windtunnel.results import Run, load_run

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

__all__ = ["BlockModels", "fit_blocks"]

#: Rounds of weighted least squares; weights no longer change much after a few.
ROUNDS = 4
#: Parameters of a block: columns of the table ``blocks``.
PARAMETERS = ("p1", "p2", "p3", "p4")


@dataclass(frozen=True)
class BlockModels:
    """Models of blocks: for each name, picoseconds per unit of each term."""

    #: Name -> term -> picoseconds.
    coefficients: dict[str, dict[str, float]]
    #: One row per named block of the run: ``rank``, ``name``, ``duration`` and ``predicted`` (picoseconds), ``sampled``.
    blocks: pl.DataFrame

    @property
    def rules(self) -> str:
        """Text of a file of rules, for ``--compute SPEC+FILE.toml``."""
        return "\n".join(self._rule(name) for name in sorted(self.coefficients))

    def _rule(self, name: str) -> str:
        terms = ", ".join(f"{_quoted(term)} = \"{value:.6f} ps\"" for term, value in self.coefficients[name].items())
        counts = self.errors().row(by_predicate=_column("name") == name, named=True)
        said = f"# {counts['sampled']} of {counts['blocks']} blocks; median error of the others {counts['median']:.1%}"
        return f"{said}\n[[block]]\nname = {_quoted(name)}\nmodel = {{ {terms} }}\n"

    def write(self, file: str | Path) -> Path:
        """Writes :attr:`rules` and returns the file."""
        path = Path(file)
        path.write_text(self.rules, encoding="utf-8")
        return path

    def errors(self) -> pl.DataFrame:
        """How well blocks outside of the sample are predicted, by name.

        Columns: ``name``, ``blocks``, ``sampled``; ``median``, the median of \\|predicted - duration\\| / duration of a block; and
        ``total``, the error of the sum of all, with its sign. Where all blocks are in the sample, they count.
        """
        import polars as pl

        rest = pl.col("rest")
        shared = self.blocks.with_columns(rest=~pl.col("sampled") | pl.col("sampled").all().over("name"))
        error = (pl.col("predicted") - pl.col("duration")).abs() / pl.col("duration").clip(1)
        return (
            shared.group_by("name")
            .agg(
                blocks=pl.len(),
                sampled=pl.col("sampled").sum(),
                median=error.filter(rest).median(),
                total=pl.col("predicted").filter(rest).sum() / pl.col("duration").filter(rest).sum().clip(1) - 1,
            )
            .sort("name")
        )


def fit_blocks(
    run: Run | str | Path, terms: Mapping[str, Sequence[str]], *, share: float = 1.0, seed: int = 1
) -> BlockModels:
    """Fits a model to each kind of named blocks of a run, by least squares over their parameters.

    ``terms`` gives for each name the terms of its model: ``"1"``, a parameter ``"p1"`` to ``"p4"`` in the order of ``wt_block``, or
    a product such as ``"p1*p2"``. A random sample is fitted, ``share`` of the blocks of each name but at least as many as there are
    terms; ``seed`` decides which. Squares are those of relative errors (each block is weighted by its predicted time, in
    ``ROUNDS`` rounds), so that short blocks count as long ones do.

    Raises :class:`InputError` if a name, a term or the share is invalid, or if blocks do not tell terms apart.

    >>> models = fit_blocks("measured", {"multiply": ["1", "p1", "p2"]}, share=0.02)  # doctest: +SKIP
    >>> models.write("rules.toml")  # doctest: +SKIP
    """
    need("numpy", "campaign", "fitting blocks")
    need("polars", "tables", "fitting blocks")
    import polars as pl

    if not 0 < share <= 1:
        raise InputError(f"share={share}: expected a number above 0, up to 1")
    run = run if isinstance(run, Run) else load_run(os.fspath(run))
    columns = ["rank", "name", "parameters", *PARAMETERS, "duration"]
    blocks = run.table("blocks").select(columns).filter(pl.col("name") != "")
    coefficients, parts = {}, []
    for name, wanted in terms.items():
        own = blocks.filter(pl.col("name") == name)
        if own.is_empty():
            known = ", ".join(sorted(blocks["name"].unique())) or "none"
            raise InputError(f"the run has no block `{name}`; it has {known}")
        powers = [_powers(name, term, int(own["parameters"].min() or 0)) for term in wanted]  # type: ignore[arg-type]
        count = min(own.height, max(round(share * own.height), len(powers)))
        chosen = sorted(random.Random(f"{seed} {name}").sample(range(own.height), count))
        sampled = [False] * own.height
        for place in chosen:
            sampled[place] = True
        matrix, times = _terms(own, powers), own["duration"].cast(float).to_numpy()
        values = _least_squares(name, matrix[chosen], times[chosen])
        coefficients[name] = dict(zip(wanted, map(float, values), strict=True))
        predicted = (matrix @ values).clip(0)
        parts.append(own.select("rank", "name", "duration").with_columns(predicted=predicted, sampled=pl.Series(sampled)))
    if not parts:
        raise InputError("there are no terms; expected for each name a list such as ['1', 'p1']")
    return BlockModels(coefficients, pl.concat(parts))


def _powers(name: str, term: str, parameters: int) -> list[int]:
    """How often each parameter is in a term."""
    factors = [] if term.strip() == "1" else [factor.strip() for factor in term.split("*")]
    known = PARAMETERS[:parameters]
    for factor in factors:
        if factor not in known:
            expected = "1" if not known else f"1 or a product of {', '.join(known)}"
            raise InputError(f"`{term}` is not a term of block `{name}`: expected {expected}")
    return [factors.count(parameter) for parameter in PARAMETERS]


def _terms(blocks: pl.DataFrame, powers: list[list[int]]) -> NDArray[np.float64]:
    """The value of each term (columns) in each block (rows)."""
    import numpy as np

    values = np.stack([blocks[parameter].cast(float).to_numpy() for parameter in PARAMETERS])
    one = [np.prod([values[at] ** power for at, power in enumerate(own)], axis=0) for own in powers]
    return np.stack(one, axis=1)


def _least_squares(name: str, terms: NDArray[np.float64], times: NDArray[np.float64]) -> NDArray[np.float64]:
    """Coefficients with the least squares of relative errors."""
    import numpy as np

    scale = np.abs(terms).max(axis=0).clip(1)
    floor = max(float(np.median(times)) * 1e-3, 1.0)
    weights = 1 / times.clip(floor)
    values = np.zeros(terms.shape[1])
    for _ in range(ROUNDS):
        found = np.linalg.lstsq(terms / scale * weights[:, None], times * weights)
        if found[2] < terms.shape[1]:
            raise InputError(f"the blocks `{name}` do not tell the terms apart: expected fewer terms, or a larger sample")
        values = found[0] / scale
        weights = 1 / (terms @ values).clip(floor)
    return values


def _column(name: str) -> pl.Expr:
    import polars as pl

    return pl.col(name)


def _quoted(text: str) -> str:
    """A TOML string."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in plain) + '"'
