"""What editions say besides the texts: what happened to a faction, ways, and private passages."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.model.facts import Facts, Ref, faction_ref, place_ref
from chronicle.project import project
from chronicle.project.projection import _concerns
from chronicle.rules.protocol import Telling
from tests.outline.figures_campaign import VAEL, edition
from tests.small_campaign import play_files

OWN: Final = faction_ref("vael")
OTHER: Final = faction_ref("oru")
QUAY: Final = place_ref("quay")


def telling(*named: Ref, is_action: bool, code: str = "move") -> Telling:
    """A telling that names these things."""
    return Telling(
        code, facts=Facts(**{f"f{at}": ref for at, ref in enumerate(named)}), is_action=is_action
    )


@pytest.mark.parametrize(
    ("named", "is_action", "code", "expected"),
    [
        # An action concerns the factions that it names, or anybody by a code for its victims.
        ((OWN,), True, "move", True),
        ((OWN, OTHER), True, "move", True),
        ((OTHER,), True, "move", False),
        ((), True, "move", False),
        ((OTHER,), True, "suffered", True),
        # Anything else only if it names no other faction.
        ((OWN,), False, "upkeep", True),
        ((), False, "upkeep", True),
        ((OWN, OTHER), False, "upkeep", False),
        ((OTHER,), False, "suffered", False),
        # Places are no factions.
        ((QUAY,), False, "upkeep", True),
        ((OWN, QUAY), False, "upkeep", True),
    ],
)
def test_an_event_concerns_a_faction_or_not(
    named: tuple[Ref, ...], is_action: bool, code: str, expected: bool
) -> None:
    assert _concerns(OWN, telling(*named, is_action=is_action, code=code), {"suffered"}) is expected


def test_what_happened_is_neither_an_order_of_its_own_nor_an_action_of_others() -> None:
    found = [
        told for number in (1, 2, 3) for told in edition(VAEL).dossiers["vael", number].happened
    ]
    assert found
    listed = [told for turn in edition(VAEL).turns for told in turn.events]
    assert [it for it in found if it.telling.order] == []
    assert any(it.telling.order for it in listed)
    assert all(_concerns(OWN, it.telling, frozenset()) for it in found)


#: A way to a hidden place, and a text with a secret block.
FILES: Final = {
    "places.yaml": (
        "for: everyone\nplaces:\n"
        "  harbour: {name: The Harbour, ways: {cave: road, marsh: river}}\n"
        "  marsh: {name: The Marsh, neighbours: [vale]}\n"
        "  vale: {name: The Vale, for: factions}\n"
        "  cave: {name: The Cave, for: factions}\n"
    ),
    "turns/001.yaml": (
        "turn: 1\ntitle: Calm\nnews:\n  - for: everyone\n    text: |\n      All see it.\n\n"
        "      ::: secret vael\n      Some see it.\n      :::\n"
    ),
}


@pytest.mark.parametrize(
    ("reader", "ways", "private"),
    [
        (EVERYONE, {"marsh": "river"}, ()),
        (VAEL, {"cave": "road", "marsh": "river"}, (2,)),
        # The GM's edition has a mark in the text itself.
        (GM, {"cave": "road", "marsh": "river"}, ()),
    ],
)
def test_ways_and_private_lines_are_those_of_the_reader(
    reader: Audience, ways: dict[str, str], private: tuple[int, ...]
) -> None:
    played = play_files(FILES)
    found = project(played.campaign, played.history, played.ruleset, reader)
    (harbour,) = [place for place in found.places if place.id == "harbour"]
    assert {ref.id: kind for ref, kind in harbour.ways} == ways
    assert found.turns[0].news[0].text.private == private
