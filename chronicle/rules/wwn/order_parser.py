"""From a turn's file to its orders: shapes first, then the checks against the board."""

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
    """A turn's orders, checked against the board it begins with; None after findings.

    What the GM changes in this turn comes first, and is so for the orders. Without a board their
    shapes alone are checked.
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
