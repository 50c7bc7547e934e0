"""pF3D's phases on Blue Gene/P under many mappings: does the plateau point of link loads tell their time? (Fig. 5 to 8, 11 to 14)"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from windtunnel.results import Run
from windtunnel.studies.lab import Lab, Planned, Study, size
from windtunnel.studies.plateau import (
    CHOSEN,
    COUNTINGS,
    LEAST,
    PAPER,
    WHOLE,
    Loads,
    agreement,
    check,
    claim_order,
    in_sequence,
    joined,
    joining,
    loads,
    report,
    suffix,
    table_of_agreement,
    table_of_joining,
    told,
)
from windtunnel.studies.plateau_mappings import Machine, Move, Order, Tiling, generated

#: Ranks of a plane along y and x. The order of ranks has y fastest, then x, then z; in the motif the fastest axis is called x.
PLANE_Y, PLANE_X = 8, 16

#: Phases of the motif, by the names of the paper.
PHASES = {"y-fft": "X-FFT", "x-fft": "Y-FFT", "advection": "advection", "hydro": "hydro"}
X_FFT, Y_FFT, ADVECTION, HYDRO = PHASES

#: The motif's sizes of their messages.
SIZES = {Y_FFT: "bytes_x", X_FFT: "bytes_y", ADVECTION: "advection", HYDRO: "hydro"}

TILE = ((1, PLANE_X, PLANE_Y), (4, 2, 4, 4))
TILED = ("Tile", "Tilt-XZ", "Tilt-ZX", "Zig-XZ")
NAMED: dict[str, Tiling | Order] = {
    "TXYZ": Order("TXYZ"),
    "XYZT": Order("XYZT"),
    "Tile": Tiling(*TILE),
    "Tile2": Tiling((1, PLANE_X, 1), (1, 2, 2, 4)),
    "Tilt-XZ": Tiling(*TILE, (Move("tilt", "X", "Z", (1,)),)),
    "Tilt-ZX": Tiling(*TILE, (Move("tilt", "Z", "X", (1,)),)),
    "Zig-XZ": Tiling(*TILE, (Move("zigzag", "X", "Z", (2, 2)),)),
}

#: Times by group, shorter ones first: Fig. 11 to 14.
ORDERS = {
    X_FFT: [["Tile2"], ["TXYZ", "XYZT"], list(TILED)],
    Y_FFT: [["Tile", "Zig-XZ", "Tilt-XZ"], ["TXYZ"], ["Tilt-ZX", "Tile2", "XYZT"]],
    ADVECTION: [list(TILED), ["TXYZ"], ["Tile2"], ["XYZT"]],
    HYDRO: [list(TILED), ["TXYZ"], ["Tile2"], ["XYZT"]],
}


@dataclass(frozen=True)
class Plan:
    """A machine, the mappings tried on it beside the named ones, and sizes of messages."""

    machine: Machine
    generated: int
    transform: int
    advection: int
    hydro: int

    @property
    def grid(self) -> tuple[int, int, int]:
        """Ranks along z, x and y."""
        return self.machine.ranks // (PLANE_X * PLANE_Y), PLANE_X, PLANE_Y

    @cached_property
    def mappings(self) -> dict[str, Tiling | Order]:
        """All, named ones first."""
        return NAMED | generated(self.generated, self.grid, self.machine)


KIB = 1 << 10
WHOLES = (
    Plan(Machine((8, 4, 4)), 60, 2 * KIB, 8 * KIB, 2 * KIB),
    Plan(Machine((8, 8, 8)), 60, 2 * KIB, 8 * KIB, 2 * KIB),
    # In whole packets of the joined ones; the first to see what joining changes.
    Plan(Machine((8, 8, 8), joined=8), 60, 1920, 4 * 1920, 1920),
    Plan(Machine((32, 16, 16), joined=8), 60, 1920, 4 * 1920, 1920),
)
SMALL = (Plan(Machine((4, 4, 4)), 1, 1440, 2 * KIB, 1440), Plan(Machine((4, 4, 4), joined=2), 1, 1440, 1920, 1440))


def simulate(lab: Lab, plan: Plan, name: str, phase: str, network: str = "packet") -> Planned:
    """A phase under a mapping."""
    sizes = {Y_FFT: plan.transform, X_FFT: plan.transform, ADVECTION: plan.advection, HYDRO: plan.hydro}
    parameters: dict[str, object] = {"px": PLANE_Y, "py": PLANE_X, "pz": plan.grid[0]}
    parameters |= {key: size(sizes[one] if one == phase else 0) for one, key in SIZES.items()}
    return lab.motif(
        f"{plan.machine.label}-{name.replace(' ', '-')}-{phase}{suffix(network)}",
        "fft2d",
        parameters,
        plan.machine.ranks,
        platform="bluegene-p",
        set=plan.machine.keys(),
        network=network,
        mapping=plan.mappings[name].program(plan.grid),
        observe=["link_use"],
    )


def claims(found: Loads) -> list[list[object]]:
    """What was expected, before anything was run, and what came out."""
    rows: list[list[object]] = []
    for phase, title in PHASES.items():
        chosen, least = found.pearson(phase), found.pearson(phase, LEAST)
        rows.append([f"{title}: Pearson at y = {CHOSEN} is at least 0.9", f"{chosen:.3f}", told(chosen >= 0.9)])
        rows.append([f"{title}: and higher than at y = {LEAST}", f"{least:.3f}", told(chosen > least)])
    for phase, title in PHASES.items():
        holds, wrong = claim_order(found, phase, ORDERS[phase])
        text = " < ".join("{" + ", ".join(group) + "}" if len(group) > 1 else group[0] for group in ORDERS[phase])
        rows.append([f"{title}: time of {text}", wrong, told(holds)])
    whole = found.pearson(WHOLE)
    rows.append(["the whole run goes less with its counters than each phase", f"{whole:.3f}", told(all(whole < found.pearson(phase) for phase in PHASES))])
    return rows


@dataclass(frozen=True)
class Done:
    """What a plan has given."""

    runs: dict[tuple[str, str], Run]
    found: Loads


def run(lab: Lab, plan: Plan) -> Done:
    """All mappings on a machine, each phase by itself, so that none begins while another is not over."""
    mappings = plan.mappings
    runs = lab.runs({(phase, name): simulate(lab, plan, name, phase) for phase in PHASES for name in mappings})
    found = joined([loads({name: runs[phase, name] for name in mappings}, [phase]) for phase in PHASES])
    found = in_sequence({name: [runs[phase, name] for phase in PHASES] for name in mappings}, found)
    report(lab, plan.machine, found, list(NAMED), PHASES, claims)
    links = 6 * plan.machine.nodes
    agreements = {}
    for counting, network in COUNTINGS.items():
        counted = lab.runs({(phase, name): simulate(lab, plan, name, phase, network) for phase in PHASES for name in mappings})
        for phase, title in PHASES.items():
            agreements[title, counting] = [agreement(runs[phase, name], counted[phase, name], links) for name in mappings]
    table_of_agreement(lab, f"counted-{plan.machine.label}", agreements)
    for phase in PHASES:
        check(lab, phase, {name: runs[phase, name] for name in mappings}, found)
    return Done(runs, found)


def compare(lab: Lab, plan: Plan, plain: Done, done: Done) -> None:
    """What joining packets changes on a machine that is simulated both ways."""
    links = 6 * plan.machine.nodes
    found = {}
    for phase, title in PHASES.items():
        agreements = [agreement(plain.runs[phase, name], done.runs[phase, name], links, counter="packets") for name in plan.mappings]
        found[title] = joining(phase, plain.found, done.found, agreements)
    table_of_joining(lab, f"joining-{plan.machine.nodes}", plan.machine, found)


def study(lab: Lab) -> None:
    """All machines."""
    plain: dict[int, Done] = {}
    for plan in SMALL if lab.small else WHOLES:
        done = run(lab, plan)
        if plan.machine.nodes in plain:
            compare(lab, plan, plain[plan.machine.nodes], done)
        plain[plan.machine.nodes] = done


STUDY = Study(
    "plateau-pf3d",
    f"pF3D's phases under named and generated mappings on Blue Gene/P: correlation of the plateau point of link loads with time ({PAPER}, §V to VII).",
    "Ten minutes; --small: seconds.",
    study,
)
