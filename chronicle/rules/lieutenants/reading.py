"""From a turn's file to its orders: shapes first, then the checks against the board."""

from __future__ import annotations

from chronicle.campaign import Turn
from chronicle.diagnostics import Report
from chronicle.rules.lieutenants.alterations import events_of, read_alterations, reveals_of
from chronicle.rules.lieutenants.apply import fold
from chronicle.rules.lieutenants.check.reader import Reader
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.shapes import FactionOrdersShape
from chronicle.rules.lieutenants.state import State
from chronicle.rules.shared.reading import orders_by_faction


def orders(turn: Turn, state: State | None, report: Report) -> Orders | None:
    """A turn's orders, checked against the board it begins with; None after findings.

    What the GM changes in this turn comes first, and is so for the orders. Without a board their
    shapes alone are checked.
    """
    errors = report.errors
    shapes = orders_by_faction(FactionOrdersShape, turn, report)
    alterations = read_alterations(turn, state, report)
    if state is None:
        return None
    for event in events_of(alterations):
        state = fold(state, event.changes)
    factions = Reader(shapes, state, report).factions()
    if report.errors > errors:
        return None
    return Orders(turn.number, factions, alterations, reveals_of(turn, state))
