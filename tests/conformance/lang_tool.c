/* A tool in a shared library between the program and MPI, as profilers are.
 * ranks: 2 4
 * library: library_tool.c */
#include "conformance.h"

/* The tool's, found by name as a measuring program would. */
extern long tool_bytes, tool_calls;

int main(int argc, char **argv)
{
    start(&argc, &argv);
    char buffer[1000] = { 0 };
    int to = (world_rank + 1) % world_size, from = (world_rank + world_size - 1) % world_size;
    MPI_Request request;
    EQUAL(tool_calls, 1); /* MPI_Init */
    for (int k = 0; k < 3; k++) {
        MPI_Isend(buffer, 100 * (world_rank + 1), MPI_CHAR, to, k, MPI_COMM_WORLD, &request);
        MPI_Recv(buffer, 1000, MPI_CHAR, from, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    EQUAL(tool_bytes, 300 * (world_rank + 1));
    EQUAL(tool_calls, 7);
    MPI_Barrier(MPI_COMM_WORLD); /* not intercepted */
    EQUAL(tool_calls, 7);
    show("bytes seen by the tool", tool_bytes);
    return finish();
}
