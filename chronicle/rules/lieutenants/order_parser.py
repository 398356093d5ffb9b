"""Parse and check the orders of a turn's file."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Turn
from chronicle.records import replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.kit.parser import parse_orders_by_faction
from chronicle.rules.lieutenants.adjustments import events_of, parse_alterations, reveals_of
from chronicle.rules.lieutenants.inputs import FactionOrdersInput, OrderInput
from chronicle.rules.lieutenants.orders import FactionOrders, Order, Orders
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.validation.orders import OrderParser
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import ListNode, MapNode


def parse_orders(turn: Turn, state: State | None, report: Report) -> Orders | None:
    """Return a turn's orders, checked against the opening board; None if there are errors.

    The GM's changes of this turn are applied first, so orders are checked after them. Without a
    board only the structure is checked.
    """
    errors = report.errors
    entries = parse_orders_by_faction(FactionOrdersInput, turn, report)
    alterations = parse_alterations(turn, state, report)
    if state is None:
        return None
    for event in events_of(alterations):
        state = apply_changes(state, event.changes)
    broken: dict[str, tuple[MapNode, ...]] = {}
    for faction, node in turn.orders.items():
        if faction not in entries and isinstance(node, MapNode):
            left, broken[faction] = _split_readable(node)
            if left is not None:
                entries[faction] = left
    factions = OrderParser(entries, state, report, broken).parse()
    if report.errors > errors:
        return None
    if turn.modifiers:
        factions = {id: _with_turn_modifiers(own, turn) for id, own in factions.items()}
    return Orders(turn.number, factions, alterations, reveals_of(turn, state))


def _with_turn_modifiers(own: FactionOrders, turn: Turn) -> FactionOrders:
    """Return a faction's orders with the modifiers of the turn, also in their alternatives."""

    def modified(order: Order) -> Order:
        otherwise = modified(order.otherwise) if order.otherwise is not None else None
        return replace(order, otherwise=otherwise, turn_modifiers=turn.modifiers)

    return replace(own, orders=tuple(map(modified, own.orders)))


def _split_readable(node: MapNode) -> tuple[FactionOrdersInput | None, tuple[MapNode, ...]]:
    """Split invalid orders into the single orders that can be read, and the others.

    The errors in the others are already reported; the readable ones are checked for more mistakes.
    """
    written = node.get("actions")
    if not isinstance(written, ListNode):
        return None, ()
    sound = tuple(one for one in written.items if decode(OrderInput, one, Report()) is not None)
    others = tuple(one for one in written.items if one not in sound and isinstance(one, MapNode))
    actions = replace(written, items=sound)
    entries = tuple(replace(it, value=actions) for it in node.entries if it.value is written)
    return decode(FactionOrdersInput, replace(node, entries=entries), Report()), others
