"""HTML whose texts are escaped: whatever is not :class:`Html` already is text."""

from __future__ import annotations

import html

__all__ = ["Html", "element"]


class Html(str):
    """Text that is HTML, as :func:`element` makes it."""

    __slots__ = ()


def element(tag: str, *parts: object, **attributes: object) -> Html:
    """An element. A trailing underscore of an attribute's name is for Python's keywords, other underscores stand for hyphens.

    >>> element("td", "a < b", class_="n")
    '<td class="n">a &lt; b</td>'
    """
    named = "".join(f' {name.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"' for name, value in attributes.items())
    inner = "".join(part if isinstance(part, Html) else html.escape(str(part)) for part in parts)
    return Html(f"<{tag}{named}>{inner}</{tag}>")
