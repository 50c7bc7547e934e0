/* Rank 1 crashes while rank 0 waits for it: rank, signal, function and source line are named.
 *
 * ranks: 2
 * status: 1
 * ending: crashed
 *
 * case null
 * stderr: rank 1 crashed: SIGSEGV (null pointer) at address 0x0
 * stderr: in        null_pointer ({null})
 * stderr: called by main (
 *
 * case abort
 * stderr: rank 1 crashed: SIGABRT (aborted)
 * stderr: called by give_up ({abort})
 * stderr: called by main (
 *
 * case overflow
 * stderr: rank 1 crashed: SIGSEGV (stack overflow) at address
 * stderr: recurse (crash.c:
 *
 * case division
 * stderr: rank 1 crashed: SIGFPE (integer division by zero
 * stderr: in        divide ({division})
 *
 * case illegal
 * stderr: rank 1 crashed: SIGILL (illegal instruction)
 * stderr: in        main ({illegal})
 *
 * case callback
 * stderr: rank 1 crashed: SIGSEGV (null pointer) at address 0x0
 * stderr: in        bad_operation ({callback})
 *
 * case library
 * stderr: rank 1 crashed: SIGSEGV (
 * stderr: called by main ({library})
 *
 * case raise
 * stderr: rank 1 crashed: SIGTERM (raised by the rank itself, which has no handler for it)
 *
 * case damaged
 * stderr: rank 1 crashed: SIGSEGV (damaged pointer, or one that is not aligned for the instruction)
 * stderr: in        main ({damaged})
 *
 * case breakpoint
 * stderr: rank 1 crashed: SIGTRAP (breakpoint)
 * stderr: in        main (
 *
 * case buffer
 * stderr: rank 1 crashed: SIGSEGV (it gave MPI a buffer that is not memory of the program) at address 0x8
 */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static int *volatile nowhere;
static volatile int zero;

static void null_pointer(void)
{
    *nowhere = 1; /* null */
}

static void give_up(void)
{
    abort(); /* abort */
}

static int recurse(int depth)
{
    volatile char frame[1024];
    frame[depth & 1023] = (char)depth;
    return recurse(depth + 1) + frame[depth & 1023];
}

static int divide(int value)
{
    return value / zero; /* division */
}

static void bad_operation(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)length, (void)type;
    *nowhere = 2; /* callback */
}

int main(int argc, char **argv)
{
    int rank, got = 0, sum = 0;
    MPI_Op op;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(argv[1], "callback") == 0) {
        MPI_Op_create(bad_operation, 1, &op);
        MPI_Reduce(&got, &sum, 1, MPI_INT, op, 1, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (strcmp(argv[1], "null") == 0) {
        null_pointer();
    } else if (strcmp(argv[1], "abort") == 0) {
        give_up();
    } else if (strcmp(argv[1], "overflow") == 0) {
        got = recurse(0);
    } else if (strcmp(argv[1], "division") == 0) {
        got = divide(3);
    } else if (strcmp(argv[1], "illegal") == 0) {
        __builtin_trap(); /* illegal */
    } else if (strcmp(argv[1], "library") == 0) {
        got = (int)strlen((char *)nowhere); /* library */
    } else if (strcmp(argv[1], "damaged") == 0) {
        int *pointer;
        memcpy(&pointer, &(double){1}, sizeof pointer);
        *(volatile int *)pointer = 1; /* damaged */
    } else if (strcmp(argv[1], "breakpoint") == 0) {
        __asm__ volatile("int3");
    } else if (strcmp(argv[1], "raise") == 0) {
        raise(SIGTERM);
    } else {
        MPI_Send((void *)8, 1 << 20, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Send(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
