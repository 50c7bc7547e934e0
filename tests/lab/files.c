/* files.c - how long accesses to one file take: what is measured on a real file system and predicted.
 *
 *     files FILE [-r REPETITIONS] [-h HINT=VALUE]... TEST...
 *
 *     LEVEL-read-BYTES-RECORDS      each rank's records, dealt in turn: levels 0 independent, 1 collective, of one record in each call;
 *     LEVEL-write-BYTES-RECORDS     2 and 3 the same with all records in one call, by a view
 *     diagonal-ROWS                 a write of the diagonal of a matrix of doubles by rank 0, behind a header of 32 B
 *     block-BYTES                   a write of as many contiguous bytes by rank 0, behind a header of 32 B
 *
 * Rank 0 prints test,hints,ranks,repetition,open,access,close: seconds of the slowest rank from a common start. A read comes after a write of
 * the same records; repetition 0 makes the file and is printed, too. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 32, HINTS = 256 };

static int rank, ranks;
static const char *name;
static char hints[HINTS];
static MPI_Info info;

static void stop(const char *what, int code)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "files: rank %d: %s: %s\n", rank, what, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static void must(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        stop(what, code);
}

static double slowest(double seconds)
{
    double longest;
    MPI_Reduce(&seconds, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return longest;
}

static double begin(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}

/* Bytes that tell the file, the rank and the place apart. */
static void fill(unsigned char *data, size_t bytes)
{
    for (size_t at = 0; at < bytes; at++)
        data[at] = (unsigned char)(at * 7 + at / 251 + rank * 13 + 1);
}

static void check(const unsigned char *data, size_t bytes)
{
    for (size_t at = 0; at < bytes; at++) {
        if (data[at] != (unsigned char)(at * 7 + at / 251 + rank * 13 + 1)) {
            fprintf(stderr, "files: rank %d: byte %zu is %d\n", rank, at, data[at]);
            stop("what was read is not what was written", MPI_ERR_OTHER);
        }
    }
}

static void access_records(MPI_File file, int level, int writes, unsigned char *data, int records, MPI_Datatype record)
{
    int at_once = level >= 2 ? records : 1, bytes;
    MPI_Type_size(record, &bytes);
    for (int at = 0; at < records; at += at_once) {
        unsigned char *here = data + (size_t)at * bytes;
        MPI_Offset offset = level >= 2 ? 0 : ((MPI_Offset)at * ranks + rank) * bytes;
        if (level % 2 == 0 && writes)
            must(MPI_File_write_at(file, offset, here, at_once, record, MPI_STATUS_IGNORE), "write_at");
        else if (level % 2 == 0)
            must(MPI_File_read_at(file, offset, here, at_once, record, MPI_STATUS_IGNORE), "read_at");
        else if (writes)
            must(MPI_File_write_at_all(file, offset, here, at_once, record, MPI_STATUS_IGNORE), "write_at_all");
        else
            must(MPI_File_read_at_all(file, offset, here, at_once, record, MPI_STATUS_IGNORE), "read_at_all");
    }
}

static void report(const char *test, int repetition, double opened, double accessed, double closed)
{
    double longest[] = {slowest(opened), slowest(accessed), slowest(closed)};
    if (rank == 0) {
        printf("%s,%s,%d,%d,%.9f,%.9f,%.9f\n", test, hints, ranks, repetition, longest[0], longest[1], longest[2]);
        fflush(stdout);
    }
}

static void levels(const char *test, int level, int writes, int bytes, int records, int repetitions)
{
    size_t own = (size_t)bytes * records;
    unsigned char *data = malloc(own + 1);
    MPI_Datatype record, all;
    MPI_Type_contiguous(bytes, MPI_BYTE, &record);
    MPI_Type_commit(&record);
    MPI_Type_vector(records, 1, ranks, record, &all);
    MPI_Type_commit(&all);
    for (int repetition = 0; repetition <= repetitions; repetition++) {
        MPI_File file;
        fill(data, own);
        double start = begin();
        must(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file), "open");
        double opened = MPI_Wtime() - start;
        if (level >= 2)
            must(MPI_File_set_view(file, (MPI_Offset)rank * bytes, record, all, "native", info), "set_view");
        if (!writes && repetition == 0)
            access_records(file, level, 1, data, records, record);
        if (!writes)
            memset(data, 0, own);
        start = begin();
        access_records(file, level, writes, data, records, record);
        double accessed = MPI_Wtime() - start;
        check(data, own);
        start = begin();
        must(MPI_File_close(&file), "close");
        report(test, repetition, opened, accessed, MPI_Wtime() - start);
    }
    MPI_Type_free(&all);
    MPI_Type_free(&record);
    free(data);
}

/* Rank 0 writes elements that are not contiguous in memory, or the same bytes from one place. */
static void from_memory(const char *test, int rows, int diagonal, int repetitions)
{
    MPI_Datatype elements;
    double *matrix = calloc(diagonal ? (size_t)rows * (rows + 1) : (size_t)rows, sizeof(double));
    char header[HEADER] = "";
    MPI_Type_vector(rows, 1, diagonal ? rows + 1 : 1, MPI_DOUBLE, &elements);
    MPI_Type_commit(&elements);
    for (int repetition = 0; repetition <= repetitions; repetition++) {
        MPI_File file;
        double start = begin();
        must(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file), "open");
        double opened = MPI_Wtime() - start;
        start = begin();
        if (rank == 0) {
            must(MPI_File_write_at(file, 0, header, HEADER, MPI_BYTE, MPI_STATUS_IGNORE), "write_at");
            must(MPI_File_write_at(file, HEADER, matrix, 1, elements, MPI_STATUS_IGNORE), "write_at");
        }
        double accessed = MPI_Wtime() - start;
        start = begin();
        must(MPI_File_close(&file), "close");
        report(test, repetition, opened, accessed, MPI_Wtime() - start);
    }
    MPI_Type_free(&elements);
    free(matrix);
}

static void hint(char *text)
{
    char *value = strchr(text, '=');
    if (!value)
        MPI_Abort(MPI_COMM_WORLD, 2);
    snprintf(hints + strlen(hints), HINTS - strlen(hints), "%s%s", hints[0] ? " " : "", text);
    *value = 0;
    MPI_Info_set(info, text, value + 1);
    *value = '=';
}

int main(int argc, char **argv)
{
    int repetitions = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Info_create(&info);
    name = argc > 1 ? argv[1] : "";
    for (int at = 2; at < argc; at++) {
        int level, bytes, records, length = 0;
        char way[8];
        if (!strcmp(argv[at], "-r") && at + 1 < argc) {
            repetitions = atoi(argv[++at]);
        } else if (!strcmp(argv[at], "-h") && at + 1 < argc) {
            hint(argv[++at]);
        } else if (sscanf(argv[at], "%d-%5[a-z]-%d-%d%n", &level, way, &bytes, &records, &length) == 4 && !argv[at][length]) {
            levels(argv[at], level, !strcmp(way, "write"), bytes, records, repetitions);
        } else if (sscanf(argv[at], "diagonal-%d%n", &bytes, &length) == 1 && !argv[at][length]) {
            from_memory(argv[at], bytes, 1, repetitions);
        } else if (sscanf(argv[at], "block-%d%n", &bytes, &length) == 1 && !argv[at][length]) {
            from_memory(argv[at], bytes / (int)sizeof(double), 0, repetitions);
        } else {
            fprintf(stderr, "files: %s: see the head of files.c\n", argv[at]);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
