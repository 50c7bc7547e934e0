/* Leaving by exit() deep inside, after MPI_Finalize.
 * ranks: 1 4
 * output: sorted */
#include "conformance.h"

static int leave(int depth)
{
    (void)depth;
    exit(finish());
}

static int deep(int depth);
static int (*volatile after[2])(int) = { leave, deep };

static int deep(int depth)
{
    return 1 + after[depth > 0](depth - 1);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    return deep(10 + world_rank);
}
