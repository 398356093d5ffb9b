"""Passages with fewer readers than the thing that contains them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.audience import Visibility
from chronicle.model.passages import Passage


def restricted_excerpts(passages: Iterable[Passage]) -> Iterator[tuple[Visibility, str]]:
    """Yield the visibility and first line of each secret block and each restricted passage."""
    for passage in passages:
        for stretch in passage.prose.stretches:
            text = next((line.strip() for line in stretch.lines if line.strip()), "")
            if text and stretch.visibility is not None:
                yield stretch.visibility & passage.visibility, text
            elif text and not passage.visibility.public:
                yield passage.visibility, text


def first_line_of(passages: Iterable[Passage]) -> str:
    """The first words of a text."""
    lines = (
        line
        for passage in passages
        for stretch in passage.prose.stretches
        for line in stretch.lines
    )
    return shorten(next((line.strip() for line in lines if line.strip()), ""))


def shorten(text: str, most: int = 60) -> str:
    """A text cut to at most ``most`` characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
