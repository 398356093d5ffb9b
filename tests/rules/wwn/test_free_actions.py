"""Free actions that heal, hide, find, and make rivals pay (W-FX)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chronicle.model.audience import FOR_EVERYONE, visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.wwn.apply import fold
from chronicle.rules.wwn.changes import Lost, Moved
from chronicle.rules.wwn.events import Cloaking, Demand, Mending, Search
from chronicle.rules.wwn.orders import FreeActionOrder
from chronicle.rules.wwn.state import Asset, Mark, Policy, State
from chronicle.rules.wwn.upkeep import upkeep_event
from tests.rules.wwn.boards import (
    TURN,
    Played,
    all_orders,
    asset,
    board,
    faction,
    order,
    paying,
    played,
    poor,
    uses,
)

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


def test_w_fx_cloaks_shapeshifters_hide_themselves_for_a_treasure() -> None:
    # Even beside a rival's base, where nobody else can be hidden.
    state = board(asset("shapeshifters", at="mill"))
    found = played(state, uses(state, "shapeshifters"))
    assert (found.after.assets["shapeshifters"].stealth, found.treasure()) == ("hidden", -1)
    assert found.details == Cloaking("shapeshifters", "The shapeshifters", "stealth", 1)
    assert found.acted.known == visibility_of_factions(["vael"])


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


def test_w_fx_cloaks_it_lasts_until_they_are_gone_or_do_it_anew() -> None:
    state = board(asset("hired-friends"), asset("usurers"), asset("farmers"))
    first = befriended(state, "usurers").after
    moved = fold(first, (Moved("usurers", "ford"),))
    assert moved.subtle(moved.assets["usurers"])
    gone = fold(first, (Lost("hired-friends"),))
    assert not gone.subtle(gone.assets["usurers"])
    second = befriended(replace(first, used=frozenset()), "farmers").after
    assert [second.subtle(second.assets[id]) for id in ("usurers", "farmers")] == [False, True]


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
LOST: Table = {"check": (4,), "defence": (5,)}
HIDDEN = (
    asset("thugs", "oru", "castle", stealth="hidden"),
    asset("prophet", "oru", "ford", stealth="carried"),
    asset("smugglers", "oru", "mill", stealth="hidden"),
    asset("knights", "kell", "castle", stealth="hidden"),
)


def test_w_fx_exposes_all_that_a_faction_hides_in_reach() -> None:
    # Vael's 4 + 5 = 9 against 3 + 5 = 8; the mill is two moves away, Kell is another faction.
    found = exposed(board(asset("informers"), *HIDDEN), WON)
    stealth = {one.id: found.after.assets[one.id].stealth for one in HIDDEN}
    assert stealth == {"thugs": "", "prophet": "", "smugglers": "hidden", "knights": "hidden"}
    assert isinstance(found.details, Search)
    assert [subject.id for subject in found.details.found] == ["prophet", "thugs"]
    assert (found.came_to, found.treasure()) == ("done", -1)
    assert found.acted.known == FOR_EVERYONE


def test_w_fx_exposes_a_tie_finds_nobody_and_nobody_learns_of_it() -> None:
    # 4 + 4 = 8 against 3 + 5 = 8.
    found = exposed(board(asset("informers"), *HIDDEN), LOST)
    assert (found.came_to, found.treasure(), found.details) == ("failed", -1, Search("oru", (), 1))
    assert (found.acted.known, found.acted.touched) == (
        visibility_of_factions(["vael"]),
        frozenset(),
    )
    assert found.hp("informers") == 3


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


def test_w_fx_demands_a_monopoly_is_paid_a_treasure() -> None:
    found = squeezed(board(asset("monopoly"), SHOP))
    assert (found.treasure(), found.treasure("oru"), found.hp("farmers")) == (1, -1, 4)
    assert found.details == Demand("farmers", "The farmers", "oru", 1, 1, "")
    assert found.acted.known == visibility_of_factions(["vael", "oru"])


@pytest.mark.parametrize(("pays", "treasure"), [(False, 20), (True, 0)])
def test_w_fx_demands_what_is_not_paid_for_is_lost(pays: bool, treasure: int) -> None:
    owner = paying("oru", pays=pays, treasure=treasure)
    found = squeezed(board(asset("monopoly"), SHOP, factions=[owner]))
    assert (found.treasure(), found.treasure("oru"), found.hp("farmers")) == (0, 0, 0)
    assert found.details == Demand("farmers", "The farmers", "oru", 1, 0, "lost")
    assert found.acted.known == FOR_EVERYONE


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


def test_w_fx_demands_from_hiding_only_the_loss_is_felt() -> None:
    found = squeezed(board(asset("monopoly", stealth="hidden"), SHOP))
    assert (found.acted.known, found.acted.touched) == (
        visibility_of_factions(["vael"]),
        frozenset({"oru"}),
    )


# An interruption is Cunning against Wealth: both are 4 here.
CUT: Table = {"check": (6,), "defence": (5,)}


def test_w_fx_demands_supplies_are_put_right_for_half_the_cost() -> None:
    found = squeezed(board(asset("supply-interruption"), SHOP), "supply-interruption", CUT)
    # Half of the 2 that farmers cost; who asks has nothing of it.
    assert (found.treasure(), found.treasure("oru")) == (0, -1)
    assert found.after.assets["farmers"].marks == ()


def test_w_fx_demands_half_of_an_odd_cost_is_rounded_up() -> None:
    caravan = asset("caravan", "oru", "castle")
    state = board(asset("supply-interruption"), caravan)
    found = played(state, uses(state, "supply-interruption", target="caravan"), CUT)
    # 5 / 2.
    assert found.treasure("oru") == -3


def test_w_fx_demands_a_tie_asks_nothing() -> None:
    tie = {"check": (5,), "defence": (5,)}
    found = squeezed(board(asset("supply-interruption"), SHOP), "supply-interruption", tie)
    assert (found.came_to, found.treasure("oru")) == ("failed", 0)
    assert found.acted.known == visibility_of_factions(["vael", "oru"])


def test_w_fx_demands_supplies_not_paid_for_withhold_it_until_they_are() -> None:
    owner = paying("oru", pays=False)
    state = board(asset("supply-interruption"), SHOP, factions=[owner])
    found = squeezed(state, "supply-interruption", CUT)
    held = found.after
    assert held.assets["farmers"].marks == (Mark("withheld", amount=1),)
    assert not held.usable(held.assets["farmers"])
    # Who meets no demands doesn't meet it later, who does pays with the upkeep of its next turn.
    nobody = all_orders(order(FreeActionOrder(0), "farmers", "oru"))
    dice = Dice(b"boards", TURN)
    assert upkeep_event(held, nobody, dice, "oru") is None
    willing = held.with_faction(faction("oru", policy=Policy(pays=True)))
    paid = upkeep_event(willing, nobody, dice, "oru")
    assert paid is not None
    after = fold(willing, paid.changes)
    assert (after.assets["farmers"].marks, after.factions["oru"].treasure) == ((), 19)
