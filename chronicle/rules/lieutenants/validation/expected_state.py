"""The board that an order may count on when those it needs have come off (L-TURN-4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from chronicle.rules.lieutenants.apply import fold
from chronicle.rules.lieutenants.changes import (
    Added,
    Captured,
    Change,
    Hid,
    Joined,
    Moved,
    PlaceSet,
    Swayed,
    Turned,
)
from chronicle.rules.lieutenants.orders import (
    Order,
    ToBuy,
    ToConceal,
    ToCourt,
    ToMove,
    ToRecruit,
    ToTake,
    ToTrain,
)
from chronicle.rules.lieutenants.state import Information, Item, Lieutenant, State, Unit

#: The most influence that one action brings (L-ACT-GAIN-INFLUENCE).
MOST_INFLUENCE = 4


def counted_on(board: State, orders: Iterator[Order] | tuple[Order, ...]) -> State:
    """The board after these orders, each as if it had come off as well as it can."""
    for order in orders:
        board = fold(board, tuple(_gains(board, order)))
    return board


def _gains(board: State, order: Order) -> Iterator[Change]:
    rule = "L-TURN-4"
    match order.aim:
        case ToBuy(asset=None, subject=id):
            yield PlaceSet(replace(board.places[id], owner=order.faction))
        case ToBuy(asset=asset) if asset is not None:
            yield Added(asset, rule)
        case ToRecruit(subject=id, stays=True):
            yield Turned(id, order.faction)
        case ToRecruit(subject=id):
            yield Joined(id, order.faction)
        case ToTake():
            yield from _taken(board, order, order.aim)
        case ToConceal(subject=id, move_to=place) if place:
            yield Moved(id, place)
        case ToMove(legs=legs, carry=carry):
            yield from _moved(board, order, legs, carry)
        case ToTrain(subject=id, gain=gain):
            yield from _trained(board, id, gain.type)
        case ToCourt(npc=npc) if order.action == "gain-influence":
            yield Swayed(order.faction, npc, MOST_INFLUENCE, "gained", rule)
        case _:
            return


def _taken(board: State, order: Order, aim: ToTake) -> Iterator[Change]:
    asset = board.assets.get(aim.subject)
    home = board.assets.get(order.lieutenant)
    if asset is None or home is None:
        return
    if isinstance(asset, Item | Information):
        yield Moved(asset.id, home.at, home.id)
        yield Joined(asset.id, order.faction)
    elif isinstance(asset, Lieutenant | Unit):
        yield Captured(asset.id, "" if asset.faction == order.faction else order.faction)
        yield Moved(asset.id, home.at)
    if asset.hiding is not None:
        yield Hid(asset.id, None)


def _moved(
    board: State, order: Order, legs: tuple[tuple[str, str], ...], carry: tuple[str, ...]
) -> Iterator[Change]:
    yield from (Moved(id, place) for id, place in legs)
    bearer = next((id for id, _ in legs if id == order.lieutenant), legs[0][0])
    for id in carry:
        asset = board.assets[id]
        held = isinstance(asset, Item | Information) and asset.holder in dict(legs)
        if not held:
            yield Moved(id, "", bearer)


def _trained(board: State, id: str, retyped: str) -> Iterator[Change]:
    trainee = board.assets[id]
    known = board.house.catalogue.units.get(retyped)
    if isinstance(trainee, Unit) and known is not None:
        better = replace(trainee, type=retyped, competencies=known.competencies, level=known.level)
        yield Added(replace(better, powers=known.powers, kinds=known.kinds), "L-ACT-TRAIN")
    elif isinstance(trainee, Unit | Lieutenant):
        yield Added(replace(trainee, level=trainee.level + 1), "L-ACT-TRAIN")
