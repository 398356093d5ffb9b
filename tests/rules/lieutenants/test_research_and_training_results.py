"""What each result of research and training comes to, and what work earns (L-ACT)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from chronicle.records import replace
from chronicle.rules.lieutenants.events import WorkDetails
from chronicle.rules.lieutenants.orders import Order, WorkOrder
from chronicle.rules.lieutenants.state import (
    Unit,
)
from tests.rules.lieutenants.boards import (
    board,
    order,
    played,
    unit,
)


def working(*names: str, selective: tuple[str, ...] = (), at: str = "mill") -> Order:
    return order("work", WorkOrder(selective), units=names, against="", at=at)


def gang(*levels: int) -> tuple[Unit, ...]:
    return tuple(unit(f"gang-{n}", level=level) for n, level in enumerate(levels, start=1))


GANG = ("gang-1", "gang-2", "gang-3")


class TestWork:
    @pytest.mark.parametrize(
        ("levels", "selective", "earned"),
        [
            pytest.param((4, 4, 6), (), 7, id="L-ACT-WORK 4 4 6"),
            pytest.param((4, 4, 6), ("gang-3",), 5, id="L-ACT-WORK 4 4 and a selective 6"),
            pytest.param((3, 3, 3), (), 4, id="L-ACT-WORK rounded down once"),
            pytest.param((3, 3, 3), GANG, 2, id="L-ACT-WORK all selective"),
            pytest.param((1, 0, 0), (), 0, id="L-ACT-WORK next to nothing"),
        ],
    )
    def test_so_much_is_earned(
        self, levels: tuple[int, ...], selective: tuple[str, ...], earned: int
    ) -> None:
        found = played(board(*gang(*levels)), working(*GANG, selective=selective))
        assert found.capital() == earned
        assert isinstance(found.acted.details, WorkDetails)
        assert found.acted.details.earned == earned
        assert found.acted.rolls == ()

    @pytest.mark.parametrize(
        ("factor", "cap", "earned"),
        [
            (Fraction(1, 2), None, 3),
            (Fraction(2), None, 15),
            (Fraction(1), 5, 5),
            (Fraction(0), 5, 0),
        ],
    )
    def test_a_locale_scales_and_caps_it(
        self, factor: Fraction, cap: int | None, earned: int
    ) -> None:
        state = board(*gang(4, 5, 6))
        town = replace(state.places["town"], work_factor=factor, work_cap=cap)
        assert played(state.with_place(town), working(*GANG)).capital() == earned

    def test_who_has_fallen_earns_nothing(self) -> None:
        fallen = replace(unit("gang-1", level=6), condition="destroyed")
        assert played(board(fallen, unit("gang-2", level=4)), working(*GANG)).capital() == 2
