/* The programs of studies/mpi-io; rank 0 prints seconds.
 *
 *     mpi_io exchange BYTES                          rank 0 exchanges messages with each other rank, one after the other
 *     mpi_io one-way BYTES                           the same by a message there and then one back
 *     mpi_io allgather BYTES REPETITIONS             mean of the slowest rank
 *     mpi_io allreduce BYTES REPETITIONS
 *     mpi_io jacobi COLUMNS ITERATIONS LINES         an iteration, then the final phase, in which rank 0 collects lines
 *     mpi_io levels LEVEL write|read BYTES RECORDS   from open to close
 *     mpi_io diagonal ROWS                           a write of the diagonal, after that of a header of 32 B */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 1, HEADER = 32 };

static int rank, ranks;

static void *room(size_t bytes)
{
    void *found = calloc(bytes + 1, 1);
    if (!found)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return found;
}

/* The longest time of all ranks, printed by rank 0. */
static void tell(double seconds)
{
    double longest;
    MPI_Reduce(&seconds, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.12f\n", longest);
}

static double begin(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}

static void exchange(int bytes, int both)
{
    char *out = room(bytes), *in = room(bytes);
    double start = begin();
    for (int other = 1; other < ranks; other++) {
        int peer = rank == 0 ? other : 0;
        if (rank != 0 && rank != other)
            continue;
        if (both) {
            MPI_Sendrecv(out, bytes, MPI_BYTE, peer, TAG, in, bytes, MPI_BYTE, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 0) {
            MPI_Send(out, bytes, MPI_BYTE, peer, TAG, MPI_COMM_WORLD);
            MPI_Recv(in, bytes, MPI_BYTE, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, bytes, MPI_BYTE, peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, bytes, MPI_BYTE, peer, TAG, MPI_COMM_WORLD);
        }
    }
    tell(MPI_Wtime() - start);
    free(in);
    free(out);
}

static void collective(int reduces, int bytes, int repetitions)
{
    double sum = 0;
    char *in = room(reduces ? (size_t)bytes : (size_t)bytes * ranks), *out = room(bytes);
    for (int at = 0; at < repetitions; at++) {
        double start = begin();
        if (reduces)
            MPI_Allreduce(out, in, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        else
            MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
        sum += MPI_Wtime() - start;
    }
    tell(sum / repetitions);
    free(in);
    free(out);
}

/* A row with each neighbour and the greatest change of all, as in the solver; then lines from all ranks in turn. */
static void jacobi(int columns, int iterations, int lines)
{
    int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    double *own = room(sizeof(double) * columns), *halo = room(sizeof(double) * columns), change = 0, most;
    double start = begin();
    for (int at = 0; at < iterations; at++) {
        MPI_Sendrecv(own, columns, MPI_DOUBLE, above, TAG, halo, columns, MPI_DOUBLE, below, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(own, columns, MPI_DOUBLE, below, TAG, halo, columns, MPI_DOUBLE, above, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Allreduce(&change, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    tell((MPI_Wtime() - start) / iterations);
    start = begin();
    for (int line = 0; line < lines; line++) {
        int owner = 1 + line % (ranks - 1);
        if (rank == owner)
            MPI_Send(own, columns, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD);
        if (rank == 0)
            MPI_Recv(halo, columns, MPI_DOUBLE, owner, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    tell(MPI_Wtime() - start);
    free(own);
    free(halo);
}

/* A file of zeros that takes no space. */
static void create(const char *name, MPI_Offset bytes)
{
    MPI_File file;
    if (rank == 0) {
        MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
        MPI_File_set_size(file, bytes);
        MPI_File_close(&file);
    }
}

/* The levels of access (Thakur, Gropp, Lusk): 0 independent, 1 collective, 2 and 3 the same with all records in one call. */
static void levels(int level, int writes, int bytes, int records)
{
    MPI_File file;
    MPI_Offset total = (MPI_Offset)bytes * records * ranks;
    int at_once = level >= 2 ? records : 1;
    char *data = room((size_t)bytes * at_once);
    MPI_Datatype record, all;
    MPI_Type_contiguous(bytes, MPI_BYTE, &record);
    MPI_Type_commit(&record);
    MPI_Type_create_resized(record, 0, (MPI_Aint)bytes * ranks, &all);
    MPI_Type_commit(&all);
    create("records.dat", total);
    double start = begin();
    MPI_File_open(MPI_COMM_WORLD, "records.dat", MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, (MPI_Offset)rank * bytes, record, all, "native", MPI_INFO_NULL);
    for (int at = 0; at < records; at += at_once) {
        if (level % 2 == 0 && writes)
            MPI_File_write(file, data, at_once, record, MPI_STATUS_IGNORE);
        else if (level % 2 == 0)
            MPI_File_read(file, data, at_once, record, MPI_STATUS_IGNORE);
        else if (writes)
            MPI_File_write_all(file, data, at_once, record, MPI_STATUS_IGNORE);
        else
            MPI_File_read_all(file, data, at_once, record, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&file);
    tell(MPI_Wtime() - start);
    MPI_Type_free(&all);
    MPI_Type_free(&record);
    free(data);
}

static void diagonal(int rows)
{
    MPI_File file;
    MPI_Datatype elements;
    double *matrix = room(sizeof(double) * rows * ((size_t)rows + 1));
    char header[HEADER] = "";
    MPI_Type_vector(rows, 1, rows + 1, MPI_DOUBLE, &elements);
    MPI_Type_commit(&elements);
    MPI_File_open(MPI_COMM_WORLD, "diagonal.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    double start = begin();
    MPI_File_write_at(file, 0, header, HEADER, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write_at(file, HEADER, matrix, 1, elements, MPI_STATUS_IGNORE);
    tell(MPI_Wtime() - start);
    MPI_File_close(&file);
    MPI_Type_free(&elements);
    free(matrix);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char *what = argc > 2 ? argv[1] : "";
    int first = argc > 2 ? atoi(argv[2]) : 0;
    if (!strcmp(what, "exchange") || !strcmp(what, "one-way")) {
        exchange(first, !strcmp(what, "exchange"));
    } else if ((!strcmp(what, "allgather") || !strcmp(what, "allreduce")) && argc == 4) {
        collective(!strcmp(what, "allreduce"), first, atoi(argv[3]));
    } else if (!strcmp(what, "jacobi") && argc == 5 && ranks > 1) {
        jacobi(first, atoi(argv[3]), atoi(argv[4]));
    } else if (!strcmp(what, "levels") && argc == 6) {
        levels(first, !strcmp(argv[3], "write"), atoi(argv[4]), atoi(argv[5]));
    } else if (!strcmp(what, "diagonal")) {
        diagonal(first);
    } else {
        fprintf(stderr, "mpi_io: see the head of mpi_io.c\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Finalize();
    return 0;
}
