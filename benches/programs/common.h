/* What the bench programs share: reading arguments, and reporting simulated time.
 *
 * Every program is ordinary MPI and is built unchanged for the tunnel (wtcc) and for SMPI (smpicc). Rank 0 prints one
 * line per measurement: NAME BYTES MAX MEAN, the two times in seconds over all ranks. */
#ifndef BENCHES_COMMON_H
#define BENCHES_COMMON_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The argument at `index`, a number, or `fallback` if there are not so many. */
static inline long argument(int argc, char **argv, int index, long fallback)
{
    if (argc <= index)
        return fallback;
    char *end = NULL;
    long value = strtol(argv[index], &end, 10);
    if (*end != '\0' || value < 0) {
        fprintf(stderr, "%s: argument %d: `%s` is not a number from 0\n", argv[0], index, argv[index]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return value;
}

/* A buffer of at least one byte. */
static inline char *buffer(size_t bytes)
{
    char *memory = (char *)malloc(bytes > 0 ? bytes : 1);
    if (memory == NULL) {
        fprintf(stderr, "no memory for a buffer of %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    return memory;
}

/* A number that looks random, a function of two others (the finaliser of SplitMix64). */
static inline uint64_t drawn(uint64_t a, uint64_t b)
{
    uint64_t x = a * 0x9E3779B97F4A7C15u + b * 0xD1B54A32D192ED03u + 0x2545F4914F6CDD1Du;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* Prints how long the ranks have been at it; `seconds` is this rank's own time. */
static inline void report(const char *name, long bytes, double seconds)
{
    int rank, size;
    double longest, sum;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Reduce(&seconds, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&seconds, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s %ld %.12f %.12f\n", name, bytes, longest, sum / size);
}

#endif
