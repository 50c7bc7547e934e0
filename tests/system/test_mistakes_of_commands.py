"""Mistakes that people make, from a list: each is answered by words that help, and its status is the one that is documented."""

import re
import shlex

import pytest

from conftest import ROOT

LINES = (ROOT / "tests" / "system" / "mistakes.txt").read_text().splitlines()
MISTAKES = [[part.strip() for part in line.split(" | ")] for line in LINES if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def folder(windtunnel, tmp_path_factory):
    """A folder with the files that the head of the list names."""
    folder = tmp_path_factory.mktemp("mistakes")
    windtunnel.compile(ROOT / "examples" / "ring.c", folder / "ring")
    (folder / "plain.c").write_text("int main(void) { return 0; }\n")
    assert windtunnel.execute("gcc", folder / "plain.c", "-o", folder / "plain").status == 0
    (folder / "locked").write_bytes((folder / "ring").read_bytes())
    (folder / "broken.c").write_text("int main(void) { return 0\n")
    (folder / "script.sh").write_text("#!/bin/sh\necho hello\n")
    (folder / "notes.txt").write_text("hello\n")
    (folder / "mine.toml").write_text('[topology]\nkind = "torus"\ndims = [2, 2]\n')
    run = ["run", "-q", "-n", 4, "-p", "torus-3d", "--compute", "none", "--out", "done", "./ring"]
    windtunnel.must(*run, cwd=folder)
    return folder


def test_there_are_enough_of_them():
    assert len(MISTAKES) >= 40 and all(len(mistake) >= 3 for mistake in MISTAKES)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake[1])
def test_a_mistake_is_answered(windtunnel, folder, mistake):
    status, command, *words = mistake
    done = windtunnel.execute(*shlex.split(command), cwd=folder)
    rest = done.err
    for word in words:
        assert word in rest, f"after its place, no {word!r} in:\n{done.err}"
        rest = rest.split(word, 1)[1]
    assert done.status == int(status), done.err
    assert "panicked" not in done.err and "simulated time" not in done.out


def test_a_program_needs_no_compiler_and_a_source_says_which(windtunnel, folder):
    run = ["run", "-q", "-n", 4, "-p", "torus-3d", "--compute", "none", "--force", "--out", "without"]
    nothing = {"PATH": str(folder / "no-such-folder")}
    assert "token 6" in windtunnel.must(*run, "./ring", cwd=folder, env=nothing).out
    missing = {"WT_CC": "no-such-compiler"}
    done = windtunnel(*run, "ring.c", cwd=folder, env=missing)
    assert done.status == 2
    assert "wtcc: there is no compiler no-such-compiler; install one" in done.err and "ring.c: does not compile" in done.err


@pytest.mark.parametrize("run", ["program", "motif"])
def test_what_explain_asks_for_can_be_pasted(windtunnel, folder, run):
    job = {"program": ["run", "-n", 4, "-p", "torus-3d", "--compute", "none", "./ring"], "motif": ["motif", "-n", 8, "-p", "torus-3d", "halo3d"]}
    command, *words = job[run]
    windtunnel.must(command, "-q", "--out", f"of-{run}", *words, cwd=folder)
    done = windtunnel("explain", f"of-{run}", cwd=folder)
    assert done.status == 2
    advice = re.search(r"to have one: `([^`]+)`", done.err)[1]
    assert windtunnel.execute("bash", "-c", advice, cwd=folder).status == 0, advice
    again = advice.split("--out ")[1]
    assert "Root causes" in windtunnel.must("explain", again, cwd=folder).out
