#!/usr/bin/env python3
"""Checks the subject of a commit message: the area first, then what changed (`flow: rates of dense traffic`), in at most 72
characters. What git writes itself (merges, reverts, `fixup!`) is left alone.

    tools/check_subject.py FILE     the message, as git's hook `commit-msg` has it; exit status 1 and what is wrong
"""

import re
import sys
from pathlib import Path

LONGEST = 72
AREA = re.compile(r"[\w][\w ,.+/&-]*: \S")
BY_GIT = re.compile(r"(Merge|Revert) |(fixup|squash|amend)! ")
# Below this line git shows the change (`git commit --verbose`).
SCISSORS = re.compile(r"^# -+ >8 -+$", re.MULTILINE)


def complaints(message):
    """What is wrong with a message; nothing if it is right or empty, which git refuses itself."""
    lines = [line.rstrip() for line in SCISSORS.split(message)[0].splitlines() if not line.startswith("#")]
    while lines and not lines[0]:
        lines.pop(0)
    if not lines or BY_GIT.match(lines[0]):
        return []
    subject, found = lines[0], []
    if not AREA.match(subject):
        found.append("begins with no area, as in `flow: rates of dense traffic`")
    if len(subject) > LONGEST:
        found.append(f"has {len(subject)} characters; at most {LONGEST}, and the why in the body")
    if subject.endswith("."):
        found.append("ends in a full stop")
    if len(lines) > 1 and lines[1]:
        found.append("is not followed by an empty line")
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: tools/check_subject.py FILE")
    found = complaints(Path(sys.argv[1]).read_text(errors="replace"))
    for what in found:
        print(f"the commit's subject {what}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
