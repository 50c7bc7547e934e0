"""Running a command and knowing what it cost: CPU of the whole process tree, and memory."""

import contextlib
import os
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Cost:
    """What one run of a command has cost, and what it has said."""

    status: int
    cpu: float
    wall: float
    resident: int
    anonymous: int
    stdout: str
    stderr: str


def children(pid):
    """The processes that a process has started and that still are."""
    found = []
    try:
        paths = list(Path(f"/proc/{pid}/task").glob("*/children"))
    except OSError:  # It has ended meanwhile.
        return found
    for path in paths:
        with contextlib.suppress(OSError):
            found += [int(word) for word in path.read_text().split()]
    return found


def anonymous_bytes(pid):
    """Anonymous memory of a process and all below it, in bytes. Resident sets count text that is mapped often as
    often as it is mapped; anonymous memory does not."""
    total = 0
    for process in [pid, *children(pid)]:
        if process != pid:
            total += anonymous_bytes(process)
            continue
        try:
            lines = Path(f"/proc/{process}/status").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon:"))
    return total


def available_bytes():
    """Memory that a new process can have without anything being swapped or killed."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))


class Sampler(threading.Thread):
    """Looks at the anonymous memory of a process tree now and then and keeps the largest."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.peak, self.done = pid, 0, threading.Event()

    def run(self):
        while True:
            self.peak = max(self.peak, anonymous_bytes(self.pid))
            if self.done.wait(0.02):
                return


def run(command, folder, limit):
    """Runs a command to its end, or kills it after `limit` seconds (status -9)."""
    out, err = folder / "stdout", folder / "stderr"
    with open(out, "wb") as stdout, open(err, "wb") as stderr:
        start = time.monotonic()
        process = subprocess.Popen([str(word) for word in command], stdout=stdout, stderr=stderr,
                                   start_new_session=True)
        sampler = Sampler(process.pid)
        sampler.start()
        killer = threading.Timer(limit, os.killpg, (process.pid, 9))
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        killer.cancel()
        sampler.done.set()
        sampler.join()
        process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(process.returncode, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024, sampler.peak,
                out.read_text(errors="replace"), err.read_text(errors="replace"))
