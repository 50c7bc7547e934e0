/* What the conformance programs share: start and finish, checks, lines of rank 0.
 *
 * A program checks itself and prints only what is the same on every MPI library. Failed checks print file, line and
 * values, and finish() gives status 1. */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int world_rank, world_size, failures;

#define SHOWN_FAILURES 10

static inline void failed(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    if (failures++ >= SHOWN_FAILURES)
        return;
    printf("%s:%d: rank %d: ", file, line, world_rank);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
}

/* The condition holds. */
#define CHECK(condition) ((condition) ? (void)0 : failed(__FILE__, __LINE__, "not so: %s", #condition))

/* Two integers are equal. */
#define EQUAL(found, expected) equal_((long long)(found), (long long)(expected), #found, __FILE__, __LINE__)
static inline void equal_(long long found, long long expected, const char *text, const char *file, int line)
{
    if (found != expected)
        failed(file, line, "%s is %lld, not %lld", text, found, expected);
}

/* Two strings are equal. */
#define SAME(found, expected) same_((found), (expected), #found, __FILE__, __LINE__)
static inline void same_(const char *found, const char *expected, const char *text, const char *file, int line)
{
    if (strcmp(found, expected))
        failed(file, line, "%s is \"%s\", not \"%s\"", text, found, expected);
}

/* The call gives an error of this class. */
#define GIVES(call, class) gives_((call), (class), #call, __FILE__, __LINE__)
static inline void gives_(int code, int expected, const char *text, const char *file, int line)
{
    int found = -1;
    MPI_Error_class(code, &found);
    if (found != expected)
        failed(file, line, "%s gives error class %d, not %d", text, found, expected);
}

static inline void start(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
}

/* A line of rank 0. */
static inline void say(const char *format, ...)
{
    va_list arguments;
    if (world_rank != 0)
        return;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
}

/* A line of rank 0 with a value of each rank; point-to-point only, so that a broken collective cannot hide. */
static inline void show(const char *label, long long value)
{
    const int tag = 32001;
    if (world_rank != 0) {
        MPI_Send(&value, 1, MPI_LONG_LONG, 0, tag, MPI_COMM_WORLD);
        return;
    }
    printf("%s:", label);
    for (int rank = 0; rank < world_size; rank++) {
        long long other = value;
        if (rank > 0)
            MPI_Recv(&other, 1, MPI_LONG_LONG, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf(" %lld", other);
    }
    printf("\n");
    fflush(stdout);
}

/* The verdict over all ranks; the status of main. */
static inline int finish(void)
{
    const int tag = 32002;
    int all = failures;
    if (world_rank != 0) {
        MPI_Send(&failures, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    } else {
        for (int rank = 1; rank < world_size; rank++) {
            int other;
            MPI_Recv(&other, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            all += other;
        }
        if (all)
            printf("%d checks failed\n", all);
        else
            printf("all checks passed\n");
        fflush(stdout);
    }
    MPI_Finalize();
    return failures ? 1 : 0;
}

#endif
