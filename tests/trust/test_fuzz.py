"""Damaged input at every door that no text format guards: run.json, tables, options, --set, executables, recorded traces.

Whatever comes in, a command ends in time, with a status of its own (0, 1 or 2) and without a defect of ours. The seed decides
all of a case and is named by what fails; WT_FUZZ_SEED begins elsewhere, WT_FUZZ_CASES says how many there are.
"""

import json
import os
import random
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

WORDS = [
    "", "0", "-1", "1", "3", "255", "65536", "4294967295", "4294967296", "18446744073709551615", "99999999999999999999", "1e308",
    "-1e308", "nan", "inf", "0.5", "1 GB/s", "0 B/s", "-5 GB/s", "18 EB", "1 us", "213 days", "true", "null", "[]", "[1,2,3]",
    "{}", "\"", "'", "\x1b[31m", "µ", "\u202e", "../../etc/passwd", "/dev/null", "/", ".", "=", ":", ",", "a=b", "host", "*",
    "x" * 5000, "%s%n", "--", "-",
]
NUMBERS = [0, 1, -1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53, 2**63 - 1, -2**63, 2**64 - 1, 10**30, 0.5, 1e308, -1e-308]


def cases(default):
    first = int(os.environ.get("WT_FUZZ_SEED", "0"))
    return range(first, first + int(os.environ.get("WT_FUZZ_CASES") or default))


def ends_well(windtunnel, seed, *words, cwd):
    """Runs a command on damaged input: its status."""
    try:
        done = windtunnel(*words, cwd=cwd, timeout=60)
    except subprocess.TimeoutExpired:
        pytest.fail(f"WT_FUZZ_SEED={seed}: no end in a minute: {words}")
    except ValueError:
        # The system takes no such argument.
        return 2
    except UnicodeDecodeError:
        pytest.fail(f"WT_FUZZ_SEED={seed}: output that is not text: {words}")
    trouble = done.status not in (0, 1, 2) or "panicked" in done.err or "defect" in done.err
    assert not trouble, f"WT_FUZZ_SEED={seed}: status {done.status}: {words}\n{done.out[-500:]}\n{done.err[-3000:]}"
    return done.status


@pytest.fixture(scope="module")
def run(windtunnel, tmp_path_factory):
    """A run with all tables."""
    folder = tmp_path_factory.mktemp("whole")
    tables = "timeline,messages,waits,blocks,io,link_use"
    windtunnel.must("motif", "-q", "-n", 8, "-p", "torus-3d", "--network", "flow:bucket=10 us", "--observe", tables, "--out", "run",
                    "halo3d", "iterations=2", cwd=folder)
    return folder / "run"


def damaged_bytes(draw, data, near_end=400):
    data = bytearray(data)
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(data))
        match draw.randrange(6):
            case 0:
                data[at] ^= 1 << draw.randrange(8)
            case 1:
                data[at] = draw.choice([0, 1, 127, 128, 255])
            case 2:
                del data[at:]
            case 3:
                del data[at : at + draw.randint(1, 16)]
            case 4:
                data[at:at] = draw.randbytes(draw.randint(1, 16))
            case _:
                # Parquet's own description of a file stands at its end.
                data[draw.randrange(max(0, len(data) - near_end), len(data))] = draw.randrange(256)
        if not data:
            break
    return bytes(data)


def damaged_value(draw, value):
    """JSON with one or a few values changed, wherever they are."""
    places = []

    def walk(node):
        for key in node if isinstance(node, dict) else range(len(node)):
            places.append((node, key))
            if isinstance(node[key], (dict, list)):
                walk(node[key])

    walk(value)
    for _ in range(draw.randint(1, 3)):
        node, key = draw.choice(places)
        change = draw.randrange(5)
        try:
            if change == 0:
                node[key] = draw.choice(NUMBERS)
            elif change == 1:
                node[key] = draw.choice(WORDS)
            elif change == 2:
                node[key] = draw.choice([None, True, [], {}, [[]], {"a": 1}])
            elif change == 3:
                del node[key]
            else:
                node[key] = json.loads(json.dumps(draw.choice(places)[0]))
        except (KeyError, IndexError):
            # An earlier change has taken it away.
            pass
    return value


READERS = [["summary"], ["summary", "--json"], ["explain"], ["report", "-o", "out.html"], ["export", "--to", "perfetto", "-o", "out.json"]]


def read_all(windtunnel, seed, draw, folder, readers):
    for words in draw.sample(READERS, readers):
        for name in ["out.html", "out.json"]:
            (folder / name).unlink(missing_ok=True)
        ends_well(windtunnel, seed, words[0], "copy", *words[1:], cwd=folder)


def fuzz_run_json(windtunnel, run, tmp_path, count, readers):
    shutil.copytree(run, tmp_path / "copy")
    whole = (run / "run.json").read_text()
    for seed in cases(count):
        draw = random.Random(f"run.json {seed}")
        if draw.random() < 0.3:
            text = damaged_bytes(draw, whole.encode())
        else:
            text = json.dumps(damaged_value(draw, json.loads(whole))).encode()
        (tmp_path / "copy" / "run.json").write_bytes(text)
        read_all(windtunnel, seed, draw, tmp_path, readers)


def fuzz_tables(windtunnel, run, tmp_path, count, readers):
    shutil.copytree(run, tmp_path / "copy")
    parts = sorted(path.relative_to(run) for path in run.glob("*/part-*.parquet"))
    for seed in cases(count):
        draw = random.Random(f"tables {seed}")
        part = draw.choice(parts)
        if draw.random() < 0.2:
            # Another table's rows.
            (tmp_path / "copy" / part).write_bytes((run / draw.choice(parts)).read_bytes())
        else:
            (tmp_path / "copy" / part).write_bytes(damaged_bytes(draw, (run / part).read_bytes()))
        read_all(windtunnel, seed, draw, tmp_path, readers)
        shutil.copy(run / part, tmp_path / "copy" / part)


OPTIONS = {
    "-n": ["8", "2"], "-p": ["torus-3d", "two-hosts", "fat-tree"], "--network": ["flow", "delay", "packet", "flow:bucket=1 ms"],
    "--mapping": ["block", "round-robin", "random:3", "tiles:2x2/1x1", "order:XYZT", "map grid(8) -> machine().div(2)"], "--ppn": ["1", "2"], "--seed": ["3"],
    "--compute": ["none", "measured:0.5"], "--collective": ["allreduce=ring"], "--observe": ["timeline,messages"], "--time-limit": ["20"],
    "--mpi-library": ["ideal"], "--allocation": ["file:hosts", "contiguous", "random:hosts:2"], "--scenario": ["s.toml"],
}


def fuzz_options(windtunnel, tmp_path, count):
    for seed in cases(count):
        draw = random.Random(f"options {seed}")
        words = ["motif", "-q", "-n", "8", "-p", "torus-3d", "--out", f"o{seed}", "--time-limit", "20"]
        for option in draw.sample(sorted(OPTIONS), draw.randint(1, 3)):
            value = draw.choice(OPTIONS[option])
            change = draw.randrange(4)
            if change == 0:
                value = draw.choice(WORDS)
            elif change == 1:
                at = draw.randint(0, len(value))
                value = value[:at] + draw.choice(WORDS) + value[at:]
            elif change == 2:
                value = value[: draw.randint(0, len(value))]
            words += [option] if draw.random() < 0.1 else [f"{option}={value}"] if draw.random() < 0.3 else [option, value]
        words += ["halo3d", f"iterations={draw.choice(['1', *WORDS])}"]
        ends_well(windtunnel, seed, *words, cwd=tmp_path)
        shutil.rmtree(tmp_path / f"o{seed}", ignore_errors=True)


KEYS = [
    "host.cores", "host.speed", "host.memory.bandwidth", "host.memory.latency", "topology.kind", "topology.dimensions", "topology.link",
    "topology.ports", *(f"mpi.{key}" for key in ("library", "eager_limit", "send_overhead", "progress")),
    "storage.servers", "storage.bandwidth", "storage.model", "storage.mount", "storage.layout.kind", "storage.layout.count", "storage.layout.stripe",
    *(f"storage.{key}" for key in ("server.cache", "server.memory", "client.part", "device.kind", "device.rate", "locks.unit", "metadata.open")),
    "link.bandwidth", "link.latency", "packet.size", "name", "schema", "topology", "host", "a.b.c.d", "",
]


VALUES = ["4", "2 Gflop/s", "10 GB/s", "1 us", "background", "64 KiB", "parallel", "lustre", "disk", "aggregation", "all"]
MOTIFS = [("halo3d", "iterations=1"), ("ior", "block=256 KiB", "transfer=64 KiB", "collective=yes")]


def fuzz_set(windtunnel, tmp_path, count):
    for seed in cases(count):
        draw = random.Random(f"set {seed}")
        words = ["motif", "-q", "-n", "4", "-p", draw.choice(["torus-3d", "two-hosts", "fat-tree", "dragonfly"]), "--out", f"o{seed}", "--time-limit", "20"]
        for _ in range(draw.randint(1, 2)):
            key = draw.choice(KEYS)
            if draw.random() < 0.2:
                at = draw.randint(0, len(key))
                key = key[:at] + draw.choice(WORDS) + key[at:]
            words += ["--set", f"{key}={draw.choice(WORDS + VALUES)}"]
        ends_well(windtunnel, seed, *words, *draw.choice(MOTIFS), cwd=tmp_path)
        shutil.rmtree(tmp_path / f"o{seed}", ignore_errors=True)


def fuzz_executables(windtunnel, tmp_path, count):
    program = windtunnel.compile(
        "#include <mpi.h>\nint x = 3; _Thread_local int y = 4; int main(int c, char **v) { MPI_Init(&c, &v); MPI_Barrier(MPI_COMM_WORLD); "
        "MPI_Finalize(); return x + y - 7; }", tmp_path / "whole")
    data = program.read_bytes()
    # What a loader reads: the header, program headers, and what they lead to; the code itself is the program's own affair.
    table, size, entries = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    places = list(range(16, 64)) + list(range(table, table + size * entries))
    code = []
    for at in range(table, table + size * entries, size):
        kind, flags, offset, _, _, length = struct.unpack_from("<IIQQQQ", data, at)
        if kind == 1 and not flags & 1:
            places += range(offset, offset + min(length, 4096))
        if kind == 1 and flags & 1:
            code.append(range(offset, offset + length))
    damaged = tmp_path / "damaged"
    for seed in cases(count):
        draw = random.Random(f"executables {seed}")
        new = bytearray(data)
        for _ in range(draw.randint(1, 4)):
            at = draw.choice(places)
            if any(at in part for part in code):
                continue
            width = draw.choice([1, 1, 2, 4, 8])
            new[at : at + width] = draw.choice([b"\xff", b"\x00", b"\x7f", b"\x01", draw.randbytes(1)]) * width
        if draw.random() < 0.15:
            del new[draw.randrange(len(new)) :]
        damaged.write_bytes(new)
        damaged.chmod(0o755)
        ends_well(windtunnel, seed, "run", "-q", "-n", 2, "-p", "two-hosts", "--mode", draw.choice(["images", "auto"]), "--time-limit", 10,
                  "--out", f"o{seed}", damaged, cwd=tmp_path)
        shutil.rmtree(tmp_path / f"o{seed}", ignore_errors=True)


def fuzz_traces(windtunnel, tmp_path, count):
    source = Path(__file__).resolve().parents[1] / "conformance" / "pf3d.c"
    common = ["-q", "-p", "torus-3d", "--compute", "none"]
    windtunnel.must("record", *common, "-n", 8, "-o", "whole.trace", "--out", "recorded", source, 2, 4, 1000, cwd=tmp_path)
    data = (tmp_path / "whole.trace").read_bytes()
    for seed in cases(count):
        draw = random.Random(f"traces {seed}")
        (tmp_path / "damaged.trace").write_bytes(damaged_bytes(draw, data))
        ends_well(windtunnel, seed, "replay", *common, "--time-limit", 10, "--out", f"o{seed}", "damaged.trace", cwd=tmp_path)
        shutil.rmtree(tmp_path / f"o{seed}", ignore_errors=True)


def test_fuzz_of_traces(windtunnel, tmp_path):
    fuzz_traces(windtunnel, tmp_path, 60)


def test_fuzz_of_run_json(windtunnel, run, tmp_path):
    fuzz_run_json(windtunnel, run, tmp_path, 30, 2)


def test_fuzz_of_tables(windtunnel, run, tmp_path):
    fuzz_tables(windtunnel, run, tmp_path, 30, 2)


def test_fuzz_of_options(windtunnel, tmp_path):
    fuzz_options(windtunnel, tmp_path, 60)


def test_fuzz_of_set(windtunnel, tmp_path):
    fuzz_set(windtunnel, tmp_path, 60)


def test_fuzz_of_executables(windtunnel, tmp_path):
    fuzz_executables(windtunnel, tmp_path, 30)


@pytest.mark.soak
@pytest.mark.parametrize("door", ["run_json", "tables", "options", "set", "executables", "traces"])
def test_fuzz_of_each_door_for_long(windtunnel, run, tmp_path, door):
    if door in ("run_json", "tables"):
        globals()[f"fuzz_{door}"](windtunnel, run, tmp_path, 600, len(READERS))
    else:
        globals()[f"fuzz_{door}"](windtunnel, tmp_path, 1500)
