"""Income and upkeep of a faction's turn (W-TURN-2, W-TURN-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from chronicle.model.audience import visibility_of_factions
from chronicle.model.dice import Dice
from chronicle.records import MutableRecord, field
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.asset_visibility import visibility_of_pieces
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
    for asset in state.own(faction):
        amount = sum(effect.amount for effect in state.type_of(asset).effects_of(Income))
        if amount and state.working(asset):
            yield asset.id, amount


def upkeep_event(state: State, orders: Orders, dice: Dice, faction: str) -> UpkeepPaid | None:
    """Return what a faction pays and what it can't keep, or None if it owes nothing.

    Upkeep comes before excess, that of serving assets before the arrears of others, and lower costs
    before higher. Last comes a rival's demand for an asset, if its owner pays demands.
    """
    books = UpkeepAccounts(ActionContext(state, orders, dice, f"{faction}/upkeep"), faction)
    for asset in sorted(state.own(faction), key=lambda one: _payment_order(state, one)):
        if upkeep_of(state, asset):
            books.keep(asset)
    books.pay_excess(orders.of(faction).sheds)
    books.pay_withheld()
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


class UpkeepAccounts(MutableRecord):
    """Settles one faction's accounts: the bills, and the assets gone."""

    context: ActionContext
    faction: str
    bills: list[Bill] = field(default_factory=list)
    left: list[tuple[PieceSnapshot, Literal["lost", "rogue"]]] = field(default_factory=list)

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
        self._shed(sheds)
        surplus = sorted(
            (asset for attribute in ATTRIBUTES for asset in self._surplus(attribute)),
            key=self._price,
        )
        unpaid = max(0, len(surplus) - self.context.treasure(self.faction))
        for place, asset in enumerate(surplus):
            paid = place >= unpaid
            if paid:
                self.context.pay(self.faction, 1, "excess", _EXCESS, asset.id)
            self.bills.append(Bill(asset.id, asset.name, "excess", 1, paid))
            if not paid:
                self._lose(asset)

    def _shed(self, sheds: tuple[str, ...]) -> None:
        """Give up the assets its owner names, as long as there are too many of their kind."""
        for id in sheds:
            state = self.context.state
            asset = state.assets.get(id)
            if (
                asset is None
                or asset.faction != self.faction
                or has_effect(state, asset, Unsellable)
            ):
                continue
            if asset.mark("rogue") is None and self._excess(state.type_of(asset).attribute):
                self._lose(asset)

    def _serving(self, attribute: Attribute) -> list[Asset]:
        """Return the assets of a kind, the cheapest first, without rogues."""
        state = self.context.state
        own = (asset for asset in state.own(self.faction) if asset.mark("rogue") is None)
        found = (asset for asset in own if state.type_of(asset).attribute == attribute)
        return sorted(found, key=self._price)

    def _excess(self, attribute: Attribute) -> int:
        rating = self.context.state.factions[self.faction].rating(attribute)
        return max(0, len(self._serving(attribute)) - rating)

    def _surplus(self, attribute: Attribute) -> list[Asset]:
        """Return the assets of a kind that are too many: the cheapest."""
        return self._serving(attribute)[: self._excess(attribute)]

    def _price(self, asset: Asset) -> tuple[int, str]:
        return (self.context.state.type_of(asset).cost, asset.id)
