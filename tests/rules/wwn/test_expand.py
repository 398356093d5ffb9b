"""New bases, and the rivals who fall upon them (W-ACT-4)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chronicle.records import replace
from chronicle.rules.wwn.actions.expand import ExpandOrder, Founding
from chronicle.rules.wwn.orders import FactionOrders
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
