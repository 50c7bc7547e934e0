#!/usr/bin/env python3
"""Programs recorded under a real MPI library on one of the lab's machines, and predicted on others.

  recorded.py build --build BUILD
  recorded.py record --build BUILD --data FOLDER --shape NAME [--programs nas-is,bcast,token] [--launches N]   the lab is up as platforms/NAME.json
  recorded.py predict --data FOLDER --machines FOLDER [--network MODEL] [--recordings N]
  recorded.py table --data FOLDER

Programs are the NAS benchmarks (nas.py builds them; those that are there), each test of patterns.c, and the four of unequal.c, which compute about half of their
time in blocks that differ from rank to rank. `record` runs each under the recorder: FOLDER/NAME/MPI-PROGRAM-LAUNCH.trace. What has been recorded is not
recorded again. `predict` replays the recordings of star16-50 on cab4x4-50, as that was calibrated (MACHINES/cab4x4-50/machine-MPI.toml), and on
star16-10, which is star16-50 with its new rate; measured is what the recordings on those machines say of their own times. `table` prints the errors, with and without
computation, and ends with status 1 unless the median is at most 5 % and the 90th percentile 15 %, or if the programs of unequal.c are predicted as well without computation.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from broken import lab_environment
from nas import CALIBRATED, MPIS, RANKS, RATE, append, rows, run, with_rates
from table import NETWORKS, TESTS, quantile

HERE = Path(__file__).resolve().parent
#: Where programs are recorded, and where they are predicted; of those that are not calibrated themselves, the calibrated machine and its new rate.
RECORDED_ON = "star16-50"
TARGETS = {"cab4x4-50": ("cab4x4-50", None), "star16-10": ("star16-50", RATE / CALIBRATED)}
UNEQUAL = ("token", "tokens", "master", "tree")
NAS = ("nas-is", "nas-ft", "nas-cg", "nas-mg", "nas-lu")
PROGRAMS = (*NAS, *TESTS, *UNEQUAL)
#: Their names for `windtunnel trace library`.
ABIS = {"mpich": "mpich", "ompi": "openmpi"}
MEDIAN, NINE_OF_TEN = 0.05, 0.15


def build(options):
    """patterns.c without its sleeping, and unequal.c."""
    for mpi in MPIS:
        mpicc = lab_environment(options.build)["MPICH_HOME" if mpi == "mpich" else "OMPI_HOME"] + "/bin/mpicc"
        run([mpicc, "-g", "-O2", "-DAT_ONCE", HERE / "patterns.c", "-o", options.build / f"at-once.{mpi}"])
        run([mpicc, "-g", "-O2", HERE / "unequal.c", "-o", options.build / f"unequal.{mpi}"])
    return 0


def command(options, mpi, program):
    """The words of a program, or nothing if it has not been built."""
    if program in UNEQUAL:
        words = [options.build / f"unequal.{mpi}", program]
    elif program in TESTS:
        words = [options.build / f"at-once.{mpi}", "-r", 3, "-m", 1048576, "-t", program]
    else:
        words = [options.build / f"{program}.{mpi}"]
    return words if words[0].exists() else None


def record(options):
    """Launches under the recorder, in turn, so that what changes with the hour changes for all."""
    folder = options.data.resolve() / options.shape
    folder.mkdir(parents=True, exist_ok=True)
    for launch in range(1, options.launches + 1):
        for program in options.programs.split(","):
            for mpi in options.mpis.split(","):
                trace, words = folder / f"{mpi}-{program}-{launch}.trace", command(options, mpi, program)
                if trace.exists() or words is None:
                    continue
                recorder = run(["windtunnel", "trace", "library", ABIS[mpi]]).strip()
                environment = lab_environment(options.build)
                preloaded = ":".join(filter(None, [recorder, environment.get("POLLBLOCK", "")]))
                part = trace.with_suffix(".part")
                shutil.rmtree(part, ignore_errors=True)
                environment |= {"POLLBLOCK": preloaded, "ENVS": f"WT_TRACE={part}"}
                done = subprocess.run(list(map(str, [HERE / "mpirun_lab", mpi, RANKS, *words])), capture_output=True, text=True, env=environment, timeout=1800)
                if done.returncode != 0 or "windtunnel: recording" in done.stderr:
                    sys.exit(f"{mpi}, {program}: status {done.returncode}\n{(done.stdout + done.stderr)[-2000:]}")
                run(["windtunnel", "trace", "merge", part, "-o", trace])
                shutil.rmtree(part)
                print(f"{options.shape}: {program}, {mpi}, launch {launch}", flush=True)
    return 0


def replayed(trace, *words):
    """The simulated seconds of a replay."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        run(["windtunnel", "replay", "-q", *words, "--out", out, trace])
        return json.loads((out / "run.json").read_text())["simulated_time_ps"] * 1e-12


def predict(options):
    """Each recording on each machine, with and without its computation; and what the recordings there say of themselves."""
    path = options.data / "recorded.csv"
    known = {(row["target"], row["mpi"], row["program"], row["what"], row["launch"]) for row in rows(path)}

    def note(target, mpi, program, what, launch, trace, *words):
        if (target, mpi, program, what, launch) not in known:
            seconds = replayed(trace, *words)
            append(path, {"target": target, "mpi": mpi, "program": program, "what": what, "launch": launch, "seconds": seconds})

    for target, (calibrated, rate) in TARGETS.items():
        for trace in sorted((options.data / target).glob("*.trace")):
            mpi, program, launch = parts(trace)
            note(target, mpi, program, "measured", launch, trace, "-p", "fat-tree", "--recorded-times")
        for mpi in MPIS:
            source = options.machines / calibrated
            if not (source / f"machine-{mpi}.toml").exists():
                continue
            machine = options.data / f"{target}-{mpi}.toml"
            text = (source / f"machine-{mpi}.toml").read_text()
            machine.write_text(with_rates(text, rate) if rate else text)
            model = ["-p", machine, "--mpi-library", source / f"library-{mpi}.toml", "--network", options.network]
            for trace in sorted((options.data / RECORDED_ON).glob(f"{mpi}-*.trace")):
                _, program, launch = parts(trace)
                if int(launch) <= options.recordings and list((options.data / target).glob(f"{mpi}-{program}-*.trace")):
                    note(target, mpi, program, "predicted", launch, trace, *model)
                    note(target, mpi, program, "none", launch, trace, *model, "--compute", "none")
    return 0


def parts(trace):
    """MPI library, program and launch of a trace, by its name."""
    mpi, rest = trace.stem.split("-", 1)
    program, launch = rest.rsplit("-", 1)
    return mpi, program, launch


def errors(found):
    """By case (target, MPI library, program): measured seconds, and the errors with and without computation; medians over launches."""
    seconds = {}
    for row in found:
        seconds.setdefault((row["target"], row["mpi"], row["program"]), {}).setdefault(row["what"], []).append(float(row["seconds"]))
    cases = {}
    for case, by_what in seconds.items():
        middle = {what: statistics.median(times) for what, times in by_what.items()}
        if {"measured", "predicted", "none"} <= set(middle):
            cases[case] = (middle["measured"], *(middle[what] / middle["measured"] - 1 for what in ("predicted", "none")))
    return cases


def holds(cases):
    """Whether the bounds hold; there are cases."""

    def within(some):
        off = [abs(error) for error in some]
        return bool(off) and quantile(off, 0.5) <= MEDIAN and quantile(off, 0.9) <= NINE_OF_TEN

    unequal = [none for (_, _, program), (_, _, none) in cases.items() if program in UNEQUAL]
    return within(with_computation for _, with_computation, _ in cases.values()) and not (unequal and within(unequal))


def table(options):
    """A line for each case, and the quantiles of each group."""
    cases = errors(rows(options.data / "recorded.csv"))
    print("| machine | MPI library | program | measured, s | off | off without computation |\n|---|---|---|---|---|---|")
    for (target, mpi, program), (measured, off, none) in sorted(cases.items()):
        print(f"| {target} | {MPIS[mpi]} | {program} | {measured:.3f} | {off:+.1%} | {none:+.1%} |")
    print("\n| programs | cases | off, median / 90 % | without computation |\n|---|---|---|---|")
    for title, group in (("NAS", NAS), ("patterns", TESTS), ("unequal blocks", UNEQUAL), ("**all**", PROGRAMS)):
        chosen = [case for (_, _, program), case in cases.items() if program in group]
        if chosen:
            cells = [[abs(case[at]) for case in chosen] for at in (1, 2)]
            print(f"| {title} | {len(chosen)} | " + " | ".join(f"{quantile(cell, 0.5):.1%} / {quantile(cell, 0.9):.0%}" for cell in cells) + " |")
    return 0 if holds(cases) else 1


def main():
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = top.add_subparsers(required=True)
    for name, action in (("build", build), ("record", record), ("predict", predict), ("table", table)):
        one = actions.add_parser(name)
        one.set_defaults(action=action)
        if action in (build, record):
            one.add_argument("--build", type=Path, required=True)
        if action is not build:
            one.add_argument("--data", type=Path, required=True)
        if action is record:
            one.add_argument("--shape", required=True)
            one.add_argument("--programs", default=",".join(PROGRAMS))
            one.add_argument("--mpis", default=",".join(MPIS))
            one.add_argument("--launches", type=int, default=3)
        if action is predict:
            one.add_argument("--machines", type=Path, required=True)
            one.add_argument("--network", default=NETWORKS.split()[-1])
            one.add_argument("--recordings", type=int, default=3)
    options = top.parse_args()
    return options.action(options)


if __name__ == "__main__":
    sys.exit(main())
