#!/usr/bin/env python3
"""`make truth`: predictions compared with public measurements of real machines.

  run.py [--prefix VENV] [--data FOLDER]... [--budget S] [--network flow] [--jobs N] [--folder FOLDER] [--platforms FOLDER]

Makes a platform of each machine by one recipe (recipe.py), predicts a sample of the targets, the cells of ARCHER2, pairs of cases that
differ in one thing, and a part once more without each term of the model of a node, prints the tables and, without --data, writes them into docs/reference/real-machines.md and the predicted
times into results.csv. With --data the targets are those of other folders, which have the same form (README.md); what they lack of rows
and facts is taken from this repository. What FOLDER has already is not predicted again; --platforms writes the platform files, each with
its grade. Status 1 if leaving a machine out of the recipe
changes a class by more than 5 %, 2 for bad input.
"""

import argparse
import math
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

import data
import nodes
import page
import recipe
from cases import cost, pairs, place_class, predictable, sample, spread
from predict import HEADS, Predictor, line
from score import Pair, Scored, classes, figures, grouped

from windtunnel.errors import WindtunnelError

PAGE = ROOT / "docs" / "reference" / "real-machines.md"
RESULTS = HERE / "results.csv"
#: CPU seconds of the sample, as cases.py estimates them.
BUDGET = 300.0
#: The part of the sample, as a divisor, that is predicted again for each machine that is left out.
LEFT_OUT = 4
#: The part of the sample, and of the cells of ARCHER2, that is predicted without each term of the model.
LADDER, LADDER_CELLS = 8, 12.0
#: By which part leaving out a machine may change a class.
LARGEST_CHANGE = 0.05
#: Cases that a class must have for that.
SMALLEST = 10
#: Cases after which progress is said.
STEP = 100
#: Pairs of a machine that differ in the ranks a node, or in their placement.
PAIRS = 12
#: What is said of pairs that differ in the placement on the node alone, and by a factor of 1.5 or more.
FAR = "placement, 1.5 × apart"
#: Hosts of a platform that is written, where its topology does not say.
HOSTS = 64
#: The cells of ARCHER2 to which the model of a node is held.
CELLS = "ARCHER2, 1–8 nodes, 8 B–1 MiB"


def is_cell(target):
    return (
        target.machine == "archer2" and target.nodes <= 8 and 8 <= target.block_bytes <= 1 << 20
        and target.op in ("allgather", "allreduce", "alltoall")
    )


@dataclass
class Result:
    """Content of the page."""

    platforms: list
    with_rows: set
    sample: list = field(default_factory=list)
    sets: dict = field(default_factory=dict)
    pairs: list = field(default_factory=list)
    changes: dict = field(default_factory=dict)
    left_out: dict = field(default_factory=dict)
    #: By the term that is left out, none of them first: cases by set, and pairs of placements.
    ladder: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Sizes:
    """How much is predicted."""

    sample: float = BUDGET
    cells: float = math.inf
    pairs: int = PAIRS
    far: int | None = None


def made(machines, without=frozenset()):
    """All platforms by machine and library, without some terms of the model."""
    libraries = [(name, library) for name, machine in machines.items() for library in machine.fact("libraries")]
    return {(name, library): recipe.make(machines[name], library, machines, without) for name, library in libraries}


def scored(targets, platforms, predictor, say=lambda text: None):
    """Predictions of these targets, of those that have one."""
    found = []
    for first in range(0, len(targets), STEP):
        part = targets[first : first + STEP]
        times = predictor.times([(target, platforms[target.machine, target.library]) for target in part])
        found += [Scored(target, time) for target, time in zip(part, times, strict=True) if time]
        say(f"{first + len(part)} of {len(targets)} cases")
    return found


def scored_pairs(chosen, platforms, predictor):
    """Pairs of which both have a prediction."""
    both = scored([target for pair in chosen for target in pair[1:3]], platforms, predictor)
    times = {one.target.case: one.predicted for one in both}
    return [
        Pair(machine, what, one.truth / other.truth, times[one.case] / times[other.case], clear)
        for (machine, what), one, other, clear in chosen
        if one.case in times and other.case in times
    ]


def far_apart(chosen):
    """All pairs that differ in the placement on the node alone, and much."""
    return [
        ((machine, FAR), one, other, clear)
        for (machine, what), one, other, clear in chosen
        if what == "placement" and max(one.truth, other.truth) >= 1.5 * min(one.truth, other.truth)
    ]


def ladder(machines, targets, far, sizes, predictor, say=lambda text: None):
    """Predictions without each term: of nodes with many ranks, and with one rank without the terms that concern these."""
    part = [target for target in sample(targets, sizes.sample / LADDER) if place_class(target) != "few ranks a node"]
    many = [target for target in part if place_class(target) != "one rank a node"]
    cells = sample([target for target in targets if is_cell(target)], min(LADDER_CELLS, sizes.cells))
    found = {}
    for term in (None, *nodes.TERMS):
        say(f"without {term or 'nothing'}")
        platforms = made(machines, frozenset(filter(None, [term])))
        chosen = part if term in (None, *nodes.ALONE) else many
        sets = grouped(scored(chosen, platforms, predictor), place_class) | {CELLS: scored(cells, platforms, predictor)}
        found[term] = (sets, scored_pairs(far, platforms, predictor))
    return found


def changes(machines, targets, platforms, predictor):
    """By machine that is left out of the recipe: how many platforms change, the largest change of a class of the others, which class."""
    found = {}
    for name in machines:
        rest = made({other: machine for other, machine in machines.items() if other != name})
        changed = {key for key, platform in rest.items() if platform.tables != platforms[key].tables}
        kept = [target for target in targets if target.machine != name] if changed else []
        before, after = (classes(scored(kept, by, predictor)) for by in (platforms, rest))
        change = lambda group, after=after, before=before: abs(figures(after[group]).typical / figures(before[group]).typical - 1)
        found[name] = (len(changed), *max(((change(group), group) for group in before if len(before[group]) >= SMALLEST), default=(0.0, ())))
    return found


def measured(folders, sizes, predictor, say=lambda text: None):
    """Everything that the page is made of. Raises :class:`InputError`."""
    machines = data.machines([data.OPEN, *folders])
    targets = [target for folder in folders or [data.OPEN] for target in data.targets(folder, machines)]
    platforms = made(machines)
    used = {(target.machine, target.library) for target in targets}
    chosen, left_out = predictable(targets)
    result = Result([platform for key, platform in sorted(platforms.items()) if key in used],
                    {name for name, machine in machines.items() if any(row.clazz == "p2p" for row in machine.rows)}, left_out=left_out)
    part = sample(chosen, sizes.sample)
    say(f"{len(part)} of {len(targets)} targets, about {sum(map(cost, part)):.0f} s")
    result.sample = scored(part, platforms, predictor, say)
    cells = sample([target for target in chosen if is_cell(target)], sizes.cells)
    if cells:
        say(f"{len(cells)} cells of ARCHER2, about {sum(map(cost, cells)):.0f} s")
        result.sets[CELLS] = scored(cells, platforms, predictor, say)
    say("pairs")
    of = lambda most: pairs(chosen, spread(chosen), most)
    drawn = [pair for pair in of(sizes.pairs) if pair[0][1] != "algorithm"]
    # Those of the sample are predicted anyway.
    named = [pair for pair in pairs(part, spread(chosen), None) if pair[0][1] == "algorithm"]
    result.pairs = scored_pairs(drawn + named + far_apart(of(sizes.far)), platforms, predictor)
    say("leaving out each term")
    result.ladder = ladder(machines, chosen, far_apart(of(sizes.far))[:PAIRS], sizes, predictor, say)
    say("leaving out each machine")
    result.changes = changes(machines, sample(chosen, sizes.sample / LEFT_OUT), platforms, predictor)
    return result


def current(predictor):
    """The page as it should be."""
    return page.filled(PAGE.read_text(), page.parts(measured([], Sizes(), predictor)))


def main(words=None):
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("--prefix", type=Path, default=Path(sys.prefix))
    top.add_argument("--data", type=Path, action="append", default=[])
    top.add_argument("--budget", type=float, default=BUDGET)
    top.add_argument("--network", default="flow")
    top.add_argument("--jobs", type=int, default=1)
    top.add_argument("--folder", type=Path, default=ROOT / "build" / "truth")
    top.add_argument("--platforms", type=Path)
    options = top.parse_args(words)
    part = options.budget / BUDGET
    sizes = Sizes(options.budget, math.inf if part >= 1 else part * BUDGET, math.ceil(min(part, 1) * PAIRS), None if part >= 1 else PAIRS)
    is_whole = not options.data and sizes == Sizes() and options.network == "flow"
    try:
        predictor = Predictor(str(options.prefix / "bin" / "windtunnel"), options.folder, options.network, options.jobs)
        result = measured(options.data, sizes, predictor, lambda text: print(f"… {text}", file=sys.stderr, flush=True))
        generated = page.parts(result)
        if is_whole:
            PAGE.write_text(page.filled(PAGE.read_text(), generated))
            RESULTS.write_text(HEADS + "".join(line(*key, time) for key, time in sorted(predictor.asked.items())))
        if options.platforms:
            written(result, options.platforms)
    except (WindtunnelError, OSError) as error:
        print(f"truth: {error}", file=sys.stderr)
        return 2
    for name, text in generated.items():
        print(f"\n{name}\n\n{text}")
    for case, why in sorted(predictor.failed.items()):
        print(f"case {case} has no prediction: {why}")
    off = {machine: change for machine, (_, change, _) in result.changes.items() if change > LARGEST_CHANGE}
    for machine, change in sorted(off.items()):
        print(f"truth: without {machine} the recipe changes a class by {change:.1%}: expected at most {LARGEST_CHANGE:.0%}", file=sys.stderr)
    return 1 if off else 0


def written(result, folder):
    """Writes the platforms, each with its grade."""
    folder.mkdir(parents=True, exist_ok=True)
    for platform in result.platforms:
        grade = page.grade(result, platform)
        (folder / f"{platform.machine}.{platform.library}.toml").write_text(platform.text(HOSTS, "", grade))


if __name__ == "__main__":
    sys.exit(main())
