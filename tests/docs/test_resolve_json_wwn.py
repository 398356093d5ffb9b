"""The page on the output of `wwn` lists every key of it, and none that isn't there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args, get_type_hints

import pytest

from chronicle.authoring.json_export import to_json
from chronicle.rules.wwn import action_details as deed
from chronicle.rules.wwn import events as happening
from chronicle.rules.wwn import state as board
from chronicle.rules.wwn.adjustments import EFFECT_HANDLERS
from chronicle.rules.wwn.changes import Change
from chronicle.rules.wwn.telling_facts import DEED_FACTS, TELLING_FACTS
from chronicle.rules.wwn.tellings.action_facts import code_of
from tests.docs.pages import ROOT, sections, spoken_code
from tests.docs.resolve_json_output import (
    Shape,
    events,
    listed,
    page_of,
    plays,
    rolls,
    sheets,
    tellings,
    told_turns,
    turns,
)

RULESET: Final = "wwn"
PAGE: Final = page_of(RULESET)
PARTS: Final = "Parts of tellings and sheets"
#: The tables of the board: a heading, and where its records lie.
BOARD: Final = {
    "A faction": "factions",
    "An asset": "assets",
    "A base": "bases",
    "A place": "places",
}


def gathered(found: Iterator[tuple[str, Shape]]) -> dict[str, set[str]]:
    """By label, the keys that its records have; all of one label have the same."""
    keys: dict[str, set[str]] = {}
    for label, record in found:
        assert keys.setdefault(label, set(record)) == set(record), label
    return keys


def inner(path: str, facts: Shape) -> Iterator[tuple[str, Shape]]:
    """The records among the values of facts, each under the way that leads to it."""
    for key, value in facts.items():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                yield f"{path}.{key}", part
                yield from inner(f"{path}.{key}", part)


def label(path: str, told: Mapping[str, set[str]]) -> str:
    """What the page calls the part that a way leads to."""
    first, last = path.partition(".")[0], path.rpartition(".")[2]
    return f"{first}.{last}" if f"{first}.{last}" in told else last


def said(heading: str) -> str:
    """The text under a heading, up to the next."""
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    return text.partition(f"## {heading}\n")[2].partition("\n## ")[0]


# ── Events ───────────────────────────────────────────────────────────────────────────────────────


def test_the_keys_of_events_are_those_on_the_page() -> None:
    found = gathered((event["kind"], event["facts"]) for event in events(RULESET))
    told = listed(PAGE, "Facts of events")
    assert found == {kind: keys | {"changes"} for kind, keys in told.items()}
    assert len(told) == len(get_args(happening.Event))


def done() -> Iterator[tuple[str, Shape]]:
    """Every deed, as it is printed, under what was done."""
    for one in plays(RULESET):
        for step in (step for moment in one.history.turns for step in moment.steps):
            event = step.event
            if isinstance(event, happening.Acted) and event.deed is not None:
                printed = to_json(event.deed)
                assert isinstance(printed, dict)
                yield code_of(event.deed, event.action), printed


def test_the_keys_of_deeds_are_those_on_the_page() -> None:
    found = gathered(done())
    assert found == listed(PAGE, "Deeds")
    assert found.keys() == DEED_FACTS.keys()


def test_no_two_deeds_have_the_same_keys_but_those_named() -> None:
    shared = [names for names in _alike(listed(PAGE, "Deeds")) if len(names) > 1]
    assert sorted(shared) == [["carries", "move"], ["cloaks", "hide"], ["mends", "repair"]]


def _alike(keys: Mapping[str, set[str]]) -> list[list[str]]:
    found: dict[frozenset[str], list[str]] = {}
    for name in sorted(keys):
        found.setdefault(frozenset(keys[name]), []).append(name)
    return list(found.values())


def test_the_keys_of_parts_of_events_are_those_on_the_page() -> None:
    told = listed(PAGE, "Parts of events")
    facts = (dict(event["facts"]) for event in events(RULESET))
    bare = ({key: fact for key, fact in one.items() if key != "changes"} for one in facts)
    parts = (part for one in bare for part in inner("", one) if not part[0].endswith(".deed"))
    assert gathered((path.rpartition(".")[2], part) for path, part in parts) == told


def test_the_keys_of_changes_are_those_on_the_page() -> None:
    changes = [change for event in events(RULESET) for change in event["facts"]["changes"]]
    found = gathered((change["kind"], change) for change in changes)
    told = listed(PAGE, "Changes")
    assert found == {kind: keys | {"kind"} for kind, keys in told.items()}
    assert len(told) == len(get_args(Change))
    reasons = {change["reason"] for change in changes if "reason" in change}
    assert reasons <= set(spoken_code(PAGE))


# ── The board ────────────────────────────────────────────────────────────────────────────────────


def test_the_keys_of_the_board_are_those_on_the_page() -> None:
    boards = [turn["state"] for turn in turns(RULESET)]
    assert gathered(("", state) for state in boards) == {"": set(sections(PAGE)["State"].column())}
    for heading, name in BOARD.items():
        found = gathered((name, one) for state in boards for one in state[name].values())
        assert found == {name: set(sections(PAGE)[heading].column())}
    assert {tuple(state["house"]) for state in boards} == {
        ("distance", "move", "assets", "xp_cost", "foes", "rogues", "friends")
    }


@pytest.mark.parametrize("key", ["goal", "policy"])
def test_the_keys_of_what_a_faction_strives_for_and_holds_to_are_on_the_page(key: str) -> None:
    row = next(row for row in sections(PAGE)["A faction"].rows if row[0] == f"`{key}`")
    factions = (one for turn in turns(RULESET) for one in turn["state"]["factions"].values())
    found = gathered((key, faction[key]) for faction in factions if faction[key] is not None)
    assert all(f"`{name}`" in row[2] for name in found[key])


def test_the_keys_of_marks_are_those_on_the_page() -> None:
    assets = (asset for turn in turns(RULESET) for asset in turn["state"]["assets"].values())
    found = gathered(("", mark) for asset in assets for mark in asset["marks"])
    assert found == {"": set(sections(PAGE)["A mark"].column())}


def test_what_is_empty_when_a_turn_is_over_is_so() -> None:
    for turn in turns(RULESET):
        assert turn["state"]["used"] == turn["state"]["played"] == []
        assert {one["earmarked"] for one in turn["state"]["factions"].values()} == {0}


# ── What is told ─────────────────────────────────────────────────────────────────────────────────


def told_codes() -> dict[str, set[str]]:
    """The codes of tellings with all their keys, as the page has them."""
    text = said("Facts of tellings").partition("codes have ")[2].partition(", and besides:")[0]
    base = set(text.replace("`", "").replace("\n", " ").replace(" and ", ", ").split(", "))
    told = listed(PAGE, "Facts of tellings")
    own = DEED_FACTS.keys()
    assert len(own) == 13
    return {code: keys | base if code in own else keys for code, keys in told.items()}


def test_the_keys_of_tellings_are_those_on_the_page() -> None:
    found = gathered((one["code"], one["facts"]) for one in tellings(RULESET))
    assert found == told_codes()
    assert found.keys() == TELLING_FACTS.keys()


def test_what_the_public_is_told_by_is_said() -> None:
    told = {one["code"] for turn in told_turns(RULESET) for one in turn["street"]}
    named = said("Facts of tellings").rpartition("The public is told by ")[2]
    assert all(code.startswith("seen-") or f"`{code}`" in named for code in told)


def test_the_keys_of_sheets_are_those_on_the_page() -> None:
    found = gathered((one["code"], one["facts"]) for one in sheets(RULESET))
    assert found == listed(PAGE, "Facts of sheets")


def test_the_keys_of_parts_are_those_on_the_page() -> None:
    told = listed(PAGE, PARTS)
    records = (*tellings(RULESET), *sheets(RULESET))
    parts = (part for one in records for part in inner(one["code"], one["facts"]))
    assert gathered((label(path, told), part) for path, part in parts) == told


def test_the_facts_of_odds_are_those_on_the_page() -> None:
    chances = [
        chance["facts"]
        for turn in told_turns(RULESET)
        for one in turn["told"]
        for chance in one.get("odds", ())
    ]
    found = gathered(("", facts) for facts in chances)
    assert found == {"": set(listed(PAGE, "Odds"))}
    parts = gathered(part for facts in chances for part in inner("", facts))
    assert parts == {
        ".theirs": {"times", "of"},
        ".ours": {"times", "of"},
        ".rivals": {"faction", "chance"},
        ".rivals.chance": {"times", "of"},
    }


def test_the_reasons_and_results_of_rolls_are_those_on_the_page() -> None:
    reasons: dict[str, set[str]] = {}
    results: set[frozenset[str]] = set()
    for roll in rolls(RULESET):
        results.add(frozenset(roll["result"]))
        for part in roll["modifiers"]:
            reasons.setdefault(part["reason"], set()).update(part["facts"])
    assert reasons == listed(PAGE, "Reasons")
    assert results == {frozenset({"total", "kept"})}


# ── Words ────────────────────────────────────────────────────────────────────────────────────────

#: The closed choices whose words a reader of the output may meet.
CHOICES: Final[Mapping[str, Any]] = {
    "outcome": deed.Outcome,
    "reason": deed.RefusalReason,
    "harm": deed.HarmKind,
    "reaction": get_type_hints(deed.Reaction)["kind"],
    "unpaid": get_type_hints(deed.Demand)["unpaid"],
    "part": get_type_hints(happening.Clash)["part"],
    "mark of a hit": get_type_hints(happening.Clash)["mark"],
    "mark": board.MarkKind,
    "bill": get_type_hints(happening.Bill)["reason"],
    "stealth": board.StealthState,
}


@pytest.mark.parametrize("name", CHOICES)
def test_the_words_of_a_closed_choice_are_all_on_the_page(name: str) -> None:
    words = [word for word in get_args(CHOICES[name]) if word]
    assert len(words) >= 2
    assert set(words) <= set(spoken_code(PAGE))


def test_what_an_effect_changes_is_told_where_the_page_says() -> None:
    altered = {e["facts"]["what"] for e in events(RULESET) if e["kind"] == "altered"}
    assert altered
    assert altered <= {key for _, key in EFFECT_HANDLERS}


def test_the_fates_of_what_is_gone_are_on_the_page() -> None:
    told = listed(PAGE, PARTS)
    records = (*tellings(RULESET), *sheets(RULESET))
    parts = [part for one in records for part in inner(one["code"], one["facts"])]
    fates = {part["fate"] for path, part in parts if label(path, told) in ("gone", "left", "lost")}
    row = next(row for row in sections(PAGE)[PARTS].rows if row[0].startswith("`gone`"))
    assert all(f"`{fate}`" in row[2] for fate in fates)
