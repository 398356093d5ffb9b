"""Texts in segments with their visibility, and what an audience may read of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chronicle.model.audience import Audience, Visibility
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True)
class Segment:
    """Lines of a text, and who may read them (None: all readers of the text)."""

    lines: tuple[str, ...]
    circle: Visibility | None


@dataclass(frozen=True, slots=True)
class SegmentedText:
    """A text in segments with their visibility; for nested secrets the stricter one applies."""

    stretches: tuple[Segment, ...]

    def visible_to(self, audience: Audience) -> str:
        """The Markdown that this audience may read; empty if nothing."""
        kept: list[str] = []
        for stretch in self.stretches:
            if stretch.circle is None or stretch.circle.admits(audience):
                kept = _join(kept, stretch.lines)
        return "\n".join(_from_first_word(kept[: _after_last_word(kept)]))

    def with_marked_secrets(self, names: Callable[[Visibility], str]) -> str:
        """The whole text for the GM, with secret blocks as quotations headed by their readers."""
        lines: list[str] = []
        for stretch in self.stretches:
            if stretch.circle is None:
                lines += stretch.lines
            else:
                quoted = (f"> {line}".rstrip() for line in stretch.lines)
                lines += ["", f"> **{names(stretch.circle)}**", ">", *quoted, ""]
        return "\n".join(lines).strip("\n")


def _join(above: Sequence[str], below: Sequence[str]) -> list[str]:
    """Join two segments with at most one blank line, so that blank lines reveal no cut."""
    top, bottom = above[: _after_last_word(above)], _from_first_word(below)
    gap = [""] if len(top) < len(above) or len(bottom) < len(below) else []
    return [*top, *gap, *bottom]


def _after_last_word(lines: Sequence[str]) -> int:
    return max((row for row, line in enumerate(lines, start=1) if line.strip()), default=0)


def _from_first_word(lines: Sequence[str]) -> Sequence[str]:
    return lines[next((row for row, line in enumerate(lines) if line.strip()), len(lines)) :]


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with its own visibility and that of the thing that contains it.

    Both must admit a reader. If the thing is revealed to more, the text's own visibility still
    applies.
    """

    circle: Visibility
    within: Visibility
    prose: SegmentedText

    def visible_to(self, audience: Audience) -> str:
        """The Markdown that this audience may read; empty if nothing."""
        if not (self.circle.admits(audience) and self.within.admits(audience)):
            return ""
        return self.prose.visible_to(audience)
