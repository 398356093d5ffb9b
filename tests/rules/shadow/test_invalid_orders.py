"""Orders and boards that can't be: each mistake is found at its place, and nothing is resolved."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.pipeline import resolve_campaign
from tests.marked_text import place_in_file, places, unmarked
from tests.rules.mistakes import read_mistakes
from tests.small_campaign import SOUND, findings_of, tree_of

MISTAKES: Final = read_mistakes(Path(__file__).parent / "mistakes")


def test_all_mistakes_of_an_opening_are_found_in_one_run() -> None:
    opening = [m for m in MISTAKES if m.code in {"SH002", "SH021"}]
    seating = next(m for m in MISTAKES if m.law == "the seating names powers alone")
    files = {path: text for m in (*opening, seating) for path, text in m.files(SOUND).items()}
    found = findings_of(unmarked(files))
    assert {place_in_file(finding) for finding in found} == set(places(files))
    assert [finding.code for finding in found] == ["SH001", "SH021", "SH002"]


def test_a_conspiracy_that_is_meant_to_fail_is_not_pointed_out() -> None:
    (mistake,) = (mistake for mistake in MISTAKES if mistake.code == "SH019")
    silent = unmarked(mistake.files(SOUND))
    meant = {
        path: text.replace("to: 2}", "to: 2, narrative: false}") for path, text in silent.items()
    }
    assert meant != silent
    assert findings_of(meant) == ()
    events = [resolve_campaign(tree_of(files), Report()) for files in (silent, meant)]
    assert events[0] is not None
    assert events[1] is not None
    assert events[0].history.turns == events[1].history.turns


def test_a_narrative_is_a_text_or_there_is_none() -> None:
    (mistake,) = (mistake for mistake in MISTAKES if mistake.code == "SH019")
    files = unmarked(mistake.files(SOUND))
    swapped = {
        path: text.replace("to: 2}", "to: 2, narrative: true}") for path, text in files.items()
    }
    (finding,) = findings_of(swapped)
    assert (finding.code, finding.help) == ("C005", "choose one of `false`")
