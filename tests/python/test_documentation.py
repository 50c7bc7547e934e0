"""Examples in docstrings, types, and the tutorial notebook."""

import doctest
import importlib
import itertools
import pkgutil
import shutil

import pytest

import windtunnel
from conftest import ROOT

NOTEBOOKS = sorted(ROOT.glob("examples/*.ipynb"))


def modules():
    names = [found.name for found in pkgutil.walk_packages(windtunnel.__path__, "windtunnel.")]
    return [importlib.import_module(name) for name in ["windtunnel", *names]]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_examples_in_docstrings(module, folder):
    import polars

    parameters = {"bytes": "64 KiB", "iterations": 2}
    tables = ["timeline", "messages", "links"]
    windtunnel.motif("halo3d", parameters, ranks=8, platform="torus-3d", observe=tables, out="runs/halo3d")
    names = {name: getattr(windtunnel, name) for name in windtunnel.__all__} | {"polars": polars}
    failed, _ = doctest.testmod(module, extraglobs=names, optionflags=doctest.ELLIPSIS)
    assert failed == 0


def test_most_functions_have_an_example():
    finder = doctest.DocTestFinder(recurse=True)
    found = sum(bool(test.examples) for module in modules() for test in finder.find(module))
    assert found > 15


def outputs(notebook):
    return [out for cell in notebook.cells for out in cell.get("outputs", [])]


@pytest.mark.parametrize("place", ["empty", "beside the examples", "a name with spaces, ümläuts and 'quotes'"])
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_run_in_any_folder(path, place, folder, monkeypatch):
    """Each where a user may have put it (nbclient is what `nbconvert --execute` runs it by); what is stored is of such a run, and
    quiet."""
    import nbclient
    import nbformat

    # The kernel shows pictures by a backend of its own.
    monkeypatch.delenv("MPLBACKEND", raising=False)
    where = folder / place
    where.mkdir()
    if place == "beside the examples":
        for example in ROOT.glob("examples/*"):
            if example.is_file():
                shutil.copy(example, where)
    stored = nbformat.read(path, as_version=4)
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(where)}}).execute()
    assert [cell.execution_count for cell in stored.cells if cell.cell_type == "code"] == list(
        range(1, 1 + sum(cell.cell_type == "code" for cell in stored.cells))
    ), "it is stored as tools/run_notebooks.py has executed it"
    for found in (stored, notebook):
        assert [out for out in outputs(found) if out.get("name") == "stderr"] == []
        assert sum("image/png" in out.get("data", {}) for out in outputs(found)) >= 3
    kinds = [[(out.output_type, sorted(out.get("data", {}))) for out in outputs(one)] for one in (stored, notebook)]
    # A kernel on a busy machine sends text in two pieces.
    kinds = [[kind for kind, _ in itertools.groupby(one)] for one in kinds]
    assert kinds[0] == kinds[1], f"{path.name}: execute it by tools/run_notebooks.py"
    assert not any(str(folder.parent) in str(out) or "/tmp/" in str(out) for out in outputs(stored))


def test_there_is_a_notebook():
    assert NOTEBOOKS
