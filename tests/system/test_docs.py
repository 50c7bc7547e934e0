"""Every command in the documentation works: the sh blocks of a page run one after the other, in a folder of its own."""

import re
import subprocess
import sys

import pytest
from test_studies import STUDIES

from conftest import ROOT

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What a block prints, shown below it: each line in this order, with others between.
# A block that needs what may not be there, and the command that finds out.
NEEDS = re.compile(r"^<!-- if ([^\n]*) -->\n```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^```sh\n(.*?)^```\n+(?:[^\n`]+\n+)?```output\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "ARCHITECTURE.md", *ROOT.glob("docs/**/*.md"),
                *ROOT.glob("studies/**/*.md")])
# Words of a how-to or a model's page, and of all pages that people read from start to end: more belongs into docs/reference or the code.
PAGE_WORDS, ALL_WORDS = 1_500, 75_000
# Small studies are run by test_studies.py, which looks at what they leave, too.
STUDY = re.compile(r"^windtunnel study run (\S+) --small --out \S+\n", re.MULTILINE)


def name(page):
    return str(page.relative_to(ROOT))


def blocks(page):
    """The commands of a page, block by block, without those of small studies."""
    found = (STUDY.sub("", block) for block in BLOCK.findall(page.read_text()))
    return [block for block in found if block.strip()]


def shown(page):
    """By block, the lines that the page shows of its output; `…` stands for others."""
    found = SHOWN.findall(page.read_text())
    assert len(found) == page.read_text().count("```output\n"), f"{name(page)}: output that follows no block"
    return {block: [line.rstrip() for line in text.splitlines() if line.strip() not in ("", "…")] for block, text in found}


WITH_COMMANDS = [page for page in PAGES if blocks(page)]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name)
def test_commands_of_a_page(windtunnel, page, tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "mpi-libraries").symlink_to(ROOT / "mpi-libraries")
    needs = {block: test for test, block in NEEDS.findall(page.read_text())}
    for number, block in enumerate(blocks(page), 1):
        if block in needs and windtunnel.execute("bash", "-c", needs[block]).status != 0:
            continue
        done = windtunnel.execute("bash", "-e", "-o", "pipefail", "-c", block, cwd=tmp_path)
        assert done.status == 0, f"{name(page)}, block {number}: status {done.status}\n{block}\n{done.out}{done.err}"
        printed = iter((done.out + done.err).splitlines())
        missing = [line for line in shown(page).get(block, ()) if not any(line == found.rstrip() for found in printed)]
        assert not missing, f"{name(page)}, block {number} does not print {missing[0]!r}\n{done.out}{done.err}"


def test_small_studies_of_pages_are_run():
    named = {study for page in PAGES for block in BLOCK.findall(page.read_text()) for study in STUDY.findall(block)}
    assert len(named) >= 4 and named <= set(STUDIES), named - set(STUDIES)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_of_a_page_lead_somewhere(page):
    missing = [target for target in LINK.findall(page.read_text()) if not (page.parent / target).exists()]
    assert not missing, f"{name(page)} links to {missing}"


def test_pages_stay_short():
    listed = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    words = {path: len((ROOT / path).read_text().split()) for path in filter(None, listed.split("\0")) if not path.startswith("docs/reference/")}
    assert not {path: count for path, count in words.items() if path.startswith(("docs/how-to/", "docs/models/")) and count > PAGE_WORDS}
    assert sum(words.values()) <= ALL_WORDS


@pytest.mark.parametrize("tool", ["reference.py", "drawings.py"])
def test_generated_parts_are_up_to_date(windtunnel, tool):
    command = [sys.executable, ROOT / "tools" / tool, "--check"]
    environment = {**windtunnel.environment, "WT_PREFIX": str(windtunnel.prefix)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr


def test_scenario_keys_are_documented():
    """Every field of the scenario's types has a row in its reference."""
    source = (ROOT / "crates" / "engine" / "src" / "scenario" / "text.rs").read_text()
    page = (ROOT / "docs" / "reference" / "scenario.md").read_text()
    for kind, least in (("ScenarioText", 10), ("DataText", 1), ("JobText", 10)):
        body = re.search(rf"pub struct {kind} \{{(.*?)^\}}", source, re.MULTILINE | re.DOTALL)[1]
        keys = [key.replace("_", "-") for key in re.findall(r"pub (\w+):", body)]
        assert len(keys) > least
        for key in set(keys) - {"job", "data"}:
            assert re.search(rf"\| `\[?{key}\]?` \|", page), f"docs/reference/scenario.md has no row for {key}"


def test_every_error_message_has_a_test():
    done = subprocess.run([sys.executable, ROOT / "tools" / "check_errors.py"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def refusals():
    """Messages of what can keep a program from running, or ends it at a call: templates with `{…}`."""
    sys.path.insert(0, str(ROOT / "tools"))
    import check_errors

    crates = ROOT / "crates"
    files = [*sorted((crates / "runtime" / "src").rglob("*.rs")), crates / "cli" / "src" / "error.rs"]
    wanted = {f"FolderError::{variant}" for variant in ("NotARun", "Foreign", "Exists", "Busy", "Input", "Link")}
    wanted |= {"MappingError::TooManyRanks", "SelectError::NotApplicable", "SelectError::NoneApplicable", "ScenarioError::Jobs"}
    others = [path for crate in ("engine", "mpi", "platform") for path in sorted((crates / crate / "src").rglob("*.rs"))]
    missing = set(wanted)
    for path in [*files, *others]:
        for enum, variant, message in check_errors.messages(path):
            missing.discard(f"{enum}::{variant}")
            if path in files or f"{enum}::{variant}" in wanted:
                yield f"{enum}::{variant}", message
    assert not missing, f"no such errors: {missing}"
    sources = [*(crates / "runtime" / "src").rglob("*.rs"), *(crates / "mpi-rank" / "src").rglob("*.rs")]
    for path in sorted(path for path in sources if "tests" not in path.name):
        text = path.read_text().split("#[cfg(test)]")[0]
        for message in re.findall(r'"(not supported[^"]*)"', text):
            yield path.name, message


def test_every_refusal_has_an_entry_in_troubleshooting():
    page = re.sub(r"\s+", " ", (ROOT / "docs" / "reference" / "troubleshooting.md").read_text())

    def told(message):
        parts = [part.split() for part in re.split(r"\{[^{}]*\}", message)]
        runs = [" ".join(words[at : at + 4]) for words in parts for at in range(max(len(words) - 3, 1))]
        long = [run for run in runs if len(run) >= 10]
        return not long or any(run in page for run in long)

    found = list(refusals())
    assert len(found) > 40
    assert not [f"{where}: {message}" for where, message in found if not told(message)]
