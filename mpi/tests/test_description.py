"""The description is whole, generated files follow from it, and the check notices every disagreement."""

import re
import shutil

import check
import description
import generate
import header
import sources
import status
from mpi_support import MPI


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


def test_generated_files_are_up_to_date(api):
    assert generate.outdated(generate.outputs(api)) == []


def test_a_changed_description_makes_generated_files_out_of_date(api, monkeypatch):
    monkeypatch.setattr(header, "render", lambda _: "something else")
    assert generate.outdated(generate.outputs(api)) == [MPI / "include" / "mpi.h"]


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
