"""Parse a turn's orders: first the input models, then the checks against the board."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Turn
from chronicle.rules.kit.parser import parse_orders_by_faction
from chronicle.rules.shadow import inputs, orders
from chronicle.rules.shadow.adjustments import EffectParser, events_of
from chronicle.rules.shadow.apply import fold
from chronicle.rules.shadow.resolve import before_conspiracies
from chronicle.rules.shadow.setup import RESERVE_WORD
from chronicle.rules.shadow.state import RESERVE, State
from chronicle.rules.shadow.validation import OrdersValidator


def parse_orders(turn: Turn, state: State | None, report: Report) -> orders.Orders | None:
    """Return a turn's orders, checked against its initial board, or None after findings.

    Without a board only the input models are checked. A power with unreadable orders is unknown, so
    others' orders that depend on it are not reported as errors.
    """
    errors = report.errors
    entries = parse_orders_by_faction(inputs.PowerOrdersInput, turn, report)
    unread = frozenset(turn.orders) - frozenset(entries)
    if state is None:
        return None
    reader = EffectParser(turn, state, report)
    adjustments = reader.parse_adjustments()
    changes = (*adjustments, *reader.news())
    found = orders.Orders(
        turn.number,
        {power: _power_orders_of(power, entries[power]) for power in entries},
        changes,
        turn.modifiers,
    )
    # Adjustments come before placement: placement sees what they destroy or restore.
    placing = OrdersValidator(
        entries, found, fold(state, events_of(state, adjustments)), report, unread
    )
    placing.check_placements()
    board = fold(state, before_conspiracies(state, placing.valid_orders()))
    OrdersValidator(entries, found, board, report, unread, lost=placing.lost).conspiracies()
    return found if report.errors == errors else None


def _power_orders_of(power: str, entry: inputs.PowerOrdersInput) -> orders.PowerOrders:
    return orders.PowerOrders(
        power=power,
        place={
            resource: RESERVE if sphere == RESERVE_WORD else sphere
            for resource, sphere in entry.place.items()
        },
        actor=entry.actor,
        conspiracies=tuple(_conspiracy_of(power, plot) for plot in entry.conspiracies),
        supports=tuple(_support_of(power, item, blocks=False) for item in entry.help)
        + tuple(_support_of(power, item, blocks=True) for item in entry.block),
        defend=entry.defend,
        assist=orders.Assist(entry.assist.sphere, entry.assist.request) if entry.assist else None,
    )


def _support_of(power: str, entry: inputs.SupportInput, *, blocks: bool) -> orders.Support:
    return orders.Support(power, entry.resource, entry.conspiracy, entry.stake, blocks)


def _conspiracy_of(power: str, entry: inputs.ConspiracyInput) -> orders.Conspiracy:
    return orders.Conspiracy(
        power=power,
        id=entry.id,
        resource=entry.resource,
        command=_action_of(entry),
        stake=0 if isinstance(entry, inputs.MobilizeInput) else entry.stake,
        narrative=(entry.narrative or "").strip(),
        public=_public(entry.public),
        veto=entry.veto or "",
    )


def _public(written: str | bool | None) -> str | None:
    """Return the public line: `false` means silence; `true` or nothing asks for a draft."""
    if isinstance(written, bool):
        return None if written else ""
    return written


def _action_of(entry: inputs.ConspiracyInput) -> orders.OrderedAction:
    match entry:
        case inputs.RaiseInput(to=level, new_resource=new):
            return (
                orders.RaiseOrder(level, new.id, new.name, new.type)
                if new
                else orders.RaiseOrder(level)
            )
        case inputs.MobilizeInput():
            return orders.MobilizeOrder()
        case inputs.AttackResourceInput():
            power, _, resource = entry.target.partition("/")
            return orders.AttackResourceOrder(power, resource)
        case inputs.AttackActorInput():
            return orders.AttackActorOrder(entry.target)
