"""What is seen of others and of places: as it was last seen, and not of its own accord."""

from __future__ import annotations

from chronicle.model.audience import EVERYONE, GM, faction_audience
from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.rules.lieutenants import LIEUTENANTS
from tests.rules.lieutenants.sheets_after_turns import (
    ORU,
    TURNS,
    VAEL,
    WATCH,
    edition,
    quiet,
    rows,
    sheet,
)
from tests.rules.lieutenants.small_campaign import SOUND
from tests.small_campaign import play_files


def test_others_are_known_as_they_were_seen_and_when() -> None:
    """Fox saw Ada and Ash in the cellar in turn 1; that Ash has left since, he does not know."""
    seen = rows(sheet(ORU, "vael"), "seen")
    assert (seen["Brother Ash"]["at"], seen["Brother Ash"]["at_turn"]) == (place_ref("cellar"), 1)
    assert seen["Brother Ash"]["type"] == "Hedgemage"
    assert seen["Brother Ash"]["level"] is None
    assert "the Manor Guard" not in seen
    assert rows(sheet(VAEL, "vael"), "units")["Brother Ash"]["at"] == place_ref("market")


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
    assert sheet(ORU, "cellar", 1).facts["owner"] == faction_ref("vael")
    assert set(rows(sheet(ORU, "cellar", 1), "present")) == {"Ada Quill", "Brother Ash"}
    assert rows(sheet(ORU, "cellar", 1), "things") == {}


def test_a_place_bought_unseen_looks_to_all_others_as_it_did() -> None:
    for audience in (ORU, WATCH, EVERYONE):
        before, after = quiet(audience, "market", 0), quiet(audience, "market", 1)
        assert after == before, audience
        assert after.facts["cost"] is not None
        assert (after.facts["owner"], after.facts["secret"]) == (None, False)
    mine = quiet(VAEL, "market", 1).facts
    assert (mine["owner"], mine["secret"], mine["own"]) == (faction_ref("vael"), True, True)


def test_who_came_over_is_ones_own_and_no_longer_remembered_as_anothers() -> None:
    assert set(rows(quiet(VAEL, "oru", 1), "seen")) == {"the Giants"}
    assert rows(quiet(VAEL, "oru", 2), "seen") == {}
    assert "the Giants" in rows(quiet(VAEL, "vael", 2), "units")
    assert {name: row["fate"] for name, row in rows(quiet(ORU, "oru", 2), "lost").items()} == {
        "the Giants": "gone"
    }


def test_where_ones_own_is_held_is_known_to_who_holds_it_and_the_gm() -> None:
    """The Knives were taken by nobody knows whom."""
    held = {
        audience: rows(quiet(audience, "vael", 2), "captives")["the Knives"]["at"]
        for audience in (VAEL, GM)
    }
    assert held == {VAEL: None, GM: place_ref("mill")}
    assert set(rows(quiet(ORU, "oru", 2), "prisoners")) == {"the Knives"}
    assert "the Knives" not in rows(quiet(VAEL, "vael", 2), "units")


def test_ways_underground_are_their_owners() -> None:
    ways = {audience: rows(sheet(audience, "market"), "links") for audience in (GM, VAEL, ORU)}
    assert [set(found) for found in ways.values()] == [{"the Old Drain"}, {"the Old Drain"}, set()]
    assert ways[VAEL]["the Old Drain"]["to"] == place_ref("manor")


def test_the_public_sees_whose_a_place_is_and_nothing_of_what_is_there() -> None:
    for view in edition(EVERYONE).places:
        assert view.sheet is not None
        facts = view.sheet.facts
        for name in ("present", "things", "links", "known_to"):
            assert facts[name] == ()
        for name in ("income", "stash", "level", "upkeep"):
            assert facts[name] is None
    assert sheet(EVERYONE, "mill").facts["owner"] == faction_ref("oru")


def test_measures_are_each_factions_own() -> None:
    played = play_files({"turns/001.yaml": TURNS[0]}, over=SOUND)
    for measure in LIEUTENANTS.measures(played.history.turns[-1].after):
        admitted = [
            measure.visibility.admits(who) for who in (GM, faction_audience(measure.faction))
        ]
        assert admitted == [True, True]
        others = {VAEL, ORU, WATCH, EVERYONE} - {faction_audience(measure.faction)}
        assert not any(measure.visibility.admits(who) for who in others)


def test_whatever_is_remembered_says_when_it_was_seen() -> None:
    """No row of a rival's sheet is without its turn, nor any that is known to be at a place."""
    told = 0
    for audience, id in ((VAEL, "oru"), (ORU, "vael"), (WATCH, "vael")):
        for turn in range(1, len(TURNS) + 1):
            for row in rows(sheet(audience, id, turn), "seen").values():
                told += 1
                assert 1 <= int(str(row["seen"])) <= turn
                for part in ("at", "condition", "figures", "agent"):
                    assert int(str(row[f"{part}_turn"])) <= int(str(row["seen"]))
    assert told > 0
