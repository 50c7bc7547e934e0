#!/usr/bin/env python3
"""Executes the notebooks in `examples` and stores them with their outputs, after a change of a notebook or of what it shows.

Each runs in a folder of its own, so that it leaves nothing here. Text for a terminal, which progress and warnings are, must not be
in its outputs.
"""

import sys
import tempfile
from pathlib import Path

import nbclient
import nbformat

ROOT = Path(__file__).resolve().parent.parent


def execute(notebook, folder):
    """Executes it in a folder, and drops from it what differs each time."""
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(folder)}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata.get("language_info", {}).pop("version", None)


def main():
    for path in sorted(ROOT.glob("examples/*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        with tempfile.TemporaryDirectory() as folder:
            execute(notebook, folder)
        nbformat.write(notebook, path)
        loud = [out for cell in notebook.cells for out in cell.get("outputs", []) if out.get("name") == "stderr"]
        if loud:
            print(f"{path.name} writes to stderr: {loud[0]['text'][:200]}")
            return 1
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
