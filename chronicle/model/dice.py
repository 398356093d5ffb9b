"""Dice that anybody can throw again: each face follows from a seed, a roll's id and its position.

There is no stream to draw from. A roll's id is built from ids the author gave
(``turn/faction/order/purpose``), so that adding, moving or hiding another order changes no roll
but its own.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from chronicle.model.facts import Facts

RollSource = Literal["computed", "table"]
_DRAW_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Modifier:
    """One part of a roll: what it adds, why, and the rule that says so.

    ``reason`` is a code that the theme has words for, ``facts`` what those words speak of. A part
    of a pool adds dice, a part of a sum adds points.
    """

    value: int
    reason: str
    rule: str
    facts: Facts = field(default_factory=Facts)


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw of dice with everything that made it: parts, faces, and what they came to.

    ``id`` is empty where the reader may not know it; ``result`` holds figures by name, such as
    successes.
    """

    id: str
    sides: int
    faces: tuple[int, ...]
    source: RollSource
    modifiers: tuple[Modifier, ...]
    result: Facts


def die_face(seed: bytes, roll: str, index: int, sides: int) -> int:
    """The face of one die, from 1 to ``sides``, each equally likely.

    HMAC-SHA256 over the roll's id, the die's position and a count of attempts; a draw beyond the
    largest multiple of ``sides`` is thrown away, so that no face is favoured.
    """
    limit = (1 << 8 * _DRAW_BYTES) // sides * sides
    attempt = 0
    while True:
        text = f"{roll}\x00{index}\x00{attempt}".encode()
        draw = int.from_bytes(hmac.digest(seed, text, "sha256")[:_DRAW_BYTES], "big")
        if draw < limit:
            return draw % sides + 1
        attempt += 1


def turn_seed(campaign_seed: str, turn: int) -> bytes:
    """The seed of one turn's dice: no turn's seed tells another's."""
    key = hashlib.sha256(b"chronicle dice 1\x00" + campaign_seed.encode()).digest()
    return hmac.digest(key, f"turn {turn}".encode(), "sha256")


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of one turn: computed, or as thrown at the table where the author wrote them down.

    ``table`` maps a roll's id without its turn (``faction/order/purpose``) to faces.
    """

    seed: bytes
    turn: int
    table: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def throw(self, roll: str, count: int, sides: int) -> tuple[tuple[int, ...], RollSource]:
        """The faces of a roll and where they come from.

        Faces from the table count only when they fit the roll in number and kind; what does not
        fit is found after the turn is resolved, and then nothing is published.
        """
        given = self.table.get(roll)
        if given is not None and not has_wrong_faces(given, count, sides):
            return tuple(given), "table"
        name = f"{self.turn}/{roll}"
        return tuple(die_face(self.seed, name, index, sides) for index in range(count)), "computed"


def has_wrong_faces(given: Sequence[int], count: int, sides: int) -> bool:
    """Whether faces given for a roll differ from it in number or show what no such die shows."""
    return len(given) != count or any(not 1 <= face <= sides for face in given)
