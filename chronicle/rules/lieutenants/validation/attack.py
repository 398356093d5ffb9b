"""Check attacks, raids and thefts (L-ACT-AGGRESSIVE-ATTACK to L-ACT-STEAL)."""

from __future__ import annotations

from chronicle.records import replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.orders import AttackOrder, TakeOrder
from chronicle.rules.lieutenants.state import AttackStyle, Lieutenant, Unit
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction


def parse_attack(context: OrderContext) -> ParsedAction:
    """Parse an attack on a faction at a location; by default, on the location's owner."""
    style: AttackStyle = "aggressive" if context.action == "aggressive-attack" else "cautious"
    at = common.parse_place(context)
    owner = common.location_owner(context, at)
    against = common.parse_opponent(context, owner if owner != context.faction else "")
    if not against and context.action_input.against is None and at:
        context.report_missing_key("against")
    if context.action_input.strike is not None:
        _check_strike(context, context.action_input.strike, against)
    if context.action_input.answers is not None:
        _check_answers(context, context.action_input.answers, against)
    return ParsedAction(
        AttackOrder(style, context.action_input.strike or "", context.action_input.answers or ""),
        at,
        against,
    )


def _check_strike(context: OrderContext, name: str, against: str) -> None:
    """Check a strike at one asset, and the units that it needs (L-AST-STRIKES-ONE)."""
    at = context.action_input.at("strike")
    asset = context.board.assets.get(name)
    if asset is None:
        enemy = [
            id
            for id, other in context.board.assets.items()
            if isinstance(other, Lieutenant | Unit) and other.faction == against
        ]
        check_known("lieutenant or unit", name, enemy, at, context.report)
    elif not isinstance(asset, Lieutenant | Unit):
        common.find_asset(context, "unit", name, at)
    elif not common.check_seen(context, asset, at):
        return
    elif against and asset.faction != against:
        context.report.add(problems.NotOwn(at=at, name=name, faction=against))
    if not context.has_power("strikes-one"):
        key = context.action_input.key_at("strike")
        context.report.add(
            problems.NoCapableUnit(at=key, deed="strike at one asset", who="assassins")
        )
    if not context.action_input.stealthy:
        context.report.add(problems.OpenStrike(at=context.action_input.key_at("strike")))
    for unit in context.units:
        if "sneak" not in unit.competencies:
            span = context.action_input.at("units", context.action_input.units.index(unit.id))
            context.report.add(problems.StrikeWithoutSneak(at=span, name=unit.id))


def _check_answers(context: OrderContext, name: str, against: str) -> None:
    """Check that the answered rally asks this faction to attack the same one (L-ACT-RALLY)."""
    at = context.action_input.at("answers")
    open_now = {id: (rally.npc, rally.target) for id, rally in context.board.rallies.items()}
    rallies = {**open_now, **context.reservations.rallies}
    if not check_known("rally", name, rallies, at, context.report):
        return
    npc, target = rallies[name]
    if npc != context.faction or (against and target != against):
        context.report.add(problems.WrongRally(at=at, name=name, npc=npc, target=target))


def parse_take(context: OrderContext) -> ParsedAction | None:
    """Parse a raid or a theft; by default, at the target's location and against its owner."""
    targets = common.parse_things_to_take(context)
    target = targets[0]
    if target is None:
        common.parse_place(context)
        common.parse_opponent(context, "")
        return None
    if target.kind == "facility" and not context.has_power("damages-facilities"):
        context.report.add(
            problems.NoCapableUnit(at=target.span, deed="sabotage a facility", who="saboteurs")
        )
    at = (
        target.at
        if target.at and not context.action_input.has("at")
        else common.parse_place(context)
    )
    against = common.parse_opponent(context, _target_owner(context, target, at))
    for other in targets[1:]:
        if other is not None:
            _target_owner(context, other, at)
    things = [_take_order(one) for one in targets if one is not None]
    taken = [one for one in things if one is not None]
    if len(taken) < len(targets):
        return None
    return ParsedAction(replace(taken[0], also=tuple(taken[1:])), at, against)


def _take_order(target: common.OrderTarget) -> TakeOrder | None:
    match target.kind:
        case "location" | "other":
            return None
        case kind:
            return TakeOrder(kind, target.name, target.amount)


def _target_owner(context: OrderContext, target: common.OrderTarget, at: str) -> str:
    """Return the faction that a target is taken from: its captor, its owner, or the location's."""
    asset = target.asset
    if asset is None:
        owner = common.location_owner(context, at)
        if owner == context.faction and context.action_input.against is None:
            common.report_own_target(context, at, target.span)
        return owner
    holder = asset.held_by if isinstance(asset, Lieutenant | Unit) else ""
    if asset.faction == context.faction and holder in ("", context.faction):
        common.report_own_target(context, asset.id, target.span)
    return holder or asset.faction
