"""Names that an author's own texts let slip are warned of, and nothing else is."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from tests.leaks.secret_campaign import FILES, found_in
from tests.small_campaign import play_files

#: Things of which only Vael knows.
ITEMS: Final = {
    "items/lamp.md": "---\nname: The Lamp\nfor: vael\n---\n",
    "items/owl.md": "---\nname: The Owl\nfor: vael\n---\n",
}


def slips_of(text: str, *, readers: str = "everyone", after: str = "turn: 2") -> list[Finding]:
    """What is warned of when the news of the first turn are this text."""
    text = text.replace("\n", "\n      ")
    news = f"turn: 1\nnews:\n  - for: {readers}\n    text: |\n      All is well.\n      {text}\n"
    told = play_files({**FILES, **ITEMS, "turns/001.yaml": news, "turns/002.yaml": after})
    return [finding for finding in found_in({}, played=told) if finding.code == "L002"]


def test_a_hidden_name_in_a_public_text_is_warned_of_at_its_place() -> None:
    (finding,) = slips_of("They went to The Vale of Ommerin by boat.")
    assert finding.severity == "warning"
    assert finding.message == (
        "“The Vale of Ommerin” is named here for everyone, who may not know of it yet"
    )
    at = finding.at
    assert at is not None
    assert (at.path, at.line, at.column, at.end_column) == ("turns/001.yaml", 6, 20, 39)
    assert finding.help


@pytest.mark.parametrize(("readers", "unaware"), [("everyone", "everyone"), ("factions", "`oru`")])
def test_readers_who_do_not_know_a_name_are_listed_unless_it_is_the_public(
    readers: str, unaware: str
) -> None:
    (finding,) = slips_of("The Lamp was lit.", readers=readers)
    assert finding.message == (
        f"“The Lamp” is named here for {unaware}, who may not know of it yet"
    )


def test_a_name_is_located_in_the_text_whose_readers_do_not_know_it() -> None:
    """And not above it, where it is in a text for those who do."""
    (finding,) = slips_of(
        "::: secret factions\nThe Vale of Ommerin is far.\n:::\n"
        "All is well.\nTo The Vale of Ommerin, then!"
    )
    at = finding.at
    assert at is not None
    assert (at.line, at.column, at.end_line, at.end_column) == (10, 10, 10, 29)


def test_a_name_that_goes_over_two_lines_is_warned_of() -> None:
    (finding,) = slips_of("They went to The Vale\nof Ommerin by boat.")
    at = finding.at
    assert at is not None
    assert (at.line, at.column, at.end_line, at.end_column) == (6, 20, 7, 17)


@pytest.mark.parametrize(
    ("text", "readers"),
    [
        ("They went to The Vale of Ommerin.", "factions"),
        ("They went to The Vale of Ommerin.", "gm"),
        ("They went to the vale of Ommerin.", "everyone"),
        ("They went to The Vale of Ommerindale.", "everyone"),
        ("They went to the vale.", "everyone"),
        # A name of short words may be anything.
        ("They went to The Owl.", "everyone"),
        # An id is no name, even if it is a word.
        ("They went to ommerin.", "everyone"),
        ("They went to The Harbour.", "everyone"),
    ],
)
def test_other_words_and_texts_for_other_readers_give_no_warning(text: str, readers: str) -> None:
    assert slips_of(text, readers=readers) == []


def test_a_name_used_before_its_reveal_is_warned_of() -> None:
    later = "turn: 2\nreveals:\n  - {place: ommerin, for: everyone}\n"
    assert len(slips_of("They went to The Vale of Ommerin.", after=later)) == 1


def test_a_name_used_in_the_turn_of_its_reveal_gives_no_warning() -> None:
    named = "  - {for: everyone, text: They saw The Vale of Ommerin.}\n"
    later = "turn: 2\nnews:\n" + named + "reveals:\n  - {place: ommerin, for: everyone}\n"
    assert slips_of("All is quiet.", after=later) == []


def test_names_in_links_are_not_reported_twice() -> None:
    report = Report()
    assert slips_of("They went up the [[harbour|The Harbour]].") == []
    assert not report.findings
