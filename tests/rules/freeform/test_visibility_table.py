"""Who learns of what, and of how much: the table of F-TOLD and F-COUNT, row by row."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pytest

from chronicle.authoring.json_export import to_json
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import Fact, Facts, Ref, faction_ref, place_ref
from chronicle.pipeline import PlayedCampaign
from chronicle.rules.freeform import FREEFORM
from chronicle.rules.freeform.events import Event
from chronicle.rules.freeform.state import State
from chronicle.rules.protocol import Step
from tests.rules.freeform.small_campaign import SOUND
from tests.rules.single_results import sheet_of
from tests.small_campaign import play_files

OWNER: Final = faction_audience("vael")
OTHER: Final = faction_audience("oru")
AUDIENCES: Final = (GM, OWNER, OTHER, EVERYONE)

#: An event of the turn below, the code and the reason for each audience (a dash: told nothing), and
#: what a reveal brings to light. What is for everyone is not told to other factions besides.
TABLE: Final = """
event                         gm          owner               other                public                  revealed
1/vael/alone                  ordered gm  ordered own-order   - not-written        - not-written           revealed
1/vael/spied                  ordered gm  ordered own-order   told written-for     - not-written           revealed
1/vael/open                   ordered gm  ordered own-order   - not-besides        told-line written-for   revealed
1/vael/both                   ordered gm  ordered own-order   told written-for     told-line written-for   revealed
1/vael/gm                     ordered gm  ordered own-order   - not-written        - not-written           revealed
1/vael/alone/vael/crowns      changed gm  changed own-order   - not-counter        - not-counter           -
1/vael/alone/vael/fear        changed gm  changed own-order   - not-besides        changed-line counter-for -
1/vael/alone/vael/plot        changed gm  - not-counter       - not-counter        - not-counter           -
1/vael/alone/vale/riches      changed gm  changed own-order   changed counter-for  - not-counter           -
1/adjustment/1/vael/crowns    changed gm  changed counter-for - not-counter        - not-counter           -
1/adjustment/2/vael/fear      changed gm  - not-besides       changed counter-for  changed-line counter-for -
1/adjustment/3/vael/fear      changed gm  - not-besides       - not-besides        changed-line counter-for -
1/adjustment/4/harbour/grain  changed gm  changed counter-for changed counter-for  - not-counter           -
1/news/1/1/flood              changed gm  - not-besides       - not-besides        changed-line counter-for -
"""  # noqa: E501  one line for each row

ROWS: Final = tuple(line.split() for line in TABLE.strip().splitlines()[1:])

TURN: Final = """\
turn: 1
adjustments:
  - {for: oru, because: BECAUSE-CROWNS, change: {vael/crowns: +1}}
  - {for: oru, because: BECAUSE-FEAR, change: {vael/fear: +1}}
  - {for: everyone, because: BECAUSE-ALL, change: {vael/fear: +1}}
  - {for: gm, because: BECAUSE-GM, change: {harbour/grain: +1}}
news:
  - {for: oru, text: NEWS., effects: [{change: {flood: +1}}]}
orders:
  vael:
    actions:
      - id: alone
        order: WORDS
        roll: 2d6 sum >= 3
        modifiers: {MODIFIER: 1}
        result: RESULT
        outcome: OUTCOME-OWN
        change: {crowns: +1, fear: +1, plot: +1, vale/riches: +1}
      - {id: spied, order: WORDS, outcome: [{for: oru, text: OUTCOME-ORU}]}
      - {id: open, order: WORDS, outcome: [{for: everyone, text: OUTCOME-ALL}]}
      - id: both
        order: WORDS
        outcome: [{for: oru, text: OUTCOME-ORU}, {for: everyone, text: OUTCOME-ALL}]
      - {id: gm, order: WORDS, outcome: [{for: gm, text: OUTCOME-GM}]}
"""


@lru_cache(maxsize=1)
def _game() -> PlayedCampaign:
    return play_files({"turns/001.yaml": TURN}, over=SOUND)


def _steps() -> dict[str, Step[State, Event]]:
    return {step.event.id: step for step in _game().history.turns[0].steps}


def _said(event: str, audience: Audience) -> str:
    step = _steps()[event]
    found = FREEFORM.tell(step, audience)
    return f"{found.telling.code if found.telling else '-'} {found.reason.code}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_audience_is_told_under_this_code_for_this_reason(row: list[str]) -> None:
    event, *cells = row
    pairs = [f"{code} {reason}" for code, reason in zip(cells[0:8:2], cells[1:8:2], strict=True)]
    assert [_said(event, audience) for audience in AUDIENCES] == pairs
    step = _steps()[event]
    revealed = FREEFORM.reveal(step)
    assert (revealed.code if revealed else "-") == cells[8]


def test_the_table_has_every_event_code_and_reason() -> None:
    assert [row[0] for row in ROWS] == sorted(_steps(), key=[row[0] for row in ROWS].index)
    cells = {cell for row in ROWS for cell in row[1:]} - {"-"}
    assert cells == {*FREEFORM.telling_facts, *FREEFORM.reasons}


WORDS: Final = (
    *("WORDS", "MODIFIER", "RESULT", "OUTCOME-OWN", "OUTCOME-ORU", "OUTCOME-ALL", "OUTCOME-GM"),
    *("BECAUSE-CROWNS", "BECAUSE-FEAR", "BECAUSE-ALL", "BECAUSE-GM"),
)


@pytest.mark.parametrize(
    ("audience", "words"),
    [
        pytest.param(GM, {*WORDS}, id="the GM reads all"),
        pytest.param(
            OWNER, {*WORDS[:4], "OUTCOME-ALL"}, id="the owner what is its own, and no reason"
        ),
        pytest.param(OTHER, {"OUTCOME-ORU", "BECAUSE-FEAR"}, id="others what is for them"),
        pytest.param(EVERYONE, {"OUTCOME-ALL", "BECAUSE-ALL"}, id="the public what is for it"),
    ],
)
def test_authored_text_reaches_its_audience(audience: Audience, words: set[str]) -> None:
    read = []
    for step in _game().history.turns[0].steps:
        told = FREEFORM.tell(step, audience).telling
        if told is not None:
            read.append(str(to_json(told.facts)) + repr(told.rolls))
    assert {word for word in WORDS if any(word in text for text in read)} == words


def test_others_are_told_no_order_roll_rule_or_source() -> None:
    for step in _game().history.turns[0].steps:
        for audience in (OTHER, EVERYONE):
            told = FREEFORM.tell(step, audience).telling
            if told is not None:
                assert (told.rolls, told.order, told.learns, told.hides_position) == (
                    (),
                    "",
                    (),
                    True,
                )
                assert told.facts.get("source", "") != "order"


#: Subject, and the counters that each audience finds on its sheet.
SHEETS: Final = (
    (
        faction_ref("vael"),
        ("Crowns Fear The-plot | The-flood", "Crowns Fear | The-flood", "Fear", "Fear"),
    ),
    (faction_ref("oru"), ("Crowns Fear | The-flood", "Fear", "Crowns Fear | The-flood", "Fear")),
    (place_ref("harbour"), ("Grain", "Grain", "Grain", "")),
    (place_ref("vale"), ("Riches", "Riches", "Riches", "Riches")),
)


def _names(counters: Fact) -> list[str]:
    assert isinstance(counters, tuple)
    rows = [row for row in counters if isinstance(row, Facts)]
    assert len(rows) == len(counters)
    return [str(row["counter"]).replace(" ", "-") for row in rows]


@pytest.mark.parametrize(("subject", "wanted"), SHEETS, ids=lambda it: getattr(it, "id", ""))
def test_a_sheet_holds_the_counters_that_its_reader_may_see(
    subject: Ref, wanted: tuple[str, ...]
) -> None:
    played_turn = _game().history.turns[0]
    found = []
    for audience in AUDIENCES:
        sheet = sheet_of(FREEFORM, played_turn, {}, audience, subject)
        facts = sheet.facts if sheet is not None else {}
        lists = [_names(facts[name]) for name in ("counters", "campaign") if name in facts]
        found.append(" | ".join(" ".join(names) for names in lists))
    assert tuple(found) == wanted


def test_only_counters_of_factions_are_plotted_and_no_clocks() -> None:
    played_turn = _game().history.turns[0]
    after = played_turn.after
    sheet = sheet_of(FREEFORM, played_turn, {}, GM, faction_ref("vael"))
    assert sheet is not None
    assert [(it.name, it.value) for it in FREEFORM.figures(sheet)] == [("Crowns", 5), ("Fear", 3)]
    names = {(it.faction, it.name, it.value) for it in FREEFORM.measures(after)}
    assert names == {
        *(("vael", "Crowns", 5), ("vael", "Fear", 3)),
        *(("oru", "Crowns", 3), ("oru", "Fear", 0)),
    }
