"""The board that an order can expect if the orders it needs succeed (L-TURN-4)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Report
from chronicle.records import replace
from chronicle.rules.lieutenants import changes
from chronicle.rules.lieutenants.adjustments import parse_brought
from chronicle.rules.lieutenants.apply import apply_changes
from chronicle.rules.lieutenants.orders import (
    ConcealOrder,
    CustomOrder,
    InfluenceOrder,
    MoveOrder,
    Order,
    PurchaseOrder,
    RecruitOrder,
    SpyOrder,
    TakeOrder,
    TrainOrder,
)
from chronicle.rules.lieutenants.state import Information, Item, Lieutenant, State, Unit

#: The most influence that one action can gain (L-ACT-GAIN-INFLUENCE).
MAX_INFLUENCE_GAIN = 4


def expected_state_after(state: State, orders: Iterator[Order] | tuple[Order, ...]) -> State:
    """Return the board after these orders if each has its best possible result."""
    for order in orders:
        state = apply_changes(state, tuple(_expected_changes(state, order)))
    return state


def _expected_changes(state: State, order: Order) -> Iterator[changes.Change]:
    yield from order.learned
    if isinstance(order.command, CustomOrder):
        for brought in parse_brought(
            order.command.brings.get("complete-success", ()), order.key, state, Report()
        ):
            yield from brought.changes
    else:
        yield from _gains(state, order)


def _gains(state: State, order: Order) -> Iterator[changes.Change]:
    rule = "L-TURN-4"
    match order.command:
        case PurchaseOrder(asset=None, subject=id):
            yield changes.PlaceSet(replace(state.places[id], owner=order.faction))
        case PurchaseOrder(asset=asset) if asset is not None:
            yield changes.Added(asset, rule)
        case RecruitOrder(subject=id, stays=True):
            yield changes.Turned(id, order.faction)
        case RecruitOrder(subject=id):
            yield changes.Joined(id, order.faction)
        case TakeOrder():
            yield from _take_changes(state, order, order.command)
        case SpyOrder(kind="location", subject=id):
            yield changes.Learnt(id, order.faction)
        case SpyOrder(subject=id) if id in state.assets:
            yield changes.Found(id, order.faction)
            yield from _place_changes(order, state.at(state.assets[id]))
        case ConcealOrder(subject=id, move_to=place) if place:
            yield changes.Moved(id, place)
        case MoveOrder(legs=legs, carry=carry):
            yield from _move_changes(state, order, legs, carry)
        case TrainOrder(subject=id, gain=gain):
            yield from _train_changes(state, id, gain.type)
        case InfluenceOrder(npc=npc) if order.action == "gain-influence":
            yield changes.Swayed(order.faction, npc, MAX_INFLUENCE_GAIN, "gained", rule)
        case _:
            return


def _place_changes(order: Order, place: str) -> Iterator[changes.Change]:
    """Yield what is learnt of the place of a thing; one that has been lost is in none."""
    if place:
        yield changes.Learnt(place, order.faction)


def _take_changes(state: State, order: Order, command: TakeOrder) -> Iterator[changes.Change]:
    for more in command.also:
        yield from _take_changes(state, order, more)
    asset = state.assets.get(command.subject)
    home = state.assets.get(order.lieutenant)
    if asset is None or home is None:
        return
    if isinstance(asset, Item | Information):
        yield changes.Moved(asset.id, home.at, home.id)
        yield changes.Joined(asset.id, order.faction)
    elif isinstance(asset, Lieutenant | Unit):
        yield changes.Captured(asset.id, "" if asset.faction == order.faction else order.faction)
        yield changes.Moved(asset.id, home.at)
    if asset.hiding is not None:
        yield changes.Hid(asset.id, None)


def _move_changes(
    state: State, order: Order, legs: tuple[tuple[str, str], ...], carry: tuple[str, ...]
) -> Iterator[changes.Change]:
    yield from (changes.Moved(id, place) for id, place in legs)
    bearer = next((id for id, _ in legs if id == order.lieutenant), legs[0][0])
    for id in carry:
        asset = state.assets[id]
        held = isinstance(asset, Item | Information) and asset.holder in dict(legs)
        if not held:
            yield changes.Moved(id, "", bearer)


def _train_changes(state: State, id: str, retyped: str) -> Iterator[changes.Change]:
    trainee = state.assets[id]
    known = state.house.catalogue.units.get(retyped)
    if isinstance(trainee, Unit) and known is not None:
        better = replace(trainee, type=retyped, competencies=known.competencies, level=known.level)
        yield changes.Added(replace(better, powers=known.powers, kinds=known.kinds), "L-ACT-TRAIN")
    elif isinstance(trainee, Unit | Lieutenant):
        yield changes.Added(replace(trainee, level=trainee.level + 1), "L-ACT-TRAIN")
