"""What the studies of PERCS share: the machine's figures and the closed forms to hold them to.

Overheads are those of the shipped platforms ``percs-*``, the same in all studies and stated there; nothing is fitted.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Bytes per second of one direction: E. Totoni et al., ICPADS 2011, section III.
QCM, LL, LR, D = 96e9, 24e9, 5e9, 10e9

#: Links between a QCM and its hub.
QCM_LINKS = 4

#: What the platforms ``percs-*`` assume. Latencies of links in seconds; of a message inside a QCM, with its rate; CPU time of a
#: message that is sent, of one that is received, and of a handshake on each side.
LATENCY = {"QCM": 40e-9, "LL": 85e-9, "LR": 110e-9, "D": 180e-9}
COPY_LATENCY, COPY = 300e-9, 10e9
SEND, RECV, HANDSHAKE = 500e-9, 500e-9, 500e-9

#: Bytes of a packet of the hub chip.
PACKET = 2048

#: The paper that all of them are from.
PAPER = (
    "E. Totoni et al., Simulation-based Performance Analysis and Tuning for a Two-level Directly Connected System, "
    "ICPADS 2011"
)


@dataclass(frozen=True)
class Supernode:
    """One supernode, whole or a part of it."""

    drawers: int = 4
    #: QCMs of a drawer.
    hubs: int = 8
    #: Ranks on each QCM.
    cores: int = 32

    @property
    def hosts(self) -> int:
        """QCMs."""
        return self.drawers * self.hubs

    @property
    def ranks(self) -> int:
        """Ranks in all."""
        return self.hosts * self.cores

    def changes(self) -> dict[str, object]:
        """Keys of ``percs-supernode`` that make it this machine."""
        return {"topology.drawers": self.drawers, "topology.hubs": self.hubs}

    def links_bound(self, block: int) -> float:
        """Seconds that an all-to-all takes at least by the slowest link between two QCMs: d/5 ns, d = cores² · block."""
        return self.cores**2 * block / (LR if self.drawers > 1 else LL)

    def bound(self, block: int) -> float:
        """The same, or by what a QCM sends to the others through its own links: (n−1)·d/96 ns."""
        return max(self.links_bound(block), (self.hosts - 1) * self.cores**2 * block / QCM)

    def buffered(self, block: int, packets: int) -> float:
        """Seconds of the new ordering with an input buffer of this many packets of the QCM at its hub.

        Packets in the buffer are the customers of a closed queueing network: as many as fit, each waits for one of
        the n−1 links to other hubs, all alike, or for the QCM's own; a free place is known to the QCM one latency later and filled
        one after that. Solved by mean value analysis (Reiser, Lavenberg, "Mean-value analysis of closed multichain queuing
        networks", J. ACM 27, 1980). That takes times of service as exponential and links at random; times are constant, and the
        cores of a QCM take turns, so that it waits too long.
        """
        local, others = self.hubs - 1, self.hosts - 1
        # What a packet asks of each link of a kind in the mean, and how many there are.
        links = [(PACKET / LL / others, local), (PACKET / LR / others, others - local), (PACKET / QCM, 1)]
        waiting = [0.0] * len(links)
        rate = 0.0
        for customers in range(1, packets + 1):
            times = [service * (1 + queue) for (service, _), queue in zip(links, waiting, strict=True)]
            rate = customers / (2 * LATENCY["QCM"] + sum(time * count for time, (_, count) in zip(times, links, strict=True)))
            waiting = [rate * time for time in times]
        return others * self.cores**2 * block / PACKET / rate

    def lock_step(self, block: int) -> float:
        """Seconds that links limit pairwise exchange to: each step of all cores of a QCM with one other QCM."""
        steps = {LL: self.hubs - 1, LR: self.hosts - self.hubs}
        return sum(count * self.cores * self.cores * block / rate for rate, count in steps.items())

    def messages(self, block: int) -> float:
        """Seconds that a rank's messages take, one after the other, beside their bytes on links between QCMs: CPU time of a send,
        a receive and both sides of a handshake, its round trip and the latency of the data; inside a QCM the bytes, too.
        """
        steps = {"LL": self.hubs - 1, "LR": self.hosts - self.hubs}
        own = SEND + 2 * HANDSHAKE + RECV
        inside = (self.cores - 1) * (own + 3 * COPY_LATENCY + block / COPY)
        return inside + sum(self.cores * count * (own + 3 * (2 * LATENCY["QCM"] + LATENCY[kind])) for kind, count in steps.items())
