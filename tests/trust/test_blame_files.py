"""What `explain` blames where ranks wait for files: planted faults, each of which a change removes, and contention that is none where a
rank is alone."""

import json
import os
import random

import pytest

FILES = [
    "stripe-count", "stripe-start", "more-servers", "fast-devices", "metadata-threads", "no-metadata", "server-threads", "list-io",
    "collective-buffering", "no-collective-buffering", "no-sieving", "no-locks", "server-cache", "no-seeks",
]  # fmt: skip
OTHERS = ["ideal-network", "no-contention", "eager", "mapping-random"]

# The changes that remove each cause.
LEVERS = {
    "hot server": {"stripe-count", "stripe-start"},
    "metadata": {"metadata-threads", "no-metadata"},
    "read-modify-write": {"no-sieving"},
    "lock ping-pong": {"no-locks"},
    "seeks": {"no-seeks", "server-cache"},
    "small requests": {"list-io", "collective-buffering", "no-collective-buffering", "server-threads"},
}

MACHINE = """
name = "planted"
topology = {{ kind = "cluster", hosts = {hosts}, links = {{ host = {{ latency = "2 us", bandwidth = "12.5 GB/s" }} }} }}
host = {{ cores = 4, speed = "10 Gflop/s", memory = {{ bandwidth = "40 GB/s", copy = "10 GB/s", latency = "100 ns", sockets = 1 }} }}
[storage]
model = "{model}"
servers = {servers}
"""

# Every rank writes pieces with holes between them: how many, their bytes, those of a hole.
HOLES = r"""
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int rank, pieces = atoi(argv[1]), bytes = atoi(argv[2]), hole = atoi(argv[3]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *data = calloc(pieces, bytes);
    MPI_File file;
    MPI_Datatype pattern;
    MPI_Type_vector(pieces, bytes, bytes + hole, MPI_BYTE, &pattern);
    MPI_Type_commit(&pattern);
    MPI_File_open(MPI_COMM_WORLD, "holes.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, (MPI_Offset)rank * pieces * (bytes + hole), MPI_BYTE, pattern, "native", MPI_INFO_NULL);
    MPI_File_write_at(file, 0, data, pieces * bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Type_free(&pattern);
    free(data);
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture(scope="module")
def holes(windtunnel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("holes")
    (folder / "holes.c").write_text(HOLES)
    return windtunnel.compile(folder / "holes.c", folder / "holes", "-g")


def ior(**parameters):
    return ["ior", *(f"{name}={value}" for name, value in parameters.items())]


def planted(cause, number):
    """A fault of random size: ranks, ranks a host, the file system, and a motif or the arguments of the program with holes."""
    pick = random.Random(f"{cause} {number}")
    hosts = pick.choice([8, 12, 16])
    ssd = f'device = {{ kind = "ssd", rate = "{pick.randint(500, 2000)} MB/s", latency = "20 us" }}'
    if cause == "hot server":
        size = f"{pick.randint(4, 32)} MiB"
        return hosts, 1, [f'layout = {{ kind = "lustre", count = {pick.randint(1, 2)} }}', ssd], ior(block=size, transfer=size)
    if cause == "metadata":
        times = f'open = "{pick.randint(500, 3000)} us", other = "{pick.randint(100, 1000)} us", threads = {pick.randint(1, 4)}'
        size = f"{pick.randint(16, 256)} KiB"
        work = ior(read="no", file_per_process="yes", block=size, transfer=size, repetitions=pick.randint(1, 3))
        return 4 * hosts, 4, [f"metadata = {{ {times} }}", ssd], work
    if cause == "read-modify-write":
        piece = pick.choice([32, 64, 128])
        work = [pick.randint(16, 64), piece << 10, pick.randint(piece // 2, piece) << 10]
        return pick.randint(2, 8), 1, ['layout = { kind = "lustre", count = "all" }', 'server = { cache = "write-through" }', ssd], work
    if cause == "lock ping-pong":
        locks = f'locks = {{ unit = "{pick.choice([1, 2, 4])} MiB", revoke = "{pick.randint(300, 2000)} us" }}'
        size = f"{pick.choice([16, 32, 64, 128])} KiB"
        return hosts, 1, ['layout = { kind = "lustre", count = "all" }', locks, ssd], ior(read="no", block=size, transfer=size, segments=pick.randint(16, 48))
    if cause == "seeks":
        size = pick.choice([32, 64, 128, 256])
        disk = f'device = {{ kind = "disk", seek = "{pick.randint(4, 12)} ms" }}'
        cache = f'server = {{ cache = "{pick.choice(["write-through", "write-behind", "none"])}" }}'
        return hosts, 1, [disk, cache], ior(write="no", random="yes", block=f"{size * pick.randint(4, 10)} KiB", transfer=f"{size} KiB")
    request = f'server = {{ request = "{pick.randint(50, 500)} us" }}'
    if number % 2:
        return pick.randint(2, 8), 1, [request, ssd], [pick.randint(512, 2048), 8 * pick.randint(1, 16), 8 * pick.randint(1, 64)]
    size = f"{pick.choice([1, 2, 4, 8])} KiB"
    return 4 * hosts, 4, [request, ssd], ior(read="no", collective="yes", block=size, transfer=size, segments=pick.randint(16, 48))


def explained(windtunnel, folder, *options):
    return json.loads(windtunnel.must("explain", "--json", *options, folder).out)


def simulated(windtunnel, folder, machine, ranks, ppn, work, *options):
    """What `explain` says of a motif, or of the program with these words."""
    (folder / "machine.toml").write_text(machine)
    common = ["-q", "-n", ranks, "--ppn", ppn, "-p", folder / "machine.toml", "--mpi-library", "mpich-5.0", "--observe", "waits,timeline"]
    command = ["motif"] if work[0] == "ior" else ["run", "--compute", "none"]
    windtunnel.must(*command, *common, *options, "--force", "--out", folder / "run", *work, cwd=folder)
    return explained(windtunnel, folder / "run")


@pytest.fixture
def fault(windtunnel, holes, tmp_path):
    """Plants a fault: the first cause, the advice on it, and what each change makes of the run, best first."""

    def plant(cause, number):
        folder = tmp_path / f"{cause}-{number}"
        folder.mkdir()
        ranks, ppn, storage, work = planted(cause, number)
        servers = random.Random(number).choice([4, 6, 8])
        machine = MACHINE.format(hosts=16, model="parallel", servers=servers) + "\n".join(storage)
        work = work if work[0] == "ior" else [holes, *work]
        first = simulated(windtunnel, folder, machine, ranks, ppn, work)["causes"][0]["cause"]
        for change in FILES + OTHERS:
            done = windtunnel("explain", "--yes", f"--what-if={change}", folder / "run")
            assert done.status == 0 or "cannot be run again" in done.err, done.err
        found = explained(windtunnel, folder / "run")
        return first, found["causes"][0]["advice"], found["what_ifs"]

    return plant


@pytest.mark.parametrize("cause", LEVERS)
def test_a_planted_fault_comes_first_and_a_change_that_removes_it_gains_most(windtunnel, fault, cause):
    for number in (1, 2):
        first, advice, changes = fault(cause, number)
        assert first == cause, (number, first, changes)
        times = [change["simulated_time_ps"] for change in changes]
        assert times == sorted(times) and changes[0]["change"] in LEVERS[cause], (number, changes[:4])
        assert advice.startswith("Best change of those simulated: ") and changes[0]["words"] in advice, advice


@pytest.mark.soak
@pytest.mark.parametrize("cause", LEVERS)
def test_many_planted_faults(windtunnel, fault, cause):
    number = int(os.environ.get("WT_PLANTED", "20"))
    found = [fault(cause, at) for at in range(3, number + 3)]
    right = sum(first == cause and changes[0]["change"] in LEVERS[cause] for first, _, changes in found)
    assert right * 12 >= number * 11, [(first, changes[0]["change"]) for first, _, changes in found]


def shares(explanation):
    """The causes as shares of the waiting, those of at least a thousandth."""
    found = {cause["cause"]: cause["lost_ps"] / explanation["waiting_ps"] for cause in explanation["causes"]}
    return {cause: share for cause, share in found.items() if share >= 0.001}


def test_requests_behind_those_of_others_are_contention(windtunnel, tmp_path):
    servers = 'layout = { kind = "pvfs" }\ndevice = { kind = "ssd", rate = "1 GB/s", latency = "10 us" }\nserver = { cache = "write-through" }\n'
    machine = MACHINE.format(hosts=8, model="parallel", servers=1) + servers
    work = ior(read="no", block="20 MB", transfer="20 MB")
    alone, eight = (simulated(windtunnel, tmp_path, machine, ranks, 1, work) for ranks in (1, 8))
    assert shares(alone).get("file contention", 0) == 0 and shares(alone)["file"] > 0.95
    # Each of eight waits for seven others as long as for itself.
    write = sum(loss["lost_ps"] for loss in eight["losses"] if loss["wait_state"] == "file")
    assert abs(write / 8 / 20.0e9 - 1) < 0.03
    assert eight["causes"][0]["cause"] == "file contention" and abs(shares(eight)["file contention"] - 7 / 8) < 0.02


NETWORKS = ["delay", "loggps", "flow", "packet", "packet:transport=tcp", "packet:switching=store-forward"]
CACHES = [("aggregation-reorder", "pvfs", "disk"), ("write-through", "lustre", "ssd"), ("none", "pvfs", "disk")]


@pytest.mark.parametrize("network", NETWORKS)
def test_a_rank_that_is_alone_meets_no_contention(windtunnel, tmp_path, network):
    for cache, layout, device in CACHES:
        # More is written than the servers have memory, over a network that is slower than they are.
        servers = f'layout = {{ kind = "{layout}" }}\ndevice = {{ kind = "{device}" }}\nserver = {{ cache = "{cache}", memory = "8 MiB" }}\n'
        machine = MACHINE.format(hosts=8, model="parallel", servers='["host4", "host5", "host6"]').replace("12.5 GB/s", "1 GB/s") + servers
        explanation = simulated(windtunnel, tmp_path, machine, 1, 1, ior(block="12 MiB", transfer="3 MiB"), "--network", network)
        assert not {"file contention", "hot server", "contention"} & set(shares(explanation)), (cache, shares(explanation))
        assert sum(shares(explanation).values()) > 0.99


SHARED = 'bandwidth = "1 GB/s"\nlatency = "20 us"\nmetadata = "100 us"\nstripe = "1 MiB"\n'
PARALLEL = """layout = { kind = "pvfs", stripe = "1 MiB", start = "next" }
device = { kind = "ssd", rate = "1 GB/s", latency = "20 us" }
server = { cache = "write-through" }
client = { part = "4 MiB" }
metadata = { open = "100 us", other = "100 us", threads = 64 }
"""


@pytest.mark.parametrize("servers", [1, 4])
@pytest.mark.parametrize("way", ["read", "write"])
def test_the_storage_models_agree_where_both_apply(windtunnel, tmp_path, servers, way):
    work = ior(block="32 MiB", transfer="32 MiB", **{"write" if way == "read" else "read": "no"})
    for ranks in (1, 2, 8):
        models = [("shared", SHARED), ("parallel", PARALLEL)]
        found = [simulated(windtunnel, tmp_path, MACHINE.format(hosts=8, model=model, servers=servers) + keys, ranks, 1, work) for model, keys in models]
        times = [explanation["simulated_time_ps"] for explanation in found]
        assert abs(times[1] / times[0] - 1) < 0.05, (ranks, times)
        shared, parallel = map(shares, found)
        assert all(abs(shared.get(cause, 0) - parallel.get(cause, 0)) < 0.05 for cause in shared | parallel), (ranks, shared, parallel)
        assert ("file contention" in parallel) == (ranks > 1)
