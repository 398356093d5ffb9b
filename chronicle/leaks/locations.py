"""Find secrets in the author's files."""

from __future__ import annotations

import re

from chronicle.files.source import Span
from chronicle.leaks.authored_texts import AuthoredText
from chronicle.leaks.words import Term


def span_of_term(piece: AuthoredText, term: Term) -> Span:
    """Return where a term is written: within its text if found, else where the text begins.

    A text is searched for below its own location, then in the whole file: it may come before the
    line by which its thing is located.
    """
    return find_span(piece.at, r"[\W_]+".join(map(re.escape, term.split())), re.IGNORECASE)


def find_span(at: Span, pattern: str, flags: int = 0) -> Span:
    """The first whole-word match of a pattern below a location; that location if there is none."""
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
    """Line and column of an offset, both counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1
