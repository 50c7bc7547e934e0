"""NICs and memory of hosts in closed form, to the picosecond."""

import pytest

from conftest import two_hosts

NS = 1000
LATENCY = 1000 * NS
EAGER = 'eager_max = "1 GB"\nsend_end = "at-once"'


def nic(**values):
    lines = "\n".join(f"{key} = {value}" for key, value in values.items())
    return f"[nic]\n{lines}"


def test_message_rate_spaces_messages(tunnel, network):
    platform = two_hosts(EAGER, nic(message_rate='"1 M/s"'))
    times = tunnel.run(platform, 2, "burst", 0, 10, network=network)
    assert times[1, "received"] == [LATENCY + i * 1000 * NS for i in range(10)]


def test_message_rate_does_not_matter_inside_a_host(tunnel, network):
    platform = two_hosts(EAGER, nic(message_rate='"1 M/s"'), cores=2)
    times = tunnel.run(platform, 2, "burst", 0, 10, network=network)
    assert times[1, "received"] == [100 * NS] * 10


def test_without_a_message_rate_all_leave_at_once(tunnel, network):
    times = tunnel.run(two_hosts(EAGER), 2, "burst", 0, 10, network=network)
    assert times[1, "received"] == [LATENCY] * 10


def test_injection_bounds_a_message(tunnel, network):
    platform = two_hosts(EAGER, nic(injection='"500 MB/s"'))
    times = tunnel.run(platform, 2, "once", 1_000_000, 0, 0, network=network)
    assert times[1, "received"] == [LATENCY + 1_000_000 * 2000]


def test_messages_share_a_link(tunnel):
    times = tunnel.run(two_hosts(EAGER), 2, "burst", 1_000_000, 4, network="flow:order=none")
    assert times[1, "received"] == [LATENCY + 4 * 1_000_000_000] * 4


def test_messages_of_the_delay_model_do_not_share(tunnel):
    times = tunnel.run(two_hosts(EAGER), 2, "burst", 1_000_000, 4, network="delay:order=none")
    assert times[1, "received"] == [LATENCY + 1_000_000_000] * 4


@pytest.mark.parametrize("network", ["flow", "delay"])
def test_messages_of_a_connection_follow_one_another(tunnel, network):
    """Their bytes do; the latency is paid side by side, so once."""
    times = tunnel.run(two_hosts(EAGER), 2, "burst", 1_000_000, 4, network=network)
    assert times[1, "received"] == [LATENCY + (i + 1) * 1_000_000_000 for i in range(4)]


@pytest.mark.parametrize("size", [0, 1, 1000, 1_000_000])
def test_copy_inside_a_host(tunnel, network, size):
    times = tunnel.run(two_hosts(EAGER, cores=2), 2, "once", size, 0, 0, network=network)
    assert times[1, "received"] == [100 * NS + 200 * size]


def ends(times, ranks):
    return [times[rank, "end"][0] for rank in ranks]


@pytest.mark.parametrize(("pairs", "picoseconds_per_byte"), [(1, 200), (4, 200), (8, 400), (16, 800)])
def test_copies_share_the_memory_bus(tunnel, pairs, picoseconds_per_byte):
    """A copy gets 5 GB/s, or its part of the bus's 20 GB/s."""
    ranks = 2 * pairs
    times = tunnel.run(two_hosts(EAGER, cores=ranks), ranks, "pairs", 100_000)
    assert ends(times, range(pairs, ranks)) == [100 * NS + 100_000 * picoseconds_per_byte] * pairs


@pytest.mark.parametrize(("pairs", "picoseconds_per_byte"), [(4, 200), (8, 400)])
def test_copies_between_sockets_use_both_buses(tunnel, pairs, picoseconds_per_byte):
    """The lower half of the cores is one socket, the upper half the other: every copy crosses."""
    ranks = 2 * pairs
    times = tunnel.run(two_hosts(EAGER, cores=ranks, sockets=2), ranks, "pairs", 100_000)
    assert ends(times, range(pairs, ranks)) == [100 * NS + 100_000 * picoseconds_per_byte] * pairs


def test_loopback_instead_of_memory(tunnel, network):
    loopback = '[nic.loopback]\nbandwidth = "2 GB/s"\nlatency = "3 us"'
    times = tunnel.run(two_hosts(EAGER, loopback, cores=2), 2, "once", 1000, 0, 0, network=network)
    assert times[1, "received"] == [3000 * NS + 1000 * 500]


def test_nics_are_dealt_out_to_cores(tunnel):
    """Two ranks on one host send to two on the other: with two NICs of 500 MB/s each has one of its own, and the
    host's link of 1 GB/s is just enough for both."""
    for count, picoseconds_per_byte in ((1, 4000), (2, 2000)):
        platform = two_hosts(EAGER, nic(count=count, injection='"500 MB/s"'), cores=2)
        times = tunnel.run(platform, 4, "pairs", 100_000)
        assert ends(times, (2, 3)) == [LATENCY + 100_000 * picoseconds_per_byte] * 2


def test_messages_to_different_hosts_share_the_nic(tunnel):
    platform = two_hosts(EAGER, nic(injection='"500 MB/s"')).replace("hosts = 2", "hosts = 5")
    times = tunnel.run(platform, 5, "fan", 100_000)
    assert ends(times, range(1, 5)) == [LATENCY + 4 * 100_000 * 2000] * 4
