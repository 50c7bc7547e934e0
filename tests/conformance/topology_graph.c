/* Graph topologies: rings, stars, loops and parallel edges, graphs smaller than the communicator, duplicates that keep
 * them; wrong arguments. MPICH fills in all neighbours where there is room for fewer only; Windtunnel the first of them.
 * ranks: 1-4 7 16 */
#include "conformance.h"

#define MAX_EDGES 256

/* Everything that can be asked of a graph, and a message along each edge in both directions. */
static void ask(MPI_Comm comm, int nodes, const int *index, const int *edges)
{
    int kind = -1, size = -1, own, count = -1, found_index[64], found[MAX_EDGES];
    MPI_Comm_rank(comm, &own);
    EQUAL(MPI_Topo_test(comm, &kind), MPI_SUCCESS);
    EQUAL(kind, MPI_GRAPH);
    EQUAL(MPI_Graphdims_get(comm, &size, &count), MPI_SUCCESS);
    EQUAL(size, nodes);
    EQUAL(count, index[nodes - 1]);
    EQUAL(MPI_Graph_get(comm, 64, MAX_EDGES, found_index, found), MPI_SUCCESS);
    CHECK(!memcmp(index, found_index, nodes * sizeof *index));
    CHECK(!memcmp(edges, found, count * sizeof *edges));
    for (int node = 0; node < nodes; node++) {
        int begin = node ? index[node - 1] : 0, degree = -1;
        EQUAL(MPI_Graph_neighbors_count(comm, node, &degree), MPI_SUCCESS);
        EQUAL(degree, index[node] - begin);
        EQUAL(MPI_Graph_neighbors(comm, node, degree, found), MPI_SUCCESS);
        CHECK(!memcmp(edges + begin, found, degree * sizeof *edges));
    }
    int degree, out[64], in[64];
    MPI_Request requests[128];
    MPI_Graph_neighbors_count(comm, own, &degree);
    MPI_Graph_neighbors(comm, own, degree, found);
    for (int i = 0; i < degree; i++) {
        out[i] = 100 * own + found[i];
        MPI_Irecv(&in[i], 1, MPI_INT, found[i], 4, comm, &requests[2 * i]);
        MPI_Isend(&out[i], 1, MPI_INT, found[i], 4, comm, &requests[2 * i + 1]);
    }
    MPI_Waitall(2 * degree, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < degree; i++)
        EQUAL(in[i], 100 * found[i] + own);
}

static void graph(int nodes, const int *index, const int *edges, int reorder)
{
    int mapped = -1, size = -1;
    MPI_Comm comm, copy;
    MPI_Request request;
    EQUAL(MPI_Graph_map(MPI_COMM_WORLD, nodes, index, edges, &mapped), MPI_SUCCESS);
    EQUAL(mapped == MPI_UNDEFINED, world_rank >= nodes);
    EQUAL(MPI_Graph_create(MPI_COMM_WORLD, nodes, index, edges, reorder, &comm), MPI_SUCCESS);
    EQUAL(comm == MPI_COMM_NULL, world_rank >= nodes);
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_size(comm, &size);
    EQUAL(size, nodes);
    ask(comm, nodes, index, edges);
    MPI_Comm_idup(comm, &copy, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    ask(copy, nodes, index, edges);
    MPI_Comm_dup(copy, &comm);
    ask(comm, nodes, index, edges);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&comm);
}

static void wrong(void)
{
    int index[2] = {1, 2}, edges[2] = {0, 0}, out[4], count;
    int descends[2] = {2, 1}, negative[2] = {-1, 1}, beyond[2] = {0, 99}, below[2] = {-1, 0};
    MPI_Comm none = MPI_COMM_WORLD, comm;
    GIVES(MPI_Graph_create(MPI_COMM_WORLD, world_size + 1, index, edges, 0, &none), MPI_ERR_ARG);
    EQUAL(MPI_Graph_create(MPI_COMM_WORLD, 0, index, edges, 0, &none), MPI_SUCCESS);
    CHECK(none == MPI_COMM_NULL);
    GIVES(MPI_Graphdims_get(MPI_COMM_WORLD, &count, &count), MPI_ERR_TOPOLOGY);
    GIVES(MPI_Graph_get(MPI_COMM_WORLD, 2, 2, out, out), MPI_ERR_TOPOLOGY);
    GIVES(MPI_Graph_neighbors(MPI_COMM_WORLD, 0, 2, out), MPI_ERR_TOPOLOGY);
    GIVES(MPI_Graph_neighbors_count(MPI_COMM_WORLD, 0, &count), MPI_ERR_TOPOLOGY);
    if (world_size < 2)
        return;
    GIVES(MPI_Graph_create(MPI_COMM_WORLD, 2, descends, edges, 0, &none), MPI_ERR_ARG);
    GIVES(MPI_Graph_create(MPI_COMM_WORLD, 2, negative, edges, 0, &none), MPI_ERR_ARG);
    GIVES(MPI_Graph_create(MPI_COMM_WORLD, 2, index, beyond, 0, &none), MPI_ERR_ARG);
    GIVES(MPI_Graph_create(MPI_COMM_WORLD, 2, index, below, 0, &none), MPI_ERR_ARG);
    GIVES(MPI_Graph_map(MPI_COMM_WORLD, world_size + 1, index, edges, &count), MPI_ERR_ARG);
    EQUAL(MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &comm), MPI_SUCCESS);
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    GIVES(MPI_Graph_neighbors_count(comm, 2, &count), MPI_ERR_RANK);
    GIVES(MPI_Graph_neighbors(comm, -1, 2, out), MPI_ERR_RANK);
    GIVES(MPI_Graph_neighbors(comm, 0, -1, out), MPI_ERR_ARG);
    GIVES(MPI_Graph_get(comm, 1, 2, out, out), MPI_ERR_ARG);
    GIVES(MPI_Graph_get(comm, 2, 1, out, out), MPI_ERR_ARG);
    GIVES(MPI_Graphdims_get(comm, NULL, &count), MPI_ERR_ARG);
    GIVES(MPI_Cartdim_get(comm, &count), MPI_ERR_TOPOLOGY);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    int index[64], edges[MAX_EDGES], at = 0;
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    /* A ring: on one and two ranks with loops and parallel edges. */
    for (int node = 0; node < world_size; node++) {
        edges[at++] = (node + 1) % world_size;
        edges[at++] = (node + world_size - 1) % world_size;
        index[node] = at;
    }
    graph(world_size, index, edges, 0);
    say("ring");
    /* A star without its last rank, the centre's neighbours backwards. */
    int nodes = world_size > 1 ? world_size - 1 : 1;
    at = 0;
    for (int node = nodes - 1; node > 0; node--)
        edges[at++] = node;
    index[0] = at;
    for (int node = 1; node < nodes; node++) {
        edges[at++] = 0;
        index[node] = at;
    }
    if (nodes > 1) {
        graph(nodes, index, edges, 1);
        say("star of %d", nodes);
    }
    wrong();
    return finish();
}
