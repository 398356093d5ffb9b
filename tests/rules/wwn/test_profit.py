"""Treasure that free actions bring (W-FX-YIELDS, W-FX-DOUBLES)."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.records import replace
from chronicle.rules.wwn.actions.yields import Profit
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.effects import Yields
from chronicle.rules.wwn.state import Asset, Mark
from tests.rules.wwn.boards import SHIPPED, Played, asset, board, played, poor, uses


def reaped(
    id: str, dice: Mapping[str, tuple[int, ...]], *others: Asset, treasure: int = 20, hp: int = 0
) -> Played:
    own = asset(id, hp=hp) if hp else asset(id)
    state = board(own, *others, factions=[poor("vael", treasure)])
    return played(state, uses(state, id), dice)


def test_w_fx_yields_the_number_beside_the_dice_is_told_and_a_number_alone_is_not_thrown() -> None:
    found = reaped("trade-company", {"hurt": (1,), "yield": (4,)})
    assert [part.value for part in found.rolls["yield"].modifiers] == [-1]
    mine = replace(
        SHIPPED.assets["farmers"], id="mine", effects=(Yields(amount=DiceAmount(plus=2)),)
    )
    state = board(asset("farmers", id="pit"), types=[mine])
    state = state.with_asset(replace(state.assets["pit"], type="mine"))
    assert played(state, uses(state, "pit")).treasure() == 2


def test_w_fx_yields_a_loss_with_nothing_at_stake_takes_what_there_is() -> None:
    risk = replace(SHIPPED.assets["farmers"], id="risk", effects=(Yields((-3, 1)),))
    state = board(asset("farmers"), types=[risk], factions=[poor("vael", 2)])
    state = state.with_asset(replace(state.assets["farmers"], type="risk"))
    found = played(state, uses(state, "farmers"), {"yield": (1,)})
    assert (found.treasure(), found.details) == (-2, Profit(-2, 0, "", 0))


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
