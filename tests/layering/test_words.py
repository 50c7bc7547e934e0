"""The check of words: phrases are counted, and the counts may only fall."""

import collections
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
import check_words

SAID = {
    "X is no Y": ["a switch is no host", "they are no multiples"],
    "so many": ["stops after so many steps"],
    "nobody": ["Nobody waits"],
    "is told": ["the user is told"],
    "in vain": ["looks in vain"],
    "goes with": ["how it goes with time", "what they go with"],
    "a comment that begins with What or Who": ["    /// What it is.", "//! Who waits.", '"""What is run."""', "# Whom to ask"],
}
PLAIN = ["there is no host `a`", "it is no longer open", "What a day", "/// The kind of wait.", "somebody told", "goes within"]


def found(phrase, text):
    return len(re.findall(check_words.PHRASES[phrase][0], text))


def test_every_phrase_is_found():
    assert set(SAID) == set(check_words.PHRASES)
    assert [(phrase, line) for phrase, lines in SAID.items() for line in lines if found(phrase, line) != 1] == []
    assert [(phrase, line) for phrase in SAID for line in PLAIN if found(phrase, line)] == []


@pytest.mark.parametrize(
    "more, status, said",
    [
        (2, 2, "nobody: {} times, 2 more than before; say it in plain English\n"),
        (0, 0, ""),
        (-1, 0, "nobody: {} times: lower its number in PHRASES, {}\n"),
    ],
)
def test_a_count_may_only_fall(capsys, more, status, said):
    counts = collections.Counter({phrase: most for phrase, (_, most) in check_words.PHRASES.items()})
    most = counts["nobody"]
    counts["nobody"] += more
    assert check_words.more_phrases(counts) == status
    assert capsys.readouterr().out == said.format(most + more, most)
