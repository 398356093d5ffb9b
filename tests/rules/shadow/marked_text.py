"""Texts that mark the place of each mistake in them: «so»."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.diagnostics.report import Finding
from chronicle.records import Record

OPEN: Final = "«"
CLOSE: Final = "»"


class Place(Record, order=True):
    """A marked stretch of a file; lines and columns count from 1, the end is the one after."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


def unmarked(files: Mapping[str, str]) -> dict[str, str]:
    """The files as an author would write them."""
    return {path: text.replace(OPEN, "").replace(CLOSE, "") for path, text in files.items()}


def places(files: Mapping[str, str]) -> tuple[Place, ...]:
    """The marked places, in order of file, line and column."""
    return tuple(sorted(place for path, text in files.items() for place in _places(path, text)))


def _places(path: str, text: str) -> list[Place]:
    found: list[Place] = []
    line, column = 1, 1
    start = (0, 0)
    for character in text:
        if character == OPEN:
            start = (line, column)
        elif character == CLOSE:
            found.append(Place(path, *start, line, column))
        elif character == "\n":
            line, column = line + 1, 1
        else:
            column += 1
    return found


def place_of(finding: Finding) -> Place:
    """Where a finding points."""
    at = finding.at
    assert at is not None
    return Place(at.path, at.line, at.column, at.end_line, at.end_column)
