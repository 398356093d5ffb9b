"""New bases, and the rivals who fall upon them (W-ACT-4)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chronicle.model.audience import FOR_EVERYONE, visibility_of_factions
from chronicle.records import replace
from chronicle.rules.wwn.events import Founding
from chronicle.rules.wwn.orders import ExpandOrder, FactionOrders
from chronicle.rules.wwn.state import Base, FactionState, Mark, Piece, Policy, State
from tests.rules.wwn.boards import (
    Played,
    all_orders,
    asset,
    base,
    board,
    faction,
    order,
    played,
    poor,
)

Table = Mapping[str, tuple[int, ...]]
#: Oru's check against Vael's: Vael's Cunning is 4, Oru's 3, Kell's 1.
WON: Table = {"check-oru": (5,), "defence-oru": (5,)}
LOST: Table = {"check-oru": (4,), "defence-oru": (5,)}


def founded(
    state: State,
    dice: Table | None = None,
    *,
    hp: int = 5,
    at: str = "ford",
    declares: tuple[str, ...] = (),
    free: bool = False,
    others: tuple[FactionOrders, ...] = (),
    **own: tuple[str, ...],
) -> Played:
    new = Base("tower", "The Tower", "vael", at, hp, hp)
    given = order(ExpandOrder(new, declares), free=free)
    return played(state, given, dice, orders=all_orders(given, others=others, **own))


def test_w_act_4_a_base_costs_a_treasure_a_hit_point() -> None:
    found = founded(board(asset("infantry", at="ford")), hp=7)
    assert (found.came_to, found.treasure()) == ("done", -7)
    assert found.after.bases["tower"] == Base("tower", "The Tower", "vael", "ford", 7, 7)
    assert found.details == Founding("tower", "The Tower", 7, ())
    assert (found.acted.at, found.acted.rule) == ("ford", "W-ACT-4")
    assert found.acted.known == FOR_EVERYONE


@pytest.mark.parametrize(
    ("pieces", "outcome"),
    [
        ((), "no-asset-there"),
        ((asset("infantry", at="mill"),), "no-asset-there"),
        ((asset("infantry", "oru", "ford"),), "no-asset-there"),
        ((asset("infantry", at="ford", stealth="hidden"),), "no-asset-there"),
        ((asset("infantry", at="ford", marks=(Mark("unusable", by="x"),)),), "no-asset-there"),
        ((asset("free-company", at="ford", marks=(Mark("rogue"),)),), "no-asset-there"),
        ((asset("infantry", at="ford"), base("gate")), "base-there"),
        ((asset("infantry", at="ford"), base("gate", "oru")), "done"),
    ],
)
def test_w_act_4_only_where_it_has_something_and_no_base(
    pieces: tuple[Piece, ...], outcome: str
) -> None:
    assert founded(board(*pieces)).came_to == outcome


def test_w_act_4_the_last_treasure_is_enough() -> None:
    for treasure, outcome in ((5, "done"), (4, "no-treasure")):
        state = board(asset("infantry", at="ford"), factions=[poor("vael", treasure)])
        found = founded(state)
        assert (found.came_to, "tower" in found.after.bases) == (outcome, outcome == "done")


def test_w_ent_5_a_stealthed_asset_counts_if_it_shows_itself() -> None:
    state = board(asset("infantry", at="ford", stealth="hidden"))
    found = founded(state, declares=("infantry",))
    assert (found.came_to, found.after.assets["infantry"].stealth) == ("done", "")
    elsewhere = board(asset("infantry", at="mill", stealth="hidden"))
    refused = founded(elsewhere, declares=("infantry",))
    assert refused.came_to == "no-asset-there"
    assert refused.after.assets["infantry"].stealth == "hidden"


# ── The check against every rival there ──────────────────────────────────────────────────────────


def test_w_act_4_every_rival_in_the_open_is_measured_by_itself() -> None:
    state = board(
        asset("infantry", at="ford"),
        asset("thugs", "oru", "ford"),
        asset("scouts", "kell", "ford"),
    )
    # 4 + 4 = 8 against 3 + 5 = 8 is Oru's; 4 + 1 = 5 against 1 + 3 = 4 is Vael's.
    found = founded(state, {**LOST, "check-kell": (1,), "defence-kell": (3,)})
    assert isinstance(found.details, Founding)
    # Neither is at war with Vael, so that nobody attacks.
    assert found.details.rivals == (("kell", True, False), ("oru", False, False))
    assert found.clashes == ()


def test_w_act_4_who_is_hidden_there_is_no_rival() -> None:
    state = board(asset("infantry", at="ford"), asset("thugs", "oru", "ford", stealth="hidden"))
    assert founded(state).details == Founding("tower", "The Tower", 5, ())


def test_w_fx_throws_dragomans_help_whoever_expands_there() -> None:
    state = board(
        asset("infantry", at="ford"),
        asset("dragomans", "kell", "ford"),
        asset("thugs", "oru", "ford"),
    )
    # Two dice, the better counts: 4 + 9 against 3 + 9 and against 1 + 9; rivals throw one.
    dice = {
        "check-kell": (2, 9),
        "defence-kell": (9,),
        "check-oru": (9, 2),
        "defence-oru": (9,),
    }
    found = founded(state, dice)
    assert isinstance(found.details, Founding)
    assert found.details.rivals == (("kell", True, False), ("oru", True, False))


# ── Contests ─────────────────────────────────────────────────────────────────────────────────────

AT_WAR = Policy(at_war=frozenset({"vael"}))


@pytest.mark.parametrize(
    ("policy", "turn", "attacks"),
    [
        pytest.param(AT_WAR, None, True, id="W-ACT-4 at war"),
        pytest.param(Policy(), None, False, id="W-ACT-4 at peace"),
        pytest.param(Policy(contests="always"), None, True, id="W-ACT-4 always"),
        pytest.param(replace(AT_WAR, contests="never"), None, False, id="W-ACT-4 never"),
        pytest.param(Policy(contest=frozenset({"vael"})), None, True, id="W-ACT-4 named"),
        pytest.param(Policy(contest=frozenset({"kell"})), None, False, id="W-ACT-4 another"),
        pytest.param(Policy(), frozenset({"vael"}), True, id="W-ACT-4 this turn"),
        pytest.param(AT_WAR, frozenset(), False, id="W-ACT-4 nobody this turn"),
    ],
)
def test_a_rival_that_wins_attacks_if_it_wants_to(
    policy: Policy, turn: frozenset[str] | None, attacks: bool
) -> None:
    state = board(
        asset("useful-idiots", at="ford"),
        asset("infantry", "oru", "ford"),
        factions=[faction("oru", policy=policy)],
    )
    fight = {"oru-infantry-check": (1,), "oru-infantry-defence": (10,)} if attacks else {}
    told = (FactionOrders("oru", contest=turn),)
    found = founded(state, {**LOST, **fight}, others=told)
    assert isinstance(found.details, Founding)
    assert found.details.rivals == (("oru", False, attacks),)
    assert len(found.clashes) == attacks


def hostile(*pieces: Piece, own: FactionState | None = None) -> State:
    powers = [faction("oru", policy=AT_WAR), *([own] if own else [])]
    return board(*pieces, factions=powers)


def test_w_act_4_who_loses_the_check_does_not_attack() -> None:
    state = hostile(asset("usurers", at="ford"), asset("infantry", "oru", "ford"))
    assert founded(state, WON).clashes == ()


def test_w_act_4_all_that_a_rival_has_there_attacks_until_the_base_falls() -> None:
    # Purity Rites meet only what targets Cunning, so that Oru's Force finds but the base.
    state = hostile(
        asset("purity-rites", at="ford"),
        asset("infantry", "oru", "ford"),
        asset("knights", "oru", "ford"),
        asset("summoned-hunter", "oru", "ford", stealth="hidden"),
        asset("scouts", "oru", "mill"),
        asset("fearful-intimidation", "oru", "ford"),
        asset("cavalry", "oru", "ford", ready=6),
    )
    # Oru's Force 2 + 10 = 12 against 5 + 1 = 6: 3 of a d8, then 8 of 2d8 of which 2 are left to do.
    fights = {
        "oru-infantry-check": (10,),
        "oru-infantry-defence": (1,),
        "oru-infantry-damage": (3,),
        "oru-knights-check": (10,),
        "oru-knights-defence": (1,),
        "oru-knights-damage": (4, 4),
    }
    found = founded(state, {**LOST, **fights})
    assert [event.id for event in found.clashes] == [
        "5/vael/go/oru/infantry",
        "5/vael/go/oru/knights",
    ]
    assert {event.part for event in found.clashes} == {"contest"}
    assert "tower" not in found.after.bases
    # Five hit points of the base, and no more, are the faction's too: 17 - 5.
    assert found.after.factions["vael"].hp == 12


def test_w_act_4_after_the_fall_nobody_attacks_any_more() -> None:
    state = hostile(
        asset("purity-rites", at="ford"),
        asset("infantry", "oru", "ford"),
        asset("knights", "oru", "ford"),
    )
    fights = {
        "oru-infantry-check": (10,),
        "oru-infantry-defence": (1,),
        "oru-infantry-damage": (8,),
    }
    found = founded(state, {**LOST, **fights}, hp=4)
    assert [event.attacker.id for event in found.clashes] == ["infantry"]
    assert "tower" not in found.after.bases


HIT: Table = {
    "oru-infantry-check": (10,),
    "oru-infantry-defence": (1,),
    "oru-infantry-damage": (8,),
}


def test_w_act_4_after_the_fall_those_who_are_left_there_are_not_attacked() -> None:
    rivals = (asset("infantry", "oru", "ford"), asset("knights", "oru", "ford"))
    state = hostile(asset("cavalry", at="ford"), *rivals)
    found = founded(state, {**LOST, **HIT}, hp=5, defend=("tower",))
    assert [event.attacker.id for event in found.clashes] == ["infantry"]
    assert ("tower" in found.after.bases, found.hp("cavalry")) == (False, 12)


def test_w_turn_7_nobody_attacks_who_has_come_to_nothing() -> None:
    rivals = (asset("infantry", "oru", "ford"), asset("knights", "oru", "ford"))
    state = hostile(asset("cavalry", at="ford"), *rivals, own=faction("vael", hp=3))
    found = founded(state, {**LOST, **HIT}, hp=10, defend=("tower",))
    # 8 of the base's 10 are more than the 3 that the faction has left.
    assert (found.hp("tower"), found.after.factions["vael"].hp) == (2, 0)
    assert [event.attacker.id for event in found.clashes] == ["infantry"]


def test_w_act_4_others_present_may_meet_the_attack() -> None:
    state = hostile(asset("knights", at="ford"), asset("infantry", "oru", "ford"))
    fight = {
        "oru-infantry-check": (10,),
        "oru-infantry-defence": (1,),
        "oru-infantry-damage": (8,),
    }
    found = founded(state, {**LOST, **fight})
    assert (found.hp("knights"), found.hp("tower")) == (8, 5)
    # The owner may name the base as well.
    named = founded(state, {**LOST, **fight}, hp=9, defend=("tower",))
    assert (named.hp("knights"), named.hp("tower")) == (16, 1)


def test_w_act_4_a_rival_with_nothing_to_attack_with_does_not_attack() -> None:
    state = hostile(asset("usurers", at="ford"), asset("farmers", "oru", "ford"))
    found = founded(state, LOST)
    assert isinstance(found.details, Founding)
    assert found.details.rivals == (("oru", False, False),)


# ── A tag's free Expand ──────────────────────────────────────────────────────────────────────────


def test_w_tag_imperialist_expands_once_a_turn_beside_its_action() -> None:
    pieces = (asset("infantry", at="ford"), asset("thugs", at="quay"))
    state = board(*pieces, factions=[faction("vael", tags=("imperialist",))])
    first = founded(state, free=True)
    assert (first.came_to, first.acted.action) == ("done", "expand")
    assert founded(first.after, at="quay", free=True).came_to == "used-already"
    assert founded(board(*pieces), free=True).came_to == "barred"


# ── Who sees it ──────────────────────────────────────────────────────────────────────────────────


def test_rivals_there_learn_of_it_whatever_the_house_has() -> None:
    state = board(
        asset("infantry", at="ford"), asset("thugs", "oru", "ford"), house={"assets": "owner"}
    )
    assert founded(state, WON).acted.known == visibility_of_factions(["vael", "oru"])
