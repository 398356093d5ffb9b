"""The turn, in order: what the GM changes, then faction by faction, and its end (W-TURN)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from chronicle.model.dice import Dice
from chronicle.rules.wwn.actions import act
from chronicle.rules.wwn.adjustments import events_of
from chronicle.rules.wwn.apply import fold
from chronicle.rules.wwn.collapse import collapses
from chronicle.rules.wwn.events import Event
from chronicle.rules.wwn.goal_progress import strove
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.rogues import raid, rogues
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.turn_end import over
from chronicle.rules.wwn.turn_order import sequenced
from chronicle.rules.wwn.turn_start import declared, started
from chronicle.rules.wwn.upkeep import earned, kept
from chronicle.rules.wwn.watchers import watched, watchers


def resolve(state: State, orders: Orders, dice: Dice) -> Iterator[Event]:
    """The events of a turn."""
    table = Table(state, orders, dice)
    yield from table.played(events_of(orders.alterations))
    for faction in table.state.living():
        # What a faction declares holds for the whole turn, like its policies for one.
        yield from table.played([declared(table.state, orders, faction)])
    sequence = sequenced(table.state, orders, dice)
    yield from table.played([sequence])
    for faction, _ in sequence.order:
        if table.plays(faction):
            yield from turn_of(table, faction)
    yield from table.played([over(table.state, orders, dice)])


def turn_of(table: Table, faction: str) -> Iterator[Event]:
    """One faction's turn, to its end or till the faction comes to nothing."""
    for events in _steps(table, faction):
        yield from table.played(events)
        if not table.plays(faction):
            return


def _steps(table: Table, faction: str) -> Iterator[Iterable[Event | None]]:
    """The parts of a faction's turn, each on the board that those before it have left."""
    orders, dice = table.orders, table.dice
    yield [started(table.state, orders, dice, faction)]
    for watcher, rival in tuple(watchers(table.state, faction)):
        yield [watched(table.state, orders, dice, watcher, rival)]
    yield [earned(table.state, orders, faction)]
    yield [kept(table.state, orders, dice, faction)]
    for rogue in tuple(rogues(table.state, faction)):
        yield [raid(table.state, orders, dice, rogue)]
    if table.state.factions[faction].idle != orders.turn:
        own = orders.of(faction)
        for order in (*own.abilities, *own.orders):
            yield act(table.state, order, orders, dice)
    yield [strove(table.state, orders, dice, faction, table.past)]


@dataclass(slots=True)
class Table:
    """A turn as it is played: the board so far, and what has happened."""

    state: State
    orders: Orders
    dice: Dice
    past: list[Event] = field(default_factory=list)

    def plays(self, faction: str) -> bool:
        """Whether a faction is still in the game."""
        return not self.state.factions[faction].collapsed

    def played(self, events: Iterable[Event | None]) -> Iterator[Event]:
        """These events, and the collapses that they bring about at once (W-TURN-7)."""
        for event in events:
            if event is None:
                continue
            yield self._folded(event)
            for fallen in tuple(collapses(self.state, self.orders.turn, event)):
                yield self._folded(fallen)

    def _folded(self, event: Event) -> Event:
        self.state = fold(self.state, event.changes)
        self.past.append(event)
        return event
