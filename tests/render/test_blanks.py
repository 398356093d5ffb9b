"""What may be ordered, in words: forms by hand, and what a reader sees of them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

import pytest

from chronicle.model.facts import Fact, Facts, Ref
from chronicle.rules.order_form import Case, Choice, Count, Group, Likely, OneOf, Pick, Picks, Words
from tests.saying import Say

OARS: Final = Ref("faction", "oars")
QUAY: Final = Ref("place", "quay")
NAMES: Final = {OARS: "the Oars & Co", QUAY: "Quay"}


@cache
def say(ruleset: str, language: str = "en") -> Say:
    return Say(ruleset, language, NAMES)


def notes(ruleset: str, language: str = "en", **facts: Fact) -> str:
    """What is said of some facts."""
    return say(ruleset, language)("notes", Facts(facts))


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (Fraction(7, 12), Fraction(11, 12), "58–92 %"),
        (Fraction(1, 2), Fraction(1, 2), "50 %"),
        (Fraction(499, 1000), Fraction(501, 1000), "50 %"),
        (Fraction(0), Fraction(1), "0–100 %"),
        (Fraction(1, 1000), Fraction(999, 1000), "1–99 %"),
    ],
)
def test_chances_are_whole_and_certain_only_when_they_are(
    least: Fraction, most: Fraction, said: str
) -> None:
    assert say("wwn")("odds", Likely(least, most)) == said


def test_a_chance_that_is_not_known_is_not_said() -> None:
    assert say("wwn")("odds", None) == ""


def test_what_something_costs_is_said_in_a_row() -> None:
    price, upkeep = Facts(amount=2, currency="capital"), Facts(amount=1, currency="respect")
    facts = Facts(cost=price, upkeep=upkeep, level=3)
    assert say("lieutenants")("notes", facts) == "2 capital, upkeep 1 respect, level 3"
    assert say("lieutenants", "de")("notes", facts) == "2 Kapital, Unterhalt 1 Respekt, Stufe 3"


def test_what_is_nothing_is_not_said() -> None:
    assert notes("lieutenants", cap=None, factor="", competencies=()) == ""
    assert notes("wwn", too_many=False, repairs=True) == "for repairs only"
    assert notes("wwn", brings=0) == "earns 0 Treasure"


def test_numbers_are_said_as_the_site_does_and_one_as_one() -> None:
    assert notes("lieutenants", charm=-1) == "charm −1"
    assert notes("wwn", hp=1, of=4) == "1 hit point, 4 at most"
    assert notes("shadow", "de", successes=1) == "braucht 1 Erfolg"
    assert notes("shadow", "de", successes=2) == "braucht 2 Erfolge"


def test_pointers_are_said_by_name_and_codes_in_words() -> None:
    assert notes("lieutenants", faction=OARS, at=QUAY) == "the Oars & Co, seen at Quay"
    assert notes("lieutenants", competencies=("force", "lore")) == "force and lore"
    assert notes("lieutenants", "de", condition="damaged") == "angeschlagen"
    assert notes("wwn", "de", attribute="cunning", target="wealth") == "List, gegen Reichtum"
    assert notes("shadow", type="Violent group") == "violent group"
    assert notes("shadow", type="Ferrymen") == "Ferrymen"
    assert notes("wwn", rivals=(OARS, OARS)) == "also there: the Oars & Co and the Oars & Co"


def case(code: str, **facts: Fact) -> Case:
    return Case(code, "", (), Facts(facts))


@pytest.mark.parametrize(
    ("ruleset", "found", "said", "german"),
    [
        ("shadow", case("raise"), "Raise Influence", "Einfluss erhöhen"),
        (
            "lieutenants",
            case("surveil", kind="unit"),
            "Surveil: a unit",
            "Beschatten: eine Einheit",
        ),
        (
            "lieutenants",
            case("claim", npc=OARS, influence=2, kind="item", price=5),
            "Claim: an item with the Oars & Co",
            "Anspruch: ein Gegenstand (the Oars & Co)",
        ),
        ("lieutenants", case("rally"), "Rally", "Zu den Waffen rufen"),
        (
            "lieutenants",
            case("cautious-strike", unit="the Knives", against=OARS),
            "Cautious Attack on a single target: the Knives against the Oars & Co",
            "Vorsichtiger Angriff auf ein einziges Ziel: the Knives gegen the Oars & Co",
        ),
        (
            "lieutenants",
            case("purchase", kind="facility", start=QUAY),
            "Purchase: a facility from Quay",
            "Kauf: eine Anlage (ab Quay)",
        ),
        ("lieutenants", case("work", skill="lore", cap=3), "Work: lore", "Lohnarbeit: Wissen"),
        ("wwn", case("carries"), "Go or carry", "Gehen oder befördern"),
        (
            "wwn",
            case("carries", passenger="the Boys", cost=1),
            "Go or carry with the Boys",
            "Gehen oder befördern (mit dabei the Boys)",
        ),
    ],
)
def test_a_case_is_called_by_what_it_is_about(
    ruleset: str, found: Case, said: str, german: str
) -> None:
    assert say(ruleset)("case", found) == said
    assert say(ruleset, "de")("case", found) == german


def test_a_key_is_called_by_its_own_name_or_by_its_case() -> None:
    words = say("lieutenants")
    assert words("label", Words("name")) == "Name"
    assert words("label", Words("name"), "research") == "What it is called"
    assert words("label", Group("target", ())) == "Target"
    assert words("label", Pick("drivers", (), name="the Drivers"), "send") == "the Drivers"
    assert say("wwn")("label", Picks("quay", (), name=QUAY)) == "Quay"


def test_a_choice_is_called_by_its_name_or_by_its_value() -> None:
    words = say("shadow")
    assert words("choice", Pick("sphere", ()), Choice("quay", QUAY)) == "Quay"
    assert words("choice", Pick("target", ()), Choice("oars/boys", "the Boys")) == "the Boys"
    assert words("choice", Pick("to", ()), Choice("2")) == "Influence 2"
    assert words("choice", Pick("boys", (), name="the Boys"), Choice("reserve")) == "in reserve"


def test_whoever_acts_is_called_by_name_and_the_faction_by_none() -> None:
    words = say("lieutenants")
    assert words("who", OneOf("act", (), "Rook <the> Elder")) == "Rook <the> Elder"
    assert words("who", OneOf("kept", ())) == ""
    assert say("wwn")("who", OneOf("forbid", (), QUAY)) == "Quay"
    assert (words("ask", OneOf("act", ())), words("nothing", OneOf("act", ()))) == (
        "Order",
        "No order",
    )


def test_numbers_have_bounds() -> None:
    assert say("wwn")("bounds", Count("times", 1, 3)) == "1–3"
    assert say("wwn")("bounds", Count("times", 1, 1)) == "1"


def test_hints_and_rules_are_told_where_there_are_any() -> None:
    words = say("lieutenants")
    assert words("hint", "key", "end_at") == "Another location in the same town."
    assert words("hint", "key", "type") == ""
    assert words("brief", "L-TURN-2").startswith("A lieutenant carries out one order")
    assert words("brief", "L-NONE") == ""


def test_what_comes_along_is_called_as_the_language_does_and_ones_own_as_it_is() -> None:
    assert notes("wwn", "de", type="Temple Fanatics") == "Tempeleiferer"
    assert notes("wwn", "de", type="Bell-Ringers & Sons") == "Bell-Ringers & Sons"
    german = say("wwn", "de")
    assert german("choice", Pick("type", ()), Choice("farmers", "Farmers")) == "Bauern"
    assert german("choice", Pick("asset", ()), Choice("farmers", "Farmers")) == "Farmers"
