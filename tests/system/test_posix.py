"""Functions of POSIX on modelled files: right contents and the same times in all modes, as long as by MPI-IO, replayed to the
picosecond; what is not supported says so, and what was there before stays there."""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from test_files import PARALLEL, SERVERS

from conftest import ROOT

MODES = ("images", "serialised", "processes")
RANKS = 3
ALL = 5 * 70001
# Without two-phase I/O's aggregators, flushes and locks, whose costs depend on who else has the file open.
PLAIN = PARALLEL.replace(', flush_on_close = "yes"', "").replace('locks = { unit = "1 MiB", revoke = "100 us" }\n', "")


def machine(folder, storage, mount="data"):
    if not storage:
        storage = "\n[storage]\n"
    path = folder / "machine.toml"
    path.write_text((ROOT / "platforms" / "two-hosts.toml").read_text() + storage.replace("[storage]\n", f'[storage]\nmount = "{mount}"\n'))
    return path


def contents(rank):
    return bytes((rank * 37 + i * 11 + i // 251) % 256 for i in range(ALL))


@pytest.fixture(scope="module")
def program(windtunnel, tmp_path_factory):
    return windtunnel.compile(ROOT / "tests" / "system" / "posix.c", tmp_path_factory.mktemp("posix") / "posix")


@pytest.fixture(scope="module")
def expected():
    return b"".join(contents(rank) for rank in range(RANKS))


def run(windtunnel, folder, platform, program, *arguments, mode="images", options=(), env=None):
    (folder / "data").mkdir(exist_ok=True)
    common = ["-q", "-n", RANKS, "--ppn", 2, "-p", platform, "--compute", "none", "--mode", mode, "--out", "run", "--force"]
    return windtunnel("run", *common, *options, program, *arguments, cwd=folder, env=env)


@pytest.mark.parametrize("storage", ["", SERVERS, PARALLEL], ids=["attached", "servers", "parallel"])
@pytest.mark.parametrize("how", ["offset", "position", "stream"])
def test_contents_and_times_are_the_same_in_all_modes(windtunnel, tmp_path, manifest, program, expected, how, storage):
    seen = set()
    for mode in MODES:
        folder = tmp_path / mode
        folder.mkdir()
        done = run(windtunnel, folder, machine(folder, storage), program, how, mode=mode)
        assert done.status == 0, done.err
        lines = sorted(done.out.splitlines())
        assert [line.split()[2] for line in lines] == ["0"] * RANKS, "wrong contents"
        assert (folder / "data" / "file").read_bytes() == expected
        if how == "stream":
            texts = [(folder / "data" / f"file.{rank}").read_text() for rank in range(RANKS)]
            assert texts == [f"rank {rank}\nof {RANKS}\nthe end\n" for rank in range(RANKS)]
        seen.add((manifest(folder / "run")["simulated_time_ps"], *lines))
    assert len(seen) == 1, seen


@pytest.mark.parametrize("storage", ["", SERVERS, PLAIN], ids=["attached", "servers", "parallel"])
def test_accesses_take_as_long_as_by_mpi(windtunnel, tmp_path, program, storage):
    platform = machine(tmp_path, storage)
    times = {}
    for how in ("mpi", "offset"):
        done = run(windtunnel, tmp_path, platform, program, how, f"data/{how}")
        assert done.status == 0, done.err
        times[how] = [float(line.split()[1]) for line in sorted(done.out.splitlines())]
        assert min(times[how]) > 5e-4
    # MPI's open and close have messages to the rank itself.
    assert times["offset"] == pytest.approx(times["mpi"], rel=0.02)


@pytest.mark.parametrize("how", ["offset", "position", "stream"])
def test_a_replay_takes_as_long_to_the_picosecond_and_touches_no_file(windtunnel, tmp_path, manifest, program, how):
    (tmp_path / "data").mkdir()
    common = ["-q", "-p", machine(tmp_path, PARALLEL), "--compute", "none"]
    windtunnel.must("record", *common, "-n", RANKS, "-o", "t.trace", "--out", "recorded", program, how, cwd=tmp_path)
    shutil.rmtree(tmp_path / "data")
    windtunnel.must("replay", *common, "--out", "replayed", "t.trace", cwd=tmp_path)
    assert not (tmp_path / "data").exists()
    times = [manifest(tmp_path / name)["simulated_time_ps"] for name in ("recorded", "replayed")]
    assert times[0] == times[1] > 0, times


def test_calls_are_seen_with_their_places(windtunnel, tmp_path, monkeypatch, program):
    pytest.importorskip("polars")
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import windtunnel as reader

    lines = (ROOT / "tests" / "system" / "posix.c").read_text().splitlines()
    rows = {}
    for mode in ("images", "processes"):
        folder = tmp_path / mode
        folder.mkdir()
        done = run(windtunnel, folder, machine(folder, PARALLEL), ROOT / "tests" / "system" / "posix.c", "stream", mode=mode,
                   options=["--observe", "io,waits,timeline"])
        assert done.status == 0, done.err
        tables = reader.load_run(folder / "run")
        rows[mode] = [{**row, "file": row["file"].rpartition("/")[2]} for row in tables.table("io").to_dicts()]
        places = {row["site"]: row["description"] for row in tables.table("sites").to_dicts()}
        waits = [row for row in tables.table("waits").to_dicts() if row["function"] == "write"]
        assert {row["wait_state"] for row in waits} == {"file"}
        written = {places[row["site"]] for row in waits}
        # The place is the program's, not the one inside the C library; what is left when a rank ends is written then.
        own = {place for place in written if "posix.c:" in place}
        assert len(written - own) == 1, written
        numbers = {int(place.rpartition("posix.c:")[2].rstrip(")")) for place in own}
        assert any("fwrite" in lines[number - 1] for number in numbers), numbers
        assert any("fclose" in lines[number - 1] for number in numbers), numbers
    assert rows["images"] == rows["processes"]
    assert sum(row["bytes"] for row in rows["images"] if row["operation"] == "write") == RANKS * (ALL + 12 + 8)
    told = windtunnel.must("summary", "run", cwd=tmp_path / "images").out
    assert "write" in told and "posix.c:" in told


CXX = r"""
#include <fstream>
#include <iostream>
#include <mpi.h>
#include <string>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::string name = "data/lines." + std::to_string(rank), all(300000, char('a' + rank));
    double start = MPI_Wtime();
    {
        std::ofstream out(name, std::ios::binary);
        out << "rank " << rank << "\n";
        out.write(all.data(), all.size());
    }
    std::ifstream in(name);
    std::string word, rest;
    int number;
    in >> word >> number >> rest;
    bool right = word == "rank" && number == rank && rest == all;
    in.clear();
    in.seekg(5);
    right = right && in.get() == '0' + rank && in.tellg() == 6;
    std::cout << rank << (right ? " right " : " wrong ") << MPI_Wtime() - start << std::endl;
    MPI_Finalize();
}
"""

FORTRAN = r"""
program lines
  use mpi
  implicit none
  integer :: rank, error, i, number
  character(len=32) :: name
  real(8) :: numbers(5000), found(5000), start
  logical :: right, there
  call mpi_init(error)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
  write (name, '(a,i0)') 'data/lines.', rank
  numbers = [(i * 0.5d0 + rank, i = 1, 5000)]
  start = mpi_wtime()
  open (unit=10, file=name, form='unformatted', access='stream', action='readwrite')
  write (10) rank, numbers
  rewind (10)
  read (10) number, found
  close (10)
  right = number == rank .and. all(found == numbers)
  open (unit=11, file=trim(name)//'.txt', form='formatted')
  do i = 1, 200
    write (11, '(i8)') i * rank
  end do
  close (11)
  open (unit=12, file=trim(name)//'.txt', status='old', action='read')
  do i = 1, 200
    read (12, *) number
    right = right .and. number == i * rank
  end do
  close (12, status='delete')
  inquire (file=trim(name)//'.txt', exist=there)
  right = right .and. .not. there
  print '(i0,a,f18.12)', rank, merge(' right ', ' wrong ', right), mpi_wtime() - start
  call mpi_finalize(error)
end program
"""


def check_language(windtunnel, tmp_path, manifest, program, modes):
    seen = set()
    for mode in modes:
        folder = tmp_path / mode
        folder.mkdir()
        done = run(windtunnel, folder, machine(folder, PARALLEL), program, mode=mode, options=["--observe", "io"])
        assert done.status == 0, done.err
        lines = sorted(done.out.splitlines())
        assert [line.split()[1] for line in lines] == ["right"] * RANKS, done.out
        assert all(float(line.split()[2]) > 1e-3 for line in lines), "files have taken no time"
        digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted((folder / "data").iterdir())]
        seen.add((manifest(folder / "run")["simulated_time_ps"], *lines, *digests))
    assert len(seen) == 1, seen


def test_streams_of_cxx(windtunnel, tmp_path, manifest):
    (tmp_path / "lines.cpp").write_text(CXX)
    done = windtunnel.execute(windtunnel.prefix / "bin" / "wtcxx", "-O1", "-o", "lines", "lines.cpp", cwd=tmp_path)
    assert done.status == 0, done.err
    check_language(windtunnel, tmp_path, manifest, tmp_path / "lines", MODES)


@pytest.mark.skipif(shutil.which("gfortran") is None, reason="there is no gfortran")
def test_units_of_fortran(windtunnel, tmp_path, manifest):
    (tmp_path / "lines.f90").write_text(FORTRAN)
    done = windtunnel.execute(windtunnel.prefix / "bin" / "wtfort", "-O1", "-o", "lines", "lines.f90", cwd=tmp_path)
    assert done.status == 0, done.err
    check_language(windtunnel, tmp_path, manifest, tmp_path / "lines", MODES)


PYTHON = r"""
import os, shutil
from mpi4py import MPI
rank = MPI.COMM_WORLD.rank
start = MPI.Wtime()
name = f"data/lines.{rank}"
with open(name, "w") as out:
    for number in range(20000):
        print(number * rank, file=out)
with open(name) as lines:
    right = [int(line) for line in lines] == [number * rank for number in range(20000)]
with open(name, "rb") as data:
    data.seek(-2, os.SEEK_END)
    right = right and data.read() == f"{19999 * rank}\n".encode()[-2:] and os.path.getsize(name) == data.tell()
shutil.copyfile(name, name + ".copy")
os.rename(name + ".copy", name + ".other")
right = right and open(name).read() == open(name + ".other").read()
os.remove(name + ".other")
print(rank, "right" if right else "wrong", f"{MPI.Wtime() - start:.12f}", flush=True)
"""


def test_files_of_python(windtunnel, tmp_path, manifest):
    pytest.importorskip("mpi4py")
    (tmp_path / "lines.py").write_text(PYTHON)
    (tmp_path / "data").mkdir()
    times = []
    for number in range(2):
        done = windtunnel("run", "-q", "-n", RANKS, "-p", machine(tmp_path, PARALLEL), "--compute", "none", "--out", f"run{number}", sys.executable,
                          "lines.py", cwd=tmp_path)
        assert done.status == 0, done.err
        lines = sorted(done.out.splitlines())
        assert [line.split()[1] for line in lines] == ["right"] * RANKS, done.out
        assert all(float(line.split()[2]) > 1e-3 for line in lines)
        times.append((manifest(tmp_path / f"run{number}")["simulated_time_ps"], *lines))
    assert times[0] == times[1]


def test_bytes_outside_of_the_mount_are_told_and_take_no_time(windtunnel, tmp_path, manifest, program, expected):
    for mode in MODES:
        folder = tmp_path / mode
        (folder / "free").mkdir(parents=True)
        times = {}
        for mount in ("free", "data"):
            # The program writes below `data`.
            done = run(windtunnel, folder, machine(folder, "", mount), program, "offset", mode=mode)
            assert done.status == 0, done.err
            times[mount] = max(float(line.split()[1]) for line in done.out.splitlines())
            warnings = [text for text in manifest(folder / "run")["warnings"] if "without MPI-IO" in text]
            if mount == "data":
                assert warnings == []
            else:
                [warning] = warnings
                assert f"wrote 1.0 MB without MPI-IO and outside of the file system's mount {folder / 'free'}" in warning
        assert times["free"] < 1e-4 < times["data"]
        assert (folder / "data" / "file").read_bytes() == expected


UNSUPPORTED = r"""
#define _GNU_SOURCE
#include <aio.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    char data[100] = "";
    int file = open("data/file", O_RDWR | O_CREAT, 0644), other = open("data/other", O_RDWR | O_CREAT, 0644);
    if (write(file, data, 100) != 100) return 1;
    if (!strcmp(argv[1], "mmap")) mmap(NULL, 100, PROT_READ, MAP_SHARED, file, 0);
    if (!strcmp(argv[1], "freopen")) freopen("data/third", "w", fopen("data/file", "r"));
    if (!strcmp(argv[1], "aio_read")) aio_read(&(struct aiocb){.aio_fildes = file, .aio_buf = data, .aio_nbytes = 100});
    if (!strcmp(argv[1], "sendfile")) printf("%zd\n", sendfile(other, file, NULL, 100));
    MPI_Finalize();
    return 0;
}
"""


def test_what_is_not_supported_says_so(windtunnel, tmp_path):
    program = windtunnel.compile(UNSUPPORTED, tmp_path / "unsupported")
    platform = machine(tmp_path, "")
    for mode in MODES:
        for what in ("mmap", "freopen", "aio_read"):
            done = run(windtunnel, tmp_path, platform, program, what, mode=mode)
            said = f"not supported: {what} of a file below the mount of the modelled file system; use read and write, or leave out `mount`"
            assert done.status != 0 and said in done.err and "unsupported.c:" in done.err, done.err
        done = run(windtunnel, tmp_path, platform, program, "sendfile", mode=mode)
        assert done.status == 0 and done.out == "-1\n" * RANKS


def test_a_mount_is_a_folder(windtunnel, tmp_path, program):
    done = run(windtunnel, tmp_path, machine(tmp_path, "", "nowhere"), program)
    assert done.status == 2 and done.last_line == f"windtunnel: storage.mount: {tmp_path / 'nowhere'}: No such file or directory (os error 2)"
    done = run(windtunnel, tmp_path, machine(tmp_path, "", "machine.toml"), program)
    assert done.status == 2 and done.last_line == f"windtunnel: storage.mount: {tmp_path / 'machine.toml'}: is not a folder"


FULL = r"""
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    static char data[200000];
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(data, 'n', sizeof data);
    if (rank == 0) {
        /* No file may be longer than what is there, as on a full disk. */
        struct rlimit limit = {100000, 100000};
        int file = open("data/kept", O_RDWR | O_APPEND);
        setrlimit(RLIMIT_FSIZE, &limit);
        signal(SIGXFSZ, SIG_IGN);
        ssize_t done = write(file, data, sizeof data);
        printf("%zd %s\n", done, done < 0 ? strerror(errno) : "");
        int none = open("data/none/file", O_RDWR | O_CREAT, 0644);
        printf("%d %s\n", none, strerror(errno));
        close(file);
        FILE *stream = fopen("data/kept", "a");
        fputs("more", stream);
        printf("%d\n", fclose(stream));
    }
    MPI_Finalize();
    return 0;
}
"""


def test_a_full_disk_is_the_program_s_error_and_keeps_what_was_there(windtunnel, tmp_path):
    program = windtunnel.compile(FULL, tmp_path / "full")
    (tmp_path / "data").mkdir()
    kept = tmp_path / "data" / "kept"
    kept.write_bytes(b"k" * 100_000)
    done = run(windtunnel, tmp_path, machine(tmp_path, ""), program, mode="processes")
    assert done.status == 0, done.err
    assert done.out.splitlines() == ["-1 File too large", "-1 No such file or directory", "-1"]
    assert kept.read_bytes() == b"k" * 100_000



ENDLESS = r"""
#include <mpi.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    char line[1000];
    memset(line, 'n', sizeof line);
    FILE *appended = fopen("data/kept", "a"), *open = fopen("data/old", "r+");
    while (appended && open)
        fwrite(line, 1, sizeof line, appended);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_a_killed_run_keeps_what_was_there(windtunnel, tmp_path, mode):
    program = windtunnel.compile(ENDLESS, tmp_path / "endless")
    data = tmp_path / "data"
    data.mkdir()
    kept, old = data / "kept", data / "old"
    kept.write_bytes(b"k" * 100_000)
    old.write_bytes(b"old")
    command = [windtunnel.prefix / "bin" / "windtunnel", "run", "-q", "-n", "2", "-p", machine(tmp_path, ""), "--mode", mode, "--out", "run", program]
    with subprocess.Popen(command, cwd=tmp_path, env=windtunnel.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        deadline = time.monotonic() + 60
        while kept.stat().st_size < 200_000 and time.monotonic() < deadline:
            time.sleep(0.02)
        running.kill()
    # Ranks end with the command.
    size = -1
    while size != kept.stat().st_size:
        size = kept.stat().st_size
        time.sleep(0.3)
    found = kept.read_bytes()
    assert len(found) >= 200_000 and found[:100_000] == b"k" * 100_000 and not found[100_000:].strip(b"n")
    assert old.read_bytes() == b"old"


HDF5 = Path(os.environ.get("HDF5_MPICH_PREFIX", "/usr"))
HDF5_INCLUDE, HDF5_LIBRARY = HDF5 / "include" / "hdf5" / "mpich", HDF5 / "lib" / "x86_64-linux-gnu"
MPI_INCLUDE = Path(sys.prefix) / "include"


@pytest.mark.skipif(not (HDF5_INCLUDE / "hdf5.h").exists(), reason="Debian's libhdf5-mpich-dev is not installed (nor in HDF5_MPICH_PREFIX)")
@pytest.mark.skipif(not (MPI_INCLUDE / "mpi.h").exists(), reason="PyPI's mpich is not installed: HDF5 is built for its ABI")
def test_a_program_of_hdf5(windtunnel, tmp_path, manifest):
    program = tmp_path / "hdf5"
    libraries = [f"-L{folder}" for folder in (HDF5_LIBRARY / "hdf5" / "mpich", HDF5_LIBRARY, MPI_INCLUDE.parent / "lib")]
    done = windtunnel.execute("cc", "-O1", f"-I{HDF5_INCLUDE}", f"-I{MPI_INCLUDE}", "-o", program, ROOT / "tests" / "system" / "hdf5.c", *libraries, "-lhdf5",
                              "-lmpi", "-Wl,--allow-shlib-undefined")
    assert done.status == 0, done.err
    for how in ("together", "alone"):
        seen = set()
        for mode in MODES:
            folder = tmp_path / how / mode
            folder.mkdir(parents=True)
            done = run(windtunnel, folder, machine(folder, PARALLEL), program, how, mode=mode, env={"LD_LIBRARY_PATH": str(HDF5_LIBRARY)})
            assert done.status == 0, done.err
            lines = sorted(done.out.splitlines())
            assert [line.split()[3] for line in lines] == ["0"] * RANKS, "wrong contents"
            # Written by MPI-IO, read by POSIX functions: both take time.
            assert all(min(float(number) for number in line.split()[1:3]) > 1e-4 for line in lines)
            digest = hashlib.sha256((folder / "data" / "rows.h5").read_bytes()).hexdigest()
            seen.add((manifest(folder / "run")["simulated_time_ps"], digest, *lines))
        assert len(seen) == 1, seen


PNETCDF = Path(os.environ.get("PNETCDF_PREFIX", "/usr/local"))


@pytest.mark.skipif(not (PNETCDF / "include" / "pnetcdf.h").exists(), reason="no PnetCDF in PNETCDF_PREFIX (built by mpicc of Windtunnel's mpi-wrappers)")
def test_a_program_of_pnetcdf(windtunnel, tmp_path, manifest):
    flags = [f"-I{PNETCDF}/include", f"-L{PNETCDF}/lib", f"-Wl,-rpath,{PNETCDF}/lib", "-lpnetcdf"]
    program = windtunnel.compile(ROOT / "tests" / "system" / "pnetcdf.c", tmp_path / "pnetcdf", *flags)
    contents = set()
    for how in ("together", "alone"):
        seen = set()
        for mode in MODES:
            folder = tmp_path / how / mode
            folder.mkdir(parents=True)
            done = run(windtunnel, folder, machine(folder, PARALLEL), program, how, mode=mode)
            assert done.status == 0, done.err
            lines = sorted(done.out.splitlines())
            assert [line.split()[3] for line in lines] == ["0"] * RANKS, "wrong contents"
            assert all(min(float(number) for number in line.split()[1:3]) > 1e-4 for line in lines)
            contents.add((folder / "data" / "block.nc").read_bytes())
            seen.add((manifest(folder / "run")["simulated_time_ps"], *lines))
        assert len(seen) == 1, seen
    assert len(contents) == 1


IOR = shutil.which("ior")


@pytest.mark.skipif(IOR is None, reason="there is no ior in PATH (built by wtcc)")
def test_ior_takes_as_long_by_posix_as_by_mpi(windtunnel, tmp_path):
    rates = {}
    for interface in ("POSIX", "MPIIO"):
        done = run(windtunnel, tmp_path, machine(tmp_path, PLAIN), IOR, "-a", interface, "-b", "8m", "-t", "1m", "-o", "data/ior", "-w", "-r", "-C", "-R", "-g")
        assert done.status == 0 and "data check" not in done.out, done.out + done.err
        rows = [line.split() for line in done.out.splitlines()]
        rates[interface] = [float(row[1]) for row in rows if len(row) == 11 and row[0] in ("write", "read")]
        assert len(rates[interface]) == 2
    assert rates["POSIX"] == pytest.approx(rates["MPIIO"], rel=0.02)
