/* A program of HDF5: all ranks write blocks of rows of one dataset, together or each by itself; then each reads the file by POSIX
 * functions, as a program without MPI does. */
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 7, COLUMNS = 1001 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, wrong = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  static int own[ROWS][COLUMNS], found[8 * ROWS][COLUMNS];
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++) own[row][column] = (rank * ROWS + row) * COLUMNS + column;
  double start = MPI_Wtime();
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), transfer = H5Pcreate(H5P_DATASET_XFER);
  H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL);
  H5Pset_dxpl_mpio(transfer, !strcmp(argv[1], "together") ? H5FD_MPIO_COLLECTIVE : H5FD_MPIO_INDEPENDENT);
  hid_t file = H5Fcreate("data/rows.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  hsize_t all[2] = {(hsize_t)size * ROWS, COLUMNS}, at[2] = {(hsize_t)rank * ROWS, 0}, count[2] = {ROWS, COLUMNS};
  hid_t space = H5Screate_simple(2, all, NULL), memory = H5Screate_simple(2, count, NULL);
  hid_t rows = H5Dcreate2(file, "rows", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, count, NULL);
  wrong += H5Dwrite(rows, H5T_NATIVE_INT, memory, space, transfer, own) < 0;
  H5Dclose(rows);
  H5Fclose(file);
  MPI_Barrier(MPI_COMM_WORLD);
  double written = MPI_Wtime();
  file = H5Fopen("data/rows.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
  rows = H5Dopen2(file, "rows", H5P_DEFAULT);
  wrong += H5Dread(rows, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, found) < 0;
  for (int row = 0; row < size * ROWS; row++)
    for (int column = 0; column < COLUMNS; column++) wrong += found[row][column] != row * COLUMNS + column;
  H5Dclose(rows);
  H5Fclose(file);
  printf("%d %.12f %.12f %d\n", rank, written - start, MPI_Wtime() - written, wrong);
  MPI_Finalize();
  return 0;
}
