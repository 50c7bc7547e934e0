/* What the programs about files share: a file of their own, and what is in it without MPI. */
#ifndef FILE_H
#define FILE_H

#include "conformance.h"
#include <unistd.h>

static char file_name[64];

/* A name for a file that is not there, the same on all ranks. */
static inline void new_file_name(void)
{
    if (world_rank == 0) {
        strcpy(file_name, "/tmp/conformance-XXXXXX");
        int descriptor = mkstemp(file_name);
        if (descriptor < 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
        close(descriptor);
        unlink(file_name);
    }
    MPI_Bcast(file_name, sizeof file_name, MPI_CHAR, 0, MPI_COMM_WORLD);
}

/* Opens the file on all ranks; how it went is checked. */
static inline MPI_File open_file(int amode)
{
    MPI_File file = MPI_FILE_NULL;
    EQUAL(MPI_File_open(MPI_COMM_WORLD, file_name, amode, MPI_INFO_NULL, &file), MPI_SUCCESS);
    return file;
}

/* The whole file as C reads it on rank 0, and its length there; -1 if it is not there. */
static inline long contents(void *into, size_t room)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank != 0)
        return 0;
    FILE *stream = fopen(file_name, "rb");
    if (!stream)
        return -1;
    long length = (long)fread(into, 1, room, stream);
    fclose(stream);
    return length;
}

#endif
