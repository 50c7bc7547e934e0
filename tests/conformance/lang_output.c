/* What ranks print: lines in parts, buffers written out at the end, handlers at exit, in each rank of its own.
 * ranks: 1 3
 * output: sorted */
#include "conformance.h"
#include <unistd.h>

static int exits;

static void last(void)
{
    printf("rank %d: last at exit, after %d others\n", world_rank, exits);
}

static void first(void)
{
    exits++;
    printf("rank %d: first at exit\n", world_rank);
}

__attribute__((destructor)) static void destructor(void)
{
    printf("rank %d: destructor\n", world_rank);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    atexit(last);
    atexit(first);
    printf("rank %d: in two ", world_rank);
    printf("parts\n");
    MPI_Barrier(MPI_COMM_WORLD); /* what is in the buffer stays there or goes out; nothing is lost or doubled */
    fprintf(stdout, "rank %d: %s\n", world_rank, isatty(1) ? "a terminal" : "no terminal");
    fputs("all alike\n", stdout);
    fflush(stdout);
    putchar('x');
    putchar('0' + world_rank);
    puts("");
    int size = -1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    EQUAL(size, world_size);
    return finish(); /* the rest of the buffer goes out at exit */
}
