"""What `export turns` prints has the types that the generated pages list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin

import pytest

from chronicle.authoring.json_export import kebab_case
from chronicle.model.audience import Visibility
from chronicle.model.dice import Roll
from chronicle.model.facts import Facts, FactsOf, Ref
from chronicle.rules import RULESETS
from chronicle.rules.lieutenants.adjustments import EFFECT_FUNCTIONS
from chronicle.rules.wwn.adjustments import EFFECT_HANDLERS
from tests.docs.pages import anchors, page_text
from tests.docs.turns_json_output import Shape, events, rolls, sheets, tellings, turns
from tools.docs.turns_json import (
    CHANGES,
    EVENTS,
    STATES,
    concrete_kinds,
    fields_of,
    reasons,
    results,
    sheet_keys,
)

#: One process plays and prints the campaigns, once.
pytestmark = pytest.mark.xdist_group("export turns")
each_ruleset = pytest.mark.parametrize("ruleset", sorted(RULESETS))
_NAMES: Final[Mapping[object, tuple[type, ...]]] = {
    str: (str,),
    int: (int,),
    float: (float, int),
    bool: (bool,),
    NoneType: (NoneType,),
    Fraction: (str,),
    Ref: (str,),
    Visibility: (str, list),
    Roll: (dict,),
    Facts: (dict,),
}


def fits(value: object, kind: object) -> bool:
    """Whether a value of the output has a type, down to the keys of the records within it."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if origin is Literal:
        return value in parts
    if origin is FactsOf:
        return fits(value, parts[0])
    if isinstance(kind, TypeVar):
        return isinstance(value, dict) and "kind" in value
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(value, dict) and all(fits(part, parts[1]) for part in value.values())
    if origin is tuple and parts[-1] is not Ellipsis:
        return isinstance(value, list) and all(map(fits, value, parts))
    if isinstance(origin, type) and issubclass(origin, (tuple, list, Set)):
        return isinstance(value, list) and all(fits(part, parts[0]) for part in value)
    if kind in _NAMES:
        return isinstance(value, _NAMES[kind])
    assert isinstance(kind, type)
    if not isinstance(value, dict):
        return False
    return any(fits_record(value, concrete) for concrete in concrete_kinds(kind))


@cache
def types_of(kind: type) -> Mapping[str, object]:
    """The keys of a record and their types."""
    return dict(fields_of(kind))


def fits_record(value: Shape, kind: type) -> bool:
    fields = types_of(kind)
    if "kind" in value and "kind" not in fields:
        if value["kind"] != kebab_case(kind.__name__):
            return False
        value = {key: part for key, part in value.items() if key != "kind"}
    return value.keys() == fields.keys() and all(fits(value[key], fields[key]) for key in fields)


@each_ruleset
def test_events_have_the_listed_keys(ruleset: str) -> None:
    kinds = {kebab_case(kind.__name__): kind for kind in EVENTS[ruleset]}
    found = list(events(ruleset))
    assert {event["kind"] for event in found} == kinds.keys()
    for event in found:
        assert fits(event["facts"], kinds[event["kind"]]), event["id"]


@pytest.mark.parametrize("ruleset", sorted(CHANGES))
def test_every_kind_of_change_is_made(ruleset: str) -> None:
    found = {change["kind"] for event in events(ruleset) for change in event["facts"]["changes"]}
    assert found == {kebab_case(kind.__name__) for kind in CHANGES[ruleset]}


@each_ruleset
def test_states_have_the_listed_keys(ruleset: str) -> None:
    for turn in turns(ruleset):
        assert fits_record(turn["state"], STATES[ruleset]), turn["turn"]


@each_ruleset
def test_tellings_have_the_listed_keys(ruleset: str) -> None:
    kinds = RULESETS[ruleset].telling_facts
    found = list(tellings(ruleset))
    assert {one["code"] for one in found} == kinds.keys()
    for one in found:
        assert fits(one["facts"], kinds[one["code"]]), (one["code"], one["facts"])


@each_ruleset
def test_the_page_lists_what_has_no_type(ruleset: str) -> None:
    text = page_of(ruleset)
    known = {*sheet_keys(ruleset), *(reason for reason, _ in reasons(ruleset))}
    known |= {key for keys in results(ruleset) for key in keys}
    assert known >= {sheet["code"] for sheet in sheets(ruleset)}
    assert known >= {part["reason"] for roll in rolls(ruleset) for part in roll["modifiers"]}
    assert [word for word in sorted(known) if f"`{word}`" not in text] == []


@cache
def page_of(ruleset: str) -> str:
    return page_text(f"docs/reference/turns-json-{ruleset}.md")


@each_ruleset
def test_links_of_the_page_lead_to_its_headings(ruleset: str) -> None:
    found = set(re.findall(r"\]\(#([\w-]+)\)", page_of(ruleset)))
    assert found - anchors(f"docs/reference/turns-json-{ruleset}.md") == set()


def test_a_record_that_differs_is_noticed() -> None:
    (ordered, _) = EVENTS["freeform"]
    sound = {"faction": "", "order": "", "words": "", "result": "", "outcome": []}
    assert fits(sound, ordered)
    assert not fits({**sound, "more": 1}, ordered)
    assert not fits({**sound, "outcome": [{"text": ""}]}, ordered)
    assert not fits({**sound, "words": 1}, ordered)


@pytest.mark.parametrize(
    ("ruleset", "effects"), [("lieutenants", EFFECT_FUNCTIONS), ("wwn", EFFECT_HANDLERS)]
)
def test_what_an_adjustment_changes_is_named_by_its_key(
    ruleset: str, effects: Mapping[Any, Any]
) -> None:
    altered = {e["facts"]["what"] for e in events(ruleset) if e["kind"] == "altered"}
    assert altered
    assert altered <= {key for _, key in effects}


def inner(facts: Shape) -> Iterator[Shape]:
    """The records among the values of facts, and those within them."""
    for value in facts.values():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                yield part
                yield from inner(part)


def test_what_only_the_gm_may_know_is_not_in_sheets() -> None:
    for sheet in sheets("lieutenants"):
        assert not sheet["facts"].get("prompts")
        assert not any(it.get("found_by") or it.get("served") for it in inner(sheet["facts"]))


def test_what_lasts_for_a_turn_is_over_when_the_turn_is() -> None:
    for turn in turns("wwn"):
        assert turn["state"]["used"] == turn["state"]["played"] == []
        assert {one["earmarked"] for one in turn["state"]["factions"].values()} == {0}
