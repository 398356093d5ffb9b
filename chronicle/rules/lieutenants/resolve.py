"""Resolve a turn: the GM's changes, income, actions in order, upkeep (L-TURN)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from chronicle.model.audience import FOR_GM, Visibility
from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants import events
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import build_undone_event
from chronicle.rules.lieutenants.actions import ACTIONS, resolve_action
from chronicle.rules.lieutenants.actions.influence import InfluenceOrder
from chronicle.rules.lieutenants.actions.move import MoveOrder
from chronicle.rules.lieutenants.actions.raid import TakeDetails, TakeOrder
from chronicle.rules.lieutenants.actions.train import TrainOrder
from chronicle.rules.lieutenants.adjustments import events_of
from chronicle.rules.lieutenants.changes import Change, Learnt
from chronicle.rules.lieutenants.orders import Order, Orders
from chronicle.rules.lieutenants.refusals import away_refusals, use_refusals
from chronicle.rules.lieutenants.state import State, owners
from chronicle.rules.lieutenants.upkeep import income_events, turn_over_event, upkeep_events
from chronicle.rules.lieutenants.watches import tell_watchers, turn_watches, with_discoveries


def resolve(state: State, orders: Orders, dice: Dice) -> Iterator[events.Event]:
    """Yield the events of a turn, each known to those who watch it too."""
    past: list[events.Event] = []
    for event in _events(state, orders, dice, past):
        past.append(event)  # noqa: PERF402  the generator reads the list while it grows
    watches = turn_watches(state, past)
    if not watches:
        yield from past
        return
    after = apply_changes(state, (change for event in past for change in event.changes))
    for event in past:
        yield tell_watchers(event, watches, after)


def _events(
    state: State, orders: Orders, dice: Dice, past: list[events.Event]
) -> Iterator[events.Event]:
    """Yield the events of a turn, each on the board so far; the caller adds each to ``past``."""
    number = orders.turn
    for event in events_of(orders.alterations):
        state = apply_changes(state, event.changes)
        yield event
    for earned in income_events(state, number):
        state = apply_changes(state, earned.changes)
        yield earned
    gained: set[str] = set()
    for order in orders.in_order():
        for done in carry_out(state, order, dice, past, gained):
            state = apply_changes(state, done.changes)
            yield done
            if _succeeds(order, done, number, gained):
                gained.add(order.key)
    for known in _reveal_events(state, orders):
        state = apply_changes(state, known.changes)
        yield known
    for paid in upkeep_events(state, orders, number):
        state = apply_changes(state, paid.changes)
        yield paid
    yield turn_over_event(state, number)


def carry_out(
    state: State,
    order: Order,
    dice: Dice,
    past_events: list[events.Event],
    succeeded_keys: Collection[str] = (),
) -> Iterator[events.Event]:
    """Yield the event of one order, and the events of stances that it meets.

    ``succeeded_keys`` are the keys of the orders that have succeeded so far.
    """
    instead = bool(order.needs) and order.needs not in succeeded_keys
    if instead:
        if order.otherwise is None:
            yield build_undone_event(ActionContext(state, order, dice), "gain-missing")
            return
        order = replace(order.otherwise, needs="", otherwise=None)
    state = apply_changes(state, order.learned)
    scene = ActionContext(state, order, dice, tuple(past_events), instead)
    reason = _hindrance(scene)
    if reason:
        yield build_undone_event(scene, reason)
        return
    learned = order.learned
    for event in with_discoveries(state, resolve_action(scene)):
        yield replace(event, changes=(*learned, *event.changes)) if learned else event
        learned = ()


def _succeeds(order: Order, event: events.Event, turn: int, gained: Collection[str]) -> bool:
    """Return whether an order succeeded itself, not its alternative (L-TURN-4)."""
    if event.id != f"{turn}/{order.key}" or (order.needs and order.needs not in gained):
        return False
    return makes_gain(order, event)


def makes_gain(order: Order, event: events.Event) -> bool:
    """Return whether an event is the gain of an order that others wait for (L-TURN-4).

    An order to take things gains nothing if it takes less than it asks for.
    """
    if not isinstance(event, events.Acted) or event.part or event.outcome != "done":
        return False
    if not isinstance(order.command, TakeOrder) or not isinstance(event.details, TakeDetails):
        return True
    asked = sum(one.amount for one in (order.command, *order.command.also))
    taken = sum(one.amount for one in event.details.everything)
    return taken >= asked and not event.details.missing


def _hindrance(context: ActionContext) -> events.NotCarriedOutReason:
    """Return why an order can't be carried out any more; empty if it can."""
    state, order = context.state, context.order
    lieutenant = state.lieutenant(order.lieutenant)
    if lieutenant is None or any(use_refusals(context.actor, lieutenant)):
        return "lieutenant-out"
    if lieutenant.id in state.benched:
        return "lieutenant-distracted"
    if any(away_refusals(context.actor, lieutenant)) and not _is_lesson_away(order):
        return "lieutenant-away"
    if order.lost:
        return "target-gone"
    elsewhere = state.locale(lieutenant.at) != state.locale(order.at)
    if elsewhere and not isinstance(order.command, MoveOrder | InfluenceOrder):
        return "lieutenant-elsewhere"
    if _target_gone(context):
        return "target-gone"
    return ACTIONS[order.action].refusal(context, order.command)


def _is_lesson_away(order: Order) -> bool:
    """Return whether an order sends its own lieutenant to an outside trainer (L-ACT-TRAIN)."""
    command = order.command
    away = isinstance(command, TrainOrder) and command.sent_away is not None
    return away and isinstance(command, TrainOrder) and command.subject == order.lieutenant


def _target_gone(context: ActionContext) -> bool:
    """Return whether the asset that the order is about has become unavailable."""
    asset = context.state.assets.get(context.target)
    if asset is None:
        # Places, NPC factions, matters in words, and things that are about to be bought.
        return False
    own = context.order.action in ("conceal", "sell", "train")
    if own and context.faction not in owners(asset):
        return True
    out = asset.condition == "destroyed"
    return out or not asset.faction


def _reveal_events(state: State, orders: Orders) -> Iterator[events.Altered]:
    """Yield events that make secret locations known, as revealed by the GM."""
    for place, visibility in orders.reveals:
        learners = _factions_in(state, visibility)
        found: tuple[Change, ...] = tuple(Learnt(place, faction) for faction in learners)
        yield events.Altered(
            id=f"{orders.turn}/reveal/{place}",
            rule="L-ENT",
            by_news=False,
            because="",
            visibility=FOR_GM,
            what="known_to",
            faction="",
            subject=place,
            before=len(state.places[place].known_to),
            after=len(state.places[place].known_to | set(learners)),
            changes=found,
        )


def _factions_in(state: State, visibility: Visibility) -> tuple[str, ...]:
    if visibility.public:
        return tuple(state.factions)
    return tuple(sorted(visibility.factions & set(state.factions)))
