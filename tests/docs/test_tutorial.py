"""What the tutorial tells of its second turn is so."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import build_files
from tests.docs.campaigns import stages
from tests.small_campaign import play_files


def second_turn() -> Mapping[str, str]:
    """The tutorial's campaign with its second turn."""
    return list(stages("docs/tutorial.md"))[-1].files


@lru_cache(maxsize=1)
def built() -> Mapping[str, bytes]:
    files = {path: text.encode() for path, text in second_turn().items()}
    found = build_files(FileTree("my-campaign", files), Report())
    assert found is not None
    return found


def test_the_tutorials_second_turn_goes_as_it_is_told() -> None:
    events = play_files(second_turn(), over={}).history.turns[1].steps
    fetched = next(s.event for s in events if s.event.id == "2/customs/fetch-marrow")
    attack, defence = fetched.rolls
    assert fetched.outcome == "failure"
    assert [part.reason for part in attack.modifiers] == ["stake"]
    assert [part.reason for part in defence.modifiers] == [
        "influence",
        "neighbour",
        "actor",
        "stake",
    ]
    assert {attack.source, defence.source} == {"table"}
    sung = next(s.event for s in events if s.event.id == "2/ferry/new-song")
    assert sung.outcome == "success"
    assert {roll.source for roll in sung.rolls} == {"computed"}
    order = [step.event.id for step in events]
    assert order.index(sung.id) < order.index(fetched.id)


#: What stands in the table of step 5: words of the turn, and whose pages have them.
SEEN = {
    "It rained for six days": {"site", "private/ferry", "private/customs", "private/gm"},
    "the Cutters": {"private/ferry", "private/customs", "private/gm"},
    "Six cutters, a warrant": {"private/ferry", "private/customs", "private/gm"},
    "fetch-marrow": {"private/customs", "private/gm"},
    "new-song": {"private/ferry", "private/gm"},
    "There is a song about paint": {"private/ferry", "private/customs", "private/gm"},
}


@pytest.mark.parametrize("words", sorted(SEEN))
def test_each_audience_sees_of_the_second_turn_what_the_tutorial_says(words: str) -> None:
    pages = ("turns/2.html", "dossier/2.html", "audit/2.html")
    found = {
        path.removesuffix(f"/{page}")
        for path, content in built().items()
        for page in pages
        if path.endswith(f"/{page}") and words in content.decode()
    }
    assert found == SEEN[words]
