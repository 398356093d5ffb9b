"""Resolve purchases: price, helpers, and the state of the new asset (W-ACT-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from chronicle.model.audience import Visibility
from chronicle.records import Record, replace
from chronicle.rules.wwn import effects
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.action_events import ActionResult, refused_result
from chronicle.rules.wwn.actions.profit import hurt_user
from chronicle.rules.wwn.asset_visibility import visibility_of_piece, visibility_of_pieces
from chronicle.rules.wwn.changes import Added, Lost, Used
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.events import Purchase, RefusalReason
from chronicle.rules.wwn.orders import CreateOrder, Order
from chronicle.rules.wwn.prices import magic_rank_at, price_of, purchase_permission
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import magic_rank

_RULE: Final = "W-ACT-5"


class _Discount(Record):
    """What one asset takes off a price, and the hit points that this costs it."""

    asset: str
    by: int
    hurt: int


def create(context: ActionContext, order: Order, command: CreateOrder) -> ActionResult:
    """Buy an asset where the faction has a base; it can be used from the next turn on."""
    before, at = context.state, command.asset.at
    made = before.type_of(command.asset)
    helpers = tuple(_helpers(before, order, command))
    allowed, above = purchase_permission(before, order.faction, made)
    reason = _purchase_refusal(before, order, command, helpers)
    if reason or not allowed:
        return refused_result(reason or "barred")
    cuts = tuple(_apply_discounts(context, helpers, at))
    price = price_of(before, order.faction, made, at, (cut.by for cut in cuts))
    if not context.pay(order.faction, price, "purchase", _RULE, command.asset.id):
        # Helpers may have been lost, and those who saw them see that they are gone.
        return replace(
            refused_result("no-treasure"),
            known=_visibility_of_losses(before, context.state, helpers),
        )
    given_up = tuple(_sacrificed_helpers(before, helpers, at))
    for helper in given_up:
        context.apply(Lost(helper.id))
    hidden = any(True for _ in made.effects_of(effects.StartsHidden)) or any(
        True for _ in tag_effects(before, command.asset.faction, effects.StartsHidden)
    )
    bought = replace(
        command.asset,
        hp=made.hp,
        stealth="hidden" if hidden else "",
        marks=(),
        ready=before.turn + 1,
        bound_for="",
        above=above,
    )
    context.apply(Added(bought))
    helped = (*((cut.asset, cut.by, cut.hurt) for cut in cuts), *_surcharges(before, order, at))
    empowered = ((helper.id, 0, helper.hp) for helper in given_up)
    details = Purchase(
        bought.id, bought.name, made.id, price, (*helped, *empowered), bool(bought.stealth)
    )
    gone = _visibility_of_losses(before, context.state, helpers)
    return ActionResult(details, visibility_of_piece(context.state, bought) | gone)


def _visibility_of_losses(before: State, after: State, helpers: Iterable[Asset]) -> Visibility:
    """Return who saw the helpers that are gone."""
    return visibility_of_pieces(
        (before,), (helper.id for helper in helpers if helper.id not in after.assets)
    )


def _purchase_refusal(
    state: State, order: Order, command: CreateOrder, helpers: Iterable[Asset]
) -> RefusalReason:
    """Return why an asset can't be bought here."""
    at, made = command.asset.at, state.type_of(command.asset)
    if not any(base.at == at for base in state.own_bases(order.faction)):
        return "no-base"
    if any(True for _ in made.effects_of(effects.Waterborne)) and not state.places[at].water:
        return "no-water"
    if magic_rank_at(state, order.faction, at, helpers) < magic_rank(made.magic):
        return "barred"
    return "barred" if state.piece(command.asset.id) is not None else ""


def _helpers(state: State, order: Order, command: CreateOrder) -> Iterator[Asset]:
    """Yield the helpers that can help; those gone or used up are skipped without a message."""
    for id in dict.fromkeys(command.helped_by):
        asset = state.assets.get(id)
        if asset is None or asset.faction != order.faction or asset.mark("hobbled"):
            continue
        if state.usable(asset):
            yield asset


def _apply_discounts(
    context: ActionContext, helpers: Iterable[Asset], at: str
) -> Iterator[_Discount]:
    """Yield what helpers take off the price, each after the damage it costs (W-FX-CHEAPENS)."""
    for helper in helpers:
        if helper.id in context.state.used:
            continue
        for effect in context.state.type_of(helper).effects_of(effects.Cheapens):
            if effect.here and helper.at != at:
                continue
            context.use_asset(helper.id)
            context.apply(Used(helper.id))
            hurt = 0
            if effect.hurts is not None:
                rolled = context.roll_amount(f"hurt-{helper.id}", helper.faction, effect.hurts)
                hurt = hurt_user(context, helper, rolled, "W-FX-CHEAPENS")
            by = context.roll_amount(f"price-{helper.id}", helper.faction, effect.amount)
            yield _Discount(helper.id, by, hurt)
            break


def _sacrificed_helpers(state: State, helpers: Iterable[Asset], at: str) -> Iterator[Asset]:
    """Yield the helpers that are given up to raise Magic (W-FX-EMPOWERS)."""
    for helper in helpers:
        here = helper.at == at
        if here and any(
            effect.spends for effect in state.type_of(helper).effects_of(effects.Empowers)
        ):
            yield helper


def _surcharges(state: State, order: Order, at: str) -> Iterator[tuple[str, int, int]]:
    """Yield what rivals' assets add to the price; those the buyer can't see are not named."""
    for _, asset in sorted(state.assets.items()):
        if asset.at != at or asset.faction == order.faction or not state.working(asset):
            continue
        for effect in state.type_of(asset).effects_of(effects.Surcharges):
            seen = visibility_of_piece(state, asset)
            named = seen.public or order.faction in seen.factions
            yield (asset.id if named else "", -effect.amount, 0)
