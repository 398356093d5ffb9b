"""The text that readers see on a page, to compare two pages."""

from __future__ import annotations

import html
import re

_UNSEEN = re.compile(r"<!--.*?-->|<(script|style)\b.*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def text_of(page: str) -> str:
    """The words of a page in their order, with one blank between them."""
    body = page[page.index("<body") :]
    seen = _TAG.sub(" ", _UNSEEN.sub(" ", body))
    return " ".join(html.unescape(seen).split())
