"""Nothing hidden from a reader is in what he is told; what he finds out, he alone learns."""

from __future__ import annotations

from typing import Any

from chronicle.authoring.json_export import to_json
from chronicle.model.audience import EVERYONE, FOR_EVERYONE, GM, visibility_of_factions
from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.actions.attack import AttackOrder
from chronicle.rules.lieutenants.actions.conceal import ConcealOrder
from chronicle.rules.lieutenants.actions.espionage import SpyOrder
from chronicle.rules.lieutenants.actions.move import MoveOrder
from chronicle.rules.lieutenants.actions.raid import TakeOrder
from chronicle.rules.lieutenants.actions.recruit import RecruitOrder
from chronicle.rules.lieutenants.actions.research import ResearchOrder
from chronicle.rules.lieutenants.actions.train import TrainOrder
from chronicle.rules.lieutenants.catalogue import UnitPower
from chronicle.rules.lieutenants.changes import Learnt, Moved
from chronicle.rules.lieutenants.events import Intercepted
from chronicle.rules.lieutenants.state import (
    Facility,
    Item,
    PlaceState,
    Stance,
    TrainingGain,
    Watch,
)
from chronicle.rules.protocol import PlayedTurn, Sighting
from tests.rules.lieutenants.hidden_boards import (
    CELLAR,
    FAR,
    HIDDEN,
    ORU,
    VAEL,
    altered,
    order,
    steps,
    surely,
    told,
    world,
)
from tests.rules.lieutenants.told import reveal, tell
from tests.rules.lieutenants.two_faction_boards import lieutenant, unit
from tests.rules.lieutenants.visibility_table import audience, play, rows
from tests.rules.single_results import sheet_of


def test_a_hidden_defender_is_not_named_to_the_thief() -> None:
    """He guards the mill all the same, and his level counts (L-CHK-6)."""
    state = world(
        lieutenant("ada"),
        lieutenant("fox", 2, at="mill", faction="oru"),
        unit("ghosts", 2, "sneak", at="mill", faction="oru", hiding=HIDDEN),
    )
    given = order("steal", TakeOrder("capital", amount=1), against="oru")
    found, gm = surely(told(state, given, VAEL)), surely(told(state, given, GM))
    assert "Ghosts" not in str([to_json(part.facts) for part in found.rolls[0].modifiers])
    opposing = {part.reason: part for part in found.rolls[0].modifiers}["opposing-level"]
    assert opposing.value == -4
    assert opposing.facts == Facts(names=("Fox",), joined="")
    assert "Ghosts" in str([to_json(part.facts) for part in gm.rolls[0].modifiers])
    assert [sighting.subject for sighting in found.sightings] == ["fox/place"]


def test_a_hidden_defender_is_not_named_even_if_another_has_its_name() -> None:
    """Two units are called Guards; the thief knows of one, and both guard the mill (L-CHK-6)."""
    state = world(
        lieutenant("ada"),
        replace(unit("seen", 2, "sneak", at="mill", faction="oru"), name="Guards"),
        replace(unit("unseen", 2, "sneak", at="mill", faction="oru", hiding=HIDDEN), name="Guards"),
    )
    given = order("steal", TakeOrder("capital", amount=1), against="oru")
    found = surely(told(state, given, VAEL))
    opposing = {part.reason: part for part in found.rolls[0].modifiers}["opposing-level"]
    assert opposing.facts == Facts(names=("Guards",), joined="")


def test_a_deed_at_a_secret_place_happened_somewhere_to_those_who_do_not_know_it() -> None:
    state = world(
        lieutenant("ada"), lieutenant("fox", at="cellar", faction="oru"), places=(CELLAR,)
    )
    given = order("cautious-attack", AttackOrder("cautious"), at="cellar", against="oru")
    assert surely(told(state, given, VAEL)).facts["at"] == place_ref("cellar")
    for who in (FAR, EVERYONE):
        found = surely(told(state, given, who))
        assert found.facts["at"] is None
        assert "cellar" not in str(to_json(found.facts))
        assert found.sightings == ()
    # Nor does it say so when it comes to light who was behind it.
    unmasked = reveal(state, steps(state, given)[0].event)
    assert unmasked is not None
    assert (unmasked.facts["who"], unmasked.facts["at"]) == (faction_ref("vael"), None)
    assert "cellar" not in str(to_json(unmasked.facts))


def test_an_actor_unaware_that_a_place_is_secret_does_not_hide_it() -> None:
    """Vael has bought the gate unseen; the Oru go about there as ever, and all can see it."""
    gate = PlaceState(
        "gate", "location", "town", (), "vael", secret=True, known_to=frozenset({"vael"})
    )
    state = world(
        lieutenant("ada", at="gate"),
        lieutenant("fox", at="gate", faction="oru"),
        lieutenant("owl", at="field", faction="far"),
        places=(gate,),
        watches=frozenset({Watch("far", "ada"), Watch("far", "fox")}),
    )
    study = ResearchOrder("wards", "The Wards", 8, hold=True)
    theirs = order("research", study, by="oru/fox", at="gate")
    mine = order("research", study, at="gate")
    assert surely(told(state, theirs, ORU)).facts["at"] == place_ref("gate")
    assert surely(told(state, theirs, FAR)).facts["at"] == place_ref("gate")
    assert surely(told(state, mine, VAEL)).facts["at"] == place_ref("gate")
    # Whoever watches Ada, who knows the secret, is led to it by her (L-ACT-SURVEIL).
    shown = surely(told(state, mine, FAR))
    assert (shown.facts["at"], shown.learns) == (place_ref("gate"), (place_ref("gate"),))
    assert surely(told(state, theirs, FAR)).learns == ()
    gone = order("move", MoveOrder((("fox", "field"),)), by="oru/fox", at="gate")
    for who in (ORU, FAR):
        legs: Any = surely(told(state, gone, who)).facts["legs"]
        assert [(leg["origin"], leg["to"]) for leg in legs] == [
            (place_ref("gate"), place_ref("field"))
        ]


def test_a_faction_always_knows_where_its_own_assets_are() -> None:
    """The Oru's Fox stands where Vael has bought the ground under his feet."""
    gate = PlaceState(
        "gate", "location", "town", (), "vael", secret=True, known_to=frozenset({"vael"})
    )
    state = world(lieutenant("fox", at="gate", faction="oru"), places=(gate,))
    shown = sheet_of(
        LIEUTENANTS, PlayedTurn(1, state, state, None, ()), {}, ORU, faction_ref("oru")
    )
    assert shown is not None
    people: Any = shown.facts["lieutenants"]
    assert [person["at"] for person in people] == [place_ref("gate")]


def test_prisoners_tell_nobody_where_they_are_held() -> None:
    """Fox sits in Vael's cellar; the Oru learn nothing of a place by that."""
    state = world(
        lieutenant("ada", at="cellar"),
        lieutenant("fox", at="cellar", faction="oru", held_by="vael"),
    )
    given = order("cautious-attack", AttackOrder("cautious"), at="cellar", against="far")
    assert surely(told(state, given, ORU)).facts["at"] is None


def test_a_witness_does_not_see_moves_to_an_unknown_place() -> None:
    state = world(lieutenant("ada", at="field"), lieutenant("fox", at="field", faction="oru"))
    given = order("move", MoveOrder((("ada", "cellar"),)), at="field")
    found = surely(told(state, given, ORU))
    leg = Facts(name="Ada", kind="lieutenant", origin=place_ref("field"), to=None)
    assert found.facts["legs"] == (leg,)
    assert found.sightings == ()
    assert surely(told(state, given, VAEL)).facts["legs"] == (
        Facts(
            name="Ada",
            kind="lieutenant",
            origin=place_ref("field"),
            to=place_ref("cellar"),
            arrived=True,
        ),
    )


def test_each_witness_sees_only_its_part_of_a_move() -> None:
    """Of two who set out for two places, those who are at one see the one."""
    state = world(
        lieutenant("ada", at="field"),
        unit("knives", 2, "force", at="gate"),
        lieutenant("fox", at="mill", faction="oru"),
        lieutenant("owl", at="inn", faction="far"),
    )
    legs = (("ada", "mill"), ("knives", "field"))
    given = order("move", MoveOrder(legs), at="field", units=("knives",))
    rows = surely(told(state, given, ORU)).facts["legs"]
    assert isinstance(rows, tuple)
    assert [row["name"] for row in rows if isinstance(row, Facts)] == ["Ada"]
    assert told(state, given, FAR) is None


def test_a_witness_does_not_count_unseen_movers() -> None:
    """Ada goes from one secret place to another; her company is seen, and not that she led it."""
    den = PlaceState(
        "den", "location", "town", (), "vael", secret=True, known_to=frozenset({"vael"})
    )
    state = world(
        lieutenant("ada", at="cellar"),
        unit("knives", 2, "force", at="cellar"),
        unit("ears", 2, at="mill", faction="oru", powers=(UnitPower("watches-locale", -1),)),
        places=(den,),
    )
    legs = (("ada", "den"), ("knives", "mill"))
    given = order("move", MoveOrder(legs), at="cellar", units=("knives",))
    found = surely(told(state, given, ORU))
    rows: Any = found.facts["legs"]
    assert [(row["name"], row["to"]) for row in rows] == [("Knives", place_ref("mill"))]
    assert found.facts["lieutenant"] == ""


def test_a_watcher_reads_no_name_of_what_is_hidden_from_him() -> None:
    state = world(
        lieutenant("ada", at="field"),
        unit("ghosts", 1, "sneak", at="mill", faction="oru", hiding=HIDDEN),
        watches=frozenset({Watch("far", "ada")}),
    )
    given = order("investigate", SpyOrder("unit", "ghosts"), against="oru")
    found = surely(told(state, given, FAR, (4, 4)))
    assert (found.code, found.facts["name"], found.facts["kind"]) == ("seen-inquiry", "", "")
    assert surely(told(state, given, ORU, (4, 4))).facts["name"] == "Ghosts"


def test_passing_a_block_reveals_only_its_visible_members() -> None:
    """Nobody wins at seven against eight or nine: the movers pass, and know whom (L-ACT-BLOCK)."""
    stance = Stance("ada", "vael", "block", "mill", ("ghosts", "knives"), ("oru",), "cautious")
    state = world(
        lieutenant("ada", 1, at="mill"),
        unit("ghosts", 1, "force", at="mill", hiding=HIDDEN),
        unit("knives", 1, "sneak", at="mill"),
        lieutenant("fox", 4, at="field", faction="oru"),
        stances={"ada": stance},
    )
    given = order("move", MoveOrder((("fox", "mill"),)), by="oru/fox", at="field")
    found = steps(state, given, faces={"oru/o/stance-ada": (2, 2)})
    step = next(step for step in found if isinstance(step.event, Intercepted))
    assert isinstance(step.event, Intercepted)
    assert step.event.outcome == "pass"
    seen = surely(tell(step.before, step.event, ORU)).sightings
    assert {sighting.subject for sighting in seen} == {"ada/place", "knives/place"}


def test_becoming_a_double_agent_is_told_to_nobody_else() -> None:
    """The host reads the same whether its unit took the offer or not."""
    state = world(lieutenant("ada"), unit("pack", 1, "charm", at="mill", faction="oru"))
    given = order("recruit", RecruitOrder("pack", stays=True), against="oru")
    taken, refused = told(state, given, ORU, (6, 6)), told(state, given, ORU, (3, 2))
    assert taken == refused
    assert surely(taken).facts["left"] is False


def test_hidden_trainees_are_not_named_to_those_who_see_the_lessons() -> None:
    state = world(
        lieutenant("ada"),
        unit("ghosts", 1, "sneak", hiding=HIDDEN),
        unit("knives", 1, "sneak"),
        watches=frozenset({Watch("far", "ada")}),
    )
    seen = [
        surely(
            told(state, order("train", TrainOrder("drill", id, TrainingGain(), 6, hold=True)), FAR)
        )
        for id in ("ghosts", "knives")
    ]
    assert [it.facts["name"] for it in seen] == ["", "Knives"]


def test_concealing_is_told_to_the_owner_only() -> None:
    state = world(lieutenant("ada"), Item("crown", "The Crown", "vael", "field", "ada"))
    given = order("conceal", ConcealOrder("crown"), at="field")
    assert surely(told(state, given, VAEL)).facts["level"] == 3
    assert [told(state, given, who) for who in (ORU, FAR, EVERYONE)] == [None, None, None]


def test_what_a_trap_or_a_works_is_called_is_in_its_owners_losses() -> None:
    state = world(
        lieutenant("ada"),
        unit("wreckers", 3, "sneak", powers=(UnitPower("damages-facilities"),)),
        Facility("works", "The Works", "oru", "mill", "craftsmen", 2),
    )
    given = order("steal", TakeOrder("facility", "works"), against="oru", units=("wreckers",))
    found = surely(told(state, given, ORU))
    rows = found.facts["losses"]
    assert isinstance(rows, tuple)
    assert rows == (
        Facts(name="The Works", kind="facility", faction=faction_ref("oru"), fate="destroyed"),
    )


# ── What is learnt ───────────────────────────────────────────────────────────────────────────────


def test_who_follows_somebody_to_a_secret_place_learns_of_it_and_nobody_else() -> None:
    """Fox is watched in the Oru's den, of which Vael did not know (L-ACT-SURVEIL)."""
    den = PlaceState("den", "location", "town", (), "oru", secret=True, known_to=frozenset({"oru"}))
    state = world(lieutenant("ada"), lieutenant("fox", at="den", faction="oru"), places=(den,))
    given = order("surveil", SpyOrder("lieutenant", "fox"), at="den", against="oru")
    found = surely(told(state, given, VAEL))
    assert found.learns == (place_ref("den"),)
    assert found.facts["places"] == (place_ref("den"),)
    assert (
        Sighting(
            "fox/place",
            Facts(name="Fox", kind="lieutenant", faction=faction_ref("oru"), at=place_ref("den")),
        )
        in found.sightings
    )
    missed = surely(told(state, given, VAEL, (3, 3)))
    assert (missed.learns, missed.facts["places"], missed.sightings) == ((), (), ())
    assert surely(told(state, given, ORU)).learns == ()
    assert told(state, given, FAR) is None


def test_a_full_inquiry_finds_figures_and_a_second_master() -> None:
    state = world(lieutenant("ada"), lieutenant("fox", 2, at="mill", faction="oru", agent_of="far"))
    given = order("investigate", SpyOrder("lieutenant", "fox"), against="oru")
    found = surely(told(state, given, VAEL))
    seen = {sighting.subject: sighting.facts for sighting in found.sightings}
    assert seen["fox/figures"]["level"] == 2
    assert seen["fox/agent"]["agent_of"] == faction_ref("far")
    assert "fox/agent" not in {
        s.subject for s in surely(told(state, given, VAEL, (4, 4))).sightings
    }


def test_who_asks_or_offers_is_not_seen_at_the_place_of_the_target() -> None:
    """The target may be far away: questions are asked where the lieutenant is (L-MOVE)."""
    state = world(lieutenant("ada"), lieutenant("fox", at="mill", faction="oru"))
    for given in (
        order("investigate", SpyOrder("lieutenant", "fox"), against="oru"),
        order("recruit", RecruitOrder("fox", stays=False), against="oru"),
    ):
        found = surely(told(state, given, ORU, (1, 1)))
        assert (found.code, found.facts["lieutenant"]) == ("approached", "Ada")
        assert found.sightings == (), given.action


def test_units_that_could_not_come_are_not_seen_in_an_attack() -> None:
    state = world(
        lieutenant("ada"),
        unit("knives", 2, "force"),
        unit("guards", 2, "force", at="ford"),
        lieutenant("fox", at="mill", faction="oru"),
    )
    units = ("knives", "guards")
    given = order("cautious-attack", AttackOrder("cautious"), against="oru", units=units)
    found = surely(told(state, given, ORU))
    faced: Any = found.facts["faced"]
    assert [row["name"] for row in faced] == ["Ada", "Knives"]
    assert {it.subject for it in found.sightings} & {"knives/place", "guards/place"} == {
        "knives/place"
    }


def test_both_sides_of_an_open_attack_see_who_took_part() -> None:
    state = world(
        lieutenant("ada"),
        unit("knives", 2, "force"),
        lieutenant("fox", at="mill", faction="oru"),
        unit("ghosts", 2, "force", at="mill", faction="oru", hiding=HIDDEN),
    )
    given = order("cautious-attack", AttackOrder("cautious"), against="oru", units=("knives",))
    subjects = {
        who: {sighting.subject for sighting in surely(told(state, given, who)).sightings}
        for who in (VAEL, ORU, FAR)
    }
    assert "fox/place" in subjects[VAEL]
    assert "ghosts/place" not in subjects[VAEL]
    assert {"ada/place", "knives/place"} <= subjects[ORU]
    assert subjects[FAR] == {"ada/place"}
    assert surely(told(state, given, EVERYONE)).sightings == ()


def test_a_faction_has_no_sightings_of_its_own_assets() -> None:
    for row in rows():
        found = play(row)
        for name in ("actor", *row.told):
            who = audience(name, found.action)
            telling = found.told(who)
            for sighting in telling.sightings if telling else ():
                assert sighting.facts.get("faction") != faction_ref(who.faction), row.id


def test_who_is_told_a_place_by_the_gm_learns_of_it() -> None:
    event = altered(
        what="known_to",
        subject="cellar",
        visibility=visibility_of_factions(["oru"]),
        changes=(Learnt("cellar", "oru"),),
    )
    assert surely(tell(world(), event, ORU)).learns == (place_ref("cellar"),)
    assert tell(world(), event, FAR) is None


def test_a_change_to_what_one_does_not_see_is_not_told() -> None:
    state = world(unit("ghosts", 1, "sneak", at="mill", faction="oru", hiding=HIDDEN))
    event = altered(
        what="at", subject="ghosts", visibility=FOR_EVERYONE, changes=(Moved("ghosts", "field"),)
    )
    assert [tell(state, event, who) for who in (VAEL, EVERYONE)] == [None, None]
    assert surely(tell(state, event, ORU)).facts["name"] == "Ghosts"


def test_only_the_owner_sees_a_new_total_and_others_the_change() -> None:
    event = altered(visibility=FOR_EVERYONE)
    facts = [surely(tell(world(), event, who)).facts for who in (VAEL, ORU, EVERYONE, GM)]
    totals = [(one["before"], one["after"]) for one in facts]
    assert totals == [(20, 23), (None, None), (None, None), (20, 23)]
    assert [one["change"] for one in facts] == [3, 3, 3, 3]
