"""Toys: one thing of each kind of CONTRIBUTING.md, as files below `KIND/files` and as lines to insert (`KIND/habit.toml`)."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text()
SECTIONS = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))
# A file that a section names need not be touched if its row says so.
OPTIONAL = re.compile(r"\b(optional|only for|unless|generated)\b")


@dataclass(frozen=True)
class Toy:
    """A toy of a kind."""

    folder: Path
    #: The kind's heading in CONTRIBUTING.md.
    section: str
    #: What NAME and the like stand for.
    names: dict[str, str]
    #: Insertions: file, `before` or `after` an anchor or at the `end`, text.
    inserts: list[dict[str, str]]

    @property
    def files(self):
        """New files, relative to the root."""
        base = self.folder / "files"
        return {str(path.relative_to(base)): path for path in sorted(base.rglob("*")) if path.is_file()}

    @property
    def touched(self):
        return {*self.files, *(insert["file"] for insert in self.inserts)}

    def rows(self):
        """The rows of its section: [(the names that the file may have, the change)]."""
        for file, change in re.findall(r"^\| `([^`]+)` \| (.+) \|$", SECTIONS[self.section], re.MULTILINE):
            for word, value in self.names.items():
                file = re.sub(rf"\b{word}\b", value, file)
            yield {file, file.replace("_", "-")}, change


def toys():
    for path in sorted(HERE.glob("*/habit.toml")):
        habit = tomllib.loads(path.read_text())
        yield Toy(path.parent, habit["section"], habit["names"], habit["insert"])


def inserted(text, insert):
    """A text with an insertion; the anchor has to be there once."""
    if "end" in insert:
        return text + insert["text"]
    [where] = insert.keys() & {"before", "after"}
    anchor = insert[where]
    assert text.count(anchor) == 1, f"{insert['file']} has `{anchor}` {text.count(anchor)} times"
    return text.replace(anchor, insert["text"] + anchor if where == "before" else anchor + insert["text"])


def add(toy, root):
    """Adds a toy to a tree."""
    for file, source in toy.files.items():
        target = root / file
        assert not target.exists(), f"{file} is there already"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
    for insert in toy.inserts:
        target = root / insert["file"]
        target.write_text(inserted(target.read_text(), insert))
