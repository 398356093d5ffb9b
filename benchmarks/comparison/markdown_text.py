"""HTML of prose, converted back to Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Final

_MARKS: Final = {"strong": "**", "em": "*"}
_LINK: Final = re.compile(r'<a((?: (?:href|class)="[^"]*")+)>')
_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>])")


def markdown_of(tokens: Sequence[str]) -> str | None:
    """The Markdown of tokens of HTML; None where there is a tag that it has no sign for."""
    said: list[str] = []
    links: list[str] = []
    for token in tokens:
        if not token.startswith("<"):
            blank = token.isspace() and "\n" in token
            said.append("" if blank else _SPECIAL.sub(r"\\\1", html.unescape(token)))
        elif (link := _LINK.fullmatch(token)) is not None:
            href = re.search(r'href="([^"]*)"', link[1])
            links.append(html.unescape(href[1]) if href else "")
            said.append("[")
        elif token.startswith("</a"):
            said.append(f"]({links.pop()})" if links else "]")
        else:
            sign = _sign(token)
            if sign is None:
                return None
            said.append(sign)
    return re.sub(r"\n{3,}", "\n\n", "".join(said)).strip("\n") + "\n"


def _sign(token: str) -> str | None:
    """What stands for a tag in Markdown."""
    name = token.strip("</>")
    match name:
        case "strong" | "em":
            return _MARKS[name]
        case "p":
            return "\n\n" if token.startswith("</") else ""
        case "ul":
            return "\n\n" if token.startswith("</") else ""
        case "li":
            return "\n" if token.startswith("</") else "- "
        case _:
            return None
