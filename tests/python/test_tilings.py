"""Mappings of the studies of plateau points: against definitions, place by place."""

import pytest

from windtunnel.studies import plateau_cg, plateau_pf3d
from windtunnel.studies.plateau import pearson
from windtunnel.studies.tilings import Machine, Move, Order, Tiling, generated

MACHINE = Machine((4, 2, 4))


def host(x, y, z):
    return f"host{x + 4 * (y + 2 * z)}"


def test_orders():
    slots = Order("TXYZ").slots((32, 4), MACHINE)
    assert slots[:6] == ["host0:0", "host0:1", "host0:2", "host0:3", "host1:0", "host1:1"]
    slots = Order("XYZT").slots((32, 4), MACHINE)
    assert slots[:5] == ["host0:0", "host1:0", "host2:0", "host3:0", "host4:0"]
    assert slots[32] == "host0:1"
    assert Order("ZXYT").slots((32, 4), MACHINE)[1] == host(0, 0, 1) + ":0"


def test_tiles_are_paired_with_the_last_axis_fastest():
    # Rows of eight ranks on two nodes side by side.
    slots = Tiling((1, 8), (1, 1, 2, 4)).slots((8, 16), MACHINE)
    assert slots[:8] == [f"host{node}:{core}" for node in (0, 1) for core in range(4)]
    assert slots[8:16] == [f"host{node}:{core}" for node in (2, 3) for core in range(4)]
    # The whole machine in order is TXYZ.
    assert Tiling((8, 16), (4, 2, 4, 4)).slots((8, 16), MACHINE) == Order("TXYZ").slots((8, 16), MACHINE)


@pytest.mark.parametrize("operator", ["tilt", "zigzag"])
def test_moves_roll_planes(operator):
    numbers = {"tilt": (1,), "zigzag": (2, 2)}[operator]
    shifts = {"tilt": [0, 1, 2, 3], "zigzag": [0, 1, 2, 1]}[operator]
    slots = Tiling((8, 16), (4, 2, 4, 4), (Move(operator, "X", "Z", numbers, tiles=False),)).slots((8, 16), MACHINE)
    ranks = [(x, y, z, core) for z in range(4) for y in range(2) for x in range(4) for core in range(4)]
    assert slots == [f"{host((x + shifts[z]) % 4, y, z)}:{core}" for x, y, z, core in ranks]


def test_moves_in_tiles_stay_there():
    slots = Tiling((4, 16), (4, 2, 2, 4), (Move("tilt", "X", "Z", (1,)),)).slots((8, 16), MACHINE)
    # Rank 0 of the second tile, and what was beside it: Z = 0 is not rolled, Z = 1 within two places along X.
    assert slots[64:68] == [f"{host(2, 0, 0)}:{core}" for core in range(4)]
    assert slots[64 + 16 : 64 + 20] == [f"{host(3, 0, 1)}:{core}" for core in range(4)]
    assert slots[64 + 20 : 64 + 24] == [f"{host(2, 0, 1)}:{core}" for core in range(4)]


def test_a_zigzag_does_not_roll_its_first_plane():
    assert [Move("zigzag", "X", "Z", (3, 1)).shift(plane) for plane in range(5)] == [0, 3, 0, 3, 0]
    assert [Move("zigzag", "X", "Z", (1, 2)).shift(plane) for plane in range(5)] == [0, 1, 1, 1, 0]


@pytest.mark.parametrize("study", [plateau_pf3d, plateau_cg])
def test_all_mappings_are_different_and_use_each_core_once(study):
    for plan in study.WHOLES:
        cores = {f"host{node}:{core}" for node in range(plan.machine.nodes) for core in range(4)}
        found = [mapping.slots(plan.grid, plan.machine) for mapping in plan.mappings().values()]
        assert len(found) == 67 and len({tuple(slots) for slots in found}) == 67
        assert all(set(slots) == cores and len(slots) == len(cores) for slots in found)


def test_generated_mappings_are_the_same_every_time():
    first, again = (generated(5, (16, 16, 8), Machine((8, 8, 8))) for _ in range(2))
    assert first == again
    assert first["generated 1"].text() == "8x4x1 on 4x4x1x2, tilt YX 3 of all"


def test_pearson_is_that_of_the_command():
    found = pearson([2.0, 1.0, 4.0, 3.0, 7.0, 5.0], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    assert found["value"] == pytest.approx(16.0 / (17.5 * (104.0 - 22.0 * 22.0 / 6.0)) ** 0.5)
    assert found["interval"] == pytest.approx([-0.055305, 0.976115], abs=1e-6)
    assert pearson([1.0] * 5, [1.0, 2.0, 3.0, 4.0, 5.0]) is None
    assert pearson([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]) is None
