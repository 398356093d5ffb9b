"""Texts that mark the place of each mistake in them: «so»."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chronicle.diagnostics.report import Finding
from chronicle.files.source import Span
from chronicle.records import Record


class Place(Record, order=True):
    """Where something stands: lines and columns count from 1, the end is the one after."""

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


def unmarked(files: Mapping[str, str]) -> dict[str, str]:
    """The files as an author would write them."""
    return {path: marked(text).text for path, text in files.items()}


def places(files: Mapping[str, str]) -> tuple[tuple[str, Place], ...]:
    """The marked places with their files, in order."""
    return tuple(sorted((path, it) for path in files for it in marked(files[path]).places))


def place_in_file(finding: Finding) -> tuple[str, Place]:
    """The file and the place that a finding points to."""
    at = finding.at
    assert at is not None
    return at.path, Place(at.line, at.column, at.end_line, at.end_column)


def place_of(span: Span | None) -> Place | None:
    """The place of a span."""
    if span is None:
        return None
    return Place(span.line, span.column, span.end_line, span.end_column)


def places_of(findings: Iterable[Finding]) -> tuple[tuple[str, Place | None], ...]:
    """Code and place of each finding."""
    return tuple((finding.code, place_of(finding.at)) for finding in findings)
