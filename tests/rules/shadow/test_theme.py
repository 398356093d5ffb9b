"""Where a reader doesn't know the sphere, sentences read well all the same."""

from __future__ import annotations

import re
from typing import Final

from chronicle.model.audience import EVERYONE
from chronicle.model.facts import Facts, Ref, faction_ref, place_ref
from chronicle.rules.protocol import Telling
from tests.order_form_text import LANGUAGES
from tests.shipped_theme import shipped_theme
from tests.theme_fragments import Drawer, blocks

#: A sphere that a reader knows.
INN: Final = place_ref("inn")
ACTIONS: Final = ("raise", "mobilize", "attack-resource", "attack-actor")


def sentences(sphere: Ref | None) -> list[str]:
    """All that the public learns of what happened in a sphere."""
    tellings = [Telling("assisted", facts=Facts(sphere=sphere))]
    adjusted = Facts(field="influence", power=None, subject=sphere, before=1, after=2)
    tellings.append(Telling("adjusted", facts=adjusted))
    for kind in ACTIONS:
        for level in (1, 2, 3) if kind == "raise" else (0,):
            behind = Facts(
                power=faction_ref("vael"), kind=kind, level=level, sphere=sphere, won=True
            )
            tellings.append(Telling("unmasked", facts=behind))
    drawer = Drawer("shadow", EVERYONE)
    return [text for one in tellings for text in blocks(drawer.headline(one))]


def whispers(sphere: Ref | None) -> list[list[str]]:
    """What is talked of each kind of conspiracy in a sphere, in twelve turns."""
    drawer = Drawer("shadow", EVERYONE)
    levels = [
        (kind, level) for kind in ACTIONS for level in ((1, 2, 3) if kind == "raise" else (0,))
    ]
    tellings = [
        Telling("whisper", facts=Facts(kind=kind, level=level, sphere=sphere))
        for kind, level in levels
    ]
    turns = range(1, 13)
    return [[blocks(drawer.headline(one, turn))[0] for turn in turns] for one in tellings]


def test_an_unknown_sphere_is_written_as_an_unknown_sphere() -> None:
    known, unknown = sentences(INN), sentences(None)
    assert [text.replace("the Inn", "an unknown sphere") for text in known] == [
        text.replace("An unknown sphere", "an unknown sphere") for text in unknown
    ]
    assert all("an unknown sphere" in text for text in unknown)
    assert all("an unknown sphere" in text for texts in whispers(None) for text in texts)
    assert "Strangers meet at an unknown sphere after dark." in whispers(None)[3]


def test_a_whisper_does_not_come_again_in_twelve_turns() -> None:
    for sphere in (INN, place_ref("mill"), place_ref("fen"), None):
        told = whispers(sphere)
        assert len(told) == 6
        assert all(len({*texts}) == len(texts) == 12 for texts in told)
        assert len({text for texts in told for text in texts}) == 6 * 12


def test_whispers_of_one_turn_differ_from_place_to_place() -> None:
    """Not always: a place takes one of twelve wordings by its id."""
    grounds = ("isle", "quay", "castle", "ford", "fen", "moor")
    first = {whispers(place_ref(id))[3][0].replace(id.title(), "Place") for id in grounds}
    assert len(first) >= 3


def test_in_every_language_there_are_as_many_wordings() -> None:
    keys = [{key for key in shipped_theme(one).words if ".whisper." in key} for one in LANGUAGES]
    assert all(found == keys[0] for found in keys)
    assert len(keys[0]) == 6 * 12


def test_in_german_no_preposition_with_the_dative_stands_before_a_sphere() -> None:
    """Names are declined only after those with the accusative."""
    prepositions = re.compile(r"\b(?:an|am|aus|bei|in|im|nach|von|vom|zu|zum) {sphere}")
    words = {key: it for key, it in shipped_theme("de").words.items() if key.startswith("shadow.")}
    texts = [(key, it) for key, it in words.items() if isinstance(it, str) and "{sphere}" in it]
    assert len(texts) > 10
    assert [key for key, text in texts if prepositions.search(text)] == []
