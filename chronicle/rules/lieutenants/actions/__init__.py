"""Resolve the twenty actions, and Seduce."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import (
    ActionResult,
    build_acted_event,
    build_undone_event,
)
from chronicle.rules.lieutenants.actions.attack import attack
from chronicle.rules.lieutenants.actions.conceal import conceal
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
from chronicle.rules.lieutenants.orders import (
    AttackOrder,
    ConcealOrder,
    InfluenceOrder,
    MoveOrder,
    PurchaseOrder,
    RecruitOrder,
    ResearchOrder,
    SeduceOrder,
    SellOrder,
    SpyOrder,
    StanceOrder,
    TakeOrder,
    TrainOrder,
    WorkOrder,
)


def resolve_action(context: ActionContext) -> Iterator[Event]:
    """Yield the events of an order: its result, and the stances that it meets before and after."""
    aim = context.order.aim
    if isinstance(aim, MoveOrder):
        yield from move(context, aim)
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
    acted = build_acted_event(context, _resolve(context, aim))
    yield acted
    yield from end_elsewhere(
        replace(context, state=context.after(acted.changes)), acted, travel.met
    )


_StationaryOrder: TypeAlias = (
    AttackOrder
    | TakeOrder
    | ConcealOrder
    | SpyOrder
    | StanceOrder
    | ResearchOrder
    | TrainOrder
    | WorkOrder
)
_CharmOrder: TypeAlias = PurchaseOrder | SellOrder | RecruitOrder | SeduceOrder | InfluenceOrder


def _resolve(context: ActionContext, aim: _StationaryOrder | _CharmOrder) -> ActionResult:
    match aim:
        case PurchaseOrder() | SellOrder() | RecruitOrder() | SeduceOrder() | InfluenceOrder():
            return _resolve_charm_order(context, aim)
        case AttackOrder():
            return attack(context, aim)
        case TakeOrder():
            return take(context, aim)
        case ConcealOrder():
            return conceal(context, aim)
        case SpyOrder():
            watching = context.order.action == "surveil"
            return surveil(context, aim) if watching else investigate(context, aim)
        case StanceOrder():
            return take_stance(context, aim)
        case ResearchOrder():
            return research(context, aim)
        case TrainOrder():
            return train(context, aim)
        case WorkOrder():
            return work(context, aim)


def _resolve_charm_order(context: ActionContext, aim: _CharmOrder) -> ActionResult:
    """Resolve an order that depends on charm."""
    match aim:
        case PurchaseOrder():
            return purchase(context, aim)
        case SellOrder():
            return sell(context, aim)
        case RecruitOrder():
            return recruit(context, aim)
        case SeduceOrder():
            return seduce(context, aim)
        case InfluenceOrder():
            return deal_with_npc(context, aim)
