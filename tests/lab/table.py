#!/usr/bin/env python3
"""Predictions against the lab: runs patterns.c in the tunnel on calibrated machines and compares with what the lab measured.

  table.py --build BUILD --data FOLDER [--networks "flow packet:transport=tcp"] [--lines]

FOLDER/PLATFORM has patterns.csv and, for each MPI library, machine-MPI.toml and library-MPI.toml. Cases count that repeat within
15 % from launch to launch and take at least 2 ms, with 10 KiB to 1 MiB. Prints the table of the documentation; `--lines`: each case.
"""

import argparse
import csv
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = ("pingpong", "sendrecv_with_0", "pairs", "pairs_both_ways", "incast", "outcast", "bcast", "reduce", "allreduce", "scatter",
         "gather", "allgather", "reduce_scatter", "alltoall", "halo2d", "pipeline")
#: The lab's token buckets and queues, 4,800 B and 4 MB, in bytes of payload: 1,448 of 1,514.
NETWORKS = "flow packet:transport=tcp,burst=4591B,queue=3826kB"
#: Where one process or pair sets the pace.
EASY = {"pingpong", "sendrecv_with_0", "pairs", "pairs_both_ways", "incast", "outcast", "gather"}


def is_hard(case):
    return case[0] not in EASY


def is_long(case):
    """Not of 10 KiB, nor a pipeline of blocks of less."""
    return (case[1] if case[0] == "pipeline" else case[2]) > 10240


#: Rows of the table: cases of each pattern, then of several.
GROUPS = [(test, lambda case, test=test: case[0] == test) for test in TESTS]
GROUPS += [("**hard patterns**", is_hard), ("**hard patterns above 10 KiB**", lambda case: is_hard(case) and is_long(case)), ("**all**", lambda case: True)]


def measured(path):
    """Median seconds of each case of each MPI library that repeats; the number of ranks."""
    ranks = 0
    runs = defaultdict(lambda: defaultdict(list))
    with path.open() as lines:
        for row in csv.DictReader(lines):
            if int(row["rep"]) > 0 and row["test"] in TESTS:
                case = (row["test"], int(row["param"]), int(row["bytes"]))
                ranks = int(row["ranks"])
                runs[row["mpi"], case][row["run"]].append(float(row["seconds"]))
    found = {}
    for (mpi, case), by_run in runs.items():
        medians = [statistics.median(times) for times in by_run.values()]
        middle = statistics.median(medians)
        if (max(medians) - min(medians)) / middle <= 0.15 and middle >= 2e-3 and 10240 <= case[2] <= 1048576:
            found[mpi, case] = middle
    return found, ranks


def predicted(program, ranks, platform, library, network, most):
    """Seconds of each case in the tunnel."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["windtunnel", "run", "-q", "-n", ranks, "-p", platform, "--mpi-library", library, "--network", network, "--compute", "none"]
        words += ["--payload", "skip:64 KiB", "--out", Path(folder) / "run", "--", program, "-r", 1, "-m", most, "-t", ",".join(TESTS)]
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stderr}")
    rows = [line.split(",") for line in done.stdout.splitlines() if line.count(",") == 6]
    return {(row[0], int(row[1]), int(row[2])): float(row[5]) for row in rows if row[4] == "1"}


def quantile(errors, part):
    return sorted(errors)[min(int(part * len(errors)), len(errors) - 1)] if errors else float("nan")


def main():
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("--build", type=Path, required=True)
    top.add_argument("--data", type=Path, required=True)
    top.add_argument("--networks", default=NETWORKS, help="network models, with spaces between them")
    top.add_argument("--platforms", default="star16-50,cab4x4-50")
    top.add_argument("--lines", action="store_true")
    options = top.parse_args()
    program = options.build / "patterns.windtunnel"
    subprocess.run(["wtcc", "-O1", "-DUSE_WTIME", "-o", str(program), str(HERE / "patterns.c")], check=True)
    networks = options.networks.split()
    errors = defaultdict(list)
    for name in options.platforms.split(","):
        folder = options.data / name
        truth, ranks = measured(folder / "patterns.csv")
        for mpi in ("mpich", "ompi"):
            for network in networks:
                times = predicted(program, ranks, folder / f"machine-{mpi}.toml", folder / f"library-{mpi}.toml", network, 1048576)
                for (library, case), seconds in sorted(truth.items()):
                    if library == mpi and times.get(case, 0) > 0:
                        errors[mpi, network].append((case, abs(times[case] / seconds - 1)))
                        if options.lines:
                            print(name, mpi, network, *case, f"{seconds * 1e3:.3f} ms, predicted {times[case] * 1e3:.3f} ms, {times[case] / seconds - 1:+.1%}")
    heads = [f"{mpi}, {network}" for mpi in ("MPICH", "Open MPI") for network in networks]
    print("| pattern | cases | " + " | ".join(heads) + " |")
    print("|---|---|" + "---|" * len(heads))
    keys = [(mpi, network) for mpi in ("mpich", "ompi") for network in networks]
    for title, belongs in GROUPS:
        columns = [[error for case, error in errors[key] if belongs(case)] for key in keys]
        if any(columns):
            cells = [f"{quantile(column, 0.5):.1%} / {quantile(column, 0.9):.0%}" if column else "–" for column in columns]
            print(f"| {title} | {max(map(len, columns))} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
