"""Assets created: where, by whom, at what price, and how they come into play (W-ACT-5)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chronicle.model.audience import FOR_EVERYONE
from chronicle.rules.wwn.events import Purchase
from chronicle.rules.wwn.orders import CreateOrder
from chronicle.rules.wwn.state import Asset, Piece, State
from tests.rules.wwn.boards import Played, asset, base, board, order, played

Table = Mapping[str, tuple[int, ...]]


def bought(
    state: State, of: str, *helpers: str, at: str = "castle", dice: Table | None = None
) -> Played:
    new = Asset("new", "The New", "vael", at, of, 1)
    return played(state, order(CreateOrder(new, helpers)), dice)


@pytest.mark.parametrize(
    ("pieces", "outcome"),
    [
        ((), "no-base"),
        ((base("tower"),), "done"),
        ((base("tower", "oru"),), "no-base"),
    ],
)
def test_w_act_5_only_where_it_has_a_base(pieces: tuple[Piece, ...], outcome: str) -> None:
    assert bought(board(*pieces), "infantry", at="ford").came_to == outcome


def test_w_fx_waterborne_a_fleet_is_built_by_water() -> None:
    state = board(base("docks", at="quay"))
    assert bought(state, "war-fleet", at="quay").came_to == "done"
    assert bought(state, "war-fleet").came_to == "no-water"


# ── Magic ────────────────────────────────────────────────────────────────────────────────────────


def test_w_fx_empowers_a_genius_is_given_up_for_the_highest_grade() -> None:
    state = board(asset("mad-genius"))
    assert bought(state, "demonic-slayer").came_to == "barred"
    found = bought(state, "demonic-slayer", "mad-genius")
    assert (found.came_to, found.hp("mad-genius")) == ("done", 0)
    assert isinstance(found.details, Purchase)
    assert found.details.helped == (("mad-genius", 0, 2),)
    # Everybody saw the genius, nobody the slayer, who starts in hiding.
    assert found.acted.known == FOR_EVERYONE
