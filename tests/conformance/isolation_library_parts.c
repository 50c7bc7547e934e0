/* A library of isolation_library.c: its own globals, and calls of MPI. No program itself. */
#include <mpi.h>

int library_counter = 1000;
static int calls;
static int table[4096] = { 1, 2, 3 };
__thread int library_local = 7;
int *library_pointer = &library_counter;

__attribute__((constructor)) static void loaded(void)
{
    table[4095] = 42;
}

/* Passes a number round the ring. */
int library_ring(int value, MPI_Comm comm)
{
    int rank, size, got = -1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    calls++;
    library_local += rank;
    *library_pointer += rank;
    table[calls] += rank;
    MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % size, 9, &got, 1, MPI_INT, (rank + size - 1) % size, 9, comm,
        MPI_STATUS_IGNORE);
    return got;
}

int library_calls(void)
{
    return calls;
}

int library_table(int at)
{
    return table[at];
}
