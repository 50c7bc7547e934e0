"""Each protocol mode against its formulas (docs/models/point-to-point.md), to the picosecond, on two hosts.

T1 = overhead of the send, T2 = latency factor x L + k / (bandwidth factor x B), T3 = overhead of the receive:

| mode         | data start             | send returns | receive returns        |
|--------------|------------------------|--------------|------------------------|
| eager        | ts + T1                | ts + T1      | max(ts+T1+T2, tr) + T3 |
| detached     | max(ts + T1, tr)       | ts + T1      | start + T2 + T3        |
| rendezvous   | max(ts + T1, tr) + h + handshake + h | start + T2 | start + T2 + T3 |

h is CPU time for the handshake, first of the receiver, then of the sender.
"""

import pytest

from conftest import two_hosts

NS = 1000
LATENCY = 1000 * NS
HANDSHAKE_CPU = 600 * NS

MPI = """
eager_max = "1000 B"
send_end = [{ up_to = "10 kB", when = "at-once" }, { when = "delivered" }]
handshake = { time = "7 us" }
handshake_cpu = "600 ns"
send = [
  { up_to = "500 B", fixed = "300 ns", per_byte = "11 ps" },
  { fixed = "700 ns", per_byte = "13 ps" },
]
isend = [{ up_to = "500 B", fixed = "200 ns", per_byte = "5 ps" }, { fixed = "400 ns", per_byte = "7 ps" }]
recv = [{ up_to = "500 B", fixed = "900 ns", per_byte = "17 ps" }, { fixed = "1100 ns", per_byte = "19 ps" }]
latency_factor = [{ up_to = "500 B", factor = 1.5 }, { factor = 2.0 }]
bandwidth_factor = [{ up_to = "500 B", factor = 0.5 }, { factor = 0.8 }]
"""


def send_overhead(size):
    return 300 * NS + 11 * size if size <= 500 else 700 * NS + 13 * size


def isend_overhead(size):
    return 200 * NS + 5 * size if size <= 500 else 400 * NS + 7 * size


def recv_overhead(size):
    return 900 * NS + 17 * size if size <= 500 else 1100 * NS + 19 * size


def transfer(size):
    """T2: 1 GB/s is 1000 ps per byte, times 1/0.5 or 1/0.8."""
    return LATENCY * 3 // 2 + 2000 * size if size <= 500 else 2 * LATENCY + 1250 * size


def expected(size, ts, tr, t1):
    """When the send and the receive return."""
    t2, t3 = transfer(size), recv_overhead(size)
    if size <= 1000:
        return ts + t1, max(ts + t1 + t2, tr) + t3
    if size <= 10_000:
        return ts + t1, max(ts + t1, tr) + t2 + t3
    delivered = max(ts + t1, tr) + 2 * HANDSHAKE_CPU + 7000 * NS + t2
    return delivered, delivered + t3


SIZES = [0, 1, 500, 501, 1000, 1001, 10_000, 10_001, 1_000_000]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("ts", "tr"), [(0, 0), (0, 40_000), (40_000, 0), (0, 1000)])
def test_one_message(tunnel, network, size, ts, tr):
    times = tunnel.run(two_hosts(MPI), 2, "once", size, ts, tr, network=network)
    sent, received = expected(size, ts * NS, tr * NS, send_overhead(size))
    assert times == {(0, "sent"): [sent], (1, "received"): [received]}


@pytest.mark.parametrize("size", SIZES)
def test_isend_has_its_own_overhead(tunnel, size):
    times = tunnel.run(two_hosts(MPI), 2, "once", size, 0, 0, "isend")
    t1 = isend_overhead(size)
    sent, received = expected(size, 0, 0, t1)
    assert times == {(0, "posted"): [t1], (0, "sent"): [sent], (1, "received"): [received]}


@pytest.mark.parametrize("size", SIZES)
def test_ping_pong(tunnel, network, size):
    rounds = 7
    times = tunnel.run(two_hosts(MPI), 2, "pingpong", size, rounds, 0, 1, network=network)
    one_way = send_overhead(size) + transfer(size) + recv_overhead(size)
    if size > 10_000:
        one_way += 2 * HANDSHAKE_CPU + 7000 * NS
    last = times[1, "end"][0]
    assert times[0, "end"] == [2 * rounds * one_way]
    # Rank 1's last call is a send: an eager one returns after its overhead, a rendezvous with its delivery.
    assert last == 2 * rounds * one_way - recv_overhead(size) - (0 if size > 10_000 else transfer(size))


@pytest.mark.parametrize("trips", [0, 1, 3])
def test_handshake_in_round_trips_of_an_empty_message(tunnel, network, trips):
    mpi = MPI.replace('{ time = "7 us" }', f"{{ round_trips = {trips} }}")
    times = tunnel.run(two_hosts(mpi), 2, "once", 20_000, 0, 5000, network=network)
    done = 5000 * NS + 2 * HANDSHAKE_CPU + trips * 2 * LATENCY * 3 // 2 + transfer(20_000)
    assert times == {(0, "sent"): [done], (1, "received"): [done + recv_overhead(20_000)]}


@pytest.mark.parametrize("progress", ["background", "inside-mpi"])
@pytest.mark.parametrize("handshake", ['{ time = "7 us" }', "{ round_trips = 2 }"])
@pytest.mark.parametrize(("busy", "recv"), [(1, 1), (400_000, 1), (1, 400_000), (300_000, 400_000), (400_000, 8_000)])
def test_a_rendezvous_overlaps_computation_only_where_the_library_goes_on_meanwhile(
    tunnel, network, progress, handshake, busy, recv
):
    size, send = 20_000, 5_000
    mpi = MPI.replace('{ time = "7 us" }', handshake) + f'progress = "{progress}"\n'
    times = tunnel.run(two_hosts(mpi), 2, "overlap", size, send, busy, recv, network=network)
    shake = 7000 * NS if "time" in handshake else 2 * 2 * LATENCY * 3 // 2
    posted = send * NS + isend_overhead(size)
    waits = posted + busy * NS
    if progress == "background":
        end = posted + 2 * HANDSHAKE_CPU + shake + transfer(size)
    else:
        # The receiver answers, and the sender starts the data, once they are inside MPI.
        answered = max(posted, recv * NS) + HANDSHAKE_CPU + shake
        end = max(answered, waits) + HANDSHAKE_CPU + transfer(size)
    sent, received = max(end, waits), max(end, recv * NS) + recv_overhead(size)
    assert times == {(0, "sent"): [sent], (1, "received"): [received]}


@pytest.mark.parametrize(("progress", "late", "after_one_another"), [("background", 500, False), ("background", 50_000, True), ("inside-mpi", 50_000, False)])
def test_what_clears_a_message_follows_the_data_of_its_direction(tunnel, network, progress, late, after_one_another):
    """Two ranks send to one another. If both requests cross, both are cleared before data flow. Else the first rank is cleared and
    has sent its data when the request of the other one comes. A library that reads messages only while its rank waits sends its own
    request before it reads the other one."""
    size = 1_000_000
    mpi = MPI.replace('{ time = "7 us" }', '"messages"') + f'progress = "{progress}"\n'
    times = tunnel.run(two_hosts(mpi), 2, "swap", size, late, network=network)
    empty = LATENCY * 3 // 2
    if after_one_another:
        # The clear to send arrives when the data before it have, whose receive is paid for first.
        end = late * NS + 3 * HANDSHAKE_CPU + empty + 2 * transfer(size) + recv_overhead(size)
    else:
        end = late * NS + send_overhead(size) + 2 * HANDSHAKE_CPU + 2 * empty + transfer(size)
    assert max(times[0, "end"] + times[1, "end"]) == end + recv_overhead(size)


def test_a_request_that_was_read_in_an_earlier_wait_is_answered_where_the_receive_is_posted(tunnel, network):
    size, late = 1_000_000, 5000
    mpi = MPI.replace('{ time = "7 us" }', '"messages"') + 'progress = "inside-mpi"\n'
    times = tunnel.run(two_hosts(mpi), 2, "swap_told", size, late, network=network)
    end = times[1, "told"][0] + late * NS + 3 * HANDSHAKE_CPU + LATENCY * 3 // 2 + 2 * (transfer(size) + recv_overhead(size))
    assert max(times[0, "end"] + times[1, "end"]) == end
