"""All texts of an edition are found, in any record."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace

import pytest

from chronicle.project import edition
from chronicle.project.edition import EMPTY_EDITION, NewsView, RevealView, Text, texts_of

#: The records of an edition that have a text, or several.
RECORDS = sorted(
    (
        kind
        for kind in vars(edition).values()
        if isinstance(kind, type)
        and is_dataclass(kind)
        and any("Text" in str(field.type) for field in fields(kind))
    ),
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
def test_the_texts_of_a_record_are_found_in_the_order_of_its_fields(kind: type) -> None:
    record: object = object.__new__(kind)
    expected = []
    for field in fields(kind):
        is_text = "Text" in str(field.type)
        text = Text(f"the {field.name}", 1)
        value: object = (text,) if "tuple" in str(field.type) else text
        object.__setattr__(record, field.name, value if is_text else None)
        expected += [text] if is_text else []
    assert [text for _, text in texts_of(record)] == expected
    assert expected


def test_a_text_has_the_anchor_of_the_outermost_record_that_has_one() -> None:
    news = NewsView("n1", "", "", Text("Rain.", 1), public=True)
    reveal = RevealView("v1", "news", Text("At last.", 2), public=True, of_turn=1, news=news)
    assert list(texts_of(reveal)) == [("v1", Text("At last.", 2)), ("v1", Text("Rain.", 1))]
    assert [anchor for anchor, _ in texts_of((news, reveal))] == ["n1", "v1", "v1"]
    edition = replace(EMPTY_EDITION, introduction=(Text("Welcome.", 1),))
    assert list(texts_of(edition)) == [("", Text("Welcome.", 1))]
