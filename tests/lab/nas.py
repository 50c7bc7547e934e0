#!/usr/bin/env python3
"""NAS parallel benchmarks on the lab's slowest links, and in the tunnel.

  nas.py build --source NPB3.3-MPI --build BUILD [--programs is,ft]
  nas.py measure --build BUILD --data FOLDER [--programs is,ft] [--launches N]     the lab is up as platforms/star16-10.json
  nas.py predict --build BUILD --data FOLDER --machines FOLDER [--network MODEL] [--programs is,ft] [--recordings N]
  nas.py table --data FOLDER

Class A on 16 ranks, one a host. `measure` appends to FOLDER/nas.csv what the program says of its own time; what has been measured is
not measured again. `predict` takes the machines that `calibrate network` found on links of 50 Mbit/s (FOLDER/machine-MPI.toml), writes
the new rate into them, and runs the same sources: without computation, with measured computation of hosts of their own, and with that of
16 hosts that take turns on this machine's processors. The last is measured N times (FOLDER/blocks), and each recording is predicted with
both libraries. `table` prints the median and the range of these beside what was measured; the share of the cores is that of computation, of the
rank that computes longest, by median.
"""

import argparse
import csv
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from broken import lab_environment
from table import NETWORKS

HERE = Path(__file__).resolve().parent
RANKS = 16
#: Rates of the hosts' links, Mbit/s: those calibrated, and those that the benchmarks meet.
CALIBRATED, RATE = 50, 10
PROGRAMS = ("is", "ft", "cg", "mg", "lu")
MPIS = {"mpich": "MPICH", "ompi": "Open MPI"}
#: By how much measured computation counts: all hosts of the lab have these processors together.
SHARED = f"measured:{RANKS / len(os.sched_getaffinity(0)):g}"
FLAGS = "-O2 -fallow-argument-mismatch -fallow-invalid-boz"


def run(words, **options):
    """A command that succeeds; its output."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def make_file(flavour, build):
    """NPB's description of compilers for an MPI library, or for the tunnel."""
    lines = {"RAND": "randi8", "BINDIR": "../bin", "CC": "cc", "CFLAGS": "-O2", "CLINKFLAGS": "-O2", "FFLAGS": FLAGS, "FLINKFLAGS": "-O2"}
    if flavour == "windtunnel":
        lines |= {"MPIF77": "wtfort", "FLINK": "wtfort", "MPICC": "wtcc", "CLINK": "wtcc"}
    else:
        mpicc = build / f"v{flavour}" / "bin" / "mpicc"
        run([mpicc, "-O2", "-c", HERE / "fortran" / "mpi_fortran.c", "-o", build / f"mpi_fortran.{flavour}.o"])
        lines |= {"MPIF77": "gfortran", "FMPI_INC": f"-I{HERE / 'fortran'}", "FLINK": mpicc, "MPICC": mpicc, "CLINK": mpicc}
        lines |= {"FMPI_LIB": f"{build / f'mpi_fortran.{flavour}.o'} -lgfortran -lm"}
    return "".join(f"{key} = {value}\n" for key, value in lines.items())


def build(options):
    """Each program for both MPI libraries and for the tunnel."""
    for flavour in (*MPIS, "windtunnel"):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "npb"
            shutil.copytree(options.source, copy, ignore=shutil.ignore_patterns("*.o", ".git"))
            (copy / "config" / "make.def").write_text(make_file(flavour, options.build))
            (copy / "bin").mkdir(exist_ok=True)
            for program in options.programs.split(","):
                run(["make", "-C", copy / program.upper(), f"NPROCS={RANKS}", "CLASS=A"])
                shutil.copy(copy / "bin" / f"{program}.A.{RANKS}", options.build / f"nas-{program}.{flavour}")


def seconds(text):
    """The time that a benchmark prints, if it has verified its result."""
    time = re.search(r"Time in seconds\s*=\s*([\d.]+)", text)
    if time is None or not re.search(r"Verification\s*=\s*SUCCESSFUL", text):
        sys.exit(f"no verified result:\n{text[-2000:]}")
    return float(time[1])


def rows(path):
    """Lines of a table as dictionaries; none without a file."""
    if not path.exists():
        return []
    with path.open() as lines:
        return list(csv.DictReader(lines))


def append(path, fields):
    """A line of a table, behind its heads."""
    new = not path.exists()
    with path.open("a") as out:
        out.write((",".join(fields) + "\n") if new else "")
        out.write(",".join(map(str, fields.values())) + "\n")


def measure(options):
    """Launches, in turn, so that what changes with the hour changes for all."""
    options.data.mkdir(parents=True, exist_ok=True)
    path = options.data / "nas.csv"
    known = {(row["mpi"], row["program"], row["launch"]) for row in rows(path)}
    for launch in range(1, options.launches + 1):
        for program in options.programs.split(","):
            for mpi in MPIS:
                if (mpi, program, str(launch)) in known:
                    continue
                words = [HERE / "mpirun_lab", mpi, RANKS, options.build / f"nas-{program}.{mpi}"]
                found = seconds(run(words, env=lab_environment(options.build), timeout=1800))
                append(path, {"mpi": mpi, "program": program, "launch": launch, "seconds": found})
                print(f"{program}.A.{RANKS}, {mpi}, launch {launch}: {found} s", flush=True)
    return 0


def with_rates(text, *factors):
    """A calibrated machine whose kinds of links are so many times as fast, in the order of its file."""
    rate = re.compile(r'^bandwidth = "([\d.]+) MB/s"', re.MULTILINE)
    if len(rate.findall(text)) != len(factors):
        sys.exit(f"expected {len(factors)} kinds of links with a bandwidth in MB/s, found {len(rate.findall(text))}")
    remaining = iter(factors)
    return rate.sub(lambda at: f'bandwidth = "{float(at[1]) * next(remaining):.6g} MB/s"', text)


def tunnel(options, mpi, program, out, *words):
    """A benchmark in the tunnel, on the machine of a library: its output."""
    library = options.machines / f"library-{mpi}.toml"
    command = ["windtunnel", "run", "-q", "-n", RANKS, "-p", options.data / f"machine-{mpi}.toml", "--mpi-library", library, *words]
    return run([*command, "--out", out, "--force", "--", options.build / f"nas-{program}.windtunnel"])


def recordings(options, program):
    """Run folders with the computation of 16 hosts that share this machine's processors. What a rank computes does not depend on the library."""
    for number in range(1, options.recordings + 1):
        folder = options.data / "blocks" / f"{program}-{number}"
        if not (folder / "run.json").exists():
            folder.parent.mkdir(exist_ok=True)
            tunnel(options, "mpich", program, folder, "--network", "flow", "--compute", SHARED)
        yield f"shared-{number}", folder


def predict(options):
    """Each program in the tunnel, with each share of computation."""
    path = options.data / f"predicted-{options.network.partition(',')[0].replace(':', '-')}.csv"
    known = {(row["mpi"], row["program"], row["compute"]) for row in rows(path)}
    for mpi in MPIS:
        machine = (options.machines / f"machine-{mpi}.toml").read_text()
        (options.data / f"machine-{mpi}.toml").write_text(with_rates(machine, RATE / CALIBRATED))
    for program in options.programs.split(","):
        for name, compute in [("none", "none"), ("own", "measured"), *recordings(options, program)]:
            for mpi in MPIS:
                if (mpi, program, name) in known:
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    out = Path(folder) / "run"
                    found = seconds(tunnel(options, mpi, program, out, "--network", options.network, "--compute", compute))
                    done = json.loads((out / "run.json").read_text())
                share = done["time"]["compute"]["max_ps"] / done["simulated_time_ps"]
                append(path, {"mpi": mpi, "program": program, "compute": name, "seconds": found, "share": f"{share:.4f}"})
                print(f"{program}.A.{RANKS}, {mpi}, computation {name}: {found} s", flush=True)
    return 0


def off(predicted, times):
    """Relative distance from the measured range; 0 inside it."""
    near = min(max(predicted, min(times)), max(times))
    return predicted / near - 1


def span(times):
    """From the least to the largest."""
    return f"{min(times):.1f} – {max(times):.1f}"


def table(options):
    """Measured range, predictions, and the share of the processors."""
    measured = rows(options.data / "nas.csv")
    for path in sorted(options.data.glob("predicted-*.csv")):
        model = path.stem.removeprefix("predicted-")
        print(f"| program | MPI library | launches | measured, s | {model}, s | off | share of the cores | own cores, s | no computation, s |")
        print("|---|---|---|---|---|---|---|---|---|")
        for program in PROGRAMS:
            for mpi, title in MPIS.items():
                real = [float(row["seconds"]) for row in measured if (row["mpi"], row["program"]) == (mpi, program)]
                found = {row["compute"]: row for row in rows(path) if (row["mpi"], row["program"]) == (mpi, program)}
                shared = [row for name, row in found.items() if name.startswith("shared-")]
                if not real or not shared:
                    continue
                times = [float(row["seconds"]) for row in shared]
                middle, share = (statistics.median(values) for values in (times, [float(row["share"]) for row in shared]))
                cells = [f"{program}.A.{RANKS}", title, len(real), span(real), f"{middle:.1f} ({span(times)})", f"{off(middle, real):+.1%}"]
                cells += [f"{share:.1%}", *(f"{float(found[name]['seconds']):.1f}" for name in ("own", "none"))]
                print("| " + " | ".join(map(str, cells)) + " |")
        print()
    return 0


def main():
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = top.add_subparsers(required=True)
    for name, action in (("build", build), ("measure", measure), ("predict", predict), ("table", table)):
        one = actions.add_parser(name)
        one.set_defaults(action=action)
        one.add_argument("--programs", default=",".join(PROGRAMS))
        if action is build:
            one.add_argument("--source", type=Path, required=True)
        if action is not table:
            one.add_argument("--build", type=Path, required=True)
        if action is not build:
            one.add_argument("--data", type=Path, required=True)
        if action is measure:
            one.add_argument("--launches", type=int, default=5)
        if action is predict:
            one.add_argument("--machines", type=Path, required=True)
            one.add_argument("--network", default=NETWORKS.split()[-1])
            one.add_argument("--recordings", type=int, default=5)
    options = top.parse_args()
    return options.action(options)


if __name__ == "__main__":
    sys.exit(main())
