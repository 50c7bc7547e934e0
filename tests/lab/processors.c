/* processors.c: a repeated allreduce, and how busy the processors are that all hosts of the lab share.
 *
 *   processors [REPETITIONS [BYTES]]
 *
 * Rank 0 prints `ranks,bytes,seconds,busy,own`: the mean time of an allreduce, which part of the time of all processors is not idle
 * meanwhile (/proc/stat), and which part of it the ranks themselves have had; the rest is the kernel's, for packets, and whoever else
 * runs. In the tunnel only the seconds mean something.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

struct jiffies {
    long busy, all;
};

static struct jiffies jiffies(void)
{
    struct jiffies found = {0, 0};
    FILE *stat = fopen("/proc/stat", "r");
    if (!stat || fscanf(stat, "cpu")) return found;
    for (int column = 0; column < 8; column++) {
        long value = 0;
        if (fscanf(stat, "%ld", &value) != 1) break;
        found.all += value;
        if (column != 3 && column != 4) found.busy += value; /* idle, iowait */
    }
    fclose(stat);
    return found;
}

static double own(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1e-6 * (used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

int main(int count, char **words)
{
    int rank, ranks, repetitions = count > 1 ? atoi(words[1]) : 300, bytes = count > 2 ? atoi(words[2]) : 10240;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    char *from = calloc(bytes, 1), *to = calloc(bytes, 1);
    for (int i = 0; i < 20; i++) MPI_Allreduce(from, to, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
    struct jiffies before = jiffies();
    double used = own(), took = MPI_Wtime(), all;
    for (int i = 0; i < repetitions; i++) MPI_Allreduce(from, to, bytes, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
    took = MPI_Wtime() - took;
    used = own() - used;
    struct jiffies after = jiffies();
    MPI_Reduce(&used, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    double busy = after.all > before.all ? (double)(after.busy - before.busy) / (after.all - before.all) : 0;
    if (rank == 0) printf("%d,%d,%.6f,%.2f,%.2f\n", ranks, bytes, took / repetitions, busy, all / took / sysconf(_SC_NPROCESSORS_ONLN));
    free(from);
    free(to);
    MPI_Finalize();
    return 0;
}
