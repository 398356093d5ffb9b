"""Heraldry: a faction's shield, derived from its colours, division and id only.

Shields can be distinguished without colour by division and sigil, and by hatching at larger sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from chronicle.markup.heraldry.contrast import contrast, least_contrast
from chronicle.markup.heraldry.divisions import (
    DIVISIONS,
    SHIELD_HEIGHT,
    SHIELD_WIDTH,
    Division,
    default_division,
    division_preferences,
)
from chronicle.markup.heraldry.hatching import DOT_GAP, hatching_path, rings_of, tincture_of
from chronicle.records import Record

__all__ = ["DIVISIONS", "Shield", "default_division", "division_preferences", "shield_of"]

#: The minimum contrast of graphics (WCAG 2), and the minimum with any colour vision.
MIN_CONTRAST: Final = 3.0
MIN_CONTRAST_ANY_VISION: Final = 2.5
_BOX_PATH: Final = f"M0 0H{SHIELD_WIDTH}V{SHIELD_HEIGHT}H0z"
_STEPS: Final = 32


class Hatch(Record):
    """Lines for one colour of a shield: an SVG path to be stroked, and the colour ``ink``.

    ``dots`` is the gap between dots for dotted lines, 0 for solid lines.
    """

    ink: str
    path: str
    dots: float = 0.0


class Shield(Record):
    """A shield to be drawn: the colour of the field, and the ``second`` of division and sigil.

    ``hatching`` is for the field and for the division, if their tinctures have any.
    """

    field: str
    second: str
    division: Division
    hatching: tuple[Hatch, ...]


@lru_cache(maxsize=256)
def shield_of(division: str, colors: tuple[str, str]) -> Shield:
    """The shield for a division and two colours (`#rrggbb`).

    If they are too similar, the second is moved towards white or black until everybody can tell
    them apart.
    """
    field, second = colors[0], distinguishable_color(*colors)
    drawn = DIVISIONS[division]
    hatching = (*_hatching(field, _BOX_PATH + drawn.path), *_hatching(second, drawn.path))
    return Shield(field, second, drawn, hatching)


def _hatching(color: str, path: str) -> Iterator[Hatch]:
    """The hatching for a colour, inside a path; silver has none."""
    tincture = tincture_of(color)
    lines = hatching_path(tincture, rings_of(path))
    if lines:
        yield Hatch(_ink_on(color), lines, DOT_GAP if tincture == "or" else 0.0)


def distinguishable_color(field: str, second: str) -> str:
    """The second colour, or the nearest one towards white or black with enough contrast."""
    for step in range(_STEPS + 1):
        found = [_mix(second, end, step / _STEPS) for end in ("#ffffff", "#000000")]
        best = max(found, key=lambda color: least_contrast(field, color))
        if (
            contrast(field, best) >= MIN_CONTRAST
            and least_contrast(field, best) >= MIN_CONTRAST_ANY_VISION
        ):
            return best
    return best


def _ink_on(color: str) -> str:
    """Black or white, whichever has more contrast with a colour."""
    return max("#000000", "#ffffff", key=lambda ink: least_contrast(color, ink))


def _mix(color: str, end: str, share: float) -> str:
    parts = ((int(color[at : at + 2], 16), int(end[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(own + share * (other - own)):02x}" for own, other in parts)
