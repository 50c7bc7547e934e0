"""A run knows what its program consists of and reads; whoever simulates it again with a change is refused, or told by name, where
any of that is another one by then."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT

MODES = ("images", "serialised", "processes")

# Opens files in every way that C has, makes some, and updates others.
OPENS = r"""#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static void check(int ok, const char *what)
{
    if (!ok) {
        perror(what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}
static void touch(const char *path, int flags)
{
    int file = open(path, flags, 0644);
    check(file >= 0, path);
    check(write(file, "x", 1) == 1, path);
    close(file);
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char text[8];
    FILE *stream = fopen("by-fopen", "r");
    check(stream && fgets(text, 8, stream), "fopen");
    check((stream = freopen("by-freopen", "r", stream)) != NULL, "freopen");
    fclose(stream);
    int file = open("by-open", O_RDONLY), folder = open("folder", O_RDONLY | O_DIRECTORY);
    void *map = mmap(NULL, 4, PROT_READ, MAP_PRIVATE, file, 0);
    check(map != MAP_FAILED, "mmap");
    munmap(map, 4);
    close(file);
    check((file = openat(folder, "by-openat", O_RDONLY)) >= 0, "openat");
    close(file);
    close(folder);
    check(chdir("folder") == 0 && (file = open("../link", O_RDONLY)) >= 0 && chdir("..") == 0, "chdir");
    close(file);
    MPI_File shared;
    check(MPI_File_open(MPI_COMM_WORLD, "by-mpi", MPI_MODE_RDONLY, MPI_INFO_NULL, &shared) == MPI_SUCCESS, "by-mpi");
    MPI_File_close(&shared);
    check(MPI_File_open(MPI_COMM_WORLD, "made-by-mpi", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &shared) == MPI_SUCCESS, "made");
    MPI_File_write_at_all(shared, rank, "x", 1, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_close(&shared);
    if (rank == 0) {
        touch("made", O_WRONLY | O_CREAT | O_TRUNC);
        touch("emptied", O_WRONLY | O_TRUNC);
        touch("appended", O_WRONLY | O_APPEND);
        touch("state", O_RDWR);
        char temporary[] = "temporary-XXXXXX";
        check((file = mkstemp(temporary)) >= 0, "mkstemp");
        check(rename(temporary, "renamed") == 0, "rename");
        close(file);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (const char *const *at = (const char *const[]){"made", "made-by-mpi", "emptied", "renamed", "/proc/self/stat", "/dev/null", NULL}; *at; at++) {
        check((file = open(*at, O_RDONLY)) >= 0, *at);
        close(file);
    }
    check(open("not-there", O_RDONLY) < 0 && errno == ENOENT, "not-there");
    MPI_Finalize();
    return 0;
}
"""


def inputs(folder):
    """Keys and paths of a run's inputs but those of the system, with what is said of their contents."""
    found = json.loads((Path(folder) / "run.json").read_text())["inputs"]
    assert found == sorted(found, key=lambda one: (one["key"], one["path"]))
    return found


def named(folder, below):
    """The inputs below a folder: keys by name."""
    inside = {one["path"]: one["key"] for one in inputs(folder) if one["path"].startswith(f"{below}/")}
    return {os.path.relpath(path, below): key for path, key in inside.items()}


@pytest.mark.parametrize("mode", MODES)
def test_what_a_program_opens_is_listed(windtunnel, tmp_path, mode):
    windtunnel.compile(OPENS, tmp_path / "opens")
    (tmp_path / "folder").mkdir()
    files = ("by-fopen", "by-freopen", "by-open", "folder/by-openat", "linked", "by-mpi", "emptied", "appended", "state")
    for name in files:
        (tmp_path / name).write_text(f"{name}\n")
    (tmp_path / "link").symlink_to("linked")
    words = ["-n", 3, "-p", "fat-tree", "--compute", "none", "--mode", mode]
    done = windtunnel.must("run", "-q", *words, "--out", "run", "./opens", cwd=tmp_path)
    read = dict.fromkeys(("by-fopen", "by-freopen", "by-open", "folder/by-openat", "by-mpi", "folder/../link"), "read")
    folder = str(tmp_path)
    found = {one["path"].removeprefix(f"{folder}/"): one for one in inputs(tmp_path / "run") if one["path"].startswith(folder)}
    assert {path: one["key"] for path, one in found.items()} == {**read, "state": "updated", "opens": "program", "not-there": "missing"}
    # Its former contents are unknown, which is not an error.
    assert found["state"]["changed"] and found["state"]["sha256"] == "" and "warning" not in done.err
    digest = subprocess.run(["sha256sum", "by-mpi"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()[0]
    assert found["by-mpi"]["sha256"] == digest
    others = [one["path"] for one in inputs(tmp_path / "run") if not one["path"].startswith(folder)]
    assert any(Path(path).name == "libc.so.6" for path in others)
    assert not any(path.startswith(("/proc/", "/dev/", str(windtunnel.prefix / "lib" / "windtunnel"))) for path in others), others


CXX = r"""#include <fstream>
#include <mpi.h>
#include <string>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    std::ifstream in("numbers");
    std::string word;
    in >> word;
    MPI_Finalize();
    return word.empty();
}
"""
FORTRAN = """program reads
  use mpi_f08
  integer :: number
  call MPI_Init()
  open(unit=10, file='numbers', status='old')
  read(10, *) number
  close(10)
  call MPI_Finalize()
end program
"""


@pytest.mark.parametrize(("wrapper", "ending", "text"), [("wtcxx", "cpp", CXX), ("wtfort", "f90", FORTRAN)], ids=["c++", "fortran"])
def test_streams_of_other_languages_are_seen(windtunnel, tmp_path, wrapper, ending, text):
    (tmp_path / f"reads.{ending}").write_text(text)
    (tmp_path / "numbers").write_text("7\n")
    windtunnel.execute(windtunnel.prefix / "bin" / wrapper, f"reads.{ending}", "-o", "reads", cwd=tmp_path)
    seen = []
    for mode in ("images", "processes"):
        windtunnel.must("run", "-q", "-n", 2, "-p", "fat-tree", "--mode", mode, "--out", mode, "./reads", cwd=tmp_path)
        assert named(tmp_path / mode, tmp_path) == {"reads": "program", "numbers": "read"}
        seen.append(inputs(tmp_path / mode))
    assert seen[0] == seen[1]


# Message sizes come from everywhere, so that a change of anything is one of times.
PROGRAM = r"""#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "size.h"
int library_bytes(void);
int main(int argc, char **argv)
{
    int rank, bytes = SIZE + library_bytes(), more = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    FILE *data = fopen("data.txt", "r");
    if (data && fscanf(data, "%d", &more) == 1)
        bytes += more;
    if (data)
        fclose(data);
    if ((data = fopen("optional.txt", "r")) != NULL)
        fclose(data);
    if (access("extra.txt", R_OK) == 0 && (data = fopen("extra.txt", "r")) != NULL)
        fclose(data);
    if (getenv("MORE"))
        bytes += atoi(getenv("MORE"));
    char *buffer = calloc(1, bytes);
    MPI_File file;
    if (MPI_File_open(MPI_COMM_WORLD, "mpi.dat", MPI_MODE_RDONLY, MPI_INFO_NULL, &file) == MPI_SUCCESS)
        MPI_File_close(&file);
    MPI_Sendrecv_replace(buffer, bytes, MPI_CHAR, 1 - rank, 0, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
PYTHON = "from mpi4py import MPI\nimport helper\nopen('data.txt').read()\nMPI.COMM_WORLD.Barrier()\n"


def build(windtunnel, folder, size=1000, library=8):
    """The program, with its library in a folder that it names."""
    (folder / "size.h").write_text(f"#define SIZE {size}\n")
    (folder / "main.c").write_text(PROGRAM)
    (folder / "bytes.c").write_text(f"int library_bytes(void) {{ return {library}; }}\n")
    for words in (
        ["wtcc", "-shared", "-fPIC", "bytes.c", "-o", "libbytes.so"],
        ["wtcc", "main.c", "-o", "main", "-L.", "-lbytes", "-Wl,-rpath,$ORIGIN"],
    ):
        done = windtunnel.execute(windtunnel.prefix / "bin" / words[0], *words[1:], cwd=folder)
        assert done.status == 0, done.err


@pytest.fixture(scope="module")
def built(windtunnel, tmp_path_factory):
    """A folder with the runs that are asked of later."""
    folder = tmp_path_factory.mktemp("built")
    build(windtunnel, folder)
    (folder / "data.txt").write_text("24\n")
    (folder / "mpi.dat").write_text("1\n")
    (folder / "script.sh").write_text("#!/bin/sh\n./main\n")
    (folder / "script.sh").chmod(0o755)
    (folder / "detours.txt").write_text("0 100000\n900000 1000\n1000000 0\n")
    (folder / "ranks.map").write_text("0\n1\n")
    platform = (ROOT / "platforms" / "fat-tree.toml").read_text()
    (folder / "machine.toml").write_text(platform)
    (folder / "noisy.toml").write_text(platform + '\n[[host.noise]]\ntrace = "detours.txt"\n')
    (folder / "library.toml").write_text((ROOT / "mpi-libraries" / "mpich-3.4.toml").read_text())
    machine = ["-p", "machine.toml", "--mpi-library", "./library.toml", "--mapping", "file:ranks.map", "--ppn", 1]
    observe = ["--observe", "waits,timeline,messages", "--compute", "none"]
    windtunnel.must("run", "-q", "-n", 2, *machine, *observe, "--out", "compiled", "./main", cwd=folder)
    windtunnel.must("record", "-q", "-n", 2, "-p", "fat-tree", "--compute", "none", "-o", "main.trace", "./main", cwd=folder)
    shutil.rmtree(folder / "runs")
    plain = ["-p", "fat-tree", "--ppn", 1, *observe]
    windtunnel.must("replay", "-q", "-p", "noisy.toml", *plain[2:], "--out", "replayed", "main.trace", cwd=folder)
    windtunnel.must("run", "-q", "-n", 2, *plain, "--out", "scripted", "./script.sh", cwd=folder)
    return folder


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def rewrite(name, text):
    return lambda folder: (folder / name).write_text(text)


def older(folder):
    edit(folder / "compiled" / "run.json", '"version": "', '"version": "0.')


def relink(folder):
    (folder / "other").mkdir()
    shutil.copy(folder / "libbytes.so", folder / "other")
    with open(folder / "other" / "libbytes.so", "ab") as library:
        library.write(b"x")
    (folder / "libbytes.so").unlink()
    (folder / "libbytes.so").symlink_to("other/libbytes.so")


# Of which run, what changes, and which file is named.
REFUSED = {
    "program": ("compiled", lambda folder: (folder / "main").write_bytes((folder / "main").read_bytes() + b"x"), "/main (program)"),
    "library": ("compiled", lambda folder: (folder / "libbytes.so").write_bytes((folder / "libbytes.so").read_bytes() + b"x"), "/libbytes.so (library)"),
    "link": ("compiled", relink, "/libbytes.so (library)"),
    "data": ("compiled", rewrite("data.txt", "48\n"), "/data.txt (read)"),
    "data-of-mpi": ("compiled", rewrite("mpi.dat", "2\n"), "/mpi.dat (read)"),
    "data-gone": ("compiled", lambda folder: (folder / "data.txt").unlink(), "/data.txt (read; it is gone)"),
    "data-new": ("compiled", rewrite("optional.txt", ""), "/optional.txt (it was missing)"),
    "platform": ("compiled", lambda folder: edit(folder / "machine.toml", "[topology]", "# Changed.\n[topology]"), "machine.toml (platform)"),
    "mpi-library": ("compiled", lambda folder: edit(folder / "library.toml", "[sources]", "# Changed.\n[sources]"), "library.toml (mpi-library)"),
    "mapping": ("compiled", rewrite("ranks.map", "1\n0\n"), "ranks.map (job.mapping)"),
    "noise": ("replayed", rewrite("detours.txt", "0 300000\n900000 1000\n1000000 0\n"), "detours.txt (platform: host.noise.trace)"),
    "version": ("compiled", older, "Windtunnel (0."),
    "script": ("scripted", rewrite("script.sh", "#!/bin/sh\n./main # again\n"), "/script.sh (program)"),
    "started-by-script": ("scripted", lambda folder: (folder / "main").write_bytes((folder / "main").read_bytes() + b"x"), "/main (executable)"),
    "library-of-started": ("scripted", lambda folder: (folder / "libbytes.so").write_bytes((folder / "libbytes.so").read_bytes() + b"x"), "/libbytes.so (library)"),
    "trace": ("replayed", lambda folder: (folder / "main.trace").write_bytes((folder / "replayed" / "run.json").read_bytes()), "main.trace (job.trace)"),
}


def copied(built, tmp_path):
    """The folder with other files at the same place: runs know where they were started."""
    kept = tmp_path / "kept"
    shutil.copytree(built, kept, symlinks=True)
    return kept


@pytest.fixture
def restored(built, tmp_path):
    """The folder, which gets its contents back."""
    kept = copied(built, tmp_path)
    yield built
    shutil.rmtree(built)
    shutil.copytree(kept, built, symlinks=True)


@pytest.mark.parametrize("kind", REFUSED)
def test_a_run_of_something_else_is_refused(windtunnel, restored, kind):
    run, change, name = REFUSED[kind]
    change(restored)
    for command in (["explain", "--yes", "--what-if=ideal-network"], ["summary", "--yes", "--ideal"]):
        done = windtunnel(*command, run, cwd=restored)
        assert done.status == 2, (done.out, done.err)
        assert f"{run}: cannot be run again for comparison, as these have changed since: " in done.err and name in done.err, done.err
    assert not (restored / run / "what-if" / "ideal-network").exists()


def test_a_file_that_the_platform_names_is_looked_for_where_the_run_was_started(windtunnel, restored):
    (restored / "detours.txt").unlink()
    done = windtunnel("explain", "--yes", "--what-if=ideal-network", "replayed", cwd=restored)
    told = f"replayed: cannot be run again: its scenario names detours.txt, not found in {restored} (where the run was started)"
    assert done.status == 2 and told in done.err, done.err


@pytest.mark.parametrize("run", ["compiled", "scripted", "replayed"])
def test_the_same_run_is_simulated_again(windtunnel, restored, run):
    done = windtunnel.must("explain", "--yes", "--what-if=ideal-network", run, cwd=restored)
    assert "changed" not in done.err and "warning" not in done.err, done.err


def test_variables_that_differ_are_named(windtunnel, restored):
    again = ["explain", "--yes", "--what-if=ideal-network", "compiled"]
    done = windtunnel.execute(windtunnel.prefix / "bin" / "windtunnel", *again, cwd=restored, env={"MORE": "100", "TERM": "dumb", "SSH_TTY": "x"})
    assert done.status == 0
    assert "warning: compiled: it ran with other values of the environment: MORE\n" in done.err, done.err
    host = json.loads((restored / "compiled" / "host.json").read_text())["environment"]
    assert "PATH" in host and len(host["PATH"]) == 64 and "TERM" not in host and "MORE" not in host


def test_files_that_only_one_run_reads_are_named(windtunnel, restored):
    (restored / "extra.txt").write_text("")
    done = windtunnel.must("explain", "--yes", "--what-if=ideal-network", "compiled", cwd=restored)
    assert f"warning: compiled: with the change, its program reads in addition {restored}/extra.txt (read)\n" in done.err, done.err


def test_a_changed_header_is_found_where_the_program_is_compiled(windtunnel, tmp_path):
    (tmp_path / "size.h").write_text("#define SIZE 8\n")
    (tmp_path / "sends.c").write_text(
        '#include "size.h"\n#include <mpi.h>\nint main(int argc, char **argv)\n{\n    MPI_Init(&argc, &argv);\n'
        "    static char buffer[SIZE];\n    MPI_Bcast(buffer, SIZE, MPI_CHAR, 0, MPI_COMM_WORLD);\n    MPI_Finalize();\n}\n"
    )
    windtunnel.must("run", "-q", "-n", 2, "-p", "fat-tree", "--ppn", 1, "--observe", "waits,timeline", "--out", "run", "sends.c", cwd=tmp_path)
    again = ["explain", "--yes", "--what-if=ideal-network", "run"]
    windtunnel.must(*again, cwd=tmp_path)
    shutil.rmtree(tmp_path / "run" / "what-if")
    (tmp_path / "size.h").write_text("#define SIZE 80000\n")
    done = windtunnel(*again, cwd=tmp_path)
    assert done.status == 2 and "run/what-if/ideal-network is of another program, scenario or platform" in done.err, done.err


def test_a_python_program_s_modules_are_its_inputs(windtunnel, tmp_path):
    pytest.importorskip("mpi4py")
    (tmp_path / "helper.py").write_text("SIZE = 1\n")
    (tmp_path / "program.py").write_text(PYTHON)
    (tmp_path / "data.txt").write_text("24\n")
    words = ["run", "-q", "-n", 2, "-p", "fat-tree", "--ppn", 1, "--compute", "none", "--observe", "waits,timeline"]
    lists = []
    # The second reads what the first has compiled.
    for out in ("first", "run"):
        windtunnel.must(*words, "--out", out, "program.py", cwd=tmp_path)
        lists.append(inputs(tmp_path / out))
        assert named(tmp_path / out, tmp_path) == {"program.py": "program", "helper.py": "module", "data.txt": "read"}
    assert lists[0] == lists[1]
    assert any(one["key"] == "executable" and "python3" in one["path"] for one in lists[0])
    assert any(one["key"] == "library" and "mpi4py" in one["path"] for one in lists[0])
    again = ["summary", "--yes", "--ideal", "run"]
    assert windtunnel.must(*again, cwd=tmp_path).err.count("warning") == 0
    shutil.rmtree(tmp_path / "run" / "what-if")
    (tmp_path / "helper.py").write_text("SIZE = 2\n")
    done = windtunnel(*again, cwd=tmp_path)
    assert done.status == 2 and f"changed since: {tmp_path}/helper.py (module)" in done.err, done.err


def test_blocks_of_another_build_are_named(windtunnel, tmp_path):
    program = "#include <mpi.h>\nint main(int argc, char **argv)\n{\n    MPI_Init(&argc, &argv);\n    MPI_Barrier(MPI_COMM_WORLD);\n    MPI_Finalize();\n    return %d * 0;\n}\n"
    common = ["run", "-q", "-n", 2, "-p", "fat-tree"]
    windtunnel.compile(program % 1, tmp_path / "program")
    windtunnel.must(*common, "--compute", "measured", "--out", "measured", "./program", cwd=tmp_path)
    assert windtunnel.must(*common, "--compute", "./measured", "--out", "same", "./program", cwd=tmp_path).err.count("warning") == 0
    with open(tmp_path / "program", "ab") as file:
        file.write(b"x")
    done = windtunnel.must(*common, "--compute", "./measured", "--out", "other", "./program", cwd=tmp_path)
    assert f"warning: the blocks of ./measured are those of another program: {tmp_path}/program (program) had other contents" in done.err, done.err
    shutil.copy(tmp_path / "program", tmp_path / "renamed")
    done = windtunnel.must(*common, "--compute", "./other", "--out", "again", "./renamed", cwd=tmp_path)
    assert "another program" not in done.err


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_a_working_directory_moves_no_input(windtunnel, tmp_path, mode):
    program = "#include <mpi.h>\n#include <unistd.h>\nint main(int argc, char **argv)\n{\n    MPI_Init(&argc, &argv);\n    return MPI_Finalize() || chdir(\"/\");\n}\n"
    windtunnel.compile(program, tmp_path / "program")
    (tmp_path / "inside").mkdir()
    common = ["run", "-q", "-n", 2, "-p", "fat-tree", "--mode", mode]
    windtunnel.must(*common, "--compute", "measured", "--out", "measured", "./program", cwd=tmp_path)
    done = windtunnel.must(*common, "--compute", "./measured", "--wdir", "inside", "--out", "run", "./program", cwd=tmp_path)
    blocks = [one for one in inputs(tmp_path / "run") if one["key"] == "compute"]
    assert len(blocks) > 1 and all(one["sha256"] and "changed" not in one for one in blocks) and "warning" not in done.err
