"""Topologies in closed form: latency between far corners, and lower bounds of all-to-all by the bisection."""

from dataclasses import dataclass

import pytest

from conftest import host

NS = 1000
EAGER = '[mpi]\nlibrary = "ideal"\neager_max = "1 GB"\nsend_end = "at-once"\n'


@dataclass(frozen=True)
class Machine:
    """A topology and what is known of it: its hosts, the latency between hosts a and b in ns, and the links (in one
    direction) that the smallest halving cut has, with the hosts on either side. These links have 1 GB/s."""

    name: str
    topology: str
    hosts: int
    corner: tuple
    latency: int
    cut: int
    sides: tuple

    def platform(self):
        return f"[topology]\n{self.topology}\n{host()}{EAGER}"


def link(name, latency, bandwidth=1):
    return f'[topology.links.{name}]\nbandwidth = "{bandwidth} GB/s"\nlatency = "{latency} ns"\n'


MACHINES = [
    Machine("star", 'kind = "cluster"\nhosts = 8\n' + link("host", 300), 8, (0, 7), 600, 4, (4, 4)),
    # Up, cabinet up, backbone, cabinet down, down. The cut is a cabinet's link; the backbone, which both directions
    # share, carries just as much.
    Machine("cabinets", 'kind = "cluster"\nhosts = 8\ncabinets = 2\n' + link("host", 300) + link("cabinet", 500)
            + link("backbone", 70, bandwidth=2), 8, (0, 7), 1670, 1, (4, 4)),
    # The shorter way round: 2 + 1 + 1 hops. Cut across the dimension of four: 3 x 2 lines, two links each.
    Machine("torus", 'kind = "torus"\ndimensions = [4, 3, 2]\n' + link("dim1", 100) + link("dim2", 200)
            + link("dim3", 400), 24, (0, 2 + 4 * 1 + 12 * 1), 800, 12, (12, 12)),
    Machine("mesh", 'kind = "mesh"\ndimensions = [4, 3]\n' + link("all", 100), 12, (0, 11), 500, 3, (6, 6)),
    # Two levels, tapered: four hosts per leaf share two links up. Two leaves against the other two.
    Machine("fat-tree", 'kind = "fat-tree"\nchildren = [4, 4]\nparents = [1, 2]\nparallel = [1, 1]\n'
            + link("level1", 100) + link("level2", 300), 16, (0, 15), 800, 4, (8, 8)),
    # Up, local, global, local, down. Four groups in pairs: 2 x 2 global links.
    Machine("dragonfly", 'kind = "dragonfly"\ngroups = 4\nrouters = 3\nhosts = 2\nglobal_links = 1\n'
            + link("host", 100) + link("local", 300) + link("global", 700), 24, None, 1500, 4, (12, 12)),
    # QCM, LR, D, LR, QCM. Two supernodes of four hubs in two drawers, two D links at hubs 0 and 2 of each. From hub 1 to
    # hub 1 of the other supernode, and back, goes D link number 1 + ⌊1 · 2/4⌋ mod 2 = 1, at hub 2 and so in the other
    # drawer at both ends. (From hub 0 to hub 1 goes link 0, the way back link 1: those hosts are nearer on one way.)
    Machine("percs", 'kind = "percs"\nsupernodes = 2\ndrawers = 2\nhubs = 2\nd_links = 2\n' + link("QCM", 100)
            + link("LL", 200) + link("LR", 400) + link("D", 800), 8, (1, 5), 1800, 2, (4, 4)),
    Machine("full", 'kind = "full"\nhosts = 6\n' + link("all", 250), 6, (0, 5), 250, 9, (3, 3)),
    # a - s - t - b with two hosts on each switch; the link between the switches is the cut.
    Machine("graph", 'kind = "graph"\nhosts = ["a", "b", "c", "d"]\nswitches = ["s", "t"]\nconnect = [\n'
            '  { from = "a", to = "s", link = "edge" }, { from = "b", to = "s", link = "edge" },\n'
            '  { from = "c", to = "t", link = "edge" }, { from = "d", to = "t", link = "edge" },\n'
            '  { from = "s", to = "t", link = "trunk" },\n]\n' + link("edge", 100) + link("trunk", 900),
            4, (0, 3), 1100, 1, (2, 2)),
]

ALL = pytest.mark.parametrize("machine", MACHINES, ids=[machine.name for machine in MACHINES])


@ALL
def test_latency_between_far_corners(tunnel, network, machine):
    """A message of no bytes takes the sum of the latencies of the longest route, here and there."""
    corners = [machine.corner] if machine.corner else [(0, other) for other in range(1, machine.hosts)]
    longest = 0
    for a, b in corners:
        times = tunnel.run(machine.platform(), machine.hosts, "pingpong", 0, 3, a, b, network=network)
        longest = max(longest, times[a, "end"][0])
    assert longest == 6 * machine.latency * NS


@ALL
def test_all_to_all_is_bounded_by_the_bisection(tunnel, machine):
    """|A| x |B| messages cross the cut in each direction; and the machine is not idle while they do."""
    size = 100_000
    times = tunnel.run(machine.platform(), machine.hosts, "exchange", size)
    last = max(times[rank, "end"][0] for rank in range(machine.hosts))
    crossing = machine.sides[0] * machine.sides[1] * size * 1000 // machine.cut
    injected = (machine.hosts - 1) * size * 1000
    bound = max(crossing, injected if machine.name in HOST_LINKS else 0)
    assert last >= bound
    assert last <= LOOSENESS.get(machine.name, 1) * bound + 2 * machine.latency * NS


# Machines whose hosts have one link each: all that a host sends passes it.
HOST_LINKS = ["star", "cabinets", "fat-tree", "dragonfly", "graph"]

# Machines where another cut is tighter: what leaves one leaf of the fat tree (4 x 12 messages over 2 links), the local
# links of a dragonfly, lines of mesh and torus.
LOOSENESS = {"fat-tree": 1.5, "dragonfly": 2.5, "mesh": 1.6, "torus": 1.6}


def test_all_to_all_on_a_star_is_exact(tunnel):
    """Every link carries n - 1 equal flows from the first to the last moment."""
    machine = MACHINES[0]
    times = tunnel.run(machine.platform(), machine.hosts, "exchange", 100_000)
    assert {times[rank, "end"][0] for rank in range(8)} == {600 * NS + 7 * 100_000_000}


def test_all_to_all_on_an_odd_ring(tunnel):
    """Five hosts: every link carries one flow of one hop and two of two hops, a third of its capacity each once all
    run; those of two hops begin one latency later."""
    platform = '[topology]\nkind = "torus"\ndimensions = [5]\n' + link("all", 100) + host() + EAGER
    times = tunnel.run(platform, 5, "exchange", 300_000)
    ends = {times[rank, "end"][0] for rank in range(5)}
    # 100 ns alone at 1 GB/s are 100 bytes of 300,000; the link is busy until 900,000 bytes have passed.
    assert ends == {100 * NS + 900_000_000}


def test_limiter_is_shared_by_both_directions(tunnel):
    """Two hosts send to each other over ports of 1 GB/s whose two directions share 1.5 GB/s."""
    cluster = 'kind = "cluster"\nhosts = 2\n' + link("host", 500) + 'limiter = "1.5 GB/s"\n'
    times = tunnel.run(f"[topology]\n{cluster}{host()}{EAGER}", 2, "exchange", 300_000)
    # Each flow crosses both limiters, two flows on each: 0.75 GB/s.
    assert {times[rank, "end"][0] for rank in (0, 1)} == {1000 * NS + 400_000_000}
