"""What points read: the command lists it, and a change of it runs exactly the points again that depend on it."""

import dataclasses
import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import windtunnel
from conftest import ROOT
from windtunnel import Campaign
from windtunnel.campaign.build import build
from windtunnel.campaign.lister import Input, Lister
from windtunnel.campaign.point import Preparer
from windtunnel.campaign.space import space
from windtunnel.campaign.start import words
from windtunnel.campaign.store import Store
from windtunnel.campaign.worker import Missing, Task, work
from windtunnel.command import call

SHIPPED = (ROOT / "platforms" / "two-hosts.toml").read_text()
IDEAL = (ROOT / "mpi-libraries" / "ideal.toml").read_text()
MPICH = (ROOT / "mpi-libraries" / "mpich-4.3.toml").read_text()
TUNED = "coll_tuned_use_dynamic_rules = 1\ncoll_tuned_allreduce_algorithm = {}\n"
MPI = "#include <mpi.h>\n#include <stdio.h>\n"
COMPUTES = MPI + """int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (volatile int i = 0; i < 100000; i++);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
READS = MPI + """int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    static char from[1 << 20], to[1 << 20];
    int count = 0;
    FILE *file = fopen("count.txt", "r");
    if (!file || fscanf(file, "%d", &count) != 1) MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Allreduce(from, to, count, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
GOAL = "num_ranks 2\nrank 0 {{\na: send {}b to 1\n}}\nrank 1 {{\na: recv {}b from 0\n}}\n"
SEND = "0 init\n0 send 1 0 {} 0\n0 finalize\n"
RECEIVE = "1 init\n1 recv 0 0 {} 0\n1 finalize\n"


@dataclasses.dataclass(frozen=True)
class Kind:
    """A way in which a scenario names a file."""

    name: str
    #: Keys of the point.
    scenario: dict
    #: The file that changes, and what it has before and after.
    path: str
    before: object
    after: object
    #: The key under which it is listed; None for what only the campaign knows of.
    key: str | None
    #: Other files that it needs.
    others: dict = None


def kinds(folder):
    """All of them. Files are texts, or functions that make them."""
    motif = {"motif": "allreduce", "platform": "two-hosts", "ranks": 4, "parameters.bytes": "64 KiB", "parameters.compute": "1 ms"}
    graph = {"motif": "graph", "platform": "two-hosts", "ranks": 2}
    trace = {"platform": "two-hosts", "compute": "none"}
    slow = re.sub(r'latency = "[^"]*"', 'latency = "9 us"', SHIPPED)
    noise = ("0 100000\n900000 1000\n1000000 0\n", "0 300000\n900000 1000\n1000000 0\n")
    lib = {"before": MPICH, "after": IDEAL}

    def noisy(trace):
        return SHIPPED.replace("[host]\n", f'[host]\nnoise = {{ trace = "{trace}" }}\n')

    def run_of(count):
        def make(path):
            call(["run", "-q", "--force", "--out", str(path), "-n", "2", "-p", "two-hosts", "--observe", "blocks,graph", "--compute",
                  "measured", str(folder / "computes.c"), str(count)]).check()
        return make

    def graph_of(bytes_):
        def make(path):
            call(["motif", "-q", "--force", "--out", str(path), "-n", "2", "-p", "two-hosts", "--observe", "graph", "ping",
                  f"bytes={bytes_}"]).check()
        return make

    def recorded(count):
        def make(path):
            call(["record", "-q", "--force", "--out", str(path) + ".run", "-n", "2", "-p", "two-hosts", "--compute", "none",
                  "--trace", str(path), str(ROOT / "examples" / "halo3d.c"), "-b", str(count), "-i", "1"]).check()
        return make

    def copied(path):
        shutil.copyfile(ROOT / "examples" / "hdtrace" / path.name, path)

    def changed(path):
        path.write_text((ROOT / "examples" / "hdtrace" / path.name).read_text().replace("80000", "90000"))

    projects = {f"hd{n}/{name}": copied for n in (1, 2)
                for name in ("checkpoint.proj", "checkpoint_left_0_0.trc", "checkpoint_right_1_0.trc")}
    program = {"program": "computes.c", "platform": "two-hosts", "ranks": 2}
    rules = '[[block]]\nfunction = "MPI_Barrier"\n{}\n'
    absolute = str(folder)
    return [
        Kind("platform", motif | {"platform": "machine.toml"}, "machine.toml", SHIPPED, slow, "platform"),
        Kind("platform by an absolute path", motif | {"platform": f"{absolute}/far/distant.toml"}, "far/distant.toml", SHIPPED, slow,
             "platform"),
        Kind("platform behind a link", motif | {"platform": "link.toml"}, "real.toml", SHIPPED, slow, None,
             {"link.toml": lambda path: path.is_symlink() or path.symlink_to("real.toml")}),
        Kind("noise of a platform", motif | {"platform": "noisy/machine.toml"}, "noisy/noise.txt", *noise, "platform: host.noise.trace",
             {"noisy/machine.toml": noisy("noise.txt")}),
        Kind("noise by an absolute path", motif | {"platform": "noisy2.toml"}, "noise2.txt", *noise, "platform: host.noise.trace",
             {"noisy2.toml": noisy(f"{absolute}/noise2.txt")}),
        Kind("noise that is set", motif | {"set.host.noise.trace": "noise3.txt"}, "noise3.txt", *noise, "platform: host.noise.trace"),
        Kind("library", motif | {"mpi-library": "library.toml"}, "library.toml", key="mpi-library", **lib),
        Kind("library by an absolute path", motif | {"mpi-library": f"{absolute}/library2.toml"}, "library2.toml", key="mpi-library", **lib),
        Kind("library of a platform", motif | {"platform": "with-library.toml"}, "library3.toml", key="platform: mpi.library",
             others={"with-library.toml": SHIPPED + '\n[mpi]\nlibrary = "./library3.toml"\n'}, **lib),
        Kind("tuning file", motif | {"mpi-library": "openmpi-5.0+tuned.conf"}, "tuned.conf", TUNED.format(1), TUNED.format(4), "mpi-library"),
        Kind("tuning file by an absolute path", motif | {"mpi-library": f"openmpi-5.0+{absolute}/tuned2.conf"}, "tuned2.conf",
             TUNED.format(1), TUNED.format(4), "mpi-library"),
        Kind("rules that a tuning file names", motif | {"mpi-library": "openmpi-5.0+names.conf"}, "rules.conf", "1\n2\n1\n4\n1\n0 1 0 0\n",
             "1\n2\n1\n4\n1\n0 4 0 0\n", "mpi-library",
             {"names.conf": "coll_tuned_use_dynamic_rules = 1\ncoll_tuned_dynamic_rules_filename = rules.conf\n"}),
        Kind("mapping by lines", motif | {"ranks": 2, "mapping": "file:mapping.txt"}, "mapping.txt", "host0\nhost1\n", "host0\nhost0\n",
             "job.mapping"),
        Kind("mapping by a program", graph | {"ranks": 8, "parameters.file": "pair.txt", "mapping": "turn.map"}, "turn.map", "map grid(8) -> machine()",
             "map grid(8) -> machine().transpose(core, host)", "job.mapping",
             {"pair.txt": "0 2 80000\n"}),
        Kind("allocation", motif | {"ranks": 2, "allocation": "file:hosts.txt"}, "hosts.txt", "host0 slots=1\nhost1\n", "host0\n",
             "job.allocation"),
        Kind("graph", graph | {"parameters.file": "graph.txt"}, "graph.txt", "0 1 8\n", "0 1 80000\n",
             "job.parameters.file"),
        Kind("graph of a run", graph | {"parameters.file": f"{absolute}/counted"}, "counted",
             graph_of("8 B"), graph_of("64 KiB"), "job.parameters.file"),
        Kind("recorded trace", trace | {"trace": "recorded.trace"}, "recorded.trace", recorded(4), recorded(8), "job.trace"),
        Kind("trace of all ranks", trace | {"trace": "all.ti"}, "all.ti", SEND.format(8) + RECEIVE.format(8),
             SEND.format(8000) + RECEIVE.format(8000), "job.trace"),
        Kind("file of a trace's list", trace | {"trace": "list.ti"}, "ranks/0.txt", SEND.format(8), SEND.format(4), "job.trace",
             {"list.ti": "ranks/0.txt\nranks/1.txt\n", "ranks/1.txt": RECEIVE.format(8)}),
        Kind("file of a trace's list by an absolute path", trace | {"trace": "list2.ti"}, "ranks2/0.txt", SEND.format(8), SEND.format(4),
             "job.trace", {"list2.ti": f"{absolute}/ranks2/0.txt\n{absolute}/ranks2/1.txt\n", "ranks2/1.txt": RECEIVE.format(8)}),
        Kind("HDTrace of a rank", trace | {"trace": "hd1/checkpoint.proj"}, "hd1/checkpoint_left_0_0.trc", copied, changed, "job.trace",
             {path: made for path, made in projects.items() if path.startswith("hd1")}),
        Kind("GOAL", trace | {"trace": "two.goal"}, "two.goal", GOAL.format(8, 8), GOAL.format(9999, 9999), "job.trace"),
        Kind("noise of LogGOPSim", {"engine": "loggopsim:noise-trace=noise4.txt", "trace": "send.goal"}, "noise4.txt",
             "900 2600\n3500 100\n", "900 26000\n35000 100\n", "engine", {"send.goal": GOAL.format(8, 8)}),
        Kind("blocks of a run", program | {"compute": "measured-run"}, "measured-run", run_of(1), run_of(2), "compute"),
        Kind("rules of blocks", program | {"compute": "none+rules.toml"}, "rules.toml", rules.format('time = "1 ms"'),
             rules.format('time = "2 ms"'), "compute"),
        Kind("run of a rule", program | {"compute": f"none+{absolute}/rules2.toml"}, "other-run", run_of(1), run_of(2), "compute",
             {"rules2.toml": rules.format(f'from = "{absolute}/other-run"')}),
        Kind("source", program | {"program": "other.c", "compute": "none"}, "other.c", COMPUTES, COMPUTES.replace(
             "MPI_Barrier(", "MPI_Bcast(argv, 8, MPI_BYTE, 0, "), None),
        Kind("file of a program", program | {"program": "reads.c", "compute": "none"}, "count.txt", "8", "80000", None),
    ]


def write(folder, path, content):
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    if callable(content):
        content(file)
    else:
        file.write_text(content)


def host_free(table):
    return table.select(name for name in table.columns if not name.startswith("host_"))


@pytest.fixture
def made(folder):
    (folder / "computes.c").write_text(COMPUTES)
    (folder / "reads.c").write_text(READS)
    found = kinds(folder)
    for kind in found:
        for path, content in {**(kind.others or {}), kind.path: kind.before}.items():
            write(folder, path, content)
    return found


def test_a_changed_input_runs_exactly_the_points_again_that_depend_on_it(made, folder):
    def run(store):
        table = Campaign({}, listed=[kind.scenario for kind in made], inputs=["count.txt"]).run(store)
        return table.table, table.progress

    before, progress = run("store")
    assert before["ending"].to_list() == ["finished"] * len(made), [one for one in before["reason"] if one]
    assert progress.run == len(made) >= 20
    again, progress = run("store")
    assert progress.run == 0 and again.equals(before)
    programs = {kind.name for kind in made if "program" in kind.scenario}
    for number, kind in enumerate(made):
        write(folder, kind.path, kind.after)
        after, progress = run("store")
        changed = {made[row].name for row in range(len(made)) if after["point"][row] != before["point"][row]}
        # What a campaign lists as files of its programs is there for all of them.
        expected = programs if kind.name == "file of a program" else {kind.name}
        assert changed == expected and progress.run == len(expected), kind.name
        assert after["ending"][number] == "finished", (kind.name, after["reason"][number])
        if not kind.name.startswith("noise of Log"):
            figures = ["simulated_time_ps", "bytes", "compute_ps"]
            assert after.select(figures).row(number) != before.select(figures).row(number), kind.name
        before = after
    fresh, _ = run("fresh")
    assert host_free(fresh).equals(host_free(before)), "as if there had been nothing before"


# Notes what the command and its launcher open to read.
WATCH = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int watched(void) {
    char name[4096];
    ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);
    if (length < 0) return 0;
    name[length] = 0;
    return strstr(name, "/bin/windtunnel") || strstr(name, "/launcher");
}
static void note(int fd, int flags) {
    struct stat found;
    char link[64], name[4096];
    const char *to = getenv("OPENED");
    if (fd < 0 || (flags & O_ACCMODE) != O_RDONLY || !to || fstat(fd, &found) || !S_ISREG(found.st_mode) || !watched()) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, name, sizeof name - 1);
    if (length < 0) return;
    name[length++] = '\n';
    static int (*next)(const char *, int, ...);
    if (!next) next = dlsym(RTLD_NEXT, "open");
    int log = next(to, O_WRONLY | O_APPEND | O_CREAT, 0644);
    if (write(log, name, length) != length) abort();
    close(log);
}
#define OPEN(NAME, PARAMETERS, ...) \
    int NAME PARAMETERS { \
        static int (*next) PARAMETERS; \
        if (!next) next = dlsym(RTLD_NEXT, #NAME); \
        va_list more; \
        va_start(more, flags); \
        int mode = va_arg(more, int); \
        va_end(more); \
        int fd = next(__VA_ARGS__, flags, mode); \
        note(fd, flags); \
        return fd; \
    }
OPEN(open, (const char *path, int flags, ...), path)
OPEN(open64, (const char *path, int flags, ...), path)
OPEN(openat, (int at, const char *path, int flags, ...), at, path)
OPEN(openat64, (int at, const char *path, int flags, ...), at, path)
"""


def test_every_file_that_a_run_opens_is_listed(made, folder, tmp_path):
    (folder / "watch.c").write_text(WATCH)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", "watch.so", "watch.c", "-ldl"], cwd=folder, check=True)
    prefix = Path(os.environ["WT_PREFIX"]).resolve()
    for number, kind in enumerate(made):
        scenario = dict(kind.scenario)
        if "trace" in scenario:
            scenario["trace"] = [scenario["trace"]]
        opened, run = folder / f"opened{number}", folder / f"run{number}"
        command, *rest = words(scenario)
        done = subprocess.run(
            [prefix / "bin" / "windtunnel", command, "-q", "--out", run, *rest], cwd=folder, capture_output=True, text=True,
            env={**os.environ, "LD_PRELOAD": str(folder / "watch.so"), "OPENED": str(opened)},
        )
        assert done.returncode == 0, (kind.name, done.stderr)
        # A library that is preloaded is hashed as the program's.
        own = [prefix, run, folder / "watch.so", *map(Path, ("/proc", "/sys", "/dev", "/etc", "/usr", "/lib"))]
        read = {Path(line) for line in opened.read_text().splitlines()}
        read = {path for path in read if not any(path.is_relative_to(place) for place in own)}
        if "program" in scenario:
            read -= {folder / scenario["program"], folder / "count.txt"}
        told = json.loads(call(["scenario", "inputs", "--json", "--", command, *rest]).check().out)
        assert {(folder / one["path"]).resolve() for one in told} == read, kind.name
        # A program's own files are known only once it has run.
        listed = json.loads((run / "run.json").read_text())["inputs"]
        assert told == [one for one in listed if one in told or "program" not in scenario], kind.name
        if kind.key is not None:
            assert kind.key in {one["key"] for one in told if Path(folder, one["path"]).resolve().is_relative_to(folder / kind.path)}
        for one in told:
            assert one["sha256"] == hashlib.sha256((folder / one["path"]).read_bytes()).hexdigest()


def test_commands_whose_inputs_cannot_be_listed(folder):
    def said(*options, lines=None):
        done = call(["scenario", "inputs", *options], input=lines)
        return done.status, done.message

    assert said("--", "list", "platforms") == (
        2,
        "scenario inputs: the inputs of the command cannot be listed: `list` simulates no scenario; expected `run`, `record`, "
        "`replay` or `motif`",
    )
    assert said("--", "motif", "-n", "2", "-p", "two-hosts", "graph", "file=no.txt")[0] == 2
    cannot = "scenario inputs: the inputs of the command cannot be listed: "
    assert said("--", "motif", "--no-such")[1].startswith(cannot + "error: unexpected argument '--no-such' found")
    status, message = said(lines='["motif", 3]\n')
    assert status == 2 and message.startswith(
        cannot + "line 1 of the standard input is not a list of words in JSON: "
    )
    answer = json.loads(call(["scenario", "inputs"], input='["motif", "-n", "2", "-p", "no-such", "ping"]\n').check().out)
    assert answer["inputs"] == [] and "unknown platform `no-such`" in answer["error"]


def test_a_file_that_changes_while_a_campaign_reads_it_is_named(folder, monkeypatch):
    (folder / "machine.toml").write_text(SHIPPED)
    monkeypatch.setattr(Lister, "inputs", lambda *_: (Input("platform", "machine.toml", "0" * 64),))
    with pytest.raises(windtunnel.WindtunnelError, match="machine.toml: has changed since it was read; run the campaign again"):
        Campaign({"motif": "ping", "platform": "machine.toml", "ranks": 2}).run()


def test_a_campaign_without_a_program_has_no_use_for_inputs(folder):
    with pytest.raises(windtunnel.InputError, match="inputs: expected none, as only a program reads its working folder"):
        Campaign({"motif": "ping", "platform": "two-hosts", "ranks": 2}, inputs=["pairs.txt"])


def test_points_that_name_the_same_files_are_asked_about_once(folder, monkeypatch):
    asked = []
    monkeypatch.setattr("windtunnel.campaign.lister.call", lambda words, input: asked.append(input) or call(words, input=input))
    (folder / "machine.toml").write_text(SHIPPED)
    over = {"seed": list(range(20)), "network": ["flow", "delay"], "parameters.bytes": ["8 B", "1 KiB"]}
    points = Preparer(Store("store"), folder).points(
        [{"motif": "ping", "platform": "machine.toml", "ranks": 2} | row for row in space("grid", over)]
    )
    assert len(asked) == 1 and asked[0].count("\n") == 2
    assert {len(point.inputs) for point in points} == {1} and len({point.address for point in points}) == 80


def test_a_worker_without_these_files_gets_them(made, folder):
    store = Store("store")
    points = Preparer(store, folder, ["count.txt"]).points([kind.scenario for kind in made])
    here = [work(Task(point, build(), str(store.contents), str(store.writing), False, True, 1)) for point in points]
    kept = {one.name: one.read_bytes() for one in store.contents.iterdir()}
    for one in folder.iterdir():
        shutil.rmtree(one) if one.is_dir() and not one.is_symlink() else one.unlink()
    for kind, point, local in zip(made, points, here, strict=True):
        task = Task(point, build(), "/no/such/store", "/no/such/store", False, False, 1)
        lacks = work(task)
        if isinstance(lacks, Missing):
            lacks = work(dataclasses.replace(task, blobs={address: kept[address] for address in lacks.addresses}))
        figures = ["ending", "reason", "simulated_time_ps", "messages", "bytes"]
        assert [lacks.result[name] for name in figures] == [local.result[name] for name in figures], kind.name
        assert lacks.result["ending"] == "finished"
