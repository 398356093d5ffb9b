"""All actions: the registry from which every table of them is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chronicle.records import replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants import terms
from chronicle.rules.lieutenants.action import Action
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS
from chronicle.rules.lieutenants.action_events import build_acted_event, build_undone_event
from chronicle.rules.lieutenants.actions import (
    attack,
    conceal,
    custom,
    espionage,
    influence,
    move,
    purchase,
    raid,
    recruit,
    research,
    sell,
    stance,
    train,
    work,
)
from chronicle.rules.lieutenants.actions.travel import Travel, end_elsewhere, entering_legs
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import State

#: The actions by name, in the order of the rules.
ACTIONS: Final[Mapping[terms.ActionName, Action]] = {
    action.name: action
    for action in (
        *(attack.AGGRESSIVE_ATTACK, attack.CAUTIOUS_ATTACK, raid.RAID, conceal.CONCEAL, raid.STEAL),
        *(espionage.SURVEIL, purchase.PURCHASE, espionage.INVESTIGATE, recruit.RECRUIT, sell.SELL),
        *(recruit.SEDUCE, research.RESEARCH, move.MOVE, train.TRAIN, work.WORK),
        *(stance.AMBUSH, stance.BLOCK, influence.GAIN_INFLUENCE, influence.ALLY),
        *(influence.CLAIM, influence.RALLY, custom.CUSTOM),
    )
}
ACTION_DEFINITIONS.update(ACTIONS)


def resolve_action(context: ActionContext) -> Iterator[Event]:
    """Yield the events of an order: its result, and the stances that it meets before and after."""
    command, action = context.order.command, ACTIONS[context.order.action]
    if action.resolve is None or action.events is not None:
        yield from action.events(context, command) if action.events is not None else ()
        return
    travel = Travel(context, entering_legs(context))
    yield from travel.meet_stances()
    context = travel.context
    leader = context.lieutenant
    if travel.met and (leader.id in travel.halted or not context.state.fit(leader)):
        yield build_undone_event(context, "stopped-on-the-way")
        return
    units = tuple(unit for unit in context.order.units if unit not in travel.halted)
    if units != context.order.units:
        context = replace(context, order=replace(context.order, units=units))
    acted = build_acted_event(context, action.resolve(context, command))
    yield acted
    context = replace(context, state=context.after(acted.changes))
    for brought in custom.brought_events(context, acted):
        yield brought
        context = replace(context, state=context.after(brought.changes))
    yield from end_elsewhere(context, acted, travel.met)


def expected_state_after(state: State, orders: Iterator[Order] | tuple[Order, ...]) -> State:
    """Return the board after these orders if each has its best possible result (L-TURN-4)."""
    for order in orders:
        gains = ACTIONS[order.action].gains(state, order, order.command)
        state = apply_changes(state, (*order.learned, *gains))
    return state
