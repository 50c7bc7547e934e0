"""What is installed, and what is checked before anything is simulated."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT


def test_item_18_installed_files_are_small(windtunnel):
    files = [path for folder in ("bin", "lib/windtunnel", "include/windtunnel") for path in (windtunnel.prefix / folder).rglob("*")]
    own = [path for path in files if path.is_file() and not path.is_symlink()]
    if windtunnel.prefix.name == ".venv":
        own = [path for path in own if path.parent.name != "bin" or path.name == "windtunnel"]
    size = sum(path.stat().st_size for path in own)
    # What `make test` compiles quickly is larger than what users install.
    most = 40e6 if os.environ.get("WT_CARGO_PROFILE", "release") == "release" else 60e6
    assert size < most, f"{size / 1e6:.0f} MB"


def test_item_18_pages_of_the_documentation_are_installed(windtunnel):
    """At the same paths as in the sources: links between them work."""
    installed = windtunnel.prefix / "share" / "doc" / "windtunnel"
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for page in pages:
        assert (installed / page.relative_to(ROOT)).read_text() == page.read_text()
    assert len(list(installed.rglob("*.md"))) == len(pages)


def test_item_18_setup_installs_what_the_how_tos_need():
    script = (ROOT / "tools" / "setup.sh").read_text()
    assert re.search(r"^extra=\$\{2:-all\}$", script, re.MULTILINE), "no extra means all that users need"


def test_item_18_no_host_of_an_archive_is_named():
    sys.path.insert(0, str(ROOT / "tests" / "programs"))
    import fetch

    if reason := fetch.without_debian():
        pytest.skip(reason)
    try:
        sources = fetch.system_sources()
    except fetch.Unreachable as error:
        pytest.skip(str(error))
    listed = subprocess.run(["apt-get", "indextargets", "--format", "$(REPO_URI)"], capture_output=True, text=True, check=True)
    assert {source.split()[0] for source in sources} <= set(listed.stdout.split())


@pytest.mark.parametrize("missing, status, words", [
    ("polars", 2, "windtunnel study: a study needs the package polars: pip install 'windtunnel[plots]'"),
    ("matplotlib", 0, "windtunnel study: there will be no pictures: a picture needs the package matplotlib"),
])
def test_item_18_a_study_says_what_it_lacks_before_it_simulates(windtunnel, tmp_path, missing, status, words):
    lacking = tmp_path / "lacking"
    lacking.mkdir()
    (lacking / f"{missing}.py").write_text("raise ImportError('not here')")
    path = os.pathsep.join([str(lacking), windtunnel.environment["PYTHONPATH"]])
    command = [sys.executable, "-m", "windtunnel.studies", "run", "percs-mapping", "--small", "--out", "out"]
    done = windtunnel.execute(*command, cwd=tmp_path, env={"PYTHONPATH": path}, timeout=600)
    assert done.status == status, done.out + done.err
    assert done.err.startswith(words), done.err
    assert Path(tmp_path / "out" / "runs").exists() == (status == 0)
