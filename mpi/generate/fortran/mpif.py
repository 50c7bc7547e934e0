"""`mpif.h`: valid in fixed and in free form, so lines begin in column 7, end before column 73 and have no continuation."""

from fortran import constants
from text import BANNER

HEAD = """\
!     The Fortran include file of MPI 5.0, for default integers of four
!     bytes. {banner}
"""


def render(api, bindings) -> str:
    lines = [HEAD.format(banner="\n!     ".join(BANNER.split(": ")))]
    integers = [(name, value) for name, value, _ in constants.integers(api) if name not in constants.WIDE]
    for name, value in [*constants.KINDS.items(), *integers, *constants.REMOVED.items()]:
        lines.append(_parameter("INTEGER", name, value))
    for name, kind in constants.WIDE.items():
        value = next(value for wide, value, _ in constants.integers(api) if wide == name)
        lines.append(_parameter(f"INTEGER(KIND={kind})", name, value))
    for name, value in constants.LOGICALS.items():
        lines.append(_parameter("LOGICAL", name, f".{str(value).upper()}."))
    for name, kind, dimensions in constants.SENTINELS:
        lines.append(f"      {kind} {name}{f'({dimensions})' if dimensions else ''}\n")
        lines.append(f"      COMMON /{constants.common(name)}/ {name}\n")
    for name in constants.NULL_FUNCTIONS:
        lines.append(f"      EXTERNAL {name}\n")
    for routine in bindings.routines:
        # Programs declare MPI_AINT_ADD and MPI_AINT_DIFF themselves, as MPICH's mpif.h leaves it to them.
        if routine.returns == "DOUBLE PRECISION":
            for prefix in ("", "P"):
                lines.append(f"      {routine.returns} {prefix}{routine.name.upper()}\n")
                lines.append(f"      EXTERNAL {prefix}{routine.name.upper()}\n")
    return "".join(lines)


def _parameter(kind: str, name: str, value) -> str:
    return f"      {kind} {name}\n      PARAMETER ({name}={value})\n"
