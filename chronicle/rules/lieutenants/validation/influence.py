"""Dealings with an NPC faction (L-ACT-GAIN-INFLUENCE, -ALLY, -CLAIM, -RALLY)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.lieutenants.diagnostics import targets
from chronicle.rules.lieutenants.orders import ToCourt
from chronicle.rules.lieutenants.setup.name_checks import is_npc
from chronicle.rules.lieutenants.validation.common import Aimed, place_of, target_of
from chronicle.rules.lieutenants.validation.opponents import opponent, own_target
from chronicle.rules.lieutenants.validation.order_context import Case, Read

_CLAIMED: Final[tuple[Aimed, ...]] = (
    "location",
    "lieutenant",
    "unit",
    "item",
    "information",
    "facility",
)


def court(case: Case) -> Read | None:
    """An NPC faction is courted, or asked to be an ally."""
    at = place_of(case)
    npc = _npc(case)
    return Read(ToCourt(npc), at, npc) if npc else None


def claim(case: Case) -> Read | None:
    """An NPC faction is to see the claimant as the owner of what is not its own."""
    at = place_of(case)
    npc = _npc(case)
    target = target_of(case, "target", _CLAIMED)
    if target is None:
        return None
    owner = target.place.owner if target.place is not None else ""
    owner = target.asset.faction if target.asset is not None else owner
    if owner == case.faction:
        own_target(case, target.name, target.span)
    return Read(ToCourt(npc, thing=target.name), at, npc) if npc else None


def rally(case: Case) -> Read | None:
    """An NPC faction is to attack another faction, neither itself nor who asks."""
    at = place_of(case)
    npc = _npc(case)
    against = opponent(case, "")
    if npc and against == npc:
        span = case.doing.at("against")
        case.report.add(
            targets.OwnTarget(at=span, action=case.action, name=against, faction=against)
        )
    if not npc or not against:
        return None
    case.ledger.rallies[case.key] = (npc, against)
    return Read(ToCourt(npc, target=against), at, npc)


def _npc(case: Case) -> str:
    """The NPC faction that is dealt with; empty after a finding."""
    name = case.doing.npc
    if name is None:
        return ""
    factions = case.board.factions
    npcs = [faction.id for faction in factions.values() if faction.npc]
    sound = is_npc(name, case.faction, npcs, factions, case.doing.at("npc"), case.report)
    return name if sound else ""
