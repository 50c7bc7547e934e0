"""Which targets are predicted, and what they are: algorithm, class, estimated cost."""

import hashlib
import math
import operator
from collections import Counter, defaultdict

import recipe

#: Operations of the motif `collective`.
OPERATIONS = {"barrier", "bcast", "gather", "scatter", "allgather", "allgatherv", "alltoall", "alltoallv", "reduce", "allreduce", "reduce_scatter"}
REDUCTIONS = {"reduce", "allreduce", "reduce_scatter"}
VECTORS = {"allgatherv", "alltoallv"}
#: What the sources call an algorithm, and which it is here; none: there is no counterpart. A linear bcast was measured to be
#: faster than linear can be, so another one ran.
NAMED = {
    "allreduce": {"recursive_doubling": "recursive_doubling", "ring": "ring", "rabenseifner": "rabenseifner"},
    "allgather": {"ring": "ring", "recursive_doubling": "recursive_doubling", "brucks": "brucks", "bruck": "brucks", "neighbor": "neighbour_exchange"},
    "alltoall": {"linear": "scattered:throttle=0", "pairwise": "pairwise:xor=0", "modified_bruck": "brucks"},
    "bcast": {"binomial": "segmented_binomial", "knomial": "knomial", "scatter_allgather": "scatter_allgather",
              "scatter_allgather_ring": "scatter_ring_allgather", "binary": "binary", "split_binary": "split_binary"},
    "reduce": {"binomial": "segmented_binomial", "rabenseifner": "rabenseifner", "binary": "binary", "linear": "linear", "in_order": "in_order_binary"},
    "reduce_scatter": {"recursive_halving": "recursive_halving", "ring": "ring", "pairwise": "pairwise", "recursive_doubling": "recursive_doubling"},
    "gather": {"linear": "linear", "basic_linear": "linear", "binomial": "binomial", "linear_synch": "linear_sync", "linear_sync": "linear_sync"},
    "scatter": {"linear": "linear", "basic_linear": "linear", "binomial": "binomial", "linear_nb": "linear:concurrent=1"},
}
#: MPICH's own algorithms that have the name of another library's.
MPICH = {("allreduce", "rabenseifner"): "reduce_scatter_allgather", ("reduce", "rabenseifner"): "reduce_scatter_gather"}
SUFFIXES = ("_ompi", "_mpich", "_over")
#: What a case costs on a processor of today, seconds: the command, and a message.
START, MESSAGE = 0.12, 2.5e-6
#: The largest case.
MOST_MESSAGES = 2e6
#: The largest allgatherv and alltoallv, bytes and ranks.
MOST_VECTOR, MOST_VECTOR_RANKS = 2 << 20, 1100


def algorithm(target):
    """The algorithm as options take it; empty: the library chooses; none: there is no counterpart."""
    if target.kind == "default":
        return ""
    suffix = next((end for end in SUFFIXES if target.algorithm.endswith(end)), "")
    name = target.algorithm.removesuffix(suffix)
    if name.startswith("default-"):
        name = name.removeprefix("default-").replace("-", "_")
    if suffix == "_mpich" and (target.op, name) in MPICH:
        return MPICH[target.op, name]
    return NAMED.get(target.op, {}).get(name)


#: Bytes in all from which libraries gather and scatter in a ring: MPIR_CVAR_ALLGATHER_LONG_MSG_SIZE, MPIR_CVAR_REDUCE_SCATTER_COMMUTATIVE_LONG_MSG_SIZE.
RING = 512 << 10
#: Comparisons in rules of library files.
SIGNS = {"<": operator.lt, "<=": operator.le, "=": operator.eq, ">=": operator.ge, ">": operator.gt}


def _fits(wanted, value):
    """Whether a condition of a library file holds."""
    if not isinstance(wanted, str):
        return value == wanted
    sign, size = wanted.split(maxsplit=1)
    return SIGNS[sign](value, recipe.length(size))


def chosen(target):
    """The algorithm that the target's library file selects for more than one rank, or None without a file."""
    known = vars(target) | {
        "ranks_per_host": target.ppn, "power_of_two": target.ranks & (target.ranks - 1) == 0,
        "bytes": target.block_bytes, "total_bytes": target.ranks * target.block_bytes,
    }
    if not (file := recipe.LIBRARIES.get(known["library"])):
        return None
    rules = [rule for rule in recipe.selection(file)[target.op] if rule["use"] != "trivial"]
    return next(rule["use"] for rule in rules if all(_fits(wanted, known[name]) for name, wanted in rule.get("when", {}).items()))


def is_sustained(target):
    """Whether the call keeps all ranks sending, as rows of rings do: each exchanges with all others, or passes on as many messages."""
    if target.op in ("alltoall", "alltoallv"):
        return True
    if target.op not in ("allgather", "allgatherv", "reduce_scatter"):
        return False
    if target.algorithm:
        return "ring" in target.algorithm
    if target.op != "reduce_scatter" and (own := chosen(target)):
        return own == "ring"
    return target.ranks * target.block_bytes >= RING


def messages(target):
    """About how many messages the operation and its barrier have."""
    ranks, size = target.ranks, target.block_bytes
    rounds = max(1, math.ceil(math.log2(max(2, ranks))))
    barrier = ranks * rounds
    if target.op == "barrier":
        return barrier
    if target.op in ("gather", "scatter", "reduce", "bcast"):
        return 2 * ranks * (rounds if target.op == "bcast" else 1) + barrier
    if target.op == "allreduce":
        ring = "ring" in target.algorithm or (not target.algorithm and size > 1e6)
        return (2 * ranks * ranks if ring else 4 * ranks * rounds) + barrier
    if target.op == "alltoall" and size <= 256 and not target.algorithm:
        return 2 * ranks * rounds
    return ranks * ranks + barrier


def cost(target):
    """Estimated CPU seconds."""
    return START + messages(target) * MESSAGE


def predictable(targets):
    """Targets that have a prediction; how many have none, by reason."""
    left_out, found = Counter(), []
    for target in targets:
        if target.op not in OPERATIONS:
            reason = f"{target.op} is not an operation of the motif"
        elif target.kind == "foreign":
            reason = "an algorithm of the benchmark itself"
        elif algorithm(target) is None:
            reason = "a named algorithm without a counterpart"
        elif target.ranks < 2 or target.block_bytes < 1:
            reason = "no data"
        elif target.op in VECTORS and (target.ranks * target.block_bytes > MOST_VECTOR or target.ranks > MOST_VECTOR_RANKS):
            reason = "allgatherv or alltoallv of more than 2 MiB a rank or 1,100 ranks"
        elif messages(target) > MOST_MESSAGES:
            reason = f"more than {MOST_MESSAGES:.0f} messages"
        else:
            found.append(target)
            continue
        left_out[reason] += 1
    return found, left_out


def size_class(target):
    """Of a block."""
    for most, name in ((256, "≤ 256 B"), (4096, "≤ 4 KiB"), (65536, "≤ 64 KiB"), (1 << 20, "≤ 1 MiB")):
        if target.block_bytes <= most:
            return name
    return "> 1 MiB"


def place_class(target):
    """How ranks share nodes."""
    if target.nodes == 1:
        return "inside one node"
    if target.ppn == 1:
        return "one rank a node"
    return "full nodes" if target.ppn >= 16 else "few ranks a node"


def scale_class(target):
    """Ranks of the job."""
    return "≤ 64 ranks" if target.ranks <= 64 else "≤ 512 ranks" if target.ranks <= 512 else "> 512 ranks"


def digest(*of):
    """A number that looks random and is a function of these alone."""
    return hashlib.sha256(repr(of).encode()).hexdigest()


def sample(targets, budget):
    """Targets of about `budget` CPU seconds: as much of each machine, in turn of each operation, kind and size.

    A function of targets and budget alone, not of any time.
    """
    strata = defaultdict(lambda: defaultdict(list))
    sizes = {"≤ 256 B": "<=256 B", "≤ 4 KiB": "<=4 KiB", "≤ 64 KiB": "<=64 KiB", "≤ 1 MiB": "<=1 MiB", "> 1 MiB": ">1 MiB"}
    for target in targets:
        strata[target.machine, "open"][target.op, target.kind, sizes[size_class(target)]].append(target)
    chosen = []
    for machine, groups in sorted(strata.items()):
        left = budget / len(strata)
        for group in groups.values():
            group.sort(key=lambda target: digest(target.case), reverse=True)
        order = [group for _, group in sorted(groups.items(), key=lambda entry: digest(machine, entry[0]))]
        while left > 0 and any(order):
            for group in order:
                while group:
                    target = group.pop()
                    if cost(target) <= left:
                        left -= cost(target)
                        chosen.append(target)
                        break
    return chosen


def spread(targets):
    """By machine: by which factor a time of one run may be off, the root of the median ratio of the runs of other cases."""
    ratios = defaultdict(list)
    for target in targets:
        if target.runs > 1:
            ratios[target.machine].append(target.high / target.low)
    return {machine: math.sqrt(sorted(found)[len(found) // 2]) for machine, found in ratios.items()}


def interval(target, spreads):
    """Lowest and highest time that the target may have had."""
    if target.runs > 1:
        return target.low, target.high
    width = spreads.get(target.machine, 1.0)
    return target.truth / width, target.truth * width


#: The largest case of a pair.
MOST_PAIR_MESSAGES = 4e5


def pairs(targets, spreads, most):
    """Pairs of the same call of as many ranks that differ in one thing: (machine, what differs), the two, whether clearly so.

    At most `most` of each machine and thing; none: all.
    """
    groups = defaultdict(list)
    for target in sorted(targets, key=lambda target: target.case):
        if messages(target) <= MOST_PAIR_MESSAGES:
            groups[target.machine, target.library, target.version, target.op, target.ranks, target.bytes].append(target)
    found = defaultdict(list)
    for group in groups.values():
        for i, other in enumerate(group):
            for one in group[:i]:
                differ = [name for name in ("algorithm", "placement", "ppn") if getattr(one, name) != getattr(other, name)]
                if len(differ) == 1:
                    (low, high), (low_2, high_2) = interval(one, spreads), interval(other, spreads)
                    clear = max(low, low_2) > 1.1 * min(high, high_2)
                    found[one.machine, differ[0]].append((digest(one.case, other.case), one, other, clear))
    return [(key, *pair[1:]) for key in sorted(found) for pair in sorted(found[key], key=lambda pair: pair[0])[:most]]
