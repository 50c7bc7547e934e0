"""Examples in docstrings, types, and the tutorial notebook."""

import doctest
import importlib
import pkgutil

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


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_run(path, folder, monkeypatch):
    import nbclient
    import nbformat

    # The kernel shows pictures by a backend of its own.
    monkeypatch.delenv("MPLBACKEND", raising=False)
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), f"{path.name} has outputs: strip them"
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(folder)}}).execute()
    images = [out for cell in notebook.cells for out in cell.get("outputs", []) if "image/png" in out.get("data", {})]
    assert len(images) >= 3


def test_there_is_a_notebook():
    assert NOTEBOOKS
