"""What each result of a purchase and a sale comes to, in coin and in goods (L-ACT)."""

from __future__ import annotations

from typing import Any

from chronicle.rules.lieutenants.orders import Order, PurchaseOrder, SellOrder
from chronicle.rules.lieutenants.state import (
    Item,
    Stance,
    Unit,
)
from chronicle.rules.lieutenants.terms import AssetKind
from tests.rules.lieutenants.boards import (
    board,
    capital,
    lieutenant,
    order,
    played,
    unit,
)


def hands(at: str = "manor", cost: int = 9) -> Unit:
    return unit("hands", at=at, cost=capital(cost))


def the_market(**more: Any) -> Order:
    return order("purchase", PurchaseOrder("location", "market", None, 4), against="", **more)


class TestLocation:
    def test_what_somebody_has_by_now_is_not_for_sale(self) -> None:
        gone = played(board(), the_market(), check="success").after
        found = played(gone, the_market())
        assert (found.acted.outcome, found.acted.rolls, found.capital()) == ("not-there", (), 0)


def selling(kind: AssetKind = "unit", subject: str = "hands", **more: Any) -> Order:
    return order("sell", SellOrder(kind, subject), against="", **more)


class TestSell:
    """A unit that cost 9: a quarter more is 11¼, and so 12."""

    def test_a_sold_unit_leaves_what_it_carried_and_whom_it_stood_with(self) -> None:
        stance = Stance("kess", "vael", "block", "manor", ("hands", "guards"), ("oru",), "cautious")
        state = board(
            hands(),
            unit("guards", at="manor"),
            lieutenant("kess", at="manor"),
            Item("ring", "a Ring", "vael", "", "hands"),
            stances={"kess": stance},
        )
        found = played(state, selling(), check="success").after
        assert found.stances["kess"].units == ("guards",)
        ring = found.assets["ring"]
        assert isinstance(ring, Item)
        assert (ring.at, ring.holder, ring.faction) == ("manor", "", "vael")
        assert not found.fit(found.assets["hands"])
