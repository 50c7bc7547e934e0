"""Exports, each read back by its format's own tool, against the tables of the run folder."""

import csv
import functools
import io
import re
import shutil
import subprocess
import sys
import warnings
from collections import Counter, defaultdict

import polars
import pytest

from conftest import ROOT

#: Threads whose calls overlap, in two ranks.
THREADS = """
#include <mpi.h>
#include <pthread.h>
static void *work(void *which) {
    int tag = *(int *)which, rank, word = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 5; i++)
        MPI_Sendrecv_replace(&word, 1, MPI_INT, 1 - rank, tag, 1 - rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}
int main(int argc, char **argv) {
    int provided, tags[2] = {1, 2};
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    pthread_create(&thread, 0, work, &tags[0]);
    work(&tags[1]);
    pthread_join(thread, 0);
    MPI_Finalize();
    return 0;
}
"""


def tool(command, package):
    """A Debian tool; where it can't be had, the test says loudly that it did not run."""
    if shutil.which(command) is None:
        done = subprocess.run(["sh", ROOT / "tools" / "debian.sh", command, package], capture_output=True, text=True)
        if done.returncode:
            warnings.warn(f"NOT RUN: there is no {command}: {done.stderr.strip()}", stacklevel=2)
            pytest.skip(f"NOT RUN: there is no {command} (Debian: {package})")
    return command


def python_package(name):
    try:
        return __import__(name)
    except ImportError:
        warnings.warn(f"NOT RUN: there is no Python package {name} (pip install '.[test]')", stacklevel=2)
        pytest.skip(f"NOT RUN: there is no Python package {name}")


class Run:
    """A run and its exports."""

    def __init__(self, windtunnel, folder):
        self.windtunnel, self.folder = windtunnel, folder
        read = functools.partial(polars.read_parquet)
        self.states = read(sorted((folder / "timeline").glob("*.parquet")))
        self.messages = read(sorted((folder / "messages").glob("*.parquet")))

    def export(self, to, *options, name=None):
        target = self.folder.parent / (name or f"run.{to}")
        done = self.windtunnel.must("export", self.folder, "--force", "--to", to, "-o", target, *options)
        assert f"{self.messages.height:,} messages" in done.err or options
        return target

    def durations(self, lowest=0):
        """Picoseconds of each state, and how many."""
        states = self.states.filter(polars.col("end") - polars.col("start") >= lowest)
        totals = states.group_by("state").agg((polars.col("end") - polars.col("start")).sum().alias("t"), polars.len())
        return {name: (time, count) for name, time, count in totals.rows()}

    def sent(self, *columns):
        """How many messages, with these columns."""
        return Counter(self.messages.select(columns).rows())


@pytest.fixture(scope="module", params=["halo", "threads"])
def run(request, windtunnel, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    common = ["--observe", "timeline,messages", "--out", folder / "run", "-q"]
    if request.param == "halo":
        parameters = ["bytes=8 KiB", "iterations=3", "compute=12345 ns"]
        windtunnel.must("motif", "halo3d", "-n", 12, "-p", "torus-3d", *common, *parameters)
    else:
        program = windtunnel.compile(THREADS, folder / "threads", "-pthread")
        windtunnel.must("run", "-n", 2, "-p", "two-hosts", "--set", "host.cores=2", "--compute", "none", *common, program)
    return Run(windtunnel, folder / "run")


def near(found, expected):
    """Whether sums of times in nanoseconds, each rounded down, can be those in picoseconds."""
    assert found.keys() == expected.keys()
    for name, (nanoseconds, count) in found.items():
        picoseconds, expected_count = expected[name]
        assert count == expected_count, name
        assert abs(nanoseconds * 1000 - picoseconds) <= count * 1000, name


# Paje.


def test_paje(run):
    dump = tool("pj_dump", "pajeng")
    done = subprocess.run([dump, "-u", run.export("paje")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(done.stdout))]
    found = defaultdict(lambda: (0, 0))
    for row in rows:
        if row[0] == "State":
            time, count = found[row[7]]
            found[row[7]] = (time + round(float(row[5]) * 1e12), count + 1)
    expected = run.durations()
    assert {name: count for name, (_, count) in found.items()} == {name: count for name, (_, count) in expected.items()}
    for name, (time, count) in found.items():
        # What pj_dump prints has six decimals.
        assert abs(time - expected[name][0]) <= 1_000_000 * count, name
    ends = Counter((row[7], row[8]) for row in rows if row[0] == "Link")
    names = {(f"rank {source}", f"rank {target}"): n for (source, target), n in run.sent("source", "destination").items()}
    assert ends == names


def paje_lines(path):
    for line in path.read_text().splitlines():
        if line[0].isdigit():
            yield line.split(" ")


def test_paje_to_the_picosecond(run):
    """The same figures from the text itself, exactly, and in time order."""
    stacks, found, last = defaultdict(list), defaultdict(lambda: (0, 0)), 0
    names, sent, arrived = {}, {}, {}
    for kind, *words in paje_lines(run.export("paje")):
        if kind == "3":
            names[words[0]] = words[2]
        if kind not in "456789":
            continue
        whole, decimals = words[0].split(".")
        time = int(whole + decimals)
        assert time >= last
        last = time
        if kind == "6":
            stacks[words[2]].append((time, names[words[3]]))
        elif kind == "7":
            start, name = stacks[words[2]].pop()
            found[name] = (found[name][0] + time - start, found[name][1] + 1)
        elif kind == "8":
            sent[words[5]] = (time, words[3], int(words[6]), int(words[7]))
        elif kind == "9":
            arrived[words[5]] = (time, words[3])
    assert found == run.durations()
    messages = Counter(
        (posted, int(source[1:]), delivered, int(target[1:]), size, tag)
        for key, (posted, source, size, tag) in sent.items()
        for delivered, target in [arrived[key]]
    )
    assert messages == run.sent("posted", "source", "delivered", "destination", "bytes", "tag")


# Paraver: no tool of it is in Debian or on PyPI, so this is a reader of its own, after the format's description.

HEADER = re.compile(r"#Paraver \(\d\d/\d\d/\d{2,4} at \d\d:\d\d\):(\d+)_ns:(\d+)\(([\d,]+)\):(\d+):(\d+)\(([\d:,]+)\)$")


class Paraver:
    """States, event pairs and communications of a .prv, with names from .pcf and .row."""

    def __init__(self, path):
        with path.open() as lines:
            self.header(next(lines).rstrip("\n"))
            self.records([[int(word) for word in line.split(":")] for line in lines])
        pcf = path.with_suffix(".pcf").read_text()
        values = re.search(r"EVENT_TYPE\n\d+ +(\d+) +MPI call\nVALUES\n(.*)", pcf, re.DOTALL)
        assert int(values[1]) == 50000003
        self.functions = {int(v): name for v, name in (line.split(None, 1) for line in values[2].splitlines() if line)}
        row = path.with_suffix(".row").read_text()
        size, names = re.search(r"LEVEL THREAD SIZE (\d+)\n(.*)", row, re.DOTALL).groups()
        self.names = names.splitlines()
        assert len(self.names) == int(size) == sum(self.threads)
        size, names = re.search(r"LEVEL NODE SIZE (\d+)\n(.*?)\n\n", row, re.DOTALL).groups()
        self.hosts = names.splitlines()
        assert len(self.hosts) == int(size) == len(self.cpus)
        size, names = re.search(r"LEVEL CPU SIZE (\d+)\n(.*?)\n\n", row, re.DOTALL).groups()
        assert len(names.splitlines()) == int(size) == sum(self.cpus)

    def header(self, line):
        found = HEADER.match(line)
        assert found, line
        self.end, nodes, applications = int(found[1]), int(found[2]), int(found[4])
        self.cpus = [int(cpus) for cpus in found[3].split(",")]
        assert (len(self.cpus), applications) == (nodes, 1)
        tasks = [tuple(map(int, task.split(":"))) for task in found[6].split(",")]
        assert len(tasks) == int(found[5])
        self.threads, self.nodes = [threads for threads, _ in tasks], [node for _, node in tasks]
        # A processor for each thread, on its task's node, numbered node by node.
        used = Counter()
        self.first = []
        for threads, node in tasks:
            self.first.append(sum(self.cpus[: node - 1]) + used[node])
            used[node] += threads
        assert [used[node + 1] for node in range(nodes)] == self.cpus

    def place(self, cpu, application, task, thread):
        assert application == 1
        assert 1 <= thread <= self.threads[task - 1]
        assert cpu == self.first[task - 1] + thread
        return task - 1, thread - 1

    def records(self, rows):
        self.states, self.calls, self.messages, last, open_calls = defaultdict(int), [], [], 0, {}
        for kind, *words in rows:
            place = self.place(*words[:4])
            assert last <= words[4] <= self.end, "records are in time order"
            last = words[4]
            if kind == 1:
                start, end, state = words[4:]
                assert start < end <= self.end
                self.states[state] += end - start
            elif kind == 2:
                time, event, value = words[4:]
                assert event == 50000003
                if value:
                    assert place not in open_calls
                    open_calls[place] = (time, value)
                else:
                    start, function = open_calls.pop(place)
                    self.calls.append((place, function, time - start))
            else:
                assert kind == 3
                target = self.place(*words[6:10])
                posted, start, arrived, _, size, tag = words[4], words[5], *words[10:]
                assert posted <= start <= arrived
                self.messages.append((posted, place[0], arrived, target[0], size, tag))
        assert not open_calls


def test_paraver(run):
    found = Paraver(run.export("prv"))
    totals = defaultdict(lambda: (0, 0))
    for _, function, time in found.calls:
        name = found.functions[function]
        totals[name] = (totals[name][0] + time, totals[name][1] + 1)
    expected = run.durations()
    compute = expected.pop("compute", (0, 0))
    near(totals, expected)
    assert abs(found.states[1] * 1000 - compute[0]) <= 1000 * compute[1]
    assert abs(found.states[2] * 1000 - sum(time for time, _ in expected.values())) <= 1000 * len(found.calls)
    rounded = run.messages.with_columns(polars.col("posted", "delivered") // 1000)
    columns = ("posted", "source", "delivered", "destination", "bytes", "tag")
    assert Counter(found.messages) == Counter(rounded.select(columns).rows())
    assert found.names[0] == "rank 0"
    # Ranks are where the mapping has them: each host's one after the other, by default. A host of the torus has four cores,
    # of the other machine two.
    per_host = {12: 4, 2: 2}[len(found.threads)]
    assert found.nodes == [1 + rank // per_host for rank in range(len(found.threads))]
    assert len(found.hosts) == len(found.threads) // per_host and (per_host == 2 or found.hosts[0] == "host0")


# Perfetto.


def unknown(message):
    """Whether a message, or one in it, has fields that its description does not have."""
    from google.protobuf.unknown_fields import UnknownFieldSet

    if len(UnknownFieldSet(message)):
        return True
    inner = [value for field, value in message.ListFields() if field.type == field.TYPE_MESSAGE]
    return any(unknown(one) for value in inner for one in ([value] if hasattr(value, "ListFields") else value))


class Perfetto:
    """Slices and flows of a trace, read with the official classes."""

    def __init__(self, path):
        python_package("perfetto")
        from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as protos

        self.event = protos.TrackEvent
        trace = protos.Trace()
        data = path.read_bytes()
        assert trace.ParseFromString(data) == len(data)
        assert not any(unknown(packet) for packet in trace.packet), "every field is one of the official description"
        self.tracks, self.events, self.notes, self.texts = {}, {}, {}, {}
        self.slices, self.sends, self.receives, stacks, last = [], {}, {}, defaultdict(list), 0
        #: Operations on files, requests and accesses to devices: (track without lane, name, notes, flows, start).
        self.accesses = []
        for packet in trace.packet:
            assert packet.trusted_packet_sequence_id == 1
            self.names(packet.interned_data)
            if packet.HasField("track_descriptor"):
                track = packet.track_descriptor
                assert not track.parent_uuid or track.parent_uuid in self.tracks
                self.tracks[track.uuid] = track
            if packet.HasField("track_event"):
                assert packet.timestamp >= last
                last = packet.timestamp
                self.track_event(packet.timestamp, packet.track_event, stacks)
        assert not any(stacks.values())

    def names(self, interned):
        self.events |= {entry.iid: entry.name for entry in interned.event_names}
        self.notes |= {entry.iid: entry.name for entry in interned.debug_annotation_names}
        self.texts |= {entry.iid: entry.str.decode() for entry in interned.debug_annotation_string_values}

    def track_event(self, time, event, stacks):
        name, notes = self.events.get(event.name_iid), {}
        for note in event.debug_annotations:
            value = getattr(note, note.WhichOneof("value"))
            notes[self.notes[note.name_iid]] = self.texts[value] if note.HasField("string_value_iid") else value
        track = self.tracks[event.track_uuid].name
        if files := re.match(r"(rank \d+: files|server \d+(: device)?)(, lane \d+)?$", track):
            if event.type == self.event.TYPE_SLICE_BEGIN:
                assert not stacks[event.track_uuid], "what overlaps has lanes"
                stacks[event.track_uuid].append(None)
                self.accesses.append((files[1], name, notes, list(event.flow_ids), time))
            else:
                assert event.type == self.event.TYPE_SLICE_END
                stacks[event.track_uuid].pop()
            return
        rank = int(re.match(r"rank (\d+)", track)[1])
        if event.type == self.event.TYPE_SLICE_BEGIN:
            stacks[event.track_uuid].append((time, name, notes))
        elif event.type == self.event.TYPE_SLICE_END:
            self.slices.append((*stacks[event.track_uuid].pop(), time))
        elif event.flow_ids:
            assert name == "send"
            self.sends[event.flow_ids[0]] = (time, rank, notes)
        else:
            assert name == "receive"
            self.receives[event.terminating_flow_ids[0]] = (time, rank, notes)


def test_perfetto(run):
    found = Perfetto(run.export("perfetto"))
    rounded, exact = defaultdict(lambda: (0, 0)), defaultdict(lambda: (0, 0))
    for start, name, notes, end in found.slices:
        rounded[name] = (rounded[name][0] + end - start, rounded[name][1] + 1)
        exact[name] = (exact[name][0] + notes["duration_ps"], exact[name][1] + 1)
    assert exact == run.durations()
    near(rounded, run.durations())
    waiting = sum(notes.get("waiting_ps", 0) for _, _, notes, _ in found.slices)
    assert waiting == run.states["waiting"].sum()
    sites = polars.read_parquet(run.folder / "sites" / "*.parquet")["description"].to_list()
    assert {notes["site"] for _, _, notes, _ in found.slices} == set(sites)
    messages = Counter()
    for flow, (posted, source, notes) in found.sends.items():
        delivered, target, other = found.receives[flow]
        assert (notes["peer"], other["peer"], other["bytes"]) == (target, source, notes["bytes"])
        row = (posted, source, delivered, target, notes["bytes"], notes["tag"], notes["communicator"], notes["protocol"])
        messages[row] += 1
    rows = run.messages.with_columns(polars.col("posted", "delivered") // 1000)
    columns = ("posted", "source", "delivered", "destination", "bytes", "tag", "communicator", "protocol")
    assert messages == Counter(rows.select(columns).rows())


# OTF2.


def test_otf2(run):
    python_package("otf2")
    archive = run.export("otf2", name="archive") / "traces.otf2"
    done = subprocess.run([tool("otf2-print", "otf2-tools"), archive], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    stacks, found, sent, received = defaultdict(list), defaultdict(lambda: (0, 0)), Counter(), Counter()
    pattern = re.compile(r"^(ENTER|LEAVE|MPI_SEND|MPI_RECV) +(\d+) +(\d+) +(.*)$")
    for kind, place, time, rest in (m.groups() for m in map(pattern.match, done.stdout.splitlines()) if m):
        if kind == "ENTER":
            stacks[place].append((int(time), re.search(r'Region: "([^"]*)"', rest)[1]))
        elif kind == "LEAVE":
            start, name = stacks[place].pop()
            assert name == re.search(r'Region: "([^"]*)"', rest)[1]
            found[name] = (found[name][0] + int(time) - start, found[name][1] + 1)
        else:
            peer = int(re.search(r"(?:Receiver|Sender): (\d+)", rest)[1])
            size = int(re.search(r"Length: (\d+)", rest)[1])
            tag = int(re.search(r"Tag: (\d+)", rest)[1])
            (sent if kind == "MPI_SEND" else received)[(int(time), peer, size, tag)] += 1
    assert found == run.durations()
    messages = run.messages.with_columns(polars.col("tag") & 0xFFFFFFFF)
    assert sent == Counter(messages.select("posted", "destination", "bytes", "tag").rows())
    assert received == Counter(messages.select("delivered", "source", "bytes", "tag").rows())


# Files.

DISKS = """
[topology]
kind = "cluster"
hosts = 4
links.host = { bandwidth = "1.25 GB/s", latency = "5 us" }
[host]
cores = 1
speed = "10 Gflop/s"
memory = { bandwidth = "50 GB/s", copy = "8 GB/s", latency = "300 ns" }
[storage]
model = "parallel"
servers = ["host2", "host3"]
layout = { kind = "pvfs", stripe = "64 KiB" }
server = { cache = "aggregation", memory = "16 MB" }
device = { kind = "disk" }
"""


@pytest.fixture(scope="module")
def disks(windtunnel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("disks")
    (folder / "disks.toml").write_text(DISKS)
    observe = ["--observe", "timeline,messages,io,io_requests,io_jobs"]
    windtunnel.must("motif", "-q", "-n", 2, "-p", "disks.toml", *observe, "--out", "run", "ior", "block=1 MiB", "transfer=256 KiB", cwd=folder)
    return folder


def test_perfetto_links_operations_on_files_their_requests_and_devices(windtunnel, disks):
    windtunnel.must("export", "run", "--to", "perfetto", "-o", "run.pftrace", cwd=disks)
    found = Perfetto(disks / "run.pftrace")
    tables = {name: polars.read_parquet(disks / "run" / name / "*.parquet") for name in ("io", "io_requests", "io_jobs")}
    flows = lambda requests: sorted((1 << 62) + request for request in requests)
    of_call = tables["io_requests"].group_by("call").agg("request")
    of_call = {call: flows(requests) for call, requests in of_call.rows()}
    expected = [
        (f"rank {row['rank']}: files", row["operation"], row["file"], row["bytes"], of_call.get(row["call"], []), row["start"] // 1000)
        for row in tables["io"].to_dicts()
    ]
    shown = [(track, name, notes["file"], notes["bytes"], sorted(own), at) for track, name, notes, own, at in found.accesses if track.endswith("files")]
    assert sorted(shown) == sorted(expected)
    assert all(notes["posted_ps"] < notes["answered_ps"] for track, _, notes, _, _ in found.accesses if track in ("server 0", "server 1"))
    expected = [
        (f"server {row['server']}", row["operation"], row["rank"], row["bytes"], flows([row["request"]]), row["arrived"] // 1000)
        for row in tables["io_requests"].to_dicts()
    ]
    shown = [(track, name, notes["peer"], notes["bytes"], own, at) for track, name, notes, own, at in found.accesses if track in ("server 0", "server 1")]
    assert sorted(shown) == sorted(expected)
    jobs = tables["io_jobs"].group_by("job").agg("request", polars.first("server", "operation", "start", "positioning"), polars.sum("bytes"))
    expected = [
        (f"server {row['server']}: device", row["operation"], row["positioning"], row["bytes"], flows(set(row["request"])), row["start"] // 1000)
        for row in jobs.to_dicts()
    ]
    shown = [(track, name, notes["positioning_ps"], notes["bytes"], own, at) for track, name, notes, own, at in found.accesses if track.endswith("device")]
    assert sorted(shown) == sorted(expected)
    assert any(len(own) > 1 for track, _, _, own, _ in found.accesses if track.endswith("device")), "some are merged"


def test_otf2_has_operations_on_files(windtunnel, disks):
    python_package("otf2")
    done = windtunnel.must("export", "run", "--to", "otf2", "-o", "archive", cwd=disks)
    io = polars.read_parquet(disks / "run" / "io" / "*.parquet")
    data = io.filter(polars.col("operation").is_in(["read", "write"]))
    assert f", {io.filter(polars.col('operation').is_in(['open', 'close', 'read', 'write', 'sync'])).height:,} operations on files" in done.err
    done = subprocess.run([tool("otf2-print", "otf2-tools"), disks / "archive" / "traces.otf2"], capture_output=True, text=True)
    begun, ended = Counter(), Counter()
    pattern = re.compile(r"^IO_OPERATION_(BEGIN|COMPLETE) +(\d+) +(\d+) .*Bytes (?:Request|Result): (\d+), Matching Id: (\d+)", re.MULTILINE)
    for kind, _, time, size, call in pattern.findall(done.stdout):
        (begun if kind == "BEGIN" else ended)[(int(time), int(size), int(call))] += 1
    assert begun == Counter(data.select("start", "bytes", "call").rows())
    assert ended == Counter(data.select("end", "bytes", "call").rows())
    opened = [len(re.findall(f"^IO_{what}_HANDLE ", done.stdout, re.MULTILINE)) for what in ("CREATE", "DESTROY")]
    assert opened == [io.filter(polars.col("operation") == what).height for what in ("open", "close")]


# GOAL.


def test_goal_is_a_program_of_the_same_messages(run, manifest):
    program = run.export("goal")
    text = program.read_text()
    sends = Counter(int(size) for size in re.findall(r": send (\d+)b to", text))
    assert sends == Counter(int(size) for size in re.findall(r": recv (\d+)b from", text))
    assert sends == Counter(run.messages["bytes"].to_list())
    calcs = sum(int(time) for time in re.findall(r": calc (\d+)", text))
    compute = run.durations().get("compute", (0, 0))[0]
    assert 0 <= compute - calcs * 1000 < 1000 * len(re.findall(r"rank \d+ \{", text))
    for words in (["--engine", "loggopsim"], ["-p", "torus-3d"]):
        out = run.folder.parent / f"replayed{len(words[1])}"
        run.windtunnel.must("replay", "-q", *words, "--out", out, program)
        again = manifest(out)
        assert (again["ending"], again["messages"], again["bytes"]) == ("finished", run.messages.height, run.messages["bytes"].sum())


# Traces.


@pytest.mark.parametrize("name", [
    "coll_inter_more", "comm_create", "file_access", "p2p_sendrecv", "p2p_truncate", "rma_fence", "spawn_self", "topology_dist_graph",
])
def test_a_trace_is_exported_with_all_that_is_lost(name, windtunnel, tmp_path, manifest):
    machine = ["-p", "fat-tree"]
    shutil.copy(ROOT / "tests" / "traces" / "posts" / f"{name}.trace", tmp_path / "a.trace")
    said = windtunnel.must("export", "-q", "a.trace", "--to", "goal", *machine, "-o", "a.goal", cwd=tmp_path).err
    assert all(re.fullmatch(r"windtunnel: \d+ × .* \(first on rank \d+\)", line) for line in said.splitlines()), said
    # Under LogGOPSim's rules it comes to its end.
    windtunnel.must("replay", "-q", "--engine", "loggopsim", "--out", "exact", "a.goal", cwd=tmp_path)
    # On the same LogGPS network it takes as long as the trace, but for what is said to be lost.
    network = [*machine, "--network", "loggps"]
    windtunnel.must("replay", "-q", *network, "--out", "trace", "a.trace", cwd=tmp_path)
    windtunnel.must("replay", "-q", *network, "--out", "goal", "a.goal", cwd=tmp_path)
    found = {of: manifest(tmp_path / of) for of in ("exact", "trace", "goal")}
    assert found["exact"]["messages"] == found["goal"]["messages"] == found["trace"]["messages"] > 0
    if not re.search("left out|windows|start", said):
        times = [found[of]["simulated_time_ps"] for of in ("trace", "goal")]
        assert abs(times[0] - times[1]) <= times[0] // 20, times
    said = windtunnel.must("export", "-q", "a.trace", "--to", "ti", *machine, "-o", "a.ti", cwd=tmp_path).err
    line = r"windtunnel: \d+ × .* \(first on rank \d+; (another program|times may differ)\)"
    assert all(re.fullmatch(line, text) for text in said.splitlines()), said
    for word, loss in (("file", "operations on files"), ("spawn", "ranks that are started"), ("rma_", "one-sided"), ("truncate", "operations that failed")):
        assert word not in name or loss in said, said
    if "another program" not in said:
        windtunnel.must("replay", "-q", *machine, "--out", "ti", "a.ti", cwd=tmp_path)


# Ranks and windows.


def test_chosen_ranks_and_windows(run):
    start, end = (run.states["end"].max() * part // 4 for part in (1, 3))
    ranks = [0, 1] if run.messages["source"].max() < 2 else [0, 1, 2, 5]
    chosen = ["--ranks", ",".join(map(str, ranks)), "--window", f"{start} ps:{end} ps"]
    column = polars.col
    inside = run.messages.filter(column("posted") >= start, column("delivered") <= end)
    inside = inside.filter(column("source").is_in(ranks), column("destination").is_in(ranks))
    cut = run.states.filter(column("rank").is_in(ranks), column("start") < end, column("end") > start)
    cut = cut.with_columns(column("start").clip(lower_bound=start), column("end").clip(upper_bound=end))
    total = cut.select((column("end") - column("start")).sum()).item()

    perfetto = Perfetto(run.export("perfetto", *chosen, name="part.pftrace"))
    assert sum(notes["duration_ps"] for _, _, notes, _ in perfetto.slices) == total
    assert sorted(notes["bytes"] for _, _, notes in perfetto.sends.values()) == sorted(inside["bytes"])
    paraver = Paraver(run.export("prv", *chosen, name="part.prv"))
    assert len(paraver.messages) == inside.height
    assert paraver.end == -(-(end - start) // 1000)
    assert {name for name in paraver.names if "," not in name} == {f"rank {rank}" for rank in ranks}
    goal = run.export("goal", *chosen, name="part.goal").read_text()
    assert goal.startswith(f"num_ranks {len(ranks)}\n")
    assert len(re.findall("send", goal)) == inside.height
    run.windtunnel.must("replay", "-q", "--engine", "loggopsim", "--out", run.folder.parent / "part", run.folder.parent / "part.goal")
    python_package("otf2")
    archive = run.folder.parent / "part-archive"
    done = run.windtunnel.must("export", run.folder, "--to", "otf2", "-o", archive, *chosen)
    assert f"{inside.height:,} messages of {inside['bytes'].sum():,} bytes" in done.err


# What goes wrong.


def test_what_is_wrong_with_an_export_is_said(windtunnel, run, tmp_path):
    def refused(*words):
        done = windtunnel("export", run.folder, *words)
        assert done.status == 2
        return done.err

    target = ["-o", tmp_path / "x"]
    assert "--ranks: there is no rank 99; the run has ranks 0 to" in refused("--to", "paje", *target, "--ranks", "99")
    assert "--ranks: `x` is not a rank or a range of ranks" in refused("--to", "paje", *target, "--ranks", "x")
    assert "--window: `1` is not a window; expected START:END" in refused("--to", "paje", *target, "--window", "1")
    assert "/no/such/x: cannot be written: No such file" in refused("--to", "prv", "-o", "/no/such/x")
    assert "[possible values: perfetto, paje, prv, otf2, goal, ti]" in refused("--to", "chrome", *target)
    assert "--to ti: cannot be exported from this; expected the trace of a `windtunnel record`, not a run folder" in refused("--to", "ti", "-o", tmp_path / "x.ti")
    windtunnel.must("motif", "halo3d", "-q", "-n", 8, "-p", "torus-3d", "--out", tmp_path / "plain")
    done = windtunnel("export", tmp_path / "plain", "--to", "paje", *target)
    assert done.status == 2
    assert "has no `timeline` table; run with `--observe timeline` to have one" in done.err


def test_otf2_on_a_full_disk_is_one_error(windtunnel, tmp_path):
    python_package("otf2")
    motif = ["motif", "-q", "-n", 8, "-p", "torus-3d", "--observe", "timeline,messages", "halo3d", "iterations=20"]
    windtunnel.must(*motif, cwd=tmp_path)
    words = f"{windtunnel.prefix}/bin/windtunnel export runs/halo3d --to otf2 -o archive"
    done = windtunnel.execute("bash", "-c", f"ulimit -f 2; {words}", cwd=tmp_path)
    assert (done.status, done.err) == (2, "windtunnel: archive: cannot be written: File is too large\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["runs"]


def test_otf2_without_its_package_says_what_is_missing(windtunnel, run, tmp_path):
    fake = tmp_path / "bin" / "python3"
    fake.parent.mkdir()
    fake.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S -E "$@"\n')
    fake.chmod(0o755)
    path = {"PATH": f"{fake.parent}:/usr/bin:/bin"}
    if (windtunnel.prefix / "bin" / "python3").exists():
        pytest.skip("this prefix has a Python of its own, which comes first")
    done = windtunnel("export", run.folder, "--to", "otf2", "-o", tmp_path / "x", env=path)
    assert done.status == 2
    assert "python3 has no package windtunnel; Windtunnel uses the `python3` beside its command" in done.err
