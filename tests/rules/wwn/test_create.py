"""Assets created: where, by whom, at what price, and how they come into play (W-ACT-5)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chronicle.model.audience import FOR_EVERYONE
from chronicle.rules.wwn.actions.create import CreateOrder, Purchase
from chronicle.rules.wwn.state import Asset, FactionState, Mark, Piece, State
from tests.rules.wwn.boards import Played, asset, base, board, faction, order, played, poor

Table = Mapping[str, tuple[int, ...]]


def bought(
    state: State, of: str, *helpers: str, at: str = "castle", dice: Table | None = None
) -> Played:
    new = Asset("new", "The New", "vael", at, of, 1)
    return played(state, order(CreateOrder(new, helpers)), dice)


@pytest.mark.parametrize(
    ("of", "figures", "outcome"),
    [
        # Vael has Force 5, Cunning 4, Wealth 2, no magic.
        ("siege-experts", {}, "done"),
        ("knights", {}, "barred"),
        ("seditionists", {}, "done"),
        ("free-company", {}, "barred"),
        ("witch-hunters", {}, "barred"),
        ("witch-hunters", {"magic": "low"}, "done"),
        ("enchanted-elites", {"magic": "low"}, "barred"),
        ("demonic-slayer", {"magic": "medium"}, "barred"),
        ("demonic-slayer", {"magic": "high"}, "done"),
        ("infantry", {"treasure": 6}, "done"),
        ("infantry", {"treasure": 5}, "no-treasure"),
    ],
)
def test_w_act_5_what_a_faction_may_have(of: str, figures: dict[str, object], outcome: str) -> None:
    found = bought(board(factions=[faction("vael", **figures)]), of)
    assert (found.came_to, "new" in found.after.assets) == (outcome, outcome == "done")


@pytest.mark.parametrize(
    ("pieces", "outcome"),
    [((), "no-base"), ((base("tower"),), "done"), ((base("tower", "oru"),), "no-base")],
)
def test_w_act_5_only_where_it_has_a_base(pieces: tuple[Piece, ...], outcome: str) -> None:
    assert bought(board(*pieces), "infantry", at="ford").came_to == outcome


def test_w_fx_waterborne_a_fleet_is_built_by_water() -> None:
    state = board(base("docks", at="quay"))
    assert bought(state, "war-fleet", at="quay").came_to == "done"
    assert bought(state, "war-fleet").came_to == "no-water"


# ── Price ────────────────────────────────────────────────────────────────────────────────────────


def test_w_fx_cheapens_a_merchant_prince_takes_off_what_his_die_shows_here() -> None:
    state = board(asset("merchant-prince"), base("tower"))
    dice = {"hurt-merchant-prince": (2,), "price-merchant-prince": (3,)}
    found = bought(state, "siege-experts", "merchant-prince", dice=dice)
    assert (found.treasure(), found.hp("merchant-prince")) == (-7, 8)
    # Elsewhere he is of no use, and doesn't suffer.
    away = bought(state, "siege-experts", "merchant-prince", at="ford")
    assert (away.treasure(), away.hp("merchant-prince")) == (-10, 10)


def test_w_fx_cheapens_an_asset_that_is_used_up_or_held_helps_nobody() -> None:
    for mark in (Mark("hobbled", until=5), Mark("unusable", by="x")):
        assert (
            bought(board(asset("usurers", marks=(mark,))), "infantry", "usurers").treasure() == -6
        )
    spent = board(asset("usurers"), used=frozenset({"usurers"}))
    assert bought(spent, "infantry", "usurers").treasure() == -6


def test_w_act_5_who_falls_short_even_so_has_paid_for_nothing_but_its_helpers_suffered() -> None:
    state = board(asset("usurers"), factions=[poor("vael", 3)])
    found = bought(state, "infantry", "usurers", dice={"hurt-usurers": (4,)})
    assert (found.came_to, found.treasure(), found.hp("usurers")) == ("no-treasure", 0, 4)


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


def test_w_fx_empowers_a_genius_elsewhere_or_for_want_of_treasure_is_not_given_up() -> None:
    away = board(asset("mad-genius", at="ford"))
    assert bought(away, "demonic-slayer", "mad-genius").came_to == "barred"
    assert bought(away, "infantry", "mad-genius").hp("mad-genius") == 2
    broke = board(asset("mad-genius"), factions=[poor("vael", 1)])
    found = bought(broke, "demonic-slayer", "mad-genius")
    assert (found.came_to, found.hp("mad-genius")) == ("no-treasure", 2)


# ── How it comes into play ───────────────────────────────────────────────────────────────────────


def innovative(*pieces: Piece) -> State:
    inventor: FactionState = faction("vael", tags=("innovative",))
    return board(*pieces, factions=[inventor])


@pytest.mark.parametrize(
    ("of", "outcome", "above"),
    [
        # Two above Force 5 is 7, above Wealth 2 is 4.
        ("infantry", "done", False),
        # Level 7 is in reach, its cost of 25 is not.
        ("brilliant-general", "no-treasure", False),
        ("knights", "done", True),
        ("monopoly", "done", True),
        ("smuggling-fleet", "barred", False),
    ],
)
def test_w_tag_innovative_buys_above_its_ratings(of: str, outcome: str, above: bool) -> None:
    found = bought(innovative(), of)
    assert found.came_to == outcome
    if outcome == "done":
        assert found.after.assets["new"].above is above


def test_w_tag_innovative_has_two_such_assets_at_most() -> None:
    two = [asset("monopoly", id=f"m-{n}", above=True) for n in range(2)]
    assert bought(innovative(*two), "knights").came_to == "barred"
    assert bought(innovative(*two), "infantry").came_to == "done"
    assert bought(innovative(two[0]), "knights").came_to == "done"
