"""`calibrate check`: what differs by chance is not off; what differs is."""

import math
from random import Random

import pytest

pytest.importorskip("numpy")
from windtunnel.calibration.compare import compare
from windtunnel.calibration.raw import Case, Measurements, Sample
from windtunnel.calibration.significance import by_assignment, by_chance, significant, spread, two_sided

CASES = [Case(test, 0, 1 << size, 16) for test in ("bcast", "reduce", "gather", "alltoall", "pairs") for size in range(12, 20)]


class Model:
    """A machine whose prediction is off by the same factor everywhere: a baseline corrects it."""

    platform = "none"

    def times(self, tunnel, cases, settings=()):
        return {case: 0.8e-6 * case.bytes for case in cases}


def launches(random, count, slower=None, repetitions=3, between=0.0):
    """A cluster's measurements: each case has its own scatter, from 0.2 to 20 %, and launches differ by `between` times that."""
    found = Measurements(far=15)
    for number, case in enumerate(CASES):
        scatter = 0.002 * 10 ** (number % 11 / 5)
        usual = math.log(1e-6 * case.bytes * (slower or {}).get(case, 1))
        samples = []
        for launch in range(count):
            shift = random.gauss(0, between * scatter)
            samples += [Sample(math.exp(usual + shift + random.gauss(0, scatter)), 0, launch) for _ in range(repetitions)]
        found.samples[case] = samples
    return found


def off(measured, baseline=None):
    return {one.case for one in compare(measured, baseline, Model(), None).off}


@pytest.mark.parametrize(("repetitions", "between"), [(3, 0), (2, 0), (8, 0), (4, 0.5)])
def test_healthy_clusters_raise_no_alarm(repetitions, between):
    """Of 60 comparisons of 40 cases, one in twenty and what chance adds to that have any case off."""
    random = Random(f"healthy {repetitions} {between}")
    alarms = 0
    for _ in range(60):
        baseline = launches(random, 2, repetitions=repetitions, between=between)
        alarms += bool(off(launches(random, 1, repetitions=repetitions, between=between), baseline))
    assert alarms <= 3, alarms


def test_what_is_slower_is_found_and_nothing_else():
    random = Random("broken")
    broken = [case for case in CASES if case.test == "bcast"]
    found, others = 0, 0
    for _ in range(20):
        told = off(launches(random, 1, dict.fromkeys(broken, 1.5)), launches(random, 2))
        # Those of a scatter up to 3 %: three repetitions do not tell half as much again from more.
        found += len(told & set(broken[:7]))
        others += len(told - set(broken))
    assert found >= 0.95 * 20 * 7 and others <= 3, (found, others)


def test_without_a_baseline_the_prediction_is_compared():
    random = Random("described")
    described = dict.fromkeys(CASES, 0.8)
    assert off(launches(random, 3, described)) == set()
    told = off(launches(random, 3, {**described, CASES[0]: 1.2, CASES[1]: 0.5}))
    assert told == {CASES[0], CASES[1]}
    # One repetition tells nothing.
    assert off(launches(random, 1, repetitions=1)) == set()


def test_one_repetition_that_is_disturbed_is_no_fault():
    random = Random("disturbed")
    measured, baseline = launches(random, 1), launches(random, 2)
    samples = measured.samples[CASES[0]]
    measured.samples[CASES[0]] = [samples[0], *(Sample(4 * at.seconds, 0, 0) for at in samples[1:])]
    assert off(measured, baseline) == set()


@pytest.mark.parametrize(("freedom", "away"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (9, 2.2622), (30, 2.0423)])
def test_students_distribution(freedom, away):
    """Abramowitz and Stegun, table 26.10: the points beyond which 5 % lie."""
    assert two_sided(away, 1, freedom) == pytest.approx(0.05, abs=1e-5)
    assert two_sided(-2 * away, 4, freedom) == pytest.approx(0.05, abs=1e-5)


def test_who_is_disturbed():
    """Of 16 groups, 4 in 320 values are large: all in one by chance once in 10,000 times, one of them in every fifth."""
    values = {rank: [0.0] * 20 for rank in range(16)}
    values[3] = [0.0] * 16 + [3.0] * 4
    assert by_assignment(values, 3, 2_000) < 0.002
    assert by_assignment(values, 5, 2_000) == 1
    values = {rank: [3.0 * (rank < 4)] + [0.0] * 19 for rank in range(16)}
    assert by_assignment(values, 3, 2_000) == pytest.approx(1 - (300 / 320) ** 4, abs=0.04)


def test_edges():
    same = [Sample(1.0, 0, 0)] * 3
    assert (by_chance(0.0, spread(same)), by_chance(0.1, spread(same))) == (1, 0)
    assert spread([Sample(1.0, 0, 0), Sample(2.0, 0, 1)]) is None
    assert spread([Sample(0.0, 0, 0)] * 3) is None
    assert significant({}) == set()
    # Holm: the least chance by all cases, the next one by those that are left.
    assert significant({1: 0.012, 2: 0.016, 3: 0.9}) == {1, 2}
    assert significant({1: 0.02, 2: 0.03, 3: 0.04}) == set()
