"""Small boards made by hand: two factions that play, the watch, and two locales that touch.

In the town are the field, the gate and the mill, on the road the ford and the inn; the fen touches
neither. All have no owner. A thing's name is its id with a capital.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from chronicle.model.dice import Dice
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.orders import FactionOrders, Order, Orders
from chronicle.rules.lieutenants.state import (
    Asset,
    FactionState,
    HouseRules,
    Lieutenant,
    PlaceState,
    State,
    Statistics,
    Unit,
)

PLACES: Final = {
    "vale": PlaceState("vale", "region", "", ()),
    "town": PlaceState("town", "locale", "vale", ("road",)),
    "road": PlaceState("road", "locale", "vale", ("town",)),
    "fen": PlaceState("fen", "locale", "vale", ()),
    **{id: PlaceState(id, "location", "town", ()) for id in ("field", "gate", "mill")},
    **{id: PlaceState(id, "location", "road", ()) for id in ("ford", "inn")},
    "hut": PlaceState("hut", "location", "fen", ()),
}
FACTIONS: Final = {
    "vael": FactionState("vael", False, 9, 9, 9, 9, 20),
    "oru": FactionState("oru", False, 9, 9, 9, 9, 20),
    "watch": FactionState("watch", True, 9, 9, 9, 9, 20),
}


def board(
    *assets: Asset,
    places: Sequence[PlaceState] = (),
    factions: Sequence[FactionState] = (),
    house: HouseRules | None = None,
    **fields: Any,
) -> State:
    """A board with these assets on it, and these places and factions instead of those above."""
    return State(
        turn=1,
        factions={**FACTIONS, **{faction.id: faction for faction in factions}},
        assets={asset.id: asset for asset in assets},
        places={**PLACES, **{place.id: place for place in places}},
        house=house or HouseRules(),
        **fields,
    )


def lieutenant(id: str, level: int = 2, *, at: str = "field", **fields: Any) -> Lieutenant:
    """A lieutenant of Vael; statistics are named among the fields."""
    faction = fields.pop("faction", "vael")
    skills = ("force", "sneak", "charm", "lore")
    own = Statistics(**{skill: fields.pop(skill) for skill in skills if skill in fields})
    return Lieutenant(id, id.title(), faction, at, level, own, **fields)


def unit(id: str, level: int = 2, *skills: Skill, at: str = "field", **fields: Any) -> Unit:
    """A unit of Vael with these competencies."""
    faction = fields.pop("faction", "vael")
    return Unit(id, id.title(), faction, at, "band", level, skills, **fields)


def orders(*given: FactionOrders) -> Orders:
    """The orders of turn 1."""
    return Orders(1, {own.faction: own for own in given}, ())


def scene(
    state: State, order: Order, faces: Mapping[str, Sequence[int]] | None = None
) -> ActionContext:
    """An order about to be carried out on a board, with dice by purpose."""
    table = {f"{order.key}/{purpose}": thrown for purpose, thrown in (faces or {}).items()}
    return ActionContext(state, order, Dice(b"", 1, table))
