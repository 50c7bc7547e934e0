"""A run's folder that is moved while the run is on: results go where the folder is, and never into its successor's."""

import json
import signal
import subprocess
import time

import pytest

#: Ranks that compute nothing until a file is there.
WAITING = """
#include <mpi.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    while (access(argv[1], F_OK))
        usleep(10000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""
SMALL = ["motif", "-q", "-n", 3, "-p", "fat-tree", "--observe", "timeline", "--out", "x", "halo3d", "iterations=1"]


@pytest.fixture(scope="module")
def waiting(windtunnel, tmp_path_factory):
    return windtunnel.compile(WAITING, tmp_path_factory.mktemp("program") / "waiting")


@pytest.fixture
def begin(windtunnel, waiting, tmp_path):
    """Starts a run of 2 ranks into `x`, which goes on until the function that it returns is called."""
    started = []

    def start(*words):
        path = windtunnel.prefix / "bin/windtunnel"
        words = [*words, "--observe", "timeline", "--out", "x"]
        tail = [waiting, tmp_path / "go"] if words[0] == "run" else ["halo3d", "iterations=100000000"]
        command = [str(word) for word in (path, *words, "-q", "-n", 2, "-p", "two-hosts", *tail)]
        run = subprocess.Popen(command, cwd=tmp_path, env=windtunnel.environment, stderr=subprocess.PIPE, text=True)
        started.append(run)
        manifest = tmp_path / "x/run.json"
        for _ in range(600):
            if manifest.exists() and (tmp_path / "x/timeline").is_dir():
                break
            time.sleep(0.02)
        time.sleep(0.2)

        def finish():
            if words[0] == "run":
                (tmp_path / "go").touch()
            else:
                run.send_signal(signal.SIGTERM)
            err = run.communicate(timeout=60)[1]
            return run.returncode, err

        return finish

    yield start
    for run in started:
        if run.poll() is None:
            run.kill()
            run.wait()


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("words", [["run"], ["run", "--mode", "processes"], ["motif"]], ids=["images", "processes", "motif"])
def test_results_go_where_the_folder_is(windtunnel, begin, tmp_path, words):
    finish = begin(*words)
    (tmp_path / "x").rename(tmp_path / "x.old")
    windtunnel.must(*SMALL, cwd=tmp_path)
    before = contents(tmp_path / "x")
    status, err = finish()
    assert contents(tmp_path / "x") == before, "the successor's"
    assert f"warning: x: was moved while the run was on; the results are in {tmp_path / 'x.old'}" in err, err
    own = json.loads((tmp_path / "x.old/run.json").read_text())
    assert (own["ranks"], own["ending"], status) == ((2, "finished", 0) if words[0] == "run" else (2, "stopped", 1)), err
    assert not [name for name in contents(tmp_path / "x.old") if ".windtunnel-" in name]
    assert "ranks        2" in windtunnel.must("summary", "x.old", cwd=tmp_path).out


def test_a_link_that_has_taken_its_place_is_not_followed(windtunnel, begin, tmp_path):
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim/run.json").write_text("mine")
    finish = begin("run")
    (tmp_path / "x").rename(tmp_path / "x.old")
    (tmp_path / "x").symlink_to("victim")
    assert finish()[0] == 0
    assert contents(tmp_path / "victim") == {"run.json": b"mine"}
    assert json.loads((tmp_path / "x.old/run.json").read_text())["ending"] == "finished"


@pytest.mark.parametrize("words", [["run"], ["motif"]], ids=["images", "motif"])
def test_a_folder_that_is_removed_is_an_error(windtunnel, begin, tmp_path, words):
    finish = begin(*words)
    subprocess.run(["rm", "-r", tmp_path / "x"], check=True)
    windtunnel.must(*SMALL, cwd=tmp_path)
    before = contents(tmp_path / "x")
    status, err = finish()
    assert status == 2 and "cannot be written: No such file or directory" in err, (status, err)
    assert contents(tmp_path / "x") == before


def test_compared_runs_in_two_folders_are_not_compared(windtunnel, waiting, tmp_path):
    words = [windtunnel.prefix / "bin/windtunnel", "compare", "--networks", "flow", "delay", "--out", "x"]
    words += ["--", "run", "-n", 2, "-p", "two-hosts", waiting, tmp_path / "go"]
    comparison = subprocess.Popen(
        [str(word) for word in words], cwd=tmp_path, env=windtunnel.environment, stderr=subprocess.PIPE, text=True
    )
    for _ in range(600):
        if (tmp_path / "x/01-flow/timeline").exists() or (tmp_path / "x/01-flow/run.json").exists():
            break
        time.sleep(0.02)
    (tmp_path / "x").rename(tmp_path / "x.old")
    (tmp_path / "go").touch()
    err = comparison.communicate(timeout=60)[1]
    assert comparison.returncode == 2, err
    assert "x.old while the command ran; the runs made since then are in a new folder " in err or "x/01-flow" in err, err
    assert not (tmp_path / "x.old/compare.json").exists()
