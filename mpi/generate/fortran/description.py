"""Reads and writes `mpi/api-fortran.json`: the Fortran bindings, beside the C ones of `mpi/api.json`."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from description import MPI, reading

PATH = MPI / "api-fortran.json"


@dataclass
class Argument:
    """A dummy argument: its declaration in both bindings, without its name (`INTEGER`, `TYPE(MPI_Comm), INTENT(IN)`)
    and its dimensions there (`count`, `MPI_STATUS_SIZE, *`)."""

    name: str
    kind: str
    direction: str
    f90: str = ""
    f90_dimensions: str = ""
    f08: str = ""
    f08_dimensions: str = ""


@dataclass
class Routine:
    """A procedure. A large-count form has the name of its C function (`MPI_Send_c`); `generic` is what programs call."""

    name: str
    generic: str
    arguments: list[Argument]
    returns: str = ""  # of a function, such as DOUBLE PRECISION
    ierror: bool = True  # ends with `ierror`, optional in `mpi_f08`
    f90: bool = True
    f08: bool = True
    mpif: bool = True  # can be called through mpif.h

    def argument(self, name: str) -> Argument:
        return next(argument for argument in self.arguments if argument.name == name)


@dataclass
class Bindings:
    """All of Fortran: procedures, and what callbacks have to look like in `mpi_f08`."""

    routines: list[Routine] = field(default_factory=list)
    callbacks: list[Routine] = field(default_factory=list)


def load(path: Path = PATH) -> Bindings:
    with reading(path) as raw:
        return Bindings(*([_routine(item) for item in raw[key]] for key in ("routines", "callbacks")))


def save(bindings: Bindings, path: Path = PATH) -> None:
    """Writes the description, one procedure a line so that differences read well."""
    parts = []
    for key in ("routines", "callbacks"):
        lines = ",\n".join("  " + json.dumps(_plain(item)) for item in getattr(bindings, key))
        parts.append(f'"{key}": [\n{lines}\n]')
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n")


def _routine(raw: dict) -> Routine:
    arguments = [Argument(**argument) for argument in raw["arguments"]]
    return Routine(**{"generic": raw["name"], **raw, "arguments": arguments})


def _plain(routine: Routine) -> dict:
    plain = asdict(routine)
    plain["arguments"] = [{k: v for k, v in argument.items() if v != ""} for argument in plain["arguments"]]
    defaults = {"generic": routine.name, "returns": "", "ierror": True, "f90": True, "f08": True, "mpif": True}
    return {k: v for k, v in plain.items() if k not in defaults or v != defaults[k]}
