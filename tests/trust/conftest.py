"""Nothing is lost, nothing is silent, nobody is blamed wrongly: how Windtunnel behaves when things go badly."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tunnel import ROOT, Windtunnel  # noqa: F401


@pytest.fixture(scope="session")
def windtunnel():
    return Windtunnel()


@pytest.fixture
def manifest():
    return lambda folder: json.loads((Path(folder) / "run.json").read_text())
