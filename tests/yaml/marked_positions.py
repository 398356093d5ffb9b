"""Inputs that mark the place where a finding is expected: ``«`` and ``»`` around it."""

from __future__ import annotations

from chronicle.diagnostics.report import Finding
from chronicle.files.source import Span
from chronicle.records import Record


class Place(Record):
    """Where something stands: line and column from 1, the end column one further."""

    line: int
    column: int
    end_line: int
    end_column: int


class Marked(Record):
    """A text without its marks, and the places that were marked, in order."""

    text: str
    places: tuple[Place, ...]


def marked(text: str) -> Marked:
    """Takes the marks out of a text and counts where they stood."""
    places: list[Place] = []
    begun: list[tuple[int, int]] = []
    line = column = 1
    kept = []
    for character in text:
        if character == "«":
            begun.append((line, column))
        elif character == "»":
            places.append(Place(*begun.pop(), line, column))
        else:
            kept.append(character)
            line, column = (line + 1, 1) if character == "\n" else (line, column + 1)
    assert not begun, "a mark is never closed"
    return Marked("".join(kept), tuple(places))


def place_of(span: Span | None) -> Place | None:
    """The place of a span."""
    if span is None:
        return None
    return Place(span.line, span.column, span.end_line, span.end_column)


def places_of(findings: tuple[Finding, ...]) -> tuple[tuple[str, Place | None], ...]:
    """Code and place of each finding."""
    return tuple((finding.code, place_of(finding.at)) for finding in findings)
