"""Text on its way to a terminal: names in campaign files, measurements and data sets are anybody's."""

from __future__ import annotations

import re
from typing import TextIO

__all__ = ["shown", "visible"]

#: Control characters but ends of lines and tabulators, characters that change the direction of text, and bytes of a name that are
#: not UTF-8.
_HIDDEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
#: The most characters of a line: names are of any length.
LINE = 4096
#: Begins a line anew, in lines of progress.
CLEAR = "\r\x1b[K"


def visible(text: str) -> str:
    r"""The text with control characters spelled out, as the command does it.

    >>> print(visible("a\x1b[2Jb\u202e"))
    a\x1b[2Jb\u{202e}
    """
    return _HIDDEN.sub(_spelled, text)


def _spelled(found: re.Match[str]) -> str:
    code = ord(found[0])
    # Python keeps a byte that is not UTF-8 so.
    code -= 0xDC00 if 0xDC80 <= code <= 0xDCFF else 0
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{{{code:x}}}"


def _short(line: str) -> str:
    """A line without its middle, if it is long: what is said of a long name stands before it or behind it."""
    return line if len(line) <= LINE else f"{line[: LINE // 2]}…{line[1 - LINE // 2 :]}"


def shown(stream: TextIO, always: bool) -> TextIO:
    """The stream, to which texts are written that are ``visible``; only what can't be encoded is spelled out unless ``always``."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    if always:
        write = stream.write

        def write_visible(text: str) -> int:
            cleared = CLEAR if text.startswith(CLEAR) else ""
            lines = map(_short, text.removeprefix(cleared).split("\n"))
            return write(cleared + visible("\n".join(lines)))

        stream.write = write_visible  # type: ignore[method-assign]
    return stream
