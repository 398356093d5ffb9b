"""What may be ordered, in words: forms by hand, and what a reader sees of them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

import pytest

from chronicle.model.facts import Fact, Facts, Ref
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    IntegerField,
    MultiSelectField,
    ProbabilityRange,
    SelectField,
    TextField,
)
from tests.order_form_text import Say

OARS: Final = Ref("faction", "oars")
QUAY: Final = Ref("place", "quay")
NAMES: Final = {OARS: "the Oars & Co", QUAY: "Quay"}


@cache
def say(ruleset: str, language: str = "en") -> Say:
    return Say(ruleset, language, NAMES)


def notes(ruleset: str, language: str = "en", **facts: Fact) -> str:
    """The text for some facts."""
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
def test_chances_are_whole_percentages_and_certain_only_if_exact(
    least: Fraction, most: Fraction, said: str
) -> None:
    assert say("wwn")("odds", ProbabilityRange(least, most)) == said


def test_an_unknown_chance_is_not_shown() -> None:
    assert say("wwn")("odds", None) == ""


def test_costs_are_listed_in_one_line() -> None:
    price, upkeep = Facts(amount=2, currency="capital"), Facts(amount=1, currency="respect")
    facts = Facts(cost=price, upkeep=upkeep, level=3)
    assert say("lieutenants")("notes", facts) == "2 capital, upkeep 1 respect, level 3"
    assert say("lieutenants", "de")("notes", facts) == "2 Kapital, Unterhalt 1 Respekt, Stufe 3"


def test_empty_facts_are_not_shown() -> None:
    assert notes("lieutenants", cap=None, factor="", competencies=()) == ""
    assert notes("wwn", too_many=False, repairs=True) == "for repairs only"
    assert notes("wwn", brings=0) == "earns 0 Treasure"


def test_numbers_follow_the_language_and_use_the_singular() -> None:
    assert notes("lieutenants", charm=-1) == "charm −1"
    assert notes("wwn", hp=1, of=4) == "1 hit point, 4 at most"
    assert notes("shadow", "de", successes=1) == "braucht 1 Erfolg"
    assert notes("shadow", "de", successes=2) == "braucht 2 Erfolge"


def test_references_are_shown_by_name_and_codes_in_words() -> None:
    assert notes("lieutenants", faction=OARS, at=QUAY) == "the Oars & Co, seen at Quay"
    assert notes("lieutenants", competencies=("force", "lore")) == "force and lore"
    assert notes("lieutenants", "de", condition="damaged") == "angeschlagen"
    assert notes("wwn", "de", attribute="cunning", target="wealth") == "List, gegen Reichtum"
    assert notes("shadow", type="Violent group") == "violent group"
    assert notes("shadow", type="Ferrymen") == "Ferrymen"
    assert notes("wwn", rivals=(OARS, OARS)) == "also there: the Oars & Co and the Oars & Co"


def case(code: str, **facts: Fact) -> ActionChoice:
    return ActionChoice(code, "", (), Facts(facts))


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
def test_a_case_is_labelled_by_its_subject(
    ruleset: str, found: ActionChoice, said: str, german: str
) -> None:
    assert say(ruleset)("case", found) == said
    assert say(ruleset, "de")("case", found) == german


def test_a_key_is_labelled_by_its_own_name_or_its_case() -> None:
    words = say("lieutenants")
    assert words("label", TextField("name")) == "Name"
    assert words("label", TextField("name"), "research") == "What it is called"
    assert words("label", FieldGroup("target", ())) == "Target"
    assert words("label", SelectField("drivers", (), name="the Drivers"), "send") == "the Drivers"
    assert say("wwn")("label", MultiSelectField("quay", (), name=QUAY)) == "Quay"


def test_a_choice_is_labelled_by_its_name_or_value() -> None:
    words = say("shadow")
    assert words("choice", SelectField("sphere", ()), FieldChoice("quay", QUAY)) == "Quay"
    assert (
        words("choice", SelectField("target", ()), FieldChoice("oars/boys", "the Boys"))
        == "the Boys"
    )
    assert words("choice", SelectField("to", ()), FieldChoice("2")) == "Influence 2"
    assert (
        words("choice", SelectField("boys", (), name="the Boys"), FieldChoice("reserve"))
        == "in reserve"
    )


def test_an_actor_is_shown_by_name_and_the_faction_without() -> None:
    words = say("lieutenants")
    assert words("who", ActionField("act", (), "Rook <the> Elder")) == "Rook <the> Elder"
    assert words("who", ActionField("kept", ())) == ""
    assert say("wwn")("who", ActionField("forbid", (), QUAY)) == "Quay"
    assert (words("ask", ActionField("act", ())), words("nothing", ActionField("act", ()))) == (
        "Order",
        "No order",
    )


def test_number_fields_show_their_bounds() -> None:
    assert say("wwn")("bounds", IntegerField("times", 1, 3)) == "1–3"
    assert say("wwn")("bounds", IntegerField("times", 1, 1)) == "1"


def test_hints_and_rules_are_shown_if_there_are_any() -> None:
    words = say("lieutenants")
    assert words("hint", "key", "end_at") == "Another location in the same town."
    assert words("hint", "key", "type") == ""
    assert words("brief", "L-TURN-2").startswith("A lieutenant carries out one order")
    assert words("brief", "L-NONE") == ""


def test_shipped_catalogue_names_are_translated_and_custom_ones_kept() -> None:
    assert notes("wwn", "de", type="Temple Fanatics") == "Tempeleiferer"
    assert notes("wwn", "de", type="Bell-Ringers & Sons") == "Bell-Ringers & Sons"
    german = say("wwn", "de")
    assert german("choice", SelectField("type", ()), FieldChoice("farmers", "Farmers")) == "Bauern"
    assert german("choice", SelectField("asset", ()), FieldChoice("pans", "The Pans")) == "The Pans"
