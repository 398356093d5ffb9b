"""Who carries out an order: the lieutenant, the units, what they use, and where they end."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.lieutenants.diagnostics import forces, keys
from chronicle.rules.lieutenants.diagnostics import influence as dealings
from chronicle.rules.lieutenants.state import Asset, Information, Item, Unit
from chronicle.rules.lieutenants.validation.common import (
    admitted,
    asset_of,
    free,
    location,
    mine,
    near,
)
from chronicle.rules.lieutenants.validation.order_context import Case, key_in


def people(case: Case) -> None:
    """Adds all that is wrong with who takes part and with what they use."""
    _lieutenant(case)
    for index, name in enumerate(case.doing.units):
        _unit(case, name, case.doing.at("units", index), repeated=name in case.doing.units[:index])
    for index, name in enumerate(case.doing.items):
        at = case.doing.at("items", index)
        if name in case.doing.items[:index]:
            case.report.add(keys.Twice(at=at, name=name))
            continue
        item = asset_of(case, "item", name, at, own=True)
        if item is not None:
            at_hand(case, item, at)


def _lieutenant(case: Case) -> None:
    name, at = case.order.lieutenant, case.order.at("lieutenant")
    lieutenant = asset_of(case, "lieutenant", name, at, own=True)
    if lieutenant is not None and free(case, lieutenant, at):
        _engage(case, lieutenant, at)


def _unit(case: Case, name: str, at: Span, *, repeated: bool) -> None:
    if repeated:
        case.report.add(keys.Twice(at=at, name=name))
        return
    # Of a misspelt name, own units alone are offered; a lent one is known by its exact name.
    if name not in case.board.assets:
        asset_of(case, "unit", name, at, own=True)
        return
    unit = asset_of(case, "unit", name, at)
    if not isinstance(unit, Unit):
        return
    if not (_lent(case, unit) or mine(case, unit, at)) or not free(case, unit, at):
        return
    _engage(case, unit, at)
    if case.action != "move":
        near(case, name, unit.at, at)


def engaged(case: Case) -> None:
    """Adds that the lieutenant or a unit follows another order, where nothing else is certain."""
    if case.lieutenant is not None:
        _engage(case, case.lieutenant, case.order.at("lieutenant"))
    for unit in case.units:
        _engage(case, unit, case.doing.at("units", case.doing.units.index(unit.id)))


def _engage(case: Case, minion: Asset, at: Span) -> None:
    """Takes somebody up for this order; a finding when another order has been first."""
    mark, first = case.ledger.busy.setdefault(minion.id, (case.mark, at))
    if mark == case.mark:
        return
    if isinstance(minion, Unit):
        case.report.add(forces.UnitBusy(at=at, name=minion.id, first=first))
    else:
        case.report.add(forces.LieutenantBusy(at=at, name=minion.id, first=first))


def _lent(case: Case, unit: Unit) -> bool:
    """Whether a double agent commands a unit of its host's (L-ACT-RECRUIT)."""
    leader = case.lieutenant
    if leader is None or leader.agent_of != case.faction:
        return False
    return leader.faction == unit.faction


def cohesion(case: Case, *, twice: bool = False) -> None:
    """Adds that more units are assigned than can be commanded (L-TURN-3, L-ACT-MOVE)."""
    most = case.board.factions[case.faction].cohesion * (2 if twice else 1)
    count = len(dict.fromkeys(case.doing.units))
    if count > most:
        rule = "L-ACT-MOVE" if twice else "L-TURN-3"
        at = case.doing.at("units", most)
        case.report.add(forces.TooManyUnits(at=at, count=count, most=most, rule=rule))


def at_hand(case: Case, thing: Asset, at: Span, *, locale: str = "") -> None:
    """Adds that a thing is neither held by anybody in the order nor in reach.

    In reach is what is in the lieutenant's locale, or in another where a move sets out.
    """
    holder = thing.holder if isinstance(thing, Item | Information) else ""
    if holder and holder in {minion.id for minion in case.minions}:
        return
    where = case.board.at(thing)
    if case.locale and case.board.locale(where) not in (locale or case.locale, ""):
        case.report.add(
            forces.NotAtHand(at=at, name=thing.id, where=where, lieutenant=case.order.lieutenant)
        )


def influence(case: Case, npc: str | None) -> int:
    """The influence spent on an action about an NPC faction (L-CHK-7).

    The faction is empty for none, and None when it is not clear; then its limit alone is checked.
    """
    spent, at = case.doing.influence, case.doing.at("influence")
    if not spent:
        return 0
    limit = case.board.house.influence_limit
    held = case.board.factions[case.faction].influence.get(npc or "", 0)
    if npc == "":
        case.report.add(dealings.InfluenceIdle(at=at))
    elif spent > limit:
        case.report.add(dealings.InfluenceAbove(at=at, spent=spent, most=limit, npc=""))
    elif npc is not None and spent > held:
        case.report.add(dealings.InfluenceAbove(at=at, spent=spent, most=held, npc=npc))
    return spent


def ends(case: Case) -> dict[str, str]:
    """Where each minion ends the action (L-MOVE); all at one location, or each at its own."""
    written = case.doing.end_at
    if written is None:
        return {}
    part = {minion.id: minion for minion in case.minions}
    if isinstance(written, str):
        _end(case, written, tuple(part.values()), case.doing.at("end_at"))
        return dict.fromkeys(part, written)
    for name, place in written.items():
        if name not in (case.order.lieutenant, *case.doing.units):
            case.report.add(forces.NotInOrder(at=key_in(case.doing, "end_at", name), name=name))
            continue
        them = (part[name],) if name in part else ()
        _end(case, place, them, case.doing.at("end_at", name))
    return dict(written)


def _end(case: Case, name: str, those: tuple[Asset, ...], at: Span) -> None:
    place = location(case, name, at)
    if place is None or not near(case, name, name, at):
        return
    for asset in those:
        if not admitted(case, place, asset, at):
            return
