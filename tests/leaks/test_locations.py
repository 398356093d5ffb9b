"""Where a term is written: in its text, else elsewhere in the file, else where the text begins."""

from __future__ import annotations

import pytest

from chronicle.files.source import Source, Span
from chronicle.leaks.authored_texts import NOBODY, AuthoredText
from chronicle.leaks.locations import find_span, span_of_term
from chronicle.leaks.words import Term

SOURCE = Source(
    "notes.md",
    """\
raven, Oru



Oru
the Oru and Oru
Orumet, the Night
  _market_ by""",
)


def at(line: int, column: int, end_line: int = 0, end_column: int = 0) -> Span:
    return Span(SOURCE, line, column, end_line or line, end_column or column)


@pytest.mark.parametrize(
    ("start", "pattern", "span"),
    [
        (at(1, 1), "Oru", at(1, 8, 1, 11)),
        (at(1, 8), "Oru", at(1, 8, 1, 11)),
        (at(1, 9), "Oru", at(5, 1, 5, 4)),
        # The word that ends just before a line isn't in it.
        (at(6, 1), "Oru", at(6, 5, 6, 8)),
        (at(6, 5), "Oru", at(6, 5, 6, 8)),
        (at(6, 6), "Oru", at(6, 13, 6, 16)),
        # A part of a word is none; the word before is the only one left.
        (at(6, 14), "Oru", at(1, 8, 1, 11)),
        (at(8, 1), "raven", at(1, 1, 1, 6)),
        (at(6, 1), r"Night\s+_market_", at(7, 13, 8, 11)),
        (at(6, 5), "lantern", at(6, 5)),
    ],
)
def test_a_word_is_looked_for_below_a_place_then_in_the_whole_file(
    start: Span, pattern: str, span: Span
) -> None:
    assert find_span(start, pattern) == span


@pytest.mark.parametrize(
    ("term", "span"),
    [("oru", at(5, 1, 5, 4)), ("night market", at(7, 13, 8, 10)), ("lantern", at(5, 1))],
)
def test_a_term_is_found_in_any_case_and_with_any_signs_between_its_words(
    term: Term, span: Span
) -> None:
    assert span_of_term(AuthoredText("notes", "", NOBODY, at(5, 1)), term) == span
