"""What a faction sees of itself, and which sheets there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from chronicle.authoring.json_export import to_json
from chronicle.model.audience import EVERYONE, GM
from chronicle.model.facts import Facts, faction_ref, place_ref
from tests.rules.lieutenants.sheets_after_turns import ORU, VAEL, WATCH, edition, rows, sheet

MINION: Final = "name at condition hiding found_by upkeep bonded agent host served held_by level "
#: The facts of each sheet.
HOLDS: Final[Mapping[str, str]] = {
    "own-sheet": (
        "who npc capital capital_before level_cap leadership cohesion reach respect lieutenants "
        "units alone prisoners captives items information facilities locations influence ledger "
        "projects standing claims lost rallies prompts"
    ),
    "other-sheet": "who npc seen our_influence allied",
    "public-profile": "who npc",
    "place-sheet": (
        "place tier owner own secret income stash stash_seen level upkeep cost work present "
        "things links known_to"
    ),
    "lieutenants": MINION + "statistics stance away carries units",
    "units": MINION + "type competencies abilities",
    "seen": (
        "name kind at at_turn level statistics condition condition_turn type agent agent_of "
        "agent_turn figures_turn seen"
    ),
    "present": "name kind faction level condition own hidden seen condition_turn figures_turn",
}


@pytest.mark.parametrize(
    ("subject", "gm", "vael", "oru", "public"),
    [
        ("vael", "own-sheet", "own-sheet", "other-sheet", "public-profile"),
        ("oru", "own-sheet", "other-sheet", "own-sheet", "public-profile"),
        ("watch", "own-sheet", "other-sheet", "other-sheet", "public-profile"),
        ("mill", "place-sheet", "place-sheet", "place-sheet", "place-sheet"),
        ("town", "place-sheet", "place-sheet", "place-sheet", "place-sheet"),
    ],
)
def test_each_audience_has_its_own_kind_of_sheet(
    subject: str, gm: str, vael: str, oru: str, public: str
) -> None:
    shown = [sheet(audience, subject).code for audience in (GM, VAEL, ORU, EVERYONE)]
    assert shown == [gm, vael, oru, public]


def test_a_sheet_holds_the_facts_listed_for_it_and_no_others() -> None:
    for audience in (GM, VAEL, ORU, WATCH, EVERYONE):
        found = edition(audience)
        ids = (*(view.id for view in found.factions), *(view.id for view in found.places))
        for shown in (sheet(audience, id) for id in ids):
            assert set(shown.facts) == set(HOLDS[shown.code].split())
            for name in ("lieutenants", "units", "seen", "present"):
                for row in rows(shown, name).values() if name in shown.facts else ():
                    assert set(row) == set(HOLDS[name].split())


# ── One's own ────────────────────────────────────────────────────────────────────────────────────


def test_the_ledger_leads_from_what_was_there_to_what_is_there() -> None:
    for audience, id in ((VAEL, "vael"), (ORU, "oru"), (WATCH, "watch")):
        for turns in (1, 2, 3):
            facts: Any = sheet(audience, id, turns).facts
            change = sum(row["change"] for row in facts["ledger"])
            assert facts["capital_before"] + change == facts["capital"]
            if facts["ledger"]:
                assert facts["ledger"][-1]["balance"] == facts["capital"]


def test_the_ledger_says_where_each_coin_came_from_and_by_which_rule() -> None:
    """20 coins; the manor pays 2; Kess, the Knives, Brother Ash and the manor cost 1 each."""
    facts: Any = sheet(VAEL, "vael", 1).facts
    lines = [
        (row["reason"], row["rule"], row["subject"], row["place"], row["change"], row["balance"])
        for row in facts["ledger"]
    ]
    assert lines == [
        ("income", "L-TURN-1", "", place_ref("manor"), 2, 22),
        ("upkeep", "L-TURN-6", "Captain Kess", None, -1, 21),
        ("upkeep", "L-TURN-6", "the Knives", None, -1, 20),
        ("upkeep", "L-TURN-6", "Brother Ash", None, -1, 19),
        ("upkeep", "L-TURN-6", "", place_ref("manor"), -1, 18),
    ]


def test_an_order_that_was_paid_for_is_named_in_its_ledger() -> None:
    facts: Any = sheet(VAEL, "vael").facts
    paid = [row for row in facts["ledger"] if row["reason"] == "bargain"]
    assert [(row["order"], row["change"]) for row in paid] == [("vael/claim", -1)]


def test_respect_stands_against_reach() -> None:
    """Ada and the loyal guards ask one each (L-TURN-6)."""
    facts = sheet(VAEL, "vael").facts
    assert (facts["respect"], facts["reach"]) == (2, 4)


def test_lieutenants_are_shown_with_those_who_are_with_them() -> None:
    own = sheet(VAEL, "vael", 1)
    people = rows(own, "lieutenants")
    together = {
        name: {row["name"] for row in units if isinstance(row, Facts)}
        for name, person in people.items()
        if isinstance(units := person["units"], tuple)
    }
    assert together == {
        "Ada Quill": {"Brother Ash"},
        "Captain Kess": {"the Knives", "the Manor Guard"},
        "Wren": set(),
    }
    assert rows(own, "alone") == {}
    assert set(rows(sheet(VAEL, "vael", 2), "alone")) == {"Brother Ash"}


def test_an_agent_is_on_the_sheets_of_both_and_only_one_knows() -> None:
    mine, theirs = rows(sheet(VAEL, "vael"), "lieutenants"), rows(sheet(ORU, "oru"), "lieutenants")
    assert (mine["Wren"]["agent"], mine["Wren"]["host"]) == (True, faction_ref("oru"))
    assert (theirs["Wren"]["agent"], theirs["Wren"]["host"]) == (False, None)
    assert theirs["Wren"]["served"] is None
    assert rows(sheet(GM, "oru"), "lieutenants")["Wren"]["served"] == faction_ref("vael")
    assert "faction:vael" not in str(to_json(rows(sheet(ORU, "oru"), "lieutenants")["Wren"]))


def test_the_owner_does_not_see_that_he_was_found_out() -> None:
    """Fox found Brother Ash and the cellar, unseen; the GM reads it, Vael does not."""
    for audience, who in ((VAEL, ()), (GM, (faction_ref("oru"),))):
        assert rows(sheet(audience, "vael", 1), "units")["Brother Ash"]["found_by"] == who
        known = sheet(audience, "cellar", 1).facts["known_to"]
        assert known == ((faction_ref("oru"), faction_ref("vael")) if who else ())


def test_what_was_lost_in_the_turn_is_named_once() -> None:
    lost = rows(sheet(VAEL, "vael"), "lost")
    assert {name: row["fate"] for name, row in lost.items()} == {"the Knives": "destroyed"}
    assert "the Knives" not in rows(sheet(VAEL, "vael"), "units")


def test_a_project_shows_how_far_it_is_and_how_far_it_was() -> None:
    """Nine against six and Fox's level 3 is 9+3−6 = 6: no success (L-ACT-RESEARCH)."""
    project = rows(sheet(ORU, "oru"), "projects")["The Wards"]
    shown = (project["successes"], project["before"], project["needed"], project["worked"])
    assert shown == (0, 0, 8, True)
    assert project["hold"] is True


def test_a_claim_is_shown_to_those_who_were_told_of_it() -> None:
    facts: Any = sheet(VAEL, "vael").facts
    assert [(row["npc"], row["place"]) for row in facts["claims"]] == [
        (faction_ref("watch"), place_ref("mill"))
    ]
    theirs: Any = sheet(ORU, "oru").facts
    assert theirs["claims"] == ()


def test_influence_is_shown_with_its_change() -> None:
    facts: Any = sheet(ORU, "oru").facts
    (row,) = facts["influence"]
    assert (row["npc"], row["points"], row["before"]) == (faction_ref("watch"), 1, 1)
    assert (row["allied"], row["allied_before"]) == (True, True)
