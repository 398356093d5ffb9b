"""Orders come into a turn's file in the place of what stood there; every other byte stays."""

from __future__ import annotations

import textwrap

import pytest

from chronicle.authoring.pasted_orders import parse_pasted_orders
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml.edit.document import YamlEditError
from chronicle.yaml.edit.replace import EntryBlock, add_entries, replace_entry
from chronicle.yaml.parser import compose

SENT = "turn: 1\nfaction: vael\norders:  # mine\n  # first\n  go:\n    - {to: marsh}   # now\n"
PUT = "  vael:  # mine\n    # first\n    go:\n      - {to: marsh}   # now\n"
STUB = "  vael:\n    # seat: a\n    go:\n      # - {to: vale}\n"


def block(sent: str = SENT) -> EntryBlock:
    report = Report()
    (sheet,) = parse_pasted_orders(sent.encode(), "sent", None, report)
    assert not report.findings
    return EntryBlock(sheet.rows, sheet.indent, sheet.value)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # There are no orders yet.
        ("turn: 1\n", f"turn: 1\norders:\n{PUT}"),
        ("turn: 1", f"turn: 1\norders:\n{PUT}"),
        ("turn: 1\n\n# the end\n", f"turn: 1\norders:\n{PUT}\n# the end\n"),
        # There is a key with nothing under it.
        ("turn: 1\norders:\nnews: []\n", f"turn: 1\norders:\n{PUT}news: []\n"),
        ("orders: {}  # none\nturn: 1\n", f"orders:  # none\n{PUT}turn: 1\n"),
        ("turn: 1\norders: ~\n", f"turn: 1\norders:\n{PUT}"),
        # Others are there.
        (
            "turn: 1\norders:\n  oru: {}   # nothing\n\n# what they say\nrumors: []\n",
            f"turn: 1\norders:\n  oru: {{}}   # nothing\n{PUT}\n# what they say\nrumors: []\n",
        ),
        # A stub is replaced with its comments, and the comments on the next faction stay.
        (
            f"turn: 1\norders:\n  # the keys\n{STUB}\n  # the moon\n  oru:\n    # nothing\n",
            f"turn: 1\norders:\n  # the keys\n{PUT}\n  # the moon\n  oru:\n    # nothing\n",
        ),
        (
            "orders:\n  vael: {go: [{to: vale}]}\n  oru:\n    go: []\nturn: 1\n",
            f"orders:\n{PUT}  oru:\n    go: []\nturn: 1\n",
        ),
        (
            "orders:\n  vael:\n    plan: |\n      # no comment\n      x\n  oru: {}\nturn: 1\n",
            f"orders:\n{PUT}  oru: {{}}\nturn: 1\n",
        ),
        # The file is written further in.
        (
            "turn: 1\norders:\n    oru: {}\n    vael:\n        go: []\n",
            f"turn: 1\norders:\n    oru: {{}}\n{textwrap.indent(PUT, '  ')}",
        ),
    ],
)
def test_the_block_is_inserted_at_its_place(before: str, after: str) -> None:
    def is_generated(comment: str) -> bool:
        return comment.removeprefix("# ") in ("seat: a", "- {to: vale}")

    assert replace_entry(before, "orders", "vael", block(), is_generated) == after


def test_comments_of_the_author_stay_above_the_block_or_behind_its_key() -> None:
    before = "turn: 1\norders:\n  vael:  # ask Bo\n    # or Cy\n    go: []  # not yet\n"
    sent = block("turn: 1\nfaction: vael\norders: {go: []}\n")
    assert replace_entry(before, "orders", "vael", sent) == (
        "turn: 1\norders:\n  # or Cy\n  # not yet\n  vael: {go: []}  # ask Bo\n"
    )
    # There is a comment behind the new key.
    assert replace_entry(before, "orders", "vael", block()) == (
        f"turn: 1\norders:\n  # ask Bo\n  # or Cy\n  # not yet\n{PUT}"
    )


def test_line_ends_and_byte_order_mark_are_kept() -> None:
    before = "\ufeffturn: 1\r\norders:\r\n  vael:\r\n    go: []\r\nnotes: x \r\n"
    put = PUT.replace("\n", "\r\n")
    after = f"\ufeffturn: 1\r\norders:\r\n{put}notes: x \r\n"
    assert replace_entry(before, "orders", "vael", block()) == after


@pytest.mark.parametrize(
    ("sent", "put"),
    [
        ("turn: 1\nfaction: vael\norders: {}\n", "  vael: {}\n"),
        ("turn: 1\nfaction: vael\norders:\n", "  vael:\n"),
        ("orders: {go: [a,\n  b]}\nturn: 1\nfaction: vael\n", "  vael: {go: [a,\n    b]}\n"),
        # As a mail program shifts it.
        (
            "   turn: 1\n   faction: vael\n   orders:\n      say: |\n        1.\n\n         2.\n",
            "  vael:\n     say: |\n       1.\n\n        2.\n",
        ),
    ],
)
def test_a_block_is_reindented_as_a_whole(sent: str, put: str) -> None:
    before = "turn: 1\norders:\n  vael: {go: []}\n"
    assert replace_entry(before, "orders", "vael", block(sent)) == f"turn: 1\norders:\n{put}"


def test_inserting_the_same_block_twice_changes_nothing() -> None:
    once = replace_entry("turn: 1\n", "orders", "vael", block())
    assert replace_entry(once, "orders", "vael", block()) == once


@pytest.mark.parametrize(
    ("before", "sent"),
    [
        ("turn: 1\norders: {oru: {}}\n", SENT),
        ("turn: 1\norders: {\n  oru: {}}\n", SENT),
        ("{turn: 1}\n", SENT),
        ("turn: 1\norders: [a]\n", SENT),
        ("turn: 1\n...\n", SENT),
        # A name of the file's own is used further down, or one of theirs would take its place.
        ("orders:\n  vael: &a {go: []}\n  oru: *a\n", SENT),
        (
            "notes: &n x\norders:\n  oru: {go: []}\nnews: *n\n",
            "turn: 1\nfaction: vael\norders: {go: &n y}\n",
        ),
        # What is named outside of the orders is not there any more.
        ("turn: 1\n", "turn: &t 1\nfaction: vael\norders: {go: *t}\n"),
    ],
)
def test_an_unsuitable_place_is_refused(before: str, sent: str) -> None:
    with pytest.raises(YamlEditError):
        replace_entry(before, "orders", "vael", block(sent))


def test_an_unreadable_file_is_refused() -> None:
    assert compose(Source("", "turn: [\n"), Report()) is None
    with pytest.raises(YamlEditError):
        replace_entry("turn: [\n", "orders", "vael", block())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("places:\n  a: {x: 1}\n", "places:\n  a: {x: 1}\n  b:\n    y: 2\n"),
        (
            "# Map\nplaces:\n    a: 1  # one\n\n# End\nrest: 1",
            "# Map\nplaces:\n    a: 1  # one\n    b:\n      y: 2\n\n# End\nrest: 1",
        ),
        ("rest: 1\r\n", "rest: 1\r\nplaces:\r\n  b:\r\n    y: 2\r\n"),
        ("places:\n", "places:\n  b:\n    y: 2\n"),
        ("", "places:\n  b:\n    y: 2\n"),
    ],
)
def test_new_entries_are_added_and_all_else_is_kept(before: str, after: str) -> None:
    assert add_entries(before, "places", {"b": ["b:", "  y: 2"]}) == after


@pytest.mark.parametrize(
    "before", ["places: {a: 1}\n", "places:\n  b: 1\n", "places: [a]\n", "- a\n", "places: x\n"]
)
def test_entries_that_cannot_be_added_are_refused(before: str) -> None:
    with pytest.raises(YamlEditError):
        add_entries(before, "places", {"b": ["b:", "  y: 2"]})
