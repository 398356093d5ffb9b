"""The shipped theme words all that a ruleset may tell: no hole in it, and no word too many.

`make test` draws every single value of each fact once, and `make thorough` all in which results and
outcomes can meet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from chronicle.model.audience import EVERYONE, GM, faction_audience
from chronicle.model.facts import Facts
from chronicle.records import Record
from chronicle.rules import RULESETS
from chronicle.rules.protocol import Telling
from tests.rules.lieutenants import all_sheets as lieutenants_sheets
from tests.rules.lieutenants import all_tellings as lieutenants_tellings
from tests.rules.wwn import all_sheets as wwn_sheets
from tests.rules.wwn import all_tellings as wwn_tellings
from tests.theme_fragments import Drawer, begun_small, faults, holes, renderer

#: Words that other pages ask for: the shelf, the standings of a turn, the map, the backlinks, and
#: the page of rules (:mod:`tests.rules.contract.test_house_rules`).
ELSEWHERE: Final = (
    *("name", "measure.", "map.", "code.unmasked", "why.", "form.", "type.", "tag."),
    *("house.", "rules.intro"),
)
READERS: Final = (GM, faction_audience("vael"))


class Vocabulary(Record):
    """All tellings and sheets of a ruleset, and the order whose odds are drawn."""

    tellings: Any
    sheets: Any
    order: str


VOCABULARIES: Final = {
    "lieutenants": Vocabulary(lieutenants_tellings, lieutenants_sheets, "raid"),
    "wwn": Vocabulary(wwn_tellings, wwn_sheets, "clash"),
}
each_ruleset = pytest.mark.parametrize(
    "ruleset",
    # One process draws each telling, once.
    [pytest.param(id, marks=pytest.mark.xdist_group(f"words of {id}")) for id in VOCABULARIES],
)
each_code = pytest.mark.parametrize(
    ("ruleset", "code"),
    [
        pytest.param(id, code, marks=pytest.mark.xdist_group(f"words of {id}"))
        for id, words in VOCABULARIES.items()
        for code in (*words.tellings.SPACES, *words.sheets.SHEETS)
    ],
)


def drawn(drawer: Drawer, telling: Telling, turns: range) -> Iterator[str]:
    """A telling in all the ways in which readers come upon it."""
    if drawer.reader.is_gm:
        yield drawer.headline(telling)
    if telling.code == "unmasked":
        yield drawer.verdict(telling)
        return
    yield drawer.event(telling, audit=drawer.reader.is_gm)
    if telling.code in VOCABULARIES[drawer.ruleset].tellings.PUBLIC and drawer.reader.is_gm:
        yield from (drawer.street(telling, turn) for turn in turns)


@cache
def drawings(ruleset: str, code: str, *, every: bool = False) -> tuple[dict[str, Facts], set[str]]:
    """What is wrong with a code's tellings or sheets, with their facts, and the words asked for."""
    words = VOCABULARIES[ruleset]
    asked: set[str] = set()
    amiss: dict[str, Facts] = {}
    if code in words.sheets.SHEETS:
        for sheet in words.sheets.sheets(code):
            for reader in READERS:
                page = Drawer(ruleset, reader, asked).sheet(sheet)
                amiss |= dict.fromkeys(holes(page), sheet.facts)
        return amiss, asked
    for number, telling in enumerate(words.tellings.tellings(code, every=every)):
        # One reader and one wording each, in turn, and all of the first.
        all_ways = every or number == 0
        turns = range(9) if all_ways else range(number % 9, number % 9 + 1)
        for reader in READERS if all_ways else READERS[number % 2 :][:1]:
            for page in drawn(Drawer(ruleset, reader, asked), telling, turns):
                amiss |= dict.fromkeys((*holes(page), *begun_small(page)), telling.facts)
    return amiss, asked


def odds_drawn(drawer: Drawer) -> Iterator[str]:
    """An order in the audit, with all the chances that there are, some at a time."""
    words = VOCABULARIES[drawer.ruleset]
    order = next(words.tellings.tellings(words.order, every=False))
    found = tuple(words.sheets.chances())
    for start in range(0, len(found), 24):
        yield drawer.event(order, *found[start : start + 24], audit=True)


@each_code
def test_every_telling_and_sheet_has_complete_text(ruleset: str, code: str) -> None:
    assert drawings(ruleset, code)[0] == {}


@pytest.mark.thorough
@each_code
def test_every_telling_has_complete_text_whatever_meets(ruleset: str, code: str) -> None:
    assert drawings(ruleset, code, every=True)[0] == {}


@each_ruleset
def test_odds_have_complete_text(ruleset: str) -> None:
    assert [hole for page in odds_drawn(Drawer(ruleset, GM)) for hole in holes(page)] == []


@each_code
def test_rendered_fragments_are_valid_html(ruleset: str, code: str) -> None:
    words, drawer = VOCABULARIES[ruleset], Drawer(ruleset, GM)
    if code in words.sheets.SHEETS:
        found = [drawer.sheet(sheet) for sheet in list(words.sheets.sheets(code))[:2]]
    else:
        first = list(words.tellings.tellings(code, every=False))[:2]
        found = [page for one in first for page in drawn(drawer, one, range(1))]
    assert [fault for page in found for fault in faults(page)] == []


@pytest.mark.thorough
@each_ruleset
def test_every_message_is_used(ruleset: str) -> None:
    words, drawer = VOCABULARIES[ruleset], Drawer(ruleset, GM)
    list(odds_drawn(drawer))
    drawer.about()
    codes = (*words.tellings.SPACES, *words.sheets.SHEETS)
    asked = drawer.asked.union(*(drawings(ruleset, code, every=True)[1] for code in codes))
    start = f"{ruleset}."
    ours = {key.removeprefix(start) for key in renderer().theme.words if key.startswith(start)}
    asked = {key.removeprefix(start) for key in asked}
    assert {key for key in ours - asked if not key.startswith(ELSEWHERE)} == set()


@each_ruleset
def test_every_rule_is_summarised_on_the_page_of_rules(ruleset: str) -> None:
    ids = re.findall(r'<div id="([A-Z]+-[^"]+)">', Drawer(ruleset, EVERYONE).about())
    assert sorted(ids) == sorted(RULESETS[ruleset].rules)
