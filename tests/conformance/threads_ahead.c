/* Short sends just before the rank's second thread begins, and between threads of which one is left.
 *
 * ranks: 2 3
 * options: -pthread
 * modes: processes */
#include "conformance.h"
#include <pthread.h>

enum { SENT = 10 };

static void send_some(int tag)
{
    for (int to = 0; to < world_size; to++)
        for (int i = 0; to != world_rank && i < SENT; i++) {
            int value = 1000 * tag + 10 * world_rank + i;
            MPI_Send(&value, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
            value = -1;
        }
}

static void receive_some(int tag)
{
    for (int from = 0; from < world_size; from++)
        for (int i = 0; from != world_rank && i < SENT; i++) {
            int value;
            MPI_Recv(&value, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            EQUAL(value, 1000 * tag + 10 * from + i);
        }
}

static void *thread(void *argument)
{
    int tag = *(int *)argument;
    double before = MPI_Wtime();
    receive_some(tag);
    send_some(tag + 1);
    CHECK(MPI_Wtime() >= before);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    EQUAL(provided, MPI_THREAD_MULTIPLE);
    for (int round = 0; round < 3; round++) {
        int tag = 2 * round;
        pthread_t other;
        send_some(tag);
        pthread_create(&other, NULL, thread, &tag);
        pthread_join(other, NULL);
        receive_some(tag + 1);
    }
    return finish();
}
