"""The C behind Fortran's procedures: what Fortran passes by reference becomes what C wants, and back.

Compiled twice: as `mpi_send_` that calls MPI_Send, and as `pmpi_send_` that calls PMPI_Send.
"""

import re

from fortran import constants
from text import BANNER

# Written by hand in mpi/fortran/special.c.
SPECIAL = {
    "MPI_Attr_get", "MPI_Attr_put", "MPI_Buffer_detach", "MPI_Comm_create_keyval", "MPI_Comm_detach_buffer",
    "MPI_Comm_get_attr", "MPI_Comm_set_attr", "MPI_Comm_spawn", "MPI_Comm_spawn_multiple", "MPI_F_sync_reg",
    "MPI_Grequest_start", "MPI_Info_create_env", "MPI_Init", "MPI_Init_thread", "MPI_Keyval_create", "MPI_Pcontrol",
    "MPI_Register_datarep", "MPI_Register_datarep_c", "MPI_Session_detach_buffer", "MPI_Sizeof", "MPI_Status_f082f",
    "MPI_Status_f2f08", "MPI_Type_create_keyval", "MPI_Type_get_attr", "MPI_Type_set_attr", "MPI_Win_create_keyval",
    "MPI_Win_get_attr", "MPI_Win_set_attr",
}  # fmt: skip

# The standard's kinds of handles and the C types: names of the conversions are those of the types.
HANDLES = {
    "COMMUNICATOR": "Comm", "DATATYPE": "Type", "ERRHANDLER": "Errhandler", "FILE": "File", "GROUP": "Group",
    "INFO": "Info", "MESSAGE": "Message", "OPERATION": "Op", "REQUEST": "Request", "SESSION": "Session",
    "WINDOW": "Win",
}  # fmt: skip

INTEGERS = {
    "INTEGER": "MPI_Fint",
    "LOGICAL": "MPI_Fint",
    "INTEGER(KIND=MPI_ADDRESS_KIND)": "MPI_Aint",
    "INTEGER(KIND=MPI_COUNT_KIND)": "MPI_Count",
    "INTEGER(KIND=MPI_OFFSET_KIND)": "MPI_Offset",
}

# Positions in arrays, which begin with 1 in Fortran: the index, and how many there are of an array.
INDICES = {
    "MPI_Waitany": ("index", ""), "MPI_Testany": ("index", ""), "MPI_Request_get_status_any": ("index", ""),
    "MPI_Waitsome": ("array_of_indices", "outcount"), "MPI_Testsome": ("array_of_indices", "outcount"),
    "MPI_Request_get_status_some": ("array_of_indices", "outcount"),
}  # fmt: skip

HEAD = """\
/* Fortran's procedures on top of C's. {banner}
 *
 * Compiled twice, with and without WT_PROFILE: see support.h.
 */
#include "support.h"

"""


def render(api, bindings) -> str:
    functions = {function.name: function for function in api.functions}
    routines = [routine for routine in bindings.routines if routine.name not in SPECIAL]
    return HEAD.format(banner=BANNER) + "\n".join(_routine(r, functions[r.name]) for r in routines)


def render_sentinels() -> str:
    """Declarations of the variables whose addresses mean something."""
    lines = [f"/* Variables of Fortran whose addresses mean something. {BANNER} */\n"]
    for name, kind, dimensions in constants.SENTINELS:
        words = 8 if "STATUS_SIZE" in dimensions else 1
        c_type = "char" if kind.startswith("CHARACTER") else "MPI_Fint"
        lines.append(f"SENTINEL({c_type}, {constants.common(name).lower()}_, {words})\n")
    return "".join(lines)


def _routine(routine, function) -> str:
    """One procedure: parameters, conversions before the call, the call, conversions after it."""
    parameters, before, arguments, after, lengths = [], [], [], [], []
    by_name = {parameter.name: parameter for parameter in function.parameters}
    for argument in routine.arguments:
        c = by_name[argument.name]
        parts = _convert(routine, argument, c)
        parameters.append(parts[0])
        before += parts[1]
        arguments.append(parts[2])
        after += parts[3]
        if argument.kind == "STRING":
            lengths.append(f"size_t {argument.name}_length")
    symbol = routine.name.lower()
    call = f"CALL({routine.name})({', '.join(arguments)})"
    returns = {"": "void", "DOUBLE PRECISION": "double"}.get(routine.returns, "MPI_Aint")
    if routine.returns:
        body = [f"return {call};"]
    else:
        parameters.append("MPI_Fint *ierror")
        if routine.name in INDICES:
            after.append(_count_from_one(*INDICES[routine.name]))
        body = [*before, f"int error = {call};", *after, "if (ierror)", "    *ierror = error;"]
    signature = ", ".join(parameters + lengths) or "void"
    lines = "".join(f"    {line}\n" for line in ["SITE();", *body])
    aliases = _aliases(routine, symbol, returns, signature)
    return f"ROUTINE({returns}, {symbol}, ({signature}))\n{{\n{lines}}}\n{aliases}"


def _aliases(routine, symbol: str, returns: str, signature: str) -> str:
    names = [f"{symbol}_f08"] if routine.f08 else []
    if routine.f90 and any(argument.kind == "C_BUFFER" for argument in routine.arguments):
        names.append(f"{symbol}_cptr")
    return "".join(f"ALIAS({returns}, {name}, {symbol}, ({signature}))\n" for name in names)


def _convert(routine, argument, c) -> tuple:
    """Parameter of the C function that Fortran calls, lines before the call, argument of the call, lines after it."""
    name, kind = argument.name, argument.kind
    if kind in HANDLES:
        return _handles(routine, argument, c)
    if kind == "STRING":
        return _string(routine, argument)
    if kind in ("BUFFER", "C_BUFFER", "C_BUFFER2"):
        return f"void *{name}", [], f"BUFFER({name})" if kind == "BUFFER" else name, []
    if kind == "STATUS":
        return f"MPI_Status *{name}", [], f"STATUS({name})", []
    if kind in ("FUNCTION", "POLYFUNCTION"):
        # The integer of a handle is the low half of it, so a callback sees its arguments as Fortran wants them.
        c_type = c.type.rstrip(" *")
        return f"{c_type} *{name}", [], name, []
    if kind == "LOGICAL_VOID":
        return f"void *{name}", [], name, []
    integer = INTEGERS[argument.f08.split(", ")[0] if argument.f08 else argument.f90]
    parameter = f"{integer} *{name}"
    if kind == "WEIGHT":
        return parameter, [], f"WEIGHTS({name})", []
    by_value = "*" not in c.type and not c.suffix
    if c.suffix == "[][3]":
        return parameter, [], f"(int(*)[3]){name}", []
    if kind in ("INFO_VALUE_LENGTH", "STRING_LENGTH") and argument.direction == "inout":
        # C counts the null character at the end.
        before = [f"int c_{name}_given = *{name}, c_{name} = c_{name}_given ? c_{name}_given + 1 : 0;"]
        return parameter, before, f"&c_{name}", [f"*{name} = c_{name} ? c_{name} - 1 : 0;"]
    return parameter, [], f"*{name}" if by_value else name, []


def _handles(routine, argument, c) -> tuple:
    name, convert = argument.name, HANDLES[argument.kind]
    c_type = c.type.replace("const ", "").rstrip(" *")
    parameter = f"MPI_Fint *{name}"
    if argument.f08_dimensions or argument.f90_dimensions:
        count = _length(routine, argument)
        before = [f"int n_{name} = {count};", f"{c_type} *c_{name} = ARRAY({c_type}, n_{name});"]
        loop = f"for (int i = 0; i < n_{name}; i++)"
        if argument.direction != "out":
            before += [loop, f"    c_{name}[i] = {convert}_C({name}[i]);"]
        after = [loop, f"    {name}[i] = {convert}_F(c_{name}[i]);"] if argument.direction != "in" else []
        if argument.direction == "out":
            after = ["if (error == MPI_SUCCESS)", *("    " + line for line in after)]
        return parameter, before, f"c_{name}", [*after, f"free(c_{name});"]
    if "*" not in c.type:
        return parameter, [], f"{convert}_C(*{name})", []
    if argument.direction == "out":
        before = [f"{c_type} c_{name} = {_null(convert)};"]
        after = ["if (error == MPI_SUCCESS)", f"    *{name} = {convert}_F(c_{name});"]
        return parameter, before, f"&c_{name}", after
    before = [f"{c_type} c_{name} = {convert}_C(*{name});"]
    return parameter, before, f"&c_{name}", [f"*{name} = {convert}_F(c_{name});"]


def _null(convert: str) -> str:
    return "MPI_DATATYPE_NULL" if convert == "Type" else f"MPI_{convert.upper()}_NULL"


def _length(routine, argument) -> str:
    """How many handles an array has."""
    if argument.f08_dimensions != "*":
        return f"(int)*{argument.f08_dimensions}"
    if "eighbor" in routine.name:
        return f"wt_f_neighbors(Comm_C(*comm), {int(argument.name == 'sendtypes')})"
    return "wt_f_peers(Comm_C(*comm))"


def _string(routine, argument) -> tuple:
    name = argument.name
    parameter = f"char *{name}"
    if argument.direction == "in":
        trim = "wt_f_trimmed" if routine.name.startswith("MPI_Info") else "wt_f_string"
        return parameter, [f"char *c_{name} = {trim}({name}, {name}_length);"], f"c_{name}", [f"free(c_{name});"]
    size = re.search(r"MPI_MAX_\w+", argument.f08)
    if routine.name == "MPI_File_get_view":
        room = "MPI_MAX_DATAREP_STRING"
    elif routine.name == "MPI_Info_get_nthkey":
        room = "MPI_MAX_INFO_KEY"
    else:
        # C writes as much as the program says there is room for, whatever the string's own length.
        said = [other for other in routine.arguments if "LENGTH" in other.kind and other.direction != "out"]
        more = "".join(f" + (*{other.name} > 0 ? *{other.name} : 0)" for other in said)
        room = size[0] if size else f"{name}_length + 1{more}"
    flag = "flag" if any(other.name == "flag" for other in routine.arguments) else ""
    condition = "error == MPI_SUCCESS" + (f" && *{flag}" if flag else "")
    # With a length of 0 programs ask for the length alone.
    asked = [other.name for other in routine.arguments if other.direction == "inout" and "LENGTH" in other.kind]
    condition += f" && c_{asked[0]}_given" if asked else ""
    before = [f"char *c_{name} = ARRAY(char, {room});", f"c_{name}[0] = 0;"]
    after = [f"if ({condition})", f"    wt_f_pad({name}, {name}_length, c_{name});", f"free(c_{name});"]
    return parameter, before, f"c_{name}", after


def _count_from_one(name: str, count: str) -> str:
    if not count:
        return f"if (error == MPI_SUCCESS && *{name} != MPI_UNDEFINED)\n        ++*{name};"
    return f"for (int i = 0; error == MPI_SUCCESS && i < *{count}; i++)\n        {name}[i]++;"
