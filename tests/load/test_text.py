"""Which characters no text of an author's may hold, by what Unicode says of each of them."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator

from chronicle.files.source import find_control_character


def forbidden() -> Iterator[int]:
    """Control characters but tab and line feed, surrogates, and the 66 that are no characters."""
    for point in range(sys.maxunicode + 1):
        is_none = 0xFDD0 <= point <= 0xFDEF or point & 0xFFFE == 0xFFFE
        if is_none or unicodedata.category(chr(point)) in ("Cc", "Cs"):
            yield point


def test_texts_hold_no_control_characters_or_noncharacters() -> None:
    refused = {chr(point) for point in forbidden()} - {"\t", "\n"}
    every = map(chr, range(sys.maxunicode + 1))
    assert all(map(find_control_character, refused))
    assert not find_control_character("".join(one for one in every if one not in refused))


def test_the_first_control_character_is_found() -> None:
    found = find_control_character("A\n\xa0boat\x07\x00")
    assert found is not None
    assert (found.start(), found.group()) == (7, "\x07")
