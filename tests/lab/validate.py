#!/usr/bin/env python3
"""`make validate`: predictions compared with an emulated cluster.

  validate.py [--folder FOLDER] [--launches N] [--budget S] [--networks "flow packet:transport=tcp"] [--platforms star16-50,cab4x4-50] [--broken N] [--others N] [--collectives N] [--nas N] [--recorded N]

Brings up the lab's machines, measures wtcal and patterns.c with MPICH and Open MPI, calibrates from wtcal's results alone, predicts
patterns.c, also on a machine that nobody calibrated, the order of collective algorithms, and the NAS benchmarks on slower links, and writes the tables of docs/reference/emulated-cluster.md. What FOLDER has already
is not measured again. With --broken N also as many broken clusters (broken.py); --others N: launches on the machine that is not calibrated; --collectives N: launches of collective algorithms (collectives.py); --nas N: launches of the benchmarks (nas.py); --recorded N: launches under the recorder (recorded.py), whose table is printed. The benchmarks'
sources are in $NPB_SOURCE (folder NPB3.3-MPI of the repository mbdevpl/nas-parallel-benchmarks, commit 6f8ec75). Needs root, network namespaces and tc; elsewhere it says why it is skipped.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from broken import lab_environment
from nas import with_rates
from table import NETWORKS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = ROOT / "docs" / "reference" / "emulated-cluster.md"
MPIS = ("mpich", "ompi")
#: The library file of each, whose algorithms and send modes the calibrated one keeps.
STARTS = {"mpich": "mpich-5.0", "ompi": "openmpi-5.0"}
SHAPES = {
    "star16-50": "[topology.links.host]\n",
    "cab4x4-50": "cabinets = [4, 4, 4, 4]\n[topology.links.host]\n[topology.links.cabinet]\n",
}
#: Machines that nobody calibrates: the one whose file is taken, the hosts of each cabinet written into it, and the new rates of hosts and of
#: uplinks, as parts of the old ones.
OTHERS = {"cab4x3-25": ("cab4x4-50", [3, 3, 3, 3], (25 / 50, 40 / 100))}


def missing():
    """Why the lab cannot be brought up here; none if it can."""
    for command in ("ip", "tc", "bridge", "ethtool", "unshare", "chrt", "cc"):
        if shutil.which(command) is None:
            return f"there is no command {command}"
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    probe = subprocess.run("ip netns add tl-probe && ip netns del tl-probe", shell=True, capture_output=True, text=True)
    return probe.stderr.strip() or None if probe.returncode else None


def run(*words, **options):
    """A command that succeeds."""
    done = subprocess.run([str(word) for word in words], **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}")
    return done


def measure_wtcal(name, folder, build, mpi, launch, budget):
    """A launch of wtcal, if there is none yet."""
    raw = folder / f"wtcal-{mpi}-{launch}.csv"
    if raw.exists():
        return
    print(f"{name}: wtcal, {mpi}, launch {launch}", flush=True)
    words = [HERE / "mpirun_lab", mpi, 16, build / f"wtcal.{mpi}", "--spin", 0, "--budget", budget, "--max-bytes", 524288]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=lab_environment(build), timeout=20 * budget)
    if done.returncode != 0:
        sys.exit(f"wtcal with {mpi}: status {done.returncode}\n{done.stderr[-2000:]}")
    raw.write_text(done.stdout)


def measure_patterns(name, folder, build, mpi, launch, ranks):
    """A launch of patterns.c, if there is none yet."""
    csv, mark = folder / "patterns.csv", folder / f"patterns-{mpi}-{launch}.done"
    if mark.exists():
        return
    print(f"{name}: patterns, {mpi}, launch {launch}", flush=True)
    words = [HERE / "mpirun_lab", mpi, ranks, build / f"patterns.{mpi}", "-r", 2]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=lab_environment(build), timeout=1800)
    new = not csv.exists()
    with csv.open("a") as lines:
        if new:
            lines.write("mpi,run,test,param,bytes,ranks,rep,seconds,late\n")
        lines.writelines(f"{mpi},{launch},{line}\n" for line in done.stdout.splitlines() if line.count(",") == 6)
    mark.touch()


def measure(name, folder, build, options):
    """Launches of wtcal and of patterns.c, in turn."""
    for launch in range(1, options.launches + 1):
        for mpi in MPIS:
            measure_wtcal(name, folder, build, mpi, launch, options.budget)
            measure_patterns(name, folder, build, mpi, launch, 16)


def calibrate(name, folder, options):
    """A machine and a library file for each MPI library, from wtcal alone."""
    shape = folder / "shape.toml"
    shape.write_text(f'name = "The lab\'s {name}"\n[topology]\nkind = "cluster"\nhosts = 16\n{SHAPES[name]}')
    for mpi in MPIS:
        raw = sorted(folder.glob(f"wtcal-{mpi}-*.csv"))
        files = ["-o", folder / f"machine-{mpi}.toml", "--library", folder / f"library-{mpi}.toml", "--start", STARTS[mpi]]
        print(f"{name}: calibrates {mpi} from {len(raw)} launches", flush=True)
        run("windtunnel", "calibrate", "network", *raw, "-p", shape, *files, "--force")


def described(text, cabinets, rates):
    """A calibrated machine's file with other numbers of hosts and other rates in it."""
    text, hosts = re.subn(r"^hosts = \d+$", f"hosts = {sum(cabinets)}", text, flags=re.MULTILINE)
    text, shape = re.subn(r"^cabinets = .*$", f"cabinets = {cabinets}", text, flags=re.MULTILINE)
    if (hosts, shape) != (1, 1):
        sys.exit("expected one line `hosts` and one line `cabinets`")
    return with_rates(text, *rates)


def others(options, build):
    """Patterns on machines that nobody calibrated, and their table."""
    for name, (calibrated, cabinets, rates) in OTHERS.items():
        folder, source = options.folder / name, options.folder / calibrated
        folder.mkdir(exist_ok=True)
        if not all((folder / f"patterns-{mpi}-{options.others}.done").exists() for mpi in MPIS):
            run(sys.executable, HERE / "lab.py", "up", HERE / "platforms" / f"{name}.json")
            try:
                for launch in range(1, options.others + 1):
                    for mpi in MPIS:
                        measure_patterns(name, folder, build, mpi, launch, sum(cabinets))
            finally:
                run(sys.executable, HERE / "lab.py", "down")
        for mpi in MPIS:
            (folder / f"machine-{mpi}.toml").write_text(described((source / f"machine-{mpi}.toml").read_text(), cabinets, rates))
            shutil.copy(source / f"library-{mpi}.toml", folder)
    words = ["--build", build, "--data", options.folder, "--networks", options.networks, "--platforms", ",".join(OTHERS)]
    write("make validate, other machines", run(sys.executable, HERE / "table.py", *words, capture_output=True, text=True).stdout)


def collectives(options, build):
    """Measures and predicts algorithms of collective operations, loads the tuning files, and writes their tables."""
    folder = options.folder / "collectives"
    script = [sys.executable, HERE / "collectives.py"]
    run(*script, "build", "--build", build)
    run(*script, "predict", "--build", build, "--data", folder, "--machines", options.folder)
    for shape in ("star16-50", "cab4x4-50", "star16-10", "cab4x4-10"):
        run(sys.executable, HERE / "lab.py", "up", HERE / "platforms" / f"{shape}.json")
        try:
            run(*script, "measure", "--build", build, "--data", folder, "--shape", shape, "--launches", options.collectives)
        finally:
            run(sys.executable, HERE / "lab.py", "down")
    write("make validate, collectives", run(*script, "table", "--data", folder, capture_output=True, text=True).stdout)


def nas(options, build):
    """Measures and predicts the NAS benchmarks, and writes their table."""
    folder = options.folder / "nas"
    folder.mkdir(exist_ok=True)
    script = [sys.executable, HERE / "nas.py"]
    run(*script, "build", "--source", os.environ["NPB_SOURCE"], "--build", build)
    run(sys.executable, HERE / "lab.py", "up", HERE / "platforms" / "star16-10.json")
    try:
        run(*script, "measure", "--build", build, "--data", folder, "--launches", options.nas)
    finally:
        run(sys.executable, HERE / "lab.py", "down")
    run(*script, "predict", "--build", build, "--data", folder, "--machines", options.folder / "star16-50")
    write("make validate, NAS", run(*script, "table", "--data", folder, capture_output=True, text=True).stdout)


def recorded(options, build):
    """Programs recorded on star16-50 and predicted on the others; whether the bounds hold."""
    folder = options.folder / "recorded"
    script = [sys.executable, HERE / "recorded.py"]
    run(*script, "build", "--build", build)
    for shape in ("star16-50", "cab4x4-50", "star16-10"):
        run(sys.executable, HERE / "lab.py", "up", HERE / "platforms" / f"{shape}.json")
        try:
            run(*script, "record", "--build", build, "--data", folder, "--shape", shape, "--launches", options.recorded)
        finally:
            run(sys.executable, HERE / "lab.py", "down")
    run(*script, "predict", "--data", folder, "--machines", options.folder)
    return subprocess.run([*map(str, script), "table", "--data", str(folder)]).returncode


def missing_for_nas():
    """Why the NAS benchmarks can't be measured; none if they can."""
    commands = [command for command in ("gfortran", "make") if shutil.which(command) is None]
    if commands:
        return f"there is no command {commands[0]}"
    source = os.environ.get("NPB_SOURCE", "")
    if not source or not (Path(source) / "config").is_dir():
        return "NPB_SOURCE does not name the folder NPB3.3-MPI of the repository mbdevpl/nas-parallel-benchmarks"
    return None


def write(title, table):
    """The table takes its place between two comments of the page."""
    begin, end = f"<!-- {title} -->\n", f"<!-- end of {title} -->"
    head, _, rest = PAGE.read_text().partition(begin)
    PAGE.write_text(head + begin + "\n" + table + "\n" + end + rest.partition(end)[2])
    print(table)


def main():
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("--folder", type=Path, default=ROOT / "build" / "lab")
    top.add_argument("--launches", type=int, default=5)
    top.add_argument("--budget", type=int, default=120)
    top.add_argument("--networks", default=NETWORKS)
    top.add_argument("--platforms", default="star16-50,cab4x4-50")
    top.add_argument("--broken", type=int, default=0)
    top.add_argument("--others", type=int, default=2)
    top.add_argument("--collectives", type=int, default=10)
    top.add_argument("--nas", type=int, default=5)
    top.add_argument("--recorded", type=int, default=3)
    options = top.parse_args()
    names = options.platforms.split(",")
    if reason := missing():
        print(f"make validate: skipped: {reason}")
        return 0
    options.folder.mkdir(parents=True, exist_ok=True)
    os.environ["LAB_STATE"] = str(options.folder / "state.json")
    build = options.folder / "build"
    run("bash", HERE / "setup.sh", build, ROOT / "python" / "windtunnel" / "calibration" / "wtcal.c")
    for name in names:
        folder = options.folder / name
        folder.mkdir(exist_ok=True)
        complete = all((folder / f"wtcal-{mpi}-{options.launches}.csv").exists() for mpi in MPIS) and (folder / "patterns.csv").exists()
        if not complete or options.broken and name == names[-1]:
            run(sys.executable, HERE / "lab.py", "up", HERE / "platforms" / f"{name}.json")
            try:
                measure(name, folder, build, options)
                if options.broken and name == names[-1]:
                    words = ["--build", build, "--data", options.folder / "broken", "--count", options.broken, "--healthy", 7]
                    run(sys.executable, HERE / "broken.py", "measure", *words)
            finally:
                run(sys.executable, HERE / "lab.py", "down")
        calibrate(name, folder, options)
    words = ["--build", build, "--data", options.folder, "--networks", options.networks, "--platforms", options.platforms]
    table = run(sys.executable, HERE / "table.py", *words, capture_output=True, text=True).stdout
    if (options.folder / "broken" / "broken.json").exists():
        last = options.folder / names[-1]
        words = ["--data", options.folder / "broken", "--platform", last / "machine-mpich.toml"]
        words += [word for mpi in MPIS for word in (f"--library-{mpi}", last / f"library-{mpi}.toml")]
        judged = run(sys.executable, HERE / "broken.py", "judge", *words, capture_output=True, text=True).stdout
        print(judged)
        table += f"\n{judged.splitlines()[-1]}.\n"
    libraries = "` and `".join(STARTS.values())
    table = f"{options.launches} launches of wtcal, {options.budget} s each; libraries `{libraries}`.\n\n{table}"
    write("make validate", table)
    if options.others and set(SHAPES) <= set(names):
        others(options, build)
    if options.collectives and set(SHAPES) <= set(names):
        collectives(options, build)
    if options.nas and "star16-50" in names:
        if reason := missing_for_nas():
            print(f"make validate: NAS benchmarks: skipped, their table stays as it is: {reason}")
        else:
            nas(options, build)
    if options.recorded and set(SHAPES) <= set(names):
        return recorded(options, build)
    return 0


if __name__ == "__main__":
    sys.exit(main())
