/* allreduce COUNT TIMES: sums COUNT doubles over all ranks, again and again. */
#include "common.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const long count = argument(argc, argv, 1, 1), times = argument(argc, argv, 2, 10);
    double *mine = (double *)buffer(count * sizeof *mine), *sum = (double *)buffer(count * sizeof *sum);
    for (long i = 0; i < count; i++)
        mine[i] = rank;
    double start = MPI_Wtime();
    for (long time = 0; time < times; time++)
        MPI_Allreduce(mine, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double seconds = MPI_Wtime() - start;
    if (times > 0 && count > 0 && sum[count - 1] != (double)size * (size - 1) / 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    report("allreduce", count * (long)sizeof *mine, seconds);
    free(mine);
    free(sum);
    MPI_Finalize();
    return 0;
}
