"""Mappings of the studies of plateau points: against definitions, place by place."""

import pytest

from windtunnel.mapping import place
from windtunnel.studies import plateau_cg, plateau_pf3d
from windtunnel.studies.plateau import pearson
from windtunnel.studies.plateau_mappings import Machine, Move, Order, Tiling, generated

MACHINE = Machine((4, 2, 4))


def host(x, y, z):
    return f"host{x + 4 * (y + 2 * z)}"


def slots(mapping, grid, machine=MACHINE):
    """Host and core of each rank."""
    placed = place(mapping.program(grid), "bluegene-p", machine.ranks, set=machine.keys())
    return [f"host{node}:{core}" for node, core in zip(placed.hosts, placed.cores, strict=True)]


def test_orders():
    found = slots(Order("TXYZ"), (32, 4))
    assert found[:6] == ["host0:0", "host0:1", "host0:2", "host0:3", "host1:0", "host1:1"]
    found = slots(Order("XYZT"), (32, 4))
    assert found[:5] == ["host0:0", "host1:0", "host2:0", "host3:0", "host4:0"]
    assert found[32] == "host0:1"
    assert slots(Order("ZXYT"), (32, 4))[1] == host(0, 0, 1) + ":0"


def test_tiles_are_paired_with_the_last_axis_fastest():
    # Rows of eight ranks on two nodes side by side.
    found = slots(Tiling((1, 8), (1, 1, 2, 4)), (16, 8))
    assert found[:8] == [f"host{node}:{core}" for node in (0, 1) for core in range(4)]
    assert found[8:16] == [f"host{node}:{core}" for node in (2, 3) for core in range(4)]
    # The whole machine in order is TXYZ.
    assert slots(Tiling((8, 16), (4, 2, 4, 4)), (8, 16)) == slots(Order("TXYZ"), (8, 16))


@pytest.mark.parametrize("operator", ["tilt", "zigzag"])
def test_moves_roll_planes(operator):
    numbers = {"tilt": (1,), "zigzag": (2, 2)}[operator]
    shifts = {"tilt": [0, 1, 2, 3], "zigzag": [0, 1, 2, 1]}[operator]
    found = slots(Tiling((8, 16), (4, 2, 4, 4), (Move(operator, "X", "Z", numbers, tiles=False),)), (8, 16))
    ranks = [(x, y, z, core) for z in range(4) for y in range(2) for x in range(4) for core in range(4)]
    assert found == [f"{host((x + shifts[z]) % 4, y, z)}:{core}" for x, y, z, core in ranks]


def test_moves_in_tiles_stay_there():
    found = slots(Tiling((4, 16), (4, 2, 2, 4), (Move("tilt", "X", "Z", (1,)),)), (8, 16))
    # Rank 0 of the second tile, and what was beside it: Z = 0 is not rolled, Z = 1 within two places along X.
    assert found[64:68] == [f"{host(2, 0, 0)}:{core}" for core in range(4)]
    assert found[64 + 16 : 64 + 20] == [f"{host(3, 0, 1)}:{core}" for core in range(4)]
    assert found[64 + 20 : 64 + 24] == [f"{host(2, 0, 1)}:{core}" for core in range(4)]


@pytest.mark.parametrize("study", [plateau_pf3d, plateau_cg])
def test_all_mappings_are_different_and_use_each_core_once(study):
    # Of more nodes it would take minutes.
    for plan in (plan for plan in study.WHOLES if plan.machine.nodes <= 512):
        cores = {f"host{node}:{core}" for node in range(plan.machine.nodes) for core in range(4)}
        found = [tuple(slots(mapping, plan.grid, plan.machine)) for mapping in plan.mappings.values()]
        assert len(found) == 67 == len(set(found))
        assert all(set(places) == cores and len(places) == len(cores) for places in found)


def test_generated_mappings_are_the_same_every_time():
    first, again = (generated(5, (16, 16, 8), Machine((8, 8, 8))) for _ in range(2))
    assert first == again
    program = first["generated 1"].program((16, 16, 8))
    assert program.splitlines()[-1] == "m.tilt(Y, X, slope=3)" and "app.tile(8, 4, 1)" in program


def test_pearson_is_that_of_the_command():
    found = pearson([2.0, 1.0, 4.0, 3.0, 7.0, 5.0], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    assert found["value"] == pytest.approx(16.0 / (17.5 * (104.0 - 22.0 * 22.0 / 6.0)) ** 0.5)
    assert found["interval"] == pytest.approx([-0.055305, 0.976115], abs=1e-6)
    assert pearson([1.0] * 5, [1.0, 2.0, 3.0, 4.0, 5.0]) is None
    assert pearson([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]) is None
