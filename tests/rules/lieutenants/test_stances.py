"""Lying in wait (L-ACT-AMBUSH, L-ACT-BLOCK, L-TURN-5): what each result means to those who come.

The Oru's Fox waits at the ford with the giants, Vael's Kess comes from the field with the knives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from chronicle.records import replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants.actions.stance import StanceOrder
from chronicle.rules.lieutenants.events import Acted
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import Asset, Stance
from tests.rules.lieutenants.ford_encounter import (
    FOX,
    GIANTS,
    GO,
    KESS,
    KNIVES,
    STANCE,
    WAIT,
    board_of,
    went,
)
from tests.rules.lieutenants.two_faction_boards import lieutenant

# The two checks, figure by figure


def test_those_of_the_stance_who_are_elsewhere_do_not_count() -> None:
    away = replace(GIANTS, at="inn")
    (met, *_) = went(board_of(replace(WAIT, kind="block"), over=[away]), GO, {STANCE: (1, 1)})
    assert [part.value for part in met.rolls[0].modifiers][:2] == [3, 1]


# Which stances interrupt


def second(at: str = "ford", **fields: Any) -> tuple[Stance, Sequence[Asset]]:
    """A stance of the watch's serjeant."""
    serjeant = lieutenant("serjeant", 3, at=at, faction="watch")
    stance = Stance("serjeant", "watch", "ambush", at, (), ("vael",), "cautious")
    return replace(stance, **fields), [serjeant]


def test_who_is_stopped_by_one_stance_meets_no_other() -> None:
    other, over = second()
    events = went(board_of(WAIT, other, over=over), GO, {STANCE: (2, 4)})
    assert [event.id.rsplit("/", 1)[-1] for event in events] == ["stance-fox", "go"]


#: Why somebody is not met: the stance, and what is else on the board.
UNMET: Final[list[tuple[str, Stance, Sequence[Asset], dict[str, Any]]]] = [
    ("lies in wait elsewhere", replace(WAIT, at="inn"), [replace(FOX, at="inn")], {}),
    ("lies in wait for others", replace(WAIT, against=("watch",)), [], {}),
    ("has been taken away", WAIT, [replace(FOX, at="inn")], {}),
    ("is lost", WAIT, [replace(FOX, condition="lost")], {}),
    ("is a prisoner", WAIT, [replace(FOX, held_by="watch")], {}),
    ("is distracted", WAIT, [], {"benched": frozenset({"fox"})}),
]


@pytest.mark.parametrize(
    ("stance", "over", "fields"), [row[1:] for row in UNMET], ids=[row[0] for row in UNMET]
)
def test_a_stance_member_who_cannot_act_meets_nobody(
    stance: Stance, over: Sequence[Asset], fields: dict[str, Any]
) -> None:
    (moved,) = went(board_of(stance, over=over, **fields), GO)
    assert isinstance(moved, Acted)
    assert moved.outcome == "done"


def test_a_lieutenant_already_there_triggers_no_stance() -> None:
    here: list[Asset] = [replace(KESS, at="ford"), replace(KNIVES, at="ford")]
    (moved,) = went(board_of(over=here), GO)
    assert isinstance(moved, Acted)
    assert (moved.outcome, moved.changes) == ("done", ())


# How stances begin and end (L-TURN-5)

LURK: Final = Order(
    "oru",
    "lurk",
    "fox",
    "ambush",
    StanceOrder("ambush", ("vael",), "aggressive"),
    at="inn",
    units=("giants",),
)
LURKING: Final = Stance("fox", "oru", "ambush", "inn", ("giants",), ("vael",), "aggressive")


def test_a_stance_taken_again_lasts_and_is_the_last() -> None:
    other, over = second()
    state = board_of(
        LURKING, other, over=[replace(FOX, at="inn"), replace(GIANTS, at="inn"), *over]
    )
    (event,) = went(state, LURK)
    assert list(apply_changes(state, event.changes).stances) == ["serjeant", "fox"]
