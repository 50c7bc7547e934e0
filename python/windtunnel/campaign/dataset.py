"""The data set of a campaign: one Parquet file, a row for each point in the order of the space."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from windtunnel.campaign.store import naming
from windtunnel.campaign.units import quantity
from windtunnel.errors import InputError, WindtunnelError
from windtunnel.extras import need
from windtunnel.inputs import expect_text
from windtunnel.platform import Platform

if TYPE_CHECKING:
    import polars as pl

#: Metadata of the file: for each column with a unit its unit, as JSON.
METADATA = "windtunnel.units"

#: Columns of results: type and unit.
RESULTS: dict[str, tuple[str, str]] = {
    "ending": ("String", ""),
    "reason": ("String", ""),
    "program_status": ("Int64", ""),
    "simulated_time_ps": ("Int64", "ps"),
    "compute_ps": ("Int64", "ps"),
    "mpi_ps": ("Int64", "ps"),
    "waiting_ps": ("Int64", "ps"),
    "messages": ("Int64", ""),
    "bytes": ("Int64", "B"),
    "collectives": ("Int64", ""),
    "events": ("Int64", ""),
    "host_wall_seconds": ("Float64", "s"),
    "host_cpu_seconds": ("Float64", "s"),
    "host_peak_memory_bytes": ("Int64", "B"),
    "host_total_seconds": ("Float64", "s"),
}


def frame(
    names: Sequence[str], rows: Sequence[Mapping[str, Any]], addresses: Sequence[str], results: Mapping[str, Mapping[str, Any]]
) -> tuple[pl.DataFrame, dict[str, str]]:
    """The data set, and the units of its columns."""
    polars = need("polars", "campaign", "the data set of a campaign")
    units: dict[str, str] = {}
    columns = [polars.Series("point", addresses, dtype=polars.String)]
    for name in names:
        kind, unit, values = typed([row.get(name) for row in rows])
        columns.append(polars.Series(name, values, dtype=getattr(polars, kind)))
        units |= {name: unit} if unit else {}
    for name, (kind, unit) in RESULTS.items():
        values = [results[address].get(name) for address in addresses]
        columns.append(polars.Series(name, values, dtype=getattr(polars, kind)))
        units |= {name: unit} if unit else {}
    return polars.DataFrame(columns), units


def with_columns(table: pl.DataFrame, columns: Mapping[str, str], place: str) -> pl.DataFrame:
    """The data set with columns of the user's own: SQL expressions of others. Raises :class:`InputError`."""
    polars = need("polars", "campaign", "the data set of a campaign")
    for name, text in columns.items():
        if not isinstance(text, str):
            raise InputError(f"{place}: columns: {name}: expected an expression as a text, found {text!r}")
        if name in table.columns:
            raise InputError(f"{place}: columns: {name}: there is such a column already")
        try:
            table = table.with_columns(polars.sql_expr(text).alias(name))
        except polars.exceptions.PolarsError as error:
            reason = str(error).partition("\n")[0]
            raise InputError(f"{place}: columns: {name}: {reason}; there are {', '.join(table.columns)}") from error
    return table


def typed(values: Sequence[Any]) -> tuple[str, str, list[Any]]:
    """Type, unit and values of a column of parameters. Numbers with units of one kind become numbers in the SI unit.

    >>> typed(["1 us", "2.5 ms"])
    ('Float64', 's', [1e-06, 0.0025])
    """
    there = [value for value in values if value is not None]
    if there and all(isinstance(value, bool) for value in there):
        return "Boolean", "", list(values)
    quantities = [quantity(value) for value in there]
    units = {found.unit for found in quantities if found is not None}
    if there and None not in quantities and len(units) == 1:
        unit = units.pop()
        whole = unit in ("", "B") and not any(isinstance(value, float) for value in there)
        whole = whole and all(found is not None and _is_int64(found.value) for found in quantities)
        number = int if whole else float
        numbers = [None if (found := quantity(value)) is None else number(found.value) for value in values]
        return "Int64" if whole else "Float64", unit, numbers
    return "String", "", [None if value is None else plain(value) for value in values]


def _is_int64(value: Decimal) -> bool:
    return value.is_finite() and value == int(value) and abs(value) < 2**63


def plain(value: Any) -> str:
    """A value as a text."""
    if isinstance(value, Platform):
        return value.name
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, default=str)
    return str(value)


def check_writable(path: Path) -> None:
    """Raises :class:`InputError` if the path holds anything but a former data set."""
    polars = need("polars", "campaign", "the data set of a campaign")
    expect_text(path)
    if not path.exists():
        return
    try:
        ours = METADATA in polars.read_parquet_metadata(path)
    except (OSError, polars.exceptions.PolarsError):
        ours = False
    if not ours:
        raise InputError(f"{path}: already exists, and is not a data set of a campaign; give another --output")


def write(frame: pl.DataFrame, units: Mapping[str, str], path: Path) -> None:
    """Writes the data set; it replaces a former one only when complete."""
    polars = need("polars", "campaign", "the data set of a campaign")
    check_writable(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".windtunnel-", suffix=".writing")
    os.close(descriptor)
    try:
        with naming(path):
            frame.write_parquet(name, metadata={METADATA: json.dumps(units)})
        os.chmod(name, 0o644)
        os.rename(name, path)
    except polars.exceptions.PolarsError as error:
        os.unlink(name)
        # An error of the system, a full disk for example, which polars wraps.
        raise WindtunnelError(f"{path}: cannot be written: {error}") from error
    except BaseException:
        os.unlink(name)
        raise
