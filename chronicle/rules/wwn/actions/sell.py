"""The action Sell: an asset is given up for half its cost, if undamaged (W-ACT-7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from chronicle.model.facts import Facts
from chronicle.rules.kit.projector import OWN, Told
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.order_form import ActionChoice
from chronicle.rules.wwn.action import Action, order_field, whole_choice
from chronicle.rules.wwn.action_context import ActionContext, ActionResult, refused_result
from chronicle.rules.wwn.board_view import visibility_of_piece
from chronicle.rules.wwn.changes import Change, Lost, Paid
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Unsellable
from chronicle.rules.wwn.events import Details
from chronicle.rules.wwn.formulas import sale_price
from chronicle.rules.wwn.inputs import HideOrSellInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import Command, Order
from chronicle.rules.wwn.refusals import Refusal, idle_refusals
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.telling_facts import GoneFate, action_facts
from chronicle.rules.wwn.validation.common import find_own_asset
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction, exact_range


class SellOrder(Command):
    """The order's asset is sold."""

    ACTION = "sell"
    RULE = "W-ACT-7"

    def certain_changes(self, asset: str) -> tuple[Change, ...]:
        return (Lost(asset),)


class Sale(Details):
    """An asset sold."""

    FATE: ClassVar[GoneFate] = "sold"

    subject: str
    name: Annotated[str, OWN]
    type: Annotated[str, Told("type_name", str), OWN]
    gained: Annotated[int, OWN]


def parse_sell(context: OrderContext, entry: HideOrSellInput) -> ParsedAction:
    """Parse an order to sell an asset."""
    at = entry.at("asset")
    asset = find_own_asset(context, entry.asset, at)
    if asset is None:
        return None
    made = context.board.type_of(asset)
    context.check_once(asset.id, "can be sold only once", at)
    context.refuse(entry, sell_refusals(context.board, asset))
    if not has_effect(context.board, asset, Unsellable):
        if asset.hp < made.hp:
            hurt = problems.SoldDamaged(at=at, name=asset.id, hp=asset.hp, maximum=made.hp)
            context.report.add(hurt)
        else:
            context.purse.gain(exact_range(sale_price(made.cost)))
    return asset.id, SellOrder()


def sell_refusals(state: State, asset: Asset) -> Iterator[Refusal]:
    """Yield why an asset can't be sold; it need not be ready, but rivals can block it."""
    yield from idle_refusals(state, asset, "asset")
    if has_effect(state, asset, Unsellable):
        made = state.type_of(asset)
        problem = problems.CantSell(at=None, name=asset.id, type=made.name)
        yield Refusal(problem, ("asset",), "barred")


def sell(context: ActionContext, order: Order, command: SellOrder) -> ActionResult:
    """Sell the order's asset."""
    state = context.state
    asset = state.assets.get(order.asset)
    if asset is None or asset.faction != order.faction:
        return refused_result("asset-gone")
    reason = first_reason(sell_refusals(state, asset))
    if reason:
        return refused_result(reason)
    gained = _price(state, asset)
    context.apply(*command.certain_changes(asset.id))
    if gained:
        context.apply(Paid(order.faction, gained, "sale", command.RULE, asset.id))
    details = Sale(asset.id, asset.name, asset.type, gained)
    return ActionResult(details, visibility_of_piece(state, asset))


def _price(state: State, asset: Asset) -> int:
    made = state.type_of(asset)
    return sale_price(made.cost) if asset.hp >= made.hp else 0


def sell_choices(seen: KnownState) -> Iterator[ActionChoice]:
    """Yield the assets to sell."""
    fields = (
        order_field(seen, SellOrder, asset, facts=Facts(brings=_price(seen.board, asset)))
        for asset in seen.obedient_assets()
        if not any(sell_refusals(seen.board, asset))
    )
    return whole_choice(SellOrder, fields)


SELL: Final = Action(
    SellOrder, parse_sell, sell, sell_choices, facts={"sell": action_facts("SaleFacts", Sale)}
)
