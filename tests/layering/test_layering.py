"""The rooms and their doors: which crate may use which (ARCHITECTURE.md)."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PREFIX = "windtunnel-"

# Every edge between rooms. What is not here is an error, and so is an edge here that nobody uses.
EDGES = {
    "units": set(),
    "config": set(),
    "files": set(),
    "ops": {"units"},
    "kernel": {"units"},
    "platform": {"config", "units", "files"},
    "draw": {"units", "platform"},
    "import": {"units", "platform"},
    "models": {"config", "units", "kernel", "platform"},
    "mpi": {"config", "units", "files", "ops", "kernel"},
    "mpi-rank": {"units", "ops"},
    "observe": {"config", "units", "files", "ops"},
    "results": {"config", "units", "files", "ops", "observe"},
    "workload": {"config", "units", "files", "ops", "results"},
    "engine": {"config", "units", "files", "ops", "kernel", "platform", "models", "mpi", "workload", "observe", "results"},
    "runtime": {"units", "files", "ops", "mpi-rank", "workload", "engine"},
    "views": {"units", "files", "ops", "platform", "results"},
    "measure": set(),
    "tune": {"units", "platform", "results"},
    "cli": {"config", "files", "draw", "engine", "import", "measure", "results", "views", "tune"},
}

# From the bottom to the top: what is used only in tests lies lower, too.
LEVELS = ["units", "config", "files", "ops", "kernel", "platform", "draw", "import", "models", "mpi", "mpi-rank", "observe", "results", "workload", "engine", "runtime", "views", "measure", "tune", "cli"]


@pytest.fixture(scope="module")
def packages():
    """Rooms and their dependencies: {room: [(room, kind)]}, kind None for a normal one."""
    done = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--no-deps"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = {}
    for package in json.loads(done.stdout)["packages"]:
        rooms = [(d["name"], d["kind"]) for d in package["dependencies"] if d["name"].startswith(PREFIX)]
        found[package["name"].removeprefix(PREFIX)] = [(name.removeprefix(PREFIX), kind) for name, kind in rooms]
    return found


def test_the_rooms_are_those_of_the_plan(packages):
    assert set(packages) == set(EDGES)


@pytest.mark.parametrize("room", EDGES)
def test_a_room_uses_what_it_may_and_no_more(packages, room):
    used = {name for name, kind in packages[room] if kind != "dev"}
    assert used <= EDGES[room], f"{room} must not use {used - EDGES[room]}"


@pytest.mark.parametrize("room", EDGES)
def test_a_rooms_tests_use_lower_rooms_only(packages, room):
    below = LEVELS[: LEVELS.index(room) + 1]
    used = {name for name, kind in packages[room] if kind == "dev"}
    assert used <= set(below), f"tests of {room} use {used - set(below)}, which lie above it"


def test_semantics_and_costs_never_meet(packages):
    """`mpi` and `models` see each other neither in code nor in tests."""
    assert "models" not in {name for name, _ in packages["mpi"]}
    assert "mpi" not in {name for name, _ in packages["models"]}


def test_unsafe_code_is_in_one_room():
    for room in EDGES:
        folder = ROOT / "crates" / room / "src"
        root = folder / "main.rs" if room == "cli" else folder / "lib.rs"
        forbids = "#![forbid(unsafe_code)]" in root.read_text()
        assert forbids == (room != "runtime"), f"{root}: only runtime holds unsafe code, and all others forbid it"


def test_architecture_names_every_room():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    for room in EDGES:
        assert re.search(rf"crates/{room}\b", text), f"ARCHITECTURE.md does not tell of crates/{room}"


# What names files in scenarios.
READERS = ["platform/src", "models/src", "mpi/src/library", "mpi/src/tuning", "mpi/src/selectors",
           "workload/src/traces", "workload/src/goal", "workload/src/motifs", "workload/src/sizes"]
# Reads on in files that were listed when they were opened first.
READS_ON = {ROOT / "crates" / "workload" / "src" / "traces" / "lines.rs"}


def test_files_of_scenarios_are_opened_where_they_are_listed():
    found = []
    for place in (ROOT / "crates" / reader for reader in READERS):
        assert place.exists(), place
        for path in [place] if place.is_file() else sorted(place.rglob("*.rs")):
            text = path.read_text().partition("#[cfg(test)]")[0]
            tests = path.name in ("tests.rs", "fuzz.rs", "testing.rs") or "tests" in path.parts[len(ROOT.parts):]
            if not tests and path not in READS_ON:
                found += [f"{path}: {call}" for call in re.findall(r"\b(?:File::open|fs::read\w*|fs::metadata|OpenOptions)\b", text)]
    assert not found, "use `files`, which lists what it opens"
