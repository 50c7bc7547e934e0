"""Writes `mpi/include/mpi.h`: the C header of the standard ABI (MPI 5.0, chapter 20)."""

from collections import defaultdict

from text import BANNER

HEAD = """\
/* mpi.h: the C interface of MPI 5.0 in its standard binary form (chapter 20 of the standard). What is compiled with
 * it runs in the tunnel and on every MPI library that offers libmpi_abi.so.1. For C99, C++98 and later.
 *
 * {banner}
 */
#ifndef MPI_H_ABI
#define MPI_H_ABI

#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

/* ---- Integers ---- */

#ifndef MPI_ABI_Aint
#define MPI_ABI_Aint intptr_t
#endif
#ifndef MPI_ABI_Offset
#define MPI_ABI_Offset int64_t
#endif
#ifndef MPI_ABI_Count
#define MPI_ABI_Count int64_t
#endif
typedef MPI_ABI_Aint MPI_Aint;
typedef MPI_ABI_Offset MPI_Offset;
typedef MPI_ABI_Count MPI_Count;
#undef MPI_ABI_Aint
#undef MPI_ABI_Offset
#undef MPI_ABI_Count

/* ---- What is known of a message received: 32 bytes ---- */

typedef struct {{
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
    int MPI_internal[5];
}} MPI_Status;

/* ---- Handles ---- */

"""

TAIL = """\

#ifdef __cplusplus
}
#endif

#endif /* MPI_H_ABI */

/* ---- Handles and statuses between C and Fortran ---- */

#include "mpi_fortran.h"

/* ---- What MPI 3.0 removed, for older programs ---- */

#ifndef WT_MPI_NO_REMOVED
#include "mpi_removed.h"
#endif
"""

# Names the standard still has for four types of callbacks.
OLD_CALLBACK_NAMES = ("Comm", "File", "Session", "Win")


def render(api) -> str:
    parts = [HEAD.format(banner=BANNER)]
    parts += [f"typedef struct {tag} *{name};\n" for name, tag in api.handles.items()]
    parts.append(_enums(api))
    late = {"predefined callbacks"}
    groups = _by_group(api.constants)
    parts += [_constants(name, constants) for name, constants in groups.items() if name not in late]
    parts.append("\n/* ---- Callbacks ---- */\n\n")
    parts += [f"typedef {c.signature(f'({c.name})')};\n" for c in api.callbacks]
    parts += [f"typedef MPI_{n}_errhandler_function MPI_{n}_errhandler_fn;\n" for n in OLD_CALLBACK_NAMES]
    parts += [_constants(name, groups[name]) for name in sorted(late)]
    for title, prefix in (("Functions", ""), ("The same functions under the names a tool calls", "P")):
        parts.append(f"\n/* ---- {title} ---- */\n\n")
        parts += [_prototype(function, prefix) for function in api.functions if function.standard]
    return "".join(parts) + TAIL


def _by_group(constants) -> dict:
    """Constants by section, in the order in which sections first occur; enumerators are written elsewhere."""
    groups = defaultdict(list)
    for constant in constants:
        if not _is_enumerator(constant):
            groups[constant.group].append(constant)
    return groups


def _is_enumerator(constant) -> bool:
    return constant.type in ("MPI_T_cb_safety", "MPI_T_source_order")


def _enums(api) -> str:
    """The two enumerated types of the tool interface."""
    types = defaultdict(list)
    for constant in filter(_is_enumerator, api.constants):
        types[constant.type].append(f"    {constant.name} = {constant.value}")
    return "".join(
        f"\ntypedef enum {name} {{\n" + ",\n".join(items) + f"\n}} {name};\n" for name, items in types.items()
    )


def _constants(group: str, constants) -> str:
    title = group.replace("handles ", "predefined ") if group.startswith("handles ") else group
    title = title[0].upper() + title[1:]
    width = max(len(constant.name) for constant in constants)
    lines = [f"\n/* ---- {title} ---- */\n\n"]
    for constant in constants:
        remark = f" /* deprecated in MPI {constant.deprecated} */" if constant.deprecated else ""
        lines.append(f"#define {constant.name:<{width}} {_value(constant)}{remark}\n")
    return "".join(lines)


def _value(constant) -> str:
    if constant.alias:
        return constant.alias
    if constant.type == "int":
        return f"({constant.value})" if constant.value < 0 else str(constant.value)
    number = (
        f"{constant.value:#x}" if constant.value > 255 or constant.group.startswith("handles") else constant.value
    )
    return f"(({constant.type}){number})"


def _prototype(function, prefix: str) -> str:
    remark = f" /* deprecated in MPI {function.deprecated} */" if function.deprecated else ""
    return f"{function.signature(prefix + function.name)};{remark}\n"
