"""What the GM changes by news and adjustments: each change exactly, and every mistake in place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report, problems_of
from chronicle.load.campaign import load_campaign
from chronicle.model.audience import FOR_EVERYONE, FOR_GM, Visibility, visibility_of_factions
from chronicle.rules.lieutenants.adjustments import (
    EFFECT_FUNCTIONS,
    events_of,
    parse_alterations,
    reveals_of,
)
from chronicle.rules.lieutenants.apply import apply_changes
from chronicle.rules.lieutenants.changes import (
    Change,
    Moved,
    Paid,
)
from chronicle.rules.lieutenants.diagnostics import adjustments
from chronicle.rules.lieutenants.state import (
    State,
)
from chronicle.rules.shared.adjustment_events import Alteration
from tests.rules.lieutenants.adjustment_effects import EFFECTS, later
from tests.rules.lieutenants.small_campaign import SOUND, tree_of
from tests.rules.mistakes import TURN, Mistake, check_said, read_mistakes
from tests.rules.shadow.marked_text import place_of, places, unmarked

#: They are made on the board of :func:`tests.rules.lieutenants.adjustment_effects.later`.
MISTAKES: Final = read_mistakes(Path(__file__).parent / "mistakes", "adjustments")


def read(
    text: str, state: State | None, files: Mapping[str, str] | None = None
) -> tuple[tuple[Alteration[Change], ...], tuple[Finding, ...]]:
    """The alterations of a turn's text, and what is wrong with them."""
    report = Report()
    campaign = load_campaign(tree_of({"turns/001.yaml": text, **(files or {})}), report)
    assert campaign is not None
    assert not report.findings, report.findings
    return parse_alterations(campaign.turns[0], state, report), report.findings


def adjusted(*effects: str, state: State | None = None) -> tuple[Alteration[Change], ...]:
    """The alterations of adjustments that have to be sound."""
    lines = "".join(f"  - {{for: gm, because: why, {effect}}}\n" for effect in effects)
    found, findings = read(f"turn: 1\nadjustments:\n{lines}", state or later())
    assert findings == ()
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
    assert shown == {key for _, key in EFFECT_FUNCTIONS}


def test_an_effect_does_to_the_board_what_it_says() -> None:
    state = later()
    (found,) = adjusted("asset: kess, joins: oru", state=state)
    after = apply_changes(state, found.changes)
    kess, crown = after.assets["kess"], after.assets["crown"]
    assert (kess.faction, crown.faction, after.at(crown)) == ("oru", "oru", "manor")
    assert after.stances == {}


@pytest.mark.parametrize(
    ("words", "visibility"),
    [
        ("gm", FOR_GM),
        ("vael", visibility_of_factions(["vael"])),
        ("[vael, gm, watch]", visibility_of_factions(["vael", "watch"])),
        ("factions", visibility_of_factions(["vael", "oru", "watch"])),
        ("everyone", FOR_EVERYONE),
        ("[everyone, vael]", FOR_EVERYONE),
    ],
)
def test_an_adjustment_is_told_to_its_audience(words: str, visibility: Visibility) -> None:
    text = f"turn: 1\nadjustments: [{{for: {words}, because: why, faction: vael, capital: 1}}]\n"
    (found,) = read(text, later())[0]
    assert found.visibility == visibility


NEWS: Final = """\
turn: 1
adjustments:
  - {for: gm, because: first, faction: vael, capital: -20}
news:
  - {for: everyone, text: Nothing changes.}
  - for: [oru]
    text: A purse is found, and another.
    effects: [{faction: vael, capital: +5}, {faction: vael, capital: -4}]
  - id: fire
    for: everyone
    text: The mill burns.
    effects: [{asset: shop, condition: damaged}]
"""


def test_news_apply_after_adjustments_to_the_changed_board() -> None:
    found, findings = read(NEWS, later())
    assert findings == ()
    assert [(f.id, f.by_news, f.because, f.visibility) for f in found] == [
        ("1/adjustment/1/1", False, "first", FOR_GM),
        ("1/news/2/1", True, "", visibility_of_factions(["oru"])),
        ("1/news/2/2", True, "", visibility_of_factions(["oru"])),
        ("1/news/fire/1", True, "", FOR_EVERYONE),
    ]
    assert [(f.before, f.after) for f in found] == [(20, 0), (0, 5), (5, 1), (0, 1)]
    assert found[1].changes == (Paid("vael", 5, "news", "L-ENT"),)


def test_every_adjustment_becomes_its_own_event() -> None:
    state = later()
    found, _ = read(NEWS, state)
    events = tuple(events_of(found))
    assert [event.id for event in events] == [change.id for change in found]
    for event, change in zip(events, found, strict=True):
        assert (event.rule, event.rolls) == ("L-ENT", ())
        for name in ("by_news", "because", "visibility", "what", "faction", "subject", "changes"):
            assert getattr(event, name) == getattr(change, name)
        assert (event.before, event.after) == (change.before, change.after)
    after = apply_changes(state, (change for event in events for change in event.changes))
    assert after.factions["vael"].capital == 1


def test_a_thing_is_laid_down_where_its_holder_stands() -> None:
    state = later()
    held = apply_changes(state, (Moved("crown", "manor", "kess"),))
    (found,) = adjusted("asset: crown, at: manor", state=held)
    assert found.changes == (Moved("crown", "manor"),)


def test_what_an_adjustment_brings_can_be_changed_by_the_next() -> None:
    found = adjusted(
        "faction: oru, unit: {id: rats, name: Rats, type: thief-pack, at: mill}",
        "asset: rats, condition: damaged",
        "faction: oru, item: {id: ring, name: Ring, holder: rats}",
    )
    assert [change.id for change in found] == [f"1/adjustment/{n}/1" for n in (1, 2, 3)]


def test_reveals_of_secret_locations_are_given_with_those_who_learn_them() -> None:
    report = Report()
    text = """\
turn: 1
reveals:
  - {place: mill, for: everyone}
  - {place: cellar, for: [oru]}
  - {faction: oru, for: everyone}
"""
    campaign = load_campaign(tree_of({"turns/001.yaml": text}), report)
    assert campaign is not None
    assert reveals_of(campaign.turns[0], later()) == (("cellar", visibility_of_factions(["oru"])),)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_each_mistake_is_reported_once_at_its_place(mistake: Mistake) -> None:
    files = mistake.files(SOUND)
    _, found = read(unmarked(files)[TURN], later())
    check_said(mistake, found, files)


def test_every_finding_about_adjustments_has_an_example() -> None:
    shown = {mistake.code for mistake in MISTAKES}
    assert shown >= {problem.code for problem in problems_of(adjustments)}


def test_all_mistakes_of_a_turn_are_found_in_one_run() -> None:
    entries = [
        text.partition("adjustments:\n")[2]
        for mistake in MISTAKES
        if (text := mistake.files(SOUND)[TURN]).startswith("turn: 1\nadjustments:\n")
    ]
    assert len(entries) > 20
    text = "turn: 1\nadjustments:\n" + "".join(entries)
    _, found = read(text.replace("«", "").replace("»", ""), later())
    assert tuple(place_of(finding) for finding in found) == places({"turns/001.yaml": text})


def test_without_a_board_only_the_syntax_is_checked() -> None:
    text = """\
turn: 1
adjustments:
  - {for: gm, because: why, faction: nobody-there, capital: 1}
  - {for: gm, because: why, «faction»: vael, reach: 1, capital: 1}
  - {for: gm, because: why, faction: vael, capital: «much»}
"""
    found, findings = read(text.replace("«", "").replace("»", ""), None)
    assert found == ()
    assert [finding.code for finding in findings] == ["LT030", "C003"]
