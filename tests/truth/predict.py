"""Predicted times: one run of the motif `collective` a case, timed on every rank from a barrier on, as the benchmarks do it."""

import csv
import hashlib
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cases import REDUCTIONS, algorithm, is_sustained

#: Seconds after which a case is given up.
TIMEOUT = 300


def words(target, platform, network):
    """The command without its output."""
    size = target.block_bytes
    if target.op in REDUCTIONS:
        size = max(8, size // 8 * 8)
    found = ["motif", "-q", "-n", target.ranks, "-p", platform, "--ppn", target.ppn, "--network", network]
    if chosen := algorithm(target):
        found += ["--collective", f"{target.op}={chosen}"]
    found += ["collective", f"operation={target.op}", f"bytes={size} B", f"barrier={'no' if target.op == 'barrier' else 'yes'}"]
    return [str(word) for word in found]


class NotRecorded(Exception):
    """A prediction that a recording lacks: it was made by another recipe, or of other targets."""


class Recorded:
    """Predictions in a file, each with a key of all that it depends on but the build: case, key, microseconds (empty: failed)."""

    def __init__(self, path, network="flow"):
        self.network = network
        self.failed = {}
        self.known = {}
        #: What was asked for: the times by case and key.
        self.asked = {}
        if path.exists():
            # A run that was killed may have left a part of a line.
            lines = [entry for entry in path.read_text().splitlines(keepends=True) if entry.endswith("\n")]
            self.known = {row["key"]: float(row["microseconds"]) if row["microseconds"] else None for row in csv.DictReader(lines)}

    def time(self, target, platform):
        """Microseconds, or none if the run fails."""
        text = platform.text(target.nodes, target.placement, ppn=target.ppn, sustained=is_sustained(target))
        key = hashlib.sha256("\0".join([text, str(target.slowest), *words(target, "platform", self.network)]).encode()).hexdigest()[:12]
        if key not in self.known:
            self.known[key] = self.new(target, text, key)
        if self.known[key] is None:
            self.failed.setdefault(target.case, "failed before")
        self.asked[target.case, key] = self.known[key]
        return self.known[key]

    def times(self, cases):
        """The same of several pairs of a target and a platform, in their order."""
        return [self.time(*case) for case in cases]

    def new(self, target, text, key):
        raise NotRecorded(f"{target.machine}, {target.case}")


HEADS = "case,key,microseconds\n"


class Predictor(Recorded):
    """Runs cases; what a run of the same build has left in the folder is not run again."""

    def __init__(self, command, folder, network, jobs=1):
        self.jobs = jobs
        build = hashlib.sha256(Path(command).read_bytes()).hexdigest()[:12]
        self.command, self.folder, self.file = command, folder, folder / f"predictions-{build}.csv"
        folder.mkdir(parents=True, exist_ok=True)
        super().__init__(self.file, network)
        if not self.file.exists():
            self.file.write_text(HEADS)

    def times(self, cases):
        """Runs several at once."""
        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(lambda case: self.time(*case), cases))

    def new(self, target, text, key):
        time = self._run(target, text)
        with self.file.open("a") as lines:
            lines.write(line(target.case, key, time))
        return time

    def _run(self, target, text):
        import polars

        folder = Path(tempfile.mkdtemp(dir=self.folder))
        try:
            platform = folder / "platform.toml"
            platform.write_text(text)
            motif, *rest = words(target, platform, self.network)
            done = subprocess.run([self.command, motif, "--out", str(folder / "run"), *rest], capture_output=True, text=True, timeout=TIMEOUT)
            if done.returncode != 0:
                self.failed[target.case] = (done.stderr.strip().splitlines() or ["no message"])[0]
                return None
            calls = polars.read_parquet(folder / "run" / "calls" / "*.parquet")
            times = calls.filter(polars.col("function") == f"MPI_{target.op.capitalize()}")["time"]
            # As many digits as the file of predictions has.
            return float(f"{(times.max() if target.slowest else times.mean()) / 1e6:.6g}")
        except subprocess.TimeoutExpired:
            self.failed[target.case] = f"not done after {TIMEOUT} s"
            return None
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def line(case, key, time):
    """Of a file of predictions."""
    return f"{case},{key},{'' if time is None else format(time, '.6g')}\n"
