"""All texts of an edition are found, in any record."""

from __future__ import annotations

import pytest

from chronicle.project import edition
from chronicle.project.edition import EMPTY_EDITION, NewsView, RevealView, Text, texts_of
from chronicle.records import Record, field_names, replace

#: The records of an edition that have a text, or several.
RECORDS = sorted(
    (
        kind
        for kind in vars(edition).values()
        if isinstance(kind, type)
        and issubclass(kind, Record)
        and any("Text" in kind.__annotations__[name] for name in field_names(kind))
    ),
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
def test_the_texts_of_a_record_are_found_in_the_order_of_its_fields(kind: type) -> None:
    values: dict[str, object] = {}
    expected = []
    for name in field_names(kind):
        hint = kind.__annotations__[name]
        text = Text(f"the {name}", 1)
        values[name] = ((text,) if "tuple" in hint else text) if "Text" in hint else None
        expected += [text] if "Text" in hint else []
    assert [text for _, text in texts_of(kind(**values))] == expected
    assert expected


def test_a_text_has_the_anchor_of_the_outermost_record_that_has_one() -> None:
    news = NewsView("n1", "", "", Text("Rain.", 1), public=True)
    reveal = RevealView("v1", "news", Text("At last.", 2), public=True, of_turn=1, news=news)
    assert list(texts_of(reveal)) == [("v1", Text("At last.", 2)), ("v1", Text("Rain.", 1))]
    assert [anchor for anchor, _ in texts_of((news, reveal))] == ["n1", "v1", "v1"]
    edition = replace(EMPTY_EDITION, introduction=(Text("Welcome.", 1),))
    assert list(texts_of(edition)) == [("", Text("Welcome.", 1))]
