"""What the GM changes by news and adjustments: each change exactly, and every mistake in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import pytest

from chronicle.diagnostics.report import Finding
from chronicle.model.audience import FOR_EVERYONE, FOR_GM, visibility_of_factions
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.lieutenants import adjustments as lieutenants_adjustments
from chronicle.rules.wwn import adjustments as wwn_adjustments
from tests.marked_text import place_in_file, places, unmarked
from tests.rules.lieutenants import adjusted_board as lieutenants_board
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.lieutenants.turn_as_text import change_as_text as lieutenants_text
from tests.rules.mistakes import TURN, Mistake, check_said, read_mistakes
from tests.rules.rule_cases import read_yaml
from tests.rules.wwn import adjusted_board as wwn_board
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.rules.wwn.turn_as_text import change_as_text as wwn_text

Read: TypeAlias = tuple[tuple[Alteration[Any], ...], tuple[Finding, ...]]


def _read_wwn(text: str, state: Any) -> Read:
    found, findings = wwn_board.parsed(text, state)
    return found.alterations, findings


class Adjusting(NamedTuple):
    """How a ruleset reads what the GM changes, and the words of its own."""

    sound: Mapping[str, str]
    later: Callable[[], Any]
    read: Callable[[str, Any], Read]
    as_text: Callable[[Any], str]
    kinds: Iterable[str]
    events_of: Callable[[Any], Iterable[Any]]
    rule: str
    #: A figure of a faction and its value on the board, and an asset that can be lost.
    figure: str
    value: int
    asset: str
    #: The third faction; an effect that changes two things, and the code of that.
    third: str
    two: str
    two_at_once: str


ADJUSTING: Final = {
    "lieutenants": Adjusting(
        LIEUTENANTS,
        lieutenants_board.later,
        lieutenants_board.parsed,
        lieutenants_text,
        {key for _, key in lieutenants_adjustments.EFFECT_FUNCTIONS},
        lieutenants_adjustments.events_of,
        rule="L-ENT",
        figure="capital",
        value=20,
        asset="asset: shop, condition: damaged",
        third="watch",
        two="reach: 1, capital: 1",
        two_at_once="LT030",
    ),
    "wwn": Adjusting(
        WWN,
        wwn_board.later,
        _read_wwn,
        wwn_text,
        {key for _, key in wwn_adjustments.EFFECT_HANDLERS},
        wwn_adjustments.events_of,
        rule="W-ENT-1",
        figure="xp",
        value=3,
        asset="asset: wagons, stealth: true",
        third="kell",
        two="xp: 1, treasure: 1",
        two_at_once="WN030",
    ),
}
FOLDER: Final = Path(__file__).parent.parent
#: An effect, and what comes of it.
EFFECTS: Final = {name: read_yaml(FOLDER / name / "effects.yaml") for name in ADJUSTING}
#: They are made on the ruleset's later board.
MISTAKES: Final = {
    name: read_mistakes(FOLDER / name / "mistakes", "adjustments") for name in EFFECTS
}
each_ruleset = pytest.mark.parametrize("ruleset", ADJUSTING)


def _adjusted(ruleset: str, effect: str) -> Alteration[Any]:
    one = ADJUSTING[ruleset]
    text = f"turn: 1\nadjustments: [{{for: gm, because: why, {effect}}}]\n"
    (found,), findings = one.read(text, one.later())
    assert findings == ()
    return found


@pytest.mark.parametrize(
    ("ruleset", "effect"),
    [
        pytest.param(name, effect, id=f"{name} {effect}")
        for name, effects in EFFECTS.items()
        for effect in effects
    ],
)
def test_an_effect_becomes_exactly_one_change(ruleset: str, effect: str) -> None:
    found = _adjusted(ruleset, effect)
    whose = f"{found.faction or 'nobody'}, {found.subject or 'itself'}"
    lines = [
        f"{whose} {found.before}→{found.after}",
        *map(ADJUSTING[ruleset].as_text, found.changes),
    ]
    assert "".join(f"{line}\n" for line in lines) == EFFECTS[ruleset][effect]
    assert (found.id, found.by_news, found.because) == ("1/adjustment/1/1", False, "why")
    assert found.visibility == FOR_GM


@each_ruleset
def test_every_kind_of_change_has_an_example(ruleset: str) -> None:
    shown = {_adjusted(ruleset, effect).what for effect in EFFECTS[ruleset]}
    assert shown == set(ADJUSTING[ruleset].kinds)


@each_ruleset
def test_an_adjustment_is_told_to_its_audience(ruleset: str) -> None:
    one = ADJUSTING[ruleset]
    told = {
        "gm": FOR_GM,
        "vael": visibility_of_factions(["vael"]),
        f"[vael, gm, {one.third}]": visibility_of_factions(["vael", one.third]),
        "factions": visibility_of_factions(["vael", "oru", one.third]),
        "everyone": FOR_EVERYONE,
        "[everyone, vael]": FOR_EVERYONE,
    }
    lines = "".join(
        f"  - {{for: {words}, because: why, faction: vael, {one.figure}: 1}}\n" for words in told
    )
    found, _ = one.read(f"turn: 1\nadjustments:\n{lines}", one.later())
    assert [change.visibility for change in found] == list(told.values())


NEWS: Final = """\
turn: 1
adjustments:
  - {{for: gm, because: first, faction: vael, {figure}: -{value}}}
news:
  - {{for: everyone, text: Nothing changes.}}
  - for: [oru]
    text: A purse is found, and another.
    effects: [{{faction: vael, {figure}: +5}}, {{faction: vael, {figure}: -4}}]
  - id: fire
    for: everyone
    text: A fire.
    effects: [{{{asset}}}]
"""


@each_ruleset
def test_news_apply_after_adjustments_to_the_changed_board(ruleset: str) -> None:
    one = ADJUSTING[ruleset]
    text = NEWS.format(figure=one.figure, value=one.value, asset=one.asset)
    found, findings = one.read(text, one.later())
    assert findings == ()
    assert [(f.id, f.by_news, f.because, f.visibility) for f in found] == [
        ("1/adjustment/1/1", False, "first", FOR_GM),
        ("1/news/2/1", True, "", visibility_of_factions(["oru"])),
        ("1/news/2/2", True, "", visibility_of_factions(["oru"])),
        ("1/news/fire/1", True, "", FOR_EVERYONE),
    ]
    assert [(f.before, f.after) for f in found[:3]] == [(one.value, 0), (0, 5), (5, 1)]
    (paid,) = found[1].changes
    assert one.as_text(paid).endswith(f"vael amount 5, reason news [{one.rule}]")


@each_ruleset
def test_every_adjustment_becomes_its_own_event(ruleset: str) -> None:
    one = ADJUSTING[ruleset]
    found, _ = one.read(
        NEWS.format(figure=one.figure, value=one.value, asset=one.asset), one.later()
    )
    events = tuple(one.events_of(found))
    assert [event.id for event in events] == [change.id for change in found]
    for event, change in zip(events, found, strict=True):
        assert (event.rule, event.rolls) == (one.rule, ())
        for name in ("by_news", "because", "visibility", "what", "faction", "subject", "changes"):
            assert getattr(event, name) == getattr(change, name)
        assert (event.before, event.after) == (change.before, change.after)


@pytest.mark.parametrize(
    ("ruleset", "mistake"),
    [
        pytest.param(name, mistake, id=f"{name} {mistake.id}")
        for name, mistakes in MISTAKES.items()
        for mistake in mistakes
    ],
)
def test_each_mistake_is_reported_once_at_its_place(ruleset: str, mistake: Mistake) -> None:
    one = ADJUSTING[ruleset]
    files = mistake.files(one.sound)
    _, found = one.read(unmarked(files)[TURN], one.later())
    check_said(mistake, found, files)


@each_ruleset
def test_all_mistakes_of_a_turn_are_found_in_one_run(ruleset: str) -> None:
    one = ADJUSTING[ruleset]
    entries = [
        text.partition("adjustments:\n")[2]
        for mistake in MISTAKES[ruleset]
        if (text := mistake.files(one.sound)[TURN]).startswith("turn: 1\nadjustments:\n")
        # Who collapses, and an order of play, would decide what is a mistake after them.
        and "hp: -5" not in text
        and "sequence" not in text
    ]
    assert len(entries) > 20
    text = "turn: 1\nadjustments:\n" + "".join(entries)
    _, found = one.read(unmarked({TURN: text})[TURN], one.later())
    assert tuple(place_in_file(finding) for finding in found) == places({TURN: text})


@each_ruleset
def test_without_a_board_only_the_syntax_is_checked(ruleset: str) -> None:
    one = ADJUSTING[ruleset]
    text = f"""\
turn: 1
adjustments:
  - {{for: gm, because: why, faction: nobody-there, {one.figure}: 1}}
  - {{for: gm, because: why, faction: vael, {one.two}}}
  - {{for: gm, because: why, faction: vael, {one.figure}: much}}
"""
    found, findings = one.read(text, None)
    assert found == ()
    assert [finding.code for finding in findings] == [one.two_at_once, "C003"]
