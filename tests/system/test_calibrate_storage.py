"""`windtunnel calibrate storage`: devices and servers are found again from what fio and IOR would say of them."""

import contextlib
import json
import random
import re
import sys
import tomllib

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "python"))

from windtunnel.calibration.storage import read, tables
from windtunnel.errors import InputError

KIB, MIB = 1 << 10, 1 << 20


def fio(path, *jobs, grouped=True):
    """A result of fio: jobs as (rw, bs, numjobs, iodepth, bytes per second of all)."""
    entries = []
    for rw, size, numjobs, depth, rate in jobs:
        what = rw.removeprefix("rand")
        parts = 1 if grouped else numjobs
        moved = {"io_bytes": 1, "bw_bytes": int(rate / parts), "bw": int(rate / parts / 1024), "bw_dev": 20.0, "bw_samples": 100}
        nothing = {"io_bytes": 0, "bw_bytes": 0, "bw": 0, "bw_dev": 0.0, "bw_samples": 0}
        options = {"rw": rw, "bs": size, "numjobs": str(numjobs), "iodepth": str(depth)}
        entries += [{"job options": options, "read": moved if what == "read" else nothing, "write": moved if what == "write" else nothing}] * parts
    path.write_text(json.dumps({"fio version": "fio-3.33", "global options": {"direct": "1"}, "jobs": entries}))
    return path


def ior(path, *results, tasks=1):
    """A result of IOR: (access, bytes of a transfer, seconds of a transfer, seconds of an open)."""
    tests = []
    for access, size, seconds, opened in results:
        result = {"access": access, "xferKiB": size / 1024, "blockKiB": 64 * size / 1024, "wrRdTime": 64 * seconds, "openTime": opened}
        tests.append({"Parameters": {"segmentCount": 1, "randomOffset": 0}, "Options": {"tasks": tasks}, "Results": [result]})
    path.write_text(json.dumps({"Version": "4.0.0", "tests": tests, "summary": []}))
    return path


def value(text):
    number, unit = text.split()
    return float(number) * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "GB/s": 1e9, "MB/s": 1e6, "kB/s": 1e3}[unit]


def found(*paths):
    return tomllib.loads(tables(read(paths)))["storage"]


def test_a_disk_is_known_by_its_arm(tmp_path):
    rate, arm = 100e6, 13e-3
    jobs = [("read", "1M", 1, 1, rate), ("write", "1M", 1, 1, rate / 1.01)]
    jobs += [("randread", size, 1, 1, count / (arm + count / rate)) for size, count in (("16k", 16 * KIB), ("128KiB", 128 * KIB))]
    device = found(fio(tmp_path / "disk.json", *jobs))["device"]
    assert (device["kind"], device["rpm"]) == ("disk", 7200)
    # A part of what a disk does before data move is half a turn.
    assert abs(value(device["seek"]) - (arm - 30 / 7200)) < 0.01 * arm
    assert abs(value(device["rate"]) / rate - 1) < 1e-3


def test_a_device_without_an_arm_is_known_by_sizes(tmp_path):
    latency, rate, write_rate = 80e-6, 2e9, 1.2e9

    def of(what, count, speed):
        return (what, str(count), 1, 1, count / (latency + count / speed))

    sizes = (4 * KIB, 64 * KIB, MIB)
    path = fio(tmp_path / "ssd.json", *(of("read", size, rate) for size in sizes), *(of("write", size, write_rate) for size in sizes))
    device = found(path)["device"]
    assert device["kind"] == "ssd"
    for key, expected in (("latency", latency), ("rate", rate), ("write_rate", write_rate)):
        assert abs(value(device[key]) / expected - 1) < 0.01, key


def test_a_slow_device_has_no_arm_if_accesses_in_order_take_as_long(tmp_path):
    latency, rate = 5e-3, 10e6
    jobs = [(way, str(size), 1, 1, size / (latency + size / rate)) for way in ("read", "randread") for size in (16 * KIB, 64 * KIB, MIB)]
    device = found(fio(tmp_path / "slow.json", *jobs))["device"]
    assert device["kind"] == "ssd"
    assert abs(value(device["latency"]) / latency - 1) < 0.01


@pytest.mark.parametrize("grouped", [True, False])
def test_a_curve_has_a_point_for_each_number_of_jobs(tmp_path, grouped):
    points = {1: 180e6, 4: 420e6, 16: 500e6}
    files = [fio(tmp_path / f"{n}.json", ("read", "256k", n, 1, rate), grouped=grouped) for n, rate in points.items()]
    device = found(*files)["device"]
    assert device == {"kind": "curve", "read": "1: 180 MB/s, 4: 420 MB/s, 16: 500 MB/s"}
    # The depth of a queue counts as well, and what was measured twice counts in the mean.
    deep = fio(tmp_path / "deep.json", ("read", "256k", 2, 2, 400e6))
    assert "4: 410 MB/s" in found(*files, deep)["device"]["read"]
    text = tables(read([*files, deep]))
    assert re.search(r"4: (399.99|400) MB.s to 420.*sequential accesses of 262144 B, .*1.json, .*deep.json", text), text


def test_requests_and_opens_follow_from_transfers_of_one_task(tmp_path):
    request, rate = 350e-6, 110e6
    results = [("write", size, request + size / rate, opened) for size, opened in ((64 * KIB, 1.1e-3), (256 * KIB, 1.3e-3), (MIB, 1.2e-3))]
    several = ior(tmp_path / "several.json", ("write", 64 * KIB, 1.0, 9.0), tasks=8)
    storage = found(ior(tmp_path / "ior.json", *results), several)
    assert abs(value(storage["server"]["request"]) / request - 1) < 0.01
    assert value(storage["metadata"]["open"]) == pytest.approx(1.2e-3)
    assert "device" not in storage


def test_what_it_prints_is_part_of_a_platform(windtunnel, tmp_path):
    device = fio(tmp_path / "fio.json", ("read", "256k", 1, 1, 180e6), ("write", "256k", 4, 1, 320e6))
    server = ior(tmp_path / "ior.json", ("write", 64 * KIB, 1e-3, 1e-3), ("write", MIB, 10e-3, 1e-3))
    told = windtunnel.must("calibrate", "storage", device, server, cwd=tmp_path).out
    platform = (ROOT / "platforms" / "two-hosts.toml").read_text() + '\n[storage]\nmodel = "parallel"\n' + told
    (tmp_path / "machine.toml").write_text(platform)
    assert "no errors" in windtunnel.must("platform", "check", "machine.toml", cwd=tmp_path).out
    windtunnel.must("motif", "-q", "-n", 2, "-p", "machine.toml", "ior", cwd=tmp_path)
    # Each value but the kind has an interval and a source.
    lines = [line for line in told.splitlines() if "=" in line and not line.startswith("kind")]
    assert len(lines) == 4 and all(" to " in line and ".json" in line for line in lines)


WRONG = [
    ("{", "not JSON; expected fio --output-format=json, or IOR -O summaryFormat=JSON"),
    ("[1]", "neither fio's nor IOR's: expected an object with `jobs` or with `tests`"),
    ('{"jobs": [{"read": 1}]}', "not as fio or IOR writes it: its values are of other kinds"),
    ('{"jobs": [{"read": {"bw": "fast"}}]}', "not as fio or IOR writes it: `bw`: expected a number, not 'fast'"),
    ('{"jobs": [{"read": {"bw": NaN}}]}', "not as fio or IOR writes it: `bw`: expected a number, not nan"),
    ('{"jobs": [{}]}', "not as fio or IOR writes it: there is no `read`"),
    ('{"jobs": [{"job options": {"bs": "x"}, "read": {"bw": 1}}]}', "bs: 'x' is not a size"),
    ('{"jobs": [{"read": {"bw": 0}}]}', "nothing was moved"),
    ('{"tests": [{"Results": [{"access": "write", "xferKiB": 1, "blockKiB": 1, "wrRdTime": 0}]}]}', "wrRdTime is not above 0"),
    ('{"jobs": [{"job options": {"rw": "trim"}}]}', "no accesses were measured: expected fio's read, write, randread or randwrite"),
    ('{"tests": [{"Results": [{"access": "read", "xferKiB": 1, "blockKiB": 1, "wrRdTime": 1, "openTime": 1}]}]}', "nothing can be told from these"),
]


@pytest.mark.parametrize("text, expected", WRONG)
def test_a_file_that_is_none_of_theirs(tmp_path, text, expected):
    path = tmp_path / "wrong.json"
    path.write_text(text)
    with pytest.raises(InputError, match=re.escape(expected)):
        tables(read([path]))


def test_a_missing_file(windtunnel, tmp_path):
    done = windtunnel("calibrate", "storage", "no.json", cwd=tmp_path)
    assert (done.status, done.err.strip()) == (2, "windtunnel: no.json: cannot be read: No such file or directory")


def test_damaged_results_are_errors_or_values_and_nothing_else(tmp_path):
    texts = [fio(tmp_path / "a", ("read", "1M", 2, 1, 1e8), ("randread", "4k", 1, 1, 1e6), ("write", "64k", 1, 4, 1e7)).read_text(),
             ior(tmp_path / "b", ("write", MIB, 1e-2, 1e-3), ("read", 64 * KIB, 1e-3, 1e-3)).read_text()]
    draw = random.Random(4)
    pieces = ["0", "-1", "1e999", "null", "{}", "[]", '"x"', "NaN", '"99999999999999999999g"']
    path = tmp_path / "damaged.json"
    for _ in range(600):
        text = draw.choice(texts)
        values = [match.span(1) for match in re.finditer(r": ([^{}\[\],]+|\{[^{}]*\})", text)]
        for start, end in sorted(draw.sample(values, 2), reverse=True):
            text = text[:start] + draw.choice(pieces) + text[end:]
        path.write_text(text)
        with contextlib.suppress(InputError):
            tomllib.loads(tables(read([path])))
