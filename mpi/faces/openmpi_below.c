/* libopen-rte.so.40 and libopen-pal.so.40, the layers of Open MPI below its MPI library, which some programs name besides
 * libmpi.so.40. They are empty: there is nothing below MPI but the simulation.
 */
