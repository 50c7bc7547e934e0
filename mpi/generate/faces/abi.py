"""The face `libmpi_abi.so.1`: MPI's standard ABI. Nothing to convert: its types are those of the entry points."""

from description import NOT_SIMULATED
from text import BANNER

SONAME = "libmpi_abi.so.1"
OUTPUT = "face_abi.c"

HEAD = """\
/* {soname}: MPI's standard ABI on top of libwindtunnel.so. {banner}
 *
 * PMPI_X is strong and MPI_X a weak alias, so that a tool may define MPI_X and call PMPI_X.
 */
#include "wt_entry.h"
#include "phase.h"

#define SITE __builtin_return_address(0)
#define ALIAS(name) __attribute__((weak, alias(name)))

"""


def render(api) -> str:
    return HEAD.format(soname=SONAME, banner=BANNER) + "\n".join(map(_entry, api.functions))


def _entry(function) -> str:
    name = function.name
    strong, weak = function.signature(f"P{name}"), function.signature(name)
    if function.status == NOT_SIMULATED:
        body = f'wt_not_simulated("{name}", SITE);'
    else:
        arguments = ", ".join(["SITE"] + [parameter.name for parameter in function.parameters])
        body = f"return wt_{name}({arguments});"
    declared = "" if function.standard else f"{strong};\n"  # no header declares it
    return f'{declared}{strong}\n{{\n    {body}\n}}\n{weak} ALIAS("P{name}");\n'
