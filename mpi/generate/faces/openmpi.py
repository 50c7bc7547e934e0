"""The face `libmpi.so.40`: Open MPI's ABI, for binaries built with Open MPI 4 and 5, as nearly all of Debian's are.

Its values are in `mpi/openmpi.json`, what is not a table in `mpi/faces/openmpi_support.h`. A predefined handle is the
address of a variable of the library, which an executable has a copy of: the variable's first bytes say which handle it
is, addresses are never compared. A handle made at run time is the core's number in an address that no variable has.
"""

from description import MPI, reading
from faces import conversion
from text import BANNER

SONAME = "libmpi.so.40"
OUTPUT = "face_openmpi.c"

HANDLES = {  # type: what its conversions are called
    "MPI_Comm": "comm",
    "MPI_Group": "group",
    "MPI_Datatype": "type",
    "MPI_Errhandler": "errhandler",
    "MPI_Op": "op",
    "MPI_Info": "info",
    "MPI_Win": "win",
    "MPI_Request": "request",
    "MPI_Message": "message",
    "MPI_Session": "session",
    "MPI_File": "file",
}

# Datatypes that no standard has any more, with the core's values (mpi/include/mpi_removed.h), and two that none had.
OTHER_HANDLES = {"MPI_LB": 0x205, "MPI_UB": 0x206, "MPI_2COMPLEX": 0x3FF, "MPI_2DOUBLE_COMPLEX": 0x3FF}

# Functions that write a string shorter than the standard ABI's: buffer, length, and the constant that bounds it.
STRINGS = {
    "MPI_Comm_get_name": ("comm_name", "resultlen", "MPI_MAX_OBJECT_NAME"),
    "MPI_Type_get_name": ("type_name", "resultlen", "MPI_MAX_OBJECT_NAME"),
    "MPI_Win_get_name": ("win_name", "resultlen", "MPI_MAX_OBJECT_NAME"),
    "MPI_Error_string": ("string", "resultlen", "MPI_MAX_ERROR_STRING"),
    "MPI_Get_library_version": ("version", "resultlen", "MPI_MAX_LIBRARY_VERSION_STRING"),
    "MPI_Info_get_nthkey": ("key", None, "MPI_MAX_INFO_KEY"),
}

# Functions of MPI-1 that later versions removed and Open MPI still exports, by the functions that replaced them.
REMOVED = """\
REMOVED(MPI_Address, (void *location, wide *address), PMPI_Get_address(location, address))
REMOVED(MPI_Errhandler_create, (void *function, handle *errhandler), PMPI_Comm_create_errhandler(function, errhandler))
REMOVED(MPI_Errhandler_get, (handle comm, handle *errhandler), PMPI_Comm_get_errhandler(comm, errhandler))
REMOVED(MPI_Errhandler_set, (handle comm, handle errhandler), PMPI_Comm_set_errhandler(comm, errhandler))
REMOVED(MPI_Type_hindexed, (int count, int *lengths, wide *places, handle old, handle *made),
    PMPI_Type_create_hindexed(count, lengths, places, old, made))
REMOVED(MPI_Type_hvector, (int count, int length, wide stride, handle old, handle *made),
    PMPI_Type_create_hvector(count, length, stride, old, made))
REMOVED(MPI_Type_struct, (int count, int *lengths, wide *places, handle *types, handle *made),
    PMPI_Type_create_struct(count, lengths, places, types, made))
REMOVED(MPI_Type_extent, (handle datatype, wide *extent), extent_of(datatype, NULL, extent))
REMOVED(MPI_Type_lb, (handle datatype, wide *bound), extent_of(datatype, bound, NULL))
REMOVED(MPI_Type_ub, (handle datatype, wide *bound), upper_bound_of(datatype, bound))

"""

HEAD = """\
/* {soname}: Open MPI's ABI on top of libwindtunnel.so. {banner}
 *
 * PMPI_X is strong and MPI_X a weak alias, so that a tool may define MPI_X and call PMPI_X.
 */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

{own}
/* What is neither a constant nor free to be anything: no value of the enumeration. */
#define STRANGER INT_MIN

typedef void *handle;

"""


def values() -> dict:
    """Open MPI's constants and objects by name, and the names of its extensions."""
    with reading(MPI / "openmpi.json") as values:
        return values


def render(api) -> str:
    openmpi = values()
    constants = openmpi["constants"]
    abi = conversion.Abi(
        constants,
        handles=HANDLES,
        handle="handle",
        # The program's own codes begin behind MPI_ERR_LASTCODE, which is 92 here.
        own_codes=("value > 92 ? value - 93 + 0x4000 : value", "value > 0x3fff ? value - 0x4000 + 93 : value"),
        in_place=1,
        by_hand=_by_hand(api, constants),
    )
    objects = _objects(api, openmpi["objects"])
    head = HEAD.format(soname=SONAME, banner=BANNER, own=conversion.named(constants))
    parts = [head, conversion.tables(api, abi), '#include "openmpi_support.h"\n\n']
    parts += [_variables(objects), _handles(objects)]
    parts += [conversion.prototypes(api, abi), _fortran(objects)]
    parts += [f"{conversion.function(abi, function)}\n" for function in api.functions if function.standard]
    parts += ['#include "openmpi_other.h"\n', '#include "openmpi_inside.h"\n\n', REMOVED]
    return "".join(parts + [_extension(api, abi, name) for name in openmpi["extensions"]])


# ---- handles ----


def _objects(api, objects) -> list:
    """The library's variables with the core's value of the handle they are, and the integer that Fortran has for it."""
    core = {constant.name: constant.value for constant in api.constants} | OTHER_HANDLES
    found = []
    for o in objects:
        value = core[o["handle"]]
        # Where Fortran has none, the core's number: Open MPI's integers are below 256.
        found.append({**o, "core": value, "fortran": value if o["fortran"] is None else o["fortran"]})
    return found


def _variables(objects) -> str:
    lines = [f"OBJECT({o['name']}, {o['bytes']}, A_{HANDLES[o['type']].upper()}, {o['core']:#x})\n" for o in objects]
    names = [f"    AT_{o['name']},\n" for o in objects]
    strings = [f'    "{o["name"]}",\n' for o in objects]
    return (
        "/* Handles of the program are addresses of these; an executable may have copies of them. */\n"
        f"{''.join(lines)}\nenum {{\n{''.join(names)}}};\n\n"
        f"static const char *const object_names[] = {{\n{''.join(strings)}}};\n\n"
        "__attribute__((constructor)) static void name_objects(void)\n{\n"
        "    wt_set_objects(object_names, sizeof object_names / sizeof *object_names);\n}\n\n"
    )


def _handles(objects) -> str:
    parts = []
    for kind, name in HANDLES.items():
        cases, seen = [], {0x3FF}
        for o in objects:
            # Several variables may be one handle of the core's: it is given back as the first.
            if o["type"] == kind and o["core"] not in seen:
                seen.add(o["core"])
                cases.append((f"{o['core']:#x}", f"wt_object(AT_{o['name']}, &{o['name']})", ""))
        parts.append(f"static inline core {name}_in(handle value) {{ return handle_in(value, A_{name.upper()}); }}\n")
        parts.append(conversion.switch(f"{name}_out", cases, f"made(value, A_{name.upper()})", ("core", "handle")))
    return "".join(parts).replace("static handle", "__attribute__((unused)) static handle")


def _fortran(objects) -> str:
    """Handles as Fortran's integers and back."""
    parts = []
    for kind, name in HANDLES.items():
        own = [o for o in objects if o["type"] == kind]
        numbers, handles, seen = [], [], set()
        for o in own:
            handles.append((o["fortran"], f"wt_object(AT_{o['name']}, &{o['name']})", o["handle"]))
            if o["core"] not in seen and o["core"] != 0x3FF:
                seen.add(o["core"])
                numbers.append((f"{o['core']:#x}", o["fortran"], o["handle"]))
        handles = list({at: (at, to, comment) for at, to, comment in reversed(handles)}.values())
        parts.append(conversion.switch(f"{name}_number", numbers, "value == INVALID ? -1 : (int)value", ("core", "int")))
        parts.append(
            conversion.switch(
                f"{name}_numbered", handles[::-1], f"value >= 0x400 ? made((core)value, A_{name.upper()}) : NULL", ("int", "handle")
            )
        )
        parts.append(f"NUMBERED(MPI_{kind[4:].replace('Datatype', 'Type')}, {name})\n\n")
    return "".join(parts)


# ---- functions ----


def _by_hand(api, constants) -> dict:
    bodies = {
        "MPI_Get_version": [
            "int code = wt_MPI_Get_version(SITE, version, subversion);",
            f"if (code == 0) *version = {constants['MPI_VERSION']}, *subversion = {constants['MPI_SUBVERSION']};",
            "return error_out(code);",
        ]
    }
    core = {constant.name: constant.value for constant in api.constants}
    for name, (buffer, length, limit) in STRINGS.items():
        function = api.function(name)
        bodies[name] = _shortened(function, buffer, length, core[limit], constants[limit])
    for function in api.functions:
        way = function.name.rpartition("_")[2]
        if way in ("toint", "fromint"):
            kind = function.name.removesuffix(f"_{way}")
            bodies[function.name] = [f"return P{kind}_{'c2f' if way == 'toint' else 'f2c'}({function.parameters[0].name});"]
    return bodies


def _shortened(function, buffer: str, length: str | None, whole: int, room: int) -> list:
    arguments = []
    for parameter in function.parameters:
        if parameter.name == buffer:
            arguments.append(f"{buffer} ? whole : NULL")
        elif parameter.name == length:
            arguments.append("&length")
        elif parameter.type in HANDLES:
            arguments.append(f"{HANDLES[parameter.type]}_in({parameter.name})")
        else:
            arguments.append(f"error_in({parameter.name})" if parameter.kind == "ERROR_CODE" else parameter.name)
    lines = [f"char whole[{whole}]; /* the standard ABI's limit; it is {room} here */"]
    lines += ["int length = 0;"] if length else []
    lines += [f"int code = wt_{function.name}(SITE, {', '.join(arguments)});", "if (code == 0) {"]
    lines += ["    int length = (int)strlen(whole);"] if not length else []
    lines += [f"    if (length > {room - 1}) length = {room - 1};", f"    memcpy({buffer}, whole, (size_t)length);"]
    lines += [f"    {buffer}[length] = 0;"]
    lines += [f"    if ({length}) *{length} = length;"] if length else []
    return [*lines, "}", "return error_out(code);"]


def _extension(api, abi, name: str) -> str:
    """Open MPI's own functions: persistent collectives are the standard's by now, devices there are none."""
    standard = next((f for f in api.functions if f.name == name.replace("MPIX_", "MPI_")), None)
    if standard:
        arguments = ", ".join(parameter.name for parameter in standard.parameters)
        body = f"wt_note_call_site(SITE);\n    return PMPI_{name[5:]}({arguments});"
        declarations = [conversion.signature(abi, standard, shown, False) for shown in (f"P{name}", name)]
    else:
        body = "return 0;" if "_Query_" in name else f'wt_not_simulated("{name}", SITE);'
        declarations = [f"int {shown}(void)" for shown in (f"P{name}", name)]
    strong, weak = declarations
    return f"EXPORT {strong};\n{strong}\n{{\n    {body}\n}}\nEXPORT {weak} ALIAS(P{name});\n\n"
