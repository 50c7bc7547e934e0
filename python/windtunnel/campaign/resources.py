"""Cores and memory of this machine, and how many points fit at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Share of the free memory that points may take together.
SHARE = 0.8
#: Seconds of a run from which on its CPU time tells how many cores it uses.
MIN_SECONDS = 0.2
#: Shorter runs for each core: they wait for threads and files for a good part of their time.
SHORT_RUNS = 2


@dataclass
class Requirements:
    """What a point needs at most, as far as points that were run have shown."""

    #: Whether a point measures its computation: then no core may be shared.
    measures: bool = False
    cores: int = 0
    longest: float = 0.0
    memory: int = 0

    def learn(self, result: Mapping[str, Any]) -> None:
        """Takes over the figures of a point that was run."""
        wall, cpu = result.get("host_wall_seconds"), result.get("host_cpu_seconds")
        if wall and cpu:
            # Of a short run the ratio says nothing: the threads that write its tables are all of it.
            self.cores = max(self.cores, 1, round(cpu / wall) if wall > MIN_SECONDS else 1)
        self.longest = max(self.longest, wall or 0.0)
        self.memory = max(self.memory, result.get("host_peak_memory_bytes") or 0)

    def at_once(self) -> int:
        """How many such points fit on this machine. One while nothing is known: the pilot."""
        if not self.cores:
            return 1
        fit = most_at_once(self.measures) if self.longest < MIN_SECONDS else cores() // self.cores
        free = free_memory()
        if free is not None and self.memory:
            fit = min(fit, int(free * SHARE / self.memory))
        return max(fit, 1)


def most_at_once(measures: bool) -> int:
    """How many points fit at most."""
    return cores() * (1 if measures else SHORT_RUNS)


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0))


def free_memory() -> int | None:
    """Free memory in bytes, None if unknown: that of the machine, or less in a control group."""
    found = []
    try:
        lines = Path("/proc/meminfo").read_text(encoding="utf-8").splitlines()
        found += [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")]
        group = Path("/sys/fs/cgroup")
        limit = (group / "memory.max").read_text(encoding="utf-8").strip()
        if limit != "max":
            found.append(max(int(limit) - int((group / "memory.current").read_text(encoding="utf-8")), 0))
    except (OSError, ValueError):
        pass
    return min(found, default=None)
