"""Resolve the twenty actions, Seduce, and custom actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from chronicle.records import replace
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import (
    ActionResult,
    build_acted_event,
    build_undone_event,
)
from chronicle.rules.lieutenants.actions.attack import attack
from chronicle.rules.lieutenants.actions.conceal import conceal
from chronicle.rules.lieutenants.actions.custom import brought_events, custom
from chronicle.rules.lieutenants.actions.espionage import investigate, surveil
from chronicle.rules.lieutenants.actions.influence import deal_with_npc
from chronicle.rules.lieutenants.actions.move import move
from chronicle.rules.lieutenants.actions.projects import research, train
from chronicle.rules.lieutenants.actions.raid import take
from chronicle.rules.lieutenants.actions.recruit import recruit, seduce
from chronicle.rules.lieutenants.actions.stance import take_stance
from chronicle.rules.lieutenants.actions.trade import purchase, sell
from chronicle.rules.lieutenants.actions.travel import Travel, end_elsewhere, entering_legs
from chronicle.rules.lieutenants.actions.work import work
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.orders import MoveOrder
from chronicle.rules.lieutenants.terms import INFLUENCE_ACTIONS, Action

#: The function of each action except Move. Each takes the record that the action's parser returns.
_RESOLVERS: Final[Mapping[Action, Callable[[ActionContext, Any], ActionResult]]] = {
    "aggressive-attack": attack,
    "cautious-attack": attack,
    "raid": take,
    "conceal": conceal,
    "steal": take,
    "surveil": surveil,
    "purchase": purchase,
    "investigate": investigate,
    "recruit": recruit,
    "sell": sell,
    "seduce": seduce,
    "research": research,
    "train": train,
    "work": work,
    "ambush": take_stance,
    "block": take_stance,
    **dict.fromkeys(INFLUENCE_ACTIONS, deal_with_npc),
    "custom": custom,
}


def resolve_action(context: ActionContext) -> Iterator[Event]:
    """Yield the events of an order: its result, and the stances that it meets before and after."""
    command = context.order.command
    if isinstance(command, MoveOrder):
        yield from move(context, command)
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
    acted = build_acted_event(context, _RESOLVERS[context.order.action](context, command))
    yield acted
    context = replace(context, state=context.after(acted.changes))
    for brought in brought_events(context, acted):
        yield brought
        context = replace(context, state=context.after(brought.changes))
    yield from end_elsewhere(context, acted, travel.met)
