"""The actions Hide and Sell (W-ACT-6, W-ACT-7)."""

from __future__ import annotations

from chronicle.files.source import Span
from chronicle.rules.wwn.actions.hide import CUNNING, PRICE
from chronicle.rules.wwn.diagnostics.free_actions import HasIt
from chronicle.rules.wwn.diagnostics.purchases import RivalBase, SoldDamaged, Unsellable
from chronicle.rules.wwn.diagnostics.treasure import RatingTooLow
from chronicle.rules.wwn.distance import bears
from chronicle.rules.wwn.effects import Unsellable as CantGo
from chronicle.rules.wwn.formulas import sale
from chronicle.rules.wwn.inputs import OneAssetShape
from chronicle.rules.wwn.orders import Order, ToHide, ToSell
from chronicle.rules.wwn.validation.common import acting, own_asset, serving
from chronicle.rules.wwn.validation.order_context import Case
from chronicle.rules.wwn.validation.treasure import exactly


def can_hide(case: Case, at: Span) -> None:
    """Adds that the faction is not cunning enough to hide anything."""
    if case.own.cunning < CUNNING:
        case.report.add(
            RatingTooLow(
                at=at,
                what="hiding an asset",
                attribute="cunning",
                needs=CUNNING,
                has=case.own.cunning,
                rule="W-ACT-6",
            )
        )


def hide(case: Case, shape: OneAssetShape) -> Order | None:
    """One asset is to be hidden; None after errors."""
    case.call(shape.id, shape.at("id"))
    errors = case.report.errors
    at = shape.at("asset")
    asset = acting(case, shape.asset, at)
    case.purse.pay(exactly(PRICE), at, case.report)
    if asset is None:
        return None
    case.once(asset.id, "is hidden once", at)
    if asset.stealth == "hidden":
        case.report.add(HasIt(at=at, name=asset.id, quality="stealth"))
    for _, base in sorted(case.board.bases.items()):
        if base.at == asset.at and base.faction != case.faction:
            problem = RivalBase(at=at, name=asset.id, place=asset.at, rival=base.faction)
            case.report.add(problem)
            break
    if case.report.errors > errors:
        return None
    return Order(case.faction, shape.id, asset.id, ToHide())


def sell(case: Case, shape: OneAssetShape) -> Order | None:
    """One asset is to be sold; None after errors.

    One that is not ready yet can be sold, one that others keep from serving can't.
    """
    case.call(shape.id, shape.at("id"))
    errors = case.report.errors
    at = shape.at("asset")
    asset = own_asset(case, shape.asset, at)
    if asset is None:
        return None
    made = case.board.type_of(asset)
    case.once(asset.id, "is sold once", at)
    serving(case, asset, at)
    if bears(case.board, asset, CantGo):
        case.report.add(Unsellable(at=at, name=asset.id, type=made.name))
    elif asset.hp < made.hp:
        case.report.add(SoldDamaged(at=at, name=asset.id, hp=asset.hp, maximum=made.hp))
    else:
        case.purse.gain(exactly(sale(made.cost)))
    if case.report.errors > errors:
        return None
    return Order(case.faction, shape.id, asset.id, ToSell())
