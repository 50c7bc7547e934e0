/* Heat on a plate: a grid of ranks by MPI_Cart_create, columns sent as a derived datatype, rows as they lie in memory,
 * the hottest cell found at the end.
 *
 *     windtunnel run -n 16 -p ethernet-cluster examples/heat2d.c 64 100      (64 x 64 cells a rank, 100 steps)
 *
 * The left edge of the plate is kept at 100 degrees, the others at 0.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int cells, width; /* of a rank's square; width with halo */

/* Exchanges the four edges. A column is every width-th number. */
static void exchange(double *t, const int neighbour[4], MPI_Datatype column, MPI_Comm comm)
{
    double *left = t + width, *right = t + width + cells + 1, *top = t + 1, *bottom = t + width * (cells + 1) + 1;
    MPI_Sendrecv(left + 1, 1, column, neighbour[0], 0, right, 1, column, neighbour[1], 0, comm, MPI_STATUS_IGNORE);
    MPI_Sendrecv(right - 1, 1, column, neighbour[1], 1, left, 1, column, neighbour[0], 1, comm, MPI_STATUS_IGNORE);
    MPI_Sendrecv(top + width, cells, MPI_DOUBLE, neighbour[2], 2, bottom, cells, MPI_DOUBLE, neighbour[3], 2, comm,
        MPI_STATUS_IGNORE);
    MPI_Sendrecv(bottom - width, cells, MPI_DOUBLE, neighbour[3], 3, top, cells, MPI_DOUBLE, neighbour[2], 3, comm,
        MPI_STATUS_IGNORE);
}

static void update(const double *t, double *u)
{
    for (int y = 1; y <= cells; y++)
        for (int x = 1; x <= cells; x++) {
            int i = y * width + x;
            u[i] = 0.25 * (t[i - 1] + t[i + 1] + t[i - width] + t[i + width]);
        }
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    cells = argc > 1 ? atoi(argv[1]) : 32;
    int steps = argc > 2 ? atoi(argv[2]) : 50;
    if (cells < 1 || cells > 16384 || steps < 0) {
        fprintf(stderr, "usage: heat2d [CELLS [STEPS]]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    width = cells + 2;

    int dims[2] = { 0, 0 }, periods[2] = { 0, 0 }, coords[2], neighbour[4]; /* left, right, above, below */
    MPI_Comm plate;
    MPI_Dims_create(ranks, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &plate);
    MPI_Comm_rank(plate, &rank);
    MPI_Cart_coords(plate, rank, 2, coords);
    MPI_Cart_shift(plate, 1, 1, &neighbour[0], &neighbour[1]);
    MPI_Cart_shift(plate, 0, 1, &neighbour[2], &neighbour[3]);

    MPI_Datatype column;
    MPI_Type_vector(cells + 2, 1, width, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    double *t = calloc((size_t)(width + 1) * width, sizeof *t), *u = calloc((size_t)(width + 1) * width, sizeof *u);
    for (int i = 0; coords[1] == 0 && i < width; i++)
        t[i * width] = u[i * width] = 100;
    for (int step = 0; step < steps; step++) {
        exchange(t, neighbour, column, plate);
        update(t, u);
        double *swap = t;
        t = u;
        u = swap;
    }

    struct { double value; int rank; } mine = { 0, rank }, hottest;
    double heat = 0, all;
    for (int i = 1; i <= cells; i++)
        for (int j = 1; j <= cells; j++) {
            heat += t[i * width + j];
            if (t[i * width + j] > mine.value)
                mine.value = t[i * width + j];
        }
    MPI_Reduce(&heat, &all, 1, MPI_DOUBLE, MPI_SUM, 0, plate);
    MPI_Allreduce(&mine, &hottest, 1, MPI_DOUBLE_INT, MPI_MAXLOC, plate);
    if (rank == 0)
        printf("heat2d: %d x %d ranks, %d steps, mean %.6f, hottest cell %.6f on rank %d\n", dims[0], dims[1], steps,
            all / ((double)ranks * cells * cells), hottest.value, hottest.rank);
    MPI_Type_free(&column);
    MPI_Comm_free(&plate);
    free(t);
    free(u);
    MPI_Finalize();
    return 0;
}
