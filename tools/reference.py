#!/usr/bin/env python3
"""Writes the generated parts of docs/reference, docs/accuracy.md and the comparisons: help texts of the commands, and tables from the registries.

A generated part stands between `<!-- generated: NAME -->` and `<!-- end -->`. NAME is `help COMMAND…`, `list WHAT`,
`list WHAT details`, `mpi coverage`, `mpi functions`, `session variables`, `python MODULE` or `figures PAGE: ROW; ROW`, rows of
the first table of another page that has them. The tables of the Python package are generated as well, from the list of outputs.

    tools/reference.py            writes them
    tools/reference.py --check    exit status 1 if one is not up to date
"""

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import python_reference

ROOT = Path(__file__).resolve().parent.parent
PART = re.compile(r"(<!-- generated: ([^>]+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def windtunnel(*words):
    prefix = Path(os.environ.get("WT_PREFIX") or sys.prefix)
    # Help texts are wrapped to the terminal's width.
    environment = {**os.environ, "COLUMNS": "100"}
    command = [str(prefix / "bin" / "windtunnel"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def rows(heads, lines):
    return "\n".join(
        [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *(f"| {' | '.join(map(cell, line))} |" for line in lines)]
    )


def entries(what):
    return json.loads(windtunnel("list", what, "--json"))


def plain_list(what):
    """One table; the group, if there is one, in the first column."""
    found = entries(what)
    grouped = any("group" in entry for entry in found)
    lines = [[*([entry.get("group", "")] if grouped else []), f"`{entry['name']}`", entry["doc"]] for entry in found]
    return rows([*(["of"] if grouped else []), "name", "what it is"], lines)


def detailed_list(what):
    """A table of keys, parameters or columns for each entry."""
    parts = []
    for entry in entries(what):
        group = f" ({entry['group']})" if "group" in entry else ""
        parts.append(f"**`{entry['name']}`**{group}: {entry['doc']}")
        if "formulas" in entry:
            parts.append("\n".join(f"- {name}: {formula}" for name, formula in entry["formulas"]))
        details = entry.get("details", [])
        with_default = any("default" in detail for detail in details)
        heads = ["name", "value", *(["default"] if with_default else []), "meaning"]
        lines = [
            [f"`{d['name']}`", d["kind"], *([d.get("default", "")] if with_default else []), d["doc"]] for d in details
        ]
        if lines:
            parts.append(rows(heads, lines))
    return "\n\n".join(parts)


def chapters():
    """The functions of MPI by chapter; those with large counts are one with those without, where both are alike."""
    found = {}
    for entry in entries("mpi-functions"):
        found.setdefault(entry["group"], {})[entry["name"]] = entry["doc"]
    for functions in found.values():
        for name in list(functions):
            if name.endswith("_c") and functions.get(name[:-2]) == functions[name]:
                del functions[name]
                functions[f"{name[:-2]}, _c"] = functions.pop(name[:-2])
    return found


def cited(name):
    """`MPI_Send, _c` with each word as code."""
    return ", ".join(f"`{word}`" for word in name.split(", "))


def mpi_coverage():
    """How many functions of each chapter are simulated."""
    lines = []
    whole = [0, 0, 0]
    for entry in entries("mpi-functions"):
        lines += [] if lines and lines[-1][0] == entry["group"] else [[entry["group"], 0, 0, 0]]
        column = ["simulated", "data-only", "not simulated"].index(entry["doc"].split(":")[0])
        lines[-1][column + 1] += 1
        whole[column] += 1
    return rows(["chapter", "simulated", "data-only", "not simulated"], [*lines, ["all", *whole]])


def mpi_functions():
    """Every function, by chapter: those that are simulated in a row, then the others with what there is to say."""
    parts = []
    for chapter, functions in chapters().items():
        plain = [cited(name) for name, doc in functions.items() if doc == "simulated"]
        others = {}
        for name, doc in functions.items():
            if doc != "simulated":
                others.setdefault(doc, []).append(cited(name))
        parts.append(f"### {chapter[0].upper()}{chapter[1:]}")
        parts += [f"Simulated: {' · '.join(sorted(plain))}"] if plain else []
        lines = [[" · ".join(sorted(names)), *doc.partition(": ")[::2]] for doc, names in others.items()]
        parts += [rows(["function", "status", "why"], lines)] if lines else []
    return "\n\n".join(parts)


def session_variables():
    """The variables that host.json leaves out."""
    names = (ROOT / "python" / "windtunnel" / "session_variables.txt").read_text().split()
    return textwrap.fill(", ".join(f"`{name}`" for name in names), 120, break_long_words=False)


def package_tables():
    """python/windtunnel/tables.py: a property for each table, with its columns."""
    outputs = entries("tables")
    always = [output["name"] for output in outputs if output["group"] == "always written"]
    head = TABLES_HEAD.replace("ALWAYS_HERE", f"({', '.join(map(json.dumps, always))})")
    parts = [head.replace("COLUMNS_HERE", "".join(map(column_types, outputs)))]
    for output in outputs:
        written = " Always written." if output["group"] == "always written" else ""
        doc = [f"{output['doc']}{written}", "", *columns_text(output["details"])]
        body = "\n".join(f"        {line}".rstrip() for line in doc)
        text = f'    @property\n    def {output["name"]}(self) -> polars.LazyFrame:\n        """{body.lstrip()}\n        """'
        parts.append(f'{text}\n        return self.scan("{output["name"]}")\n')
    return "\n".join(parts)


TYPES = {"int64": "Int64", "uint32": "UInt32", "int32": "Int32", "bool": "Boolean", "text": "String"}


def column_types(output):
    """A table's columns and their Polars types."""
    lines = [f'        "{column["name"]}": "{TYPES[column["kind"]]}",\n' for column in output["details"]]
    return f'    "{output["name"]}": {{\n{"".join(lines)}    }},\n'


def columns_text(columns):
    for column in columns:
        text = f"``{column['name']}``: {column['doc']}".replace("`" * 3, "``")
        yield from textwrap.wrap(f"- {text}", 110, subsequent_indent="  ")


TABLES_HEAD = '''"""The tables of a run as properties. Generated by tools/reference.py from `windtunnel list tables`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars

#: The tables that every run writes.
ALWAYS = ALWAYS_HERE

#: The columns of each table, with the names of their Polars types.
COLUMNS: dict[str, dict[str, str]] = {
COLUMNS_HERE}


class Tables(ABC):
    """A property for each table that a run can leave: a lazy Polars frame.

    Each raises :class:`windtunnel.NoSuchTable` if the run has not written the table.
    """

    @abstractmethod
    def scan(self, name: str) -> polars.LazyFrame:
        """A table by its name."""
'''


def figures(page, wanted):
    """Rows of the first table of a page, below docs, that has them all: those whose first cells are wanted, in this order. Of several
    rows with the same first cell the last one, which has the others together."""
    for table in re.findall(r"^\|.*\n\|-.*\n(?:\|.*\n)+", (ROOT / "docs" / page).read_text(), re.MULTILINE):
        head, rule, *lines = table.splitlines()
        found = {line.split("|")[1].strip(): line for line in lines}
        if found.keys() >= set(wanted):
            return "\n".join(["", head, rule, *(found[first] for first in wanted), ""])
    sys.exit(f"tools/reference.py: no table of docs/{page} has the rows {wanted}")


def generate(name):
    if name.startswith("figures "):
        page, rows_wanted = name.removeprefix("figures ").split(": ", 1)
        return figures(page, rows_wanted.split("; "))
    match name.split():
        case ["help", *command]:
            return f"```text\n{windtunnel(*command, '--help-all').rstrip()}\n```"
        case ["list", what]:
            return plain_list(what)
        case ["list", what, "details"]:
            return detailed_list(what)
        case ["python", module]:
            return python_reference.module(module)
        case ["mpi", "coverage"]:
            return mpi_coverage()
        case ["mpi", "functions"]:
            return mpi_functions()
        case ["session", "variables"]:
            return session_variables()
    sys.exit(f"tools/reference.py: there is no generated part {name!r}")


def main():
    check = "--check" in sys.argv[1:]
    stale = []
    tables = ROOT / "python" / "windtunnel" / "tables.py"
    pages = [ROOT / "docs" / "accuracy.md", *sorted((ROOT / "docs" / "models").glob("against-*.md"))]
    pages += [*sorted((ROOT / "docs" / "reference").rglob("*.md"))]
    for path in [tables, *pages]:
        text = path.read_text() if path.exists() else ""
        if path == tables:
            fresh = package_tables()
        else:
            fresh = PART.sub(lambda part: f"{part[1]}{generate(part[2])}\n{part[3]}", text)
        if fresh != text:
            stale.append(path.relative_to(ROOT))
            if not check:
                path.write_text(fresh)
    for path in stale:
        print(f"{path}: {'not up to date; run `make reference`' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
