"""The page of tables of real machines: its generated parts."""

import math
import statistics
from collections import Counter

from cases import REDUCTIONS, place_class, scale_class, size_class
from nodes import BUSY, NEW, PROCESSORS, STREAM, TERMS
from recipe import ADAPTIVE, ASSIGN, CONNECTIONS, CONSTANTS, HOPS, KEPT, MESSAGE_RATES, PUBLISHED, SINGLE_COPY, TRIMMED
from score import figures, grouped

HEADS = ["n", "typical", "90th percentile", "within 10 %", "25 %", "2 ×"]
WORST = 10
#: Where a value may be from, the best first.
ORIGINS = ("row", "fact", "shared", "assumed")
#: What a class is to be held to: typical factor and 90th percentile.
BARS = {"one rank a node": (1.18, 1.8), "full nodes": (1.35, 2.5), "inside one node": (1.3, 2.2)}


def cells(scored):
    """A class as cells of a table."""
    found = figures(scored)
    return [str(found.count), f"{found.typical:.2f}", f"{found.ninetieth:.2f}", *(f"{share:.0%}" for share in (found.tenth, found.quarter, found.double))]


def table(heads, rows):
    """Markdown."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def by(scored, heads, key):
    """A table of classes."""
    return table([*heads, *HEADS], [[*name, *cells(group)] for name, group in grouped(scored, key).items()])


#: Why predictions miss, the first that fits: what the model lacks there.
REASONS = [
    (lambda one: one.target.nodes == 1 and one.target.block_bytes <= 4096 and one.ratio > 1,
     "inside a node, small blocks go through shared memory without a message each, which is modelled as messages"),
    (lambda one: one.target.nodes == 1 and one.target.block_bytes <= 4096, "another algorithm"),
    (lambda one: one.target.nodes == 1 and one.ratio > 1, "another algorithm, or buffers that stay in a cache beside those of the call"),
    (lambda one: one.target.nodes == 1, "another algorithm"),
    (lambda one: one.target.ppn >= 16 and one.target.block_bytes <= 256 and one.ratio < 1,
     "a NIC takes longer for messages of many peers, or the network is busier than rows tell"),
    (lambda one: one.target.ppn >= 16 and one.target.block_bytes <= 4096 and one.ratio > 1,
     "the library gathers small blocks inside a node first, by an algorithm that the model's library does not choose"),
    (lambda one: one.target.ppn >= 16, "the library's algorithm"),
    (lambda one: one.target.op in REDUCTIONS and one.target.block_bytes > 1 << 20 and one.ratio < 1,
     "memory that the library gets anew, and registers with the NIC, for each call, takes less time in the model"),
    (lambda one: one.target.block_bytes > 1 << 16 and one.ratio < 1, "memory that the library gets anew for each call takes less time in the model"),
    (lambda one: one.ratio < 1, "the machine is slower than its messages and the algorithm of this name explain"),
    (lambda one: True, "the library is faster than messages of two ranks explain: another algorithm, or offload"),
]


def reason(one):
    """Why a prediction is off, as far as its class tells."""
    return next(text for fits, text in REASONS if fits(one))


def grade(result, platform):
    """How far a platform can be trusted: `A` if every class of its machine that the table has lies within its bar, full nodes among
    them; else `B` if rows between two ranks have calibrated it; else `C`."""
    if platform.machine not in result.with_rows:
        return "C"
    of = [one for one in result.sample if (one.target.machine, one.target.library) == (platform.machine, platform.library)]
    groups = {name: figures(group) for (name,), group in grouped(of, lambda target: (place_class(target),)).items() if name in BARS}
    is_held = "full nodes" in groups and all(found.typical <= BARS[name][0] and found.ninetieth <= BARS[name][1] for name, found in groups.items())
    return "A" if is_held else "B"


def _microseconds(time):
    return f"{time:.3g} us" if time < 1000 else f"{time / 1000:.3g} ms" if time < 1e6 else f"{time / 1e6:.3g} s"


def _shape(target):
    named = f" `{target.algorithm}`" if target.kind == "named" else ""
    placed = f", {target.placement}" if target.placement not in ("", "default") else ""
    return f"{target.op}{named}, {target.block_bytes} B, {target.nodes} × {target.ppn}{placed}"


def worst(scored):
    """The cases that are most off."""
    most = sorted(scored, key=lambda one: (-one.off, one.target.case))[:WORST]
    rows = [[one.target.machine, _shape(one.target), _microseconds(one.target.truth), _microseconds(one.predicted), f"{one.ratio:.2g}", reason(one)] for one in most]
    return table(["machine", "case", "measured", "predicted", "ratio", "reason, as far as its class tells"], rows)


def pairs_table(pairs):
    """How many pairs are in the right order."""
    rows = []
    for (what, machine), found in sorted(_pair_groups(pairs).items()):
        clear = [pair for pair in found if pair.clear]
        error = math.exp(statistics.median(pair.off for pair in found))
        real = math.exp(statistics.median(abs(math.log(pair.real)) for pair in found))
        rows.append([what, machine, str(len(found)), f"{real:.2f}", f"{error:.2f}", f"{sum(pair.right for pair in clear)} of {len(clear)}"])
    return table(["differ in", "machine", "pairs", "real ratio", "error of the ratio", "right order, of clear ones"], rows)


def _pair_groups(pairs):
    groups = {}
    for pair in pairs:
        groups.setdefault((pair.what, pair.machine), []).append(pair)
        groups.setdefault((pair.what, "together"), []).append(pair)
    return groups


def constants_table():
    rows = [[one.used, f"{one.value:.3g} {one.unit}", one.source] for one in CONSTANTS.values()]
    rows += [[f"a hop to another switch, {network}", f"{hop} us", source] for network, (hop, source) in HOPS.items()]
    rows.append(["a network is busy if a message of a ring of all cores takes more than", f"{BUSY} times what one alone takes", "noise of IMB's Sendrecv on other machines is below it"])
    rows.append(["calls that keep all ranks sending, whose messages a busy network slows down as it does rings", "alltoall(v), rings, from 512 KiB in all (of Cray's library where its file chooses a ring)",
                 "MPIR_CVAR_ALLGATHER_LONG_MSG_SIZE; others get the geometric mean of a busy and of an idle network"])
    rows += [[f"connections of a NIC, {network}", f"{kept} kept, {fetch} ns to fetch another one",
              "2 MB, 375 B each (A. Kalia et al., NSDI 2019); 64 B over PCIe 3 (R. Neugebauer et al., SIGCOMM 2018; both recalled). Later NICs fetch several at once"]
             for network, (kept, fetch) in CONNECTIONS.items()]
    rows += [[f"messages a second of a NIC each way, while as many come as leave, {network}", f"{rate} M/s", f"half of what leaves one way: {source}"] for network, (rate, source) in MESSAGE_RATES.items()]
    rows += [[f"NICs of ranks, {library}", assign, "SHMEM_OFI_NIC_POLICY is BLOCK by default (intro_shmem of Cray OpenSHMEMX), and MPICH_OFI_NIC_POLICY, too (recalled)"] for library, assign in ASSIGN.items()]
    rows.append(["links of a dragonfly with adaptive routes", "half of the links of a group stand for one", f"{', '.join(sorted(ADAPTIVE))}: detours over a third group or switch take two"])
    rows += [[f"memory that {library} keeps when it is freed", size, "MALLOC_TRIM_THRESHOLD_ and MALLOC_MMAP_MAX_ as Cray recommends (NERSC, Franklin: runtime tuning options)"] for library, size in KEPT.items()]
    rows.append(["the shortest of two buffers as long that the C library gives back to the system when they are freed, other libraries", TRIMMED,
                 "mallopt(3): M_MMAP_THRESHOLD begins there, and M_TRIM_THRESHOLD becomes twice the longest buffer that was mapped"])
    rows += [[f"STREAM triad of one core of {one.name}", f"{one.stream} GB/s", STREAM] for one in PROCESSORS.values() if one.stream]
    rows.append(["memory buses of a node", "1", "Sendrecv of 4 MiB takes 1.1 times as long on ARCHER2 if all messages leave their NUMA region"])
    rows += [[f"the longest eager message inside a node, {name}", size, "MPICH_SMP_SINGLE_COPY_SIZE 8192, printed by Cray MPICH 8.1.17"] for name, size in SINGLE_COPY.items()]
    rows.append(["messages inside a node that are newly written", f"{NEW[0]} to {NEW[1]} B", "eager ones of all libraries with rows: MPICH_SMP_SINGLE_COPY_SIZE 8192"])
    rows += [[f"L3 of {one.name}", f"{one.mebibytes} MiB for {one.group} cores", one.source] for one in PROCESSORS.values()]
    rows += [[f"8 B between nodes, {network}, without a row of such a machine", f"{time} us", "recalled"] for network, time in PUBLISHED.items()]
    return table(["constant", "value", "source"], rows)


def values_table(result):
    """How many values of the platforms are from where."""
    rows = []
    for made in result.platforms:
        counts = Counter(value.origin for value in made.values)
        rows.append([made.machine, made.library, grade(result, made), *(str(counts[origin]) for origin in ORIGINS)])
    totals = Counter(value.origin for made in result.platforms for value in made.values)
    rows.append(["together", "", "", *(str(totals[origin]) for origin in ORIGINS)])
    return table(["machine", "library", "grade", "by rows", "by facts", "by other machines", "assumed"], rows)


def sources_table(platforms):
    """Each value and where it is from."""
    return table(["machine", "library", "value", "", "by", "source"],
                 [[made.machine, made.library, value.what, value.text, value.origin, value.source] for made in platforms for value in made.values])


def left_out_table(changes):
    """By how much leaving a machine out changes a class."""
    rows = [[machine, str(count), f"{change:.1%}", " ".join(name) or "–"] for machine, (count, change, name) in sorted(changes.items())]
    return table(["left out of the recipe", "platforms that change", "largest change of a typical factor", "class"], rows)


def ladder_table(ladder):
    """Figures of each set without each term."""
    names = [name for name, found in ladder[None][0].items() if found]
    text = lambda found: f"{found.typical:.2f} / {found.ninetieth:.2f}"
    rows = []
    for term, (sets, pairs) in ladder.items():
        off = [text(figures(sets[name])) if sets.get(name) else "" for name in names]
        rows.append([f"{term}: {TERMS[term]}" if term else "nothing", *off, f"{sum(pair.right for pair in pairs)} of {len(pairs)}" if pairs else "–"])
    return table(["left out", *(f"{name} ({len(ladder[None][0][name])})" for name in names), "placements in order"], rows)


#: By which part a term must change a time for the case to be counted.
CHANGED = 0.02


def changed_table(ladder):
    """Of the cases of each set whose time each term changes: figures with it and without it, and how many it brings nearer to the truth."""
    names = [name for name, found in ladder[None][0].items() if found]
    text = lambda found: f"{found.typical:.2f} / {found.ninetieth:.2f}"
    rows = []
    for term, (sets, _) in ladder.items():
        if term is None:
            continue
        cells = []
        for name in names:
            with_it = {one.target.case: one for one in ladder[None][0][name]}
            both = [(with_it[one.target.case], one) for one in sets.get(name, ()) if one.target.case in with_it]
            both = [(one, other) for one, other in both if abs(math.log(one.predicted / other.predicted)) > CHANGED]
            nearer = sum(one.off < other.off for one, other in both)
            one, other = zip(*both, strict=True) if both else ((), ())
            cells.append(f"{text(figures(one))}; {text(figures(other))}; {nearer} of {len(both)}" if both else "–")
        rows.append([term, *cells])
    return table(["term", *names], rows)


def parts(result):
    """Generated parts by name."""
    scored = result.sample
    with_rows = [one for one in scored if one.target.machine in result.with_rows]
    without = [one for one in scored if one.target.machine not in result.with_rows]
    small = [one for one in scored if place_class(one.target) == "full nodes" and size_class(one.target) == "≤ 256 B"]
    place = lambda target: (place_class(target),)
    sets = [["all", *cells(scored)], *([*name, *cells(group)] for name, group in grouped(scored, place).items())]
    if small:
        sets.append(["full nodes, blocks of ≤ 256 B", *cells(small)])
    for name, found in result.sets.items():
        sets.append([name, *cells(found)])
    machine = lambda target: (target.machine, place_class(target))
    left = "".join(f"- {count} {reason}\n" for reason, count in sorted(result.left_out.items()))
    return {
        "sets": table(["set", *HEADS], sets),
        "machines": by(with_rows, ["machine", "ranks"], machine) if with_rows else "None.\n",
        "machines without rows": by(without, ["machine", "ranks"], machine) if without else "None.\n",
        "operations": by(scored, ["ranks", "operation"], lambda target: (place_class(target), target.op)),
        "sizes": by(scored, ["ranks", "block"], lambda target: (place_class(target), f"{size_class(target)}")),
        "scales": by(scored, ["ranks", "scale"], lambda target: (place_class(target), scale_class(target))),
        "pairs": pairs_table(result.pairs),
        "ladder": ladder_table(result.ladder),
        "changed": changed_table(result.ladder),
        "worst": worst(scored),
        "constants": constants_table(),
        "values": values_table(result),
        "sources": sources_table(result.platforms),
        "left out": left_out_table(result.changes),
        "not predicted": left,
    }


def filled(text, generated):
    """A page with its generated parts put between their marks."""
    for name, part in generated.items():
        begin, end = f"<!-- make truth: {name} -->\n", "<!-- end -->"
        if text.count(begin) != 1:
            raise ValueError(f"expected one mark {begin.strip()!r}, found {text.count(begin)}")
        before, after = text.split(begin)
        text = f"{before}{begin}\n{part}\n{end}{after.partition(end)[2]}"
    return text
