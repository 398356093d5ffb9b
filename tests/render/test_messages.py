"""Texts next to HTML are escaped once, just as Jinja itself does it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2.runtime import markup_join
from markupsafe import Markup, escape

from chronicle.render.messages import (
    Message,
    MessageCatalogue,
    as_markup,
    escape_html,
    format_message,
    join_markup,
)
from chronicle.render.name_forms import ARTICLE_MARK, NameForms

VALUES = st.lists(
    st.one_of(st.text("<&>\"'a"), st.text("<&>\"'a").map(Markup), st.integers(), st.none())
)


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        (["a < b", Markup("<i>c</i>")], "a &lt; b<i>c</i>"),
        ([Markup("<i>c</i>"), "&amp;"], "<i>c</i>&amp;amp;"),
        ([Markup("&amp;"), 7], "&amp;7"),
        ([Markup("<i>"), None], "<i>None"),
    ],
)
def test_arguments_beside_markup_are_escaped(values: list[object], shown: str) -> None:
    assert join_markup(values) == shown
    assert type(join_markup(values)) is Markup


def test_plain_text_messages_are_not_escaped() -> None:
    assert join_markup(["a < b", 7]) == "a < b7"
    assert type(join_markup(["a < b", 7])) is str


@given(VALUES)
def test_values_are_joined_as_jinja_joins_them(values: list[object]) -> None:
    ours, theirs = join_markup(values), markup_join(values)
    assert (type(ours), ours) == (type(theirs), theirs)


@given(VALUES)
def test_values_are_escaped_as_jinja_escapes_them(values: list[object]) -> None:
    assert [str(escape_html(value)) for value in values] == [str(escape(value)) for value in values]


# ── Articles of names ────────────────────────────────────────────────────────────────────────────

ENGLISH = {"articles": "The"}
#: As French grammar has it: “de” and “à” contract with “le” and “les”, never with “la” and “l’”,
#: and “de” and “que” lose their vowel before another.
FRENCH = {
    "articles": "Le La Les L’",
    "contractions": "de le du, de les des, à le au, à les aux",
    "elisions": "de d’, que qu’",
    "vowels": "a e é i o u",
}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("{who} attacked.", "The Sixteen attacked."),
        ("They fell upon {who}.", "They fell upon the Sixteen."),
        ("Owner: {who}", "Owner: The Sixteen"),
        ("It rained. {who} met.", "It rained. The Sixteen met."),
        ("For {who} and {who}", "For the Sixteen and the Sixteen"),
        ("“{who}” they said", "“The Sixteen” they said"),
    ],
)
@pytest.mark.parametrize("tag", ["", '<a class="who" href="x"><svg><use/></svg>'])
def test_an_article_is_in_lower_case_inside_a_sentence(
    message: str, expected: str, tag: str
) -> None:
    who = as_markup(tag + NameForms.of(ENGLISH).mark("The Sixteen"))
    html = format_message(MessageCatalogue(ENGLISH, key=message), "key", {"who": who})
    assert html.replace(ARTICLE_MARK, "").replace(tag, "") == expected


def test_a_name_without_an_article_is_unchanged() -> None:
    for name in ("Theodor", "Long Nets", "The", "THE GANG", "Amber"):
        assert NameForms.of(ENGLISH).mark(name) == name


def test_german_articles_are_marked() -> None:
    german = {"articles": "Der Die Das"}
    marked = NameForms.of(german).mark("Die Langen Netze")
    html = format_message(MessageCatalogue(german, key="gegen {who}"), "key", {"who": marked})
    assert html == "gegen die Langen Netze"


def test_articles_stay_at_the_start_of_a_block() -> None:
    english = NameForms.of(ENGLISH)
    marked = english.mark("The Sixteen")
    assert english.settle(f"met<li>{marked}</li>") == f"met<li>{marked}</li>"


@pytest.mark.parametrize(
    ("message", "name", "expected"),
    [
        ("le chef de {who}", "Le Conseil", "le chef du Conseil"),
        ("le chef de {who}", "Les Sauniers", "le chef des Sauniers"),
        ("le chef de {who}", "les Sauniers", "le chef des Sauniers"),
        ("le chef de {who}", "La Garde", "le chef de la Garde"),
        ("le chef de {who}", "L’Ordre", "le chef de l’Ordre"),
        ("le chef de {who}", "L'Ordre", "le chef de l&#39;Ordre"),
        ("le chef de {who}", "Orrow", "le chef d’Orrow"),
        ("le chef de {who}", "Étaples", "le chef d’Étaples"),
        ("le chef de {who}", "Vaime", "le chef de Vaime"),
        ("le chef de {who}", "Les", "le chef de Les"),
        ("né à {who}", "Le Havre", "né au Havre"),
        ("né à {who}", "Les Halles", "né aux Halles"),
        ("né à {who}", "La Butte", "né à la Butte"),
        ("né à {who}", "Orrow", "né à Orrow"),
        ("plus que {who}", "Orrow", "plus qu’Orrow"),
        ("plus que {who}", "Les Sauniers", "plus que les Sauniers"),
        ("De {who}", "Les Sauniers", "Des Sauniers"),
        ("De {who}", "Orrow", "D’Orrow"),
        ("code {who}", "Les Sauniers", "code les Sauniers"),
        ("{who} attaque.", "Les Sauniers", "Les Sauniers attaque."),
        ("par {who} et de {who}", "Les Halles", "par les Halles et des Halles"),
    ],
)
@pytest.mark.parametrize("tag", ["", '<a class="who" href="x"><svg><use/></svg>'])
def test_words_join_with_the_name_after_them(
    message: str, name: str, expected: str, tag: str
) -> None:
    who = as_markup(tag + str(escape_html(NameForms.of(FRENCH).mark(name))))
    html = format_message(MessageCatalogue(FRENCH, key=message), "key", {"who": who})
    assert html.replace(ARTICLE_MARK, "").replace(tag, "") == expected


def test_a_name_joins_with_a_word_of_the_sentence_around_it() -> None:
    catalogue = MessageCatalogue(FRENCH, who="{name} et Vael", key="la guerre de {who}")
    inner = format_message(catalogue, "who", {"name": NameForms.of(FRENCH).mark("Les Sauniers")})
    outer = format_message(catalogue, "key", {"who": inner})
    assert outer == "la guerre des Sauniers et Vael"


def test_a_language_without_contractions_joins_nothing() -> None:
    assert NameForms().join("de", "Les Sauniers") is None


@pytest.mark.parametrize(
    ("ones", "shown"),
    [("1", ["0 tours", "1 tour", "2 tours"]), ("0 1", ["0 tour", "1 tour", "2 tours"])],
)
def test_a_language_says_which_numbers_are_singular(ones: str, shown: list[str]) -> None:
    catalogue: dict[str, Message] = {
        "number.one": ones,
        "key": {"one": "{n} tour", "other": "{n} tours"},
    }
    assert [
        format_message(MessageCatalogue(catalogue), "key", {"n": n}) for n in (0, 1, 2)
    ] == shown
