"""Attacks, and what is taken by force or by stealth (L-ACT-AGGRESSIVE-ATTACK to L-ACT-STEAL)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.lieutenants.diagnostics import forces, targets
from chronicle.rules.lieutenants.orders import ToAttack, ToTake
from chronicle.rules.lieutenants.state import Lieutenant, Style, Unit
from chronicle.rules.lieutenants.validation.common import (
    Aimed,
    Target,
    asset_of,
    place_of,
    spot_of,
    target_of,
)
from chronicle.rules.lieutenants.validation.opponents import opponent, own_target, owner_of
from chronicle.rules.lieutenants.validation.order_context import Case, Read
from chronicle.rules.shared.parser import check_known

_TAKEN: Final[tuple[Aimed, ...]] = ("capital", "information", "item", "unit", "facility")


def attack(case: Case) -> Read:
    """An attack on a faction at a location; by default on its owner."""
    style: Style = "aggressive" if case.action == "aggressive-attack" else "cautious"
    at = place_of(case)
    owner = owner_of(case, at)
    against = opponent(case, owner if owner != case.faction else "")
    if not against and case.doing.against is None and at:
        case.lacks("against")
    if case.doing.strike is not None:
        _strike(case, case.doing.strike, against)
    if case.doing.answers is not None:
        _answers(case, case.doing.answers, against)
    return Read(ToAttack(style, case.doing.strike or "", case.doing.answers or ""), at, against)


def _strike(case: Case, name: str, against: str) -> None:
    """What it takes to strike at one asset (L-AST-STRIKES-ONE)."""
    at = case.doing.at("strike")
    asset = case.board.assets.get(name)
    if asset is None:
        enemy = [
            id
            for id, other in case.board.assets.items()
            if isinstance(other, Lieutenant | Unit) and other.faction == against
        ]
        check_known("lieutenant or unit", name, enemy, at, case.report)
    elif not isinstance(asset, Lieutenant | Unit):
        asset_of(case, "unit", name, at)
    elif against and asset.faction != against:
        case.report.add(forces.NotOwn(at=at, name=name, faction=against))
    if not case.able("strikes-one"):
        key = case.doing.key_at("strike")
        case.report.add(forces.NobodyAble(at=key, deed="strike at one asset", who="assassins"))
    if not case.doing.stealthy:
        case.report.add(targets.BadStrike(at=case.doing.key_at("strike"), why="open"))
    for unit in case.units:
        if "sneak" not in unit.competencies:
            span = case.doing.at("units", case.doing.units.index(unit.id))
            case.report.add(targets.BadStrike(at=span, why="unit", name=unit.id))


def _answers(case: Case, name: str, against: str) -> None:
    """An attack answers a rally of its own faction against the same (L-ACT-RALLY)."""
    at = case.doing.at("answers")
    open_now = {id: (rally.npc, rally.target) for id, rally in case.board.rallies.items()}
    rallies = {**open_now, **case.ledger.rallies}
    if not check_known("rally", name, rallies, at, case.report):
        return
    npc, target = rallies[name]
    if npc != case.faction or (against and target != against):
        case.report.add(targets.OtherRally(at=at, name=name, npc=npc, target=target))


def take(case: Case) -> Read | None:
    """A raid or a theft; by default where the thing is, against whose it is."""
    kinds = _TAKEN if case.action == "raid" else (*_TAKEN, "lieutenant")
    target = target_of(case, "take", kinds)
    if target is None:
        place_of(case)
        opponent(case, "")
        return None
    if target.kind == "facility" and not case.able("damages-facilities"):
        case.report.add(
            forces.NobodyAble(at=target.span, deed="sabotage a facility", who="saboteurs")
        )
    if target.asset is not None and case.doing.where is None:
        at = spot_of(case, target)
    else:
        at = place_of(case)
    against = opponent(case, _whose(case, target, at))
    if target.kind == "other":
        return None
    return Read(ToTake(target.kind, target.name, target.amount), at, against)


def _whose(case: Case, target: Target, at: str) -> str:
    """Against whom something is taken: who holds it, owns it, or owns the location."""
    asset = target.asset
    if asset is None:
        owner = owner_of(case, at)
        if owner == case.faction and case.doing.against is None:
            own_target(case, at, target.span)
        return owner
    holder = asset.held_by if isinstance(asset, Lieutenant | Unit) else ""
    if asset.faction == case.faction and holder in ("", case.faction):
        own_target(case, asset.id, target.span)
    return holder or asset.faction
