/* defects KIND: programs with one defect each, whose culprit and cost are known. Times pass by sleeping, which Windtunnel
 * simulates exactly.
 *
 *   late-sender    rank 1 sends 3 ms after rank 0 has begun to receive
 *   late-receiver  rank 1 receives a large message 2 ms after rank 0 has begun to send it
 *   collective     rank 2 comes to a barrier 5 ms after the others
 *   root           the root of a broadcast comes 4 ms after the others, and another rank 1 ms after them
 *   contention     ranks 0 and 1, on one host, send a large message each to ranks 2 and 3, on the other
 *   phases         rank 0 sends a large message to rank 2 alone in phase 1; phase 2 is as contention
 *   progress       rank 0 starts to send a large message and is busy for 6 ms before it waits
 *   chain          each rank works for 1 ms after it has heard from the one before
 *   fence          rank 1 comes to the fence of a window 3 ms after the others
 *   late-post      rank 1 opens its memory to rank 0 2 ms after that has asked for it
 *   late-complete  rank 0 completes its accesses 4 ms after rank 1 has begun to wait for that
 *   lock           rank 1 holds the lock of rank 0's memory for 5 ms, rank 2 asks for it 1 ms after rank 1 has it
 *   unserved       rank 0 is busy for 6 ms while rank 1 reads its memory
 *   partition      rank 0 declares the second of two partitions ready 3 ms after rank 1 has begun to wait for both
 *   clearance      rank 1 starts its partitioned receive 2 ms after rank 0 has declared all ready
 *   file           all ranks write 1 MB each at once to a file of one server
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGE = 8000000 };

static int rank, size;
static char *buffer;

static void busy_ms(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static void late_sender(void)
{
    if (rank == 1) {
        busy_ms(3);
        MPI_Send(buffer, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Recv(buffer, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void late_receiver(void)
{
    if (rank == 0) {
        MPI_Send(buffer, LARGE, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        busy_ms(2);
        MPI_Recv(buffer, LARGE, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void collective(void)
{
    if (rank == 2)
        busy_ms(5);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void root(void)
{
    busy_ms(rank == 0 ? 4 : rank == 3 ? 1 : 0);
    MPI_Bcast(buffer, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void contention(void)
{
    if (rank < size / 2)
        MPI_Send(buffer, LARGE, MPI_BYTE, rank + size / 2, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, LARGE, MPI_BYTE, rank - size / 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void phases(void)
{
    MPI_Pcontrol(1);
    if (rank == 0)
        MPI_Send(buffer, LARGE, MPI_BYTE, 2, 0, MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Recv(buffer, LARGE, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(2);
    contention();
}

static void progress(void)
{
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(buffer, LARGE, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
        busy_ms(6);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(buffer, LARGE, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void chain(void)
{
    if (rank > 0)
        MPI_Recv(buffer, 8, MPI_BYTE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    busy_ms(1);
    if (rank < size - 1)
        MPI_Send(buffer, 8, MPI_BYTE, rank + 1, 0, MPI_COMM_WORLD);
}

/* A window of eight bytes on each rank. */
static MPI_Win window(long **memory)
{
    MPI_Win win;
    MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, memory, &win);
    MPI_Barrier(MPI_COMM_WORLD);
    return win;
}

static MPI_Group alone(int member)
{
    MPI_Group world, one;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &member, &one);
    MPI_Group_free(&world);
    return one;
}

static void fence(void)
{
    long *memory;
    MPI_Win win = window(&memory);
    if (rank == 1)
        busy_ms(3);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

/* Rank 0 writes to rank 1, which opens its memory late, or is told late that it is over. */
static void exposed(long before_post, long before_complete)
{
    long *memory, one = 1;
    MPI_Win win = window(&memory);
    if (rank == 0) {
        MPI_Group target = alone(1);
        MPI_Win_start(target, 0, win);
        MPI_Put(&one, 8, MPI_BYTE, 1, 0, 8, MPI_BYTE, win);
        busy_ms(before_complete);
        MPI_Win_complete(win);
        MPI_Group_free(&target);
    } else if (rank == 1) {
        MPI_Group origin = alone(0);
        busy_ms(before_post);
        MPI_Win_post(origin, 0, win);
        MPI_Win_wait(win);
        MPI_Group_free(&origin);
    }
    MPI_Win_free(&win);
}

static void late_post(void)
{
    exposed(2, 0);
}

static void late_complete(void)
{
    exposed(0, 4);
}

static void lock(void)
{
    long *memory, one = 1;
    MPI_Win win = window(&memory);
    if (rank == 1 || rank == 2) {
        if (rank == 2)
            busy_ms(1);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&one, 8, MPI_BYTE, 0, 0, 8, MPI_BYTE, win);
        MPI_Win_flush(0, win);
        if (rank == 1)
            busy_ms(5);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

static void unserved(void)
{
    long *memory, got = 0;
    MPI_Win win = window(&memory);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 0) {
        busy_ms(6);
    } else if (rank == 1) {
        busy_ms(1);
        MPI_Get(&got, 8, MPI_BYTE, 0, 0, 8, MPI_BYTE, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* Two partitions of eight bytes each from rank 0 to rank 1. */
static void partitions(long before_last, long before_start)
{
    MPI_Request request;
    if (rank == 0) {
        MPI_Psend_init(buffer, 2, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready(0, request);
        busy_ms(before_last);
        MPI_Pready(1, request);
    } else if (rank == 1) {
        MPI_Precv_init(buffer, 2, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        busy_ms(before_start);
        MPI_Start(&request);
    }
    if (rank < 2) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
}

static void partition(void)
{
    partitions(3, 0);
}

static void clearance(void)
{
    partitions(0, 2);
}

static void file(void)
{
    MPI_File handle;
    MPI_File_open(MPI_COMM_WORLD, "defects.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &handle);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_write_at(handle, (MPI_Offset)rank * 1000000, buffer, 1000000, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&handle);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } kinds[] = {
        {"late-sender", late_sender}, {"late-receiver", late_receiver}, {"collective", collective}, {"root", root},
        {"contention", contention},   {"phases", phases},               {"progress", progress},           {"chain", chain},
        {"fence", fence},             {"late-post", late_post},         {"late-complete", late_complete},
        {"lock", lock},               {"unserved", unserved},           {"partition", partition},
        {"clearance", clearance},     {"file", file},
    };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    buffer = calloc(LARGE, 1);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (argc > 1 && strcmp(argv[1], kinds[i].name) == 0)
            kinds[i].run();
    free(buffer);
    MPI_Finalize();
    return 0;
}
