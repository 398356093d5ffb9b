"""Single values of an author's file are set or removed, and every other byte is kept."""

from __future__ import annotations

import pytest

from chronicle.yaml.edit.document import YamlEditError
from chronicle.yaml.edit.set_entries import (
    remove_entry,
    remove_line,
    set_entries,
    set_inner_list,
    set_inner_mapping,
    set_lists,
    set_value,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("turn: 1\ntitle: x\n", "turn: 1\nstate: open\ntitle: x\n"),
        ("# c\nturn: 1  # d\n# e\ntitle: x", "# c\nturn: 1  # d\nstate: open\n# e\ntitle: x"),
        ("turn: 1\r\ntitle: x\r\n", "turn: 1\r\nstate: open\r\ntitle: x\r\n"),
        ("turn: 1", "turn: 1\nstate: open\n"),
        ("\ufeffturn: 1\n", "\ufeffturn: 1\nstate: open\n"),
        ("---\nturn: 1\n...\n", "---\nturn: 1\nstate: open\n...\n"),
        ("state: played # x\nturn: 1\n", "state: open # x\nturn: 1\n"),
        ("turn: 1\nstate: 'played'\n", "turn: 1\nstate: 'open'\n"),
        ("{turn: 1, state: played}", "{turn: 1, state: open}"),
    ],
)
def test_a_value_is_set_in_place_or_below_another(text: str, expected: str) -> None:
    assert set_value(text, "state", "open", after="turn") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("next: {deadline: 2026, zone: U}\n", "next: {zone: U}\n"),
        ("next: {zone: U, deadline: '2026'} # x\n", "next: {zone: U} # x\n"),
        ("next: {\n deadline: 2026,\n zone: U}\n", "next: {\n zone: U}\n"),
        ("next:\n  # c\n  deadline: 2026  # d\n  zone: U\n", "next:\n  # c\n  # d\n  zone: U\n"),
        ("next:\n  zone: U\n  deadline: 2026", "next:\n  zone: U\n"),
        ("next:\r\n  zone: U\r\n  deadline: 1\r\na: b\r\n", "next:\r\n  zone: U\r\na: b\r\n"),
        ("next: {zone: U}\n", "next: {zone: U}\n"),
        ("a: 1\n", "a: 1\n"),
    ],
)
def test_an_entry_is_removed_with_its_line_or_comma(text: str, expected: str) -> None:
    assert remove_entry(text, "next", "deadline") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("next: {zone: U} # x\n", "next: {deadline: D, zone: V} # x\n"),
        ("next:\n    zone: U # e\nb: 1\n", "next:\n    deadline: D\n    zone: V # e\nb: 1\n"),
        ("next: {deadline: 1234, zone: U}\n", "next: {deadline: D, zone: V}\n"),
        ("a: 1", "a: 1\nnext: {deadline: D, zone: V}\n"),
    ],
)
def test_entries_are_set_in_place_or_before_the_others(text: str, expected: str) -> None:
    assert set_entries(text, "next", {"deadline": "D", "zone": "V"}) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\n", "a: 1\nrolls:\n  x/y/z: [6, 2]\n"),
        ("rolls:  # c\na: 1\n", "rolls:  # c\n  x/y/z: [6, 2]\na: 1\n"),
        ("rolls:\n  x/y/z: []  #: 2d6\na: 1\n", "rolls:\n  x/y/z: [6, 2]  #: 2d6\na: 1\n"),
        ("rolls: {x/y/z: [1, 1]} # c\n", "rolls: {x/y/z: [6, 2]} # c\n"),
        ("rolls: {a/b/c: [1]} # c\n", "rolls: {a/b/c: [1], x/y/z: [6, 2]} # c\n"),
        (
            "rolls:\n    a/b/c: [1]  # c\n# d\na: 1\n",
            "rolls:\n    a/b/c: [1]  # c\n    x/y/z: [6, 2]\n# d\na: 1\n",
        ),
        ("rolls:\r\n  a/b/c: [1]\r\n", "rolls:\r\n  a/b/c: [1]\r\n  x/y/z: [6, 2]\r\n"),
    ],
)
def test_a_list_of_numbers_is_set_in_place_or_below_the_others(text: str, expected: str) -> None:
    assert set_lists(text, "rolls", {"x/y/z": [6, 2]}) == expected


@pytest.mark.parametrize(
    "text", ["rolls:\n  x/y/z:\n    - 1\n", "rolls: [1]\n", "rolls: {x/y/z: [1,\n 2]}\n"]
)
def test_a_list_that_cannot_be_set_is_refused(text: str) -> None:
    with pytest.raises(YamlEditError):
        set_lists(text, "rolls", {"x/y/z": [6, 2]})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p:\n  a: {n: A}\n  b: {n: B} # c\n", "p:\n  a: {n: A, at: [1, 2.5]}\n  b: {n: B} # c\n"),
        (
            "p:\n  a:\n    n: A  # c\n\n  b:\n",
            "p:\n  a:\n    n: A  # c\n    at: [1, 2.5]\n\n  b:\n",
        ),
        ("p:\n  a:\n    at: [3,4] # c\n    n: A\n", "p:\n  a:\n    at: [1, 2.5] # c\n    n: A\n"),
        (
            "p:\n  a:\n    t: |\n      x\n\n  b:\n",
            "p:\n  a:\n    at: [1, 2.5]\n    t: |\n      x\n\n  b:\n",
        ),
    ],
)
def test_a_list_is_set_in_a_mapping_within_another(text: str, expected: str) -> None:
    assert set_inner_list(text, "p", "a", "at", (1, 2.5)) == expected


@pytest.mark.parametrize(
    ("text", "items", "expected"),
    [
        ("p:\n  a:\n    n: A\n", ["x", "y"], "p:\n  a:\n    n: A\n    at: [x, y]\n"),
        ("p:\n  a: {at: [x], n: A}\n", [], "p:\n  a: {at: [], n: A}\n"),
        ("p:\n  a:\n    at: [x]\n    n: A # c\n", [], "p:\n  a:\n    n: A # c\n"),
        ("p:\n  a:\n    at:\n      - x\n      - y\n    n: A\n", [], "p:\n  a:\n    n: A\n"),
        (
            "p:\n  a:\n    n: A\n    at:\n    - x\n  b:\n",
            ["y"],
            "p:\n  a:\n    n: A\n    at: [y]\n  b:\n",
        ),
        ("p:\n  a:\n    at: [x]\n", [], "p:\n  a:\n    at: []\n"),
        ("p:\n  a:\n    n: A\n", [], "p:\n  a:\n    n: A\n"),
    ],
)
def test_words_are_set_in_a_mapping_within_another(
    text: str, items: list[str], expected: str
) -> None:
    assert set_inner_list(text, "p", "a", "at", items) == expected


@pytest.mark.parametrize(
    "text",
    [
        "p:\n  a:\n    at:\n      - x # c\n    n: A\n",
        "p:\n  a:\n    at: [x] # c\n    n: A\n",
        "p:\n  a: x\n",
    ],
)
def test_a_list_is_not_removed_with_a_comment(text: str) -> None:
    with pytest.raises(YamlEditError):
        set_inner_list(text, "p", "a", "at", [])


def test_a_mapping_is_set_in_a_mapping_within_another() -> None:
    text = "p:\n  a:\n    n: A\n    to:\n      x: road\n"
    set_one = set_inner_mapping(text, "p", "a", "to", {"x": "sea", "y": "road"})
    assert set_one == "p:\n  a:\n    n: A\n    to: {x: sea, y: road}\n"
    assert set_inner_mapping(set_one, "p", "a", "to", {}) == "p:\n  a:\n    n: A\n"


@pytest.mark.parametrize("text", ["{turn: 1}", "turn: 1\nstate: |\n  played\n", "title: x\n"])
def test_a_value_that_cannot_be_set_is_refused(text: str) -> None:
    with pytest.raises(YamlEditError):
        set_value(text, "state", "open", after="turn")


@pytest.mark.parametrize(
    "text",
    ["next:\n  deadline: 3\n", "next: {zone: U,\n  deadline: 3}\n", "next: {deadline: [1], z: 1}"],
)
def test_an_entry_that_cannot_be_removed_is_refused(text: str) -> None:
    with pytest.raises(YamlEditError):
        remove_entry(text, "next", "deadline")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("turn: 1\nstate: open\n", "turn: 1\n"),
        ("turn: 1\r\nstate: 'open'\r\ntitle: x", "turn: 1\r\ntitle: x"),
        ("# c\nstate: open  # d\nturn: 1\n", "# c\n# d\nturn: 1\n"),
        ("turn: 1\n", "turn: 1\n"),
    ],
)
def test_a_line_is_removed_and_its_comment_stays(text: str, expected: str) -> None:
    assert remove_line(text, "state") == expected


@pytest.mark.parametrize("text", ["{turn: 1, state: open}", "state: |\n  open\nturn: 1\n"])
def test_what_has_no_line_to_itself_is_not_removed(text: str) -> None:
    with pytest.raises(YamlEditError):
        remove_line(text, "state")
