"""How units are made, what a house changes, and which locations are secret (L-ENT, L-AST)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from chronicle.rules.lieutenants.catalogue import NO_PRICE, Price, UnitPower
from chronicle.rules.lieutenants.state import Facility, Unit
from tests.rules.lieutenants.setup_boards import board, swapped


def c(amount: int) -> Price:
    return Price(amount, "capital")


def r(amount: int) -> Price:
    return Price(amount, "respect")


def test_a_house_may_set_its_limits_and_lay_its_entries_over_the_catalogue() -> None:
    text = """\
title: Fords
ruleset: lieutenants
seed: one
rules:
  influence_limit: 5
  damaged_penalty: 1
  catalogue:
    units: {thief-pack: {level: 5, upkeep: 2c}}
"""
    state = board({"campaign.yaml": text})
    assert (state.house.influence_limit, state.house.damaged_penalty) == (5, 1)
    knives = state.unit("knives")
    assert knives is not None
    assert (knives.level, knives.cost, knives.upkeep) == (5, c(4), c(2))


def unit(rest: str, rules: str = "") -> Unit:
    """One more unit of Vael's, on the board."""
    line = "    - {id: guards,"
    one = f"    - {{id: rats, name: Rats, at: manor, {rest}}}\n{line}"
    files = swapped("factions/vael.yaml", (line, one))
    if rules:
        files |= swapped("campaign.yaml", ("seed: one\n", f"seed: one\nrules: {rules}\n"))
    found = board(files).unit("rats")
    assert found is not None
    return found


def test_a_veteran_is_two_levels_higher_and_dearer() -> None:
    # Acolytes: level 1, 4 influence, 1r; a veteran adds 2 and 1 in what the unit is paid in.
    made = unit("type: pair-of-acolytes, upgrades: [veteran]")
    assert (made.level, made.cost, made.upkeep) == (3, Price(6, "influence"), r(2))
    assert made.bonded


def test_what_a_file_says_of_a_unit_goes_before_its_type() -> None:
    made = unit(
        "type: thief-pack, level: 7, cost: 1c, upkeep: 2r, condition: destroyed, agent_of: oru"
    )
    assert (made.level, made.cost, made.upkeep, made.bonded) == (7, c(1), r(2), True)
    assert (made.condition, made.agent_of) == ("destroyed", "oru")


def test_a_unit_may_cost_nothing_although_its_type_does() -> None:
    made = unit("type: thief-pack, cost: 0, upkeep: 0")
    assert (made.cost, made.upkeep, made.bonded) == (NO_PRICE, NO_PRICE, False)


def test_an_arcanum_that_brings_force_brings_it_once() -> None:
    made = unit("type: war-mage-squad, abilities: [blast, explosive-blast]")
    assert made.competencies == ("force", "lore")
    # 16c and 1c and 2c.
    assert made.cost == c(19)
    assert made.powers == (UnitPower("gains-force"), UnitPower("against-groups", 2))


def test_a_divine_unit_has_the_divine_abilities_of_the_house() -> None:
    rules = "{catalogue: {abilities: {mercy: {name: Mercy, kind: divine, cost: 2i}}}}"
    made = unit("type: priest, abilities: [mercy]", rules)
    assert (made.abilities, made.cost) == (("mercy",), Price(10, "influence"))


@pytest.mark.parametrize(
    ("old", "new"),
    [("cost: 6c, upkeep: 1c}", "condition: lost}"), ("bonded: true", "condition: destroyed")],
)
def test_lieutenants_who_are_lost_or_destroyed_are_not_led(old: str, new: str) -> None:
    files = swapped("factions/vael.yaml", ("leadership: 3", "leadership: 1"), (old, new))
    state = board(files)
    assert state.factions["vael"].leadership == 1
    assert {"kess", "ada"} <= set(state.assets)


@pytest.mark.parametrize(
    ("factor", "worth"), [("1/2", Fraction(1, 2)), ("2", 2), ("0", 0), ("3/2", Fraction(3, 2))]
)
def test_a_locale_scales_what_work_earns(factor: str, worth: Fraction) -> None:
    road = board(swapped("places.yaml", ("factor: 1/2", f"factor: {factor}"))).places["road"]
    assert (road.work_factor, road.work_cap) == (worth, 5)


def test_a_double_agent_may_hold_what_its_true_master_owns() -> None:
    state = board(swapped("factions/vael.yaml", ("holder: kess", "holder: wren")))
    assert state.at(state.assets["crown"]) == "ford"


def test_an_agent_may_be_ranked_for_upkeep_and_so_may_a_location() -> None:
    files = swapped("factions/vael.yaml", ("[kess, knives]", "[wren, manor]"))
    assert board(files).factions["vael"].priority == ("wren", "manor")


def test_a_road_joins_tunnels_of_two_locales() -> None:
    line = "    - {id: drain,"
    more = (
        "    - {id: pit, name: Pit, type: underground-tunnel, at: ford, to: inn}\n"
        "    - {id: way, name: Way, type: underground-road, at: market, to: ford}\n"
    )
    state = board(swapped("factions/vael.yaml", (line, more + line)))
    way = state.assets["way"]
    assert isinstance(way, Facility)
    assert (way.link, way.at, way.to) == ("road", "market", "ford")


@pytest.mark.parametrize(
    ("place", "secret", "known_to"),
    [
        # A public page, and yet a secret of its owner's and those who are named.
        ("mill: {name: M, within: town, opening: {owner: oru, secret: true}}", True, {"oru"}),
        (
            "mill: {name: M, within: town, opening: {owner: oru, secret: true, known_to: [vael]}}",
            True,
            {"oru", "vael"},
        ),
        # Hidden from the public alone: all factions know it.
        ("mill: {name: M, within: town, for: factions, opening: {owner: oru}}", False, set()),
        # Nobody's, and known to those whom its page is for.
        ("mill: {name: M, within: town, for: [vael, watch]}", True, {"vael", "watch"}),
        ("mill: {name: M, within: town, for: gm}", True, set()),
        # The GM's word goes before the page.
        ("mill: {name: M, within: town, for: [oru], opening: {secret: false}}", False, set()),
    ],
)
def test_a_location_is_secret_when_it_is_said_or_some_faction_may_not_know_it(
    place: str, secret: bool, known_to: set[str]
) -> None:
    old = """\
  mill:
    name: The Mill
    within: town
    opening: {owner: oru, capital: 5, income: 1, level: 2, cost: 6c}
"""
    found = board(swapped("places.yaml", (old, f"  {place}\n"))).places["mill"]
    assert (found.secret, found.known_to) == (secret, frozenset(known_to))


def test_a_locale_that_some_do_not_know_is_no_secret_location() -> None:
    state = board(
        swapped("places.yaml", ("road:\n    name: The Road", "road:\n    for: vael\n    name: R"))
    )
    assert not state.places["road"].secret
