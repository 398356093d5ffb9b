"""Orders that can't be: each mistake is found at its place, and nothing is resolved."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report, problems_of
from chronicle.pipeline import resolve_campaign
from chronicle.rules.lieutenants.diagnostics import orders
from tests.rules.lieutenants.small_campaign import SOUND, tree_of
from tests.rules.mistakes import Mistake, check_mistake, read_mistakes
from tests.rules.shadow.marked_text import place_of, places, unmarked
from tests.small_campaign import findings_of

MISTAKES: Final = read_mistakes(
    Path(__file__).parent / "mistakes",
    *("actors", "order_syntax", "targets", "trade", "projects_and_influence", "custom"),
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
  - {for: gm, because: a fall, asset: giants, condition: destroyed}
orders:
  vael:
    upkeep_priority: [kess, «fox»]
    leaves: [«knives»]
    actions:
      - {id: a, lieutenant: kess, action: work, units: «[knives, guards]», «pay»: double}
      - {id: «a», lieutenant: «kess», action: raid, at: «inn», take: {«lieutenant»: fox}}
      - id: b
        lieutenant: ada
        action: surveil
        target: {unit: «giants»}
        units: [«knives», «ears»]
        stealthy: «unidentified»
        influence: «4»
        modifiers: [{value: «0», because: nothing}]
        end_at: «inn»
      - id: c
        lieutenant: «fx»
        action: claim
        npc: oru
        target: {}
        pay: «double»
        needs: b
        otherwise: {action: recruit, target: {unit: «guards»}, end_at: mill}
      - id: d
        lieutenant: «ada»
        action: work
        units: [«knives»]
        stealthy: «true»
        needs: «z»
        otherwise: nothing
  oru:
    actions:
      - {id: a, lieutenant: fox, action: purchase, buy: {location: market, «at»: mill}}
      - {id: b, lieutenant: wren, action: move, to: mill, carry: [«shop»]}
  watch:
    actions:
      - {«id»: a, lieutenant: serjeant, action: train, project: p, target: {unit: «giants»}}
"""

#: Nothing more is said of an order whose ground is uncertain: `c` needs what could not be read.
IN_ORDER: Final = (
    ("LT042", "`fox` does not belong to `vael`"),
    ("LT076", "`knives` costs no respect"),
    ("LT066", "these units have no competency in common"),
    ("LT050", "`work` does not use `pay:`"),
    ("N003", "there is already an order with the id `a`"),
    ("LT040", "`kess` already has an action this turn"),
    ("LT045", "`inn` is in `road`, but `kess` is in `town`"),
    ("LT052", "`raid` does not work on a lieutenant"),
    ("LT041", "`giants` is destroyed"),
    ("LT044", "`knives` is already assigned this turn"),
    ("LT042", "`ears` does not belong to `vael`"),
    ("LT054", "`surveil` can't be unidentified"),
    ("LT073", "an action can use at most 3 influence, not 4"),
    ("LT058", "a modifier of 0 changes nothing"),
    ("LT045", "`inn` is in `road`, but `ada` is in `town`"),
    ("N001", "unknown lieutenant `fx`"),
    ("C005", "invalid value `double`"),
    ("LT060", "`guards` belongs to `vael`, which can't `recruit` its own"),
    ("LT040", "`ada` already has an action this turn"),
    ("LT044", "`knives` is already assigned this turn"),
    ("LT054", "`work` can't be stealthy"),
    ("N001", "unknown order `z`"),
    ("LT050", "`purchase` of a location does not use `at:`"),
    ("LT053", "`shop` is a facility, not an item"),
    ("C001", "missing key `gain`"),
    ("LT041", "`giants` is destroyed"),
)


def test_all_mistakes_in_the_orders_of_a_turn_are_reported_in_one_run() -> None:
    found = findings_of(unmarked({"turns/001.yaml": CROWDED}), over=SOUND)
    assert tuple((finding.code, finding.message) for finding in found) == IN_ORDER
    assert tuple(place_of(finding) for finding in found) == places({"turns/001.yaml": CROWDED})
    assert resolve_campaign(tree_of(unmarked({"turns/001.yaml": CROWDED})), Report()) is None


def test_orders_are_checked_for_form_after_a_turn_that_could_not_be_played() -> None:
    later = """\
turn: 2
orders:
  vael:
    actions:
      - {id: a, lieutenant: kess, action: «wrok»}
      - {id: b, lieutenant: kess, action: work, «untis»: [knives]}
      - {id: c, lieutenant: nobody, action: work, units: [nobody]}
"""
    files = {"turns/001.yaml": CROWDED, "turns/002.yaml": later}
    found = [f for f in findings_of(unmarked(files), over=SOUND) if _path(f) == "turns/002.yaml"]
    assert [finding.code for finding in found] == ["C005", "C002"]
    assert tuple(place_of(finding) for finding in found) == places({"turns/002.yaml": later})


def _path(finding: Finding) -> str:
    return finding.at.path if finding.at is not None else ""


def test_an_unreadable_order_does_not_hide_other_mistakes() -> None:
    turn = """\
turn: 1
orders:
  vael:
    actions:
      - {id: a, lieutenant: «nobody», action: «plunder»}
      - {id: b, lieutenant: «someone», action: work, units: [knives]}
      - {id: c, lieutenant: kess, action: surveil, target: {lieutenant: fox}, needs: a,
         otherwise: nothing}
    upkeep_priority: [nothing-yet]
"""
    files = {"turns/001.yaml": turn}
    found = findings_of(unmarked(files), over=SOUND)
    assert [finding.code for finding in found] == ["N001", "C005", "N001"]
    assert tuple(place_of(finding) for finding in found) == places(files)


def test_unreadable_orders_of_one_faction_do_not_hide_mistakes_of_another() -> None:
    turn = """\
turn: 1
orders:
  vael:
    actions: [{id: a, lieutenant: kess, action: «plunder»}]
  oru:
    actions: [{id: b, lieutenant: fox, action: surveil, target: {lieutenant: «nobody»}}]
"""
    files = {"turns/001.yaml": turn}
    found = findings_of(unmarked(files), over=SOUND)
    assert tuple(place_of(finding) for finding in found) == places(files)
