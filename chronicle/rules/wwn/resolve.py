"""The turn, in order: the GM's changes, then faction by faction, and its end (W-TURN)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from chronicle.model.audience import visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.records import MutableRecord, field
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.actions import resolve_order
from chronicle.rules.wwn.adjustments import events_of
from chronicle.rules.wwn.board_view import visibility_of_pieces
from chronicle.rules.wwn.changes import Cleared, Lost, TurnOver, fold
from chronicle.rules.wwn.collapse import collapse_events
from chronicle.rules.wwn.events import Event, Sequenced, TurnEnded
from chronicle.rules.wwn.goal_progress import goal_event
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.rogues import rogue_attack, rogue_ids
from chronicle.rules.wwn.state import PieceSnapshot, State, snapshot_of
from chronicle.rules.wwn.turn_start import declaration_event, mark_uncovered, start_event
from chronicle.rules.wwn.upkeep import income_event, upkeep_event
from chronicle.rules.wwn.watchers import search_event, searches_due

#: The die for initiative.
INITIATIVE_DIE: Final = 8


def resolve(state: State, orders: Orders, dice: Dice) -> Iterator[Event]:
    """Yield the events of a turn."""
    table = TurnResolver(state, orders, dice)
    yield from table.played(events_of(orders.alterations))
    for faction in table.state.living():
        # A faction's declarations hold for the whole turn, like its policies for one turn.
        yield from table.played([declaration_event(table.state, orders, faction)])
    sequence = sequence_event(table.state, orders, dice)
    yield from table.played([sequence])
    for faction, _ in sequence.order:
        if table.is_in_play(faction):
            yield from resolve_faction_turn(table, faction)
    yield from table.played([end_event(table.state, orders, dice)])


def resolve_faction_turn(table: TurnResolver, faction: str) -> Iterator[Event]:
    """Yield one faction's turn, to its end or until the faction collapses."""
    for events in _turn_phases(table, faction):
        yield from table.played(events)
        if not table.is_in_play(faction):
            return


def _turn_phases(table: TurnResolver, faction: str) -> Iterator[Iterable[Event | None]]:
    """Yield the phases of a faction's turn, each on the board left by those before it."""
    orders, dice = table.orders, table.dice
    yield [start_event(table.state, orders, dice, faction)]
    for watcher, rival in tuple(searches_due(table.state, faction)):
        yield [search_event(table.state, orders, dice, watcher, rival)]
    yield [income_event(table.state, orders, faction)]
    yield [upkeep_event(table.state, orders, dice, faction)]
    for rogue in tuple(rogue_ids(table.state, faction)):
        yield [rogue_attack(table.state, orders, dice, rogue)]
    if table.state.factions[faction].idle != orders.turn:
        own = orders.of(faction)
        for order in (*own.abilities, *own.orders):
            yield resolve_order(table.state, order, orders, dice)
    yield [goal_event(table.state, orders, dice, faction, table.past)]


class TurnResolver(MutableRecord):
    """Plays a turn: the board so far, and the events so far."""

    state: State
    orders: Orders
    dice: Dice
    past: list[Event] = field(default_factory=list)

    def is_in_play(self, faction: str) -> bool:
        """Return whether a faction is still in the game."""
        return not self.state.factions[faction].collapsed

    def played(self, events: Iterable[Event | None]) -> Iterator[Event]:
        """Yield these events, and the collapses that they cause immediately (W-TURN-7)."""
        for event in events:
            if event is None:
                continue
            yield self._apply_event(event)
            for fallen in tuple(collapse_events(self.state, self.orders.turn, event)):
                yield self._apply_event(fallen)

    def _apply_event(self, event: Event) -> Event:
        self.state = fold(self.state, event.changes)
        self.past.append(event)
        return event


def end_event(state: State, orders: Orders, dice: Dice) -> TurnEnded:
    """Return the last event of a turn."""
    context = ActionContext(state, orders, dice, "turn/over")
    forfeit = tuple(_lose_for_debts(context))
    uncovered = tuple(mark_uncovered(context))
    context.apply(TurnOver(orders.turn + 1))
    owners = visibility_of_factions(one.faction for one in (*forfeit, *uncovered))
    return TurnEnded(
        id=f"{orders.turn}/over",
        forfeit=forfeit,
        uncovered=uncovered,
        known=owners | visibility_of_pieces((state,), (one.id for one in forfeit)),
        changes=tuple(context.changes),
    )


def _lose_for_debts(context: ActionContext) -> Iterator[PieceSnapshot]:
    """Yield assets that are lost for their debts; an owner that can pay does (W-FX-YIELDS)."""
    for id in sorted(context.state.assets):
        asset = context.asset(id)
        for debt in tuple(mark for mark in asset.marks if mark.kind == "owing"):
            if context.pay(asset.faction, debt.amount, "owing", "W-FX-YIELDS", id):
                context.apply(Cleared(id, debt))
            else:
                yield snapshot_of(context.state, asset)
                context.apply(Lost(id))
                break


def sequence_event(state: State, orders: Orders, dice: Dice) -> Sequenced:
    """Return the order of play of a turn: highest first, ties broken by rerolls (W-TURN-1).

    With it begin, and end, the alliances of the turn.
    """
    id = f"{orders.turn}/sequence"
    if orders.sequence:
        awake = state.awake()
        stated = [one for one in orders.sequence if one in awake]
        stated += [one for one in awake if one not in stated]
        order = tuple((one, ()) for one in stated)
        return Sequenced(id, order, stated=True, rolls=(), changes=orders.alliances)
    context = ActionContext(state, orders, dice, "")
    throws: dict[str, tuple[int, ...]] = dict.fromkeys(state.awake(), ())
    ranked = _rank_factions(context, tuple(throws), throws, 1)
    return Sequenced(
        id,
        tuple((one, throws[one]) for one in ranked),
        stated=False,
        rolls=tuple(context.rolls),
        changes=(*context.changes, *orders.alliances),
    )


def _rank_factions(
    context: ActionContext, among: Sequence[str], throws: dict[str, tuple[int, ...]], count: int
) -> list[str]:
    """Rank factions by rolls, ties again among themselves; ``throws`` collects the rolls."""
    if len(among) < 2 and count > 1:
        return list(among)
    purpose = "initiative" if count == 1 else f"initiative-{count}"
    thrown: dict[str, int] = {}
    for faction in among:
        context.key = f"{faction}/turn"
        thrown[faction] = context.throw(purpose, faction, 1, INITIATIVE_DIE, sum)
        throws[faction] = (*throws[faction], thrown[faction])
    ranked: list[str] = []
    by_throw = sorted(among, key=lambda one: -thrown[one])
    for _, tied in groupby(by_throw, key=lambda one: thrown[one]):
        ranked += _rank_factions(context, tuple(tied), throws, count + 1)
    return ranked
