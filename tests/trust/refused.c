/* Every way in which data reach a rank, an operation of its own, new memory, files, and text: prints what it has got. With the
 * variable REFUSE, `NUMBER:ERRNO`, it has the kernel refuse a system call in its process once MPI is up. With NOT_DUMPABLE nobody may
 * access the memory of its process. */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int rank, ranks;

static void refuse(const char *what)
{
    int number, error;
    if (!what || sscanf(what, "%d:%d", &number, &error) != 2) return;
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) exit(9);
}

static void own_sum(void *in, void *inout, int *count, MPI_Datatype *type)
{
    for (int i = 0; i < *count; i++) ((double *)inout)[i] += ((double *)in)[i];
    (void)type;
}

static unsigned long digest(const void *data, size_t bytes)
{
    const unsigned char *at = data;
    unsigned long hash = 14695981039346656037ul;
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ at[i]) * 1099511628211ul;
    return hash;
}

static void say(const char *what, const void *data, size_t bytes)
{
    printf("rank %d: %s of %zu: %016lx\n", rank, what, bytes, digest(data, bytes));
}

static void exchange(int count)
{
    size_t bytes = (size_t)count * sizeof(double);
    int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    double *own = malloc(2 * bytes), *got = calloc((size_t)ranks, bytes), *shared;
    for (int i = 0; i < 2 * count; i++) own[i] = rank * 1000.0 + i;
    MPI_Sendrecv(own, count, MPI_DOUBLE, next, 0, got, count, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say("sendrecv", got, bytes);
    if (rank == 0) MPI_Send(own, count, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(got, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allgather(own, count, MPI_DOUBLE, got, count, MPI_DOUBLE, MPI_COMM_WORLD);
    say("allgather", got, bytes * (size_t)ranks);
    MPI_Allreduce(own, got, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    say("allreduce", got, bytes);
    MPI_Op op;
    MPI_Op_create(own_sum, 1, &op);
    MPI_Allreduce(own, got, count, MPI_DOUBLE, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    say("own operation", got, bytes);
    MPI_Datatype every_second;
    MPI_Type_vector(count, 1, 2, MPI_DOUBLE, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Sendrecv(own, 1, every_second, next, 2, got, count, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&every_second);
    say("vector", got, bytes);
    MPI_Win window;
    MPI_Win_allocate((MPI_Aint)bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &window);
    memset(shared, 0, bytes);
    MPI_Win_fence(0, window);
    MPI_Accumulate(own, count, MPI_DOUBLE, next, 0, count, MPI_DOUBLE, MPI_SUM, window);
    MPI_Win_fence(0, window);
    say("accumulate", shared, bytes);
    MPI_Get(got, count, MPI_DOUBLE, before, 0, count, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    say("get", got, bytes);
    MPI_Win_free(&window);
    free(own);
    free(got);
}

/* New memory is zero, whoever had it before. */
static void use_memory(void)
{
    size_t bytes = 1 << 20, wrong = 0;
    for (int round = 0; round < 3; round++) {
        unsigned char *block = calloc(1, bytes);
        for (size_t i = 0; i < bytes; i++) wrong += block[i] != 0;
        memset(block, 1, bytes);
        free(block);
    }
    printf("rank %d: %zu bytes of new memory are not zero\n", rank, wrong);
}

static void use_files(const char *folder)
{
    enum { COUNT = 5000 };
    char path[4096];
    double *own = malloc(COUNT * sizeof(double));
    for (int i = 0; i < COUNT; i++) own[i] = rank + i / 7.0;
    snprintf(path, sizeof path, "%s/shared.bin", folder);
    MPI_File file;
    if (MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file)) exit(10);
    if (MPI_File_write_at_all(file, (MPI_Offset)(rank * COUNT * sizeof(double)), own, COUNT, MPI_DOUBLE, MPI_STATUS_IGNORE)) exit(11);
    if (MPI_File_sync(file)) exit(12);
    MPI_Barrier(MPI_COMM_WORLD);
    int other = (rank + 1) % ranks;
    if (MPI_File_read_at(file, (MPI_Offset)(other * COUNT * sizeof(double)), own, COUNT, MPI_DOUBLE, MPI_STATUS_IGNORE)) exit(13);
    if (MPI_File_close(&file)) exit(14);
    say("file", own, COUNT * sizeof(double));
    snprintf(path, sizeof path, "%s/own.%d", folder, rank);
    FILE *text = fopen(path, "w");
    if (!text || fprintf(text, "%016lx\n", digest(own, COUNT * sizeof(double))) < 0 || fclose(text)) exit(15);
    free(own);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    refuse(getenv("REFUSE"));
    if (getenv("NOT_DUMPABLE") && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)) return 9;
    for (int count = 1; count <= 32768; count *= 32) exchange(count);
    use_memory();
    use_files(argv[1]);
    MPI_Finalize();
    return 0;
}
