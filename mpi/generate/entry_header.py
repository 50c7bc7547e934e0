"""Writes `mpi/generated/wt_entry.h`: the C prototypes of the entry points that the simulator's library exports."""

from text import BANNER

HEAD = """\
/* Entry points of libwindtunnel.so, called by the faces. {banner}
 *
 * wt_MPI_X has the parameters of MPI_X after `site`, the return address of the program's call. Integers, handles,
 * constants and MPI_Status are those of the standard ABI, whatever face the program uses. MPI_Pcontrol passes its
 * level only. The library exports wt_MPI_X for every function whose status is not "not simulated" in mpi/api.json.
 */
#ifndef WT_ENTRY_H
#define WT_ENTRY_H

#include "mpi.h"

#ifdef __cplusplus
extern "C" {{
#endif

/* The next call on this rank is reported with this call site instead of its own. */
void wt_note_call_site(const void *site);

/* Ends the run: "MPI_X is not simulated yet", with the place of the call. */
__attribute__((noreturn)) void wt_not_simulated(const char *function, const void *site);

"""

TAIL = """
#ifdef __cplusplus
}
#endif

#endif /* WT_ENTRY_H */
"""


def render(api) -> str:
    prototypes = [f"{entry_signature(function)};\n" for function in api.functions]
    return HEAD.format(banner=BANNER) + "".join(prototypes) + TAIL


def entry_signature(function) -> str:
    """The prototype of an entry point, without semicolon."""
    return function.signature(f"wt_{function.name}", first="const void *site", variadic=False)
