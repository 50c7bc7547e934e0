"""Reads names, types and values of constants out of a header of the standard ABI. Used by `import_api.py` only."""

import re

from description import Constant

# Sections of our own header; the first pattern that matches the name decides.
GROUPS = [
    ("versions", r"MPI_(ABI_)?(SUB)?VERSION"),
    ("longest strings", r"MPI_MAX_\w+"),
    ("error classes", r"MPI_(T_)?ERR_\w+|MPI_SUCCESS"),
    ("special buffers", r"MPI_(BOTTOM|IN_PLACE|BUFFER_AUTOMATIC)"),
    ("empty and ignored arguments", r"MPI_(ARGVS?_NULL|ERRCODES_IGNORE|STATUS(ES)?_IGNORE|UNWEIGHTED|WEIGHTS_EMPTY)"),
    ("layout of a status in Fortran", r"MPI_F_\w+"),
    ("special ranks, tags and the undefined value", r"MPI_(ANY_\w+|PROC_NULL|ROOT|UNDEFINED)"),
    ("buffered sends", r"MPI_BSEND_OVERHEAD"),
    ("levels of thread support", r"MPI_THREAD_\w+"),
    ("orders and distributions of arrays", r"MPI_(ORDER|DISTRIBUTE)_\w+"),
    ("combiners of datatypes", r"MPI_COMBINER_\w+"),
    ("type classes", r"MPI_TYPECLASS_\w+"),
    ("results of comparisons", r"MPI_(IDENT|CONGRUENT|SIMILAR|UNEQUAL)"),
    ("kinds of topologies", r"MPI_(CART|GRAPH|DIST_GRAPH)"),
    ("types of communicator splits", r"MPI_COMM_TYPE_\w+"),
    ("files", r"MPI_MODE_(APPEND|CREATE|DELETE_ON_CLOSE|EXCL|RD\w+|SEQUENTIAL|UNIQUE_OPEN|WRONLY)|MPI_SEEK_\w+"),
    ("files", r"MPI_DISPLACEMENT_CURRENT"),
    ("windows", r"MPI_MODE_\w+|MPI_LOCK_\w+|MPI_WIN_(FLAVOR_\w+|UNIFIED|SEPARATE)"),
    ("attributes of communicators and windows", r"MPI_(KEYVAL_INVALID|TAG_UB|IO|HOST|WTIME_IS_GLOBAL|APPNUM)"),
    (
        "attributes of communicators and windows",
        r"MPI_(LASTUSEDCODE|UNIVERSE_SIZE|WIN_(BASE|DISP_UNIT|SIZE|CREATE_FLAVOR|MODEL))",
    ),
    ("predefined callbacks", r"MPI_\w+_FN(_NULL)?(_C)?|MPI_DUP_FN"),
    ("tool interface", r"MPI_T_\w+"),
]


def read_handles(header: str) -> dict[str, str]:
    """The opaque types: name of the type and tag of the incomplete struct it points to."""
    return {name: tag for tag, name in re.findall(r"typedef struct (\w+)\s*\*\s*(MPI_\w+);", header)}


def read_constants(header: str) -> list[Constant]:
    """All constants `MPI_*` in the order of the header."""
    constants: dict[str, Constant] = {}
    for line in header.splitlines():
        deprecated = re.search(r"deprecated: MPI-([\d.]+)", line)
        constant = _macro(line, constants) or _enumerator(line)
        if constant:
            constant.deprecated = deprecated.group(1) if deprecated else ""
            constants[constant.name] = constant
    return list(constants.values())


def _macro(line: str, known: dict[str, Constant]) -> Constant | None:
    match = re.match(r"\s*#define\s+(MPI_\w+)\s+(\S.*?)\s*(/\*.*)?$", line)
    if not match or match.group(1).startswith("MPI_ABI_") and "VERSION" not in match.group(1):
        return None
    name, text = match.group(1), match.group(2)
    if text in known:
        return Constant(name, known[text].group, known[text].type, known[text].value, alias=text)
    c_type, value = re.fullmatch(r"(?:\(\(([\w *]+)\))?(-?\w+)\)?", text).groups()
    c_type = re.sub(r"\s*(\*+)$", r" \1", c_type or "int")
    return Constant(name, _group(name, c_type), c_type, int(value, 0))


def _enumerator(line: str) -> Constant | None:
    match = re.match(r"\s+(MPI_\w+)\s*=\s*(-?\w+),?\s*(/\*.*)?$", line)
    if not match:
        return None
    name, value = match.group(1), int(match.group(2), 0)
    c_type = "int"
    if name.startswith("MPI_T_CB_REQUIRE_"):
        c_type = "MPI_T_cb_safety"
    elif name.startswith("MPI_T_SOURCE_"):
        c_type = "MPI_T_source_order"
    return Constant(name, _group(name, c_type), c_type, value)


def _group(name: str, c_type: str) -> str:
    if re.fullmatch(r"MPI_(?!T_)(Op|Comm|Group|Win|File|Session|Message|Info|Errhandler|Request|Datatype)", c_type):
        return f"handles {c_type}"
    return next(group for group, pattern in GROUPS if re.fullmatch(pattern, name))
