#!/usr/bin/env python3
"""One real program on three machines: compiles examples/halo3d.c, measures the computation between its MPI calls once
with 512 ranks, replays it on an Ethernet cluster, a torus and a fat tree, prints what differs, says why the slowest is
slow, and makes a report of all three. `make demo` calls it in the virtual environment."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.prefix) / "bin"
RUNS = Path("runs") / "demo"
RANKS = 512
# The program's own options: 32 x 32 x 32 cells a rank, 10 steps.
PROGRAM = ["-b", "32", "-i", "10"]
MACHINES = ["ethernet-cluster", "torus-3d", "fat-tree"]
# What the report shows: all that a run can tell of itself.
OBSERVE = ["--observe", "timeline,messages,waits,links,link_buckets", "--network", "flow:bucket=20 us"]
SIZES = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, "")]


def scaled(value, unit):
    size, prefix = next(((size, prefix) for size, prefix in SIZES if value >= size), SIZES[-1])
    return f"{value / size:.4g} {prefix}{unit}"


def milliseconds(picoseconds):
    return f"{picoseconds / 1e9:.3f} ms"


def windtunnel(*words):
    """Runs the command; the demo ends here if it fails."""
    command = [str(word) for word in words]
    print(f"$ windtunnel {' '.join(command)}", flush=True)
    done = subprocess.run([BIN / "windtunnel", *command], cwd=ROOT)
    if done.returncode:
        print(f"demo: failed: the command above ended with status {done.returncode}")
        sys.exit(1)


def load(folder):
    return [json.loads((ROOT / folder / name).read_text()) for name in ("run.json", "host.json")]


def row(machine):
    """A machine's line of the table."""
    run, host = load(RUNS / machine)
    links = run["hottest_links"]
    hottest = f"{links[0]['name']} {links[0]['utilisation_millionths'] / 1e4:.1f} %" if links else "none"
    return [
        machine,
        milliseconds(run["simulated_time_ps"]),
        milliseconds(run["time"]["mpi"]["mean_ps"]),
        f"{run['messages']:,}",
        scaled(run["bytes"], "B"),
        hottest,
        f"{host['cpu_seconds']:.2f} s",
        scaled(host["peak_memory_bytes"], "B"),
    ]


HEADS = ["machine", "simulated time", "in MPI (mean)", "messages", "bytes", "hottest link", "host CPU", "memory"]


def table(rows):
    widths = [max(len(line[column]) for line in [HEADS, *rows]) for column in range(len(HEADS))]
    lines = []
    for line in [HEADS, ["-" * width for width in widths], *rows]:
        lines.append("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    return "\n".join(lines)


def main():
    os.chdir(ROOT)
    RUNS.mkdir(parents=True, exist_ok=True)
    executable = RUNS / "halo3d"
    compile_command = [str(BIN / "wtcc"), "-O2", "examples/halo3d.c", "-o", str(executable), "-lm"]
    print(f"== compiling a real MPI program\n$ {' '.join(['wtcc', *compile_command[1:]])}", flush=True)
    subprocess.run(compile_command, cwd=ROOT, check=True)

    measured = RUNS / "measured"
    print(f"\n== measuring the computation of its {RANKS} ranks, once", flush=True)
    common = ["run", "-q", "-n", RANKS]
    windtunnel(*common, "-p", MACHINES[-1], "--compute", "measured", "--force", "--out", measured, executable, *PROGRAM)

    for machine in MACHINES:
        print(f"\n== the same computation on {machine}", flush=True)
        options = ["--compute", measured, *OBSERVE]
        windtunnel(*common, "-p", machine, *options, "--force", "--out", RUNS / machine, executable, *PROGRAM)

    slowest, fastest = (pick(MACHINES, key=lambda name: load(RUNS / name)[0]["simulated_time_ps"]) for pick in (max, min))
    print(f"\n== why {slowest} takes as long as it does", flush=True)
    windtunnel("explain", RUNS / slowest)
    print("\n== one page to look at all of it", flush=True)
    report = RUNS / "report.html"
    windtunnel("report", *(RUNS / machine for machine in MACHINES), "--force", "-o", report)

    print(f"\n{table([row(machine) for machine in MACHINES])}\n")
    print(f"Run folders: {', '.join(str(RUNS / machine) for machine in MACHINES)}; blocks: {measured}.")
    print(f"More of one: .venv/bin/windtunnel summary -v {RUNS / MACHINES[0]}; in your browser: {report}")
    times = [load(RUNS / name)[0]["simulated_time_ps"] for name in (slowest, fastest)]
    print(f"demo: done. {fastest} is {times[0] / max(times[1], 1):.2f} times as fast as {slowest} for this program.")


if __name__ == "__main__":
    main()
