"""The text of an order sheet is read as it was written, or what is wrong with it has its place."""

from __future__ import annotations

import re
from typing import Any

import pytest
from ruamel.yaml import YAML

from chronicle.authoring.order_text import checksum
from chronicle.authoring.pasted_orders import PastedSheet, parse_pasted_orders
from chronicle.diagnostics.report import Report
from tests.authoring.sheet_text import CASES, in_lines, numbered_text, sheet_text
from tests.sample_campaigns import CHECKOUT

SHEET: dict[str, Any] = {
    "turn": 2,
    "faction": "ferry",
    "campaign": "The Reed Compact",
    "orders": {
        "actions": [
            {
                "id": "first",
                "order": "We take the bell of the café and row it to the other side of the marsh.",
            },
            {"id": "second", "order": "Old Marrow goes to the hall."},
        ]
    },
}
TEXT = sheet_text(SHEET)


def read(
    text: str | bytes, *, as_read: bool = False
) -> tuple[tuple[PastedSheet, ...], list[tuple[str, int, int]], list[str]]:
    """The sheets in a message, its findings with their places, and what they say."""
    report = Report()
    content = text.encode() if isinstance(text, str) else text
    sheets = parse_pasted_orders(content, "mail", None, report, as_read=as_read)
    found = report.findings
    return (
        sheets,
        [(one.code, one.at.line, one.at.column) for one in found if one.at],
        [one.message for one in found],
    )


def orders_of(sheet: PastedSheet) -> Any:
    return YAML(typ="safe", pure=True).load("\n".join(sheet.rows))["orders"]


def test_the_checksum_is_fnv_1a() -> None:
    """Vectors of the draft of FNV (Fowler, Noll, Vo), without their last eight bits."""
    assert [checksum(it) for it in ("", "a", "foobar")] == ["811c9d", "e40c29", "bf9cf9"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_a_text_is_read_as_the_sheet_wrote_it(case: dict[str, Any]) -> None:
    ((sheet,), findings, _) = read(f"Orders of somebody\n{numbered_text(case['lines'])}")
    assert findings == []
    assert orders_of(sheet) == in_lines(case["sheet"]["orders"])
    named = (sheet.turn, sheet.faction, sheet.campaign)
    campaign = " ".join(case["sheet"]["campaign"].split())
    assert named == (case["sheet"]["turn"], case["sheet"]["faction"], campaign)


def test_the_example_of_the_docs_is_read() -> None:
    page = (CHECKOUT / "docs/how-to/send-orders.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    ((sheet,), findings, _) = read(example)
    assert findings == []
    assert list(orders_of(sheet)) == ["conspiracies", "place"]


def test_signs_between_words_are_no_words() -> None:
    same = ('He said "no" -- twice...', "He said “no” — twice…", "he said « no » – twice …")
    assert len({checksum(it) for it in same}) == 1
    others = ("well-known", "well known", "wellknown", "well-know", "well > known")
    assert len({checksum(it) for it in others}) == len(others)


def test_what_is_not_as_it_was_sent_has_its_line_and_what_it_reads_as() -> None:
    lines = TEXT.splitlines()
    head = "Hi!\n\n"
    changed = TEXT.replace("to the hall", "to the mill")
    sheets, findings, said = read(head + changed)
    assert (sheets, findings) == ((), [("I014", 5, 1)])
    assert said == ["line [3] of the orders is not as it was sent"]
    missing = "\n".join([*lines[:1], *lines[2:], ""])
    assert read(head + missing)[1:] == ([("I014", 5, 1)], ["line [2] of the orders is missing"])
    added = TEXT.replace("[end", "[4] actions.3 id=third order: Home.\n[end")
    assert read(head + added)[1:] == ([("I014", 6, 1)], ["line [4] was added to the orders"])
    counted = re.sub(r"\[end.*\]", "[end]", TEXT)
    assert read(head + counted)[1] == [("I014", 6, 1)]
    # All of them are taken if one says so.
    for text, ids in (
        (changed, ["first", "second"]),
        (missing, ["second"]),
        (added, ["first", "second", "third"]),
        (counted, ["first", "second"]),
    ):
        ((sheet,), findings, _) = read(head + text, as_read=True)
        assert findings == []
        assert [one["id"] for one in orders_of(sheet)["actions"]] == ids


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (TEXT.partition("[end")[0], ("I015", 1, 1)),
        (TEXT.partition("\n")[2], ("I015", 1, 1)),
        (TEXT.partition("\n")[2].partition("[end")[0], ("I015", 1, 1)),
        (f"{TEXT}\nAnd this:\n> [3] actions.3 id=third order: Home.\n", ("I015", 7, 1)),
        (numbered_text(["turn=2 faction=ferry campaign: X", "What is this?"]), ("I015", 2, 1)),
        (numbered_text(["turn=2 faction=ferry campaign: X", "a=1 b", "a=2"]), ("I015", 2, 1)),
        (numbered_text(["turn=2 faction=ferry campaign: X", "a=1", "a/b=2"]), ("I015", 3, 1)),
        (numbered_text(["turn=2 campaign: X", "a=1"]), ("C001", 1, 1)),
        (numbered_text(["turn=x faction=ferry campaign: X", "a=1"]), ("C003", 1, 5)),
        (numbered_text(["turn=2 faction=ferry rolls=1 campaign: X", "a=1"]), ("C002", 1, 26)),
    ],
)
def test_orders_without_their_form_are_refused_whatever_one_says(
    text: str, place: tuple[str, int, int]
) -> None:
    for as_read in (False, True):
        _, findings, _ = read(text, as_read=as_read)
        assert place[:2] in [it[:2] for it in findings]


def test_what_is_wrong_with_a_value_has_the_place_in_the_message() -> None:
    """The orders are wrapped and quoted; what the rules say of `id` is said where it is."""
    text = (
        "Hi!\n> [1] turn=2 faction=ferry\n> campaign: X\n> [2] actions.1\n> id=first order: Go.\n"
    )
    lines = ["turn=2 faction=ferry campaign: X", "actions.1 id=first order: Go."]
    ((sheet,), findings, _) = read(f"{text}> [end {' '.join(map(checksum, lines))}]\n")
    assert findings == []
    places = [
        (row.strip(), at.line, at.column)
        for row, at in zip(sheet.rows, sheet.places[3:], strict=True)
    ]
    assert places == [
        ("orders:", 5, 3),
        ("actions:", 5, 3),
        ("- id: first", 5, 3),
        ('order: "Go."', 5, 12),
    ]


def test_numbers_and_ends_within_texts_are_words() -> None:
    orders = {
        "actions": [
            {"id": "a", "order": "[2] and [3]\n[end]\n[4] [1] turn"},
            {"id": "b", "order": "x y"},
        ]
    }
    ((sheet,), findings, _) = read(sheet_text({**SHEET, "orders": orders}))
    assert findings == []
    assert orders_of(sheet) == orders


def test_footnotes_of_a_mail_are_no_orders() -> None:
    notes = "\n[1] https://example.org/?turn=2\n[2] mailto:ada@example.org\n[12] See: below\n"
    ((sheet,), findings, _) = read(f"As said [1] and [2]:\n{TEXT}{notes}")
    assert (findings, orders_of(sheet)) == ([], SHEET["orders"])


# ── Orders as YAML, as older sheets and game masters write them ──────────────────────────────────

WRAPPED = """\
campaign: The Reed Compact
turn: 2
faction: ferry
orders:
  actions:
    - id: first
      order: We take the bell of the café and row it across the marsh
to the other side before anybody wakes.
    - id: second
      order: Old Marrow goes to the hall.
"""


def test_a_wrapped_line_of_yaml_never_ends_the_orders_silently() -> None:
    assert read(WRAPPED)[:2] == ((), [("I012", 8, 1)])
    last = WRAPPED.partition("    - id: second")[0]
    for rest in ("To the other side.", "Marsh and hall.", "(the old one)", "to the other side."):
        text = last.replace("to the other side before anybody wakes.", rest)
        assert read(f"{text}\nCheers,\nAda\n")[:2] == ((), [("I012", 8, 1)]), rest
        assert read(text.replace(f"\n{rest}", f"\n\n{rest}"))[0] == () or rest[0] in "TM("
    plain = last.replace("\nto the other side before anybody wakes.", ".")
    for end in ("\n\nCheers,\nAda\n", "\n", ""):
        assert len(read(plain.rstrip("\n") + end)[0]) == 1


@pytest.mark.parametrize("mark", ["", "> ", "\u00a0\u00a0", "Turn: 2\nFaction: Ferry\nOrders:\n"])
def test_yaml_survives_what_it_did(mark: str) -> None:
    plain = "turn: 2\nfaction: ferry\norders:\n  actions:\n    - id: first\n      order: Go.\n"
    text = (
        f"{mark}{plain.partition('orders:')[2].lstrip()}"
        if mark.startswith("Turn")
        else "".join(f"{mark}{line}\n" for line in plain.splitlines())
    )
    text = text.replace("Orders:\nactions", "Orders:\n  actions")
    ((sheet,), findings, _) = read(f"Hello,\n\n{text}\nAda\n")
    assert findings == []
    assert orders_of(sheet) == {"actions": [{"id": "first", "order": "Go."}]}
