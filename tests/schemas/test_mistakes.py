"""Typical mistakes: the loader finds them, and an editor underlines them before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from tests.rules.freeform.small_campaign import SOUND as FREEFORM
from tests.rules.lieutenants.small_campaign import SOUND as LIEUTENANTS
from tests.rules.wwn.small_campaign import SOUND as WWN
from tests.schemas.schema_validation import misfits
from tests.small_campaign import SOUND, findings_of, tree_of

ATTACK: Final = "attack: [{id: a, asset: riders, against: oru}]"
ZONE: Final = "zone: Europe/Berlin"
RAISE: Final = "id: creep, resource: eyes, to: 2"


def orders(text: str) -> str:
    return f"turn: 1\norders: {{vael: {{{text}}}}}\n"


def plays(text: str) -> str:
    return SOUND["factions/vael.yaml"] + f"plays: {{{text}}}\n"


#: Each with its file, its content, and the path to what is wrong.
SHADOW: Final = (
    ("turns/001.yaml", "turn: 1\ntitel: Riots\n", ""),
    ("turns/001.yaml", "turn: one\n", "turn"),
    ("turns/001.yaml", "title: Riots\n", ""),
    ("turns/001.yaml", "turn: 1\nnews: [{for: all, text: Hm.}]\n", "news/0/for"),
    ("turns/001.yaml", "turn: 1\nnews: [{for: [vael, ory], text: Hm.}]\n", "news/0/for"),
    ("turns/001.yaml", "turn: 1\nnews: {for: vael, text: Hm.}\n", "news"),
    ("turns/001.yaml", "turn: 1\nnews: [{for: vael}]\n", "news/0"),
    ("turns/001.yaml", "turn: 1\norders: {vale: {}}\n", "orders"),
    (
        "turns/001.yaml",
        "turn: 1\nrumors: [{text: Hm., heard_by: gm, truth: perhaps}]\n",
        "rumors/0/truth",
    ),
    (
        "turns/001.yaml",
        "turn: 1\nrumors: [{text: Hm., heard_by: gm, truth: false, where: [moor]}]\n",
        "rumors/0/where",
    ),
    ("turns/001.yaml", orders("actor: nowhere"), "orders/vael/actor"),
    ("turns/001.yaml", orders("place: {eyes: moor}"), "orders/vael/place/eyes"),
    (
        "turns/001.yaml",
        orders(f"conspiracies: [{{{RAISE}, action: rise}}]"),
        "orders/vael/conspiracies/0",
    ),
    (
        "turns/001.yaml",
        orders("conspiracies: [{id: c, resource: eyes, action: raise, to: 7}]"),
        "orders/vael/conspiracies/0",
    ),
    (
        "turns/001.yaml",
        orders("conspiracies: [{id: c, resource: eyes, action: attack-actor, target: ory}]"),
        "orders/vael/conspiracies/0",
    ),
    ("turns/001.yaml", "turn: 1\nadjustments: [{power: vael, d: 1}]\n", "adjustments/0"),
    ("turns/001.yaml", "turn: 1\nplayed: 2026-13-40\n", "played"),
    ("factions/vael.yaml", SOUND["factions/vael.yaml"] + "color: red\n", ""),
    ("factions/vael.yaml", plays("temper: angry"), "plays/temper"),
    ("factions/vael.yaml", plays("aims: [{take: oru}]"), "plays/aims/0"),
    ("factions/vael.yaml", plays("aims: [riches]"), "plays/aims/0"),
    ("factions/vael.yaml", plays("grudges: [marsh]"), "plays/grudges/0"),
    ("factions/vael.yaml", plays("never: [spy]"), "plays/never/0"),
    (
        "factions/vael.yaml",
        SOUND["factions/vael.yaml"].replace("sphere: harbour", "sphere: habour"),
        "opening/actor/sphere",
    ),
    ("factions/vael.yaml", SOUND["factions/vael.yaml"].replace('"#7a1f2b", ', ""), "colors"),
    ("campaign.yaml", SOUND["campaign.yaml"].replace("shadow", "shadows"), "ruleset"),
    (
        "campaign.yaml",
        SOUND["campaign.yaml"].replace("[vael, oru]", "[vael, ory]"),
        "rules/seating/1",
    ),
    ("campaign.yaml", SOUND["campaign.yaml"] + "next: {zone: MEZ}\n", "next/zone"),
    (
        "campaign.yaml",
        SOUND["campaign.yaml"] + f"next: {{{ZONE}, deadline: 9:00}}\n",
        "next/deadline",
    ),
    ("campaign.yaml", SOUND["campaign.yaml"] + "look: sepia\n", "look"),
    ("places.yaml", "for: everyone\nplaces: {}\n", "places"),
)
OTHERS: Final = (
    (LIEUTENANTS, orders("actions: [{id: a, lieutenant: kess, action: spy}]")),
    (LIEUTENANTS, orders("actions: [{id: a, lieutenant: kess, action: work, at: moon}]")),
    (LIEUTENANTS, orders("actions: [{id: a, action: work}]")),
    (LIEUTENANTS, orders("actions: [{id: a, lieutenant: kess, action: work, npc: watch}]")),
    (LIEUTENANTS, orders("actions: [{id: a, lieutenant: kess, action: raid}]")),
    (LIEUTENANTS, orders("action: [{id: a, lieutenant: kess, action: work}]")),
    (WWN, orders("attack: [{id: a, asset: guard, against: ory}]")),
    (WWN, orders("move: [{id: a, asset: guard, to: moon}]")),
    (WWN, orders("create: {id: a, asset: b, type: thugs}")),
    (WWN, orders("goal: {kind: win}")),
    (FREEFORM, orders("actions: [{id: a, order: Hm., change: {crown: 1}}]")),
    (FREEFORM, "turn: 1\nadjustments: [{for: gm, because: Hm., change: {crowns: 1}}]\n"),
    (FREEFORM, "turn: 1\nnews: [{for: gm, text: Hm., effects: [{change: {vael/grain: 1}}]}]\n"),
    (WWN, orders(f"{ATTACK}, expand: {{id: b, at: ford}}")),
)


@pytest.mark.parametrize(("path", "text", "way"), SHADOW, ids=lambda part: part[-40:])
def test_a_mistake_is_underlined_where_it_is(path: str, text: str, way: str) -> None:
    files = {path: text}
    assert any(found.severity == "error" for found in findings_of(files)), "the loader minds not"
    found = [(file, place) for file, place, _ in misfits(tree_of(files))]
    assert (path, way) in found


@pytest.mark.parametrize(("sound", "text"), OTHERS, ids=lambda part: str(part)[-50:])
def test_a_wrong_order_is_underlined(sound: Mapping[str, str], text: str) -> None:
    files = {"turns/001.yaml": text}
    assert any(found.severity == "error" for found in findings_of(files, over=sound))
    found = {file for file, _, _ in misfits(tree_of(files, over=sound))}
    assert found == {"turns/001.yaml"}


def test_an_order_with_two_actions_is_underlined_at_the_second() -> None:
    """A key with nothing under it is none, there as in the loader."""
    both = {"turns/001.yaml": orders(f"hide: [{{id: b, asset: riders}}], {ATTACK}")}
    assert [way for _, way, _ in misfits(tree_of(both, over=WWN))] == ["orders/vael/hide"]
    one = {"turns/001.yaml": orders(f"hide: null, {ATTACK}, repair: []")}
    assert list(misfits(tree_of(one, over=WWN))) == []
    assert [it for it in findings_of(one, over=WWN) if it.severity == "error"] == []


def test_a_name_introduced_this_turn_is_accepted() -> None:
    """Units and assets come and go: unlike factions, an unknown one is not underlined."""
    text = orders("conspiracies: [{id: c, resource: newcomers, action: mobilize}]")
    assert list(misfits(tree_of({"turns/001.yaml": text}))) == []
