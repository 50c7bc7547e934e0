/* Several threads of a rank call MPI at once: each has calls, waits and a clock of its own.
 *
 * ranks: 1-4 7
 * options: -pthread
 * modes: processes */
#include "conformance.h"
#include <pthread.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 20, LONG = 40000 };

static MPI_Comm own[THREADS];
static double clocks[THREADS];

/* Every thread passes messages around the ring, on a communicator of its own, in its own way. */
static void *ring(void *argument)
{
    int thread = *(int *)argument, next = (world_rank + 1) % world_size, before = (world_rank + world_size - 1) % world_size;
    int *out = malloc(LONG * sizeof *out), *in = malloc(LONG * sizeof *in);
    for (int round = 0; round < ROUNDS; round++) {
        int count = round % 2 ? LONG : 1 + thread, tag = round;
        MPI_Request requests[2];
        MPI_Status status;
        int flag = 0, got;
        for (int i = 0; i < count; i++) out[i] = world_rank * 1000 + thread * 100 + round + i;
        switch (thread) {
        case 0:
            MPI_Sendrecv(out, count, MPI_INT, next, tag, in, count, MPI_INT, before, tag, own[thread], &status);
            break;
        case 1:
            MPI_Irecv(in, count, MPI_INT, before, tag, own[thread], &requests[0]);
            MPI_Isend(out, count, MPI_INT, next, tag, own[thread], &requests[1]);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
            break;
        case 2:
            MPI_Isend(out, count, MPI_INT, next, tag, own[thread], &requests[1]);
            MPI_Probe(MPI_ANY_SOURCE, tag, own[thread], &status);
            MPI_Get_count(&status, MPI_INT, &got);
            CHECK(got == count && status.MPI_SOURCE == before);
            MPI_Recv(in, count, MPI_INT, before, tag, own[thread], MPI_STATUS_IGNORE);
            MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
            break;
        default:
            MPI_Irecv(in, count, MPI_INT, before, tag, own[thread], &requests[0]);
            MPI_Isend(out, count, MPI_INT, next, tag, own[thread], &requests[1]);
            while (!flag) MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
            MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        }
        for (int i = 0; i < count; i++) CHECK(in[i] == before * 1000 + thread * 100 + round + i);
    }
    int sum = 0, mine = world_rank + thread;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, own[thread]);
    CHECK(sum == world_size * (world_size - 1) / 2 + world_size * thread);
    clocks[thread] = MPI_Wtime();
    free(out);
    free(in);
    return NULL;
}

/* A thread completes what another one has begun, and frees what another one has made. */
static MPI_Request shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stage;

static void wait_for_stage(int wanted)
{
    pthread_mutex_lock(&mutex);
    while (stage < wanted) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void next_stage(void)
{
    pthread_mutex_lock(&mutex);
    stage++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *beginner(void *argument)
{
    static int in;
    (void)argument;
    MPI_Irecv(&in, 1, MPI_INT, (world_rank + world_size - 1) % world_size, 77, MPI_COMM_WORLD, &shared);
    next_stage();
    wait_for_stage(2);
    CHECK(in == 42);
    MPI_Barrier(own[1]);
    return NULL;
}

static void *finisher(void *argument)
{
    int out = 42;
    (void)argument;
    wait_for_stage(1);
    MPI_Send(&out, 1, MPI_INT, (world_rank + 1) % world_size, 77, MPI_COMM_WORLD);
    MPI_Wait(&shared, MPI_STATUS_IGNORE);
    next_stage();
    MPI_Barrier(own[0]);
    return NULL;
}

/* A blocked thread stops no other: the message that one waits for is sent by the other, later. */
static void *waits(void *argument)
{
    int in;
    (void)argument;
    MPI_Recv(&in, 1, MPI_INT, world_rank, 5, own[0], MPI_STATUS_IGNORE);
    clocks[0] = MPI_Wtime();
    return NULL;
}

static void *sends_later(void *argument)
{
    int out = 1;
    (void)argument;
    clocks[1] = MPI_Wtime();
    usleep(250000);
    MPI_Send(&out, 1, MPI_INT, world_rank, 5, own[0]);
    return NULL;
}

static int main_thread(void)
{
    int flag;
    MPI_Is_thread_main(&flag);
    return flag;
}

static void *not_main(void *argument)
{
    CHECK(!main_thread());
    return argument;
}

static void both(void *(*first)(void *), void *(*second)(void *))
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}

int main(int argc, char **argv)
{
    int provided, queried, numbers[THREADS];
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Query_thread(&queried);
    CHECK(provided == MPI_THREAD_MULTIPLE && queried == provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    CHECK(main_thread());
    both(not_main, not_main);
    for (int i = 0; i < THREADS; i++) MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, ring, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) CHECK(MPI_Wtime() >= clocks[i]);
    both(beginner, finisher);
    both(waits, sends_later);
    CHECK(clocks[0] - clocks[1] >= 0.25);
    for (int i = 0; i < THREADS; i++) MPI_Comm_free(&own[i]);
    return finish();
}
