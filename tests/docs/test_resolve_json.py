"""The page on `resolve --json` lists every key of the real output, and none that isn't there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, get_args

import pytest

from chronicle.build import Played, resolve
from chronicle.campaign import RevealKind
from chronicle.diagnostics import Report
from chronicle.export import FORMAT, VERSION, resolved
from chronicle.load import read_tree
from chronicle.project import audiences_of
from chronicle.rules.shadow.events import Field, Outcome, Refusal, Role
from tests.docs.pages import ROOT, sections
from tests.samples import SAMPLE

PAGE: Final = "docs/reference/resolve-json.md"
#: Parts that are the same in whatever they stand in.
SHARED: Final = ("stakes", "transfers", "chance")

Shape = Mapping[str, Any]


@lru_cache(maxsize=1)
def played() -> Played:
    """The sample campaign, which uses every rule."""
    found = resolve(read_tree(SAMPLE, "sample"), Report())
    assert found is not None
    return found


@lru_cache(maxsize=1)
def outputs() -> tuple[Any, ...]:
    """The output without `--as`, then for every audience."""
    audiences = audiences_of(played().campaign)
    return (resolved(played(), None, None), *(resolved(played(), None, a) for a in audiences))


def records() -> Iterator[tuple[str, Shape]]:
    """Every record of the outputs under the heading that describes it."""
    everything, *told = outputs()
    for turn in everything["turns"]:
        yield "A turn", turn
        yield "State", turn["state"]
        for power in turn["state"]["powers"].values():
            yield "A power", power
            assert set(power["actor"]) == {"name", "active", "sphere"}
        for event in turn["events"]:
            yield "An event", event
            yield from rolls_of(event)
    for output in told:
        for turn in output["turns"]:
            yield "A turn as told", turn
            yield from told_records(turn)


def rolls_of(holder: Shape) -> Iterator[tuple[str, Shape]]:
    for roll in holder["rolls"]:
        yield "A roll", roll
        yield from (("A modifier", part) for part in roll["modifiers"])


def told_records(turn: Shape) -> Iterator[tuple[str, Shape]]:
    for news in turn["news"]:
        yield "News", news
    for telling in (*turn["street"], *turn["told"]):
        yield "A telling", telling
        yield from rolls_of(telling)
    for rumor in turn["rumors"]:
        yield "A rumor", rumor
    for reveal in turn["reveals"]:
        yield "A reveal", reveal
    for sheet in turn["sheets"]:
        yield "A sheet", sheet


HEADINGS: Final = (
    "A turn",
    "State",
    "A power",
    "An event",
    "A roll",
    "A modifier",
    "A turn as told",
    "News",
    "A telling",
    "A rumor",
    "A reveal",
    "A sheet",
)


@pytest.mark.parametrize("heading", HEADINGS)
def test_the_keys_of_a_record_are_those_on_the_page(heading: str) -> None:
    found = {tuple(sorted(record)) for title, record in records() if title == heading}
    assert found == {tuple(sorted(sections(PAGE)[heading].column()))}


def test_the_keys_of_the_whole_are_those_on_the_page() -> None:
    everything, *told = outputs()
    listed = set(sections(PAGE)["The whole"].column())
    assert set(everything) == listed - {"audience"}
    assert all(set(output) == listed for output in told)
    assert (everything["format"], everything["version"]) == (FORMAT, VERSION)
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert f"`{FORMAT}`" in text
    assert f"the version of this shape: {VERSION} |" in text


def listed_facts(heading: str) -> dict[str, set[str]]:
    """A table of facts: by its first column, the keys in the second."""
    rows = sections(PAGE)[heading].rows
    return {row[0].strip("`"): set(re.findall(r"`([\w-]+)`", row[1])) for row in rows}


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
    for turn in outputs()[0]["turns"]:
        for event in turn["events"]:
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
    for output in outputs()[1:]:
        for turn in output["turns"]:
            unmasked = [reveal["told"] for reveal in turn["reveals"] if reveal["told"]]
            for telling in (*turn["street"], *turn["told"], *unmasked):
                for label, facts in inner(telling["code"], telling["facts"]):
                    yield "Facts of tellings", label, facts
            for sheet in turn["sheets"]:
                for one in (sheet["sheet"], *(other["sheet"] for other in sheet["others"])):
                    for label, facts in inner(one["code"], one["facts"]):
                        yield "Facts of sheets", label, facts


@pytest.mark.parametrize(
    "heading",
    ["Facts of events", "Deeds", "Parts of events", "Facts of tellings", "Facts of sheets"],
)
def test_the_keys_of_facts_are_those_on_the_page(heading: str) -> None:
    found: dict[str, set[str]] = {}
    for title, label, facts in (*event_facts(), *telling_facts()):
        if title == heading:
            assert found.setdefault(label, set(facts)) == set(facts), label
    assert found == listed_facts(heading)


def test_the_words_of_a_closed_choice_are_all_on_the_page() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    words = [
        word for kind in (Outcome, Refusal, Role, Field, RevealKind) for word in get_args(kind)
    ]
    assert all(f"`{word}`" in text for word in words if word)
    reasons = {record["reason"] for heading, record in records() if heading == "A modifier"}
    row = next(row for row in sections(PAGE)["A modifier"].rows if row[0] == "`reason`")
    assert set(re.findall(r"`(\w+)`", row[2])) == reasons
