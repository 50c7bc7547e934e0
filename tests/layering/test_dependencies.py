"""Dependencies: licences, duplicates and sources as deny.toml allows, and versions as docs/reference/dependencies.md reviews them."""

import re
import subprocess
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from test_architecture import CRATES, used_crates

ROOT = Path(__file__).resolve().parent.parent.parent
RULES = tomllib.loads((ROOT / "deny.toml").read_text())
REVIEW = (ROOT / "docs/reference/dependencies.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


@pytest.fixture(scope="module")
def packages():
    """The crates of others that are built: {(name, version): licence}."""
    [target] = RULES["graph"]["targets"]
    command = ["cargo", "tree", "--workspace", "--locked", "--target", target, "--prefix", "none", "--format", "{p}|{l}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    lines = [line.split("|") for line in done.stdout.splitlines() if line and not line.startswith("windtunnel-")]
    words = [(crate.split(), licence.removesuffix(" (*)")) for crate, licence in lines]
    return {(name, version.removeprefix("v")): licence for (name, version, *_), licence in words}


def allowed(expression):
    """Whether an SPDX expression can be met with the allowed licences; `A/B` is an old way to write `A OR B`."""
    tokens = re.findall(r"[()]|[\w.-]+(?: WITH [\w.-]+)?", expression.replace("/", " OR "))

    def either():
        found = both()
        while tokens[:1] == ["OR"]:
            tokens.pop(0)
            found |= both()
        return found

    def both():
        found = one()
        while tokens[:1] == ["AND"]:
            tokens.pop(0)
            found &= one()
        return found

    def one():
        token = tokens.pop(0)
        if token != "(":
            return token in RULES["licenses"]["allow"]
        found = either()
        assert tokens.pop(0) == ")", f"{expression}: no SPDX expression"
        return found

    return either()


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("MIT", True),
        ("GPL-3.0", False),
        ("MIT/GPL-3.0", True),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", True),
        ("MIT AND GPL-3.0", False),
        ("Apache-2.0 WITH LLVM-exception OR MIT", True),
    ],
)
def test_expressions_of_licences(expression, answer):
    assert allowed(expression) == answer


def test_licences_are_allowed(packages):
    assert not {crate: licence for crate, licence in packages.items() if not licence or not allowed(licence)}


def test_every_allowed_licence_is_needed(packages):
    text = " ".join(packages.values())
    assert not [licence for licence in RULES["licenses"]["allow"] if licence not in text]


def test_no_crate_is_built_in_two_versions_without_a_reason(packages):
    named = {skipped["crate"] for skipped in RULES["bans"]["skip"] if skipped["reason"]}
    counted = Counter(name for name, _ in packages)
    several = {f"{name}@{version}" for name, version in packages if counted[name] > 1}
    assert named <= several, "deny.toml names a duplicate that is none"
    # Of the versions of a crate all but one are named.
    left = Counter(crate.split("@")[0] for crate in several - named)
    assert not {name: count for name, count in left.items() if count > 1}, "built in several versions"


def sources(lock):
    """Where the packages of a Cargo.lock come from, crates of the workspace apart: the word before `+` of a source."""
    others = [package for package in lock["package"] if not package["name"].startswith("windtunnel-")]
    return {package.get("source", "path").split("+")[0] for package in others}


def test_crates_come_from_one_registry_which_no_manifest_names():
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    assert sources(lock) == {"registry"}
    assert len({package["source"] for package in lock["package"] if "source" in package}) == 1
    # Without a name it is Cargo's own.
    manifests = [ROOT / "Cargo.toml", *ROOT.glob("crates/*/Cargo.toml"), *ROOT.glob(".cargo/*.toml")]
    assert not [path for path in manifests if re.search(r"\bregistr(y|ies)\b|^\[source", path.read_text(), re.MULTILINE)]


def test_sources_that_are_no_registry_are_found():
    lock = {"package": [{"name": "a", "source": "git+ssh://host/a"}, {"name": "b"}, {"name": "windtunnel-c"}]}
    assert sources(lock) == {"git", "path"}


def reviewed(heading):
    """The rows below a heading, each with a use: {name: (version, licence)}."""
    part = REVIEW.split(f"## {heading}\n")[1].split("\n## ")[0]
    released = r" \d{4}-\d{2} \|" if heading == "Crates" else ""
    rows = re.findall(rf"^\| ([\w-]+) \| (\d[^|]*) \| ([^|]+) \|{released}([^|]+)\| [^|]*\|$", part, re.MULTILINE)
    assert not [name for name, _, _, use in rows if not use.strip()]
    return {name: (version, licence) for name, version, licence, _ in rows}


def test_every_crate_in_use_is_reviewed_in_its_version(packages):
    rows = reviewed("Crates")
    assert rows.keys() == used_crates() - {crate.name for crate in CRATES}
    built = {(name, version.split("+")[0]): licence for (name, version), licence in packages.items()}
    for name, (version, licence) in rows.items():
        assert (name, version) in built, f"docs/reference/dependencies.md has {name} {version}, which Cargo.lock has not"
        assert licence == built[name, version].replace("/", " OR "), f"docs/reference/dependencies.md: licence of {name}"


def test_every_python_package_is_reviewed_in_its_version():
    rows = reviewed("Python packages")
    pins = [pin for extra in PROJECT["project"]["optional-dependencies"].values() for pin in extra]
    pins = {pin for pin in [*pins, *PROJECT["build-system"]["requires"]] if not pin.startswith("windtunnel")}
    assert rows.keys() == {re.match(r"[\w-]+", pin)[0] for pin in pins}
    pinned = dict(pin.split("==") for pin in pins if "==" in pin)
    assert {name: rows[name][0] for name in pinned} == pinned
