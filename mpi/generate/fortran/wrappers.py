"""The C behind Fortran's procedures: what Fortran passes by reference becomes what C wants, and back.

Compiled twice: as `mpi_send_` that calls MPI_Send, and as `pmpi_send_` that calls PMPI_Send.
"""

import re

from fortran import constants, descriptors
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
#include "sections.h"
#include "support.h"

"""
HEAD_DESCRIPTORS = """\
/* Fortran's procedures for buffers with descriptors. {banner}
 *
 * Compiled twice, with and without WT_PROFILE: see support.h.
 */
#include "sections.h"
#include "support.h"

"""


def render(api, bindings) -> str:
    functions = {function.name: function for function in api.functions}
    routines = [routine for routine in bindings.routines if routine.name not in SPECIAL]
    return HEAD.format(banner=BANNER) + "\n".join(_routine(r, functions[r.name]) for r in routines)


def render_descriptors(api, bindings) -> str:
    """The forms of mpi_f08 that take descriptors (MPI 5.0 §19.1.5)."""
    functions = {function.name: function for function in api.functions}
    routines = [r for r in bindings.routines if r.name not in SPECIAL and descriptors.has_buffers(r)]
    return HEAD_DESCRIPTORS.format(banner=BANNER) + "\n".join(_routine(r, functions[r.name], True) for r in routines)


def render_sentinels() -> str:
    """Declarations of the variables whose addresses mean something."""
    lines = [f"/* Variables of Fortran whose addresses mean something. {BANNER} */\n"]
    for name, kind, dimensions in constants.SENTINELS:
        words = 8 if "STATUS_SIZE" in dimensions else 1
        c_type = "char" if kind.startswith("CHARACTER") else "MPI_Fint"
        lines.append(f"SENTINEL({c_type}, {constants.common(name).lower()}_, {words})\n")
    return "".join(lines)


def _routine(routine, function, described: bool = False) -> str:
    """One procedure: parameters, conversions before the call, the call, conversions after it. With `described` buffers
    come with descriptors."""
    parameters, before, arguments, after, lengths = [], [], [], [], []
    by_name = {parameter.name: parameter for parameter in function.parameters}
    replaced = _replaced(routine) if described else {}
    for argument in routine.arguments:
        parts = _convert(routine, argument, by_name[argument.name])
        if described and argument.kind == "BUFFER":
            parts = _described(routine, argument)
        elif argument.name in replaced:
            parts = parts[0], [], replaced[argument.name], []
        elif described:
            parts[1][:] = [line.replace("IN_PLACE(sendbuf)", "IN_PLACE(v_sendbuf.address)") for line in parts[1]]
        if argument.kind == "STRING":
            lengths.append(f"size_t {argument.name}_length")
        parameters.append(parts[0])
        before += parts[1]
        arguments.append(parts[2])
        after += parts[3]
    symbol = routine.name.lower()
    call = f"CALL({routine.name})({', '.join(arguments)})"
    returns = {"": "void", "DOUBLE PRECISION": "double"}.get(routine.returns, "MPI_Aint")
    if routine.returns:
        body = ["SITE();", f"return {call};"]
    else:
        parameters.append("MPI_Fint *ierror")
        if routine.name in INDICES:
            after.append(_count_from_one(*INDICES[routine.name]))
        settled = _settled(routine)
        checks = _checks(routine) if described else []
        body = [*before, *checks, *settled[0], "SITE();", f"int error = {call};", *settled[1], *after]
        if described:
            body += _ends(routine)
        body += ["if (ierror)", "    *ierror = error;"]
    signature = ", ".join(parameters + lengths) or "void"
    lines = "".join(f"    {line}\n" for line in body)
    if described:
        return f"ROUTINE({returns}, {symbol}_f08ts, ({signature}))\n{{\n{lines}}}\n"
    aliases = _aliases(routine, symbol, returns, signature)
    return f"ROUTINE({returns}, {symbol}, ({signature}))\n{{\n{lines}}}\n{aliases}"


def _aliases(routine, symbol: str, returns: str, signature: str) -> str:
    names = [f"{symbol}_f08"] if routine.f08 else []
    if routine.f90 and any(argument.kind == "C_BUFFER" for argument in routine.arguments):
        names.append(f"{symbol}_cptr")
    return "".join(f"ALIAS({returns}, {name}, {symbol}, ({signature}))\n" for name in names)


def _buffers(routine) -> list:
    return [argument for argument in routine.arguments if argument.kind == "BUFFER"]


def _replaced(routine) -> dict:
    """Arguments that follow from the view of a buffer."""
    return {name: text for buffer in _buffers(routine) for name, text in descriptors.view(routine, buffer)[1].items()}


def _described(routine, argument) -> tuple:
    name = argument.name
    read = "wt_f_read_c" if descriptors.is_for_c(routine) else "wt_f_read_own"
    before = [f"wt_f_section s_{name} = {read}({name});"]
    before.append(f"wt_f_view v_{name} = {descriptors.view(routine, argument)[0]};")
    return f"void *{name}", before, f"BUFFER(v_{name}.address)", []


def _checks(routine) -> list:
    """Ends the call where a view cannot be made."""
    views = [f"v_{buffer.name}" for buffer in _buffers(routine) if "error" in _can_fail(routine, buffer)]
    if not views:
        return []
    wrong = " : ".join(f"{view}.error ? {view}.error" for view in views)
    ends = [f"    wt_f_end(&v_{buffer.name}, MPI_ERR_OTHER);" for buffer in _buffers(routine)]
    frees = [f"    free(c_{argument.name});" for argument in routine.arguments if argument.kind == "STRING"]
    return [f"int refused = {wrong} : MPI_SUCCESS;", "if (refused) {", *ends, *frees, "    REPORT(refused);",
            "    return;", "}"]  # fmt: skip


def _can_fail(routine, buffer) -> str:
    made = descriptors.view(routine, buffer)[0]
    return "error" if made.startswith(("wt_f_typed", "wt_f_whole")) else ""


def _ends(routine) -> list:
    until = descriptors.until(routine)
    views = [f"v_{buffer.name}" for buffer in _buffers(routine)]
    if "REQUEST" in until:
        return [f"wt_f_end_later(&{view}, error, Request_F(c_request), {until});" for view in views]
    return [f"wt_f_end(&{view}, error);" for view in views]


def _settled(routine) -> tuple[list, list]:
    """Lines before and after the call that look after copies of buffers which belong to requests."""
    requests = next((a for a in routine.arguments if a.kind == "REQUEST"), None)
    if not requests:
        return [], []
    name, one = requests.name, not (requests.f08_dimensions or requests.f90_dimensions)
    count = "1" if one else f"n_{name}"
    if routine.name in descriptors.STARTING:
        return ["if (wt_f_copies)", f"    wt_f_start({count}, {name});"], []
    if routine.name == descriptors.FREEING:
        return [], ["if (wt_f_copies && error == MPI_SUCCESS)", f"    wt_f_forget(*{name});"]
    if routine.name not in descriptors.COMPLETING:
        return [], []
    now = f"c_{name}" if not one else f"&(MPI_Request){{Request_C(*{name})}}"
    if one and requests.direction != "in":
        now = f"&c_{name}"
    return [], ["if (wt_f_copies)", f"    wt_f_settle({count}, {name}, {now});"]


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
    # Programs that say MPI_IN_PLACE may give anything for the array.
    of_all = "wt_f_peers(Comm_C(*comm))"
    return f"IN_PLACE(sendbuf) ? 0 : {of_all}" if argument.name == "sendtypes" else of_all


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
