"""The beginnings of texts, in whole sentences."""

from __future__ import annotations

import re
from typing import Final

#: Where a sentence ends: not after a number, a single letter or an abbreviation before a name.
_SENTENCE_END: Final = re.compile(
    r"(?<!\b\w)(?<!\d)(?<!\b(?:St|Dr|Mr|Nr|ca))(?<!\b(?:Mrs|Mme|bzw))[.!?…]+"
    r"(?:[”“\"’)\]]|\s?»)*(?=\s)"
)
#: Where a clause ends, and what does not stand before "…".
_CLAUSE_END: Final = re.compile(r"\s?[,;:](?=\s)|\s[–—](?=\s)")
_ENDS: Final = " \u00a0\u202f,;:–—"


def excerpt(text: str, length: int) -> str:
    """The first sentences of a text, in about ``length`` characters.

    All of it if it has half as much more at most. Only a first sentence that is longer than that is
    cut, after a clause or else a word, and ends with "…".
    """
    limit = length + length // 2
    if len(text) <= limit:
        return text
    ends = [found.end() for found in _SENTENCE_END.finditer(text, 0, limit + 1)]
    fitting = [end for end in ends if end <= length]
    if fitting and (fitting[-1] >= length // 3 or fitting == ends):
        return text[: fitting[-1]]
    if ends:
        return text[: ends[len(fitting)]]
    clauses = [found.start() for found in _CLAUSE_END.finditer(text, length // 3, length)]
    return (text[: clauses[-1]] if clauses else text[:length].rpartition(" ")[0]).rstrip(
        _ENDS
    ) + "…"
