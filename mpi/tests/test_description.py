"""The description is whole, generated files follow from it, and the check notices every disagreement."""

import os
import re
import shutil
import sys

import pytest

import check
import description
import generate
import header
import sources
import status
from mpi_support import MPI, run


def test_all_functions_of_the_standard_abi_are_described(api):
    assert len(api.functions) == 664
    assert sum(f.standard for f in api.functions) == 662
    assert all(f.since and f.chapter for f in api.functions if f.standard)
    assert all(p.kind and p.direction for f in api.functions for p in f.parameters)
    assert [f.name for f in api.functions if f.variadic] == ["MPI_Pcontrol"]


def test_a_known_function_is_described_rightly(api):
    reduce = api.function("MPI_Reduce_c")
    assert reduce.since == "4.0" and reduce.chapter == "collective communication"
    assert reduce.signature("f") == (
        "int f(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, "
        "MPI_Comm comm)"
    )
    assert [p.direction for p in reduce.parameters] == ["in", "out", "in", "in", "in", "in", "in"]


def test_writing_the_description_gives_the_same_file(api, tmp_path):
    copy = tmp_path / "api.json"
    description.save(api, copy)
    assert copy.read_text() == description.PATH.read_text()


def test_generated_files_in_git_are_up_to_date(api):
    assert generate.outdated(generate.in_git(api)) == []


def test_a_changed_description_makes_generated_files_out_of_date(api, monkeypatch):
    monkeypatch.setattr(header, "render", lambda _: "something else")
    assert generate.outdated(generate.in_git(api)) == [MPI / "include" / "mpi.h"]


@pytest.fixture
def tree(tmp_path):
    """A copy of what the generator reads."""
    shutil.copytree(MPI, tmp_path / "mpi", ignore=shutil.ignore_patterns("generated", "tests", "__pycache__"))
    return tmp_path / "mpi"


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def build(tree, **options):
    done = run(sys.executable, tree / "generate" / "generate.py", "--build", check=False, **options)
    return done.returncode, done.stdout, done.stderr


def test_a_build_generates_what_is_missing_and_leaves_the_rest_alone(tree, generated):
    assert build(tree)[0] == 0
    made = contents(tree / "generated")
    assert made == contents(generated)
    assert sum(text.count(b"\n") for text in made.values()) > 67_000
    assert not (tree.parent / "crates").exists()

    (tree / "generated" / "mpif.h").unlink()
    (tree / "generated" / "mpi.f90").write_text("end\n")
    times = {path: path.stat().st_mtime_ns for path in (tree / "generated").rglob("*")}
    assert build(tree) == (0, "wrote mpi/generated/mpif.h\nwrote mpi/generated/mpi.f90\n", "")
    assert contents(tree / "generated") == made
    files = (path for path in (tree / "generated").rglob("*") if path.is_file())
    changed = {path.name for path in files if path.stat().st_mtime_ns != times.get(path)}
    assert changed == {"mpif.h", "mpi.f90"}
    assert build(tree) == (0, "", "")


@pytest.mark.parametrize(
    "name, damage, message",
    [
        ("api.json", lambda text: text.replace(',\n  {"name"', '\n  {"name"', 1), "line 5, column 3: Expecting ',' delimiter"),
        ("api.json", lambda text: text.replace('"simulated"', '"simulatd"', 1), "MPI_Abi_get_fortran_booleans has the unknown status 'simulatd'"),
        ("api.json", lambda text: text.replace('"MPI_Abort"', '"MPI_Zbort"', 1), "functions are not in order, or one is there twice"),
        ("api-fortran.json", lambda text: text.replace('"routines"', '"rutines"', 1), "'routines' is missing"),
        ("openmpi.json", lambda text: text[:-9], "Unterminated string starting at"),
    ],
)
def test_a_wrong_description_is_named_and_stops_the_build(tree, name, damage, message):
    path = tree / name
    path.write_text(damage(path.read_text()))
    done = run(tree / "build.sh", tree / "out", library(tree), check=False)
    assert done.returncode == 2 and not (tree / "out").exists()
    assert done.stderr.startswith(f"mpi/generate/generate.py: {path}: ") and message in done.stderr
    assert done.stderr.count("\n") == 1


def library(tree):
    """A file of the name that builds want."""
    path = tree / "libwindtunnel.so"
    path.touch()
    return path


def test_a_build_without_python_says_so(tree):
    done = run(tree / "build.sh", tree / "out", library(tree), check=False, env={**os.environ, "WT_PYTHON": "pythong"})
    wanted = "there is no pythong, which generates sources; install Python, or name yours in WT_PYTHON\n"
    assert done.returncode == 2 and done.stderr.endswith(wanted)


def test_an_unknown_option_of_the_generator_is_refused(tree):
    done = run(sys.executable, tree / "generate" / "generate.py", "--bild", check=False)
    assert (done.returncode, done.stderr) == (2, "mpi/generate/generate.py: --bild: expected nothing, --build or --check\n")


def make_sources(folder, entries="", programs=""):
    shutil.rmtree(folder / "entry", ignore_errors=True)
    (folder / "entry" / "p2p").mkdir(parents=True)
    (folder / "entry" / "p2p" / "send.rs").write_text(entries)
    (folder / "entry" / "program.c").write_text(programs)
    return sources.entry_points(folder / "entry"), sources.tested_functions(folder / "entry")


def test_entry_points_and_tested_functions_are_found(tmp_path):
    entries, tested = make_sources(
        tmp_path,
        'pub unsafe extern "C-unwind" fn wt_MPI_Send(\n site: Site) {}\n// fn wt_MPI_Recv(\nfn wt_other() {}\n',
        '/* MPI_Bcast */ int main(void) { MPI_Send(0); puts("MPI_Recv"); } // MPI_Gather\n',
    )
    assert set(entries) == {"MPI_Send"}
    assert tested == {"MPI_Send"}


def test_the_check_names_each_disagreement(api, everything_simulated, tmp_path):
    entries, tested = make_sources(tmp_path, "fn wt_MPI_Send() {}\nfn wt_MPI_Sent() {}", "MPI_Send();")
    nothing = description.Api(functions=[description.Function("MPI_Send", "int", [])])
    found = check.problems(nothing, entries, tested)
    assert len(found) == 2
    assert re.search(r"send\.rs: wt_MPI_Sent is the entry point of no function", found[0])
    assert re.search(r"MPI_Send has an entry point in .*send\.rs but is not simulated: run", found[1])

    found = check.problems(everything_simulated, {}, set())
    assert "MPI_Send is simulated but has no entry point: run python3 mpi/generate/status.py" in found
    assert "MPI_Send is simulated but no program under tests/conformance calls it" in found


def test_statuses_follow_from_entry_points():
    assert status.new_status("not simulated", True, None) == "simulated"
    assert status.new_status("simulated", False, None) == "not simulated"
    assert status.new_status("data-only", False, "data-only") == "not simulated"
    assert status.new_status("data-only", True, None) == "data-only"
    assert status.new_status("simulated", True, "data-only") == "data-only"
    assert status.new_status("data-only", True, "simulated") == "simulated"
