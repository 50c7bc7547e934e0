"""The types in a C parameter list, in a form that two headers can be compared by."""

import re


def types_of(parameters: str) -> tuple[str, ...]:
    """The types of named parameters: `"const int counts[], MPI_Comm *comm"` is `("const int []", "MPI_Comm *")`, with
    every first `[]` written as `*`, since it is the same type."""
    return tuple(_type_of(parameter) for parameter in re.split(r",\s*", parameters))


def _type_of(parameter: str) -> str:
    if parameter in ("void", "..."):
        return parameter
    c_type, suffix = re.fullmatch(r"(.*?)\s*\w+\s*((?:\[\d*\])*)", parameter).groups()
    suffix = re.sub(r"^\[\d*\]", "*", suffix)
    return re.sub(r"\s*(\*+)", r" \1", re.sub(r"\*\s+\*", "**", c_type + suffix))
