/* A recorder's ABI: types, constants of the real library's and of the face's. Included by the generated files
 * below mpi/generated/recorder before the prototypes.
 */
#include <dlfcn.h>
#include <limits.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define EXPORT __attribute__((visibility("default")))
#define KEY(value) ((uintptr_t)(value))

#if defined WT_RECORDER_ABI
typedef MPI_Status STATUS;
typedef MPI_Comm COMM_T;
typedef MPI_Request REQUEST_T;
typedef MPI_Group GROUP_T;
typedef MPI_Info INFO_T;
typedef MPI_Win WIN_T;
typedef MPI_Aint AINT_T;
typedef MPI_File FILE_T;
typedef MPI_Session SESSION_T;
typedef MPI_Errhandler ERRHANDLER_T;
typedef int64_t wide;
#define SOURCE_OF(status) ((status)->MPI_SOURCE)
#define TAG_OF(status) ((status)->MPI_TAG)
#define IGNORED(given) ((given) == NULL)
#define IN_PLACE MPI_IN_PLACE
#define CORE(value) KEY(value)
#define REAL_COMM_WORLD MPI_COMM_WORLD
#define REAL_COMM_NULL MPI_COMM_NULL
#define REAL_REQUEST_NULL MPI_REQUEST_NULL
#define FACE_REQUEST_NULL MPI_REQUEST_NULL
#define FACE_INFO_NULL MPI_INFO_NULL
#define FACE_COMM_WORLD MPI_COMM_WORLD
#define FACE_STATUS_IGNORE NULL
#define FACE_UNWEIGHTED MPI_UNWEIGHTED
#define UNDEFINED MPI_UNDEFINED
#define REAL_INT MPI_INT
#define REAL_MIN MPI_MIN
#define REAL_BYTE MPI_BYTE
#define REAL_SEEK_END MPI_SEEK_END
#define REAL_INFO_NULL MPI_INFO_NULL
#define LIBRARIES "libmpi_abi.so.0", "libmpi_abi.so.1", "libmpi_abi.so"
#else
typedef int64_t wide;
#define UNDEFINED OWN_MPI_UNDEFINED
#define REAL_SEEK_END OWN_MPI_SEEK_END
#define SOURCE_OF(status) ((status)->source)
#define TAG_OF(status) ((status)->tag)
#endif

#if defined WT_RECORDER_MPICH
typedef int handle;
struct status {
    int count_low, count_high_and_cancelled, source, tag, error;
};
#define IGNORED(given) ((given) == NULL || (given) == (struct status *)1)
#define IN_PLACE ((void *)-1)
#define CORE(value) ((uintptr_t)((unsigned)(value) & 0x03ffffffu))
#define REAL_COMM_WORLD OWN_MPI_COMM_WORLD
#define REAL_COMM_NULL OWN_MPI_COMM_NULL
#define REAL_INT OWN_MPI_INT
#define REAL_MIN OWN_MPI_MIN
#define REAL_BYTE OWN_MPI_BYTE
#define REAL_INFO_NULL OWN_MPI_INFO_NULL
#define REAL_REQUEST_NULL OWN_MPI_REQUEST_NULL
#define FACE_REQUEST_NULL OWN_MPI_REQUEST_NULL
#define FACE_INFO_NULL OWN_MPI_INFO_NULL
#define FACE_COMM_WORLD OWN_MPI_COMM_WORLD
#define FACE_STATUS_IGNORE ((struct status *)1)
/* The face's, not the real library's: it is known by its address. */
extern int *const MPI_UNWEIGHTED;
#define FACE_UNWEIGHTED MPI_UNWEIGHTED
#define LIBRARIES "libmpi.so.12", "libmpich.so.12"
#define FORTRAN_LIBRARIES "libmpifort.so.12", "libmpichfort.so.12"
#endif

#if defined WT_RECORDER_OPENMPI
typedef void *handle;
struct status {
    int source, tag, error, cancelled;
    size_t bytes;
};
#define IGNORED(given) ((given) == NULL)
#define IN_PLACE ((void *)1)
#define CORE(value) (KEY(value) & 0xffffffffu)
/* Variables of the real library, of which the executable may have a copy; here their names are the face's. */
static void *real_variable(const char *name, void **found)
{
    if (!*found) *found = dlsym(RTLD_DEFAULT, name);
    return *found;
}
#define VARIABLE(name)                                                                                                \
    ({                                                                                                                \
        static void *found_;                                                                                          \
        real_variable(name, &found_);                                                                                 \
    })
#define REAL_COMM_WORLD VARIABLE("ompi_mpi_comm_world")
#define REAL_COMM_NULL VARIABLE("ompi_mpi_comm_null")
#define REAL_INT VARIABLE("ompi_mpi_int")
#define REAL_MIN VARIABLE("ompi_mpi_op_min")
#define REAL_BYTE VARIABLE("ompi_mpi_byte")
#define REAL_INFO_NULL VARIABLE("ompi_mpi_info_null")
#define REAL_REQUEST_NULL VARIABLE("ompi_request_null")
#define FACE_REQUEST_NULL ((handle)ompi_request_null)
#define FACE_INFO_NULL ((handle)ompi_mpi_info_null)
#define FACE_COMM_WORLD ((handle)ompi_mpi_comm_world)
#define FACE_STATUS_IGNORE NULL
#define FACE_UNWEIGHTED ((int *)2)
#define LIBRARIES "libmpi.so.40"
#define FORTRAN_LIBRARIES "libmpi_mpifh.so.40", "libmpi_usempif08.so.40", "libmpi_usempi_ignore_tkr.so.40"
#endif

#if !defined WT_RECORDER_ABI
typedef struct status STATUS;
typedef handle COMM_T;
typedef handle REQUEST_T;
typedef handle GROUP_T;
typedef handle INFO_T;
typedef handle WIN_T;
typedef wide AINT_T;
typedef void *FILE_T;
typedef handle SESSION_T;
typedef handle ERRHANDLER_T;
#endif
