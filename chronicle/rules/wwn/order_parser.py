"""Parse a turn's orders: first the input models, then the checks against the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.audience import faction_audience
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.kit.parser import parse_orders_by_faction
from chronicle.rules.wwn.adjustments import parse_adjustments
from chronicle.rules.wwn.changes import Allied, Change, fold
from chronicle.rules.wwn.events import Started
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.orders import FactionOrders, Orders
from chronicle.rules.wwn.resolve import resolve
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.validation.orders import OrderParser

#: How many times a turn that waits for dice is tried to see whether an order may come to fit.
_TRIALS: Final = 60


def parse_orders(
    turn: Turn, state: State | None, report: Report, dice: Dice | None = None
) -> Orders | None:
    """Return a turn's orders, checked against its initial board, or None after findings.

    The GM's changes of this turn come first, and apply to the orders. Without a board only the
    input models are checked. With dice, orders may also fit the board as it is when their faction's
    turn comes (W-TURN-1); while a turn waits for its dice, that by any of some trial dice.
    """
    errors = report.errors
    entries = parse_orders_by_faction(FactionOrdersInput, turn, report)
    altered = parse_adjustments(turn, state, report)
    if altered.state is None:
        return None
    unread = frozenset(turn.orders) - frozenset(entries)
    alliances = tuple(alliance_changes(turn, altered.state))
    given = Orders(
        turn.number, {}, altered.alterations, altered.sequence, alliances, turn.modifiers
    )
    board = fold(altered.state, alliances)
    reader = OrderParser(entries, board, altered.sequence, report, unread)
    if dice is not None and state is not None:
        reader.boards_at_turn = tuple(
            partial(_board_at_turn, state, one, given) for one in _possible_dice(turn, dice)
        )
    factions = reader.factions()
    if report.errors > errors:
        return None
    return replace(given, factions=factions)


def _possible_dice(turn: Turn, dice: Dice) -> Iterator[Dice]:
    """Yield a turn's dice, and if it waits for some, others with trial faces in their place."""
    yield dice
    if turn.dice_asked_at is not None:
        for trial in range(_TRIALS):
            yield replace(dice, seed=f"possible dice {trial}".encode())


def alliance_changes(turn: Turn, state: State) -> Iterator[Change]:
    """Yield the alliances that a turn's relations begin or end, where the campaign counts them.

    Only a relation that both factions may know of counts; of several, the last.
    """
    if state.house.friends == "own":
        return
    last = {
        relation.between: relation.kind == "allies"
        for relation in turn.relations
        if all(relation.visibility.admits(faction_audience(one)) for one in relation.between)
    }
    for between, allied in sorted(last.items()):
        if allied != (between in state.allies):
            yield Allied(between, allied)


def _board_at_turn(
    state: State, dice: Dice, given: Orders, faction: str, orders: Mapping[str, FactionOrders]
) -> State | None:
    """Return the board when a faction's turn begins, played with these orders; None if never."""
    for event in resolve(state, replace(given, factions=orders), dice):
        if isinstance(event, Started) and event.faction == faction:
            return state
        state = fold(state, event.changes)
    return None
