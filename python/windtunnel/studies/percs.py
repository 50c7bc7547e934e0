"""What the studies of PERCS share: the machine's figures and the closed forms to hold them to.

Overheads are those of the shipped platforms ``percs-*``, the same in all studies and stated there; nothing is fitted.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Bytes per second of one direction: E. Totoni et al., ICPADS 2011, section III.
QCM, LL, LR, D = 96e9, 24e9, 5e9, 10e9

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

    def lock_step(self, block: int) -> float:
        """Seconds of pairwise exchange in lock step: each step of all cores of a QCM with one other QCM."""
        steps = {LL: self.hubs - 1, LR: self.hosts - self.hubs}
        return sum(count * self.cores * self.cores * block / rate for rate, count in steps.items())
