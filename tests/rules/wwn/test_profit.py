"""Treasure that free actions bring (W-FX-YIELDS, W-FX-DOUBLES)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chronicle.model.audience import FOR_EVERYONE, visibility_of_factions
from chronicle.records import replace
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.effects import Yields
from chronicle.rules.wwn.events import Profit
from chronicle.rules.wwn.state import Asset, Mark
from tests.rules.wwn.boards import SHIPPED, Played, asset, board, played, poor, uses


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


#: The asset, its die, what it brings, what it suffers.
YIELDS = [
    ("farmers", {"yield": (1,)}, 0, 0),
    ("farmers", {"yield": (4,)}, 0, 0),
    ("farmers", {"yield": (5,)}, 1, 0),
    ("farmers", {"yield": (6,)}, 1, 0),
    ("manufactory", {"yield": (1,)}, -1, 0),
    ("manufactory", {"yield": (2,)}, 1, 0),
    ("manufactory", {"yield": (5,)}, 1, 0),
    ("manufactory", {"yield": (6,)}, 2, 0),
    # A die of six less one, instead of its own die of four.
    ("trade-company", {"hurt": (3,), "yield": (6,)}, 5, 3),
    ("trade-company", {"hurt": (1,), "yield": (1,)}, 0, 1),
    ("ancient-workshop", {"hurt": (6,), "yield": (4,)}, 4, 6),
]


@pytest.mark.parametrize(
    ("id", "dice", "gained", "hurt"),
    [pytest.param(*one, id=f"W-FX-YIELDS {one[0]} {one[1]['yield'][0]}") for one in YIELDS],
)
def test_a_free_action_yields_its_treasure(
    id: str, dice: Mapping[str, tuple[int, ...]], gained: int, hurt: int
) -> None:
    found = reaped(id, dice)
    assert found.treasure() == gained
    assert found.details == Profit(gained, hurt, "", 0)
    assert found.hp(id) == found.before.assets[id].hp - hurt
    # What an asset earns its owner is nobody else's business.
    assert found.acted.known == visibility_of_factions(["vael"])


def test_w_fx_yields_gold_for_repairs_is_set_aside() -> None:
    found = reaped("golden-prosperity", {"yield": (4,)})
    assert (found.treasure(), found.after.factions["vael"].earmarked) == (0, 4)
    assert found.details == Profit(4, 0, "repairs", 0)


def test_w_fx_yields_what_gives_its_last_yields_all_the_same() -> None:
    found = reaped("trade-company", {"hurt": (4,), "yield": (3,)}, hp=2)
    assert "trade-company" not in found.after.assets
    # Two hit points were all that there was to lose; a die of 3 less one comes in.
    assert (found.treasure(), found.details) == (2, Profit(2, 2, "", 0))
    assert found.acted.known == FOR_EVERYONE


def test_w_fx_yields_a_loss_that_can_not_be_paid_is_owed() -> None:
    found = reaped("manufactory", {"yield": (1,)}, treasure=0)
    assert found.after.assets["manufactory"].marks == (Mark("owing", amount=1),)
    assert found.details == Profit(0, 0, "", 1)


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


@pytest.mark.parametrize(
    ("id", "dice", "gained"),
    [
        pytest.param("farmers", {"yield": (2, 5)}, 1, id="W-FX-DOUBLES farmers"),
        pytest.param("manufactory", {"yield": (1, 1)}, -1, id="W-FX-DOUBLES manufactory worst"),
        pytest.param("manufactory", {"yield": (6, 1)}, 2, id="W-FX-DOUBLES manufactory"),
        pytest.param("trade-company", {"hurt": (1,), "yield": (2, 6)}, 5, id="W-FX-DOUBLES trade"),
        pytest.param("ancient-workshop", {"hurt": (1,), "yield": (5, 3)}, 5, id="W-FX-DOUBLES"),
    ],
)
def test_mechanisms_have_it_thrown_twice(
    id: str, dice: Mapping[str, tuple[int, ...]], gained: int
) -> None:
    found = reaped(id, dice, asset("ancient-mechanisms"))
    assert found.treasure() == gained
    assert [part.rule for part in found.rolls["yield"].modifiers if part.reason == "more-dice"] == [
        "W-FX-DOUBLES"
    ]


def test_w_fx_doubles_for_the_owners_where_they_stand_alone() -> None:
    for other in (
        asset("ancient-mechanisms", at="ford"),
        asset("ancient-mechanisms", "oru", "castle"),
        asset("ancient-mechanisms", marks=(Mark("unusable", by="x"),)),
    ):
        assert reaped("farmers", {"yield": (5,)}, other).treasure() == 1
