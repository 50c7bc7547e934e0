/* wavefront COLUMNS PLANES STEPS BYTES: NPB LU's sweeps over a grid of ranks. Each plane needs the planes of two neighbours, from one
 * corner to the other and back, by small blocking messages; each step ends with an allreduce. */
#include <mpi.h>
#include <stdlib.h>

static int rank, column, row, columns, rows, bytes;
static char *buffer;

static void from(int here, int away, int tag) {
    if (here) MPI_Recv(buffer, bytes, MPI_BYTE, rank + away, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void to(int here, int away, int tag) {
    if (here) MPI_Send(buffer, bytes, MPI_BYTE, rank + away, tag, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 5) MPI_Abort(MPI_COMM_WORLD, 2);
    columns = atoi(argv[1]);
    int planes = atoi(argv[2]), steps = atoi(argv[3]);
    bytes = atoi(argv[4]);
    buffer = calloc(1, (size_t)bytes);
    rows = ranks / columns, column = rank % columns, row = rank / columns;
    for (int step = 0; step < steps; step++) {
        for (int plane = 0; plane < planes; plane++) {
            from(column > 0, -1, 1), from(row > 0, -columns, 1);
            to(column + 1 < columns, 1, 1), to(row + 1 < rows, columns, 1);
        }
        for (int plane = 0; plane < planes; plane++) {
            from(column + 1 < columns, 1, 2), from(row + 1 < rows, columns, 2);
            to(column > 0, -1, 2), to(row > 0, -columns, 2);
        }
        double own = 1, sum;
        MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    free(buffer);
    MPI_Finalize();
    return 0;
}
