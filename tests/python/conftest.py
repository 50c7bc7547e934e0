"""The Python package as a user has it: with the installed command, in a folder of one's own."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tunnel import ROOT, Windtunnel

if str(ROOT / "python") not in sys.path:
    sys.path.insert(0, str(ROOT / "python"))
os.environ.setdefault("MPLBACKEND", "agg")


@pytest.fixture(scope="session", autouse=True)
def installed():
    """Has the package find the command that is tested."""
    prefix = str(Windtunnel().prefix)
    # Processes that are started, a notebook's kernel among them, find the package as we do.
    wanted = {"WT_PREFIX": prefix, "PYTHONPATH": str(ROOT / "python")}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    yield Path(prefix)
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to work in, with the examples."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    if sys.modules.get("matplotlib.pyplot"):
        from matplotlib import pyplot

        pyplot.close("all")
