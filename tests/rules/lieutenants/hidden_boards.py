"""Boards with something hidden on them, and what each audience learns of an action there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from chronicle.model.audience import Audience, faction_audience, visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.changes import Paid
from chronicle.rules.lieutenants.events import Acted, Altered, Event
from chronicle.rules.lieutenants.orders import Command, FactionOrders, Order
from chronicle.rules.lieutenants.resolve import resolve
from chronicle.rules.lieutenants.state import FactionState, HiddenStatus, PlaceState, State
from chronicle.rules.lieutenants.terms import ActionName
from chronicle.rules.protocol import Step, Telling, steps_of
from tests.rules.lieutenants.told import tell
from tests.rules.lieutenants.two_faction_boards import board, orders

VAEL, ORU, FAR = faction_audience("vael"), faction_audience("oru"), faction_audience("far")
#: Vael has a cellar of which nobody else knows, in the town.
CELLAR: Final = PlaceState(
    "cellar", "location", "town", (), "vael", secret=True, known_to=frozenset({"vael"})
)
HIDDEN: Final = HiddenStatus(2)


def world(*assets: Any, **more: Any) -> State:
    """A board of Vael, the Oru, Far, the watch, and Vael's cellar."""
    far = FactionState("far", False, 9, 9, 9, 9, 20)
    places = (CELLAR, *more.pop("places", ()))
    return board(*assets, places=places, factions=(far, *more.pop("factions", ())), **more)


def steps(
    state: State, *given: Order, faces: Mapping[str, tuple[int, ...]] | None = None
) -> list[Step[State, Event]]:
    """The steps of a turn with these orders; faces by `faction/order/purpose`."""
    by = {order.faction: FactionOrders(order.faction, ()) for order in given}
    for order in given:
        by[order.faction] = replace(by[order.faction], orders=(*by[order.faction].orders, order))
    events = resolve(state, orders(*by.values()), Dice(b"", 1, dict(faces or {})))
    return list(steps_of(LIEUTENANTS, state, events))


def order(
    action: ActionName, command: Command, by: str = "vael/ada", at: str = "mill", **fields: Any
) -> Order:
    """An order called o."""
    owner, _, who = by.partition("/")
    return Order(owner, fields.pop("id", "o"), who, action, command, at, **fields)


def told(state: State, given: Order, audience: Audience, *faces: tuple[int, ...]) -> Telling | None:
    """How an audience learns of an order whose check comes to a complete success, or as thrown."""
    table = {f"{given.key}/check": faces[0] if faces else (6, 6)}
    table |= {f"{given.key}/stealth": faces[1]} if len(faces) > 1 else {}
    found = [
        step
        for step in steps(state, given, faces=table)
        if isinstance(step.event, Acted) and step.event.order == given.id
    ]
    return tell(found[-1].before, found[-1].event, audience)


def surely(found: Telling | None) -> Telling:
    assert found is not None
    return found


def altered(**fields: Any) -> Altered:
    """The GM gives Vael three coins, or does what the fields say."""
    paid = Paid("vael", 3, "adjusted", "L-CHK-7")
    event = Altered(
        id="1/adjustment/1",
        rule="L-ENT",
        by_news=False,
        because="found a purse",
        visibility=visibility_of_factions(["vael"]),
        what="capital",
        faction="vael",
        subject="",
        before=20,
        after=23,
        changes=(paid,),
    )
    return replace(event, **fields)
