"""Orders that build on others: what was gained may be used by those that say so (L-TURN-4)."""

from __future__ import annotations

from chronicle.rules.lieutenants.actions.work import WorkOrder
from chronicle.rules.lieutenants.orders import Order
from tests.rules.lieutenants.turns import actions, read, turn


def test_what_is_done_instead_is_an_order_of_the_same_lieutenant() -> None:
    made = read(
        turn(
            actions(
                "id: a, lieutenant: ada, action: gain-influence, npc: watch",
                "id: b, lieutenant: kess, action: ally, npc: watch, needs: a, "
                "otherwise: {action: work, units: [knives], at: market, end_at: manor}",
            )
        )
    )
    second = made.order("vael/b")
    assert second is not None
    assert second.needs == "vael/a"
    assert second.otherwise == Order(
        faction="vael",
        id="b",
        lieutenant="kess",
        action="work",
        command=WorkOrder(),
        at="market",
        units=("knives",),
        end_at={"kess": "manor", "knives": "manor"},
    )


def test_nothing_is_done_instead_when_that_is_said() -> None:
    made = read(
        turn(
            actions(
                "id: a, lieutenant: ada, action: gain-influence, npc: watch",
                "id: b, lieutenant: kess, action: ally, npc: watch, needs: vael/a, "
                "otherwise: nothing",
            )
        )
    )
    second = made.order("vael/b")
    assert second is not None
    assert (second.needs, second.otherwise) == ("vael/a", None)
