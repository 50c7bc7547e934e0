"""Small helpers that the generators share."""

import textwrap

WIDTH = 118
BANNER = "Generated from mpi/api.json by mpi/generate/generate.py: change those."


def wrapped(words, indent: int) -> str:
    """The words, separated by spaces, in lines no longer than the project's width."""
    pad = " " * indent
    return textwrap.fill(
        " ".join(words),
        WIDTH,
        initial_indent=pad,
        subsequent_indent=pad,
        break_long_words=False,
        break_on_hyphens=False,
    )
