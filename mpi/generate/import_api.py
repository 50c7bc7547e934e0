"""Imports `mpi/api.json` from the machine-readable standard and from an ABI header. Needed only when MPI changes.

    python3 -m venv V && V/bin/pip install pympistandard==0.2.0 mpich==5.0.2
    V/bin/python mpi/generate/import_api.py V/include/mpi_abi.h

Signatures, kinds and directions come from `pympistandard` (the forum's own description of MPI 5.0); names and values
of constants are facts taken from the header, which the forum fixed as chapter 20 of MPI 5.0. Every signature must be
the same in both, else the import stops. Statuses of functions are kept from the present description.
"""

import re
import sys

from pympistandard import CALLBACKS, PROCEDURES, use_api_version

import description
import history
from constants import read_constants, read_handles
from description import Api, Function, Parameter
from import_types import types_of

# Only the forum's stub library (mpi-abi-stubs 1.0.0) has these two. The standard gives their base forms an MPI_Count
# and no `_c` twin, but a program built against the stubs may name them.
STUB_ONLY = {"MPI_Precv_init_c": "MPI_Precv_init", "MPI_Psend_init_c": "MPI_Psend_init"}

# Arrays for which a program may pass a constant such as MPI_UNWEIGHTED or MPI_STATUSES_IGNORE: plain pointers, so
# that a compiler does not warn about an array too small.
SENTINEL_KINDS = {"WEIGHT", "STATUS"}
SENTINEL_NAMES = {"weights", "sourceweights", "destweights"}


def main(header_path: str) -> None:
    use_api_version()
    with open(header_path) as file:
        header = file.read()
    api = Api(handles=read_handles(header), constants=read_constants(header))
    deprecated = dict(re.findall(r"\b(MPI_\w+)\(.*\);\s*/\* deprecated: MPI-([\d.]+)", header))

    for procedure in PROCEDURES.values():
        for form in _forms(procedure):
            if not re.search(r"_([cf]2(f|c|f08)|f082[cf])$", form.name):
                api.functions.append(_function(form, deprecated))
    for name, base in STUB_ONLY.items():
        twin = next(function for function in api.functions if function.name == base)
        api.functions.append(Function(**{**vars(twin), "name": name, "since": "", "standard": False}))
    api.functions.sort(key=lambda function: function.name)
    for callback in CALLBACKS.values():
        api.callbacks += [_function(form, deprecated, callback=True) for form in _forms(callback)]

    _compare(api, header)
    _keep_statuses(api)
    description.save(api)
    print(f"{len(api.functions)} functions, {len(api.callbacks)} callbacks, {len(api.constants)} constants")


def _forms(procedure) -> list:
    """The C binding and, where there is one, its large-count twin."""
    forms = [procedure.express.iso_c]
    if procedure.has_embiggenment():
        forms.append(procedure.express.embiggen.iso_c)
    return [form for form in forms if form is not None]


def _function(form, deprecated: dict, callback: bool = False) -> Function:
    text = str(form).replace("\\ldots", "...").removeprefix("typedef ")
    returns, name, inside = re.fullmatch(r"(\w+) (\w+)\((.*)\)", text).groups()
    declared = [] if inside == "void" else inside.split(", ")
    variadic = declared[-1:] == ["..."]
    declared = declared[: len(declared) - variadic]
    known = [parameter for parameter in form.parameters if parameter.kind.name != "VARARGS"]
    assert len(known) == len(declared), text
    function = Function(name, returns, [_parameter(d, k) for d, k in zip(declared, known, strict=True)], variadic)
    if not callback:
        function.since, function.chapter = history.since(name), history.chapter(name)
        function.deprecated = deprecated.get(name, "")
    return function


def _parameter(declared: str, known) -> Parameter:
    c_type, name, suffix = re.fullmatch(r"(.*?)\s*(\w+)((?:\[\d*\])*)", declared).groups()
    kind = known.kind.name
    if kind in SENTINEL_KINDS or name in SENTINEL_NAMES:
        c_type, suffix = (c_type + "*", "") if suffix else (c_type, suffix)
    if name == "argv" and c_type == "char":  # MPI_Info_create_env: the description forgets a level
        c_type = "char*"
    if name == "datarep" and suffix:
        c_type, suffix = c_type + "*", ""
    c_type = re.sub(r"\s*(\*+)$", r" \1", c_type)
    return Parameter(name, c_type, suffix, kind, known.direction.name.lower())


def _compare(api: Api, header: str) -> None:
    """Stops unless the header declares the same functions, with and without P, and the same types."""
    for prefix in ("", "P"):
        theirs = {}
        for returns, name, inside in re.findall(rf"^(\w+) {prefix}(MPI_\w+)\((.*)\);", header, re.MULTILINE):
            theirs[name] = (returns, types_of(inside))
        ours = {
            f.name: (f.returns, types_of(f.signature("").partition("(")[2][:-1])) for f in api.functions if f.standard
        }
        different = sorted(set(ours.items() ^ theirs.items()))
        if different:
            sys.exit("description and header disagree:\n" + "\n".join(map(str, different)))


def _keep_statuses(api: Api) -> None:
    if description.PATH.exists():
        present = {function.name: function.status for function in description.load().functions}
        for function in api.functions:
            function.status = present.get(function.name, function.status)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: import_api.py path/to/mpi_abi.h")
    main(sys.argv[1])
