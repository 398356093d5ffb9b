"""Where an excerpt is written: below its text, else elsewhere in the file, else where it begins."""

from __future__ import annotations

import pytest

from chronicle.files.source import Source, Span
from chronicle.leaks.authored_texts import NOBODY, AuthoredText
from chronicle.lint.locations import span_of_excerpt

SOURCE = Source(
    "turns/001.yaml",
    """\
raven, Oru

  text: The Oru
    and Oru and
    Orumet see [[vale|the Vale]] and [[oru|Oru.]] They see [[marsh]] by
  night [[unended|no]  end""",
)


def at(line: int, column: int, end_line: int = 0, end_column: int = 0) -> Span:
    return Span(SOURCE, line, column, end_line or line, end_column or column)


@pytest.mark.parametrize(
    ("start", "excerpt", "span"),
    [
        (at(1, 1), "Oru", at(1, 8, 1, 11)),
        (at(1, 8), "Oru", at(1, 8, 1, 11)),
        (at(1, 9), "Oru", at(3, 13, 3, 16)),
        (at(4, 9), "Oru", at(4, 9, 4, 12)),
        # A part of a word is none; the label of a link is one.
        (at(4, 10), "Oru", at(5, 38, 5, 47)),
        (at(4, 10), "Oru.", at(5, 38, 5, 50)),
        # Nothing is left below, nor anywhere.
        (at(6, 1), "raven", at(1, 1, 1, 6)),
        (at(3, 3), "ravens", at(3, 3)),
        # Lines, and the signs of links, count as in the text.
        (at(3, 3), "Oru and Oru", at(3, 13, 4, 12)),
        (at(3, 3), "Oru\nand Oru", at(3, 13, 4, 12)),
        (at(3, 3), "see the Vale", at(5, 12, 5, 33)),
        (at(3, 3), "the Vale", at(5, 16, 5, 33)),
        (at(3, 3), "Vale and Oru. They", at(5, 27, 5, 55)),
        (at(3, 3), "see [[marsh]] by night", at(5, 56, 6, 8)),
        (at(3, 3), "[[unended|no] end", at(6, 9, 6, 27)),
    ],
)
def test_an_excerpt_is_looked_for_below_a_place_then_in_the_whole_file(
    start: Span, excerpt: str, span: Span
) -> None:
    assert span_of_excerpt(AuthoredText("news", "", NOBODY, start), excerpt) == span


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("see the Vale and Oru. They see", at(5, 38, 5, 47)),
        ("and  Oru  and\nsee", at(4, 9, 4, 12)),
        # What goes over two lines of the text is in none.
        ("and\nOru", at(1, 8, 1, 11)),
    ],
)
def test_the_line_of_a_text_is_found_first(text: str, span: Span) -> None:
    assert span_of_excerpt(AuthoredText("news", text, NOBODY, at(1, 1)), "Oru") == span
