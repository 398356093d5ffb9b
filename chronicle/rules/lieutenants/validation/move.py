"""Check moves, work, ambushes and blocks (L-ACT-MOVE, L-ACT-WORK, L-ACT-AMBUSH, -BLOCK)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from chronicle.files.source import Span
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.orders import MoveOrder, StanceOrder, WorkOrder
from chronicle.rules.lieutenants.state import Information, Item, Lieutenant, Unit
from chronicle.rules.lieutenants.underground import can_go_unseen
from chronicle.rules.lieutenants.validation.actors import check_at_hand, check_cohesion
from chronicle.rules.lieutenants.validation.common import find_location, parse_against, parse_place
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction

#: A minion, the location that it goes to, and the location's span in the file.
ParsedLeg: TypeAlias = tuple[Lieutenant | Unit, str, Span]


def parse_move(context: OrderContext) -> ParsedAction | None:
    """Parse a move within one locale, or to a neighbouring one."""
    errors = context.report.errors
    legs = _parse_legs(context)
    starts = _start_locales(context, legs)
    goals = _destination_locales(context, legs)
    whole = len(starts) <= 1 and len(goals) <= 1
    origin = next(iter(starts), context.locale)
    goal = next(iter(goals), "")
    check_cohesion(context, doubled=whole and origin == goal)
    _check_carried(context, origin)
    if whole and goal:
        _check_route(context, origin, goal)
    if not legs or context.report.errors > errors:
        return None
    ways = [(minion.at, place) for minion, place, _ in legs]
    if context.action_input.stealthy and not can_go_unseen(
        context.board, context.faction, context.units, ways
    ):
        at = context.action_input.at("stealthy")
        context.report.add(problems.MoveSeen(at=at))
    moves = tuple((minion.id, place) for minion, place, _ in legs)
    return ParsedAction(MoveOrder(moves, tuple(context.action_input.carry)), context.here)


def _parse_legs(context: OrderContext) -> list[ParsedLeg]:
    """Return who goes where: all minions of the order, or those that are named."""
    written = context.action_input.to
    if written is None:
        return []
    if isinstance(written, str):
        return _parse_common_destination(context, written)
    part = {minion.id: minion for minion in context.minions}
    found: list[ParsedLeg] = []
    for name, place in written.items():
        at, key = context.action_input.at("to", name), context.action_input.key_at("to", name)
        if name not in (context.order.lieutenant, *context.action_input.units):
            context.report.add(problems.NotInOrder(at=key, name=name))
        elif find_location(context, place, at) is not None and name in part:
            found.append((part[name], place, at))
            if part[name].at == place:
                context.report.add(problems.AlreadyThere(at=at, name=name, place=place))
    for index, unit in enumerate(context.action_input.units):
        if unit not in written:
            context.report.add(
                problems.NoDestination(at=context.action_input.at("units", index), name=unit)
            )
    return found


def _parse_common_destination(context: OrderContext, place: str) -> list[ParsedLeg]:
    """Return the moves of all minions to one location.

    The lieutenant stays where he is if he is in that locale and units join him from another.
    """
    at = context.action_input.at("to")
    if find_location(context, place, at) is None:
        return []
    goal = context.board.locale(place)
    awaited = context.locale == goal and any(
        context.board.locale(unit.at) != goal for unit in context.units
    )
    those = context.units if awaited else context.minions
    going: list[ParsedLeg] = [(minion, place, at) for minion in those if minion.at != place]
    if those and not going:
        context.report.add(problems.AlreadyThere(at=at, name=those[0].id, place=place))
    return going


def _start_locales(context: OrderContext, legs: Iterable[ParsedLeg]) -> tuple[str, ...]:
    """Return the locales where the moves start; report the first minion in a second one."""
    found: dict[str, None] = {}
    for minion, _, _ in legs:
        found.setdefault(context.board.locale(minion.at))
        if len(found) == 2:
            led = minion.id in context.action_input.units
            at = context.order.at("lieutenant")
            at = (
                context.action_input.at("units", context.action_input.units.index(minion.id))
                if led
                else at
            )
            other, locale = found
            context.report.add(
                problems.SeveralOrigins(at=at, name=minion.id, locale=locale, other=other)
            )
            break
    return tuple(found)


def _destination_locales(context: OrderContext, legs: Iterable[ParsedLeg]) -> tuple[str, ...]:
    """Return the locales where the moves end; report the first destination in a second one."""
    found: dict[str, None] = {}
    for _, place, at in legs:
        found.setdefault(context.board.locale(place))
        if len(found) == 2:
            other, locale = found
            context.report.add(problems.SeveralGoals(at=at, name=place, locale=locale, other=other))
            break
    return tuple(found)


def _check_route(context: OrderContext, origin: str, goal: str) -> None:
    if origin != goal and goal not in context.board.places[origin].neighbours:
        at = context.action_input.at("to")
        context.report.add(problems.NotNeighbours(at=at, locale=origin, other=goal))
    elif context.locale not in ("", origin, goal):
        at = context.order.at("lieutenant")
        name = context.order.lieutenant
        context.report.add(problems.LieutenantElsewhere(at=at, name=name, locale=context.locale))


def _check_carried(context: OrderContext, origin: str) -> None:
    """Check that what is carried is the faction's own, and in reach where the move starts."""
    own = [
        id
        for id, asset in context.board.assets.items()
        if isinstance(asset, Item | Information) and context.own(asset)
    ]
    for index, name in enumerate(context.action_input.carry):
        at = context.action_input.at("carry", index)
        asset = context.board.assets.get(name)
        if name in context.action_input.carry[:index]:
            context.report.add(problems.RepeatedName(at=at, name=name))
        elif asset is None:
            check_known("item", name, own, at, context.report)
        elif not isinstance(asset, Item | Information):
            kind = kind_of(asset)
            context.report.add(problems.WrongAssetKind(at=at, name=name, kind=kind, wanted="item"))
        elif name not in own:
            context.report.add(problems.NotOwn(at=at, name=name, faction=context.faction))
        else:
            check_at_hand(context, asset, at, locale=origin)


def parse_work(context: OrderContext) -> ParsedAction:
    """Parse work for capital; all the units need a common competency (L-ACT-WORK)."""
    shared = [set(unit.competencies) for unit in context.units]
    every = len(context.units) == len(dict.fromkeys(context.action_input.units))
    if shared and every and not set.intersection(*shared):
        skills = tuple((unit.id, unit.competencies) for unit in context.units)
        context.report.add(
            problems.NoCommonSkill(at=context.action_input.at("units"), units=skills)
        )
    for index, name in enumerate(context.action_input.selective):
        at = context.action_input.at("selective", index)
        if name in context.action_input.selective[:index]:
            context.report.add(problems.RepeatedName(at=at, name=name))
        elif name not in context.action_input.units:
            context.report.add(problems.NotInOrder(at=at, name=name))
    return ParsedAction(WorkOrder(tuple(context.action_input.selective)), parse_place(context))


def parse_ambush(context: OrderContext) -> ParsedAction:
    """Parse an ambush; its attack is cautious by default."""
    against = parse_against(context)
    return ParsedAction(
        StanceOrder("ambush", against, context.action_input.attack or "cautious"),
        parse_place(context),
    )


def parse_block(context: OrderContext) -> ParsedAction:
    """Parse a block, which stops others at a location or on the way to a neighbouring locale."""
    order = StanceOrder("block", parse_against(context), way=_parse_way(context))
    return ParsedAction(order, parse_place(context))


def _parse_way(context: OrderContext) -> tuple[str, ...]:
    """Return the two locales between which the way is blocked; empty for none, or after errors."""
    name, here = context.action_input.way, context.locale
    if name is None or not here:
        return ()
    at, places = context.action_input.at("way"), context.board.places
    locales = [id for id, place in places.items() if place.tier == "locale"]
    if not check_known("place", name, locales, at, context.report):
        return ()
    if name not in places[here].neighbours and here not in places[name].neighbours:
        context.report.add(problems.BlockTooFar(at=at, locale=here, other=name))
        return ()
    return (here, name)
