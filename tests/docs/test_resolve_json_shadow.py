"""The page on the output of `shadow` lists every key of it, and none that isn't there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

import pytest

from chronicle.rules.shadow.events import ChangedFigure, Outcome, Refusal, StakeRole
from tests.docs.pages import ROOT, sections
from tests.docs.resolve_json_output import (
    Shape,
    events,
    listed,
    page_of,
    rolls,
    sheets,
    tellings,
    turns,
)

RULESET: Final = "shadow"
PAGE: Final = page_of(RULESET)
#: Parts that are the same in whatever they stand in.
SHARED: Final = ("stakes", "transfers", "chance")


def test_the_keys_of_the_board_are_those_on_the_page() -> None:
    boards = [turn["state"] for turn in turns(RULESET)]
    powers = [power for board in boards for power in board["powers"].values()]
    for heading, records in (("State", boards), ("A power", powers)):
        found = {tuple(sorted(record)) for record in records}
        assert found == {tuple(sorted(sections(PAGE)[heading].column()))}
    assert {tuple(power["actor"]) for power in powers} == {("name", "active", "sphere")}


def inner(code: str, facts: Shape) -> Iterator[tuple[str, Shape]]:
    """Facts and the records among their values, each under its code."""
    yield code, facts
    for key, value in facts.items():
        label = key if key in SHARED else f"{code}.{key}"
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                yield label, part


def event_facts() -> Iterator[tuple[str, str, Shape]]:
    """The facts of every event and their parts, each under its heading and first column."""
    for event in events(RULESET):
        facts = event["facts"]
        yield "Facts of events", event["kind"], facts
        if "deed" in facts:
            yield "Deeds", event["rule"], facts["deed"]
        if "resource" in facts:
            yield "Parts of events", "resource", facts["resource"]
        for name in ("stakes", "transfers"):
            yield from (("Parts of events", name, part) for part in facts.get(name, ()))


def telling_facts() -> Iterator[tuple[str, str, Shape]]:
    """The facts of all tellings and sheets, each under its heading and first column."""
    for heading, records in (("tellings", tellings(RULESET)), ("sheets", sheets(RULESET))):
        for one in records:
            for label, facts in inner(one["code"], one["facts"]):
                yield f"Facts of {heading}", label, facts


@pytest.mark.parametrize(
    "heading",
    ["Facts of events", "Deeds", "Parts of events", "Facts of tellings", "Facts of sheets"],
)
def test_the_keys_of_facts_are_those_on_the_page(heading: str) -> None:
    found: dict[str, set[str]] = {}
    for title, label, facts in (*event_facts(), *telling_facts()):
        if title == heading:
            assert found.setdefault(label, set(facts)) == set(facts), label
    assert found == listed(PAGE, heading)


def test_the_reasons_and_results_of_rolls_are_those_on_the_page() -> None:
    reasons: dict[str, set[str]] = {}
    for roll in rolls(RULESET):
        assert set(roll["result"]) == {"successes", "sixes"}
        for part in roll["modifiers"]:
            reasons.setdefault(part["reason"], set()).update(part["facts"])
    assert reasons == listed(PAGE, "Reasons")


def test_the_words_of_a_closed_choice_are_all_on_the_page() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    words = [
        word for kind in (Outcome, Refusal, StakeRole, ChangedFigure) for word in get_args(kind)
    ]
    assert [word for word in words if word and f"`{word}`" not in text] == []
