"""ARCHITECTURE.md states what is true: its tables of files and mutable statics are compared with the code."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "ARCHITECTURE.md").read_text()
CRATES = [path for path in (ROOT / "crates").iterdir() if path.is_dir()]
# With a value: those of `extern "C"` blocks are the C library's. An array's type has a semicolon, as in `[u8; 16]`.
STATIC = re.compile(r"^\s*(?:pub(?:\([a-z]+\))? )?static (mut )?\w+\s*:((?:[^=;]|;(?=\s*\w+\]))+)=", re.MULTILINE)
# Types that change after initialisation, without `static mut`; the last two are ours and hold atomics.
MUTABLE = re.compile(r"\b(Atomic\w+|Mutex|RwLock|OnceLock|OnceCell|RefCell|Cell|UnsafeCell|LandingPlace|CpuClock)\b")


def table(first_head):
    """Rows of the first table whose first head is this."""
    found = re.search(rf"^\| {first_head} \|.*?\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    assert found, f"ARCHITECTURE.md has no table of {first_head}"
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()[1:]]


def code(path):
    """A file without its tests."""
    return re.split(r"^#\[cfg\(test\)\]\nmod ", path.read_text(), flags=re.MULTILINE)[0]


def mutable_statics(crate):
    """The number of mutable statics of a crate, outside its tests."""
    files = [path for path in (crate / "src").rglob("*.rs") if "test" not in path.stem]
    statics = [found for path in files for found in STATIC.findall(code(path))]
    return sum(bool(mut or MUTABLE.search(kind)) for mut, kind in statics)


def test_mutable_statics_are_counted():
    stated = {row[0].strip("`"): row[1] for row in table("crate")}
    counted = {crate.name: count for crate in CRATES if (count := mutable_statics(crate))}
    assert counted.keys() == stated.keys()
    for crate, count in counted.items():
        number, tolerance = int(re.search(r"\d+", stated[crate])[0]), 5 if stated[crate].startswith("about") else 0
        assert abs(count - number) <= tolerance, f"{crate} has {count} mutable statics; ARCHITECTURE.md says {stated[crate]}"


def used_crates():
    manifests = [tomllib.loads((crate / "Cargo.toml").read_text()) for crate in CRATES]
    kinds = ("dependencies", "dev-dependencies", "build-dependencies")
    return {name for manifest in manifests for kind in kinds for name in manifest.get(kind, {})}


def test_no_declared_crate_is_unused():
    declared = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["dependencies"]
    assert set(declared) - used_crates() <= {crate.name for crate in CRATES}


def test_the_package_needs_the_standard_library_alone():
    assert not tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]


@pytest.mark.parametrize("row", table("folder"), ids=lambda row: row[0])
def test_files_to_begin_with_exist(row):
    folder = ROOT / row[0].strip("`")
    names = re.findall(r"`([^`]+)`", row[2])
    assert not [name for name in names if not any((base / name).exists() for base in (folder, folder / "src"))]


def test_files_that_are_named_exist():
    """Named from the root, or from a crate's sources."""
    names = re.findall(r"`((?:[\w-]+/)+[\w-]+\.(?:rs|sh|py|md))`", TEXT)
    bases = [ROOT, *(crate / "src" for crate in CRATES)]
    assert not [name for name in names if not any((base / name).exists() for base in bases)]
