"""The turn, in order: what the GM changes, income, actions one by one, upkeep (L-TURN)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.actions import act
from chronicle.rules.lieutenants.adjustments import events_of
from chronicle.rules.lieutenants.apply import fold
from chronicle.rules.lieutenants.changes import Change, Learnt
from chronicle.rules.lieutenants.events import (
    OPEN,
    Acted,
    Altered,
    Effort,
    Event,
    Reason,
)
from chronicle.rules.lieutenants.orders import (
    Order,
    Orders,
    ToCourt,
    ToMove,
    ToResearch,
    ToTrain,
)
from chronicle.rules.lieutenants.state import OUT, State, owners
from chronicle.rules.lieutenants.upkeep import income, over, upkeep


def resolve(state: State, orders: Orders, dice: Dice) -> Iterator[Event]:
    """The events of a turn."""
    past: list[Event] = []
    for event in _events(state, orders, dice, past):
        past.append(event)
        yield event


def _events(state: State, orders: Orders, dice: Dice, past: list[Event]) -> Iterator[Event]:
    """The same, each from the board that those before it have left; ``past`` grows meanwhile."""
    number = orders.turn
    for event in events_of(orders.alterations):
        state = fold(state, event.changes)
        yield event
    for earned in income(state, number):
        state = fold(state, earned.changes)
        yield earned
    gained: set[str] = set()
    for order in orders.in_order():
        for done in carried_out(state, order, dice, past, gained):
            state = fold(state, done.changes)
            yield done
            if _gains(order, done, number, gained):
                gained.add(order.key)
    for known in _made_known(state, orders):
        state = fold(state, known.changes)
        yield known
    for paid in upkeep(state, orders, number):
        state = fold(state, paid.changes)
        yield paid
    yield over(state, number)


def carried_out(
    state: State,
    order: Order,
    dice: Dice,
    past: list[Event],
    gained: Collection[str] = (),
) -> Iterator[Event]:
    """What comes of one order: its event, and those of stances that it met.

    ``gained`` are the keys of the orders that have come off so far.
    """
    if order.needs and order.needs not in gained:
        if order.otherwise is None:
            yield _not_carried_out(Scene(state, order, dice), "gain-missing")
            return
        order = replace(order.otherwise, needs="", otherwise=None)
    scene = Scene(state, order, dice, tuple(past))
    reason = _hindered(scene)
    if reason:
        yield _not_carried_out(scene, reason)
        return
    yield from act(scene)


def _gains(order: Order, event: Event, turn: int, gained: Collection[str]) -> bool:
    """Whether an order has come off by its event, and not what was done in its stead (L-TURN-4)."""
    if not isinstance(event, Acted) or event.id != f"{turn}/{order.key}":
        return False
    return event.outcome == "done" and (not order.needs or order.needs in gained)


def _hindered(scene: Scene) -> Reason:
    """Why an order can't be carried out any more; empty when it can."""
    state, order = scene.state, scene.order
    lieutenant = state.lieutenant(order.lieutenant)
    if lieutenant is None or order.faction not in owners(lieutenant) or lieutenant.held_by:
        return "lieutenant-out"
    if lieutenant.condition in OUT:
        return "lieutenant-out"
    if lieutenant.id in state.benched:
        return "lieutenant-distracted"
    elsewhere = state.locale(lieutenant.at) != state.locale(order.at)
    if elsewhere and not isinstance(order.aim, ToMove | ToCourt):
        return "lieutenant-elsewhere"
    return "target-gone" if _target_gone(scene) or _finished(scene) else ""


def _target_gone(scene: Scene) -> bool:
    """Whether an asset that the order is about has gone for good since it was given."""
    asset = scene.state.assets.get(scene.target)
    if asset is None:
        # Places, NPC factions, matters in words, and what is only about to be bought.
        return False
    own = scene.order.action in ("conceal", "sell", "train")
    if own and scene.faction not in owners(asset):
        return True
    out = getattr(asset, "condition", "undamaged") == "destroyed"
    return out or not asset.faction


def _finished(scene: Scene) -> bool:
    """Whether the project of the order was brought to its end earlier in the turn."""
    aim = scene.order.aim
    return isinstance(aim, ToResearch | ToTrain) and any(
        isinstance(event, Acted)
        and isinstance(event.deed, Effort)
        and event.deed.project == aim.project
        and event.deed.done
        for event in scene.past
    )


def _not_carried_out(scene: Scene, reason: Reason) -> Acted:
    """An order that nobody but its owner ever hears of."""
    order = scene.order
    return Acted(
        id=scene.id(),
        rule="L-TURN-2" if reason.startswith("lieutenant") else "L-TURN-4",
        faction=order.faction,
        order=order.id,
        lieutenant=order.lieutenant,
        action=order.action,
        at=order.at,
        against=order.against,
        deed=None,
        result=None,
        outcome="not-carried-out",
        reason=reason,
        stealth=OPEN,
        helped=(),
        idle=(),
        plan=order.plan,
        prompt="",
        presumed=order.presumed,
        known=visibility_of_factions([order.faction]),
        seen=FOR_GM,
        changes=(),
        rolls=(),
    )


def _made_known(state: State, orders: Orders) -> Iterator[Altered]:
    """Secret locations that the GM makes known count as known from now on."""
    for place, circle in orders.reveals:
        learners = _admitted(state, circle)
        found: tuple[Change, ...] = tuple(Learnt(place, faction) for faction in learners)
        yield Altered(
            id=f"{orders.turn}/reveal/{place}",
            rule="L-ENT",
            by_news=False,
            because="",
            circle=FOR_GM,
            what="known_to",
            faction="",
            subject=place,
            before=len(state.places[place].known_to),
            after=len(state.places[place].known_to | set(learners)),
            changes=found,
        )


def _admitted(state: State, circle: Visibility) -> tuple[str, ...]:
    if circle.public:
        return tuple(state.factions)
    return tuple(sorted(circle.factions & set(state.factions)))
