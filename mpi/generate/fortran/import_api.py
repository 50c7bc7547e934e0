"""Imports `mpi/api-fortran.json` from the machine-readable standard. Needed only when MPI changes.

    python3 -m venv V && V/bin/pip install pympistandard==0.2.0
    V/bin/python mpi/generate/fortran/import_api.py

Names, kinds, types and intents are those of the forum's own description of MPI 5.0 (pympistandard).
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pympistandard import CALLBACKS, PROCEDURES, use_api_version

from fortran.description import Argument, Bindings, Routine, save


def main() -> None:
    use_api_version()
    bindings = Bindings()
    for procedure in PROCEDURES.values():
        express = procedure.express
        if express.f90 or express.f08:
            bindings.routines.append(_routine(procedure, express.f90, express.f08))
        if procedure.has_embiggenment() and express.embiggen.f08:
            bindings.routines.append(_routine(procedure, None, express.embiggen.f08, large=True))
    for callback in CALLBACKS.values():
        forms = [callback.express.f08]
        if callback.has_embiggenment():
            forms.append(callback.express.embiggen.f08)
        bindings.callbacks += [_routine(callback, None, form) for form in forms if form]
    for routines in (bindings.routines, bindings.callbacks):
        routines.sort(key=lambda routine: routine.name)
    save(bindings)
    print(f"{len(bindings.routines)} routines, {len(bindings.callbacks)} callbacks")


def _routine(procedure, f90, f08, large: bool = False) -> Routine:
    """One form of a procedure. `IERROR`, the last argument of all but a few, is not listed but said."""
    form = f08 or f90
    header = str(form).replace("ABSTRACT INTERFACE\n", "").strip().splitlines()[0].strip()
    returns, generic = re.fullmatch(r"(?:(.*) )?(\w+)\(.*\)", header).groups()
    if f08 is None:  # The old binding alone, which is written in capitals.
        generic = procedure.express.iso_c.name
    name = f"{generic}_c" if large and not generic.endswith("_c") else generic
    declared90, declared08 = _declarations(f90), _declarations(f08)
    arguments = []
    for parameter in form.parameters:
        argument = Argument(str(parameter.name).lower(), parameter.kind.name, parameter.direction.name.lower())
        argument.f90, argument.f90_dimensions = declared90.get(argument.name, ("", ""))
        argument.f08, argument.f08_dimensions = declared08.get(argument.name, ("", ""))
        arguments.append(argument)
    ierror = bool(arguments) and arguments[-1].name == "ierror"
    mpif = f90 is not None and not f90.not_with_mpif
    return Routine(
        name, generic, arguments[: len(arguments) - ierror], returns or "", ierror, f90 is not None, f08 is not None, mpif
    )


def _declarations(form) -> dict:
    """Type and dimensions of each argument, from the text of a binding. `mpi_f08` alone has a `::`."""
    found = {}
    for line in str(form).splitlines() if form is not None else []:
        line = line.strip()
        if line.startswith(("USE", "ABSTRACT")) or re.match(r"(?:.* )?MPI_\w+\(.*\)$|(?!CHARACTER)\w+\(\w.*, IERR(OR)?\)$", line):
            continue
        if "::" in line:
            kind, names = (part.strip() for part in line.split("::"))
        else:
            kind, names = re.match(r"(<type>|DOUBLE PRECISION|CHARACTER\*\(\*\)|\w+(?:\([^)]*\))?) +(.*)", line).groups()
        for name, dimensions in re.findall(r"(\w+)(?:\(([^)]*)\))?", names):
            found[name.lower()] = (kind, _dimensions(dimensions))
    return found


def _dimensions(text: str) -> str:
    """`COUNT, *` in the spelling of `mpi_f08`: arguments small, constants of MPI capital."""
    return re.sub(r"\w+", lambda word: word[0] if word[0].startswith("MPI_") else word[0].lower(), text)


if __name__ == "__main__":
    main()
