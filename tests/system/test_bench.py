"""What the speed bench measures with, and its rows."""

import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "benches"))
import bench
import growth
import measure
from rows import ROWS

MIB = 1 << 20


def test_a_run_is_cut_where_it_takes_too_much(tmp_path):
    spin = measure.run(["sh", "-c", "(while :; do :; done)"], tmp_path, 0.3, 100 * MIB)
    assert spin.cut == "over 0.3 s" and spin.status == -9 and 0.3 <= spin.cpu < 10
    hold = measure.run([sys.executable, "-c", f"import time; x = b'x' * {300 * MIB}; time.sleep(60)"], tmp_path, 10, 200 * MIB)
    assert hold.cut == "over 0.195 GiB" and hold.anonymous > 200 * MIB
    forks = f"import os, time; x = b'x' * {60 * MIB}; [os.fork() or (time.sleep(2), os._exit(0)) for _ in range(20)]; [os.wait() for _ in range(20)]"
    shared = measure.run([sys.executable, "-c", forks], tmp_path, 10, 300 * MIB)
    assert shared.cut == "" and shared.status == 0, "what forked processes share counts once"
    whole = measure.run([sys.executable, "-c", f"x = b'x' * {100 * MIB}; print('done')"], tmp_path, 10, 200 * MIB)
    assert (whole.cut, whole.status, whole.stdout) == ("", 0, "done\n")


def test_rows_have_names_of_their_own_and_programs():
    names = [row.name for row in ROWS + growth.ROWS]
    assert len({*names}) == len(names) and max(map(len, names)) <= 56
    runs = [*ROWS, *(point for row in growth.ROWS for point in row.points)]
    for run in runs:
        if run.kind in ("run", "program", "recording"):
            assert (bench.PROGRAMS / f"{run.program}.c").exists(), run.program


class Costs(bench.Bench):
    """A bench whose runs cost what a list says."""

    def __init__(self, costs):
        self.times, self.costs = 1, iter(costs)

    def run(self, row, arguments, limit=0):
        cpu, cut = next(self.costs)
        return measure.Cost(-9 if cut else 0, cut, cpu, cpu, 0, 0, "", "")


@pytest.mark.parametrize(
    ("costs", "value", "bound", "misses"),
    [
        ([(3, ""), (6, "")], 0.5, "", []),
        ([(6, ""), (3, "")], 2, "", ["2.0 x of at most 1 x"]),
        # The other run was let go until the target was met, or this one until it was missed.
        ([(6, ""), (8, "over 8 s")], 0.75, "<", []),
        ([(60, "over 60 s"), (20, "")], 3, ">", [">3.0 x of at most 1 x"]),
        ([(60, "over 60 s"), (73, "over 73 s")], 0, "", ["over 60 s"]),
    ],
)
def test_a_ratio_is_a_bound_where_a_run_was_cut(costs, value, bound, misses):
    row = next(row for row in ROWS if row.beside and row.target == 1)
    result = Costs(costs).beside(row, bench.Result(row))
    assert (result.value, result.bound, result.misses, result.error) == (value, bound, misses, "")


def test_the_exponent_is_that_of_a_power_law():
    assert growth.exponent([10, 100, 1000], [2e-3 * size**1.5 for size in (10, 100, 1000)]) == pytest.approx(1.5)
