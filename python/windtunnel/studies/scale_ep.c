/* NPB's EP in short: pairs of random numbers in batches, some of which become Gaussian deviates, and sums over all ranks.
   Arguments: the binary logarithm of all pairs, and whether batches are sampled. */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <windtunnel.h>

enum { LOG_BATCH = 16, BATCH = 1 << LOG_BATCH };

static double numbers[2 * BATCH];

/* The state of a linear congruential generator after this number of steps. */
static uint64_t after(uint64_t steps)
{
    uint64_t factor = 6364136223846793005u, term = 1442695040888963407u, state = 314159265, f = 1, t = 0;
    for (; steps; steps >>= 1) {
        if (steps & 1) {
            f *= factor;
            t = t * factor + term;
        }
        term *= factor + 1;
        factor *= factor;
    }
    return state * f + t;
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int64_t batches = (int64_t)1 << (atoi(argv[1]) - LOG_BATCH);
    int sampled = atoi(argv[2]);
    double sums[2] = {0, 0}, counts[10] = {0}, all[10];
    for (int64_t batch = rank; batch < batches; batch += ranks) {
        if (sampled && !wt_sample("batch", 5, 0.05))
            continue;
        uint64_t state = after(batch * 2 * BATCH);
        for (int i = 0; i < 2 * BATCH; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            numbers[i] = (double)(state >> 11) / (double)((uint64_t)1 << 52) - 1;
        }
        for (int i = 0; i < BATCH; i++) {
            double x = numbers[2 * i], y = numbers[2 * i + 1], square = x * x + y * y;
            if (square > 1 || square == 0)
                continue;
            double scale = sqrt(-2 * log(square) / square), most = fmax(fabs(x * scale), fabs(y * scale));
            sums[0] += x * scale;
            sums[1] += y * scale;
            counts[most < 9 ? (int)most : 9]++;
        }
        if (sampled)
            wt_block_end();
    }
    MPI_Allreduce(&sums[0], all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&sums[1], all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(counts, all, 10, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
