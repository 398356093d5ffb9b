"""The opening board (W-ENT): the content of the files is on it, and mistakes are found in place."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.state import Goal, HouseRules, PlaceState, State
from tests.marked_text import unmarked
from tests.rules.mistakes import read_mistakes
from tests.rules.record_as_text import as_text, read_records
from tests.rules.wwn.rule_cases import world
from tests.rules.wwn.setup_boards import board, opened, sound_board, swapped
from tests.rules.wwn.small_campaign import SOUND

MISTAKES: Final = read_mistakes(Path(__file__).parent / "mistakes", "setup")


def test_the_initial_board_matches_the_files() -> None:
    state = sound_board()
    parts = (state.factions, state.assets, state.bases, state.places)
    assert all(id == it.id for part in parts for id, it in part.items())
    found = [as_text(it, full=True) for part in parts for it in part.values()]
    assert sorted(found) == sorted(read_records(Path(__file__).parent / "opening_board.txt"))
    assert state == State(1, *parts, house=HouseRules(catalogue=shipped_catalogue()))


HOUSE: Final = """\
title: Banners
ruleset: wwn
seed: one
rules:
  distance: miles
  move: 40
  assets: rumored
  xp_cost: leaving
  catalogue:
    assets: {cavalry: {hp: 11}}
"""
POSITIONS: Final = """\
for: everyone
places:
  redhaven: {name: R, position: [0, 0]}
  mill: {name: M, position: [30, -4.5]}
  ford: {name: F, position: [0, 40]}
  harbour: {name: H, position: [7, 7], opening: {water: true}}
  crag: {name: C, position: [1000, 0], opening: {forbids: kell}}
"""


def test_a_house_settles_distances_who_sees_assets_what_ratings_cost_and_what_there_is() -> None:
    state = board({"campaign.yaml": HOUSE, "places.yaml": POSITIONS})
    house = state.house
    assert (house.distance, house.move, house.assets, house.xp_cost) == (
        "miles",
        40,
        "rumored",
        "leaving",
    )
    assert state.type_of(state.assets["riders"]).hp == 11
    assert state.places["mill"].position == (30.0, -4.5)
    # One who is shut out may be named without a list.
    assert state.places["crag"] == PlaceState(
        "crag", forbids=frozenset({"kell"}), position=(1000.0, 0.0)
    )


def test_a_headquarters_has_what_its_faction_has_left_unless_it_says_more() -> None:
    hurt = swapped("factions/oru.yaml", ("treasure: 12", "treasure: 12\n  hp: 3"))
    seat = board(hurt).headquarters("oru")
    assert seat is not None
    assert (seat.hp, seat.maximum) == (3, 7)


def test_another_base_is_unhurt_unless_it_says_so() -> None:
    unhurt = swapped("factions/vael.yaml", ("hp: 4, max: 6", "max: 6"))
    assert board(unhurt).bases["ford-hall"].hp == 6


def test_who_enters_play_hidden_may_have_been_found_before_the_opening() -> None:
    files = swapped(
        "factions/oru.yaml",
        ("occult-infiltrators, at: redhaven", "occult-infiltrators, at: mill, stealth: false"),
    )
    state = board(files)
    goal = state.factions["oru"].goal
    assert state.assets["ears"].stealth == ""
    assert goal is not None
    assert goal.excluded == frozenset()


def test_a_tag_for_what_is_bought_hides_nothing_in_an_opening() -> None:
    files = swapped("factions/kell.yaml", ("tags: [populist]", "tags: [concealed]"))
    assert board(files).assets["traders"].stealth == ""


INNOVATIVE: Final = (
    ("treasure: 12", "treasure: 12\n  tags: [innovative]"),
    ("type: caravan, at: mill", "type: healers, at: mill"),
)


def test_an_asset_beyond_the_ratings_is_there_by_a_tags_leave() -> None:
    state = board(swapped("factions/oru.yaml", *INNOVATIVE))
    assert state.assets["wagons"].above
    assert not state.assets["ears"].above


def test_a_tags_leave_goes_so_far_and_no_further() -> None:
    (treasure, healers) = INNOVATIVE
    beyond = (healers[0], "type: mad-genius, at: mill")
    (finding,) = opened(swapped("factions/oru.yaml", treasure, beyond)).findings
    assert (finding.code, finding.message) == (
        "WN013",
        "this asset needs wealth 5, but the faction has 2",
    )


def test_a_shelter_covers_those_who_stand_with_it() -> None:
    state = opened(
        swapped(
            "factions/oru.yaml",
            ("occult-infiltrators", "popular-movement"),
            ("type: caravan, at: mill", "type: caravan, at: redhaven"),
        )
    )
    # It is above what they can pay for, and that is all that is said.
    assert [finding.code for finding in state.findings] == ["WN013"]


def test_a_laboratory_lends_the_magic_that_an_asset_asks_for() -> None:
    files = swapped(
        "factions/vael.yaml",
        ("wealth: 2", "wealth: 3"),
        ("type: farmers", "type: arcane-laboratory"),
        ("type: local-guard, at: ford", "type: enchanted-elites, at: redhaven"),
    )
    assert board(files).factions["vael"].magic == "low"


@pytest.mark.parametrize(
    ("written", "contests", "contest"),
    [
        ("at-war", "at-war", set()),
        ("never", "never", set()),
        ("oru", "at-war", {"oru"}),
        ("[oru, vael]", "at-war", {"oru", "vael"}),
        ("[]", "at-war", set()),
    ],
)
def test_new_bases_are_contested_by_a_word_or_of_those_named(
    written: str, contests: str, contest: set[str]
) -> None:
    files = swapped("factions/kell.yaml", ("contest: always", f"contest: {written}"))
    policy = board(files).factions["kell"].policy
    assert policy.contests == contests
    assert policy.contest == frozenset(contest)


@pytest.mark.parametrize(
    ("written", "goal"),
    [
        ("{kind: blood-the-enemy}", Goal("blood-the-enemy")),
        ("{kind: destroy-the-foe, against: kell}", Goal("destroy-the-foe", "kell")),
        ("{kind: eliminate-target, asset: guards}", Goal("eliminate-target", "", "guards")),
        ("{kind: expand-influence}", Goal("expand-influence")),
        ("{kind: invincible-valor}", Goal("invincible-valor")),
        ("{kind: peaceable-kingdom}", Goal("peaceable-kingdom")),
        ("{kind: root-out-the-enemy, at: ford}", Goal("root-out-the-enemy", at="ford")),
        (
            "{kind: sphere-dominance, attribute: wealth}",
            Goal("sphere-dominance", attribute="wealth"),
        ),
        ("{kind: wealth-of-kingdoms}", Goal("wealth-of-kingdoms")),
    ],
)
def test_a_goal_is_what_it_says(written: str, goal: Goal) -> None:
    files = swapped("factions/oru.yaml", ("{kind: inside-enemy-territory}", written))
    assert board(files).factions["oru"].goal == goal


@pytest.mark.parametrize("code", ["WN011", "WN012"])
def test_a_faction_of_a_size_of_its_own_is_not_warned_of(code: str) -> None:
    mistakes = [mistake for mistake in MISTAKES if mistake.code == code]
    assert mistakes
    for mistake in mistakes:
        files = unmarked(mistake.files(SOUND))
        own = {
            path: text.replace("opening:", "opening:\n  size: own") for path, text in files.items()
        }
        assert opened(own).findings == ()


def test_a_faction_of_two_best_attributes_may_have_its_assets_of_either() -> None:
    files = swapped("factions/kell.yaml", ("force: 4", "force: 3"), ("war-fleet", "infantry"))
    state = board(files)
    assert state.factions["kell"].highest == {"force", "wealth"}


def test_the_campaign_that_cases_are_laid_over_is_sound() -> None:
    state = board(world())
    assert state.living() == ("kell", "oru", "vael")
    assert [state.factions[id].hp for id in state.living()] == [7, 12, 17]
