"""Dice: each face follows from the seed, the roll's id and its position, and from nothing else."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Mapping

import pytest

from chronicle.model.dice import Dice, die_face, turn_seed
from tests.small_campaign import play_files

SEED = turn_seed("one", 1)


def by_hand(campaign: str, turn: int, roll: str, index: int, sides: int) -> int:
    """A face computed as the docs describe it, with nothing of the module under test."""
    key = hashlib.sha256(b"chronicle dice 1\0" + campaign.encode()).digest()
    seed = hmac.new(key, f"turn {turn}".encode(), hashlib.sha256).digest()
    for attempt in range(100):
        text = roll.encode() + b"\0" + str(index).encode() + b"\0" + str(attempt).encode()
        draw = int.from_bytes(hmac.new(seed, text, hashlib.sha256).digest()[:8], "big")
        if draw < 2**64 - 2**64 % sides:
            return draw % sides + 1
    raise AssertionError


@pytest.mark.parametrize("sides", [2, 6, 8, 10, 20])
@pytest.mark.parametrize("roll", ["1/vael/creep/pool", "7/oru/é/attack"])
def test_a_face_can_be_computed_by_hand(roll: str, sides: int) -> None:
    for index in range(5):
        assert die_face(SEED, roll, index, sides) == by_hand("one", 1, roll, index, sides)


def test_every_face_comes_up_about_as_often() -> None:
    count = Counter(die_face(SEED, f"1/x/{roll}/pool", 0, 6) for roll in range(6000))
    assert set(count) == {1, 2, 3, 4, 5, 6}
    # Chi-squared with 5 degrees of freedom: 20.5 is passed by one fair die in a thousand.
    assert sum((seen - 1000) ** 2 / 1000 for seen in count.values()) < 20.5


def test_a_draw_that_would_bias_towards_low_faces_is_rejected() -> None:
    # A "die" of 2**63 + 1 sides: nearly half of all draws lie beyond its largest multiple.
    sides = 2**63 + 1
    faces = [die_face(SEED, f"1/x/{roll}/pool", 0, sides) for roll in range(40)]
    assert max(faces) <= sides
    assert faces == [by_hand("one", 1, f"1/x/{roll}/pool", 0, sides) for roll in range(40)]


def test_a_turn_has_dice_of_its_own() -> None:
    assert turn_seed("one", 1) != turn_seed("one", 2) != turn_seed("two", 2)


def test_recorded_faces_are_used_only_if_they_match_the_roll() -> None:
    dice = Dice(SEED, 1, {"a/b/pool": (6, 1), "a/c/pool": (7,), "a/d/pool": (1, 2)})
    assert dice.throw("a/b/pool", 2, 6) == ((6, 1), "table")
    assert dice.throw("a/c/pool", 1, 6)[1] == "computed"
    assert dice.throw("a/d/pool", 3, 6)[1] == "computed"
    assert dice.throw("a/e/pool", 0, 6) == ((), "computed")


ORDERS: Mapping[str, str] = {
    "vael": """\
  vael:
    conspiracies:
      - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
""",
    "oru": """\
  oru:
    conspiracies:
      - {id: push, action: raise, resource: giants, to: 2, narrative: They push.}
""",
    "oru with more": """\
  oru:
    actor: vale
    conspiracies:
      - {id: push, action: raise, resource: giants, to: 2, narrative: They push.}
    assist: {sphere: marsh, request: A lamp.}
""",
}


def rolls_of(*orders: str, before: str = "") -> dict[str, tuple[int, ...]]:
    """The rolls of a turn with these orders, by id."""
    text = f"turn: 1\n{before}orders:\n" + "".join(ORDERS[name] for name in orders)
    played_turn = play_files({"turns/001.yaml": text}).history.turns[0]
    return {roll.id: roll.faces for step in played_turn.steps for roll in step.event.rolls}


def test_adding_an_order_changes_no_other_roll() -> None:
    both = rolls_of("vael", "oru")
    assert both.keys() == {"1/vael/creep/pool", "1/oru/push/pool"}
    assert rolls_of("oru", "vael") == both
    assert rolls_of("vael", "oru with more") == both
    assert rolls_of("vael", "oru", before="news: [{for: gm, text: Nothing.}]\n") == both
    alone = rolls_of("vael")
    assert alone == {"1/vael/creep/pool": both["1/vael/creep/pool"]}


def test_enlarging_a_pool_keeps_its_earlier_faces() -> None:
    dice = Dice(SEED, 1)
    assert dice.throw("a/b/pool", 5, 6)[0][:3] == dice.throw("a/b/pool", 3, 6)[0]
