#!/usr/bin/env python3
"""Checks style: `make lint` runs all, `tools/lint.py --fast` what takes seconds (the pre-commit hook).

ruff and mypy come from the virtual environment, in the versions that pyproject.toml pins; what is missing there is installed.
"""

import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
# What mypy needs to know beside itself: packages that ours imports.
TYPED = ("ruff", "mypy", "polars", "matplotlib", "numpy")
FAST = {
    "format": ["cargo", "fmt", "--all", "--check"],
    "ruff": [VENV / "bin/ruff", "check", "--quiet", "."],
    "words": [sys.executable, "tools/check_words.py"],
}
# The profile of `make test`: macros and build scripts that were compiled for it are not compiled again.
PROFILE = ["--profile", os.environ.get("WT_CARGO_PROFILE", "ci")]
SLOW = {
    "mypy": [VENV / "bin/mypy"],
    "clippy": ["cargo", "clippy", "--workspace", "--all-targets", *PROFILE, "--quiet", "--", "-D", "warnings"],
    "docs": ["cargo", "doc", "--workspace", "--no-deps", "--document-private-items", *PROFILE, "--quiet"],
}


def pins():
    """The packages of TYPED as pyproject.toml pins them."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    return [pin for pin in extras["test"] if pin.split("==")[0] in TYPED]


def install():
    if all((VENV / "bin" / tool).exists() for tool in ("ruff", "mypy")):
        return
    if not (VENV / "bin/pip").exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    subprocess.run([VENV / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *pins()], check=True)


def passes(name, command):
    start = time.monotonic()
    environment = {**os.environ, "RUSTDOCFLAGS": "-D warnings"}
    done = subprocess.run(command, cwd=ROOT, env=environment)
    print(f"{name}: {'fails' if done.returncode else 'ok'}, {time.monotonic() - start:.0f} s", flush=True)
    return done.returncode == 0


def main():
    install()
    checks = FAST if "--fast" in sys.argv[1:] else {**FAST, **SLOW}
    passed = [passes(*check) for check in checks.items()]  # All of them, whatever fails.
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
