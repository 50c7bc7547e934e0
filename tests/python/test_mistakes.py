"""Likely mistakes in Python: the answer says what to write."""

import os
import shutil
import sys
import traceback
from pathlib import Path

import pytest

import windtunnel
from windtunnel import Campaign, Host, Link, Memory, Platform, Runs

COMMON = {"ranks": 8, "platform": "torus-3d"}
CORE = Memory("9 GB/s", "4 GB/s", "1 us")


def ring(*arguments, **options):
    return windtunnel.run("examples/ring.c", *arguments, **{"platform": "two-hosts", "compute": "none", **options})


def torus(links):
    return Platform("torus", dimensions=[4], links=links, host=Host("1 Gflop/s", CORE)).check()


def motif(name="halo3d", *arguments, **options):
    return windtunnel.motif(name, *arguments, **{**COMMON, **options})


def sweep(**options):
    return windtunnel.sweep(windtunnel.motif, "halo3d", **options)


#: The mistake, and words of the answer.
MISTAKES = {
    "a sweep of a program without a function": (lambda: windtunnel.sweep("x.c"), TypeError, "sweep(run, 'x.c', …, over={"),
    "a sweep without what varies": (lambda: windtunnel.sweep(windtunnel.run, "x.c"), TypeError, 'write over={"ranks": [4, 8]}'),
    "a sweep of a run": (lambda: windtunnel.sweep(motif(), over={}), TypeError, 'sweep(motif, "halo3d", …, over={'),
    "one value that varies": (lambda: sweep(over={"ranks": 8}), TypeError, "write {'ranks': [8]}"),
    "a text that varies": (lambda: sweep(over={"platform": "torus-3d"}), TypeError, "write {'platform': ['torus-3d']}"),
    "nothing that varies": (lambda: sweep(over={"ranks": []}), ValueError, "expected at least one value"),
    "a misspelt option that varies": (lambda: sweep(over={"plattform": ["x"]}), TypeError, "did you mean 'platform'?"),
    "a sweep all of whose runs fail": (lambda: sweep(over={"platform": ["tours-3d"]}, ranks=8), ValueError, "did you mean `torus-3d`?"),
    "no ranks": (lambda: ring(), ValueError, "the number of ranks is missing; give ranks=N"),
    "no platform": (lambda: windtunnel.motif("halo3d", ranks=8), ValueError, "the platform is missing; give platform=FILE"),
    "ranks in words": (lambda: ring(ranks="four"), ValueError, "'four' for ranks=: expected a whole number"),
    "ranks by another name": (lambda: ring(np=4), TypeError, "write ranks="),
    "ranks without a name": (lambda: windtunnel.motif("halo3d", 8, platform="torus-3d"), TypeError, "is written ranks=8"),
    "too many ranks": (lambda: ring(ranks=400), ValueError, "expected fewer ranks, or oversubscribe=True"),
    "arguments in a list": (lambda: ring(["-n", "4"], ranks=4), TypeError, "run('examples/ring.c', *['-n', '4'], …)"),
    "a program in a list": (lambda: windtunnel.run(["examples/ring.c", 4], ranks=4), TypeError, "run('examples/ring.c', 4, …)"),
    "a command line": (
        lambda: windtunnel.run("examples/ring.c -n 4", ranks=4), ValueError, "run('examples/ring.c', '-n', '4', …)",
    ),
    "a parameter of a motif": (lambda: motif(bytes=8), TypeError, "motif('halo3d', {'bytes': …})"),
    "a misspelt parameter": (lambda: motif("halo3d", {"byte": 8}), ValueError, "did you mean `bytes`?"),
    "a misspelt table": (lambda: motif(observe="timline"), ValueError, "did you mean `timeline`?"),
    "a number of tables": (lambda: motif(observe=3), TypeError, 'write observe=["timeline", "messages"]'),
    "a run that is there": (lambda: motif(out="runs/done"), ValueError, "give another out=, or replace it with force=True"),
    "an algorithm in a text": (lambda: motif(collective="allreduce=ring"), TypeError, 'write collective={"allreduce": "ring"}'),
    "a table that was not asked for": (lambda: windtunnel.load_run("runs/done").timeline, KeyError, "run it with observe=['timeline']"),
    "a table that there is not": (lambda: windtunnel.load_run("runs/done").table("rank"), KeyError, "did you mean 'ranks'?"),
    "an export that there is not": (lambda: windtunnel.load_run("runs/done").export("otf", "x"), ValueError, "'otf' for to="),
    "a folder without a run": (lambda: windtunnel.load_run("runs/dona"), FileNotFoundError, "did you mean 'runs/done'?"),
    "a file of a run": (lambda: windtunnel.load_run("runs/done/run.json"), FileNotFoundError, "as in load_run('runs/done')"),
    "paths for runs": (lambda: Runs(["runs/done"]), TypeError, "Runs.load([…])"),
    "no runs": (lambda: Runs([]).speedup(), ValueError, "there are no runs"),
    "a shipped platform composed": (lambda: Platform("torus-3d"), TypeError, "Platform.load('torus-3d')"),
    "a misspelt platform": (lambda: Platform.load("tours-3d"), ValueError, "did you mean `torus-3d`?"),
    "a misspelt key": (lambda: Platform.load("torus-3d")["host.core"], KeyError, "did you mean 'host.cores'?"),
    "a rate without a unit": (lambda: torus({"all": Link(25, "1 us")}), ValueError, 'for example `"12.5 GB/s"`'),
    "a rate for a link": (lambda: torus({"all": "25 GB/s"}), ValueError, "expected a table with the keys bandwidth, latency"),
    "a campaign's file": (lambda: Campaign("x.toml"), TypeError, "Campaign.load('x.toml')"),
    "a campaign's misspelt key": (lambda: Campaign({"platfrom": "x"}), ValueError, "did you mean `platform`?"),
    "one value of a campaign": (lambda: Campaign({"motif": "halo3d"}, {"ranks": 8}), ValueError, "expected a list of values"),
}  # fmt: skip


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return windtunnel.motif("halo3d", out=tmp_path_factory.mktemp("done") / "run", **COMMON).path


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_answered_by_what_to_write(folder, done, mistake):
    shutil.copytree(done, folder / "runs" / "done")
    made, kind, words = MISTAKES[mistake]
    with pytest.raises(kind) as found:
        made()
    said = str(found.value)
    assert words in said and "--" not in said and "error:" not in said
    # Six of ours at most between the user's line and the answer.
    frames = [frame for frame in traceback.extract_tb(found.value.__traceback__) if "/windtunnel/" in frame.filename]
    assert len(frames) <= 6, [frame.name for frame in frames]


def test_ranks_of_a_program_in_python_raise_once(folder, monkeypatch):
    # The interpreter that has mpi4py.
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    (folder / "bad.py").write_text("from mpi4py import MPI\nMPI.COMM_WORLD.Barrier()\n[1, 2][5]\n")
    with pytest.raises(windtunnel.ProgramFailed) as found:
        windtunnel.run("bad.py", ranks=4, platform="torus-3d", compute="none")
    said = str(found.value)
    assert said.count("Traceback") == 1 and said.endswith("IndexError: list index out of range"), said
    stderr = found.value.run.stderr
    assert stderr.count("Traceback") == 1 and "3 other ranks have raised the same as rank " in stderr
