"""Joins two versions of a text that both began as the same one."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final

from chronicle.records import Record

#: Lines with their ends, so that a last line without one stays as it is.
_KEEP_ENDS: Final = True


class _Change(Record, order=True):
    """Lines of the first text, from ``start`` up to ``end``, and what they become."""

    start: int
    end: int
    lines: tuple[str, ...]


def merge_texts(base: str, one: str, other: str) -> str | None:
    """The text with the changes of both; None if both changed the same or adjoining lines."""
    lines = base.splitlines(_KEEP_ENDS)
    changes = sorted({*_changes(lines, one), *_changes(lines, other)})
    if any(later.start <= earlier.end for earlier, later in pairwise(changes)):
        return None
    for change in reversed(changes):
        lines[change.start : change.end] = change.lines
    return "".join(lines)


def _changes(base: list[str], text: str) -> set[_Change]:
    lines = text.splitlines(_KEEP_ENDS)
    found = SequenceMatcher(None, base, lines, autojunk=False).get_opcodes()
    return {
        _Change(start, end, tuple(lines[first:last]))
        for kind, start, end, first, last in found
        if kind != "equal"
    }
