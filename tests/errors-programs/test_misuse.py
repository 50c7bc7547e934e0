"""Programs that go wrong: each says in its header what Windtunnel has to say about it.

A header holds lines ` * KEY: VALUE`; those before the first ` * case NAME` are for all cases, and a case is run with
its name as the argument. `ranks`, `status` (of the command), `ending` and `program_status` (of run.json), `build`
(options of the compiler), and `stderr`: fragments in their order. `{NAME}` stands for FILE:LINE of the source line
that ends in a comment of that name. WT_PREFIX names the installed tunnel, else target/prefix.
"""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
PREFIX = Path(os.environ.get("WT_PREFIX") or HERE.parent.parent / "target" / "prefix").resolve()
ALWAYS = ["ranks", "calls", "links", "sites"]
PLATFORM = "ethernet-cluster"
SOURCES = sorted([*HERE.glob("*.c"), *HERE.glob("*.cpp")])


@dataclass(frozen=True)
class Case:
    """A program, an argument, and what is expected."""

    source: Path
    name: str
    expected: tuple

    def all(self, key):
        return [value for its_key, value in self.expected if its_key == key]

    def one(self, key, default=None):
        """What is nearest to the case wins."""
        return (self.all(key) or [default])[-1]


def cases_of(source):
    """The cases of a program, from its header."""
    text = source.read_text()
    header = text[: text.index("*/")]
    places = {}
    for number, line in enumerate(text.splitlines(), 1):
        found = re.search(r"; /\* ([\w-]+) \*/$", line)
        if found:
            places[found[1]] = f"{source.name}:{number}"
    common, cases = [], {}
    lines = common
    for line in header.splitlines():
        if found := re.match(r" \* case ([\w-]+)$", line):
            assert found[1] not in cases, f"{source.name}: two cases {found[1]}"
            lines = cases[found[1]] = []
        elif found := re.match(r" \* (ranks|status|ending|program_status|build|stderr): (.*)$", line):
            lines.append((found[1], re.sub(r"\{([\w-]+)\}", lambda name: places[name[1]], found[2])))
    assert cases, f"{source.name}: no case"
    return [Case(source, name, tuple(common + own)) for name, own in cases.items()]


CASES = [case for source in SOURCES for case in cases_of(source)]


def execute(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, **options)


def run(out, ranks, program, *arguments, options=()):
    tunnel = PREFIX / "bin" / "windtunnel"
    assert tunnel.exists(), f"no windtunnel in {PREFIX}: stage the prefix (make setup), or set WT_PREFIX"
    words = ["run", "-n", ranks, "-p", PLATFORM, "--compute", "none", "-q", "--out", out, *options, program, *arguments]
    return execute(tunnel, *words)


def compiled(folder, source, name, *options):
    wrapper = "wtcxx" if source.suffix == ".cpp" else "wtcc"
    done = execute(PREFIX / "bin" / wrapper, "-g", "-O0", "-o", folder / name, source, *options)
    assert done.returncode == 0, done.stderr
    return folder / name


@pytest.fixture(scope="session")
def programs(tmp_path_factory):
    """Compiles each program once."""
    folder = tmp_path_factory.mktemp("programs")
    made = {}

    def program(case):
        if case.source not in made:
            made[case.source] = compiled(folder, case.source, case.source.stem, *(case.one("build", "").split()))
        return made[case.source]

    return program


def assert_in_order(fragments, text):
    at = 0
    for fragment in fragments:
        found = text.find(fragment, at)
        assert found >= 0, f"not found{' there' if fragment in text else ''}: {fragment!r}\nin\n{text}"
        at = found + len(fragment)


def assert_tables(folder, manifest, names):
    """The tables are listed, and each has a Parquet file that is whole."""
    for name in names:
        assert name in manifest["tables"], f"{name} not in {manifest['tables']}"
    for name in manifest["tables"]:
        files = sorted((folder / name).glob("**/*.parquet"))
        assert files, f"{name}: no file"
        for file in files:
            content = file.read_bytes()
            assert content[:4] == b"PAR1" and content[-4:] == b"PAR1", f"{file}: not whole"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source.stem}-{case.name}")
def test_a_program_that_goes_wrong(programs, tmp_path, case):
    out = tmp_path / "run"
    done = run(out, case.one("ranks"), programs(case), case.name, options=["--mode", "images"])
    assert "panicked" not in done.stderr and "defect of Windtunnel" not in done.stderr, done.stderr
    assert_in_order(case.all("stderr"), done.stderr)
    assert done.returncode == int(case.one("status")), done.stderr
    manifest = json.loads((out / "run.json").read_text())
    ending = case.one("ending")
    assert ending is None or manifest["ending"] == ending, manifest
    if (status := case.one("program_status")) is not None:
        assert manifest["program_status"] == int(status), manifest
    if manifest["ending"] == "finished":
        assert manifest["diagnosis"] is None
        warnings = [line.removeprefix("windtunnel: warning: ") for line in done.stderr.splitlines() if ": warning: " in line]
        assert all(any(warning in told for told in manifest["warnings"]) for warning in warnings), manifest["warnings"]
    else:
        assert manifest["diagnosis"] and manifest["diagnosis"] in done.stderr, manifest["diagnosis"]
    assert_tables(out, manifest, ALWAYS)
    if manifest["ending"] == "crashed":
        assert done.stderr.count("crashed: ") == 1, done.stderr
        assert "simulated time: " in done.stderr, done.stderr


@pytest.mark.parametrize("mode", ["serialised", "processes"])
def test_other_modes_find_the_same(programs, tmp_path, mode):
    for case in [case for case in CASES if case.source.stem in ("deadlock_receive", "mismatch", "truncation", "crash")]:
        by_signal = any("raised by the rank itself" in line for line in case.all("stderr"))
        if mode == "processes" and (case.name == "buffer" or by_signal):
            continue  # The kernel's own ways, with words of their own: tests/system/test_processes.py.
        out = tmp_path / f"{case.source.stem}-{case.name}"
        done = run(out, case.one("ranks"), programs(case), case.name, options=["--mode", mode])
        assert_in_order(case.all("stderr"), done.stderr)
        assert done.returncode == int(case.one("status")), done.stderr
        assert (out / "run.json").is_file()


def refused(tmp_path, program, *options, other_mode=False):
    """The message about a program that cannot be loaded as images, which names the other mode where that one can."""
    shutil.rmtree(tmp_path / "run", ignore_errors=True)
    done = run(tmp_path / "run", 2, program, options=["--mode", "images", *options])
    assert done.returncode == 2, f"status {done.returncode}\n{done.stderr}"
    assert "panicked" not in done.stderr and ("--mode" in done.stderr) == other_mode, done.stderr
    if (tmp_path / "run").exists():
        manifest = json.loads((tmp_path / "run" / "run.json").read_text())
        assert manifest["ending"] == "failed" and f"windtunnel: {manifest['diagnosis']}\n" == done.stderr, manifest
    assert done.stderr.startswith("windtunnel: ") and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def source(tmp_path, text, name="program.c"):
    (tmp_path / name).write_text(text)
    return tmp_path / name


PLAIN = "int main(void) { return 0; }\n"


@pytest.mark.parametrize(
    "options, message, other_mode",
    [
        (["-no-pie"], "linked at a fixed address (not position independent), which is not supported: rebuild it with wtcc", True),
        (["-static"], "statically linked, which is not supported: rebuild without -static", False),
        (["-static-pie"], "statically linked, which is not supported: rebuild without -static", False),
    ],
    ids=["fixed", "static", "static-pie"],
)
def test_an_executable_of_another_kind(tmp_path, options, message, other_mode):
    program = tmp_path / "program"
    done = execute("cc", "-o", program, source(tmp_path, PLAIN), *options)
    if done.returncode != 0:
        pytest.skip(f"this machine's compiler cannot: {done.stderr.splitlines()[-1]}")
    assert refused(tmp_path, program, other_mode=other_mode).startswith(f"windtunnel: {program}: {message}")


def test_openmp_is_refused_unless_it_has_one_thread(tmp_path):
    text = "#include <mpi.h>\nint main(void)\n{\n    int sum = 0;\n    MPI_Init(0, 0);\n#pragma omp parallel reduction(+ : sum)\n"
    text += "    sum++;\n    MPI_Finalize();\n    return sum == 1 ? 0 : 9;\n}\n"
    program = compiled(tmp_path, source(tmp_path, text), "program", "-fopenmp")
    message = refused(tmp_path, program, other_mode=True)
    assert "but mode `images` supports one thread per rank (-x OMP_NUM_THREADS=1); --mode processes can run it" in message
    done = run(tmp_path / "one", 2, program, options=["-x", "OMP_NUM_THREADS=1"])
    assert done.returncode == 0, done.stderr


def test_a_program_that_is_not_there_or_none(tmp_path):
    assert "program not found" in refused(tmp_path, tmp_path / "none")
    text = source(tmp_path, "words\n", "words")
    assert "is not an executable file" in refused(tmp_path, text)
    text.chmod(0o755)
    assert f"{text}: not an ELF executable" in refused(tmp_path, text)
    script = source(tmp_path, "#!/bin/sh\nexit 0\n", "script")
    script.chmod(0o755)
    assert f"{script}: not an ELF executable but a script; not supported yet: give the program that it starts" in refused(tmp_path, script)
    assert "is a folder; expected an MPI program" in refused(tmp_path, tmp_path)


def test_a_missing_shared_library(tmp_path):
    library = tmp_path / "libgone.so"
    done = execute("cc", "-shared", "-fPIC", "-Wl,-soname,libgone.so", "-o", library, source(tmp_path, "int gone(void) { return 1; }\n", "gone.c"))
    assert done.returncode == 0, done.stderr
    text = "#include <mpi.h>\nint gone(void);\nint main(void) { return MPI_Init(0, 0) + gone(); }\n"
    program = compiled(tmp_path, source(tmp_path, text), "program", library, f"-Wl,-rpath,{tmp_path}")
    assert run(tmp_path / "whole", 2, program).returncode == 1, "the program ends with 1"
    library.unlink()
    message = refused(tmp_path, program)
    assert "libgone.so" in message and ("which was not found" in message or "cannot be loaded" in message), message


SPOILT = """#include <mpi.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    int rank, got = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 1000; i++)
        MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, 0, &got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("rank %d has no newline", rank);
    if (rank == 1) {
        if (argc > 1) /* The arguments lie above the base of the stack. */
            memset((char *)argv - 256, 0x5a, 256);
        *(volatile int *)0 = 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def table(folder):
    polars = pytest.importorskip("polars")
    return polars.read_parquet(folder / "*.parquet")


def test_results_until_a_crash_are_kept(tmp_path):
    """All tables are there as far as the run came, and what the ranks had written."""
    program = compiled(tmp_path, source(tmp_path, SPOILT), "program")
    for mode in ["images", "serialised", "processes"]:
        out = tmp_path / mode
        done = run(out, 2, program, options=["--observe", "timeline,messages", "--mode", mode])
        assert done.returncode == 1, done.stderr
        # That of the rank that ended first.
        assert done.stdout == "rank 1 has no newline" + "rank 0 has no newline"
        lines = [line for line in done.stderr.splitlines() if not line.startswith("  ")]
        manifest = json.loads((out / "run.json").read_text())
        assert lines == [
            "windtunnel: rank 1 crashed: SIGSEGV (null pointer) at address 0x0",
            f"simulated time: {manifest['simulated_time']} s",
        ]
        assert manifest["ending"] == "crashed" and manifest["messages"] == 2000, manifest
        assert_tables(out, manifest, [*ALWAYS, "timeline", "messages"])
        calls = table(out / "calls").filter(function="MPI_Sendrecv")
        assert sorted(calls["calls"]) == [1000, 1000], calls
        assert len(table(out / "messages")) == 2000
        assert (out / "host.json").is_file()


def test_a_stack_that_is_overwritten_is_not_used(tmp_path):
    """Nothing leads back to the engine any more: the crash is told all the same."""
    program = compiled(tmp_path, source(tmp_path, SPOILT), "program")
    done = run(tmp_path / "run", 2, program, "overwrite")
    assert done.returncode == 1, done.stderr
    assert done.stderr.count("rank 1 crashed: SIGSEGV") == 1, done.stderr
    manifest = json.loads((tmp_path / "run" / "run.json").read_text())
    assert manifest["ending"] == "crashed", manifest


def test_a_program_that_does_not_compile_leaves_a_complete_folder(tmp_path):
    text = source(tmp_path, "int main(void) { return nothing; }\n")
    done = run(tmp_path / "run", 2, text)
    assert done.returncode == 2, done.stderr
    manifest = json.loads((tmp_path / "run" / "run.json").read_text())
    assert manifest["ending"] == "failed" and manifest["diagnosis"] in done.stderr, manifest
