"""Treasure that free actions bring (W-FX-YIELDS, W-FX-DOUBLES)."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.rules.wwn.state import Asset, Mark
from tests.rules.wwn.boards import Played, asset, board, played, poor, uses


def reaped(
    id: str,
    dice: Mapping[str, tuple[int, ...]],
    *others: Asset,
    treasure: int = 20,
    hp: int = 0,
) -> Played:
    own = asset(id, hp=hp) if hp else asset(id)
    state = board(own, *others, factions=[poor("vael", treasure)])
    return played(state, uses(state, id), dice)


def test_w_turn_4_it_yields_once_a_turn() -> None:
    found = reaped("farmers", {"yield": (6,)})
    assert played(found.after, uses(found.after, "farmers")).came_to == "used-already"


def test_w_fx_doubles_for_the_owners_where_they_stand_alone() -> None:
    for other in (
        asset("ancient-mechanisms", at="ford"),
        asset("ancient-mechanisms", "oru", "castle"),
        asset("ancient-mechanisms", marks=(Mark("unusable", by="x"),)),
    ):
        assert reaped("farmers", {"yield": (5,)}, other).treasure() == 1
