"""Docstrings as Markdown."""

from __future__ import annotations

import inspect
import re
from textwrap import fill
from typing import Final

_WIDTH: Final = 124
_ROLE: Final = re.compile(r":\w+:`(?:~?[\w.]+\.)?(\w+)`")


def docstring(documented: object, none: str = "none") -> str:
    """The docstring of something as Markdown, in one line for each paragraph.

    ``none`` is the word for None.
    """
    text = inspect.getdoc(documented) or ""
    text = _ROLE.sub(r"`\1`", text).replace("``", "`").replace("None", none)
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def wrapped(text: str) -> str:
    """Markdown with each paragraph in lines of the usual length."""
    parts = (
        fill(part, _WIDTH, break_long_words=False, break_on_hyphens=False)
        for part in text.split("\n\n")
    )
    return "\n\n".join(parts) + "\n"
