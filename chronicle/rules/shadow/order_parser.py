"""Parse a turn's orders: first the input models, then the checks against the board."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Turn
from chronicle.rules.kit.parser import parse_orders_by_faction
from chronicle.rules.shadow.actions import placement
from chronicle.rules.shadow.adjustments import events_of, parse_adjustments
from chronicle.rules.shadow.check import OrderCheck
from chronicle.rules.shadow.inputs import PowerOrdersInput
from chronicle.rules.shadow.orders import Assist, Orders, PowerOrders
from chronicle.rules.shadow.resolve import before_conspiracies, fold
from chronicle.rules.shadow.state import RESERVE, RESERVE_WORD, State


def parse_orders(turn: Turn, state: State | None, report: Report) -> Orders | None:
    """Return a turn's orders, checked against its initial board, or None after findings.

    Without a board only the input models are checked. A power with unreadable orders is unknown, so
    others' orders that depend on it are not reported as errors.
    """
    errors = report.errors
    entries = parse_orders_by_faction(PowerOrdersInput, turn, report)
    unread = frozenset(turn.orders) - frozenset(entries)
    if state is None:
        return None
    changes = parse_adjustments(turn, state, report)
    powers = {power: _power_orders_of(power, entry) for power, entry in entries.items()}
    found = Orders(turn.number, powers, changes, turn.modifiers)
    # Adjustments come before placement: placement sees what they destroy or restore.
    adjustments = (change for change in changes if not change.by_news)
    board = fold(state, events_of(adjustments))
    lost = placement.check_placements(entries, board, report)
    for power in unread:
        lost |= {(power, ""), *((power, resource) for resource in board.powers[power].resources)}
    board = fold(state, before_conspiracies(state, placement.without(found, lost)))
    OrderCheck(entries, found, board, report, unread, lost).check()
    return found if report.errors == errors else None


def _power_orders_of(power: str, entry: PowerOrdersInput) -> PowerOrders:
    place = {
        resource: RESERVE if sphere == RESERVE_WORD else sphere
        for resource, sphere in entry.place.items()
    }
    return PowerOrders(
        power=power,
        place=place,
        actor=entry.actor,
        conspiracies=tuple(plot.conspiracy(power) for plot in entry.conspiracies),
        supports=(
            *(item.support(power, blocks=False) for item in entry.help),
            *(item.support(power, blocks=True) for item in entry.block),
        ),
        defend=entry.defend,
        assist=Assist(entry.assist.sphere, entry.assist.request) if entry.assist else None,
    )
