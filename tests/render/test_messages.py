"""Texts that stand beside HTML are escaped, once and no more, just as Jinja itself does it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2.runtime import markup_join
from markupsafe import Markup, escape

from chronicle.render.messages import escape_html, join_markup

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
