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
    # What it has gone over, if it was cut.
    cut: str
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


TICK = os.sysconf("SC_CLK_TCK")


# From this many children on they count as ranks that a process has forked: they share its memory until they write it.
FORKED = 3


def anonymous(pid, is_forked):
    """Anonymous memory of a process, in bytes; of one that was forked its part of what it shares. The system walks through its pages for
    that, which would slow down a large one."""
    name, field = ("smaps_rollup", "Pss_Anon:") if is_forked else ("status", "RssAnon:")
    lines = Path(f"/proc/{pid}/{name}").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))


def held(pid, is_forked=False):
    """Anonymous memory of a process and all below it, in bytes, and the CPU seconds of those that are. Resident sets count text that
    is mapped often as often as it is mapped; anonymous memory does not."""
    memory, seconds = 0, 0.0
    below = list(children(pid))
    for child in below:
        more = held(child, len(below) >= FORKED)
        memory, seconds = memory + more[0], seconds + more[1]
    with contextlib.suppress(OSError):
        memory += anonymous(pid, is_forked)
        # The fields after the name, which may hold anything: user and system time of the process, and of its children that have ended.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        seconds += sum(int(ticks) for ticks in fields[11:15]) / TICK
    return memory, seconds


def available_bytes():
    """Memory that a new process can have without anything being swapped or killed."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))


# Wall-clock limit of a run, in multiples of its CPU limit: a run that only waits uses no CPU.
WAITING = 10


class Sampler(threading.Thread):
    """Looks at a process tree now and then, keeps its largest anonymous memory, and kills it where it goes over a limit."""

    def __init__(self, pid, seconds, memory, interval):
        super().__init__(daemon=True)
        self.pid, self.seconds, self.memory, self.interval = pid, seconds, memory, interval
        self.peak, self.cpu, self.cut, self.done = 0, 0.0, "", threading.Event()

    def run(self):
        start = time.monotonic()
        while not self.cut:
            anonymous, cpu = held(self.pid)
            self.peak, self.cpu = max(self.peak, anonymous), max(self.cpu, cpu)
            if self.done.wait(self.interval):
                return
            if cpu > self.seconds or time.monotonic() - start > WAITING * self.seconds:
                self.cut = f"over {self.seconds:.3g} s"
            elif anonymous > self.memory:
                self.cut = f"over {self.memory / (1 << 30):.3g} GiB"
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, 9)


def run(command, folder, seconds, memory, interval=0.02):
    """Runs a command in a folder to its end, or until it has used more seconds of CPU or bytes of memory, which is looked at each
    `interval` seconds."""
    out, err = folder / "stdout", folder / "stderr"
    with open(out, "wb") as stdout, open(err, "wb") as stderr:
        start = time.monotonic()
        process = subprocess.Popen([str(word) for word in command], stdout=stdout, stderr=stderr, cwd=folder,
                                   start_new_session=True)
        sampler = Sampler(process.pid, seconds, memory, interval)
        sampler.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        sampler.done.set()
        sampler.join()
        process.returncode = os.waitstatus_to_exitcode(status)
    # The processes below one that is killed are not in its usage.
    cpu = max(usage.ru_utime + usage.ru_stime, sampler.cpu if sampler.cut else 0)
    return Cost(process.returncode, sampler.cut, cpu, wall, usage.ru_maxrss * 1024, sampler.peak,
                out.read_text(errors="replace"), err.read_text(errors="replace"))
