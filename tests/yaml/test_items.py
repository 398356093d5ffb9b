"""One value of a mapping within lists is set or removed, and every other byte is kept."""

from __future__ import annotations

import pytest

from chronicle.yaml.edit.document import YamlEditError
from chronicle.yaml.edit.items import item_with_id, remove_key, set_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "rumors:\n  - id: a\n    # c\n    draft: true  # d\n    text: x\n# e\n",
            "rumors:\n  - id: a\n    # c\n    # d\n    text: x\n# e\n",
        ),
        ("rumors:\n- id: a\n  draft: true", "rumors:\n- id: a\n"),
        (
            "rumors:\n  - draft: true\n    # c\n    id: a\n    text: x\n",
            "rumors:\n  # c\n  - id: a\n    text: x\n",
        ),
        (
            "rumors:\r\n  - id: a\r\n    draft: true\r\n    text: |\r\n      x\r\n\r\n      y\r\n",
            "rumors:\r\n  - id: a\r\n    text: |\r\n      x\r\n\r\n      y\r\n",
        ),
        ("rumors: [{id: a, draft: true, text: x}]\n", "rumors: [{id: a, text: x}]\n"),
        ("rumors:\n  - {id: a, draft: true} # c\n", "rumors:\n  - {id: a} # c\n"),
        ("rumors:\n  - {draft: true, id: a}\n", "rumors:\n  - {id: a}\n"),
        (
            "rumors:\n  - {\n    id: a,\n    draft: true, # c\n    text: x}\n",
            "rumors:\n  - {\n    id: a,\n      # c\n    text: x}\n",
        ),
    ],
)
def test_a_key_is_removed_with_its_line_or_comma(text: str, expected: str) -> None:
    assert remove_key(text, ("rumors", 0), "draft") == expected


@pytest.mark.parametrize(
    "text",
    [
        "rumors:\n  - id: a\n",
        "rumors:\n  - draft: true\n",
        "rumors: []\n",
        "rumors:\n  - draft\n",
        "rumors:\n  - id: a\n    draft:\n      true\n",
    ],
)
def test_a_key_that_is_not_in_one_line_is_not_removed(text: str) -> None:
    with pytest.raises(YamlEditError):
        remove_key(text, ("rumors", 0), "draft")


ORDERS = ("orders", "vael", "actions", 0)


@pytest.mark.parametrize(
    ("actions", "said", "expected"),
    [
        ("      - {id: a} # c\n", "It burns.", '      - {id: a, outcome: "It burns."} # c\n'),
        (
            "      - {id: a}\n",
            'One.\n\n"Two": 2',
            '      - {id: a, outcome: "One.\\n\\n\\"Two\\": 2"}\n',
        ),
        (
            "      - id: a\n        o: >\n          x\n\n          y\n\n  #c\n",
            "z",
            "      - id: a\n        o: >\n          x\n\n          y\n        outcome: z\n\n  #c\n",
        ),
        (
            "      - id: a\n\n      - {}\n",
            "so",
            "      - id: a\n        outcome: so\n\n      - {}\n",
        ),
        (
            "      - id: a\n        # c\n",
            "One.\n\nTwo.",
            "      - id: a\n        # c\n        outcome: |-\n          One.\n\n          Two.\n",
        ),
        (
            "      - id: a\n        outcome: '' # c\n",
            "so",
            "      - id: a\n        outcome: so # c\n",
        ),
        (
            "      - id: a\n        outcome: no\n",
            "true",
            '      - id: a\n        outcome: "true"\n',
        ),
    ],
)
def test_a_text_is_added_to_an_item_or_replaced(actions: str, said: str, expected: str) -> None:
    head, tail = "turn: 1\norders:\n  vael:\n    actions:\n", "news: []\n"
    assert set_text(f"{head}{actions}{tail}", ORDERS, "outcome", said) == f"{head}{expected}{tail}"


def test_an_item_without_entries_gets_no_text() -> None:
    for text in ("orders: {vael: {actions: [{}]}}\n", "orders: {vael: {actions: []}}\n", "a: b\n"):
        with pytest.raises(YamlEditError):
            set_text(text, ORDERS, "outcome", "x")


def test_an_item_is_found_by_its_id() -> None:
    text = "orders:\n  vael:\n    actions:\n      - draft\n      - {id: a}\n      - id: 7\n"
    assert [item_with_id(text, ORDERS[:-1], it) for it in ("a", "7")] == [1, 2]
    with pytest.raises(YamlEditError):
        item_with_id(text, ORDERS[:-1], "b")
