"""Where a secret stands in the author's files."""

from __future__ import annotations

import re

from chronicle.files.source import Span
from chronicle.leaks.authored_texts import AuthoredText
from chronicle.leaks.secrets import SecretTerm


def span_of_term(piece: AuthoredText, mark: SecretTerm) -> Span:
    """The place of a mark: within its piece where it can be found, else where the piece begins.

    A piece is looked for below its own place, then in all of its file: the text of a thing may
    stand before the line that the thing is known by.
    """
    words = (mark,) if isinstance(mark, str) else mark
    return find_span(piece.at, r"[\W_]+".join(re.escape(word) for word in words), re.IGNORECASE)


def find_span(at: Span, pattern: str, flags: int = 0) -> Span:
    """The first place below another where a pattern stands as whole words; that place if none."""
    text = at.source.text
    sought = re.compile(rf"(?<![^\W_]){pattern}(?![^\W_])", flags)
    below = sum(len(line) + 1 for line in text.split("\n")[: at.line - 1]) + at.column - 1
    found = sought.search(text, below) or sought.search(text)
    if found is None:
        return at
    line, column = _line_and_column(text, found.start())
    end_line, end_column = _line_and_column(text, found.end())
    return Span(at.source, line, column, end_line, end_column)


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1."""
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1
