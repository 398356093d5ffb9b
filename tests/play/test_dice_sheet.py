"""A dice sheet lists what a turn needs from the table, and a turn that asks for dice rolls none."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.load import load_campaign, read_tree
from chronicle.model.campaign import Campaign, TableRoll, Turn
from chronicle.model.dice import roll_name
from chronicle.pipeline import resolve_campaign
from chronicle.play.dice_sheet import DiceSheet, dice_sheet
from chronicle.play.history import History
from chronicle.play.turns import dice_of, play, play_turn
from chronicle.records import Record, replace
from chronicle.rules import RULESETS
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.sample_campaigns import SAMPLES
from tests.small_campaign import SOUND as SHADOW
from tests.small_campaign import tree_of
from tests.thorough import beginning

#: How many of a sample's last turns the laws are tried on.
LAST: Final = 2


class Case(Record):
    """A turn as an author writes it, and its rolls: to throw now, likely to follow, thrown.

    A roll is its name and its dice.
    """

    law: str
    sound: Mapping[str, str]
    turn: str
    needed: str = ""
    possible: str = ""
    thrown: str = ""


def turn(orders: str, rolls: str = "{}", more: str = "") -> str:
    return f"turn: 1\n{more}orders:\n{orders}rolls: {rolls}\n"


_CREEP: Final = """\
  vael:
    conspiracies:
      - {id: creep, action: raise, resource: eyes, to: 2, stake: 1, narrative: They creep.}
"""
_BURN: Final = """\
  vael:
    place: {knives: marsh}
    actor: marsh
    conspiracies:
      - {id: burn, action: attack-resource, resource: knives, target: oru/giants, stake: 2,
         narrative: Fire.}
"""
_GROW: Final = """\
  oru:
    conspiracies:
      - {id: grow, action: raise, resource: giants, to: 2, narrative: They grow.}
"""
_RAID: Final = """\
  vael:
    actions:
      - {id: rob, lieutenant: kess, action: raid, at: mill, take: {capital: 4}, units: [guards]}
"""
_ATTACK: Final = """\
  kell:
    attack: [{id: hit, asset: traders, against: oru}]
"""

CASES: Final = (
    Case("a raise needs its pool", SHADOW, turn(_CREEP), needed="vael/creep/pool 3d6"),
    Case(
        "an attack and its defence are thrown together",
        SHADOW,
        turn(_BURN),
        needed="vael/burn/attack 3d6, vael/burn/defence 3d6",
    ),
    Case(
        "what was given is not asked for",
        SHADOW,
        turn(_CREEP, "{vael/creep/pool: [6, 1, 1]}"),
        thrown="vael/creep/pool 3d6",
    ),
    Case(
        "an empty place is still to be filled",
        SHADOW,
        turn(_CREEP, "{vael/creep/pool: []}"),
        needed="vael/creep/pool 3d6",
    ),
    Case(
        "faces that don't fit are asked for again",
        SHADOW,
        turn(_CREEP, "{vael/creep/pool: [6]}"),
        needed="vael/creep/pool 3d6",
    ),
    Case(
        "an order without a narrative needs no dice",
        SHADOW,
        turn(_CREEP.replace(", narrative: They creep.", "")),
    ),
    Case(
        "who is hurt in a raid depends on its check",
        LIEUTENANTS,
        turn(_RAID),
        needed="vael/rob/check 2d6",
        possible="vael/rob/hurt-kess 2d6, vael/rob/hurt-fox 2d6, vael/rob/hurt-theirs-1 1d2",
    ),
    Case(
        "after the check it is known who may be hurt",
        LIEUTENANTS,
        turn(_RAID, "{vael/rob/check: [2, 3]}"),
        needed="vael/rob/hurt-fox 2d6, vael/rob/hurt-kess 2d6, vael/rob/hurt-theirs-1 1d2",
        thrown="vael/rob/check 2d6",
    ),
    Case(
        "damage follows a hit",
        WWN,
        turn(_ATTACK, more="adjustments: [{for: gm, because: x, sequence: [kell, vael, oru]}]\n"),
        needed="kell/hit/check 1d10, kell/hit/defence 1d10",
        possible="kell/hit/damage 1d4",
    ),
)


def state_of(sheet: DiceSheet[Any, Any]) -> dict[str, set[str]]:
    groups = {"needed": sheet.needed, "possible": sheet.possible, "thrown": sheet.thrown}
    return {
        name: {f"{one.name} {one.dice_text}" for one in group} for name, group in groups.items()
    }


def sheet_of(sound: Mapping[str, str], text: str) -> DiceSheet[Any, Any]:
    """The dice sheet of the first turn of a small campaign."""
    report = Report()
    campaign = load_campaign(tree_of({"turns/001.yaml": text}, over=sound), report)
    assert campaign is not None, report.findings
    system = RULESETS[campaign.ruleset]
    state = system.opening(campaign, report)
    assert state is not None
    first = campaign.turns[0]
    orders = system.orders(first, state, dice_of(campaign, first), report)
    assert orders is not None, report.findings
    return dice_sheet(campaign.turns[0], state, orders, system)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.law)
def test_the_rolls_of_a_turn_are_listed(case: Case) -> None:
    found = state_of(sheet_of(case.sound, case.turn))
    wanted = {"needed": case.needed, "possible": case.possible, "thrown": case.thrown}
    assert found == {key: set(filter(None, text.split(", "))) for key, text in wanted.items()}


def test_what_every_result_leads_to_is_needed_and_the_rest_may_follow() -> None:
    """Vael goes first by the seating; without the Giants, the Oru raise nothing."""
    weak = SHADOW["factions/oru.yaml"].replace("strength: 4", "strength: 1")
    sheet = sheet_of({**SHADOW, "factions/oru.yaml": weak}, turn(_BURN + _GROW))
    assert [one.name for one in sheet.needed] == ["vael/burn/attack", "vael/burn/defence"]
    assert [one.name for one in sheet.possible] == ["oru/grow/pool"]


def test_modifiers_that_depend_on_other_dice_are_left_open() -> None:
    sheet = sheet_of(LIEUTENANTS, turn(_RAID))
    assert [one.settled for one in sheet.needed] == [True]
    assert sum(part.value for part in sheet.needed[0].modifiers) == 1  # 5 and Force 2 - 5 and 1


# ── Whole turns of the samples ───────────────────────────────────────────────────────────────────


@cache
def played(sample: str) -> tuple[Campaign, History[Any, Any, Any]]:
    campaign = load_campaign(read_tree(SAMPLES[sample], sample), Report())
    assert campaign is not None
    history = play(campaign, RULESETS[campaign.ruleset], Report())
    assert history is not None
    return campaign, history


def with_faces(turn: Turn, faces: Mapping[str, tuple[int, ...]]) -> Turn:
    rolls = {
        name: TableRoll(given, turn.at, (turn.at,) * len(given)) for name, given in faces.items()
    }
    return replace(turn, rolls=rolls, digest="")


@pytest.mark.parametrize("sample", beginning(["vaime", "orrow", "cauvenne"], 1))
@pytest.mark.parametrize("last", range(1, LAST + 1))
def test_filling_in_sheets_ends_and_the_turn_uses_exactly_these_dice(
    sample: str, last: int
) -> None:
    campaign, history = played(sample)
    system = RULESETS[campaign.ruleset]
    before, orders = history.turns[-last].before, history.turns[-last].orders
    chance = random.Random(f"{sample} {last}")  # noqa: S311  protects no secret
    turn = replace(campaign.turns[-last], dice_asked_at=campaign.at)
    faces: dict[str, tuple[int, ...]] = {}
    while True:
        turn = with_faces(turn, faces)
        sheet = dice_sheet(turn, before, orders, system)
        assert {one.name for one in sheet.thrown} == set(faces)
        assert not {one.name for one in sheet.needed} & set(faces)
        if not sheet.needed:
            break
        report = Report()
        assert play_turn(campaign, turn, before, system, report) is None
        assert "N015" in [finding.code for finding in report.findings]
        for one in sheet.needed:
            ((count, sides),) = one.dice
            faces[one.name] = tuple(chance.randint(1, sides) for _ in range(count))
    assert sheet.possible == ()
    report = Report()
    played_turn = play_turn(campaign, turn, before, system, report)
    assert played_turn is not None
    assert "N007" not in [finding.code for finding in report.findings]
    rolls = [roll for step in played_turn.steps for roll in step.event.rolls if roll.faces]
    assert {roll_name(roll): roll.faces for roll in rolls} == faces
    assert {roll.source for roll in rolls} <= {"table"}


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_samples_use_all_dice_that_they_give(sample: str) -> None:
    campaign, history = played(sample)
    for turn, played_turn in zip(campaign.turns, history.turns, strict=True):
        made = {roll_name(roll) for step in played_turn.steps for roll in step.event.rolls}
        assert set(turn.rolls) <= made


# ── A turn that asks for dice ────────────────────────────────────────────────────────────────────


def findings(text: str, sound: Mapping[str, str] = SHADOW) -> tuple[Finding, ...]:
    report = Report()
    resolve_campaign(tree_of({"turns/001.yaml": text}, over=sound), report)
    return report.findings


def asking(orders: str, rolls: str = "{}") -> str:
    return turn(orders, rolls, more="dice: ask\n")


def test_a_turn_that_asks_waits_for_its_dice() -> None:
    (found,) = findings(asking(_RAID), LIEUTENANTS)
    assert (found.code, found.severity) == ("N015", "error")
    assert found.at is not None
    assert (found.at.line, found.at.column) == (2, 7)
    assert found.message == "turn 1 waits for the dice of one roll"
    assert found.help.splitlines()[1:] == ["rolls:", "  vael/rob/check: []  #: 2d6"]


def test_the_lines_of_the_finding_are_the_rolls_of_the_file() -> None:
    text = f"turn: 1\ndice: ask\norders:\n{_CREEP}"
    (found,) = findings(text)
    lines = "\n".join(found.help.splitlines()[1:])
    (again,) = findings(f"{text}{lines}\n")
    assert again.message == found.message
    assert again.help.splitlines()[1:] == ["  vael/creep/pool: []  #: 3d6"]
    assert findings(f"{text}{lines}\n".replace("[]", "[1, 6, 3]")) == ()


def test_faces_that_do_not_fit_are_reported_with_missing_dice() -> None:
    found = findings(asking(_BURN, "{vael/burn/attack: [1, 7, 2]}"))
    assert [one.code for one in found] == ["N015", "N009"]
    assert [line.split(":")[0].strip() for line in found[0].help.splitlines()[1:]] == [
        "vael/burn/defence"
    ]
    found = findings(asking(_CREEP, "{vael/creep/pool: [1]}"))
    assert [one.code for one in found] == ["N008"]


def test_lines_are_not_called_unused_before_all_dice_are_thrown() -> None:
    rolls = "{vael/rob/hurt-kess: [1, 1]}"
    assert [one.code for one in findings(asking(_RAID, rolls), LIEUTENANTS)] == ["N015"]


_ANEW: Final = """\
  oru:
    create: {id: buy, asset: wagons, type: informers, at: mill}
"""
_KELL_FIRST: Final = """\
dice: ask
adjustments: [{for: gm, because: x, sequence: [kell, vael, oru]}]
"""


@pytest.mark.parametrize(
    ("rolls", "codes"),
    [
        ("{}", ["N015"]),
        ("{kell/hit/check: [10], kell/hit/defence: [1]}", ["N015"]),
        ("{kell/hit/check: [10], kell/hit/defence: [1], kell/hit/damage: [4]}", []),
        ("{kell/hit/check: [10], kell/hit/defence: [1], kell/hit/damage: [1]}", ["WN002"]),
        ("{kell/hit/check: [1], kell/hit/defence: [10]}", ["WN002"]),
    ],
)
def test_an_order_that_depends_on_missing_dice_is_judged_when_they_are_there(
    rolls: str, codes: list[str]
) -> None:
    """Only if the Kell destroy the wagons can the Oru call something else so (W-TURN-1)."""
    found = findings(turn(_ATTACK + _ANEW, rolls, more=_KELL_FIRST), WWN)
    assert [one.code for one in found if one.severity == "error"] == codes


def test_later_turns_wait_too() -> None:
    report = Report()
    files = {"turns/001.yaml": asking(_CREEP), "turns/002.yaml": "turn: 2\n"}
    assert resolve_campaign(tree_of(files), report) is None
    assert [(one.code, one.at and one.at.path) for one in report.findings] == [
        ("N015", "turns/001.yaml")
    ]


def test_the_dice_of_other_turns_are_computed() -> None:
    files = {"turns/001.yaml": turn(_CREEP), "turns/002.yaml": "turn: 2\ndice: ask\n"}
    report = Report()
    played = resolve_campaign(tree_of(files), report)
    assert played is not None, report.findings
    assert [roll.source for it in played.history.turns[0].steps for roll in it.event.rolls] == [
        "computed"
    ]


# ── Lines that a turn does not use ───────────────────────────────────────────────────────────────

UNUSED: Final = {
    "vael/crep/pool": (_CREEP, "no order `vael/crep`", "did you mean `vael/creep/pool`?"),
    "oru/push/pool": (_CREEP, "no order `oru/push`", "not used"),
    "vael/creep/pol": (_CREEP, "no roll `pol`", "did you mean `vael/creep/pool`?"),
    "vael/creep/attack": (_CREEP, "no roll `attack`", "it makes `vael/creep/pool`"),
    "vael/creep": (_CREEP, "named `faction/order/purpose`", "did you mean `vael/creep/pool`?"),
    "vael/mute/pool": (
        _CREEP.replace("id: creep", "id: mute").replace(", narrative: They creep.", ""),
        "`vael/mute` makes no roll: it is not carried out",
        "not used",
    ),
}


@pytest.mark.parametrize("name", UNUSED)
def test_an_unused_line_is_a_warning_with_the_reason(name: str) -> None:
    orders, said, help_ = UNUSED[name]
    found = [one for one in findings(turn(orders, f"{{{name}: [1]}}")) if one.code == "N007"]
    (one,) = found
    assert one.severity == "warning"
    assert said in one.message
    assert help_ in one.help


def test_an_empty_unused_line_is_a_warning_as_well() -> None:
    (found,) = findings(turn(_CREEP, "{vael/creep/attack: []}"))
    assert (found.code, found.severity) == ("N007", "warning")


def test_an_empty_place_of_a_roll_is_an_error() -> None:
    (found,) = findings(turn(_CREEP, "{vael/creep/pool: []}"))
    assert (found.code, found.severity) == ("N008", "error")
    assert "are missing; it takes 3 dice" in found.message
