/* Collective operations with algorithms that are set while the program runs: collectives PLAN REPETITIONS [SKEW].
 *
 * A line of PLAN: ID OPERATION BYTES [VARIABLE=VALUE ...]. The variables are the library's control variables (MPI_T); the call is made
 * on a communicator that is made after they are set, and they have their first values again after the line. BYTES are those of the
 * message of a bcast or allreduce, and of one block of an allgather or alltoall.
 *
 * Every call begins at an instant that all ranks have agreed on, as in patterns.c, and lasts until the last rank has its result. A
 * line for each: id,repetition,seconds,late,inside. The first repetition (0) sets up connections: drop it. `inside` stands for what all ranks
 * saw happen inside of the call (../libraries/calls.h), as far as the program is built with a file that sees it. In the tunnel, where all
 * ranks would begin at that very instant, they are late by less than SKEW microseconds, at random: two messages that cross each other
 * take another time then. */
#ifdef INSIDE
#include "../libraries/calls.h"
#endif
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define W MPI_COMM_WORLD
enum { SETTINGS = 8 };

static int me, np, skew;
static char *from, *to;

#ifdef TUNNEL
/* From 0 to 1, another one for each call (the generator of C's standard). */
static double draw(void)
{
    static unsigned long state;
    if (!state)
        state = 12345 + 7919ul * me;
    for (int i = 0; i < 4; i++)
        state = state * 1103515245 + 12345;
    return state / 65536 % 32768 / 32768.0;
}
#endif

/* One clock for all ranks, as in patterns.c; -DTUNNEL in the tunnel. */
static double now(void)
{
#ifdef TUNNEL
    return MPI_Wtime();
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
#endif
}

/* An instant that all ranks wait for. It is told by single messages: the collectives are what is measured. */
static double begin_together(double *late)
{
    double at;
    MPI_Barrier(W);
    MPI_Barrier(W);
    at = now() + 0.02;
    for (int rank = 1; rank < np && me == 0; rank++)
        MPI_Send(&at, 1, MPI_DOUBLE, rank, 1, W);
    if (me > 0)
        MPI_Recv(&at, 1, MPI_DOUBLE, 0, 1, W, MPI_STATUS_IGNORE);
    double left = at - now();
    if (left > 0)
        usleep((useconds_t)(left * 1e6));
    while (now() < at)
        ;
#ifdef TUNNEL
    usleep((useconds_t)(draw() * skew));
#endif
    *late = now() - at;
    return at;
}

#ifdef TUNNEL
static int set(const char *name, int value)
{
    (void)name, (void)value;
    return 0;
}
#else
/* Sets a control variable; gives its value before. */
static int set(const char *name, int value)
{
    int index, count, before = 0;
    MPI_T_cvar_handle handle;
    if (MPI_T_cvar_get_index(name, &index) || MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) || count != 1 ||
        MPI_T_cvar_read(handle, &before) || MPI_T_cvar_write(handle, &value)) {
        fprintf(stderr, "%s cannot be set\n", name);
        MPI_Abort(W, 2);
    }
    MPI_T_cvar_handle_free(&handle);
    return before;
}
#endif

static void call(const char *name, int bytes, MPI_Comm comm)
{
#define IS(what) (strcmp(name, what) == 0)
    if (IS("bcast"))
        MPI_Bcast(from, bytes, MPI_BYTE, 0, comm);
    else if (IS("allreduce"))
        MPI_Allreduce(from, to, bytes / 8, MPI_DOUBLE, MPI_SUM, comm);
    else if (IS("allgather"))
        MPI_Allgather(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, comm);
    else if (IS("alltoall"))
        MPI_Alltoall(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, comm);
    else
        MPI_Abort(W, 2);
}

/* A number that stands for what a rank saw (FNV-1a). */
static unsigned number_of(const char *text)
{
    unsigned hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

static void measure(const char *id, const char *name, int bytes, int repetitions, MPI_Comm comm)
{
    for (int repetition = 0; repetition <= repetitions; repetition++) {
        const char *seen = "";
        double late, start = begin_together(&late);
#ifdef INSIDE
        begin(name, 0);
#endif
        call(name, bytes, comm);
        double took[2] = {now() - start, late}, most[2];
#ifdef INSIDE
        seen = end();
#endif
        unsigned mine = number_of(seen) * (2 * me + 1), all;
        MPI_Reduce(took, most, 2, MPI_DOUBLE, MPI_MAX, 0, W);
        MPI_Reduce(&mine, &all, 1, MPI_UNSIGNED, MPI_SUM, 0, W);
        if (me == 0)
            printf("%s,%d,%.9f,%.9f,%08x\n", id, repetition, most[0], most[1], all);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int provided;
    char line[1024];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
#ifndef TUNNEL
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
#endif
    MPI_Comm_rank(W, &me);
    MPI_Comm_size(W, &np);
    skew = argc > 3 ? atoi(argv[3]) : 0;
    FILE *plan = argc >= 3 ? fopen(argv[1], "r") : NULL;
    size_t room = (size_t)np << 21;
    from = calloc(1, room), to = calloc(1, room);
    if (!plan || !from || !to)
        MPI_Abort(W, 2);
    memset(from, 0, room), memset(to, 0, room);
#ifdef INSIDE
    learn(me, np);
#endif
    while (fgets(line, sizeof line, plan)) {
        char *id = strtok(line, " \n"), *name = strtok(NULL, " \n"), *bytes = strtok(NULL, " \n"), *names[SETTINGS];
        int before[SETTINGS], settings = 0;
        for (char *word; settings < SETTINGS && (word = strtok(NULL, " \n")); settings++) {
            char *value = strchr(word, '=');
            *value++ = 0;
            names[settings] = word;
            before[settings] = set(word, atoi(value));
        }
        MPI_Comm comm;
        MPI_Comm_dup(W, &comm);
        measure(id, name, atoi(bytes), atoi(argv[2]), comm);
        MPI_Comm_free(&comm);
        while (settings-- > 0)
            set(names[settings], before[settings]);
    }
    fclose(plan);
#ifndef TUNNEL
    MPI_T_finalize();
#endif
    MPI_Finalize();
    return 0;
}
