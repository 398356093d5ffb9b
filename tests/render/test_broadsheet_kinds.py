"""Headlines and woodcuts of a broadsheet: every event that the public hears of has a kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE
from chronicle.model.facts import Fact, Facts
from chronicle.render import shipped_themes_folder
from chronicle.rules.protocol import Telling
from tests.rules.declared_facts import INN, MILL, ORU
from tests.rules.lieutenants import all_tellings as of_lieutenants
from tests.rules.wwn import all_tellings as of_wwn
from tests.rules.wwn.all_rows import piece
from tests.shipped_theme import shipped_theme
from tests.theme_fragments import Drawer

_RANKS: Final = re.compile(r"set ranks = \((.*)\)")


def text_of(template: str) -> str:
    return (shipped_themes_folder() / "annals" / template).read_text(encoding="utf-8")


def ranked() -> list[str]:
    """The kinds of which a broadsheet knows how much they are worth a picture."""
    found = _RANKS.search(text_of("kinds.html"))
    assert found is not None
    return re.findall(r'"([a-z-]+)"', found[1])


def public_tellings(ruleset: str) -> Iterator[Telling]:
    found = {"wwn": of_wwn, "lieutenants": of_lieutenants}[ruleset]
    codes = [it for it in found.SPACES if it.startswith("seen-")]
    further = ("altered", "collapse", "declared", "unveiled") if ruleset == "wwn" else ("altered",)
    for code in (*codes, *further):
        yield from found.tellings(code)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_each_kind_of_event_has_headlines(language: str) -> None:
    theme = shipped_theme(language)
    worded = {key.split(".")[1] for key in theme.words if key.startswith("headline.")}
    assert worded == {*ranked()}
    headlines = [theme.words[key] for key in theme.words if key.startswith("headline.")]
    assert len({*headlines}) == len(headlines), "no two kinds share a headline"


@pytest.mark.parametrize("ruleset", ["lieutenants", "wwn"])
def test_each_public_event_has_a_known_kind(ruleset: str) -> None:
    drawer = Drawer(ruleset, EVERYONE)
    kinds = {drawer.kind(telling) for telling in public_tellings(ruleset)}
    assert kinds <= {*ranked()}
    assert len(kinds) >= 8


def leg(*, arrived: bool) -> Facts:
    way: dict[str, Fact] = {"start": MILL, "end": INN, "arrived": arrived}
    return Facts(way, name="Knives", type="Thugs", faction=ORU, toll=None, toll_to=None)


@pytest.mark.parametrize(
    ("code", "over", "kind"),
    [
        ("seen-clash", {"won": True, "defender": piece(harm="hit")}, "attack-won"),
        ("seen-clash", {"won": False, "defender": piece(harm="")}, "attack-lost"),
        ("seen-clash", {"won": True, "defender": piece(harm="destroyed")}, "loss"),
        ("seen-clash", {"won": None, "defender": None}, "attack-open"),
        ("seen-move", {"legs": (leg(arrived=True),)}, "arrival"),
        ("seen-move", {"legs": (leg(arrived=False),)}, "departure"),
        ("seen-gone", {"gone": (piece(fate="sold"),)}, "trade-won"),
        ("seen-gone", {"gone": (piece(fate="rogue"), piece(fate="rogue"))}, "betrayal"),
        ("seen-gone", {"gone": (piece(fate="rogue"), piece(fate="sold"))}, "loss"),
        ("seen-expand", {}, "founding"),
        ("seen-affliction", {"outcome": "failed"}, "harm-lost"),
    ],
)
def test_the_kind_follows_from_what_came_of_an_event(
    code: str, over: dict[str, Fact], kind: str
) -> None:
    whole: dict[str, Fact] = {**next(of_wwn.tellings(code)).facts}
    if code == "seen-clash":
        whole |= {"attacker": piece(harm=""), "taken": False, "reactions": ()}
    telling = Telling(code, facts=Facts({**whole, **over}))
    assert Drawer("wwn", EVERYONE).kind(telling) == kind


@pytest.mark.parametrize(
    ("facts", "kind"), [({"kind": "mobilize"}, "stir"), ({"kind": "attack-actor"}, "attack-open")]
)
def test_a_whisper_is_of_the_kind_that_is_whispered_about(
    facts: dict[str, Fact], kind: str
) -> None:
    telling = Telling("whisper", facts=Facts(facts))
    assert Drawer("shadow", EVERYONE).kind(telling) == kind


def test_every_drawing_is_of_some_kind() -> None:
    text = text_of("woodcuts.html")
    drawn = {*re.findall(r'name == "(\w+)"', text), "bell"}
    used = {*re.findall(r'": "(\w+)"', text), "bell", "raven", "quill"}
    assert used == drawn
