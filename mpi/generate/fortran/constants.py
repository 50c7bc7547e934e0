"""Constants in Fortran: the values of C's, handles being integers there (MPI 5.0 §19.3.4, §20.4)."""

# Groups that Fortran does not have; the layout of a status has its own values there.
ABSENT = ("tool interface", "predefined callbacks", "special buffers", "empty and ignored arguments",
          "layout of a status in Fortran")
# Strings are one character shorter than in C, where they end with a null character (MPI 5.0 §2.6.2).
SHORTER = "longest strings"

KINDS = {
    "MPI_ADDRESS_KIND": 8,
    "MPI_COUNT_KIND": 8,
    "MPI_INTEGER_KIND": 4,
    "MPI_OFFSET_KIND": 8,
    "MPI_STATUS_SIZE": 8,
    "MPI_SOURCE": 1,
    "MPI_TAG": 2,
    "MPI_ERROR": 3,
}
# Constants that MPI 3.0 removed: the values of mpi_removed.h.
REMOVED = {
    "MPI_LB": 0x205,
    "MPI_UB": 0x206,
    "MPI_COMBINER_HVECTOR_INTEGER": 1001,
    "MPI_COMBINER_HINDEXED_INTEGER": 1002,
    "MPI_COMBINER_STRUCT_INTEGER": 1003,
}
# Buffers of non-blocking operations are passed by address, without a descriptor (MPI 5.0 §19.1.4), but in mpi_f08 with
# compilers that have descriptors.
LOGICALS = {"MPI_SUBARRAYS_SUPPORTED": False, "MPI_ASYNC_PROTECTS_NONBLOCKING": False}
DESCRIBED = ("MPI_SUBARRAYS_SUPPORTED",)
WIDE = {"MPI_DISPLACEMENT_CURRENT": "MPI_OFFSET_KIND"}

# Variables whose addresses mean something: name in Fortran, declaration, name of the common block.
SENTINELS = [
    ("MPI_BOTTOM", "INTEGER", ""),
    ("MPI_IN_PLACE", "INTEGER", ""),
    ("MPI_BUFFER_AUTOMATIC", "INTEGER", ""),
    ("MPI_STATUS_IGNORE", "INTEGER", "MPI_STATUS_SIZE"),
    ("MPI_STATUSES_IGNORE", "INTEGER", "MPI_STATUS_SIZE,1"),
    ("MPI_ERRCODES_IGNORE", "INTEGER", "1"),
    ("MPI_UNWEIGHTED", "INTEGER", "1"),
    ("MPI_WEIGHTS_EMPTY", "INTEGER", "1"),
    ("MPI_ARGV_NULL", "CHARACTER*1", "1"),
    ("MPI_ARGVS_NULL", "CHARACTER*1", "1,1"),
]

NULL_FUNCTIONS = [
    f"MPI_{kind}{name}"
    for kind in ("", "COMM_", "TYPE_", "WIN_")
    for name in ("NULL_COPY_FN", "DUP_FN", "NULL_DELETE_FN")
] + ["MPI_CONVERSION_FN_NULL"]


def common(name: str) -> str:
    """The common block of a variable whose address means something; C sees it in lower case with `_` behind."""
    return name.replace("MPI_", "WT_MPI_")


def integers(api) -> list:
    """Integer constants and handles: (name, value, C type)."""
    found = []
    for constant in api.constants:
        if constant.group in ABSENT:
            continue
        value = constant.value - 1 if constant.group == SHORTER else constant.value
        found.append((constant.name, value, constant.type))
    return found
