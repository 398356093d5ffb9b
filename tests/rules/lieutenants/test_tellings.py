"""What tellings hold: the facts of their code and no others, and no trace of the unseen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chronicle.model.audience import EVERYONE, FOR_EVERYONE, GM, Audience, faction_audience
from chronicle.records import replace
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.events import Acted
from chronicle.rules.lieutenants.orders import (
    AttackOrder,
)
from chronicle.rules.lieutenants.state import (
    PlaceState,
    Project,
)
from chronicle.rules.lieutenants.telling_facts import TELLING_FACTS
from chronicle.rules.protocol import Telling
from tests.rules.lieutenants.hidden_boards import ORU, VAEL, altered, order, steps, surely, world
from tests.rules.lieutenants.told import reveal, tell
from tests.rules.lieutenants.two_faction_boards import lieutenant, unit
from tests.rules.lieutenants.visibility_table import audience, play, rows

BASE: Final = (
    "action who lieutenant at against result outcome reason prompt part plan stealth helped idle "
    "losses money burdens served lent instead "
)
SEEN: Final = "action who lieutenant at against won followed "
FOUND: Final = "kind name place chose text places finds "
DEALT: Final = "npc gained paid currency hushed hush_paid thing place target backs concerted "

#: Every name that a telling may hold facts under.
HOLDS: Final[Mapping[str, frozenset[str]]] = {
    code: frozenset(names.split())
    for code, names in {
        "aggressive-attack": BASE + "style strike faced rally",
        "cautious-attack": BASE + "style strike faced rally",
        "raid": BASE + "kind name amount sabotage also missing",
        "steal": BASE + "kind name amount sabotage also missing",
        "conceal": BASE + "name kind itself level must_stay moved_to",
        "surveil": BASE + FOUND,
        "investigate": BASE + FOUND,
        "purchase": BASE + "kind name place price paid hidden",
        "sell": BASE + "kind name place price paid hidden",
        "recruit": BASE + "name kind stays paid",
        "seduce": BASE + "name kind",
        "work": BASE + "units earned",
        "research": BASE + "name gained successes needed subject skill done",
        "train": BASE + "name gained successes needed subject skill done",
        "move": BASE + "legs",
        "ambush": BASE + "targets style way",
        "block": BASE + "targets style way",
        "gain-influence": BASE + DEALT,
        "ally": BASE + DEALT,
        "claim": BASE + DEALT,
        "rally": BASE + DEALT,
        "custom": BASE + "name",
        "undone": "action who lieutenant at against reason plan instead",
        "intercepted": "side who lieutenant kind at way mover mover_lieutenant movers result "
        "outcome",
        "earned": "who lines total",
        "upkeep": "who lines left respect reach total",
        "altered": "who other by_news because what name place before after change",
        "turn-over": "lapsed",
        "suffered": "action who lieutenant at won nobody losses faced kind name amount also",
        "approached": "action who lieutenant at kind name place left",
        "left-us": "name kind at",
        "seen-attack": SEEN + "losses",
        "seen-taking": SEEN + "kind amount sabotage also",
        "seen-trade": SEEN + "kind name place price",
        "seen-influence": SEEN + "npc gained thing place target concerted",
        "seen-move": SEEN + "legs",
        "seen-work": SEEN + "name earned",
        "seen-stance": SEEN + "kind targets way",
        "seen-inquiry": SEEN + "kind name place",
        "seen-custom": SEEN + "name",
        "seen-meeting": "who lieutenant kind at way mover mover_lieutenant outcome",
        "unmasked": "action who lieutenant at against npc won kind",
    }.items()
}


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


def test_a_telling_holds_the_facts_listed_for_its_code_and_no_others() -> None:
    shown = set()
    for found in (*_of_the_matrix(), *_of_the_frame()):
        assert frozenset(found.facts) == HOLDS[found.code], found.code
        shown.add(found.code)
    assert shown == set(TELLING_FACTS) == set(HOLDS)


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
