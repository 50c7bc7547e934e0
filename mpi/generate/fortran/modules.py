"""The modules `mpi` and `mpi_f08`: interfaces to procedures written in C, and the few procedures that Fortran needs.

Buffers of any type and rank are passed by address: every compiler has a directive for that, each its own, and a
compiler takes the others' for comments. In mpi_f08, compiled with WT_DESCRIPTORS, they come with a descriptor.
"""

import re

from fortran import constants, descriptors
from text import BANNER

HANDLES = ("MPI_Comm", "MPI_Datatype", "MPI_Errhandler", "MPI_File", "MPI_Group", "MPI_Info", "MPI_Message", "MPI_Op",
           "MPI_Request", "MPI_Session", "MPI_Win")  # fmt: skip

# Kinds that MPI_SIZEOF knows (MPI 5.0 §19.1.9).
SIZED = [f"integer({n})" for n in (1, 2, 4, 8)] + [f"logical({n})" for n in (1, 2, 4, 8)]
SIZED += [f"{kind}({n})" for kind in ("real", "complex") for n in (4, 8, 10, 16)] + ["character(len=*)"]
# Laid out as in C, and as the eight integers of a status in the module mpi.
STATUS = """\
   type, bind(C) :: MPI_Status
      integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR
      integer :: MPI_internal(5)
   end type MPI_Status

"""

CONTINUED = 100  # characters of a line


def render_mpi(api, bindings) -> str:
    out = [f"! The module mpi of MPI 5.0. {BANNER}\n", "module mpi\n   use, intrinsic :: iso_c_binding, only: c_ptr\n",
           "   implicit none\n   private :: c_ptr\n"]  # fmt: skip
    out.append(STATUS)
    out += _constants(api, "integer")
    out += _sentinels()
    # Without interfaces: programs pass them on, and may call them.
    out += [f"   external :: {name}\n" for name in constants.NULL_FUNCTIONS]
    out += ["   interface\n"]
    for prefix in ("", "P"):
        for routine in bindings.routines:
            if routine.f90 and routine.name != "MPI_Sizeof" and not _with_pointer(routine):
                out.append(_interface(routine, prefix + routine.name, "f90"))
    out.append("   end interface\n")
    for prefix in ("", "P"):
        for routine in filter(_with_pointer, bindings.routines):
            if routine.f90:
                out.append(f"   interface {prefix}{routine.name}\n")
                out.append(_interface(routine, prefix + routine.name, "f90"))
                out.append(_interface(routine, f"{prefix}{routine.name}_cptr", "f90", pointer=True))
                out.append("   end interface\n")
    out += _sizeof(optional=False)
    return "".join(out) + "end module mpi\n"


def render_f08(api, bindings) -> str:
    out = [f"! The module mpi_f08 of MPI 5.0. {BANNER}\n", "module mpi_f08\n"]
    out += ["   use, intrinsic :: iso_c_binding, only: c_char, c_ptr\n   implicit none\n   private :: c_char, c_ptr\n\n"]
    for handle in HANDLES:
        out.append(f"   type, bind(C) :: {handle}\n      integer :: MPI_VAL\n   end type {handle}\n")
    out.append(STATUS)
    for operator, suffix in (("==", "equal"), ("/=", "unequal")):
        names = [f"{suffix}_{handle[4:].lower()}" for handle in HANDLES]
        out.append(f"   interface operator({operator})\n      module procedure {', '.join(names[:6])}\n")
        out.append(f"      module procedure {', '.join(names[6:])}\n   end interface\n")
        out += [f"   private :: {name}\n" for name in names]
    out += _constants(api, "type")
    out += _sentinels_f08()
    out.append("   abstract interface\n")
    out += [_interface(callback, callback.name, "callback") for callback in bindings.callbacks]
    out.append("   end interface\n")
    out += _null_functions()
    for prefix in ("", "P"):
        out += _generics(bindings, prefix)
    out += _sizeof(optional=True)
    out.append(_operators())
    return "".join(out) + "end module mpi_f08\n"


def _with_pointer(routine) -> bool:
    return any(argument.kind == "C_BUFFER" for argument in routine.arguments)


def _constants(api, handles: str) -> list:
    lines = [f"   integer, parameter :: {name} = {value}\n" for name, value in constants.KINDS.items()]
    for name, value, kind in constants.integers(api):
        if name in constants.WIDE:
            lines.append(f"   integer(MPI_OFFSET_KIND), parameter :: {name} = {value}\n")
        elif handles == "type" and kind in HANDLES:
            lines.append(f"   type({kind}), parameter :: {name} = {kind}({value})\n")
        else:
            lines.append(f"   integer, parameter :: {name} = {value}\n")
    if handles == "integer":
        lines += [f"   integer, parameter :: {name} = {value}\n" for name, value in constants.REMOVED.items()]
    for name, value in constants.LOGICALS.items():
        line = f"   logical, parameter :: {name} = .{value}.\n".lower().replace(name.lower(), name)
        if handles == "type" and name in constants.DESCRIBED:
            lines += ["#ifdef WT_DESCRIPTORS\n", line.replace(".false.", ".true."), "#else\n", line, "#endif\n"]
        else:
            lines.append(line)
    return lines


def _sentinels() -> list:
    lines = []
    for name, kind, dimensions in constants.SENTINELS:
        kind = "character(len=1)" if kind.startswith("CHARACTER") else "integer"
        lines.append(f"   {kind} :: {name}{f'({dimensions})' if dimensions else ''}\n")
        lines.append(f"   common /{constants.common(name)}/ {name}\n")
    return lines


def _sentinels_f08() -> list:
    """The same variables as in `mpi`, but that ignored statuses are of another type."""
    lines = []
    for name, kind, dimensions in constants.SENTINELS:
        symbol = constants.common(name).lower() + "_"
        if "STATUS" in name:
            dimensions = "1" if "," in dimensions else ""
            kind = "type(MPI_Status)"
        elif kind.startswith("CHARACTER"):
            kind = "character(kind=c_char, len=1)"
        else:
            kind = "integer"
        shape = f"({dimensions})" if dimensions else ""
        lines.append(f'   {kind}, bind(C, name="{symbol}") :: {name}{shape}\n')
    return lines


def _null_functions() -> list:
    """Predefined callbacks, with the interface of what they stand for."""
    lines = []
    for name in constants.NULL_FUNCTIONS:
        if name.startswith(("MPI_NULL", "MPI_DUP")):
            continue  # of MPI-1, not in mpi_f08
        if name == "MPI_CONVERSION_FN_NULL":
            like = "MPI_Datarep_conversion_function"
        else:
            kind = name.split("_")[1].capitalize()
            like = f"MPI_{kind}_{'delete' if 'DELETE' in name else 'copy'}_attr_function"
        lines.append(f"   procedure({like}) :: {name}\n")
    return lines


def _generics(bindings, prefix: str) -> list:
    """What programs call, and the one or two procedures (small and large counts) behind it."""
    groups = {}
    for routine in bindings.routines:
        if routine.f08 and routine.name != "MPI_Sizeof":
            groups.setdefault(routine.generic, []).append(routine)
    lines = []
    for generic, routines in groups.items():
        lines.append(f"   interface {prefix}{generic}\n")
        seen = set()
        for routine in routines:
            shape = tuple(_resolved(argument.f08) for argument in routine.arguments)
            if shape not in seen:  # kinds of addresses and counts are the same: one procedure serves both
                lines += _specific(routine, prefix)
            seen.add(shape)
        lines.append("   end interface\n")
    return lines


def _specific(routine, prefix: str) -> list:
    """A procedure of mpi_f08: with buffers, one for descriptors and one for compilers that cannot pass them so."""
    plain = _interface(routine, f"{prefix}{routine.name}_f08", "f08")
    if not descriptors.has_buffers(routine):
        return [plain]
    described = _interface(routine, f"{prefix}{routine.name}_f08ts", "f08ts")
    return ["#ifdef WT_DESCRIPTORS\n", described, "#else\n", plain, "#endif\n"]


def _resolved(declaration: str) -> str:
    """What the compiler compares when it tells procedures of one generic name apart."""
    declaration = re.sub(r"KIND=MPI_(ADDRESS|COUNT|OFFSET)_KIND", "8", declaration)
    return re.sub(r", (INTENT\(\w+\)|ASYNCHRONOUS|OPTIONAL)", "", declaration)


def _interface(routine, name: str, binding: str, pointer: bool = False) -> str:
    ierror = ["ierror"] if routine.ierror else []
    names = [argument.name for argument in routine.arguments] + ierror
    word = "function" if routine.returns else "subroutine"
    opening = f"{word} {name}({', '.join(names)})"
    described = binding == "f08ts"
    if described and descriptors.is_for_c(routine):
        opening += f' bind(C, name="{name.lower()}_")'
    lines = [_folded(opening), "import"]
    if routine.returns:
        lines.append(f"{_lower(routine.returns)} :: {name}")
    declared = [_declaration(argument, binding, pointer) for argument in routine.arguments]
    # A size has to be declared before the array it gives the size of.
    declared.sort(key=lambda text: "(" in text.split("::")[1])
    lines += declared
    for argument in routine.arguments:
        untyped = argument.kind == "BUFFER" or (binding == "f90" and argument.f90 == "<type>")
        if (untyped and not described) or (binding == "f90" and _is_loose(routine, argument)):
            lines += _any_type(argument.name)
    if routine.ierror:
        optional = {"f90": ", intent(out)", "callback": ""}.get(binding, ", optional, intent(out)")
        lines.append(f"integer{optional} :: ierror")
    lines.append(f"end {word}")
    return "".join(f"      {line}\n" for line in lines)


def _is_loose(routine, argument) -> bool:
    """Whether programs may give anything for an argument of the module mpi: with MPI_IN_PLACE, counts, displacements
    and types do not matter, and programs give scalars for arrays."""
    loose = ("send", "recv", "sdispls", "rdispls")
    return bool(re.search("alltoall[vw]", routine.name.lower())) and argument.name.startswith(loose)


def _any_type(name: str) -> list:
    return [f"!GCC$ attributes no_arg_check :: {name}", f"!DIR$ ignore_tkr {name}", f"!IBM* ignore_tkr {name}"]


def _declaration(argument, binding: str, pointer: bool) -> str:
    text, dimensions = (
        (argument.f90, argument.f90_dimensions) if binding == "f90" else (argument.f08, argument.f08_dimensions)
    )
    if pointer and argument.kind == "C_BUFFER":
        text = "TYPE(C_PTR)"
    if binding == "f08ts" and text.startswith("TYPE(*)"):
        dimensions = ""
    elif text == "<type>" or text.startswith("TYPE(*)"):
        text, dimensions = re.sub(r"<type>|TYPE\(\*\)(, DIMENSION\(\.\.\))?", "type(*), dimension(*)", text), ""
    text = text.replace("CHARACTER*(*)", "CHARACTER(LEN=*)")
    if text == "EXTERNAL":
        return f"external :: {argument.name}"
    return f"{_lower(text)} :: {argument.name}{f'({dimensions})' if dimensions else ''}"


def _lower(text: str) -> str:
    """Keywords of Fortran in small letters; names of MPI stay."""
    return re.sub(r"\b(?!MPI_)\w+", lambda word: word[0].lower(), text)


def _folded(line: str) -> str:
    """Breaks a long line as Fortran wants it."""
    lines = []
    while len(line) > CONTINUED:
        at = line.rindex(" ", 0, CONTINUED)
        lines.append(line[:at] + " &")
        line = "   " + line[at + 1 :]
    return "\n      ".join([*lines, line])


def _operators() -> str:
    out = []
    for suffix, sign in (("equal", "=="), ("unequal", "/=")):
        for handle in HANDLES:
            name = f"{suffix}_{handle[4:].lower()}"
            out.append(f"   elemental logical function {name}(a, b)\n      type({handle}), intent(in) :: a, b\n"
                       f"      {name} = a%MPI_VAL {sign} b%MPI_VAL\n   end function\n")  # fmt: skip
    return "".join(out)


def _sizeof(optional: bool) -> list:
    """MPI_SIZEOF, one procedure per type and kind, for any rank; begins the procedures of a module."""
    names = [f"sizeof_{re.sub(r'[^a-z0-9]+', '_', kind).strip('_')}" for kind in SIZED]
    lines = [f"   private :: {name}\n" for name in names]
    for generic in ("MPI_Sizeof", "PMPI_Sizeof"):
        lines.append(f"   interface {generic}\n")
        lines += [f"      module procedure {name}\n" for name in names]
        lines.append("   end interface\n")
    lines.append("contains\n")
    for kind, name in zip(SIZED, names, strict=True):
        lines.append(f"   subroutine {name}(x, size, ierror)\n      {kind}, dimension(..), intent(in) :: x\n")
        lines.append(f"      integer, intent(out) :: size\n      integer{', optional' if optional else ''}, intent(out) :: ierror\n")
        if kind.startswith("character"):
            lines.append("      size = len(x)\n")
        else:
            lines.append(f"      {kind} :: one\n      size = storage_size(one) / 8\n")
        given = "if (present(ierror)) " if optional else ""
        lines.append(f"      {given}ierror = MPI_SUCCESS\n   end subroutine\n")
    return lines
