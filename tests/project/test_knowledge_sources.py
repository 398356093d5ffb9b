"""What made things and relations known: reveals, events, and letters of the same turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.outline.mentions import knowledge_origin
from chronicle.outline.views import KnowledgeOrigin
from chronicle.project import project, tellings_of
from chronicle.project.edition import Edition, KnowledgeSource
from chronicle.records import replace
from tests.golden.campaigns import FORDS as FORDS_GAME
from tests.project.access_report.test_report import ORU, RELATED, VAEL
from tests.rules.lieutenants.small_campaign import SOUND as FORDS
from tests.small_campaign import play_files

KELL: Final = faction_ref("kell")
#: Kell is revealed in turn 2, the second that Vael is told then, with letters before and after.
FILES: Final = {
    "turns/002.yaml": """\
turn: 2
reveals:
  - {place: harbour, for: vael}
  - {faction: kell, for: everyone}
news:
  - {id: hush, for: oru, from: A friend, text: "Ask [[Kell]]."}
  - {id: fog, for: everyone, title: Fog, text: Thick.}
  - {id: who, for: vael, from: A friend, text: "Beware of [[kell]]."}
  - {id: bells, for: everyone, title: Bells, text: "For [[kell]]."}
"""
}


@lru_cache(maxsize=4)
def edition(reader: Audience) -> Edition:
    played = play_files(FILES, over=RELATED)
    return project(played.campaign, played.history, played.ruleset, reader)


@pytest.mark.parametrize(
    ("reader", "sources"),
    [
        (VAEL, [("reveal", "v2"), ("letter", "n2"), ("news", "n3")]),
        (EVERYONE, [("reveal", "v1"), ("news", "n2")]),
        # The Oru know Kell from the start, and the GM knows everything.
        (ORU, []),
        (GM, []),
    ],
)
def test_a_thing_is_known_from_its_reveal_and_the_letters_of_that_turn(
    reader: Audience, sources: list[tuple[str, str]]
) -> None:
    found = edition(reader).sources.get(KELL, ())
    assert [(it.kind, it.anchor) for it in found] == sources
    assert {it.turn for it in found} <= {2}


def test_what_is_known_from_the_start_is_said_to_players() -> None:
    assert knowledge_origin(edition(ORU), KELL) == KnowledgeOrigin(0, ())
    assert knowledge_origin(edition(VAEL), KELL) == KnowledgeOrigin(2, edition(VAEL).sources[KELL])
    assert knowledge_origin(edition(EVERYONE), KELL) == KnowledgeOrigin(
        2, edition(EVERYONE).sources[KELL]
    )
    # Not to others, and not of the reader's faction.
    for reader, ref in ((EVERYONE, faction_ref("oru")), (GM, KELL), (ORU, faction_ref("oru"))):
        assert knowledge_origin(edition(reader), ref) is None


def test_a_relation_leads_to_where_it_was_read_or_what_made_its_faction_known() -> None:
    # In turn 1 only the Oru read of it; everybody else in turn 2, of Kell.
    for reader, anchor, source in (
        (VAEL, "", KnowledgeSource("reveal", 2, "v2")),
        (EVERYONE, "", KnowledgeSource("reveal", 2, "v1")),
        (ORU, "b1", None),
        (GM, "b1", None),
    ):
        found = [it for it in edition(reader).relations if KELL in it.between]
        assert [(it.turn, it.anchor, it.learned) for it in found] == [
            (1, anchor, source),
            (3, "b1", None),
        ]
    (war,) = (it for it in edition(VAEL).relations if KELL not in it.between)
    assert (war.anchor, war.learned) == ("b1", None)


def test_a_relation_is_learned_with_the_last_of_its_two_factions() -> None:
    files = {
        "factions/oru.yaml": RELATED["factions/oru.yaml"].replace("for: everyone", "for: [oru]"),
        "turns/001.yaml": """\
turn: 1
reveals: [{faction: kell, for: everyone}]
relations: [{between: [kell, oru], as: allies, for: everyone}]
""",
        "turns/002.yaml": "turn: 2\nreveals: [{faction: oru, for: everyone}]\n",
        "turns/003.yaml": "turn: 3\n",
    }
    played = play_files(files, over=RELATED)
    public = project(played.campaign, played.history, played.ruleset, EVERYONE)
    assert [it.turn for it in public.sources[KELL]] == [1]
    (alliance,) = public.relations
    assert alliance.learned == KnowledgeSource("reveal", 2, "v1")


def test_a_place_is_known_from_the_event_that_taught_it() -> None:
    turn = """\
turn: 1
orders:
  oru:
    actions:
      - {id: eye, lieutenant: fox, action: surveil, target: {lieutenant: ada}, choose: stealth}
rolls: {oru/eye/check: [6, 6]}
"""
    played = play_files({"turns/001.yaml": turn}, over=FORDS)
    own = project(played.campaign, played.history, played.ruleset, ORU)
    (source,) = own.sources[place_ref("cellar")]
    (event,) = (it for it in own.turns[0].events if it.telling.order == "oru/eye")
    assert source == KnowledgeSource("event", 1, event.anchor)
    assert Ref("place", "cellar") not in {
        ref
        for it in own.turns[0].events[: own.turns[0].events.index(event)]
        for ref in it.telling.learns
    }


def test_what_an_event_teaches_the_public_leads_to_that_event_among_the_public_ones() -> None:
    """No ruleset teaches the public anything by an event; its protocol allows it."""
    place = place_ref("cellar")
    played = play_files(FORDS_GAME, over=FORDS)
    campaign, history, system = played.campaign, played.history, played.ruleset
    told = tellings_of(campaign, history, system).of(EVERYONE)[1]
    assert sum(it is not None for it in told) > 1
    for at, telling in enumerate(told):
        if telling is None:
            continue
        tellings = tellings_of(campaign, history, system)
        lesson = replace(telling, learns=(place,))
        # Tellings are read-only for all others, and no shipped ruleset teaches the public.
        tellings.of(EVERYONE)[1] = (*told[:at], lesson, *told[at + 1 :])  # type: ignore[index]
        public = project(campaign, history, system, EVERYONE, tellings)
        (source,) = public.sources[place]
        assert {it.anchor: it.telling for it in public.turns[0].public_events}[
            source.anchor
        ] == telling
