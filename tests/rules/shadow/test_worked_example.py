"""The worked example of the rules (S-EX), with dice given so that it comes out as it was told."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

from chronicle.records import Record
from chronicle.rules.shadow.actions.mobilize import MobilizeResult
from chronicle.rules.shadow.actions.raise_influence import RaiseResult
from chronicle.rules.shadow.events import Conspired
from chronicle.rules.shadow.state import State
from tests.folders import read_campaign
from tests.small_campaign import play_files

#: The board that the example speaks of. What it leaves open is filled in so that it bears no dice:
#: the sphere next to Peak Raver, where Brahinzas has Influence beside the mountains, and one next
#: to the forest. All begin with two dice and conspire in the order of the example.
BOARD: Final = read_campaign(Path(__file__).parent / "worked_example")


class Told(Record):
    """What the example tells of one conspiracy: pools, outcome, and dice won and lost."""

    order: str
    pools: tuple[int, ...]
    won: bool
    dice: dict[str, int]


EXAMPLE: Final = (
    # Inigo 1 there, 2 in neighbouring Gaaz Ulul, stake 1: three, and the Life Guards take one.
    Told("inigo/smuggle", (2,), False, {"inigo": -1, "puzursin": 1}),
    # Puzursin 1 there, 2 next door, stake 1: three. The stake stays, and the level comes on top.
    Told("puzursin/commander", (3,), True, {"puzursin": 2, "chalice": -2}),
    Told("puzursin/levy", (), True, {}),
    # Brahinzas has two dice before the stake, which is lost to the Chalice.
    Told("brahinzas/hold", (3,), False, {"brahinzas": -1, "chalice": 1}),
    # 1 there, 2 in Guidena, stake 1, against Influence 2 and the actor, who can't stake at all.
    Told("brahinzas/rival", (3, 3), False, {"brahinzas": -1, "namtila": 1}),
    # Influence of 1 next door lends no die: the stake is the whole pool.
    Told("namtila/forest", (1,), True, {"namtila": 1, "chalice": -1}),
)


@lru_cache(maxsize=1)
def _steps() -> tuple[tuple[State, Conspired], ...]:
    # Laid over nothing: the sound campaign's powers have no place in the example.
    played_turn = play_files(BOARD, over={}).history.turns[0]
    return tuple(
        (step.before, step.event) for step in played_turn.steps if isinstance(step.event, Conspired)
    )


def _accounts(state: State) -> Counter[str]:
    pools = {power.id: power.dice for power in state.powers.values()}
    return Counter({**pools, "chalice": state.chalice})


def test_the_conspiracies_come_in_the_order_of_the_example() -> None:
    orders = [f"{event.power}/{event.order}" for _, event in _steps()]
    assert orders == [told.order for told in EXAMPLE]


@pytest.mark.parametrize(
    ("number", "told"), tuple(enumerate(EXAMPLE, 1)), ids=lambda part: f"S-EX-{part}"
)
class TestExample:
    def test_pools_are_as_large_as_told(self, number: int, told: Told) -> None:
        _, event = _steps()[number - 1]
        assert tuple(len(roll.faces) for roll in event.rolls) == told.pools

    def test_it_comes_out_as_told(self, number: int, told: Told) -> None:
        _, event = _steps()[number - 1]
        assert (event.outcome == "success") is told.won

    def test_dice_go_where_told_and_nowhere_else(self, number: int, told: Told) -> None:
        before, event = _steps()[number - 1]
        changed = _accounts(event.applied(before))
        changed.subtract(_accounts(before))
        assert {name: dice for name, dice in changed.items() if dice} == told.dice


def test_influence_and_strength_change_where_told() -> None:
    found = {f"{event.power}/{event.order}": event for _, event in _steps()}
    assert found["puzursin/commander"].details == RaiseResult(level=2, before=1)
    assert found["puzursin/levy"].details == MobilizeResult(before=1, after=2)
    assert found["namtila/forest"].details == RaiseResult(level=1, before=0)


def test_the_round_leaves_these_pools() -> None:
    # Brahinzas holds most Influence (6 to 4, 4 and 3) and takes a die at the end (S-ROUND-6).
    left = play_files(BOARD, over={}).history.turns[0].after
    assert _accounts(left) == Counter(inigo=1, puzursin=5, brahinzas=1, namtila=4, chalice=7)


def test_the_board_is_left_as_told() -> None:
    left = play_files(BOARD, over={}).history.turns[0].after
    powers = left.powers
    assert powers["inigo"].influence == {"krindenmaar": 1, "gaaz-ulul": 2}
    assert powers["puzursin"].influence == {"peak-raver": 2, "border": 2}
    assert powers["brahinzas"].influence == {
        "matagde": 1,
        "pjullo": 2,
        "frimboline": 1,
        "guidena": 2,
    }
    assert powers["namtila"].influence == {"frimboline": 2, "glade": 1, "tocme": 1}
    assert powers["puzursin"].resources["mercenaries"].strength == 2
    assert powers["namtila"].actor.active
