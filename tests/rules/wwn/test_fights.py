"""Attacks (W-ACT-1, W-CHK): who meets them, who wins, and what is left of either.

Vael has Force 3, Cunning 4, Wealth 2; Oru 2, 3, 4. Assets are those that ship; all stand at the
ford. Every figure is worked out beside its case.
"""

from __future__ import annotations

import pytest

from chronicle.rules.wwn.orders import FactionOrders, Orders
from chronicle.rules.wwn.state import Goal, Mark, Policy, State
from tests.rules.wwn.custom_catalogue_boards import after, base, faction, orders
from tests.rules.wwn.single_fight import asset, fight, ford, pair

# ── The check ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("check", "defence", "won"),
    [
        # Infantry: Force 3 against Force 2.
        pytest.param(5, 5, True, id="W-CHK-1 8 against 7"),
        pytest.param(4, 5, False, id="W-CHK-1 a tie at 7 is the defender's"),
        pytest.param(1, 10, False, id="W-CHK-1 4 against 12"),
        pytest.param(10, 1, True, id="W-CHK-1 13 against 3"),
    ],
)
def test_more_is_needed_than_the_other_has(check: int, defence: int, won: bool) -> None:
    event = fight(pair("infantry", "infantry"), {"check": (check,), "defence": (defence,)})
    assert event.won is won
    assert [roll.result["total"] for roll in event.rolls[:2]] == [3 + check, 2 + defence]
    assert [(part.value, part.rule) for part in event.rolls[0].modifiers] == [(3, "W-CHK-1")]


def test_a_hit_takes_the_damage_of_the_attack() -> None:
    # Infantry 1d8 against Cavalry's 12 hit points: 12 - 5 = 7.
    event = fight(pair("infantry", "cavalry"), {"check": (9,), "defence": (1,), "damage": (5,)})
    assert (event.theirs, event.ours, event.defender_harm, event.attacker_harm) == (5, 0, "hit", "")
    assert event.defender is not None
    assert event.defender.hp == 7


def test_a_miss_takes_the_damage_of_the_counter() -> None:
    # Infantry (6) fails against Knights, whose counter is 2d6: 2 + 3 = 5.
    event = fight(pair("infantry", "knights"), {"check": (1,), "defence": (9,), "counter": (2, 3)})
    assert (event.theirs, event.ours, event.attacker_harm) == (0, 5, "hit")
    assert event.attacker.hp == 1


def test_an_asset_without_counterattack_does_no_damage() -> None:
    event = fight(pair("infantry", "thugs"), {"check": (1,), "defence": (9,)})
    assert (event.ours, event.attacker_harm) == (0, "")
    assert [roll.id for roll in event.rolls] == ["5/vael/hit/check", "5/vael/hit/defence"]


def test_at_no_hit_points_an_asset_is_destroyed() -> None:
    # 1d8 against the 6 of Infantry: 8 takes what is there, 6.
    state = pair("infantry", "infantry")
    event = fight(state, {"check": (9,), "defence": (1,), "damage": (8,)})
    assert (event.theirs, event.defender_harm) == (6, "destroyed")
    assert "theirs" not in after(state, event).assets


def test_a_counter_destroys_as_well() -> None:
    # Thugs have 1 hit point; Infantry answers with 1d6.
    state = ford(asset("ours", "vael", "thugs"), asset("theirs", "oru", "enchanted-elites"))
    event = fight(state, {"check": (1,), "defence": (9,), "counter": (3,)})
    assert (event.ours, event.attacker_harm) == (1, "destroyed")
    assert "ours" not in after(state, event).assets


# ── Who meets it ─────────────────────────────────────────────────────────────────────────────────


def _meets(state: State, own: Orders | None = None) -> str:
    event = fight(state, {"check": (1,), "defence": (9,)}, own)
    assert event.defender is not None
    return event.defender.id


@pytest.mark.parametrize(
    ("defend", "standing", "meets"),
    [
        # Knights have 16 hit points, Cavalry 12, the base 20.
        pytest.param(None, (), "knights", id="W-ACT-1 the one with most hit points left"),
        pytest.param(None, ("cavalry",), "cavalry", id="W-ACT-1 the standing order"),
        pytest.param(("hall",), ("cavalry",), "hall", id="W-ACT-1 this turn's before it"),
        pytest.param(("away", "cavalry"), (), "cavalry", id="W-ACT-1 the first that is there"),
        pytest.param(("spy",), (), "spy", id="W-ENT-5 a Stealthed one by choice"),
        pytest.param((), ("cavalry",), "knights", id="W-ACT-1 none named this turn"),
    ],
)
def test_the_defender_is_chosen_by_the_rules(
    defend: tuple[str, ...] | None, standing: tuple[str, ...], meets: str
) -> None:
    state = ford(
        asset("ours", "vael", "infantry"),
        asset("cavalry", "oru", "cavalry"),
        asset("knights", "oru", "knights"),
        asset("away", "oru", "knights", "mill"),
        asset("spy", "oru", "spymaster", stealth="hidden"),
        base("hall", "oru", "ford", 20),
        factions=[faction("oru", policy=Policy(defend=standing))],
    )
    assert _meets(state, orders(FactionOrders("oru", defend=defend))) == meets


def test_a_base_defends_if_no_asset_can() -> None:
    state = ford(asset("ours", "vael", "infantry"), base("hall", "oru", "ford", 20))
    assert _meets(state) == "hall"


def test_defending_ends_stealth() -> None:
    state = pair("infantry", "spymaster", theirs_stealth="hidden")
    own = orders(FactionOrders("oru", defend=("theirs",)))
    # Infantry attacks Force with Force; the Spymaster answers with 2d6.
    event = fight(state, {"check": (1,), "defence": (9,), "counter": (1, 1)}, own)
    assert after(state, event).assets["theirs"].stealth == ""


def test_hidden_assets_do_not_defend() -> None:
    state = pair("infantry", "spymaster", theirs_stealth="hidden")
    event = fight(state, {})
    assert (event.outcome, event.won, event.rolls) == ("nobody-there", None, ())


def test_attacking_ends_stealth() -> None:
    state = pair("infantry", "infantry", ours_stealth="hidden")
    event = fight(state, {"check": (1,), "defence": (9,), "counter": (1,)})
    assert after(state, event).assets["ours"].stealth == ""


# ── Bases ────────────────────────────────────────────────────────────────────────────────────────


def test_damage_to_a_base_is_its_factions_too() -> None:
    # War Machines 2d10+4: 3 + 4 + 4 = 11. Oru has Force 2 (2), Cunning 3 (4), Wealth 4 (6): 12.
    state = ford(asset("ours", "vael", "war-machines"), base("hall", "oru", "ford", 12))
    event = fight(state, {"check": (9,), "defence": (1,), "damage": (3, 4)})
    assert (event.theirs, event.base_damage, event.defender_harm) == (11, 11, "hit")
    left = after(state, event)
    assert (left.bases["hall"].hp, left.factions["oru"].hp) == (1, 12 - 11)


def test_damage_to_a_faction_is_limited_to_the_bases_hit_points() -> None:
    # 11 damage, but the base has 4: 12 - 4 = 8 are left to Oru.
    state = ford(asset("ours", "vael", "war-machines"), base("hall", "oru", "ford", 4))
    event = fight(state, {"check": (9,), "defence": (1,), "damage": (3, 4)})
    assert (event.base_damage, event.defender_harm) == (4, "destroyed")
    left = after(state, event)
    assert "hall" not in left.bases
    assert left.factions["oru"].hp == 8


def test_a_base_does_not_answer() -> None:
    state = ford(asset("ours", "vael", "infantry"), base("hall", "oru", "ford"))
    event = fight(state, {"check": (1,), "defence": (9,)})
    assert (event.ours, event.attacker_harm) == (0, "")


# ── What it is worth to a goal ───────────────────────────────────────────────────────────────────


def test_damage_dealt_by_either_side_counts_towards_blood() -> None:
    goal = Goal("blood-the-enemy")
    powers = [faction("vael", goal=goal), faction("oru", goal=goal)]
    hit = pair("infantry", "cavalry", factions=powers)
    event = fight(hit, {"check": (9,), "defence": (1,), "damage": (5,)})
    progress = {id: one.goal.progress for id, one in after(hit, event).factions.items() if one.goal}
    assert progress == {"vael": 5, "oru": 0}
    # A counter of Cavalry is 1d4.
    event = fight(hit, {"check": (1,), "defence": (9,), "counter": (4,)})
    progress = {id: one.goal.progress for id, one in after(hit, event).factions.items() if one.goal}
    assert progress == {"vael": 0, "oru": 4}


def test_marks_that_keep_from_acting_do_not_keep_from_defending() -> None:
    held = Mark("unusable", by="somebody")
    state = pair("infantry", "knights", theirs_marks=(held,))
    assert _meets(state) == "theirs"
