"""Every entry of the catalogue that comes along has a name in each language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chronicle.rules.lieutenants.catalogue import built_in_catalogue as catalogue
from chronicle.rules.order_form import FieldChoice, MultiSelectField, SelectField
from tests.order_form_text import LANGUAGES, Say
from tests.shipped_theme import shipped_theme

PREFIX = "lieutenants.type."


def names() -> Iterator[str]:
    """The names of all types, facilities, abilities and upgrades."""
    found = catalogue()
    yield from (made.name for made in found.units.values())
    yield from (made.name for made in found.facilities.values())
    yield from (made.name for made in found.abilities.values())
    yield from (made.name for made in found.upgrades.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_exactly_the_shipped_entries_have_names(language: str) -> None:
    said = {key for key in shipped_theme(language).words if key.startswith(PREFIX)}
    assert said == {PREFIX + name.lower().replace(" ", "-") for name in names()}


def test_english_names_match_the_catalogue() -> None:
    words = shipped_theme("en").words
    assert all(words[PREFIX + name.lower().replace(" ", "-")] == name for name in names())


def test_translated_names_are_used_in_order_forms() -> None:
    say = Say("lieutenants", "de")
    assert say("choice", SelectField("type", ()), FieldChoice("militia", "Militia")) == "Miliz"
    assert say("choice", MultiSelectField("upgrades", ()), FieldChoice("loyal", "Loyal")) == "treu"
    assert say("choice", SelectField("unit", ()), FieldChoice("militia", "Militia")) == "Militia"
