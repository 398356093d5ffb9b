"""Every type of asset and every tag that comes along has a name in each language."""

from __future__ import annotations

import pytest

from tests.order_form_text import LANGUAGES
from tests.rules.wwn.boards import SHIPPED
from tests.shipped_theme import shipped_theme


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("what", "listed"), [("type", SHIPPED.assets), ("tag", SHIPPED.tags)])
def test_exactly_the_shipped_entries_have_names(
    language: str, what: str, listed: dict[str, object]
) -> None:
    prefix = f"wwn.{what}."
    words = shipped_theme(language).words
    said = {key.removeprefix(prefix) for key in words if key.startswith(prefix)}
    assert said == {_slug(getattr(it, "name", "")) for it in listed.values()}


def test_english_names_match_the_catalogue() -> None:
    for what, listed in (("type", SHIPPED.assets), ("tag", SHIPPED.tags)):
        for it in listed.values():
            assert shipped_theme("en").words[f"wwn.{what}.{_slug(it.name)}"] == it.name
