"""Two assets face to face at the ford: Vael's attack on Oru, with dice given.

Vael has Force 3, Cunning 4, Wealth 2; Oru 2, 3, 4. Assets are those that ship.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chronicle.records import replace
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.events import Attacked
from chronicle.rules.wwn.fights.attack import resolve_attack
from chronicle.rules.wwn.fights.fight import AttackOrigin
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Asset, HouseRules, Piece, State
from tests.rules.wwn.custom_catalogue_boards import board, orders, told

HOUSE = HouseRules(catalogue=shipped_catalogue())
KEY = "vael/hit"
Table = Mapping[str, tuple[int, ...]]


def asset(id: str, faction: str, of: str, at: str = "ford", **fields: Any) -> Asset:
    """An asset that ships, unhurt and at the ford unless told otherwise."""
    hp = fields.pop("hp", HOUSE.catalogue.assets[of].hp)
    return Asset(id, id.title(), faction, at, of, hp, **fields)


def ford(*pieces: Piece, **more: Any) -> State:
    return replace(board(*pieces, **more), house=HOUSE)


def fight(state: State, dice: Table, own: Orders | None = None, attacker: str = "ours") -> Attacked:
    """The attack of Vael's `ours` on Oru."""
    table = {f"{KEY}/{purpose}": faces for purpose, faces in dice.items()}
    by = state.assets[attacker]
    occasion = AttackOrigin("5/vael/hit", KEY, "hit")
    return resolve_attack(state, own or orders(), told(table), by, "oru", occasion)


def pair(ours: str, theirs: str, *more: Piece, **fields: Any) -> State:
    """Two assets face to face; ``ours_…`` and ``theirs_…`` are their fields."""
    own = {name[5:]: value for name, value in fields.items() if name.startswith("ours_")}
    other = {name[7:]: value for name, value in fields.items() if name.startswith("theirs_")}
    return ford(
        asset("ours", "vael", ours, **own),
        asset("theirs", "oru", theirs, **other),
        *more,
        factions=fields.get("factions", ()),
    )
