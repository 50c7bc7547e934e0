"""What others give us: files that never end, tables with anything in them, names that a terminal would obey, programs."""

import json
import os
import pty
import random
import re
import shutil
from pathlib import Path

import pytest

from tunnel import ROOT

MOTIF = ["motif", "-q", "-n", 2]
HALO = ["halo3d", "bytes=1KiB", "iterations=1"]

#: Commands that read a file, which stands in the place of FILE.
READERS = {
    "platform": [*MOTIF, "-p", "FILE", *HALO],
    "scenario": ["motif", "-q", "--scenario", "FILE"],
    "library": [*MOTIF, "-p", "two-hosts", "--mpi-library", "FILE", *HALO],
    "allocation": [*MOTIF, "-p", "two-hosts", "--allocation", "file:FILE", *HALO],
    "mapping": [*MOTIF, "-p", "two-hosts", "--mapping", "file:FILE", *HALO],
    "trace": ["replay", "-q", "-p", "two-hosts", "FILE"],
    "goal": ["replay", "-q", "--engine", "loggopsim", "FILE"],
    "import": ["platform", "import", "FILE"],
    "check": ["platform", "check", "FILE"],
    "run.json": ["summary", "FOLDER"],
    "report": ["report", "FOLDER", "-o", "page.html"],
    "program": ["run", "-q", "-n", 2, "-p", "two-hosts", "FILE"],
}


@pytest.fixture
def read(windtunnel, tmp_path):
    """Runs one of the readers in little memory; it must not take long either."""

    def run(reader, file):
        folder = tmp_path / "folder"
        folder.mkdir(exist_ok=True)
        if not (folder / "run.json").exists():
            (folder / "run.json").symlink_to(file)
        words = [str(word).replace("FILE", str(file)).replace("FOLDER", str(folder)) for word in READERS[reader]]
        limited = "ulimit -v 4000000; exec timeout 20 \"$@\""
        return windtunnel.execute("bash", "-c", limited, "bash", windtunnel.prefix / "bin/windtunnel", *words, cwd=tmp_path)

    return run


@pytest.mark.parametrize("reader", READERS)
def test_item_06_pipes_and_devices_are_no_input_files(read, tmp_path, reader):
    os.mkfifo(tmp_path / "fifo.toml")
    for file in (tmp_path / "fifo.toml", Path("/dev/zero"), tmp_path):
        done = read(reader, file)
        assert done.status == 2, (file, done.status, done.err)
        assert len(done.err.splitlines()) == 1, done.err


@pytest.mark.parametrize("reader", ["platform", "scenario", "allocation", "import"])
def test_item_06_a_file_that_is_too_large_is_not_read(read, tmp_path, reader):
    with open(tmp_path / "large.toml", "wb") as large:
        large.truncate(1 << 40)
    done = read(reader, tmp_path / "large.toml")
    assert done.status == 2 and "it is larger than 256 MiB, the most that is read" in done.err, done.err


def test_item_06_a_scenario_may_come_from_a_pipe(windtunnel, tmp_path):
    windtunnel.must(*MOTIF, "-p", "two-hosts", "--out", "first", *HALO, cwd=tmp_path)
    text = (tmp_path / "first/scenario.toml").read_text()
    windtunnel.must("motif", "-q", "--scenario", "/dev/stdin", "--out", "second", cwd=tmp_path, input=text)
    script = f"{windtunnel.prefix}/bin/windtunnel motif -q --scenario <(cat first/scenario.toml) --out third"
    assert windtunnel.execute("bash", "-c", script, cwd=tmp_path).status == 0
    assert (tmp_path / "first/run.json").read_bytes() == (tmp_path / "third/run.json").read_bytes()
    script = f"{windtunnel.prefix}/bin/windtunnel motif -q -n 2 -p <(cat first/platform.toml) {' '.join(HALO)}"
    done = windtunnel.execute("bash", "-c", script, cwd=tmp_path)
    assert done.status == 2 and "it is a pipe; expected a regular file" in done.err, done.err


# Numbers that no run has.


@pytest.fixture(scope="module")
def finished(windtunnel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("finished")
    windtunnel.must(
        "motif", "-q", "-n", 4, "-p", "torus-3d", "--network", "flow:bucket=10 us",
        "--observe", "timeline,messages,waits,links,link_buckets,link_use", "--out", "run", *HALO, cwd=folder,
    )
    return folder / "run"


READ_BACK = [
    ["summary"], ["summary", "-v"], ["summary", "--json"], ["explain"], ["report"],
    *(["export", "--to", to] for to in ("perfetto", "paje", "prv", "goal")),
]


def numbers(value, path=()):
    """The places of all numbers in a JSON value."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers(item, (*path, key))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def changed(manifest, places, number):
    copy = json.loads(json.dumps(manifest))
    for *way, last in places:
        place = copy
        for key in way:
            place = place[key]
        place[last] = number
    return copy


def reads_back(windtunnel, run, commands=READ_BACK):
    # Not into a device: a command that renames what it has written would take the device's place.
    for words in commands:
        out = run.parent / "out"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        words = [*words, "-o", out / "it"] if words[0] in ("report", "export") else words
        limited = "ulimit -v 8000000; exec timeout 60 \"$@\""
        done = windtunnel.execute("bash", "-c", limited, "bash", windtunnel.prefix / "bin/windtunnel", *words[:1], run, *words[1:])
        assert done.status in (0, 2), (words, done.status, done.err)


def test_item_06_a_manifest_with_any_numbers(windtunnel, finished, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(finished, run)
    manifest = json.loads((run / "run.json").read_text())
    places = [place for place in numbers(manifest) if place[0] not in ("schema", "scenario")]
    words = [place for place in places if place != ("ranks",) and place[-1] not in ("hosts", "program_status")]
    for cases in (words, [("ranks",)], [("hosts",)], [("simulated_time_ps",)], [("time", "functions", 0, "time_ps")]):
        for number in (0, 2**31, 2**32 - 1, 2**63 - 1, 2**64 - 1):
            (run / "run.json").write_text(json.dumps(changed(manifest, cases, number)))
            reads_back(windtunnel, run, [["summary", "-v"], ["report"]] if number else READ_BACK)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_item_06_damaged_runs_are_read_or_refused(windtunnel, finished, tmp_path, seed):
    """Random bytes of tables and random numbers of the manifest; the seed repeats it."""
    chance = random.Random(seed)
    for _ in range(40):
        run = tmp_path / "run"
        shutil.rmtree(run, ignore_errors=True)
        shutil.copytree(finished, run)
        table = chance.choice(sorted(run.glob("*/*.parquet")))
        bytes_ = bytearray(table.read_bytes())
        for _ in range(chance.choice([1, 1, 2, 8])):
            bytes_[chance.randrange(4, len(bytes_) - 8)] = chance.randrange(256)
        table.write_bytes(bytes_)
        if chance.random() < 0.3:
            manifest = json.loads((run / "run.json").read_text())
            places = [place for place in numbers(manifest) if place[0] != "schema"]
            number = chance.choice([0, 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1])
            (run / "run.json").write_text(json.dumps(changed(manifest, [chance.choice(places)], number)))
        reads_back(windtunnel, run)


# What a terminal would obey.

HIDDEN = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e"


def on_terminal(windtunnel, words, cwd, answer=None):
    """Output and status of a command whose standard streams are a terminal."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(cwd)
        path = str(windtunnel.prefix / "bin/windtunnel")
        os.execve(path, [path, *map(str, words)], windtunnel.environment)
    if answer is not None:
        os.write(terminal, answer.encode() + b"\n")
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:  # the other side has closed it
            break
        if not piece:
            break
        shown += piece
    return shown.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def escaped(text):
    for hidden in "\x1b\x07\x9b\u202e":
        assert hidden not in text, text
    assert "\\x1b" in text, text


def test_item_06_names_do_nothing_to_a_terminal(windtunnel, finished, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(finished, run)
    manifest = json.loads((run / "run.json").read_text())
    manifest["warnings"] = [f"beware {HIDDEN}"]
    manifest["platform"] = f"machine {HIDDEN}"
    for share in manifest["hottest_links"]:
        share["name"] = f"link {HIDDEN}"
    (run / "run.json").write_text(json.dumps(manifest))
    shown, status = on_terminal(windtunnel, ["summary", "run"], tmp_path)
    assert status == 0, shown
    escaped(shown)
    # Errors quote what is wrong, wherever they go.
    text = windtunnel.must("platform", "print", "two-hosts").out
    (tmp_path / "p.toml").write_text(text + '"wrong \\u001b[2J \\u202e" = 1\n')
    done = windtunnel("platform", "check", "p.toml", cwd=tmp_path)
    assert done.status == 2
    escaped(done.err)
    done = windtunnel("summary", f"no{HIDDEN}where", cwd=tmp_path)
    escaped(done.err)
    # What goes into a file or a pipe is as it is.
    (tmp_path / "coloured").write_text('name = "two \\u001b[2J hosts"\n' + re.sub("(?m)^name = .*$", "", text))
    assert "\x1b[2J" in windtunnel.must("platform", "show", "./coloured", cwd=tmp_path).out
    shown, _ = on_terminal(windtunnel, ["platform", "show", "./coloured"], tmp_path)
    escaped(shown)


def test_item_06_a_programs_own_output_is_its_own(windtunnel, tmp_path):
    source = '#include <mpi.h>\n#include <stdio.h>\nint main(void) { MPI_Init(0, 0); printf("\\033[1mbold\\n"); MPI_Finalize(); return 0; }\n'
    program = windtunnel.compile(source, tmp_path / "bold")
    done = windtunnel.must("run", "-q", "-n", 1, "-p", "two-hosts", "--compute", "none", program, cwd=tmp_path)
    assert done.out == "\x1b[1mbold\n"


# Programs that a folder names.


def test_item_06_a_run_of_strangers_is_not_run_unasked(windtunnel, tmp_path):
    source = (
        "#include <mpi.h>\n#include <stdio.h>\n"
        'int main(void) { MPI_Init(0, 0); FILE *f = fopen("ran", "a"); fputs("x", f); fclose(f); MPI_Finalize(); return 0; }\n'
    )
    program = windtunnel.compile(source, tmp_path / "program")
    options = ["-q", "-n", 1, "-p", "two-hosts", "--compute", "none", "-x", "LD_PRELOAD_NOT=x", "--out", "run"]
    windtunnel.must("run", *options, program, "argument", cwd=tmp_path)
    (tmp_path / "ran").unlink()
    done = windtunnel("summary", "--ideal", "run", cwd=tmp_path)
    assert done.status == 2, (done.status, done.err)
    for words in ("run: names a program that would be executed (", 'LD_PRELOAD_NOT="x"', str(program), '"argument"', "allow it with --yes"):
        assert words in done.err, done.err
    shown, status = on_terminal(windtunnel, ["summary", "--ideal", "run"], tmp_path, answer="no")
    assert status == 2 and "run says what to run: " in shown, shown
    assert not (tmp_path / "ran").exists()
    shown, status = on_terminal(windtunnel, ["summary", "--ideal", "run"], tmp_path, answer="yes")
    assert status == 0 and (tmp_path / "ran").exists(), shown
    (tmp_path / "ran").unlink()
    shutil.rmtree(next(path.parent for path in (tmp_path / "run").rglob("run.json") if path.parent != tmp_path / "run"))
    windtunnel.must("summary", "--ideal", "--yes", "run", cwd=tmp_path)
    assert (tmp_path / "ran").exists()


def test_item_06_a_result_that_is_there_is_no_consent(windtunnel, tmp_path):
    """One that came with the folder had the program run for all the others."""
    source = (
        "#include <mpi.h>\n#include <stdio.h>\n"
        "int main(void) { int in = 1, out; MPI_Init(0, 0); MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);"
        ' FILE *f = fopen("ran", "a"); fputs("x", f); fclose(f); MPI_Finalize(); return 0; }\n'
    )
    program = windtunnel.compile(source, tmp_path / "program")
    machine = ["-q", "-n", 2, "-p", "two-hosts", "--ppn", 1, "--compute", "none", "--observe", "waits", "--out", "run"]
    windtunnel.must("run", *machine, program, cwd=tmp_path)
    explain = ["explain", "--what-if=collective", "run"]
    windtunnel.must(*explain, "--yes", cwd=tmp_path)
    results = sorted(path.parent for path in (tmp_path / "run").rglob("run.json") if path.parent != tmp_path / "run")
    assert len(results) > 2
    shutil.rmtree(results[-1])
    (tmp_path / "ran").unlink()
    done = windtunnel(*explain, cwd=tmp_path)
    assert done.status == 2 and "run: names a program that would be executed (" in done.err, done.err
    assert not (tmp_path / "ran").exists()


def test_item_06_a_page_on_trust(windtunnel):
    page = (ROOT / "docs/reference/trust.md").read_text()
    for word in ("run folder", "platform", "trace", "program", "--yes"):
        assert word in page
    assert "docs/reference/trust.md" in (ROOT / "README.md").read_text()
