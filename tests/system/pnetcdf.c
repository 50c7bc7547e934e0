/* A program of PnetCDF: all ranks write blocks of columns of one variable, together or each by itself, and a record variable; then
 * all read everything. */
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 11, COLUMNS = 301, RECORDS = 3 };

static int wrong;

static void check(int status) {
  if (status != NC_NOERR) {
    fprintf(stderr, "%s\n", ncmpi_strerror(status));
    wrong++;
  }
}

static int value(int row, int column) { return row * 7919 + column; }

static void write_all(int rank, int size, int together) {
  int file, dimensions[2], block, records, length;
  check(ncmpi_create(MPI_COMM_WORLD, "data/block.nc", NC_CLOBBER, MPI_INFO_NULL, &file));
  check(ncmpi_def_dim(file, "row", ROWS, &dimensions[0]));
  check(ncmpi_def_dim(file, "column", (MPI_Offset)size * COLUMNS, &dimensions[1]));
  check(ncmpi_def_var(file, "block", NC_INT, 2, dimensions, &block));
  check(ncmpi_put_att_text(file, block, "unit", 5, "metre"));
  check(ncmpi_def_dim(file, "time", NC_UNLIMITED, &length));
  int two[2] = {length, dimensions[1]};
  check(ncmpi_def_var(file, "records", NC_INT, 2, two, &records));
  check(ncmpi_enddef(file));
  static int own[ROWS][COLUMNS];
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++) own[row][column] = value(row, rank * COLUMNS + column);
  MPI_Offset at[2] = {0, (MPI_Offset)rank * COLUMNS}, count[2] = {ROWS, COLUMNS}, some[2] = {RECORDS, COLUMNS};
  if (together) {
    check(ncmpi_put_vara_int_all(file, block, at, count, &own[0][0]));
    check(ncmpi_put_vara_int_all(file, records, at, some, &own[0][0]));
  } else {
    check(ncmpi_begin_indep_data(file));
    check(ncmpi_put_vara_int(file, block, at, count, &own[0][0]));
    check(ncmpi_put_vara_int(file, records, at, some, &own[0][0]));
    check(ncmpi_end_indep_data(file));
  }
  check(ncmpi_close(file));
}

static void read_all(int size, int together) {
  int file, block, records;
  char unit[6] = "";
  static int found[ROWS][8 * COLUMNS];
  MPI_Offset at[2] = {0, 0}, count[2] = {ROWS, (MPI_Offset)size * COLUMNS}, some[2] = {RECORDS, (MPI_Offset)size * COLUMNS};
  check(ncmpi_open(MPI_COMM_WORLD, "data/block.nc", NC_NOWRITE, MPI_INFO_NULL, &file));
  check(ncmpi_inq_varid(file, "block", &block));
  check(ncmpi_inq_varid(file, "records", &records));
  check(ncmpi_get_att_text(file, block, "unit", unit));
  wrong += strcmp(unit, "metre") != 0;
  if (!together) check(ncmpi_begin_indep_data(file));
  for (int variable = 0; variable < 2; variable++) {
    int number = variable ? records : block, rows = variable ? RECORDS : ROWS;
    memset(found, 0, sizeof found);
    int *all = &found[0][0];
    MPI_Offset *counts = variable ? some : count;
    check(together ? ncmpi_get_vara_int_all(file, number, at, counts, all) : ncmpi_get_vara_int(file, number, at, counts, all));
    for (int row = 0; row < rows; row++)
      for (int column = 0; column < size * COLUMNS; column++) wrong += all[row * size * COLUMNS + column] != value(row, column);
  }
  if (!together) check(ncmpi_end_indep_data(file));
  check(ncmpi_close(file));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int together = argc > 1 && !strcmp(argv[1], "together");
  double start = MPI_Wtime();
  write_all(rank, size, together);
  double written = MPI_Wtime();
  read_all(size, together);
  printf("%d %.12f %.12f %d\n", rank, written - start, MPI_Wtime() - written, wrong);
  MPI_Finalize();
  return 0;
}
