"""What decides is said: the defaults that a run has used, what they come to, where its ranks sit, and the platform's grade."""

import itertools
import json
import re
import tomllib

import pytest

from conftest import ROOT
from tunnel import TWO_HOSTS

PLATFORMS = ["two-hosts", "ethernet-cluster", "torus-3d", "bluegene-p", "fat-tree", "dragonfly", "percs-supernode", "percs-64", "percs-512",
             "summit-like", "perlmutter-like", "frontier-like"]
#: Motifs, and two programs whose recorded traces are replayed.
PROGRAMS = {
    "ping": ["motif", "ping"],
    "alltoall": ["motif", "alltoall", "bytes=16 KiB"],
    "allreduce": ["motif", "allreduce", "bytes=64 KiB"],
    "halo3d": ["motif", "halo3d", "iterations=2", "bytes=256 KiB"],
    "sweep3d": ["motif", "sweep3d"],
    "cg": ["motif", "cg", "iterations=1", "inner=5"],
    "lu": ["motif", "lu", "iterations=5"],
    "neighbours": ["motif", "neighbours", "compute=10 us"],
    "random": ["motif", "random"],
    "gather": ["motif", "collective", "operation=gather", "bytes=1 KiB", "iterations=5"],
    "files": ["motif", "ior"],
    "small files": ["motif", "ior", "block=4 KiB", "transfer=1 KiB"],
    "polls": ["replay", "polls.trace"],
    "bursts": ["replay", "bursts.trace"],
}
LIBRARY = {"bluegene-p": "ideal", "percs-supernode": "ideal", "percs-64": "ideal", "percs-512": "ideal"}
#: A quick part of the matrix.
SAMPLE = [("fat-tree", "ping"), ("ethernet-cluster", "files"), ("two-hosts", "small files"), ("torus-3d", "polls"), ("percs-64", "gather"),
          ("dragonfly", "allreduce"), ("frontier-like", "bursts")]
#: Communicators are made, messages tested and probed for.
POLLS = """#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, size, flag = 0;
    static char data[4096], got[4096];
    MPI_Comm half;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 3; i++) {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
        MPI_Comm_free(&half);
    }
    for (int i = 0; i < 10; i++) {
        MPI_Isend(data, 4096, MPI_CHAR, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
        for (flag = 0; !flag;) MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Recv(got, 4096, MPI_CHAR, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (flag = 0; !flag;) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
}
"""
#: One rank works for all others, in turn with a sum over all.
BURSTS = """#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, size;
    static double part[512], sum[512];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 5; i++) {
        if (rank)
            MPI_Send(part, 64, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        else
            for (int from = 1; from < size; from++)
                MPI_Recv(part, 64, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Allreduce(part, sum, 512, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
"""
#: Moves by less are none.
MOVES = 0.01


@pytest.fixture(scope="module")
def traces(windtunnel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("traces")
    for name, source in (("polls", POLLS), ("bursts", BURSTS)):
        for ranks in (8, 16):
            program = windtunnel.compile(source, folder / name)
            words = ["--compute", "none", "-p", "fat-tree", "-o", f"{name}-{ranks}.trace", "--out", f"{name}-{ranks}"]
            windtunnel.must("record", "-q", "-n", ranks, *words, program, cwd=folder)
    return folder


def tenfold(value):
    """Ten times a number with its unit; None of anything else."""
    if trips := re.fullmatch(r"\{ round_trips = (\d+) \}", value):
        return f"{{ round_trips = {10 * int(trips[1])} }}"
    number = re.fullmatch(r"(\d+(?:\.\d+)?)( [A-Za-z/]+)?", value)
    more = f"{10 * float(number[1]):g}{number[2] or ''}" if number and float(number[1]) else None
    return None if more == value else more


def candidates(windtunnel, platform, network, library, model):
    """All defaults, used or not, with their values and the options that set ten times as much."""
    def listed(what, name):
        entries = json.loads(windtunnel("list", what, "--json").out)
        return {key["name"]: key["default"] for entry in entries if entry["name"] == name for key in entry["details"] if key["default"]}

    own = tomllib.loads(windtunnel("platform", "print", platform).out)
    protocol = listed("mpi-libraries", library or LIBRARY.get(platform, "mpich-4.3"))
    yield from ((f"mpi: {key}", value, ["--set", f"mpi.{key}=%s"]) for key, value in protocol.items() if key not in own.get("mpi", {}))
    storage = {**listed("storage", model), "servers": "1"}
    if model == "shared":
        # They are the same as others, unless they are given.
        storage |= {"write_bandwidth": storage["bandwidth"], "metadata": storage["latency"]}
    else:
        storage |= listed("devices", "ssd") | listed("layouts", "pvfs")
        # ROMIO's defaults; the aggregators of a call are as many as its hosts.
        hints = {"ind_rd_buffer_size": "4194304", "ind_wr_buffer_size": "524288", "cb_buffer_size": "16777216"}
        yield from ((f"mpi: hints.{key}", value, ["--set", f"mpi.hints.{key}=\"%s\""]) for key, value in hints.items())
    yield from ((f"platform: storage.{key}", value, ["--set", f"storage.{key}=%s"]) for key, value in storage.items())
    of_network = listed("networks", network)
    yield from ((f"network: {key}", value, ["--network", f"{network}:{key}=%s"]) for key, value in of_network.items() if key not in own.get(network, {}))
    yield from (("platform: " + key, value, ["--set", f"{key}=%s"]) for key, value in (("host.memory.sockets", "1"), ("nic.count", "1"))
                if key.split(".")[-1] not in own.get(key.split(".")[0], {}).get("memory", own.get(key.split(".")[0], {})))


def check(windtunnel, folder, platform, program, network="flow", library=None, model="shared"):
    """Each default ten times as large: where the time moves by 1 % the run has named it, and the summary names none that doesn't move it."""
    command, *words = PROGRAMS[program]
    ranks = 8 if platform == "two-hosts" else 16
    words = [word.replace(".trace", f"-{ranks}.trace") for word in words]

    def run(name, option, value):
        settings = {"--network": network, "--mpi-library": library, "--set": None, option: value}
        more = [word for setting in settings.items() if setting[1] for word in setting]
        more += ["--set", f"storage.model={model}"] if model != "shared" else []
        scale = ["-n", ranks, "-p", platform, "--ppn", 4, "--out", name, "--force"]
        return windtunnel(command, "-v", *scale, *more, *words, cwd=folder)

    own = run("own", "--network", network)
    assert own.status == 0, own.err
    manifest = json.loads((folder / "own" / "run.json").read_text())
    used = {default["key"]: default for default in manifest["defaults"]}
    for key in used:
        assert f"\n    {key} " in own.err, f"-v does not name {key}"
    plain = windtunnel("summary", "own", cwd=folder).out
    named = {key for key in used if f"\n    {key} " in plain}
    assert named == {key for key, default in used.items() if default.get("share_millionths", 0) >= 100_000}
    wrong, moved = [], set()
    for key, value, (option, text) in candidates(windtunnel, platform, network, library, model):
        more = tenfold(value)
        done = run("changed", option, text % more) if more else None
        if done is None or done.status == 2:
            # Not a quantity, or ten times as much is refused.
            continue
        time = json.loads((folder / "changed" / "run.json").read_text())["simulated_time_ps"]
        move = time / manifest["simulated_time_ps"] - 1
        moved |= {key} if abs(move) >= MOVES else set()
        if key not in used and abs(move) >= MOVES:
            wrong.append(f"{key} = {more} moves the time by {move:.1%} and is not named")
        if key in named and abs(move) < MOVES:
            wrong.append(f"{key} = {more} moves the time by {move:.1%} and is in the summary")
    assert not wrong, f"{program} on {platform} ({network}):\n" + "\n".join(wrong)
    return named, moved


@pytest.mark.parametrize(("platform", "program"), SAMPLE)
def test_defaults_that_move_the_time_are_named(windtunnel, traces, platform, program):
    _, moved = check(windtunnel, traces, platform, program)
    assert moved, "a program whose time no default decides shows nothing"


@pytest.mark.soak
@pytest.mark.parametrize(("platform", "program"), itertools.product(PLATFORMS, PROGRAMS))
def test_defaults_that_move_the_time_are_named_everywhere(windtunnel, traces, platform, program):
    check(windtunnel, traces, platform, program)


@pytest.mark.soak
@pytest.mark.parametrize(("network", "library"), [("packet", None), ("flow", "openmpi-4.1"), ("flow", "simgrid-smpi"), ("delay", "intel-2021")])
@pytest.mark.parametrize("program", PROGRAMS)
def test_defaults_of_other_models_are_named(windtunnel, traces, program, network, library):
    check(windtunnel, traces, "dragonfly", program, network, library)


@pytest.mark.soak
@pytest.mark.parametrize("words", ["", "collective=yes", "block=4 KiB transfer=1 KiB", "read=no", "write=no", "file_per_process=yes", "random=yes"])
def test_defaults_of_file_servers_are_named(windtunnel, traces, monkeypatch, words):
    monkeypatch.setitem(PROGRAMS, "ior", ["motif", "ior", *re.findall(r"\w+=\d+ KiB|\w+=\w+", words)])
    check(windtunnel, traces, "fat-tree", "ior", model="parallel")


def test_a_default_file_system_is_named_where_it_decides(windtunnel, tmp_path, manifest):
    machine = tmp_path / "machine.toml"
    machine.write_text(TWO_HOSTS)
    run = ["motif", "-n", 4, "-p", machine, "--force", "--out", "run"]
    files = windtunnel.must(*run, "ior", cwd=tmp_path).err
    assert re.search(r"decide a tenth of the time or more.*\n +platform: storage.bandwidth +8\d\.\d % +1 GB/s +a small file server", files)
    shares = {default["key"]: default.get("share_millionths") for default in manifest(tmp_path / "run")["defaults"]}
    assert shares["platform: storage.bandwidth"] > 800_000 and "platform: storage.servers" in shares
    windtunnel.must("report", "run", "-o", "report.html", cwd=tmp_path)
    assert '"key":"platform: storage.bandwidth"' in re.sub(r'"\s*:\s*', '":', (tmp_path / "report.html").read_text())
    # A platform that says it decides itself, and who accesses no files uses no file system.
    assert "storage.bandwidth" not in windtunnel.must(*run, "-v", "--set", "storage.bandwidth=2 GB/s", "ior", cwd=tmp_path).err
    assert "storage" not in windtunnel.must(*run, "-v", "halo3d", cwd=tmp_path).err


def test_one_ranks_file_decides_the_time_of_all(windtunnel, tmp_path, manifest):
    """The mean over ranks would say 12 %."""
    program = windtunnel.compile("""#include <mpi.h>
        #include <stdlib.h>
        int main(int argc, char **argv)
        {
            int rank;
            MPI_File file;
            MPI_Init(&argc, &argv);
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
            if (rank == 0) {
                MPI_File_open(MPI_COMM_SELF, "x", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
                MPI_File_write(file, calloc(1, 4 << 20), 4 << 20, MPI_CHAR, MPI_STATUS_IGNORE);
                MPI_File_close(&file);
            }
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Finalize();
        }""", tmp_path / "one")
    windtunnel.must("run", "-q", "-n", 8, "-p", "fat-tree", "--compute", "none", "--out", "run", program, cwd=tmp_path)
    shares = {default["key"]: default.get("share_millionths", 0) for default in manifest(tmp_path / "run")["defaults"]}
    assert shares["platform: storage.bandwidth"] > 900_000


def test_defaults_of_calls_that_were_executed_are_named(windtunnel, tmp_path, manifest):
    spawning = """#include <mpi.h>
        int main(int argc, char **argv)
        {
            MPI_Comm parent, children;
            char port[MPI_MAX_PORT_NAME];
            int flag;
            MPI_Init(&argc, &argv);
            MPI_Comm_get_parent(&parent);
            if (parent == MPI_COMM_NULL) {
                MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
                MPI_Open_port(MPI_INFO_NULL, port);
                MPI_Publish_name("here", MPI_INFO_NULL, port);
                MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
            }
            MPI_Finalize();
        }"""
    names = {"mpi: spawn", "mpi: name_service", "mpi: iprobe", "mpi: test", "mpi: comm_create", "mpi: reduction_rate", "mpi: recv", "mpi: partitions",
             "mpi: handshake", "compute"}

    def used(source, *words):
        program = windtunnel.compile(source, tmp_path / "program")
        done = windtunnel.must("run", "-n", 1, "-p", "fat-tree", "--out", "run", "--force", *words, program, cwd=tmp_path)
        return {default["key"] for default in manifest(tmp_path / "run")["defaults"]} & names, done.err

    keys, text = used(spawning)
    assert keys >= {"mpi: spawn", "mpi: name_service", "mpi: iprobe", "compute"} and not keys & {"mpi: test", "mpi: partitions"}
    # The parent ends before its child begins.
    assert re.search(r"decide a tenth.*\n +mpi: spawn +\d+\.\d % +100 ms +mpich", text), text
    keys, text = used("#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); MPI_Finalize(); }")
    assert keys == {"compute"}
    computing = "#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); for (volatile int i = 0; i < 10000000; i++); MPI_Finalize(); }"
    assert re.search(r"\n +compute +\d+\.\d % +measured +measured on this machine", used(computing)[1])
    assert "compute" not in used(computing, "--compute", "none")[1]


def test_ranks_that_leave_the_network_idle_are_said_to(windtunnel, tmp_path):
    halo = ["motif", "-n", 16, "-p", "fat-tree", "--force", "--out", "run"]
    text = windtunnel.must(*halo, "halo3d", cwd=tmp_path).err
    assert "  placement    16 ranks on 1 of 576 hosts; no message crosses the network (--ppn 1 spreads the ranks over 16 hosts, " in text
    text = windtunnel.must(*halo, "--ppn", 4, "halo3d", cwd=tmp_path).err
    assert "  placement    16 ranks on 4 of 576 hosts; the other hosts are empty (--ppn 1 spreads" in text
    # Each rank has its host: no other placement has more.
    text = windtunnel.must(*halo, "--ppn", 1, "halo3d", cwd=tmp_path).err
    assert "  placement    16 ranks on 16 of 576 hosts; the other hosts are empty\n" in text
    # On several hosts, but each exchanges with its neighbour on the same one.
    text = windtunnel.must(*halo, "--ppn", 2, "ping", cwd=tmp_path).err
    assert "  placement    16 ranks on 8 of 576 hosts; no message crosses the network (--ppn 1 " in text
    assert "placement" not in windtunnel.must(*halo[:2], 8, "-p", "two-hosts", *halo[5:], "halo3d", cwd=tmp_path).err
    # The packet model counts, too; the ideal network, on which all hosts are alike, does not.
    for network in ("packet", "loggps", "ideal", "delay"):
        assert "no message crosses the network" in windtunnel.must(*halo, "--network", network, "halo3d", cwd=tmp_path).err


def test_machines_that_compare_as_equal_without_their_networks_are_said_to(windtunnel, tmp_path):
    words = ["--platforms", "fat-tree", "dragonfly", "--networks", "flow", "--out", "c", "--force", "--", "motif", "-n", 16]
    done = windtunnel.must("compare", *words, "alltoall", cwd=tmp_path).out
    assert done.count("no message crosses the network (--ppn 1 spreads the ranks over 16 hosts") == 2
    same = [word if word != "dragonfly" else "fat-tree.toml" for word in words]
    (tmp_path / "fat-tree.toml").write_text((ROOT / "platforms" / "fat-tree.toml").read_text())
    done = windtunnel.must("compare", *same, "alltoall", cwd=tmp_path).out
    assert done.count("placement: 16 ranks on 1 of 576 hosts; no message crosses the network") == 1
    rows = json.loads((tmp_path / "c" / "compare.json").read_text())
    assert all(row["placement"].startswith("16 ranks on 1 of 576 hosts") for row in rows)


def test_the_platforms_grade_is_said(windtunnel, tmp_path, manifest):
    machine = tmp_path / "machine.toml"
    run = ["motif", "-n", 4, "-p", machine, "--force", "--out", "run"]

    def grade(text, *words):
        machine.write_text(text)
        line = re.search(r"\n  grade        (.*)\n", windtunnel.must(*run, *words, "ping", cwd=tmp_path).err)[1]
        assert manifest(tmp_path / "run")["grade"] == line
        return line

    assert grade(TWO_HOSTS).startswith("C: nominal figures")
    calibrated = 'grade = "B"\n' + TWO_HOSTS
    assert grade(calibrated).startswith("B: calibrated from point-to-point measurements")
    assert grade('grade = "A"\n' + TWO_HOSTS).startswith("A: held against programs on full nodes")
    # Another machine than the one that was measured.
    assert grade(calibrated, "--set", "host.cores=4").startswith("C: ")
    assert grade(calibrated, "--set", "grade=A").startswith("A: ")
    assert "grade C; no errors" in windtunnel.must("platform", "check", "fat-tree").out
    assert "\n  grade         B: calibrated" in windtunnel.must("platform", "show", machine, "--set", "grade=B").out
    machine.write_text('grade = "D"\n' + TWO_HOSTS)
    done = windtunnel("platform", "check", machine)
    assert done.status == 2 and "`grade`" in done.err and len(done.err.splitlines()) == 1
