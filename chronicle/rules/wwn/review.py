"""Errors that only the played turn shows: rolls under `redo:` that never happened (W-FX-REDOES)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.campaign import Turn
from chronicle.rules.protocol import PlayedTurn
from chronicle.rules.wwn.diagnostics.attacks import RollNotMade
from chronicle.rules.wwn.events import Event
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import State
from chronicle.yaml.nodes import ListNode, MapNode


def review(turn: Turn, moment: PlayedTurn[State, Orders, Event], report: Report) -> None:
    """Add a finding for each roll under `redo:` that nobody rolled in this turn."""
    if moment.orders is None:
        return
    rolls = (roll for step in moment.steps for roll in step.event.rolls)
    thrown = {roll.id.partition("/")[2] for roll in rolls}
    for faction, orders in moment.orders.factions.items():
        for index, redo in enumerate(orders.redo):
            if redo.roll not in thrown:
                at = _span_of_roll(turn, faction, index)
                known = tuple(sorted(_made_by_rivals(thrown, faction)))
                report.add(RollNotMade(at=at, name=redo.roll, known=known))


def _made_by_rivals(thrown: set[str], faction: str) -> Iterator[str]:
    return (name for name in thrown if not name.startswith(f"{faction}/"))


def _span_of_roll(turn: Turn, faction: str, index: int) -> Span:
    """Return where a roll is named, or the turn's file if that is unknown."""
    own = turn.orders.get(faction)
    listed = own.get("redo") if isinstance(own, MapNode) else None
    entry = listed.items[index] if isinstance(listed, ListNode) else None
    roll = entry.get("roll") if isinstance(entry, MapNode) else None
    return roll.span if roll is not None else turn.at
