/* A rank with several threads in MPI starts ranks, twice: those who come are numbered after the threads.
 * ranks: 1-3
 * options: -pthread
 * modes: processes */
#include "spawn.h"
#include <pthread.h>

static MPI_Comm apart;

/* Passes numbers around the ring while the other thread starts ranks. */
static void *ring(void *rounds)
{
    int next = (world_rank + 1) % world_size, before = (world_rank + world_size - 1) % world_size;
    for (int round = 0; round < *(int *)rounds; round++) {
        int out = 100 * world_rank + round, in = -1;
        MPI_Sendrecv(&out, 1, MPI_INT, next, round, &in, 1, MPI_INT, before, round, apart, MPI_STATUS_IGNORE);
        EQUAL(in, 100 * before + round);
    }
    return NULL;
}

static void child(MPI_Comm parent)
{
    talk(parent, 1);
    tell_failures(parent, 1);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    exit(0);
}

int main(int argc, char **argv)
{
    int provided, rounds = 20;
    MPI_Comm parent, inter;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    EQUAL(provided, MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL)
        child(parent);
    MPI_Comm_dup(MPI_COMM_WORLD, &apart);
    for (int count = 1; count <= 2; count++) {
        pthread_t thread;
        CHECK(pthread_create(&thread, NULL, ring, &rounds) == 0);
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, count, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
        pthread_join(thread, NULL);
        talk(inter, 0);
        tell_failures(inter, 0);
        MPI_Comm_disconnect(&inter);
    }
    say("started 1 and 2 beside a thread");
    MPI_Comm_free(&apart);
    return finish();
}
