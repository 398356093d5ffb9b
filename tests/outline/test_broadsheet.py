"""What a broadsheet has, and where it tells of an event: at the place that its facts name last."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.facts import Fact, Facts, Ref, faction_ref, place_ref
from chronicle.outline.broadsheet import broadsheet_of, street_of
from chronicle.outline.views import Steps
from chronicle.project.edition import EventView, NewsView, RevealView, RumorView, Text
from chronicle.records import replace
from chronicle.rules.protocol import Telling
from tests.outline.figures_campaign import VAEL, edition

HARBOUR, MARSH = place_ref("harbour"), place_ref("marsh")
ORU: Final = faction_ref("oru")


def columns(
    *street: dict[str, Fact], rumors: tuple[tuple[Ref, ...], ...] = ()
) -> list[tuple[Ref | None, list[str], list[str]]]:
    """The places of a broadsheet, with the anchors of the texts about each."""
    made = replace(
        edition(VAEL).turns[0],
        public_events=tuple(
            EventView(f"s{n}", Telling("told", facts=Facts(facts)))
            for n, facts in enumerate(street, 1)
        ),
        rumors=tuple(
            RumorView(f"r{n}", Text("", 1), where, 1, public=True)
            for n, where in enumerate(rumors, 1)
        ),
    )
    found = broadsheet_of(made, edition(VAEL).places, Steps(0, 0)).columns
    return [
        (it.place, [e.anchor for e in it.events], [r.anchor for r in it.rumors]) for it in found
    ]


@pytest.mark.parametrize(
    ("facts", "place"),
    [
        ({"who": ORU, "at": MARSH}, MARSH),
        ({"who": ORU, "at": None}, None),
        ({"legs": (Facts(start=HARBOUR, end=MARSH),), "who": ORU}, MARSH),
        ({"legs": (Facts(start=MARSH, end=HARBOUR),), "who": ORU}, HARBOUR),
        ({"way": (MARSH, HARBOUR)}, HARBOUR),
    ],
)
def test_an_event_is_told_at_the_place_that_its_facts_name_last(
    facts: dict[str, Fact], place: Ref | None
) -> None:
    assert columns(facts) == [(place, ["s1"], [])]


def test_the_street_is_by_place_in_the_order_of_its_events_and_no_place_is_last() -> None:
    street: tuple[dict[str, Fact], ...] = ({}, {"at": MARSH}, {"at": HARBOUR}, {"at": MARSH})
    made = replace(
        edition(VAEL).turns[0],
        public_events=tuple(
            EventView(f"s{n}", Telling("told", facts=Facts(facts)))
            for n, facts in enumerate(street, 1)
        ),
    )
    found = [(it.place, [told.anchor for told in it.events]) for it in street_of(made)]
    assert found == [(MARSH, ["s2", "s4"]), (HARBOUR, ["s3"]), (None, ["s1"])]


@pytest.mark.parametrize(
    ("facts", "actor"),
    [
        ({"kind": "raid", "at": MARSH, "who": ORU, "against": faction_ref("vael")}, ORU),
        ({"who": None, "against": ORU}, None),
        ({"at": MARSH, "text": "Fog."}, None),
    ],
)
def test_an_event_has_the_arms_of_the_faction_that_acts_unless_it_is_withheld(
    facts: dict[str, Fact], actor: Ref | None
) -> None:
    assert EventView("s1", Telling("told", facts=Facts(facts))).actor == actor


def test_a_rumor_is_told_at_the_first_place_where_it_is_heard() -> None:
    assert columns(rumors=((MARSH, HARBOUR), ())) == [(MARSH, [], ["r1"]), (None, [], ["r2"])]


def test_the_place_of_which_most_is_told_is_first_and_no_place_is_last() -> None:
    found = columns({}, {}, {"at": HARBOUR}, {"at": MARSH}, rumors=((MARSH,), ()))
    assert found == [(MARSH, ["s4"], ["r1"]), (HARBOUR, ["s3"], []), (None, ["s1", "s2"], ["r2"])]


def test_a_broadsheet_has_the_news_for_everybody_without_letters() -> None:
    news = tuple(
        NewsView(f"n{n}", "", sender, Text("", 1), public)
        for n, (sender, public) in enumerate(
            [("", False), ("", True), ("A friend", True), ("A friend", False), ("", True)]
        )
    )
    found = broadsheet_of(replace(edition(VAEL).turns[0], news=news), (), Steps(0, 0))
    assert [it.anchor for it in found.news] == ["n1", "n4"]


def test_verdicts_are_what_was_revealed_of_rumors_only() -> None:
    rumor = RumorView("r1", Text("", 1), (), 1, public=True)
    place = RevealView("v1", "place", None, public=True, of_turn=1, ref=MARSH)
    verdict = replace(place, anchor="v2", kind="rumor", rumor=rumor, ref=None)
    told = replace(edition(VAEL).turns[1], reveals=(place, verdict))
    assert broadsheet_of(told, (), Steps(0, 0)).verdicts == (verdict,)
