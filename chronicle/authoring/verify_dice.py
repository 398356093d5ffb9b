"""An independent implementation of the dice, which recomputes every recorded roll.

It shares no code with the module that rolls the dice, and implements HMAC from its definition with
SHA-256, in the steps that one would do by hand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from chronicle.model.campaign import TableRoll
from chronicle.model.dice import Roll, RollSource
from chronicle.pipeline import PlayedCampaign
from chronicle.records import Record

#: The result of checking a roll: right, or what is wrong.
Verdict = Literal["right", "other faces", "not as written", "name of another"]
#: The block size of SHA-256 in bytes; a shorter key is padded with zeros.
_BLOCK: Final = 64
#: The number of values of the first eight bytes of a digest.
_DRAWS: Final = 1 << 64


class Draw(Record):
    """One digest: the message, the digest in hexadecimal, and the resulting face.

    The face is 0 if the number was rejected because it lies above the largest multiple of the
    number of sides; another draw then follows. The parts of a message are joined by zero bytes.
    """

    message: tuple[str, int, int]
    digest: str
    face: int


class VerifiedRoll(Record):
    """A recorded roll, its recomputed draws (none for dice of the table), and the verdict."""

    id: str
    sides: int
    faces: tuple[int, ...]
    source: RollSource
    draws: tuple[Draw, ...]
    verdict: Verdict


class TurnDice(Record):
    """The dice of one turn: its number, its seed in hexadecimal, and its rolls in order."""

    turn: int
    seed: str
    rolls: tuple[VerifiedRoll, ...]

    @property
    def wrong(self) -> tuple[VerifiedRoll, ...]:
        return tuple(roll for roll in self.rolls if roll.verdict != "right")

    def dice(self, source: RollSource) -> int:
        """The number of dice in the turn from this source."""
        return sum(len(roll.faces) for roll in self.rolls if roll.source == source)


def verify_rolls(played: PlayedCampaign, turn: int | None = None) -> tuple[TurnDice, ...]:
    """Verify the dice of all played turns, or of one."""
    written = {one.number: one.rolls for one in played.campaign.turns}
    found = []
    for played_turn in played.history.turns:
        if turn in (None, played_turn.turn):
            seed = seed_of(played.campaign.seed, played_turn.turn)
            rolls = [roll for step in played_turn.steps for roll in step.event.rolls]
            looked = tuple(_verify(rolls, played_turn.turn, seed, written[played_turn.turn]))
            found.append(TurnDice(played_turn.turn, seed.hex(), looked))
    return tuple(found)


def seed_of(campaign_seed: str, turn: int) -> bytes:
    """The seed of one turn: 32 bytes."""
    key = hashlib.sha256(b"chronicle dice 1" + bytes(1) + campaign_seed.encode()).digest()
    return hmac_sha256(key, b"turn " + str(turn).encode())


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 as defined in RFC 2104."""
    filled = key.ljust(_BLOCK, b"\0")
    inner = bytes(byte ^ 0x36 for byte in filled)
    outer = bytes(byte ^ 0x5C for byte in filled)
    return hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).digest()


def draws_of(seed: bytes, roll: str, dice: int, sides: int) -> Iterator[Draw]:
    """The draws of a roll, including rejected ones."""
    whole_rounds = _DRAWS - _DRAWS % sides
    for index in range(dice):
        face, attempt = 0, 0
        while not face:
            message = b"\0".join((roll.encode(), str(index).encode(), str(attempt).encode()))
            digest = hmac_sha256(seed, message)
            number = int(digest[:8].hex(), 16)
            face = number % sides + 1 if number < whole_rounds else 0
            yield Draw((roll, index, attempt), digest.hex(), face)
            attempt += 1


def _verify(
    rolls: Sequence[Roll], turn: int, seed: bytes, written: Mapping[str, TableRoll]
) -> Iterator[VerifiedRoll]:
    names: set[str] = set()
    for roll in rolls:
        number, _, name = roll.id.partition("/")
        draws: tuple[Draw, ...] = ()
        if roll.source == "computed":
            draws = tuple(draws_of(seed, roll.id, len(roll.faces), roll.sides))
            faces = tuple(draw.face for draw in draws if draw.face)
            verdict: Verdict = "right" if faces == roll.faces else "other faces"
        else:
            is_so = name in written and written[name].faces == roll.faces
            verdict = "right" if is_so else "not as written"
        if number != str(turn) or name in names:
            verdict = "name of another"
        names.add(name)
        yield VerifiedRoll(roll.id, roll.sides, roll.faces, roll.source, draws, verdict)
