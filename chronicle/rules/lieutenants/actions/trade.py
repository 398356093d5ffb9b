"""The open market: what is bought and what is sold (L-ACT-PURCHASE, L-ACT-SELL)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Final

from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.action_events import Done
from chronicle.rules.lieutenants.actions.change_of_faction import parted
from chronicle.rules.lieutenants.catalogue import NOTHING, Price
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
from chronicle.rules.lieutenants.check_sides import acting, fixed
from chronicle.rules.lieutenants.dice_checks import Check, opposed
from chronicle.rules.lieutenants.events import Outcome, Stealth, Trade
from chronicle.rules.lieutenants.orders import ToBuy, ToSell
from chronicle.rules.lieutenants.state import (
    OUT,
    Asset,
    Hiding,
    Information,
    Item,
    Lieutenant,
    Place,
    Standing,
    State,
    Unit,
)
from chronicle.rules.lieutenants.stealth import stealth_of
from chronicle.rules.lieutenants.terms import WON, Result, rule_of
from chronicle.rules.lieutenants.witnesses import insiders

#: What part of the price each result asks of a buyer, in whole coins rounded down
#: (L-ACT-PURCHASE); after a failure only from one who said to pay it.
ASKED: Final[Mapping[Result, Fraction]] = {
    "complete-failure": Fraction(1, 2),
    "failure": Fraction(2),
    "success": Fraction(1),
    "complete-success": Fraction(3, 4),
}
#: What part of the price each result brings a seller, rounded up (L-ACT-SELL).
EARNED: Final[Mapping[Result, Fraction]] = {
    "complete-failure": Fraction(0),
    "failure": Fraction(0),
    "success": Fraction(1),
    "complete-success": Fraction(5, 4),
}
#: How much harder a thing is to sell once it has found no buyer at all (L-ACT-SELL).
UNWANTED: Final = -2


def purchase(scene: Scene, aim: ToBuy) -> Done:
    """Something is bought at a price that the check settles (L-ACT-PURCHASE)."""
    price = _cost(scene.state, aim)
    if price is None:
        stealth, rolls = stealth_of(scene, None)
        deed = Trade(aim.kind, aim.subject, _name(aim.asset), NOTHING, NOTHING)
        return Done(deed, "not-there", stealth=stealth, rolls=rolls)
    check = opposed(scene, "charm", acting(scene, "charm"), fixed(aim.level))
    stealth, rolls = stealth_of(scene, check.result)
    outcome, paid = _settled(scene, aim, check, price)
    changes = _payment(scene, aim, paid, lost=outcome != "done")
    if outcome == "done":
        changes = (*changes, *_bought(scene, aim, stealth))
    deed = Trade(aim.kind, aim.subject, _name(aim.asset), price, paid)
    return Done(deed, outcome, check, stealth, changes, rolls)


def _cost(state: State, aim: ToBuy) -> Price | None:
    """What a thing costs; None for a location that somebody has by now."""
    if aim.asset is not None:
        return price_of(aim.asset)
    place = state.places[aim.subject]
    return None if place.owner else place.cost


def price_of(asset: Asset) -> Price:
    """The price of an asset: its cost, its value, or of information how obscure it is."""
    match asset:
        case Item(value=value):
            return Price(value, "capital")
        case Information(obscurity=obscurity):
            return Price(obscurity, "capital")
        case _:
            return asset.cost


def _name(asset: Asset | None) -> str:
    return asset.name if asset is not None else ""


def _settled(scene: Scene, aim: ToBuy, check: Check, price: Price) -> tuple[Outcome, Price]:
    """Whether the bargain is struck, and what it costs the buyer."""
    shown = check.result
    asked = Price(floor(price.amount * ASKED[shown]), price.currency)
    purse = _purse(scene, aim, asked, check)
    if shown == "complete-failure":
        # A deposit is lost as far as there is money for one.
        return "failed", replace(asked, amount=min(asked.amount, purse))
    if shown == "failure" and scene.order.pay != "double":
        return "failed", replace(asked, amount=0)
    if asked.amount > purse:
        return "unpaid", replace(asked, amount=0)
    return "done", asked


def _purse(scene: Scene, aim: ToBuy, asked: Price, check: Check) -> int:
    """What the buyer has to pay with, after what went into the check."""
    faction = scene.after(check.spent).factions[scene.faction]
    if asked.currency == "influence":
        return faction.influence.get(aim.source, 0)
    return faction.capital


def _payment(scene: Scene, aim: ToBuy, paid: Price, *, lost: bool) -> tuple[Change, ...]:
    if not paid.amount:
        return ()
    rule, reason = rule_of("purchase"), "half-lost" if lost else "bought"
    if paid.currency == "influence":
        return (Swayed(scene.faction, aim.source, -paid.amount, reason, rule),)
    return (Paid(scene.faction, -paid.amount, reason, rule, aim.subject),)


def _bought(scene: Scene, aim: ToBuy, stealth: Stealth) -> Iterator[Change]:
    """What was bought is there; bought unnoticed, it is hidden, or a secret location."""
    if aim.asset is None:
        yield PlaceSet(_owned(scene, scene.state.places[aim.subject], stealth))
        return
    yield Added(aim.asset, rule_of("purchase"))
    place = scene.state.places.get(scene.state.at(aim.asset))
    in_secret = place is not None and place.secret
    if stealth.held and isinstance(aim.asset, Unit | Item) and not in_secret:
        # The buyer hides it as a success of Conceal would.
        level = max(0, scene.lieutenant.statistics.sneak)
        yield Hid(aim.asset.id, Hiding(level))


def _owned(scene: Scene, place: Place, stealth: Stealth) -> Place:
    """A location in new hands; who knew a secret one still does."""
    known = (place.known_to if place.secret else frozenset()) | insiders(scene)
    secret = place.secret or stealth.held
    return replace(
        place, owner=scene.faction, secret=secret, known_to=known if secret else place.known_to
    )


@dataclass(frozen=True, slots=True)
class _Ware:
    """What is offered for sale: an asset, or a location, at its price."""

    thing: Asset | Place
    price: Price


def sell(scene: Scene, aim: ToSell) -> Done:
    """Something of one's own is offered at its price (L-ACT-SELL)."""
    ware = _ware(scene, aim)
    if ware is None:
        stealth, rolls = stealth_of(scene, None)
        name = _name(scene.state.assets.get(aim.subject))
        deed = Trade(aim.kind, aim.subject, name, NOTHING, NOTHING)
        return Done(deed, "not-there", stealth=stealth, rolls=rolls)
    check = opposed(scene, "charm", acting(scene, "charm"), fixed(ware.price.amount))
    stealth, rolls = stealth_of(scene, check.result)
    earned = ceil(ware.price.amount * EARNED[check.result])
    name = "" if isinstance(ware.thing, Place) else ware.thing.name
    deed = Trade(aim.kind, aim.subject, name, ware.price, Price(earned, "capital"))
    won = check.result in WON
    outcome: Outcome = "done" if won else "failed"
    changes = tuple(_sold(scene, ware.thing, earned)) if won else _unsold(scene, aim, check)
    return Done(deed, outcome, check, stealth, changes, rolls)


def _ware(scene: Scene, aim: ToSell) -> _Ware | None:
    """What is to be sold, if the faction still has it and capital can buy it."""
    state = scene.state
    if aim.kind == "location":
        place = state.places[aim.subject]
        return _Ware(place, place.cost) if place.owner == scene.faction else None
    asset = state.assets.get(aim.subject)
    if asset is None or asset.faction != scene.faction or _kept_from_us(asset):
        return None
    price = price_of(asset)
    return _Ware(asset, price) if price.currency == "capital" else None


def _kept_from_us(asset: Asset) -> bool:
    match asset:
        case Lieutenant() | Unit():
            return bool(asset.held_by) or asset.condition in OUT
        case Item() | Information():
            return False
        case _:
            return asset.condition in OUT


def _sold(scene: Scene, thing: Asset | Place, earned: int) -> Iterator[Change]:
    """The price comes in, and the thing goes to somebody beyond the board."""
    if earned:
        yield Paid(scene.faction, earned, "sold", rule_of("sell"), thing.id)
    match thing:
        case Place():
            yield PlaceSet(replace(thing, owner=""))
        case Lieutenant() | Unit():
            yield from parted(scene.state, thing, "")
        case Item() | Information():
            yield Moved(thing.id, "")
            yield Joined(thing.id, "")
        case _:
            yield Joined(thing.id, "")


def _unsold(scene: Scene, aim: ToSell, check: Check) -> tuple[Change, ...]:
    if check.result != "complete-failure":
        return ()
    standing = Standing(
        id=f"{scene.id()}/unwanted",
        value=UNWANTED,
        rule=rule_of("sell"),
        faction=scene.faction,
        actions=("sell",),
        target=aim.subject,
    )
    return (Burdened(standing),)
