"""What each result of dealings with an NPC faction comes to, and who learns (L-ACT, L-INF-3)."""

from __future__ import annotations

from typing import Any, Final

from chronicle.rules.lieutenants.events import InfluenceDetails
from chronicle.rules.lieutenants.orders import InfluenceOrder
from chronicle.rules.lieutenants.state import FactionState, State
from tests.rules.lieutenants.boards import (
    Played,
    board,
    faction,
    order,
    played,
    unit,
)

#: How much influence is held on these boards: enough for whatever is asked.
HELD: Final = 30


def held(points: int, **more: Any) -> FactionState:
    return faction("vael", influence={"watch": points} if points else {}, **more)


def rich(*assets: Any, **more: Any) -> State:
    return board(*assets, factions=(held(HELD),), **more)


def details_of(found: Played) -> InfluenceDetails:
    assert isinstance(found.acted.details, InfluenceDetails)
    return found.acted.details


class TestClaim:
    def test_after_a_catastrophe_it_backs_the_owner(self) -> None:
        given = order("claim", InfluenceOrder("watch", thing="mill"), pay="influence")
        assert details_of(played(rich(), given, check="complete-failure")).backs == "oru"
        unit_of = order("claim", InfluenceOrder("watch", thing="giants"), pay="influence")
        state = rich(unit("giants", "oru"))
        assert details_of(played(state, unit_of, check="complete-failure")).backs == "oru"
