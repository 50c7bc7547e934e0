/* Handles and statuses between C and Fortran (MPI 5.0 §19.3.4 and §19.3.5).
 *
 * They are not part of the ABI, which leaves Fortran's integers to the compiler: default integers have four bytes here.
 * Included by mpi.h; written in terms of functions that every library with the standard ABI has.
 */
#ifndef WT_MPI_FORTRAN_H
#define WT_MPI_FORTRAN_H

typedef int MPI_Fint;

#define WT_MPI_HANDLE(type, name)                                                                             \
    static __inline__ MPI_Fint MPI_##name##_c2f(type handle) { return MPI_##name##_toint(handle); }               \
    static __inline__ MPI_Fint PMPI_##name##_c2f(type handle) { return PMPI_##name##_toint(handle); }             \
    static __inline__ type MPI_##name##_f2c(MPI_Fint number) { return MPI_##name##_fromint(number); }             \
    static __inline__ type PMPI_##name##_f2c(MPI_Fint number) { return PMPI_##name##_fromint(number); }
WT_MPI_HANDLE(MPI_Comm, Comm)
WT_MPI_HANDLE(MPI_Errhandler, Errhandler)
WT_MPI_HANDLE(MPI_File, File)
WT_MPI_HANDLE(MPI_Group, Group)
WT_MPI_HANDLE(MPI_Info, Info)
WT_MPI_HANDLE(MPI_Message, Message)
WT_MPI_HANDLE(MPI_Op, Op)
WT_MPI_HANDLE(MPI_Request, Request)
WT_MPI_HANDLE(MPI_Session, Session)
WT_MPI_HANDLE(MPI_Datatype, Type)
WT_MPI_HANDLE(MPI_Win, Win)
#undef WT_MPI_HANDLE

/* A status is the same eight integers in C, in Fortran's arrays and in Fortran's type. */
typedef MPI_Status MPI_F08_status;

/* What Fortran passes for MPI_STATUS_IGNORE: in the Fortran library, if the program has it. */
extern MPI_Fint wt_mpi_status_ignore_[] __attribute__((weak));
extern MPI_Fint wt_mpi_statuses_ignore_[] __attribute__((weak));
#define MPI_F_STATUS_IGNORE ((MPI_Fint *)wt_mpi_status_ignore_)
#define MPI_F_STATUSES_IGNORE ((MPI_Fint *)wt_mpi_statuses_ignore_)
#define MPI_F08_STATUS_IGNORE ((MPI_F08_status *)(void *)wt_mpi_status_ignore_)
#define MPI_F08_STATUSES_IGNORE ((MPI_F08_status *)(void *)wt_mpi_statuses_ignore_)

#define WT_MPI_STATUS(name, from_type, to_type)                                                               \
    static __inline__ int MPI_Status_##name(const from_type *from, to_type *to)                                   \
    {                                                                                                         \
        __builtin_memcpy(to, from, sizeof(MPI_Status));                                                       \
        return MPI_SUCCESS;                                                                                   \
    }                                                                                                         \
    static __inline__ int PMPI_Status_##name(const from_type *from, to_type *to)                                  \
    {                                                                                                         \
        return MPI_Status_##name(from, to);                                                                   \
    }
WT_MPI_STATUS(c2f, MPI_Status, MPI_Fint)
WT_MPI_STATUS(f2c, MPI_Fint, MPI_Status)
WT_MPI_STATUS(c2f08, MPI_Status, MPI_F08_status)
WT_MPI_STATUS(f082c, MPI_F08_status, MPI_Status)
WT_MPI_STATUS(f2f08, MPI_Fint, MPI_F08_status)
WT_MPI_STATUS(f082f, MPI_F08_status, MPI_Fint)
#undef WT_MPI_STATUS

#endif
