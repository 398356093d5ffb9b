"""Free actions that heal, hide, find, and make rivals pay (W-FX)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chronicle.model.audience import visibility_of_factions
from chronicle.records import replace
from chronicle.rules.wwn.actions.exposes import Search
from chronicle.rules.wwn.actions.mends import Mending
from chronicle.rules.wwn.state import Asset, Mark, State
from tests.rules.wwn.boards import Played, asset, board, played, poor, uses

Table = Mapping[str, tuple[int, ...]]


# ── W-FX-MENDS ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("target", "hp", "healed", "outcome"),
    [
        ("knights", 5, 2, "done"),
        # Knights have 16 in all, so that one is the most that they lack.
        ("knights", 15, 1, "done"),
        ("knights", 16, 0, "target-unhurt"),
        ("usurers", 1, 0, "barred"),
        ("magical-logistics", 1, 2, "done"),
    ],
)
def test_w_fx_mends_heals_two_of_a_force_asset_anywhere(
    target: str, hp: int, healed: int, outcome: str
) -> None:
    state = board(asset("magical-logistics"), asset(target, at="moor", hp=hp))
    found = played(state, uses(state, "magical-logistics", target=target))
    assert (found.came_to, found.hp(target), found.treasure()) == (outcome, hp + healed, 0)
    if healed:
        assert found.details == Mending(target, f"The {target}", healed, 0)
        assert found.acted.known == visibility_of_factions(["vael"])
        again = played(found.after, uses(found.after, "magical-logistics", target=target))
        assert again.came_to == "used-already"


def test_w_fx_mends_ones_own_alone() -> None:
    state = board(asset("magical-logistics"), asset("knights", "oru", hp=1))
    found = played(state, uses(state, "magical-logistics", target="knights"))
    assert found.came_to == "target-gone"


# ── W-FX-CLOAKS ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("stealth", "treasure", "outcome"),
    [("hidden", 5, "hidden-already"), ("carried", 5, "done"), ("", 0, "no-treasure")],
)
def test_w_fx_cloaks_not_who_is_hidden_or_can_not_pay(
    stealth: str, treasure: int, outcome: str
) -> None:
    shifters = asset("shapeshifters", stealth=stealth)
    state = board(shifters, factions=[poor("vael", treasure)])
    assert played(state, uses(state, "shapeshifters")).came_to == outcome


def befriended(state: State, target: str) -> Played:
    return played(state, uses(state, "hired-friends", target=target))


@pytest.mark.parametrize(
    ("target", "at", "outcome"),
    [
        ("usurers", "castle", "done"),
        ("usurers", "ford", "done"),
        ("usurers", "mill", "too-far"),
        ("infantry", "castle", "barred"),
    ],
)
def test_w_fx_cloaks_hired_friends_make_a_wealth_asset_subtle(
    target: str, at: str, outcome: str
) -> None:
    found = befriended(board(asset("hired-friends"), asset(target, at=at)), target)
    assert (found.came_to, found.treasure()) == (outcome, -1 if outcome == "done" else 0)
    assert found.after.subtle(found.after.assets[target]) == (outcome == "done")


def test_w_fx_cloaks_what_others_have_made_subtle_stays_so() -> None:
    others = asset("usurers", marks=(Mark("subtle", by="others"), Mark("smuggled")))
    state = board(asset("hired-friends"), others, asset("farmers"))
    found = befriended(state, "farmers").after
    assert found.assets["usurers"] == others
    assert befriended(state, "prophet").came_to == "target-gone"


# ── W-FX-EXPOSES ─────────────────────────────────────────────────────────────────────────────────


def exposed(state: State, dice: Table | None = None) -> Played:
    return played(state, uses(state, "informers", against="oru"), dice)


WON: Table = {"check": (5,), "defence": (5,)}
HIDDEN = (
    asset("thugs", "oru", "castle", stealth="hidden"),
    asset("prophet", "oru", "ford", stealth="carried"),
    asset("smugglers", "oru", "mill", stealth="hidden"),
    asset("knights", "kell", "castle", stealth="hidden"),
)


def test_w_fx_exposes_of_who_hides_nothing_nobody_learns_that_he_was_sought() -> None:
    found = exposed(board(asset("informers")), WON)
    assert (found.came_to, found.details) == ("done", Search("oru", (), 1))
    assert found.acted.known == visibility_of_factions(["vael"])


def test_w_fx_exposes_a_finder_in_hiding_stays_unnamed() -> None:
    found = exposed(board(asset("informers", stealth="hidden"), *HIDDEN), WON)
    assert found.after.assets["informers"].stealth == "hidden"
    assert (found.acted.known, found.acted.touched) == (
        visibility_of_factions(["vael"]),
        frozenset({"oru"}),
    )


def test_w_fx_exposes_only_for_a_treasure_and_others() -> None:
    state = board(asset("informers"), *HIDDEN, factions=[poor("vael")])
    assert exposed(state).came_to == "no-treasure"
    own = board(asset("informers"))
    assert played(own, uses(own, "informers", against="vael")).came_to == "target-gone"


# ── W-FX-DEMANDS ─────────────────────────────────────────────────────────────────────────────────


def squeezed(state: State, by: str = "monopoly", dice: Table | None = None) -> Played:
    return played(state, uses(state, by, target="farmers"), dice)


SHOP = asset("farmers", "oru", "castle")


@pytest.mark.parametrize(
    ("target", "outcome"),
    [
        (replace(SHOP, at="ford"), "too-far"),
        (replace(SHOP, stealth="hidden"), "target-gone"),
        (replace(SHOP, faction="vael"), "target-gone"),
    ],
)
def test_w_fx_demands_of_rivals_assets_in_the_open_here(target: Asset, outcome: str) -> None:
    found = squeezed(board(asset("monopoly"), target))
    assert (found.came_to, found.acted.changes) == (outcome, ())
