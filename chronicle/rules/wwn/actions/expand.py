"""Resolve new bases, and rivals' attacks on them (W-ACT-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.audience import visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import ActionResult, refused_result
from chronicle.rules.wwn.asset_visibility import visibility_of_piece
from chronicle.rules.wwn.changes import BaseAdded, Used, fold
from chronicle.rules.wwn.dice_checks import CheckSide, opposed_check
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.effects import ExpandsFreely
from chronicle.rules.wwn.events import Attacked, Founding, RefusalReason
from chronicle.rules.wwn.fights.attack import resolve_attack
from chronicle.rules.wwn.fights.defenders import choose_defender
from chronicle.rules.wwn.fights.fight import AttackOrigin
from chronicle.rules.wwn.orders import ExpandOrder, Order, Orders
from chronicle.rules.wwn.policies import contests_new_bases
from chronicle.rules.wwn.state import Asset, Base, State

_RULE: Final = "W-ACT-4"


def expand(context: ActionContext, order: Order, command: ExpandOrder) -> ActionResult:
    """Found a base, and check the founder against each rival there."""
    before, base = context.state, command.base
    reason = _expand_refusal(before, order, command)
    if reason:
        return refused_result(reason)
    # Each hit point of the new base costs 1 Treasure.
    if not context.pay(order.faction, base.maximum, "founding", _RULE, base.id):
        return refused_result("no-treasure")
    if order.free:
        context.apply(Used(_key(order)))
    for id in _declared(before, order, command):
        context.reveal_asset(id)
    context.apply(BaseAdded(base))
    rivals = tuple(_contest_with_rivals(context, order, base))
    visibility = visibility_of_piece(context.state, base) | visibility_of_factions(
        rival for rival, _, _ in rivals
    )
    return ActionResult(Founding(base.id, base.name, base.maximum, rivals), visibility)


def _key(order: Order) -> str:
    """Return the key that records that a faction has used its free Expand."""
    return f"{order.faction}/expands"


def _expand_refusal(state: State, order: Order, command: ExpandOrder) -> RefusalReason:
    """Return why no base can be founded."""
    if order.free:
        if not any(True for _ in tag_effects(state, order.faction, ExpandsFreely)):
            return "barred"
        if _key(order) in state.used:
            return "used-already"
    if any(base.at == command.base.at for base in state.own_bases(order.faction)):
        return "base-there"
    declared = frozenset(_declared(state, order, command))
    here = any(
        asset.id in declared or not asset.stealth
        for asset in _working_assets_at(state, order.faction, command.base.at)
    )
    if not here:
        return "no-asset-there"
    return "barred" if state.piece(command.base.id) is not None else ""


def _working_assets_at(state: State, faction: str, place: str) -> Iterator[Asset]:
    """Yield a faction's working assets at a place, including Stealthed ones."""
    return (asset for asset in state.own(faction) if asset.at == place and state.working(asset))


def _declared(state: State, order: Order, command: ExpandOrder) -> Iterator[str]:
    """Yield the Stealthed assets that reveal themselves to count as present (W-ENT-5)."""
    for asset in _working_assets_at(state, order.faction, command.base.at):
        if asset.stealth and asset.id in command.declares:
            yield asset.id


def _contest_with_rivals(
    context: ActionContext, order: Order, base: Base
) -> Iterator[tuple[str, bool, bool]]:
    """Yield the check against every rival there, in order of id (:func:`contest_with_rival`)."""
    for rival in rivals_in_the_open(context.state, order.faction, base.at):
        won, attacks = contest_with_rival(context, rival, base)
        yield rival, won, attacks


def rivals_in_the_open(state: State, founder: str, place: str) -> tuple[str, ...]:
    """Return the factions that a founder is checked against: all with something open there."""
    rivals = (rival for rival in state.living() if rival != founder)
    return tuple(
        rival
        for rival in rivals
        if any(not asset.stealth for asset in _working_assets_at(state, rival, place))
    )


def contest_with_rival(context: ActionContext, rival: str, base: Base) -> tuple[bool, bool]:
    """Return whether a founder beats a rival, and whether the rival attacks; ties go to it."""
    founder = base.faction
    won = opposed_check(context, *expand_sides(founder, rival, base.at), f"-{rival}").won
    willing = contests_new_bases(context.state, context.orders, rival, founder)
    able = any(True for _ in _able_attackers(context.state, context.orders, rival, base))
    return won, not won and willing and able


def expand_sides(founder: str, rival: str, place: str) -> tuple[CheckSide, CheckSide]:
    """Return the two sides of the check of a founder against a rival at a place."""
    return (
        CheckSide(founder, "cunning", "expand", place, rival),
        CheckSide(rival, "cunning", "other", place, founder),
    )


def _able_attackers(state: State, orders: Orders, rival: str, base: Base) -> Iterator[Asset]:
    """Yield a rival's assets that can attack a new base; hidden ones stay hidden."""
    for asset in _working_assets_at(state, rival, base.at):
        made = state.type_of(asset)
        if made.attack is None or not made.attacks:
            continue
        if asset.stealth or not state.usable(asset):
            continue
        if choose_defender(state, orders, asset, base.faction, made.attack.target) is not None:
            yield asset


def contest_attacks(
    state: State, orders: Orders, dice: Dice, order: Order, details: Founding
) -> Iterator[Attacked]:
    """Yield the attacks on a new base, by rival and asset, as long as it lasts."""
    for rival, _, attacks in details.rivals:
        base = state.bases.get(details.base)
        if base is None or not attacks:
            continue
        for id in tuple(asset.id for asset in _able_attackers(state, orders, rival, base)):
            still = {asset.id: asset for asset in _able_attackers(state, orders, rival, base)}
            standing = details.base in state.bases and state.factions[order.faction].hp > 0
            if not standing or id not in still:
                continue
            event = resolve_attack(
                state,
                orders,
                dice,
                still[id],
                order.faction,
                AttackOrigin(
                    id=f"{dice.turn}/{order.key}/{rival}/{id}",
                    key=order.key,
                    order=order.id,
                    prefix=f"{rival}-{id}-",
                    part="contest",
                ),
            )
            yield event
            state = fold(state, event.changes)
