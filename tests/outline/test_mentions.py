"""Where things are mentioned, in turns and texts that are made by hand."""

from __future__ import annotations

from typing import Any, Final

import pytest

from chronicle.model.audience import EVERYONE
from chronicle.model.facts import Fact, Facts, Ref, faction_ref, place_ref
from chronicle.outline.mentions import Mentions
from chronicle.outline.pagination import TurnsPage
from chronicle.project.edition import (
    EMPTY_EDITION,
    Edition,
    EventView,
    NewsView,
    PageView,
    RelationView,
    RevealView,
    RumorView,
    Text,
    TurnView,
)
from chronicle.records import replace
from chronicle.rules.protocol import Telling
from tests.outline.figures_campaign import turn

HARBOUR, LATE = place_ref("harbour"), place_ref("late")
ORU, VAEL = faction_ref("oru"), faction_ref("vael")
FIRST: Final = Ref("turn", "1")
#: A text that links the harbour, the late place and the first turn.
LINKS: Final = Text("-", 1, (("harbour", HARBOUR), ("late", LATE), ("turn", FIRST)))
BARE: Final = Text("-", 1)
ACTION: Final = Telling("x", facts=Facts(at=HARBOUR), is_action=True)


def edition_of(*parts: dict[str, tuple[Any, ...]]) -> Edition:
    """An edition of turns with these parts; one place is known from the second turn on."""
    none: dict[str, Any] = dict.fromkeys(
        ("news", "public_events", "events", "rumors", "relations", "reveals"), ()
    )
    turns: tuple[TurnView, ...] = tuple(
        replace(turn(EVERYONE, 3), number=number, **{**none, **own})
        for number, own in enumerate(parts, start=1)
    )
    known = {HARBOUR: 0, ORU: 0, VAEL: 0, FIRST: 1, LATE: 2}
    return replace(EMPTY_EDITION, turns=turns, known_since=known)


def news(anchor: str) -> NewsView:
    return replace(turn(EVERYONE, 3).news[0], anchor=anchor, text=LINKS)


@pytest.mark.parametrize(
    ("kind", "parts", "mentioned"),
    [
        ("news", (news("n1"),), HARBOUR),
        ("public_events", (EventView("s1", ACTION),), HARBOUR),
        ("events", (EventView("e1", ACTION),), HARBOUR),
        ("rumors", (RumorView("r1", LINKS, (), 1, public=True),), HARBOUR),
        ("rumors", (RumorView("r1", BARE, (HARBOUR,), 1, public=True),), HARBOUR),
        ("relations", (RelationView("b1", (ORU, VAEL), "war", 1, LINKS, public=True),), HARBOUR),
        ("relations", (RelationView("b1", (ORU, VAEL), "war", 1, None, public=True),), VAEL),
        (
            "reveals",
            (RevealView("v1", "place", None, public=True, of_turn=1, ref=HARBOUR),),
            HARBOUR,
        ),
        ("reveals", (RevealView("v1", "event", LINKS, public=True, of_turn=1),), HARBOUR),
        (
            "reveals",
            (RevealView("v1", "event", None, public=True, of_turn=1, telling=ACTION),),
            HARBOUR,
        ),
    ],
)
def test_each_part_of_a_turn_mentions_what_it_links(
    kind: str, parts: tuple[Any, ...], mentioned: Ref
) -> None:
    found = Mentions.of(edition_of({kind: parts}))
    anchor = parts[0].anchor
    assert found.by_turn(mentioned) == ((1, (anchor,)),)
    (history,) = found.connections(mentioned).history.recent
    names = ("news", "public_events", "events", "rumors", "relations", "reveals")
    assert {name: getattr(history, name) for name in names} == {
        **dict.fromkeys(names, ()),
        kind: parts,
    }


def test_what_is_no_action_is_no_mention() -> None:
    event = EventView("e1", replace(ACTION, is_action=False))
    assert Mentions.of(edition_of({"events": (event,)})).in_turns == {}


def test_turns_mention_things_from_when_they_are_known_and_no_turns() -> None:
    found = Mentions.of(edition_of({"news": (news("n1"),)}, {"news": (news("n1"), news("n2"))}))
    assert found.in_turns == {
        HARBOUR: ((1, ("n1",)), (2, ("n1", "n2"))),
        LATE: ((2, ("n1", "n2")),),
    }
    # The latest first; of some turns only those.
    assert found.by_turn(HARBOUR) == ((2, ("n1", "n2")), (1, ("n1",)))
    turns = tuple(edition_of({}, {}).turns)
    assert found.by_turn(HARBOUR, TurnsPage(turns[1:], latest=True)) == ((2, ("n1", "n2")),)
    assert found.by_turn(HARBOUR, TurnsPage(turns[:1], latest=False)) == ((1, ("n1",)),)


def test_texts_mention_other_things_than_themselves_and_turns() -> None:
    own = replace(LINKS, links=(*LINKS.links, ("own", Ref("page", "own"))))
    pages = (PageView("own", "Own", (own, BARE)), PageView("more", "More", (LINKS,)))
    found = Mentions.of(replace(edition_of({}), pages=pages))
    both = (Ref("page", "own"), Ref("page", "more"))
    assert found.in_things == {HARBOUR: both, LATE: both}


def action(anchor: str, *refs: Ref, **facts: Fact) -> EventView:
    """An action of the first of these factions, which the others are named in."""
    named: dict[str, Fact] = {f"who{number}": ref for number, ref in enumerate(refs)}
    return EventView(anchor, Telling("x", facts=Facts({**named, **facts}), is_action=True))


@pytest.mark.parametrize(
    ("change", "parts", "anchor"),
    [
        # The last action by the faction itself if it gained, and by another if it lost.
        (
            1,
            {
                "public_events": (
                    action("s1", ORU),
                    action("s2", ORU, VAEL),
                    action("s3", VAEL, ORU),
                )
            },
            "s2",
        ),
        (
            -1,
            {
                "public_events": (
                    action("s1", VAEL, ORU),
                    action("s2", VAEL, ORU),
                    action("s3", ORU),
                )
            },
            "s2",
        ),
        # If there is none of these, any that names it.
        (1, {"public_events": (action("s1", VAEL, ORU),)}, "s1"),
        (-1, {"public_events": (action("s1", ORU),)}, "s1"),
        # What the public is told comes first.
        (1, {"public_events": (action("s1", VAEL, ORU),), "events": (action("e1", ORU),)}, "s1"),
        (1, {"public_events": (action("s1", VAEL),), "events": (action("e1", ORU),)}, "e1"),
        # What states the change is certain, action or not.
        (2, {"events": (action("e1", ORU, of="coin", before=1, after=3), action("e2", ORU))}, "e1"),
        (1, {"events": (action("e1", ORU, of="coin", before=1, after=3), action("e2", ORU))}, "e2"),
        (
            2,
            {"events": (action("e1", ORU, of="ships", before=1, after=3), action("e2", ORU))},
            "e2",
        ),
        (
            2,
            {"events": (action("e1", VAEL, of="coin", before=1, after=3), action("e2", ORU))},
            "e2",
        ),
        (
            2,
            {"events": (action("e1", ORU, of="coin", before=None, after=3), action("e2", ORU))},
            "e2",
        ),
        (2, {"public_events": (action("s1", VAEL),), "events": (action("e1", VAEL),)}, None),
        (2, {}, None),
    ],
)
def test_a_change_is_told_by_the_event_most_likely_to_have_caused_it(
    change: int, parts: dict[str, tuple[Any, ...]], anchor: str | None
) -> None:
    # Another turn with another event.
    found = Mentions.of(edition_of(parts, {"public_events": (action("s9", ORU),)}))
    event = found.event_of_change("coin", "oru", 1, change)
    assert (event and event.anchor) == anchor


def test_a_stated_change_need_not_be_an_action() -> None:
    stated = action("e1", ORU, of="coin", before=1, after=3)
    told = (replace(stated, telling=replace(stated.telling, is_action=False)), action("e2", ORU))
    found = Mentions.of(edition_of({"events": told}))
    assert found.event_of_change("coin", "oru", 1, 2) is told[0]
