"""Mapping programs, orders of axes and allocations, from the command line and a scenario."""

import json

PLANES = """# Planes onto bricks
app = grid(8, 8, 8)
m = machine()
app.tile(8, 8, 1)
m.tile(4, 4, 4, 1)
map app -> m
m.leaves.tilt(X, Z, 1)
"""
TORUS = ["torus-3d", "-n", 512, "--ppn", 1]


def places(windtunnel, folder, *words):
    return json.loads(windtunnel.must("platform", "place", *TORUS, "--json", *words, cwd=folder).out)


def test_a_program_places_ranks_where_its_file_and_its_placement_say(windtunnel, tmp_path, manifest):
    (tmp_path / "planes.map").write_text(PLANES)
    found = places(windtunnel, tmp_path, "--mapping", "planes.map")
    assert [axis["name"] for axis in found["axes"]] == ["X", "Y", "Z", "T"]
    # Rank x, y, z of the grid: plane z in brick z, in it the rank's place in the plane, tilted.
    for rank, at in enumerate(found["coordinates"]):
        z, place = rank % 8, rank // 8
        x, y, depth = place // 16, place // 4 % 4, place % 4
        brick = [4 * (z // 4), 4 * (z // 2 % 2), 4 * (z % 2)]
        assert at == [brick[0] + (x + depth) % 4, brick[1] + y, brick[2] + depth, 0], rank
    assert found == places(windtunnel, tmp_path, "--mapping", PLANES)
    # The text is a mapping file that takes as long, as does a scenario that names the program.
    text = windtunnel.must("platform", "place", *TORUS, "--mapping", "planes.map", cwd=tmp_path).out
    assert text.splitlines()[1] == "host256:0 # rank 1: X 0, Y 0, Z 4, T 0"
    (tmp_path / "ranks.txt").write_text(text)
    (tmp_path / "s.toml").write_text('platform = "torus-3d"\n[[job]]\nranks = 512\nppn = 1\nmapping = "planes.map"\nmotif = "halo3d"\n')
    halo = ["motif", "-q", "-n", 512, "-p", "torus-3d", "--ppn", 1]
    windtunnel.must(*halo, "--mapping", "file:ranks.txt", "--out", "ranks", "halo3d", cwd=tmp_path)
    windtunnel.must(*halo, "--mapping", "block", "--out", "block", "halo3d", cwd=tmp_path)
    windtunnel.must("motif", "-q", "--scenario", "s.toml", "--out", "program", cwd=tmp_path)
    times = [manifest(tmp_path / name)["simulated_time_ps"] for name in ("ranks", "program", "block")]
    assert times[0] == times[1] != times[2]


def test_runs_differ_if_their_files_do(windtunnel, tmp_path, manifest):
    halo = ["motif", "-q", "-n", 512, "-p", "torus-3d", "--ppn", 1, "--mapping", "m.map"]
    hashes = []
    for slope in (1, 1, 2):
        (tmp_path / "m.map").write_text(PLANES.replace("Z, 1", f"Z, {slope}"))
        windtunnel.must(*halo, "--out", "run", "--force", "halo3d", "iterations=1", cwd=tmp_path)
        hashes.append(manifest(tmp_path / "run")["hash"])
    assert hashes[0] == hashes[1] != hashes[2]


def test_a_mistake_in_a_program_is_told_with_its_place(windtunnel, tmp_path):
    (tmp_path / "m.map").write_text(PLANES.replace("m.tile", "m.tlie"))
    done = windtunnel("platform", "place", *TORUS, "--mapping", "m.map", cwd=tmp_path)
    assert done.status == 2
    assert done.err.startswith("windtunnel: m.map:5:3: unknown operation `tlie`; expected one of tile, div"), done.err
    done = windtunnel("motif", "-q", "-p", "torus-3d", "-n", 512, "--mapping", "map grid(8, 8) -> machine()", "halo3d", cwd=tmp_path)
    assert done.status == 2
    assert done.err == "windtunnel: --mapping:1:5: a grid of 8 × 8 does not hold 512 ranks; expected sizes whose product is 512\n"


def test_allocations_choose_hosts_and_mappings_places_on_them(windtunnel, tmp_path, manifest):
    def hosts(*words):
        line = ["platform", "place", "percs-64", "-n", 64, "--ppn", 4, "--json", *words]
        return json.loads(windtunnel.must(*line, cwd=tmp_path).out)["hosts"]

    assert hosts("--allocation", "contiguous", "--mapping", "round-robin")[:17] == [*range(16), 0]
    drawn = hosts("--allocation", "random:drawers:7")
    assert len({host // 8 for host in drawn}) == 2 and sorted(drawn) == drawn
    assert drawn == hosts("--allocation", "random:drawers", "--seed", 7) != hosts("--allocation", "random:drawers", "--seed", 8)
    assert len(set(hosts("--allocation", "random:hosts"))) == 16
    words = ["motif", "-q", "-p", "percs-64", "-n", 64, "--ppn", 4, "--allocation", "random:drawers:7", "--out", "run", "halo3d"]
    windtunnel.must(*words, cwd=tmp_path)
    assert manifest(tmp_path / "run")["scenario"]["job"][0]["allocation"] == "random:drawers:7"
