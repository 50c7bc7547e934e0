#!/usr/bin/env python3
"""Noise that is predicted against noise that is real, as root on an idle machine.

Two ranks of a real MPICH (the package mpich from PyPI) are pinned to a core each and run a loop of computation and Allreduce,
by turns undisturbed and beside a process on each core that takes it for 1 ms each 10 ms at real-time priority. The two
processes do not know of each other. The tunnel predicts by how much that makes the loop longer: the motif allreduce with
the iteration as it was measured undisturbed, and noise of random phases, of which it takes the mean of many seeds.

  noise.py [--runs 20] [--prefix PREFIX] [--force]

PREFIX has the installed tunnel (default: target/prefix). Ends with status 1 if a bound does not hold: the loop is longer by
8 % or more, and the excess is predicted within 20 %.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PERIOD, LENGTH = 10_000, 1_000  # us
ITERATIONS, WORK = 20_000, 60_000
SEEDS = 40

MACHINE = """
[topology]
kind = "full"
hosts = 1
links.all = { bandwidth = "10 GB/s", latency = "1 us" }
[host]
cores = 2
speed = "1 Gflop/s"
memory = { bandwidth = "10 GB/s", copy = "5 GB/s", latency = "LATENCY" }
"""


def busy():
    """The share of all cores' time that others use during a second."""
    def used():
        fields = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
        return sum(fields), fields[3] + fields[4]
    (all_before, idle_before), _, (all_after, idle_after) = used(), subprocess.run(["sleep", "1"]), used()
    return 1 - (idle_after - idle_before) / max(all_after - all_before, 1)


def build(folder):
    tools = Path(sys.executable).parent
    mpicc = next((path for path in (tools / "mpicc", HERE / "mpicc") if path.exists()), None)
    if mpicc is None:
        sys.exit(f"there is no mpicc beside {sys.executable}: install the package mpich there")
    subprocess.run([mpicc, "-O2", "-o", folder / "loop", HERE / "noise_loop.c"], check=True)
    subprocess.run(["gcc", "-O2", "-o", folder / "spin", HERE / "noise_spin.c"], check=True)
    return tools / "mpiexec"


def run(mpiexec, folder, noisy):
    """Seconds of the loop, and of an Allreduce without computation."""
    spinners = []
    try:
        if noisy:
            spinners = [subprocess.Popen([folder / "spin", str(core), str(PERIOD), str(LENGTH)]) for core in (0, 1)]
        rank = ["taskset", "-c"]
        own = [str(folder / "loop"), str(ITERATIONS), str(WORK)]
        words = [mpiexec, "-n", "1", *rank, "0", *own, ":", "-n", "1", *rank, "1", *own]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        return [float(word) for word in done.stdout.split()]
    finally:
        for spinner in spinners:
            spinner.terminate()
            spinner.wait()


def simulate(prefix, folder, compute, latency, seed):
    """Simulated seconds, with noise if there is a seed."""
    machine = folder / "machine.toml"
    machine.write_text(MACHINE.replace("LATENCY", f"{latency * 1e9:.0f} ns"))
    noise = ["--set", f"host.noise.period={PERIOD}us", "--set", f"host.noise.duration={LENGTH}us", "--seed", str(seed)]
    words = [prefix / "bin" / "windtunnel", "motif", "-q", "-n", "2", "-p", machine, "--force", "--out", folder / "run"]
    motif = ["allreduce", "bytes=8 B", f"iterations={ITERATIONS}", f"compute={compute * 1e9:.0f} ns"]
    subprocess.run([*words, *(noise if seed else []), *motif], check=True, stdout=subprocess.DEVNULL)
    return json.loads((folder / "run" / "run.json").read_text())["simulated_time_ps"] / 1e12


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--prefix", type=Path, default=ROOT / "target" / "prefix")
    parser.add_argument("--force", action="store_true", help="measure on a busy machine, too")
    options = parser.parse_args()
    if os.geteuid() != 0 or (os.cpu_count() or 1) < 2:
        sys.exit("skipped: real-time priority needs root, and two ranks need two cores")
    share = busy()
    if share > 0.1 and not options.force:
        sys.exit(f"skipped: others use {share:.0%} of the cores")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mpiexec = build(folder)
        quiet, noisy, alone = [], [], []
        for number in range(options.runs):
            loop, allreduce = run(mpiexec, folder, noisy=False)
            quiet.append(loop)
            alone.append(allreduce)
            noisy.append(run(mpiexec, folder, noisy=True)[0])
            print(f"run {number}: {loop:.3f} s, beside noise {noisy[-1]:.3f} s", flush=True)
        measured = statistics.mean(noisy) / statistics.median(quiet) - 1
        iteration = statistics.median(quiet) / ITERATIONS
        # One exchange of the two ranks; most of it is latency.
        latency = statistics.median(alone) / 2
        compute = iteration - statistics.median(alone)
        still = simulate(options.prefix, folder, compute, latency, 0)
        predicted = statistics.mean(simulate(options.prefix, folder, compute, latency, seed) for seed in range(1, SEEDS + 1)) / still - 1
    off = predicted / measured - 1 if measured > 0 else float("inf")
    print(f"an iteration takes {iteration * 1e6:.1f} us, undisturbed loops vary by {max(quiet) / min(quiet) - 1:.1%}")
    print(f"beside noise {measured:.1%} longer, predicted {predicted:.1%}: the excess is off by {off:+.0%}")
    if measured < 0.08 or abs(off) > 0.2:
        sys.exit(1)


if __name__ == "__main__":
    main()
