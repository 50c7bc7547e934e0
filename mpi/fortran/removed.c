/* Procedures that MPI 3.0 removed, for older programs: forms with default integers of what replaced them. Programs call
 * them without an interface. Compiled twice, with and without WT_PROFILE: see support.h.
 */
#include "support.h"

#include <limits.h>

/* An address or extent as a default integer: wrong use of the old procedures if it does not fit. */
static int narrow(int error, MPI_Aint wide, MPI_Fint *value)
{
    if (error != MPI_SUCCESS)
        return error;
    if (wide < INT_MIN || wide > INT_MAX)
        return PMPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_ARG) == MPI_SUCCESS ? MPI_ERR_ARG : MPI_ERR_OTHER;
    *value = (MPI_Fint)wide;
    return MPI_SUCCESS;
}

static MPI_Aint *wide(const MPI_Fint *values, int count)
{
    MPI_Aint *copy = ARRAY(MPI_Aint, count);
    for (int i = 0; i < count; i++)
        copy[i] = values[i];
    return copy;
}

ROUTINE(void, mpi_address, (void *location, MPI_Fint *address, MPI_Fint *ierror))
{
    MPI_Aint found = 0;
    SITE();
    int error = CALL(MPI_Get_address)(BUFFER(location), &found);
    REPORT(narrow(error, found, address));
}

ROUTINE(void, mpi_type_extent, (MPI_Fint *datatype, MPI_Fint *extent, MPI_Fint *ierror))
{
    MPI_Aint lower = 0, found = 0;
    SITE();
    int error = CALL(MPI_Type_get_extent)(Type_C(*datatype), &lower, &found);
    REPORT(narrow(error, found, extent));
}

ROUTINE(void, mpi_type_lb, (MPI_Fint *datatype, MPI_Fint *displacement, MPI_Fint *ierror))
{
    MPI_Aint lower = 0, extent = 0;
    SITE();
    int error = CALL(MPI_Type_get_extent)(Type_C(*datatype), &lower, &extent);
    REPORT(narrow(error, lower, displacement));
}

ROUTINE(void, mpi_type_ub, (MPI_Fint *datatype, MPI_Fint *displacement, MPI_Fint *ierror))
{
    MPI_Aint lower = 0, extent = 0;
    SITE();
    int error = CALL(MPI_Type_get_extent)(Type_C(*datatype), &lower, &extent);
    REPORT(narrow(error, lower + extent, displacement));
}

ROUTINE(void, mpi_type_hvector,
        (MPI_Fint *count, MPI_Fint *blocklength, MPI_Fint *stride, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype made = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_hvector)(*count, *blocklength, *stride, Type_C(*oldtype), &made);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(made);
    REPORT(error);
}

ROUTINE(void, mpi_type_hindexed,
        (MPI_Fint *count, MPI_Fint *lengths, MPI_Fint *displacements, MPI_Fint *oldtype, MPI_Fint *newtype,
         MPI_Fint *ierror))
{
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Aint *places = wide(displacements, *count);
    SITE();
    int error = CALL(MPI_Type_create_hindexed)(*count, lengths, places, Type_C(*oldtype), &made);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(made);
    free(places);
    REPORT(error);
}

ROUTINE(void, mpi_type_struct,
        (MPI_Fint *count, MPI_Fint *lengths, MPI_Fint *displacements, MPI_Fint *types, MPI_Fint *newtype,
         MPI_Fint *ierror))
{
    MPI_Datatype made = MPI_DATATYPE_NULL, *members = ARRAY(MPI_Datatype, *count);
    MPI_Aint *places = wide(displacements, *count);
    for (int i = 0; i < *count; i++)
        members[i] = Type_C(types[i]);
    SITE();
    int error = CALL(MPI_Type_create_struct)(*count, lengths, places, members, &made);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(made);
    free(places);
    free(members);
    REPORT(error);
}

ROUTINE(void, mpi_errhandler_create, (MPI_Comm_errhandler_function *function, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    MPI_Errhandler made = MPI_ERRHANDLER_NULL;
    SITE();
    int error = CALL(MPI_Comm_create_errhandler)(function, &made);
    if (error == MPI_SUCCESS)
        *errhandler = Errhandler_F(made);
    REPORT(error);
}

ROUTINE(void, mpi_errhandler_get, (MPI_Fint *comm, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    MPI_Errhandler found = MPI_ERRHANDLER_NULL;
    SITE();
    int error = CALL(MPI_Comm_get_errhandler)(Comm_C(*comm), &found);
    if (error == MPI_SUCCESS)
        *errhandler = Errhandler_F(found);
    REPORT(error);
}

ROUTINE(void, mpi_errhandler_set, (MPI_Fint *comm, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    SITE();
    REPORT(CALL(MPI_Comm_set_errhandler)(Comm_C(*comm), Errhandler_C(*errhandler)));
}
