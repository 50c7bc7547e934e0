/* Reads descriptors of arrays, C's and the compiler's own. Both are laid out as the compiler likes: modules.sh finds out,
 * with descriptor_check.f90, which of the two own ones here it is.
 */
#include "sections.h"

#ifdef WT_LIBRARY
/* MPICH's module is gfortran's, and all its procedures are Fortran's. */
#define WT_GFORTRAN_DESCRIPTOR
wt_f_section wt_f_read_c(const void *from)
{
    return wt_f_read_own(from);
}
#else
/* Fortran 2018 §18.5; among the compiler's own files. */
#include <ISO_Fortran_binding.h>

wt_f_section wt_f_read_c(const void *from)
{
    const CFI_cdesc_t *descriptor = from;
    wt_f_section section = {.base = descriptor->base_addr, .element = descriptor->elem_len, .rank = descriptor->rank};
    for (int i = 0; i < descriptor->rank && i < WT_F_DIMENSIONS; i++) {
        section.extent[i] = descriptor->dim[i].extent > 0 ? descriptor->dim[i].extent : 0;
        section.stride[i] = descriptor->dim[i].sm;
    }
    return section;
}
#endif

#ifdef WT_GFORTRAN_DESCRIPTOR
/* gfortran's since version 9, an interface of libgfortran.so.5: strides are in units of the span. */
typedef struct {
    void *base;
    size_t offset, element;
    int version;
    signed char rank, type;
    signed short attribute;
    ptrdiff_t span;
    struct {
        ptrdiff_t stride, first, last;
    } dimension[];
} Descriptor;

wt_f_section wt_f_read_own(const void *from)
{
    const Descriptor *descriptor = from;
    wt_f_section section = {.base = descriptor->base, .element = descriptor->element, .rank = descriptor->rank};
    ptrdiff_t unit = descriptor->span ? descriptor->span : (ptrdiff_t)descriptor->element;
    for (int i = 0; i < descriptor->rank && i < WT_F_DIMENSIONS; i++) {
        ptrdiff_t extent = descriptor->dimension[i].last - descriptor->dimension[i].first + 1;
        section.extent[i] = extent > 0 ? extent : 0;
        section.stride[i] = descriptor->dimension[i].stride * unit;
    }
    return section;
}
#else
/* Other compilers, such as flang, have C's for their own. */
wt_f_section wt_f_read_own(const void *from)
{
    return wt_f_read_c(from);
}
#endif

/* For descriptor_check.f90. */
void wt_f_check_c(const void *from, wt_f_section *section);
void wt_f_check_own_(const void *from, wt_f_section *section);

void wt_f_check_c(const void *from, wt_f_section *section)
{
    *section = wt_f_read_c(from);
}

void wt_f_check_own_(const void *from, wt_f_section *section)
{
    *section = wt_f_read_own(from);
}
