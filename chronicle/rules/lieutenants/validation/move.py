"""Going elsewhere, working, and lying in wait (L-ACT-MOVE, L-ACT-WORK, L-ACT-AMBUSH, -BLOCK)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from chronicle.files.source import Span
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.diagnostics import forces, keys, projects, targets
from chronicle.rules.lieutenants.orders import ToMove, ToStand, ToWork
from chronicle.rules.lieutenants.state import (
    Information,
    Item,
    Lieutenant,
    Unit,
)
from chronicle.rules.lieutenants.underground import goes_unseen
from chronicle.rules.lieutenants.validation.actors import at_hand, cohesion
from chronicle.rules.lieutenants.validation.common import location, place_of
from chronicle.rules.lieutenants.validation.opponents import against_all
from chronicle.rules.lieutenants.validation.order_context import Case, Read, key_in
from chronicle.rules.shared.parser import check_known

#: Who goes, to which location, and where that stands in the file.
Leg: TypeAlias = tuple[Lieutenant | Unit, str, Span]


def move(case: Case) -> Read | None:
    """A move within one locale or from one to a neighbouring one."""
    errors = case.report.errors
    legs = _legs(case)
    starts = _starts(case, legs)
    goals = _goals(case, legs)
    whole = len(starts) <= 1 and len(goals) <= 1
    origin = next(iter(starts), case.locale)
    goal = next(iter(goals), "")
    cohesion(case, twice=whole and origin == goal)
    _carried(case, origin)
    if whole and goal:
        _route(case, origin, goal)
    if not legs or case.report.errors > errors:
        return None
    ways = [(minion.at, place) for minion, place, _ in legs]
    if case.doing.stealthy and not goes_unseen(case.board, case.faction, case.units, ways):
        at = case.doing.at("stealthy")
        report = case.report
        report.add(keys.NoStealth(at=at, action="move", word="", open_to=("unnoticed",)))
    moves = tuple((minion.id, place) for minion, place, _ in legs)
    return Read(ToMove(moves, tuple(case.doing.carry)), case.here)


def _legs(case: Case) -> list[Leg]:
    """Who goes where, and where that stands; everybody in the order, or those that are named."""
    written = case.doing.to
    if written is None:
        return []
    if isinstance(written, str):
        return _together(case, written)
    part = {minion.id: minion for minion in case.minions}
    found: list[Leg] = []
    for name, place in written.items():
        at, key = case.doing.at("to", name), key_in(case.doing, "to", name)
        if name not in (case.order.lieutenant, *case.doing.units):
            case.report.add(forces.NotInOrder(at=key, name=name))
        elif location(case, place, at) is not None and name in part:
            found.append((part[name], place, at))
            if part[name].at == place:
                case.report.add(
                    targets.BadRoute(at=at, why="same", name=name, first=place, second="")
                )
    for index, unit in enumerate(case.doing.units):
        if unit not in written:
            case.report.add(forces.GoesNowhere(at=case.doing.at("units", index), name=unit))
    return found


def _together(case: Case, place: str) -> list[Leg]:
    """All go to one location; a lieutenant whom units from elsewhere come to stays where he is."""
    at = case.doing.at("to")
    if location(case, place, at) is None:
        return []
    goal = case.board.locale(place)
    awaited = case.locale == goal and any(case.board.locale(unit.at) != goal for unit in case.units)
    those = case.units if awaited else case.minions
    going: list[Leg] = [(minion, place, at) for minion in those if minion.at != place]
    if those and not going:
        first = those[0].id
        case.report.add(targets.BadRoute(at=at, why="same", name=first, first=place, second=""))
    return going


def _starts(case: Case, legs: Iterable[Leg]) -> tuple[str, ...]:
    """The locales that are left; a finding for the first that somebody leaves besides another."""
    found: dict[str, None] = {}
    for minion, _, _ in legs:
        found.setdefault(case.board.locale(minion.at))
        if len(found) == 2:
            led = minion.id in case.doing.units
            at = case.order.at("lieutenant")
            at = case.doing.at("units", case.doing.units.index(minion.id)) if led else at
            _bad(case, at, "starts", minion.id, *reversed(found))
            break
    return tuple(found)


def _goals(case: Case, legs: Iterable[Leg]) -> tuple[str, ...]:
    """The locales where all arrive; a finding for the first that arrives in a second one."""
    found: dict[str, None] = {}
    for _, place, at in legs:
        found.setdefault(case.board.locale(place))
        if len(found) == 2:
            _bad(case, at, "ends", place, *reversed(found))
            break
    return tuple(found)


def _route(case: Case, origin: str, goal: str) -> None:
    if origin != goal and goal not in case.board.places[origin].neighbours:
        _bad(case, case.doing.at("to"), "far", "", origin, goal)
    elif case.locale not in ("", origin, goal):
        at = case.order.at("lieutenant")
        _bad(case, at, "lieutenant", case.order.lieutenant, case.locale, "")


def _bad(
    case: Case,
    at: Span,
    why: Literal["starts", "ends", "far", "lieutenant", "same"],
    name: str,
    first: str,
    second: str,
) -> None:
    case.report.add(targets.BadRoute(at=at, why=why, name=name, first=first, second=second))


def _carried(case: Case, origin: str) -> None:
    """What is taken along is the faction's own, and at hand where the move begins."""
    own = [
        id
        for id, asset in case.board.assets.items()
        if isinstance(asset, Item | Information) and case.own(asset)
    ]
    for index, name in enumerate(case.doing.carry):
        at = case.doing.at("carry", index)
        asset = case.board.assets.get(name)
        if name in case.doing.carry[:index]:
            case.report.add(keys.Twice(at=at, name=name))
        elif asset is None:
            check_known("item", name, own, at, case.report)
        elif not isinstance(asset, Item | Information):
            kind = kind_of(asset)
            case.report.add(keys.OtherKind(at=at, name=name, kind=kind, wanted="item"))
        elif name not in own:
            case.report.add(forces.NotOwn(at=at, name=name, faction=case.faction))
        else:
            at_hand(case, asset, at, locale=origin)


def work(case: Case) -> Read:
    """Units earn capital; all of them share a competency (L-ACT-WORK)."""
    shared = [set(unit.competencies) for unit in case.units]
    every = len(case.units) == len(dict.fromkeys(case.doing.units))
    if shared and every and not set.intersection(*shared):
        skills = tuple((unit.id, unit.competencies) for unit in case.units)
        case.report.add(projects.NoCommonSkill(at=case.doing.at("units"), units=skills))
    for index, name in enumerate(case.doing.selective):
        at = case.doing.at("selective", index)
        if name in case.doing.selective[:index]:
            case.report.add(keys.Twice(at=at, name=name))
        elif name not in case.doing.units:
            case.report.add(forces.NotInOrder(at=at, name=name))
    return Read(ToWork(tuple(case.doing.selective)), place_of(case))


def ambush(case: Case) -> Read:
    """Lying in wait to attack; cautiously, if nothing is said."""
    against = against_all(case)
    return Read(ToStand("ambush", against, case.doing.attack or "cautious"), place_of(case))


def block(case: Case) -> Read:
    """Lying in wait to stop others."""
    return Read(ToStand("block", against_all(case)), place_of(case))
