"""Errors that only the played turn shows: rolls that never happened, goals not taken up."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.campaign import Turn
from chronicle.rules.protocol import PlayedTurn
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.events import Event, GoalChecked
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import State
from chronicle.yaml.nodes import ListNode, MapNode, Node


def review(turn: Turn, played_turn: PlayedTurn[State, Orders, Event], report: Report) -> None:
    """Add findings for rolls under `redo:` that nobody made, and for goals that were not taken."""
    if played_turn.orders is None:
        return
    rolls = (roll for step in played_turn.steps for roll in step.event.rolls)
    thrown = {roll.id.partition("/")[2] for roll in rolls}
    for faction, orders in played_turn.orders.factions.items():
        for index, redo in enumerate(orders.redo):
            if redo.roll not in thrown:
                at = _span_of(turn, faction, "redo", index, "roll")
                known = tuple(sorted(_made_by_rivals(thrown, faction)))
                report.add(problems.RollNotMade(at=at, name=redo.roll, known=known))
    for step in played_turn.steps:
        event = step.event
        if isinstance(event, GoalChecked) and not event.chosen and _has_no_goal_left(event):
            wanted = played_turn.orders.of(event.faction).goal
            if wanted is not None:
                at = _span_of(turn, event.faction, "goal")
                report.add(problems.GoalNotTaken(at=at, kind=wanted.kind))


def _has_no_goal_left(event: GoalChecked) -> bool:
    """Return whether a faction had no goal, or lost it at the end of this turn."""
    return event.goal is None or event.met or event.failed or event.abandoned


def _made_by_rivals(thrown: set[str], faction: str) -> Iterator[str]:
    return (name for name in thrown if not name.startswith(f"{faction}/"))


def _span_of(turn: Turn, faction: str, *path: str | int) -> Span:
    """Return where a part of a faction's orders is written, or the turn's file."""
    node: Node | None = turn.orders.get(faction)
    for step in path:
        match node, step:
            case MapNode(), str():
                node = node.get(step)
            case ListNode(), int():
                node = node.items[step]
            case _:
                return turn.at
    return node.span if node is not None else turn.at
