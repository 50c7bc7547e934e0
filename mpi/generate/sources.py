"""What the sources of the project say about MPI functions: which have an entry point, which a program tests."""

import re
from pathlib import Path

from description import ROOT

ENTRIES = ROOT / "crates" / "runtime" / "src"
CONFORMANCE = ROOT / "tests" / "conformance"
PROGRAM_SUFFIXES = {".c", ".cc", ".cpp", ".h", ".hpp"}


def entry_points(folder: Path = ENTRIES) -> dict[str, Path]:
    """Functions that have an entry point, `fn wt_MPI_X(` outside of comments, and the file that defines it."""
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*.rs")):
        code = re.sub(r"//[^\n]*", "", path.read_text())
        for name in re.findall(r"\bfn\s+wt_(MPI_\w+)\s*[(<]", code):
            found[name] = path
    return found


def tested_functions(folder: Path = CONFORMANCE) -> set[str]:
    """Functions that some conformance program calls."""
    tested: set[str] = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix in PROGRAM_SUFFIXES:
            code = re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"", " ", path.read_text(), flags=re.DOTALL)
            tested.update(re.findall(r"\b(MPI_\w+)\b", code))
    return tested
