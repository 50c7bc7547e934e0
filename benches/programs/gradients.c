/* gradients ROWS NONZEROS STEPS: NPB CG's steps on a square grid of ranks. Each multiplies a block of a sparse matrix with a part
 * of a vector, adds up along the rows of the grid, exchanges with its mirror image, and forms two scalar products. The work is
 * the same on any number of ranks, a power of four. */
#include "common.h"

static int rank, side, row, column;

static void exchange(double *mine, double *others, int count, int peer)
{
    MPI_Request request;
    MPI_Irecv(others, count, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &request);
    MPI_Send(mine, count, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Adds up along a row of the grid. */
static void add_up(double *sum, double *others, int count)
{
    for (int bit = 1; bit < side; bit *= 2) {
        exchange(sum, others, count, row * side + (column ^ bit));
        for (int i = 0; i < count; i++)
            sum[i] += others[i];
    }
}

static double product(const double *a, const double *b, int count)
{
    double sum = 0, other;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    add_up(&sum, &other, 1);
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (side = 1; side * side < size;)
        side *= 2;
    const long rows = argument(argc, argv, 1, 14000), nonzeros = argument(argc, argv, 2, 128);
    const long steps = argument(argc, argv, 3, 25);
    if (side * side != size || rows < side || nonzeros < side)
        MPI_Abort(MPI_COMM_WORLD, 2);
    row = rank / side, column = rank % side;
    const int count = rows / side, each = nonzeros / side, mirror = column * side + row;
    int *columns = (int *)buffer(sizeof *columns * count * each);
    double *vector = (double *)buffer(sizeof *vector * count), *result = (double *)buffer(sizeof *result * count);
    double *others = (double *)buffer(sizeof *others * count);
    unsigned random = 1 + rank;
    for (long i = 0; i < (long)count * each; i++)
        columns[i] = (random = random * 1664525u + 1013904223u) / 65536 % count;
    for (int i = 0; i < count; i++)
        vector[i] = 1;
    double start = MPI_Wtime();
    for (long step = 0; step < steps; step++) {
        for (int i = 0; i < count; i++) {
            double sum = 0;
            for (int k = 0; k < each; k++)
                sum += vector[columns[(long)i * each + k]];
            result[i] = sum / nonzeros;
        }
        add_up(result, others, count);
        if (mirror != rank) {
            exchange(result, others, count, mirror);
            memcpy(result, others, sizeof *result * count);
        }
        const double scale = product(result, vector, count) / product(vector, vector, count);
        for (int i = 0; i < count; i++)
            vector[i] = result[i] / scale;
    }
    report("gradients", rows, MPI_Wtime() - start);
    MPI_Finalize();
    return 0;
}
