/* Names from inside Open MPI that its library of C++ bindings refers to (libmpi_cxx.so.40), which programs compiled by
 * mpicxx name whether or not they use the bindings. Included by mpi/generated/face_openmpi.c.
 *
 * With these the library can be loaded, and what of the bindings only calls MPI's functions works. Its own operations,
 * attributes and error handlers go around MPI: those say that they are not simulated when they are called.
 */
#define INSIDE(name)                                                                                                  \
    EXPORT int name(void);                                                                                            \
    int name(void) { wt_not_simulated(#name, SITE); }
INSIDE(ompi_attr_create_keyval)
INSIDE(ompi_errhandler_create)
INSIDE(ompi_errhandler_invoke)
INSIDE(ompi_op_set_cxx_callback)
INSIDE(opal_class_initialize)

/* Tables of Open MPI's, which only those functions look into: as long as there, and empty. */
EXPORT char ompi_errcodes_intern[120], ompi_registered_datareps[64], opal_list_item_t_class[64], opal_uses_threads[1];
EXPORT int ompi_errcode_intern_lastused, opal_class_init_epoch;
