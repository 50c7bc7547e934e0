/* permutation BYTES SEED: every rank sends BYTES to the rank that a pseudo-random permutation gives it, and receives
 * from the one that it is given to. */
#include "common.h"
#include <stdint.h>

/* Any function of the half-word will do: four rounds of it make a permutation of the whole. */
static uint32_t mix(uint32_t half, uint32_t round, uint32_t seed)
{
    uint64_t x = (uint64_t)half * 0x9E3779B97F4A7C15u + round * 0xBF58476D1CE4E5B9u + seed * 0x94D049BB133111EBu;
    x ^= x >> 29;
    x *= 0xD6E8FEB86659FD93u;
    return (uint32_t)(x >> 32);
}

/* A Feistel network over 2 * bits bits, there or back. */
static uint32_t feistel(uint32_t x, int bits, uint32_t seed, int inverse)
{
    const uint32_t mask = (1u << bits) - 1;
    uint32_t left = x >> bits, right = x & mask;
    for (uint32_t i = 0; i < 4; i++) {
        if (inverse) {
            uint32_t before = right ^ (mix(left, 3 - i, seed) & mask);
            right = left;
            left = before;
        } else {
            uint32_t after = left ^ (mix(right, i, seed) & mask);
            left = right;
            right = after;
        }
    }
    return left << bits | right;
}

/* Where the network leaves the range it is applied again: walking its cycles makes a permutation of the range. */
static int permuted(int rank, int size, uint32_t seed, int inverse)
{
    int bits = 1;
    while (1 << (2 * bits) < size)
        bits++;
    uint32_t x = (uint32_t)rank;
    do
        x = feistel(x, bits, seed, inverse);
    while (x >= (uint32_t)size);
    return (int)x;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const long bytes = argument(argc, argv, 1, 1048576);
    const uint32_t seed = (uint32_t)argument(argc, argv, 2, 1);
    const int to = permuted(rank, size, seed, 0), from = permuted(rank, size, seed, 1);
    if (permuted(from, size, seed, 0) != rank)
        MPI_Abort(MPI_COMM_WORLD, 1);
    char *out = buffer(bytes), *in = buffer(bytes);
    double start = MPI_Wtime();
    MPI_Request requests[2];
    MPI_Irecv(in, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    report("permutation", bytes, MPI_Wtime() - start);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
