/* Partitions of a message that the threads of a rank make ready and look for, of operations that were made before there
 * was a second thread.
 * ranks: 1-4
 * options: -pthread
 * modes: processes */
#include "conformance.h"
#include <pthread.h>

enum { THREADS = 3, EACH = 4, PARTITIONS = THREADS * EACH, ROUNDS = 3 };

static int out[PARTITIONS], in[PARTITIONS];
static int base;
static MPI_Request requests[2];

static void *makes_ready(void *argument)
{
    int first = EACH * *(int *)argument;
    for (int i = first; i < first + EACH; i++)
        out[i] = 1000 * world_rank + base + i;
    MPI_Pready_range(first, first + EACH - 1, requests[0]);
    return NULL;
}

static void *looks(void *argument)
{
    int first = EACH * *(int *)argument, from = (world_rank + world_size - 1) % world_size;
    for (int i = first; i < first + EACH; i++) {
        int there = 0;
        while (!there)
            MPI_Parrived(requests[1], i, &there);
        EQUAL(in[i], 1000 * from + base + i);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, numbers[THREADS];
    pthread_t threads[2 * THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    EQUAL(provided, MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    int next = (world_rank + 1) % world_size, before = (world_rank + world_size - 1) % world_size;
    MPI_Psend_init(out, PARTITIONS, 1, MPI_INT, next, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, PARTITIONS, 1, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int round = 0; round < ROUNDS; round++) {
        base = 100 * round;
        MPI_Startall(2, requests);
        for (int i = 0; i < THREADS; i++) {
            numbers[i] = i;
            pthread_create(&threads[i], NULL, makes_ready, &numbers[i]);
            pthread_create(&threads[THREADS + i], NULL, looks, &numbers[i]);
        }
        for (int i = 0; i < 2 * THREADS; i++)
            pthread_join(threads[i], NULL);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    say("the threads' partitions have arrived");
    return finish();
}
