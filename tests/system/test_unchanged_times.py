"""Simulated times of shipped platforms, to the picosecond: whatever is added must not change what it does not concern.

A change that should change them writes new ones, `WT_NEW_TIMES=1 pytest tests/system/test_unchanged_times.py`, and is a row of
docs/reference/changed-predictions.md.
"""

import csv
import json
import os
from pathlib import Path

import pytest

TIMES = Path(__file__).resolve().parents[1] / "golden" / "times" / "shipped.csv"
#: Each with ranks and ranks a host: one NIC and several, one and several sockets, links of every kind.
PLATFORMS = {"ethernet-cluster": (16, 2), "torus-3d": (16, 1), "dragonfly": (12, 1), "summit-like": (24, 12), "frontier-like": (16, 8)}
#: Messages of three sizes: a flood of short ones, a reduction, a ring of long ones.
PATTERNS = {
    "flood": ["collective", "operation=alltoallv", "bytes=8 B"],
    "reduction": ["collective", "operation=allreduce", "bytes=20 KiB"],
    "long": ["collective", "operation=allgather", "bytes=300 KiB"],
}
NETWORKS = ("delay", "loggps", "flow", "packet")


def times(windtunnel, folder, platform, networks=NETWORKS):
    ranks, ppn = PLATFORMS[platform]
    for name, motif in PATTERNS.items():
        for network in networks:
            out = folder / f"{name}-{network}"
            windtunnel.must("motif", "-q", "--out", out, "-n", ranks, "--ppn", ppn, "-p", platform, "--network", network, *motif, cwd=folder)
            yield name, network, json.loads((out / "run.json").read_text())["simulated_time_ps"]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_shipped_platforms_keep_their_times(windtunnel, tmp_path, platform):
    found = [[platform, name, network, str(time)] for name, network, time in times(windtunnel, tmp_path, platform)]
    with TIMES.open(newline="") as lines:
        head, *known = csv.reader(lines)
    if os.environ.get("WT_NEW_TIMES"):
        rest = [row for row in known if row[0] != platform]
        with TIMES.open("w", newline="") as lines:
            csv.writer(lines, lineterminator="\n").writerows([head, *sorted(rest + found)])
    else:
        assert sorted(found) == [row for row in known if row[0] == platform]
