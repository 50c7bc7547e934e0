#!/usr/bin/env python3
"""Compares cells of the study graphene-alltoall with SMPI: the same algorithm, ranks, bytes and machine.

    benches/peers/cells.py [--prefix DIR] [--ranks N,…] [--blocks B,…] [--only ALGORITHM,…] [--limit SECONDS]

SMPI replays a trace of one all-to-all, without contents, so that 1,024 ranks fit into memory; the tunnel runs the motif that
the study runs. A cell of SMPI that takes longer than the limit has no comparison. Exit status: 0 if all others agree within 2 %
(docs/models/against-smpi.md), 1 otherwise, 77 if SMPI is not installed.
"""

import argparse
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from windtunnel.studies import graphene_alltoall as study
from windtunnel.studies.lab import Lab, size

TOLERANCE, SKIPPED = 0.02, 77
# Of `make bench-peers`: not a power of two, and one. With more ranks or bytes SMPI's meshes ask for buffers of 2 GiB and end.
RANKS, BLOCKS = (24, 64), (32 * study.KIB,)
# SMPI's sends to oneself pass through the network: not compared.
TO_SELF = ("mvapich2_scatter_dest",)


def cabinets(ranks):
    """As many hosts of the study's machine as there are ranks, as SimGrid's XML."""
    full, rest = divmod(ranks, study.CABINET)
    counts = [study.CABINET] * full + ([rest] if rest else [])
    lines = ["<?xml version='1.0'?>", '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">', '<platform version="4.1">']
    lines.append('<zone id="all" routing="Full">')
    for number, count in enumerate(counts):
        first = number * study.CABINET
        lines.append(f'<cluster id="cabinet-{number}" prefix="host-" suffix="" radical="{first}-{first + count - 1}" speed="5Gf" '
                     f'bw="{study.LINK:.0f}Bps" lat="10us" limiter_link="{1.5 * study.LINK:.0f}Bps"/>')
        lines.append(f'<link id="up-{number}" bandwidth="1.25GBps" latency="10us" sharing_policy="SPLITDUPLEX"/>')
        lines.append(f'<link id="limiter-{number}" bandwidth="1.625GBps" latency="0"/>')
    for low in range(len(counts)):
        for high in range(low + 1, len(counts)):
            lines.append(f'<zoneRoute src="cabinet-{low}" dst="cabinet-{high}" gw_src="host-cabinet-{low}_router" '
                         f'gw_dst="host-cabinet-{high}_router">')
            lines.append(f'<link_ctn id="up-{low}" direction="UP"/><link_ctn id="limiter-{low}"/>')
            lines.append(f'<link_ctn id="limiter-{high}"/><link_ctn id="up-{high}" direction="DOWN"/></zoneRoute>')
    return "\n".join([*lines, "</zone>", "</platform>"])


def smpi_options():
    """The study's protocol and model."""
    settings = {
        "smpi/simulate-computation": "no",
        "smpi/async-small-thresh": study.EAGER + 1,
        "smpi/send-is-detached-thresh": study.DETACHED + 1,
        "smpi/os": "0:0:0",
        "smpi/ois": "0:0:0",
        "smpi/or": "0:0:0",
        "smpi/lat-factor": "0:1",
        "smpi/bw-factor": f"0:{study.PART}",
        "network/weight-S": 8775,
        "network/TCP-gamma": 0,
        "network/crosstraffic": 0,
        "surf/precision": "1e-12",
        "maxmin/precision": "1e-9",
    }
    return [f"--cfg={key}:{value}" for key, value in settings.items()]


def cpu(who=resource.RUSAGE_CHILDREN):
    """Seconds of CPU time of the ended children."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def smpi(work, name, ranks, block, limit):
    """SMPI's time in seconds, or none if it takes too long."""
    (work / "machine.xml").write_text(cabinets(ranks))
    (work / "hosts").write_text("".join(f"host-{rank}\n" for rank in range(ranks)))
    (work / "trace").write_text(str(work / "actions") + "\n")
    (work / "actions").write_text("".join(f"{rank} init\n{rank} alltoall {block} {block}\n{rank} finalize\n" for rank in range(ranks)))
    command = ["smpirun", "-np", str(ranks), "-platform", work / "machine.xml", "-hostfile", work / "hosts"]
    command += ["-replay", work / "trace", "--log=root.thres:error", "--log=smpi_replay.thresh:info", *smpi_options()]
    command += [f"--cfg=smpi/alltoall:{name}", "--cfg=smpi/barrier:ompi_bruck"]
    # smpirun is a script: what it started has to end with it.
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True) as running:
        try:
            text = running.communicate(timeout=limit)[0]
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return None
    found = re.search(r"Simulation time ([0-9.]+)", text)
    if running.returncode or not found:
        raise SystemExit(f"cells.py: SMPI: {name}, {ranks} ranks:\n{text}")
    return float(found[1])


def main():
    numbers = lambda text: tuple(int(word) for word in text.split(","))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prefix", type=Path, default=os.environ.get("WT_PREFIX"), help="the tunnel's prefix; default: WT_PREFIX, else PATH")
    parser.add_argument("--ranks", type=numbers, default=RANKS)
    parser.add_argument("--blocks", type=numbers, default=BLOCKS, help="bytes")
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(study.ALGORITHMS))
    parser.add_argument("--limit", type=float, default=600, help="seconds for a cell of SMPI")
    options = parser.parse_args()
    if unknown := [name for name in options.only if name not in study.ALGORITHMS]:
        parser.error(f"--only: no algorithm {', '.join(unknown)}; expected some of {', '.join(study.ALGORITHMS)}")
    if shutil.which("smpirun") is None:
        print("bench-peers SKIPPED: SMPI is not installed (apt-get install libsimgrid-dev)", file=sys.stderr)
        sys.exit(SKIPPED)
    if options.prefix:
        os.environ["PATH"] = f"{options.prefix.resolve() / 'bin'}{os.pathsep}{os.environ['PATH']}"
    apart = []
    print(f"{'algorithm':<24}{'ranks':>6}{'bytes':>9}{'SMPI, s':>14}{'tunnel, s':>14}{'ratio':>9}{'SMPI, CPU s':>13}{'tunnel':>8}")
    with tempfile.TemporaryDirectory(prefix="bench-cells-") as folder:
        lab = Lab(Path(folder), small=False)
        for ranks in options.ranks:
            for block in options.blocks:
                for name in (name for name in options.only if name in study.names(study.WHOLE, ranks) and name not in TO_SELF):
                    start = cpu()
                    theirs = smpi(Path(folder), name, ranks, block, options.limit)
                    between = cpu()
                    ours = lab.run(study.simulate(lab, study.WHOLE, name, ranks, block)).simulated_time
                    spent = f"{between - start:>13.1f}{cpu() - between:>8.1f}"
                    ratio = ours / theirs if theirs else None
                    apart += [abs(ratio - 1)] if ratio else []
                    figures = f"{theirs:>14.6f}{ours:>14.6f}{ratio:>9.4f}" if ratio else f"{'-':>14}{ours:>14.6f}{'-':>9}"
                    print(f"{name:<24}{ranks:>6}{block:>9}{figures}{spent}", flush=True)
    bad = sum(value > TOLERANCE for value in apart)
    print(f"{len(apart)} cells of {size(min(options.blocks))} to {size(max(options.blocks))} within {max(apart, default=0):.2%}; {bad} by more than {TOLERANCE:.0%}")
    sys.exit(1 if bad or not apart else 0)


if __name__ == "__main__":
    main()
