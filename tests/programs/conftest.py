"""Programs that nobody here wrote, run as they are: one file for each. fetch.py gets them.

Tests that take more than a few seconds have the mark `programs`: `make test-programs` runs them, `make test` does not.
"""

import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parent.parent)]
import fetch
from tunnel import Windtunnel


@pytest.fixture(scope="session")
def windtunnel():
    return Windtunnel()


@pytest.fixture(scope="session")
def debian():
    """For tests of Debian's packages: says loudly where there are none."""
    if reason := fetch.without_debian():
        pytest.skip(f"NOT RUN: {reason}")
