"""Check the lieutenant, units and items of an order, and where they end the action."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.refusals import (
    away_refusals,
    captive_refusals,
    place_refusals,
    unit_refusals,
)
from chronicle.rules.lieutenants.state import Asset, Unit
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.order_context import OrderContext


def check_people(context: OrderContext) -> None:
    """Report all problems with the lieutenant, units and items."""
    _check_lieutenant(context)
    for index, name in enumerate(context.action_input.units):
        _check_unit(
            context,
            name,
            context.action_input.at("units", index),
            repeated=name in context.action_input.units[:index],
        )
    for index, name in enumerate(context.action_input.items):
        at = context.action_input.at("items", index)
        if name in context.action_input.items[:index]:
            context.report.add(problems.RepeatedName(at=at, name=name))
            continue
        item = common.find_asset(context, "item", name, at, own=True)
        if item is not None:
            check_at_hand(context, item, at)


def _check_lieutenant(context: OrderContext) -> None:
    name, at = context.order.lieutenant, context.order.at("lieutenant")
    lieutenant = common.find_asset(context, "lieutenant", name, at, own=True)
    if lieutenant is None or context.refused(captive_refusals(lieutenant), at):
        return
    reserve_minion(context, lieutenant, at)
    if context.action_input.sent_away is None:
        context.refused(away_refusals(context.actor, lieutenant), at)


def _check_unit(context: OrderContext, name: str, at: Span, *, repeated: bool) -> None:
    if repeated:
        context.report.add(problems.RepeatedName(at=at, name=name))
        return
    # For a misspelt name, only own units are suggested; a lent unit must be named exactly.
    if name not in context.board.assets:
        common.find_asset(context, "unit", name, at, own=True)
        return
    unit = common.find_asset(context, "unit", name, at)
    if not isinstance(unit, Unit):
        return
    # A move leads units from where they are.
    start = context.board.locale(unit.at) if context.action == "move" else ""
    if not context.refused(unit_refusals(context.actor, unit, start), at):
        reserve_minion(context, unit, at)


def check_not_engaged(context: OrderContext) -> None:
    """Report a lieutenant or unit that has another order, when nothing else can be checked."""
    if context.lieutenant is not None:
        reserve_minion(context, context.lieutenant, context.order.at("lieutenant"))
    for unit in context.units:
        reserve_minion(
            context,
            unit,
            context.action_input.at("units", context.action_input.units.index(unit.id)),
        )


def reserve_minion(context: OrderContext, minion: Asset, at: Span) -> None:
    """Reserve a lieutenant or unit for this order; report it if an earlier order has it.

    A double agent has one order from each of its masters (L-ACT-RECRUIT).
    """
    key = f"{context.faction}/{minion.id}" if minion.agent_of else minion.id
    mark, first = context.reservations.busy.setdefault(key, (context.mark, at))
    if mark == context.mark:
        return
    if isinstance(minion, Unit):
        context.report.add(problems.UnitBusy(at=at, name=minion.id, first=first))
    else:
        context.report.add(problems.LieutenantBusy(at=at, name=minion.id, first=first))


def check_cohesion(context: OrderContext, *, doubled: bool = False) -> None:
    """Report more assigned units than can be commanded (L-TURN-3, L-ACT-MOVE)."""
    most = context.board.factions[context.faction].cohesion * (2 if doubled else 1)
    count = len(dict.fromkeys(context.action_input.units))
    if count > most:
        rule = "L-ACT-MOVE" if doubled else "L-TURN-3"
        at = context.action_input.at("units", most)
        context.report.add(problems.TooManyUnits(at=at, count=count, most=most, rule=rule))


def check_at_hand(context: OrderContext, thing: Asset, at: Span, *, locale: str = "") -> None:
    """Report an item or information that nobody in the order holds and that is out of reach.

    In reach is what is in the lieutenant's locale, or in ``locale``, where a move starts.
    """
    if thing.holder and thing.holder in {minion.id for minion in context.minions}:
        return
    where = context.board.at(thing)
    if context.locale and context.board.locale(where) not in (locale or context.locale, ""):
        context.report.add(
            problems.NotInReach(
                at=at, name=thing.id, where=where, lieutenant=context.order.lieutenant
            )
        )


def parse_influence_spent(context: OrderContext, npc: str | None) -> int:
    """Return the influence spent on an action about an NPC faction (L-CHK-7).

    ``npc`` is empty if there is none, and None if it is unclear; then only the limit is checked.
    """
    spent, at = context.action_input.influence, context.action_input.at("influence")
    if not spent:
        return 0
    limit = context.board.house.influence_limit
    held = context.board.factions[context.faction].influence.get(npc or "", 0)
    if npc == "":
        context.report.add(problems.InfluenceUnused(at=at))
    elif spent > limit:
        context.report.add(problems.TooMuchInfluence(at=at, spent=spent, most=limit))
    elif npc is not None and spent > held:
        context.report.add(problems.NotEnoughInfluence(at=at, spent=spent, most=held, npc=npc))
    return spent


def parse_end_at(context: OrderContext) -> dict[str, str]:
    """Return where each minion ends the action (L-MOVE): one location for all, or one for each."""
    written = context.action_input.end_at
    if written is None:
        return {}
    part = {minion.id: minion for minion in context.minions}
    if isinstance(written, str):
        _check_end(context, written, tuple(part.values()), context.action_input.at("end_at"))
        return dict.fromkeys(part, written)
    for name, place in written.items():
        if name not in (context.order.lieutenant, *context.action_input.units):
            context.report.add(
                problems.NotInOrder(at=context.action_input.key_at("end_at", name), name=name)
            )
            continue
        them = (part[name],) if name in part else ()
        _check_end(context, place, them, context.action_input.at("end_at", name))
    return dict(written)


def _check_end(context: OrderContext, name: str, those: tuple[Asset, ...], at: Span) -> None:
    place = common.find_location(context, name, at)
    if place is None:
        return
    for asset in those:
        if context.refused(place_refusals(context.actor, place, asset), at):
            return
