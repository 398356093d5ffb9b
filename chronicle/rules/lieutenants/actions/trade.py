"""Resolve purchases and sales (L-ACT-PURCHASE, L-ACT-SELL)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Final

from chronicle.records import Record, replace
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, result_without_check
from chronicle.rules.lieutenants.catalogue import NO_PRICE, Price
from chronicle.rules.lieutenants.changes import (
    Added,
    Burdened,
    Change,
    Hid,
    Joined,
    Moved,
    Paid,
    PlaceSet,
    Swayed,
)
from chronicle.rules.lieutenants.check_sides import acting_side, fixed_side
from chronicle.rules.lieutenants.departure import departure_changes
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check
from chronicle.rules.lieutenants.events import Outcome, StealthResult, TradeDetails
from chronicle.rules.lieutenants.orders import PurchaseOrder, SellOrder
from chronicle.rules.lieutenants.state import (
    OUT_OF_ACTION,
    Asset,
    HiddenStatus,
    Information,
    Item,
    Lieutenant,
    PlaceState,
    StandingModifier,
    State,
    Unit,
)
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.terms import SUCCESSES, RollResult, rule_of
from chronicle.rules.lieutenants.witnesses import insider_factions

#: The part of the price that each result costs the buyer, rounded down (L-ACT-PURCHASE); after a
#: failure only if the order says to pay it.
PURCHASE_PRICE_FACTORS: Final[Mapping[RollResult, Fraction]] = {
    "complete-failure": Fraction(1, 2),
    "failure": Fraction(2),
    "success": Fraction(1),
    "complete-success": Fraction(3, 4),
}
#: The part of the price that each result earns the seller, rounded up (L-ACT-SELL).
SALE_PRICE_FACTORS: Final[Mapping[RollResult, Fraction]] = {
    "complete-failure": Fraction(0),
    "failure": Fraction(0),
    "success": Fraction(1),
    "complete-success": Fraction(5, 4),
}
#: The penalty on selling a thing after it found no buyer at all (L-ACT-SELL).
UNSOLD_PENALTY: Final = -2


def purchase(context: ActionContext, command: PurchaseOrder) -> ActionResult:
    """Buy something at a price decided by the check (L-ACT-PURCHASE)."""
    price = _purchase_price(context.state, command)
    if price is None:
        details = TradeDetails(
            command.kind, command.subject, _name_of(command.asset), NO_PRICE, NO_PRICE
        )
        return result_without_check(context, details, "not-there")
    check = roll_opposed_check(
        context, "charm", acting_side(context, "charm"), fixed_side(command.level)
    )
    stealth, rolls = resolve_stealth(context, check.result)
    outcome, paid = _settle_price(context, command, check, price)
    changes = _payment_changes(context, command, paid, lost=outcome != "done")
    if outcome == "done":
        changes = (*changes, *_purchase_changes(context, command, stealth))
    details = TradeDetails(command.kind, command.subject, _name_of(command.asset), price, paid)
    return ActionResult(details, outcome, check, stealth, changes, rolls)


def _purchase_price(state: State, command: PurchaseOrder) -> Price | None:
    """Return the price of a thing; None for a location that has an owner by now."""
    if command.asset is not None:
        return price_of(command.asset)
    place = state.places[command.subject]
    return None if place.owner else place.cost


def price_of(asset: Asset) -> Price:
    """Return the price of an asset: its cost, its value, or the obscurity of information."""
    match asset:
        case Item(value=value):
            return Price(value, "capital")
        case Information(obscurity=obscurity):
            return Price(obscurity, "capital")
        case _:
            return asset.cost


def _name_of(asset: Asset | None) -> str:
    return asset.name if asset is not None else ""


def _settle_price(
    context: ActionContext, command: PurchaseOrder, check: Check, price: Price
) -> tuple[Outcome, Price]:
    """Return whether the purchase succeeds, and what it costs the buyer."""
    shown = check.result
    asked = Price(floor(price.amount * PURCHASE_PRICE_FACTORS[shown]), price.currency)
    purse = _available_funds(context, command, asked, check)
    if shown == "complete-failure":
        # A deposit is lost, as far as the buyer has money for it.
        return "failed", replace(asked, amount=min(asked.amount, purse))
    if shown == "failure" and context.order.pay != "double":
        return "failed", replace(asked, amount=0)
    if asked.amount > purse:
        return "unpaid", replace(asked, amount=0)
    return "done", asked


def _available_funds(
    context: ActionContext, command: PurchaseOrder, asked: Price, check: Check
) -> int:
    """Return what the buyer can spend, after what was spent on the check."""
    faction = context.after(check.spent).factions[context.faction]
    if asked.currency == "influence":
        return faction.influence.get(command.source, 0)
    return faction.capital


def _payment_changes(
    context: ActionContext, command: PurchaseOrder, paid: Price, *, lost: bool
) -> tuple[Change, ...]:
    if not paid.amount:
        return ()
    rule, reason = rule_of("purchase"), "half-lost" if lost else "bought"
    if paid.currency == "influence":
        return (Swayed(context.faction, command.source, -paid.amount, reason, rule),)
    return (Paid(context.faction, -paid.amount, reason, rule, command.subject),)


def _purchase_changes(
    context: ActionContext, command: PurchaseOrder, stealth: StealthResult
) -> Iterator[Change]:
    """Yield the changes of a purchase; unnoticed, the thing is hidden or the location secret."""
    if command.asset is None:
        yield PlaceSet(_place_with_owner(context, context.state.places[command.subject], stealth))
        return
    yield Added(command.asset, rule_of("purchase"))
    place = context.state.places.get(context.state.at(command.asset))
    in_secret = place is not None and place.secret
    if stealth.held and isinstance(command.asset, Unit | Item) and not in_secret:
        # The buyer hides it as well as a success of Conceal does.
        level = max(0, context.lieutenant.statistics.sneak)
        yield Hid(command.asset.id, HiddenStatus(level))


def _place_with_owner(
    context: ActionContext, place: PlaceState, stealth: StealthResult
) -> PlaceState:
    """Return a location with its new owner; those who knew a secret one still do."""
    known = (place.known_to if place.secret else frozenset()) | insider_factions(context)
    secret = place.secret or stealth.held
    return replace(
        place, owner=context.faction, secret=secret, known_to=known if secret else place.known_to
    )


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
    details = TradeDetails(
        command.kind, command.subject, name, ware.price, Price(earned, "capital")
    )
    won = check.result in SUCCESSES
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
    if asset is None or asset.faction != context.faction or _is_unavailable(asset):
        return None
    price = price_of(asset)
    return _SaleOffer(asset, price) if price.currency == "capital" else None


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
