"""The nodes of a YAML file."""

from __future__ import annotations

from bisect import bisect_right
from typing import TypeAlias

from chronicle.files.source import Span, line_starts
from chronicle.records import Record

ScalarValue: TypeAlias = bool | int | float | str | None


class ScalarNode(Record):
    """A single value: its text as written, and its value by the core schema."""

    span: Span
    text: str
    value: ScalarValue
    style: str = ""

    def locate(self, offset: int, length: int = 1) -> Span:
        """The location of a part of the text; exact in literal blocks, else the whole value.

        The text of a page file has the style `page`: it starts below its span and isn't indented.
        """
        if self.style not in ("|", "page"):
            return self.span
        starts = line_starts(self.text)
        row = bisect_right(starts, offset) - 1
        line = self.span.line + 1 + row
        # The text before it in the line is indentation; a page file has none.
        indent = len(self.span.source.line(line)) - (starts[row + 1] - 1 - starts[row])
        start = indent + offset - starts[row] + 1
        return Span(self.span.source, line, start, line, start + length)


class ListNode(Record):
    """A sequence of nodes."""

    span: Span
    items: tuple[Node, ...]


class MapEntry(Record):
    """One key of a mapping with its value; keys are text as written."""

    key: ScalarNode
    value: Node


class MapNode(Record):
    """A mapping; keys are unique."""

    span: Span
    entries: tuple[MapEntry, ...]

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        for entry in self.entries:
            if entry.key.text == key:
                return entry.value
        return None

    def key(self, key: str) -> ScalarNode | None:
        """The key itself as a node, or None."""
        for entry in self.entries:
            if entry.key.text == key:
                return entry.key
        return None


Node: TypeAlias = ScalarNode | ListNode | MapNode
