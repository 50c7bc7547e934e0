"""NAS CG's transposed exchange on Blue Gene/P under many mappings: plateau points against the fullest link (Fig. 9, 15 and 16)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from windtunnel.studies.bgp_injection import masks
from windtunnel.studies.lab import Lab, Planned, Study
from windtunnel.studies.plateau import (
    CHOSEN,
    COUNTINGS,
    FULLEST,
    LEAST,
    PAPER,
    WHOLE,
    Loads,
    agreement,
    check,
    claim_order,
    loads,
    report,
    suffix,
    table_of_agreement,
    told,
)
from windtunnel.studies.plateau_mappings import Machine, Move, Order, Tiling, generated

TRANSPOSE = "transpose"
PHASES = {TRANSPOSE: "transposed exchange", "reduction": "reduction"}

#: Torus FIFOs of a processor FIFO: the paper's best for CG.
WIDTH = 2

TILE, TILE2 = ((8, 16), (4, 2, 4, 4)), ((16, 16), (4, 4, 4, 4))
NAMED: dict[str, Tiling | Order] = {
    "TXYZ": Order("TXYZ"),
    "XYZT": Order("XYZT"),
    "Tile": Tiling(*TILE),
    "Tile2": Tiling(*TILE2),
    "Tilt-XZ": Tiling(*TILE, (Move("tilt", "X", "Z", (1,)),)),
    "Tilt2-XZ": Tiling(*TILE2, (Move("tilt", "X", "Z", (1,)),)),
    "Zig2-XZ": Tiling(*TILE2, (Move("zigzag", "X", "Z", (2, 2)),)),
}

#: Times by group, shorter ones first: Fig. 15.
ORDER = [["Tilt2-XZ"], ["Tilt-XZ", "Zig2-XZ"], ["Tile2", "Tile"], ["XYZT", "TXYZ"]]


@dataclass(frozen=True)
class Plan:
    """A machine, the mappings tried on it beside the named ones, and the problem."""

    machine: Machine
    generated: int
    #: Order of the matrix.
    rows: int

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns of ranks."""
        rows = 1
        while 4 * rows * rows <= self.machine.ranks:
            rows *= 2
        return rows, self.machine.ranks // rows

    @cached_property
    def mappings(self) -> dict[str, Tiling | Order]:
        """All, named ones first."""
        return NAMED | generated(self.generated, self.grid, self.machine)


#: Of classes B and C.
WHOLES = (Plan(Machine((8, 4, 4)), 60, 75_000), Plan(Machine((8, 8, 8)), 60, 150_000))
#: Of class W, 7,000 rows.
SMALL = (Plan(Machine((4, 4, 4)), 1, 7_000),)


def simulate(lab: Lab, plan: Plan, name: str, network: str = "packet") -> Planned:
    """A product of matrix and vector, and what is around it, under a mapping."""
    return lab.motif(
        f"{plan.machine.label}-{name.replace(' ', '-')}{suffix(network)}",
        "cg",
        {"rows": plan.rows, "inner": 0, "iterations": 1, "barriers": "yes"},
        plan.machine.ranks,
        platform="bluegene-p",
        set=plan.machine.keys() | {"nic.fifos.masks": masks(WIDTH)},
        network=network,
        mapping=plan.mappings[name].program(plan.grid),
        observe=["link_use"],
    )


def claims(found: Loads) -> list[list[object]]:
    """What was expected, before anything was run, and what came out."""
    title = PHASES[TRANSPOSE]
    chosen = found.pearson(TRANSPOSE)
    rows: list[list[object]] = [[f"{title}: Pearson at y = {CHOSEN} is at least 0.9", f"{chosen:.3f}", told(chosen >= 0.9)]]
    for fraction in (LEAST, FULLEST):
        other = found.pearson(TRANSPOSE, fraction)
        rows.append([f"{title}: and higher than at y = {fraction}", f"{other:.3f}", told(chosen > other)])
    holds, wrong = claim_order(found, TRANSPOSE, ORDER)
    text = " < ".join("{" + ", ".join(group) + "}" if len(group) > 1 else group[0] for group in ORDER)
    rows.append([f"{title}: time of {text}", wrong, told(holds)])
    last = [found.time(name, TRANSPOSE) for name in ORDER[-1]]
    before = max(found.time(name, TRANSPOSE) for name in ORDER[-2])
    rows.append(["XYZT and TXYZ take the same time within 5 %", f"{last[0] / last[1]:.3f}", told(max(last) <= 1.05 * min(last))])
    rows.append(["and at least 1.5 times as long as Tile and Tile2", f"{min(last) / before:.3f}", told(min(last) >= 1.5 * before)])
    whole = found.pearson(WHOLE)
    rows.append(["the whole run goes less with its counters than the exchange", f"{whole:.3f}", told(whole < chosen)])
    return rows


def run(lab: Lab, plan: Plan) -> None:
    """All mappings on a machine."""
    mappings = plan.mappings
    runs = lab.runs({name: simulate(lab, plan, name) for name in mappings})
    found = loads(runs, [*PHASES, WHOLE])
    report(lab, plan.machine, found, list(NAMED), PHASES, claims)
    links = 6 * plan.machine.nodes
    agreements = {}
    for counting, network in COUNTINGS.items():
        counted = lab.runs({name: simulate(lab, plan, name, network) for name in mappings})
        for phase, title in PHASES.items():
            agreements[title, counting] = [agreement(runs[name], counted[name], links, phase) for name in mappings]
    table_of_agreement(lab, f"counted-{plan.machine.label}", agreements)
    check(lab, WHOLE, runs, found)


def study(lab: Lab) -> None:
    """All machines."""
    for plan in SMALL if lab.small else WHOLES:
        run(lab, plan)


STUDY = Study(
    "plateau-cg",
    f"The transposed exchange of NAS CG under named and generated mappings on Blue Gene/P: plateau points and the fullest link ({PAPER}, §VI and VII-C).",
    "Seven minutes; --small: seconds.",
    study,
)
