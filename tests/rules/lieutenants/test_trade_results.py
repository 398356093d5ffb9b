"""What each result of a purchase and a sale comes to, in coin and in goods (L-ACT)."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.events import TradeDetails
from chronicle.rules.lieutenants.orders import Order, PurchaseOrder, SellOrder
from chronicle.rules.lieutenants.state import (
    Facility,
    HiddenStatus,
    Information,
    Item,
    Stance,
    Unit,
)
from chronicle.rules.lieutenants.terms import AssetKind, RollResult
from tests.rules.lieutenants.boards import (
    board,
    by_result,
    capital,
    facility,
    faction,
    lieutenant,
    order,
    played,
    skilled,
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

    @pytest.mark.parametrize(("shown", "paid"), by_result("L-ACT-PURCHASE", 4, 0, 9, 6))
    def test_a_purchase_costs_its_price(self, shown: RollResult, paid: int) -> None:
        found = played(board(), buying(), check=shown)
        assert found.capital() == -paid
        action = found.acted.details
        assert isinstance(action, TradeDetails)
        assert (action.price, action.paid) == (capital(9), capital(paid))

    @pytest.mark.parametrize(
        ("shown", "there"), by_result("L-ACT-PURCHASE", False, False, True, True)
    )
    def test_a_purchase_yields_its_goods(self, shown: RollResult, there: bool) -> None:
        found = played(board(), buying(), check=shown)
        assert ("hands" in found.after.assets) == there
        assert found.acted.outcome == ("done" if there else "failed")

    @pytest.mark.parametrize(("shown", "paid"), by_result("L-ACT-PURCHASE pay double", 4, 18, 9, 6))
    def test_who_pays_double_has_what_is_in_demand(self, shown: RollResult, paid: int) -> None:
        found = played(board(), buying(pay="double"), check=shown)
        assert found.capital() == -paid
        assert ("hands" in found.after.assets) == (shown != "complete-failure")

    @pytest.mark.parametrize(
        ("shown", "outcome", "paid"),
        [
            ("complete-failure", "failed", 3),
            ("failure", "unpaid", 0),
            ("success", "unpaid", 0),
            ("complete-success", "unpaid", 0),
        ],
    )
    def test_who_can_not_pay_gets_nothing_and_loses_what_he_has_of_a_deposit(
        self, shown: RollResult, outcome: str, paid: int
    ) -> None:
        poor = board(factions=(faction("vael", capital=3),))
        found = played(poor, buying(pay="double"), check=shown)
        assert (found.acted.outcome, found.capital()) == (outcome, -paid)
        assert "hands" not in found.after.assets

    def test_a_bargain_is_a_bargain_for_who_could_not_pay_the_price(self) -> None:
        poor = board(factions=(faction("vael", capital=8),))
        assert played(poor, buying(), check="success").acted.outcome == "unpaid"
        assert played(poor, buying(), check="complete-success").acted.outcome == "done"

    @pytest.mark.parametrize(("purse", "outcome"), [(8, "unpaid"), (9, "done")])
    def test_the_last_coin_may_be_spent(self, purse: int, outcome: str) -> None:
        state = board(factions=(faction("vael", capital=purse),))
        assert played(state, buying(), check="success").acted.outcome == outcome

    @pytest.mark.parametrize(("shown", "paid"), by_result("L-AST divine", 2, 0, 4, 3))
    def test_a_church_is_paid_in_influence(self, shown: RollResult, paid: int) -> None:
        priest = unit("priest", at="manor", cost=Price(4, "influence"))
        state = board(factions=(faction("vael", influence={"temple": 6}),))
        found = played(state, buying(priest, "temple"), check=shown)
        assert (found.influence("temple"), found.capital()) == (-paid, 0)

    def test_influence_with_the_church_helps_to_buy_from_it(self) -> None:
        priest = unit("priest", at="manor", cost=Price(4, "influence"))
        state = board(factions=(faction("vael", influence={"temple": 6}),))
        found = played(state, buying(priest, "temple", influence=2), check="success")
        assert (found.parts()["influence"], found.influence("temple")) == (2, -6)

    def test_it_is_charm_against_the_level_of_the_thing(self) -> None:
        state = board(skilled(charm=2), unit("crier", skills=("charm",)))
        found = played(state, buying(units=("crier",))).parts()
        assert found == {"level": 4, "statistic": 2, "opposing-level": -3}

    def test_an_item_costs_its_value(self) -> None:
        crown = Item("crown", "the Crown", "vael", "manor", value=7)
        found = played(board(), buying(crown), check="complete-success")
        assert (found.capital(), found.after.assets["crown"]) == (-5, crown)


class TestHiddenPurchase:
    @pytest.mark.parametrize("at", ["manor", "cellar"])
    @pytest.mark.parametrize("stealth", ["failure", "success"])
    def test_a_unit_or_item_is_hidden_by_its_buyer_unless_the_place_is_secret(
        self, stealth: RollResult, at: str
    ) -> None:
        given = buying(hands(at), stealth="unnoticed")
        found = played(board(skilled(sneak=2)), given, check="success", stealth=stealth)
        hidden = stealth == "success" and at == "manor"
        assert found.after.assets["hands"].hiding == (HiddenStatus(2) if hidden else None)

    def test_a_clumsy_buyer_hides_it_no_worse_than_not_at_all(self) -> None:
        given = buying(stealth="unnoticed")
        found = played(board(skilled(sneak=-1)), given, check="success", stealth="success")
        assert found.after.assets["hands"].hiding == HiddenStatus(0)

    def test_a_facility_is_not_hidden(self) -> None:
        shop = facility("shop", "vael", "manor", cost=capital(4))
        given = buying(shop, stealth="unnoticed")
        found = played(board(), given, check="success", stealth="success")
        assert found.after.assets["shop"].hiding is None

    def test_an_item_in_somebodys_hands_is_hidden_by_where_he_is(self) -> None:
        ring = Item("ring", "a Ring", "vael", "", "ada", value=2)
        given = buying(ring, stealth="unnoticed")
        found = played(board(), given, check="success", stealth="success")
        assert found.after.assets["ring"].hiding == HiddenStatus(0)


def the_market(**more: Any) -> Order:
    return order("purchase", PurchaseOrder("location", "market", None, 4), against="", **more)


class TestLocation:
    @pytest.mark.parametrize(
        ("shown", "owner"), by_result("L-ACT-PURCHASE location", "", "", "vael", "vael")
    )
    def test_a_location_has_an_owner_from_now_on(self, shown: RollResult, owner: str) -> None:
        found = played(board(), the_market(), check=shown).after.places["market"]
        assert (found.owner, found.secret) == (owner, False)

    @pytest.mark.parametrize(("stealth", "secret"), [("failure", False), ("success", True)])
    def test_a_location_bought_unnoticed_is_secret(self, stealth: RollResult, secret: bool) -> None:
        given = the_market(stealth="unnoticed")
        found = played(board(), given, check="success", stealth=stealth).after.places["market"]
        assert (found.secret, found.known("vael"), found.known("oru")) == (
            secret,
            True,
            not secret,
        )

    def test_what_somebody_has_by_now_is_not_for_sale(self) -> None:
        gone = played(board(), the_market(), check="success").after
        found = played(gone, the_market())
        assert (found.acted.outcome, found.acted.rolls, found.capital()) == ("not-there", (), 0)


def selling(kind: AssetKind = "unit", subject: str = "hands", **more: Any) -> Order:
    return order("sell", SellOrder(kind, subject), against="", **more)


class TestSell:
    """A unit that cost 9: a quarter more is 11¼, and so 12."""

    @pytest.mark.parametrize(("shown", "earned"), by_result("L-ACT-SELL", 0, 0, 9, 12))
    def test_a_sale_earns_its_price(self, shown: RollResult, earned: int) -> None:
        found = played(board(hands()), selling(), check=shown)
        assert found.capital() == earned
        assert found.after.assets["hands"].faction == ("" if earned else "vael")

    @pytest.mark.parametrize(("shown", "values"), by_result("L-ACT-SELL", [-2], [], [], []))
    def test_what_finds_no_buyer_at_all_is_harder_to_sell(
        self, shown: RollResult, values: list[int]
    ) -> None:
        state = played(board(hands()), selling(), check=shown).after
        assert [standing.value for standing in state.standing.values()] == values
        assert played(board(hands(), standing=state.standing), selling()).parts().get(
            "standing"
        ) == (-2 if values else None)
        other = board(unit("others", cost=capital(2)), standing=state.standing)
        assert "standing" not in played(other, selling("unit", "others")).parts()

    def test_it_is_charm_against_the_price(self) -> None:
        found = played(board(skilled(charm=3), hands(cost=7)), selling()).parts()
        assert found == {"level": 2, "statistic": 3, "opposing-level": -7}

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

    def test_a_sold_item_is_nowhere_and_nobodys(self) -> None:
        crown = Item("crown", "the Crown", "vael", "", "ada", value=4)
        found = played(board(crown), selling("item", "crown"), check="success")
        sold = found.after.assets["crown"]
        assert (found.capital(), sold.faction, found.after.at(sold)) == (4, "", "")

    def test_information_is_worth_its_obscurity(self) -> None:
        ledger = Information("ledger", "the Ledger", "vael", "manor", obscurity=3)
        found = played(board(ledger), selling("information", "ledger"), check="success")
        assert found.capital() == 3

    def test_a_sold_location_is_nobodys(self) -> None:
        found = played(board(), selling("location", "manor"), check="success")
        assert (found.capital(), found.after.places["manor"].owner) == (8, "")

    def test_what_was_paid_for_in_influence_has_no_market(self) -> None:
        priest = unit("priest", at="manor", cost=Price(4, "influence"))
        found = played(board(priest), selling("unit", "priest"))
        assert (found.acted.outcome, found.acted.rolls) == ("not-there", ())

    def test_a_unit_that_was_taken_can_not_be_sold(self) -> None:
        held = unit("hands", at="mill", cost=capital(9), held_by="oru")
        assert played(board(held), selling()).acted.outcome == "not-there"
