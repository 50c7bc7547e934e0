"""SMPI 3.32's collective algorithms, all that its options name, and which of the tunnel's each is.

Its selectors are not algorithms; those that are an MPI library here are at the end (`SELECTORS`). Segments are those that SMPI fixes
or computes: Open MPI's formulas of the number of ranks and bytes.
"""

from dataclasses import dataclass

KIB = 1024


@dataclass(frozen=True)
class Algorithm:
    """An algorithm of SMPI."""

    operation: str
    #: SMPI's name.
    theirs: str
    #: Ours, with parameters, or a function of ranks and bytes; empty: there is none.
    ours: object = ""
    #: Why there is none, or in what ours is another.
    why: str = ""
    #: By how much the times may differ, for that reason.
    apart: float = 0.01
    #: Which of the numbers of ranks both can do.
    ranks: object = None
    #: Further choices on either side: operation and algorithm.
    also: tuple = ()
    #: Bytes.
    sizes: tuple = (8, 8192, 131_072)
    #: Ranks on each host.
    per_host: int = 1
    #: The machine.
    topology: str = "star"
    #: Whether the second call counts: at the first one SMPI makes the communicators of hosts and leaders.
    again: bool = False
    #: The MPI library that selects what runs on a level of ours.
    library: str = ""
    #: Numbers of ranks: a prime, a power of two, neither.
    numbers: tuple = (12, 13, 16)

    def calls(self):
        """Ranks and bytes with which it is compared."""
        fits = lambda ranks: not self.ranks or self.ranks(ranks)
        sizes = (0,) if self.operation == "barrier" else self.sizes
        return [(ranks, size) for ranks in self.numbers if fits(ranks) for size in sizes] if self.ours else []

    def our_name(self, ranks, size):
        """Ours for a call."""
        return self.ours(ranks, size) if callable(self.ours) else self.ours


def power_of_two(ranks):
    return ranks & (ranks - 1) == 0


def even(ranks):
    return ranks % 2 == 0


def composite(ranks):
    return any(ranks % factor == 0 for factor in range(2, ranks))


def cuboid(ranks):
    """Whether the square of a number from the cube root on divides it."""
    root = max(side for side in range(1, ranks) if side**3 <= ranks)
    return any(ranks % side**2 == 0 for side in range(root, ranks // 3 + 1))


def levels(operation, theirs, *arguments, numbers=(8, 12, 16), **others):
    """An algorithm on two levels, with four ranks on each of two to four hosts."""
    return Algorithm(operation, theirs, *arguments, per_host=4, topology="star-4", again=True, numbers=numbers, **others)


def mvapich2_rs(ranks, size):
    few = size // 8 < 1 << ranks.bit_length() - 1
    return "recursive_doubling" if few else "reduce_scatter_allgather"


def reduce_pipeline(ranks, size):
    segment = 1 if ranks > 0.0410 / KIB * size + 9.7128 else 32 if ranks > 0.0033 / KIB * size + 1.6761 else 64
    return f"pipeline:segment={segment * KIB}"


def reduce_binomial(ranks, size):
    short = size < 2048 or (ranks < 8 and size < 20480)
    return f"segmented_binomial:segment={KIB if not short and ranks > 0.6016 / KIB * size + 1.3496 else 0}"


def two_level_reduce(ranks, size):
    """What SMPI's `mpich` selector takes on four ranks of a host, and among the leaders."""
    part = lambda ranks: "binomial" if size // 8 < 1 << ranks.bit_length() - 1 or size < 2048 else "reduce_scatter_gather"
    return f"smp_via_leader:host={part(4)},leaders={part(ranks // 4)}"


def two_level_allreduce(_, size):
    part = "reduce_scatter_allgather" if size > 2048 else "recursive_doubling"
    return f"smp_twice:host={part},leaders=recursive_doubling"


def mvapich2_smp(ranks, size):
    """What SMPI's `mpich` selector takes among the leaders."""
    total, leaders = ranks * size, ranks // 4
    among = "recursive_doubling_any" if power_of_two(leaders) and total < 524_288 else "brucks" if total <= 81_920 else "pairwise:xor=0"
    return f"smp:host=binomial,leaders={among}"


def intra_node(_, size):
    return "binomial" if size <= 16384 else "smp_binomial"


def sync(_, size):
    return f"linear_sync:segment={32 * KIB if size > 92160 else KIB}"


# What a barrier inside of an algorithm is, on both sides.
DISSEMINATION = (("barrier", "ompi_bruck", "dissemination"),)
# Reasons; what they mean is in docs/models/against-smpi.md.
ARRIVALS = "its messages depend on which ranks have arrived, which a schedule cannot know"
# SMPI gives wrong sums else.
LEADERS = "compared where elements divide evenly among the leaders"
ENVELOPES = "envelopes on one link"
OVERHEADS = "when overheads are charged"
GOING_ON = "goes on after sending"
# Whole send buffers travel: 16 ranks hold 64 of them.
GATHERED = (8, 8192, 32768)
# The tables' rows, in SMPI's order.
ALGORITHMS = [
    levels("barrier", "mpich_smp", "smp"),
    Algorithm("barrier", "mvapich2_pair", "recursive_doubling", OVERHEADS, 0.05),
    Algorithm("barrier", "ompi_basic_linear", "linear", ENVELOPES, 0.013),
    Algorithm("barrier", "ompi_bruck", "dissemination"),
    Algorithm("barrier", "ompi_doublering", "double_ring"),
    Algorithm("barrier", "ompi_recursivedoubling", "recursive_doubling", OVERHEADS, 0.05),
    Algorithm("barrier", "ompi_tree", "tree"),
    Algorithm("barrier", "ompi_two_procs", "recursive_doubling", numbers=(2,)),
    Algorithm("bcast", "NTSB", "binary_at_once", OVERHEADS, 0.013),
    Algorithm("bcast", "NTSL", "pipeline_at_once", OVERHEADS, 0.095),
    Algorithm("bcast", "NTSL_Isend", "pipeline_at_once", OVERHEADS, 0.095),
    levels("bcast", "SMP_binary", "smp_binary"),
    levels("bcast", "SMP_binomial", "smp_binomial"),
    levels("bcast", "SMP_linear", "smp_pipeline", OVERHEADS, 0.095),
    Algorithm("bcast", "arrival_pattern_aware", why=ARRIVALS),
    Algorithm("bcast", "arrival_pattern_aware_wait", why=ARRIVALS),
    Algorithm("bcast", "arrival_scatter", why=ARRIVALS),
    Algorithm("bcast", "binomial_tree", "binomial"),
    Algorithm("bcast", "flattree", "linear"),
    Algorithm("bcast", "flattree_pipeline", lambda _, size: "linear" if size < 8192 else "linear_segments"),
    Algorithm("bcast", "mvapich2_inter_node", why="reaches the leaders only: a part of `mvapich2_intra_node` and of SMPI's MVAPICH2 selector"),
    levels("bcast", "mvapich2_intra_node", intra_node),
    Algorithm("bcast", "mvapich2_knomial_intra_node", "knomial_rounds", again=True),
    Algorithm("bcast", "ompi_pipeline", f"pipeline:segment={128 * KIB}"),
    Algorithm("bcast", "ompi_split_bintree", lambda _, size: f"split_binary:segment={1 if size < 370_728 else 8}024", OVERHEADS, 0.05,
              sizes=(8192, 131_072)),
    Algorithm("bcast", "scatter_LR_allgather", "scatter_ring_allgather"),
    Algorithm("bcast", "scatter_rdb_allgather", "scatter_allgather", OVERHEADS, 0.02),
    levels("gather", "mvapich2_two_level", "smp:host=binomial,leaders=linear"),
    Algorithm("gather", "ompi_basic_linear", "linear", ENVELOPES, 0.02),
    Algorithm("gather", "ompi_binomial", "binomial"),
    Algorithm("gather", "ompi_linear_sync", sync, OVERHEADS, 0.075),
    Algorithm("allgather", "2dmesh", "2dmesh", ranks=composite),
    Algorithm("allgather", "3dmesh", "3dmesh", ranks=cuboid),
    Algorithm("allgather", "GB", "linear", also=(("gather", "ompi_binomial", "binomial"), ("bcast", "binomial_tree", "binomial"))),
    Algorithm("allgather", "NTSLR", "ring"),
    Algorithm("allgather", "NTSLR_NB", "ring"),
    levels("allgather", "SMP_NTS", "smp_ring"),
    Algorithm("allgather", "bruck", "brucks"),
    levels("allgather", "loosely_lr", "smp_rings", OVERHEADS, 0.18),
    levels("allgather", "mvapich2_smp", mvapich2_smp, also=(("gather", "ompi_binomial", ""),)),
    Algorithm("allgather", "ompi_neighborexchange", "neighbour_exchange", ranks=even),
    Algorithm("allgather", "pair", "pairwise", ranks=power_of_two),
    Algorithm("allgather", "rdb", "recursive_doubling_any", OVERHEADS, 0.055),
    Algorithm("allgather", "rhv", "rhv", ranks=power_of_two),
    Algorithm("allgather", "ring", "pairwise:xor=0"),
    levels("allgather", "smp_simple", "smp_simple"),
    Algorithm("allgather", "spreading_simple", "spreading_simple"),
    Algorithm("allgatherv", "GB", "linear", "not compared: SMPI has no option for the gatherv in it", numbers=()),
    Algorithm("allgatherv", "mpich_rdb", "recursive_doubling_any", OVERHEADS, 0.055),
    Algorithm("allgatherv", "mpich_ring", f"ring:chunk={256 * KIB}"),
    Algorithm("allgatherv", "ompi_bruck", "brucks"),
    Algorithm("allgatherv", "ompi_neighborexchange", "neighbour_exchange", ranks=even),
    Algorithm("allgatherv", "pair", "pairwise", ranks=power_of_two),
    Algorithm("allgatherv", "ring", "pairwise:xor=0"),
    Algorithm("allreduce", "lr", "ring_and_rest", library="simgrid-smpi"),
    Algorithm("allreduce", "mvapich2_rs", mvapich2_rs, OVERHEADS, 0.022),
    levels("allreduce", "mvapich2_two_level", two_level_allreduce, OVERHEADS, 0.04, library="simgrid-smpi"),
    Algorithm("allreduce", "ompi_ring_segmented", "ring_and_rest", "up to 1 MiB for each rank SMPI takes `lr`", library="simgrid-smpi"),
    Algorithm("allreduce", "rab", "rabenseifner", OVERHEADS, 0.055),
    Algorithm("allreduce", "rab1", "rab1", ranks=power_of_two, also=(("allgather", "NTSLR", "ring"),)),
    Algorithm("allreduce", "rab2", "rab2", also=(("alltoall", "ring", "pairwise:xor=0"), ("allgather", "NTSLR", "ring")), sizes=(8192, 131_072)),
    Algorithm("allreduce", "rab_rdb", "reduce_scatter_allgather"),
    Algorithm("allreduce", "rdb", "recursive_doubling", OVERHEADS, 0.125),
    Algorithm("allreduce", "redbcast", "binomial", also=(("reduce", "binomial", ""), ("bcast", "binomial_tree", ""))),
    levels("allreduce", "smp_binomial", "smp_binomial"),
    levels("allreduce", "smp_binomial_pipeline", "smp_binomial_pipeline"),
    levels("allreduce", "smp_rdb", "smp_recursive_doubling", OVERHEADS, 0.036),
    levels("allreduce", "smp_rsag", "smp_ring", LEADERS, numbers=(8, 16), sizes=(8192, 131_072)),
    levels("allreduce", "smp_rsag_lr", "smp_ring", LEADERS, numbers=(8, 16), sizes=(8192, 131_072)),
    levels("allreduce", "smp_rsag_rab", "smp_reduce_scatter_allgather", LEADERS, numbers=(8, 16), sizes=(8192, 131_072)),
    Algorithm("alltoall", "2dmesh", "2dmesh", ranks=composite, sizes=GATHERED),
    Algorithm("alltoall", "3dmesh", "3dmesh", ranks=cuboid, sizes=GATHERED),
    Algorithm("alltoall", "basic_linear", "scattered:throttle=0"),
    Algorithm("alltoall", "bruck", "brucks"),
    Algorithm("alltoall", "mvapich2_scatter_dest", "scattered_self:throttle=4", topology="star-4"),
    Algorithm("alltoall", "pair", "pairwise", ranks=power_of_two),
    Algorithm("alltoall", "pair_light_barrier", "pairwise_light_barrier", ranks=power_of_two),
    Algorithm("alltoall", "pair_mpi_barrier", "pairwise_mpi_barrier", ranks=power_of_two, also=DISSEMINATION),
    Algorithm("alltoall", "pair_one_barrier", "pairwise_one_barrier", ranks=power_of_two, also=DISSEMINATION),
    Algorithm("alltoall", "pair_rma", why="a window with puts between fences, which a program can call itself; a schedule has no puts"),
    Algorithm("alltoall", "rdb", "recursive_doubling", sizes=GATHERED),
    Algorithm("alltoall", "ring", "pairwise:xor=0"),
    Algorithm("alltoall", "ring_light_barrier", "pairwise_light_barrier:xor=0"),
    Algorithm("alltoall", "ring_mpi_barrier", "pairwise_mpi_barrier:xor=0", also=DISSEMINATION),
    Algorithm("alltoall", "ring_one_barrier", "pairwise_one_barrier:xor=0", also=DISSEMINATION),
    Algorithm("alltoallv", "bruck", "scattered:throttle=4"),
    Algorithm("alltoallv", "ompi_basic_linear", "scattered:throttle=0,rotate=0", ENVELOPES, 0.013),
    Algorithm("alltoallv", "pair", "pairwise_exchange:xor=1", ranks=power_of_two),
    Algorithm("alltoallv", "pair_light_barrier", "pairwise_light_barrier:xor=1", ranks=power_of_two),
    Algorithm("alltoallv", "pair_mpi_barrier", "pairwise_mpi_barrier:xor=1", ranks=power_of_two, also=DISSEMINATION),
    Algorithm("alltoallv", "pair_one_barrier", "pairwise_one_barrier:xor=1", ranks=power_of_two, also=DISSEMINATION),
    Algorithm("alltoallv", "ring", "pairwise_exchange:xor=1"),
    Algorithm("alltoallv", "ring_light_barrier", "pairwise_light_barrier"),
    Algorithm("alltoallv", "ring_mpi_barrier", "pairwise_mpi_barrier", also=DISSEMINATION),
    Algorithm("alltoallv", "ring_one_barrier", "pairwise_one_barrier", also=DISSEMINATION),
    Algorithm("reduce", "NTSL", "pipeline_at_once", OVERHEADS, 0.095),
    Algorithm("reduce", "arrival_pattern_aware", why=ARRIVALS),
    Algorithm("reduce", "binomial", "binomial"),
    Algorithm("reduce", "flat_tree", "linear", ENVELOPES, 0.02),
    Algorithm("reduce", "mvapich2_knomial", "knomial"),
    levels("reduce", "mvapich2_two_level", two_level_reduce, numbers=(8, 16)),
    Algorithm("reduce", "ompi_basic_linear", "linear", ENVELOPES, 0.02),
    Algorithm("reduce", "ompi_binary", f"binary:segment={32 * KIB}", OVERHEADS, 0.09),
    Algorithm("reduce", "ompi_binomial", reduce_binomial, OVERHEADS, 0.036),
    Algorithm("reduce", "ompi_chain", lambda ranks, _: f"chain:segment={64 * KIB},chains={ranks // 2}"),
    Algorithm("reduce", "ompi_in_order_binary", "in_order_binary", OVERHEADS, 0.03),
    Algorithm("reduce", "ompi_pipeline", reduce_pipeline, OVERHEADS, 0.17),
    Algorithm("reduce", "rab", "rabenseifner", GOING_ON, 0.42),
    Algorithm("reduce", "scatter_gather", "reduce_scatter_gather", "padded to one element per rank; at 12 and 13 ranks SMPI ends with a truncated message", 0.012, ranks=power_of_two),
    Algorithm("reduce_scatter", "mpich_noncomm", "noncommutative", ranks=power_of_two),
    Algorithm("reduce_scatter", "mpich_pair", "pairwise"),
    Algorithm("reduce_scatter", "mpich_rdb", "recursive_doubling", OVERHEADS, 0.02),
    Algorithm("reduce_scatter", "ompi_basic_recursivehalving", "recursive_halving", OVERHEADS, 0.022),
    Algorithm("reduce_scatter", "ompi_butterfly", "butterfly", OVERHEADS, 0.05),
    Algorithm("reduce_scatter", "ompi_ring", "ring"),
    levels("scatter", "mvapich2_two_level_binomial", "smp:host=binomial:smallest_first=1,leaders=binomial:smallest_first=1"),
    levels("scatter", "mvapich2_two_level_direct", "smp:host=binomial:smallest_first=1,leaders=linear"),
    Algorithm("scatter", "ompi_basic_linear", "linear"),
    Algorithm("scatter", "ompi_binomial", "binomial:smallest_first=1"),
    Algorithm("scatter", "ompi_linear_nb", "linear:concurrent=1"),
]

#: SMPI's selector, our MPI library, ranks on each host, machine.
SELECTORS = [
    ("default", "simgrid-smpi", 1, "star"),
    ("mvapich2", "smpi-mvapich2", 1, "star-4"),
    ("mvapich2", "smpi-mvapich2", 4, "star-4"),
    ("impi", "smpi-impi", 1, "star-4"),
    ("impi", "smpi-impi", 4, "star-4"),
]
#: What they are asked for.
SELECTED = ("barrier", "bcast", "reduce", "allreduce", "gather", "scatter", "allgather", "allgatherv", "alltoall", "alltoallv", "reduce_scatter")
DRIFT = "ranks drift apart"
#: Why times of a selector may differ, and by how much: selector, operation, ranks on each host, ranks, bytes.
SELECTED_APART = [
    (OVERHEADS, 0.09, [(selector, "barrier", per_host, ranks, 0) for selector in ("mvapich2", "impi") for per_host in (1, 4) for ranks in (5, 13)]),
    (OVERHEADS, 0.02, [(selector, "bcast", 1, 5, 131_072) for selector in ("mvapich2", "impi")]),
    (OVERHEADS, 0.05, [(selector, "allreduce", per_host, ranks, 8) for selector in ("mvapich2", "impi") for per_host in (1, 4) for ranks in (5, 13)]),
    (DRIFT, 0.02, [("mvapich2", "alltoallv", 4, 16, 8192)]),
    (OVERHEADS, 0.02, [("mvapich2", "allreduce", 4, 5, 131_072), ("mvapich2", "allreduce", 4, 13, 131_072), ("impi", "allreduce", 4, 5, 8192)]),
    (OVERHEADS, 0.125, [("impi", "allreduce", 1, 5, 8192), ("impi", "allreduce", 1, 13, 8192)]),
    (OVERHEADS, 0.11, [("impi", "allreduce", 4, 5, 131_072)]),
    (OVERHEADS, 0.055, [(selector, "allgather", 1, ranks, 8192) for selector in ("mvapich2", "impi") for ranks in (5, 13)]),
    (OVERHEADS, 0.045, [(selector, "reduce_scatter", per_host, ranks, 8) for selector in ("mvapich2", "impi") for per_host in (1, 4) for ranks in (5, 13)]),
]
#: What SMPI cannot do: it ends the run, or has wrong contents.
SELECTED_NOT = [
    # `SMP_linear` with one rank on each host sends each message twice, and the second call receives those of the first.
    ("impi", "bcast", 1, 5, 8),
    # `pair` needs a power of two of ranks.
    ("impi", "alltoall", 1, 13, 131_072),
    ("impi", "alltoall", 4, 13, 131_072),
]
