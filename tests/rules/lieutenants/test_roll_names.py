"""A roll that is called after somebody else's lieutenant goes without its name, whoever sees it."""

from __future__ import annotations

import pytest

from chronicle.model.dice import Roll
from chronicle.model.facts import Facts
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.tellings.rolls import rolls_for_owner
from tests.rules.lieutenants.boards import board, lieutenant

ID = "1/vael/go/flight-fox"
ROLL = Roll(ID, 6, (3, 4), "table", (), Facts(total=7))


@pytest.mark.parametrize(
    ("faction", "gm", "named", "shown"),
    [
        ("vael", False, True, ""),  # it is the others' lieutenant
        ("oru", False, True, ID),  # it is their own
        ("oru", False, False, ""),  # but not their order
        ("", False, True, ""),
        ("", True, True, ID),
    ],
)
def test_each_reader_sees_the_roll_name_they_may_know(
    faction: str, gm: bool, named: bool, shown: str
) -> None:
    state = board(lieutenant("fox", faction="oru"))
    (roll,) = rolls_for_owner(BoardView(state, state, faction, gm), (ROLL,), named=named)
    assert (roll.id, roll.faces) == (shown, ROLL.faces)


def test_a_roll_that_only_ends_like_a_lieutenant_keeps_its_name() -> None:
    state = board(lieutenant("ox", faction="oru"))
    (roll,) = rolls_for_owner(BoardView(state, state, "vael", gm=False), (ROLL,))
    assert roll.id == ID
