"""The commands as a user calls them."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tunnel import ROOT, Windtunnel


@pytest.fixture(scope="session")
def windtunnel():
    return Windtunnel()


@pytest.fixture(scope="session")
def halo3d(windtunnel, tmp_path_factory):
    """The example, compiled."""
    return windtunnel.compile(ROOT / "examples" / "halo3d.c", tmp_path_factory.mktemp("programs") / "halo3d")


@pytest.fixture
def manifest():
    return lambda folder: json.loads((Path(folder) / "run.json").read_text())
