"""The Fortran libraries of Open MPI and MPICH, for programs that were linked with them.

They are this project's procedures, compiled for the C types and constants of the other library and calling its face. What is generated
for each library lies in a folder of its name: `mpi.h`, with these types and constants; `variables.h`, the variables of its Fortran whose
addresses mean something; `names.ld`, the further names by which programs call the procedures; `constants.c`, the constants of its module
mpi_f08. The rest, which is not generated, is in `mpi/fortran/library.h` and `library.c`.
"""

import re
from dataclasses import replace

import header
from faces import mpich, openmpi
from fortran import constants, descriptors
from text import BANNER

# MPI 3.0 removed them: mpi/fortran/removed.c.
REMOVED = [
    "MPI_Address", "MPI_Errhandler_create", "MPI_Errhandler_get", "MPI_Errhandler_set", "MPI_Type_extent",
    "MPI_Type_hindexed", "MPI_Type_hvector", "MPI_Type_lb", "MPI_Type_struct", "MPI_Type_ub",
]  # fmt: skip
# Procedures that a program may only call by way of an interface: they have no symbol of this name.
GENERIC = {"MPI_Sizeof"}

STATUS = {
    "openmpi": "    int MPI_SOURCE;\n    int MPI_TAG;\n    int MPI_ERROR;\n    int cancelled;\n    size_t bytes;\n",
    "mpich": "    int low;\n    int high;\n    int MPI_SOURCE;\n    int MPI_TAG;\n    int MPI_ERROR;\n",
}

# Where each variable lies: a common block of its own, or one of several variables with its place there.
OWN_BLOCKS = {name: (name.lower().replace("mpi_", "mpi_fortran_", 1) + "_", 0) for name, _, _ in constants.SENTINELS}
COMMON = {
    "openmpi": {name: place for name, place in OWN_BLOCKS.items() if name != "MPI_BUFFER_AUTOMATIC"},
    "mpich": {
        "MPI_BOTTOM": ("mpipriv1_", 0), "MPI_IN_PLACE": ("mpipriv1_", 4), "MPI_STATUS_IGNORE": ("mpipriv1_", 8),
        "MPI_STATUSES_IGNORE": ("mpipriv2_", 0), "MPI_ERRCODES_IGNORE": ("mpipriv2_", 20),
        "MPI_ARGVS_NULL": ("mpiprivc_", 0), "MPI_ARGV_NULL": ("mpiprivc_", 1),
        "MPI_UNWEIGHTED": ("mpifcmb5_", 0), "MPI_WEIGHTS_EMPTY": ("mpifcmb9_", 0),
    },
}  # fmt: skip
# The same, where the module mpi_f08 has variables of its own.
COMMON_F08 = {
    "openmpi": COMMON["openmpi"],
    "mpich": {
        name: (f"MPIR_F08_{name}{'_OBJ' if 'STATUS' in name else ''}", 0)
        for name in ("MPI_BOTTOM", "MPI_IN_PLACE", "MPI_STATUS_IGNORE", "MPI_STATUSES_IGNORE")
    }
    | {
        name: (f"__mpi_f08_link_constants_MOD_{name.lower()}", 0)
        for name in ("MPI_ARGV_NULL", "MPI_ARGVS_NULL", "MPI_ERRCODES_IGNORE", "MPI_UNWEIGHTED", "MPI_WEIGHTS_EMPTY")
    },
}
# No block is longer.
BLOCK = 32

# Procedures of the modules that tell how large a variable is: the type in their names, and bytes.
SIZES = {
    "openmpi": {
        "character": 1, "logical": 4, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "real32": 4, "real64": 8,
        "real128": 16, "complex32": 8, "complex64": 16, "complex128": 32,
    },
    "mpich": {
        "character": 1, "logical": 4, "xint8": 1, "xint16": 2, "xint32": 4, "xint64": 8, "xreal32": 4, "xreal64": 8,
        "xreal128": 16, "xcomplex32": 8, "xcomplex64": 16, "xcomplex128": 32, "ch": 1, "cx": 8, "d": 8, "i": 4, "i1": 1, "i2": 2, "i8": 8, "l": 4, "r": 4, "dc": 16,
    },
}  # fmt: skip

# Handles that the module has by further names.
OTHER_NAMES = {
    "MPI_C_COMPLEX": "MPI_C_FLOAT_COMPLEX",
    "MPI_CXX_COMPLEX": "MPI_CXX_FLOAT_COMPLEX",
    "MPI_LONG_LONG_INT": "MPI_LONG_LONG",
}
KINDS = ("comm", "datatype", "errhandler", "file", "group", "info", "message", "op", "request", "session", "win")


def render(api, bindings) -> dict:
    """Name and text of each file."""
    files = {}
    for library in ("openmpi", "mpich"):
        files[f"{library}/mpi.h"] = _header(api, library)
        files[f"{library}/variables.h"] = _variables(library)
        files[f"{library}/names.ld"] = _names(api, bindings, library)
        files[f"{library}/constants.c"] = _constants(library)
    return files


# ---- types and constants of C ----


def _header(api, library: str) -> str:
    values = (openmpi if library == "openmpi" else mpich).values()
    handles = {o["handle"]: o["name"] for o in reversed(values.get("objects", []))}
    found = []
    for constant in api.constants:
        if constant.name in handles:
            found.append(replace(constant, alias=f"(({constant.type})(void *){handles[constant.name]})"))
        elif constant.name in values["constants"] and not constant.alias:
            found.append(replace(constant, value=_signed(values["constants"][constant.name])))
        elif constant.alias or constant.group in ("predefined callbacks", "tool interface", "special buffers"):
            found.append(constant)
    text = header.render(replace(api, constants=found))
    text = re.sub(
        r"(?<=typedef struct \{\n)(    int MPI_SOURCE;.*?)(?=\} MPI_Status;)", STATUS[library], text, flags=re.DOTALL
    )
    if library == "mpich":
        text = re.sub(r"typedef struct MPI_ABI_(?!File)\w+ \*(\w+);", r"typedef int \1;", text)
    objects = "".join(f"extern char {name}[];\n" for name in sorted(set(handles.values())))
    if library == "mpich":
        objects = "extern int *const MPI_UNWEIGHTED, *const MPI_WEIGHTS_EMPTY;\n"
    text = text.replace(
        "#include <stdint.h>\n", f"#include <stddef.h>\n#include <stdint.h>\n\ntypedef int MPI_Fint;\n{objects}", 1
    )
    return re.sub(r'#include "mpi_(fortran|removed)\.h"\n', "", text)


def _signed(value: int) -> int:
    return value - (1 << 32) if 1 << 31 <= value < 1 << 32 else value


# ---- variables ----


def _variables(library: str) -> str:
    lines = [f"/* Variables of Fortran whose addresses mean something, where {library} has them. {BANNER} */\n"]
    blocks = [*COMMON[library].values(), *COMMON_F08[library].values()]
    lines += [f"BLOCK({name}, {BLOCK})\n" for name in sorted({block for block, _ in blocks})]
    for name, kind, _ in constants.SENTINELS:
        c_type = "char" if kind.startswith("CHARACTER") else "MPI_Fint"
        for common, suffix in ((COMMON, ""), (COMMON_F08, "of_f08")):
            block, place = common[library].get(name, ("wt_f_nowhere", 0))
            own = f"{constants.common(name).lower()}_{suffix}"
            lines.append(f"#define {own} (({c_type} *)(void *)({block} + {place}))\n")
    return "".join(lines)


# ---- names ----


def _names(api, bindings, library: str) -> str:
    names = {}
    routines = {routine.name: routine for routine in bindings.routines if routine.name not in GENERIC}
    for name in [*routines, *REMOVED]:
        names |= _of_procedure(name, library)
        if name in routines and routines[name].f08:
            names |= of_f08(routines[name], library)
        if name.endswith("_init") and library == "openmpi":
            extension = name.replace("MPI_", "MPIX_")
            names |= _of_procedure(extension, library, name)
            for prefix in ("", "p"):
                names[f"{prefix}{extension.lower()}_f08_"] = f"p{name.lower()}_f08_"
    for name in constants.NULL_FUNCTIONS:
        own = f"{name.lower()}_"
        names |= {other: own for other in _of_procedure(name, library) if other != own}
        names[f"__mpi_f08_callbacks_MOD_{name.lower()}"] = own
    for kind in KINDS:
        for test, function in (("eq", "wt_f_same"), ("neq", "wt_f_differ")):
            if library == "openmpi":
                names[f"__mpi_f08_types_MOD_ompi_{kind}_op_{test[:2]}"] = function
            else:
                names[f"__mpi_constants_MOD_{kind}{test}"] = function
                forms = (test, f"f08_{test}_f", f"f_{test}_f08")
                names |= dict.fromkeys((f"__mpi_f08_types_MOD_mpi_{kind}_{form}" for form in forms), function)
    for kind, size in SIZES[library].items():
        names |= dict.fromkeys(_sizeofs(kind, library), f"wt_f_sizeof_{size}")
    for name in ("MPI_Alloc_mem_cptr", "MPI_Win_allocate_cptr", "MPI_Win_allocate_shared_cptr", "MPI_Win_shared_query_cptr"):
        names |= _of_procedure(name, library)
    lines = "".join(f"{name} = {of};\n" for name, of in sorted(names.items()) if name != of)
    return f"/* Further names of the procedures, for the linker. {BANNER} */\n{lines}"


def _of_procedure(name: str, library: str, of: str = "") -> dict:
    """The names of a procedure, for all ways of compilers to write them, and what they stand for."""
    lower, own = name.lower(), f"p{(of or name).lower()}_"
    found = {}
    for prefix in ("", "p"):
        found |= dict.fromkeys((prefix + lower, f"{prefix}{lower}_", f"{prefix}{lower}__", (prefix + lower).upper()), own)
    if library == "openmpi":
        found |= dict.fromkeys((f"{prefix}{name}{suffix}" for prefix in ("", "P") for suffix in ("_f", "_f08")), own)
        found[f"o{lower}_f"] = own
    return found


def of_f08(routine, library: str) -> dict:
    """The names of a procedure's forms for mpi_f08: Open MPI's take buffers by address, MPICH's descriptors."""
    lower = routine.name.lower()
    if library == "openmpi":
        return {f"{prefix}{lower}_f08_": f"p{lower}_f08_" for prefix in ("", "p")}
    large = "_large" if lower.endswith("_c") and routine.generic != routine.name else ""
    form = "f08ts" if descriptors.has_buffers(routine) else "f08"
    name = lower.removesuffix("_c") if large else lower
    return {f"{start}{name[4:]}_{form}{large}_": f"p{lower}_{form}_" for start in ("mpi_", "pmpir_")}


def _sizeofs(kind: str, library: str) -> list:
    if library == "mpich":
        modules = [f"__mpi_sizeofs_MOD_mpi_sizeof_{kind}{array}" for array in ("", "v")]
        return [*modules, f"__mpi_f08_types_MOD_mpi_sizeof_{kind}"]
    ranks = ["scalar", *(f"r{rank}" for rank in range(1, 16))]
    return [f"{prefix}mpi_sizeof_{kind}_{rank}{suffix}" for prefix in ("", "p") for rank in ranks for suffix in ("_", "")]


# ---- the module's constants ----


def _constants(library: str) -> str:
    lines = [f"/* Constants of {library}'s module mpi_f08: handles as Fortran's integers. {BANNER} */\n"]
    for name, value in sorted(_handles(library).items()):
        lower = name.lower()
        symbols = [f"__mpi_f08_types_MOD_{lower}", f"ompi_f08_{lower}"]
        symbols = symbols if library == "openmpi" else [f"__mpi_f08_compile_constants_MOD_{lower}"]
        lines += [f"const int {symbol} = {value};\n" for symbol in symbols]
    return "".join(lines)


def _handles(library: str) -> dict:
    if library == "openmpi":
        found = {o["handle"]: o["fortran"] for o in openmpi.values()["objects"] if o["fortran"] is not None}
        widths = {f"MPI_{sign}INT{bits}": f"MPI_{sign}INT{bits}_T" for sign in ("", "U") for bits in (8, 16, 32, 64)}
        found |= {name: found[of] for name, of in widths.items()}
    else:
        found = {"MPI_LB": 0x4C000010, "MPI_UB": 0x4C000011}
        found |= {name: _signed(value) for name, value in mpich.values()["constants"].items()}
    found |= {name: found[of] for name, of in OTHER_NAMES.items() if of in found and name not in found}
    return found
