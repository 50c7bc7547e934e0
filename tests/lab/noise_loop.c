/* Computation and an Allreduce by turns: prints the seconds of the loop.
 *
 * Usage: noise_loop ITERATIONS WORK, where WORK is the number of rounds of the computation
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, iterations = argc > 1 ? atoi(argv[1]) : 10000, work = argc > 2 ? atoi(argv[2]) : 50000;
    volatile unsigned state = 1;
    double mine = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int warm = 0; warm < 100; warm++)
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < iterations; i++) {
        for (int j = 0; j < work; j++)
            state = state * 1664525 + 1013904223;
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    double loop = MPI_Wtime() - start;
    start = MPI_Wtime();
    for (int i = 0; i < 1000; i++)
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.9f %.9f\n", loop, (MPI_Wtime() - start) / 1000);
    MPI_Finalize();
    return 0;
}
