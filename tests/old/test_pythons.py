"""The wheel with each Python of this machine for which it is: those in PATH, and pyenv's."""

import os
import shutil
from pathlib import Path

import pytest

from conftest import MPI4PY, RING, RUN
from programs import execute

pytestmark = pytest.mark.soak
MINORS = [11, 12, 13, 14]
MOTIF = "import windtunnel; print(windtunnel.__version__, windtunnel.motif('halo3d', ranks=8, platform='torus-3d').simulated_time > 0)"


def interpreter(minor):
    """A Python 3.MINOR of this machine; none if there is none."""
    found = shutil.which(f"python3.{minor}")
    # pyenv's own command of this name may only say where it is.
    if found and execute([found, "--version"]).status == 0:
        return found
    versions = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    return next(iter(sorted(versions.glob(f"3.{minor}.*/bin/python3.{minor}"))), None)


def must(*words, **environment):
    done = execute(words, environment)
    assert done.status == 0, f"{' '.join(map(str, words))}: status {done.status}\n{done.stdout}{done.stderr}"
    return done


def files(folder):
    return {path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


@pytest.mark.parametrize("minor", MINORS)
def test_the_wheel_is_installed_works_and_goes(wheel, tmp_path, minor):
    python = interpreter(minor)
    if python is None:
        pytest.skip(f"NOT RUN: there is no python3.{minor} in PATH or pyenv")
    venv = tmp_path / "venv"
    must(python, "-m", "venv", venv)
    # Nothing of the environment that runs the tests.
    own = {"PATH": f"{venv}/bin:/usr/bin:/bin", "PYTHONPATH": "", "WT_PREFIX": "", "XDG_STATE_HOME": str(tmp_path / "state")}
    before = files(venv)
    must(venv / "bin" / "pip", "install", "--quiet", "--no-index", wheel, **own)
    assert must(venv / "bin" / "python", "-c", MOTIF, **own).stdout.split() == [wheel.name.split("-")[1], "True"]
    version = must(venv / "bin" / "windtunnel", "--version", **own).stdout.split()
    assert version[1] == wheel.name.split("-")[1]

    mpi4py = execute([venv / "bin" / "pip", "install", "--quiet", MPI4PY], own)
    if mpi4py.status == 0:
        (tmp_path / "ring.py").write_text(RING)
        done = must(venv / "bin" / "windtunnel", *RUN, "--out", tmp_path / "run", tmp_path / "ring.py", **own)
        assert f"4 ranks of 3 {minor}" in done.stdout
        must(venv / "bin" / "pip", "uninstall", "--quiet", "--yes", "mpi4py", **own)

    must(venv / "bin" / "pip", "uninstall", "--quiet", "--yes", "windtunnel", **own)
    assert files(venv) == before
    assert not [path for path in venv.rglob("*windtunnel*") if "__pycache__" not in path.parts]
    if mpi4py.status:
        pytest.skip(f"NOT RUN: mpi4py for Python 3.{minor} is not to be had: {mpi4py.stderr.strip()[-200:]}")
