"""What tellings hold: the facts of their code and no others, and no trace of the unseen."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.audience import EVERYONE, FOR_EVERYONE, GM, Audience, faction_audience
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.actions.attack import AttackOrder
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.events import Acted
from chronicle.rules.lieutenants.state import PlaceState, Project
from chronicle.rules.protocol import Telling
from tests.rules.lieutenants.hidden_boards import ORU, VAEL, altered, order, steps, surely, world
from tests.rules.lieutenants.told import reveal, tell
from tests.rules.lieutenants.two_faction_boards import lieutenant, unit
from tests.rules.lieutenants.visibility_table import audience, play, rows
from tests.template_types import mismatches


def _of_the_matrix() -> Iterator[Telling]:
    for row in rows():
        found = play(row)
        for name in ("gm", "actor", *row.told):
            telling = found.told(audience(name, found.action))
            if telling is not None:
                yield telling
        step = found.step()
        later = reveal(step.before, step.event)
        if later is not None:
            yield later


def _of_the_frame() -> Iterator[Telling]:
    project = Project("p", "research", "A Study", "vael", 8, 1, hold=False, worked=0)
    state = world(
        lieutenant("ada", upkeep=Price(1, "capital")),
        places=(PlaceState("mill", "location", "town", (), owner="vael", income=2),),
        projects={"p": project},
    )
    for step in steps(state):
        for who in (GM, VAEL, ORU, EVERYONE):
            found = tell(step.before, step.event, who)
            if found is not None:
                yield found
    yield surely(tell(state, altered(), VAEL))


def test_a_telling_has_the_facts_that_the_type_of_its_code_declares() -> None:
    shown = set()
    for found in (*_of_the_matrix(), *_of_the_frame()):
        assert (
            list(mismatches(found.facts, LIEUTENANTS.telling_facts[found.code], found.code)) == []
        )
        shown.add(found.code)
    assert shown == set(LIEUTENANTS.telling_facts)


def test_income_upkeep_and_the_end_of_a_turn_are_each_factions_own() -> None:
    codes = {"vael": ["earned", "upkeep", "turn-over"], "oru": [], "far": []}
    project = Project("p", "research", "A Study", "vael", 8, 1, hold=False, worked=0)
    state = world(
        lieutenant("ada", upkeep=Price(1, "capital")),
        places=(PlaceState("mill", "location", "town", (), owner="vael", income=2),),
        projects={"p": project},
    )
    found = steps(state)
    for name, wanted in codes.items():
        tellings = [tell(step.before, step.event, faction_audience(name)) for step in found]
        assert [telling.code for telling in tellings if telling] == wanted
    assert not [step for step in found if tell(step.before, step.event, EVERYONE)]


def test_the_gms_changes_are_told_to_those_whom_they_are_for() -> None:
    state = world()
    event = altered()
    assert surely(tell(state, event, VAEL)).facts["because"] == "found a purse"
    assert tell(state, event, ORU) is None
    assert tell(state, event, EVERYONE) is None
    public = tell(state, replace(event, visibility=FOR_EVERYONE), EVERYONE)
    assert surely(public).rule == ""


def test_an_unknown_audience_is_told_what_the_public_is() -> None:
    for row in rows():
        found = play(row)
        public = found.told(EVERYONE)
        assert found.told(faction_audience("nobody")) == public
        assert found.told(Audience("auditor")) == public


def test_what_was_done_unseen_has_no_place_among_what_was_told() -> None:
    """Else its place between two of a faction's actions would say whose it was."""
    for row in rows():
        found = play(row)
        for name in row.told:
            telling = found.told(audience(name, found.action))
            if telling is not None and name != "public":
                assert telling.hides_position is (telling.facts.get("who") is None), (row.id, name)


def test_whoever_did_it_the_telling_is_the_same() -> None:
    """Far does unseen what Vael did unseen: nobody could tell the two apart."""
    compared = 0
    for row in rows():
        mine, theirs = play(row), play(row, by="far")
        for name in ("target", "mora", "sight", "ears", "public"):
            one, other = (it.told(audience(name, it.action)) for it in (mine, theirs))
            if one is not None and one.facts.get("who") is None:
                assert one == other, (row.id, name)
                compared += 1
    assert compared > 100


def test_the_side_that_was_hurt_sees_the_dice_that_hurt_it() -> None:
    """Its own lieutenants' checks and which of its units were hit; none of the actor's dice."""
    state = world(
        lieutenant("ada"),
        lieutenant("fox", at="mill", faction="oru"),
        unit("a", 1, "force", at="mill", faction="oru"),
        unit("b", 1, "force", at="mill", faction="oru"),
    )
    given = order("cautious-attack", AttackOrder("cautious"), against="oru")
    table = {"vael/o/check": (4, 3)}
    step = next(s for s in steps(state, given, faces=table) if isinstance(s.event, Acted))
    mine = {roll.id.rpartition("/")[2] for roll in surely(tell(step.before, step.event, GM)).rolls}
    found = surely(tell(step.before, step.event, ORU))
    assert mine == {"check", "hurt-theirs-1", "hurt-fox", "hurt-ada"}
    assert len(found.rolls) == 2
    assert all(roll.id == "" for roll in found.rolls)
