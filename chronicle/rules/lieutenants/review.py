"""Warnings that need the played turn.

Respect that falls short (L-TURN-6), rallies left unanswered (L-ACT-RALLY), what a custom action
could not bring (L-ACT-CUSTOM), and units that both masters of a double agent use (L-TURN-3).
"""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.campaign import Turn
from chronicle.rules.lieutenants.actions.custom import CustomOrder
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.events import Acted, Event, Upkeep
from chronicle.rules.lieutenants.orders import Order, Orders
from chronicle.rules.lieutenants.state import State
from chronicle.rules.protocol import PlayedTurn
from chronicle.yaml.nodes import MapNode


def review(turn: Turn, played_turn: PlayedTurn[State, Orders, Event], report: Report) -> None:
    """Report each faction whose assets require more respect than it has, with who could leave.

    Also report each rally of the last turn that nobody has answered by the end of this one, and
    what custom actions were to bring but did not fit the board any more.
    """
    _check_brought(played_turn, report)
    _check_units_of_two_masters(turn, played_turn, report)
    for step in played_turn.steps:
        event = step.event
        if isinstance(event, Upkeep) and event.respect > event.reach:
            report.add(
                problems.NotEnoughRespect(
                    at=_orders_at(turn, event.faction),
                    faction=event.faction,
                    respect=event.respect,
                    reach=event.reach,
                    candidates=tuple(_leaving_candidates(event)),
                )
            )
    for id, rally in sorted(played_turn.after.rallies.items()):
        # Warn only once: the GM may have decided to leave it so.
        if rally.turn == played_turn.turn - 1:
            report.add(
                problems.RallyUnanswered(
                    at=_orders_at(turn, rally.npc),
                    rally=id,
                    npc=rally.npc,
                    by=rally.by,
                    target=rally.target,
                    turn=rally.turn,
                )
            )


def _check_brought(played_turn: PlayedTurn[State, Orders, Event], report: Report) -> None:
    made = {step.event.id for step in played_turn.steps}
    for event in (step.event for step in played_turn.steps):
        if not isinstance(event, Acted) or played_turn.orders is None or event.result is None:
            continue
        order = played_turn.orders.order(f"{event.faction}/{event.order}")
        if order is not None and event.instead:
            order = order.otherwise
        if order is None or event.part or not isinstance(order.command, CustomOrder):
            continue
        for number, entry in enumerate(order.command.brings.get(event.result, ()), start=1):
            if f"{event.id}/brings/{number}" not in made:
                report.add(problems.NotBrought(at=entry.at(), order=order.key))


def _check_units_of_two_masters(
    turn: Turn, played_turn: PlayedTurn[State, Orders, Event], report: Report
) -> None:
    """Warn of units in the orders of two factions; whether they come to that is not asked."""
    users: dict[str, Order] = {}
    for order in played_turn.orders.in_order() if played_turn.orders is not None else ():
        units = (id for it in (order, order.otherwise or order) for id in it.units)
        for id in dict.fromkeys(units):
            first = users.setdefault(id, order)
            if first.faction != order.faction:
                at = _orders_at(turn, order.faction)
                report.add(
                    problems.UnitOfTwoMasters(at=at, name=id, order=order.key, first=first.key)
                )


def _orders_at(turn: Turn, faction: str) -> Span:
    """Return where to report missing respect: at `leaves:`, the orders, or the turn's file."""
    node = turn.orders.get(faction)
    if isinstance(node, MapNode) and node.entries:
        return (node.key("leaves") or node.entries[0].key).span
    return turn.at


def _leaving_candidates(event: Upkeep) -> Iterator[tuple[str, int]]:
    """Yield what requires respect and stays, the most expensive first."""
    gone = {id for id, _ in event.left}
    asked = [
        (id, price.amount)
        for id, price, _ in event.lines
        if price.currency == "respect" and id not in gone
    ]
    yield from sorted(asked, key=lambda line: (-line[1], line[0]))
