"""The dice sheet of one turn: what to throw at the table, and what each roll is for."""

from __future__ import annotations

from typing import Any, Literal

from chronicle.diagnostics.report import Report
from chronicle.model.audience import GM
from chronicle.model.campaign import Campaign
from chronicle.play.dice_sheet import SheetRoll, dice_sheet
from chronicle.play.turns import dice_of, play
from chronicle.records import Record, replace
from chronicle.rules.protocol import AnyRuleset

#: A roll is to be thrown now, may follow, or has its faces.
RollState = Literal["needed", "possible", "thrown"]


class RollToThrow(Record):
    """One roll of a turn's dice sheet, and the action that it belongs to.

    ``written`` are the faces in the turn's file, whether they fit or not. ``code`` is the telling
    code of the action, for which the theme has a text; empty if the GM is told nothing.
    """

    entry: SheetRoll[Any, Any]
    state: RollState
    written: tuple[int, ...]
    code: str


class TurnDiceSheet(Record):
    """The rolls of a turn in the order of play, and lines of its file that it does not use."""

    turn: int
    rolls: tuple[RollToThrow, ...]
    unused: tuple[tuple[str, tuple[int, ...]], ...]

    def of(self, state: RollState) -> tuple[RollToThrow, ...]:
        return tuple(roll for roll in self.rolls if roll.state == state)


def sheet_of_turn(
    campaign: Campaign, ruleset: AnyRuleset, number: int, report: Report
) -> TurnDiceSheet | None:
    """Return the dice sheet of a turn, whose dice may be missing; None after an error."""
    turn = campaign.turns[number - 1]
    history = play(replace(campaign, turns=campaign.turns[: number - 1]), ruleset, report)
    if history is None:
        return None
    state = history.eve.after
    orders = ruleset.orders(turn, state, dice_of(campaign, turn), report)
    if orders is None:
        return None
    sheet = dice_sheet(turn, state, orders, ruleset)
    written = {name: roll.faces for name, roll in turn.rolls.items()}

    def known(one: SheetRoll[Any, Any], kind: RollState) -> RollToThrow:
        return RollToThrow(one, kind, written.get(one.name, ()), _code(ruleset, one))

    rolls = (
        *(known(one, "needed") for one in sheet.needed),
        *(known(one, "possible") for one in sheet.possible),
        *(known(one, "thrown") for one in sheet.thrown),
    )
    used = {roll.entry.name for roll in rolls}
    return TurnDiceSheet(
        number, rolls, tuple((name, faces) for name, faces in written.items() if name not in used)
    )


def _code(ruleset: AnyRuleset, one: SheetRoll[Any, Any]) -> str:
    """The code of the telling to the GM of the event that a roll belongs to."""
    telling = ruleset.tell(one.step, GM).telling
    if telling is None:
        return ""
    # If the order failed, the telling still names the intended action.
    named = telling.facts.get("action")
    return named if isinstance(named, str) and named else telling.code
