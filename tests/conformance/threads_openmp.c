/* OpenMP in ranks: the main thread calls MPI between and inside parallel regions (MPI_THREAD_FUNNELED), then every
 * thread does, one at a time (MPI_THREAD_SERIALIZED).
 *
 * ranks: 1-4 7
 * options: -fopenmp
 * environment: OMP_NUM_THREADS=4
 * modes: processes */
#include "conformance.h"
#include <omp.h>
#include <time.h>

enum { POINTS = 4000, STEPS = 10 };

static double field[POINTS + 2], next[POINTS + 2];

/* A halo exchange in one dimension: neighbours' edges, then all points in parallel. */
static double relax(void)
{
    int left = world_rank > 0 ? world_rank - 1 : MPI_PROC_NULL;
    int right = world_rank + 1 < world_size ? world_rank + 1 : MPI_PROC_NULL;
    double sum = 0, total;
    for (int i = 1; i <= POINTS; i++) field[i] = world_rank * POINTS + i;
    for (int step = 0; step < STEPS; step++) {
        MPI_Sendrecv(&field[1], 1, MPI_DOUBLE, left, 1, &field[POINTS + 1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(&field[POINTS], 1, MPI_DOUBLE, right, 2, &field[0], 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
#pragma omp parallel for
        for (int i = 1; i <= POINTS; i++) next[i] = (field[i - 1] + field[i] + field[i + 1]) / 3;
#pragma omp parallel for
        for (int i = 1; i <= POINTS; i++) field[i] = next[i];
    }
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i <= POINTS; i++) sum += (double)(long)field[i];
    MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return total;
}

/* The main thread communicates while the others compute. */
static long overlap(void)
{
    long sums[4] = {0}, received = -1, mine = 100 + world_rank;
#pragma omp parallel num_threads(4)
    {
        int thread = omp_get_thread_num();
        if (thread == 0) {
            MPI_Sendrecv(&mine, 1, MPI_LONG, (world_rank + 1) % world_size, 3, &received, 1, MPI_LONG,
                         (world_rank + world_size - 1) % world_size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            for (long i = 0; i < 100000; i++) sums[thread] += i % (thread + 1);
        }
#pragma omp barrier
        CHECK(received == 100 + (world_rank + world_size - 1) % world_size);
    }
    return sums[1] + sums[2] + sums[3];
}

/* One thread after the other, in the order of a parallel loop. */
static void serialised(void)
{
    int before = (world_rank + world_size - 1) % world_size;
#pragma omp parallel for ordered schedule(static, 1) num_threads(4)
    for (int i = 0; i < 12; i++) {
#pragma omp ordered
        {
            int mine = world_rank * 100 + i, other = -1;
            MPI_Sendrecv(&mine, 1, MPI_INT, (world_rank + 1) % world_size, i, &other, 1, MPI_INT, before, i,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            EQUAL(other, before * 100 + i);
        }
    }
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    EQUAL(provided, MPI_THREAD_SERIALIZED);
    EQUAL(omp_get_max_threads(), 4);
    say("sum after %d steps: %.0f", STEPS, relax());
    say("sums of the others: %ld", overlap());
    serialised();
#pragma omp parallel num_threads(4)
    {
        int main_thread;
        MPI_Is_thread_main(&main_thread);
        CHECK(main_thread == (omp_get_thread_num() == 0));
        CHECK(omp_get_wtime() >= 0);
    }
    return finish();
}
