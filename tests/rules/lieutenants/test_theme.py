"""Words of the shipped theme for tellings of lieutenants, and the facts they are drawn with."""

from __future__ import annotations

import re
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, faction_audience
from chronicle.model.facts import Fact, Facts, Ref
from chronicle.pipeline import resolve_campaign
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.catalogue import built_in_catalogue
from chronicle.rules.lieutenants.sheets import FIGURE_NAMES
from chronicle.rules.protocol import Telling
from tests.rules.declared_facts import Space
from tests.rules.lieutenants.all_sheets import SHEETS
from tests.rules.lieutenants.all_tellings import PUBLIC, SPACES
from tests.rules.lieutenants.small_campaign import SOUND
from tests.rules.lieutenants.visibility_table import play, rows
from tests.rules.single_results import sheet_of
from tests.small_campaign import tree_of
from tests.theme_fragments import Drawer, begun_small, blocks, holes, renderer

VAEL: Final = faction_audience("vael")
RULESET: Final = "lieutenants"


def test_exactly_the_shipped_entries_have_messages() -> None:
    made = built_in_catalogue()
    kinds = (made.units, made.facilities, made.abilities, made.upgrades)
    names = {it.name.lower().replace(" ", "-") for kind in kinds for it in kind.values()}
    start = "lieutenants.type."
    said = {key.removeprefix(start) for key in renderer().theme.words if key.startswith(start)}
    assert said == names


def test_exactly_the_measures_have_messages() -> None:
    found = resolve_campaign(tree_of({}, over=SOUND), Report())
    assert found is not None
    measured = {it.name for it in LIEUTENANTS.measures(found.history.opening.after)}
    start = "lieutenants.measure."
    said = {key.removeprefix(start) for key in renderer().theme.words if key.startswith(start)}
    assert said == measured | {*FIGURE_NAMES}


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


@pytest.mark.parametrize(("place", "said"), [("mill", "the Mill"), ("inn", "the Inn at the Mill")])
def test_a_place_that_was_watched_from_within_is_named_once(place: str, said: str) -> None:
    facts: dict[str, Fact] = {
        "action": "surveil", "who": Ref("faction", "vael"), "lieutenant": "", "left": False,
        "kind": "place", "name": "", "place": Ref("place", place), "at": Ref("place", "mill"),
    }  # fmt: skip
    for code in ("approached", "seen-inquiry"):
        line = Drawer(RULESET, VAEL).headline(Telling(code, facts=Facts(facts)))
        assert re.sub("<[^>]*>", "", line).strip().endswith(f"watched {said}")


@pytest.mark.parametrize(
    ("total", "said"),
    [(2, "House Vael paid 2 capital in upkeep"), (0, "House Vael paid nothing in upkeep")],
)
def test_upkeep_that_costs_nothing_is_not_paid(total: int, said: str) -> None:
    who: dict[str, Fact] = {"who": Ref("faction", "vael"), "total": total}
    line = Drawer(RULESET, VAEL).headline(Telling("upkeep", facts=Facts(who)))
    assert re.sub("<[^>]*>", "", line).strip() == said


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
    found = resolve_campaign(tree_of({}, over=SOUND), Report())
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
