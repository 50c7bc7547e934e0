/* gradients ROWS NONZEROS STEPS [PARTS]: NPB CG's steps on a square grid of ranks. Each multiplies a block of a sparse matrix with a
 * part of a vector, adds up along the rows of the grid, exchanges with its mirror image, and forms two scalar products. The product
 * with the matrix is the same work on any number of ranks, a power of four; vectors are held, and worked on, once for each row of the
 * grid. One rank that holds PARTS parts, a power of four, does the work of so many ranks, each step of all of them in turn; a copy
 * stands for a message. */
#include "common.h"

/* A block of the matrix, and what belongs to it. */
struct part {
    int *columns;
    double *vector, *result, *others, product, square, other;
};

/* The side of the grid, the first of this rank's parts, and how many it has: one, or all of the grid. */
static int side, first, held;
static struct part *parts;

/* What is exchanged: a part's own, and where another's goes. */
enum place { RESULT, PRODUCT, SQUARE };

static double *mine(struct part *part, enum place place)
{
    return place == RESULT ? part->result : place == PRODUCT ? &part->product : &part->square;
}

static double *others(struct part *part, enum place place)
{
    return place == RESULT ? part->others : &part->other;
}

/* Exchanges with the part across one bit of the column or, without a bit, with the mirror image. */
static void exchange(enum place place, int count, int bit)
{
    for (int i = 0; i < held; i++) {
        const int row = (first + i) / side, column = (first + i) % side;
        const int peer = bit ? row * side + (column ^ bit) : column * side + row;
        double *into = others(&parts[i], place), *from = mine(&parts[i], place);
        if (held > 1) {
            memcpy(into, mine(&parts[peer], place), sizeof *into * count);
        } else if (peer != first) {
            MPI_Request request;
            MPI_Irecv(into, count, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &request);
            MPI_Send(from, count, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
    }
}

/* Adds up along a row of the grid. */
static void add_up(enum place place, int count)
{
    for (int bit = 1; bit < side; bit *= 2) {
        exchange(place, count, bit);
        for (int p = 0; p < held; p++) {
            double *sum = mine(&parts[p], place), *other = others(&parts[p], place);
            for (int i = 0; i < count; i++)
                sum[i] += other[i];
        }
    }
}

static double product(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const long rows = argument(argc, argv, 1, 14000), nonzeros = argument(argc, argv, 2, 128);
    const long steps = argument(argc, argv, 3, 25);
    held = argument(argc, argv, 4, 1), first = rank * held;
    for (side = 1; side * side < size * held;)
        side *= 2;
    if (side * side != size * held || (size > 1 && held > 1) || rows < side || nonzeros < side)
        MPI_Abort(MPI_COMM_WORLD, 2);
    const int count = rows / side, each = nonzeros / side;
    parts = (struct part *)buffer(sizeof *parts * held);
    for (int p = 0; p < held; p++) {
        struct part *part = &parts[p];
        part->columns = (int *)buffer(sizeof *part->columns * count * each);
        part->vector = (double *)buffer(sizeof *part->vector * count);
        part->result = (double *)buffer(sizeof *part->result * count);
        part->others = (double *)buffer(sizeof *part->others * count);
        unsigned random = 1 + first + p;
        for (long i = 0; i < (long)count * each; i++)
            part->columns[i] = (random = random * 1664525u + 1013904223u) / 65536 % count;
        for (int i = 0; i < count; i++)
            part->vector[i] = 1;
    }
    double start = MPI_Wtime();
    for (long step = 0; step < steps; step++) {
        for (int p = 0; p < held; p++) {
            const int *columns = parts[p].columns;
            double *vector = parts[p].vector, *result = parts[p].result;
            for (int i = 0; i < count; i++) {
                double sum = 0;
                for (int k = 0; k < each; k++)
                    sum += vector[columns[(long)i * each + k]];
                result[i] = sum / nonzeros;
            }
        }
        add_up(RESULT, count);
        exchange(RESULT, count, 0);
        for (int p = 0; p < held; p++) {
            struct part *part = &parts[p];
            if ((first + p) / side != (first + p) % side)
                memcpy(part->result, part->others, sizeof *part->result * count);
            part->product = product(part->result, part->vector, count);
        }
        add_up(PRODUCT, 1);
        for (int p = 0; p < held; p++)
            parts[p].square = product(parts[p].vector, parts[p].vector, count);
        add_up(SQUARE, 1);
        for (int p = 0; p < held; p++) {
            const double scale = parts[p].product / parts[p].square;
            for (int i = 0; i < count; i++)
                parts[p].vector[i] = parts[p].result[i] / scale;
        }
    }
    report("gradients", rows, MPI_Wtime() - start);
    MPI_Finalize();
    return 0;
}
