/* What MPI gets for a buffer with a descriptor: see sections.h. In a file of its own: only programs that pass descriptors
 * need what reads them.
 */
#include "sections.h"
#include "support.h"

#include <stdio.h>

/* ---- sections ---- */

/* Joins dimensions that lie one behind the other and leaves out those with one element. A section without dimensions,
 * or with one of an assumed size, is contiguous. */
static wt_f_section simplified(const wt_f_section *given)
{
    wt_f_section simple = {.base = given->base, .element = given->element, .rank = 0};
    for (ptrdiff_t i = 0; i < given->rank; i++) {
        ptrdiff_t extent = given->extent[i], stride = given->stride[i], last = simple.rank - 1;
        if (extent <= 0) {
            simple.rank = 0;
            return simple;
        }
        if (extent == 1)
            continue;
        if (simple.rank && stride == simple.stride[last] * simple.extent[last]) {
            simple.extent[last] *= extent;
        } else {
            simple.extent[simple.rank] = extent;
            simple.stride[simple.rank++] = stride;
        }
    }
    return simple;
}

static int contiguous(const wt_f_section *section)
{
    return section->rank == 0 || (section->rank == 1 && section->stride[0] == (ptrdiff_t)section->element);
}

/* ---- datatypes for sections ---- */

/* Bytes of a datatype of which elements may lie anywhere: a predefined one without gaps; 0 of any other. */
static MPI_Count loose_size(MPI_Datatype datatype)
{
    int integers, addresses, datatypes, combiner = MPI_COMBINER_NAMED, known;
    MPI_Count size = 0, lower = 0, extent = 0;
    known = PMPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, &combiner) == MPI_SUCCESS;
    if (!known || (combiner != MPI_COMBINER_NAMED && combiner != MPI_COMBINER_F90_REAL &&
                   combiner != MPI_COMBINER_F90_COMPLEX && combiner != MPI_COMBINER_F90_INTEGER))
        return 0;
    PMPI_Type_size_c(datatype, &size);
    PMPI_Type_get_extent_c(datatype, &lower, &extent);
    return lower == 0 && size == extent ? size : 0;
}

typedef struct {
    MPI_Count count;
    MPI_Aint place[WT_F_DIMENSIONS + 2];
    MPI_Datatype datatype[WT_F_DIMENSIONS + 2];
} Pieces;

static MPI_Datatype *piece(Pieces *pieces, MPI_Aint place)
{
    pieces->place[pieces->count] = place;
    return &pieces->datatype[pieces->count++];
}

/* One datatype of the first `count` elements of `datatype`, `per_element` of which lie in an element of the section:
 * whole dimensions first, from the last, then what is left of the others. */
static MPI_Datatype datatype_of(const wt_f_section *section, MPI_Count count, MPI_Datatype datatype,
                                MPI_Count per_element)
{
    MPI_Datatype whole[WT_F_DIMENSIONS + 1], made;
    Pieces pieces = {.count = 0};
    MPI_Count behind[WT_F_DIMENSIONS + 1], left = count / per_element;
    MPI_Aint place = 0;
    PMPI_Type_contiguous_c(per_element, datatype, &whole[0]);
    behind[0] = 1;
    for (ptrdiff_t i = 0; i < section->rank; i++) {
        behind[i + 1] = behind[i] * section->extent[i];
        PMPI_Type_create_hvector_c(section->extent[i], 1, section->stride[i], whole[i], &whole[i + 1]);
    }
    for (ptrdiff_t i = section->rank - 1; i >= 0; i--) {
        MPI_Count lines = left / behind[i];
        if (lines)
            PMPI_Type_create_hvector_c(lines, 1, section->stride[i], whole[i], piece(&pieces, place));
        place += lines * section->stride[i];
        left -= lines * behind[i];
    }
    if (count % per_element)
        PMPI_Type_contiguous_c(count % per_element, datatype, piece(&pieces, place));
    int lengths[WT_F_DIMENSIONS + 2];
    for (MPI_Count i = 0; i < pieces.count; i++)
        lengths[i] = 1;
    PMPI_Type_create_struct((int)pieces.count, lengths, pieces.place, pieces.datatype, &made);
    PMPI_Type_commit(&made);
    for (MPI_Count i = 0; i < pieces.count; i++)
        PMPI_Type_free(&pieces.datatype[i]);
    for (ptrdiff_t i = 0; i <= section->rank; i++)
        PMPI_Type_free(&whole[i]);
    return made;
}

/* ---- views ---- */

static wt_f_view plain(const wt_f_section *section, MPI_Count count, MPI_Datatype datatype)
{
    return (wt_f_view){.address = section->base, .count = count, .datatype = datatype, .error = MPI_SUCCESS};
}

static wt_f_view refused(wt_f_view view, int error, const char *function, const char *why)
{
    fprintf(stderr, "windtunnel: %s: an array section that is not contiguous: %s\n", function, why);
    view.error = PMPI_Comm_call_errhandler(MPI_COMM_WORLD, error) == MPI_SUCCESS ? error : MPI_ERR_OTHER;
    return view;
}

wt_f_view wt_f_first(const wt_f_section *given)
{
    wt_f_section section = simplified(given);
    return plain(&section, 0, MPI_DATATYPE_NULL);
}

wt_f_view wt_f_whole(const wt_f_section *given, const char *function)
{
    wt_f_section section = simplified(given);
    wt_f_view view = plain(&section, 0, MPI_DATATYPE_NULL);
    if (contiguous(&section))
        return view;
    return refused(view, MPI_ERR_BUFFER, function, "not supported");
}

wt_f_view wt_f_typed(const wt_f_section *given, MPI_Count count, MPI_Datatype datatype, int written, wt_f_until until,
                     const char *function)
{
    wt_f_section section = simplified(given);
    wt_f_view view = plain(&section, count, datatype);
    if (contiguous(&section) || count <= 0 || datatype == MPI_DATATYPE_NULL)
        return view;
    MPI_Count size = loose_size(datatype), element = (MPI_Count)section.element;
    if (size && element % size == 0) {
        MPI_Count fitting = element / size;
        if (count > wt_f_elements(&section) * fitting)
            return refused(view, MPI_ERR_COUNT, function, "it has fewer elements than the call is to transfer");
        view.datatype = datatype_of(&section, count, datatype, fitting);
        view.count = view.made = 1;
        return view;
    }
    if (until == WT_F_LATER)
        return refused(view, MPI_ERR_TYPE, function, "not supported with this datatype, use one of the section");
    view.copy = wt_f_copy_of(&section, written);
    view.address = view.copy->now;
    return view;
}

wt_f_view wt_f_copied(const wt_f_section *given, int written)
{
    wt_f_section section = simplified(given);
    wt_f_view view = plain(&section, 0, MPI_DATATYPE_NULL);
    if (!contiguous(&section)) {
        view.copy = wt_f_copy_of(&section, written);
        view.address = view.copy->now;
    }
    return view;
}
