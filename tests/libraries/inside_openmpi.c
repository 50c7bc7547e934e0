/* Which algorithms Open MPI runs, by the names of its functions. They are exported and called through the linker's table, so those
 * here come first (link with -rdynamic). Long messages are not sent: what matters is which function is called. Short ones are, because
 * some algorithms hand calls with few elements on to others. */
#define _GNU_SOURCE
#include "calls.h"
#include <dlfcn.h>
#include <string.h>

/* More bytes are not sent. */
#define SENT 32768

static char line[4096];
static int passes = 1, noting;

static void note(const char *name)
{
    size_t used = strlen(line);
    if (noting && used + strlen(name) + 2 < sizeof line) {
        line[used] = ' ';
        strcpy(line + used + 1, name);
    }
}

/* All arguments are whole numbers or pointers, and there are at most twelve. */
typedef int called(long, long, long, long, long, long, long, long, long, long, long, long);

#define SEEN(name) \
    int name(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, long l) \
    { \
        static called *real; \
        if (!real) \
            real = (called *)dlsym(RTLD_NEXT, #name); \
        note(#name); \
        return passes ? real(a, b, c, d, e, f, g, h, i, j, k, l) : 0; \
    }

SEEN(mca_coll_base_alltoall_intra_basic_inplace)
SEEN(mca_coll_base_alltoallv_intra_basic_inplace)
SEEN(mca_coll_basic_exscan_intra)
SEEN(mca_coll_basic_gatherv_intra)
SEEN(mca_coll_basic_scan_intra)
SEEN(mca_coll_basic_scatterv_intra)
SEEN(ompi_coll_base_allgather_intra_basic_linear)
SEEN(ompi_coll_base_allgather_intra_bruck)
SEEN(ompi_coll_base_allgather_intra_neighborexchange)
SEEN(ompi_coll_base_allgather_intra_recursivedoubling)
SEEN(ompi_coll_base_allgather_intra_ring)
SEEN(ompi_coll_base_allgather_intra_sparbit)
SEEN(ompi_coll_base_allgather_intra_two_procs)
SEEN(ompi_coll_base_allgatherv_intra_basic_default)
SEEN(ompi_coll_base_allgatherv_intra_bruck)
SEEN(ompi_coll_base_allgatherv_intra_neighborexchange)
SEEN(ompi_coll_base_allgatherv_intra_ring)
SEEN(ompi_coll_base_allgatherv_intra_sparbit)
SEEN(ompi_coll_base_allgatherv_intra_two_procs)
SEEN(ompi_coll_base_allreduce_intra_basic_linear)
SEEN(ompi_coll_base_allreduce_intra_nonoverlapping)
SEEN(ompi_coll_base_allreduce_intra_recursivedoubling)
SEEN(ompi_coll_base_allreduce_intra_redscat_allgather)
SEEN(ompi_coll_base_allreduce_intra_ring)
SEEN(ompi_coll_base_allreduce_intra_ring_segmented)
SEEN(ompi_coll_base_alltoall_intra_basic_linear)
SEEN(ompi_coll_base_alltoall_intra_bruck)
SEEN(ompi_coll_base_alltoall_intra_linear_sync)
SEEN(ompi_coll_base_alltoall_intra_pairwise)
SEEN(ompi_coll_base_alltoall_intra_two_procs)
SEEN(ompi_coll_base_alltoallv_intra_basic_linear)
SEEN(ompi_coll_base_alltoallv_intra_pairwise)
SEEN(ompi_coll_base_barrier_intra_basic_linear)
SEEN(ompi_coll_base_barrier_intra_bruck)
SEEN(ompi_coll_base_barrier_intra_doublering)
SEEN(ompi_coll_base_barrier_intra_recursivedoubling)
SEEN(ompi_coll_base_barrier_intra_tree)
SEEN(ompi_coll_base_barrier_intra_two_procs)
SEEN(ompi_coll_base_bcast_intra_basic_linear)
SEEN(ompi_coll_base_bcast_intra_binomial)
SEEN(ompi_coll_base_bcast_intra_bintree)
SEEN(ompi_coll_base_bcast_intra_chain)
SEEN(ompi_coll_base_bcast_intra_knomial)
SEEN(ompi_coll_base_bcast_intra_pipeline)
SEEN(ompi_coll_base_bcast_intra_scatter_allgather)
SEEN(ompi_coll_base_bcast_intra_scatter_allgather_ring)
SEEN(ompi_coll_base_bcast_intra_split_bintree)
SEEN(ompi_coll_base_exscan_intra_linear)
SEEN(ompi_coll_base_exscan_intra_recursivedoubling)
SEEN(ompi_coll_base_gather_intra_basic_linear)
SEEN(ompi_coll_base_gather_intra_binomial)
SEEN(ompi_coll_base_gather_intra_linear_sync)
SEEN(ompi_coll_base_reduce_intra_basic_linear)
SEEN(ompi_coll_base_reduce_intra_binary)
SEEN(ompi_coll_base_reduce_intra_binomial)
SEEN(ompi_coll_base_reduce_intra_chain)
SEEN(ompi_coll_base_reduce_intra_in_order_binary)
SEEN(ompi_coll_base_reduce_intra_pipeline)
SEEN(ompi_coll_base_reduce_intra_redscat_gather)
SEEN(ompi_coll_base_reduce_scatter_block_basic_linear)
SEEN(ompi_coll_base_reduce_scatter_block_intra_butterfly)
SEEN(ompi_coll_base_reduce_scatter_block_intra_recursivedoubling)
SEEN(ompi_coll_base_reduce_scatter_block_intra_recursivehalving)
SEEN(ompi_coll_base_reduce_scatter_intra_basic_recursivehalving)
SEEN(ompi_coll_base_reduce_scatter_intra_butterfly)
SEEN(ompi_coll_base_reduce_scatter_intra_nonoverlapping)
SEEN(ompi_coll_base_reduce_scatter_intra_ring)
SEEN(ompi_coll_base_scan_intra_linear)
SEEN(ompi_coll_base_scan_intra_recursivedoubling)
SEEN(ompi_coll_base_scatter_intra_basic_linear)
SEEN(ompi_coll_base_scatter_intra_binomial)
SEEN(ompi_coll_base_scatter_intra_linear_nb)

void learn(int rank, int ranks)
{
    (void)rank, (void)ranks;
}

int notes(int rank)
{
    return rank == 0;
}

void begin(const char *operation, double bytes)
{
    strcpy(line, operation);
    passes = bytes <= SENT;
    noting = 1;
}

const char *end(void)
{
    passes = 1;
    noting = 0;
    return line;
}
