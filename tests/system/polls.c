/* Ranks that poll, in one loop each: polls KIND ROUNDS COMPUTE. Rank r computes for a time of its own before it sends. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windtunnel.h>

static uint64_t state;

static double next(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 40) / (1 << 24);
}

static long polls;
static int rank, size, flag, got[4], sent;

static void test(MPI_Request *request)
{
    do {
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
        polls++;
    } while (!flag);
}

static void testall(MPI_Request *requests)
{
    for (flag = 0; !flag; polls++)
        MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
}

static void testany(MPI_Request *requests)
{
    int index;
    for (int left = 2; left > 0; left--)
        for (flag = 0; !flag; polls++)
            MPI_Testany(2, requests, &index, &flag, MPI_STATUS_IGNORE);
}

static void testsome(MPI_Request *requests)
{
    int count, indices[2];
    for (int left = 2; left > 0; left -= count)
        for (count = 0; count == 0; polls++)
            MPI_Testsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
}

/* Gives up after some polls, and computes: nothing of it may be left out. */
static void impatient(MPI_Request *request)
{
    int patience = 7;
    for (flag = 0; !flag; polls++) {
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
        if (!flag && --patience == 0) {
            wt_compute(3e-6);
            patience = 11;
        }
    }
}

/* Two polls in turn. */
static void both(MPI_Request *request)
{
    int other;
    for (flag = 0; !flag; polls++) {
        MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &other, MPI_STATUS_IGNORE);
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    }
}

/* Functions of the program's own around the polls, as hypre has them: their flags lie where others' return addresses did. */
__attribute__((noinline)) static void wrapped_iprobe(int tag, int *found, MPI_Status *status)
{
    int own;
    MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &own, status);
    *found = own;
}

__attribute__((noinline)) static void wrapped_test(MPI_Request *request, int *done, MPI_Status *status)
{
    long room[3];
    int own;
    __asm__ volatile("" : : "r"(room) : "memory");
    MPI_Test(request, &own, status);
    *done = own;
}

__attribute__((noinline)) static void wrapped_testall(int count, MPI_Request *requests, int *done, MPI_Status *statuses)
{
    int own;
    MPI_Testall(count, requests, &own, statuses);
    *done = own;
}

/* An exchange in which no rank knows its senders: serves whoever asks, until all answers are there, and then all ranks are done. */
static void serve(MPI_Request *requests, int left, int right, int tag)
{
    MPI_Status status, statuses[2];
    MPI_Request done;
    int asked = 0, answered = 0, over = 0, contact, number = rank;
    MPI_Isend(&number, 1, MPI_INT, left, tag, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&number, 1, MPI_INT, right, tag, MPI_COMM_WORLD, &requests[3]);
    while (!over) {
        wrapped_iprobe(tag, &contact, &status);
        polls++;
        while (contact) {
            MPI_Recv(got, 1, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&number, 1, MPI_INT, status.MPI_SOURCE, 5, MPI_COMM_WORLD);
            asked++;
            wrapped_iprobe(tag, &contact, &status);
            polls++;
        }
        if (!answered) {
            wrapped_testall(2, requests, &answered, statuses);
            polls++;
            if (answered)
                MPI_Ibarrier(MPI_COMM_WORLD, &done);
        } else {
            wrapped_test(&done, &over, &status);
            polls++;
        }
    }
    if (asked != 2)
        MPI_Abort(MPI_COMM_WORLD, 3);
}

static void iprobe(void)
{
    MPI_Status status;
    for (int left = 2; left > 0; left--) {
        for (flag = 0; !flag; polls++)
            MPI_Iprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &flag, &status);
        MPI_Recv(got, 1, MPI_INT, status.MPI_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    const char *kind = argv[1];
    int rounds = atoi(argv[2]);
    double longest = atof(argv[3]);
    static char large[2][200000];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    state = rank + 1;
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    int bytes = strcmp(kind, "large") == 0 ? sizeof large[0] : 4;
    for (int round = 0; round < rounds; round++) {
        MPI_Request requests[4];
        int probes = strcmp(kind, "iprobe") == 0, serves = strcmp(kind, "serve") == 0;
        if (!probes) {
            MPI_Irecv(large[1], bytes, MPI_BYTE, left, 5, MPI_COMM_WORLD, &requests[0]);
            MPI_Irecv(&got[1], 4, MPI_BYTE, right, 5, MPI_COMM_WORLD, &requests[1]);
        }
        if (longest > 0)
            wt_compute(longest * next());
        if (!serves) {
            MPI_Isend(large[0], bytes, MPI_BYTE, right, 5, MPI_COMM_WORLD, &requests[2]);
            MPI_Isend(&sent, 4, MPI_BYTE, left, 5, MPI_COMM_WORLD, &requests[3]);
        }
        if (probes)
            iprobe();
        else if (serves)
            serve(requests, left, right, 10 + round);
        else if (strcmp(kind, "testall") == 0)
            testall(requests);
        else if (strcmp(kind, "testany") == 0)
            testany(requests);
        else if (strcmp(kind, "testsome") == 0)
            testsome(requests);
        else
            for (int at = 0; at < 2; at++) {
                if (strcmp(kind, "impatient") == 0)
                    impatient(&requests[at]);
                else if (strcmp(kind, "both") == 0)
                    both(&requests[at]);
                else
                    test(&requests[at]);
            }
        MPI_Waitall(2, &requests[2], MPI_STATUSES_IGNORE);
    }
    printf("rank %d: %ld polls, %.12f s\n", rank, polls, MPI_Wtime());
    MPI_Finalize();
    return 0;
}
