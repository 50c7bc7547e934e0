"""Levels, caches and bindings of hosts, as messages of programs and motifs meet them."""

import polars as pl
import pytest

from conftest import ROOT

NODE = """
[topology]
kind = "cluster"
hosts = 2
links.host = { bandwidth = "1 GB/s", latency = "1 us" }
[host]
cores = 8
speed = "1 Gflop/s"
binding = "round-robin:numa"
memory = { bandwidth = "2 GB/s", copy = "10 GB/s", sockets = 2 }
cache = { level = "L3", size = "1 MB", bandwidth = "100 GB/s" }
[[host.levels]]
name = "L3"
cores = 2
latency = "100 ns"
[[host.levels]]
name = "numa"
cores = 4
latency = "200 ns"
between = { bandwidth = "5 GB/s" }
[[host.levels]]
name = "host"
cores = 8
latency = "500 ns"
between = { bandwidth = "1 GB/s" }
"""

PING = """
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, bytes = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *buffer = calloc(1, bytes);
    for (int i = 0; i < 10; i++) {
        if (rank == 0)
            MPI_Send(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(buffer, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
"""


ALLTOALL = """
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int bytes = atoi(argv[1]), size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Alltoall(calloc(size, bytes), bytes, MPI_BYTE, calloc(size, bytes), bytes, MPI_BYTE, MPI_COMM_WORLD);
    MPI_Finalize();
}
"""


@pytest.fixture(scope="module")
def seconds(windtunnel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("inside")
    (folder / "node.toml").write_text(NODE)
    program = windtunnel.compile(PING, folder / "ping")
    numbers = iter(range(1000))

    def run(ranks, *words, motif=True, **changes):
        out = folder / f"run{next(numbers)}"
        sets = [word for key, value in changes.items() for word in ("--set", f"host.{key.replace('_', '.')}={value}")]
        how = ["motif"] if motif else ["run", "--compute", "none"]
        words = [program if word == "ping" and not motif else word for word in words]
        done = windtunnel.must(
            *how, "--out", out, "-p", folder / "node.toml", "-n", ranks, "--mpi-library", "ideal", *sets, *words
        )
        line = next(line for line in (done.out + done.err).splitlines() if "simulated time" in line)
        return float(line.split()[-2]), out

    return run


@pytest.mark.parametrize("motif", [True, False])
def test_a_message_uses_the_fabric_unless_its_bytes_are_unchanged_and_memory_unless_they_fit(seconds, motif):
    words = ("ping", "bytes=100 kB", "iterations=10") if motif else ("ping", 100_000)

    def each(*options, **changes):
        return seconds(2, *options, *words, motif=motif, **changes)[0] / 20 * 1e6

    # The ranks are on cores 0 and 4: 500 ns, and 100 kB at the fabric's 1 GB/s, the copy's 10 or memory's 2.
    assert each() == pytest.approx(100.5)
    assert each(cache_data="unchanged") == pytest.approx(10.5)
    # Two buffers of 100 kB, of the one rank that uses an L3.
    assert each(cache_size="200 kB") == pytest.approx(100.5)
    assert each(cache_size="199 kB") == pytest.approx(50.5)
    # An eager message goes through a buffer that the sender has just written.
    assert each("--set", "mpi.host.eager_max=1 MB", cache_data="unchanged") == pytest.approx(100.5)
    assert each(binding="block") == pytest.approx(10.1), "inside an L3"
    assert each(binding="0,2") == pytest.approx(20.2), "between L3s"
    assert each(binding="block", cache_size="399 kB") == pytest.approx(50.1), "two ranks share an L3"


def test_the_transport_inside_a_host_has_parameters_of_its_own(seconds):
    words = ("ping", "bytes=100 kB", "iterations=10")
    slow = ("--set", "mpi.host.bandwidth_factor=0.5", "--set", "mpi.host.latency_factor=2")
    assert seconds(2, *slow, *words)[0] / 20 * 1e6 == pytest.approx(201)
    between = seconds(2, "--ppn", 1, *words)[0]
    assert between / 20 * 1e6 == pytest.approx(102)
    assert seconds(2, "--ppn", 1, *slow, *words)[0] == between


def test_a_rendezvous_inside_a_host_has_an_end_and_a_cost_of_its_own(seconds):
    words = ("ping", "bytes=100 kB", "iterations=10")
    # Another library's sends end at once; inside the host they wait, and each side works before the copy.
    inside = ("--set", "mpi.host.eager_max=8 kB", "--set", 'mpi.host.send_end="delivered"', "--set", "mpi.host.handshake_cpu=1 us")
    alone = seconds(2, *words)[0]
    both = seconds(2, *inside, *words)[0]
    # Two steps of 1 us and a round trip of 1 us for each of 20 messages.
    assert (both - alone) / 20 * 1e6 == pytest.approx(3)
    between = seconds(2, "--ppn", 1, *words)[0]
    assert seconds(2, "--ppn", 1, *inside, *words)[0] == between


def test_reductions_that_do_not_fit_a_cache_take_the_time_of_memory(seconds):
    words = ("--set", "mpi.reduction_rate=10 GB/s", "--collective", "reduce=linear")
    words += ("collective", "operation=reduce", "bytes=1 MB")
    # 1 MB over the fabric at 1 GB/s or through memory at 2, then reduced at 10 or at 4 / 3 GB/s.
    assert seconds(2, *words, cache_size="8 MB")[0] * 1e6 == pytest.approx(500 * 2 + 0.5 + 100, rel=2e-3)
    assert seconds(2, *words, cache_size="900 kB")[0] * 1e6 == pytest.approx(500 + 0.5 + 750, rel=2e-3)


def test_one_core_reduces_and_copies_no_faster_than_it_reaches_memory(seconds):
    words = ("--set", "mpi.reduction_rate=10 GB/s", "--collective", "reduce=linear")
    words += ("collective", "operation=reduce", "bytes=1 MB")
    # As above, but reduced at 2 / 3 of 300 MB/s, which is less than its share of the bus.
    assert seconds(2, *words, cache_size="900 kB", cache_beyond="300 MB/s")[0] * 1e6 == pytest.approx(500 + 0.5 + 5000, rel=2e-3)
    assert seconds(2, *words, cache_size="8 MB", cache_beyond="300 MB/s")[0] * 1e6 == pytest.approx(500 * 2 + 0.5 + 100, rel=2e-3)


def test_the_first_use_of_long_buffers_takes_time(seconds):
    words = ("--set", "mpi.reduction_rate=10 GB/s", "--collective", "reduce=binomial", "collective", "operation=reduce", "bytes=1 MB")

    def touch(size):
        sets = ("--set", "host.memory.first_touch=500 MB/s", "--set", f"host.memory.first_touch_from={size}")
        return seconds(2, *sets, *words, cache_size="8 MB")[0] * 1e6

    # Rank 0 takes what comes into a buffer of 1 MB, and has no longer one: it reduces after 2 ms, else when the bytes are there.
    assert touch("1 MB") == pytest.approx(2000 + 100, rel=2e-3)
    assert touch("1001 kB") == pytest.approx(500 * 2 + 0.5 + 100, rel=2e-3)


def test_two_buffers_of_a_call_are_new_each_time(seconds):
    words = ("--collective", "reduce_scatter=recursive_halving", "collective", "operation=reduce_scatter", "bytes=1 MB")
    more = lambda size: (
        seconds(2, "--set", "host.memory.first_touch=500 MB/s", "--set", f"host.memory.trimmed_from={size}", *words, cache_size="16 MB")[0]
        - seconds(2, *words, cache_size="16 MB")[0]
    ) * 1e6
    # Each rank has the whole vector of 2 MB twice; the exchange of its half, 2 ms, goes on meanwhile.
    assert more("2 MB") == pytest.approx(8000 - 2000, rel=2e-3)
    assert more("2001 kB") == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("motif", [True, False])
def test_copies_of_an_algorithm_take_the_time_of_a_core(seconds, windtunnel, tmp_path, motif):
    algorithm = ("--collective", "alltoall=brucks")
    words = ("collective", "operation=alltoall", "bytes=1 kB") if motif else (windtunnel.compile(ALLTOALL, tmp_path / "alltoall"), 1000)

    def more(*options, **changes):
        without = seconds(4, *algorithm, *words, motif=motif, **changes)[0]
        return (seconds(4, *algorithm, *options, *words, motif=motif, **changes)[0] - without) * 1e6

    # Four ranks: a rotation of 4 kB, two rounds that pack and unpack 2 kB, and a reversal.
    assert more("--set", "mpi.copy_rate=1 GB/s") == pytest.approx(4 + 2 * (2 + 2) + 4, abs=2e-3)
    assert more("--set", "mpi.copy_rate=1 GB/s", cache_size="16 kB", cache_beyond="100 MB/s") == pytest.approx(16, abs=2e-3)
    # Two ranks share an L3, and both have 8 kB of buffers.
    assert more("--set", "mpi.copy_rate=1 GB/s", binding="block", cache_size="15 kB", cache_beyond="100 MB/s") == pytest.approx(160, abs=2e-2)


@pytest.mark.parametrize("motif", [True, False])
def test_datatypes_and_blocks_of_an_algorithm_take_the_time_of_a_core(seconds, windtunnel, tmp_path, motif):
    program = windtunnel.compile(ALLTOALL, tmp_path / "alltoall")

    def more(algorithm, ranks, *options):
        words = ("collective", "operation=alltoall", "bytes=1 kB") if motif else (program, 1000)
        how = ("--collective", f"alltoall={algorithm}")
        return (seconds(ranks, *how, *options, *words, motif=motif)[0] - seconds(ranks, *how, *words, motif=motif)[0]) * 1e9

    pack = ("--set", "mpi.pack.datatype=700 ns", "--set", "mpi.pack.block=20 ns")
    # Four ranks: two rounds with a datatype of two blocks each, and four blocks are put in order; three: two rounds of one, and three.
    assert more("brucks", 4, *pack) == pytest.approx(2 * (700 + 2 * 20) + 4 * 20, abs=2)
    assert more("brucks", 3, *pack) == pytest.approx(2 * (700 + 20) + 3 * 20, abs=2)
    assert more("pairwise", 4, *pack) == 0


def test_results_name_the_rate_of_copies_that_a_library_has_and_a_run_used(windtunnel, manifest, tmp_path):
    library = (ROOT / "mpi-libraries" / "mpich-3.4.toml").read_text()
    (tmp_path / "own.toml").write_text(library.replace('copy_rate = "none"', 'copy_rate = "1 GB/s"'))

    def defaults(algorithm):
        windtunnel.must("motif", "-q", "-n", 4, "-p", "fat-tree", "--mpi-library", "own.toml", "--collective", f"alltoall={algorithm}", "--out", "run", "--force",
                        "collective", "operation=alltoall", "bytes=1 kB", cwd=tmp_path)
        return {default["key"]: default for default in manifest(tmp_path / "run")["defaults"]}

    assert defaults("brucks")["mpi: copy_rate"]["value"] == "1 GB/s"
    share = defaults("brucks")["mpi: copy_rate"]["share_millionths"]
    assert 0 < share < 1_000_000
    assert "mpi: reduction_rate" not in defaults("brucks")


def test_the_order_of_ranks_on_cores_decides_how_much_an_allgather_moves_between_caches(seconds):
    words = ("--collective", "allgather=ring", "collective", "operation=allgather", "bytes=10 kB")
    far, out = seconds(8, *words, cache_data="unchanged")
    near, _ = seconds(8, *words, cache_data="unchanged", binding="block")
    # All 8 messages of a step, or 2 of them, go between NUMA regions; what a rank passes on has changed.
    assert 3.5 < far / near < 4.5
    links = pl.read_parquet(out / "links" / "*.parquet")
    fabric = links.filter(pl.col("name") == "host0-host-fabric")
    assert fabric["bytes"].item() == 8 * 7 * 10_000


def test_fabrics_and_caches_are_classes_of_links(seconds, windtunnel):
    words = ("--collective", "allgather=ring", "collective", "operation=allgather", "bytes=10 kB")
    _, out = seconds(8, *words, binding="block")
    text = windtunnel.must("links", out).out
    assert "host fabric" in text and "numa fabric" in text and "cache" in text, text


def test_explain_links_and_report_name_the_fabric_that_is_shared(seconds, windtunnel, tmp_path):
    words = ("--observe", "calls,graph,timeline,messages,waits,links", "--collective", "allgather=ring")
    words += ("collective", "operation=allgather", "bytes=100 kB")
    _, out = seconds(8, *words)
    told = windtunnel.must("explain", out).out
    assert "1. contention on links host fabric: " in told and "host0-host-fabric" in told, told
    assert "another order of ranks on cores (`--set host.binding=block`)" in " ".join(told.split()), told
    page = tmp_path / "page.html"
    windtunnel.must("report", out, "-o", page)
    assert "host0-host-fabric" in page.read_text()
    # Of a level with several groups the name says which.
    _, out = seconds(8, *words[:-1], "bytes=10 kB", binding="block")
    names = set(pl.read_parquet(out / "links" / "*.parquet")["name"])
    assert {"host0-numa-0-fabric", "host0-numa-1-fabric", "host0-L3-3-cache"} <= names
