"""Six runs with one problem each (tests/planted): the first rows of the report's root causes say which, and where."""

import json
import re
import sys

import pytest

from tunnel import ROOT

sys.path.insert(0, str(ROOT / "tests" / "planted"))
import plant

#: The root cause, and words of its place, text and advice.
SAID = {
    "late rank": ("computation", "rank 21", "Look at what rank 21 does before the call in work"),
    "contended link": ("contention", "links trunk", "Transfers take longer than on an empty network because they share links"),
    "slow file server": (
        "hot server",
        "MPI_File_write_at_all",
        "at server 2, on host store2 (",
        "It moves no more bytes than others: it, or the way to it, is slower",
    ),
    "bad mapping": ("contention", "links dim1", "Try `--mapping block`: a byte crosses 1.1 links on average there, and 3.4 "),
    "bad algorithm": ("collective transfer", "MPI_Allreduce", "Try another algorithm than linear: `--collective allreduce="),
    "noise": ("noise", "cores of ranks", "Ranks wait for others whose cores something else has used meanwhile"),
}


@pytest.mark.parametrize("problem", SAID)
def test_the_report_says_what_is_wrong(windtunnel, tmp_path, problem):
    plant.plant(tmp_path, windtunnel.prefix / "bin" / "windtunnel", only=problem)
    (page,) = tmp_path.glob("*.html")
    assert re.search(rf"^{page.stem}: {problem}$", (tmp_path / "answers.txt").read_text(), re.MULTILINE)
    run = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text(), re.DOTALL)[1])[
        "runs"
    ][0]
    cause, *words = SAID[problem]
    first, *others = run["waits"]["causes"]
    told = json.dumps(first, ensure_ascii=False)
    assert first["cause"] == cause and all(word in told for word in words), told
    # It is the main one, and more than a tenth of the time.
    assert first["lost_ps"] > 2 * others[0]["lost_ps"] and first["lost_ps"] > run["waits"]["all_time_ps"] / 10
