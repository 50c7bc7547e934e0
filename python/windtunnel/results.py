"""Run folders: the manifest, and tables as polars data frames."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SCHEMA = 1


@dataclass(frozen=True)
class Run:
    """A run folder, as ``windtunnel run`` leaves it."""

    path: Path
    manifest: dict[str, Any]

    def host(self) -> dict[str, Any]:
        """What the run cost the machine underneath (``host.json``): wall and CPU seconds, peak memory in bytes."""
        return json.loads((self.path / "host.json").read_text())

    def tables(self) -> list[str]:
        """Names of the tables that the run has written."""
        return sorted(folder.name for folder in self.path.iterdir() if any(folder.glob("part-*.parquet")))

    def table(self, name: str):
        """A table as a polars data frame, all closed parts joined in order.

        Times are integer picoseconds. Raises ``KeyError`` if the run has no such table.
        """
        if name not in self.tables():
            raise KeyError(f"{self.path} has no table {name!r}; it has {', '.join(self.tables())}")
        import polars  # optional: the manifest can be read without it

        return polars.read_parquet(sorted((self.path / name).glob("part-*.parquet")))


def load_run(path: str | Path) -> Run:
    """Open a run folder.

    Raises ``FileNotFoundError`` if there is no ``run.json``, ``ValueError`` if it is of a schema that this version
    does not know.
    """
    folder = Path(path)
    manifest = json.loads((folder / "run.json").read_text())
    if manifest.get("schema") != SCHEMA:
        raise ValueError(f"{folder}/run.json has schema {manifest.get('schema')}; this version reads {SCHEMA}")
    return Run(folder, manifest)
