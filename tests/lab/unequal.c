/* Four programs that compute about half of their time in blocks that differ from rank to rank, on links of 10 to 50 Mbit/s:
 *
 *   unequal PROGRAM [STEPS]
 *
 * token     a message of 64 KiB goes round the ring; each rank computes before it sends it on
 * tokens    two messages do, from opposite places
 * master    rank 0 computes between gathering from all and sending each its part
 * tree      a tree of partners: who receives computes, the longer the more it has heard of
 *
 * It is two thirds of the time on links of 50 Mbit/s, and a third on those of 10. At most two ranks compute at once: the hosts of the lab share a few cores. A block is the same number of operations each time. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W MPI_COMM_WORLD
enum { BYTES = 65536 };
static char out[BYTES], in[BYTES * 64];
static int me, np;
static volatile double sink;

/* About a millisecond each. */
static void compute(int units)
{
    double x = 2 + me + sink;
    for (long i = 0; i < 700000L * units; i++) x = x * 0.999999 + 1e-6;
    sink = x;
}

/* Blocks of 6 to 40 units. */
static int own(int rank) { return 6 + 2 * (rank * 7 % 18); }

static void token(int tokens)
{
    int before = (me + np - 1) % np, next = (me + 1) % np;
    int first = me == 0 || (tokens == 2 && me == np / 2);
    for (int k = 0; k < tokens; k++) {
        if (k == 0 && first) MPI_Send(out, BYTES, MPI_BYTE, next, 1, W);
        MPI_Recv(in, BYTES, MPI_BYTE, before, 1, W, MPI_STATUS_IGNORE);
        compute(own(me));
        /* The last message that comes to a rank that began is its own. */
        if (!(k == tokens - 1 && first)) MPI_Send(out, BYTES, MPI_BYTE, next, 1, W);
    }
}

static void master(int step)
{
    MPI_Gather(out, BYTES / 4, MPI_BYTE, in, BYTES / 4, MPI_BYTE, 0, W);
    if (me == 0) compute(120 + 60 * (step % 3));
    MPI_Scatter(in, BYTES / 4, MPI_BYTE, out, BYTES / 4, MPI_BYTE, 0, W);
}

static void tree(void)
{
    for (int distance = np / 2; distance >= 1; distance /= 2) {
        if (me < distance) {
            MPI_Recv(in, BYTES, MPI_BYTE, me + distance, 2, W, MPI_STATUS_IGNORE);
            if (distance <= 2) compute(30 * (3 - distance) + 10 * me);
        } else if (me < 2 * distance) {
            MPI_Send(out, BYTES, MPI_BYTE, me - distance, 2, W);
        }
    }
    MPI_Bcast(out, BYTES / 16, MPI_BYTE, 0, W);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &me);
    MPI_Comm_size(W, &np);
    const char *program = argc > 1 ? argv[1] : "";
    int steps = argc > 2 ? atoi(argv[2]) : 10;
    if (np > 64 || np & (np - 1)) {
        fprintf(stderr, "a power of two of ranks, at most 64\n");
        MPI_Abort(W, 2);
    }
    for (int step = 0; step < steps; step++) {
        if (!strcmp(program, "token")) token(1);
        else if (!strcmp(program, "tokens")) token(2);
        else if (!strcmp(program, "master")) master(step);
        else if (!strcmp(program, "tree")) tree();
        else MPI_Abort(W, 2);
    }
    MPI_Finalize();
    return 0;
}
