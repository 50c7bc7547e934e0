"""Inputs of programs in corpus.py that are made by a rule: sequences, graphs, atoms, polytopes."""

import random


def bases(count, seed):
    """A sequence of DNA."""
    source = random.Random(seed)
    return "".join(source.choice("ACGT") for _ in range(count))


def related(sequences, count, seed):
    """Sequences of DNA that descend from one."""
    source = random.Random(seed)
    found = [bases(count, seed)]
    while len(found) < sequences:
        parent = source.choice(found)
        found.append("".join(source.choice("ACGT") if source.random() < 0.08 else base for base in parent))
    return found


def grid(side):
    """A square grid in Scotch's format of graphs."""
    near = [
        [
            at + step
            for step, inside in ((-side, row > 0), (-1, column > 0), (1, column < side - 1), (side, row < side - 1))
            if inside
        ]
        for at, row, column in ((at, at // side, at % side) for at in range(side * side))
    ]
    rows = "".join("\t".join(map(str, (len(others), *others))) + "\n" for others in near)
    return f"0\n{side * side}\t{sum(map(len, near))}\n0\t000\n{rows}"


SEQUENCES = related(10, 300, 3)
PHYLIP = f"{len(SEQUENCES)} 300\n" + "".join(f"t{i:<9}{sequence}\n" for i, sequence in enumerate(SEQUENCES))
FASTA = "".join(f">s{i}\n{sequence}\n" for i, sequence in enumerate(SEQUENCES))
ARGON = (
    "argon\n216\n"
    + "".join(
        f"{i + 1:5}{'Ar':<5}{'AR':>5}{i + 1:5}{0.36 * (i // 36):8.3f}{0.36 * (i // 6 % 6):8.3f}{0.36 * (i % 6):8.3f}\n"
        for i in range(216)
    )
    + "   2.16   2.16   2.16\n"
)
CUBE = (
    "cube\nH-representation\nbegin\n10 6 rational\n"
    + "".join(f"1 {' '.join(str(sign * (column == row)) for column in range(5))}\n" for row in range(5) for sign in (1, -1))
    + "end\n"
)
