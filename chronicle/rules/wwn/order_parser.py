"""Parse a turn's orders: first the input models, then the checks against the board."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Turn
from chronicle.rules.shared.parser import parse_orders_by_faction
from chronicle.rules.wwn.adjustments import parse_adjustments
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.validation.orders import OrderParser


def parse_orders(turn: Turn, state: State | None, report: Report) -> Orders | None:
    """Return a turn's orders, checked against its initial board, or None after findings.

    The GM's changes of this turn come first, and apply to the orders. Without a board only the
    input models are checked.
    """
    errors = report.errors
    shapes = parse_orders_by_faction(FactionOrdersInput, turn, report)
    altered = parse_adjustments(turn, state, report)
    if altered.state is None:
        return None
    unread = frozenset(turn.orders) - frozenset(shapes)
    reader = OrderParser(shapes, altered.state, altered.sequence, report, unread)
    factions = reader.factions()
    if report.errors > errors:
        return None
    return Orders(turn.number, factions, altered.alterations, altered.sequence)
