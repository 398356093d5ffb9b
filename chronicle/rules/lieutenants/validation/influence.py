"""Check dealings with an NPC faction (L-ACT-GAIN-INFLUENCE, -ALLY, -CLAIM, -RALLY)."""

from __future__ import annotations

from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.orders import InfluenceOrder
from chronicle.rules.lieutenants.setup.name_checks import check_npc
from chronicle.rules.lieutenants.validation.common import parse_opponent, parse_place, parse_target
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction


def parse_dealing(context: OrderContext) -> ParsedAction | None:
    """Parse an attempt to gain influence with an NPC faction, or to make it an ally."""
    at = parse_place(context)
    npc = _parse_npc(context)
    return ParsedAction(InfluenceOrder(npc), at, npc) if npc else None


def parse_claim(context: OrderContext) -> ParsedAction | None:
    """Parse a claim: an NPC faction is to accept the faction as owner of what it does not own."""
    at = parse_place(context)
    npc = _parse_npc(context)
    target = parse_target(context)
    if target is None or not npc:
        return None
    return ParsedAction(InfluenceOrder(npc, thing=target.name), at, npc)


def parse_rally(context: OrderContext) -> ParsedAction | None:
    """Parse a rally: an NPC faction is to attack a third faction."""
    at = parse_place(context)
    npc = _parse_npc(context)
    against = parse_opponent(context, "")
    if npc and against == npc:
        span = context.action_input.at("against")
        context.report.add(
            problems.OwnTarget(at=span, action=context.action, name=against, faction=against)
        )
    if not npc or not against:
        return None
    context.reservations.rallies[context.key] = (npc, against)
    return ParsedAction(InfluenceOrder(npc, target=against), at, npc)


def _parse_npc(context: OrderContext) -> str:
    """Return the NPC faction under ``npc:``; empty after errors."""
    name = context.action_input.npc
    if name is None:
        return ""
    factions = context.board.factions
    npcs = [faction.id for faction in factions.values() if faction.npc]
    sound = check_npc(
        name, context.faction, npcs, factions, context.action_input.at("npc"), context.report
    )
    return name if sound else ""
