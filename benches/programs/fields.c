/* fields STEPS: in each step every rank allocates six fields of 256 KiB, as LULESH does, fills and adds them, and frees them; then a number goes
 * round a ring. */
#include "common.h"

enum { FIELDS = 6, LENGTH = 1 << 15 };

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    const long steps = argument(argc, argv, 1, 40);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double mine = rank;
    for (long step = 0; step < steps; step++) {
        double *fields[FIELDS];
        for (int f = 0; f < FIELDS; f++)
            fields[f] = (double *)buffer(LENGTH * sizeof(double));
        for (int i = 0; i < LENGTH; i++)
            for (int f = 0; f < FIELDS; f++)
                fields[f][i] = mine + i * f;
        for (int i = 0; i < LENGTH; i++)
            mine += (fields[0][i] * fields[1][i] + fields[2][i] * fields[3][i] + fields[4][i] * fields[5][i]) * 1e-18;
        for (int f = 0; f < FIELDS; f++)
            free(fields[f]);
        MPI_Sendrecv_replace(&mine, 1, MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
