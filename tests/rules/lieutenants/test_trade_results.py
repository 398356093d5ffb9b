"""What each result of a purchase and a sale comes to, in coin and in goods (L-ACT)."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.rules.lieutenants.actions.purchase import PurchaseOrder
from chronicle.rules.lieutenants.actions.sell import SellOrder
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import Facility, Item, Stance, Unit, kind_of
from chronicle.rules.lieutenants.terms import AssetKind
from tests.rules.lieutenants.boards import (
    board,
    capital,
    facility,
    faction,
    lieutenant,
    order,
    played,
    unit,
)


def hands(at: str = "manor", cost: int = 9) -> Unit:
    return unit("hands", at=at, cost=capital(cost))


def buying(asset: Unit | Item | Facility | None = None, source: str = "", **more: Any) -> Order:
    asset = asset or hands()
    command = PurchaseOrder(kind_of(asset), asset.id, asset, 3, source)
    return order("purchase", command, against="", **more)


class TestPurchase:
    """A unit at 9: half of it is 4, three quarters are 6."""

    @pytest.mark.parametrize(("purse", "outcome"), [(8, "unpaid"), (9, "done")])
    def test_the_last_coin_may_be_spent(self, purse: int, outcome: str) -> None:
        state = board(factions=(faction("vael", capital=purse),))
        assert played(state, buying(), check="success").acted.outcome == outcome

    def test_influence_with_the_church_helps_to_buy_from_it(self) -> None:
        priest = unit("priest", at="manor", cost=Price(4, "influence"))
        state = board(factions=(faction("vael", influence={"temple": 6}),))
        found = played(state, buying(priest, "temple", influence=2), check="success")
        assert (found.parts()["influence"], found.influence("temple")) == (2, -6)


class TestHiddenPurchase:
    def test_a_facility_is_not_hidden(self) -> None:
        shop = facility("shop", "vael", "manor", cost=capital(4))
        given = buying(shop, stealth="unnoticed")
        found = played(board(), given, check="success", stealth="success")
        assert found.after.assets["shop"].hiding is None


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

    def test_what_was_paid_for_in_influence_has_no_market(self) -> None:
        priest = unit("priest", at="manor", cost=Price(4, "influence"))
        found = played(board(priest), selling("unit", "priest"))
        assert (found.acted.outcome, found.acted.rolls) == ("not-there", ())
