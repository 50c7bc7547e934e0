"""Points of a campaign whose program reads another file, library or module than before are run again, and no others."""

import subprocess
import sys

import pytest

from windtunnel import Campaign
from windtunnel.campaign import __main__ as command
from windtunnel.command import find_command

# Reads a file by its absolute path, if it is told to, and one that may be there.
PROGRAM = r"""#include <mpi.h>
#include <stdio.h>
int bytes(void);
int main(int argc, char **argv)
{
    char buffer[1000];
    MPI_Init(&argc, &argv);
    FILE *file = fopen(argv[1], "r");
    if (file)
        fclose(file);
    MPI_Bcast(buffer, bytes(), MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def compile_library(folder, size):
    (folder / "size.c").write_text(f"int bytes(void) {{ return {size}; }}\n")
    subprocess.run([find_command("wtcc"), "-shared", "-fPIC", "size.c", "-o", "libsize.so"], cwd=folder, check=True)


@pytest.fixture
def campaign(tmp_path):
    """Runs four points: two programs, each with two files. Says how many were run."""
    (tmp_path / "main.c").write_text(PROGRAM)
    compile_library(tmp_path, 8)
    words = ["main.c", "-o", "main", tmp_path / "libsize.so", f"-Wl,-rpath,{tmp_path}"]
    subprocess.run([find_command("wtcc"), *words], cwd=tmp_path, check=True)
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("1\n")
    modules = tmp_path / "modules"
    modules.mkdir()
    (modules / "helper.py").write_text("SIZE = 1\n")
    (tmp_path / "main.py").write_text(
        f"#!{sys.executable}\nimport sys\nsys.path.append({str(modules)!r})\nimport helper\nfrom mpi4py import MPI\nopen(sys.argv[1]).close()\n"
    )
    over = {"program": ["main", "main.py"], "argument.file": [str(tmp_path / "a.txt"), str(tmp_path / "b.txt")]}
    scenario = {"arguments": ["{file}"], "platform": "two-hosts", "ranks": 2, "compute": "none"}

    def run(**options):
        progress = Campaign(scenario, over, base=tmp_path).run(tmp_path / "store", **options).progress
        assert progress.failed == 0 and progress.stored + progress.run == 4
        return progress

    assert run().run == 4
    return run


CHANGES = {
    "data": (lambda folder: (folder / "a.txt").write_text("2\n"), 2),
    "library": (lambda folder: compile_library(folder, 16), 2),
    "module": (lambda folder: (folder / "modules" / "helper.py").write_text("SIZE = 2\n"), 2),
    "another-module": (lambda folder: (folder / "modules" / "unused.py").write_text(""), 0),
    "nothing": (lambda folder: (folder / "b.txt").touch(), 0),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_points_that_depend_on_what_has_changed_are_run_again(campaign, tmp_path, kind):
    pytest.importorskip("mpi4py")
    change, dependent = CHANGES[kind]
    change(tmp_path)
    progress = campaign()
    assert progress.run == dependent and not progress.variables
    assert campaign().run == 0


def test_variables_that_differ_are_named(campaign, tmp_path, monkeypatch, capsys):
    pytest.importorskip("mpi4py")
    monkeypatch.setenv("MORE", "1")
    monkeypatch.setenv("TERM", "another")
    assert campaign().variables == {"MORE"}
    file = tmp_path / "c.toml"
    file.write_text('[scenario]\nprogram = "main"\narguments = ["b.txt"]\nplatform = "two-hosts"\nranks = 2\ncompute = "none"\n[over]\nseed = [1, 2]\n')
    words = [str(file), "--store", str(tmp_path / "store"), "-o", str(tmp_path / "c.parquet"), "-q"]
    assert command.main(words) == 0 and capsys.readouterr().err == ""
    monkeypatch.setenv("MORE", "2")
    assert command.main(words) == 0
    assert capsys.readouterr().err == "windtunnel campaign: warning: the 2 points from the store ran with other values of the environment: MORE\n"


def test_lists_that_lack_files_are_told(tmp_path, capsys):
    program = "#include <mpi.h>\n#include <stdlib.h>\nint main(int argc, char **argv) { MPI_Init(&argc, &argv); system(\"true\"); return MPI_Finalize(); }\n"
    (tmp_path / "starts.c").write_text(program)
    file = tmp_path / "c.toml"
    file.write_text('[scenario]\nprogram = "starts.c"\nplatform = "two-hosts"\nranks = 2\ncompute = "none"\n[over]\nseed = [1, 2]\n')
    words = [str(file), "--store", str(tmp_path / "store"), "-o", str(tmp_path / "c.parquet"), "-q"]
    assert command.main(words) == 0 and capsys.readouterr().err == ""
    assert command.main(words) == 0
    why = "`inputs` lacks what programs read that ranks have started (system, popen, subprocess and the like)"
    assert capsys.readouterr().err == f"windtunnel campaign: warning: files that points from the store read may have changed unseen: {why}\n"
