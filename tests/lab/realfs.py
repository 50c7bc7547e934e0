#!/usr/bin/env python3
"""A real parallel file system measured beside its prediction: OrangeFS on four hosts of the lab, eight clients, ROMIO's driver pvfs2.

  realfs.py [--folder FOLDER] [--measured]

Sources, unpacked: $ORANGEFS_SOURCE (repository waltligon/orangefs), $MPICH_SOURCE (MPICH 4.0.2, for its ROMIO), $IOR_SOURCE
(repository hpc/ior). Measures wtcal, fio on a server's disk, IOR with one task, and files.c; calibrates from the first three alone; predicts
files.c; writes the table of docs/reference/file-system-cases.md. What FOLDER has already is not measured again; with --measured nothing is.
Needs root, FUSE, loop devices, fio, network namespaces and tc; elsewhere it says why it is skipped.
"""

import argparse
import csv
import json
import os
import shutil
import statistics
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

from orangefs import FLOW_BUFFER, STRIP

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = ROOT / "docs" / "reference" / "file-system-cases.md"
BEGIN, END = "<!-- make validate -->\n", "<!-- end of make validate -->"
SOURCES = ("ORANGEFS_SOURCE", "MPICH_SOURCE", "IOR_SOURCE")
#: On a tmpfs, so that the host's own disk does not matter.
WORK = Path("/dev/shm/windtunnel-realfs")
#: Where servers keep files, and what that is in the tunnel.
STORES = {"memory": "write-behind", "disk": "write-through"}
CLIENTS, SERVERS = 8, ("n8", "n9", "n10", "n11")
REPETITIONS = 3
KIB = 1024
#: Bytes and number of each client's records. ROMIO 4.0.2 ends a list of 64 and more with a segmentation fault.
RECORDS = ((16 * KIB, 32), (64 * KIB, 32), (256 * KIB, 8))
#: Its list reads into contiguous memory leave that as it was, so level 2 reads with another kind of list.
LISTIO, LISTIO_READ = "romio_pvfs2_listio_write=enable", "romio_pvfs2_listio_read=enable"
#: Hints that are tried on levels with 64 KiB records.
HINTS = (
    ("1-write", "romio_cb_write=enable"),
    ("2-write", LISTIO),
    ("3-write", "romio_cb_write=disable"),
    ("3-write", "romio_cb_write=disable", LISTIO),
    ("3-write", "cb_nodes=2"),
    ("3-write", "cb_buffer_size=262144"),
    ("1-read", "romio_cb_read=enable"),
    ("3-read", "romio_cb_read=disable", LISTIO_READ),
    ("3-read", "cb_nodes=2"),
    ("3-read", "cb_buffer_size=262144"),
)
#: Network models; the lab's token buckets and queues, 4,800 B and 4 MB, in bytes of payload: 1,448 of 1,514.
NETWORKS = ("flow", "packet:transport=tcp,burst=4591B,queue=3826kB")
DIAGONAL, DATATYPE = "diagonal-8192", "romio_pvfs2_dtype_write=enable"
#: An access as one request has another hint in the tunnel.
TUNNEL = {DATATYPE: LISTIO}


def missing():
    """Why no file system can be brought up here; none if one can."""
    for command in ("ip", "tc", "bridge", "ethtool", "unshare", "chrt", "cc", "fio", "losetup", "mkfs.ext4"):
        if shutil.which(command) is None:
            return f"there is no command {command}"
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    if not Path("/dev/fuse").exists():
        return "there is no /dev/fuse"
    unset = [name for name in SOURCES if not os.environ.get(name) or not Path(os.environ[name]).is_dir()]
    return f"{', '.join(unset)} name no folder" if unset else None


def run(*words, **options):
    """A command that succeeds: its output."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def cases(store):
    """Hints and tests of each launch."""
    for level, way in ((level, way) for way in ("write", "read") for level in range(4)):
        yield (LISTIO_READ,) if (level, way) == (2, "read") else (), [f"{level}-{way}-{count}-{records}" for count, records in RECORDS]
    for test, *hints in HINTS:
        yield tuple(hints), [f"{test}-{64 * KIB}-32"]
    if store == "memory":
        for hints in ((), (LISTIO,), (DATATYPE,)):
            yield hints, [DIAGONAL]


def words_of(hints, tests):
    return ["-r", REPETITIONS, *(word for hint in hints for word in ("-h", hint)), *tests]


class Lab:
    """Twelve hosts and what runs on them."""

    def __init__(self, folder):
        self.build, self.opt = folder / "build", folder / "build" / "opt"
        self.environment = os.environ | {
            "LAB_STATE": str(folder / "state.json"),
            "LAB_PREFIX": os.environ.get("LAB_PREFIX", "tl"),
            "MPICH_HOME": str(self.build / "vmpich"),
            "POLLBLOCK": str(self.build / "libpollblock.so"),
            "PRIO": "chrt -r 1",
            "ENVS": f"PVFS2TAB_FILE={WORK / 'pvfs2tab'}",
        }

    def mpirun(self, ranks, *words, timeout=900):
        return run(HERE / "mpirun_lab", "mpich", ranks, *words, env=self.environment, timeout=timeout)

    def script(self, name, *words):
        return run(sys.executable, HERE / name, *words, env=self.environment)

    def file_system(self, store):
        if WORK.exists():
            shutil.rmtree(WORK)
        self.script("orangefs.py", "up", "--opt", self.opt, "--work", WORK, "--servers", ",".join(SERVERS), "--store", store)

    def no_file_system(self):
        self.script("orangefs.py", "down", "--work", WORK)
        shutil.rmtree(WORK)


def network(lab, folder):
    """wtcal between the twelve hosts."""
    for launch in (1, 2):
        raw = folder / f"wtcal-{launch}.csv"
        if not raw.exists():
            raw.write_text(lab.mpirun(12, lab.build / "wtcal.mpich", "--spin", 0, "--budget", 60, "--max-bytes", 524288))


def fio(folder, store):
    """Of a server's own storage: sequential and random accesses of several sizes, one at a time; what is read was written before."""
    result = folder / f"fio-{store}.json"
    if result.exists():
        return
    place = WORK / f"{SERVERS[0]}-disk" if store == "disk" else WORK
    words = ["fio", "--output-format=json", f"--filename={place / 'fio'}", "--size=16M", "--ioengine=psync", "--runtime=4", "--time_based=1"]
    words += ["--direct=1"] if store == "disk" else []
    for way in ("write", "read", "randread"):
        for size in ("16k", "64k", "256k", "1M"):
            words += [f"--name={way}-{size}", f"--rw={way}", f"--bs={size}", "--stonewall"]
    result.write_text(run(*words))
    (place / "fio").unlink()


def ior(lab, folder, store):
    """One task, transfers of several sizes. (Those of 4 and of 16 KiB pass the idle token buckets at once.)"""
    for at, (size, block) in enumerate((("512", "64k"), ("1k", "128k"), ("64k", "2m"), ("256k", "4m"))):
        result = folder / f"ior-{store}-{at}.json"
        if not result.exists():
            words = ["-a", "MPIIO", "-t", size, "-b", block, "-i", 5, "-o", "pvfs2:/pvfs/ior", "-O", f"summaryFormat=JSON,summaryFile={result}"]
            lab.mpirun(1, lab.opt / "bin" / "ior", *words)


def measure(lab, folder, store):
    """files.c with all hints."""
    target = folder / f"files-{store}.csv"
    if target.exists():
        return
    text = "test,hints,ranks,repetition,open,access,close\n"
    for hints, tests in cases(store):
        print(f"{store}: {' '.join(hints) or 'no hints'}, {len(tests)} tests", flush=True)
        ranks = 1 if tests == [DIAGONAL] else CLIENTS
        text += lab.mpirun(ranks, lab.opt / "bin" / "files", "pvfs2:/pvfs/records", *words_of(hints, tests))
    target.write_text(text)


def measure_all(folder):
    lab = Lab(folder)
    run("bash", HERE / "setup-realfs.sh", lab.build, ROOT / "python" / "windtunnel" / "calibration" / "wtcal.c")
    lab.script("lab.py", "up", HERE / "platforms" / "star12-50.json")
    try:
        network(lab, folder)
        for store in STORES:
            lab.file_system(store)
            try:
                fio(folder, store)
                if store == "memory":
                    ior(lab, folder, store)
                measure(lab, folder, store)
            finally:
                lab.no_file_system()
    finally:
        lab.script("lab.py", "down")


def calibrate(folder):
    """A platform for each store: the network from wtcal, devices from fio, the time of a request from IOR in memory."""
    shape = folder / "shape.toml"
    shape.write_text('name = "Twelve hosts of the lab"\n[topology]\nkind = "cluster"\nhosts = 12\n[topology.links.host]\n')
    machine = folder / "machine.toml"
    if not machine.exists():
        raw = sorted(folder.glob("wtcal-*.csv"))
        run("windtunnel", "calibrate", "network", *raw, "-p", shape, "-o", machine, "--library", folder / "library.toml", "--start", "mpich-5.0", "--force")
    results = sorted(folder.glob("ior-memory-*.json"))
    told = run("windtunnel", "calibrate", "storage", folder / "fio-memory.json", *results)
    # The latency of the network is in it, and what of the server's work the data's way hides is not: the tunnel tells both.
    request, measured = microseconds(tomllib.loads(told)["storage"]["server"]["request"]), shortest(results)
    for _ in range(3):
        platform(folder, "memory", request)
        request = max(0.0, request + measured - simulated_transfer(folder))
    print(f"a request takes {request:.0f} us: writes of 512 B by IOR take {measured:.0f} us")
    for store in STORES:
        platform(folder, store, request)


def microseconds(text):
    value, unit = text.split()
    return float(value) * {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}[unit]


def shortest(results):
    """Microseconds of a write of IOR's smallest transfers, the median."""
    tests = [test for path in results for test in json.loads(path.read_text())["tests"]]
    writes = [one for test in tests for one in test["Results"] if one["access"] == "write"]
    least = min(one["xferKiB"] for one in writes)
    return statistics.median(1e6 * one["wrRdTime"] * least / one["blockKiB"] for one in writes if one["xferKiB"] == least)


def simulated_transfer(folder):
    """Microseconds of a write of 512 B by one client in the tunnel."""
    test = "0-write-512-128"
    return 1e6 * simulate(folder, "memory", NETWORKS[1], 1, (), [test])[test, ""] / 128


def platform(folder, store, request):
    """Writes a platform file with what is measured, and what OrangeFS's configuration says."""
    told = tomllib.loads(run("windtunnel", "calibrate", "storage", folder / f"fio-{store}.json"))["storage"]["device"]
    device = "".join(f"{key} = {json.dumps(value)}\n" for key, value in told.items())
    servers = json.dumps([f"host{name[1:]}" for name in SERVERS])
    text = (folder / "machine.toml").read_text() + f"""
[storage]
model = "parallel"
servers = {servers}
layout = {{ kind = "pvfs", stripe = "{STRIP} B" }}
client = {{ part = "{FLOW_BUFFER} B", window = "8" }}
server = {{ cache = "{STORES[store]}", granularity = "{FLOW_BUFFER} B", request = "{request:.1f} us" }}
[storage.device]
{device}"""
    (folder / f"platform-{store}.toml").write_text(text)


def simulate(folder, store, network, ranks, hints, tests):
    """Seconds of the tests in the tunnel."""
    program, records, out = folder / "files.windtunnel", folder / "records", folder / "run"
    if not program.exists():
        run("wtcc", "-O1", "-o", program, HERE / "files.c")
    words = ["windtunnel", "run", "-q", "-n", ranks, "-p", folder / f"platform-{store}.toml", "--mpi-library", folder / "library.toml"]
    words += ["--network", network, "--compute", "none", "--force", "--out", out, "--", program, records]
    text = run(*words, *words_of([TUNNEL.get(hint, hint) for hint in hints], tests))
    records.unlink(missing_ok=True)
    return {(test, " ".join(hints)): time for (test, _), time in seconds(csv.reader(text.splitlines())).items()}


def predict(folder, store, network):
    """Seconds of each case in the tunnel."""
    found = {}
    for hints, tests in cases(store):
        found |= simulate(folder, store, network, 1 if tests == [DIAGONAL] else CLIENTS, hints, tests)
    return found


def seconds(rows):
    """The median access of each test and hints, without the repetition that makes the file."""
    by_case = defaultdict(list)
    for row in rows:
        if len(row) == 7 and row[3].isdigit() and int(row[3]) > 0:
            by_case[row[0], row[1]].append(float(row[5]))
    return {case: statistics.median(times) for case, times in by_case.items()}


def size(count):
    return f"{count // KIB} KiB"


def title(test, hints):
    if test == DIAGONAL:
        return f"a diagonal of 64 KiB{f', `{hints}`' if hints else ''}"
    level, way, count, records = test.split("-")
    return f"level {level}, {way}, {records} × {size(int(count))}{f', `{hints}`' if hints else ''}"


def table(folder):
    """The table of the page: each case, and the median of all but the diagonal."""
    lines = ["| case | measured [ms] | flow | off | packet, tcp | off |", "|---|---|---|---|---|---|"]
    totals = []
    for store in STORES:
        with (folder / f"files-{store}.csv").open() as rows:
            truth = seconds(csv.reader(rows))
        predicted = [predict(folder, store, network) for network in NETWORKS]
        for case, time in truth.items():
            cells = [cell for found in predicted for cell in (f"{1e3 * found[case]:.1f}", f"{found[case] / time - 1:+.0%}")]
            lines.append(f"| {store}: {title(*case)} | {1e3 * time:.1f} | {' | '.join(cells)} |")
        levels = [case for case in truth if case[0] != DIAGONAL]
        off = [sorted(abs(found[case] / truth[case] - 1) for case in levels) for found in predicted]
        cells = [f" | **{statistics.median(of):.1%} / {of[int(0.9 * len(of))]:.0%}**" for of in off]
        totals.append(f"| **{store}: median, 90th percentile of {len(levels)}** | {' |'.join(cells)} |")
    return "\n".join(lines + totals)


def main():
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("--folder", type=Path, default=ROOT / "build" / "realfs")
    top.add_argument("--measured", action="store_true")
    options = top.parse_args()
    if not options.measured:
        if reason := missing():
            print(f"make validate: file system: skipped: {reason}")
            return 0
        options.folder.mkdir(parents=True, exist_ok=True)
        measure_all(options.folder)
    calibrate(options.folder)
    text = table(options.folder)
    print(text)
    if PAGE.exists():
        head, _, rest = PAGE.read_text().partition(BEGIN)
        PAGE.write_text(head + BEGIN + "\n" + text + "\n\n" + END + rest.partition(END)[2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
