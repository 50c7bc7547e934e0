"""The hooks that `make hooks` installs."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_subject

AREA = "begins with no area, as in `flow: rates of dense traffic`"
MESSAGES = {
    "flow: rates of dense traffic": [],
    "MPI-IO, replay: offsets of shared pointers\n\nThe why.\n": [],
    "\n# A comment of git's.\nflow: rates\n# Changes:\n": [],
    f"flow: {'x' * 66}": [],
    f"flow: {'x' * 67}": ["has 73 characters; at most 72, and the why in the body"],
    "flow: " + "ü" * 66: [],
    "Rates of dense traffic": [AREA],
    ": rates": [AREA],
    "flow:rates": [AREA],
    "flow: rates.": ["ends in a full stop"],
    "flow: rates\nof dense traffic": ["is not followed by an empty line"],
    "Merge branch 'main' of somewhere": [],
    'Revert "Rates of dense traffic that were made in a way that has a long subject line"': [],
    "fixup! flow: rates": [],
    "flow: rates\n# ------------------------ >8 ------------------------\ndiff --git a/x b/x\n": [],
    "# Nothing but comments.\n": [],
}


@pytest.mark.parametrize("message", MESSAGES)
def test_subjects_begin_with_an_area_and_are_short(message):
    assert check_subject.complaints(message) == MESSAGES[message]


def test_a_commit_with_another_subject_is_refused(tmp_path):
    def git(*words):
        return subprocess.run(["git", *words], cwd=tmp_path, capture_output=True, text=True)

    (tmp_path / "tools" / "hooks").mkdir(parents=True)
    for name in ("check_subject.py", "hooks/commit-msg"):
        (tmp_path / "tools" / name).write_text((ROOT / "tools" / name).read_text())
        (tmp_path / "tools" / name).chmod(0o755)
    git("init", "--quiet")
    for key, value in {"core.hooksPath": "tools/hooks", "user.name": "a", "user.email": "a@example.com"}.items():
        assert git("config", key, value).returncode == 0
    refused = git("commit", "--allow-empty", "-m", "Everything")
    assert refused.returncode == 1 and refused.stderr == f"the commit's subject {AREA}\n"
    assert git("commit", "--allow-empty", "-m", "all: everything").returncode == 0
    assert git("log", "--format=%s").stdout == "all: everything\n"
