"""A text file is cut into lines where its text would be."""

from __future__ import annotations

import re
import sys

from chronicle.leaks.encodings import lines_of_file


def test_lines_are_joined_where_the_next_is_neither_indented_nor_a_tag() -> None:
    """Whatever sign it begins with: bytes are cut as their text would be."""
    signs = [chr(n) for n in range(1, sys.maxunicode + 1) if not 0xD800 <= n < 0xE000]
    text = "".join(f"a\n{sign}" for sign in signs)
    cut = re.sub(r"\n(?![\s<])", " ", text).split("\n")
    assert [row.decode() for row in lines_of_file(text.encode())] == cut
