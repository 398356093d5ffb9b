"""From a turn's file to its orders: shapes first, then the checks against the board."""

from __future__ import annotations

from dataclasses import replace

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Turn
from chronicle.rules.lieutenants.adjustments import events_of, parse_alterations, reveals_of
from chronicle.rules.lieutenants.apply import apply_changes
from chronicle.rules.lieutenants.inputs import FactionOrdersInput, OrderInput
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.validation.orders import OrderParser
from chronicle.rules.shared.parser import parse_orders_by_faction
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import ListNode, MapNode


def parse_orders(turn: Turn, state: State | None, report: Report) -> Orders | None:
    """A turn's orders, checked against the board it begins with; None after findings.

    What the GM changes in this turn comes first, and is so for the orders. Without a board their
    shapes alone are checked.
    """
    errors = report.errors
    shapes = parse_orders_by_faction(FactionOrdersInput, turn, report)
    alterations = parse_alterations(turn, state, report)
    if state is None:
        return None
    for event in events_of(alterations):
        state = apply_changes(state, event.changes)
    broken: dict[str, tuple[MapNode, ...]] = {}
    for faction, node in turn.orders.items():
        if faction not in shapes and isinstance(node, MapNode):
            left, broken[faction] = _split_readable(node)
            if left is not None:
                shapes[faction] = left
    factions = OrderParser(shapes, state, report, broken).parse()
    if report.errors > errors:
        return None
    return Orders(turn.number, factions, alterations, reveals_of(turn, state))


def _split_readable(node: MapNode) -> tuple[FactionOrdersInput | None, tuple[MapNode, ...]]:
    """Of orders that can't be read: those single orders that can, and the others.

    What hinders has been reported; all this is for are the mistakes in the rest.
    """
    written = node.get("actions")
    if not isinstance(written, ListNode):
        return None, ()
    sound = tuple(one for one in written.items if decode(OrderInput, one, Report()) is not None)
    others = tuple(one for one in written.items if one not in sound and isinstance(one, MapNode))
    actions = replace(written, items=sound)
    entries = tuple(replace(it, value=actions) for it in node.entries if it.value is written)
    return decode(FactionOrdersInput, replace(node, entries=entries), Report()), others
