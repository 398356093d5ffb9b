"""`dice sheet` prints the lines of `rolls:` to fill in, and writes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from tests.cli.command_runner import CREEP, TITEL, TITEL_SAID, lay, run
from tests.docs.campaigns import first_campaign
from tests.docs.pages import fences
from tests.folders import files_in
from tests.sample_campaigns import SAMPLES, write_files

PAGE: Final = "docs/how-to/dice-from-the-table.md"
TURN: Final = Path("content/turns/001.yaml")
ASKING: Final = CREEP.replace("turn: 1\n", "turn: 1\ndice: ask\n")
LINES: Final = "rolls:\n  vael/creep/pool: []  #: 2d6\n"
SHEET: Final = f"""\
Turn 1: throw these dice.

vael/creep/pool: 2d6  __ __
  House Vael, Raise Influence
  +1 Influence in the Harbour, +1 Lady Vael is there

Write the faces between the brackets and put the lines into content/turns/001.yaml:

{LINES}"""


@pytest.mark.usefixtures("here")
def test_the_sheet_is_printed_and_nothing_is_written() -> None:
    before = files_in(Path())
    ran = run("dice", "sheet")
    assert (ran.code, ran.out, ran.err) == (0, SHEET, "")
    assert run("dice", "sheet", "--turn", "1").out == SHEET
    assert files_in(Path()) == before


@pytest.mark.usefixtures("here")
def test_the_lines_can_be_put_into_the_file_as_printed() -> None:
    TURN.write_text(CREEP + LINES, encoding="utf-8")
    ran = run("check")
    assert ran.code == 1
    assert "N008: the faces of this roll are missing; it takes 2 dice" in ran.out + ran.err
    TURN.write_text(CREEP + LINES.replace("[]", "[4, 2]"), encoding="utf-8")
    assert run("check").code == 0
    assert run("dice", "sheet").out == (
        "Turn 1 has all its dice.\n\nrolls:\n  vael/creep/pool: [4, 2]\n"
    )


@pytest.mark.usefixtures("here")
def test_unused_and_unfit_lines_are_marked() -> None:
    rolls = "rolls: {vael/creep/pool: [4], oru/push/pool: [6, 1]}\n"
    TURN.write_text(CREEP + rolls, encoding="utf-8")
    out = run("dice", "sheet").out
    assert "\n  not [4], as written\n" in out
    assert "\nThe turn does not use these lines:\n  oru/push/pool: [6, 1]\n" in out
    assert out.endswith(f"\n\n{LINES}")


@pytest.mark.usefixtures("here")
def test_a_turn_without_rolls_needs_no_dice() -> None:
    TURN.write_text("turn: 1\n", encoding="utf-8")
    assert run("dice", "sheet").out == "Turn 1 needs no dice.\n"


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_sheet_has_words_for_every_modifier(sample: str) -> None:
    ran = run("dice", "sheet", str(SAMPLES[sample]))
    assert ran.code == 0
    assert "error" not in ran.err
    assert "\\u000" not in ran.out, "names in words of the theme have marks that nobody sees"


@pytest.mark.usefixtures("here")
def test_the_sheet_as_json() -> None:
    shape = json.loads(run("dice", "sheet", "--json").out)
    (roll,) = shape["rolls"]
    assert (roll["id"], roll["state"], roll["faces"]) == ("vael/creep/pool", "needed", [])
    assert roll["dice"] == [{"count": 2, "sides": 6}]
    assert (roll["points"], roll["settled"], roll["share"]) == (None, True, 1)
    assert [part["value"] for part in roll["modifiers"]] == [1, 1]


def test_mistakes_and_unknown_turns_are_reported(here: Path) -> None:
    assert run("dice", "sheet", "--turn", "2").code == 2
    lay(here / "content", {"turns/001.yaml": TITEL})
    ran = run("dice", "sheet")
    assert (ran.code, ran.out, ran.err) == (1, "", TITEL_SAID)
    TURN.unlink()
    assert run("dice", "sheet").code == 2


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("command", [["build"], ["check"], ["deploy", "--dry-run"]])
def test_nothing_is_made_of_a_turn_that_waits_for_dice(command: list[str]) -> None:
    TURN.write_text(ASKING, encoding="utf-8")
    before = files_in(Path())
    ran = run(*command)
    assert ran.code != 0
    assert "N015" in ran.out + ran.err
    assert "vael/creep/pool: []  #: 2d6" in ran.out + ran.err
    assert files_in(Path()) == before


@pytest.mark.usefixtures("here")
def test_the_next_turn_asks_as_the_last_one_did() -> None:
    TURN.write_text(ASKING + "rolls: {vael/creep/pool: [4, 2]}\n", encoding="utf-8")
    assert "\ndice: ask" in run("turn", "new", "--dry-run").out
    TURN.write_text(CREEP, encoding="utf-8")
    assert "dice: ask" not in run("turn", "new", "--dry-run").out


def test_the_documented_sheet_is_printed_as_shown(here: Path) -> None:
    shown = [fence for fence in fences(PAGE) if fence.get("title")]
    turn = next(fence.text for fence in shown if fence.get("finding") == "N015")
    files = {**first_campaign(), "turns/002.yaml": turn.replace("dice: ask\n", "")}
    write_files({path: text.encode() for path, text in files.items()}, here / "my-campaign")
    expected = next(fence.text for fence in shown if fence.get("title") == "a dice sheet")
    assert run("dice", "sheet", "my-campaign").out == expected
