/* unequal KIND STEPS: blocks of about 1 ms. Kind 0: a halo in a ring, ranks up to 5 % faster or slower, half of each step between posts
 * and their end. Kind 1: rank 0 gives tasks of unequal length to whoever asks first, STEPS for each of the others. */
#include "common.h"

static volatile double sink;

/* About as many microseconds where an addition and a multiplication take 1.5 ns; elsewhere up to twice as many. */
static void work(double microseconds)
{
    double x = 1;
    for (long i = 0; i < microseconds * 680; i++)
        x = x * 1.0000001 + 1e-9;
    sink = x;
}

static void halo(int rank, int size, long steps)
{
    static double mine[1024], theirs[1024];
    const double share = 1 + (rank * 7 % 11 - 5) * 0.01;
    for (long step = 0; step < steps; step++) {
        MPI_Request requests[2];
        MPI_Irecv(theirs, 1024, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(mine, 1024, MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
        work(500 * share);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        work(500 * share);
    }
}

static void give(int size, int tasks)
{
    for (int given = 0, left = size - 1; left > 0; given++) {
        int nothing, task = given < tasks ? given + 1 : 0;
        MPI_Status status;
        MPI_Recv(&nothing, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD);
        left -= task == 0;
    }
}

static void take(void)
{
    for (int task = -1; task != 0;) {
        MPI_Send(&task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Recv(&task, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task)
            work(700 + task * 37 % 61 * 10);
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    const long kind = argument(argc, argv, 1, 0), steps = argument(argc, argv, 2, 40);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (kind == 0)
        halo(rank, size, steps);
    else if (rank == 0)
        give(size, (int)steps * (size - 1));
    else
        take();
    MPI_Finalize();
    return 0;
}
