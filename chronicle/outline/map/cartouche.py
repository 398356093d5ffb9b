"""The cartouche: the title of a map in a frame, in a corner where it covers no place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chronicle.outline.map.labels import break_name, is_covered, text_width
from chronicle.outline.map.records import Box, Cartouche

#: The size of its letters, the height of a line, and the space around the lines.
_SIZE: Final = 26
_LINE: Final = 30
_SPACE: Final = (34, 18)
#: The distance from the edge of the sheet, and from places.
_MARGIN: Final = 30
_CLEAR: Final = 10


def cartouche_of(
    title: str, size: tuple[int, int], taken: Sequence[Box], *, has_bar: bool
) -> Cartouche | None:
    """The cartouche in the first free corner; None if there is none, or no title.

    ``taken`` are the boxes of the places. A scale bar is in the lower left corner.
    """
    lines = break_name(title)
    wide = max(text_width(line, _SIZE) for line in lines) + 2 * _SPACE[0]
    high = len(lines) * _LINE + 2 * _SPACE[1]
    right, bottom = size[0] - _MARGIN - wide, size[1] - _MARGIN - high
    corners = [(_MARGIN, _MARGIN), (right, _MARGIN), (right, bottom)]
    if not has_bar:
        corners.append((_MARGIN, bottom))
    middle = (size[0] - wide) // 2
    for left, top in (*corners, (middle, _MARGIN), (middle, bottom)):
        box = left, top, left + wide, top + high
        near = left - _CLEAR, top - _CLEAR, left + wide + _CLEAR, top + high + _CLEAR
        if title and left > 0 and not is_covered(near, taken):
            return Cartouche(lines, (left + wide // 2, top + _SPACE[1] + _SIZE - 3), box)
    return None
