/* wavefront COLUMNS PLANES STEPS BYTES [POINTS]: NPB LU's sweeps over a grid of ranks. Each plane needs the planes of two neighbours, from
 * one corner to the other and back, by small blocking messages; each step ends with an allreduce. With POINTS, the ranks share planes of
 * POINTS x POINTS points with five unknowns each, and solve a block of 5 x 5 at each point of theirs, as LU does. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

static int rank, column, row, columns, rows, bytes, wide, high;
static char *buffer;
static double *points;

static void from(int here, int away, int tag) {
    if (here) MPI_Recv(buffer, bytes, MPI_BYTE, rank + away, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void to(int here, int away, int tag) {
    if (here) MPI_Send(buffer, bytes, MPI_BYTE, rank + away, tag, MPI_COMM_WORLD);
}

/* Solves the block of a point, whose right side comes from its neighbours west and south; no pivots: the diagonal dominates. */
static void solve(double *here, const double *west, const double *south) {
    double block[5][5], right[5];
    for (int i = 0; i < 5; i++) {
        right[i] = here[i];
        for (int j = 0; j < 5; j++) {
            const double flux = 0.01 * here[i] * (1 + 0.1 * here[j]);
            block[i][j] = flux + (i == j ? 2 : 0);
            right[i] += 0.05 * (flux * west[j] + (0.1 - flux) * south[j]);
        }
    }
    for (int i = 0; i < 5; i++) {
        const double inverse = 1 / block[i][i];
        for (int k = i + 1; k < 5; k++) {
            const double factor = block[k][i] * inverse;
            for (int j = i + 1; j < 5; j++) block[k][j] -= factor * block[i][j];
            right[k] -= factor * right[i];
        }
    }
    for (int i = 4; i >= 0; i--) {
        for (int j = i + 1; j < 5; j++) right[i] -= block[i][j] * right[j];
        here[i] = 0.5 + right[i] / block[i][i];
    }
}

static void compute(int plane) {
    double *at = points + (size_t)plane * wide * high * 5;
    for (int y = 1; y < high; y++)
        for (int x = 1; x < wide; x++)
            solve(at + 5 * (y * wide + x), at + 5 * (y * wide + x - 1), at + 5 * ((y - 1) * wide + x));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 5 && argc != 6) MPI_Abort(MPI_COMM_WORLD, 2);
    columns = atoi(argv[1]);
    if (columns > ranks) columns = ranks;
    int planes = atoi(argv[2]), steps = atoi(argv[3]);
    bytes = atoi(argv[4]);
    buffer = calloc(1, (size_t)bytes);
    rows = ranks / columns, column = rank % columns, row = rank / columns;
    if (argc == 6) {
        /* One row and one column of neighbours' points. */
        wide = atoi(argv[5]) / columns + 1, high = atoi(argv[5]) / rows + 1;
        points = malloc((size_t)planes * wide * high * 5 * sizeof *points);
        for (size_t i = 0; i < (size_t)planes * wide * high * 5; i++) points[i] = 1;
    }
    double own = 1, sum;
    for (int step = 0; step < steps; step++) {
        for (int plane = 0; plane < planes; plane++) {
            from(column > 0, -1, 1), from(row > 0, -columns, 1);
            compute(plane);
            to(column + 1 < columns, 1, 1), to(row + 1 < rows, columns, 1);
        }
        for (int plane = planes - 1; plane >= 0; plane--) {
            from(column + 1 < columns, 1, 2), from(row + 1 < rows, columns, 2);
            compute(plane);
            to(column > 0, -1, 2), to(row > 0, -columns, 2);
        }
        MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    /* Every unknown stays near 1; and the compiler may not leave the work out. */
    const int wrong = points != NULL && !(fabs(points[(size_t)planes * wide * high * 5 - 1]) < 10);
    free(buffer);
    free(points);
    if (wrong) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
