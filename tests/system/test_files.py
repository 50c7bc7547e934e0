"""Files: the same simulated times in all modes, the table `io`, servers on the network, and a recording that says what it
leaves out."""

import json

import pytest

from conftest import ROOT

EXAMPLE = ROOT / "examples" / "file.c"
RANKS = 3
BYTES = 8 << 18

SERVERS = """
[storage]
servers = ["host0", "host1"]
bandwidth = "2 GB/s"
latency = "10 us"
stripe = "64 KiB"
"""

PARALLEL = """
[storage]
model = "parallel"
servers = ["host1"]
layout = { kind = "pvfs", stripe = "64 KiB" }
server = { cache = "aggregation-reorder", memory = "4 MB", request = "20 us" }
device = { kind = "disk", rate = "96 MiB/s" }
client = { part = "100 KiB", flush_on_close = "yes" }
locks = { unit = "1 MiB", revoke = "100 us" }
"""

# Writes every third integer of its part of a file and reads them back; what the hints in use are.
HOLES = r"""
#include <mpi.h>
#include <stdio.h>
#include <string.h>
enum { COUNT = 1000 };
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, own[COUNT], found[COUNT], flag;
    char value[64];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < COUNT; i++) own[i] = 1000000 * rank + i;
    MPI_Info info, used;
    MPI_Info_create(&info);
    MPI_Info_set(info, "cb_nodes", "2");
    for (int i = 1; i + 1 < argc; i += 2) MPI_Info_set(info, argv[i], argv[i + 1]);
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "holes.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file);
    MPI_File_get_info(file, &used);
    MPI_Info_get(used, "romio_ds_write", 63, value, &flag);
    if (rank == 0) printf("romio_ds_write %s\n", flag ? value : "unknown");
    MPI_Info_get(used, "ind_wr_buffer_size", 63, value, &flag);
    if (rank == 0) printf("ind_wr_buffer_size %s\n", flag ? value : "unknown");
    MPI_Info_get(used, "cb_nodes", 63, value, &flag);
    if (rank == 0) printf("cb_nodes %s\n", flag ? value : "unknown");
    MPI_Datatype third;
    MPI_Type_vector(COUNT, 1, 3, MPI_INT, &third);
    MPI_Type_commit(&third);
    MPI_File_set_view(file, (MPI_Offset)rank * 3 * COUNT * sizeof(int), MPI_INT, third, "native", MPI_INFO_NULL);
    double start = MPI_Wtime();
    MPI_File_write_at(file, 0, own, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    double written = MPI_Wtime();
    MPI_File_sync(file);
    MPI_File_read_at(file, 0, found, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    if (rank == 0) printf("write %.6f ms\n", 1000 * (written - start));
    if (memcmp(own, found, sizeof own)) printf("rank %d: wrong contents\n", rank);
    MPI_File_close(&file);
    MPI_Type_free(&third);
    MPI_Info_free(&info);
    MPI_Info_free(&used);
    MPI_Finalize();
    return 0;
}
"""


def machine(folder, storage=""):
    path = folder / "machine.toml"
    path.write_text((ROOT / "platforms" / "two-hosts.toml").read_text() + storage)
    return path


def run(windtunnel, folder, platform, *options):
    done = windtunnel(
        "run", "-n", RANKS, "-p", platform, "--compute", "none", "--out", folder / "run", *options, EXAMPLE, cwd=folder
    )
    assert done.status == 0, done.err
    return done


@pytest.mark.parametrize("storage", ["", SERVERS, PARALLEL], ids=["attached", "servers", "parallel"])
def test_all_modes_take_the_same_time(windtunnel, tmp_path, manifest, storage):
    times = set()
    for mode in ("images", "serialised", "processes"):
        folder = tmp_path / mode
        folder.mkdir()
        run(windtunnel, folder, machine(folder, storage), "--mode", mode)
        times.add(manifest(folder / "run")["simulated_time_ps"])
    assert len(times) == 1, times


def test_the_table_of_operations(windtunnel, tmp_path, monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import windtunnel as reader

    run(windtunnel, tmp_path, machine(tmp_path), "--observe", "io")
    table = reader.load_run(tmp_path / "run").table("io")
    rows = table.to_dicts()
    assert {row["file"] for row in rows} == {str(tmp_path / "windtunnel-example.dat")}
    assert [row["operation"] for row in rows].count("open") == RANKS
    for operation in ("write", "read"):
        own = sorted((row["rank"], row["offset"], row["bytes"]) for row in rows if row["operation"] == operation)
        shift = 0 if operation == "write" else 1
        assert own == [(rank, (rank + shift) % RANKS * BYTES, BYTES) for rank in range(RANKS)]
    # A new view sets the shared pointer back, which takes no time.
    assert all(row["start"] < row["end"] for row in rows if row["operation"] != "shared pointer")
    # One server of 1 GB/s after 100 us that all ranks share.
    writes = [row for row in rows if row["operation"] == "write"]
    last = max(row["end"] for row in writes) - min(row["start"] for row in writes)
    alone = 100_000_000 + RANKS * BYTES * 1000
    assert alone <= last <= alone * 1.01


def test_calls_requests_and_accesses_to_devices_are_linked(windtunnel, tmp_path, monkeypatch, manifest):
    pytest.importorskip("polars")
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import windtunnel as reader

    run(windtunnel, tmp_path, machine(tmp_path, PARALLEL), "--observe", "io,io_requests,io_jobs")
    tables = reader.load_run(tmp_path / "run")
    calls, requests, jobs = (tables.table(name).to_dicts() for name in ("io", "io_requests", "io_jobs"))
    assert len({row["call"] for row in calls}) == len(calls) and len({row["request"] for row in requests}) == len(requests)
    of_call = {row["call"]: row for row in calls}
    asked = dict.fromkeys(of_call, 0)
    for row in requests:
        call = of_call[row["call"]]
        assert call["rank"] == row["rank"]
        assert call["start"] <= row["posted"] <= row["arrived"] <= row["served"] <= row["answered"] <= call["end"]
        asked[row["call"]] += row["bytes"]
    # One server: what a call writes is what it asks for. Reads are aggregated, as the last rank reads what is first in the file.
    assert all(asked[number] == call["bytes"] for number, call in of_call.items() if call["operation"] == "write")
    assert sum(asked[number] for number, call in of_call.items() if call["operation"] == "read") == RANKS * BYTES
    moved = dict.fromkeys((row["request"] for row in requests), 0)
    for row in jobs:
        moved[row["request"]] += row["bytes"]
        # A read that is larger than the memory is served when nothing else is in it.
        assert row["positioning"] <= row["end"] - row["start"] and (row["memory"] <= 4_000_000 or row["operation"] == "read")
    # A file is flushed when it is closed: devices have done all that was asked.
    assert all(moved[row["request"]] == row["bytes"] for row in requests)
    [server] = manifest(tmp_path / "run")["file_servers"]
    accesses = {row["job"]: row for row in jobs}
    assert (server["requests"], server["jobs"]) == (len(requests), len(accesses))
    assert server["written"] == sum(row["bytes"] for row in jobs if row["operation"] == "write") == RANKS * BYTES
    assert server["seeks"] == sum(row["positioning"] > 0 for row in accesses.values()) > 0
    # One access at a time.
    assert server["busy_ps"] == sum(row["end"] - row["start"] for row in accesses.values())
    told = windtunnel.must("summary", tmp_path / "run", cwd=tmp_path).out
    assert "file servers" in told and "device busy" in told


def test_what_aggregators_ask_is_part_of_their_own_calls(windtunnel, tmp_path, monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import windtunnel as reader

    common = [
        "-q",
        "-n",
        2,
        "-p",
        machine(tmp_path, PARALLEL),
        "--set",
        "mpi.hints.romio_cb_write=enable",
        "--observe",
        "io,io_requests",
        "--out",
        "run",
    ]
    windtunnel.must("motif", *common, "ior", "collective=yes", "read=no", "block=1 MiB", "transfer=1 MiB", cwd=tmp_path)
    tables = reader.load_run(tmp_path / "run")
    calls = {row["call"]: row for row in tables.table("io").to_dicts()}
    data = [row for row in tables.table("io_requests").to_dicts() if row["operation"] == "write"]
    assert sum(row["bytes"] for row in data) == 2 << 20
    assert {calls[row["call"]]["operation"] for row in data} == {"write"}
    assert all(calls[row["call"]]["rank"] == row["rank"] for row in data)


def test_bytes_cross_the_network_to_servers_that_are_hosts(windtunnel, tmp_path, manifest):
    sizes = {}
    for name, storage in (("attached", ""), ("servers", SERVERS)):
        folder = tmp_path / name
        folder.mkdir()
        run(windtunnel, folder, machine(folder, storage))
        sizes[name] = sum(link["bytes"] for link in manifest(folder / "run")["hottest_links"])
    assert sizes["servers"] > sizes["attached"] + RANKS * BYTES


def test_hints_change_the_requests_and_not_the_contents(windtunnel, tmp_path):
    (tmp_path / "holes.c").write_text(HOLES)
    pvfs = PARALLEL.replace('"1 MiB"', '"off"').replace('kind = "disk", rate', 'kind = "ssd", latency = "10 us", rate')
    lustre = pvfs.replace('kind = "pvfs"', 'kind = "lustre"')

    def write(name, storage, *hints, mode="images", library="mpich-5.0"):
        folder = tmp_path / name
        folder.mkdir()
        common = ["-q", "-n", 2, "-p", machine(folder, storage), "--compute", "none", "--mpi-library", library]
        done = windtunnel.must("run", *common, "--mode", mode, "--out", "run", tmp_path / "holes.c", *hints, cwd=folder)
        assert "wrong" not in done.out, done.out
        data = (folder / "holes.dat").read_bytes()
        third = [int.from_bytes(data[at : at + 4], "little") for at in range(0, 12_000, 12)]
        assert third == list(range(1000)) and len(data) == 23_992
        lines = dict(line.split(maxsplit=1) for line in done.out.splitlines())
        return float(lines.pop("write").split()[0]), lines, done.err

    lists, used, err = write("lists", pvfs)
    # The program asks for two aggregators; both ranks are on one host.
    assert used == {"romio_ds_write": "automatic", "ind_wr_buffer_size": "524288", "cb_nodes": "1"}
    whole, _, _ = write("whole", pvfs, "romio_pvfs2_listio_write", "enable")
    # 1,000 elements in lists of 64, or in one request; each of the two ranks takes 20 us of the server's thread for each.
    assert lists >= 16 * 0.02 and whole < lists / 4, (lists, whole)
    sieved, used, _ = write("sieved", lustre, "ind_wr_buffer_size", "4096")
    assert used["ind_wr_buffer_size"] == "4096"
    naive, used, _ = write("naive", lustre, "romio_ds_write", "disable")
    assert used["romio_ds_write"] == "disable"
    assert sieved < naive / 5, (sieved, naive)
    assert write("again", lustre, "romio_ds_write", "disable", mode="processes")[0] == naive
    direct, used, err = write("direct", pvfs, library="ideal")
    assert used["romio_ds_write"] == "unknown" and direct <= whole
    # On a file system without a driver hints are kept, as nothing is said about what they change.
    assert write("shared", SERVERS, "romio_ds_write", "disable")[1]["romio_ds_write"] == "disable"


def test_a_hint_that_is_ignored_is_named(windtunnel, tmp_path):
    (tmp_path / "holes.c").write_text(HOLES)
    common = ["-n", 2, "-p", machine(tmp_path, PARALLEL), "--compute", "none", "--out", "run"]
    done = windtunnel.must("run", *common, tmp_path / "holes.c", "striping_factor", "4", cwd=tmp_path)
    said = "the hint `striping_factor` for files is ignored: what it changes is not modelled"
    assert done.err.count(said) == 1 and "cb_nodes" not in done.err, done.err


# All ranks write records in turn, together, and read those of the rank behind them; with -i without waiting in the call.
TOGETHER = r"""
#include <mpi.h>
#include <stdio.h>
#include <string.h>
enum { RECORDS = 640, INTS = 250 };
static int own[RECORDS * INTS], found[RECORDS * INTS];
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, wrong = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int later = argc > 1 && !strcmp(argv[1], "-i"), next = (rank + 1) % size;
    for (int i = 0; i < RECORDS * INTS; i++) own[i] = 1000000 * rank + i;
    MPI_Info info;
    MPI_Info_create(&info);
    for (int i = 1 + later; i + 1 < argc; i += 2) MPI_Info_set(info, argv[i], argv[i + 1]);
    MPI_File file;
    MPI_Request request;
    MPI_File_open(MPI_COMM_WORLD, "together.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file);
    MPI_Datatype record, turns;
    MPI_Type_contiguous(INTS, MPI_INT, &record);
    MPI_Type_create_resized(record, 0, (MPI_Aint)size * INTS * sizeof(int), &turns);
    MPI_Type_commit(&turns);
    MPI_File_set_view(file, (MPI_Offset)rank * INTS * sizeof(int), MPI_INT, turns, "native", MPI_INFO_NULL);
    double start = MPI_Wtime();
    if (later) {
        MPI_File_iwrite_at_all(file, 0, own, RECORDS * INTS, MPI_INT, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_File_write_at_all(file, 0, own, RECORDS * INTS, MPI_INT, MPI_STATUS_IGNORE);
    }
    double written = MPI_Wtime();
    MPI_File_set_view(file, (MPI_Offset)next * INTS * sizeof(int), MPI_INT, turns, "native", MPI_INFO_NULL);
    double again = MPI_Wtime();
    MPI_Status status;
    int count;
    MPI_File_read_all(file, found, RECORDS * INTS, MPI_INT, &status);
    double read = MPI_Wtime();
    MPI_Get_count(&status, MPI_INT, &count);
    for (int i = 0; i < RECORDS * INTS; i++) wrong += found[i] != 1000000 * next + i;
    if (wrong || count != RECORDS * INTS) printf("rank %d: wrong contents\n", rank);
    if (rank == 0) printf("%.9f %.9f\n", written - start, read - again);
    MPI_File_close(&file);
    MPI_Type_free(&record);
    MPI_Type_free(&turns);
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
"""


def test_accesses_of_all_ranks_are_aggregated(windtunnel, tmp_path, manifest):
    (tmp_path / "together.c").write_text(TOGETHER)
    pvfs = PARALLEL.replace('"1 MiB"', '"off"').replace('kind = "disk", rate', 'kind = "ssd", latency = "10 us", rate')
    lustre = pvfs.replace('kind = "pvfs"', 'kind = "lustre"')

    def run(name, storage, *arguments, mode="images", options=()):
        folder = tmp_path / name
        folder.mkdir()
        common = ["-q", "-n", 3, "--ppn", 2, "-p", machine(folder, storage), "--compute", "none", "--mpi-library", "mpich-5.0"]
        done = windtunnel.must(
            "run", *common, "--mode", mode, *options, "--out", "run", tmp_path / "together.c", *arguments, cwd=folder
        )
        assert "wrong" not in done.out, done.out
        data = (folder / "together.dat").read_bytes()
        assert len(data) == 3 * 640 * 1000
        firsts = [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 1000)]
        assert firsts == [1000000 * rank + 250 * record for record in range(640) for rank in range(3)]
        return [float(word) for word in done.out.split()]

    for storage in (pvfs, lustre):
        kind = "pvfs" if storage == pvfs else "lustre"
        together = run(f"{kind}-together", storage)
        alone = run(f"{kind}-alone", storage, "romio_cb_write", "disable", "romio_cb_read", "disable")
        # 640 records of 1,000 bytes, in lists of 64 or sieved under a lock; or a few requests of each of two aggregators, for
        # which data cross the network twice: that pays where they are sieved.
        assert together[0] < alone[0] / 2 if storage == lustre else together[0] != alone[0], (kind, together, alone)
        assert run(f"{kind}-processes", storage, mode="processes") == together
        # The same as the library's hints, and as a call that is waited for later.
        hints = ["--set", "mpi.hints.romio_cb_write=disable", "--set", "mpi.hints.romio_cb_read=disable"]
        assert run(f"{kind}-library", storage, options=hints) == alone
        assert run(f"{kind}-later", storage, "-i")[0] != alone[0]
    one = run("one", pvfs, "cb_nodes", "1")
    assert one != run("two", pvfs, "cb_nodes", "2"), "one aggregator has all the data"


def test_a_recording_of_accesses_of_all_ranks_takes_as_long(windtunnel, tmp_path, manifest):
    (tmp_path / "together.c").write_text(TOGETHER)
    common = ["-q", "-p", machine(tmp_path, PARALLEL), "--compute", "none", "--mpi-library", "mpich-5.0"]
    windtunnel.must("record", *common, "-n", 3, "-o", "t.trace", "--out", "recorded", tmp_path / "together.c", cwd=tmp_path)
    windtunnel.must("replay", *common, "--out", "replayed", "t.trace", cwd=tmp_path)
    times = [manifest(tmp_path / name)["simulated_time_ps"] for name in ("recorded", "replayed")]
    assert times[0] == times[1] > 0, times


# A Jacobi solver's matrix diagonal as a block of a file behind a header (J. Kunkel: "Using Simulation to Validate Performance of
# MPI(-IO) Implementations", 2013).
DIAGONAL = r"""
#include <mpi.h>
#include <stdlib.h>
enum { N = 8192 };
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    double *matrix = calloc(N, (N + 1) * sizeof(double)), header[4] = {0};
    MPI_Datatype diagonal;
    MPI_Type_vector(N, 1, N + 1, MPI_DOUBLE, &diagonal);
    MPI_Type_commit(&diagonal);
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "diagonal.dat", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 0, header, 4, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_write_at(file, sizeof header, matrix, 1, diagonal, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
"""


def test_explain_names_the_hint_that_helps(windtunnel, tmp_path):
    (tmp_path / "diagonal.c").write_text(DIAGONAL)
    servers = """
[storage]
model = "parallel"
servers = ["host1"]
layout = { kind = "pvfs", stripe = "64 KiB" }
device = { kind = "ssd", latency = "0 s", rate = "2000 MiB/s" }
server = { cache = "write-behind", request = "448 us" }
metadata = { open = "0 s", other = "0 s" }
"""
    common = ["-q", "-n", 1, "-p", machine(tmp_path, servers), "--compute", "none", "--mpi-library", "mpich-5.0"]
    windtunnel.must("run", *common, "--observe", "waits,timeline", "--out", "run", tmp_path / "diagonal.c", cwd=tmp_path)
    said = windtunnel.must("explain", "run", cwd=tmp_path).out
    assert "with list I/O as one request" in said, said
    found = json.loads(windtunnel.must("explain", "--what-if", "--yes", "--json", "run", cwd=tmp_path).out)
    [change] = [change for change in found["what_ifs"] if change["change"] == "list-io"]
    # 128 requests and one of the header at 448 us each, or two.
    assert 57e9 < found["simulated_time_ps"] < 70e9 and change["simulated_time_ps"] < 4e9, found
    said = " ".join(windtunnel.must("explain", "run", cwd=tmp_path).out.split())
    assert "romio_pvfs2_listio_write" in said and "instead of" in said, said


def test_a_time_independent_recording_says_that_files_are_left_out(windtunnel, tmp_path):
    # No host time: which rank reaches its file first must not depend on the machine.
    common = ["record", "-n", RANKS, "-p", machine(tmp_path), "--compute", "none", "-o", tmp_path / "t.trace"]
    windtunnel.must(*common, "--out", tmp_path / "run", EXAMPLE, cwd=tmp_path)
    done = windtunnel.must("export", "t.trace", "--to", "ti", "-p", machine(tmp_path), "-o", "t.ti", cwd=tmp_path)
    assert "operations on files: not supported, left out with the time they take" in done.err, done.err
    done = windtunnel.must("export", "t.trace", "--to", "goal", "-p", machine(tmp_path), "-o", "t.goal", cwd=tmp_path)
    assert "operations on files: not representable, left out with the time they take (first on rank 0)" in done.err, done.err


def test_a_replay_takes_as_long_and_touches_no_file(windtunnel, tmp_path, manifest):
    common = ["-q", "-p", machine(tmp_path), "--compute", "none"]
    windtunnel.must("record", *common, "-n", RANKS, "-o", "t.trace", "--out", "recorded", EXAMPLE, cwd=tmp_path)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir() if path.is_file()}
    windtunnel.must("replay", *common, "--out", "replayed", "t.trace", cwd=tmp_path)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir() if path.is_file()} == before
    times = [manifest(tmp_path / name)["simulated_time_ps"] for name in ("recorded", "replayed")]
    assert times[0] == times[1] > 0, times


SKIPPED = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum { LARGE = 8 << 20, SMALL = 1000 };
int main(int argc, char **argv) {
    int rank, size, read;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char *data = malloc(LARGE);
    for (int i = 0; i < LARGE; i++) data[i] = 'a' + rank;
    MPI_File file;
    MPI_Status status;
    MPI_Offset bytes;
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, (MPI_Offset)rank * LARGE, data, LARGE, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write_at(file, (MPI_Offset)size * LARGE + rank * SMALL, data, SMALL, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_size(file, &bytes);
    MPI_File_read_at(file, bytes - LARGE / 2, data, LARGE, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &read);
    printf("%lld %d\n", (long long)bytes, read);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
"""


def test_skipped_contents_take_their_time_and_no_space(windtunnel, tmp_path):
    program = windtunnel.compile(SKIPPED, tmp_path / "skipped")
    found = {}
    for payload in ("copy", "skip:1 MiB"):
        out = f"run-{payload[:4]}"
        done = windtunnel.must("run", "-q", "-n", 4, "-p", machine(tmp_path, SERVERS), "--compute", "none", "--payload", payload, "--out", out,
                               program, f"{out}.dat", cwd=tmp_path)  # fmt: skip
        manifest = json.loads((tmp_path / out / "run.json").read_text())
        found[payload] = (done.out, manifest["simulated_time_ps"], manifest["bytes"])
        warned = [text for text in manifest["warnings"] if "--payload" in text]
        assert len(warned) == (payload != "copy"), warned
    assert found["copy"] == found["skip:1 MiB"]
    size = 4 * (8 << 20) + 4 * 1000
    assert f"{size} {4 << 20}" in found["copy"][0]
    whole, skipped = tmp_path / "run-copy.dat", tmp_path / "run-skip.dat"
    assert whole.stat().st_size == skipped.stat().st_size == size
    assert skipped.stat().st_blocks * 512 < 64 << 10 < whole.stat().st_blocks * 512
    assert skipped.read_bytes()[-4000:] == whole.read_bytes()[-4000:], "small ones are written"
