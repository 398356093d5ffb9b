"""Resolve orders to attack: a fight, or what an asset does instead (W-ACT-1)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.asset_visibility import visibility_of_piece
from chronicle.rules.wwn.changes import Cleared, Marked
from chronicle.rules.wwn.dice_checks import CheckSide, opposed_check
from chronicle.rules.wwn.distance import has_effect, is_in_reach
from chronicle.rules.wwn.effects import Afflicts, Waterborne
from chronicle.rules.wwn.events import Acted, Affliction, Attacked, Outcome, RefusalReason
from chronicle.rules.wwn.fights.attack import refused_attack, resolve_attack
from chronicle.rules.wwn.fights.attack_effects import affliction_mark
from chronicle.rules.wwn.fights.fight import AttackOrigin
from chronicle.rules.wwn.orders import AttackOrder, Order, Orders
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import RULE_BY_ACTION

_RULE = "W-FX-AFFLICTS"


def attack(state: State, order: Order, orders: Orders, dice: Dice) -> Iterator[Acted | Attacked]:
    """Yield the events of an order to attack, whose command is an :class:`AttackOrder`."""
    asset, command = state.assets.get(order.asset), order.command
    if not isinstance(command, AttackOrder):
        raise TypeError(f"{order.key} is not an attack")
    if asset is None or asset.faction != order.faction:
        # An asset's old owner must not learn where it is now and what its new owner does with it.
        yield _affliction_event(
            ActionContext(state, orders, dice, order.key), order, None, None, "asset-gone"
        )
    elif command.target:
        yield _afflict(ActionContext(state, orders, dice, order.key), order, command, asset)
    else:
        occasion = AttackOrigin(f"{dice.turn}/{order.key}", order.key, order.id)
        reason = _attack_refusal(state, asset)
        if reason:
            yield refused_attack(state, asset, command.against, occasion, reason)
        else:
            yield resolve_attack(state, orders, dice, asset, command.against, occasion)


def _attack_refusal(state: State, asset: Asset) -> RefusalReason:
    """Return why an asset can't attack at its place; empty if it can."""
    if not state.usable(asset):
        return "asset-unusable"
    landed = has_effect(state, asset, Waterborne) and not state.places[asset.at].water
    return "barred" if landed else ""


def affliction_instead(state: State, asset: Asset) -> Afflicts | None:
    """Return what an asset can do instead of attacking; None for most."""
    effects = state.type_of(asset).effects_of(Afflicts)
    return next((effect for effect in effects if effect.when == "instead"), None)


def _afflict(context: ActionContext, order: Order, command: AttackOrder, asset: Asset) -> Acted:
    """Put a mark on a rival's asset instead of attacking (W-FX-AFFLICTS)."""
    effect, target = (
        affliction_instead(context.state, asset),
        context.state.assets.get(command.target),
    )
    reason = _attack_refusal(context.state, asset)
    reason = reason or _affliction_refusal(context.state, asset, target, effect, command.against)
    if reason or target is None or effect is None:
        return _affliction_event(context, order, asset, None, reason or "target-gone")
    price = context.roll_amount("price", order.faction, effect.price) if effect.price else 0
    if not context.pay(order.faction, price, "affliction", _RULE, target.id):
        return _affliction_event(context, order, asset, None, "no-treasure")
    context.reveal_asset(asset.id)
    details = Affliction(target.id, target.name, target.faction, effect.mark, price)
    if effect.check and not _win_check(context, asset, target):
        return _affliction_event(context, order, asset, details, failed=True)
    now = context.state.assets.get(target.id)
    if now is None or asset.id not in context.state.assets:
        return _affliction_event(context, order, asset, details, failed=True)
    _end_afflictions_by(context, asset.id)
    context.apply(Marked(now.id, affliction_mark(context.state, effect, asset, now)))
    return _affliction_event(context, order, asset, details)


def _affliction_refusal(
    state: State, asset: Asset, target: Asset | None, effect: Afflicts | None, against: str
) -> RefusalReason:
    """Return why an asset can't be afflicted by another; empty if it can."""
    if effect is None:
        return "asset-unusable"
    if target is None or target.faction != against or target.stealth:
        return "target-gone"
    return "" if is_in_reach(state, asset, target.at, effect.reach) else "too-far"


def _win_check(context: ActionContext, asset: Asset, target: Asset) -> bool:
    """Return whether the check of Cunning against Cunning succeeds."""
    return opposed_check(context, *affliction_sides(context.state, asset, target)).won


def affliction_sides(state: State, asset: Asset, target: Asset) -> tuple[CheckSide, CheckSide]:
    """Return the two sides of the check of an asset that afflicts another."""
    ours, theirs = state.type_of(asset).magic, state.type_of(target).magic
    one, other = asset.faction, target.faction
    return (
        CheckSide(one, "cunning", "attack", target.at, other, asset.id, ours, theirs),
        CheckSide(other, "cunning", "defence", target.at, one, target.id, theirs, ours),
    )


def _end_afflictions_by(context: ActionContext, source: str) -> None:
    """End the marks of an asset that last only while it stays with its targets."""
    for _, other in sorted(context.state.assets.items()):
        for mark in other.marks:
            if mark.by == source and not mark.until:
                context.apply(Cleared(other.id, mark))


def _affliction_event(
    context: ActionContext,
    order: Order,
    asset: Asset | None,
    details: Affliction | None,
    reason: RefusalReason = "",
    *,
    failed: bool = False,
) -> Acted:
    """Return the event: a success, a failure, or a refusal with its reason."""
    touched = frozenset({details.against}) if details is not None else frozenset[str]()
    outcome: Outcome = "not-carried-out" if details is None else "failed" if failed else "done"
    return Acted(
        id=f"{context.dice.turn}/{order.key}",
        rule=_RULE if asset is not None else RULE_BY_ACTION["attack"],
        faction=order.faction,
        order=order.id,
        action="attack",
        asset=order.asset,
        name=asset.name if asset is not None else "",
        at=asset.at if asset is not None else "",
        details=details,
        outcome=outcome,
        reason=reason,
        reactions=tuple(context.reactions),
        known=_visibility_of_affliction(context.state, asset, touched)
        if details is not None
        else FOR_GM,
        touched=touched,
        changes=tuple(context.changes),
        rolls=tuple(context.rolls),
    )


def _visibility_of_affliction(
    state: State, asset: Asset | None, touched: frozenset[str]
) -> Visibility:
    """Return who sees it: those who see the acting asset, and its target's owner."""
    now = state.assets.get(asset.id, asset) if asset is not None else None
    return visibility_of_factions(touched) | (
        visibility_of_piece(state, now) if now is not None else FOR_GM
    )
