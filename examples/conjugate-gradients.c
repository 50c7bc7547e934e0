/* Conjugate gradients on rows of uneven length, ranks with uneven numbers of rows. Each kind of computation is a named block.
 *
 * Usage: conjugate-gradients [-n ROWS] [-i STEPS]
 *
 * The matrix is symmetric: row i is coupled to i - d and i + d for the first so many of a list of distances d, and how many those are
 * differs from part to part of the matrix. Its diagonal dominates, so that the method converges.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windtunnel.h>

#define DISTANCES 40

static const int distance[DISTANCES] = {1,   2,   3,   5,   8,   13,  17,  21,  29,  34,  41,  47,  55,  61,
                                        68,  73,  80,  89,  97,  103, 110, 121, 131, 144, 157, 167, 180, 193,
                                        200, 211, 222, 233, 245, 257, 270, 283, 300, 317, 333, 350};

/* How many distances row i is coupled over. */
static int reach(long row, long rows)
{
    long part = row * 37 / rows;
    return 3 + (int)(part * part * 11 % (DISTANCES - 2));
}

/* Rows of this rank in CSR form. */
struct matrix {
    long first, rows, all;
    long nonzeros;
    long *start;
    int *column;
    double *value;
};

/* Whether row i is coupled to row j, over the distance number d: by both of their reaches. */
static int coupled(const struct matrix *m, long i, long j, int d)
{
    return j >= 0 && j < m->all && d < reach(i, m->all) && d < reach(j, m->all);
}

static void add(struct matrix *m, long column, double value)
{
    m->column[m->nonzeros] = (int)column;
    m->value[m->nonzeros++] = value;
}

static void fill(struct matrix *m)
{
    m->start = calloc(m->rows + 1, sizeof *m->start);
    m->column = malloc(m->rows * (2 * DISTANCES + 1) * sizeof *m->column + 1);
    m->value = malloc(m->rows * (2 * DISTANCES + 1) * sizeof *m->value + 1);
    for (long row = 0; row < m->rows; row++) {
        long i = m->first + row;
        for (int d = 0; d < DISTANCES; d++)
            for (int sign = -1; sign <= 1; sign += 2)
                if (coupled(m, i, i + sign * distance[d], d))
                    add(m, i + sign * distance[d], -1);
        double diagonal = 1.5 + (double)(m->nonzeros - m->start[row]);
        add(m, i, diagonal);
        m->start[row + 1] = m->nonzeros;
    }
}

static void multiply(const struct matrix *m, const double *x, double *y)
{
    wt_block("multiply", m->rows, m->nonzeros);
    for (long row = 0; row < m->rows; row++) {
        double sum = 0;
        for (long at = m->start[row]; at < m->start[row + 1]; at++)
            sum += m->value[at] * x[m->column[at]];
        y[row] = sum;
    }
    wt_block_end();
}

static double dot(long n, const double *a, const double *b)
{
    double sum = 0, all;
    wt_block("dot", n);
    for (long i = 0; i < n; i++)
        sum += a[i] * b[i];
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* y = a x + b y */
static void combine(long n, double a, const double *x, double b, double *y)
{
    wt_block("combine", n);
    for (long i = 0; i < n; i++)
        y[i] = a * x[i] + b * y[i];
    wt_block_end();
}

int main(int argc, char **argv)
{
    long all = 100000;
    int steps = 25, rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i + 1 < argc; i += 2)
        if (!strcmp(argv[i], "-n"))
            all = atol(argv[i + 1]);
        else if (!strcmp(argv[i], "-i"))
            steps = atoi(argv[i + 1]);

    /* Rank r has 2 to 9 shares of the rows. */
    int *counts = malloc(size * sizeof *counts), *starts = malloc(size * sizeof *starts);
    long shares = 0, before = 0;
    for (int r = 0; r < size; r++)
        shares += 2 + r * 5 % 8;
    for (int r = 0, seen = 0; r < size; r++) {
        seen += 2 + r * 5 % 8;
        starts[r] = (int)before;
        counts[r] = (int)(all * seen / shares - before);
        before += counts[r];
    }

    struct matrix m = {.first = starts[rank], .rows = counts[rank], .all = all};
    fill(&m);
    long n = m.rows;
    double *x = calloc(n + 1, sizeof *x), *r = malloc((n + 1) * sizeof *r), *p = malloc((n + 1) * sizeof *p);
    double *q = malloc((n + 1) * sizeof *q), *whole = malloc(all * sizeof *whole);
    for (long i = 0; i < n; i++)
        r[i] = p[i] = 1 + (double)((m.first + i) % 7);

    double rho = dot(n, r, r), first = rho;
    for (int step = 0; step < steps; step++) {
        MPI_Allgatherv(p, (int)n, MPI_DOUBLE, whole, counts, starts, MPI_DOUBLE, MPI_COMM_WORLD);
        multiply(&m, whole, q);
        double alpha = rho / dot(n, p, q);
        combine(n, alpha, p, 1, x);
        combine(n, -alpha, q, 1, r);
        double next = dot(n, r, r);
        combine(n, 1, r, next / rho, p);
        rho = next;
    }
    if (rank == 0)
        printf("residual after %d steps: %.3e of the first\n", steps, rho / first);
    MPI_Finalize();
    return 0;
}
