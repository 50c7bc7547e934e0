#!/usr/bin/env python3
"""Finds error messages that no test names.

Every message of an error that a user, a file or a program can cause is written in an ``#[error("…")]`` attribute. For
each one this looks in the tests of its room and in those of the whole system for one of

- some words of it, three in a row, that no other message has;
- a text that the message as a whole fits, with anything in the place of its values;
- the variant by its name (``Enum::Variant``), for messages with hardly a word of their own (``{file}: {reason}``).

    tools/check_errors.py          exit status 1 and a list if there are any
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ["units", "files", "platform", "import", "models", "workload", "engine", "mpi", "observe", "results", "views", "cli", "runtime"]
ATTRIBUTE = re.compile(r'#\[error\(\s*"((?:[^"\\]|\\.)*)"', re.DOTALL)
ENUM = re.compile(r"^\s*pub(?:\([^)]*\))? (?:enum|struct) (\w+)", re.MULTILINE)
WORDS_IN_A_ROW = 3
# How long a value in a message may be.
VALUE = 120


def unescape(text):
    """A Rust string literal as the program prints it: continued lines joined, escapes resolved."""
    text = re.sub(r"\\\n\s*", "", text)
    return text.replace('\\"', '"').replace("\\\\", "\\").replace("{{", "{").replace("}}", "}")


def literal_words(message):
    """Lists of the words between the values of a message."""
    parts = re.split(r"\{[^{}]*\}", message)
    return [part.split() for part in parts if part.strip()]


def phrases(message):
    """Runs of words that tell a message apart; shorter ones where a message has no longer."""
    runs = set()
    for words in literal_words(message):
        length = min(WORDS_IN_A_ROW, len(words))
        for start in range(len(words) - length + 1):
            run = " ".join(words[start : start + length])
            if len(run) >= 6:
                runs.add(run)
    return runs


def messages(path):
    """(enum, variant, message) of every attribute in a file."""
    text = path.read_text()
    enums = [(match.start(), match[1]) for match in ENUM.finditer(text)]
    for match in ATTRIBUTE.finditer(text):
        rest = text[match.end() :]
        close = rest.index("]\n") + 2
        after = re.sub(r"^\s*///[^\n]*\n", "", rest[close:], flags=re.MULTILINE)
        name = re.match(r"\s*(\w+)", after)
        before = [enum for start, enum in enums if start < match.start()]
        yield (before[-1] if before else path.stem), name[1] if name else "?", unescape(match[1])


def fits(message, text):
    """Whether a place of the text fits the message, with at most 120 characters for each value; never if it has too few
    words to tell."""
    parts = [re.sub(r"\s+", " ", part) for part in re.split(r"\{[^{}]*\}", message)]
    if sum(character.isalpha() for part in parts for character in part) < 8:
        return False
    pattern = re.compile(f".{{0,{VALUE}}}?".join(map(re.escape, parts)))
    # Where its longest part stands: the pattern alone would try every place of the text.
    anchor = max(parts, key=len)
    reach = sum(map(len, parts)) + VALUE * len(parts)
    place = text.find(anchor)
    while place >= 0:
        if pattern.search(text, max(0, place - reach), place + reach):
            return True
        place = text.find(anchor, place + 1)
    return False


def flat(texts):
    return re.sub(r"\s+", " ", unescape("\n".join(texts)))


def tests_of(room):
    """The code of a room's tests, with string literals as they are printed."""
    texts = []
    for path in sorted((ROOT / "crates" / room).rglob("*.rs")):
        text = path.read_text()
        if "tests" in path.parts or path.name in ("tests.rs", "suite.rs"):
            texts.append(text)
        elif "#[cfg(test)]" in text:
            texts.append(text[text.index("#[cfg(test)]") :])
    return flat(texts)


def tests_of_the_system():
    # Literals that Python joins: a quote, white space, a quote.
    paths = sorted((ROOT / "tests").rglob("*.py"))
    return flat(re.sub(r'"\s*\n\s*f?"', "", path.read_text()) for path in paths)


def is_tested(entry, owners, text):
    _, enum, variant, message = entry
    if any(len(owners[phrase]) == 1 and phrase in text for phrase in phrases(message)):
        return True
    return fits(message, text) or f"{enum}::{variant}" in text


def main():
    found = {room: [] for room in ROOMS}
    for room in ROOMS:
        for path in sorted((ROOT / "crates" / room / "src").rglob("*.rs")):
            if path.name != "tests.rs":
                found[room] += [(path.relative_to(ROOT), *entry) for entry in messages(path)]
    owners = {}
    for entry in (entry for entries in found.values() for entry in entries):
        for phrase in phrases(entry[3]):
            owners.setdefault(phrase, []).append(entry)
    system = tests_of_the_system()
    untested = []
    for room, entries in found.items():
        text = f"{tests_of(room)} {system}"
        untested += [entry for entry in entries if not is_tested(entry, owners, text)]
    for path, enum, variant, message in untested:
        print(f"{path}: {enum}::{variant}: {message}")
    count = sum(len(entries) for entries in found.values())
    print(f"{count} messages, {len(untested)} without a test")
    return 1 if untested or not count else 0


if __name__ == "__main__":
    sys.exit(main())
