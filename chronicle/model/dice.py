"""Reproducible dice: each face is computed from a seed, a roll's id and its position.

Rolls don't share a random stream. A roll's id is made of ids that the author gave
(``turn/faction/order/purpose``), so that adding, moving or hiding another order changes no other
roll.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from chronicle.model.facts import Facts
from chronicle.records import Record, field

RollSource = Literal["computed", "table"]
_DRAW_BYTES: Final = 8


class Modifier(Record):
    """One modifier of a roll: its value, its reason, and the rule.

    ``reason`` is a code for which the theme has a text, ``facts`` the values in that text. In a
    pool it adds dice, in a sum points.
    """

    value: int
    reason: str
    rule: str
    facts: Facts = field(default_factory=Facts)


class Roll(Record):
    """One roll of dice with everything that made it: modifiers, faces and result.

    ``id`` is empty if the reader may not know it; ``sides`` are those of each die; ``result`` has
    figures by name, such as successes.
    """

    id: str
    sides: int
    faces: tuple[int, ...]
    source: RollSource
    modifiers: tuple[Modifier, ...]
    result: Facts


def roll_name(roll: Roll) -> str:
    """A roll's id without its turn, as in ``rolls:`` of a turn's file."""
    return roll.id.partition("/")[2]


def die_face(seed: bytes, roll: str, index: int, sides: int) -> int:
    """The face of one die, from 1 to ``sides``, each equally likely.

    HMAC-SHA256 over the roll's id, the die's position and a count of attempts; values beyond the
    largest multiple of ``sides`` are rejected, so that all faces are equally likely.
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
    """The seed of one turn's dice; it reveals nothing about those of other turns."""
    key = hashlib.sha256(b"chronicle dice 1\x00" + campaign_seed.encode()).digest()
    return hmac.digest(key, f"turn {turn}".encode(), "sha256")


class Dice(Record):
    """The dice of one turn: computed, or the author's faces of dice thrown at the table.

    ``table`` maps a roll's id without its turn (``faction/order/purpose``) to faces.
    """

    seed: bytes
    turn: int
    table: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def throw(self, roll: str, count: int, sides: int) -> tuple[tuple[int, ...], RollSource]:
        """The faces of a roll and where they come from.

        Faces from the table are used only if they fit the roll in number and kind. Misfits are
        reported after the turn is resolved, and then nothing is published.
        """
        given = self.table.get(roll)
        if given is not None and not has_wrong_faces(given, count, sides):
            return tuple(given), "table"
        name = f"{self.turn}/{roll}"
        return tuple(die_face(self.seed, name, index, sides) for index in range(count)), "computed"


def has_wrong_faces(given: Sequence[int], count: int, sides: int) -> bool:
    """Whether faces given for a roll differ from it in number, or are impossible for such a die."""
    return len(given) != count or any(not 1 <= face <= sides for face in given)
