"""Income and upkeep of a faction's turn (W-TURN-2, W-TURN-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from chronicle.model.audience import visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.records import MutableRecord, field
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.board_view import visibility_of_pieces
from chronicle.rules.wwn.changes import Change, Cleared, Lost, Marked, Paid
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Income, Unsellable, Upkeep
from chronicle.rules.wwn.events import Bill, Earned, UpkeepPaid
from chronicle.rules.wwn.formulas import base_income
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.policies import agrees_to_pay
from chronicle.rules.wwn.state import Asset, Mark, PieceSnapshot, State, snapshot_of
from chronicle.rules.wwn.terms import ATTRIBUTES, Attribute

_UPKEEP: Final = "W-FX-UPKEEP"
_EXCESS: Final = "W-TURN-3"
#: An unpaid mercenary is lost on a face up to this; otherwise it goes rogue.
_MAX_LOSING_FACE: Final = 3
_DIE: Final = 6


def income_event(state: State, orders: Orders, faction: str) -> Earned:
    """Return a faction's income: by its ratings, tags and assets (W-TURN-2)."""
    own = base_income(state.factions[faction].ratings)
    lines = tuple(_income_lines(state, faction))
    changes: list[Change] = [Paid(faction, own, "income", "W-TURN-2")]
    changes += [Paid(faction, amount, "income", "W-FX-INCOME", id) for id, amount in lines]
    return Earned(f"{orders.turn}/{faction}/income", faction, own, lines, tuple(changes))


def _income_lines(state: State, faction: str) -> Iterator[tuple[str, int]]:
    """Yield the income of a faction's tags and assets, each by its id."""
    for tag in state.factions[faction].tags:
        effects = state.house.catalogue.tags[tag].effects
        amount = sum(effect.amount for effect in effects if isinstance(effect, Income))
        if amount:
            yield tag, amount
    for asset in state.own_with(faction, Income):
        amount = sum(effect.amount for effect in state.type_of(asset).effects_of(Income))
        if amount and state.working(asset):
            yield asset.id, amount


def upkeep_event(state: State, orders: Orders, dice: Dice, faction: str) -> UpkeepPaid | None:
    """Return what a faction pays and what it can't keep, or None if it owes nothing."""
    books = UpkeepAccounts(ActionContext(state, orders, dice, f"{faction}/upkeep"), faction)
    books.settle(orders.of(faction).sheds)
    if not books.bills and not books.left:
        return None
    seen = visibility_of_pieces((state,), (subject.id for subject, _ in books.left))
    return UpkeepPaid(
        id=f"{orders.turn}/{faction}/upkeep",
        faction=faction,
        bills=tuple(books.bills),
        left=tuple(books.left),
        known=seen | visibility_of_factions([faction]),
        changes=tuple(books.context.changes),
        rolls=tuple(books.context.rolls),
    )


def upkeep_of(state: State, asset: Asset) -> int:
    """Return the Treasure that an asset costs every turn (W-FX-UPKEEP)."""
    return sum(effect.amount for effect in state.type_of(asset).effects_of(Upkeep))


def _payment_order(state: State, asset: Asset) -> tuple[bool, int, str]:
    rogue = asset.mark("rogue")
    arrears = rogue.amount if rogue is not None else 0
    return (rogue is not None, upkeep_of(state, asset) + arrears, asset.id)


def can_shed(state: State, faction: str, asset: Asset) -> bool:
    """Return whether an asset can be given up instead of being paid for (W-TURN-3)."""
    if asset.faction != faction or asset.mark("rogue") is not None:
        return False
    attribute = state.type_of(asset).attribute
    return not has_effect(state, asset, Unsellable) and bool(excess(state, faction, attribute))


def excess(state: State, faction: str, attribute: Attribute) -> list[Asset]:
    """Return the assets of an attribute that a faction has beyond its rating: the cheapest."""
    return [
        asset
        for asset in _excess_in_all(state, faction)
        if state.type_of(asset).attribute == attribute
    ]


def _excess_in_all(state: State, faction: str) -> list[Asset]:
    """Return the assets that a faction has beyond its ratings, the cheapest first."""
    serving: dict[Attribute, list[Asset]] = {name: [] for name in ATTRIBUTES}
    for asset in state.own(faction):
        if asset.mark("rogue") is None:
            serving[state.type_of(asset).attribute].append(asset)
    found: list[Asset] = []
    for attribute, assets in serving.items():
        beyond = len(assets) - state.factions[faction].rating(attribute)
        if beyond > 0:
            found += sorted(assets, key=lambda asset: _cost(state, asset))[:beyond]
    return sorted(found, key=lambda asset: _cost(state, asset))


def _cost(state: State, asset: Asset) -> tuple[int, str]:
    return (state.type_of(asset).cost, asset.id)


class UpkeepAccounts(MutableRecord):
    """Settles one faction's accounts: the bills, and the assets gone.

    What depends on dice is left as it is if only the ``certain`` part is wanted.
    """

    context: ActionContext
    faction: str
    bills: list[Bill] = field(default_factory=list)
    left: list[tuple[PieceSnapshot, Literal["lost", "rogue"]]] = field(default_factory=list)
    certain: bool = False

    def settle(self, sheds: tuple[str, ...]) -> None:
        """Pay everything as far as there is Treasure, giving up ``sheds``.

        Upkeep comes before excess, that of serving assets before the arrears of others, and lower
        costs before higher. Last comes a rival's demand, if its owner pays demands.
        """
        state = self.context.state
        costly = state.own_with(self.faction, Upkeep)
        due = [asset for asset in costly if upkeep_of(state, asset)]
        for asset in sorted(due, key=lambda one: _payment_order(state, one)):
            self.keep(asset)
        self.pay_excess(sheds)
        self.pay_withheld()

    def keep(self, asset: Asset) -> None:
        """Pay an asset's upkeep with its arrears; an unpaid mercenary may go rogue."""
        rogue = asset.mark("rogue")
        reason: Literal["upkeep", "arrears"] = "upkeep" if rogue is None else "arrears"
        due = upkeep_of(self.context.state, asset) + (rogue.amount if rogue is not None else 0)
        paid = self.context.pay(self.faction, due, reason, _UPKEEP, asset.id)
        self.bills.append(Bill(asset.id, asset.name, reason, due, paid))
        if not paid:
            self._unpaid(asset, due)
        elif rogue is not None:
            self.context.apply(Cleared(asset.id, rogue))

    def pay_withheld(self) -> None:
        """Pay for withheld assets, the cheapest first, as far as there is Treasure."""
        held = (
            (mark.amount, asset.id, mark)
            for asset in self.context.state.own(self.faction)
            for mark in asset.marks
            if mark.kind == "withheld" and self._agrees_to_pay(asset.id)
        )
        for price, id, mark in sorted(held):
            paid = self.context.pay(self.faction, price, "demand", "W-FX-DEMANDS", id)
            self.bills.append(Bill(id, self.context.asset(id).name, "arrears", price, paid))
            if paid:
                self.context.apply(Cleared(id, mark))

    def _agrees_to_pay(self, id: str) -> bool:
        context = self.context
        return agrees_to_pay(context.state, context.orders, self.faction, "pays", id)

    def _unpaid(self, asset: Asset, due: int) -> None:
        effects = self.context.state.type_of(asset).effects_of(Upkeep)
        if not any(effect.mercenary for effect in effects):
            self._lose(asset)
            return
        if self.certain:
            return
        face = self.context.throw(f"rogue-{asset.id}", self.faction, 1, _DIE, sum)
        if face <= _MAX_LOSING_FACE:
            self._lose(asset)
            return
        if asset.mark("rogue") is None:
            self.left.append((snapshot_of(self.context.state, asset), "rogue"))
        self.context.apply(Marked(asset.id, Mark("rogue", amount=due)))

    def _lose(self, asset: Asset) -> None:
        self.left.append((snapshot_of(self.context.state, asset), "lost"))
        self.context.apply(Lost(asset.id))

    def pay_excess(self, sheds: tuple[str, ...]) -> None:
        """Pay for assets beyond the ratings, except those given up and those it can't pay for."""
        for id in sheds:
            asset = self.context.state.assets.get(id)
            if asset is not None and can_shed(self.context.state, self.faction, asset):
                self._lose(asset)
        state = self.context.state
        surplus = _excess_in_all(state, self.faction)
        unpaid = max(0, len(surplus) - self.context.treasure(self.faction))
        for place, asset in enumerate(surplus):
            paid = place >= unpaid
            if paid:
                self.context.pay(self.faction, 1, "excess", _EXCESS, asset.id)
            self.bills.append(Bill(asset.id, asset.name, "excess", 1, paid))
            if not paid:
                self._lose(asset)
