"""The result of a paste is the orders of the factions it names, or findings, and nothing else."""

from __future__ import annotations

import io
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from chronicle.authoring.import_orders import OrdersImport, import_orders
from chronicle.authoring.pasted_orders import parse_pasted_orders
from chronicle.authoring.turn_file import new_turn_file
from chronicle.diagnostics.report import Report
from chronicle.seal import Keys, open_orders, orders_private_key
from chronicle.seal.sealed_orders import public_key_of, seal_orders
from tests.small_campaign import findings_of, play_files, tree_of

SCALAR: Final = orders_private_key(Keys(bytes(32)))
TURN: Final = """\
turn: 1
orders:
  oru:   # by letter
    conspiracies:
      - {id: grow, action: raise, resource: giants, to: 5, narrative: They grow.}
  # The house has not answered.
  vael:
    conspiracies:
      # - {id: eyes, action: raise, resource: eyes, to: 2}
notes: Ask Ada.
"""
CREEP: Final = (
    "turn: 1\nfaction: vael\norders:\n  conspiracies:\n"
    "    - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}\n"
)
SEALED: Final = seal_orders(CREEP, public_key_of(SCALAR), 3)
PIECES: Final = (
    *("turn: 1\n", "turn: 2\n", "turn: 99\n", "campaign: Crowns\n", "faction: vael\n"),
    *("faction: oru\n", "faction: gm\n", "orders:\n", "orders: {}\n", "orders: [", "orders: &a\n"),
    *("  conspiracies:\n", "    - {id: a, action: raise, resource: eyes, to: 2}\n", "  a: *a\n"),
    *("  ? x\n  : y\n", "  vael:\n", "oru:\n  go: []\n", "rolls: {}\n", "# note\n", "\n", "  "),
    *(
        "```\n",
        "---\n",
        "...\n",
        "> ",
        "\t",
        "\u00a0",
        "\u200b",
        "\u2028",
        "\r\n",
        "\x00",
        "\ufeff",
    ),
    *("|\n", ">\n", "'", '"', "{", "}", "!!int ", "%YAML 1.1\n", "Hi,\n", CREEP, SEALED),
    *(SEALED[:90], SEALED[-90:], CREEP.replace("\n", "\n> ")),
)
pastes = st.one_of(
    st.binary(max_size=200),
    st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=14).map(
        lambda parts: "".join(parts).encode("utf-8", "replace")
    ),
)


def brought(paste: bytes, turn: str | None = TURN) -> tuple[OrdersImport | None, Report]:
    tree, report = tree_of({} if turn is None else {"turns/001.yaml": turn}), Report()
    sheets = parse_pasted_orders(paste, "sent", lambda armour: open_orders(armour, SCALAR), report)
    found = import_orders(tree, sheets, report, lambda _: "later") if sheets else None
    return found, report


def loaded(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(io.StringIO(text))


@settings(max_examples=600, deadline=None)
@given(pastes)
def test_arbitrary_pasted_text_never_fails_or_changes_other_orders(paste: bytes) -> None:
    found, report = brought(paste)
    if found is None:
        assert report.has_errors
        return
    before, after = loaded(found.before), loaded(found.after)
    was, now = before.pop("orders") or {}, after.pop("orders")
    assert before == after
    others = {*was, *now} - {*found.factions}
    assert {one: was[one] for one in others} == {one: now[one] for one in others}


def test_generated_pastes_include_valid_orders() -> None:
    """Otherwise the law above would test nothing."""
    for paste in (CREEP, SEALED, "Hi,\n> " + CREEP.replace("\n", "\n> ")):
        found, report = brought(paste.encode())
        assert found is not None, report.findings
        assert found.factions == ("vael",)
        assert loaded(found.after)["orders"]["vael"] == loaded(CREEP)["orders"]


def test_the_rest_of_the_file_is_unchanged() -> None:
    found, _ = brought(CREEP.encode())
    assert found is not None
    creep = "".join(f"  {line}\n" for line in CREEP.splitlines()[3:])
    kept, _, own = TURN.partition("  vael:\n")
    # The comment is not the program's.
    comment = own.splitlines()[1].strip()
    assert found.after == f"{kept}  {comment}\n  vael:\n{creep}notes: Ask Ada.\n"


def test_comments_of_the_author_outlive_those_of_a_new_turn() -> None:
    _, begun = new_turn_file(play_files({}))
    (head,) = [line for line in begun.splitlines() if line.startswith("  vael:")]
    turn = begun.replace(head, "  vael:  # ask Bo\n    # They are tired.")
    found, report = brought(CREEP.encode(), f"# Mine.\n---\n{turn}")
    assert found is not None, report.findings
    creep = "".join(f"  {line}\n" for line in CREEP.splitlines()[3:])
    assert f"  # They are tired.\n  vael:  # ask Bo\n{creep}" in found.after
    assert found.after.startswith("# Mine.\n---\n")
    section = turn.partition("  vael:")[2].partition("\n  oru:")[0].partition("\nrumors:")[0]
    suggested = [line for line in section.splitlines() if line.lstrip().startswith("# -")]
    assert suggested
    assert not any(line in found.after.partition("  vael:")[2] for line in suggested)


def test_a_missing_turn_file_is_created() -> None:
    found, _ = brought(CREEP.encode(), None)
    assert found is not None
    assert (found.path, found.is_new, found.turn) == ("turns/001.yaml", True, 1)
    assert loaded(found.after)["orders"]["vael"] == loaded(CREEP)["orders"]
    assert "oru" in loaded(found.after)["orders"]


def test_mistakes_of_other_factions_neither_block_nor_hide() -> None:
    amiss = TURN.replace("resource: giants", "resource: dwarfs")
    found, report = brought(CREEP.encode(), amiss)
    assert found is not None
    assert report.findings == ()
    wrong = CREEP.replace("eyes", "ears")
    found, report = brought(wrong.encode(), amiss)
    assert found is None
    assert [(one.at and one.at.path, one.at and one.at.line) for one in report.findings] == [
        ("sent", 5)
    ]


def test_findings_that_imported_orders_cause_elsewhere_are_reported() -> None:
    sound = TURN.replace("to: 5", "to: 2")
    rolled = sound + "rolls: {oru/grow/pool: [1]}\n"
    assert findings_of({"turns/001.yaml": rolled}) == ()
    staked = (
        "turn: 1\nfaction: oru\norders:\n  conspiracies:\n    - {id: grow, action: raise,"
        " resource: giants, to: 2, stake: 1, narrative: They grow.}\n"
    )
    found, report = brought(staked.encode(), rolled)
    assert found is None
    assert [one.code for one in report.findings] == ["N008"]


def test_orders_are_imported_before_dice_are_thrown() -> None:
    asked = TURN.replace("turn: 1\n", "turn: 1\ndice: ask\n").replace("to: 5", "to: 2")
    found, report = brought(CREEP.encode(), asked)
    assert report.findings == ()
    assert found is not None
    assert loaded(found.after)["orders"]["vael"] == loaded(CREEP)["orders"]


def test_earlier_turns_must_be_valid() -> None:
    tree, report = tree_of({"turns/001.yaml": TURN.replace("giants", "dwarfs")}), Report()
    sheets = parse_pasted_orders(CREEP.replace("turn: 1", "turn: 2").encode(), "sent", None, report)
    assert import_orders(tree, sheets, report) is None
    assert [one.at and one.at.path for one in report.findings] == ["turns/001.yaml"]
