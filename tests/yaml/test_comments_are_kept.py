"""Every edit of an author's file keeps every comment in it, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml.edit.append import append_items
from chronicle.yaml.edit.comments import comments_in
from chronicle.yaml.edit.replace import EntryBlock, add_entries, replace_entry, value_of_node
from chronicle.yaml.edit.rewrite import YamlValue, rewrite_document
from chronicle.yaml.edit.set_entries import remove_entry, set_entries, set_value
from chronicle.yaml.nodes import MapNode
from chronicle.yaml.parser import compose

TURN: Final = """\
turn: 1
title: "A # in quotes"
orders:
  oru:
    go: [a,
      b]
  vael:
    plan: |
      # no comment

      but a text
    move:
      - {id: x,
         to: marsh}
  third: {go: []}
rumors:
  - text: >
      One.
    truth: 'it is
      # so'
notes: plain
  on two lines
"""
FLOW: Final = "{turn: 1,\n state: played}\n"
PLACES: Final = "for: everyone\nplaces:\n  quay:\n    name: Quay\n  moor: {name: Moor}\n"
HEAD: Final = "title: T\nnext:\n  deadline: 2027-01-01 20:00\n  zone: UTC\nseed: s\n"
SHORT: Final = "title: T\nnext: {deadline: 2027-01-01 20:00,\n  zone: UTC}\nseed: s\n"
BARE: Final = "turn: 1\norders:\nrumors: []\ndrafted:\n"
RECORD: Final = """\
format: 2
turns:
  - turn: 1
    rules: 1
    told: {gm: aa, oru: bb}
  - turn: 2
    rules: 1
    told:
      gm: cc
amendments:
  - turn: 1
    because: A slip.
"""
_ONE: Final[YamlValue] = {"turn": 1, "rules": 1, "told": {"gm": "aa", "oru": "bb"}}
_TWO: Final[YamlValue] = {"turn": 2, "rules": 1, "told": {"gm": "cc"}}
_SLIP: Final[YamlValue] = [{"turn": 1, "because": "A slip."}]


def block(text: str) -> EntryBlock:
    root = compose(Source("", text), Report())
    assert isinstance(root, MapNode)
    return EntryBlock(tuple(text.rstrip("\n").split("\n")), 0, root.entries[0].value)


SENT: Final = block("orders:\n  move:\n    - {id: x, to: vale}\n")
INLINE: Final = block("orders: {plan: a,\n  move: []}\n")
#: Each edit with the texts that it is tried on.
EDITS: Final[Mapping[str, tuple[Callable[[str], str], tuple[str, ...]]]] = {
    "other orders": (lambda text: replace_entry(text, "orders", "vael", SENT), (TURN, BARE)),
    "orders in one line": (lambda text: replace_entry(text, "orders", "oru", INLINE), (TURN, BARE)),
    "no orders": (lambda text: replace_entry(text, "orders", "third", block("orders:\n")), (TURN,)),
    "first orders": (lambda text: replace_entry(text, "orders", "new", SENT), (TURN, BARE)),
    "new places": (
        lambda text: add_entries(text, "places", {"vale": ["vale:", "  name: V"]}),
        (PLACES,),
    ),
    "a state": (lambda text: set_value(text, "state", "open", after="turn"), (TURN, FLOW)),
    "a deadline": (
        lambda text: set_entries(text, "next", {"deadline": "x", "zone": "y"}),
        (HEAD, SHORT, TURN),
    ),
    "no deadline": (lambda text: remove_entry(text, "next", "deadline"), (HEAD, SHORT)),
    "rumors": (lambda text: append_items(text, "rumors", [{"text": "Two."}]), (TURN, BARE)),
    "drafted": (lambda text: append_items(text, "drafted", ["1/oru/x"]), (TURN, BARE)),
    "a turn more": (
        lambda text: rewrite_document(
            text, {"format": 2, "turns": [_ONE, _TWO, _TWO], "amendments": _SLIP}
        ),
        (RECORD,),
    ),
    "a turn less": (lambda text: rewrite_document(text, {"format": 2, "turns": [_ONE]}), (RECORD,)),
    "another value": (
        lambda text: rewrite_document(
            text, {"format": 3, "turns": [_ONE, _TWO], "amendments": _SLIP}
        ),
        (RECORD,),
    ),
}


def value(text: str) -> object:
    report = Report()
    root = compose(Source("", text), report)
    return None if root is None or report.has_errors else value_of_node(root)


def commented(text: str) -> Iterator[str]:
    """A text with one comment at each place where it is one, and with all of them at once."""
    lines = text.splitlines(keepends=True)
    meant = value(text)
    everywhere: list[str] = []
    for row, line in enumerate(lines):
        blank = len(line) - len(line.lstrip())
        places = [f"{' ' * blank}# above {row}\n{line}", f"# left of {row}\n{line}"]
        places += [f"{line.rstrip()}  # behind {row}\n"]
        found = [
            it for it in places if value("".join([*lines[:row], it, *lines[row + 1 :]])) == meant
        ]
        yield from ("".join([*lines[:row], it, *lines[row + 1 :]]) for it in found)
        everywhere.append(found[-1] if found else line)
    yield from (f"# first\n---\n{text}", f"# first\n\n---  # second\n# third\n{text}")
    yield "".join(["# first\n---\n", *everywhere, "# last\n"])


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_keeps_every_comment(name: str) -> None:
    edit, texts = EDITS[name]
    for text in texts:
        meant = value(edit(text))
        for before in commented(text):
            after = edit(before)
            assert value(after) == meant, before
            kept = sorted(found for _, found in comments_in(after))
            assert kept == sorted(found for _, found in comments_in(before)), (before, after)


def test_comments_are_told_from_what_looks_like_them() -> None:
    for text in (TURN, PLACES, HEAD, SHORT, RECORD):
        assert list(comments_in(text)) == []
        for before in commented(text):
            assert len(list(comments_in(before))) == before.count("# ") - text.count("# ")
