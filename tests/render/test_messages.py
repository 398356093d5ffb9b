"""Texts that stand beside HTML are escaped, once and no more, just as Jinja itself does it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2.runtime import markup_join
from markupsafe import Markup, escape

from chronicle.render.messages import (
    ARTICLE_MARK,
    as_markup,
    escape_html,
    format_message,
    join_markup,
    lower_articles,
    mark_article,
)

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

ARTICLES = "The"


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
@pytest.mark.parametrize("tag", ["", '<span class="who"><svg><use/></svg><a href="x">'])
def test_an_article_is_in_lower_case_inside_a_sentence(
    message: str, expected: str, tag: str
) -> None:
    who = as_markup(tag + mark_article("The Sixteen", ARTICLES))
    html = format_message({"key": message}, "key", {"who": who})
    assert html.replace(ARTICLE_MARK, "").replace(tag, "") == expected


def test_a_name_without_an_article_is_unchanged() -> None:
    for name in ("Theodor", "Long Nets", "The"):
        assert mark_article(name, ARTICLES) == name


def test_german_articles_are_marked() -> None:
    marked = mark_article("Die Langen Netze", "Der Die Das")
    html = format_message({"key": "gegen {who}"}, "key", {"who": marked})
    assert html == "gegen die Langen Netze"


def test_articles_stay_at_the_start_of_a_block() -> None:
    marked = mark_article("The Sixteen", ARTICLES)
    assert lower_articles(f"met<li>{marked}</li>") == f"met<li>{marked}</li>"
