"""Small boards of factions made in memory, with their own catalogue and given dice.

Three factions: `vael` (Force 3, Cunning 4, Wealth 2), `oru` (2, 3, 4) and `kell` (1, 1, 1), each
with its headquarters: in the castle, the mill and the inn. Castle and mill lie on either side of
the ford, which touches the inn; each of these steps is one move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.wwn.catalogue.records import AssetType, AttackProfile, Catalogue, Tag
from chronicle.rules.wwn.changes import fold
from chronicle.rules.wwn.dice_amounts import parse_dice_amount
from chronicle.rules.wwn.effects import Effect, Income, Redoes, Shelters, Spots, Unsellable, Upkeep
from chronicle.rules.wwn.events import Event, GoalChecked
from chronicle.rules.wwn.goal_progress import goal_event
from chronicle.rules.wwn.orders import FactionOrders, Orders
from chronicle.rules.wwn.state import (
    Asset,
    Base,
    FactionState,
    Goal,
    HouseRules,
    Piece,
    PlaceState,
    State,
)
from chronicle.rules.wwn.terms import Attribute, GoalKind

TURN: Final = 5


def kind(
    id: str,
    attribute: Attribute,
    level: int = 1,
    *effects: Effect,
    hp: int = 6,
    cost: int = 4,
    target: Attribute = "force",
    damage: str = "",
    counter: str = "",
    subtle: bool = False,
) -> AssetType:
    """A kind of asset; without ``damage`` it can't attack."""
    return AssetType(
        id=id,
        name=id.title(),
        attribute=attribute,
        level=level,
        hp=hp,
        cost=cost,
        magic="none",
        attack=AttackProfile(attribute, target, parse_dice_amount(damage)) if damage else None,
        counter=parse_dice_amount(counter) if counter else None,
        subtle=subtle,
        effects=effects,
    )


TYPES: Final = (
    kind("spears", "force", hp=6, cost=3, damage="1d6", counter="1d4"),
    kind("knights", "force", 2, hp=10, cost=8, damage="2d6", counter="1d8"),
    kind("giants", "force", 4, hp=10, cost=9),
    kind("militia", "force", hp=7, cost=2),
    kind("hounds", "force", 1, Upkeep(1), cost=5),
    kind("spies", "cunning", hp=3, cost=2, target="cunning", damage="1d4", subtle=True),
    kind("liars", "cunning", hp=5, cost=3),
    kind("court", "cunning", 2, Income(1), hp=5, cost=6),
    kind("seers", "cunning", 3, Spots("start", 1), cost=9),
    kind("benders", "cunning", 3, Redoes(), cost=9),
    kind("refuge", "cunning", 3, Shelters(), cost=9, subtle=True),
    kind("shop", "wealth", hp=4, cost=2),
    kind("bank", "wealth", 2, Income(2), hp=8, cost=8),
    kind("company", "wealth", 3, Upkeep(1, mercenary=True), cost=8, damage="2d4", counter="1d6"),
    kind("legion", "wealth", 4, Upkeep(2, mercenary=True), Unsellable(), cost=30, damage="2d8"),
)
TAGS: Final = (Tag("blessed", "Blessed", (Income(3),)),)
CATALOGUE: Final = Catalogue({one.id: one for one in TYPES}, {one.id: one for one in TAGS})

PLACES: Final = (
    PlaceState("castle", ruler="vael", neighbours=("ford",)),
    PlaceState("ford", neighbours=("castle", "mill", "inn")),
    PlaceState("mill", ruler="oru", neighbours=("ford",)),
    PlaceState("inn", ruler="kell", neighbours=("ford",)),
)
_RATINGS: Final = {"vael": (3, 4, 2), "oru": (2, 3, 4), "kell": (1, 1, 1)}
_HOMES: Final = {"vael": "castle", "oru": "mill", "kell": "inn"}


def faction(id: str, **figures: Any) -> FactionState:
    """A faction, unhurt and with 10 Treasure unless told otherwise."""
    force, cunning, wealth = _RATINGS[id]
    fresh = FactionState(id, force, cunning, wealth, "none", 10, 0)
    made = replace(fresh, **{"treasure": 10, **figures})
    return replace(made, hp=figures.get("hp", made.maximum))


def asset(id: str, faction: str, of: str, at: str = "", **fields: Any) -> Asset:
    """An asset of a type, unhurt and at its faction's headquarters unless told otherwise."""
    hp = fields.pop("hp", CATALOGUE.assets[of].hp)
    return Asset(id, id.title(), faction, at or _HOMES[faction], of, hp, **fields)


def base(id: str, faction: str, at: str, hp: int = 4, **fields: Any) -> Base:
    return Base(id, id.title(), faction, at, hp, **{"maximum": hp, **fields})


def board(
    *pieces: Piece,
    factions: Iterable[FactionState] = (),
    places: Iterable[PlaceState] = (),
    house: Mapping[str, Any] | None = None,
    turn: int = TURN,
) -> State:
    """A board with the three factions, their headquarters and these pieces."""
    told = {one.id: one for one in factions}
    powers = {id: told.get(id) or faction(id) for id in _RATINGS}
    seats = [
        Base(f"{id}-hall", "Hall", id, _HOMES[id], one.hp, one.maximum, headquarters=True)
        for id, one in powers.items()
    ]
    everything = (*seats, *pieces)
    return State(
        turn=turn,
        factions=powers,
        assets={one.id: one for one in everything if isinstance(one, Asset)},
        bases={one.id: one for one in everything if isinstance(one, Base)},
        places={one.id: one for one in (*PLACES, *places)},
        house=HouseRules(catalogue=CATALOGUE, **(house or {})),
    )


def orders(*own: FactionOrders, turn: int = TURN, **more: Any) -> Orders:
    return Orders(turn, {one.faction: one for one in own}, **more)


def told(table: Mapping[str, tuple[int, ...]], turn: int = TURN) -> Dice:
    """Dice that show this, roll by roll."""
    return Dice(b"courts", turn, table)


def after(state: State, *events: Event) -> State:
    """The board after these events."""
    for event in events:
        state = fold(state, event.changes)
    return state


#: The board after the end of a turn, and the event that was it.
Striving = tuple[State, GoalChecked]


def goal(kind: GoalKind, **fields: Any) -> Goal:
    return Goal(kind, **fields)


def striving(
    command: Goal | None,
    *pieces: Piece,
    past: Iterable[Event] = (),
    own: FactionOrders | None = None,
    house: dict[str, Any] | None = None,
    **figures: Any,
) -> Striving:
    """The end of Vael's turn with this goal, and the board after it."""
    state = board(*pieces, factions=[faction("vael", goal=command, **figures)], house=house)
    event = goal_event(state, orders(own or FactionOrders("vael")), told({}), "vael", past)
    return after(state, event), event
