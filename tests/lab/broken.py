#!/usr/bin/env python3
"""Measures the lab that is up while one thing is wrong with it, drawn at random, and asks `windtunnel calibrate check` what it is.

  broken.py measure --build BUILD --data FOLDER [--count N] [--healthy N] [--seed S] [--budget S] [--reference N]
  broken.py judge --data FOLDER --platform P --library-mpich L --library-ompi L [--reference N]

`measure` writes FOLDER/MPI-NUMBER.csv, and FOLDER/broken.json, which says what was wrong in which file. `judge` compares, with the
first N healthy files of each MPI library as the baseline (half as long again as the others), counts what is named rightly, and prints
a line for each file. A healthy cluster of which `check` finds anything off, reason or not, is an alarm.
Broken: a slow host, a noisy host, a link at another rate, another eager limit, a collective forced to a bad algorithm.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import lab

HERE = Path(__file__).resolve().parent
TESTS = "pingpong,late,to,from,pairs,work,bcast,reduce,allreduce,gather,scatter,allgather,alltoall,reduce_scatter"
ALGORITHMS = {
    "mpich": {
        "bcast": ["MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial"],
        "allreduce": ["MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=recursive_doubling"],
        "alltoall": ["MPIR_CVAR_ALLTOALL_INTRA_ALGORITHM=brucks"],
        "allgather": ["MPIR_CVAR_ALLGATHER_INTRA_ALGORITHM=ring"],
        "reduce": ["MPIR_CVAR_REDUCE_INTRA_ALGORITHM=binomial"],
    },
    "ompi": {
        operation: ["OMPI_MCA_coll_tuned_use_dynamic_rules=1", f"OMPI_MCA_coll_tuned_{operation}_algorithm={number}"]
        for operation, number in (("bcast", 1), ("allreduce", 1), ("alltoall", 3), ("allgather", 1), ("reduce", 1))
    },
}
EAGER = {"mpich": "MPIR_CVAR_CH4_OFI_EAGER_THRESHOLD", "ompi": "OMPI_MCA_btl_tcp_eager_limit"}


KINDS = ("host", "noise", "link", "eager", "algorithm")


def draw(generator, mpi, kinds):
    """Something that is wrong: its kind and place as `check` calls them, and how it is made."""
    kind = generator.choice(kinds)
    place = generator.randrange(1, 16)
    match kind:
        case "host":
            factor = generator.uniform(1.3, 3)
            return {"what": f"host {place}", "stall": [2 * (1 - 1 / factor), 2], "place": place, "severity": factor}
        case "noise":
            away, period = generator.uniform(5, 20), generator.uniform(50, 150)
            return {"what": f"noise {place}", "stall": [-away, period], "place": place, "severity": away / period}
        case "link":
            rate = generator.uniform(15, 38)
            return {"what": f"link {place}", "rate": rate, "place": place, "severity": 50 / rate}
        case "eager":
            limit = generator.choice([2048, 4096, 8192, 16384])
            return {"what": "eager", "environment": [f"{EAGER[mpi]}={limit}"], "severity": limit}
        case _:
            operation = generator.choice(sorted(ALGORITHMS[mpi]))
            return {"what": f"algorithm {operation}", "environment": ALGORITHMS[mpi][operation], "severity": 0}


def pids(host):
    """Ranks on a host."""
    found = []
    for pid in lab.sh(f"ip netns pids {lab.ns(host)}", check=False).split():
        try:
            if Path(f"/proc/{pid}/comm").read_text().startswith("wtcal"):
                found.append(pid)
        except OSError:
            continue
    return found


def lab_environment(build):
    """The environment of mpirun_lab, as setup.sh has written it."""
    found = re.findall(r'(\w+)=("[^"]*"|\S+)', (build / "env.sh").read_text())
    return {**os.environ, **{key: value.strip('"') for key, value in found}}


def measure_one(build, mpi, wrong, target, budget):
    """One launch of wtcal."""
    environment = {**lab_environment(build), "ENVS": " ".join(wrong.get("environment", []))}
    words = [HERE / "mpirun_lab", mpi, "16", build / f"wtcal.{mpi}", "--spin", "0", "--budget", budget, "--tests", TESTS, "--max-bytes", 262144]
    host = f"n{wrong.get('place')}"
    if "rate" in wrong:
        lab.rate(host, wrong["rate"])
    stall = None
    try:
        with target.open("w") as out:
            done = subprocess.Popen([str(word) for word in words], env=environment, stdout=out, stderr=subprocess.DEVNULL)
            if "stall" in wrong:
                for _ in range(100):
                    time.sleep(0.1)
                    if ranks := pids(host):
                        stall = subprocess.Popen(["chrt", "-r", "2", str(build / "stall"), str(4 * budget), *map(str, wrong["stall"]), *ranks])
                        break
            done.wait(timeout=6 * budget + 120)
    finally:
        if stall:
            stall.terminate()
            stall.wait()
            for pid in pids(host):
                os.kill(int(pid), 18)
        if "rate" in wrong:
            lab.rate(host, lab.platform()["host_mbit"])


def measure(options):
    """Healthy and broken launches, in turn."""
    generator = random.Random(options.seed)
    options.data.mkdir(parents=True, exist_ok=True)
    index = options.data / "broken.json"
    known = json.loads(index.read_text()) if index.exists() else {}
    plan = [(mpi, {"what": ""}) for _ in range(options.healthy) for mpi in ("mpich", "ompi")]
    plan += [(mpi, draw(generator, mpi, options.kinds.split(","))) for number in range(options.count) for mpi in ("mpich" if number % 2 else "ompi",)]
    for number, (mpi, wrong) in enumerate(plan):
        name = f"{mpi}-{len(known)}.csv"
        begin = time.time()
        budget = options.budget * 3 // 2 if number < 2 * options.reference else options.budget
        measure_one(options.build, mpi, wrong, options.data / name, budget)
        known[name] = {"mpi": mpi, **wrong}
        index.write_text(json.dumps(known, indent=1))
        print(name, wrong["what"] or "healthy", f"{time.time() - begin:.0f} s", flush=True)
    return 0


def judge(options):
    """Named rightly: the first reason has the kind and the place; of healthy ones: nothing is off (status 0)."""
    known = json.loads((options.data / "broken.json").read_text())
    right = wrong_ones = alarms = healthy = 0
    for mpi in ("mpich", "ompi"):
        names = [name for name, what in known.items() if what["mpi"] == mpi]
        well = [name for name in names if not known[name]["what"]]
        baseline = [word for name in well[: options.reference] for word in ("--baseline", options.data / name)]
        library = getattr(options, f"library_{mpi}")
        for name in names:
            if name in well[: options.reference]:
                continue
            words = ["windtunnel", "calibrate", "check", options.data / name, "-p", options.platform, "--mpi-library", library, *baseline]
            words += ["--report", options.data / f"{name}.html", "--force"]
            done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
            if done.returncode not in (0, 1):
                sys.exit(f"{name}: status {done.returncode}\n{done.stderr}")
            reasons = [line for line in done.stdout.splitlines() if re.match(r"\d+\. ", line)]
            alarm = done.returncode == 1
            first = reasons[0] if reasons else done.stdout.splitlines()[0] if alarm else "nothing"
            expected = known[name]["what"]
            if not expected:
                healthy += 1
                alarms += alarm
            elif named(expected, first):
                right += 1
            else:
                wrong_ones += 1
            verdict = "alarm" if not expected and alarm else "ok" if not expected or named(expected, first) else "WRONG"
            print(f"{verdict:<6}{name:<14}{expected or 'healthy':<20}{known[name].get('severity', 0):8.3g}  {first}", flush=True)
    print(f"{right} of {right + wrong_ones} broken clusters named rightly, {alarms} of {healthy} healthy ones with an alarm")
    return 0


def named(what, line):
    """Whether a line of `check` says this."""
    kind, _, place = what.partition(" ")
    words = {
        "host": f"host of rank {place} computes", "noise": f"host of rank {place} is noisy", "link": f"link of the host of rank {place} carries",
        "eager": "the eager limit", "algorithm": f"MPI_{place.capitalize()} ",
    }
    return words[kind] in line


def main():
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True)
    first = commands.add_parser("measure")
    first.add_argument("--build", type=Path, required=True)
    first.add_argument("--count", type=int, default=20)
    first.add_argument("--healthy", type=int, default=8)
    first.add_argument("--seed", type=int, default=int(time.time()))
    first.add_argument("--budget", type=int, default=60)
    first.add_argument("--kinds", default=",".join(KINDS))
    second = commands.add_parser("judge")
    second.add_argument("--platform", required=True)
    second.add_argument("--library-mpich", required=True)
    second.add_argument("--library-ompi", required=True)
    for command in (first, second):
        command.add_argument("--reference", type=int, default=2)
        command.add_argument("--data", type=Path, required=True)
    options = top.parse_args()
    return {"measure": measure, "judge": judge}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
