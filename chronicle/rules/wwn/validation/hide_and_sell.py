"""Check the actions Hide and Sell (W-ACT-6, W-ACT-7)."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.wwn.actions.hide import HIDE_PRICE, MIN_CUNNING_TO_HIDE
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Unsellable
from chronicle.rules.wwn.formulas import sale_price
from chronicle.rules.wwn.inputs import HideOrSellInput
from chronicle.rules.wwn.orders import HideOrder, SellOrder
from chronicle.rules.wwn.validation.common import check_working, find_acting_asset, find_own_asset
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.validation.treasure import exact_range


def check_can_hide(context: OrderContext, at: Span) -> None:
    """Report that the faction's Cunning is too low for hiding assets."""
    if context.own.cunning < MIN_CUNNING_TO_HIDE:
        context.report.add(
            problems.RatingTooLow(
                at=at,
                what="hiding an asset",
                attribute="cunning",
                needs=MIN_CUNNING_TO_HIDE,
                has=context.own.cunning,
                rule="W-ACT-6",
            )
        )


def parse_hide(context: OrderContext, entry: HideOrSellInput) -> ParsedAction:
    """Parse an order to hide an asset."""
    at = entry.at("asset")
    asset = find_acting_asset(context, entry.asset, at)
    context.purse.pay(exact_range(HIDE_PRICE), at, context.report)
    if asset is None:
        return None
    context.check_once(asset.id, "can be hidden only once", at)
    if asset.stealth == "hidden":
        context.report.add(problems.AlreadyHidden(at=at, name=asset.id, quality="stealth"))
    for _, base in sorted(context.board.bases.items()):
        if base.at == asset.at and base.faction != context.faction:
            problem = problems.RivalBase(at=at, name=asset.id, place=asset.at, rival=base.faction)
            context.report.add(problem)
            break
    return asset.id, HideOrder()


def parse_sell(context: OrderContext, entry: HideOrSellInput) -> ParsedAction:
    """Parse an order to sell an asset, ready or not, unless rivals block it."""
    at = entry.at("asset")
    asset = find_own_asset(context, entry.asset, at)
    if asset is None:
        return None
    made = context.board.type_of(asset)
    context.check_once(asset.id, "can be sold only once", at)
    check_working(context, asset, at)
    if has_effect(context.board, asset, Unsellable):
        context.report.add(problems.CantSell(at=at, name=asset.id, type=made.name))
    elif asset.hp < made.hp:
        context.report.add(problems.SoldDamaged(at=at, name=asset.id, hp=asset.hp, maximum=made.hp))
    else:
        context.purse.gain(exact_range(sale_price(made.cost)))
    return asset.id, SellOrder()
