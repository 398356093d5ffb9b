"""How well one colour reads on another, as WCAG 2 reckons it."""

from __future__ import annotations

from typing import Final

#: The least contrast of words with their ground (WCAG 2.2, 1.4.3).
WORDS: Final = 4.5


def luminance(color: str) -> float:
    """The relative luminance of a colour (`#rrggbb`), from 0 for black to 1 for white."""
    parts = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (_linear(part) for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours (`#rrggbb`), from 1 for none to 21; their order is the same."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
