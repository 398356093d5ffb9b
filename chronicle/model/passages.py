"""Texts in stretches, each for its circle, and what of them an audience may read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chronicle.model.audience import Audience, Visibility


@dataclass(frozen=True, slots=True)
class Segment:
    """Lines of a prose with the circle that may read them (None: all readers of the prose)."""

    lines: tuple[str, ...]
    circle: Visibility | None


@dataclass(frozen=True, slots=True)
class SegmentedText:
    """A text in stretches, each with its circle; nested secrets have the stricter circle."""

    stretches: tuple[Segment, ...]

    def visible_to(self, audience: Audience) -> str:
        """The Markdown that this audience may read; empty when that is nothing."""
        kept: list[str] = []
        for stretch in self.stretches:
            if stretch.circle is None or stretch.circle.admits(audience):
                kept = _join(kept, stretch.lines)
        return "\n".join(_from_first_word(kept[: _after_last_word(kept)]))

    def with_marked_secrets(self, names: Callable[[Visibility], str]) -> str:
        """The whole text for the GM, secret blocks as quotations headed by their readers."""
        lines: list[str] = []
        for stretch in self.stretches:
            if stretch.circle is None:
                lines += stretch.lines
            else:
                quoted = (f"> {line}".rstrip() for line in stretch.lines)
                lines += ["", f"> **{names(stretch.circle)}**", ">", *quoted, ""]
        return "\n".join(lines).strip("\n")


def _join(above: Sequence[str], below: Sequence[str]) -> list[str]:
    """Two stretches with one blank line between them at most: empty lines tell of no cut."""
    top, bottom = above[: _after_last_word(above)], _from_first_word(below)
    gap = [""] if len(top) < len(above) or len(bottom) < len(below) else []
    return [*top, *gap, *bottom]


def _after_last_word(lines: Sequence[str]) -> int:
    return max((row for row, line in enumerate(lines, start=1) if line.strip()), default=0)


def _from_first_word(lines: Sequence[str]) -> Sequence[str]:
    return lines[next((row for row, line in enumerate(lines) if line.strip()), len(lines)) :]


@dataclass(frozen=True, slots=True)
class Passage:
    """A prose with the circle of its own readers, and that of the thing it stands in.

    It takes both to read it; when the thing is made known to more, its own circle still stands.
    """

    circle: Visibility
    within: Visibility
    prose: SegmentedText

    def visible_to(self, audience: Audience) -> str:
        """The Markdown that this audience may read; empty when that is nothing."""
        if not (self.circle.admits(audience) and self.within.admits(audience)):
            return ""
        return self.prose.visible_to(audience)
