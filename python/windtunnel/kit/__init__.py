"""The look of all pages, and what their scripts share: one style for reports, tunings, campaigns and calibrations."""

from __future__ import annotations

import html
from collections.abc import Iterable
from pathlib import Path

from windtunnel.markup import Html

__all__ = ["SCRIPT", "STYLE", "filled", "page"]

_FOLDER = Path(__file__).parent
#: The style of all pages.
STYLE = (_FOLDER / "kit.css").read_text(encoding="utf-8")
#: Themes, tips, and tables that are sorted and copied.
SCRIPT = (_FOLDER / "kit.js").read_text(encoding="utf-8")


def filled(template: str, **parts: str) -> str:
    """A template with its parts in place of their names in double braces."""
    first, *pieces = template.split("{{")
    return first + "".join(parts[name] + rest for name, _, rest in (piece.partition("}}") for piece in pieces))


def page(title: str, sub: str, parts: Iterable[Html]) -> str:
    """A page of a title, a line below it, and elements.

    >>> page("a < b", "measured", [])[:15]
    '<!doctype html>'
    """
    texts = {"title": html.escape(title), "sub": html.escape(sub)}
    return filled((_FOLDER / "page.html").read_text(encoding="utf-8"), style=STYLE, script=SCRIPT, body="\n".join(parts), **texts)
