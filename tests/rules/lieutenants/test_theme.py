"""The shipped theme words all that this ruleset may tell: no hole in it, and no word too many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, faction_audience
from chronicle.model.facts import Facts, Ref
from chronicle.pipeline import resolve_campaign
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.catalogue import built_in_catalogue
from chronicle.rules.lieutenants.figures import FIGURE_NAMES
from chronicle.rules.protocol import Telling
from tests.rules.lieutenants.all_sheets import SHEETS, chances, sheets
from tests.rules.lieutenants.all_tellings import SPACES, Space, tellings
from tests.rules.lieutenants.small_campaign import tree_of
from tests.rules.lieutenants.visibility_table import play, rows
from tests.rules.single_results import sheet_of
from tests.theme_fragments import Drawer, begun_small, blocks, faults, holes, renderer

#: One process draws each telling, once.
pytestmark = pytest.mark.xdist_group("words of lieutenants")
RULESET: Final = "lieutenants"
VAEL: Final = faction_audience("vael")
#: What the public is told of; the rest is for factions and the GM.
PUBLIC: Final = ("altered", *(code for code in SPACES if code.startswith("seen-")))
#: Words that other pages ask for: the shelf, the standings of a turn, the map, the backlinks.
ELSEWHERE: Final = (
    "lieutenants.name",
    "lieutenants.measure.",
    "lieutenants.map.",
    "lieutenants.code.unmasked",
    "lieutenants.why.",
    "lieutenants.form.",
    "lieutenants.type.",
    # The page of rules: tests/rules/contract/test_house_rules.py.
    "lieutenants.house.",
    "lieutenants.rules.intro",
)
#: What an adjustment can lower.
LOWERED: Final = (
    *("capital", "cohesion", "influence", "leadership", "level", "level_cap", "reach"),
    "successes",
)


def every_telling(code: str) -> Iterator[Telling]:
    """All tellings of a code, and of adjustments one that lowers each figure."""
    yield from tellings(code)
    if code == "altered":
        whole = next(tellings(code))
        for what in LOWERED:
            lowered = {"what": what, "change": -2, "before": 3, "after": 1}
            yield replace(whole, facts=Facts({**whole.facts, **lowered}))


def drawn(drawer: Drawer, telling: Telling) -> Iterator[str]:
    """A telling in all the ways in which readers come upon it."""
    if drawer.reader.is_gm:
        yield drawer.headline(telling)
    if telling.code == "unmasked":
        yield drawer.verdict(telling)
        return
    yield drawer.event(telling, audit=drawer.reader.is_gm)
    if telling.code in PUBLIC and drawer.reader.is_gm:
        yield from (drawer.street(telling, turn) for turn in range(9))


@cache
def drawings(code: str) -> tuple[dict[str, Facts], frozenset[str]]:
    """What is wrong with a code's tellings, with their facts, and the words asked for."""
    asked: set[str] = set()
    amiss: dict[str, Facts] = {}
    for telling in every_telling(code):
        for reader in (VAEL, GM):
            for page in drawn(Drawer(RULESET, reader, asked), telling):
                amiss |= dict.fromkeys((*holes(page), *begun_small(page)), telling.facts)
    return amiss, frozenset(asked)


@cache
def sheet_drawings(code: str) -> tuple[dict[str, Facts], frozenset[str]]:
    """The same for the sheets of a code."""
    asked: set[str] = set()
    amiss: dict[str, Facts] = {}
    for sheet in sheets(code):
        for reader in (VAEL, GM):
            page = Drawer(RULESET, reader, asked).sheet(sheet)
            amiss |= dict.fromkeys(holes(page), sheet.facts)
    return amiss, frozenset(asked)


def odds_drawn(drawer: Drawer) -> Iterator[str]:
    """An order in the audit, with all the chances that there are, some at a time."""
    order = next(tellings("raid"))
    found = tuple(chances())
    for start in range(0, len(found), 24):
        yield drawer.event(order, *found[start : start + 24], audit=True)


@pytest.mark.parametrize("code", SPACES)
def test_every_telling_has_complete_text(code: str) -> None:
    assert drawings(code)[0] == {}


@pytest.mark.parametrize("code", SHEETS)
def test_every_sheet_has_complete_text(code: str) -> None:
    assert sheet_drawings(code)[0] == {}


def test_odds_have_complete_text() -> None:
    assert [hole for page in odds_drawn(Drawer(RULESET, GM)) for hole in holes(page)] == []


@pytest.mark.parametrize("code", [*SPACES, *SHEETS])
def test_rendered_fragments_are_valid_html(code: str) -> None:
    if code in SHEETS:
        found = [Drawer(RULESET, GM).sheet(sheet) for sheet in list(sheets(code))[:2]]
    else:
        found = [
            page for one in list(tellings(code))[:2] for page in drawn(Drawer(RULESET, GM), one)
        ]
    assert [fault for page in found for fault in faults(page)] == []


def test_every_message_is_used() -> None:
    drawer = Drawer(RULESET, GM)
    list(odds_drawn(drawer))
    drawer.about()
    asked = drawer.asked.union(*(drawings(code)[1] for code in SPACES))
    asked |= asked.union(*(sheet_drawings(code)[1] for code in SHEETS))
    ours = {key for key in renderer().theme.words if key.startswith("lieutenants.")}
    assert {key for key in ours - asked if not key.startswith(ELSEWHERE)} == set()


def test_exactly_the_shipped_entries_have_messages() -> None:
    made = built_in_catalogue()
    kinds = (made.units, made.facilities, made.abilities, made.upgrades)
    names = {it.name.lower().replace(" ", "-") for kind in kinds for it in kind.values()}
    start = "lieutenants.type."
    said = {key.removeprefix(start) for key in renderer().theme.words if key.startswith(start)}
    assert said == names


def test_exactly_the_measures_have_messages() -> None:
    found = resolve_campaign(tree_of({}), Report())
    assert found is not None
    measured = {it.name for it in LIEUTENANTS.measures(found.history.opening.after)}
    start = "lieutenants.measure."
    said = {key.removeprefix(start) for key in renderer().theme.words if key.startswith(start)}
    assert said == measured | {*FIGURE_NAMES}


def test_every_rule_is_summarised_on_the_page_of_rules() -> None:
    ids = re.findall(r'<div id="(L-[^"]+)">', Drawer(RULESET, EVERYONE).about())
    assert sorted(ids) == sorted(LIEUTENANTS.rules)


# ── What is drawn here is what is told ───────────────────────────────────────────────────────────


def _strange(facts: Facts, space: Space) -> dict[str, object]:
    """Facts that the space does not have, or lacks, or has with other words."""
    found: dict[str, object] = dict.fromkeys(facts.keys() ^ space.keys(), "")
    for name in facts.keys() & space.keys():
        value = facts[name]
        closed = [it for it in space[name] if isinstance(it, str)]
        # Names and texts are free; a closed word has neither spaces nor capitals.
        if isinstance(value, str) and value and all(re.fullmatch(r"[a-z_-]*", it) for it in closed):
            found |= {} if value in closed else {name: value}
    return found


def test_tellings_from_resolution_match_the_rendered_facts() -> None:
    told = set()
    for row in rows():
        for step in (played := play(row)).steps:
            for reader in (EVERYONE, GM, *map(faction_audience, step.before.factions)):
                telling = LIEUTENANTS.tell(step, reader).telling
                if telling is not None:
                    told.add(telling.code)
                    assert reader != EVERYONE or telling.code in PUBLIC, row.id
                    assert _strange(telling.facts, SPACES[telling.code]) == {}, (row.id, played)
    assert len(told) > 30


def test_what_the_public_hears_of_a_deed_does_not_come_again_in_eight_turns() -> None:
    heard = set()
    drawer = Drawer(RULESET, EVERYONE)
    for row in rows():
        for step in play(row).steps:
            telling = LIEUTENANTS.tell(step, EVERYONE).telling
            if telling is None or not telling.is_action or telling in heard:
                continue
            heard.add(telling)
            lines = [blocks(drawer.headline(telling, turn))[0] for turn in range(1, 17)]
            assert len({*lines[:8]}) == 8, (row.id, lines)
            assert lines[8:] == lines[:8]
    assert {telling.code for telling in heard} == {
        *("seen-attack", "seen-taking", "seen-trade", "seen-influence"),
        *("seen-meeting", "seen-custom"),
    }


def test_sheets_match_the_rendered_facts() -> None:
    found = resolve_campaign(tree_of({}), Report())
    assert found is not None
    played_turn = found.history.opening
    subjects = [Ref("faction", id) for id in played_turn.after.factions]
    subjects += [Ref("place", id) for id in played_turn.after.places]
    codes = set()
    for reader in (EVERYONE, GM, VAEL):
        for subject in subjects:
            sheet = sheet_of(LIEUTENANTS, played_turn, {}, reader, subject)
            assert sheet is not None
            codes.add(sheet.code)
            assert sheet.facts.keys() == SHEETS[sheet.code].keys()
    assert codes == SHEETS.keys()


class TestHoles:
    """The sight for holes sees them."""

    @pytest.mark.parametrize(
        "drawn",
        [
            "<p>None came.</p>",
            "<p>Ada fell upon  the Oru.</p>",
            "<p>Ada fell upon <a href='x'></a>.</p>",
            "<p>Where: , against the Oru</p>",
            "<p>the Knives ()</p>",
            "<p>It succeeded..</p>",
            "<li>the Knives,</li>",
            "<td>: the Mill</td>",
            "<p>{actor} fell</p>",
        ],
    )
    def test_a_missing_value_in_text_is_detected(self, drawn: str) -> None:
        assert holes(drawn) != []

    def test_a_heading_starting_in_lower_case_is_detected(self) -> None:
        assert begun_small("<h3>the Serjeant fell</h3>") == ["the Serjeant fell"]
        assert begun_small("<h3><a href='x'>The Serjeant</a> fell</h3>") == []

    def test_a_complete_sentence_has_no_fault(self) -> None:
        drawn = "<p>\n  Ada (of <b>House Vael</b>), 3 of 8: it came off.\n</p><p>And so on.</p>"
        assert holes(drawn) == []
