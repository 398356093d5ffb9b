"""Where a reader doesn't know the sphere, sentences read well all the same."""

from __future__ import annotations

import re
from typing import Final

from chronicle.model.audience import EVERYONE
from chronicle.model.facts import Facts, Ref, faction_ref, place_ref
from chronicle.rules.protocol import Telling
from tests.order_form_text import shipped
from tests.theme_fragments import Drawer, blocks

#: A sphere that a reader knows.
INN: Final = place_ref("inn")
DEEDS: Final = ("raise", "mobilize", "attack-resource", "attack-actor")


def sentences(sphere: Ref | None) -> list[str]:
    """All that the public is told of what happened in a sphere."""
    tellings = [Telling("assisted", facts=Facts(sphere=sphere))]
    adjusted = Facts(field="influence", power=None, subject=sphere, before=1, after=2)
    tellings.append(Telling("adjusted", facts=adjusted))
    for kind in DEEDS:
        for level in (1, 2, 3) if kind == "raise" else (0,):
            facts = Facts(kind=kind, level=level, sphere=sphere)
            tellings.append(Telling("whisper", facts=facts))
            behind = Facts(
                power=faction_ref("vael"), kind=kind, level=level, sphere=sphere, won=True
            )
            tellings.append(Telling("unmasked", facts=behind))
    drawer = Drawer("shadow", EVERYONE)
    return [text for one in tellings for text in blocks(drawer.headline(one))]


def test_an_unknown_sphere_is_written_as_an_unknown_sphere() -> None:
    known, unknown = sentences(INN), sentences(None)
    assert [text.replace("the Inn", "an unknown sphere") for text in known] == [
        text.replace("An unknown sphere", "an unknown sphere") for text in unknown
    ]
    assert "Somebody is gathering people in an unknown sphere." in unknown
    assert all("an unknown sphere" in text for text in unknown)


def test_in_german_no_preposition_stands_before_a_sphere() -> None:
    # “Irgendwo” goes with none.
    prepositions = re.compile(r"\b(?:an|am|aus|bei|in|im|nach|um|von|vom|zu|zum) {sphere}")
    words = {key: it for key, it in shipped("de").words.items() if key.startswith("shadow.")}
    texts = [(key, it) for key, it in words.items() if isinstance(it, str) and "{sphere}" in it]
    assert len(texts) > 10
    assert [key for key, text in texts if prepositions.search(text)] == []
