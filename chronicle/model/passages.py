"""Texts in segments with their visibility, and what an audience may read of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from chronicle.model.audience import Audience, Visibility
from chronicle.records import Record

#: A line, and whether it is in a secret block that not everybody reads.
_Line: TypeAlias = tuple[str, bool]


class Segment(Record):
    """Lines of a text, and who may read them (None: all readers of the text)."""

    lines: tuple[str, ...]
    visibility: Visibility | None


class SegmentedText(Record):
    """A text in segments with their visibility; for nested secrets the stricter one applies."""

    stretches: tuple[Segment, ...]

    def visible_to(self, audience: Audience) -> str:
        """The Markdown that this audience may read; empty if nothing."""
        return "\n".join(line for line, _ in self._lines_of(audience))

    def private_lines(self, audience: Audience) -> tuple[int, ...]:
        """The lines of what this audience may read that the public may not, from 0 on."""
        lines = enumerate(self._lines_of(audience))
        return tuple(number for number, (line, private) in lines if private and line.strip())

    def _lines_of(self, audience: Audience) -> Sequence[_Line]:
        kept: list[_Line] = []
        for stretch in self._segments_for(audience):
            private = stretch.visibility is not None and not stretch.visibility.public
            kept = _join(kept, [(line, private) for line in stretch.lines])
        return _from_first_word(kept[: _after_last_word(kept)])

    def _segments_for(self, audience: Audience) -> Iterator[Segment]:
        for stretch in self.stretches:
            if stretch.visibility is None or stretch.visibility.admits(audience):
                yield stretch

    def with_marked_secrets(self, names: Callable[[Visibility], str]) -> str:
        """The whole text for the GM, with secret blocks as quotations headed by their readers."""
        lines: list[str] = []
        for stretch in self.stretches:
            if stretch.visibility is None:
                lines += stretch.lines
            else:
                quoted = (f"> {line}".rstrip() for line in stretch.lines)
                lines += ["", f"> **{names(stretch.visibility)}**", ">", *quoted, ""]
        return "\n".join(lines).strip("\n")


def _join(above: Sequence[_Line], below: Sequence[_Line]) -> list[_Line]:
    """Join two segments with at most one blank line, so that blank lines reveal no cut."""
    top, bottom = above[: _after_last_word(above)], _from_first_word(below)
    gap = [("", False)] if len(top) < len(above) or len(bottom) < len(below) else []
    return [*top, *gap, *bottom]


def _after_last_word(lines: Sequence[_Line]) -> int:
    return max((row for row, (line, _) in enumerate(lines, start=1) if line.strip()), default=0)


def _from_first_word(lines: Sequence[_Line]) -> Sequence[_Line]:
    return lines[next((row for row, (line, _) in enumerate(lines) if line.strip()), len(lines)) :]


class Passage(Record):
    """A text with its own visibility and that of the thing that contains it.

    Both must admit a reader. If the thing is revealed to more, the text's own visibility still
    applies.
    """

    visibility: Visibility
    within: Visibility
    prose: SegmentedText

    def visible_to(self, audience: Audience) -> str:
        """The Markdown that this audience may read; empty if nothing."""
        if not (self.visibility.admits(audience) and self.within.admits(audience)):
            return ""
        return self.prose.visible_to(audience)
