"""Sell own assets and locations (L-ACT-SELL)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import Final

from chronicle.model.facts import Facts, place_ref
from chronicle.records import Record, replace
from chronicle.rules.lieutenants import terms
from chronicle.rules.lieutenants.action import Action
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_definitions import THINGS, TargetDefinition
from chronicle.rules.lieutenants.action_events import ActionResult, result_without_check
from chronicle.rules.lieutenants.actions.purchase import (
    TradeDetails,
    _name_of,
    price_of,
)
from chronicle.rules.lieutenants.catalogue import NO_PRICE, Price
from chronicle.rules.lieutenants.changes import Burdened, Change, Joined, Moved, Paid, PlaceSet
from chronicle.rules.lieutenants.check_sides import acting_side, fixed_side
from chronicle.rules.lieutenants.departure import departure_changes
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check
from chronicle.rules.lieutenants.events import Outcome
from chronicle.rules.lieutenants.form_context import LieutenantContext, nonzero_facts, target_group
from chronicle.rules.lieutenants.orders import Command
from chronicle.rules.lieutenants.refusals import Refusal
from chronicle.rules.lieutenants.state import (
    OUT_OF_ACTION,
    Asset,
    Information,
    Item,
    Lieutenant,
    PlaceState,
    StandingModifier,
    Unit,
)
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.terms import SUCCESSES, ActionName, AssetKind, RollResult, rule_of
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.order_form import ActionChoice, FieldChoice, ProbabilityRange


class SellOrder(Command):
    """Sell an own asset or location."""

    kind: terms.AssetKind
    subject: str


def parse_sell(context: OrderContext) -> ParsedAction | None:
    """Parse the sale of one of the faction's assets or locations on the open market."""
    target = common.parse_target(context)
    if target is None or target.kind == "capital":
        return None
    if target.kind == "other":
        return None
    if target.asset is not None:
        context.refused(sale_refusals(context.faction, target.asset), target.span)
    return ParsedAction(SellOrder(target.kind, target.name), target.at)


def sale_refusals(faction: str, asset: Asset) -> Iterator[Refusal]:
    """Yield why a faction can't sell an asset: whose it seems to be, its price (L-ACT-SELL)."""
    currency = price_of(asset).currency
    if asset.faction != faction:
        yield Refusal(problems.NotOwn(at=None, name=asset.id, faction=faction), ())
    elif currency != "capital":
        yield Refusal(problems.NotForSale(at=None, name=asset.id, currency=currency), ())


#: The part of the price that each result earns the seller, rounded up (L-ACT-SELL).
SALE_PRICE_FACTORS: Final[Mapping[RollResult, Fraction]] = {
    "complete-failure": Fraction(0),
    "failure": Fraction(0),
    "success": Fraction(1),
    "complete-success": Fraction(5, 4),
}
#: The penalty on selling a thing after it found no buyer at all (L-ACT-SELL).
UNSOLD_PENALTY: Final = -2


class _SaleOffer(Record):
    """What is offered for sale, an asset or a location, and its price."""

    thing: Asset | PlaceState
    price: Price


def sell(context: ActionContext, command: SellOrder) -> ActionResult:
    """Offer an own asset or location at its price (L-ACT-SELL)."""
    ware = _sale_offer(context, command)
    if ware is None:
        name = _name_of(context.state.assets.get(command.subject))
        details = TradeDetails(command.kind, command.subject, name, NO_PRICE, NO_PRICE)
        return result_without_check(context, details, "not-there")
    check = roll_opposed_check(
        context, "charm", acting_side(context, "charm"), fixed_side(ware.price.amount)
    )
    stealth, rolls = resolve_stealth(context, check.result)
    earned = ceil(ware.price.amount * SALE_PRICE_FACTORS[check.result])
    name = "" if isinstance(ware.thing, PlaceState) else ware.thing.name
    won, paid = check.result in SUCCESSES, Price(earned, "capital")
    secret = won and isinstance(ware.thing, PlaceState) and ware.thing.secret
    details = TradeDetails(command.kind, command.subject, name, ware.price, paid, secret)
    outcome: Outcome = "done" if won else "failed"
    changes = (
        tuple(_sale_changes(context, ware.thing, earned))
        if won
        else _unsold_changes(context, command, check)
    )
    return ActionResult(details, outcome, check, stealth, changes, rolls)


def _sale_offer(context: ActionContext, command: SellOrder) -> _SaleOffer | None:
    """Return what is for sale; None if the faction lost it or it has no capital price."""
    state = context.state
    if command.kind == "location":
        place = state.places[command.subject]
        return _SaleOffer(place, place.cost) if place.owner == context.faction else None
    asset = state.assets.get(command.subject)
    if asset is None or any(sale_refusals(context.faction, asset)) or _is_unavailable(asset):
        return None
    return _SaleOffer(asset, price_of(asset))


def _is_unavailable(asset: Asset) -> bool:
    match asset:
        case Lieutenant() | Unit():
            return bool(asset.held_by) or asset.condition in OUT_OF_ACTION
        case Item() | Information():
            return False
        case _:
            return asset.condition in OUT_OF_ACTION


def _sale_changes(
    context: ActionContext, thing: Asset | PlaceState, earned: int
) -> Iterator[Change]:
    """Yield the changes of a sale: the earnings come in, and the thing leaves the game."""
    if earned:
        yield Paid(context.faction, earned, "sold", rule_of("sell"), thing.id)
    match thing:
        case PlaceState():
            yield PlaceSet(replace(thing, owner=""))
        case Lieutenant() | Unit():
            yield from departure_changes(context.state, thing, "")
        case Item() | Information():
            yield Moved(thing.id, "")
            yield Joined(thing.id, "")
        case _:
            yield Joined(thing.id, "")


def _unsold_changes(context: ActionContext, command: SellOrder, check: Check) -> tuple[Change, ...]:
    if check.result != "complete-failure":
        return ()
    standing = StandingModifier(
        id=f"{context.id()}/unwanted",
        value=UNSOLD_PENALTY,
        rule=rule_of("sell"),
        faction=context.faction,
        actions=("sell",),
        target=command.subject,
    )
    return (Burdened(standing),)


def sell_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield what can be sold: the faction's own property with a price in capital (L-ACT-SELL)."""
    action: ActionName = "sell"
    for kind, own in context.targets(action):
        wares = [
            it
            for it in own
            if price_of(it).amount and not any(sale_refusals(context.faction.id, it))
        ]
        if wares:
            choices = (
                FieldChoice(
                    it.id,
                    it.name,
                    nonzero_facts(brings=price_of(it)),
                    _sell_range(context, kind, it.id),
                )
                for it in wares
            )
            yield context.case(action, target_group(kind, choices), facts=Facts(kind=kind))
    places = [it for it in context.locations() if it.owner == context.faction.id and it.cost.amount]
    if places:
        choices = (
            FieldChoice(
                it.id,
                place_ref(it.id),
                nonzero_facts(brings=it.cost),
                _sell_range(context, "location", it.id),
            )
            for it in places
        )
        yield context.case(action, target_group("location", choices), facts=Facts(kind="location"))


def _sell_range(context: LieutenantContext, kind: AssetKind, id: str) -> ProbabilityRange | None:
    return context.likely(context.order("sell", SellOrder(kind, id)))


SELL: Final = Action(
    name="sell",
    details=TradeDetails,
    keys=("target", "end_at"),
    required=("target",),
    target=TargetDefinition(("unit", *THINGS, "location"), owner="own"),
    skill="charm",
    stealth=("unnoticed",),
    noticed_by="public",
    witness_code="seen-trade",
    parse=parse_sell,
    resolve=sell,
    choices=sell_choices,
)
