"""The divisions: the area of a shield's second colour, and the position of its sigil.

A shield is drawn in a box of 48 by 56. Paths use absolute commands only (`M L H V Q C z`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from chronicle.records import Record

#: The outline of the shield.
SHIELD_OUTLINE: Final = "M2 2H46V28C46 41 36.5 49 24 54C11.5 49 2 41 2 28z"
SHIELD_WIDTH: Final = 48
SHIELD_HEIGHT: Final = 56


class Division(Record):
    """The area of the second colour (a path, by the even-odd rule), and the sigil's position.

    The sigil's own box is 24 by 24; ``x`` and ``y`` are the position of its corner, ``scale`` its
    size. If the shield is ``halved`` (`x y width height` of the second colour's half), the sigil
    covers both halves, and has on each the colour of the other.
    """

    path: str
    x: float
    y: float
    scale: float
    halved: tuple[int, int, int, int] | None = None


DIVISIONS: Final[Mapping[str, Division]] = {
    "plain": Division("", 6.6, 6.5, 1.45),
    "border": Division(
        "M0 0H48V56H0zM7.5 7.5V28C7.5 37.5 14 44 24 48C34 44 40.5 37.5 40.5 28V7.5z",
        11.8, 12, 1.02,
    ),
    "chief": Division("M0 0H48V15H0z", 10.2, 18.5, 1.15),
    "base": Division("M0 39H48V56H0z", 8.8, 5.8, 1.27),
    "flanks": Division("M0 0H10.5V56H0zM37.5 0H48V56H37.5z", 11.8, 13, 1.02),
    "fess": Division("M0 0H48V10.5H0zM0 41.5H48V56H0z", 10.2, 12.2, 1.15),
    "dexter": Division("M0 0H14.5V56H0z", 16.4, 11.5, 1.12),
    "indented": Division(
        "M0 0H48V11L44 17L36.5 10L29 17L24 10.5L19 17L11.5 10L4 17L0 11z", 10.9, 19, 1.09
    ),
    "battlements": Division(
        "M0 0H48V17H37.2V10.5H28.4V17H19.6V10.5H10.8V17H0z", 11.2, 19.5, 1.07
    ),
    "waves": Division("M0 41Q6 35 12 41Q18 47 24 41Q30 35 36 41Q42 47 48 41V56H0z", 9.1, 5.5, 1.24),
    "wall": Division("M0 56V37H10.8V43.5H19.6V37H28.4V43.5H37.2V37H48V56z", 9.6, 5.5, 1.2),
    "mount": Division("M0 56V49L24 33L48 49V56z", 10.8, 5, 1.1),
    "pile": Division("M0 10L24 56L48 10V56H0z", 11, 5, 1.08),
    "bend": Division("M21 0H48V28zM0 23L30 56H0z", 13, 14, 0.93),
    "bend-sinister": Division("M27 0H0V28zM48 23L18 56H48z", 12.7, 14, 0.93),
    "flaunches": Division("M0 0H4Q21 25 4 56H0zM48 0H44Q27 25 44 56H48z", 13.2, 13.5, 0.9),
    "lozenge": Division("M0 0H48V56H0zM24 1L47 27L24 54L1 27z", 12.6, 15.2, 0.95),
    "roundel": Division(
        "M0 0H48V56H0zM24 6C34.5 6 43 14.5 43 25C43 35.5 34.5 44 24 44"
        "C13.5 44 5 35.5 5 25C5 14.5 13.5 6 24 6z",
        11.8, 12.8, 1.02,
    ),
    "per-pale": Division("M24 0H48V56H24z", 7.2, 8, 1.4, (24, 0, 24, 56)),
    "per-fess": Division("M0 25H48V56H0z", 7.2, 8.2, 1.4, (0, 25, 48, 31)),
}  # fmt: skip


def default_division(id: str) -> str:
    """The division of a faction whose file has none.

    It depends only on the id, so that a shield is the same for every reader and never changes, and
    reveals nothing about other factions. The division with the highest hash wins, so that a new
    division changes only the shields that get it.
    """
    return division_preferences(id)[0]


def division_preferences(id: str) -> tuple[str, ...]:
    """All divisions in order of preference for a faction."""

    def lot(division: str) -> bytes:
        return hashlib.sha256(f"{id}/{division}".encode()).digest()

    return tuple(sorted(DIVISIONS, key=lot))
