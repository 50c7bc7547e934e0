"""What commands write: never over anything that is not theirs, never half of it, never two into one place."""

import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tunnel import ROOT

MOTIF = ["-q", "-n", 2, "-p", "two-hosts"]
HALO = ["halo3d", "bytes=1KiB", "iterations=1"]
OBSERVED = ["--observe", "timeline,messages"]


def snapshot(folder):
    """Every file below a folder with its bytes, every link with where it leads."""
    found = {}
    for path in sorted(Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"-> {os.readlink(path)}"
        elif path.is_file():
            found[name] = path.read_bytes()
        else:
            found[name] = None
    return found


@pytest.fixture
def motif(windtunnel, tmp_path):
    """Runs a small motif; options come first."""
    return lambda *options: windtunnel("motif", *MOTIF, *options, *HALO, cwd=tmp_path)


def refused(done, *words):
    assert done.status == 2, (done.status, done.err)
    assert all(word in done.err for word in words), done.err


# Item 1: run folders.


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize("mark", ["scenario.toml", "run.json"])
def test_item_01_a_folder_of_the_users_is_not_taken_for_a_run(motif, tmp_path, mark, force):
    mine = tmp_path / "mine"
    for name in ["messages/important.txt", "ideal/thesis.tex", "ideal/run.json", mark]:
        (mine / name).parent.mkdir(parents=True, exist_ok=True)
        (mine / name).write_text("keep")
    before = snapshot(mine)
    refused(motif(*force, "--out", "mine"), "mine: exists and is not a run folder", "give another --out")
    assert snapshot(mine) == before


@pytest.mark.parametrize("place", ["note.txt", "messages/note.txt", "messages/part-x.parquet", "what-if/note.txt", "what.d/x"])
def test_item_01_a_run_folder_with_a_foreign_file_stays(motif, tmp_path, place):
    assert motif(*OBSERVED, "--out", "run").status == 0
    note = tmp_path / "run" / place
    note.parent.mkdir(exist_ok=True)
    note.write_text("mine")
    before = snapshot(tmp_path / "run")
    named = f"run/{place.split('/')[0]}" if place.startswith("what") else f"run/{place}"
    refused(motif("--force", "--out", "run"), "run: is not replaced", named, "give another --out, or move `")
    assert snapshot(tmp_path / "run") == before


def test_item_01_a_run_is_replaced_with_force_alone(motif, tmp_path):
    assert motif(*OBSERVED, "--out", "run").status == 0
    before = snapshot(tmp_path / "run")
    refused(motif("--out", "run"), "run: already holds a run; give another --out, or replace it with --force")
    assert snapshot(tmp_path / "run") == before
    assert motif("--force", "--out", "run").status == 0
    assert not (tmp_path / "run/messages").exists(), "what the former run has left is gone"


def test_item_01_a_run_with_a_nested_run_and_a_compiled_program_is_replaced(windtunnel, tmp_path):
    command = ["run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--out", "run", ROOT / "examples" / "ring.c"]
    windtunnel.must(*command, cwd=tmp_path)
    windtunnel.must("summary", *nested_options(windtunnel), "run", cwd=tmp_path)
    nested = [path for path in (tmp_path / "run").rglob("run.json") if path.parent != tmp_path / "run"]
    assert len(nested) == 1
    foreign = nested[0].parent / "ranks" / "mine.txt"
    foreign.write_text("mine")
    refused(windtunnel(*command[:1], "--force", *command[1:], cwd=tmp_path), "run: is not replaced", "ranks/mine.txt")
    assert nested[0].exists() and foreign.exists()
    foreign.unlink()
    windtunnel.must(*command[:1], "--force", *command[1:], cwd=tmp_path)
    assert not nested[0].exists()


def nested_options(windtunnel):
    """Asks for a run on an ideal network, in words of older and newer commands."""
    return ["--ideal", *(["--yes"] if "--yes" in windtunnel("summary", "--help").out else [])]


def test_item_01_links_lead_to_no_deletion(motif, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "part-00000.parquet").write_text("mine")
    assert motif(*OBSERVED, "--out", "run").status == 0
    shutil.rmtree(tmp_path / "run/messages")
    (tmp_path / "run/messages").symlink_to(outside)
    refused(motif("--force", "--out", "run"), "run/messages")
    (tmp_path / "run/messages").unlink()
    (tmp_path / "run/host.json").unlink()
    (tmp_path / "run/host.json").symlink_to(outside / "part-00000.parquet")
    refused(motif("--force", "--out", "run"), "run/host.json")
    assert (outside / "part-00000.parquet").read_text() == "mine"
    # The run folder itself.
    assert motif("--out", "far").status == 0
    (tmp_path / "near").symlink_to("far")
    before = snapshot(tmp_path / "far")
    refused(motif("--force", "--out", "near"), "near: is a symbolic link")
    assert snapshot(tmp_path / "far") == before


def test_item_01_a_manifest_of_strangers_lists_nothing_outside(motif, tmp_path):
    assert motif("--out", "run").status == 0
    (tmp_path / "precious.txt").write_text("mine")
    (tmp_path / "run/precious").mkdir()
    manifest = json.loads((tmp_path / "run/run.json").read_text())
    manifest["contents"] = [*manifest.get("contents", []), "../precious.txt", "precious", str(tmp_path / "precious.txt"), ".."]
    (tmp_path / "run/run.json").write_text(json.dumps(manifest))
    refused(motif("--force", "--out", "run"), "run: is not replaced", "run/precious")
    (tmp_path / "run/precious").rmdir()
    assert motif("--force", "--out", "run").status == 0
    assert (tmp_path / "precious.txt").read_text() == "mine"


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_item_01_an_input_in_the_run_folder_stays(windtunnel, motif, tmp_path, force):
    assert motif("--out", "run").status == 0
    before = snapshot(tmp_path / "run")
    for options in (["--scenario", "run/scenario.toml"], ["-p", "run/platform.toml", *HALO], ["-p", "./run/../run/platform.toml", *HALO]):
        words = ["motif", "-q", "-n", 2, *force, "--out", "run", *options]
        refused(windtunnel(*words, cwd=tmp_path), "run: holds an input of this run", "give another --out")
    assert snapshot(tmp_path / "run") == before
    # The scenario's own folder is not a run folder at all.
    here = tmp_path / "here"
    here.mkdir()
    shutil.copy(tmp_path / "run/scenario.toml", here)
    before = snapshot(here)
    refused(windtunnel("motif", "-q", *force, "--scenario", "scenario.toml", "--out", ".", cwd=here), "is not a run folder")
    assert snapshot(here) == before


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_item_01_the_run_whose_blocks_are_replayed_stays(windtunnel, tmp_path, force):
    run = ["run", "-q", "-n", 2, "-p", "two-hosts"]
    program = windtunnel.compile(ROOT / "examples" / "ring.c", tmp_path / "ring")
    windtunnel.must(*run, "--out", "blocks", program, cwd=tmp_path)
    before = snapshot(tmp_path / "blocks")
    refused(windtunnel(*run, *force, "--compute", "blocks", "--out", "blocks", program, cwd=tmp_path), "holds an input", "blocks")
    assert snapshot(tmp_path / "blocks") == before


def test_item_01_a_killed_run_can_be_replaced(windtunnel, tmp_path):
    program = windtunnel.compile(ROOT / "examples" / "ring.c", tmp_path / "ring")
    # Never ends: ranks wait for a line of input.
    source = "#include <mpi.h>\n#include <unistd.h>\nint main(void) { MPI_Init(0, 0); pause(); MPI_Finalize(); }\n"
    stuck = windtunnel.compile(source, tmp_path / "stuck")
    common = ["-q", "-n", "2", "-p", "two-hosts", "--out", "run"]
    words = [str(windtunnel.prefix / "bin/windtunnel"), "run", *common, str(stuck)]
    started = subprocess.Popen(words, cwd=tmp_path, env=windtunnel.environment, stderr=subprocess.PIPE, start_new_session=True)
    manifest = tmp_path / "run/run.json"
    for _ in range(600):
        if manifest.exists():
            break
        threading.Event().wait(0.05)
    os.killpg(started.pid, 9)
    started.communicate()
    assert manifest.exists()
    for _ in range(200):  # until the launcher has ended, too
        done = windtunnel("run", "--force", *common, "--compute", "none", program, cwd=tmp_path)
        if "another run is writing" not in done.err:
            break
    assert done.status == 0, done.err
    assert json.loads(manifest.read_text())["ending"] == "finished"


def test_item_01_compare_replaces_comparisons_alone(windtunnel, tmp_path):
    def compare(*options):
        words = ["compare", "-q", *options, "--networks", "ideal", "delay", "--out", "both", "--", "motif", *MOTIF[1:], *HALO]
        return windtunnel(*words, cwd=tmp_path)

    both = tmp_path / "both"
    both.mkdir()
    (both / "compare.svg").write_text("mine")
    (both / "note.txt").write_text("mine")
    refused(compare("--force"), "both/note.txt")
    assert (both / "compare.svg").read_text() == "mine"
    shutil.rmtree(both)
    assert compare().status == 0
    refused(compare(), "both: already holds a run", "--force")
    (both / "01-ideal/note.txt").write_text("mine")
    refused(compare("--force"), "01-ideal/note.txt")
    (both / "01-ideal/note.txt").unlink()
    assert compare("--force").status == 0


# Item 1: other files.


@pytest.fixture(scope="module")
def finished(windtunnel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("finished")
    windtunnel.must("motif", *MOTIF, *OBSERVED, "--out", "run", *HALO, cwd=folder)
    (folder / "two.xml").write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "simgrid.dtd">\n<platform version="4.1">'
        '<cluster id="c" prefix="h" suffix="" radical="0-1" speed="1Gf" bw="1GBps" lat="1us"/></platform>\n'
    )
    return folder


WRITERS = {
    "report": (["report", "run"], "out.html", "out.png"),
    "perfetto": (["export", "run", "--to", "perfetto"], "out.pftrace", "out.html"),
    "paje": (["export", "run", "--to", "paje"], "out.paje", "out.prv"),
    "prv": (["export", "run", "--to", "prv"], "out.prv", "out.json"),
    "goal": (["export", "run", "--to", "goal"], "out.goal", "out.csv"),
    "draw": (["platform", "draw", "two-hosts"], "out.svg", "out.png"),
    "import": (["platform", "import", "two.xml"], "out.toml", "out.xml"),
}


@pytest.mark.parametrize("writer", WRITERS)
def test_item_01_a_file_that_is_there_is_replaced_with_force_alone(windtunnel, finished, tmp_path, writer):
    words, name, _ = WRITERS[writer]
    out = tmp_path / name
    out.write_text("mine")
    refused(windtunnel(*words, "-o", out, cwd=finished), f"{name}: already exists; give another name, or replace it with --force")
    assert out.read_text() == "mine"
    windtunnel.must(*words, "--force", "-o", out, cwd=finished)
    assert out.read_bytes() != b"mine"
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")], "nothing else is left"


@pytest.mark.parametrize("writer", WRITERS)
def test_item_01_a_name_of_another_format_is_refused(windtunnel, finished, tmp_path, writer):
    words, right, wrong = WRITERS[writer]
    ending = Path(right).suffix
    refused(windtunnel(*words, "-o", tmp_path / wrong, cwd=finished), f"is not a `{Path(wrong).suffix}` file", f"`{ending}`")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["run.json", "scenario.toml", "messages", "messages/part-00000.parquet", "ranks/more"])
def test_item_01_a_part_of_the_run_is_no_place_for_what_is_made_of_it(windtunnel, finished, name):
    before = snapshot(finished / "run")
    for words in (["report", "run"], ["export", "run", "--to", "goal"]):
        done = windtunnel(*words, "--force", "-o", f"run/{name}", cwd=finished)
        assert done.status == 2, done.err
        assert "belongs to the run run and is not overwritten" in done.err or "is not a `." in done.err, done.err
    assert snapshot(finished / "run") == before


def test_item_01_inputs_are_not_overwritten(windtunnel, tmp_path):
    machine = tmp_path / "machine.toml"
    machine.write_text(windtunnel.must("platform", "print", "two-hosts").out)
    (tmp_path / "link.svg").symlink_to(machine)
    before = machine.read_text()
    refused(windtunnel("platform", "draw", machine, "--force", "-o", "link.svg", cwd=tmp_path), "is an input of this command")
    (tmp_path / "m").write_text(before)
    refused(windtunnel("platform", "draw", "./m", "--force", "-o", "m", cwd=tmp_path), "is an input of this command")
    assert machine.read_text() == before and (tmp_path / "m").read_text() == before


def test_item_01_a_trace_is_replaced_with_force_alone(windtunnel, tmp_path):
    program = windtunnel.compile(ROOT / "examples" / "ring.c", tmp_path / "ring")

    recorded = ["record", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--out", "run", "-o", "posts.trace", program]
    windtunnel.must(*recorded, cwd=tmp_path)

    def record(*options):
        return windtunnel("export", "posts.trace", "-q", "-p", "two-hosts", "--to", "ti", *options, cwd=tmp_path)

    assert record("-o", "a.trace").status == 0
    before = snapshot(tmp_path / "a.trace_files")
    refused(record("-o", "a.trace"), "a.trace: already exists", "--force")
    (tmp_path / "a.trace_files/notes.txt").write_text("mine")
    refused(record("--force", "-o", "a.trace"), "a.trace_files/notes.txt", "in it was not written by a previous command; move `")
    (tmp_path / "a.trace_files/notes.txt").unlink()
    assert snapshot(tmp_path / "a.trace_files") == before
    assert record("--force", "-o", "a.trace").status == 0
    assert snapshot(tmp_path / "a.trace_files") == before
    refused(record("-o", "a.png"), "is not a `.png` file")
    # Without its list there is no trace: the files of a killed recording do not pass for one.
    (tmp_path / "a.trace").unlink()
    refused(record("-o", "a.trace"), "a.trace_files/rank-0.txt: already exists")
    # The trace that is read is not written.
    windtunnel.must("replay", "-q", "-p", "two-hosts", "--out", "again", *sorted((tmp_path / "a.trace_files").iterdir()), cwd=tmp_path)


def test_item_01_a_trace_of_posts_is_replaced_with_force_alone(windtunnel, tmp_path):
    program = windtunnel.compile(ROOT / "examples" / "ring.c", tmp_path / "ring")

    def record(*options):
        return windtunnel("record", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", *options, program, cwd=tmp_path)

    assert record("-o", "a.trace").status == 0
    before = (tmp_path / "a.trace").read_bytes()
    refused(record("-o", "a.trace"), "a.trace: already exists", "--force")
    assert record("--force", "-o", "a.trace").status == 0
    assert (tmp_path / "a.trace").read_bytes() == before
    refused(record("-o", "a.png"), "is not a `.png` file")
    (tmp_path / "folder").mkdir()
    refused(record("--force", "-o", "folder"), "folder: cannot be written: it is a folder")
    for name in ("ring.c", "notes"):
        (tmp_path / name).write_text("mine")
        for options in ((), ("--force",)):
            refused(record(*options, "-o", name), f"{name}: cannot be written: it exists and is not a recorded trace")
        assert (tmp_path / name).read_text() == "mine"


def test_item_01_a_pipe_and_a_device_are_written_through(windtunnel, finished, tmp_path):
    done = windtunnel("platform", "draw", "two-hosts", "-o", "/dev/fd/1")
    assert done.status == 0 and done.out.startswith("<svg"), done.err
    with open(tmp_path / "page", "w") as page:
        words = [str(windtunnel.prefix / "bin/windtunnel"), "report", "-q", "run", "-o", "/dev/fd/1"]
        assert subprocess.run(words, cwd=finished, env=windtunnel.environment, stdout=page, timeout=60).returncode == 0
    assert (tmp_path / "page").read_text().startswith("<!")
    os.mkfifo(tmp_path / "fifo")
    read = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "fifo").read_text()))
    reader.start()
    windtunnel.must("platform", "draw", "two-hosts", "-o", tmp_path / "fifo")
    reader.join(60)
    assert read[0].startswith("<svg") and (tmp_path / "fifo").is_fifo()
    refused(windtunnel("platform", "draw", "two-hosts", "-o", "/dev/full"), "/dev/full: cannot be written: No space left")
    refused(windtunnel("export", "run", "--to", "prv", "-o", "/dev/fd/1", cwd=finished), "it cannot hold three files")


@pytest.mark.parametrize(
    "words",
    [
        ["list", "platforms"],
        ["platform", "print", "two-hosts"],
        ["platform", "show", "two-hosts", "--json"],
        ["summary", "run"],
        ["links", "run", "--json"],
        ["motif", "-n", "2", "-p", "two-hosts", "--json", "halo3d"],
    ],
    ids=lambda words: words[0],
)
def test_what_is_printed_is_not_lost_without_a_word(windtunnel, finished, words):
    command = [str(windtunnel.prefix / "bin/windtunnel"), *words]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command, cwd=finished, env=windtunnel.environment, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    lost = "windtunnel: standard output: cannot be written: No space left on device"
    assert done.returncode == 2 and lost in done.stderr, done
    # Whoever reads a pipe may stop.
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, cwd=finished, env=windtunnel.environment, stdout=writer, stderr=subprocess.DEVNULL, timeout=60)
    os.close(writer)
    assert done.returncode == 0


# Item 2: two at once.


def at_once(windtunnel, commands, cwd):
    """Starts commands together; gives status and stderr of each."""
    path = str(windtunnel.prefix / "bin/windtunnel")
    start = lambda words: subprocess.Popen(
        [path, *map(str, words)], cwd=cwd, env=windtunnel.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    started = [start(words) for words in commands]
    return [(child.communicate(timeout=300)[1], child.returncode) for child in started]


def test_item_02_twenty_runs_at_once_have_folders_of_their_own(windtunnel, tmp_path):
    commands = [["motif", *MOTIF, "halo3d", f"bytes={1 + at} KiB", "iterations=1"] for at in range(20)]
    ended = at_once(windtunnel, commands, tmp_path)
    assert [status for _, status in ended] == [0] * 20, ended
    folders = sorted((tmp_path / "runs").iterdir())
    assert len(folders) == 20
    sizes = [json.loads((folder / "run.json").read_text())["scenario"]["job"][0]["parameters"]["bytes"] for folder in folders]
    assert sorted(sizes) == sorted(f"{1 + at} KiB" for at in range(20))
    # Each is what it would have been alone.
    for folder in folders:
        windtunnel.must("motif", "-q", "--scenario", folder / "scenario.toml", "--out", "alone", "--force", cwd=tmp_path)
        assert (folder / "run.json").read_bytes() == (tmp_path / "alone/run.json").read_bytes()


def test_item_02_of_runs_into_one_folder_one_wins(windtunnel, tmp_path):
    program = windtunnel.compile(ROOT / "examples" / "ring.c", tmp_path / "ring")
    common = ["run", "-q", "-p", "two-hosts", "--compute", "none", "--oversubscribe", "--out", "one"]
    ended = at_once(windtunnel, [[*common, "-n", 2 + at, program] for at in range(8)], tmp_path)
    assert sorted(status for _, status in ended) == [0] + [2] * 7, ended
    for err, status in ended:
        assert status == 0 or "one: another run is writing there" in err or "one: already holds a run" in err, err
    winner = [status for _, status in ended].index(0)
    assert json.loads((tmp_path / "one/run.json").read_text())["ranks"] == 2 + winner


def test_item_02_what_is_executed_does_not_come_from_the_folder(windtunnel, tmp_path):
    """Another scenario in the run folder, put there while the program is compiled, is not run."""
    source = tmp_path / "slow.c"
    # The compiler reads a pipe until we let it go on.
    os.mkfifo(tmp_path / "more.h")
    source.write_text('#include <mpi.h>\n#include "more.h"\nint main(void) { MPI_Init(0, 0); MPI_Finalize(); return 0; }\n')
    words = [str(windtunnel.prefix / "bin/windtunnel"), "run", "-q", "-n", "2", "-p", "two-hosts", "--compute", "none", "--out", "run", str(source)]
    started = subprocess.Popen(words, cwd=tmp_path, env=windtunnel.environment, stderr=subprocess.PIPE, text=True)
    with open(tmp_path / "more.h", "w") as header:
        scenario = tmp_path / "run/scenario.toml"
        scenario.write_text(scenario.read_text().replace("ranks = 2", "ranks = 7"))
        header.write("\n")
    err = started.communicate(timeout=120)[1]
    assert started.returncode == 0, err
    assert json.loads((tmp_path / "run/run.json").read_text())["ranks"] == 2


def test_item_02_a_run_says_who_holds_its_folder(windtunnel, tmp_path):
    source = "#include <mpi.h>\n#include <unistd.h>\nint main(void) { MPI_Init(0, 0); pause(); MPI_Finalize(); }\n"
    stuck = windtunnel.compile(source, tmp_path / "stuck")
    common = ["run", "-q", "-n", "2", "-p", "two-hosts", "--out", "run", str(stuck)]
    started = subprocess.Popen(
        [str(windtunnel.prefix / "bin/windtunnel"), *common], cwd=tmp_path, env=windtunnel.environment, stderr=subprocess.PIPE
    )
    try:
        for _ in range(600):
            if (tmp_path / "run/run.json").exists():
                break
            threading.Event().wait(0.05)
        done = windtunnel(*common[:1], "--force", *common[1:], cwd=tmp_path)
        refused(done, "run: another run is writing there", f"(process {started.pid})", "wait for its end")
    finally:
        started.terminate()
        started.communicate(timeout=60)


def test_item_02_a_sweep_over_files_of_one_name(windtunnel, tmp_path):
    text = windtunnel.must("platform", "print", "two-hosts").out
    for name, _latency in (("a", "1 us"), ("b", "7 us")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "machine.toml").write_text(text)
    script = (
        "from windtunnel import motif, sweep\n"
        "runs = sweep(motif, 'halo3d', ranks=2, over={'platform': ['a/machine.toml', 'b/machine.toml']}, out='all', jobs=2)\n"
        "print(len({run.path for run in runs}))\n"
    )
    done = windtunnel.execute(sys.executable, "-c", script, cwd=tmp_path)
    assert (done.status, done.out) == (0, "2\n"), done.err
