"""What faces share whose ABI is not the standard one: which arguments are converted, and how.

An entry point of such a face converts its arguments to the standard ABI by their kinds, calls the core's, and converts
the results back. A kind that is not named here is the same in all ABIs. What a face writes differently is in its `Abi`;
what is not a table is C, in `mpi/faces/*_support.h`, under the names used here: `comm_in`, `comm_out`, `status_in`, ...
"""

from dataclasses import dataclass, field

from description import NOT_SIMULATED

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
# The process's exit status, not an error code of MPI's; an address that is asked for, whatever it means as a buffer.
PLAIN = {("MPI_Abort", "errorcode"), ("MPI_Get_address", "location")}

# How many elements the arrays of a function have, where they are converted.
LENGTHS = {
    "MPI_Type_create_struct": "count",
    "MPI_Type_create_struct_c": "count",
    "MPI_Type_get_contents": "max_datatypes",
    "MPI_Type_get_contents_c": "max_datatypes",
    "MPI_Type_create_darray": "ndims",
    "MPI_Type_create_darray_c": "ndims",
    "MPI_Group_translate_ranks": "n",
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

# Constants that the faces' own C refers to, as OWN_MPI_...
NAMED = ["MPI_ANY_SOURCE", "MPI_PROC_NULL", "MPI_IO", "MPI_HOST", "MPI_LASTUSEDCODE"]
NAMED += ["MPI_WIN_CREATE_FLAVOR", "MPI_WIN_MODEL", "MPI_WIN_UNIFIED", "MPI_WIN_SEPARATE"]
NAMED += [f"MPI_WIN_FLAVOR_{name}" for name in ("CREATE", "ALLOCATE", "DYNAMIC", "SHARED")]
NAMED += ["MPI_COMBINER_SUBARRAY", "MPI_COMBINER_DARRAY"]

# Plain C types where MPI's have other names.
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


@dataclass
class Abi:
    """How a library writes what the standard ABI writes otherwise."""

    constants: dict[str, int]
    """Its constants by name; those it does not have are missing."""
    handles: dict[str, str]
    """Types of handles, and what their conversions are called."""
    handle: str
    """The C type of a handle."""
    own_codes: tuple[str, str]
    """Error codes that the program made: to the core's (above 0x3fff), and from them."""
    in_place: int
    """MPI_IN_PLACE."""
    automatic: int | None = None
    """MPI_BUFFER_AUTOMATIC, if it differs from the core's."""
    by_hand: dict[str, list[str]] = field(default_factory=dict)
    """Bodies of functions whose arguments are not converted one by one."""

    def pairs(self, api, selection) -> list:
        """(name, the library's value, the core's value) of a selection: names, a group, or what begins with a prefix."""
        if isinstance(selection, list):
            chosen = [c for c in api.constants if c.name in selection]
        else:
            chosen = [c for c in api.constants if c.group == selection]
            chosen = chosen or [c for c in api.constants if c.name.startswith(selection)]
        assert chosen, selection
        return [(c.name, self.constants.get(c.name), c.value) for c in chosen if not c.alias]


def named(constants: dict[str, int]) -> str:
    """The library's values of `NAMED`, as macros."""
    return "".join(f"#define OWN_{name} {constants[name]}\n" for name in NAMED)


# ---- tables ----


def switch(name, cases, default, types=("int", "int")) -> str:
    lines = [f"    case {at}: return {to};{f' /* {comment} */' if comment else ''}\n" for at, to, comment in cases]
    return f"static {types[1]} {name}({types[0]} value)\n{{\n    switch (value) {{\n{''.join(lines)}    default: return {default};\n    }}\n}}\n\n"


def tables(api, abi) -> str:
    """The functions that convert enumerations and flags, and the prototypes of those that convert handles."""
    parts = []
    for name, selection in TABLES.items():
        everything = abi.pairs(api, selection)
        pairs = [pair for pair in everything if pair[1] is not None]
        inward = [(own, core, constant) for constant, own, core in pairs]
        if name not in OPEN_TABLES:
            inward += [(core, "STRANGER", "") for core in sorted(_strangers(abi, name, everything))]
        outward = [(core, own, constant) for constant, own, core in pairs]
        inside, outside = "value", "value"
        if name == "error":
            inside, outside = abi.own_codes
            other = abi.constants["MPI_ERR_OTHER"]
            outward += [(core, other, f"no {constant}") for constant, own, core in everything if own is None]
        parts.append(switch(f"{name}_in", inward, inside))
        parts.append(switch(f"{name}_out", outward, outside))
    for name, selection in FLAGS.items():
        pairs = abi.pairs(api, selection)
        for way, at, to in (("in", 1, 2), ("out", 2, 1)):
            known = " | ".join(str(pair[at]) for pair in pairs)
            bits = "".join(f"    if (value & {pair[at]}) result |= {pair[to]}; /* {pair[0]} */\n" for pair in pairs)
            # A bit that means nothing becomes one that means nothing there either.
            parts.append(
                f"static int {name}_{way}(int value)\n{{\n    int result = value & ~({known}) ? 1 << 30 : 0;\n{bits}    return result;\n}}\n\n"
            )
    space = "" if abi.handle.endswith("*") else " "
    prototypes = [f"static {abi.handle}{space}{name}_out(uintptr_t);\n" for name in abi.handles.values()]
    text = "".join(parts).replace("static int ", "__attribute__((unused)) static int ")
    return text + "".join(prototypes) + "static void *file_out(uintptr_t);\n"


def _strangers(abi, name, pairs) -> set:
    """Numbers that are constants in the core and none of the library's: they must not become one by chance."""
    strangers = {core for _, _, core in pairs} - {own for _, own, _ in pairs}
    # From the library's last code on, the program's own begin.
    return {core for core in strangers if name != "error" or core <= abi.constants["MPI_ERR_LASTCODE"]}


# ---- functions ----


def _base(kind: str) -> str:
    """The type without const and pointers."""
    return kind.replace("const", "").replace("*", "").strip()


def _plain(abi, kind: str, core: bool) -> str:
    """A type in the library's ABI or the core's, where handles are numbers."""
    base = _base(kind)
    if base in abi.handles:
        return kind.replace(base, "core" if core else abi.handle)
    if base == "MPI_File":
        return kind.replace(base, "core" if core else "void *")
    if base in POINTERS or base.startswith("MPI_T_event_") and base.endswith("function"):
        return kind.replace(base, "void *")
    if base == "MPI_Status":
        return kind.replace(base, "struct core_status" if core else "struct status")
    if base.startswith("MPI_") and base.endswith(("function", "function_c")):
        return "void *"
    return kind.replace(base, TYPES.get(base, base))


def _declaration(abi, parameter, core: bool) -> str:
    plain = _plain(abi, parameter.type, core)
    space = "" if plain.endswith("*") else " "
    return f"{plain}{space}{parameter.name}{parameter.suffix}"


def signature(abi, function, name: str, core: bool, first: str = "") -> str:
    """The prototype of a function of the face, or of the core."""
    parameters = [first] if first else []
    parameters += [_declaration(abi, parameter, core) for parameter in function.parameters]
    if function.variadic and not core:
        parameters.append("...")
    returns = _plain(abi, function.returns, core)
    space = "" if returns.endswith("*") else " "
    return f"{returns}{space}{name}({', '.join(parameters) or 'void'})"


def prototypes(api, abi) -> str:
    """The entry points of the core."""
    parts = []
    for function in api.functions:
        if function.standard and function.status != NOT_SIMULATED:
            parts.append(f"{signature(abi, function, f'wt_{function.name}', True, 'const void *site')};\n")
    return "".join(parts) + "\n#define ALIAS(name) __attribute__((weak, alias(#name)))\n\n"


class _Body:
    """The lines of a function before and after the call, and the arguments of the call."""

    def __init__(self, abi, function):
        self.abi = abi
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
        if base in self.abi.handles or base == "MPI_File":
            return self.handle(p, self.abi.handles.get(base, "file"), pointer)
        if base == "MPI_Status":
            return self.status(p)
        if p.kind == "FUNCTION" and "copy" in p.name.lower():
            return f"copy_function_in({p.name})"
        if p.kind == "WEIGHT":
            return f"weights_in({p.name})" if p.direction == "in" else p.name
        if p.kind == "BUFFER":
            return p.name if (self.function.name, p.name) in PLAIN else f"buffer_in({p.name})"
        if p.kind == "C_BUFFER2":
            if self.abi.automatic is not None:
                place = f"*(void **){p.name}"
                self.after.append(f"if (code == 0 && {place} == (void *)2) {place} = (void *){self.abi.automatic};")
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
        if p.kind == "ERROR_CODE" and p.direction == "out":
            # Written on an error, too, and not only where the number of ranks is told.
            self.after.append(f"for (int i = wt_spawned_codes(); {p.name} && i-- > 0;) {p.name}[i] = error_out({p.name}[i]);")
            return p.name
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
        sent_in_place = f"sendbuf == (void *){self.abi.in_place} ? 0 : " if p.name.startswith("send") else ""
        return f"{sent_in_place}wt_peers(comm_in(comm))"

    def status(self, p) -> str:
        if p.name.startswith("array_of"):
            count = self.length()
            self.before.append(f"int {p.name}_count = ignored({p.name}) ? 0 : {count};")
            self.before.append(f"SCRATCH(struct core_status, {p.name}_, {p.name}_count, 32);")
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


def function(abi, f) -> str:
    """An entry point of the face: PMPI_X, and MPI_X as a weak alias."""
    strong, weak = signature(abi, f, f"P{f.name}", False), signature(abi, f, f.name, False)
    if f.name in abi.by_hand:
        lines = abi.by_hand[f.name]
    elif f.status == NOT_SIMULATED:
        lines = [f'wt_not_simulated("{f.name}", SITE);']
    else:
        lines = _calling(abi, f)
    body = "".join(f"    {line}\n" for line in lines)
    return f"EXPORT {strong};\n{strong}\n{{\n{body}}}\nEXPORT {weak} ALIAS(P{f.name});\n"


# Functions that change nothing but their flag where that is false. They are called in loops.
POLLS = ("MPI_Test", "MPI_Testall", "MPI_Iprobe")


def _calling(abi, f) -> list:
    body, base = _Body(abi, f), _base(f.returns)
    call = f"wt_{f.name}({', '.join(['SITE', *body.arguments])})"
    if base == "MPI_File" or base in abi.handles:
        return [*body.before, f"return {abi.handles.get(base, 'file')}_out({call});"]
    if base != "int" or f.name.endswith("_toint"):
        assert not body.after, f.name
        return [*body.before, f"return {call};"]
    if not body.after and not body.release:
        return [*body.before, f"return error_out({call});"]
    lines = [*body.before, f"int code = {call};"]
    if f.name in POLLS:
        lines += ["if (code == 0 && !*flag) {", *(f"    {line}" for line in body.release), "    return 0;", "}"]
    return [*lines, *body.after, *body.release, "return error_out(code);"]
