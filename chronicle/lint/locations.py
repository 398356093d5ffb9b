"""Find where an excerpt of a text is written in the author's file."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import Final

from chronicle.files.source import Source, Span
from chronicle.leaks.authored_texts import AuthoredText
from chronicle.records import Record

#: The signs of a link before and after its label, and white space except for single spaces.
_LINK_OR_SPACE: Final = re.compile(r"(\[\[[^\[\]|\n]+\|(?=[^\[\]\n]+\]\])|\]\]|\s{2,}|[^\S ])")
#: A link with a label; an excerpt may end within one.
_LINK: Final = re.compile(r"\[\[[^\[\]|\n]+\|([^\[\]\n]+)(?:\]\]|$)")


def span_of_excerpt(piece: AuthoredText, excerpt: str) -> Span:
    """Where an excerpt of a text is written, since other texts in the file may contain it.

    It is searched for below the line of the text that contains it, and that line below the location
    of the text; if nothing is found there, then in the whole file.
    """
    excerpt = _without_links(excerpt)
    rows = map(_without_links, piece.text.split("\n"))
    # An excerpt that goes over two lines is in none of them.
    line = next((row for row in rows if excerpt in row), "")
    source = _collapsed(piece.at.source)
    return source.span_of(excerpt, source.span_of(line, piece.at))


def _without_links(text: str) -> str:
    """A text with single spaces; titles have links as they are written, prose only their labels."""
    return " ".join(_LINK.sub(r"\1", text).split())


class _CollapsedSource(Record):
    """A file as texts have it: with single spaces, and with nothing of a link but its label.

    ``starts`` and ``ends`` are the offsets in the file at which each character of ``text`` starts
    and ends, with the signs of a link beside it. ``lines`` are those of the starts of lines.
    """

    source: Source
    text: str
    starts: array[int]
    ends: array[int]
    lines: list[int]

    def span_of(self, excerpt: str, at: Span) -> Span:
        """The first place of an excerpt below a location; that location if there is none."""
        below = bisect_left(self.starts, self.lines[at.line - 1] + at.column - 1)
        start = self._find(excerpt, below)
        if start < 0:
            start = self._find(excerpt, 0)
        if start < 0 or not excerpt:
            return at
        first = self._line_and_column(self.starts[start])
        last = self._line_and_column(self.ends[start + len(excerpt) - 1])
        return Span(self.source, *first, *last)

    def _find(self, excerpt: str, below: int) -> int:
        """The index of an excerpt that begins and ends where words do; -1 if there is none."""
        start = self.text.find(excerpt, below)
        while start >= 0:
            end = start + len(excerpt)
            if not (self.text[start - 1 : start].isalnum() or self.text[end : end + 1].isalnum()):
                break
            start = self.text.find(excerpt, start + 1)
        return start

    def _line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in the file, both counted from 1."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1


@lru_cache(maxsize=8)
def _collapsed(source: Source) -> _CollapsedSource:
    """A file as texts have it; the slips in one file come after each other."""
    parts: list[str] = []
    offsets = array("l", range(len(source.text) + 1))
    starts, ends = array("l"), array("l")
    links: list[tuple[int, int]] = []
    offset, is_in_link = 0, False
    for index, part in enumerate(_LINK_OR_SPACE.split(source.text)):
        end = offset + len(part)
        if index % 2 == 0 or (part == "]]" and not is_in_link):
            parts.append(part)
            starts += offsets[offset:end]
            ends += offsets[offset + 1 : end + 1]
        elif part.isspace():
            parts.append(" ")
            starts.append(offset)
            ends.append(end)
        elif part == "]]":
            is_in_link = False
            ends[-1] = end
        else:
            is_in_link = True
            links.append((len(starts), offset))
        offset = end
    for index, start in links:
        starts[index] = start
    lines = [0, *(found.end() for found in re.finditer("\n", source.text))]
    return _CollapsedSource(source, "".join(parts), starts, ends, lines)
