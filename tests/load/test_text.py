"""Which characters no text of an author's may hold, by what Unicode says of each of them."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator

from chronicle.files.source import CONTROL_PATTERN


def forbidden() -> Iterator[int]:
    """Control characters but tab and line feed, surrogates, and the 66 that are no characters."""
    for point in range(sys.maxunicode + 1):
        is_none = 0xFDD0 <= point <= 0xFDEF or point & 0xFFFE == 0xFFFE
        if is_none or unicodedata.category(chr(point)) in ("Cc", "Cs"):
            yield point


def test_texts_hold_no_control_characters_or_noncharacters() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    assert [ord(found) for found in CONTROL_PATTERN.findall(every)] == [
        point for point in forbidden() if point not in map(ord, "\t\n")
    ]
