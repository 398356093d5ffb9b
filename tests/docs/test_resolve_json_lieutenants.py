"""The page on the output of `lieutenants` lists every key of it, and none that isn't there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args, get_type_hints

import pytest

from chronicle.rules.lieutenants import events as happening
from chronicle.rules.lieutenants import state as board
from chronicle.rules.lieutenants.adjustments import EFFECT_FUNCTIONS
from chronicle.rules.lieutenants.catalogue.records import Currency
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.telling_facts import TELLING_FACTS
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, Action, StealthKind
from tests.docs.pages import ROOT, sections, spoken_code
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
from tests.docs.test_content import key_row

RULESET: Final = "lieutenants"
PAGE: Final = page_of(RULESET)
PARTS: Final = "Parts of tellings and sheets"
#: What is not said again of each kind of asset.
OF_ALL_ASSETS: Final = {"kind", "id", "name", "faction", "at", "hiding"}
#: The tables of the board: a heading, and where its records lie.
BOARD: Final = {
    "A faction": "factions",
    "A place": "places",
    "A project": "projects",
    "A standing modifier": "standing",
    "A stance": "stances",
    "A rally": "rallies",
}


def gathered(found: Iterator[tuple[str, Shape]]) -> dict[str, set[str]]:
    """By label, the keys that its records have; all of one label have the same."""
    keys: dict[str, set[str]] = {}
    for label, record in found:
        assert keys.setdefault(label, set(record)) == set(record), label
    return keys


def test_the_keys_of_events_are_those_on_the_page() -> None:
    found = gathered((event["kind"], event["facts"]) for event in events(RULESET))
    told = listed(PAGE, "Facts of events")
    assert found == {kind: keys | {"changes"} for kind, keys in told.items()}


def test_the_keys_of_deeds_are_those_on_the_page() -> None:
    acted = (event["facts"] for event in events(RULESET) if event["kind"] == "acted")
    found = gathered((facts["action"], facts["deed"]) for facts in acted if facts["deed"])
    assert found == listed(PAGE, "Deeds")
    assert set(found) == set(get_args(Action))


def test_the_keys_of_finds_are_those_on_the_page() -> None:
    deeds = (event["facts"].get("deed") or {} for event in events(RULESET))
    found = gathered(("", find) for deed in deeds for find in deed.get("finds", ()))
    assert found == {"": set(sections(PAGE)["Finds"].column())}


def test_the_keys_of_changes_are_those_on_the_page() -> None:
    changes = [change for event in events(RULESET) for change in event["facts"]["changes"]]
    found = gathered((change["kind"], change) for change in changes)
    told = listed(PAGE, "Changes")
    assert found == {kind: keys | {"kind"} for kind, keys in told.items()}
    assert len(told) == len(get_args(Change))
    reasons = {change["reason"] for change in changes if change["kind"] in ("paid", "swayed")}
    assert reasons <= set(spoken_code(PAGE))


def test_the_keys_of_the_board_are_those_on_the_page() -> None:
    boards = [turn["state"] for turn in turns(RULESET)]
    assert gathered(("", state) for state in boards) == {"": set(sections(PAGE)["State"].column())}
    for heading, name in BOARD.items():
        found = gathered((name, one) for state in boards for one in state[name].values())
        assert found == {name: set(sections(PAGE)[heading].column())}
    assert {tuple(state["house"]) for state in boards} == {("influence_limit", "damaged_penalty")}


def test_the_keys_of_assets_are_those_on_the_page() -> None:
    boards = (turn["state"]["assets"].values() for turn in turns(RULESET))
    assets = [asset for listed_assets in boards for asset in listed_assets]
    found = gathered((asset["kind"], asset) for asset in assets)
    told = listed(PAGE, "An asset")
    assert found == {kind: keys | OF_ALL_ASSETS for kind, keys in told.items()}
    hidings = {tuple(asset["hiding"]) for asset in assets if asset["hiding"]}
    assert hidings == {("level", "found_by", "must_stay")}


def inner(path: str, facts: Shape) -> Iterator[tuple[str, Shape]]:
    """The records among the values of facts, each under the way that leads to it."""
    for key, value in facts.items():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                yield f"{path}.{key}", part
                yield from inner(f"{path}.{key}", part)


def told_codes() -> dict[str, set[str]]:
    """The codes of tellings with all their keys, as the page has them."""
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    said = text.partition("All 22 of these codes have ")[2].partition("and besides:")[0]
    base = set(re.findall(r"`(\w+)`", said.replace("`gm`", "")))
    told = listed(PAGE, "Facts of tellings")
    own = set(get_args(Action))
    assert len(own) == 22
    return {code: keys | base if code in own else keys for code, keys in told.items()}


def test_the_keys_of_tellings_are_those_on_the_page() -> None:
    found = gathered((one["code"], one["facts"]) for one in tellings(RULESET))
    assert found == told_codes()
    assert set(found) == set(TELLING_FACTS)


def test_the_keys_of_sheets_are_those_on_the_page() -> None:
    found = gathered((one["code"], one["facts"]) for one in sheets(RULESET))
    assert found == listed(PAGE, "Facts of sheets")


def test_what_stands_on_the_gms_own_pages_is_empty_here() -> None:
    for sheet in sheets(RULESET):
        assert not sheet["facts"].get("prompts")
        parts = (part for _, part in inner("", sheet["facts"]))
        assert not any(part.get("found_by") or part.get("served") for part in parts)


def test_the_keys_of_parts_are_those_on_the_page() -> None:
    told = listed(PAGE, PARTS)

    def label(path: str) -> str:
        code, _, rest = path.partition(".")
        last = rest.rpartition(".")[2]
        return f"{code}.{last}" if f"{code}.{last}" in told else last

    records = (*tellings(RULESET), *sheets(RULESET))
    parts = (part for one in records for part in inner(one["code"], one["facts"]))
    assert gathered((label(path), part) for path, part in parts) == told


def test_the_reasons_and_results_of_rolls_are_those_on_the_page() -> None:
    reasons: dict[str, set[str]] = {}
    results: set[frozenset[str]] = set()
    for roll in rolls(RULESET):
        results.add(frozenset(roll["result"]))
        for part in roll["modifiers"]:
            reasons.setdefault(part["reason"], set()).update(part["facts"])
    assert reasons == listed(PAGE, "Reasons")
    assert results == {frozenset({"total", "result"}), frozenset({"hit", "among"})}


#: The closed choices whose words a reader of the output may meet.
CHOICES: Final[Mapping[str, Any]] = {
    "outcome": happening.Outcome,
    "reason": happening.NotCarriedOutReason,
    "prompt": happening.PromptKind,
    "meeting": get_type_hints(happening.Intercepted)["outcome"],
    "how": get_type_hints(happening.StealthResult)["how"],
    "stealth": StealthKind,
    "condition": board.Condition,
    "tier": board.Tier,
    "stance": board.StanceKind,
    "style": board.AttackStyle,
    "project": board.ProjectKind,
    "currency": Currency,
}


@pytest.mark.parametrize("name", CHOICES)
def test_the_words_of_a_closed_choice_are_all_on_the_page(name: str) -> None:
    words = [word for word in get_args(CHOICES[name]) if word]
    assert len(words) >= 2
    assert set(words) <= set(spoken_code(PAGE))


def test_results_are_on_the_page() -> None:
    assert set(ROLL_RESULTS) <= set(spoken_code(PAGE))


def test_what_an_effect_changes_is_told_where_the_page_says() -> None:
    rows = sections("docs/reference/content-lieutenants.md")["`effects:`"].rows
    effects = {found.key for row in rows if (found := key_row(row)) is not None}
    altered = {e["facts"]["what"] for e in events(RULESET) if e["kind"] == "altered"}
    assert altered <= {key for _, key in EFFECT_FUNCTIONS} <= effects
