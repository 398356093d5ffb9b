"""Small boards with the catalogue as it ships, one order on them, and dice that show what is told.

Three factions: `vael` (Force 5, Cunning 4, Wealth 2; 17 hit points, seat in the castle), `oru` (2,
3, 4; 12, in the mill) and `kell` (1, 1, 1; 3, on the moor), 20 Treasure each. The places lie in a
row, one move apart: isle, quay, castle, ford, mill, fen, moor; isle, quay and fen are by water.
Vael acts, unless a test says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from chronicle.model.dice import Dice, Roll
from chronicle.records import Record, replace
from chronicle.rules.wwn.actions import resolve_order
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.catalogue.records import AssetType, Catalogue
from chronicle.rules.wwn.changes import fold
from chronicle.rules.wwn.effects import EFFECT_BY_WORD
from chronicle.rules.wwn.events import Acted, Attacked, Details, Event, Unveiled
from chronicle.rules.wwn.orders import Command, FactionOrders, FreeActionOrder, Order, Orders
from chronicle.rules.wwn.state import (
    Asset,
    Base,
    FactionState,
    HouseRules,
    Piece,
    PlaceState,
    Policy,
    State,
)

TURN: Final = 5
SHIPPED: Final = shipped_catalogue()
_ROW: Final = ("isle", "quay", "castle", "ford", "mill", "fen", "moor")
_WATER: Final = frozenset({"isle", "quay", "fen"})
_RATINGS: Final = {"vael": (5, 4, 2), "oru": (2, 3, 4), "kell": (1, 1, 1)}
SEATS: Final = {"vael": "castle", "oru": "mill", "kell": "moor"}


def faction(id: str, **figures: Any) -> FactionState:
    """A faction, unhurt and with 20 Treasure unless told otherwise."""
    force, cunning, wealth = _RATINGS[id]
    fresh = FactionState(id, force, cunning, wealth, "none", 20, 0)
    made = replace(fresh, **figures)
    return replace(made, hp=figures.get("hp", made.maximum))


def asset(of: str, faction: str = "vael", at: str = "", id: str = "", **fields: Any) -> Asset:
    """An asset of a type, by its id too, unhurt and at its faction's seat unless told otherwise."""
    hp = fields.pop("hp", SHIPPED.assets[of].hp)
    id = id or of
    return Asset(id, f"The {id}", faction, at or SEATS[faction], of, hp, **fields)


def base(id: str, faction: str = "vael", at: str = "ford", hp: int = 4, **fields: Any) -> Base:
    return Base(id, f"The {id}", faction, at, hp, **{"maximum": hp, **fields})


def places(*changed: PlaceState) -> dict[str, PlaceState]:
    """The row of places, with these in the stead of those of their ids."""
    row = {
        id: PlaceState(
            id, water=id in _WATER, neighbours=(*_ROW[max(0, n - 1) : n], *_ROW[n + 1 : n + 2])
        )
        for n, id in enumerate(_ROW)
    }
    told = {
        place.id: replace(place, neighbours=row[place.id].neighbours, water=row[place.id].water)
        for place in changed
    }
    return {**row, **told}


def board(
    *pieces: Piece,
    factions: Iterable[FactionState] = (),
    barred: Iterable[PlaceState] = (),
    house: Mapping[str, Any] | None = None,
    types: Iterable[AssetType] = (),
    **more: Any,
) -> State:
    """A board with the three factions, their seats and these pieces."""
    told = {one.id: one for one in factions}
    powers = {id: told.get(id) or faction(id) for id in _RATINGS}
    seats = (
        Base(f"{id}-hall", "Hall", id, SEATS[id], one.hp, one.maximum, headquarters=True)
        for id, one in powers.items()
    )
    everything = (*seats, *pieces)
    own = {**SHIPPED.assets, **{one.id: one for one in types}}
    return State(
        turn=TURN,
        factions=powers,
        assets={one.id: one for one in everything if isinstance(one, Asset)},
        bases={one.id: one for one in everything if isinstance(one, Base)},
        places=places(*barred),
        house=HouseRules(catalogue=Catalogue(own, SHIPPED.tags), **(house or {})),
        **more,
    )


class Played(Record):
    """An order as carried out: the board before and after, and the events."""

    before: State
    after: State
    events: tuple[Event, ...]

    @property
    def acted(self) -> Acted:
        """The event of the order itself."""
        return next(event for event in self.events if isinstance(event, Acted))

    @property
    def details(self) -> Details | None:
        return self.acted.details

    @property
    def came_to(self) -> str:
        """The outcome, or why nothing was carried out."""
        return self.acted.reason or self.acted.outcome

    @property
    def unveiled(self) -> tuple[Unveiled, ...]:
        return tuple(event for event in self.events if isinstance(event, Unveiled))

    @property
    def clashes(self) -> tuple[Attacked, ...]:
        return tuple(event for event in self.events if isinstance(event, Attacked))

    @property
    def rolls(self) -> dict[str, Roll]:
        """All rolls by what they were thrown for."""
        rolls = (roll for event in self.events for roll in event.rolls)
        return {roll.id.split("/", 3)[3]: roll for roll in rolls}

    def treasure(self, faction: str = "vael") -> int:
        """How the Treasure of a faction changed."""
        return self.after.factions[faction].treasure - self.before.factions[faction].treasure

    def at(self, id: str) -> str:
        return self.after.assets[id].at

    def hp(self, id: str) -> int:
        """What an asset or a base has left; 0 when it is gone."""
        piece = self.after.piece(id)
        return piece.hp if piece is not None else 0


def order(command: Command, asset: str = "", faction: str = "vael", **more: Any) -> Order:
    return Order(faction, more.pop("id", "go"), asset, command, **more)


def uses(state: State, id: str, word: str = "", **command: str) -> Order:
    """The order to use the free action of an asset: the only one, or the one with this word."""
    found = state.assets[id]
    effects = state.type_of(found).effects
    kinds = (EFFECT_BY_WORD[word],) if word else Free
    position = next(n for n, effect in enumerate(effects) if isinstance(effect, kinds))
    return order(FreeActionOrder(position, **command), id, found.faction, free=True)


Free: Final = tuple(
    EFFECT_BY_WORD[word] for word in ("carries", "yields", "mends", "exposes", "cloaks", "demands")
)


def all_orders(*given: Order, others: Iterable[FactionOrders] = (), **own: Any) -> Orders:
    """The orders of a turn in which one faction gives these, and others theirs."""
    first = FactionOrders(given[0].faction, orders=given, **own)
    return Orders(TURN, {one.faction: one for one in (first, *others)})


def played(
    state: State,
    given: Order,
    table: Mapping[str, tuple[int, ...]] | None = None,
    /,
    *,
    orders: Orders | None = None,
    **wanted: tuple[int, ...],
) -> Played:
    """An order carried out with dice that show what is wanted, by the purpose of the roll.

    In ``wanted`` `_` stands for `-`. Each must be thrown, and nothing else.
    """
    told = {
        **(table or {}),
        **{purpose.replace("_", "-"): dice for purpose, dice in wanted.items()},
    }
    dice = Dice(b"boards", TURN, {f"{given.key}/{name}": faces for name, faces in told.items()})
    found = tuple(resolve_order(state, given, orders or all_orders(given), dice))
    after = state
    for event in found:
        after = fold(after, event.changes)
    result = Played(state, after, found)
    assert {name: roll.source for name, roll in result.rolls.items()} == dict.fromkeys(
        told, "table"
    )
    return result


def poor(id: str, treasure: int = 0, **figures: Any) -> FactionState:
    """A faction with so little Treasure."""
    return faction(id, treasure=treasure, **figures)


def paying(id: str, *, pays: bool, **figures: Any) -> FactionState:
    """A faction that meets demands and tolls, or doesn't."""
    return faction(id, policy=Policy(pays=pays), **figures)
