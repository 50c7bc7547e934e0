"""Reads and writes `mpi/api.json`, the one description of MPI's C interface that everything is generated from."""

import json
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

MPI = Path(__file__).resolve().parent.parent
ROOT = MPI.parent
PATH = MPI / "api.json"

NOT_SIMULATED = "not simulated"
SIMULATED = "simulated"
DATA_ONLY = "data-only"
STATUSES = (SIMULATED, DATA_ONLY, NOT_SIMULATED)


class DescriptionError(Exception):
    """A description that cannot be used: which file, and what is wrong in it."""


@contextmanager
def reading(path: Path):
    """Reads a description of JSON; whatever is wrong in it, there or where the result is used, names the file."""
    try:
        yield json.loads(path.read_text())
    except OSError as error:
        raise DescriptionError(f"{path}: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise DescriptionError(f"{path}: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except KeyError as error:
        raise DescriptionError(f"{path}: {error} is missing") from error
    except (TypeError, ValueError) as error:
        raise DescriptionError(f"{path}: {error}") from error


@dataclass
class Parameter:
    """A parameter of a C function: `const int counts[]` has type `const int` and suffix `[]`."""

    name: str
    type: str
    suffix: str = ""
    kind: str = ""  # the standard's kind, such as RANK, TAG, POLYXFER_NUM_ELEM_NNI, DATATYPE
    direction: str = ""  # in, out or inout

    def declaration(self) -> str:
        space = "" if self.type.endswith("*") else " "
        return f"{self.type}{space}{self.name}{self.suffix}"


@dataclass
class Function:
    """An MPI function, or the type of a callback."""

    name: str
    returns: str
    parameters: list[Parameter]
    variadic: bool = False
    since: str = ""
    deprecated: str = ""
    chapter: str = ""
    standard: bool = True  # False: only the forum's stub library exports it; it is in no header of ours
    status: str = NOT_SIMULATED
    note: str = ""  # what is left out where it is data-only, why it is not simulated where it is not

    def signature(self, name: str, first: str = "", variadic: bool | None = None) -> str:
        """The prototype without semicolon, under another name and with a further first parameter if asked."""
        parameters = [first] if first else []
        parameters += [parameter.declaration() for parameter in self.parameters]
        if self.variadic if variadic is None else variadic:
            parameters.append("...")
        return f"{self.returns} {name}({', '.join(parameters) or 'void'})"


@dataclass
class Constant:
    """A constant: an integer (type `int` or another arithmetic type), a pointer, or another name of one."""

    name: str
    group: str
    type: str
    value: int
    alias: str = ""
    deprecated: str = ""


@dataclass
class Api:
    """The whole interface."""

    handles: dict[str, str] = field(default_factory=dict)  # type name -> tag of the incomplete struct
    constants: list[Constant] = field(default_factory=list)
    callbacks: list[Function] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)

    def function(self, name: str) -> Function:
        return next(function for function in self.functions if function.name == name)


def load(path: Path = PATH) -> Api:
    """Reads the description and checks what the generators rely on."""
    with reading(path) as raw:
        api = Api(
            handles=raw["handles"],
            constants=[Constant(**constant) for constant in raw["constants"]],
            callbacks=[_function(callback) for callback in raw["callbacks"]],
            functions=[_function(function) for function in raw["functions"]],
        )
        names = [function.name for function in api.functions]
        if names != sorted(set(names)):
            raise ValueError("functions are not in order, or one is there twice")
        for function in api.functions:
            if function.status not in STATUSES:
                raise ValueError(f"{function.name} has the unknown status {function.status!r}")
        return api


def save(api: Api, path: Path = PATH) -> None:
    """Writes the description, one item a line so that differences read well."""
    parts = [f'"handles": {json.dumps(api.handles)}']
    for key in ("constants", "callbacks", "functions"):
        lines = ",\n".join("  " + json.dumps(_plain(item)) for item in getattr(api, key))
        parts.append(f'"{key}": [\n{lines}\n]')
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n")


def _function(raw: dict) -> Function:
    return Function(**{**raw, "parameters": [Parameter(**parameter) for parameter in raw["parameters"]]})


def _plain(item) -> dict:
    """The fields of an item, without those that are empty or the default."""
    plain = asdict(item)
    if "parameters" in plain:
        plain["parameters"] = [{k: v for k, v in p.items() if v != ""} for p in plain["parameters"]]
    defaults = {"variadic": False, "since": "", "deprecated": "", "chapter": "", "standard": True, "alias": ""}
    defaults["note"] = ""
    return {k: v for k, v in plain.items() if k not in defaults or v != defaults[k]}
