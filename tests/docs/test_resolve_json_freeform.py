"""The page on the output of `freeform` lists every key of it, and none that isn't there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, get_args

import pytest

from chronicle.rules.freeform.orders import ChangeSource
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

RULESET: Final = "freeform"
PAGE: Final = page_of(RULESET)


def test_the_keys_of_the_state_are_those_on_the_page() -> None:
    states = [turn["state"] for turn in turns(RULESET)]
    assert {tuple(state) for state in states} == {tuple(sections(PAGE)["State"].column())}
    counters = [counter for state in states for counter in state["counters"].values()]
    (keys,) = {frozenset(counter) for counter in counters}
    assert keys == listed(PAGE, "Parts of events")["counter"]


def inner(code: str, facts: Shape) -> Iterator[tuple[str, Shape]]:
    """Facts and the records in their lists, each under its code."""
    yield code, facts
    for key, value in facts.items():
        if isinstance(value, list):
            yield from ((f"{code}.{key}", it) for it in value)


def all_facts() -> Iterator[tuple[str, str, Shape]]:
    """The facts of events, tellings and sheets, each under its heading and first column."""
    for event in events(RULESET):
        facts = event["facts"]
        yield "Facts of events", event["kind"], facts
        yield from (("Parts of events", "outcome", it) for it in facts.get("outcome", ()))
        for part in ("cause", "counter"):
            if part in facts:
                yield "Parts of events", part, facts[part]
    for heading, records in (("tellings", tellings(RULESET)), ("sheets", sheets(RULESET))):
        for one in records:
            for label, facts in inner(one["code"], one["facts"]):
                yield f"Facts of {heading}", label, facts


@pytest.mark.parametrize(
    "heading", ["Facts of events", "Parts of events", "Facts of tellings", "Facts of sheets"]
)
def test_the_keys_of_facts_are_those_on_the_page(heading: str) -> None:
    found: dict[str, set[str]] = {}
    for title, label, facts in all_facts():
        if title == heading:
            assert found.setdefault(label, set(facts)) == set(facts), label
    assert found == listed(PAGE, heading)


def test_the_reasons_and_results_of_rolls_are_those_on_the_page() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    results = text.partition("## Results\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", results)) - {"null"}
    reasons: dict[str, set[str]] = {}
    for roll in rolls(RULESET):
        assert set(roll["result"]) == named
        for part in roll["modifiers"]:
            reasons.setdefault(part["reason"], set()).update(part["facts"])
    assert reasons == listed(PAGE, "Reasons")


def test_the_words_of_a_closed_choice_are_all_on_the_page() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert [word for word in get_args(ChangeSource) if f"`{word}`" not in text] == []
