/* Distributed graphs: of edges that each rank names at its own ends, and of edges that any rank names; weights, none and
 * empty ones, ranks without edges, duplicates. In which order edges named by others come is the library's to choose: the
 * sets are compared.
 * ranks: 1-4 7 16 */
#include "conformance.h"

#define MAX_EDGES 400

/* Whether an edge is in the graph, and how often: any rule will do. */
static int edges_between(int from, int to)
{
    return (3 * from + 5 * to) % 4 == 1 ? 1 + (from + to) % 2 : 0;
}

static int weight(int from, int to, int which)
{
    return 100 * from + 7 * to + which;
}

struct side {
    int count, ranks[MAX_EDGES], weights[MAX_EDGES];
};

/* The edges that end (in) or begin at a rank. */
static struct side own(int rank, int in)
{
    struct side side = {0};
    for (int other = 0; other < world_size; other++) {
        int from = in ? other : rank, to = in ? rank : other;
        for (int which = 0; which < edges_between(from, to); which++) {
            side.ranks[side.count] = other;
            side.weights[side.count++] = weight(from, to, which);
        }
    }
    return side;
}

/* The same edges in any order. */
static void same(const struct side *found, const struct side *expected, int weighted)
{
    EQUAL(found->count, expected->count);
    for (int i = 0; i < expected->count; i++) {
        int there = 0, found_there = 0;
        for (int j = 0; j < expected->count; j++) {
            there += expected->ranks[j] == expected->ranks[i] && (!weighted || expected->weights[j] == expected->weights[i]);
            found_there += found->ranks[j] == expected->ranks[i] && (!weighted || found->weights[j] == expected->weights[i]);
        }
        EQUAL(found_there, there);
    }
}

static void ask(MPI_Comm comm, const struct side *in, const struct side *out, int weighted, int ordered)
{
    struct side found_in = {0}, found_out = {0};
    int kind = -1, has_weights = -1;
    EQUAL(MPI_Topo_test(comm, &kind), MPI_SUCCESS);
    EQUAL(kind, MPI_DIST_GRAPH);
    EQUAL(MPI_Dist_graph_neighbors_count(comm, &found_in.count, &found_out.count, &has_weights), MPI_SUCCESS);
    EQUAL(!!has_weights, weighted);
    EQUAL(found_in.count, in->count);
    EQUAL(found_out.count, out->count);
    EQUAL(MPI_Dist_graph_neighbors(comm, found_in.count, found_in.ranks, weighted ? found_in.weights : MPI_UNWEIGHTED,
                                   found_out.count, found_out.ranks, weighted ? found_out.weights : MPI_UNWEIGHTED),
          MPI_SUCCESS);
    same(&found_in, in, weighted);
    same(&found_out, out, weighted);
    for (int i = 0; ordered && i < in->count; i++)
        EQUAL(found_in.ranks[i], in->ranks[i]);
    for (int i = 0; ordered && i < out->count; i++)
        EQUAL(found_out.ranks[i], out->ranks[i]);
    /* Messages along all edges. */
    static int sent[MAX_EDGES], got[MAX_EDGES];
    static MPI_Request requests[2 * MAX_EDGES];
    int rank, pending = 0;
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < found_in.count; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, found_in.ranks[i], 5, comm, &requests[pending++]);
    for (int i = 0; i < found_out.count; i++) {
        sent[i] = 1000 * rank + found_out.ranks[i];
        MPI_Isend(&sent[i], 1, MPI_INT, found_out.ranks[i], 5, comm, &requests[pending++]);
    }
    MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < found_in.count; i++)
        EQUAL(got[i], 1000 * found_in.ranks[i] + rank);
}

static void again(MPI_Comm comm, const struct side *in, const struct side *out, int weighted, int ordered)
{
    MPI_Comm copy;
    ask(comm, in, out, weighted, ordered);
    MPI_Comm_dup(comm, &copy);
    ask(copy, in, out, weighted, ordered);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&comm);
}

/* Every rank names its own edges. */
static void adjacent(void)
{
    struct side in = own(world_rank, 1), out = own(world_rank, 0);
    MPI_Comm comm;
    EQUAL(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in.count, in.ranks, MPI_UNWEIGHTED, out.count, out.ranks,
                                         MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm), MPI_SUCCESS);
    again(comm, &in, &out, 0, 1);
    EQUAL(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in.count, in.ranks, in.count ? in.weights : MPI_WEIGHTS_EMPTY,
                                         out.count, out.ranks, out.count ? out.weights : MPI_WEIGHTS_EMPTY,
                                         MPI_INFO_NULL, 1, &comm), MPI_SUCCESS);
    again(comm, &in, &out, 1, 1);
    struct side none = {0};
    EQUAL(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL, MPI_WEIGHTS_EMPTY,
                                         MPI_INFO_NULL, 0, &comm), MPI_SUCCESS);
    again(comm, &none, &none, 1, 1);
}

/* Rank r names the edges whose number is r modulo the number of ranks, or rank `only` names all. */
static void distributed(int only, int weighted)
{
    static int sources[MAX_EDGES * 4], degrees[MAX_EDGES * 4], destinations[MAX_EDGES * 4], weights[MAX_EDGES * 4];
    int n = 0, number = 0;
    for (int from = 0; from < world_size; from++) {
        for (int to = 0; to < world_size; to++) {
            for (int which = 0; which < edges_between(from, to); which++, number++) {
                if (world_rank != (only >= 0 ? only : number % world_size))
                    continue;
                sources[n] = from;
                degrees[n] = 1;
                destinations[n] = to;
                weights[n++] = weight(from, to, which);
            }
        }
    }
    MPI_Comm comm;
    struct side in = own(world_rank, 1), out = own(world_rank, 0);
    const int *given = weighted ? n ? weights : MPI_WEIGHTS_EMPTY : MPI_UNWEIGHTED;
    EQUAL(MPI_Dist_graph_create(MPI_COMM_WORLD, n, sources, degrees, destinations, given, MPI_INFO_NULL, 0, &comm),
          MPI_SUCCESS);
    again(comm, &in, &out, weighted, 0);
}

/* Every rank names the edges that begin at the next rank, all at once. */
static void by_source(void)
{
    int next = (world_rank + 1) % world_size;
    struct side in = own(world_rank, 1), out = own(world_rank, 0), theirs = own(next, 0);
    MPI_Info info;
    MPI_Comm comm;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    EQUAL(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &next, &theirs.count, theirs.ranks,
                                theirs.count ? theirs.weights : MPI_WEIGHTS_EMPTY, info, 1, &comm), MPI_SUCCESS);
    MPI_Info_free(&info);
    again(comm, &in, &out, 1, 0);
}

static void wrong(void)
{
    int rank[1] = {0}, one[1] = {1}, in, out, weighted;
    MPI_Comm comm;
    GIVES(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, -1, rank, one, 1, rank, one, MPI_INFO_NULL, 0, &comm), MPI_ERR_ARG);
    GIVES(MPI_Dist_graph_create(MPI_COMM_WORLD, -1, rank, one, rank, one, MPI_INFO_NULL, 0, &comm), MPI_ERR_ARG);
    GIVES(MPI_Dist_graph_neighbors_count(MPI_COMM_WORLD, &in, &out, &weighted), MPI_ERR_TOPOLOGY);
    GIVES(MPI_Dist_graph_neighbors(MPI_COMM_WORLD, 0, &in, &in, 0, &out, &out), MPI_ERR_TOPOLOGY);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    GIVES(MPI_Dist_graph_neighbors_count(comm, NULL, &out, &weighted), MPI_ERR_ARG);
    GIVES(MPI_Dist_graph_neighbors(comm, -1, &in, &in, 0, &out, &out), MPI_ERR_ARG);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    adjacent();
    say("adjacent");
    distributed(-1, 0);
    distributed(-1, 1);
    distributed(world_size - 1, 1);
    say("distributed");
    by_source();
    say("by source");
    struct side in = own(world_rank, 1), out = own(world_rank, 0);
    show("in", in.count);
    show("out", out.count);
    wrong();
    return finish();
}
