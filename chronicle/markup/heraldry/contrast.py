"""The contrast of colours, for normal and for colour-deficient vision.

Contrast is defined by WCAG 2. Colour-deficient vision is computed by Machado, Oliveira and
Fernandes (2009), for people who lack one kind of cone completely.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

#: Red, green and blue as linear light, from 0 to 1.
LinearRgb = tuple[float, float, float]
_Matrix = tuple[LinearRgb, LinearRgb, LinearRgb]

_LUMINANCE: Final[LinearRgb] = (0.2126, 0.7152, 0.0722)
#: The transformation of red, green and blue for each kind of vision.
COLOR_VISIONS: Final[Mapping[str, _Matrix]] = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "achromatopsia": (_LUMINANCE, _LUMINANCE, _LUMINANCE),
}


def linear_rgb_of(color: str) -> LinearRgb:
    """The linear light of a colour in the form `#rrggbb`."""
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in parts
    )
    return red, green, blue


def perceived_rgb(color: str, vision: str) -> LinearRgb:
    """The linear light of a colour as perceived with a kind of vision from ``COLOR_VISIONS``."""
    light = linear_rgb_of(color)
    red, green, blue = (min(1.0, max(0.0, _dot(row, light))) for row in COLOR_VISIONS[vision])
    return red, green, blue


@lru_cache(maxsize=4096)
def contrast(one: str, other: str, vision: str = "full") -> float:
    """The contrast of two colours for a kind of vision, from 1 to 21."""
    first, second = (_dot(_LUMINANCE, perceived_rgb(color, vision)) for color in (one, other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def least_contrast(one: str, other: str) -> float:
    """The lowest contrast of two colours for any kind of vision."""
    return min(contrast(one, other, sight) for sight in COLOR_VISIONS)


def _dot(row: LinearRgb, light: LinearRgb) -> float:
    return sum(share * amount for share, amount in zip(row, light, strict=True))
