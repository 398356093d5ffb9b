"""Parse a turn's orders: first the input models, then the checks against the board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice
from chronicle.rules.shared.adjustment_events import Alteration
from chronicle.rules.shared.parser import parse_orders_by_faction
from chronicle.rules.wwn.adjustments import parse_adjustments
from chronicle.rules.wwn.apply import fold
from chronicle.rules.wwn.changes import Change
from chronicle.rules.wwn.events import Started
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.orders import FactionOrders, Orders
from chronicle.rules.wwn.resolve import resolve
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.validation.orders import OrderParser


def parse_orders(
    turn: Turn, state: State | None, report: Report, dice: Dice | None = None
) -> Orders | None:
    """Return a turn's orders, checked against its initial board, or None after findings.

    The GM's changes of this turn come first, and apply to the orders. Without a board only the
    input models are checked. With dice, orders may also fit the board as it is when their faction's
    turn comes (W-TURN-1).
    """
    errors = report.errors
    shapes = parse_orders_by_faction(FactionOrdersInput, turn, report)
    altered = parse_adjustments(turn, state, report)
    if altered.state is None:
        return None
    unread = frozenset(turn.orders) - frozenset(shapes)
    reader = OrderParser(shapes, altered.state, altered.sequence, report, unread)
    if dice is not None and state is not None:
        reader.board_at_turn = partial(
            _board_at_turn, state, dice, altered.alterations, altered.sequence
        )
    factions = reader.factions()
    if report.errors > errors:
        return None
    return Orders(turn.number, factions, altered.alterations, altered.sequence)


def _board_at_turn(
    state: State,
    dice: Dice,
    alterations: tuple[Alteration[Change], ...],
    sequence: tuple[str, ...],
    faction: str,
    orders: Mapping[str, FactionOrders],
) -> State | None:
    """Return the board when a faction's turn begins, played with these orders; None if never."""
    for event in resolve(state, Orders(dice.turn, orders, alterations, sequence), dice):
        if isinstance(event, Started) and event.faction == faction:
            return state
        state = fold(state, event.changes)
    return None
