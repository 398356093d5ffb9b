"""Orders that can't be: each mistake is found at its place, and nothing is resolved."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Report, problems_of
from chronicle.pipeline import resolve_campaign
from chronicle.rules.wwn.diagnostics import orders
from tests.rules.mistakes import Mistake, check_mistake, read_mistakes
from tests.rules.shadow.marked_text import place_of, places, unmarked
from tests.rules.wwn.small_campaign import SOUND, tree_of
from tests.rules.wwn.turns import SECOND, TURN
from tests.small_campaign import findings_of

MISTAKES: Final = read_mistakes(
    Path(__file__).parent / "mistakes",
    *("free_actions", "free_action_targets", "attacks", "moves_repairs_and_bases", "trade"),
    "policies_and_goals",
)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_each_mistake_is_reported_once_at_its_place_and_nothing_is_resolved(
    mistake: Mistake,
) -> None:
    check_mistake(mistake, SOUND)


def test_every_finding_about_orders_has_an_example() -> None:
    shown = {mistake.code for mistake in MISTAKES}
    assert shown >= {problem.code for problem in problems_of(orders)}


#: In this turn nearly everything that can be wrong with orders is.
CROWDED: Final = """\
turn: 1
adjustments:
  - {for: gm, because: a fall, asset: guards, at: crag}
orders:
  vael:
    defend: [riders, «wagons»]
    forbids: {redhaven: [oru], «mill»: everyone}
    sheds: [«fields»]
    abilities:
      - {id: look, asset: eyes, against: «vael», «to»: mill}
      - {id: «look», asset: «wagons», to: ford}
      - {id: «start», asset: «riders»}
    attack:
      - {id: hit, asset: guards, against: «oru»}
      - {id: hex, asset: «ford-hall», against: «kell»}
    «move»: [{id: go, asset: riders, to: crag}]
    redo: [{asset: «eyes», roll: «kell»}]
    raises: [«cunning», «force»]
    lavish: «true»
  oru:
    abilities:
      - {«id»: ride, asset: wagons}
    create: {id: buy, asset: «riders», type: «infantry», at: «ford», helped_by: [«ears»]}
    «goal»: {«kind»: sphere-dominance, «at»: mill}
  kell:
    «hide»: [{id: veil, asset: «ship»}]
    abandon: «true»
"""

IN_ORDER: Final = (
    ("N001", "unknown asset or base of this faction `wagons`"),
    ("WN094", "`mill` is ruled by `oru`"),
    ("WN095", "the faction has no more Wealth assets than its rating allows"),
    ("WN019", "`vael` is this faction itself"),
    ("WN050", "`exposes` of Informers does not use `to:`"),
    ("N003", "there is already an order with the id `look`"),
    ("WN053", "`wagons` belongs to `oru`, not to `vael`"),
    ("WN052", "the id `start` is reserved"),
    ("WN061", "`riders` (Cavalry) has no free action to use here"),
    ("WN073", "`oru` has nothing in `crag` that can defend against `guards`"),
    ("WN060", "`ford-hall` is a base, not an asset"),
    ("WN072", "this attacks `kell`, but another attack this turn is on `oru`"),
    ("WN051", "only one kind of action is allowed per turn, and `attack:` is already one"),
    ("WN054", "`eyes` can't make a rival roll again"),
    ("WN096", "`kell` is not the name of a roll"),
    ("WN088", "this costs 9 XP, but at most 7 is left"),
    ("WN088", "this costs 12 XP, but at most 7 is left"),
    ("WN098", "the faction does not have the goal `wealth-of-kingdoms`"),
    ("C001", "missing key `to`"),
    ("WN002", "there is already an asset with the id `riders`"),
    ("WN084", "this needs Force 3, but the faction has 1"),
    ("WN083", "the faction has no base in `ford`"),
    ("WN086", "`ears` (Occult Infiltrators) does not help with purchases"),
    (
        "WN097",
        "the faction still has the goal `inside-enemy-territory`, which can't be met this turn",
    ),
    ("C001", "missing key `attribute`"),
    ("WN016", "`sphere-dominance` does not take `at:`"),
    ("WN084", "hiding an asset needs Cunning 3, but the faction has 2"),
    ("N001", "unknown asset `ship`"),
    ("WN098", "the faction has no goal to give up"),
)


def test_all_mistakes_in_the_orders_of_a_turn_are_reported_in_one_run() -> None:
    found = findings_of(unmarked({TURN: CROWDED}), over=SOUND)
    assert tuple((finding.code, finding.message) for finding in found) == IN_ORDER
    assert tuple(place_of(finding) for finding in found) == places({TURN: CROWDED})
    assert resolve_campaign(tree_of(unmarked({TURN: CROWDED})), Report()) is None


def test_orders_are_checked_for_form_after_a_turn_that_could_not_be_played() -> None:
    later = """\
turn: 2
orders:
  vael:
    attack: [{id: a, asset: nobody, against: nobody}]
    move: [{«id»: b, «aset»: riders, to: nowhere}]
    raises: [«magic»]
"""
    files = {TURN: CROWDED, SECOND: later}
    found = [f for f in findings_of(unmarked(files), over=SOUND) if f.at and f.at.path == SECOND]
    assert [finding.code for finding in found] == ["C001", "C002", "C005"]
    assert tuple(place_of(finding) for finding in found) == places({SECOND: later})


def test_unreadable_orders_of_one_faction_do_not_hide_mistakes_of_another() -> None:
    turn = """\
turn: 1
orders:
  vael:
    raises: [«magic»]
    move: [{id: off, asset: riders, to: crag}]
  oru:
    attack: [{id: a, asset: wagons, against: «nobody»}]
    redo: [{asset: «ears», roll: vael/off/check}]
"""
    found = findings_of(unmarked({TURN: turn}), over=SOUND)
    assert tuple(place_of(finding) for finding in found) == places({TURN: turn})
