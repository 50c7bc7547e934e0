"""CONTRIBUTING.md names files that exist: with the example of each section in the place of NAME, and lists that hold it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text()
SECTIONS = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))
# What stands for NAME and the like where a section has no example, and where pages or rows are called otherwise.
FILLED = {
    "Collective algorithm": {"OPERATION": "bcast", "LIBRARY": "mpich-4.3"},
    "Platform": {"NAME": "two-hosts"},
    "MPI library": {"NAME": "ideal", "KIND": "openmpi_rules"},
    "Study": {"NAME": "percs_mapping"},
    "Column of a table": {"TABLE": "io", "VIEW": "export/accesses"},
    "Counter of a run": {"SUBSYSTEM": "schedules"},
    "Check of an argument": {"CALLS": "send"},
}


def placeholders(title):
    example = re.search(r"^Example: \[`([^`]+)`\]", SECTIONS[title], re.MULTILINE)
    path = Path(example[1]) if example else None
    found = {"NAME": path.parent.name if path.stem == "mod" else path.stem} if path else {}
    return {**found, **FILLED.get(title, {})}


def rows(title):
    """(file, change) of a section's tables, with placeholders filled in."""
    found = re.findall(r"^\| `([^`]+)` \| (.+) \|$", SECTIONS[title], re.MULTILINE)
    for file, change in found:
        for word, value in placeholders(title).items():
            file, change = (re.sub(rf"\b{word}\b", value, text) for text in (file, change))
        yield file, change


@pytest.mark.parametrize("title", [title for title in SECTIONS if title != "Rules"])
def test_files_of_a_section_exist(title):
    assert list(rows(title)), "a section has a table of files"
    for file, _ in rows(title):
        path = ROOT / file
        alternatives = [path, path.with_suffix(""), path.parent / path.name.replace("_", "-"), ROOT / file.replace("_", "-")]
        assert any(known.exists() for known in alternatives), f"{title}: there is no {file}"


@pytest.mark.parametrize("title", SECTIONS)
def test_lists_and_examples_are_in_their_files(title):
    """A list (`TOPOLOGIES`) and the example's entry (`full::KIND`) are where a section says."""
    for file, change in rows(title):
        path = ROOT / file
        if not path.is_file():
            continue
        text = path.read_text()
        for name in re.findall(r"`([A-Z_]{4,}|\w+::[A-Z]+|mod \w+)`", change):
            assert name in text, f"{title}: {file} has no {name}"


def test_paths_in_the_text_exist():
    paths = re.findall(r"`((?:[\w-]+/)+[\w-]+\.\w+)`", re.sub(r"^\|.*$", "", TEXT, flags=re.MULTILINE))
    assert not [path for path in paths if not (ROOT / path).exists()]


def test_every_list_of_choices_has_a_section():
    """What `windtunnel list` shows can be added to by following a section."""
    listing = (ROOT / "crates/engine/src/listing.rs").read_text()
    for name in re.findall(r"\b([A-Z]{5,}S)\b", listing.split("/// One list.")[0]):
        if name not in ("HOST_PARAMETERS", "NIC_PARAMETERS", "STORAGE_PARAMETERS"):
            assert f"`{name}`" in TEXT, f"CONTRIBUTING.md does not say how to add to {name}"
