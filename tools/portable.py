#!/usr/bin/env python3
"""Checks that a staged tree runs wherever glibc is 2.28 or newer: tools/portable.py TREE ORDINARY

ORDINARY is a tree of the same sources, staged with the system's own linker. Prints each fault, and fails if there is one:

- a file needs a symbol of a newer version, or one without a version that no file of the tree defines (auditwheel would not see that);
- a file needs other libraries, defines other symbols or has other thread-local storage than its like in ORDINARY, apart from
  libraries that were parts of glibc before 2.34.
"""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

# The newest versions of what the wheel takes from the system: PEP 600's manylinux_2_28.
NEWEST = {"GLIBC": (2, 28), "GCC": (7, 0, 0)}
# In libc.so.6 since 2.34.
PARTS_OF_GLIBC = {"libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2"}
# Of the linker and of what every program begins with, until 2.34.
OF_THE_LINKER = {"__bss_start", "_edata", "_end", "__libc_csu_init", "__libc_csu_fini"}
SYMBOL = re.compile(r"^ *\d+: [0-9a-f]+ +\d+ (\w+) +(\w+) +\w+ +(\w+) (\S+)", re.MULTILINE)


def readelf(*words):
    done = subprocess.run(
        ["readelf", "-W", *words], capture_output=True, text=True, check=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}
    )
    return done.stdout


@dataclass(frozen=True)
class Object:
    """A file as the dynamic linker sees it."""

    needed: frozenset
    #: Symbols that it needs: (name, version or "", weak).
    imports: frozenset
    #: Symbols that it defines, with their kinds.
    exports: frozenset
    #: Bytes of thread-local storage, and their alignment.
    storage: tuple

    @classmethod
    def read(cls, path):
        symbols = SYMBOL.findall(readelf("--dyn-syms", path))
        imports, exports = set(), set()
        for kind, binding, section, name in symbols:
            name, _, version = name.partition("@")
            if section == "UND":
                imports.add((name, version.lstrip("@"), binding == "WEAK"))
            elif name not in OF_THE_LINKER:
                exports.add((name, kind, binding))
        needed = re.findall(r"\(NEEDED\) .*\[(.*)\]", readelf("-d", path))
        storage = re.search(r"^ *TLS +(?:0x\w+ +){4}(0x\w+) +\S+ +(0x\w+)", readelf("-l", path), re.MULTILINE)
        return cls(frozenset(needed), frozenset(imports), frozenset(exports), storage.groups() if storage else ())

    def own(self):
        return {name for name, _, _ in self.exports}


def objects(tree):
    """The programs and shared libraries of a tree: {path: Object}."""
    paths = [path for path in sorted(tree.rglob("*")) if path.is_file() and not path.is_symlink()]
    linked = [path for path in paths if path.open("rb").read(18)[:4] == b"\x7fELF" and path.suffix not in (".o", ".a")]
    return {str(path.relative_to(tree)): Object.read(path) for path in linked}


def is_too_new(version):
    """Whether a version such as GLIBC_2.34 is not everywhere."""
    kind, _, number = version.partition("_")
    parts = tuple(int(part) for part in re.findall(r"\d+", number))
    return kind not in NEWEST or not parts or parts > NEWEST[kind]


def symbol_faults(found):
    """Symbols that another system may lack."""
    own = set().union(*(file.own() for file in found.values()))
    for path, file in found.items():
        for name, version, weak in sorted(file.imports):
            if version and is_too_new(version):
                yield f"{path}: needs {name} of {version}"
            elif not version and not weak and name and name not in own:
                yield f"{path}: needs {name}, without a version, which no file here defines"


def archive_faults(tree, found):
    """Names that archives need, which end in programs of users, and that neither the tree nor what its files take from the system has."""
    known = set().union(*(file.own() | {name for name, _, _ in file.imports} for file in found.values()))
    for path in sorted(tree.rglob("*.a")):
        symbols = SYMBOL.findall(readelf("--syms", path))
        defined = known | {name for _, _, section, name in symbols if section != "UND"} | {"_GLOBAL_OFFSET_TABLE_"}
        for name in sorted({name for _, _, section, name in symbols if section == "UND"} - defined):
            yield f"{path.relative_to(tree)}: needs {name}, which no other file here needs or defines"


def differences(found, ordinary):
    """In what files differ from those that were linked as usual."""
    for path in sorted(found.keys() ^ ordinary.keys()):
        yield f"{path}: only in {'this tree' if path in found else 'the ordinary tree'}"
    for path in sorted(found.keys() & ordinary.keys()):
        here, there = found[path], ordinary[path]
        for what, ours, theirs in (
            ("needs", here.needed - PARTS_OF_GLIBC, there.needed - PARTS_OF_GLIBC),
            ("defines", here.exports, there.exports),
        ):
            for name in sorted(ours ^ theirs):
                yield f"{path}: {what} {name} {'here alone' if name in ours else 'only in the ordinary tree'}"
        if here.storage != there.storage:
            yield f"{path}: thread-local storage {here.storage}, in the ordinary tree {there.storage}"


def faults(tree, ordinary):
    found = objects(tree)
    if not found:
        return [f"{tree}: no program or library"]
    return [*symbol_faults(found), *archive_faults(tree, found), *differences(found, objects(ordinary))]


def main():
    if len(sys.argv) != 3:
        print("usage: tools/portable.py TREE ORDINARY", file=sys.stderr)
        return 2
    found = faults(*(Path(word).resolve() for word in sys.argv[1:]))
    print("\n".join(found) or "runs with glibc 2.28", file=sys.stderr if found else sys.stdout)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
