"""Check actions on one asset or place: conceal, surveil, investigate, recruit, seduce, sell."""

from __future__ import annotations

from chronicle.rules.lieutenants import orders
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction


def parse_conceal(context: OrderContext) -> ParsedAction | None:
    """Parse the concealment of one of the faction's assets, there or at another location."""
    target = common.parse_target(context)
    name = context.action_input.move_to
    if name is not None:
        at = context.action_input.at("move_to")
        place = common.find_location(context, name, at)
        if place is not None and common.check_near(context, name, name, at):
            common.check_admitted(context, place, target.asset if target is not None else None, at)
    if target is None:
        return None
    return ParsedAction(orders.ConcealOrder(target.name, name or ""), target.at)


def parse_surveil(context: OrderContext) -> ParsedAction | None:
    """Parse a surveillance; that of a location is against its owner by default."""
    target = common.parse_target(context)
    doing = context.action_input
    if target is not None and target.kind != "location" and doing.against is not None:
        context.report.add(
            problems.UnusedKey(
                at=doing.key_at("against"),
                key="against",
                what=f"`surveil` of a {target.kind}",
                takes=("target", "choose"),
            )
        )
        return None
    against = common.parse_opponent(context, _other_owner(context, target))
    if target is None or target.kind == "capital":
        return None
    return ParsedAction(orders.SpyOrder(target.kind, target.name), target.at, against)


def parse_investigate(context: OrderContext) -> ParsedAction | None:
    """Parse an investigation: at a target in the locale, else where the lieutenant is."""
    target = common.parse_target(context)
    entry = context.action_input.target
    if target is None or entry is None or target.kind == "capital":
        return None
    obscurity = 1 if entry.obscurity is None else entry.obscurity
    is_here = bool(target.at) and context.board.locale(target.at) == context.locale != ""
    return ParsedAction(
        orders.SpyOrder(target.kind, target.name, obscurity),
        target.at if is_here else context.here,
        _other_owner(context, target),
    )


def parse_recruit(context: OrderContext) -> ParsedAction | None:
    """Parse the recruitment of another's minion, who changes sides or is a double agent."""
    target = common.parse_target(context)
    if target is None:
        return None
    stays = context.action_input.join == "stay"
    return ParsedAction(orders.RecruitOrder(target.name, stays), target.at, target.owner)


def parse_seduce(context: OrderContext) -> ParsedAction | None:
    """Parse the seduction, by a seducer, of another's unit or lieutenant, so that it can't act."""
    if not context.has_power("seduces"):
        context.report.add(
            problems.NoCapableUnit(
                at=context.action_input.at("action"), deed="seduce", who="a seducer"
            )
        )
    target = common.parse_target(context)
    return (
        ParsedAction(orders.SeduceOrder(target.name), target.at, target.owner) if target else None
    )


def parse_sell(context: OrderContext) -> ParsedAction | None:
    """Parse the sale of one of the faction's assets or locations on the open market."""
    target = common.parse_target(context)
    if target is None or target.kind == "capital":
        return None
    if target.kind == "other":
        return None
    return ParsedAction(orders.SellOrder(target.kind, target.name), target.at)


def _other_owner(context: OrderContext, target: common.OrderTarget | None) -> str:
    """Return the owner of a target; empty if it is the faction's own."""
    owner = target.owner if target is not None else ""
    return owner if owner != context.faction else ""
