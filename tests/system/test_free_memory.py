"""Runs that need more memory than there is: they warn early, and stop before it is full."""

import json
import re
import subprocess

import pytest

# Half of the ranks hold and write 16 MiB each, on the heap or in a static array; the others do once there is a file `go`. Then they all
# go on for as long as they are let.
SOURCE = r"""
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES = 16 << 20 };
static char field[BYTES];

static void hold(const char *where)
{
    char *held = strcmp(where, "static") == 0 ? field : malloc(BYTES);
    for (size_t at = 0; at < BYTES; at += 4096)
        held[at] = 1;
}

int main(int argc, char **argv)
{
    int rank, size, go = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank < size / 2)
        hold(argv[1]);
    while (argc > 2 && !go) {
        if (rank == 0)
            go = access("go", F_OK) == 0;
        MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (rank >= size / 2)
        hold(argv[1]);
    do
        MPI_Barrier(MPI_COMM_WORLD);
    while (argc > 2);
    MPI_Finalize();
    return 0;
}
"""


def command(windtunnel, tmp_path, *words, mode="auto"):
    program = windtunnel.compile(SOURCE, tmp_path / "holder")
    return [
        "run",
        "-q",
        "-n",
        32,
        "-p",
        "torus-3d",
        "--compute",
        "none",
        "--time-limit",
        300,
        "--mode",
        mode,
        "--out",
        "run",
        program,
        *words,
    ]


@pytest.mark.parametrize(
    "where, mode", [("heap", "images"), ("static", "images"), ("heap", "serialised"), ("heap", "processes")]
)
def test_a_run_that_does_not_fit_is_told_and_stopped(windtunnel, tmp_path, where, mode):
    words = [windtunnel.prefix / "bin" / "windtunnel", *command(windtunnel, tmp_path, where, "endless", mode=mode)]
    process = subprocess.Popen(
        list(map(str, words)),
        cwd=tmp_path,
        env={**windtunnel.environment, "WT_MEMORY": "400 MiB"},
        stderr=subprocess.PIPE,
        text=True,
    )
    # A warning about static variables comes before there is a rank, whether they will be written or not.
    assert "32 ranks have 53" in process.stderr.readline()
    told = process.stderr.readline().rstrip()
    (tmp_path / "go").touch()
    rest = process.communicate()[1]
    assert process.returncode == 1, rest
    found = re.fullmatch(
        r"windtunnel: warning: 32 ranks will need (\d+)\.\d MB of memory if all use as much as the largest so far, 1[678]\.\d+ MB "
        r"each, and there are 419\.4 MB for them here; (.*); the run is stopped before memory is full",
        told,
    )
    assert found, told + rest
    assert 536 <= int(found[1]) < 560
    folded = "--fold would save little of it" if mode == "processes" else r'with --fold "1 MiB" 1[678]\.\d+ MB; --memory-folder keeps it on a disk'
    assert re.fullmatch(folded, found[2])
    manifest = json.loads((tmp_path / "run/run.json").read_text())
    reason = r"the run was stopped because only \d MiB of memory were left for it on this machine"
    assert manifest["ending"] == "stopped" and re.match(reason, manifest["diagnosis"]), manifest["diagnosis"]
    assert re.search(reason, rest) and "ranks will need" not in rest
    # Its tables are kept.
    assert "stopped" in windtunnel.must("summary", "run", cwd=tmp_path).out


def test_a_run_that_fits_is_told_nothing(windtunnel, tmp_path):
    done = windtunnel(*command(windtunnel, tmp_path, "heap"), cwd=tmp_path, env={"WT_MEMORY": "1 GiB"})
    assert done.status == 0 and "ranks will need" not in done.err, done.err


STATIC = r"""
#include <mpi.h>
static char field[16 << 20];
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc > 9)
        for (int at = 0; at < argc; at++)
            field[argc * at] = 1;
    MPI_Finalize();
    return field[argc];
}
"""


def test_static_variables_that_do_not_fit_are_told_before_there_is_a_rank(windtunnel, tmp_path):
    program = windtunnel.compile(STATIC, tmp_path / "static")
    words = ["run", "-q", "-n", 32, "-p", "torus-3d", "--compute", "none", "--out", "run", "--force"]
    little = {"WT_MEMORY": "500 MiB"}
    done = windtunnel(*words, program, cwd=tmp_path, env=little)
    told = r"32 ranks have 53[67]\.\d MB of static variables, 16\.78 MB each, and there are 524\.3 MB for them here: too little"
    assert done.status == 0 and re.search(told, done.err) and done.err.count("warning") == 1, done.err
    # Ranks that share them need no more than one.
    folded = windtunnel(*words, "--fold", "1 MiB", program, cwd=tmp_path, env=little)
    assert folded.status == 0 and "of static variables" not in folded.err, folded.err
