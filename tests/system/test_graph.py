"""Tables `phases` and `graph`, the motif that follows a graph, and mappings judged and tuned by its loads."""

import json
import math
from pathlib import Path

import pytest

polars = pytest.importorskip("polars")

HERE = Path(__file__).resolve().parent
FFT = ["fft2d", "px=4", "py=3", "pz=2", "advection=60000 B", "hydro=7200 B", "hydro_every=1", "bytes_x=24 kB", "bytes_y=36 kB"]
TORUS = ["-q", "-n", 24, "-p", "bluegene-p", "--set", "topology.dimensions=[3,4,2]", "--ppn", 1]


def table(folder, name):
    return polars.read_parquet(folder / name / "*.parquet")


def loads(folder):
    """Bytes by link and phase, without what carries nothing."""
    use = table(folder, "link_use").with_columns(polars.col("phase").cast(str))
    sums = use.group_by("link", "phase").agg(polars.col("bytes").sum()).filter(polars.col("bytes") > 0)
    return {(link, phase): count for link, phase, count in sums.rows()}


def test_the_tables_of_a_program(windtunnel, manifest, tmp_path):
    program = windtunnel.compile(HERE / "phases.c", tmp_path / "phases")
    words = ["-q", "-n", 4, "-p", "torus-3d", "--compute", "none", "--observe", "graph,phases,messages", "--out", "run"]
    windtunnel.must("run", *words, program, cwd=tmp_path)
    run = tmp_path / "run"
    graph, messages, phases = (table(run, name) for name in ("graph", "messages", "phases"))
    # Collective operations are in both.
    of_pairs = messages.group_by("source", "destination").agg(polars.len().cast(int).alias("messages"), polars.col("bytes").sum())
    sums = graph.group_by("source", "destination").agg(polars.col("messages").sum(), polars.col("bytes").sum())
    assert sums.sort("source", "destination").rows() == of_pairs.sort("source", "destination").rows()
    exchange = graph.filter(polars.col("phase").cast(str) == "exchange")
    assert exchange.select("source", "destination", "messages", "bytes").rows() == [(rank, (rank + 1) % 4, 1, 100_000) for rank in range(4)]
    shares = {share["phase"]: share for share in manifest(run)["time"]["phases"]}
    order = list(dict.fromkeys(graph["phase"].cast(str)))
    assert order == [phase for phase in shares if phase in order], "in order of first marks"
    times = phases.with_columns(polars.col("phase").cast(str), time=polars.col("end") - polars.col("start"))
    for phase, time in times.group_by("phase").agg(polars.col("time").sum()).rows():
        assert time // 4 == shares[phase]["mean_ps"]
    for rank in range(4):
        stays = phases.filter(polars.col("rank") == rank).sort("start")
        assert stays["start"].to_list()[1:] == stays["end"].to_list()[:-1]
        assert (stays["start"][0], stays["end"][-1]) == (0, table(run, "ranks")["end"][rank])


@pytest.fixture
def counted(windtunnel, tmp_path):
    """The graph of all phases, counted under the default mapping."""
    windtunnel.must("motif", *TORUS, "--network", "delay", "--observe", "graph,link_use", "--out", "counted", *FFT, cwd=tmp_path)
    return tmp_path / "counted"


@pytest.mark.parametrize("network", ["flow", "packet:routing=dimension-order,header=0 B,alignment=1 B,ordered-max=0 B"])
def test_a_graph_loads_links_as_the_run_would(windtunnel, counted, tmp_path, network):
    for mapping in ("random:3", "round-robin"):
        common = [*TORUS, "--mapping", mapping, "--observe", "link_use"]
        windtunnel.must("motif", *common, "--network", network, "--force", "--out", "run", *FFT, cwd=tmp_path)
        windtunnel.must("motif", *common, "--network", "delay", "--force", "--out", "graph", "graph", "file=counted", cwd=tmp_path)
        assert loads(tmp_path / "graph") == loads(tmp_path / "run")
        phase = ["graph", "file=counted", "phase=y-fft"]
        windtunnel.must("motif", *common, "--network", "delay", "--force", "--out", "graph", *phase, cwd=tmp_path)
        expected = {key: count for key, count in loads(tmp_path / "run").items() if key[1] == "y-fft"}
        assert loads(tmp_path / "graph") == expected


def test_collective_operations_are_in_the_graph(windtunnel, tmp_path):
    for platform, ranks in (("fat-tree", 40), ("dragonfly", 30)):
        common = ["-q", "-n", ranks, "-p", platform, "--ppn", 2, "--observe", "link_use"]
        collective = ["alltoall", "bytes=3000 B", "iterations=2"]
        # Algorithms may know hosts: under another mapping they have other partners.
        moved = [*common, "--mapping", "random:2"]
        windtunnel.must("motif", *moved, "--observe", "graph", "--out", f"{platform}-2", *collective, cwd=tmp_path)
        windtunnel.must("motif", *moved, "--network", "delay", "--out", f"{platform}-3", "graph", f"file={platform}-2", cwd=tmp_path)
        assert loads(tmp_path / f"{platform}-3") == loads(tmp_path / f"{platform}-2")


def test_minimal_ways_stand_for_adaptive_routing(windtunnel, tmp_path):
    """Against packets, phase by phase: the plateau point at 0.99, and the mean deviation of a link (docs/models/delay.md)."""
    torus = ["-q", "-n", 64, "-p", "bluegene-p", "--set", "topology.dimensions=[4,4,4]", "--ppn", 1, "--observe", "link_use"]
    fft = ["fft2d", "px=8", "py=4", "pz=2", *(f"{name}=192 kB" for name in ("bytes_x", "bytes_y", "advection", "hydro")), "hydro_every=1"]
    # A graph has no times: all messages of a phase start at once.
    at_once = [word for name in ("send", "isend", "recv", "handshake_cpu") for word in ("--set", f"mpi.{name}=0 s")]
    windtunnel.must("motif", *torus, *at_once, "--observe", "graph", "--out", "packets", *fft, "--network", "packet", cwd=tmp_path)
    windtunnel.must("motif", *torus, "--out", "loads", "--network", "delay:loads=minimal", "graph", "file=packets", cwd=tmp_path)
    packets, counted = loads(tmp_path / "packets"), loads(tmp_path / "loads")
    names = table(tmp_path / "loads", "links").filter(polars.col("class").cast(str).str.starts_with("dim"))
    links = 6 * 64
    assert len(names) <= links
    for phase in ("x-fft", "y-fft", "advection", "hydro"):
        # 240 of 256 bytes of a packet are payload.
        carried = {link: count * 15 / 16 for (link, of), count in packets.items() if of == phase and link < links}
        expected = {link: count for (link, of), count in counted.items() if of == phase and link < links}
        assert sum(carried.values()) == pytest.approx(sum(expected.values()), rel=1e-3)
        mean = sum(expected.values()) / links
        off = sum(abs(carried.get(link, 0) - expected.get(link, 0)) for link in range(links)) / links
        assert off <= 0.06 * mean, (phase, off / mean)
        plateau = [sorted(of.get(link, 0) for link in range(links))[math.ceil(0.99 * links) - 1] for of in (carried, expected)]
        assert plateau[1] == pytest.approx(plateau[0], rel=0.08), phase


def test_balanced_loads_evade_full_links_as_packets_do(windtunnel, tmp_path):
    """A zigzag after which every message in z has four hops in x, too: equal parts fill one plane (docs/models/delay.md)."""
    program = "app = grid(4, 16, 8); m = machine(Z, Y, X, T); app.tile(4, 16, 8); m.tile(8, 4, 4, 4); map app -> m; m.leaves.zigzag(X, Z, depth=2, stride=2)"
    common = ["-q", "-n", 512, "-p", "bluegene-p", "--set", "topology.dimensions=[4,4,8]", "--mapping", program, "--observe", "link_use"]
    motif = ["fft2d", "px=8", "py=16", "pz=4", "advection=8 KiB", "bytes_x=0 B", "bytes_y=0 B", "hydro=0 B"]
    links = 6 * 128
    shapes = {}
    for network in ("packet", "delay:loads=minimal", "delay:loads=balanced"):
        windtunnel.must("motif", *common, "--network", network, "--force", "--out", "run", *motif, cwd=tmp_path)
        found = {link: count for (link, _), count in loads(tmp_path / "run").items() if link < links}
        mean = sum(found.values()) / links
        shapes[network] = [found.get(link, 0) / mean for link in range(links)]
    packets, equal, balanced = shapes.values()
    off = [sum(abs(own - other) for own, other in zip(packets, of, strict=True)) / links for of in (equal, balanced)]
    plateau = [sorted(of)[math.ceil(0.99 * links) - 1] for of in (packets, equal, balanced)]
    assert off[1] < 0.08 < 0.1 < off[0], off
    assert plateau[1] > 1.3 * plateau[0] and plateau[2] < 1.15 * plateau[0], plateau


def test_graphs_come_from_files_too(windtunnel, counted, tmp_path):
    rows = table(counted, "graph").with_columns(polars.col("phase").cast(str))
    # As other tools write them: other types, other columns, another order.
    plain = rows.select("bytes", "phase", polars.col("destination").cast(int), polars.col("source").cast(int), extra=polars.lit(1))
    plain.write_parquet(tmp_path / "plain.parquet")
    lines = [f"{source}, {to}, {count}, {phase}" for source, to, count, phase in rows.select("source", "destination", "bytes", "phase").rows()]
    (tmp_path / "plain.csv").write_text("# source, destination, bytes, phase\n" + "\n".join(lines) + "\n")
    common = [*TORUS, "--network", "delay", "--observe", "link_use", "--force", "--out", "graph"]
    for file in ("counted", "plain.parquet", "plain.csv"):
        windtunnel.must("motif", *common, "graph", f"file={file}", cwd=tmp_path)
        assert loads(tmp_path / "graph") == loads(counted)


def tune(windtunnel, folder, *words):
    return json.loads(windtunnel.must("tune", "mapping", *words, "--json", cwd=folder).out)


TUNE = ["-p", "bluegene-p", "--set", "topology.dimensions=[3,4,2]", "--ppn", 1, "-o", "best.map", "--force"]


@pytest.mark.parametrize("objective", ["plateau:0.99", "max-link", "hop-bytes"])
def test_a_tuned_mapping_is_better_and_told_as_it_is(windtunnel, counted, tmp_path, objective):
    words = ["counted", *TUNE, "--objective", objective, "--steps", 200_000, "--loads", "route", "--mapping", "random:5"]
    found = tune(windtunnel, tmp_path, *words)
    text = (tmp_path / "best.map").read_text()
    assert found["steps"] == 200_000 and found["gain_percent"] > 10
    # The same again, bit by bit.
    assert tune(windtunnel, tmp_path, *words) == found and (tmp_path / "best.map").read_text() == text
    values = {"plateau:0.99": "plateau_ps", "max-link": "max_ps", "hop-bytes": "hop_bytes"}[objective]
    best, *others = found["mappings"]
    assert best["place"] == 1 and all(best[values] <= other[values] for other in others)
    assert [mapping["from"] for mapping in found["mappings"] if mapping["given"]] == ["random:5"]
    # Its figures are those of the mapping file.
    common = [*TORUS, "--network", "delay", "--mapping", "file:best.map", "--observe", "link_use", "--out", "tuned"]
    windtunnel.must("motif", *common, "graph", "file=counted", cwd=tmp_path)
    words = ["links", "tuned", "--class", "network", "--counter", "busy", "--json", "--plateau", "0.99,1"]
    of_phases = json.loads(windtunnel.must(*words, cwd=tmp_path).out)["runs"][0]["loads"][1:]
    assert sum(entry["max"] for entry in of_phases) == pytest.approx(best["max_ps"], rel=1e-6)
    assert sum(entry["plateau"]["0.99"] for entry in of_phases) == pytest.approx(best["plateau_ps"], rel=1e-6)
    words = ["links", "tuned", "--class", "network", "--json"]
    assert json.loads(windtunnel.must(*words, cwd=tmp_path).out)["runs"][0]["loads"][0]["sum"] == best["hop_bytes"]


def test_mappings_are_ranked_by_simulated_time(windtunnel, counted, tmp_path, manifest):
    words = ["counted", *TUNE, "--objective", "time", "--steps", 50_000, "--phase", "y-fft", "--network", "flow"]
    found = tune(windtunnel, tmp_path, *words, "--start", "random", "--seed", 4)
    times = [mapping["time_ps"] for mapping in found["mappings"]]
    assert times == sorted(times) and found["phases"] == ["y-fft"]
    windtunnel.must("motif", *TORUS, "--mapping", "file:best.map", "--out", "best", "graph", "file=counted", "phase=y-fft", cwd=tmp_path)
    assert manifest(tmp_path / "best")["simulated_time_ps"] == times[0]
    text = windtunnel.must("tune", "mapping", *words, cwd=tmp_path).out
    assert "all minimal ways in equal parts, as the platform's packets are routed adaptively" in text
    assert "finds the same" in text and "less time than block" in text


def test_tilings_of_a_grid_are_start_points(windtunnel, tmp_path):
    machine = ["-p", "bluegene-p", "--set", "topology.dimensions=[4,4,4]", "--ppn", 1]
    windtunnel.must("motif", "-q", "-n", 64, *machine, "--observe", "graph", "--out", "run", "halo3d", "nx=8", "ny=4", "nz=2", cwd=tmp_path)
    words = ["run", *machine, "-o", "best.map", "--steps", 0, "--grid", "2x4x8", "--start", "programs"]
    found = tune(windtunnel, tmp_path, *words)
    assert found["mappings"][0]["from"].startswith("map grid(2, 4, 8).tile(") and found["gain_percent"] > 0
    program = ["--mapping", found["mappings"][0]["from"]]
    again = tune(windtunnel, tmp_path, "run", *machine, "-o", "same.map", "--steps", 0, "--start", "given", *program)
    assert again["mappings"][0]["plateau_ps"] == found["mappings"][0]["plateau_ps"]


@pytest.mark.parametrize(
    "words, expected",
    [
        (["nowhere"], "nowhere: can't be read: "),
        (["pairs", "--phase", "slove"], "pairs: the communication graph has no phase `slove`; expected solve; did you mean `solve`?"),
        (["pairs", "--objective", "time:1"], "expected `plateau`, with a fraction of links as in `plateau:0.99`, `max-link`, `hop-bytes` or `time`"),
        (["pairs", "--objective", "plateau:2"], "expected `plateau`, with a fraction of links"),
        (["pairs", "--budget", "soon"], "expected seconds above 0, as in `60s`"),
        (["pairs", "--grid", "4x"], "expected sizes, as in `16x8x4`"),
        (["pairs", "--start", "chance"], "invalid value 'chance'"),
        (["pairs", "--steps", 1, "--grid", "3x2"], "--grid: the grid has 6 points, but the graph has 4 ranks"),
        (["pairs", "-p", "fat-tree", "--loads", "minimal"], "--loads minimal: "),
        (["pairs", "--mapping", "blok"], "did you mean `block`?"),
        (["pairs", "--steps", 1, "--objective", "time", "--network", "flw"], "pairs: its messages cannot be simulated: "),
        (["pairs", "--ppn", 1, "-p", "two-hosts"], "pairs: its 4 ranks do not fit 2 slots on 2 hosts; expected a core for each rank: a larger platform, or a graph of fewer ranks"),
        (["pairs", "--ppn", 5], "--ppn 5: a host has 4 cores; expected at most 4\n"),
        (["huge"], "huge: has more bytes than the counters of link loads can hold; expected less than 4 EB in total"),
        (["bad"], "bad: line 1: `0 1` is not a pair of ranks; expected `SOURCE DESTINATION BYTES [PHASE [MESSAGES]]`"),
        (["pairs", "--steps", 1, "-o", "pairs"], "pairs"),
    ],
)
def test_wrong_words_of_tune_are_errors(windtunnel, tmp_path, words, expected):
    (tmp_path / "pairs").write_text("0 1 1000 solve\n3 2 1000 solve\n")
    (tmp_path / "bad").write_text("0 1\n")
    (tmp_path / "huge").write_text(f"0 1 {2**63 - 1}\n")
    platform = [] if "-p" in words else ["-p", "torus-3d"]
    output = [] if "-o" in words else ["-o", "best.map"]
    done = windtunnel("tune", "mapping", *words, *platform, *output, cwd=tmp_path)
    assert done.status == 2 and expected in done.err, done.err


@pytest.mark.parametrize(
    "words, expected",
    [
        (["graph"], "the motif graph needs the parameter `file=…`: a run folder with the table `graph`, a Parquet file, or a text file"),
        (["graph", "file=pairs"], "pairs: the communication graph has ranks 0 to 3, but the run has 3 ranks; expected `-n 4` or more"),
        (["graph", "file=pairs", "phase=slove"], "pairs: the communication graph has no phase `slove`; expected solve; did you mean `solve`?"),
        (["graph", "file=run"], "run: has no `graph` table; "),
        (["graph", "file=broken"], "broken: can't be read: "),
    ],
)
def test_wrong_graphs_of_the_motif_are_errors(windtunnel, tmp_path, words, expected):
    (tmp_path / "pairs").write_text("0 1 1000 solve\n3 2 1000 solve\n")
    (tmp_path / "broken").write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    windtunnel.must("motif", "-q", "-n", 2, "-p", "torus-3d", "--out", "run", "ping", cwd=tmp_path)
    done = windtunnel("motif", "-n", 3, "-p", "torus-3d", *words, cwd=tmp_path)
    assert done.status == 2 and expected in done.err, done.err


def test_columns_of_a_graph_are_checked(windtunnel, tmp_path):
    frame = polars.DataFrame({"source": [0, 1], "destination": [1, 0], "bytes": [5, -1]})
    frame.write_parquet(tmp_path / "negative.parquet")
    frame.drop("bytes").write_parquet(tmp_path / "short.parquet")
    for file, expected in (
        ("negative", "negative.parquet: row 1: -1 in column `bytes` is not valid there; expected a table as a run writes it"),
        ("short", "short.parquet: column `bytes` is missing or has another type; expected whole numbers"),
    ):
        done = windtunnel("motif", "-n", 2, "-p", "torus-3d", "graph", f"file={file}.parquet", cwd=tmp_path)
        assert done.status == 2 and expected in done.err, done.err


@pytest.mark.parametrize("ways", ["minimal", "balanced"])
def test_delay_says_where_it_knows_no_ways(windtunnel, tmp_path, ways):
    done = windtunnel("motif", "-n", 8, "-p", "fat-tree", "--network", f"delay:loads={ways}", "ping", cwd=tmp_path)
    assert done.status == 2 and f"`loads={ways}`, as all minimal paths are known only for a torus, a mesh and a hypercube" in done.err, done.err
