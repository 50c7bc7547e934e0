/* buckets KEYS ROUNDS: NPB IS's rounds. Ranks count their share of the keys by bucket, add up the counts, send every bucket to its
 * rank and sort what they get by counting. The work is the same on any number of ranks. */
#include "common.h"

#define BUCKETS 1024
#define KEY_BITS 19

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const long keys = argument(argc, argv, 1, 1 << 23) / size, rounds = argument(argc, argv, 2, 10);
    const int width = (1 << KEY_BITS) / BUCKETS, own = (BUCKETS + size - 1) / size;
    int *key = (int *)buffer(sizeof *key * keys), *sent = (int *)buffer(sizeof *sent * keys);
    int *got = (int *)buffer(sizeof *got * (2 * keys + 4096)), *ranking = (int *)buffer(sizeof *ranking * own * width);
    int *send_counts = (int *)buffer(sizeof(int) * size), *send_offsets = (int *)buffer(sizeof(int) * size);
    int *recv_counts = (int *)buffer(sizeof(int) * size), *recv_offsets = (int *)buffer(sizeof(int) * size);
    unsigned random = 1 + rank;
    for (long i = 0; i < keys; i++)
        key[i] = (random = random * 1664525u + 1013904223u) >> (32 - KEY_BITS);
    double start = MPI_Wtime();
    for (long round = 0; round < rounds; round++) {
        int mine[BUCKETS] = {0}, all[BUCKETS], next[BUCKETS];
        for (long i = 0; i < keys; i++)
            mine[key[i] / width]++;
        for (int b = 0, at = 0; b < BUCKETS; at += mine[b++])
            next[b] = at;
        for (long i = 0; i < keys; i++)
            sent[next[key[i] / width]++] = key[i];
        MPI_Allreduce(mine, all, BUCKETS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        memset(send_counts, 0, sizeof(int) * size);
        for (int b = 0; b < BUCKETS; b++)
            send_counts[b / own] += mine[b];
        MPI_Alltoall(send_counts, 1, MPI_INT, recv_counts, 1, MPI_INT, MPI_COMM_WORLD);
        int total = 0;
        for (int r = 0, at = 0; r < size; at += send_counts[r], total += recv_counts[r], r++)
            send_offsets[r] = at, recv_offsets[r] = total;
        if (total > 2 * keys + 4096)
            MPI_Abort(MPI_COMM_WORLD, 3);
        MPI_Alltoallv(sent, send_counts, send_offsets, MPI_INT, got, recv_counts, recv_offsets, MPI_INT, MPI_COMM_WORLD);
        memset(ranking, 0, sizeof *ranking * own * width);
        for (int i = 0; i < total; i++)
            ranking[got[i] - rank * own * width]++;
        for (int i = 1; i < own * width; i++)
            ranking[i] += ranking[i - 1];
    }
    report("buckets", keys, MPI_Wtime() - start);
    MPI_Finalize();
    return 0;
}
