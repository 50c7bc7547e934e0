"""Failures of the machine are not results: after the cure they are gone."""

import concurrent.futures
import dataclasses
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from windtunnel import Campaign

#: Computes, or tries to read, as long as there is a file.
PROGRAM = r"""
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int failed = 0;
    int rank, more = !strcmp(argv[1], "while");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    while (more) {
        more = rank == 0 && !access(argv[2], F_OK);
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (!strcmp(argv[1], "read")) {
        FILE *file = fopen(argv[2], "r");
        failed = !file;
    }
    if (!strcmp(argv[1], "write")) {
        int file = open("out.txt", O_WRONLY | O_CREAT, 0644);
        failed = write(file, "some words", 10) != 10 || close(file);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return failed ? 5 : 0;
}
"""

#: Has calls fail with `ERRNO` for files whose path has `PART` in it.
BROKEN = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
static int broken(const char *call, const char *path) {
    const char *wanted = getenv("CALL"), *part = getenv("PART");
    if (!wanted || !part || strcmp(wanted, call) || !strstr(path, part)) return 0;
    errno = atoi(getenv("ERRNO"));
    return 1;
}
static int broken_fd(const char *call, int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return broken(call, path);
}
#define NEXT(RESULT, NAME, ...) \
    static RESULT (*next)(__VA_ARGS__); \
    if (!next) next = (RESULT (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #NAME)
ssize_t write(int fd, const void *from, size_t size) {
    NEXT(ssize_t, write, int, const void *, size_t);
    return broken_fd("write", fd) ? -1 : next(fd, from, size);
}
ssize_t read(int fd, void *to, size_t size) {
    NEXT(ssize_t, read, int, void *, size_t);
    return broken_fd("read", fd) ? -1 : next(fd, to, size);
}
ssize_t pread64(int fd, void *to, size_t size, off64_t at) {
    NEXT(ssize_t, pread64, int, void *, size_t, off64_t);
    return broken_fd("read", fd) ? -1 : next(fd, to, size, at);
}
int fsync(int fd) {
    NEXT(int, fsync, int);
    return broken_fd("fsync", fd) ? -1 : next(fd);
}
int rename(const char *from, const char *to) {
    NEXT(int, rename, const char *, const char *);
    return broken("rename", to) ? -1 : next(from, to);
}
int open64(const char *path, int flags, ...) {
    NEXT(int, open64, const char *, int, int);
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return broken("open", path) ? -1 : next(path, flags, mode);
}
"""

#: The command, which meets the fault of the file `fault` where there is one. It is the same build with and without.
COMMAND = """#!/bin/sh
case "$1" in
scenario) ;;
*) [ -f '{fault}' ] && . '{fault}' ;;
esac
exec '{real}' "$@"
"""


@pytest.fixture(scope="session")
def faulty(tmp_path_factory):
    """A prefix whose command meets faults, and a library that has calls fail."""
    folder = tmp_path_factory.mktemp("faulty")
    real = Path(os.environ["WT_PREFIX"]).resolve() / "bin"
    (folder / "bin").mkdir()
    (folder / "bin" / "wtcc").symlink_to(real / "wtcc")
    script = folder / "bin" / "windtunnel"
    script.write_text(COMMAND.format(fault=folder / "fault", real=real / "windtunnel"))
    script.chmod(0o755)
    (folder / "broken.c").write_text(BROKEN)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", "broken.so", "broken.c", "-ldl"], cwd=folder, check=True)
    (folder / "does.c").write_text(PROGRAM)
    subprocess.run([real / "wtcc", "-O1", "-o", "does", "does.c"], cwd=folder, check=True)
    return folder


MOTIF = {"motif": "ping", "platform": "two-hosts", "ranks": 2}


def program(*arguments, **more):
    return {"program": "does", "platform": "two-hosts", "ranks": 2, "compute": "none", "arguments": list(arguments), **more}


def preloaded(call, part, number):
    return f"export LD_PRELOAD=<faulty>/broken.so CALL={call} PART={part} ERRNO={number}"


#: In the background, and ended from outside.
ENDED = "'{real}' \"$@\" & sleep 0.4; kill -{signal} {whom}; wait $!; exit $?"
COMMAND_ITSELF, LAUNCHER = "$!", "$(cat /proc/$!/task/$!/children)"
RANK = "$(for one in /proc/[0-9]*/stat; do set -- $(cat $one 2> /dev/null); [ \"$5\" ] && echo $1 $4; done | sort -n | tail -1 | cut -d' ' -f1)"
TRACE = "0 init\n0 send 1 0 8 0\n0 finalize\n1 init\n1 recv 0 0 8 0\n1 finalize\n"


@dataclasses.dataclass(frozen=True)
class Failure:
    """Something that the machine does to a point."""

    scenario: dict
    #: What the shell does before it starts the command.
    fault: str = ""
    #: A file that is there once the failure is cured; it has these contents.
    missing: tuple = ()
    #: A file that is there as long as it is not cured.
    hold: str = "hold"
    #: How the point ends.
    endings: tuple = ("killed",)
    #: Whether only the program can know that the machine is to blame.
    only_program_knows: bool = False


WAITS = program("while", "hold")
FAILURES = {
    "the command is killed": Failure(MOTIF, "kill -9 $$"),
    "the launcher is killed": Failure(WAITS, ENDED.format(real="<real>", signal="KILL", whom=LAUNCHER)),
    "the launcher gets a segmentation fault from elsewhere": Failure(WAITS, ENDED.format(real="<real>", signal="SEGV", whom=LAUNCHER)),
    "the launcher gets a bus error from elsewhere": Failure(WAITS, ENDED.format(real="<real>", signal="BUS", whom=LAUNCHER)),
    "the command is told to end": Failure(WAITS, ENDED.format(real="<real>", signal="TERM", whom=COMMAND_ITSELF), endings=("stopped",)),
    "the launcher is told to end": Failure(WAITS, ENDED.format(real="<real>", signal="TERM", whom=LAUNCHER), endings=("stopped",)),
    "too slow for its time limit": Failure(WAITS | {"time-limit": 0.4}, endings=("stopped",)),
    "no more CPU time": Failure(WAITS, "ulimit -t 1"),
    "no more memory": Failure(program("none"), "ulimit -v 150000", endings=("refused", "defect", "killed")),
    "files may not grow": Failure(MOTIF, "ulimit -f 1", endings=("refused", "stopped")),
    "no more descriptors": Failure(MOTIF, "ulimit -n 6", endings=("refused", "defect", "stopped")),
    "full disk": Failure(MOTIF, preloaded("write", "run/", 28), endings=("refused", "stopped")),
    "quota": Failure(MOTIF, preloaded("write", "run/ranks", 122), endings=("refused", "stopped")),
    "I/O error of a write": Failure(MOTIF, preloaded("write", "run/calls", 5), endings=("refused", "stopped")),
    "I/O error of a sync": Failure(MOTIF, preloaded("fsync", "run/", 5), endings=("refused", "stopped")),
    "read-only file system": Failure(MOTIF, preloaded("open", "run/", 30), endings=("refused", "stopped")),
    "I/O error of a platform": Failure(MOTIF | {"platform": "there.toml"}, preloaded("read", "contents", 5), endings=("refused",)),
    "I/O error of a trace": Failure({"trace": "there.ti", "platform": "two-hosts"}, preloaded("read", "contents", 5), endings=("refused", "failed")),
    "stale file handle": Failure(MOTIF | {"platform": "there.toml"}, preloaded("open", "there.toml", 116), endings=("refused",)),
    "no platform": Failure(MOTIF | {"platform": "./late.toml"}, missing=("late.toml", None), endings=("refused",)),
    "no library": Failure(MOTIF | {"mpi-library": "openmpi-5.0+late.conf"}, missing=("late.conf", "coll = ^han\n"), endings=("refused",)),
    "no graph": Failure(MOTIF | {"motif": "graph", "parameters.file": "late.txt"}, missing=("late.txt", "0 1 8\n"), endings=("refused",)),
    "no hosts": Failure(MOTIF | {"allocation": "file:late.txt"}, missing=("late.txt", "host0\n"), endings=("refused",)),
    "no trace": Failure({"trace": "late.ti", "platform": "two-hosts"}, missing=("late.ti", TRACE), endings=("refused",)),
    "no program": Failure(program("none", program="./late"), missing=("late", "@/does"), endings=("refused",)),
    "no file of the program": Failure(
        program("read", "@FOLDER/late.txt"), missing=("late.txt", "words"), endings=("program failed",), only_program_knows=True
    ),
    "I/O error in the program": Failure(
        program("write", "none", mode="processes"), preloaded("write", "out.txt", 5), endings=("program failed",), only_program_knows=True
    ),
}


def arrange(failure, faulty, folder):
    """Makes the fault; gives the campaign and the cure."""
    real = Path(os.environ["WT_PREFIX"]).resolve() / "bin" / "windtunnel"
    shutil.copy(faulty / "does", folder)
    shutil.copy(Path(__file__).parents[2] / "platforms" / "two-hosts.toml", folder / "there.toml")
    (folder / "there.ti").write_text(TRACE)
    hold, fault = folder / "hold", faulty / "fault"
    hold.touch()
    text = failure.fault.replace("<real>", str(real)).replace("<faulty>", str(faulty))
    fault.write_text(text + "\n")
    fill = {"hold": str(hold), "@FOLDER/late.txt": str(folder / "late.txt")}
    scenario = dict(failure.scenario)
    if "arguments" in scenario:
        scenario["arguments"] = [fill.get(word, word) for word in scenario["arguments"]]

    def cure():
        hold.unlink()
        fault.unlink()
        if failure.missing:
            name, contents = failure.missing
            if contents is None or contents == "@/does":
                shutil.copy(folder / "there.toml" if contents is None else faulty / "does", folder / name)
            else:
                (folder / name).write_text(contents)

    return Campaign(scenario), cure


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_of_the_machine_is_gone_after_its_cure(folder, faulty, monkeypatch, name):
    failure = FAILURES[name]
    campaign, cure = arrange(failure, faulty, folder)
    monkeypatch.setenv("WT_PREFIX", str(faulty))
    failed = campaign.run()
    [row] = failed.table.to_dicts()
    assert row["ending"] in failure.endings, row["reason"]
    assert failed.progress.failed == 1 and failed.log(0) or row["ending"] == "program failed"
    results = list((folder / "runs/store/points").glob("*/*"))
    assert len(results) == failure.only_program_knows, row["reason"]
    assert failed.progress.by_machine == (not failure.only_program_knows)
    cure()
    if failure.only_program_knows:
        again = campaign.run().table["ending"].to_list()
        if failure.missing:
            assert again == ["finished"], "the run has listed the file that it did not find"
            return
        assert again == [row["ending"]], "a result until it is to be tried again"
    cured = campaign.run(retry_failed=True)
    assert cured.table["ending"].to_list() == ["finished"], cured.table["reason"][0]
    assert cured.progress.run == 1 and cured.progress.by_machine == 0
    assert campaign.run(retry_failed=True).progress.stored == 1
    assert not [one for one in (folder / "runs/store/failures").glob("*/*") if one.name == cured.table["point"][0]]


class Workers(concurrent.futures.Executor):
    """Workers that die, or have another build, as long as there is a file."""

    def __init__(self, fault, dies):
        self.fault, self.dies = fault, dies

    def submit(self, function, task):
        future = concurrent.futures.Future()
        if self.fault.exists() and self.dies:
            future.set_exception(concurrent.futures.BrokenExecutor("it is gone"))
        else:
            future.set_result(function(dataclasses.replace(task, build="another") if self.fault.exists() else task))
        return future


@pytest.mark.parametrize(("dies", "ending"), [(True, "worker lost"), (False, "refused")])
def test_a_failure_of_a_worker_is_gone_after_its_cure(folder, dies, ending):
    (folder / "fault").touch()
    campaign = Campaign(MOTIF)
    failed = campaign.run(executor=lambda: Workers(folder / "fault", dies))
    assert failed.table["ending"].to_list() == [ending] and failed.progress.by_machine == 1 and failed.log(0)
    assert not list((folder / "runs/store/points").glob("*/*"))
    (folder / "fault").unlink()
    cured = campaign.run(executor=lambda: Workers(folder / "fault", dies), retry_failed=True)
    assert cured.table["ending"].to_list() == ["finished"] and not list((folder / "runs/store/failures").glob("*/*"))
