"""What each audience sees of factions and places: one's own as it is, the rest as last seen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import pytest

from chronicle.audience import EVERYONE, GM, Audience, of_faction
from chronicle.edition import Edition
from chronicle.export import plain
from chronicle.facts import Facts, faction, place
from chronicle.project import project
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.system import Sheet
from tests.lieutenants.sound import SOUND
from tests.sound import play_files

VAEL, ORU, WATCH = of_faction("vael"), of_faction("oru"), of_faction("watch")
TURNS: Final = (
    # Fox follows Ada into Vael's cellar unseen, and finds Brother Ash, who hides there.
    """\
turn: 1
title: One
orders:
  oru:
    actions:
      - {id: eye, lieutenant: fox, action: surveil, target: {lieutenant: ada}, choose: stealth}
rolls: {oru/eye/check: [6, 6]}
""",
    # Ada asks all about the mill; Ash goes to the market, and only Vael hears of it.
    """\
turn: 2
title: Two
orders:
  vael:
    actions:
      - id: ask
        lieutenant: ada
        action: investigate
        target: {location: mill}
        choose: more
        modifiers: [{value: 5, because: a good day}]
adjustments:
  - {for: vael, because: a word in time, asset: adept, at: market}
rolls: {vael/ask/check: [6, 6]}
""",
    # Wren, whom Vael pays, woos the watch; the claim on the mill goes through.
    """\
turn: 3
title: Three
orders:
  vael:
    actions:
      - id: claim
        lieutenant: ada
        action: claim
        npc: watch
        target: {location: mill}
        pay: capital
        modifiers: [{value: 6, because: a good day}]
  oru:
    actions:
      - {id: study, lieutenant: fox, action: research, project: wards, name: The Wards, hold: true, successes: 8}
adjustments:
  - {for: gm, because: a fever, asset: knives, condition: destroyed}
rolls: {vael/claim/check: [6, 6], oru/study/check: [6, 3]}
""",  # noqa: E501  as an author writes it
)

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
    "lieutenants": MINION + "statistics stance carries units",
    "units": MINION + "type competencies abilities",
    "seen": (
        "name kind at at_turn level statistics condition condition_turn type agent agent_of "
        "figures_turn"
    ),
    "present": "name kind faction level condition own hidden seen",
}


@cache
def edition(audience: Audience, turns: int = 3) -> Edition:
    """The edition of an audience after so many turns."""
    files = {f"turns/{n:03}.yaml": text for n, text in enumerate(TURNS[:turns], 1)}
    played = play_files(files, over=SOUND)
    return project(played.campaign, played.history, LIEUTENANTS, audience)


def sheet(audience: Audience, subject: str, turns: int = 3) -> Sheet:
    """The sheet of a faction or a place, as shown to an audience after so many turns."""
    found = edition(audience, turns)
    views = {view.id: view.sheet for view in found.factions}
    views |= {view.id: view.sheet for view in found.places}
    shown = views[subject]
    assert shown is not None
    return shown


def rows(shown: Sheet, name: str) -> dict[str, Facts]:
    """The rows of a sheet by the name of each."""
    listed = shown.facts[name]
    assert isinstance(listed, tuple)
    found = [row for row in listed if isinstance(row, Facts)]
    assert len(found) == len(listed)
    return {str(row["name"]): row for row in found}


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
        ("income", "L-TURN-1", "", place("manor"), 2, 22),
        ("upkeep", "L-TURN-6", "Captain Kess", None, -1, 21),
        ("upkeep", "L-TURN-6", "the Knives", None, -1, 20),
        ("upkeep", "L-TURN-6", "Brother Ash", None, -1, 19),
        ("upkeep", "L-TURN-6", "", place("manor"), -1, 18),
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
    assert (mine["Wren"]["agent"], mine["Wren"]["host"]) == (True, faction("oru"))
    assert (theirs["Wren"]["agent"], theirs["Wren"]["host"]) == (False, None)
    assert theirs["Wren"]["served"] is None
    assert rows(sheet(GM, "oru"), "lieutenants")["Wren"]["served"] == faction("vael")
    assert "faction:vael" not in str(plain(rows(sheet(ORU, "oru"), "lieutenants")["Wren"]))


def test_the_owner_does_not_see_that_he_was_found_out() -> None:
    """Fox found Brother Ash and the cellar, unseen; the GM reads it, Vael does not."""
    for audience, who in ((VAEL, ()), (GM, (faction("oru"),))):
        assert rows(sheet(audience, "vael", 1), "units")["Brother Ash"]["found_by"] == who
        known = sheet(audience, "cellar", 1).facts["known_to"]
        assert known == ((faction("oru"), faction("vael")) if who else ())


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
        (faction("watch"), place("mill"))
    ]
    theirs: Any = sheet(ORU, "oru").facts
    assert theirs["claims"] == ()


def test_influence_is_shown_with_its_change() -> None:
    facts: Any = sheet(ORU, "oru").facts
    (row,) = facts["influence"]
    assert (row["npc"], row["points"], row["before"]) == (faction("watch"), 1, 1)
    assert (row["allied"], row["allied_before"]) == (True, True)


# ── Others, as they were last seen ───────────────────────────────────────────────────────────────


def test_others_are_known_as_they_were_seen_and_when() -> None:
    """Fox saw Ada and Ash in the cellar in turn 1; that Ash has left since, he does not know."""
    seen = rows(sheet(ORU, "vael"), "seen")
    assert (seen["Brother Ash"]["at"], seen["Brother Ash"]["at_turn"]) == (place("cellar"), 1)
    assert seen["Brother Ash"]["type"] == "Hedgemage"
    assert seen["Brother Ash"]["level"] is None
    assert "the Manor Guard" not in seen
    assert rows(sheet(VAEL, "vael"), "units")["Brother Ash"]["at"] == place("market")


def test_figures_are_known_when_they_were_found_out() -> None:
    """A full inquiry into the mill brings Fox's statistics (L-ACT-INVESTIGATE)."""
    fox = rows(sheet(VAEL, "oru"), "seen")["Old Fox"]
    assert (fox["level"], fox["figures_turn"]) == (3, 2)
    assert fox["statistics"] == Facts(force=1, sneak=2, charm=0, lore=0)
    assert rows(sheet(VAEL, "oru", 1), "seen") == {}


def test_a_stash_is_known_to_its_owner_and_as_it_was_to_who_found_out() -> None:
    shown = [
        (sheet(audience, "mill").facts["stash"], sheet(audience, "mill").facts["stash_seen"])
        for audience in (ORU, VAEL, WATCH, EVERYONE, GM)
    ]
    assert shown == [(5, 0), (5, 2), (None, 0), (None, 0), (5, 0)]


def test_a_secret_place_is_there_for_those_who_learnt_of_it_and_from_then_on() -> None:
    for audience, there in ((ORU, True), (VAEL, True), (WATCH, False), (EVERYONE, False)):
        found = {view.id for view in edition(audience, 1).places}
        assert ("cellar" in found) is there, audience
    assert sheet(ORU, "cellar", 1).facts["owner"] == faction("vael")
    assert set(rows(sheet(ORU, "cellar", 1), "present")) == {"Ada Quill", "Brother Ash"}
    assert rows(sheet(ORU, "cellar", 1), "things") == {}


#: Vael buys the market unseen, and wins over the Giants, of whom it has heard before.
QUIETLY: Final = (
    """\
turn: 1
title: One
orders:
  vael:
    actions:
      - id: ask
        lieutenant: ada
        action: investigate
        target: {unit: giants}
        modifiers: [{value: 9, because: a good day}]
      - id: buy
        lieutenant: kess
        action: purchase
        buy: {location: market}
        stealthy: true
        modifiers: [{value: 9, because: a good day}]
rolls: {vael/ask/check: [3, 3], vael/buy/check: [3, 3], vael/buy/stealth: [6, 6]}
""",
    """\
turn: 2
title: Two
orders:
  vael:
    actions:
      - id: woo
        lieutenant: ada
        action: recruit
        target: {unit: giants}
        join: over
        modifiers: [{value: 9, because: a good day}]
  oru:
    actions:
      - id: lift
        lieutenant: fox
        action: steal
        at: manor
        take: {unit: knives}
        against: vael
        stealthy: true
        modifiers: [{value: 9, because: a good day}]
rolls: {vael/woo/check: [6, 6], oru/lift/check: [6, 6], oru/lift/stealth: [6, 6]}
""",
)


@cache
def quietly(audience: Audience, turns: int) -> Mapping[str, Sheet | None]:
    """The sheets of those turns by the id of the faction or place."""
    files = {f"turns/{n:03}.yaml": text for n, text in enumerate(QUIETLY[:turns], 1)}
    played = play_files(files, over=SOUND)
    found = project(played.campaign, played.history, LIEUTENANTS, audience)
    views = {view.id: view.sheet for view in found.factions}
    return views | {view.id: view.sheet for view in found.places}


def _quiet(audience: Audience, subject: str, turns: int) -> Sheet:
    found = quietly(audience, turns)[subject]
    assert found is not None
    return found


def test_a_place_bought_unseen_looks_to_all_others_as_it_did() -> None:
    for audience in (ORU, WATCH, EVERYONE):
        before, after = _quiet(audience, "market", 0), _quiet(audience, "market", 1)
        assert after == before, audience
        assert after.facts["cost"] is not None
        assert (after.facts["owner"], after.facts["secret"]) == (None, False)
    mine = _quiet(VAEL, "market", 1).facts
    assert (mine["owner"], mine["secret"], mine["own"]) == (faction("vael"), True, True)


def test_who_came_over_is_ones_own_and_no_longer_remembered_as_anothers() -> None:
    assert set(rows(_quiet(VAEL, "oru", 1), "seen")) == {"the Giants"}
    assert rows(_quiet(VAEL, "oru", 2), "seen") == {}
    assert "the Giants" in rows(_quiet(VAEL, "vael", 2), "units")
    assert {name: row["fate"] for name, row in rows(_quiet(ORU, "oru", 2), "lost").items()} == {
        "the Giants": "gone"
    }


def test_where_ones_own_is_held_is_known_to_who_holds_it_and_the_gm() -> None:
    """The Knives were taken by nobody knows whom."""
    held = {
        audience: rows(_quiet(audience, "vael", 2), "captives")["the Knives"]["at"]
        for audience in (VAEL, GM)
    }
    assert held == {VAEL: None, GM: place("mill")}
    assert set(rows(_quiet(ORU, "oru", 2), "prisoners")) == {"the Knives"}
    assert "the Knives" not in rows(_quiet(VAEL, "vael", 2), "units")


def test_ways_underground_are_their_owners() -> None:
    ways = {audience: rows(sheet(audience, "market"), "links") for audience in (GM, VAEL, ORU)}
    assert [set(found) for found in ways.values()] == [{"the Old Drain"}, {"the Old Drain"}, set()]
    assert ways[VAEL]["the Old Drain"]["to"] == place("manor")


def test_the_public_sees_whose_a_place_is_and_nothing_of_what_is_there() -> None:
    for view in edition(EVERYONE).places:
        assert view.sheet is not None
        facts = view.sheet.facts
        for name in ("present", "things", "links", "known_to"):
            assert facts[name] == ()
        for name in ("income", "stash", "level", "upkeep"):
            assert facts[name] is None
    assert sheet(EVERYONE, "mill").facts["owner"] == faction("oru")


def test_measures_are_each_factions_own() -> None:
    played = play_files({"turns/001.yaml": TURNS[0]}, over=SOUND)
    for measure in LIEUTENANTS.measures(played.history.turns[-1].after):
        admitted = [measure.circle.admits(who) for who in (GM, of_faction(measure.faction))]
        assert admitted == [True, True]
        others = {VAEL, ORU, WATCH, EVERYONE} - {of_faction(measure.faction)}
        assert not any(measure.circle.admits(who) for who in others)
