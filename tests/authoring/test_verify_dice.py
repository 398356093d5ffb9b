"""Dice on record are thrown once more by other means, and what is wrong is found."""

from __future__ import annotations

import hmac
import shutil
import subprocess
from typing import Any, Final

import pytest
from click.testing import CliRunner

from chronicle.authoring.verify_dice import draws_of, hmac_sha256, seed_of, verify_rolls
from chronicle.cli.main import main
from chronicle.model.dice import Roll, die_face, turn_seed
from chronicle.pipeline import PlayedCampaign
from chronicle.records import replace
from chronicle.rules.shadow.events import Conspired
from tests.docs.pages import ROOT, fences
from tests.small_campaign import play_files

TURN = """\
turn: 1
orders:
  vael:
    conspiracies:
      - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
  oru:
    conspiracies:
      - {id: push, action: raise, resource: giants, to: 2, narrative: They push.}
"""


def played(*, table: str = "") -> PlayedCampaign:
    return play_files({"turns/001.yaml": TURN + table})


def altered(found: PlayedCampaign, event: str, **changes: Any) -> PlayedCampaign:
    """The same history with the first roll of an event changed."""
    (played_turn,) = found.history.turns
    steps = []
    for step in played_turn.steps:
        if step.event.id == event:
            assert isinstance(step.event, Conspired)
            first, *others = step.event.rolls
            # The names and values of fields come from the tests below, as text.
            roll: Roll = replace(first, **changes)
            steps.append(replace(step, event=replace(step.event, rolls=(roll, *others))))
        else:
            steps.append(step)
    turns = (replace(played_turn, steps=tuple(steps)),)
    return replace(found, history=replace(found.history, turns=turns))


def verdicts(found: PlayedCampaign) -> list[str]:
    return [roll.verdict for one in verify_rolls(found) for roll in one.rolls]


@pytest.mark.parametrize("length", [0, 1, 31, 32, 63, 64])
@pytest.mark.parametrize("message", [b"", b"turn 1", b"\0" * 70, bytes(range(256))])
def test_the_digest_matches_the_standard_library(length: int, message: bytes) -> None:
    key = bytes(range(length))
    assert hmac_sha256(key, message) == hmac.digest(key, message, "sha256")


@pytest.mark.parametrize("seed", ["one", "any words you like", "Grüße, 🎲"])
def test_the_reported_turn_seed_is_the_one_used(seed: str) -> None:
    assert [seed_of(seed, n) for n in (1, 2, 30)] == [turn_seed(seed, n) for n in (1, 2, 30)]


@pytest.mark.parametrize("sides", [2, 6, 10, 2**63 + 1])
def test_the_reported_draws_yield_the_rolled_faces(sides: int) -> None:
    """The last is not a real die: nearly half of all its draws are made again."""
    seed = turn_seed("one", 1)
    draws = list(draws_of(seed, "1/oru/é/pool", 12, sides))
    faces = [die_face(seed, "1/oru/é/pool", index, sides) for index in range(12)]
    assert [draw.face for draw in draws if draw.face] == faces
    assert any(draw.message[2] for draw in draws) == (sides > 10)


def test_unmodified_dice_are_verified() -> None:
    found = verify_rolls(played(table="rolls: {oru/push/pool: [6]}\n"))
    (one,) = found
    assert one.seed == turn_seed("one", 1).hex()
    assert {roll.id: (roll.source, roll.verdict) for roll in one.rolls} == {
        "1/vael/creep/pool": ("computed", "right"),
        "1/oru/push/pool": ("table", "right"),
    }
    assert {roll.id: len(roll.draws) for roll in one.rolls}["1/oru/push/pool"] == 0
    assert one.dice("table") == 1
    assert one.wrong == ()


@pytest.mark.parametrize(
    ("event", "changes", "verdict"),
    [
        ("1/vael/creep", {"faces": (6, 6, 6, 6, 6, 6, 6)}, "other faces"),
        ("1/vael/creep", {"source": "table"}, "not as written"),
        ("1/vael/creep", {"id": "2/vael/creep/pool"}, "name of another"),
        ("1/vael/creep", {"id": "1/oru/push/pool"}, "name of another"),
        ("1/oru/push", {"faces": (5,)}, "not as written"),
    ],
)
def test_modified_dice_are_found(event: str, changes: dict[str, object], verdict: str) -> None:
    found = altered(played(table="rolls: {oru/push/pool: [6]}\n"), event, **changes)
    assert verdict in verdicts(found)
    assert {roll.id for one in verify_rolls(found) for roll in one.wrong} <= {
        changes.get("id"),
        f"{event}/pool",
    }


def test_one_turn_can_be_asked_for() -> None:
    found = play_files({"turns/001.yaml": TURN, "turns/002.yaml": "turn: 2\n"})
    assert [one.turn for one in verify_rolls(found)] == [1, 2]
    assert [one.turn for one in verify_rolls(found, 2)] == [2]


# ── What the docs show ───────────────────────────────────────────────────────────────────────────

PAGE: Final = "docs/explanation/dice.md"


def shown(title: str) -> str:
    """A block of the page."""
    return next(fence.text for fence in fences(PAGE) if fence.get("title") == title)


def test_the_documented_roll_is_printed_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    ran = CliRunner().invoke(main, ["dice", "verify", "content/vaime", "--turn", "3"])
    assert shown("a roll as it is printed") in ran.stdout
    number = int(shown("a roll as it is printed").split("·0·0  ")[1][:16], 16)
    assert f"`0x{number:x} % 6 + 1` is {number % 6 + 1}" in (ROOT / PAGE).read_text("utf-8")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl here")
def test_an_external_tool_gives_the_documented_digest() -> None:
    ran = subprocess.run(
        ["sh", "-e", "-c", shown("the digest by another tool")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split()[-1] in shown("a roll as it is printed")
