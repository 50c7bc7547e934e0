"""`make truth`: its arithmetic, its input, and whether its page is what the recorded predictions say."""

import csv
import dataclasses
import gzip
import json
import math
import re
import subprocess
import sys
import tomllib

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests" / "truth"))
import cases
import data
import nodes
import page
import predict
import recipe
import score

import run
from windtunnel.errors import InputError

ROW = {
    "machine": "made", "source": "by hand", "library": "mpich", "version": "1", "suite": "imb", "op": "pingpong", "algorithm": "", "nodes": 2,
    "ppn": 1, "ranks": 2, "placement": "", "bytes": 8, "block_bytes": 8, "med": "", "mean": 1.0, "clazz": "p2p", "distance": "net",
}
TARGET = {
    "case": "one", "machine": "made", "library": "mpich", "version": "1", "suite": "imb", "op": "allgather", "algorithm": "", "nodes": 4, "ppn": 1,
    "ranks": 4, "placement": "", "bytes": 64, "block_bytes": 64, "truth": 10.0, "stat": "mean over ranks and iterations", "lo": 9.0, "hi": 12.0,
    "runs": 3, "noise": 1, "kind": "default",
}
FACTS = {
    "about": "a made-up machine", "cores": 4, "sockets": 1, "ghz": 2.0, "flop_per_cycle": 8, "memory_GBs": 60.0, "nics": 1, "nic_GBs": 10.0,
    "network": "made", "topology": {"kind": "cluster"}, "libraries": {"mpich": "mpich-3.4"}, "stream_single_GBs": 12.0,
}


def facts(**others):
    return {name: value if name == "about" else [value, "by hand", "seen"] for name, value in (FACTS | others).items()}


def folder(path, rows=(), targets=(), of=None):
    """A folder of measurements of the made-up machine."""
    (path / "facts").mkdir(parents=True)
    (path / "facts" / "made.json").write_text(json.dumps(facts() if of is None else of))
    for name, example, lines in (("rows", ROW, rows), ("targets", TARGET, targets)):
        with gzip.open(path / f"{name}_made.csv.gz", "wt", newline="") as out:
            writer = csv.DictWriter(out, example)
            writer.writeheader()
            writer.writerows(example | line for line in lines)
    return path


class True_:
    """The made-up machine as it is."""

    TEXT = """
[topology]
kind = "cluster"
hosts = HOSTS
links = { host = { bandwidth = "8 GB/s", latency = "400 ns" } }
[host]
cores = 4
speed = "16 Gflop/s"
memory = { bandwidth = "20 GB/s", copy = "20 GB/s", latency = "200 ns" }
[nic]
injection = "8 GB/s"
[mpi]
library = "mpich-3.4"
send = "100 ns"
isend = "100 ns"
recv = "100 ns"
handshake_cpu = "100 ns"
reduction_rate = "13.33 GB/s"
copy_rate = "20 GB/s"
pack = { datatype = "350 ns", block = "22 ns" }
"""

    def text(self, nodes, placement, **_):
        return self.TEXT.replace("HOSTS", str(max(2, nodes)))


def test_a_machine_whose_rows_tell_all_is_predicted_as_it_is(windtunnel, manifest, tmp_path):
    (tmp_path / "true.toml").write_text(True_().text(2, ""))

    def ping(ppn, size):
        windtunnel.must("motif", "-q", "-n", 2, "-p", "true.toml", "--ppn", ppn, "--out", "ping", "--force", "ping", f"bytes={size} B", cwd=tmp_path)
        return float(manifest(tmp_path / "ping")["simulated_time"]) / 20 * 1e6

    rows = [{"bytes": size, "mean": ping(1, size)} for size in (8, 4 << 20)]
    rows += [{"nodes": 1, "ppn": 4, "distance": "node", "bytes": size, "mean": ping(2, size)} for size in (8, 4 << 20)]
    # Four messages share the memory of a node.
    rows.append({"op": "sendrecv", "nodes": 1, "ppn": 4, "ranks": 4, "distance": "ring-1node", "bytes": 4 << 20, "mean": 4 * (4 << 20) / 20e3})
    shapes = [(4, 1), (1, 4), (3, 4)]
    targets = [
        {"case": f"{op}-{nodes}-{ppn}-{size}", "op": op, "nodes": nodes, "ppn": ppn, "ranks": nodes * ppn, "bytes": size, "block_bytes": size}
        for op in ("allgather", "allreduce", "alltoall", "alltoallv", "bcast") for nodes, ppn in shapes for size in (8, 8192, 1 << 18)
    ]
    figures = folder(tmp_path / "first", rows, targets)
    machines = data.machines([figures])
    predictor = predict.Predictor(str(windtunnel.prefix / "bin" / "windtunnel"), tmp_path / "store", "flow")
    truth = {target.case: predictor.time(target, True_()) for target in data.targets(figures, machines)}
    for target in targets:
        target |= dict.fromkeys(("truth", "lo", "hi"), truth[target["case"]])
    figures = folder(tmp_path / "second", rows, targets)
    found = run.scored(data.targets(figures, machines), run.made(machines), predictor)
    assert len(found) == 45 and not predictor.failed
    # A long message's time over its bytes has its latency in it, half a percent.
    assert score.figures(found).typical < 1.005 and max(one.off for one in found) < math.log(1.02)


TOPOLOGIES = [
    {"kind": "cluster"},
    {"kind": "dragonfly", "groups": 4, "routers": 4, "hosts": 2, "global_links": 1, "link_GBs": 12.5, "note": "assumed"},
    {"kind": "dragonfly-plus", "groups": 3, "leaves": 2, "spines": 2, "hosts": 4, "global_links": 1, "link_GBs": 12.5},
    {"kind": "fat-tree", "children": [4, 4], "parents": [1, 2], "parallel": [1, 1], "link_GBs": 12.5},
    {"kind": "torus", "link_GBs": 6.8},
]
RING = [{"clazz": "proxy", "op": "allgather", "algorithm": "ring", "nodes": 8, "ranks": 8, "block_bytes": size, "med": 7 * time, "mean": ""}
        for size, time in ((8, 2.0), (1024, 3.0), (65536, 12.0), (4 << 20, 500.0))]


@pytest.mark.parametrize("topology", TOPOLOGIES, ids=lambda topology: topology["kind"])
@pytest.mark.parametrize("rows", [[], [{}], RING], ids=["no rows", "one row", "ring"])
def test_machines_of_every_topology_become_platforms(windtunnel, tmp_path, topology, rows):
    """However little is known."""
    figures = folder(tmp_path / "figures", rows, of=facts(topology=topology))
    for others in ([], [data.OPEN]):
        made = run.made(data.machines([figures, *others]))["made", "mpich"]
        (tmp_path / "machine.toml").write_text(made.text(8, "torus 2x4"))
        done = windtunnel.must("platform", "check", "machine.toml", cwd=tmp_path)
        assert "no errors" in done.out
        # Other machines tell what this one does not: what is left are library, caches, message rate, latency or topology.
        # Nothing but rows inside a node tells how fast a core copies.
        unknown = [value for value in made.assumed if value.what != "copies in a cache"]
        assert rows or (len(unknown) <= 5) == bool(others), made.assumed


def inside(rows, placement="", **others):
    """The tables of a machine of eight cores in four L3s and two NUMA regions, as read from its file."""
    machine = data.Machine("made", "", {name: data.Fact(value, "", "seen") for name, value in (FACTS | {"cores": 8, "numa": 2, "ccx_cores": 2} | others).items() if name != "about"})
    empty = {"machine": "made", "library": "mpich", "clazz": "p2p", "suite": "imb", "op": "sendrecv", "nodes": 1, "ppn": 8, "ranks": 8,
             "placement": "block", "bytes": 8, "block_bytes": 8, "time": 1.0, "distance": "ring-1node"}
    machine.rows = [data.Row(**empty | row) for row in rows]
    return lambda without=frozenset(), count=1, sustained=False: tomllib.loads(recipe.make(machine, "mpich", {}, without).text(count, placement, sustained=sustained))


NODE = [{"op": "pingpong", "distance": distance, "bytes": 8, "time": time} for distance, time in (("ccx", 0.4), ("numa", 0.6), ("node", 1.2))]
NODE += [{"op": "pingpong", "distance": "ccx", "bytes": 4 << 20, "time": 420.0}, {"op": "pingpong", "distance": "ccx", "bytes": 1 << 16, "time": 4.4}]
NODE += [{"bytes": 8, "time": 1.0}, *({"bytes": size, "time": 1.0 + size / 4e3} for size in (4096, 8192, 16384, 65536)), {"bytes": 4 << 20, "time": 8 * (4 << 20) / 20e3}]
NEIGHBOURS = NODE
NODE = [*NODE, {"placement": "numa-round-robin", "bytes": 8, "time": 2.0}, {"placement": "numa-round-robin", "bytes": 4096, "time": 9.2}]


def test_rows_of_one_node_tell_its_inside(monkeypatch):
    monkeypatch.setitem(nodes.PROCESSORS, (8, 2.0), nodes.Processor("made", 2, 4, "by hand"))
    tables = inside(NODE, "numa-round-robin")
    host, mpi = (tables()[name] for name in ("host", "mpi"))
    # A fourth of the shortest time for each call; what is left of each distance.
    assert [(level["name"], level["cores"], level["latency"]) for level in host["levels"]] == [("L3", 2, "200 ns"), ("host", 8, "1000 ns")]
    assert [level["name"] for level in tables(frozenset(["fabric"]))["host"]["levels"]] == ["L3", "numa", "host"]
    assert mpi["host"]["send"] == mpi["host"]["recv"] == "100 ns"
    # All messages cross, on a way of 1.2 us: 8 · 4 KiB in 8 us, 8 in 0.8 us.
    assert [level.get("between") for level in host["levels"]] == [None, {"bandwidth": f"{8 * 4096 / 8e3:.2f} GB/s", "message_rate": "10.0 M/s"}]
    # Two cores at 4 GB/s, and a message from the next L3; two thirds of STREAM triad of one core.
    assert host["cache"] == {"level": "L3", "size": "4 MiB", "bandwidth": "12.00 GB/s", "beyond": "8.00 GB/s", "data": "unchanged"}
    # As a message of 4 MiB, of which a reduction moves 3/2.
    assert mpi["copy_rate"] == f"{(4 << 20) / 420e3:.2f} GB/s" and mpi["reduction_rate"] == f"{(4 << 20) / 630e3:.2f} GB/s"
    # 700 and 44 cycles of 2 GHz.
    assert mpi["pack"] == {"datatype": "350.0 ns", "block": "22.0 ns"} and "pack" not in tables(frozenset(["packing"]))["mpi"]
    assert host["memory"]["bandwidth"] == "20.00 GB/s" and "bandwidth_factor" not in mpi["host"]
    host, mpi = (inside(NEIGHBOURS)()[name] for name in ("host", "mpi"))
    assert host["memory"]["copy"] == "16.38 GB/s" and mpi["host"]["bandwidth_factor"][1:-1] == [{"up_to": f"{size} B", "factor": 0.2441} for size in (4096, 8192, 16384, 65536)]
    assert tables()["host"]["binding"] == "0,4,1,5,2,6,3,7" and "binding" not in host


def test_each_term_can_be_left_out(monkeypatch):
    monkeypatch.setitem(nodes.PROCESSORS, (4, 2.0), nodes.Processor("made", 2, 4, "by hand"))
    busy = [{"nodes": 4, "distance": "ring-net", "bytes": size, "time": 60.0} for size in (8, 8192, 65536)]
    busy.append({"op": "ring-random", "nodes": 4, "bytes": 2_000_000, "time": 4000.0})
    net = [{"op": "pingpong", "distance": "net", "nodes": 2, "ppn": 1, "bytes": size, "time": 2.0 + size / 1e4} for size in (8, 4 << 20)]
    busy += [{"op": "ring-random", "nodes": 4, "bytes": 8, "time": 2.0}, {"op": "pingpong", "distance": "socket", "bytes": 8, "time": 0.8}]
    tables = inside(NODE + busy + net, "numa-round-robin", sockets=2, nics=2, network="ib-fdr")
    whole = {count: tables(count=count, sustained=True) for count in (2, 4)}
    assert whole[2]["mpi"]["latency_factor"] == 1
    assert whole[4]["mpi"]["latency_factor"][0]["factor"] > 20, "a ring over four nodes takes 60 us, alone a message takes two"
    # Copies of all cores at once are slow by what caches share, where that is known.
    neighbours = inside(NEIGHBOURS + busy + net, sockets=2, nics=2, network="ib-fdr")
    assert neighbours(count=4) != neighbours(frozenset(["busy copies"]), 4) and whole[4] == tables(frozenset(["busy copies"]), 4, sustained=True)
    others = [tables(frozenset([term]), 4, sustained=True) for term in nodes.TERMS if term != "busy copies"]
    assert whole[4] not in others and all(others.count(one) == 1 for one in others), [term for term, one in zip(nodes.TERMS, others, strict=True) if one == whole[4] or others.count(one) > 1]


def test_rings_of_all_cores_tell_what_full_nodes_get():
    net = [{"op": "pingpong", "distance": "net", "nodes": 2, "ppn": 1, "bytes": size, "time": 2.0 + size / 1e4} for size in (8, 4 << 20)]
    random = [{"op": "ring-random", "nodes": nodes, "bytes": size, "time": time}
              for nodes, size, time in ((2, 8, 2.0), (4, 8, 2.0), (16, 8, 30.0), (4, 2_000_000, 4000.0), (16, 2_000_000, 7500.0))]
    tables = inside(NODE + net + random)
    # Of eight ranks of four nodes six send to other nodes: 6 in 2 us, more than in the other jobs; 12 MB in 4 ms, 15 in 7.5.
    assert tables()["nic"]["message_time"] == {"near": "333.3 ns"}
    assert [tables(count=count)["nic"]["injection"] for count in (2, 4, 7, 9, 64)] == ["3.00 GB/s"] * 3 + ["2.00 GB/s"] * 2
    machine = data.Machine("made", "", {name: data.Fact(value, "", "seen") for name, value in FACTS.items() if name != "about"})
    machine.rows = [data.Row("made", "mpich", "p2p", "b_eff", "ring-random", 4, 4, 16, "", 2_000_000, 2_000_000, 4000.0, "ring-random")]
    files = {ppn: tomllib.loads(recipe.make(machine, "mpich", {}).text(4, "", ppn=ppn)) for ppn in (1, 2, 3, 4)}
    assert [found["nic"]["injection"] for found in files.values()] == ["10.00 GB/s"] * 2 + ["1.50 GB/s"] * 2, "all cores, or most of them"


def test_rows_tell_what_a_message_takes_of_a_nic():
    random = [{"op": "ring-random", "nodes": 4, "bytes": 8, "time": 2.0}]
    far = [{"op": "pingpong", "distance": "socket", "bytes": 8, "time": 0.8}]
    nic = lambda rows, **others: inside(NODE + rows, sockets=2, **others)()["nic"]
    # Six of eight ranks send to other nodes in 2 us, by two NICs; half of 1.2 - 0.8 us beyond that across sockets.
    assert nic(random + far, nics=2)["message_time"] == {"near": "666.7 ns", "far": "866.7 ns"}
    assert nic(random, nics=2)["message_time"] == {"near": "666.7 ns"}, "nothing tells what crosses sockets"
    assert nic(random + far)["message_time"] == {"near": "333.3 ns"}, "one NIC"
    kept, fetch = recipe.CONNECTIONS["ib-fdr"]
    assert nic(random, network="ib-fdr")["message_time"] == {"near": "333.3 ns", "connections": kept, "fetch": f"{fetch} ns"}
    assert "message_time" not in nic([]), "no machine tells"
    machines = data.machines([data.OPEN])
    times = {name: recipe.make(machines[name], "cray-mpich", machines).tables["nic"]["message_time"]["near"] for name in ("archer2", "lumi")}
    assert times["archer2"] == f"{1000 / recipe.MESSAGE_RATES['slingshot10'][0]:.1f} ns", "a benchmark of the network"
    rates = [[recipe._message_rate(machines[name], library) / machines[name].fact("nic_GBs") for library in machines[name].fact("libraries")] for name in ("archer", "archer2", "cirrus")]
    assert times["lumi"] == f"{1000 / (recipe.mean(map(recipe.mean, rates)) * machines['lumi'].fact('nic_GBs')):.1f} ns", "in proportion to the rate of bytes"


def test_long_sends_of_open_mpi_over_infiniband_end_when_they_are_delivered():
    machines = data.machines([data.OPEN])
    made = {key: platform.tables["mpi"] for key, platform in run.made(machines).items()}
    assert made["marenostrum5", "openmpi"]["send_end"] == [{"up_to": "65480 B", "when": "at-once"}, {"when": "delivered"}]
    assert [key for key, mpi in made.items() if "send_end" in mpi] == [("marenostrum5", "openmpi")]


def test_packing_is_that_of_a_library_of_its_kind():
    assert all((recipe.SHIPPED / f"{library}.toml").exists() for library in recipe.PACKING)
    pack = lambda library: inside([], libraries={"mpich": library})()["mpi"]["pack"]
    # Cycles of 2 GHz.
    assert pack("mpich-3.4") == {"datatype": "350.0 ns", "block": "22.0 ns"} and pack("openmpi-5.0") == {"datatype": "505.0 ns", "block": "11.5 ns"}
    assert pack("smpi-mvapich2") == {"datatype": "505.0 ns", "block": "12.0 ns"}, "the median of five"


def test_calls_of_few_steps_meet_a_busy_network_less():
    target = lambda **changes: dataclasses.replace(data.Target("", "m", "", "", "allgather", "", "default", 4, 8, 32, "", 8, 8, False, 1.0, 1.0, 1.0, 1), **changes)
    assert cases.is_sustained(target(op="alltoallv")) and cases.is_sustained(target(block_bytes=16384)) and cases.is_sustained(target(algorithm="ring_ompi"))
    # As Cray's file says.
    cray = [target(library="cray-mpich", block_bytes=size, ranks=ranks) for ranks in (512, 513) for size in (1024, 1025, 4096, 4097)]
    assert [cases.is_sustained(one) for one in cray] == [False, True, True, True, False, False, False, True]
    assert [cases.chosen(target(library="cray-mpich", ppn=1, ranks=ranks, block_bytes=1 << 12)) for ranks in (64, 100)] == ["recursive_doubling", "linear"]
    assert not any(map(cases.is_sustained, (target(), target(op="allreduce", block_bytes=1 << 24), target(algorithm="recursive_doubling", block_bytes=1 << 24))))
    net = [{"op": "pingpong", "distance": "net", "nodes": 2, "ppn": 1, "bytes": 2**step, "time": 2.0} for step in range(3, 20)]
    busy = [{"nodes": 4, "distance": "ring-net", "bytes": size, "time": 60.0} for size in (8, 8192, 65536)]
    tables = inside(NODE + net + busy)
    few, many = (tables(count=4, sustained=sustained)["mpi"]["latency_factor"][0]["factor"] for sustained in (False, True))
    # 8 KiB alone take 2 us and their bytes at 10 GB/s; beyond two calls and the bytes, the factor is of the way.
    calls, moves = 0.001 * float(tables()["mpi"]["send"].split()[0]), 8192 / 10e3
    factor = lambda time: (time - 2 * calls - moves) / (2 - 2 * calls)
    assert few == pytest.approx(factor(math.sqrt((2 + moves) * 60)), abs=0.01) and many == pytest.approx(factor(60), abs=0.01)


def test_a_busy_network_is_that_of_as_many_nodes():
    """Times that fall with size are a matter of chance."""
    rows = nodes.rising([(8, 2.0), (16, 8.0), (32, 2.0), (64, 5.0)])
    assert [size for size, _ in rows] == [8, 16, 32, 64] and [time for _, time in rows] == pytest.approx([2, 4, 4, 5])
    net = [{"op": "pingpong", "distance": "net", "nodes": 2, "ppn": 1, "bytes": 2**step, "time": 2.0} for step in range(3, 20)]
    busy = [{"nodes": nodes, "distance": "ring-net", "bytes": size, "time": time} for nodes, time in ((2, 3.0), (4, 60.0), (16, 90.0)) for size in (8, 8192, 65536)]
    tables = inside(NODE + net + busy)
    first = {count: tables(count=count)["mpi"]["latency_factor"] for count in (2, 3, 4, 7, 9, 99)}
    assert first[2] == first[3] != first[4] == first[7] != first[9] == first[99]
    assert first[9][0]["factor"] > first[4][0]["factor"] > 5 and first[4][-1] == {"factor": 1}


def test_few_rows_become_a_curve_that_leaves_the_nic_to_others():
    points = recipe._dense([(8, 2.0), (128, 3.2), (256, 4.0)])
    assert [size for size, _ in points[:: recipe.POINTS]] == [8, 16, 32, 64, 128, 256]
    assert dict(points)[64] == pytest.approx(2.0 + 1.2 * 56 / 120)


def test_figures_by_hand():
    target = data.Target("", "m", "", "", "bcast", "", "default", 4, 1, 4, "", 8, 8, False, 100.0, 100.0, 100.0, 1)
    found = score.figures([score.Scored(target, time) for time in (50.0, 95.0, 105.0, 120.0, 300.0)])
    assert found.count == 5
    assert found.typical == pytest.approx(1.2)
    assert found.ninetieth == pytest.approx(3.0)
    assert (found.tenth, found.quarter, found.double) == (0.4, 0.6, 0.8)
    right = score.Pair("m", "algorithm", 2.0, 1.5, True)
    assert right.right and right.off == pytest.approx(math.log(4 / 3))
    assert not score.Pair("m", "algorithm", 2.0, 0.8, True).right
    assert not score.Pair("m", "placement", 2.0, 1.0, True).right, "equal times are in no order"


def test_a_term_is_judged_by_the_cases_that_it_changes():
    made = lambda case, time: score.Scored(data.Target(case, "m", "", "", "bcast", "", "default", 4, 1, 4, "", 8, 8, False, 100.0, 100.0, 100.0, 1), time)
    all_in = {"one node": [made("a", 110.0), made("b", 90.0), made("c", 50.0), made("d", 125.0)], "one rank": [made("e", 100.0)]}
    without = {"one node": [made("a", 200.0), made("b", 91.0), made("c", 80.0)]}
    found = page.changed_table({None: (all_in, []), "levels": (without, [])}).splitlines()
    # Of three cases one changes by 1 %, one gets worse without the term and one better: 1.1 and 2, 2 and 1.25.
    assert found[0] == "| term | one node | one rank |"
    assert found[2:] == ["| levels | 1.48 / 2.00; 1.58 / 2.00; 1 of 2 | – |"]


def test_the_sample_is_a_function_of_the_targets_alone():
    machines = data.machines([data.OPEN])
    targets = data.targets(data.OPEN, machines)
    chosen, left_out = cases.predictable(targets)
    assert len(chosen) + sum(left_out.values()) == len(targets)
    part = cases.sample(chosen, 30)
    assert part == cases.sample(chosen[::-1], 30)
    assert {target.machine for target in part} == set(machines)
    for machine in machines:
        assert sum(cases.cost(target) for target in part if target.machine == machine) <= 6
    assert cases.pairs(chosen, cases.spread(chosen), 3) == cases.pairs(chosen[::-1], cases.spread(chosen[::-1]), 3)


def test_no_time_of_a_collective_is_read_by_the_recipe():
    machines = data.machines([data.OPEN])
    assert {row.op for machine in machines.values() for row in machine.rows if row.clazz == "p2p"} == {"pingpong", "sendrecv", "ring-natural", "ring-random"}
    proxies = {(row.op, row.nodes, row.ranks) for machine in machines.values() for row in machine.rows if row.clazz == "proxy"}
    ring = {(target.op, target.nodes, target.ranks) for target in data.targets(data.OPEN, machines) if target.algorithm.startswith("ring")}
    assert proxies and not proxies & ring, "a stand-in for rows is not a target"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rows": [{"mean": "fast"}]}, r"rows_made.csv.gz:2: `mean`: expected a number from 0, found 'fast'"),
        ({"rows": [{"mean": "nan"}]}, r"rows_made.csv.gz:2: `mean`: expected a number from 0, found 'nan'"),
        ({"rows": [{}, {"bytes": -1}]}, r"rows_made.csv.gz:3: `bytes`: expected a number from 0, found '-1'"),
        ({"targets": [{"truth": 0}]}, r"targets_made.csv.gz:2: `truth`: expected a number from 1e-06, found '0'"),
        ({"targets": [{"nodes": 0}]}, r"targets_made.csv.gz:2: `nodes`: expected a number from 1, found '0'"),
        ({"targets": [{"machine": "none"}]}, r"targets_made.csv.gz:2: there are no facts of 'none': expected facts/none.json"),
        ({"targets": [{"library": "none"}]}, r"targets_made.csv.gz:2: the facts of made have no MPI library 'none'"),
        ({"of": facts(cores=0)}, r"made.json: `cores`: expected a number above 0, found 0"),
        ({"of": facts(topology=[])}, r"made.json: `topology`: expected a dict, found \[\]"),
        ({"of": facts() | {"cores": 4}}, r"made.json: `cores`: expected \[value, source, status\]"),
        ({"of": []}, r"made.json: expected an object of facts"),
    ],
)
def test_wrong_figures_are_refused_with_their_place(tmp_path, change, message):
    figures = folder(tmp_path / "figures", change.get("rows", ()), change.get("targets", ()), change.get("of", facts()))
    with pytest.raises(InputError, match=message):
        data.targets(figures, data.machines([figures]))


def test_what_is_no_compressed_table_is_refused(tmp_path):
    figures = folder(tmp_path / "figures")
    whole = (figures / "rows_made.csv.gz").read_bytes()
    for text in (b"machine,op\n", whole[:-9], b""):
        (figures / "rows_made.csv.gz").write_bytes(text)
        if text:
            with pytest.raises(InputError, match=r"rows_made.csv.gz: cannot be read as compressed CSV"):
                data.machines([figures])
    (figures / "targets_made.csv.gz").unlink()
    with pytest.raises(InputError, match=r"expected files targets_MACHINE.csv.gz"):
        data.targets(figures, {})


def test_the_command_says_what_is_wrong_in_a_line(tmp_path):
    done = subprocess.run([sys.executable, ROOT / "tests" / "truth" / "run.py", "--data", tmp_path, "--folder", tmp_path / "store"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, f"truth: {tmp_path}: expected files targets_MACHINE.csv.gz\n")


def test_the_page_is_made_of_the_recorded_predictions():
    """Whoever changes recipe, figures or sample runs `make truth`."""
    recorded = predict.Recorded(run.RESULTS)
    assert run.current(recorded) == run.PAGE.read_text()
    assert recorded.asked.keys() == {tuple(text.split(",")[:2]) for text in run.RESULTS.read_text().splitlines()[1:]}


def test_predictions_are_those_recorded(windtunnel, tmp_path):
    """Whoever changes predictions runs `make truth`."""
    machines = data.machines([data.OPEN])
    platforms = run.made(machines)
    chosen, _ = cases.predictable(data.targets(data.OPEN, machines))
    few = [target for name in machines for target in sorted((one for one in cases.sample(chosen, run.BUDGET) if one.machine == name), key=cases.cost)[::12][:4]]
    recorded, predictor = predict.Recorded(run.RESULTS), predict.Predictor(str(windtunnel.prefix / "bin" / "windtunnel"), tmp_path, "flow")
    for target in few:
        platform = platforms[target.machine, target.library]
        assert predictor.time(target, platform) == recorded.time(target, platform), f"{target}: run `make truth`"


def test_a_platform_of_grade_a_is_in_the_table():
    """A shipped platform claims grade A only if the table of real machines gives it."""
    graded = {path.stem: found[1] for path in (ROOT / "platforms").glob("*.toml") if (found := re.search(r'^grade = "(\w)"', path.read_text(), re.MULTILINE))}
    result = run.measured([], run.Sizes(), predict.Recorded(run.RESULTS))
    table = {platform.machine: page.grade(result, platform) for platform in result.platforms}
    for name, grade in graded.items():
        assert grade != "A" or table.get(name) == "A", f"{name}: run `make truth`"


def test_constants_and_values_have_a_source():
    machines = data.machines([data.OPEN])
    for platform in run.made(machines).values():
        assert all(value.source and value.origin in ("row", "fact", "shared", "assumed") for value in platform.values)
    assert all(one.source for one in recipe.CONSTANTS.values())
