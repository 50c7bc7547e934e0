"""The commands as a user calls them."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tunnel import ROOT, Windtunnel

# Files that take longest begin, or one worker would still be at them when the others have nothing left.
LONGEST = ["tests/system/test_studies.py", "tests/system/test_docs.py", "tests/mpich/test_fast.py"]


def pytest_collection_modifyitems(items):
    places = {ROOT / file: place for place, file in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(LONGEST)))


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
