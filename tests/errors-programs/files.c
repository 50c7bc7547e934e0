/* Files misused where errors are fatal: the run ends and says where and why.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 *
 * case null
 * stderr: MPI_File_get_size: null file [MPI_ERR_FILE], at main ({null})
 *
 * case missing
 * stderr: MPI_File_open: file does not exist [MPI_ERR_NO_SUCH_FILE], at main ({missing})
 *
 * case amode
 * stderr: MPI_File_open: MPI_MODE_CREATE or MPI_MODE_EXCL with MPI_MODE_RDONLY [MPI_ERR_AMODE], at main ({amode})
 *
 * case differ
 * stderr: MPI_File_open: ranks give different access modes [MPI_ERR_NOT_SAME], at main ({differ})
 *
 * case folder
 * stderr: MPI_File_open: invalid file name [MPI_ERR_BAD_FILE], at main ({folder})
 *
 * case conversion
 * stderr: MPI_Register_datarep: not supported: conversion functions of the program's own [MPI_ERR_CONVERSION], at main ({conversion})
 *
 * case split
 * stderr: MPI_File_close: a split collective access has begun and not ended [MPI_ERR_IO], at main ({split})
 *
 * case external
 * stderr: MPI_File_set_view: not supported: external32 views of derived datatypes with elements of another size there
 */
#include <mpi.h>
#include <string.h>
#include <unistd.h>

static int convert(void *user, MPI_Datatype type, int count, void *file, MPI_Offset at, void *state)
{
    (void)user, (void)type, (void)count, (void)file, (void)at, (void)state;
    return MPI_SUCCESS;
}

static int extent(MPI_Datatype type, MPI_Aint *bytes, void *state)
{
    MPI_Aint lower;
    (void)state;
    return MPI_Type_get_extent(type, &lower, bytes);
}

int main(int argc, char **argv)
{
    int rank, own = MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, value = 0;
    char name[] = "windtunnel-errors.dat";
    MPI_Offset size;
    MPI_Datatype longs;
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    const char *kind = argv[1];
    if (strcmp(kind, "null") == 0)
        MPI_File_get_size(MPI_FILE_NULL, &size); /* null */
    if (strcmp(kind, "missing") == 0)
        MPI_File_open(MPI_COMM_WORLD, "/no such folder/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file); /* missing */
    if (strcmp(kind, "amode") == 0)
        MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &file); /* amode */
    if (strcmp(kind, "differ") == 0)
        MPI_File_open(MPI_COMM_WORLD, name, rank ? MPI_MODE_RDONLY : own, MPI_INFO_NULL, &file); /* differ */
    if (strcmp(kind, "folder") == 0)
        MPI_File_open(MPI_COMM_WORLD, "/tmp", MPI_MODE_RDONLY, MPI_INFO_NULL, &file); /* folder */
    if (strcmp(kind, "conversion") == 0)
        MPI_Register_datarep("own", convert, convert, extent, NULL); /* conversion */
    MPI_File_open(MPI_COMM_WORLD, name, own, MPI_INFO_NULL, &file);
    /* A run that fails closes nothing: the name goes now. */
    unlink(name);
    if (strcmp(kind, "split") == 0) {
        MPI_File_write_all_begin(file, &value, 1, MPI_INT);
        MPI_File_close(&file); /* split */
    }
    if (strcmp(kind, "external") == 0) {
        MPI_Type_vector(2, 1, 2, MPI_LONG, &longs);
        MPI_Type_commit(&longs);
        MPI_File_set_view(file, 0, MPI_LONG, longs, "external32", MPI_INFO_NULL);
    }
    MPI_Finalize();
    return 0;
}
