"""Check actions on one asset or place: conceal, surveil, investigate, recruit, seduce, sell."""

from __future__ import annotations

from typing import Final

from chronicle.rules.lieutenants.diagnostics import forces, keys
from chronicle.rules.lieutenants.orders import (
    ConcealOrder,
    RecruitOrder,
    SeduceOrder,
    SellOrder,
    SpyOrder,
)
from chronicle.rules.lieutenants.validation.common import (
    OrderTarget,
    TargetKind,
    check_admitted,
    check_free,
    check_near,
    check_own,
    find_location,
    parse_target,
    target_location,
)
from chronicle.rules.lieutenants.validation.opponents import parse_opponent, report_own_target
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction

_CONCEALABLE: Final[tuple[TargetKind, ...]] = ("information", "item", "unit", "lieutenant")
_PEOPLE: Final[tuple[TargetKind, ...]] = ("unit", "lieutenant")
_SELLABLE: Final[tuple[TargetKind, ...]] = ("item", "unit", "facility", "information", "location")
_INVESTIGABLE: Final[tuple[TargetKind, ...]] = (
    "lieutenant",
    "unit",
    "item",
    "information",
    "facility",
    "location",
    "other",
)


def parse_conceal(context: OrderContext) -> ParsedAction | None:
    """Parse the concealment of one of the faction's assets, there or at another location."""
    target = parse_target(context, "target", _CONCEALABLE)
    name = context.action_input.move_to
    if name is not None:
        at = context.action_input.at("move_to")
        place = find_location(context, name, at)
        if place is not None and check_near(context, name, name, at):
            check_admitted(context, place, target.asset if target is not None else None, at)
    if target is None or not _check_ours(context, target):
        return None
    return ParsedAction(ConcealOrder(target.name, name or ""), target_location(context, target))


def parse_surveil(context: OrderContext) -> ParsedAction | None:
    """Parse a surveillance; that of a location is against its owner by default."""
    target = parse_target(context, "target", (*_PEOPLE, "location"))
    if (
        target is not None
        and target.kind != "location"
        and context.action_input.against is not None
    ):
        context.report.add(
            keys.UnusedKey(
                at=context.action_input.key_at("against"),
                key="against",
                what=f"`surveil` of a {target.kind}",
                takes=("target", "choose"),
            )
        )
        return None
    against = parse_opponent(context, _other_owner(context, target))
    if target is None or target.kind == "capital":
        return None
    return ParsedAction(
        SpyOrder(target.kind, target.name), target_location(context, target), against
    )


def parse_investigate(context: OrderContext) -> ParsedAction | None:
    """Parse an investigation of a target anywhere.

    It takes place at a target in the lieutenant's locale, else at the lieutenant's location.
    """
    target = parse_target(context, "target", _INVESTIGABLE)
    if target is None or target.kind == "capital":
        return None
    obscurity = (
        context.action_input.target.obscurity if context.action_input.target is not None else None
    )
    place = context.board.at(target.asset) if target.asset is not None else target.name
    is_here = target.kind != "other" and context.board.locale(place) == context.locale != ""
    return ParsedAction(
        SpyOrder(target.kind, target.name, 1 if obscurity is None else obscurity),
        place if is_here else context.here,
        _other_owner(context, target),
    )


def parse_recruit(context: OrderContext) -> ParsedAction | None:
    """Parse the recruitment of another faction's unit or lieutenant.

    The target changes sides, or stays as a double agent.
    """
    target = parse_target(context, "target", _PEOPLE)
    if target is None or not _check_not_ours(context, target):
        return None
    stays = context.action_input.join == "stay"
    return ParsedAction(
        RecruitOrder(target.name, stays),
        target_location(context, target),
        _other_owner(context, target),
    )


def parse_seduce(context: OrderContext) -> ParsedAction | None:
    """Parse the seduction of another faction's unit or lieutenant, so that it can't act.

    This requires a seducer.
    """
    if not context.has_power("seduces"):
        context.report.add(
            forces.NoCapableUnit(
                at=context.action_input.at("action"), deed="seduce", who="a seducer"
            )
        )
    target = parse_target(context, "target", _PEOPLE)
    if target is None or not _check_not_ours(context, target):
        return None
    return ParsedAction(
        SeduceOrder(target.name), target_location(context, target), _other_owner(context, target)
    )


def parse_sell(context: OrderContext) -> ParsedAction | None:
    """Parse the sale of one of the faction's assets or locations on the open market."""
    target = parse_target(context, "target", _SELLABLE)
    if target is None or not _check_ours(context, target):
        return None
    if target.kind == "capital":
        return None
    if target.kind == "other":
        return None
    return ParsedAction(SellOrder(target.kind, target.name), target_location(context, target))


def _check_ours(context: OrderContext, target: OrderTarget) -> bool:
    """Return whether a target is the faction's own and free; report it if not."""
    if target.place is not None:
        if target.place.owner != context.faction:
            context.report.add(
                forces.NotOwn(at=target.span, name=target.name, faction=context.faction)
            )
        return target.place.owner == context.faction
    asset = target.asset
    return (
        asset is not None
        and check_own(context, asset, target.span)
        and check_free(context, asset, target.span)
    )


def _check_not_ours(context: OrderContext, target: OrderTarget) -> bool:
    """Return whether a target is not the faction's own; report it if it is."""
    if target.asset is None or not context.own(target.asset):
        return True
    report_own_target(context, target.name, target.span)
    return False


def _other_owner(context: OrderContext, target: OrderTarget | None) -> str:
    """Return the owner of a target; empty if it is the faction's own."""
    if target is None:
        return ""
    owner = target.place.owner if target.place is not None else ""
    owner = target.asset.faction if target.asset is not None else owner
    return owner if owner != context.faction else ""
