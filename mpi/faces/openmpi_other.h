/* Functions of libmpi.so.40 that are in no description of MPI: conversions of statuses, and those of MPI-1 that were
 * removed from the standard. Included by mpi/generated/face_openmpi.c, behind the functions that it generates.
 */

/* Statuses of Fortran and of its module: the same bytes. */
#define COPIED(name)                                                                                                  \
    EXPORT int P##name(const struct status *, struct status *);                                                       \
    int P##name(const struct status *from, struct status *to) { *to = *from; return 0; }                              \
    EXPORT int name(const struct status *, struct status *) ALIAS(P##name);
COPIED(MPI_Status_c2f)
COPIED(MPI_Status_f2c)
COPIED(MPI_Status_c2f08)
COPIED(MPI_Status_f082c)
COPIED(MPI_Status_f2f08)
COPIED(MPI_Status_f082f)

EXPORT int *MPI_F_STATUS_IGNORE = NULL;
EXPORT int *MPI_F_STATUSES_IGNORE = NULL;
EXPORT struct status *MPI_F08_STATUS_IGNORE = NULL;
EXPORT struct status *MPI_F08_STATUSES_IGNORE = NULL;

/* Functions of MPI-1 that were removed from the standard, and that Open MPI exports. */
static int extent_of(handle datatype, wide *lower, wide *extent)
{
    wide unused;
    return PMPI_Type_get_extent(datatype, lower ? lower : &unused, extent ? extent : &unused);
}

static int upper_bound_of(handle datatype, wide *bound)
{
    wide lower, extent;
    int code = PMPI_Type_get_extent(datatype, &lower, &extent);
    if (code == 0) *bound = lower + extent;
    return code;
}

#define REMOVED(name, parameters, call)                                                                               \
    EXPORT int P##name parameters;                                                                                    \
    int P##name parameters                                                                                            \
    {                                                                                                                 \
        wt_note_call_site(SITE);                                                                                      \
        return call;                                                                                                  \
    }                                                                                                                 \
    EXPORT int name parameters ALIAS(P##name);
