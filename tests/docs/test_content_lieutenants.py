"""The page says which keys of `lieutenants` go together as the program reads them."""

from __future__ import annotations

import re
from typing import Final, get_args

import pytest

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Report
from chronicle.rules.lieutenants.action_definitions import (
    ACTION_DEFINITIONS,
    COMMON_KEYS,
    TARGET_KINDS,
)
from chronicle.rules.lieutenants.actions.purchase import KEYS_BY_KIND
from chronicle.rules.lieutenants.adjustments import EFFECT_FUNCTIONS
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.inputs import ActionInput
from chronicle.rules.lieutenants.order_parser import parse_orders
from chronicle.rules.lieutenants.terms import ActionName
from tests.docs.action_tables import with_tables
from tests.docs.pages import ROOT, sections
from tests.rules.lieutenants.setup_boards import opened
from tests.rules.lieutenants.turns import actions, turn

PAGE: Final = "docs/reference/content-lieutenants.md"
ACTIONS: Final = get_args(ActionName)
#: Actions that have a thing under `target:` or `take:`, and what one would be.
AIMING: Final = {
    action: key
    for action in ACTIONS
    for key in ("target", "take")
    if key in ACTION_DEFINITIONS[action].keys
}
THINGS: Final = {
    "lieutenant": "fox",
    "unit": "giants",
    "item": "crown",
    "information": "ledger",
    "facility": "shop",
    "location": "mill",
    "other": "a matter",
    "capital": "2",
}


def words(cell: str) -> list[str]:
    """The words that a cell has in backticks."""
    return re.findall(r"`([\w-]+)`", cell)


def narrow(title: str, columns: int) -> dict[str, tuple[str, ...]]:
    """A table under a heading that has so many columns, by its first."""
    rows = [row for row in sections(PAGE)[title].rows if len(row) == columns]
    return {row[0].strip("`"): row[1:] for row in rows}


def codes(*written: str) -> list[str]:
    """The codes of what is wrong with orders of House Vael."""
    report = Report()
    found = opened({"turns/001.yaml": turn(actions(*written))})
    assert found.state is not None
    parse_orders(found.campaign.turns[0], found.state, report)
    return [finding.code for finding in report.findings]


def test_the_tables_follow_from_the_definitions_of_actions() -> None:
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    assert with_tables(page) == page, "write them again: python -m tests.docs.action_tables"
    assert list(narrow("Which action takes which key", 3)) == list(ACTIONS)


def test_what_every_action_takes_is_told_above_the_table() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    told = text.partition("Every action takes ")[2].partition(". ")[0]
    listed = [key.name for key in ActionInput.fields().values()]
    assert words(told) == [key for key in listed if key in COMMON_KEYS]


@pytest.mark.parametrize("action", AIMING)
def test_the_kinds_of_thing_of_an_action_are_those_on_the_page(action: str) -> None:
    told = words(narrow("`target:` and `take:`", 2)[action][0])
    open_to = []
    for kind in TARGET_KINDS:
        aim = f"{AIMING[action]}: {{{kind}: {THINGS[kind]}}}"
        found = codes(f"id: one, lieutenant: kess, action: {action}, {aim}")
        if problems.TargetKindNotAllowed.code not in found:
            open_to.append(kind)
    assert told == open_to


def test_the_actions_with_a_thing_are_those_on_the_page() -> None:
    assert list(narrow("`target:` and `take:`", 2)) == [
        action for action in ACTIONS if action in AIMING
    ]


def test_what_is_bought_takes_the_keys_on_the_page() -> None:
    told = narrow("`buy:`", 3)
    assert list(told) == list(KEYS_BY_KIND)
    for kind, said in KEYS_BY_KIND.items():
        needed, others = told[kind]
        assert words(needed) + words(others) == list(said)
        name = "market" if kind == "location" else "new"
        order = "id: buy, lieutenant: ada, action: purchase"
        missing = codes(f"{order}, buy: {{{kind}: {name}}}")
        assert missing == [content.MissingKey.code] * len(words(needed))


def test_an_effect_is_one_of_those_on_the_page() -> None:
    rows = sections(PAGE)["`effects:`"].rows
    told = {(frozenset(words(about)), key) for about, keys in rows for key in words(keys)}
    assert told == {(frozenset(about), key) for about, key in EFFECT_FUNCTIONS}


LEARNS: Final = "action: train, project: p, target: {lieutenant: ada}, gain: level, sent_away: 2"
#: What the page says of keys that depend on one another: an order, and whether it is right.
HANGING: Final = {
    "an attack finds the owner": ("action: cautious-attack, at: mill", True),
    "an attack needs a faction": ("action: cautious-attack, at: market", False),
    "an attack names a faction": ("action: cautious-attack, at: market, against: oru", True),
    "new research needs a name": ("action: research, project: p", False),
    "new research has a name": ("action: research, project: p, name: P", True),
    "new training needs a target": ("action: train, project: p, gain: level", False),
    "new training needs a gain": ("action: train, project: p, target: {unit: guards}", False),
    "a lieutenant learns a statistic": (LEARNS, False),
    "a lieutenant who is sent away": (f"{LEARNS}, statistic: lore", True),
    "a location is watched against somebody": (
        "action: surveil, target: {location: market}, against: oru",
        True,
    ),
    "a lieutenant is watched against nobody else": (
        "action: surveil, target: {lieutenant: fox}, against: oru",
        False,
    ),
    "a claim without a price is pointed out": (
        "action: claim, npc: watch, target: {location: mill}",
        False,
    ),
    "a move is not stealthy of itself": ("action: move, to: mill, stealthy: true", False),
    "nobody conceals stealthily": (
        "action: conceal, target: {unit: guards}, stealthy: true",
        False,
    ),
    "sabotage takes saboteurs": ("action: steal, take: {facility: shop}", False),
    "seducing takes a seducer": ("action: seduce, target: {lieutenant: fox}", False),
    "nobody has to oppose a custom action": ("action: custom, name: A, check: {skill: lore}", True),
    "a custom action is against somebody who opposes it": (
        "action: custom, name: A, check: {skill: lore, opposed_by: lore}",
        False,
    ),
    "a custom action is against somebody who notices it": (
        "action: custom, name: A, check: {skill: lore}, notice: target",
        False,
    ),
    "a modifier of nothing": (
        "action: work, units: [knives], modifiers: [{value: 0, because: why}]",
        False,
    ),
}


@pytest.mark.parametrize("law", HANGING)
def test_key_dependencies_match_the_page(law: str) -> None:
    written, right = HANGING[law]
    found = codes(f"id: one, lieutenant: kess, {written}")
    assert (found == []) == right, found
