"""Item 4: whatever is killed when, by whichever signal, what it had written is read by our own commands, and nothing else is
left or touched.

WT_KILL_SEED and WT_KILLS choose the kills; a failure prints both.
"""

import contextlib
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

OBSERVE = "timeline,messages,waits"
#: Seconds after which a command that was told to end has to be gone; it needs a fraction of one on an idle machine.
GONE = 60

#: Messages for as long as wanted, with some computing between them.
LOOP = r"""
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int rank, ranks, rounds = atoi(argv[1]), bytes = atoi(argv[2]), work = argc > 3 ? atoi(argv[3]) : 1000;
    volatile double sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    char *out = calloc(1, bytes), *in = calloc(1, bytes);
    for (int i = 0; i < rounds; i++) {
        int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
        MPI_Sendrecv(out, bytes, MPI_BYTE, next, 0, in, bytes, MPI_BYTE, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < work; k++) {
            sum += k;
        }
        if (i % 100 == 0) {
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
"""

#: Steps, of which some are simulated in detail, with a body that is sampled and arrays that may be folded.
PARTS = r"""
#include <mpi.h>
#include <stdlib.h>
#include <windtunnel.h>
static double array[1 << 16];
int main(int argc, char **argv) {
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (;;) {
        wt_phase("step");
        char *block = malloc(1 << 20);
        if (wt_sample("fill", 5, 0.05)) {
            for (int i = 0; i < 1 << 16; i++) array[i] += rank;
            wt_block_end();
        }
        MPI_Sendrecv(block, 1 << 16, MPI_BYTE, (rank + 1) % ranks, 0, array, 1 << 16, MPI_BYTE, (rank + ranks - 1) % ranks, 0,
            MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        free(block);
    }
}
"""

SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGABRT, signal.SIGSEGV]
TARGETS = {
    "images": ["command", "launcher", "group"],
    "serialised": ["command", "launcher", "group"],
    "processes": ["command", "launcher", "rank", "group"],
    "workers": ["command", "launcher", "rank", "group"],
    # Their processes have the launcher's name. A run goes on without a worker that was killed while it had no rank.
    "image workers": ["command", "group"],
    "packets": ["command", "launcher", "group"],
    "sampled": ["command", "launcher", "group"],
    "skipped": ["command", "launcher", "group"],
    "folded": ["command", "launcher", "group"],
    "on disk": ["command", "launcher", "group"],
    "record": ["command", "launcher", "group"],
    "replay": ["command", "group"],
    "motif": ["command", "group"],
    "report": ["command", "group"],
    "export": ["command", "group"],
    "export-ti": ["command", "group"],
}


@pytest.fixture(scope="module")
def made(windtunnel, tmp_path_factory):
    """What commands need that are killed."""
    folder = tmp_path_factory.mktemp("made")
    program = windtunnel.compile(LOOP, folder / "loop", "-g")
    windtunnel.compile(PARTS, folder / "parts")
    common = ["-q", "-n", "8", "-p", "fat-tree", "--compute", "none"]
    windtunnel.must("record", *common, "--out", folder / "recording", "-o", folder / "trace", program, "20000", "64")
    windtunnel.must(
        "motif",
        "-q",
        "-n",
        "64",
        "-p",
        "fat-tree",
        "--observe",
        OBSERVE,
        "--out",
        folder / "large",
        "halo3d",
        "iterations=300",
    )
    windtunnel.must("report", "-q", folder / "large", "-o", folder / "report.html")
    windtunnel.must("export", "-q", folder / "large", "--to", "perfetto", "-o", folder / "trace.pb")
    return folder


def words_of(what, made, run, place):
    program = made / "loop"
    measured = ["-n", "8", "-p", "fat-tree", "--observe", OBSERVE, "--out", run]
    common = [*measured, "--compute", "none"]
    endless = [program, "100000000", "64"]
    return {
        "images": ["run", *common, "--mode", "images", *endless],
        "serialised": ["run", *common, "--mode", "serialised", *endless],
        "processes": ["run", *common, "--mode", "processes", *endless],
        "workers": ["run", *measured, "--mode", "processes", "--workers", "3", *endless],
        "image workers": ["run", *measured, "--mode", "images", "--workers", "3", *endless, "20000"],
        "packets": ["run", *common, "--network", "packet", program, "100000000", "4096"],
        "sampled": ["run", "-n", "8", "-p", "fat-tree", "--observe", OBSERVE, "--out", run, made / "parts"],
        "skipped": ["run", *common, "--detail", "phase=step:2/10", made / "parts"],
        "on disk": ["run", *common, "--memory-folder", place, made / "parts"],
        "folded": ["run", *common, "--fold", "128 KiB", "--payload", "skip:64 KiB", made / "parts"],
        "record": ["record", *common, "-o", place / "trace", *endless],
        "replay": ["replay", "-p", "fat-tree", "--observe", OBSERVE, "--out", run, made / "trace"],
        "motif": ["motif", "-n", "64", "-p", "fat-tree", "--observe", OBSERVE, "--out", run, "halo3d", "iterations=100000000"],
        "report": ["report", made / "large", "-o", place / "report.html"],
        "export-ti": ["export", made / "trace", "--to", "ti", "-p", "fat-tree", "-o", place / "trace.ti"],
        "export": ["export", made / "large", "--to", "perfetto", "-o", place / "trace.pb"],
    }[what]


def session(leader):
    """Processes of a session that have not ended: their numbers and names."""
    found = subprocess.run(["ps", "-o", "pid=,stat=,comm=", "-s", str(leader)], capture_output=True, text=True).stdout
    lines = (line.split(None, 2) for line in found.splitlines())
    # A killed process whose first thread is gone is a zombie already while another one still waits for the disk: "Zl". It holds the
    # lock of its run folder until that has ended, too.
    return {int(pid): name.strip() for pid, state, name in lines if "Z" not in state or "l" in state}


def test_item_04_a_process_has_not_ended_before_its_last_thread(tmp_path):
    (tmp_path / "first.c").write_text(
        "#include <pthread.h>\n#include <unistd.h>\nstatic void *wait(void *p) { sleep(60); return p; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, wait, 0); pthread_exit(0); }\n"
    )
    subprocess.run(["cc", "-pthread", "-o", tmp_path / "first", tmp_path / "first.c"], check=True)
    process = subprocess.Popen([tmp_path / "first"], start_new_session=True)
    until(lambda: "Z" in Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2])
    assert session(process.pid)
    process.kill()
    process.wait(GONE)
    assert session(process.pid) == {}


def shared_objects():
    """All but the folders of campaigns, which tests beside this one run; the next campaign removes what is left of them."""
    names = {name for name in os.listdir("/dev/shm") if "windtunnel" in name or name.startswith("wt")}
    return {name for name in names if not name.startswith("windtunnel-writing-")}


def has_nameless_files(folder):
    """Whether files of a folder need no name while they are written: not over a network."""
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        return False
    return True


def strike(process, target, number):
    """Sends the signal to what is there of the target, or else to the command."""
    found = session(process.pid)
    of = {
        "launcher": [pid for pid, name in found.items() if name == "launcher"],
        "rank": [pid for pid, name in found.items() if name == "loop"],
    }.get(target, [])
    chosen = random.choice(of) if of else process.pid
    with contextlib.suppress(ProcessLookupError):
        if target == "group":
            os.killpg(process.pid, number)
        else:
            os.kill(chosen, number)
        if number == signal.SIGSEGV and (target != "rank" or not of):
            # Rust's handler takes the first one for a fault of the stack that comes again if it is real, and goes on. On a busy
            # machine two that follow at once are one.
            end = time.monotonic() + GONE
            while chosen in session(process.pid) and time.monotonic() < end:
                time.sleep(0.5)
                os.kill(chosen, number)


def kill(windtunnel, made, place, what, target, number, delay):
    """Kills a command, and checks what is left."""
    run, foreign = place / "run", place / "mine.txt"
    place.mkdir()
    foreign.write_text("keep")
    scratch = place / "tmp"
    scratch.mkdir()
    command = [str(windtunnel.prefix / "bin" / "windtunnel"), *map(str, words_of(what, made, run, place))]
    before = shared_objects()
    with (place / "said").open("w") as said:
        process = subprocess.Popen(
            command,
            cwd=place,
            stdout=said,
            stderr=said,
            start_new_session=True,
            env={**windtunnel.environment, "TMPDIR": str(scratch)},
        )
        try:
            # From the first instants on: the delay is some part of the time that comes before the tables, or later.
            time.sleep(delay)
            strike(process, target, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(GONE)
            end = time.monotonic() + GONE
            while session(process.pid) and time.monotonic() < end:
                time.sleep(0.02)
            assert session(process.pid) == {}, "processes are left"
        finally:
            for pid in session(process.pid):
                os.kill(pid, signal.SIGKILL)
            process.wait()
    # Tests beside this one have such objects, too; theirs go.
    end = time.monotonic() + GONE
    while not shared_objects() <= before and time.monotonic() < end:
        time.sleep(0.1)
    assert shared_objects() <= before
    assert foreign.read_text() == "keep"
    if what in ("report", "export"):
        # Under its name it is whole, or it is not there; under another there may be what a killed command left, if files need one.
        whole = place / ("report.html" if what == "report" else "trace.pb")
        assert not whole.exists() or whole.read_bytes() == (made / whole.name).read_bytes()
        names = {path.name for path in place.iterdir()} - {"mine.txt", "said", "tmp", whole.name}
        assert not names or not has_nameless_files(place) and all(name.startswith(".windtunnel-") for name in names), names
        return
    if what == "export-ti":
        # The list is written last; a command that was told to end leaves what it has, and a replay says so.
        if (place / "trace.ti").exists():
            replayed = windtunnel("replay", "-q", "-p", "fat-tree", "--out", place / "again", place / "trace.ti")
            assert replayed.status == 0 or "the recording ends before the program did" in replayed.err, replayed.err
        return
    if not (run / "run.json").exists():
        # It had not even begun.
        assert not run.exists() or all(path.name.startswith(".windtunnel-") for path in run.iterdir())
        return
    summary = windtunnel("summary", run)
    assert summary.status == 0, summary.err
    report = windtunnel("report", "-q", "--force", run, "-o", place / "check.html")
    assert report.status == 0, report.err
    ending = json.loads((run / "run.json").read_text())["ending"]
    assert ending in ("running", "stopped", "crashed", "failed", "finished"), ending
    if ending == "running":
        assert ": killed\n" in summary.out, summary.out
    if what == "record" and (place / "trace").exists() and ending != "finished":
        replayed = windtunnel(
            "replay", "-q", "-p", "fat-tree", "--time-limit", "20", "--out", place / "again", place / "trace"
        )
        assert "the recording ends before the program did" in replayed.err, replayed.err
    # Another run takes the place of what is left.
    again = windtunnel("motif", "-q", "-n", "2", "-p", "fat-tree", "--force", "--out", run, "halo3d", "iterations=1")
    assert again.status == 0, again.err


def plan(seed, kills, commands):
    """Every command and target in turn; signals and moments by chance."""
    chance = random.Random(seed)
    pairs = [(what, target) for what in commands for target in TARGETS[what]]
    chance.shuffle(pairs)
    for number, (what, target) in zip(range(kills), itertools.cycle(pairs)):
        when = chance.choice([chance.uniform(0.0, 0.2), chance.uniform(0.2, 3.0)])
        sent = chance.choice(SIGNALS)
        # Ranks leave Ctrl-C to the command: by itself it ends none of them.
        yield number, what, target, signal.SIGTERM if (target, sent) == ("rank", signal.SIGINT) else sent, when


def kill_all(windtunnel, made, tmp_path, seed, kills, commands=TARGETS):
    random.seed(seed)
    for number, what, target, sent, delay in plan(seed, kills, commands):
        text = f"WT_KILL_SEED={seed} WT_KILLS={kills}: kill {number}: {what}, {target}, {sent.name} after {delay:.3f} s"
        place = tmp_path / str(number)
        try:
            kill(windtunnel, made, place, what, target, sent, delay)
        except Exception as error:
            said = (place / "said").read_text() if (place / "said").exists() else ""
            raise AssertionError(f"{text}: {error}\n{said[-2000:]}") from error


def test_item_04_a_dozen_kills(windtunnel, made, tmp_path):
    kill_all(windtunnel, made, tmp_path, int(os.environ.get("WT_KILL_SEED", "4")), 12)


@pytest.mark.soak
def test_item_04_two_hundred_kills(windtunnel, made, tmp_path):
    seed = int(os.environ.get("WT_KILL_SEED") or random.SystemRandom().randrange(1 << 30))
    kill_all(windtunnel, made, tmp_path, seed, int(os.environ.get("WT_KILLS", "200")))


@pytest.mark.soak
@pytest.mark.parametrize("what", ["sampled", "skipped", "folded", "on disk"])
def test_item_04_sixty_kills_of_what_is_simulated_in_part_or_on_disk(windtunnel, made, tmp_path, what):
    seed = int(os.environ.get("WT_KILL_SEED") or random.SystemRandom().randrange(1 << 30))
    kill_all(windtunnel, made, tmp_path, seed, int(os.environ.get("WT_KILLS", "60")), [what])


ENDLESS = ["halo3d", "iterations=100000000"]
#: Commands that have others simulate; ones that take a file find it as `endless.toml`.
STARTERS = {
    "compare": ["compare", "--networks", "ideal", "delay", "--out", "out", "--", "motif", "-n", 8, "-p", "torus-3d", *ENDLESS],
    "campaign": ["campaign", "endless.toml"],
}


def processes_of(folder):
    """The processes that a command in a folder has started, wherever they work: their numbers and words."""
    working = {}
    for entry in os.scandir("/proc"):
        with contextlib.suppress(OSError):
            if (
                entry.name.isdecimal()
                and f"STARTED_IN={folder}\0".encode() in Path("/proc", entry.name, "environ").read_bytes()
            ):
                working[int(entry.name)] = Path("/proc", entry.name, "cmdline").read_text().split("\0")[:-1]
    return working


def test_item_04_a_command_whose_starter_is_gone_before_it_has_come_so_far_ends(windtunnel, tmp_path):
    gone = subprocess.Popen(["true"])
    gone.wait()
    (tmp_path / "one.toml").write_text('[scenario]\nmotif = "halo3d"\nplatform = "torus-3d"\n[over]\nranks = [8]\n')
    environment = {**windtunnel.environment, "WT_ENDS_WITH": str(gone.pid)}
    python = [sys.executable, "-P", "-m", "windtunnel.campaign", "--", "one.toml"]
    for words in ([windtunnel.prefix / "bin/windtunnel", "motif", "-q", "-n", "8", "-p", "torus-3d", *ENDLESS], python):
        done = subprocess.run(words, cwd=tmp_path, env=environment, timeout=GONE)
        assert done.returncode == 128 + signal.SIGTERM, words
    assert not (tmp_path / "runs").exists()
    # One between them may have started it.
    environment["WT_ENDS_WITH"] = str(os.getpid())
    between = ["sh", "-c", '"$0" list platforms; exit $?', windtunnel.prefix / "bin/windtunnel"]
    assert subprocess.run(between, env=environment, stdout=subprocess.DEVNULL, timeout=GONE).returncode == 0


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("starter", STARTERS)
def test_item_04_what_a_command_has_started_ends_with_it(windtunnel, tmp_path, starter, sent):
    """Runs of a killed comparison or campaign went on to their end, with nobody to wait for them."""
    folder = tmp_path.resolve()
    scenario = (
        '[scenario]\nmotif = "halo3d"\nplatform = "torus-3d"\nparameters.iterations = "100000000"\n[over]\nranks = [8, 16]\n'
    )
    (folder / "endless.toml").write_text(scenario)
    words = [str(windtunnel.prefix / "bin/windtunnel"), *map(str, STARTERS[starter])]
    environment = {**windtunnel.environment, "STARTED_IN": str(folder)}
    command = subprocess.Popen(words, cwd=folder, env=environment, stderr=subprocess.PIPE)
    # A process that it starts has its words until it runs another program.
    until(lambda: any(ours[:1] == words[:1] and ours != words for ours in processes_of(folder).values()))
    command.send_signal(sent)
    command.wait(GONE)
    until(lambda: not processes_of(folder))
    if sent != signal.SIGKILL:
        assert b"windtunnel: the command was interrupted before its end\n" in command.stderr.read()


def test_item_04_a_python_process_that_is_killed_is_told(windtunnel, tmp_path):
    folder = tmp_path.resolve()
    words = [windtunnel.prefix / "bin/windtunnel", *map(str, STARTERS["compare"])]
    environment = {**windtunnel.environment, "STARTED_IN": str(folder)}
    command = subprocess.Popen(words, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True)

    def module():
        """The process that runs the module: another looks for it before."""
        for pid in processes_of(folder):
            with contextlib.suppress(OSError):
                if b"\0-m\0" in Path("/proc", str(pid), "cmdline").read_bytes():
                    return pid
        return None

    until(module)
    os.kill(module(), signal.SIGKILL)
    assert "windtunnel: the Python process of the command was ended by signal 9\n" in command.communicate(timeout=GONE)[1]
    assert command.returncode == 1
    until(lambda: not processes_of(folder))


def until(found):
    """Waits until something is so."""
    begun = time.monotonic()
    while not found():
        assert time.monotonic() - begun < GONE
        time.sleep(0.05)
