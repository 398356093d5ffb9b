"""The page on `export turns` lists every key of the real output, and none that isn't there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, get_args

import pytest

from chronicle.authoring.json_export import FORMAT_NAME, VERSION
from chronicle.model.campaign import RevealKind
from chronicle.rules import RULESETS
from tests.docs.pages import ROOT, bare, sections
from tests.docs.turns_json_output import Shape, events, outputs, told_turns, turns

#: The page about what is the same under all rules.
COMMON: Final = "docs/reference/turns-json.md"
#: One process plays and prints the campaigns, once.
pytestmark = pytest.mark.xdist_group("export turns")
each_ruleset = pytest.mark.parametrize("ruleset", sorted(RULESETS))


def records(ruleset: str) -> Iterator[tuple[str, Shape]]:
    """Every record of the outputs under the heading that describes it."""
    for turn in turns(ruleset):
        yield "A turn", turn
    for event in events(ruleset):
        yield "An event", event
        yield from rolls_of(event)
    for told in told_turns(ruleset):
        yield "A turn as told", told
        yield from told_records(told)


def rolls_of(holder: Shape) -> Iterator[tuple[str, Shape]]:
    for roll in holder["rolls"]:
        yield "A roll", roll
        yield from (("A modifier", part) for part in roll["modifiers"])


def told_records(turn: Shape) -> Iterator[tuple[str, Shape]]:
    for news in turn["news"]:
        yield "News", news
    for telling in (*turn["public_events"], *turn["events"]):
        yield "A telling", telling
        yield from rolls_of(telling)
    for rumor in turn["rumors"]:
        yield "A rumor", rumor
    for reveal in turn["reveals"]:
        yield "A reveal", reveal
    yield from (("A relation", relation) for relation in turn["relations"])
    for sheet in turn["sheets"]:
        yield "A sheet", sheet


HEADINGS: Final = (
    "A turn",
    "An event",
    "A roll",
    "A modifier",
    "A turn as told",
    "News",
    "A telling",
    "A rumor",
    "A reveal",
    "A relation",
    "A sheet",
)


@cache
def keys(ruleset: str) -> dict[str, set[tuple[str, ...]]]:
    """By heading, the keys that its records have; more than one tuple when they differ."""
    found: dict[str, set[tuple[str, ...]]] = {heading: set() for heading in HEADINGS}
    for title, record in records(ruleset):
        found[title].add(tuple(sorted(record)))
    return found


@each_ruleset
@pytest.mark.parametrize("heading", HEADINGS)
def test_the_keys_of_a_record_are_those_on_the_page(heading: str, ruleset: str) -> None:
    assert keys(ruleset)[heading] == {
        tuple(sorted(bare(term) for term, _ in sections(COMMON)[heading].terms))
    }


@each_ruleset
def test_the_keys_of_the_whole_are_those_on_the_page(ruleset: str) -> None:
    listed = {bare(term) for term, _ in sections(COMMON)["The whole"].terms}
    for output in outputs(ruleset):
        assert set(output.whole) == listed - {"audience"}
        assert all(set(told) == listed for told in output.told)
        assert (output.whole["format"], output.whole["version"]) == (FORMAT_NAME, VERSION)
        assert output.whole["ruleset"]["id"] == ruleset
    text = (ROOT / COMMON).read_text(encoding="utf-8")
    assert f"`{FORMAT_NAME}`" in text
    assert f"the version of this format: {VERSION}\n" in text


def test_every_kind_of_reveal_is_on_the_page() -> None:
    text = (ROOT / COMMON).read_text(encoding="utf-8")
    assert [kind for kind in get_args(RevealKind) if f"`{kind}`" not in text] == []
