"""Buffers that come with a descriptor, in mpi_f08: which of them becomes what (mpi/fortran/sections.h)."""

# What describes a buffer beside it, if the call has one count and one datatype for it.
DESCRIBED_BY = {
    "buf": ("count", "datatype"),
    "buffer": ("count", "datatype"),
    "sendbuf": ("sendcount", "sendtype"),
    "recvbuf": ("recvcount", "recvtype"),
    "origin_addr": ("origin_count", "origin_datatype"),
    "result_addr": ("result_count", "result_datatype"),
    "inbuf": ("incount", "datatype"),
    "outbuf": ("outcount", "datatype"),
}
# MPI keeps these buffers' addresses.
KEPT = ("MPI_Buffer_attach", "MPI_Comm_attach_buffer", "MPI_Precv_init", "MPI_Psend_init", "MPI_Session_attach_buffer",
        "MPI_Win_attach", "MPI_Win_create")  # fmt: skip
# Of these it wants the address, or one element, and no more.
BEGINNING = ("MPI_Compare_and_swap", "MPI_Fetch_and_op", "MPI_Free_mem", "MPI_Get_address", "MPI_Win_detach")

# Procedures that may find requests complete: what was transferred into copies goes to where it belongs.
COMPLETING = tuple(
    f"MPI_{name}"
    for verb in ("Wait", "Test", "Request_get_status")
    for name in (verb, *(f"{verb}{'_' if verb[0] == 'R' else ''}{which}" for which in ("all", "any", "some")))
)
STARTING = ("MPI_Start", "MPI_Startall")
FREEING = "MPI_Request_free"


def has_buffers(routine) -> bool:
    """Whether a procedure of mpi_f08 has a form with descriptors."""
    return routine.f08 and routine.name != "MPI_Sizeof" and any(a.kind == "BUFFER" for a in routine.arguments)


def is_for_c(routine) -> bool:
    """Whether descriptors are C's. Only with those does gfortran never copy an array, such as the components of an
    array of a type, before the call: a must where MPI uses the buffer later. Other procedures have the compiler's own,
    so that programs may replace them by theirs (MPI 5.0 §19.1.5)."""
    return any(argument.kind == "BUFFER" and "ASYNCHRONOUS" in argument.f08 for argument in routine.arguments)


def view(routine, argument) -> tuple[str, dict]:
    """How a buffer's view is made, and the arguments that it replaces."""
    name, plain = argument.name, routine.name.removesuffix("_c")
    written = int(argument.direction != "in")
    if plain in BEGINNING or plain.endswith("_end"):
        return f"wt_f_first(&s_{name})", {}
    if plain in KEPT:
        return f'wt_f_whole(&s_{name}, "{routine.name}")', {}
    by = _described_by(routine, argument)
    if not by:
        return f"wt_f_copied(&s_{name}, {written})", {}
    count, datatype = by
    made = f'wt_f_typed(&s_{name}, *{count}, Type_C(*{datatype}), {written}, {until(routine)}, "{routine.name}")'
    return made, {count: f"v_{name}.count", datatype: f"v_{name}.datatype"}


def until(routine) -> str:
    """When MPI is done with the buffers."""
    names = [argument.name for argument in routine.arguments]
    if "request" in names:
        return "WT_F_WITH_PERSISTENT_REQUEST" if "_init" in routine.name else "WT_F_WITH_REQUEST"
    return "WT_F_LATER" if "win" in names or "_begin" in routine.name else "WT_F_AT_ONCE"


def _described_by(routine, argument) -> tuple[str, str] | None:
    """Count and datatype of a buffer that is one block of it. Reductions are of predefined datatypes alone; those of
    one-sided communication may have others."""
    by = DESCRIBED_BY.get(argument.name)
    others = {other.name: other for other in routine.arguments}
    if not by or any(name not in others or others[name].f08_dimensions for name in by):
        return None
    if "op" in others and "win" not in others:
        return None
    blocks = routine.name.lower()
    many = {"recvbuf": ("gather", "alltoall"), "sendbuf": ("scatter", "alltoall")}.get(argument.name, ())
    return None if any(word in blocks for word in many) else by
