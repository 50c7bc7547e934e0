"""A made-up node is found again by what all its ranks measure at once."""

import json
import re
import tomllib

import pytest
from test_calibration import IMB, quantity

pytest.importorskip("numpy")

MESSAGE_RATE = """# OSU MPI Multiple Bandwidth / Message Rate Test v7.4
# [ pairs: {} ] [ window size: 64 ]
# Size                  MB/s        Messages/s
8             {:.2f}        {:.2f}
"""
NETWORK = """
[topology]
kind = "cluster"
hosts = 2
links.host = { bandwidth = "12 GB/s", latency = "800 ns" }
"""
NODE = NETWORK + """
[host]
cores = 8
speed = "10 Gflop/s"
memory = { bandwidth = "18 GB/s", copy = "9 GB/s", sockets = 2 }
cache = { level = "L3", size = "4 MiB", bandwidth = "26 GB/s" }
[[host.levels]]
name = "L3"
cores = 4
latency = "250 ns"
between = { message_rate = "6 M/s" }
[[host.levels]]
name = "host"
cores = 8
latency = "700 ns"
between = { bandwidth = "21 GB/s", message_rate = "7 M/s" }
[nic]
message_rate = "4 M/s"
[mpi]
library = "mpich-4.3"
send = "100 ns"
isend = "100 ns"
recv = "120 ns"
[mpi.host]
eager_max = "8191 B"
send_end = [{ up_to = "8191 B", when = "at-once" }, { when = "delivered" }]
handshake_cpu = "90 ns"
send = "60 ns"
isend = "60 ns"
recv = "80 ns"
"""
SHAPE = NETWORK + """
[host]
cores = 8
memory = { sockets = 2 }
cache = { level = "L3", size = "4 MiB" }
levels = [{ name = "L3", cores = 4 }, { name = "host", cores = 8 }]
"""
UNCHANGED = "pingpong,send,isend,late,arrived,core,pair,cores,ring,copy,reduce_local,flood,flood_both,peers"


@pytest.fixture(scope="module")
def wtcal(windtunnel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wtcal")
    windtunnel.must("calibrate", "program", "-o", folder / "wtcal.c")
    return windtunnel.compile(folder / "wtcal.c", folder / "wtcal", "-Wall", "-Wextra", "-Werror")


def measure(windtunnel, wtcal, folder, ranks, tests, data, *options):
    words = ["--one-clock", "--spin", 0, "--reps", 0, "--tests", tests, "-o", folder / "node.csv", *options]
    machine = ["-p", "real.toml", "--ppn", 8, "--set", f"host.cache.data={data}", "--compute", "none"]
    return windtunnel("run", "-q", "-n", ranks, *machine, "--", wtcal, *words, cwd=folder)


def test_a_node_is_found_again_and_what_no_row_tells_is_named(windtunnel, wtcal, tmp_path):
    (tmp_path / "real.toml").write_text(NODE)
    (tmp_path / "shape.toml").write_text(SHAPE)
    # A setting says whether programs write what they send; the tests differ in it.
    for tests, data in ((UNCHANGED, "unchanged"), ("cores_new", "rewritten")):
        done = measure(windtunnel, wtcal, tmp_path, 16, tests, data, "--ppn", 8)
        assert done.status == 0, done.err
    words = ["node.csv", "-p", "shape.toml", "-o", "machine.toml", "--library", "lib.toml"]
    done = windtunnel.must("calibrate", "network", *words, cwd=tmp_path, timeout=600)
    machine = tomllib.loads((tmp_path / "machine.toml").read_text())
    library = tomllib.loads((tmp_path / "lib.toml").read_text())
    host, inside = machine["host"], library["protocol"]["host"]
    near, far = host["levels"]
    found = {
        "L3 latency": (near["latency"], 250e-9),
        "host latency": (far["latency"], 700e-9),
        "fabric": (far["between"]["bandwidth"], 21e9),
        "messages": (far["between"]["message_rate"], 7e6),
        "messages of an L3": (near["between"]["message_rate"], 6e6),
        "copy": (host["memory"]["copy"], 9e9),
        "memory": (host["memory"]["bandwidth"], 18e9),
        "cache": (host["cache"]["bandwidth"], 26e9),
        "NIC": (machine["nic"]["message_rate"], 4e6),
        "send": (inside["send"], 60e-9),
        "isend": (inside["isend"], 60e-9),
        "recv": (inside["recv"], 80e-9),
        "handshake": (inside["handshake_cpu"], 90e-9),
    }
    for name, (text, expected) in found.items():
        assert quantity(text) == pytest.approx(expected, rel=0.1), (name, text, done.out)
    assert inside["eager_max"] == "8192 B", "sizes around it tell 4 to 8 kB"
    assert [end["when"] for end in inside["send_end"]] == ["at-once", "delivered"]
    assert "bandwidth" not in near["between"]
    lacking = set(re.findall(r"^no row tells (\S+):", done.out, re.MULTILINE))
    assert lacking == {
        "host.levels.0.between.bandwidth", "nic.injection", "mpi.host.bandwidth_factor", "mpi.reduction_rate", "mpi.copy_rate", "host.cache.beyond",
    }
    assert "no slower than caches lets them" in done.out and "no less than the link carries" in done.out
    assert "What no row tells" in (tmp_path / "machine.html").read_text()
    assert "# No row tells nic.injection: " in (tmp_path / "machine.toml").read_text()
    assert library["sources"]["host"].keys() == inside.keys()
    # The files are ones that runs take, and say the same of the same measurements.
    again = windtunnel("calibrate", "check", "node.csv", "-p", "machine.toml", "--mpi-library", "lib.toml", "--json", cwd=tmp_path, timeout=600)
    assert again.status in (0, 1), again.err
    ratios = {case["case"]: case["ratio"] for case in json.loads(again.out)["cases"]}
    off = {case: ratio for case, ratio in ratios.items() if not 0.9 < ratio < 1.1}
    assert len(ratios) > 200 and len(off) < 0.1 * len(ratios), off


def test_rings_that_others_publish_tell_the_memory(windtunnel, manifest, tmp_path):
    """A ping-pong between hosts, one inside a host, and Sendrecv on all cores, as the Intel MPI benchmarks print them."""
    (tmp_path / "real.toml").write_text(NETWORK + "[host]\ncores = 4\nspeed = '1 Gflop/s'\nmemory = { bandwidth = '18 GB/s', copy = '9 GB/s', latency = '300 ns' }\n")
    (tmp_path / "shape.toml").write_text(NETWORK)
    head = IMB.format(1, 1).rsplit("            0", 1)[0]
    sizes = [8, 64, 512, 4096, 32768, 262144, 1 << 20, 4 << 20]

    def micros(ranks, ppn, *motif):
        words = ["-q", "-n", ranks, "-p", "real.toml", "--ppn", ppn, "--out", "once", "--force", *motif, "iterations=1"]
        windtunnel.must("motif", *words, cwd=tmp_path)
        return float(manifest(tmp_path / "once")["simulated_time"]) * 1e6

    def table(name, text, times):
        (tmp_path / name).write_text(text + "".join(f"{size:13} 1000 {time:12.3f} 1.00\n" for size, time in times))

    for name, ppn in (("net", 1), ("inside", 2)):
        table(f"{name}.txt", head, [(size, micros(2, ppn, "ping", f"bytes={size} B") / 2) for size in sizes])
    ring = head.replace("PingPong", "Sendrecv").replace("processes = 2", "processes = 4")
    table("ring.txt", ring, [(size, size / 4.5e3 + 1) for size in sizes])
    words = ["net.txt", "ring.txt", "--inside", "inside.txt", "-p", "shape.toml", "-o", "m.toml", "--library", "l.toml", "--force"]
    done = windtunnel.must("calibrate", "network", *words, "--ppn", 4, cwd=tmp_path)
    host = tomllib.loads((tmp_path / "m.toml").read_text())["host"]
    # Four messages of 4.5 GB/s each share a bus.
    assert quantity(host["memory"]["bandwidth"]) == pytest.approx(18e9, rel=0.1), done.out
    assert quantity(host["memory"]["copy"]) == pytest.approx(9e9, rel=0.1)
    # Message rates of pairs of two hosts, as OSU prints them: four ranks send no more than four times less often than one.
    for pairs, rate in ((1, 2.0e6), (4, 2.5e6)):
        (tmp_path / f"rate-{pairs}.txt").write_text(MESSAGE_RATE.format(pairs, rate * 8 / 1e6, rate))
    done = windtunnel.must("calibrate", "network", "net.txt", "rate-1.txt", "rate-4.txt", *words[2:], "--ppn", 4, cwd=tmp_path)
    assert quantity(tomllib.loads((tmp_path / "m.toml").read_text())["nic"]["message_rate"]) == pytest.approx(2.5e6, rel=0.1), done.out
    for options, message in (
        (["--ppn", 2, "rate-4.txt"], "rate-4.txt: 4 pairs of ranks of two hosts; expected at most as many as --ppn N says"),
        (["--ppn", 4, "net.txt"], "--ppn 4: net.txt: has no measurements of all ranks of a host"),
        (["--ppn", 1, "ring.txt"], "--ppn 1: expected 2 ranks on each host at least"),
        (["--ppn", 8, "ring.txt"], "ring.txt: no measurements"),
    ):
        refused = windtunnel("calibrate", "network", *options, "-p", "shape.toml", "-o", "w.toml", "--library", "w2.toml", cwd=tmp_path)
        assert (refused.status, message in refused.err, len(refused.err.splitlines())) == (2, True, 1), refused.err


@pytest.mark.parametrize(("ranks", "ppn", "message"), [
    (16, 4, "--ppn 4: expected blocks of as many of the 16 ranks, at least 2, on each host; ranks are placed otherwise"),
    (12, 8, "--ppn 8: expected blocks of as many of the 12 ranks"),
    (2, 1, "--ppn 1: expected blocks of as many of the 2 ranks, at least 2"),
])
def test_the_measuring_program_refuses_another_placement(windtunnel, wtcal, tmp_path, ranks, ppn, message):
    (tmp_path / "real.toml").write_text(NODE)
    done = measure(windtunnel, wtcal, tmp_path, ranks, "core", "unchanged", "--ppn", ppn)
    assert done.status != 0 and message in done.err, done.err


HEAD = "# wtcal 1, any\n# far 3, near 0, ppn 4\n"


@pytest.mark.parametrize(("shape", "message"), [
    (SHAPE, "shape.toml: host.cores is 8, and 4 ranks a host were measured; expected a rank on each core"),
    (NETWORK + "[host]\ncache = { level = 'L3', size = '4 MiB' }\n", "shape.toml: host.cache: expected a size, and as level the name of one in host.levels"),
    (NETWORK + "[host]\nlevels = [{ name = 'L3' }]\n", "shape.toml: host.levels: expected a name and a number of cores"),
])
def test_malformed_shapes_of_hosts(windtunnel, tmp_path, shape, message):
    (tmp_path / "node.csv").write_text(HEAD + "".join(f"core,{rank},8,4,1,1e-6,0\n" for rank in (1, 2, 3)))
    (tmp_path / "shape.toml").write_text(shape)
    done = windtunnel("calibrate", "network", "node.csv", "-p", "shape.toml", "-o", "m.toml", "--library", "l.toml", cwd=tmp_path)
    assert (done.status, message in done.err, len(done.err.splitlines())) == (2, True, 1), done.err
