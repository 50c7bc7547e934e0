"""SMPI 3.32's collective algorithms, all that its options name, and which of the tunnel's each is.

Its selectors are no algorithms; those that are an MPI library here are at the end (`SELECTORS`). Segments are those that SMPI fixes
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


def mvapich2_rs(ranks, size):
    few = size // 8 < 1 << ranks.bit_length() - 1
    return "recursive_doubling" if few else "reduce_scatter_allgather"


def reduce_pipeline(ranks, size):
    segment = 1 if ranks > 0.0410 / KIB * size + 9.7128 else 32 if ranks > 0.0033 / KIB * size + 1.6761 else 64
    return f"pipeline:segment={segment * KIB}"


def reduce_binomial(ranks, size):
    short = size < 2048 or (ranks < 8 and size < 20480)
    return f"segmented_binomial:segment={KIB if not short and ranks > 0.6016 / KIB * size + 1.3496 else 0}"


def sync(_, size):
    return f"linear_sync:segment={32 * KIB if size > 92160 else KIB}"


# What a barrier inside of an algorithm is, on both sides.
DISSEMINATION = (("barrier", "ompi_bruck", "dissemination"),)
# Reasons; what they mean is in docs/models/against-smpi.md.
ARRIVALS = "its messages depend on which ranks have arrived, which a schedule cannot know"
TWO_LEVELS = "two levels with fixed algorithms on both; `smp` has those that the library selects"
SETTING_UP = "not compared: setting up levels"
ALL_AT_ONCE = "all segments at once"
ENVELOPES = "envelopes on one link"
OVERHEADS = "when overheads are charged"
GOING_ON = "goes on after sending"
# Whole send buffers travel: 16 ranks hold 64 of them.
GATHERED = (8, 8192, 32768)
# The tables' rows, in SMPI's order.
ALGORITHMS = [
    Algorithm("barrier", "mpich_smp", "smp", SETTING_UP, numbers=()),
    Algorithm("barrier", "mvapich2_pair", "recursive_doubling", OVERHEADS, 0.05),
    Algorithm("barrier", "ompi_basic_linear", "linear", ENVELOPES, 0.013),
    Algorithm("barrier", "ompi_bruck", "dissemination"),
    Algorithm("barrier", "ompi_doublering", "double_ring"),
    Algorithm("barrier", "ompi_recursivedoubling", "recursive_doubling", OVERHEADS, 0.05),
    Algorithm("barrier", "ompi_tree", "tree"),
    Algorithm("barrier", "ompi_two_procs", "recursive_doubling", numbers=(2,)),
    Algorithm("bcast", "NTSB", f"binary:segment={8 * KIB}", ALL_AT_ONCE, 0.04),
    Algorithm("bcast", "NTSL", f"pipeline:segment={8 * KIB}", ALL_AT_ONCE, 0.11),
    Algorithm("bcast", "NTSL_Isend", f"pipeline:segment={8 * KIB}", ALL_AT_ONCE, 0.11),
    Algorithm("bcast", "SMP_binary", why=TWO_LEVELS),
    Algorithm("bcast", "SMP_binomial", why=TWO_LEVELS),
    Algorithm("bcast", "SMP_linear", why=TWO_LEVELS),
    Algorithm("bcast", "arrival_pattern_aware", why=ARRIVALS),
    Algorithm("bcast", "arrival_pattern_aware_wait", why=ARRIVALS),
    Algorithm("bcast", "arrival_scatter", why=ARRIVALS),
    Algorithm("bcast", "binomial_tree", "binomial"),
    Algorithm("bcast", "flattree", "linear"),
    Algorithm("bcast", "flattree_pipeline", why="a linear bcast in segments, blocking: slower than `linear` at any size"),
    Algorithm("bcast", "mvapich2_inter_node", why="a part of SMPI's MVAPICH2 selector"),
    Algorithm("bcast", "mvapich2_intra_node", why="a part of SMPI's MVAPICH2 selector"),
    Algorithm("bcast", "mvapich2_knomial_intra_node", "knomial:radix=4", SETTING_UP, numbers=()),
    Algorithm("bcast", "ompi_pipeline", f"pipeline:segment={128 * KIB}"),
    Algorithm("bcast", "ompi_split_bintree", lambda _, size: f"split_binary:segment={1 if size < 370_728 else 8}024", OVERHEADS, 0.05,
              sizes=(8192, 131_072)),
    Algorithm("bcast", "scatter_LR_allgather", "scatter_ring_allgather"),
    Algorithm("bcast", "scatter_rdb_allgather", "scatter_allgather", OVERHEADS, 0.02),
    Algorithm("gather", "mvapich2_two_level", why=TWO_LEVELS),
    Algorithm("gather", "ompi_basic_linear", "linear", ENVELOPES, 0.02),
    Algorithm("gather", "ompi_binomial", "binomial"),
    Algorithm("gather", "ompi_linear_sync", sync, OVERHEADS, 0.075),
    Algorithm("allgather", "2dmesh", "2dmesh", ranks=composite),
    Algorithm("allgather", "3dmesh", "3dmesh", ranks=cuboid),
    Algorithm("allgather", "GB", "linear", also=(("gather", "ompi_binomial", "binomial"), ("bcast", "binomial_tree", "binomial"))),
    Algorithm("allgather", "NTSLR", "ring"),
    Algorithm("allgather", "NTSLR_NB", "ring"),
    Algorithm("allgather", "SMP_NTS", why="a ring among leaders, each block passed on along a chain on each host; `smp` ends with a bcast"),
    Algorithm("allgather", "bruck", "brucks"),
    Algorithm("allgather", "loosely_lr", why="rings among all hosts' ranks of equal place, interleaved with exchanges on each host"),
    Algorithm("allgather", "mvapich2_smp", "smp", SETTING_UP, numbers=()),
    Algorithm("allgather", "ompi_neighborexchange", "neighbour_exchange", ranks=even),
    Algorithm("allgather", "pair", "pairwise", ranks=power_of_two),
    Algorithm("allgather", "rdb", "recursive_doubling", ranks=power_of_two),
    Algorithm("allgather", "rhv", "rhv", ranks=power_of_two),
    Algorithm("allgather", "ring", "pairwise:xor=0"),
    Algorithm("allgather", "smp_simple", why="exchanges on each host, all at once among leaders, a linear bcast on each host"),
    Algorithm("allgather", "spreading_simple", "spreading_simple"),
    Algorithm("allgatherv", "GB", "linear", "not compared: SMPI has no option for the gatherv in it", numbers=()),
    Algorithm("allgatherv", "mpich_rdb", "recursive_doubling", ranks=power_of_two),
    Algorithm("allgatherv", "mpich_ring", f"ring:chunk={256 * KIB}"),
    Algorithm("allgatherv", "ompi_bruck", "brucks"),
    Algorithm("allgatherv", "ompi_neighborexchange", "neighbour_exchange", ranks=even),
    Algorithm("allgatherv", "pair", "pairwise", ranks=power_of_two),
    Algorithm("allgatherv", "ring", "pairwise:xor=0"),
    Algorithm("allreduce", "lr", "ring", "compared where elements divide evenly: SMPI reduces the rest by a second allreduce", ranks=power_of_two,
              sizes=(8192, 131_072)),
    Algorithm("allreduce", "mvapich2_rs", mvapich2_rs, OVERHEADS, 0.022),
    Algorithm("allreduce", "mvapich2_two_level", why=TWO_LEVELS),
    Algorithm("allreduce", "ompi_ring_segmented", "ring", "up to 1 MiB for each rank SMPI takes `lr`", ranks=power_of_two, sizes=(8192, 131_072)),
    Algorithm("allreduce", "rab", "rabenseifner", OVERHEADS, 0.055),
    Algorithm("allreduce", "rab1", "rab1", ranks=power_of_two, also=(("allgather", "NTSLR", "ring"),)),
    Algorithm("allreduce", "rab2", "rab2", also=(("alltoall", "ring", "pairwise:xor=0"), ("allgather", "NTSLR", "ring")), sizes=(8192, 131_072)),
    Algorithm("allreduce", "rab_rdb", "reduce_scatter_allgather"),
    Algorithm("allreduce", "rdb", "recursive_doubling", OVERHEADS, 0.125),
    Algorithm("allreduce", "redbcast", "binomial", also=(("reduce", "binomial", ""), ("bcast", "binomial_tree", ""))),
    Algorithm("allreduce", "smp_binomial", "smp_binomial", SETTING_UP, numbers=()),
    Algorithm("allreduce", "smp_binomial_pipeline", why="`smp_binomial` in segments of 4 KiB, four stages at a time"),
    Algorithm("allreduce", "smp_rdb", "smp_recursive_doubling", SETTING_UP, numbers=()),
    Algorithm("allreduce", "smp_rsag", "smp_ring", SETTING_UP, numbers=()),
    Algorithm("allreduce", "smp_rsag_lr", "smp_ring", SETTING_UP, numbers=()),
    Algorithm("allreduce", "smp_rsag_rab", "smp_reduce_scatter_allgather", SETTING_UP, numbers=()),
    Algorithm("alltoall", "2dmesh", "2dmesh", ranks=composite, sizes=GATHERED),
    Algorithm("alltoall", "3dmesh", "3dmesh", ranks=cuboid, sizes=GATHERED),
    Algorithm("alltoall", "basic_linear", "scattered:throttle=0"),
    Algorithm("alltoall", "bruck", "brucks"),
    Algorithm("alltoall", "mvapich2_scatter_dest", "scattered:throttle=4", "to oneself", 0.09),
    Algorithm("alltoall", "pair", "pairwise", ranks=power_of_two),
    Algorithm("alltoall", "pair_light_barrier", "pairwise_light_barrier", ranks=power_of_two),
    Algorithm("alltoall", "pair_mpi_barrier", "pairwise_mpi_barrier", ranks=power_of_two, also=DISSEMINATION),
    Algorithm("alltoall", "pair_one_barrier", "pairwise_one_barrier", ranks=power_of_two, also=DISSEMINATION),
    Algorithm("alltoall", "pair_rma", why="puts into a window between fences, which a program can call itself"),
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
    Algorithm("alltoallv", "ring", "pairwise_exchange"),
    Algorithm("alltoallv", "ring_light_barrier", "pairwise_light_barrier"),
    Algorithm("alltoallv", "ring_mpi_barrier", "pairwise_mpi_barrier", also=DISSEMINATION),
    Algorithm("alltoallv", "ring_one_barrier", "pairwise_one_barrier", also=DISSEMINATION),
    Algorithm("reduce", "NTSL", f"pipeline:segment={8 * KIB}", ALL_AT_ONCE, 0.11),
    Algorithm("reduce", "arrival_pattern_aware", why=ARRIVALS),
    Algorithm("reduce", "binomial", "binomial"),
    Algorithm("reduce", "flat_tree", "linear", ENVELOPES, 0.02),
    Algorithm("reduce", "mvapich2_knomial", "knomial"),
    Algorithm("reduce", "mvapich2_two_level", why=TWO_LEVELS),
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
    Algorithm("scatter", "mvapich2_two_level_binomial", why=TWO_LEVELS),
    Algorithm("scatter", "mvapich2_two_level_direct", why=TWO_LEVELS),
    Algorithm("scatter", "ompi_basic_linear", "linear"),
    Algorithm("scatter", "ompi_binomial", "binomial", "order of children", 0.45),
    Algorithm("scatter", "ompi_linear_nb", "linear:concurrent=1"),
]

#: SMPI's selector and our MPI library.
SELECTORS = [("default", "simgrid-smpi")]
#: What they are asked for.
SELECTED = ("barrier", "bcast", "reduce", "allreduce", "gather", "scatter", "allgather", "allgatherv", "alltoall", "alltoallv", "reduce_scatter")
