"""How each of those who learn of an event comes to learn of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from chronicle.model.audience import EVERYONE, EVERYONE_ID, faction_audience
from chronicle.rules.lieutenants.events import Acted, Intercepted, NoticeWay
from tests.rules.lieutenants.rule_cases import all_cases
from tests.rules.lieutenants.visibility_table import play, rows
from tests.sample_campaigns import play_sample


def noticed() -> Iterator[Acted | Intercepted]:
    """The actions and meetings of the sample campaign, the visibility table and all cases."""
    sample = play_sample("cauvenne")
    found = [step for played_turn in sample.history.turns for step in played_turn.steps]
    found += [step for row in rows() for step in play(row).steps]
    played = [played_turn for case in all_cases() for played_turn in case.play().history.turns]
    found += [step for played_turn in played for step in played_turn.steps]
    return (step.event for step in found if isinstance(step.event, Acted | Intercepted))


def test_ways_to_learn_are_those_of_the_readers_who_learn() -> None:
    ways = set()
    for event in noticed():
        actor = event.faction if isinstance(event, Acted) else event.mover
        for id, way in event.witnesses.items():
            ways.add(way)
            reader = EVERYONE if id == EVERYONE_ID else faction_audience(id)
            assert event.known.admits(reader) or event.seen.admits(reader), (event.id, id)
        learners = event.known.factions | event.seen.factions
        assert learners - {actor} <= event.witnesses.keys(), event.id
        assert actor not in event.witnesses, event.id
        public = event.known.public or event.seen.public
        assert public == (EVERYONE_ID in event.witnesses), event.id
    assert ways == set(get_args(NoticeWay))
