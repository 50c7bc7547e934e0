/* The Fortran library of another MPI library: what its procedures need besides mpi.h, which is that library's. Included by support.h
 * where WT_LIBRARY is defined; code that is neither a table nor a macro is in library.c.
 */
#ifndef WT_FORTRAN_LIBRARY_H
#define WT_FORTRAN_LIBRARY_H

/* A common block. The program has it, too, and then its own is meant. */
#ifndef BLOCK
#define BLOCK(name, bytes) extern char name[bytes];
#endif
#include "variables.h"
/* The module mpi_f08 may have another variable than the common block. */
#define IS(address, name)                                                                                             \
    ((const void *)(address) == wt_mpi_##name##_ || (const void *)(address) == wt_mpi_##name##_of_f08)

/* Not a variable of Fortran: the library does not have the one that it stands for. */
extern char wt_f_nowhere[1];

/* Callbacks of the program get handles as Fortran's integers, where MPI calls them with C's: so MPI gets a function of ours, which
 * knows the program's. */
MPI_User_function *wt_f_op(MPI_User_function *function);
MPI_User_function_c *wt_f_op_c(MPI_User_function_c *function);
MPI_Comm_errhandler_function *wt_f_comm_errhandler(MPI_Comm_errhandler_function *function);
MPI_File_errhandler_function *wt_f_file_errhandler(MPI_File_errhandler_function *function);
MPI_Session_errhandler_function *wt_f_session_errhandler(MPI_Session_errhandler_function *function);
MPI_Win_errhandler_function *wt_f_win_errhandler(MPI_Win_errhandler_function *function);
#define PMPI_Op_create(function, commute, op) (PMPI_Op_create)(wt_f_op(function), commute, op)
#define PMPI_Op_create_c(function, commute, op) (PMPI_Op_create_c)(wt_f_op_c(function), commute, op)
#define PMPI_Comm_create_errhandler(function, made) (PMPI_Comm_create_errhandler)(wt_f_comm_errhandler(function), made)
#define PMPI_File_create_errhandler(function, made) (PMPI_File_create_errhandler)(wt_f_file_errhandler(function), made)
#define PMPI_Session_create_errhandler(function, made) (PMPI_Session_create_errhandler)(wt_f_session_errhandler(function), made)
#define PMPI_Win_create_errhandler(function, made) (PMPI_Win_create_errhandler)(wt_f_win_errhandler(function), made)

#endif
