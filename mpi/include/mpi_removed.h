/* mpi_removed.h: what MPI 3.0 took out of the standard, for programs that are older. mpi.h includes it at its end.
 *
 * The functions are thin forms of those that replaced them, so that a program that uses them still runs on any library
 * with the standard ABI. MPI_LB and MPI_UB are datatypes of the tunnel's own, by numbers that the ABI keeps for later:
 * other libraries refuse them. New programs use the replacements, which this file shows.
 *
 *   -DWT_MPI_NO_REMOVED leaves all of it out, as a program has to that defines such functions itself. A name that is a
 *   macro when mpi.h is included (-DMPI_Type_struct=MPI_Type_create_struct) is left as it is.
 */
#ifndef WT_MPI_REMOVED_H
#define WT_MPI_REMOVED_H

#include "mpi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bound markers: members of MPI_Type_create_struct that set the lower or the upper bound of the new type, and of every
 * type made of it. Replaced by MPI_Type_create_resized. */
#ifndef MPI_LB
#define MPI_LB ((MPI_Datatype)0x205)
#endif
#ifndef MPI_UB
#define MPI_UB ((MPI_Datatype)0x206)
#endif

/* Constructors called from Fortran with INTEGER displacements: no datatype made from C says that it was one of them. */
#ifndef MPI_COMBINER_HVECTOR_INTEGER
#define MPI_COMBINER_HVECTOR_INTEGER 1001
#endif
#ifndef MPI_COMBINER_HINDEXED_INTEGER
#define MPI_COMBINER_HINDEXED_INTEGER 1002
#endif
#ifndef MPI_COMBINER_STRUCT_INTEGER
#define MPI_COMBINER_STRUCT_INTEGER 1003
#endif

#ifndef MPI_Handler_function
typedef MPI_Comm_errhandler_function MPI_Handler_function;
#endif

#ifndef MPI_Address
static __inline__ int MPI_Address(const void *location, MPI_Aint *address)
{
    return MPI_Get_address(location, address);
}
#endif

#ifndef MPI_Type_hvector
static __inline__ int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype)
{
    return MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype);
}
#endif

#ifndef MPI_Type_hindexed
static __inline__ int MPI_Type_hindexed(int count, const int array_of_blocklengths[],
    const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return MPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
}
#endif

#ifndef MPI_Type_struct
static __inline__ int MPI_Type_struct(int count, const int array_of_blocklengths[],
    const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    return MPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
}
#endif

#ifndef MPI_Type_extent
static __inline__ int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent)
{
    MPI_Aint lb;
    return MPI_Type_get_extent(datatype, &lb, extent);
}
#endif

#ifndef MPI_Type_lb
static __inline__ int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement)
{
    MPI_Aint extent;
    return MPI_Type_get_extent(datatype, displacement, &extent);
}
#endif

#ifndef MPI_Type_ub
static __inline__ int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement)
{
    MPI_Aint lb;
    int code = MPI_Type_get_extent(datatype, &lb, displacement);
    if (code == MPI_SUCCESS)
        *displacement += lb;
    return code;
}
#endif

#ifndef MPI_Errhandler_create
static __inline__ int MPI_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *errhandler)
{
    return MPI_Comm_create_errhandler(function, errhandler);
}
#endif

#ifndef MPI_Errhandler_get
static __inline__ int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    return MPI_Comm_get_errhandler(comm, errhandler);
}
#endif

#ifndef MPI_Errhandler_set
static __inline__ int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler)
{
    return MPI_Comm_set_errhandler(comm, errhandler);
}
#endif

#ifdef __cplusplus
}
#endif

#endif /* WT_MPI_REMOVED_H */
