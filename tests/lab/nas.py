#!/usr/bin/env python3
"""NAS parallel benchmarks on the lab's slowest links, and in the tunnel.

  nas.py build --source NPB3.3-MPI --build BUILD [--programs is,ft]
  nas.py measure --build BUILD --data FOLDER [--programs is,ft] [--launches N]     the lab is up as platforms/star16-10.json
  nas.py predict --build BUILD --data FOLDER --machines FOLDER [--network MODEL] [--programs is,ft]
  nas.py table --data FOLDER

Class A on 16 ranks, one a host. `measure` appends to FOLDER/nas.csv what the program says of its own time; what has been measured is
not measured again. `predict` takes the machines that `calibrate network` found on links of 50 Mbit/s (FOLDER/machine-MPI.toml), writes
the new rate into them, and runs the same sources: without computation, with measured computation of hosts of their own, and with that of
16 hosts that take turns on this machine's processors. `table` prints them side by side; the share of the cores is that of computation in
the last of them, of the rank that computes longest.
"""

import argparse
import csv
import json
import os
import re
import shutil
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
#: What of the measured computation is counted. All hosts of the lab have these processors together.
COMPUTE = {"none": "none", "own": "measured", "shared": f"measured:{RANKS / len(os.sched_getaffinity(0)):g}"}
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


def slower(text, links=1):
    """A calibrated machine with the new rate; of how many kinds of links."""
    rate = re.compile(r'^bandwidth = "([\d.]+) MB/s"', re.MULTILINE)
    found, count = rate.subn(lambda at: f'bandwidth = "{float(at[1]) * RATE / CALIBRATED:.6g} MB/s"', text)
    if count != links:
        sys.exit(f"expected {links} kinds of links with a bandwidth in MB/s, found {count}")
    return found


def predict(options):
    """Each program in the tunnel, with each share of computation."""
    path = options.data / f"predicted-{options.network.partition(',')[0].replace(':', '-')}.csv"
    known = {(row["mpi"], row["program"], row["compute"]) for row in rows(path)}
    for mpi in MPIS:
        machine = options.data / f"machine-{mpi}.toml"
        machine.write_text(slower((options.machines / f"machine-{mpi}.toml").read_text()))
        for program in options.programs.split(","):
            for name, compute in COMPUTE.items():
                if (mpi, program, name) in known:
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    words = ["windtunnel", "run", "-q", "-n", RANKS, "-p", machine, "--mpi-library", options.machines / f"library-{mpi}.toml"]
                    words += ["--network", options.network, "--compute", compute, "--out", Path(folder) / "run"]
                    found = seconds(run([*words, "--", options.build / f"nas-{program}.windtunnel"]))
                    done = json.loads((Path(folder) / "run" / "run.json").read_text())
                    share = done["time"]["compute"]["max_ps"] / done["simulated_time_ps"]
                append(path, {"mpi": mpi, "program": program, "compute": name, "seconds": found, "share": f"{share:.4f}"})
                print(f"{program}.A.{RANKS}, {mpi}, computation {name}: {found} s", flush=True)
    return 0


def off(predicted, times):
    """Relative distance from the measured range; 0 inside it."""
    near = min(max(predicted, min(times)), max(times))
    return predicted / near - 1


def table(options):
    """Measured range, predictions, and the share of the processors."""
    measured = rows(options.data / "nas.csv")
    for path in sorted(options.data.glob("predicted-*.csv")):
        found = {(row["mpi"], row["program"], row["compute"]): row for row in rows(path)}
        times = {key: float(row["seconds"]) for key, row in found.items()}
        print(f"| program | MPI library | launches | measured, s | {path.stem.removeprefix('predicted-')}, s | off | share of the cores | own cores, s | no computation, s |")
        print("|---|---|---|---|---|---|---|---|---|")
        for program in PROGRAMS:
            for mpi, title in MPIS.items():
                real = [float(row["seconds"]) for row in measured if (row["mpi"], row["program"]) == (mpi, program)]
                if not real or (mpi, program, "shared") not in times:
                    continue
                none, own, shared = (times[mpi, program, name] for name in COMPUTE)
                span = f"{min(real):.1f} – {max(real):.1f}"
                share = float(found[mpi, program, "shared"]["share"])
                print(f"| {program}.A.{RANKS} | {title} | {len(real)} | {span} | {shared:.1f} | {off(shared, real):+.1%} | {share:.1%} | {own:.1f} | {none:.1f} |")
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
    options = top.parse_args()
    return options.action(options)


if __name__ == "__main__":
    sys.exit(main())
