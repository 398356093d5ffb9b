"""What the GM changes by news and adjustments: each change exactly, and every mistake in place."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report, problems_of
from chronicle.load.campaign import load_campaign
from chronicle.model.audience import FOR_EVERYONE, FOR_GM, Visibility, visibility_of_factions
from chronicle.rules.shared.adjustment_events import Alteration
from chronicle.rules.wwn.adjustments import (
    EFFECT_HANDLERS,
    ParsedAdjustments,
    events_of,
    parse_adjustments,
)
from chronicle.rules.wwn.apply import fold
from chronicle.rules.wwn.changes import Change, Learned
from chronicle.rules.wwn.diagnostics import adjustments
from chronicle.rules.wwn.state import Base, State
from tests.rules.mistakes import TURN, Mistake, check_said, read_mistakes
from tests.rules.shadow.marked_text import place_of, places, unmarked
from tests.rules.wwn.adjustment_effects import EFFECTS, later
from tests.rules.wwn.small_campaign import SOUND, tree_of

#: They are made on the board of :func:`tests.rules.wwn.adjustment_effects.later`.
MISTAKES: Final = read_mistakes(Path(__file__).parent / "mistakes", "adjustments")


def read(text: str, state: State | None) -> tuple[ParsedAdjustments, tuple[Finding, ...]]:
    """What a turn's text alters, and what is wrong with it."""
    report = Report()
    campaign = load_campaign(tree_of({"turns/001.yaml": text}), report)
    assert campaign is not None
    assert not report.findings, report.findings
    return parse_adjustments(campaign.turns[0], state, report), report.findings


def altered_by(*effects: str, state: State | None = None) -> ParsedAdjustments:
    """What adjustments come to, which have to be sound."""
    lines = "".join(f"  - {{for: gm, because: why, {effect}}}\n" for effect in effects)
    found, findings = read(f"turn: 1\nadjustments:\n{lines}", state or later())
    assert findings == ()
    return found


def adjusted(*effects: str) -> tuple[Alteration[Change], ...]:
    """The alterations of adjustments that have to be sound."""
    return altered_by(*effects).alterations


def board_after(*effects: str, state: State | None = None) -> State:
    """The board that adjustments lead to, which have to be sound."""
    found = altered_by(*effects, state=state).state
    assert found is not None
    return found


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_becomes_exactly_one_change(effect: str) -> None:
    faction, subject, before, after, changes = EFFECTS[effect]
    (found,) = adjusted(effect)
    assert (found.faction, found.subject) == (faction, subject)
    assert (found.before, found.after) == (before, after)
    assert found.changes == changes
    assert (found.id, found.by_news, found.because) == ("1/adjustment/1/1", False, "why")
    assert found.visibility == FOR_GM


def test_every_kind_of_change_has_an_example() -> None:
    shown = {found.what for effect in EFFECTS for found in adjusted(effect)}
    assert shown == {key for _, key in EFFECT_HANDLERS}


def test_the_board_is_what_the_changes_make_of_it() -> None:
    for effect, (_, _, _, _, changes) in EFFECTS.items():
        assert board_after(effect) == fold(later(), changes)


def _seat(state: State, faction: str) -> Base:
    seat = state.headquarters(faction)
    assert seat is not None
    return seat


@pytest.mark.parametrize("effect", [effect for effect in EFFECTS if effect.startswith("faction")])
def test_a_headquarters_never_has_less_than_its_faction_nor_more_than_it_may(effect: str) -> None:
    state = board_after(effect)
    for id in state.living():
        faction, seat = state.factions[id], _seat(state, id)
        assert faction.hp <= seat.hp <= faction.maximum == state.maximum(seat)
        assert all(state.maximum(base) <= faction.maximum for base in state.own_bases(id))


def test_a_lower_rating_takes_hit_points_from_faction_and_headquarters() -> None:
    state = board_after("faction: vael, force: 1")
    assert (state.factions["vael"].hp, _seat(state, "vael").hp) == (9, 9)


def test_a_lower_rating_takes_from_a_base_what_it_may_have_no_longer() -> None:
    state = board_after(
        "faction: vael, force: 1", "faction: vael, cunning: 1", "faction: vael, wealth: 1"
    )
    hall = state.bases["ford-hall"]
    assert (hall.hp, hall.maximum) == (3, 3)


def test_a_base_that_is_lost_takes_what_it_had_left_from_its_faction() -> None:
    state = board_after("base: ford-hall, hp: -1", "base: ford-hall, lost: true")
    assert "ford-hall" not in state.bases
    assert state.factions["vael"].hp == 11


def test_who_has_no_hit_points_left_is_gone_before_the_next_change() -> None:
    state = board_after("faction: kell, hp: -5", "sequence: [vael, oru]")
    assert state.living() == ("oru", "vael")
    assert not [*state.own("kell"), *state.own_bases("kell")]
    assert state.places["harbour"].ruler == ""


def test_who_loses_its_headquarters_has_nothing_left() -> None:
    state = board_after("base: quay, lost: true")
    assert state.factions["kell"].collapsed


def test_the_order_of_play_is_told_apart_from_what_changes_the_board() -> None:
    found = altered_by("sequence: [oru, kell, vael]", "faction: vael, xp: 1")
    assert found.sequence == ("oru", "kell", "vael")
    assert [change.what for change in found.alterations] == ["sequence", "xp"]
    assert altered_by("faction: vael, xp: 1").sequence == ()


@pytest.mark.parametrize(
    ("words", "visibility"),
    [
        ("gm", FOR_GM),
        ("vael", visibility_of_factions(["vael"])),
        ("[vael, gm, kell]", visibility_of_factions(["vael", "kell"])),
        ("factions", visibility_of_factions(["vael", "oru", "kell"])),
        ("everyone", FOR_EVERYONE),
    ],
)
def test_an_adjustment_is_told_to_its_audience(words: str, visibility: Visibility) -> None:
    text = f"turn: 1\nadjustments: [{{for: {words}, because: why, faction: vael, xp: 1}}]\n"
    (found,) = read(text, later())[0].alterations
    assert found.visibility == visibility


NEWS: Final = """\
turn: 1
adjustments:
  - {for: gm, because: first, faction: vael, xp: -3}
news:
  - {for: everyone, text: Nothing changes.}
  - for: [oru]
    text: A lesson is learnt, and forgotten.
    effects: [{faction: vael, xp: +5}, {faction: vael, xp: -4}]
  - id: fire
    for: everyone
    text: The wagons burn.
    effects: [{asset: wagons, lost: true}]
"""


def test_news_apply_after_adjustments_to_the_changed_board() -> None:
    found, findings = read(NEWS, later())
    assert findings == ()
    assert [(f.id, f.by_news, f.because, f.visibility) for f in found.alterations] == [
        ("1/adjustment/1/1", False, "first", FOR_GM),
        ("1/news/2/1", True, "", visibility_of_factions(["oru"])),
        ("1/news/2/2", True, "", visibility_of_factions(["oru"])),
        ("1/news/fire/1", True, "", FOR_EVERYONE),
    ]
    figures = [(f.before, f.after) for f in found.alterations]
    assert figures == [(3, 0), (0, 5), (5, 1), (4, 0)]
    assert found.alterations[1].changes == (Learned("vael", 5, "news", "W-ENT-1"),)


def test_every_adjustment_becomes_its_own_event() -> None:
    found = read(NEWS, later())[0].alterations
    events = tuple(events_of(found))
    assert [event.id for event in events] == [change.id for change in found]
    for event, change in zip(events, found, strict=True):
        assert (event.rule, event.rolls) == ("W-ENT-1", ())
        for name in ("by_news", "because", "visibility", "what", "faction", "subject", "changes"):
            assert getattr(event, name) == getattr(change, name)
        assert (event.before, event.after) == (change.before, change.after)


def test_what_an_adjustment_brings_can_be_changed_by_the_next() -> None:
    state = board_after(
        "faction: oru, new_asset: {id: crew, type: free-company, at: mill}",
        "asset: crew, hp: -2",
        "faction: oru, new_base: {id: tower, at: crag, max: 3}",
        "base: tower, hp: -1",
    )
    assert (state.assets["crew"].hp, state.bases["tower"].hp) == (4, 2)
    assert state.usable(state.assets["crew"])


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_each_mistake_is_reported_once_at_its_place(mistake: Mistake) -> None:
    files = mistake.files(SOUND)
    _, found = read(unmarked(files)[TURN], later())
    check_said(mistake, found, files)


def test_every_finding_about_adjustments_has_an_example() -> None:
    shown = {mistake.code for mistake in MISTAKES}
    assert shown >= {problem.code for problem in problems_of(adjustments)} | {
        "WN020",
        "WN021",
    }


def test_all_mistakes_of_a_turn_are_found_in_one_run() -> None:
    entries = [
        text.partition("adjustments:\n")[2]
        for mistake in MISTAKES
        if (text := mistake.files(SOUND)[TURN]).startswith("turn: 1\nadjustments:\n")
        and "hp: -5" not in text
        and "sequence" not in text
    ]
    assert len(entries) > 40
    text = "turn: 1\nadjustments:\n" + "".join(entries)
    _, found = read(text.replace("«", "").replace("»", ""), later())
    assert tuple(place_of(finding) for finding in found) == places({"turns/001.yaml": text})


def test_without_a_board_only_the_syntax_is_checked() -> None:
    text = """\
turn: 1
adjustments:
  - {for: gm, because: why, faction: nobody-there, treasure: 1}
  - {for: gm, because: why, «faction»: vael, xp: 1, treasure: 1}
  - {for: gm, because: why, faction: vael, treasure: «much»}
"""
    found, findings = read(text.replace("«", "").replace("»", ""), None)
    assert (found.alterations, found.state) == ((), None)
    assert [finding.code for finding in findings] == ["WN030", "C003"]
