"""Items 3 to 5: what goes wrong while a run goes on loses nothing that was closed, and is told as what it is."""

import errno
import json
import os
import resource
import shutil
import signal
import subprocess
import time

import pytest

from tunnel import ROOT

FATAL_SECONDS = 60

#: Ranks that pass a number around, with a line of output.
RING = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int rank, ranks, token = 0, rounds = argc > 1 ? atoi(argv[1]) : 20;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < rounds; i++) {
        if (rank == 0) {
            MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(&token, 1, MPI_INT, ranks - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&token, 1, MPI_INT, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
"""

#: Rank 1 computes until somebody ends it.
LONG = r"""
#include <mpi.h>
#include <stdio.h>
static volatile double sum;
static void __attribute__((noinline)) grind(void) {
    for (long i = 1; i < 400000000000L; i++) {
        sum += 1.0 / i;
    }
}
int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 100; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 1) {
        if (argc > 1) {
            fclose(fopen(argv[1], "w"));
        }
        grind();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""

OBSERVE = "timeline,messages,waits"
MOTIF = ["motif", "-n", "8", "-p", "fat-tree", "--observe", OBSERVE]
SMALL = ["halo3d", "iterations=5"]
#: More rows than fit a part, in a few seconds; and one that does not end while a test waits.
LARGE = ["halo3d", "iterations=2000"]
ENDLESS = ["halo3d", "iterations=100000000"]


@pytest.fixture(scope="module")
def programs(windtunnel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("programs")
    return {name: windtunnel.compile(text, folder / name, "-g") for name, text in [("ring", RING), ("long", LONG)]}


@pytest.fixture(scope="module")
def failing(windtunnel, tmp_path_factory):
    """The library that fails one operation on a file."""
    library = tmp_path_factory.mktemp("failing") / "failing.so"
    source = ROOT / "tests" / "trust" / "failing.c"
    done = windtunnel.execute("cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl")
    assert done.status == 0, done.err
    return library


@pytest.fixture
def start(windtunnel):
    """Starts the command in a session of its own; what is left of it afterwards ends with the test."""
    started = []

    def start(*words, **options):
        started.append(begin(windtunnel, *words, **options))
        return started[-1]

    yield start
    for process in started:
        for pid in in_session(process):
            os.kill(pid, signal.SIGKILL)
        process.kill()
        process.communicate()


def in_session(process):
    """The processes in the session of a command that have not ended."""
    found = subprocess.run(["ps", "-o", "pid=,stat=", "-s", str(process.pid)], capture_output=True, text=True).stdout
    return [int(line.split()[0]) for line in found.splitlines() if "Z" not in line.split()[1]]


def begin(windtunnel, *words, **options):
    options = {"start_new_session": True} | options
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": windtunnel.environment} | options
    return subprocess.Popen([str(windtunnel.prefix / "bin" / "windtunnel"), *map(str, words)], **options)


def wait_until(what, seconds=FATAL_SECONDS):
    """Waits for something that comes soon on an idle machine."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.02)
    raise AssertionError("it does not come")


def is_readable(windtunnel, run, tmp_path):
    """What `summary` says of a run that every view can read."""
    for words in [["explain", run], ["report", "-q", run, "-o", tmp_path / "report.html"],
                  ["export", "-q", run, "--to", "paje", "-o", tmp_path / "run.paje"]]:
        windtunnel.must(*words)
        for made in [tmp_path / "report.html", tmp_path / "run.paje"]:
            made.unlink(missing_ok=True)
    return windtunnel.must("summary", run).out


def hidden(folder):
    return list(folder.rglob(".*"))


# Item 3.


def test_item_03_a_run_stops_at_once_when_a_table_cannot_be_written(windtunnel, start, tmp_path, manifest):
    """RLIMIT_FSIZE stands for the full disk: no whole part fits."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, 12_000))

    run = tmp_path / "run"
    words = ["motif", "-n", "64", "-p", "fat-tree", "--observe", OBSERVE, "--out", run, *ENDLESS]
    process = start(*words, preexec_fn=limit)
    _, err = process.communicate(timeout=FATAL_SECONDS)
    assert process.returncode == 1, err
    found = manifest(run)
    assert found["ending"] == "stopped"
    assert "part-00000.parquet: cannot be written: File too large" in found["diagnosis"]
    assert found["diagnosis"] in err
    assert found["simulated_time_ps"] > 0 and f"simulated time: {found['simulated_time']} s" in err
    # What was written is there, and nothing half written.
    assert hidden(run) == []
    assert found["diagnosis"] in is_readable(windtunnel, run, tmp_path)


def test_item_03_a_run_whose_folder_is_removed_says_so(windtunnel, start, tmp_path):
    run = tmp_path / "run"
    process = start(*MOTIF, "--out", run, *ENDLESS)
    wait_until(lambda: (run / "run.json").exists() and json.loads((run / "run.json").read_text())["events"])
    # It makes files meanwhile, wherever its folder is.
    run.rename(tmp_path / "elsewhere")
    wait_until(lambda: shutil.rmtree(tmp_path / "elsewhere", ignore_errors=True) or not (tmp_path / "elsewhere").exists())
    _, err = process.communicate(timeout=FATAL_SECONDS)
    assert process.returncode == 2, err
    assert "run.json: cannot be written: No such file or directory" in err
    assert " s of simulated time, and its tables are kept and can be read, but run.json does not say how it ended" in err


#: What is simulated, and the process whose operations fail.
VICTIMS = {
    "motif": ("windtunnel", lambda programs, run: [*MOTIF, "--out", run, *SMALL]),
    "program": ("launcher", lambda programs, run: [
        "run", "-n", "4", "-p", "fat-tree", "--compute", "none", "--observe", OBSERVE, "--out", run, programs["ring"]]),
    "command": ("windtunnel", lambda programs, run: [
        "run", "-n", "4", "-p", "fat-tree", "--compute", "none", "--out", run, programs["ring"]]),
}


def injected(windtunnel, failing, victim, words, folder, **variables):
    name, _ = VICTIMS[victim]
    env = {"LD_PRELOAD": failing, "WT_FAIL_BELOW": folder, "WT_FAIL_ONLY": name, **variables}
    return windtunnel(*words, env={key: str(value) for key, value in env.items()})


def tables(run):
    return {str(path.relative_to(run)): path.read_bytes() for path in sorted(run.glob("*/part-*.parquet"))}


def fail_operations(windtunnel, failing, programs, tmp_path, victim, chosen):
    """Fails chosen ones of the operations on files that a run needs, each in a run of its own."""
    place = tmp_path / "place"
    run = place / "run"
    words = VICTIMS[victim][1](programs, run)
    count = tmp_path / "count"
    place.mkdir()
    whole = injected(windtunnel, failing, victim, words, place, WT_FAIL_COUNT=count)
    assert whole.status == 0, whole.err
    expected, number = tables(run), count.stat().st_size
    assert number > 5
    for at in chosen(number):
        shutil.rmtree(place)
        place.mkdir()
        code = [errno.ENOSPC, errno.EIO][at % 2]
        done = injected(windtunnel, failing, victim, words, place, WT_FAIL_AT=at, WT_FAIL_WITH=code)
        where = f"operation {at} of {number}: {done.err}"
        # The reason is told with the file; statuses: see docs/reference/troubleshooting.md.
        assert done.status in (0, 1, 2), where
        assert os.strerror(code) in done.err and f"{place}/" in done.err, where
        assert hidden(place) == [], where
        found = tables(run)
        # Of the table that could not be written there may be what was saved of it before.
        whole = [name for name, text in found.items() if expected.get(name) == text]
        if not (run / "run.json").exists():
            assert done.status == 2 and not found, where
            continue
        ending = json.loads((run / "run.json").read_text())["ending"]
        summary = windtunnel("summary", run)
        assert summary.status == 0, where + summary.err
        if done.status == 0:
            # All but what it cost this machine.
            assert ending == "finished" and found == expected, where
        elif ending in ("stopped", "running"):
            # All other tables are what they would have been.
            assert len(whole) >= len(expected) - 1, where
            windtunnel.must("report", "-q", "--force", run, "-o", tmp_path / "report.html")
        else:
            assert (done.status, ending) == (2, "failed"), where


@pytest.mark.parametrize("victim", VICTIMS)
def test_item_03_a_failed_write_loses_nothing_that_was_closed(windtunnel, failing, programs, tmp_path, victim):
    def chosen(number):
        return sorted({*range(2, number, 7), number - 2, number - 1, number})

    fail_operations(windtunnel, failing, programs, tmp_path, victim, chosen)


@pytest.mark.soak
@pytest.mark.parametrize("victim", VICTIMS)
def test_item_03_no_failed_write_loses_what_was_closed(windtunnel, failing, programs, tmp_path, victim):
    fail_operations(windtunnel, failing, programs, tmp_path, victim, lambda number: range(1, number + 1))


# Item 4.


def test_item_04_a_killed_run_is_read_by_every_view(windtunnel, start, tmp_path, manifest):
    run = tmp_path / "run"
    process = start(*MOTIF, "--out", run, *ENDLESS)
    wait_until(lambda: (run / "run.json").exists() and manifest(run)["events"])
    # What it writes while others read it, views would have to read, too.
    process.send_signal(signal.SIGSTOP)
    assert "the run has not ended; its tables reach at least as far as" in windtunnel.must("summary", run).out
    process.kill()
    process.communicate()
    assert manifest(run)["ending"] == "running", "nobody was left to write another"
    summary = is_readable(windtunnel, run, tmp_path)
    assert "motif halo3d iterations=100000000: killed" in summary
    assert "the run was killed before its end; its tables reach at least as far as" in summary
    assert "MPI_Waitall" in summary and "critical path" in summary
    assert "warning: " in windtunnel("explain", run).err


def test_item_04_a_run_that_was_killed_before_its_first_row_is_read(windtunnel, tmp_path, manifest):
    run = tmp_path / "run"
    windtunnel.must(*MOTIF, "--out", run, *SMALL)
    found = manifest(run) | {"ending": "running", "tables": [], "events": 0, "simulated_time_ps": 0}
    (run / "run.json").write_text(json.dumps(found))
    for table in run.glob("*/part-*.parquet"):
        table.unlink()
        table.parent.rmdir()
    assert "the run was killed before its end; nothing of it had been saved" in is_readable(windtunnel, run, tmp_path)


def test_item_04_the_package_reads_a_killed_run(windtunnel, start, tmp_path, manifest, monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.syspath_prepend(ROOT / "python")
    from windtunnel import load_run

    run = tmp_path / "run"
    process = start(*MOTIF, "--out", run, *ENDLESS)
    wait_until(lambda: (run / "run.json").exists() and manifest(run)["events"])
    assert load_run(run).ending == "running"
    process.kill()
    process.communicate()
    killed = load_run(run)
    assert killed.ending == "killed" and "was killed" in killed.diagnosis
    assert killed.timeline.collect().height > 0 and killed.ranks.collect().height == 8
    for table in (run / "waits").iterdir():
        table.unlink()
    assert killed.waits.collect().columns[:2] == ["rank", "function"] and killed.table("waits").height == 0


def test_item_04_when_a_run_is_saved_leaves_no_trace(windtunnel, start, tmp_path):
    """A run of some seconds, which is saved meanwhile, has the bytes of the same run on another, slower machine."""
    words = ["motif", "-n", "27", "-p", "fat-tree", "--observe", OBSERVE]
    runs = [tmp_path / "fast", tmp_path / "slow"]
    windtunnel.must(*words, "--out", runs[0], *LARGE)
    process = start(*words, "--out", runs[1], *LARGE)
    while process.poll() is None:
        for number in (signal.SIGSTOP, signal.SIGCONT):
            process.send_signal(number)
            time.sleep(0.03)
    assert process.wait() == 0
    assert tables(runs[0]) == tables(runs[1])
    assert hidden(runs[0]) == []


def launcher_of(process):
    """The launchers that a command has started."""
    found = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(process.pid)], capture_output=True, text=True)
    return [int(line.split()[0]) for line in found.stdout.splitlines() if line.split()[1] == "launcher"]


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_item_04_no_process_outlives_a_killed_command(windtunnel, start, programs, tmp_path, manifest, mode):
    run = tmp_path / "run"
    process = start("run", "-n", "4", "-p", "fat-tree", "--compute", "none", "--mode", mode, "--out", run,
                    programs["long"], tmp_path / "grinding")
    wait_until((tmp_path / "grinding").exists)
    [launcher] = launcher_of(process)
    process.kill()
    process.wait()
    # The launcher closes the tables and ends; with it end the ranks.
    wait_until(lambda: not os.path.exists(f"/proc/{launcher}"))
    wait_until(lambda: not in_session(process))
    found = manifest(run)
    assert found["ending"] == "stopped" and "had started it was killed" in found["diagnosis"]
    assert "rank 1 was computing" in found["diagnosis"]
    windtunnel.must("summary", run)


def test_item_04_what_a_run_saves_is_not_taken_for_what_ranks_write(windtunnel, start, programs, tmp_path, manifest):
    """Rows are saved again and again until their part is full: their bytes are ours."""
    run = tmp_path / "run"
    process = start("run", "-n", "64", "-p", "fat-tree", "--oversubscribe", "--compute", "none", "--observe", OBSERVE,
                    "--time-limit", "6", "--out", run, programs["ring"], "100000000")
    process.communicate(timeout=FATAL_SECONDS)
    assert manifest(run)["ending"] == "stopped"
    assert not [text for text in manifest(run)["warnings"] if "without MPI-IO" in text]


# Item 5.


@pytest.mark.parametrize("mode", ["images", "serialised", "processes"])
def test_item_05_a_time_limit_names_the_rank_that_computes(windtunnel, programs, tmp_path, manifest, mode):
    run = tmp_path / "run"
    done = windtunnel("run", "-n", "4", "-p", "fat-tree", "--compute", "none", "--mode", mode, "--time-limit", "1",
                      "--observe", OBSERVE, "--out", run, programs["long"])
    assert done.status == 1, done.err
    found = manifest(run)
    assert found["ending"] == "stopped"
    head = "the run was stopped after its time limit of 1 s (--time-limit); rank 1 was computing then: since 0.000"
    assert found["diagnosis"].startswith(head), found["diagnosis"]
    assert "\n  in        grind (long.c:" in found["diagnosis"]
    assert "\n  called by main (long.c:" in found["diagnosis"]
    # The tables of all that was before are whole.
    barriers = next(share for share in found["time"]["functions"] if share["function"] == "MPI_Barrier")
    assert barriers["calls"] >= 400
    assert "MPI_Barrier" in is_readable(windtunnel, run, tmp_path)


@pytest.mark.parametrize("mode", ["images", "processes"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_item_05_a_signal_to_the_whole_group_is_a_stop(windtunnel, start, programs, tmp_path, manifest, mode, number):
    run = tmp_path / "run"
    process = start("run", "-n", "4", "-p", "fat-tree", "--compute", "none", "--mode", mode, "--out", run,
                    programs["long"], tmp_path / "grinding")
    wait_until((tmp_path / "grinding").exists)
    os.killpg(process.pid, number)
    _, err = process.communicate(timeout=FATAL_SECONDS)
    assert process.returncode == 1, err
    found = manifest(run)
    assert found["ending"] == "stopped", found["diagnosis"]
    assert found["diagnosis"].startswith("the run was interrupted before its ranks had finished; "), found["diagnosis"]
    assert "made ready" not in err and "crashed" not in err
    windtunnel.must("summary", run)


def test_item_05_a_signal_from_elsewhere_blames_no_rank(windtunnel, start, programs, tmp_path, manifest):
    run = tmp_path / "run"
    process = start("run", "-n", "4", "-p", "fat-tree", "--compute", "none", "--mode", "images", "--out", run,
                    programs["long"], tmp_path / "grinding")
    wait_until((tmp_path / "grinding").exists)
    [launcher] = launcher_of(process)
    os.kill(launcher, signal.SIGSEGV)
    _, err = process.communicate(timeout=FATAL_SECONDS)
    assert process.returncode == 1, err
    assert manifest(run)["diagnosis"] == "the simulation was ended by SIGSEGV, sent by another process"
    windtunnel.must("summary", run)


CUT_SHORT = "the recording ends before the program did (it was stopped or killed)"


def whole_and_cut_recording(windtunnel, programs, tmp_path):
    """A recording of a whole run and one of a run that was stopped, both replayed: only the second says so."""
    words = ["record", "-q", "-n", "4", "-p", "fat-tree", "--compute", "none"]
    whole, cut = tmp_path / "whole.trace", tmp_path / "cut.trace"
    windtunnel.must(*words, "-o", whole, "--out", tmp_path / "a", programs["ring"])
    done = windtunnel.must("replay", "-q", "-p", "fat-tree", "--out", tmp_path / "b", whole)
    assert "recording" not in done.err
    stopped = windtunnel(*words, "--time-limit", "1", "-o", cut, "--out", tmp_path / "c", programs["long"])
    assert stopped.status == 1
    done = windtunnel("replay", "-q", "-p", "fat-tree", "--out", tmp_path / "d", cut)
    assert CUT_SHORT in done.err
    return whole, cut


def test_item_05_a_recording_of_posts_that_was_cut_short_says_so_when_replayed(windtunnel, programs, tmp_path):
    whole, cut = whole_and_cut_recording(windtunnel, programs, tmp_path)
    # A file of which the end is missing.
    cut.write_bytes(whole.read_bytes()[:-1])
    done = windtunnel("replay", "-q", "-p", "fat-tree", "--out", tmp_path / "e", cut)
    assert CUT_SHORT in done.err


def test_item_05_a_recording_that_was_cut_short_says_so_when_replayed(windtunnel, programs, tmp_path):
    recordings = whole_and_cut_recording(windtunnel, programs, tmp_path)
    whole, cut = tmp_path / "whole.ti", tmp_path / "cut.ti"
    whole_export, cut_export = (
        windtunnel("export", "-q", recording, "--to", "ti", "-p", "fat-tree", "-o", traces)
        for recording, traces in zip(recordings, (whole, cut), strict=True)
    )
    assert "recording" not in whole_export.err
    assert CUT_SHORT in cut_export.err
    assert "recording" not in windtunnel.must("replay", "-q", "-p", "fat-tree", "--out", tmp_path / "ti", whole).err
    assert CUT_SHORT in windtunnel("replay", "-q", "-p", "fat-tree", "--out", tmp_path / "cut-ti", cut).err
    # A trace of somebody else's promises nothing.
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    files = sorted((tmp_path / "whole.ti_files").iterdir(), key=lambda path: int(path.stem.split("-")[1]))
    for file in files:
        lines = [line for line in file.read_text().splitlines(True) if not line.startswith("#")]
        (foreign / file.name).write_text("".join(lines))
    done = windtunnel.must("replay", "-q", "-p", "fat-tree", "--out", tmp_path / "e", *(foreign / file.name for file in files))
    assert "recording" not in done.err


@pytest.mark.parametrize("words", [["report", "-o"], ["export", "--to", "perfetto", "-o"]])
def test_item_05_a_cut_report_or_export_does_not_lie_under_its_name(windtunnel, failing, tmp_path, words):
    run, out = tmp_path / "run", tmp_path / "out"
    windtunnel.must(*MOTIF, "--out", run, *SMALL)
    out.mkdir()
    target = out / ("page.html" if words[0] == "report" else "trace.pb")
    for at in range(1, 5):
        env = {"LD_PRELOAD": failing, "WT_FAIL_BELOW": out, "WT_FAIL_AT": at, "WT_FAIL_ONLY": "windtunnel"}
        done = windtunnel(words[0], run, *words[1:], target, env={key: str(value) for key, value in env.items()})
        if done.status == 0:
            break
        assert done.status == 2 and f"{target}: cannot be written: No space left on device" in done.err
        assert list(out.iterdir()) == []
    assert at > 2


def test_a_recording_that_was_cut_says_of_which_ranks(windtunnel, tmp_path):
    """Its parts are those of the ranks, one after the other: a half has nothing of the last ones."""
    windtunnel.must("record", "-q", "-n", 4, "-p", "two-hosts", "--oversubscribe", "--compute", "none", "-o", "whole.trace", ROOT / "examples" / "ring.c", cwd=tmp_path)
    whole = (tmp_path / "whole.trace").read_bytes()
    end = 16
    for _ in range(2):
        end += 16 + int.from_bytes(whole[end + 12 : end + 16], "little")
    (tmp_path / "half.trace").write_bytes(whole[: end + 9])
    done = windtunnel("replay", "-q", "-p", "two-hosts", "--oversubscribe", "half.trace", cwd=tmp_path)
    assert done.status == 1 and "returned 0" not in done.err
    said = "half.trace is incomplete (the recording was stopped or killed): it has nothing of rank"
    assert f"warning: {said} 2\n" in done.err and f"windtunnel: {said} 3: others wait for it: 1 of 4 ranks" in done.err, done.err
