"""Orders that build on others: what was gained may be used by those that say so (L-TURN-4)."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.rules.lieutenants.orders import Order, WorkOrder
from tests.rules.lieutenants.turns import actions, read, turn

LENT: Final = "id: b, lieutenant: kess, action: work, needs: a, otherwise: nothing"
GAINED: Final = (
    pytest.param(
        "id: a, lieutenant: ada, action: purchase, buy: {unit: rats, type: thief-pack, name: R}",
        f"{LENT}, units: [rats]",
        id="a unit that is bought works",
    ),
    pytest.param(
        "id: a, lieutenant: ada, action: purchase, buy: {location: market}",
        "id: b, lieutenant: kess, action: sell, target: {location: market}, needs: vael/a, "
        "otherwise: nothing",
        id="a location that is bought is sold",
    ),
    pytest.param(
        "id: a, lieutenant: ada, action: recruit, target: {unit: giants}",
        "id: b, lieutenant: kess, action: cautious-attack, at: mill, units: [giants], needs: a, "
        "otherwise: {action: cautious-attack, at: mill, units: [knives]}",
        id="a unit that is recruited attacks its old friends",
    ),
    pytest.param(
        "id: a, lieutenant: ada, action: recruit, target: {lieutenant: fox}, join: stay",
        "id: b, lieutenant: fox, action: cautious-attack, at: mill, against: oru, "
        "units: [giants], needs: a, otherwise: nothing",
        id="a lieutenant that stays commands units of its host",
    ),
    pytest.param(
        "id: a, lieutenant: ada, action: steal, take: {item: scales}",
        "id: b, lieutenant: kess, action: gain-influence, npc: watch, items: [scales], needs: a, "
        "otherwise: nothing",
        id="an item that is stolen is used",
    ),
    pytest.param(
        "id: a, lieutenant: ada, action: move, to: ford, carry: [chest]",
        "id: b, lieutenant: wren, action: sell, target: {item: chest}, needs: a, "
        "otherwise: nothing",
        id="an item that is carried there is sold there",
    ),
    pytest.param(
        "id: a, lieutenant: ada, action: gain-influence, npc: watch",
        "id: b, lieutenant: kess, action: gain-influence, npc: watch, influence: 3, needs: a, "
        "otherwise: nothing",
        id="influence that is gained is spent",
    ),
    pytest.param(
        "id: a, lieutenant: kess, action: train, project: p, target: {lieutenant: ada}, "
        "gain: level, statistic: charm",
        "id: b, lieutenant: ada, action: train, project: q, target: {unit: guards}, "
        "gain: {type: saboteurs}, needs: a, otherwise: nothing",
        id="a lieutenant of a higher level teaches",
    ),
    pytest.param(
        "id: a, lieutenant: ada, action: steal, take: {unit: giants}",
        "id: b, lieutenant: kess, action: surveil, target: {unit: giants}, needs: a, "
        "otherwise: {action: work, units: [knives]}",
        id="a prisoner is watched where it is kept",
    ),
)


@pytest.mark.parametrize(("first", "second"), GAINED)
def test_what_an_order_gains_may_be_used_by_one_that_needs_it(first: str, second: str) -> None:
    scales = "faction: oru, item: {id: scales, name: Scales, at: mill}"
    made = read(turn(actions(first, second), gm=(scales,)))
    assert made.order("vael/b") is not None


def test_an_order_counts_on_all_that_the_one_it_needs_counts_on() -> None:
    made = read(
        turn(
            actions(
                "id: a, lieutenant: ada, action: purchase, "
                "buy: {unit: rats, type: thief-pack, name: R}",
                "id: b, lieutenant: kess, action: train, project: p, target: {unit: rats}, "
                "gain: {type: spies}, needs: a, otherwise: nothing",
                "id: c, lieutenant: wren, action: work, units: [rats], needs: b, "
                "otherwise: nothing",
            ),
            gm=("asset: kess, level: 1", "asset: wren, at: market"),
        )
    )
    assert made.order("vael/c") is not None


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
