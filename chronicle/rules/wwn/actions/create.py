"""Assets created: what they cost, who helps, and in what state they come into play (W-ACT-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from chronicle.model.audience import Visibility
from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.action_events import Done, refused
from chronicle.rules.wwn.actions.profit import hurt_by_use
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.changes import Added, Lost, Used
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.effects import (
    Cheapens,
    Empowers,
    StartsHidden,
    Surcharges,
    Waterborne,
)
from chronicle.rules.wwn.events import Purchase, Reason
from chronicle.rules.wwn.orders import Order, ToCreate
from chronicle.rules.wwn.prices import magic_at, price_of, reaches
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import rank
from chronicle.rules.wwn.witnesses import seen_by, seen_in

_RULE: Final = "W-ACT-5"


@dataclass(frozen=True, slots=True)
class _Cut:
    """What one asset takes off a price, and what that costs it in hit points."""

    asset: str
    by: int
    hurt: int


def create(draft: Draft, order: Order, aim: ToCreate) -> Done:
    """An asset is bought where the faction has a base; it can be used from the next turn on."""
    before, at = draft.state, aim.asset.at
    made = before.type_of(aim.asset)
    helpers = tuple(_helpers(before, order, aim))
    allowed, above = reaches(before, order.faction, made)
    reason = _hindrance(before, order, aim, helpers)
    if reason or not allowed:
        return refused(reason or "barred")
    cuts = tuple(_cut(draft, helpers, at))
    price = price_of(before, order.faction, made, at, (cut.by for cut in cuts))
    if not draft.pay(order.faction, price, "purchase", _RULE, aim.asset.id):
        # Those who helped have suffered for it, and whoever saw them sees who is gone.
        return replace(refused("no-treasure"), known=_seen_gone(before, draft.state, helpers))
    given_up = tuple(_given_up(before, helpers, at))
    for helper in given_up:
        draft.do(Lost(helper.id))
    bought = _bought(before, aim.asset, made, above=above)
    draft.do(Added(bought))
    helped = (*((cut.asset, cut.by, cut.hurt) for cut in cuts), *_dearer(before, order, at))
    empowered = ((helper.id, 0, helper.hp) for helper in given_up)
    deed = Purchase(
        bought.id, bought.name, made.id, price, (*helped, *empowered), bool(bought.stealth)
    )
    gone = _seen_gone(before, draft.state, helpers)
    return Done(deed, seen_by(draft.state, bought) | gone)


def _seen_gone(before: State, after: State, helpers: Iterable[Asset]) -> Visibility:
    """Those who saw the helpers that are there no longer."""
    return seen_in((before,), (helper.id for helper in helpers if helper.id not in after.assets))


def _hindrance(state: State, order: Order, aim: ToCreate, helpers: Iterable[Asset]) -> Reason:
    """Why an asset can't be had here."""
    at, made = aim.asset.at, state.type_of(aim.asset)
    if not any(base.at == at for base in state.own_bases(order.faction)):
        return "no-base"
    if any(True for _ in made.having(Waterborne)) and not state.places[at].water:
        return "no-water"
    if magic_at(state, order.faction, at, helpers) < rank(made.magic):
        return "barred"
    return "barred" if state.piece(aim.asset.id) is not None else ""


def _helpers(state: State, order: Order, aim: ToCreate) -> Iterator[Asset]:
    """The assets that are to help and can: those that are gone or spent do without a word."""
    for id in dict.fromkeys(aim.helped_by):
        asset = state.assets.get(id)
        if asset is None or asset.faction != order.faction or asset.mark("hobbled"):
            continue
        if state.usable(asset):
            yield asset


def _cut(draft: Draft, helpers: Iterable[Asset], at: str) -> Iterator[_Cut]:
    """What helpers take off the price, each for what it suffers by it (W-FX-CHEAPENS)."""
    for helper in helpers:
        if helper.id in draft.state.used:
            continue
        for effect in draft.state.type_of(helper).having(Cheapens):
            if effect.here and helper.at != at:
                continue
            draft.act(helper.id)
            draft.do(Used(helper.id))
            hurt = 0
            if effect.hurts is not None:
                rolled = draft.roll_amount(f"hurt-{helper.id}", helper.faction, effect.hurts)
                hurt = hurt_by_use(draft, helper, rolled, "W-FX-CHEAPENS")
            by = draft.roll_amount(f"price-{helper.id}", helper.faction, effect.amount)
            yield _Cut(helper.id, by, hurt)
            break


def _given_up(state: State, helpers: Iterable[Asset], at: str) -> Iterator[Asset]:
    """The helpers that are given up so that magic counts for more (W-FX-EMPOWERS)."""
    for helper in helpers:
        here = helper.at == at
        if here and any(effect.spends for effect in state.type_of(helper).having(Empowers)):
            yield helper


def _dearer(state: State, order: Order, at: str) -> Iterator[tuple[str, int, int]]:
    """What rivals' assets add to the price; those that the buyer can't see go unnamed."""
    for _, asset in sorted(state.assets.items()):
        if asset.at != at or asset.faction == order.faction or not state.working(asset):
            continue
        for effect in state.type_of(asset).having(Surcharges):
            seen = seen_by(state, asset)
            named = seen.public or order.faction in seen.factions
            yield (asset.id if named else "", -effect.amount, 0)


def _bought(state: State, asset: Asset, made: AssetType, *, above: bool) -> Asset:
    """The asset as it comes into play: unhurt, not ready yet, and Stealthed if it starts so."""
    hidden = any(True for _ in made.having(StartsHidden)) or any(
        True for _ in tag_effects(state, asset.faction, StartsHidden)
    )
    return replace(
        asset,
        hp=made.hp,
        stealth="hidden" if hidden else "",
        marks=(),
        ready=state.turn + 1,
        bound_for="",
        above=above,
    )
