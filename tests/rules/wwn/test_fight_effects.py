"""What effects do in a fight, asset by asset: each figure is worked out beside its case."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.rules.wwn.effects import Rerolls
from chronicle.rules.wwn.fights.attack import resolve_attack
from chronicle.rules.wwn.fights.fight import AttackOrigin
from chronicle.rules.wwn.orders import FactionOrders, RedoOrder
from chronicle.rules.wwn.state import Mark, Policy
from tests.rules.wwn.custom_catalogue_boards import after, base, faction, orders, told
from tests.rules.wwn.single_fight import HOUSE, asset, fight, ford, pair

HIT: dict[str, tuple[int, ...]] = {"check": (9,), "defence": (1,)}
MISS: dict[str, tuple[int, ...]] = {"check": (1,), "defence": (9,)}


def test_useful_idiots_are_spent_for_one_who_would_die() -> None:
    # W-FX-SACRIFICES: Infantry has 6 hit points, 1d8 shows 6.
    state = pair("infantry", "infantry", asset("band", "oru", "useful-idiots", "inn"))
    event = fight(state, {**HIT, "damage": (6,)})
    assert [reaction.kind for reaction in event.reactions] == ["spared"]
    assert (event.theirs, event.defender_harm) == (0, "")
    left = after(state, event)
    assert left.assets["theirs"].hp == 6
    assert "band" not in left.assets
    assert "oru/sacrifice" in left.used


@pytest.mark.parametrize(
    ("word", "damage", "at", "spared"),
    [
        pytest.param("lethal", 5, "ford", False, id="W-FX-SACRIFICES not for a wound"),
        pytest.param("always", 5, "ford", True, id="W-FX-SACRIFICES for a wound when told so"),
        pytest.param("never", 8, "ford", False, id="W-FX-SACRIFICES never"),
        pytest.param("lethal", 8, "inn", True, id="W-FX-SACRIFICES from one move away"),
    ],
)
def test_when_useful_idiots_are_spent(word: Any, damage: int, at: str, spared: bool) -> None:
    oru = faction("oru", policy=Policy(sacrifice=word))
    band = asset("band", "oru", "useful-idiots", at)
    event = fight(pair("infantry", "infantry", band, factions=[oru]), {**HIT, "damage": (damage,)})
    assert (event.theirs == 0) is spared


def test_one_band_a_turn() -> None:
    bands = [asset(id, "oru", "useful-idiots") for id in ("one", "two")]
    state = pair("infantry", "infantry", *bands)
    state = after(state, fight(state, {**HIT, "damage": (8,)}))
    event = fight(state, {**HIT, "damage": (8,)})
    assert (event.defender_harm, "two" in after(state, event).assets) == ("destroyed", True)


def test_force_does_dancing_girls_no_harm() -> None:
    # W-FX-IMMUNE: they can't be chosen against Infantry, and its answer does nothing to them.
    state = pair("infantry", "dancing-girls", base("hall", "oru", "ford", 4))
    event = fight(state, MISS)
    assert event.defender is not None
    assert event.defender.id == "hall"
    answered = fight(pair("dancing-girls", "infantry"), MISS)
    assert (answered.ours, len(answered.rolls)) == (0, 2)
    # Wealth does harm them: Front Merchant 1d4 against their 3.
    harmed = fight(pair("front-merchant", "dancing-girls"), {**HIT, "damage": (2,)})
    assert harmed.theirs == 2


def test_saboteurs_hobble_by_a_miss_as_well() -> None:
    # W-FX-AFFLICTS: in Oru's next turn. It has had this one, or has not.
    for dice in (HIT, MISS):
        state = pair("saboteurs", "knights")
        left = after(state, fight(state, {**dice, "damage": (1, 1), "counter": (1, 1)}))
        assert left.assets["theirs"].marks == (Mark("hobbled", by="ours", until=5),)


def test_saboteurs_hobble_even_if_they_perish_by_it() -> None:
    # Knights answer with 2d6: 3 + 3 against the 1 hit point that is left.
    state = pair("saboteurs", "knights", ours_hp=1)
    left = after(state, fight(state, {**MISS, "counter": (3, 3)}))
    assert "ours" not in left.assets
    assert left.assets["theirs"].marks == (Mark("hobbled", by="ours", until=5),)


def test_saboteurs_that_contest_a_new_base_hobble_for_the_turn_after() -> None:
    # W-FX-AFFLICTS: Vael is in the middle of turn 5, and its abilities are over.
    state = ford(asset("ours", "oru", "saboteurs"), asset("theirs", "vael", "knights"))
    contest = AttackOrigin("5/vael/found/oru/ours", "vael/found", "found", "oru-ours-", "contest")
    dice = told({"vael/found/oru-ours-check": (1,), "vael/found/oru-ours-defence": (9,)})
    event = resolve_attack(state, orders(), dice, state.assets["ours"], "vael", contest)
    marks = after(state, event).assets["theirs"].marks
    assert marks == (Mark("hobbled", by="ours", until=6),)


def test_bewitching_charmer_pins_and_is_not_answered() -> None:
    state = pair("bewitching-charmer", "knights")
    event = fight(state, HIT)
    assert (event.theirs, event.mark, event.defender_harm) == (0, "pinned", "hit")
    assert after(state, event).assets["theirs"].marks == (Mark("pinned", by="ours"),)
    missed = fight(state, MISS)
    assert (missed.ours, missed.mark) == (0, "")


def test_expert_treachery_buys_a_turncoat() -> None:
    # W-FX-CONVERTS: it is spent, 5 Treasure come in (10 + 5), and Knights (Force 6) come over
    # to a faction of Force 3.
    state = pair("expert-treachery", "knights", theirs_hp=9)
    event = fight(state, HIT)
    left = after(state, event)
    assert (event.taken, event.attacker_harm) == (True, "spent")
    assert "ours" not in left.assets
    assert (left.assets["theirs"].faction, left.assets["theirs"].hp) == ("vael", 9)
    assert left.factions["vael"].treasure == 15


def test_temple_fanatics_hurt_themselves() -> None:
    # W-FX-SUFFERS: 1d4 for attacking with success, 1d4 for defending.
    won = fight(pair("temple-fanatics", "knights"), {**HIT, "damage": (1, 1), "frenzy-ours": (3,)})
    assert (won.ours, won.theirs) == (3, 2)
    lost = fight(pair("temple-fanatics", "thugs"), MISS)
    assert lost.ours == 0
    met = fight(
        pair("infantry", "temple-fanatics"), {**MISS, "counter": (1, 2), "frenzy-theirs": (4,)}
    )
    assert (met.ours, met.theirs) == (3, 4)


def test_siege_experts_take_treasure() -> None:
    # W-FX-ROBS: 1d4 shows 3; Oru had 10, Vael 10.
    state = pair("siege-experts", "knights")
    event = fight(state, {**HIT, "damage": (1,), "loot": (3,)})
    left = after(state, event)
    assert event.looted == 3
    assert (left.factions["vael"].treasure, left.factions["oru"].treasure) == (13, 7)


def test_no_more_is_taken_than_is_there() -> None:
    state = pair("siege-experts", "knights", factions=[faction("oru", treasure=1)])
    event = fight(state, {**HIT, "damage": (1,), "loot": (4,)})
    assert event.looted == 1
    assert after(state, event).factions["oru"].treasure == 0


def test_a_front_merchant_robs_once_a_turn() -> None:
    state = pair("front-merchant", "knights")
    first = fight(state, {**HIT, "damage": (1,)})
    state = after(state, first)
    second = fight(state, {**HIT, "damage": (1,)})
    assert (first.looted, second.looted) == (1, 0)


def test_fortification_program_steps_in_once_a_turn() -> None:
    # W-FX-STEPS-IN: it stands at the inn, one move from the ford; it has 18 hit points.
    walls = asset("walls", "oru", "fortification-program", "inn")
    state = pair("infantry", "knights", walls)
    first = fight(state, {**MISS, "counter": (1, 2)})
    assert first.defender is not None
    assert (first.defender.id, first.ours) == ("walls", 3)
    second = fight(after(state, first), MISS)
    assert second.defender is not None
    assert second.defender.id == "theirs"


@pytest.mark.parametrize(
    ("ours", "at", "policy"),
    [
        pytest.param("spymaster", "inn", Policy(), id="W-FX-STEPS-IN not against Cunning"),
        pytest.param("infantry", "mill", Policy(step_in=False), id="W-FX-STEPS-IN not if told"),
        pytest.param("infantry", "castle", Policy(), id="W-FX-STEPS-IN from one move at most"),
    ],
)
def test_when_fortification_program_stays_out(ours: str, at: str, policy: Policy) -> None:
    walls = asset("walls", "oru", "fortification-program", at)
    state = pair(ours, "knights", walls, factions=[faction("oru", policy=policy)])
    if at == "castle":
        # The mill lies two moves from the castle: Vael attacks there instead.
        state = ford(
            asset("ours", "vael", ours, "mill"), asset("theirs", "oru", "knights", "mill"), walls
        )
    event = fight(state, MISS)
    assert event.defender is not None
    assert event.defender.id == "theirs"


def test_purity_rites_meet_cunning_alone() -> None:
    # W-FX-MEETS-ONLY: against Infantry nobody else is there but the base.
    state = pair("infantry", "purity-rites", base("hall", "oru", "ford", 4))
    event = fight(state, MISS)
    assert event.defender is not None
    assert event.defender.id == "hall"
    against = fight(pair("spymaster", "purity-rites"), {"check": (1,), "defence": (9, 9)})
    assert against.defender is not None
    assert against.defender.id == "theirs"


def test_pleaders_spare_force() -> None:
    # W-FX-SPARES: they neither attack assets of Force nor answer them.
    nobody = fight(pair("pleaders", "infantry"), {})
    assert nobody.outcome == "nobody-there"
    answered = fight(pair("infantry", "pleaders"), MISS)
    assert (answered.ours, len(answered.rolls)) == (0, 2)
    other = fight(pair("front-merchant", "pleaders"), {**MISS, "counter": (2,)})
    assert other.ours == 2


def test_occult_countermeasures_strike_at_magic_alone() -> None:
    # W-FX-SPARES: Infantry needs none, a base has none; Enchanted Elites need Medium.
    state = pair("occult-countermeasures", "infantry", base("hall", "oru", "ford", 4))
    assert fight(state, {}).outcome == "nobody-there"
    elites = fight(pair("occult-countermeasures", "enchanted-elites"), {**HIT, "damage": (2, 1)})
    assert elites.theirs == 3
    spared = fight(pair("infantry", "occult-countermeasures"), MISS)
    assert spared.ours == 0
    answered = fight(pair("enchanted-elites", "occult-countermeasures"), {**MISS, "counter": (4,)})
    assert answered.ours == 4


def test_healers_bring_back_the_fallen() -> None:
    # W-FX-RESTORES: Infantry costs 6, half is 3: 10 - 3 = 7 Treasure, and 1 hit point.
    state = pair("infantry", "infantry", asset("healers", "oru", "healers", "inn"))
    event = fight(state, {**HIT, "damage": (8,)})
    left = after(state, event)
    assert (event.defender_harm, left.assets["theirs"].hp) == ("restored", 1)
    assert left.factions["oru"].treasure == 7


def test_who_is_brought_back_does_not_fall_by_its_own_frenzy() -> None:
    # Temple Fanatics would take 1d4 for defending, and Healers leave them with 1 hit point.
    state = pair("infantry", "temple-fanatics", asset("healers", "oru", "healers", "inn"))
    event = fight(state, {**HIT, "damage": (8,), "frenzy-theirs": (2,)})
    left = after(state, event)
    assert (event.defender_harm, left.assets["theirs"].hp) == ("restored", 1)


def test_what_comes_over_is_no_purchase_beyond_the_ratings_of_its_new_owner() -> None:
    # W-FX-BUYS-ABOVE: Oru had it by leave of a tag; what Vael may have so is not used up by it.
    state = pair("lead-or-silver", "knights", theirs_hp=1, theirs_above=True)
    event = fight(state, {**HIT, "damage": (8, 8)})
    left = after(state, event).assets["theirs"]
    assert (left.faction, left.above) == ("vael", False)


@pytest.mark.parametrize(
    ("ours", "treasure", "restore"),
    [
        pytest.param("armed-guards", 10, True, id="W-FX-RESTORES not from an attack by Wealth"),
        pytest.param("infantry", 2, True, id="W-FX-RESTORES not without half the cost"),
        pytest.param("infantry", 10, False, id="W-FX-RESTORES not if told so"),
    ],
)
def test_when_healers_do_nothing(ours: str, treasure: int, restore: bool) -> None:
    oru = faction("oru", treasure=treasure, policy=Policy(restore=restore))
    state = pair(ours, "infantry", asset("healers", "oru", "healers"), factions=[oru], theirs_hp=1)
    event = fight(state, {**HIT, "damage": (3,)}, orders(FactionOrders("oru", defend=("theirs",))))
    assert event.defender_harm == "destroyed"


def test_healers_bring_back_no_base() -> None:
    state = ford(
        asset("ours", "vael", "infantry"),
        asset("healers", "oru", "healers", "inn"),
        base("hall", "oru", "ford", 4),
    )
    assert fight(state, {**HIT, "damage": (8,)}).defender_harm == "destroyed"


def test_lead_or_silver_buys_what_it_brings_down() -> None:
    # W-FX-CONVERTS: Infantry costs 6, half is 3: 10 - 3 = 7, and 1 hit point.
    state = pair("lead-or-silver", "infantry")
    event = fight(state, {**HIT, "damage": (5, 5)})
    left = after(state, event)
    assert event.taken
    assert (left.assets["theirs"].faction, left.assets["theirs"].hp) == ("vael", 1)
    assert left.factions["vael"].treasure == 7


def test_lead_or_silver_destroys_what_it_can_not_pay() -> None:
    state = pair("lead-or-silver", "infantry", factions=[faction("vael", treasure=2)])
    event = fight(state, {**HIT, "damage": (5, 5)})
    assert (event.taken, event.defender_harm) == (False, "destroyed")


def test_just_as_planned_throws_a_failed_roll_again() -> None:
    # W-FX-REROLLS: Cunning 4 against Cunning 3. 2 + 4 = 6 fails against 5 + 3 = 8, 8 + 4 = 12
    # does not; it costs 1d6: 15 - 4 = 11.
    vael = faction("vael", policy=Policy(rerolls=2))
    plan = asset("plan", "vael", "just-as-planned", "castle")
    state = pair("spymaster", "spymaster", plan, factions=[vael])
    dice = {
        "check": (2,),
        "defence": (5,),
        "planned-check-1": (4,),
        "check-again": (8,),
        "damage": (1,),
    }
    event = fight(state, dice)
    assert event.won
    assert after(state, event).assets["plan"].hp == 11
    assert [(one.kind, one.hurt) for one in event.reactions] == [("threw-again", 4)]


def test_just_as_planned_goes_on_as_long_as_it_may_and_lives() -> None:
    vael = faction("vael", policy=Policy(rerolls=3))
    plan = asset("plan", "vael", "just-as-planned", "castle", hp=5)
    state = pair("spymaster", "spymaster", plan, factions=[vael])
    dice = {
        "check": (1,),
        "defence": (9,),
        "planned-check-1": (2,),
        "check-again": (1,),
        # 5 - 2 - 3 = 0: it perishes, and the roll is thrown all the same.
        "planned-check-2": (3,),
        "check-again-2": (1,),
        "counter": (1, 1),
    }
    event = fight(state, dice)
    assert not event.won
    assert "plan" not in after(state, event).assets
    assert any(HOUSE.catalogue.assets["just-as-planned"].effects_of(Rerolls))


def test_just_as_planned_does_not_help_force() -> None:
    vael = faction("vael", policy=Policy(rerolls=2))
    plan = asset("plan", "vael", "just-as-planned", "castle")
    event = fight(pair("infantry", "infantry", plan, factions=[vael]), {**MISS, "counter": (1,)})
    assert event.reactions == ()


def test_mindbenders_make_a_rival_throw_again() -> None:
    # W-FX-REDOES: Oru has Vael's check thrown again and keeps the lower: 9 + 3 becomes 1 + 3.
    benders = asset("benders", "oru", "mindbenders", "mill")
    state = pair("infantry", "knights", benders)
    own = orders(FactionOrders("oru", redo=(RedoOrder("benders", "vael/hit/check", "lower"),)))
    dice = {"check": (9,), "check-redone": (1,), "defence": (5,), "counter": (1, 1)}
    event = fight(state, dice, own)
    assert event.won is False
    assert [one.kind for one in event.reactions] == ["made-throw-again"]
    left = after(state, event)
    assert ("benders", "vael") in left.redone
    # Until Oru's next turn Vael can't be made to again.
    assert fight(left, {**dice, "damage": (1,)}, own).won


def test_mindbenders_that_may_use_no_free_action_change_no_throw() -> None:
    # W-FX-AFFLICTS: to have a rival throw again is a free action, and Saboteurs were there.
    hobbled = Mark("hobbled", by="saboteurs", until=5)
    benders = asset("benders", "oru", "mindbenders", "mill", marks=(hobbled,))
    state = pair("infantry", "knights", benders)
    own = orders(FactionOrders("oru", redo=(RedoOrder("benders", "vael/hit/check", "lower"),)))
    event = fight(state, {**HIT, "check-redone": (1,), "damage": (1,)}, own)
    assert (event.won, event.reactions) == (True, ())


def test_mindbenders_may_keep_the_higher() -> None:
    benders = asset("benders", "oru", "mindbenders", "mill")
    state = pair("infantry", "knights", benders)
    own = orders(FactionOrders("oru", redo=(RedoOrder("benders", "vael/hit/damage", "higher"),)))
    event = fight(state, {**HIT, "damage": (2,), "damage-redone": (7,)}, own)
    assert event.theirs == 7
