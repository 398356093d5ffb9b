"""The action Hide: an asset becomes Stealthed, for Treasure (W-ACT-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.facts import Facts
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.order_form import ActionChoice
from chronicle.rules.wwn.action import Action, order_field, whole_choice
from chronicle.rules.wwn.action_context import (
    ActionContext,
    ActionResult,
    inability_reason,
    refused_result,
)
from chronicle.rules.wwn.actions.cloaks import CLOAKING_FACTS, Cloaking
from chronicle.rules.wwn.board_view import is_seen_by
from chronicle.rules.wwn.changes import Change, Cloaked
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.inputs import HideOrSellInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import Command, Order
from chronicle.rules.wwn.refusals import Refusal, not_as_known
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.validation.common import find_acting_asset
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction, exact_range

#: The price of hiding one asset, and the Cunning that it needs.
_PRICE: Final = 2
_MIN_CUNNING: Final = 3


class HideOrder(Command):
    """The order's asset is hidden."""

    ACTION = "hide"
    RULE = "W-ACT-6"

    def certain_changes(self, asset: str) -> tuple[Change, ...]:
        return (Cloaked(asset, "hidden"),)


def parse_hide(context: OrderContext, entry: HideOrSellInput) -> ParsedAction:
    """Parse an order to hide an asset."""
    at = entry.at("asset")
    # Of all its orders the first one says that the faction can't hide anything.
    if context.entry.hide and entry is context.entry.hide[0]:
        context.refuse(context.entry, _faction_refusals(context.board, context.faction))
    asset = find_acting_asset(context, entry.asset, at)
    context.purse.pay(exact_range(_PRICE), at, context.report)
    if asset is None:
        return None
    context.check_once(asset.id, "can be hidden only once", at)
    context.refuse(entry, _asset_refusals(context.board, context.faction, asset))
    return asset.id, HideOrder()


def hide_refusals(state: State, faction: str, asset: Asset) -> Iterator[Refusal]:
    """Yield why a faction can't hide an asset."""
    yield from _faction_refusals(state, faction)
    yield from _asset_refusals(state, faction, asset)


def _faction_refusals(state: State, faction: str) -> Iterator[Refusal]:
    has = state.factions[faction].cunning
    if has < _MIN_CUNNING:
        what, rule = "hiding an asset", HideOrder.RULE
        problem = problems.RatingTooLow(
            at=None, what=what, attribute="cunning", needs=_MIN_CUNNING, has=has, rule=rule
        )
        yield Refusal(problem, ("hide",), "barred", on_key=True)


def _asset_refusals(state: State, faction: str, asset: Asset) -> Iterator[Refusal]:
    if asset.stealth == "hidden":
        hidden = problems.AlreadyHidden(at=None, name=asset.id, quality="stealth")
        yield Refusal(hidden, ("asset",), "hidden-already")
    there = [it for it in state.bases.values() if it.at == asset.at and it.faction != faction]
    seen = [base for base in there if is_seen_by(state, faction, base)]
    for rival in sorted({base.faction for base in seen or there})[:1]:
        problem = problems.RivalBase(at=None, name=asset.id, place=asset.at, rival=rival)
        refusal = Refusal(problem, ("asset",), "rival-base")
        why = f"is in `{asset.at}`, where `{rival}` has a base"
        yield refusal if seen else not_as_known(asset.id, why, refusal)


def hide(context: ActionContext, order: Order, command: HideOrder) -> ActionResult:
    """Make the order's asset Stealthed; no other faction learns of it."""
    state = context.state
    reason = inability_reason(state, order)
    if reason:
        return refused_result(reason)
    asset = state.assets[order.asset]
    reason = first_reason(hide_refusals(state, order.faction, asset))
    if reason:
        return refused_result(reason)
    if not context.pay(order.faction, _PRICE, "hiding", command.RULE, asset.id):
        return refused_result("no-treasure")
    context.use_asset(asset.id)
    context.apply(*command.certain_changes(asset.id))
    return ActionResult(Cloaking(asset.id, asset.name, "stealth", _PRICE))


def hide_choices(seen: KnownState) -> Iterator[ActionChoice]:
    """Yield the assets to hide."""
    fields = (
        order_field(seen, HideOrder, asset, facts=Facts(cost=_PRICE))
        for asset in seen.usable_assets()
        if not any(hide_refusals(seen.board, seen.id, asset))
    )
    return whole_choice(HideOrder, fields)


HIDE: Final = Action(HideOrder, parse_hide, hide, hide_choices, facts={"hide": CLOAKING_FACTS})
