"""`dice verify` says whether all dice on record are as they should be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chronicle.model import dice
from tests.cli.command_runner import CREEP, TITEL, TITEL_SAID, lay, run


def test_valid_dice_are_verified(here: Path) -> None:
    lay(here / "content", {"turns/002.yaml": "turn: 2\n"})
    ran = run("dice", "verify")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "turn 1: 1 roll, 2 dice computed and 0 from the table",
        "turn 2: 0 rolls, 0 dice computed and 0 from the table",
        "all rolls are correct: 1 roll, 2 dice computed and 0 from the table",
    ]


def test_one_turn_lists_every_digest(here: Path) -> None:
    ran = run("dice", "verify", "--turn", "1")
    seed = dice.turn_seed("one", 1)
    lines = ran.out.splitlines()
    assert lines[1] == f"  seed {seed.hex()}"
    faces = [dice.die_face(seed, "1/vael/creep/pool", index, 6) for index in range(2)]
    told = " ".join(map(str, faces))
    assert lines[3] == f"1/vael/creep/pool: {told} (d6, computed: confirmed)"
    assert lines[4].startswith("  1/vael/creep/pool·0·0  ")
    assert [line.split()[2] for line in lines[4:6]] == [str(face) for face in faces]
    assert here.is_dir()


def test_recorded_dice_are_marked(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": CREEP + "rolls: {vael/creep/pool: [6, 6]}\n"})
    ran = run("dice", "verify", "--turn", "1")
    assert "1/vael/creep/pool: 6 6 (d6, from the table: as written)\n" in ran.out
    assert ran.out.endswith("1 roll, 0 dice computed and 2 from the table\n")


def test_wrong_dice_are_an_internal_error(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thrown = dice.die_face
    monkeypatch.setattr(dice, "die_face", lambda *asked: thrown(*asked) % asked[-1] + 1)
    ran = run("dice", "verify")
    assert ran.code == 70
    assert "1/vael/creep/pool is wrong: recomputed: " in ran.err
    shape = json.loads(run("dice", "verify", "--json").out)
    assert shape["right"] is False
    assert shape["turns"][0]["rolls"][0]["verdict"] == "other faces"
    assert here.is_dir()


def test_an_unknown_turn_is_a_usage_error(here: Path) -> None:
    ran = run("dice", "verify", "--turn", "2")
    assert (ran.code, ran.out) == (2, "")
    assert "the last turn of the campaign is 1" in ran.err
    (here / "content" / "turns" / "001.yaml").unlink()
    assert run("dice", "verify").out == "no dice were rolled\n"


def test_mistakes_are_reported_before_dice(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    ran = run("dice", "verify")
    assert (ran.code, ran.out, ran.err) == (1, "", TITEL_SAID)
