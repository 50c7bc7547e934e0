"""One-sided communication against its formulas (docs/models/one-sided.md), to the picosecond, on two hosts.

o(k) is `isend` of k bytes, T2 = latency factor x L + k / (bandwidth factor x B), u(k) = k / `reduction_rate`.
"""

import pytest

from conftest import two_hosts

NS = 1000
LATENCY = 1000 * NS

MPI = """
eager_max = "1000 B"
send_end = [{ up_to = "10 kB", when = "at-once" }, { when = "delivered" }]
send = "300 ns"
isend = [{ up_to = "500 B", fixed = "200 ns", per_byte = "5 ps" }, { fixed = "400 ns", per_byte = "7 ps" }]
recv = "900 ns"
latency_factor = [{ up_to = "500 B", factor = 1.5 }, { factor = 2.0 }]
bandwidth_factor = [{ up_to = "500 B", factor = 0.5 }, { factor = 0.8 }]
reduction_rate = "2 GB/s"
"""

SIZES = [8, 496, 504, 1000, 1008, 80_000]


def overhead(size):
    """o(k)."""
    return 200 * NS + 5 * size if size <= 500 else 400 * NS + 7 * size


def transfer(size):
    """T2(k)."""
    return LATENCY * 3 // 2 + 2000 * size if size <= 500 else 2 * LATENCY + 1250 * size


def combining(size):
    """u(k)."""
    return 500 * size


def put(size):
    return overhead(size) + transfer(size) + transfer(0)


def run(tunnel, *arguments, mpi=MPI, network="flow"):
    return tunnel.run(two_hosts(mpi), 2, *arguments, network=network, program="windows")


EXPECTED = {
    "put": lambda k: (overhead(k), put(k)),
    "get": lambda k: (overhead(0), overhead(0) + transfer(0) + transfer(k)),
    "accumulate": lambda k: (overhead(k), put(k) + combining(k)),
    "fetch": lambda k: (overhead(k), overhead(k) + transfer(k) + combining(k) + transfer(k)),
}


@pytest.mark.parametrize("kind", EXPECTED)
@pytest.mark.parametrize("size", SIZES)
def test_an_access_and_a_flush(tunnel, network, kind, size):
    times = run(tunnel, kind, size, network=network)
    called, flushed = EXPECTED[kind](size)
    assert times == {(0, "called"): [called], (0, "flushed"): [flushed], (0, "again"): [2 * flushed]}


@pytest.mark.parametrize("size", [8, 80_000])
def test_accumulates_are_combined_one_after_the_other(tunnel, size):
    """Without an order of connections all arrive without disturbing one another; the target's core takes them in
    turn."""
    count = 5
    times = run(tunnel, "sum", size, count, network="delay:order=none")
    arrived = [(i + 1) * overhead(size) + transfer(size) for i in range(count)]
    done = 0
    for time in arrived:
        done = max(done, time) + combining(size)
    assert times[0, "called"] == [count * overhead(size)]
    assert times[0, "flushed"] == [done + transfer(0)]


@pytest.mark.parametrize("size", SIZES)
def test_a_lock_is_asked_for_and_granted(tunnel, network, size):
    times = run(tunnel, "lock", size, network=network)
    locked = overhead(0) + 2 * transfer(0)
    unlocked = locked + put(size) + overhead(0)
    assert times == {(0, "locked"): [locked], (0, "unlocked"): [unlocked]}


def test_a_lock_is_waited_for(tunnel, network):
    """Rank 1 gives its lock back after 20 us, through its own memory."""
    times = run(tunnel, "contend", 8, network=network)
    own = 150 * NS  # a message of no bytes inside a host: 100 ns times 1.5
    assert times[0, "locked"] == [20_000 * NS + overhead(0) + own + transfer(0)]


@pytest.mark.parametrize("size", SIZES)
def test_a_fence_completes_and_is_a_barrier(tunnel, network, size):
    """The barrier of two ranks is one exchange of empty messages, by isend and recv."""
    times = run(tunnel, "fence", size, network=network)
    exchange = overhead(0) + transfer(0) + 900 * NS
    # Rank 1 has sent its part long before; rank 0 pays for it after its own send.
    assert times[1, "fenced"] == [put(size) + exchange]
    assert times[0, "fenced"] == [put(size) + overhead(0) + 900 * NS]


@pytest.mark.parametrize("size", SIZES)
def test_post_start_complete_wait(tunnel, network, size):
    times = run(tunnel, "pscw", size, network=network)
    started = overhead(0) + transfer(0)
    completed = started + put(size) + overhead(0)
    assert times == {
        (1, "posted"): [overhead(0)],
        (0, "started"): [started],
        (0, "completed"): [completed],
        (1, "waited"): [completed + transfer(0)],
    }


def test_a_target_outside_mpi_serves_late_without_background_progress(tunnel, network):
    background = run(tunnel, "away", 400, network=network)
    assert background[0, "flushed"] == [put(400)]
    inside = run(tunnel, "away", 400, mpi=MPI + 'progress = "inside-mpi"\n', network=network)
    assert inside[0, "flushed"] == [50_000 * NS + transfer(0)]


@pytest.mark.parametrize("size", SIZES)
def test_ping_pong(tunnel, network, size):
    rounds = 6
    times = run(tunnel, "pingpong", size, rounds, network=network)
    message = 300 * NS + transfer(0) + 900 * NS
    assert times == {(0, "end"): [2 * rounds * (put(size) + message)]}
