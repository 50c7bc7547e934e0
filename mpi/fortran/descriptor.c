/* Reads a descriptor. Compiled together with the modules: each Fortran compiler has a layout of its own, which its
 * ISO_Fortran_binding.h declares (Fortran 2018 §18.5).
 */
#include "sections.h"

#include <ISO_Fortran_binding.h>

void wt_f_read_descriptor(const void *from, wt_f_section *section)
{
    const CFI_cdesc_t *descriptor = from;
    section->base = descriptor->base_addr;
    section->element = descriptor->elem_len;
    section->rank = descriptor->rank;
    for (int i = 0; i < descriptor->rank && i < WT_F_DIMENSIONS; i++) {
        section->extent[i] = descriptor->dim[i].extent;
        section->stride[i] = descriptor->dim[i].sm;
    }
}
