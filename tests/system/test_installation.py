"""From sources to an installed command, and away again. What takes minutes, the compilation, has been done by `make setup`."""

import os
import subprocess
import sys
import tarfile

from conftest import ROOT

STAGED = ROOT / "build" / "stage"


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def install(action, prefix, **environment):
    words = ["sh", ROOT / "tools" / "install.sh", action, prefix]
    return subprocess.run(words, capture_output=True, text=True, env={**os.environ, **environment})


def test_a_prefix_is_left_as_it_was(tmp_path):
    assert STAGED.exists(), "stage the installation first: make setup"
    prefix = tmp_path / "usr local"
    (prefix / "share" / "man" / "man1").mkdir(parents=True)
    (prefix / "bin").mkdir()
    (prefix / "bin" / "other").write_text("#!/bin/sh\n")
    (prefix / "share" / "man" / "man1" / "other.1").write_text("")
    before = files(prefix)
    for _ in range(2):  # The second one is an update.
        done = install("install", prefix, WT_STAGED=str(STAGED))
        assert done.returncode == 0, done.stderr
        (prefix / "lib" / "windtunnel" / "of-somebody-else").write_text("")
    done = subprocess.run([prefix / "bin" / "windtunnel", "list", "networks"], capture_output=True, text=True)
    assert done.returncode == 0 and "flow" in done.stdout
    assert set(files(STAGED)) < set(files(prefix))
    assert install("uninstall", prefix).returncode == 0
    assert files(prefix) == sorted([*before, "lib/windtunnel/of-somebody-else"])
    again = install("uninstall", prefix)
    assert again.returncode == 2 and "Windtunnel is not installed there" in again.stderr


BACKEND = """
import sys
sys.path.insert(0, "tools")
import build_backend
print({call})
"""


def backend(call, folder):
    """A call of the build backend as pip makes it, where nothing can be compiled."""
    environment = {"PATH": "/no-such-folder", "PIP_BUILD_TRACKER": "here"}
    words = [sys.executable, "-c", BACKEND.format(call=call)]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]


def test_metadata_need_no_compilation(tmp_path):
    name = backend(f"build_backend.prepare_metadata_for_build_wheel({str(tmp_path)!r})", ROOT)
    assert "Name: windtunnel" in (tmp_path / name / "METADATA").read_text()


def test_the_sdist_has_what_the_wheel_is_made_of(tmp_path):
    name = backend(f"build_backend.build_sdist({str(tmp_path)!r})", ROOT)
    with tarfile.open(tmp_path / name) as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = tmp_path / name.removesuffix(".tar.gz")
    listed = subprocess.run(["git", "ls-files", "crates", "mpi", "python", "tools", "Cargo.lock"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        missing = [file for file in listed.stdout.splitlines() if (ROOT / file).exists() and not (unpacked / file).exists()]
        assert not missing
    backend(f"build_backend.prepare_metadata_for_build_wheel({str(tmp_path)!r})", unpacked)
