"""The arithmetic of `make validate`, which otherwise runs only where there is a lab."""

import argparse
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests" / "lab"))
import nas
import recorded
import table
import validate

MACHINE = """[topology]
kind = "cluster"
hosts = 16
cabinets = [4, 4, 4, 4]
[topology.links.host]
bandwidth = "5.951 MB/s"
[topology.links.cabinet]
latency = "2 us"
bandwidth = "11.872 MB/s"
"""
HEADS = {"nas": "mpi,program,launch,seconds", "predicted-flow": "mpi,program,compute,seconds,share"}
ROWS = {
    "nas": ["mpich,is,1,18.9", "mpich,is,2,19.1", "ompi,is,1,29.4"],
    "predicted-flow": ["mpich,is,none,18,0", "mpich,is,own,20,0.01", "mpich,is,shared-1,30,0.5", "mpich,is,shared-2,20.0,0.04", "mpich,is,shared-3,19.5,0.03"],
}


def test_a_machine_that_is_not_calibrated_has_the_new_hosts_and_rates():
    text = validate.described(MACHINE, *validate.OTHERS["cab4x3-25"][1:])
    assert "hosts = 12\ncabinets = [3, 3, 3, 3]\n" in text
    assert 'bandwidth = "2.9755 MB/s"' in text and 'bandwidth = "4.7488 MB/s"' in text
    assert text.count("latency") == 1


def test_other_kinds_of_links_than_expected_are_refused():
    with pytest.raises(SystemExit, match="expected 1 kinds of links with a bandwidth in MB/s, found 2"):
        nas.with_rates(MACHINE, 0.2)
    with pytest.raises(SystemExit, match="expected one line `hosts`"):
        validate.described(MACHINE.replace("cabinets", "racks"), [3], (0.5, 0.4))


def test_a_prediction_is_the_median_of_its_recordings(tmp_path, capsys):
    for name, rows in ROWS.items():
        (tmp_path / f"{name}.csv").write_text("\n".join([HEADS[name], *rows]) + "\n")
    nas.table(argparse.Namespace(data=tmp_path))
    (row,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| is")]
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells == ["is.A.16", "MPICH", "2", "18.9 – 19.1", "20.0 (19.5 – 30.0)", "+4.7%", "4.0%", "20.0", "18.0"]


@pytest.mark.parametrize(("predicted", "distance"), [(18.0, 18 / 18.9 - 1), (19.0, 0), (20.0, 20 / 19.1 - 1)])
def test_inside_the_range_of_the_launches_a_prediction_is_right(predicted, distance):
    assert nas.off(predicted, [19.1, 18.9]) == pytest.approx(distance)


def test_hard_patterns_are_told_by_the_length_of_their_messages():
    groups = dict(table.GROUPS)
    long = groups["**hard patterns above 10 KiB**"]
    assert long(("halo2d", 0, 102400)) and long(("pipeline", 16384, 1048576))
    assert not any(long(case) for case in [("bcast", 0, 10240), ("pipeline", 4096, 1048576), ("incast", 15, 102400)])
    assert groups["alltoall"](("alltoall", 0, 10240)) and not groups["alltoall"](("allgather", 0, 10240))


def test_recordings_are_held_against_recordings_on_the_other_machine(tmp_path, capsys):
    lines = ["target,mpi,program,what,launch,seconds"]
    seconds = {"bcast": (1.0, 1.04, 1.03), "nas-is": (2.0, 1.92, 1.1), "token": (4.0, 4.1, 2.0), "tree": (1.0, 1.02, 0.5)}
    for program, times in seconds.items():
        lines += [f"cab4x4-50,mpich,{program},{what},1,{time}" for what, time in zip(("measured", "predicted", "none"), times, strict=True)]
    (tmp_path / "recorded.csv").write_text("\n".join(lines) + "\n")
    # A case that was not measured does not count.
    assert recorded.table(argparse.Namespace(data=tmp_path)) == 0
    out = capsys.readouterr().out
    assert "| cab4x4-50 | MPICH | token | 4.000 | +2.5% | -50.0% |" in out
    assert "| **all** | 4 | 4.0% / 4% | 50.0% / 50% |" in out, out
    cases = recorded.errors(recorded.rows(tmp_path / "recorded.csv"))
    assert recorded.holds(cases)
    assert not recorded.holds({})
    # Half of the time is computation: a prediction without it must be off.
    assert not recorded.holds({case: (one[0], one[1], one[1]) for case, one in cases.items()})
    assert not recorded.holds({case: (one[0], one[1] + 0.06, one[2]) for case, one in cases.items()})
    assert recorded.parts(tmp_path / "ompi-nas-is-3.trace") == ("ompi", "nas-is", "3")
