/* functions STEPS: each block calls functions of C's library that keep a state, allocate or compute, as Monte Carlo programs do, 1 ms or so; then a
 * number goes round a ring. */
#include "common.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    const long steps = argument(argc, argv, 1, 40);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    srand48(rank);
    double mine = rank;
    for (long step = 0; step < steps; step++) {
        char text[40];
        void *points = NULL;
        snprintf(text, sizeof text, "%d", 4000 + rank * 37 % 100);
        const int count = atoi(text);
        if (posix_memalign(&points, 64, (size_t)count * sizeof(double)) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
        double *point = static_cast<double *>(points), sum = 0;
        for (int i = 0; i < count; i++) {
            point[i] = sqrt(-2 * log(1 - drand48())) * cos(6.283185307179586 * drand48());
            sum += pow(fabs(point[i]), 0.3) + erf(point[i]) + acos(1 / (1 + fabs(point[i]))) + hypot(point[i], mine);
        }
        for (int i = 1; i < count; i++)
            sum += fmod(point[i], 0.5 + fabs(point[i - 1])) + atan2(point[i], point[i - 1]);
        free(points);
        mine = sum / count;
        MPI_Sendrecv_replace(&mine, 1, MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return mine >= 0 ? 0 : 1;
}
