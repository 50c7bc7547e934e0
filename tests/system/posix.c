/* Each rank writes its part of one file and reads its neighbour's, by the functions that the first argument names; prints how long
 * each step took. The contents are the same for all. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PIECES = 5, PIECE = 70001, ALL = PIECES * PIECE };
static char own[ALL], found[ALL];
static int rank, size;

static void fail(const char *what) {
  perror(what);
  MPI_Abort(MPI_COMM_WORLD, 3);
}

static void by_mpi(const char *name, long at, long from) {
  MPI_File file;
  if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file)) fail(name);
  for (int i = 0; i < PIECES; i++)
    MPI_File_write_at(file, at + i * PIECE, own + i * PIECE, PIECE, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < PIECES; i++)
    MPI_File_read_at(file, from + i * PIECE, found + i * PIECE, PIECE, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

static void by_offset(const char *name, long at, long from) {
  int file = open(name, O_CREAT | O_RDWR, 0644);
  if (file < 0) fail(name);
  for (int i = 0; i < PIECES; i++)
    if (pwrite(file, own + i * PIECE, PIECE, at + i * PIECE) != PIECE) fail("pwrite");
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < PIECES; i++)
    if (pread(file, found + i * PIECE, PIECE, from + i * PIECE) != PIECE) fail("pread");
  if (close(file)) fail("close");
}

/* The file pointer, another descriptor of the same file, vectors, and the functions of names. */
static void by_position(const char *name, long at, long from) {
  struct stat status;
  char other[300];
  int folder = open("data", O_RDONLY | O_DIRECTORY);
  int file = openat(folder, strrchr(name, '/') + 1, O_CREAT | O_RDWR, 0644);
  if (file < 0) fail(name);
  int again = dup(file);
  lseek(file, at, SEEK_SET);
  for (int i = 0; i + 1 < PIECES; i++)
    if (write(i % 2 ? file : again, own + i * PIECE, PIECE) != PIECE) fail("write");
  close(file);
  struct iovec parts[2] = {{own + 4 * PIECE, 1000}, {own + 4 * PIECE + 1000, PIECE - 1000}};
  if (writev(again, parts, 2) != PIECE) fail("writev");
  if (fsync(again) || fstat(again, &status)) fail("fstat");
  MPI_Barrier(MPI_COMM_WORLD);
  if (stat(name, &status) || status.st_size != (long)size * ALL || lseek(again, 0, SEEK_END) != status.st_size) fail("stat");
  /* What is behind the end is not there. */
  if (read(again, found, ALL) != 0 || pread(again, found, ALL, status.st_size - 10) != 10) fail("end of file");
  lseek(again, from, SEEK_SET);
  parts[0] = (struct iovec){found, PIECE};
  parts[1] = (struct iovec){found + PIECE, ALL - PIECE};
  if (readv(again, parts, 2) != ALL) fail("readv");
  close(again);
  close(folder);
  sprintf(other, "%s.%d", name, rank);
  file = creat(other, 0600);
  if (file < 0 || ftruncate(file, 100) || close(file) || truncate(other, 10)) fail("creat");
  file = open(other, O_WRONLY | O_APPEND);
  if (write(file, "end", 3) != 3 || close(file) || stat(other, &status) || status.st_size != 13) fail("append");
  if (unlink(other) || access(other, F_OK) == 0 || open(other, O_RDONLY) >= 0) fail("unlink");
  /* A file whose name the library makes, and a folder. */
  char made[] = "data/made-XXXXXX.part";
  file = mkstemps(made, 5);
  if (file < 0 || strstr(made, "XXX") || write(file, own, PIECE) != PIECE || close(file) || stat(made, &status)) fail("mkstemps");
  DIR *listed = opendir("data");
  if (status.st_size != PIECE || !listed || !readdir(listed) || closedir(listed) || unlink(made)) fail("opendir");
  char elsewhere[] = "made-XXXXXX";
  file = mkstemp(elsewhere);
  if (file < 0 || close(file) || unlink(elsewhere) || opendir("data/none")) fail("mkstemp");
}

static void by_stream(const char *name, long at, long from) {
  int made = open(name, O_CREAT | O_RDWR, 0644);
  FILE *file = fdopen(made, "r+");
  if (!file || fileno(file) != made) fail(name);
  if (fseek(file, at, SEEK_SET)) fail("fseek");
  for (int i = 0; i < ALL; i += 7919) {
    size_t count = i + 7919 > ALL ? ALL - i : 7919;
    if (fwrite(own + i, 1, count, file) != count) fail("fwrite");
  }
  if (fflush(NULL)) fail("fflush");
  MPI_Barrier(MPI_COMM_WORLD);
  fseek(file, 0, SEEK_END);
  if (ftell(file) != (long)size * ALL) fail("ftell");
  fclose(file);
  file = fopen(name, "rb");
  fseek(file, from, SEEK_SET);
  for (int i = 0; i < ALL; i++) {
    int byte = getc(file);
    if (byte == EOF) fail("getc");
    found[i] = (char)byte;
  }
  fclose(file);
  /* Text, and a stream that is written when the rank ends. */
  char line[300];
  sprintf(line, "%s.%d", name, rank);
  file = fopen(line, "w");
  fprintf(file, "rank %d\nof %d\n", rank, size);
  if (fclose(file)) fail("fclose");
  file = fopen(line, "r");
  int read_rank, read_size;
  if (fscanf(file, "rank %d\nof %d\n", &read_rank, &read_size) != 2 || read_rank != rank || read_size != size) fail("fscanf");
  fclose(file);
  file = fopen(line, "a");
  fputs("the end\n", file);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const char *how = argc > 1 ? argv[1] : "offset", *name = argc > 2 ? argv[2] : "data/file";
  int next = (rank + 1) % size, wrong = 0;
  for (int i = 0; i < ALL; i++) own[i] = (char)(rank * 37 + i * 11 + i / 251);
  double start = MPI_Wtime();
  if (!strcmp(how, "mpi")) by_mpi(name, (long)rank * ALL, (long)next * ALL);
  if (!strcmp(how, "offset")) by_offset(name, (long)rank * ALL, (long)next * ALL);
  if (!strcmp(how, "position")) by_position(name, (long)rank * ALL, (long)next * ALL);
  if (!strcmp(how, "stream")) by_stream(name, (long)rank * ALL, (long)next * ALL);
  double end = MPI_Wtime();
  for (int i = 0; i < ALL; i++) wrong += found[i] != (char)(next * 37 + i * 11 + i / 251);
  printf("%d %.12f %d\n", rank, end - start, wrong);
  MPI_Finalize();
  return 0;
}
