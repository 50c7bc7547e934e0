"""Runs MPICH's own test suite in Windtunnel: every folder of its lists in C, and those in Fortran.

    python3 tests/mpich/run.py                        everything; the first time it is fetched and built (some minutes)
    python3 tests/mpich/run.py --only coll            one folder; c is all of C's, f77, f90 and f08 are Fortran's
    python3 tests/mpich/run.py --only pt2pt/bsend1    one program
    python3 tests/mpich/run.py --fast                 some programs of every folder in C, for continuous integration
    python3 tests/mpich/run.py --keep                 keeps each run's folder

The suite comes from Debian's source package of MPICH, fetched with apt-get when needed and kept outside the
repository's files (.cache/mpich-suite, or the folder WT_MPICH_CACHE). It is configured and built with its own makefiles
and wtcc; its lists of tests say how programs are run. WT_PREFIX names the installed tunnel (.venv). Folders that MPICH
runs for itself alone (impls), for an extension of its own (ft, errors/faults) or with a checkpointer (ckpoint) are
left out, and so are the C++ bindings (cxx), removed in MPI 3.0.

A test passes if its program ends with status 0 and prints "No Errors" and nothing else, as MPICH's script asks for, or
fails where the list wants it to. Programs that stop at a function that mpi/api.json names as not simulated are counted
apart. Every other test that does not pass needs an entry with a reason in tests/conformance/mpich-exceptions.toml; an
entry whose tests all pass has to go. The table of all results is written to results.md in the cache folder.

Status 0: nothing is unexplained, and of the whole suite as many tests pass as TARGETS says; 1: that is not so; 2: the
suite cannot be run; 4: its source package cannot be fetched.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

sys.path.insert(0, str(ROOT / "tests" / "programs"))
from fetch import Apt, Failure, command

EXCEPTIONS = ROOT / "tests" / "conformance" / "mpich-exceptions.toml"
C = ("attr", "coll", "comm", "datatype", "errhan", "group", "info", "init", "mpi_t", "pt2pt", "part", "rma", "spawn",
     "topo", "io", "perf",
     *(f"errors/{name}" for name in ("attr", "coll", "comm", "datatype", "group", "io", "pt2pt", "rma", "spawn", "topo")),
     *(f"threads/{name}" for name in ("pt2pt", "comm", "init", "mpi_t", "spawn", "rma", "part", "coll")))
FORTRAN = ("attr", "coll", "comm", "datatype", "ext", "info", "init", "io", "profile", "pt2pt", "rma", "spawn",
           "topo")
FORTRAN_90 = (*FORTRAN, "misc", "timer")
FOLDERS = (*C, *(f"f77/{name}" for name in FORTRAN), *(f"f90/{name}" for name in FORTRAN_90), "f90/f90types",
           *(f"f08/{name}" for name in FORTRAN_90), "f08/subarray")
# Of the tests that do not test MPICH's internals so many have to pass, in percent.
TARGETS = {"C": 97.0, "Fortran": 95.0}
# Small programs of many kinds, quickly built.
FAST = ("attr/attrt", "attr/attric", "attr/fkeyvalcomm", "coll/allred2", "coll/alltoallw1", "coll/bcasttest",
        "coll/exscan2", "coll/iallred", "coll/neighb_allgather", "coll/nonblocking", "coll/op_commutative", "coll/redscat",
        "comm/cmsplit2", "comm/comm_idup", "comm/dup_with_info", "comm/iccreate", "datatype/contents", "datatype/darray_pack",
        "datatype/get_elements", "datatype/struct_pack", "datatype/subarray", "errhan/adderr", "errhan/commcall",
        "errors/comm/ccreate1", "errors/pt2pt/truncmsg2", "errors/rma/winerr", "group/grouptest", "info/infoorder",
        "init/exitst1", "init/finalized", "pt2pt/bsend1", "pt2pt/mprobe", "pt2pt/probenull", "pt2pt/rqstatus",
        "pt2pt/sendrecv2", "pt2pt/waitany_null", "rma/accfence2", "rma/fetch_and_op_int", "rma/lockcontention2",
        "rma/put_bottom", "topo/cartcreates", "topo/dgraph_unwgt")
PACKAGE, VERSION, UPSTREAM = "mpich", "4.0.2-3", "4.0.2"
LIMIT_S = 180  # MPICH's script's
# Parts that the suite's programs leave out unless the library calls itself MPICH, and functions that the standard has under
# another name since MPI 4.1.
DEFINITIONS = ("TEST_NEIGHB_COLL=1", "TEST_HINDEXED_BLOCK=1", *(f"MPIX_Delete_error_{what}=MPI_Remove_error_{what}" for what in ("class", "code", "string")))
# Programs that keep handles of datatypes in arrays of int, which only MPICH's own are.
INT_HANDLES = ("coll/nonblocking2.c", "coll/nonblocking3.c")
# A program that uses handles of datatypes as case labels, which have to be integer constants.
HANDLE_LABELS = "datatype/pack_external.c"
OUTCOMES = ("passed", "failed", "not simulated", "not built", "not run")


def language(folder: str) -> str:
    """What the programs of a folder are written in."""
    return "Fortran" if folder.startswith(("f77/", "f90/", "f08/")) else "C"


# ---- fetching and building ----


def fetch(cache: Path) -> Path:
    """The unpacked test suite. Fetched with apt-get from a list of sources of our own: the system's stays as it is."""
    suite = cache / f"mpich-{UPSTREAM}" / "test" / "mpi"
    if (cache / "unpacked").exists():
        return suite
    for name in ("make", "gcc"):
        if not shutil.which(name):
            raise Failure(f"there is no {name}: MPICH's suite is built with it")
    print(f"== fetching the source package {PACKAGE} {VERSION}")
    source = cache / "source"
    source.mkdir(exist_ok=True)
    with tarfile.open(Apt(cache / "apt").source(PACKAGE, VERSION, source)) as archive:
        wanted = f"mpich-{UPSTREAM}/test/mpi/"
        archive.extractall(cache, [m for m in archive if m.name.startswith(wanted)], filter="tar")
    for name in INT_HANDLES:
        text = (suite / name).read_text()
        (suite / name).write_text(re.sub(r"\bint \*(sendtypes|recvtypes)\b", r"MPI_Datatype *\1", text))
    text = (suite / HANDLE_LABELS).read_text().replace("switch (dt.mpi_type) {", "{")
    text = re.sub(r"\bcase (MPI_\w+):", r"if (dt.mpi_type == \1)", text)
    (suite / HANDLE_LABELS).write_text(re.sub(r"\bdefault:", "", text))
    # Else the tests of mpi_f08 are left out wherever the suite is not built together with MPICH.
    text = (suite / "configure").read_text()
    (suite / "configure").write_text(text.replace('"$enable_f08" = "yes" -a "$FROM_MPICH" = "yes"', '"$enable_f08" = "yes"'))
    (cache / "unpacked").write_text(VERSION + "\n")
    return suite


def configure(cache: Path, suite: Path, prefix: Path, jobs: int, fortran: bool) -> Path:
    """A folder in which the suite is configured for wtcc (and wtfort), its utilities built."""
    include = prefix / "include" / "windtunnel"
    headers = ("mpi.h", "mpi_removed.h", "mpi_fortran.h", "mpif.h")
    inputs = [prefix / "bin" / "wtcc", *(include / name for name in headers)]
    for path in inputs:
        if not path.exists():
            raise Failure(f"there is no {path}: run make, or set WT_PREFIX")
    target = cache / ("build-fortran" if fortran else "build")
    stamp = target / "configured"
    made_with = json.dumps([str(prefix), DEFINITIONS, *(path.read_text() for path in inputs)])
    if stamp.exists() and stamp.read_text() == made_with:
        return target
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    print(f"== configuring the suite in {target}", flush=True)
    flags = " ".join(f"-D{definition}" for definition in DEFINITIONS)
    options = [f"--enable-fortran={'all' if fortran else 'no'}", "--enable-threads=multiple"]
    # Another MPI's wrappers in the PATH would win over CC.
    compiler = str(prefix / "bin" / "wtcc")
    environment = {"CC": compiler, "MPICC": compiler, "CFLAGS": "-O1 -w", "CPPFLAGS": flags}
    if fortran:
        compiler = str(prefix / "bin" / "wtfort")
        environment |= dict.fromkeys(("F77", "FC", "MPIF77", "MPIFC"), compiler)
        environment |= {"FFLAGS": "-w", "FCFLAGS": "-w"}
    command([suite / "configure", *options, "--disable-cxx", "--disable-ft-tests"], target / "configure.log", target,
            environment)
    make = ["make", "-k", f"-j{jobs}"]
    command([*make, "-C", "dtpools"], target / "make.log", target)
    libraries = ["single", "thread", *(("f77", "f90", "f08") if fortran else ())]
    command([*make, "-C", "util", "libdtypes.la", *(f"libmtest_{name}.la" for name in libraries)], target / "make.log",
            target)
    stamp.write_text(made_with)
    return target


def build(target: Path, tests: list["Test"], jobs: int) -> None:
    """Builds the programs of these tests, unless that has been tried. Those that do not compile are left out."""
    begin = time.monotonic()
    for folder in dict.fromkeys(test.folder for test in tests):
        tried = target / folder / "tried"
        known = set(tried.read_text().split()) if tried.exists() else set()
        programs = {test.program for test in tests if test.folder == folder} - known
        if programs:
            make = ["make", "-k", f"-j{jobs}", "-C", folder, *sorted(programs)]
            command(make, target / "make.log", target, check=False)
            tried.write_text("\n".join(sorted(known | programs)) + "\n")
    if time.monotonic() - begin > 1:
        print(f"== built in {time.monotonic() - begin:.0f} s", flush=True)


# ---- tests ----


@dataclass
class Test:
    """A line of a list of tests."""

    folder: str
    program: str
    ranks: int
    arguments: list[str] = field(default_factory=list)
    environment: list[str] = field(default_factory=list)
    limit_s: int = LIMIT_S
    memory_gb: float = 0.0
    has_to_fail: bool = False  # the list asks for another status than 0

    @property
    def path(self) -> str:
        return f"{self.folder}/{self.program}"

    @property
    def name(self) -> str:
        return " ".join([self.path, str(self.ranks), *self.arguments, *self.environment])


def read_tests(suite: Path, target: Path, folder: str) -> list[Test]:
    """The tests of a folder, as its list (the configured one, if it is) says: `PROGRAM RANKS [KEY=VALUE…]`, `#` begins
    a remark."""
    tests = []
    configured = target / folder / "testlist"
    path = configured if configured.exists() else suite / folder / "testlist"
    for line in path.read_text().splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        test = Test(folder, words[0], int(words[1]))
        for word in words[2:]:
            key, _, value = word.partition("=")
            match key:
                case "arg":
                    test.arguments.append(value)
                case "env":
                    test.environment.append(value)
                case "timeLimit":
                    test.limit_s = int(value)
                case "mem":
                    test.memory_gb = float(value)
                case "resultTest" if value in ("TestStatus", "TestErrFatal"):
                    test.has_to_fail = True
                case "resultTest" | "init":
                    raise Failure(f"{folder}/testlist: not supported: {word}")
                case _:  # xfail, strict, mpiversion and options of MPICH's launcher do not change how a test is run
                    pass
        tests.append(test)
    return tests


@dataclass
class Result:
    """What came of a test."""

    test: Test
    outcome: str
    detail: str = ""
    seconds: float = 0.0


def free_memory_gb() -> float:
    """Memory that programs can take without others being swapped out."""
    text = Path("/proc/meminfo").read_text()
    return int(re.search(r"MemAvailable:\s+(\d+)", text).group(1)) / 2**20


class Runner:
    """Runs tests in Windtunnel."""

    def __init__(self, prefix: Path, targets: dict[str, Path], runs: Path, options):
        self.windtunnel = prefix / "bin" / "windtunnel"
        self.targets, self.runs, self.options = targets, runs, options
        api = json.loads((ROOT / "mpi" / "api.json").read_text())
        self.missing = {f["name"] for f in api["functions"] if f["status"] == "not simulated"}

    def run(self, number: int, test: Test) -> Result:
        program = self.targets[language(test.folder)] / test.path
        if not program.exists():
            return Result(test, "not built", "see make.log")
        if test.memory_gb * self.options.jobs > free_memory_gb():
            return Result(test, "not run", f"takes {test.memory_gb} GB of memory")
        out = self.runs / f"{number:03}-{test.program}"
        words = [self.windtunnel, "run", "-q", "-n", test.ranks, "-p", self.options.platform, "--compute", "none"]
        words += ["--oversubscribe", "--out", out]
        for variable in test.environment:
            words += ["-x", variable]
        words = [str(word) for word in [*words, "--", program, *test.arguments]]
        begin = time.monotonic()
        # A folder per test: programs may write files. A session of its own, so that a late one ends whole.
        cwd = self.runs / "cwd" / out.name
        cwd.mkdir(parents=True, exist_ok=True)
        if test.folder.endswith("spawn"):
            # They start programs of their own folder.
            for other in program.parent.iterdir():
                if other.is_file() and os.access(other, os.X_OK):
                    (cwd / other.name).symlink_to(other)
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, errors="replace", start_new_session=True,
                                   cwd=cwd)
        try:
            stdout, stderr = process.communicate(timeout=test.limit_s)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            if test.has_to_fail:
                return Result(test, "passed", "", time.monotonic() - begin)
            return Result(test, "failed", f"no end after {test.limit_s} s", time.monotonic() - begin)
        seconds = time.monotonic() - begin
        if self.options.keep:
            (self.runs / "cwd" / out.name / "stdout.txt").write_text(stdout)
            (self.runs / "cwd" / out.name / "stderr.txt").write_text(f"{shlex.join(words)}\n{stderr}")
        else:
            shutil.rmtree(out, ignore_errors=True)
        return Result(test, *self.judge(test, process.returncode, stdout, stderr), seconds)

    def judge(self, test: Test, status: int, stdout: str, stderr: str) -> tuple[str, str]:
        """Outcome and detail of a run that ended."""
        stopped = re.search(r"(MPI_\w+) is not simulated yet", stderr)
        if status and stopped:
            if stopped.group(1) in self.missing:
                return "not simulated", stopped.group(1)
            return "failed", f"{stopped.group(1)} is said not to be simulated, but mpi/api.json says it is"
        lines = [line.strip() for line in stdout.splitlines() if line.strip()]
        odd = [line for line in lines if line.lower() not in ("no errors", "test passed")]
        if test.has_to_fail:
            # Any other status than 0 and 1 is Windtunnel's own failure, and so is a crash.
            failed = status == 1 and "crashed" not in stderr
            return ("passed", "") if failed else ("failed", f"has to fail, but ends with status {status}")
        if not status and lines and not odd:
            return "passed", ""
        said = [line for line in stderr.splitlines() if line.strip()]
        first = next((line for line in said if "error" in line.lower()), said[0] if said else "")
        words = [f"status {status}", *odd[:2], first] if status or not odd else odd[:3]
        return "failed", "; ".join(word for word in words if word) if lines or status else "prints nothing"


# ---- exceptions and reports ----


def read_exceptions() -> list[dict]:
    """The tests that need not pass: `test` is FOLDER/PROGRAM or a whole test's name, `reason` says why, and `internal`
    that it tests something of MPICH's own."""
    entries = tomllib.loads(EXCEPTIONS.read_text()).get("exception", [])
    for entry in entries:
        if set(entry) - {"internal"} != {"test", "reason"} or not entry["reason"].strip():
            raise Failure(f"{EXCEPTIONS.name}: an exception has `test`, `reason` and perhaps `internal`: {entry}")
    return entries


def covers(entry: dict, test: Test) -> bool:
    """Whether an exception is one of this test."""
    return entry["test"] in (test.path, test.name)


def unexplained(results: list[Result], exceptions: list[dict]) -> list[str]:
    """Tests that fail without an exception, and exceptions without a test that fails."""
    faults = []
    for result in results:
        covered = any(covers(entry, result.test) for entry in exceptions)
        if result.outcome in ("failed", "not built") and not covered:
            faults.append(f"{result.test.name}: {result.outcome}: {result.detail}")
    for entry in exceptions:
        found = [r.outcome for r in results if covers(entry, r.test)]
        if found and all(outcome == "passed" for outcome in found):
            faults.append(f"{entry['test']} passes: take its entry out of {EXCEPTIONS.name}")
    return faults


def shares(results: list[Result], exceptions: list[dict]) -> dict[str, tuple[int, int]]:
    """By language: how many tests pass, of how many that ran and do not test MPICH's internals."""
    internal = [entry for entry in exceptions if entry.get("internal")]
    counts = {}
    for name in TARGETS:
        counted = [r for r in results if language(r.test.folder) == name and r.outcome != "not run"]
        counted = [r for r in counted if r.outcome == "passed" or not any(covers(e, r.test) for e in internal)]
        if counted:
            counts[name] = (sum(r.outcome == "passed" for r in counted), len(counted))
    return counts


def summary(results: list[Result]) -> str:
    """Counts by folder, as a table. Percentages: passed of all, and of those that need nothing that is not simulated."""
    rows = ["| folder | " + " | ".join(OUTCOMES) + " | tests | passed of all | passed of simulated |", "|---" * 9 + "|"]
    for folder in FOLDERS:
        of_folder = [result for result in results if result.test.folder == folder]
        if not of_folder:
            continue
        counts = {outcome: sum(r.outcome == outcome for r in of_folder) for outcome in OUTCOMES}
        ran = len(of_folder) - counts["not simulated"] - counts["not run"]
        share = f"{100 * counts['passed'] / len(of_folder):.1f} % | {100 * counts['passed'] / max(ran, 1):.1f} %"
        cells = " | ".join(str(counts[outcome]) for outcome in OUTCOMES)
        rows.append(f"| {folder} | {cells} | {len(of_folder)} | {share} |")
    return "\n".join(rows) + "\n"


def details(results: list[Result]) -> str:
    """All results, as a table."""
    rows = ["| test | outcome | time (s) | detail |", "|---|---|---|---|"]
    for result in results:
        detail = result.detail.replace("|", "\\|")[:200]
        rows.append(f"| {result.test.name} | {result.outcome} | {result.seconds:.1f} | {detail} |")
    return "\n".join(rows) + "\n"


def run_all(tests: list[Test], runner: Runner, jobs: int) -> list[Result]:
    """Runs tests, so many at a time. Results are in the tests' order."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = []
        for result in pool.map(runner.run, range(len(tests)), tests):
            results.append(result)
            if result.outcome != "passed":
                print(f"{result.test.name}: {result.outcome}: {result.detail}", flush=True)
    return results


def chosen(suite: Path, targets: dict[str, Path], options) -> list[Test]:
    """The tests that the options ask for."""
    tests = [test for folder in FOLDERS if language(folder) in targets
             for test in read_tests(suite, targets[language(folder)], folder)]
    wanted = FAST if options.fast else options.only
    if not wanted:
        return tests
    known = {"c", "f77", "f90", "f08", *FOLDERS, *(test.path for test in tests)}
    for name in wanted:
        if name not in known:
            raise Failure(f"{name}: no such folder or program")
    return [t for t in tests if {language(t.folder).lower(), t.folder.split("/")[0], t.folder, t.path} & set(wanted)]


def languages(options) -> list[str]:
    """The languages of the tests that the options ask for."""
    if options.fast or not options.only:
        return ["C"] if options.fast else list(TARGETS)
    return sorted({language(f"{name}/") for name in options.only})


def report(results: list[Result], exceptions: list[dict], cache: Path, seconds: float, whole: bool) -> int:
    """Prints what came of it, and gives the exit status."""
    table = summary(results)
    (cache / "results.md").write_text(f"MPICH {VERSION}'s tests\n\n{table}\n{details(results)}")
    print(f"{table}{len(results)} tests in {seconds:.0f} s; all of them: {cache / 'results.md'}")
    faults = unexplained(results, exceptions)
    for fault in faults:
        print(f"unexplained: {fault}")
    said, missed = [], False
    for name, (passed, count) in shares(results, exceptions).items():
        share = 100 * passed / count
        missed = missed or whole and share < TARGETS[name]
        said.append(f"{name}: {passed} of {count} tests pass, {share:.1f} % ({TARGETS[name]:.0f} % wanted)")
    print(f"Without tests of MPICH's internals: {'; '.join(said)}")
    return 1 if faults or missed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs MPICH's test suite in Windtunnel.")
    parser.add_argument("--only", action="append", metavar="FOLDER[/PROGRAM]", help="only these tests")
    parser.add_argument("--fast", action="store_true", help="only some programs in C that are quickly built")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="tests at a time (2)")
    parser.add_argument("--platform", default="ethernet-cluster", help="the machine (ethernet-cluster)")
    parser.add_argument("--keep", action="store_true", help="keep run folders and output")
    options = parser.parse_args()
    prefix = Path(os.environ.get("WT_PREFIX") or ROOT / ".venv").resolve()
    cache = Path(os.environ.get("WT_MPICH_CACHE") or ROOT / ".cache" / "mpich-suite").resolve()
    cache.mkdir(parents=True, exist_ok=True)
    try:
        exceptions = read_exceptions()
        suite = fetch(cache)
        targets = {name: configure(cache, suite, prefix, options.jobs, name == "Fortran") for name in languages(options)}
        tests = chosen(suite, targets, options)
        for name, target in targets.items():
            build(target, [test for test in tests if language(test.folder) == name], options.jobs)
        runs = cache / "runs"
        shutil.rmtree(runs, ignore_errors=True)
        runs.mkdir()
        begin = time.monotonic()
        results = run_all(tests, Runner(prefix, targets, runs, options), options.jobs)
    except Failure as failure:
        print(f"tests/mpich/run.py: {failure}", file=sys.stderr)
        return failure.status
    if not options.keep:
        shutil.rmtree(runs, ignore_errors=True)
    return report(results, exceptions, cache, time.monotonic() - begin, not (options.only or options.fast))


if __name__ == "__main__":
    sys.exit(main())
