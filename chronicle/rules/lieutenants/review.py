"""What only the played turn shows: respect that falls short, and attacks that were only promised.

See L-TURN-6 and L-ACT-RALLY.
"""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.campaign import Turn
from chronicle.rules.lieutenants.diagnostics import influence
from chronicle.rules.lieutenants.events import Event, Upkeep
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.state import State
from chronicle.rules.protocol import PlayedTurn
from chronicle.yaml.nodes import MapNode


def review(turn: Turn, moment: PlayedTurn[State, Orders, Event], report: Report) -> None:
    """Adds each faction whose assets ask for more respect than it has, with who could leave.

    And each rally of the turn before that nobody has answered by the end of this one.
    """
    for step in moment.steps:
        event = step.event
        if isinstance(event, Upkeep) and event.respect > event.reach:
            report.add(
                influence.NotEnoughRespect(
                    at=_orders_at(turn, event.faction),
                    faction=event.faction,
                    respect=event.respect,
                    reach=event.reach,
                    candidates=tuple(_leaving_candidates(event)),
                )
            )
    for id, rally in sorted(moment.after.rallies.items()):
        # Later it is told no more: what was warned of once may be as the GM wants it.
        if rally.turn == moment.turn - 1:
            report.add(
                influence.RallyUnanswered(
                    at=_orders_at(turn, rally.npc),
                    rally=id,
                    npc=rally.npc,
                    by=rally.by,
                    target=rally.target,
                    turn=rally.turn,
                )
            )


def _orders_at(turn: Turn, faction: str) -> Span:
    """Where the GM's word belongs: beside `leaves:` that does not suffice, in the faction's orders.

    The turn's file where the faction has no orders.
    """
    node = turn.orders.get(faction)
    if isinstance(node, MapNode) and node.entries:
        return (node.key("leaves") or node.entries[0].key).span
    return turn.at


def _leaving_candidates(event: Upkeep) -> Iterator[tuple[str, int]]:
    """What costs respect and stays, the dearest first."""
    gone = {id for id, _ in event.left}
    asked = [
        (id, price.amount)
        for id, price, _ in event.lines
        if price.currency == "respect" and id not in gone
    ]
    yield from sorted(asked, key=lambda line: (-line[1], line[0]))
