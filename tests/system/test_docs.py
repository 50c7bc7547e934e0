"""Every command in the documentation works: the sh blocks of a page run one after the other, in a folder of its own."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "ARCHITECTURE.md", *ROOT.glob("docs/**/*.md")])
WITH_COMMANDS = [page for page in PAGES if BLOCK.search(page.read_text())]


def name(page):
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name)
def test_commands_of_a_page(windtunnel, page, tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "mpi-libraries").symlink_to(ROOT / "mpi-libraries")
    for number, block in enumerate(BLOCK.findall(page.read_text()), 1):
        done = windtunnel.execute("bash", "-e", "-o", "pipefail", "-c", block, cwd=tmp_path)
        assert done.status == 0, f"{name(page)}, block {number}: status {done.status}\n{block}\n{done.out}{done.err}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_of_a_page_lead_somewhere(page):
    missing = [target for target in LINK.findall(page.read_text()) if not (page.parent / target).exists()]
    assert not missing, f"{name(page)} links to {missing}"


def test_generated_parts_are_up_to_date(windtunnel):
    command = [sys.executable, ROOT / "tools" / "reference.py", "--check"]
    environment = {**windtunnel.environment, "WT_PREFIX": str(windtunnel.prefix)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr


def test_scenario_keys_are_documented():
    """Every field of the scenario's types has a row in its reference."""
    source = (ROOT / "crates" / "engine" / "src" / "scenario.rs").read_text()
    page = (ROOT / "docs" / "reference" / "scenario.md").read_text()
    for kind in ("ScenarioText", "JobText"):
        body = re.search(rf"pub struct {kind} \{{(.*?)^\}}", source, re.MULTILINE | re.DOTALL)[1]
        keys = [key.replace("_", "-") for key in re.findall(r"pub (\w+):", body)]
        assert len(keys) > 10
        for key in set(keys) - {"job"}:
            assert re.search(rf"\| `\[?{key}\]?` \|", page), f"docs/reference/scenario.md has no row for {key}"


def test_every_error_message_has_a_test():
    done = subprocess.run([sys.executable, ROOT / "tools" / "check_errors.py"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
