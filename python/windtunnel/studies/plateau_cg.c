/* The communication of NPB CG, for studies/plateau-cg.
 *
 *     plateau_cg ROWS ITERATIONS
 *
 * A power of two of ranks is a grid of as many columns as rows, or twice as many (setup_proc_info of NPB 3.4, CG/cg.f90). In an
 * iteration ranks add vectors up along their rows, by exchanges with partners at half, a quarter, … of the columns, exchange
 * the sum with the transposed rank, and add two numbers up along rows. ROWS is the order of the matrix (NA). */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <windtunnel.h>

struct grid {
    int columns, rows, rank, row, column, steps;
};

static struct grid make_grid(int rank, int ranks)
{
    struct grid grid = {1, 1, rank, 0, 0, 0};
    while (grid.columns * grid.rows < ranks) {
        if (grid.columns == grid.rows)
            grid.columns *= 2;
        else
            grid.rows *= 2;
    }
    grid.row = rank / grid.columns;
    grid.column = rank % grid.columns;
    while (1 << grid.steps < grid.columns)
        grid.steps++;
    return grid;
}

/* The partner of an exchange among so many neighbouring columns. */
static int partner(const struct grid *grid, int width)
{
    int first = grid->column / width * width;
    return grid->row * grid->columns + first + (grid->column + width / 2) % width;
}

static int transposed(const struct grid *grid)
{
    int square = grid->rows, half = grid->rank / 2;
    if (grid->columns == grid->rows)
        return grid->rank % square * square + grid->rank / square;
    return 2 * (half % square * square + half / square) + grid->rank % 2;
}

static void exchange(double *out, double *in, int count, int with)
{
    MPI_Request request;
    MPI_Irecv(in, count, MPI_DOUBLE, with, 0, MPI_COMM_WORLD, &request);
    MPI_Send(out, count, MPI_DOUBLE, with, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void sum_along_row(const struct grid *grid, double *out, double *in, int count)
{
    for (int width = grid->columns; width > 1; width /= 2)
        exchange(out, in, count, partner(grid, width));
}

/* Begins a phase on all ranks at once. CG has no barriers: they are there so that phases do not overlap. */
static void begin(const char *phase)
{
    wt_phase("barrier");
    MPI_Barrier(MPI_COMM_WORLD);
    wt_phase(phase);
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 3 || (ranks & (ranks - 1)) != 0) {
        if (rank == 0)
            fprintf(stderr, "usage: plateau_cg ROWS ITERATIONS on a power of two of ranks\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    struct grid grid = make_grid(rank, ranks);
    int count = atoi(argv[1]) / grid.columns;
    double *out = calloc((size_t)count, sizeof *out), *in = calloc((size_t)count, sizeof *in);
    for (int iteration = 0; iteration < atoi(argv[2]); iteration++) {
        begin("reduction");
        sum_along_row(&grid, out, in, count);
        begin("transpose");
        exchange(out, in, count, transposed(&grid));
        begin("dot products");
        sum_along_row(&grid, out, in, 1);
        sum_along_row(&grid, out, in, 1);
    }
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
