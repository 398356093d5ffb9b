"""The dice that a turn needs from the table: those to throw now, and those that may follow.

Which rolls a turn makes depends on the results of others: damage follows a hit, and an asset that
is lost does nothing more. So the turn is played many times with the faces in its file and trial
faces for the others. A roll that all these plays make with the same dice is to be thrown now; one
that only some of them make, or with other dice, may follow.

The first roll without faces is always to be thrown: no face that is unknown comes before it. About
the others the plays can be wrong, if none of them met the one result that changes something. Then a
line is filled in that the turn does not use, or needs another number of dice, which is reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Generic

from chronicle.model.audience import GM
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice, Modifier, Roll, RollSource, die_face, roll_name
from chronicle.records import Record
from chronicle.rules.protocol import EventT, OrdersT, Ruleset, StateT, Step, steps_of

#: How often a turn with missing dice is played.
TRIALS: Final = 60


class TrialDice(Dice):
    """The dice of one trial play: missing rolls show lowest, highest or any faces.

    Each of the three has the same chance for each roll. Extreme results are what most often
    changes which rolls follow.
    """

    def throw(self, roll: str, count: int, sides: int) -> tuple[tuple[int, ...], RollSource]:
        faces, source = Dice.throw(self, roll, count, sides)
        if source == "computed":
            # One die more than the roll has decides.
            kind = die_face(self.seed, f"{self.turn}/{roll}", count, 3)
            faces = faces if kind == 3 else ((1, sides)[kind - 1],) * count
        return faces, source


class SheetRoll(Record, Generic[StateT, EventT]):
    """One roll of a dice sheet, as the first play makes it, with its event.

    ``dice`` are the numbers of dice and sides that it has in the plays. ``modifiers`` are those
    that it always has, and ``settled`` says that there are no others. ``share`` is the part of the
    plays that make it, up to 1.
    """

    roll: Roll
    step: Step[StateT, EventT]
    dice: tuple[tuple[int, int], ...]
    modifiers: tuple[Modifier, ...]
    settled: bool
    share: float

    @property
    def name(self) -> str:
        return roll_name(self.roll)

    @property
    def dice_text(self) -> str:
        """The dice as at the table: ``3d6``; where it depends, ``2d6 or 3d6``."""
        return " or ".join(f"{count}d{sides}" for count, sides in self.dice)


class DiceSheet(Record, Generic[StateT, EventT]):
    """The rolls of a turn in order: ``needed`` now, ``possible`` later, and ``thrown`` already."""

    needed: tuple[SheetRoll[StateT, EventT], ...]
    possible: tuple[SheetRoll[StateT, EventT], ...]
    thrown: tuple[SheetRoll[StateT, EventT], ...]


def lacks_dice(steps: Sequence[Step[StateT, EventT]]) -> bool:
    """Return whether dice of these steps were computed."""
    return any(_is_missing(roll) for step in steps for roll in step.event.rolls)


def dice_sheet(
    turn: Turn, state: StateT, orders: OrdersT, ruleset: Ruleset[StateT, OrdersT, EventT]
) -> DiceSheet[StateT, EventT]:
    """Return the dice sheet of a turn with these orders from this state."""
    table = {name: roll.faces for name, roll in turn.rolls.items()}
    plays: list[Mapping[str, tuple[Roll, Step[StateT, EventT]]]] = []
    for trial in range(TRIALS):
        dice = TrialDice(f"dice sheet {trial}".encode(), turn.number, table)
        steps = tuple(steps_of(ruleset, state, ruleset.resolve(state, orders, dice)))
        plays.append(
            {roll_name(roll): (roll, step) for step in steps for roll in _told_rolls(ruleset, step)}
        )
        if not lacks_dice(steps):
            # Nothing depends on trial faces.
            break
    needed, possible, thrown = [], [], []
    for name in dict.fromkeys(name for play in plays for name in play):
        found = [play[name] for play in plays if name in play]
        one = _sheet_roll(found, len(plays))
        missing = sum(_is_missing(roll) for roll, _ in found)
        if missing == len(plays) and len(one.dice) == 1:
            needed.append(one)
        elif missing and not any(roll.source == "table" for roll, _ in found):
            possible.append(one)
        elif any(roll.faces for roll, _ in found):
            thrown.append(one)
    return DiceSheet(tuple(needed), tuple(possible), tuple(thrown))


def _told_rolls(
    ruleset: Ruleset[StateT, OrdersT, EventT], step: Step[StateT, EventT]
) -> Iterator[Roll]:
    """Yield the rolls of an event with names of assets, as in the GM's telling, instead of ids."""
    if not step.event.rolls:
        return
    telling = ruleset.tell(step, GM).telling
    told = {roll.id: roll for roll in telling.rolls} if telling is not None else {}
    yield from (told.get(roll.id, roll) for roll in step.event.rolls)


def _is_missing(roll: Roll) -> bool:
    """Whether a roll has dice that were computed."""
    return roll.source == "computed" and bool(roll.faces)


def _sheet_roll(
    found: Sequence[tuple[Roll, Step[StateT, EventT]]], plays: int
) -> SheetRoll[StateT, EventT]:
    """A roll as it was made in some of the plays."""
    roll, step = found[0]
    always = [part for part in roll.modifiers if all(part in other.modifiers for other, _ in found)]
    return SheetRoll(
        roll,
        step,
        tuple(sorted({(len(it.faces), it.sides) for it, _ in found if it.faces})),
        tuple(always),
        all(len(other.modifiers) == len(always) for other, _ in found),
        len(found) / plays,
    )
