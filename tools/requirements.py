#!/usr/bin/env python3
"""Prints the packages that an extra of pyproject.toml names, one a line: tools/requirements.py EXTRA"""

import re
import sys
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).resolve().parent.parent / "pyproject.toml").read_text())["project"]


def requirements(extra):
    """The packages of an extra. Extras that it names in turn, as `windtunnel[all]`, are replaced by theirs."""
    for pin in PROJECT["optional-dependencies"][extra]:
        own = re.fullmatch(rf"{PROJECT['name']}\[(.+)\]", pin)
        if own:
            for name in own[1].split(","):
                yield from requirements(name)
        else:
            yield pin


if __name__ == "__main__":
    print("\n".join(dict.fromkeys(requirements(sys.argv[1]))))
