/* Neighbourhood collectives on graphs and distributed graphs: rings, stars, directed graphs in which ranks have different
 * numbers of neighbours on either side, ranks without any.
 * ranks: 1-4 7 16 */
#include "neighbors.h"

/* Finds out through which slot of its sender each block comes: the senders say so. */
static void find_slots(struct neighbors *n)
{
    MPI_Request requests[2 * MAX_NEIGHBORS];
    int numbers[MAX_NEIGHBORS], pending = 0;
    MPI_Comm_rank(n->comm, &n->own);
    for (int i = 0; i < n->in; i++)
        MPI_Irecv(&n->slots[i], 1, MPI_INT, n->sources[i], 9, n->comm, &requests[pending++]);
    for (int i = 0; i < n->out; i++) {
        numbers[i] = i;
        MPI_Isend(&numbers[i], 1, MPI_INT, n->destinations[i], 9, n->comm, &requests[pending++]);
    }
    MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
}

static void graph(int nodes, const int *index, const int *edges)
{
    struct neighbors n = {0};
    MPI_Graph_create(MPI_COMM_WORLD, nodes, index, edges, 0, &n.comm);
    if (n.comm == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(n.comm, &n.own);
    MPI_Graph_neighbors_count(n.comm, n.own, &n.in);
    n.out = n.in;
    MPI_Graph_neighbors(n.comm, n.own, n.in, n.sources);
    memcpy(n.destinations, n.sources, sizeof n.sources);
    find_slots(&n);
    exchange_all(&n);
    MPI_Comm_free(&n.comm);
}

static void dist_graph(MPI_Comm comm)
{
    struct neighbors n = {.comm = comm};
    int weighted;
    MPI_Dist_graph_neighbors_count(comm, &n.in, &n.out, &weighted);
    MPI_Dist_graph_neighbors(comm, n.in, n.sources, MPI_UNWEIGHTED, n.out, n.destinations, MPI_UNWEIGHTED);
    find_slots(&n);
    exchange_all(&n);
    MPI_Comm_free(&comm);
}

static int connected(int from, int to)
{
    return (2 * from + 3 * to + from * to) % 3 == 1;
}

int main(int argc, char **argv)
{
    int index[64], edges[256], at = 0;
    start(&argc, &argv);
    /* A ring, without parallel edges. */
    for (int node = 0; node < world_size; node++) {
        if (world_size > 1)
            edges[at++] = (node + 1) % world_size;
        if (world_size > 2)
            edges[at++] = (node + world_size - 1) % world_size;
        index[node] = at;
    }
    graph(world_size, index, edges);
    say("ring");
    /* A star without the last rank. */
    int nodes = world_size > 1 ? world_size - 1 : 1;
    at = 0;
    for (int node = nodes - 1; node > 0; node--)
        edges[at++] = node;
    index[0] = at;
    for (int node = 1; node < nodes; node++) {
        edges[at++] = 0;
        index[node] = at;
    }
    graph(nodes, index, edges);
    say("star");
    /* A directed graph, named by those at its ends and by others. */
    int in = 0, out = 0, sources[64], destinations[64];
    for (int other = 0; other < world_size; other++) {
        if (connected(other, world_rank))
            sources[in++] = other;
        if (connected(world_rank, other))
            destinations[out++] = other;
    }
    MPI_Comm comm;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in, sources, MPI_UNWEIGHTED, out, destinations, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    dist_graph(comm);
    int next = (world_rank + 1) % world_size, degree = 0;
    for (int other = 0; other < world_size; other++)
        if (connected(next, other))
            destinations[degree++] = other;
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &next, &degree, destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    dist_graph(comm);
    /* From every rank to rank 0 alone, which does not send. */
    int zero = 0;
    for (int other = 1; other < world_size; other++)
        sources[other - 1] = other;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, world_rank == 0 ? world_size - 1 : 0, sources, MPI_UNWEIGHTED,
                                   world_rank != 0, &zero, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    dist_graph(comm);
    show("in", in);
    show("out", out);
    return finish();
}
