"""Calibration: a known machine is found again by its measurements, and one that is broken is told by what is wrong."""

import csv
import json
import re
import tomllib

import pytest

pytest.importorskip("numpy")

MACHINE = """
[topology]
kind = "cluster"
hosts = 4
cabinets = [2, 2]
[topology.links.host]
bandwidth = "50 MB/s"
latency = "10 us"
[topology.links.cabinet]
bandwidth = "60 MB/s"
latency = "5 us"
[host]
speed = "1 Gflop/s"
memory = { bandwidth = "20 GB/s", copy = "5 GB/s", latency = "200 ns" }
[mpi]
library = "mpich-4.3"
eager_max = "32 KiB"
send_end = [{ up_to = "32 KiB", when = "at-once" }, { when = "delivered" }]
send = "2 us"
isend = "2 us"
recv = [{ fixed = "3 us", per_byte = "100 ps" }]
handshake_cpu = "1500 ns"
progress = "inside-mpi"
"""
SHAPE = """
[topology]
kind = "cluster"
hosts = 4
cabinets = [2, 2]
[topology.links.host]
[topology.links.cabinet]
"""
# The same machine as a graph in which the second host's link is slow.
SLOW_LINK = """
[topology]
kind = "graph"
hosts = ["host0", "host1", "host2", "host3"]
switches = ["root", "left", "right"]
connect = [
    { from = "left", to = "root", link = "cabinet" }, { from = "right", to = "root", link = "cabinet" },
    { from = "host0", to = "left", link = "host" }, { from = "host1", to = "left", link = "slow" },
    { from = "host2", to = "right", link = "host" }, { from = "host3", to = "right", link = "host" },
]
[topology.links]
host = { bandwidth = "50 MB/s", latency = "10 us" }
slow = { bandwidth = "25 MB/s", latency = "10 us" }
cabinet = { bandwidth = "60 MB/s", latency = "5 us" }
""" + MACHINE[MACHINE.index("[host]"):]
FEW = "pingpong,send,isend,late,arrived,pairs,stream,to,from,overlap_both,bcast"


@pytest.fixture(scope="module")
def wtcal(windtunnel, tmp_path_factory):
    """The measuring program, written by the command."""
    folder = tmp_path_factory.mktemp("wtcal")
    done = windtunnel.must("calibrate", "program", "-o", folder / "wtcal.c")
    assert "mpirun -n 16" in done.out
    again = windtunnel("calibrate", "program", "-o", folder / "wtcal.c")
    assert (again.status, again.err.count("already exists; give another file")) == (2, 1)
    return windtunnel.compile(folder / "wtcal.c", folder / "wtcal", "-Wall", "-Wextra", "-Werror")


def measure(windtunnel, wtcal, folder, machine, *options, tests=FEW):
    """Measures a simulated machine; returns the file."""
    (folder / "real.toml").write_text(machine)
    raw = folder / "raw.csv"
    raw.unlink(missing_ok=True)
    words = ["--one-clock", "--spin", 0, "--reps", 3, "--max-bytes", 262144, "--tests", tests, "-o", raw]
    windtunnel.must("run", "-q", "-n", 4, "-p", "real.toml", "--compute", "none", *options, "--", wtcal, *words, cwd=folder)
    return raw


@pytest.fixture(scope="module")
def healthy(windtunnel, wtcal, tmp_path_factory):
    return measure(windtunnel, wtcal, tmp_path_factory.mktemp("healthy"), MACHINE)


def test_a_known_machine_is_found_again(windtunnel, healthy, tmp_path):
    (tmp_path / "shape.toml").write_text(SHAPE)
    words = [healthy, "-p", "shape.toml", "-o", "machine.toml", "--library", "lib.toml"]
    done = windtunnel.must("calibrate", "network", *words, cwd=tmp_path)
    held = re.search(r"held out: median error ([\d.]+)%", done.out)
    assert float(held[1]) < 1, done.out
    machine = tomllib.loads((tmp_path / "machine.toml").read_text())
    links = machine["topology"]["links"]
    assert machine["grade"] == "B"
    value = lambda text: float(text.split()[0])
    assert value(links["host"]["bandwidth"]) == pytest.approx(50, rel=0.01)
    assert value(links["cabinet"]["bandwidth"]) == pytest.approx(60, rel=0.01)
    assert value(links["host"]["latency"]) == pytest.approx(10, rel=0.05)
    assert value(links["cabinet"]["latency"]) == pytest.approx(5, rel=0.1)
    library = tomllib.loads((tmp_path / "lib.toml").read_text())
    protocol = library["protocol"]
    assert protocol["eager_max"] == "32768 B"
    assert protocol["send_end"] == [{"up_to": "32768 B", "when": "at-once"}, {"when": "delivered"}]
    assert (protocol["send"], protocol["isend"], protocol["handshake_cpu"]) == ("2 us", "2 us", "1.5 us")
    for size in (1, 1000, 32768):
        fits = next(entry for entry in protocol["recv"] if size <= value(entry.get("up_to", "999999 B")))
        cost = value(fits["fixed"]) + value(fits.get("per_byte", "0 ps")) * size / 1e6
        assert cost == pytest.approx(3 + size / 1e4, rel=0.1), protocol["recv"]
    assert (protocol["handshake"], protocol["progress"]) == ({"round_trips": 1}, "inside-mpi")
    assert "95 %: 18275 B to 35220 B" in library["sources"]["eager_max"]
    assert "# 95 %: " in (tmp_path / "machine.toml").read_text()
    assert "<svg" in (tmp_path / "machine.html").read_text()
    # Both files are ones that runs take, and describe the machine: nothing is off.
    words = [healthy, "-p", "machine.toml", "--mpi-library", "lib.toml"]
    done = windtunnel("calibrate", "check", *words, cwd=tmp_path)
    assert done.status == 0, done.out + done.err
    assert re.search(r"\d+ cases, 0 off", done.out) and "<svg" in (tmp_path / "check.html").read_text()
    # It can be repeated, and replaces its own page only.
    assert windtunnel("calibrate", "check", *words, cwd=tmp_path).out == done.out
    refused = windtunnel("calibrate", "check", *words, "--report", "check.html", cwd=tmp_path)
    assert refused.status == 2 and "check.html: already exists" in refused.err
    (tmp_path / "check.html").write_text("<html>mine</html>")
    assert windtunnel("calibrate", "check", *words, cwd=tmp_path).status == 2
    assert (tmp_path / "check.html").read_text() == "<html>mine</html>"


def test_a_burst_of_an_idle_link_is_not_taken_for_a_send_buffer(windtunnel, wtcal, tmp_path):
    # A bucket of 4,591 B passes a message of 4,131 B at once: it has arrived, and its send ends early for that reason.
    slow = MACHINE.replace("50 MB/s", "6 MB/s").replace("60 MB/s", "12 MB/s").replace("32 KiB", "1 GiB", 1)
    slow = slow.replace('{ up_to = "32 KiB"', '{ up_to = "128 B"').replace('"inside-mpi"', '"background"')
    network = "packet:transport=tcp,burst=4591B,queue=3826kB"
    raw = measure(windtunnel, wtcal, tmp_path, slow, "--network", network, tests="pingpong,send,isend,late")
    (tmp_path / "shape.toml").write_text(SHAPE)
    windtunnel.must("calibrate", "network", raw, "-p", "shape.toml", "-o", "machine.toml", "--library", "lib.toml", cwd=tmp_path)
    ends = tomllib.loads((tmp_path / "lib.toml").read_text())["protocol"]["send_end"]
    assert [end["when"] for end in ends] == ["at-once", "delivered"]


def check(windtunnel, raw, folder):
    (folder / "good.toml").write_text(MACHINE)
    done = windtunnel("calibrate", "check", raw, "-p", "good.toml", cwd=folder)
    assert done.status == 1, done.out + done.err
    data = json.loads(windtunnel("calibrate", "check", raw, "-p", "good.toml", "--json", cwd=folder).out)
    first = next(line for line in done.out.splitlines() if line.startswith("1. "))
    assert first.startswith(f"1. {data['reasons'][0]['reason']} (explains {data['reasons'][0]['explains']:.0%}, ")
    cases, off = len(data["cases"]), sum(case["off"] for case in data["cases"])
    assert done.out.splitlines()[-1].startswith(f"{cases} cases, {off} off by more than ")
    assert all(case["ratio"] == case["measured"]["value"] / case["predicted"]["value"] for case in data["cases"])
    return first


def test_a_slow_link_is_named(windtunnel, wtcal, tmp_path):
    raw = measure(windtunnel, wtcal, tmp_path, SLOW_LINK, tests="to,from,pairs,bcast")
    told = re.search(r"link of the host of rank 1 carries 1/([\d.]+)", check(windtunnel, raw, tmp_path))
    assert float(told[1]) == pytest.approx(2, rel=0.03)


def test_another_eager_limit_is_named(windtunnel, wtcal, tmp_path):
    raw = measure(windtunnel, wtcal, tmp_path, MACHINE.replace("32 KiB", "4 KiB"), tests="pingpong,late,to")
    assert "the eager limit is another one" in check(windtunnel, raw, tmp_path)


def test_another_algorithm_is_named(windtunnel, wtcal, tmp_path):
    raw = measure(windtunnel, wtcal, tmp_path, MACHINE, "--collective", "bcast=scatter_ring_allgather", tests="to,bcast,reduce")
    line = check(windtunnel, raw, tmp_path)
    assert "MPI_Bcast" in line and "`scatter_ring_allgather` explains" in line


@pytest.mark.parametrize(("times", "expected"), [
    ([3.0] * 8, "host of rank 2 computes 1.50 times slower"),
    ([2.0] * 5 + [5.0] * 3, "host of rank 2 is noisy"),
])
def test_a_host_is_named(windtunnel, tmp_path, times, expected):
    with open(tmp_path / "raw.csv", "w") as file:
        print("# wtcal 1, synthetic\n# far 3, near 0", file=file)
        for rank in range(4):
            for rep in range(8):
                seconds = (times[rep] if rank == 2 else 2.0) * 1e-3
                csv.writer(file).writerow(["work", rank, 0, 4, rep + 1, seconds, 0])
    assert expected in check(windtunnel, tmp_path / "raw.csv", tmp_path)


@pytest.mark.parametrize(("factor", "told"), [(1.5, "MPI_Bcast takes 1.49 times as long as predicted: no algorithm explains it"), (0.7, None)])
def test_what_is_faster_is_no_fault_by_itself(windtunnel, tmp_path, factor, told):
    """A broadcast that is slower is named, whatever it may be; one that is faster is off, but no reason."""
    for name, times in (("before", [1.0] * 4), ("after", [factor] * 2)):
        rows = [("bcast", 0, 1024, 4, rep + 1, seconds * (1 + rep / 100), 0) for rep, seconds in enumerate(times)]
        with open(tmp_path / f"{name}.csv", "w") as file:
            print("# wtcal 1, synthetic\n# far 3, near 0", file=file)
            csv.writer(file).writerows(rows)
    (tmp_path / "good.toml").write_text(MACHINE)
    words = ["calibrate", "check", "after.csv", "-p", "good.toml", "--baseline", "before.csv"]
    done = windtunnel(*words, cwd=tmp_path)
    assert (done.status, "1 cases, 1 off by more than 10% and by more than chance" in done.out) == (1, True), done.out + done.err
    reasons = [line for line in done.out.splitlines() if line.startswith("1. ")]
    assert [told in line for line in reasons] == ([True] if told else [])


OSU = """# OSU MPI Broadcast Latency Test v7.4
# Datatype: MPI_CHAR.
# Size       Avg Latency(us)
1024                   {:.2f}
65536                  {:.2f}
"""
IMB = """#----------------------------------------------------------------
# Benchmarking PingPong
# #processes = 2
#----------------------------------------------------------------
       #bytes #repetitions      t[usec]   Mbytes/sec
            0         1000        {:.2f}         0.00
      1048576           40     {:.2f}        48.00
"""


def test_output_of_other_benchmarks(windtunnel, tmp_path):
    (tmp_path / "good.toml").write_text(MACHINE)
    # 25 us of latencies and calls; 21 ms of data at 50 MB/s, and 60 us of latency and handshake.
    (tmp_path / "imb.txt").write_text(IMB.format(25, 21031))
    done = windtunnel("calibrate", "check", "imb.txt", "-p", "good.toml", "--force", cwd=tmp_path)
    assert (done.status, "2 cases, 0 off" in done.out) == (0, True), done.out + done.err
    (tmp_path / "imb.txt").write_text(IMB.format(25, 42000))
    done = windtunnel("calibrate", "check", "imb.txt", "-p", "good.toml", "--force", cwd=tmp_path)
    assert done.status == 1 and re.search(r"pingpong 1 of 1048576 B .* (1\.99|2\.00) times", done.out), done.out
    (tmp_path / "osu.txt").write_text(OSU.format(100, 9000))
    done = windtunnel("calibrate", "check", "osu.txt", "-p", "good.toml", "--force", cwd=tmp_path)
    assert (done.status, "expected --ranks N" in done.err) == (2, True)
    done = windtunnel("calibrate", "check", "osu.txt", "-p", "good.toml", "--ranks", 4, "--force", cwd=tmp_path)
    assert done.status == 1 and "bcast of 65536 B" in done.out


def quantity(text):
    """Seconds, or bytes a second."""
    number, unit = text.split()
    return float(number) * {"GB/s": 1e9, "MB/s": 1e6, "M/s": 1e6, "us": 1e-6, "ns": 1e-9}[unit]


HPCC = """Begin of Summary section.
MaxPingPongLatency_usec={0}
AvgPingPongLatency_usec={0}
MaxPingPongBandwidth_GBytes={1}
AvgPingPongBandwidth_GBytes={1}
End of Summary section.
"""
PUBLISHED = """
[topology]
kind = "cluster"
hosts = 2
links = { host = { bandwidth = "5 GB/s", latency = "600 ns" } }
[host]
cores = 4
speed = "10 Gflop/s"
memory = { bandwidth = "50 GB/s", copy = "8 GB/s", latency = "300 ns" }
"""


def test_published_tables_calibrate_a_machine(windtunnel, manifest, tmp_path):
    """Calibrates from output of the Intel MPI and OSU benchmarks and HPCC, made up for a known machine."""
    (tmp_path / "real.toml").write_text(PUBLISHED)
    (tmp_path / "shape.toml").write_text("[topology]\nkind = 'cluster'\nhosts = 2\n[topology.links.host]\n")

    def micros(ppn, size):
        words = ["-q", "-n", 2, "-p", "real.toml", "--ppn", ppn, "--out", "ping", "--force", "ping", f"bytes={size} B", "iterations=1"]
        windtunnel.must("motif", *words, cwd=tmp_path)
        return float(manifest(tmp_path / "ping")["simulated_time"]) / 2 * 1e6

    sizes = [8, 64, 512, 4096, 32768, 262144, 1 << 20, 4 << 20]
    head, tail = IMB.format(1, 1).rsplit("            0", 1)
    assert tail
    for name, ppn in (("net", 1), ("inside", 2)):
        rows = [(size, micros(ppn, size)) for size in sizes]
        (tmp_path / f"imb-{name}.txt").write_text(head + "".join(f"{size:13} 1000 {time:12.3f} {size / time:12.2f}\n" for size, time in rows))
        (tmp_path / f"osu-{name}.txt").write_text("# OSU MPI Latency Test v7.4\n# Size Latency (us)\n" + "".join(f"{size} {time:.3f}\n" for size, time in rows))
    (tmp_path / "hpcc.txt").write_text(HPCC.format(micros(1, 8), 2000 / micros(1, 2_000_000)))
    for net, inside in (("imb-net", ["--inside", "imb-inside.txt"]), ("osu-net", ["--inside", "osu-inside.txt"]), ("hpcc", [])):
        words = [f"{net}.txt", *inside, "-p", "shape.toml", "-o", "m.toml", "--library", "l.toml", "--force"]
        windtunnel.must("calibrate", "network", *words, cwd=tmp_path)
        found = tomllib.loads((tmp_path / "m.toml").read_text())
        host = found["topology"]["links"]["host"]
        assert quantity(host["bandwidth"]) == pytest.approx(5e9, rel=0.05), net
        # No table tells CPU times of calls apart from latency: those of the library it starts from are kept.
        assert 2 * quantity(host["latency"]) == pytest.approx(1.2e-6, rel=0.1), net
        if inside:
            assert quantity(found["host"]["memory"]["copy"]) == pytest.approx(8e9, rel=0.05), net
            assert quantity(found["host"]["memory"]["latency"]) == pytest.approx(300e-9, rel=0.1), net
    (tmp_path / "bcast.txt").write_text(IMB.format(1, 2).replace("PingPong", "Bcast"))
    (tmp_path / "wrong.txt").write_text(HPCC.format("fast", 1))
    for words, message in (
        (["imb-net.txt", "--inside", "wrong.txt"], "wrong.txt:3: expected a number above 0, found 'fast'"),
        (["imb-net.txt", "--inside", "bcast.txt"], "bcast.txt: bcast is not a test of two ranks of a host; expected a ping-pong"),
    ):
        done = windtunnel("calibrate", "network", *words, "-p", "shape.toml", "-o", "w.toml", "--library", "w2.toml", cwd=tmp_path)
        assert (done.status, message in done.err, len(done.err.splitlines())) == (2, True, 1), done.err


HEAD = "# wtcal 1, any\n# far 1, near 0\n"


@pytest.mark.parametrize(("text", "expected"), [
    (HEAD + "pingpong,1,8,2,1,fast,0\n", "raw.csv:3: expected test,param,bytes,ranks,rep,seconds,late, found 'pingpong,1,8,2,1,fast,0'"),
    (HEAD + "pingpong,1,8,2,1,-1,0\n", "raw.csv:3: 'pingpong,1,8,2,1,-1,0' is not a measurement"),
    (HEAD, "raw.csv: no measurements"),
    ("# wtcal 9, any\n", "raw.csv:1: results of another version of wtcal"),
    ("anything\n", "raw.csv: expected results of wtcal, or text output of the OSU or Intel MPI benchmarks"),
    (HEAD + "pingpong,1,8,2,1,1e-6,0\n", "raw.csv: no ping-pong of at least 4 sizes"),
])
def test_malformed_measurements(windtunnel, tmp_path, text, expected):
    (tmp_path / "raw.csv").write_text(text)
    (tmp_path / "shape.toml").write_text(SHAPE)
    done = windtunnel("calibrate", "network", "raw.csv", "-p", "shape.toml", "-o", "m.toml", "--library", "l.toml", cwd=tmp_path)
    assert (done.status, expected in done.err, len(done.err.splitlines())) == (2, True, 1), done.err
    assert not (tmp_path / "m.toml").exists()


@pytest.mark.parametrize(("shape", "expected"), [
    ("[topology]\nkind = 'cluster'\n", "shape.toml: expected a shape: a platform file with a table [topology.links.CLASS]"),
    ("[topology\n", "shape.toml: "),
])
def test_malformed_shapes(windtunnel, healthy, tmp_path, shape, expected):
    (tmp_path / "shape.toml").write_text(shape)
    done = windtunnel("calibrate", "network", healthy, "-p", "shape.toml", "-o", "m.toml", "--library", "l.toml", cwd=tmp_path)
    assert (done.status, expected in done.err, len(done.err.splitlines())) == (2, True, 1), done.err
