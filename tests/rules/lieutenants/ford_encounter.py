"""Who meets at the ford: the Oru's Fox waits with the giants, Vael's Kess comes with the knives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from chronicle.rules.lieutenants.actions import resolve_action
from chronicle.rules.lieutenants.actions.move import MoveOrder
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import Asset, Stance, State
from tests.rules.lieutenants.two_faction_boards import board, lieutenant, scene, unit

KESS: Final = lieutenant("kess", 2, force=2)
KNIVES: Final = unit("knives", 2, "sneak")
FOX: Final = lieutenant("fox", 3, force=1, at="ford", faction="oru")
GIANTS: Final = unit("giants", 3, "force", at="ford", faction="oru")
WAIT: Final = Stance("fox", "oru", "ambush", "ford", ("giants",), ("vael",), "cautious")
GO: Final = Order(
    "vael",
    "go",
    "kess",
    "move",
    MoveOrder((("kess", "ford"), ("knives", "ford"))),
    at="field",
    units=("knives",),
)
STANCE: Final = "stance-fox"


def board_of(*stances: Stance, over: Sequence[Asset] = (), **fields: Any) -> State:
    """The board with these stances, and these assets beside or instead of the four."""
    assets: dict[str, Asset] = {one.id: one for one in (KESS, KNIVES, FOX, GIANTS, *over)}
    standing = {stance.lieutenant: stance for stance in stances or (WAIT,)}
    return board(*assets.values(), stances=standing, **fields)


def went(
    state: State, order: Order, faces: Mapping[str, Sequence[int]] | None = None
) -> list[Event]:
    """The events of an order."""
    return list(resolve_action(scene(state, order, faces)))
