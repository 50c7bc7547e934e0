/* irregular HOW A B C: traffic in which no two ranks do the same, all of it drawn but the same in every run.
 *
 * sizes LEAST MOST LATE   every rank sends a message to every other one, all posted at once, of LEAST to MOST bytes. The
 *                         first LATE ranks begin 1 us after the others; with as many as there are, each at a drawn time.
 * neighbours DEGREE MOST ROUNDS  MPI_Neighbor_alltoallv on a graph in which every rank has DEGREE partners both ways, with
 *                         messages of up to MOST bytes; ranks compute for up to 1 ms before each round.
 * test ROUNDS             a message around a ring in each round, from ranks that compute up to 100 us; each polls by MPI_Test.
 * probe ROUNDS            each sends to a partner in each round, receives from any, and polls by MPI_Iprobe.
 * turns ROUNDS            as test, but each looks by MPI_Iprobe for another message, which never comes, before each MPI_Test. */
#include "common.h"
#include <time.h>

static int rank, size;

/* Lets simulated time pass. */
static void pass(long nanoseconds)
{
    const struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    nanosleep(&time, NULL);
}

/* What a rank sends another one. */
static int bytes(int from, int to, long least, long most)
{
    return (int)(least + (long)(drawn((uint64_t)from, (uint64_t)to) % (uint64_t)(most - least + 1)));
}

static void sizes(long least, long most, long late)
{
    size_t total = 0;
    for (int other = 0; other < size; other++)
        total += bytes(other, rank, least, most);
    char *to = buffer(most), *from = buffer(total), *place = from;
    MPI_Request *requests = malloc(2 * (size_t)size * sizeof *requests);
    if (late >= size)
        pass((long)(drawn(rank, size) % 1000));
    else if (rank < late)
        pass(1000);
    int posted = 0;
    for (int step = 1; step < size; step++) {
        const int source = (rank + size - step) % size, length = bytes(source, rank, least, most);
        MPI_Irecv(place, length, MPI_BYTE, source, 0, MPI_COMM_WORLD, &requests[posted++]);
        place += length;
    }
    for (int step = 1; step < size; step++) {
        const int target = (rank + step) % size;
        MPI_Isend(to, bytes(rank, target, least, most), MPI_BYTE, target, 0, MPI_COMM_WORLD, &requests[posted++]);
    }
    MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
    free(requests);
    free(from);
    free(to);
}

static void neighbours(int degree, long most, long rounds)
{
    int *lists = (int *)buffer(6 * degree * sizeof *lists);
    int *sources = lists, *targets = lists + degree, *in = targets + degree, *out = in + degree;
    int *in_at = out + degree, *out_at = in_at + degree, in_all = 0, out_all = 0;
    for (int i = 0; i < degree; i++) {
        /* The same distance on all ranks, so that every rank knows who sends to it. */
        const int distance = 1 + (int)(drawn(i, 0) % (uint64_t)(size - 1));
        targets[i] = (rank + distance) % size;
        sources[i] = (rank + size - distance) % size;
        in[i] = bytes(sources[i] + size * i, 1, 1, most);
        out[i] = bytes(rank + size * i, 1, 1, most);
        in_at[i] = in_all, in_all += in[i];
        out_at[i] = out_all, out_all += out[i];
    }
    MPI_Comm graph;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, degree, sources, MPI_UNWEIGHTED, degree, targets, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &graph);
    char *from = buffer(in_all), *to = buffer(out_all);
    for (long round = 0; round < rounds; round++) {
        pass((long)(drawn(rank, round) % 1000000));
        MPI_Neighbor_alltoallv(to, out, out_at, MPI_BYTE, from, in, in_at, MPI_BYTE, graph);
    }
    MPI_Comm_free(&graph);
    free(from);
    free(to);
    free(lists);
}

static void poll(long rounds, int probe, int turns)
{
    double in = 0, out = rank;
    for (long round = 0; round < rounds; round++) {
        /* The same distance on all ranks: each gets one message a round. */
        const int distance = probe ? 1 + (int)(drawn(round, 1) % (uint64_t)(size - 1)) : 1;
        const int target = (rank + distance) % size, source = probe ? MPI_ANY_SOURCE : (rank + size - distance) % size;
        int done = 0, other;
        MPI_Request receive, send;
        MPI_Status status;
        if (!probe)
            MPI_Irecv(&in, 1, MPI_DOUBLE, source, 0, MPI_COMM_WORLD, &receive);
        pass((long)(drawn(rank, round) % 100000));
        MPI_Isend(&out, 1, MPI_DOUBLE, target, 0, MPI_COMM_WORLD, &send);
        while (!done) {
            if (probe)
                MPI_Iprobe(source, 0, MPI_COMM_WORLD, &done, &status);
            if (turns)
                MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &other, &status);
            if (!probe)
                MPI_Test(&receive, &done, MPI_STATUS_IGNORE);
        }
        if (probe)
            MPI_Recv(&in, 1, MPI_DOUBLE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *how = argc > 1 ? argv[1] : "";
    const long a = argument(argc, argv, 2, 1), b = argument(argc, argv, 3, 1), c = argument(argc, argv, 4, 0);
    const double start = MPI_Wtime();
    if (strcmp(how, "sizes") == 0)
        sizes(a, b, c);
    else if (strcmp(how, "neighbours") == 0)
        neighbours((int)a, b, c);
    else if (strcmp(how, "test") == 0 || strcmp(how, "probe") == 0 || strcmp(how, "turns") == 0)
        poll(a, strcmp(how, "probe") == 0, strcmp(how, "turns") == 0);
    else
        MPI_Abort(MPI_COMM_WORLD, 2);
    report(how, a, MPI_Wtime() - start);
    MPI_Finalize();
    return 0;
}
