"""A faction's orders while they are checked, and the board that they can count on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.dice import Dice
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.changes import Change, Moved, fold
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.orders import Command, Orders
from chronicle.rules.wwn.refusals import Refusal
from chronicle.rules.wwn.state import FactionState, State
from chronicle.rules.wwn.terms import RESERVED_ORDER_IDS
from chronicle.rules.wwn.turn_start import recovery_changes
from chronicle.rules.wwn.upkeep import UpkeepAccounts, income_event
from chronicle.yaml.decode import InputModel

#: The asset that carries an order out, empty for none, and what it does; None after errors.
ParsedAction: TypeAlias = tuple[str, Command] | None


class OrderContext(MutableRecord):
    """One faction's orders, parsed one by one.

    ``board`` is the one at the start of the turn, with the expected results of the faction's own
    orders so far. ``entries`` are the orders of all factions, ``policies`` what
    they set for others' turns. ``made`` maps ids of assets and bases
    created by the turn's orders to their places. ``later`` are factions whose turn certainly comes
    after this one. ``gone`` are own assets given up this turn, ``hurting`` those damaged by a free
    action, ``sought`` factions whose Stealthed assets a free action looks for. ``unread`` are
    factions whose orders could not be parsed, ``marched`` own assets that move in a Move, with
    where they start, ``repaired`` how often each asset is repaired.
    """

    faction: str
    entry: FactionOrdersInput
    entries: Mapping[str, FactionOrdersInput]
    policies: Orders
    board: State
    purse: TreasureEstimate
    report: Report
    made: dict[str, Span]
    later: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()
    hurting: set[str] = field(default_factory=set)
    sought: set[str] = field(default_factory=set)
    ids: dict[str, Span] = field(default_factory=dict)
    done: dict[tuple[str, str], Span] = field(default_factory=dict)
    foe: tuple[str, Span] | None = None
    marched: dict[str, str] = field(default_factory=dict)
    repaired: dict[str, int] = field(default_factory=dict)

    @property
    def own(self) -> FactionState:
        """The faction's own values."""
        return self.board.factions[self.faction]

    def apply(self, *changes: Change) -> None:
        """Apply changes to the board as a successful order will."""
        for change in changes:
            self.board = change.apply(self.board)

    def refuse(self, entry: InputModel, refusals: Iterable[Refusal]) -> bool:
        """Report why an order can't be carried out; return whether it can't."""
        found = tuple(refusals)
        for refusal in found:
            refusal.add_to(self.report, entry)
        return bool(found)

    def claim_order_id(self, id: str, at: Span) -> None:
        """Record an order's id; report it if it is taken (W-TURN-4)."""
        if id in RESERVED_ORDER_IDS:
            self.report.add(
                problems.ReservedId(at=at, name=id, reserved=tuple(sorted(RESERVED_ORDER_IDS)))
            )
        elif id in self.ids:
            first = self.ids[id]
            self.report.add(references.DuplicateId(at=at, what="an order", name=id, first=first))
        self.ids.setdefault(id, at)

    def check_once(self, name: str, doing: str, at: Span, key: str = "") -> bool:
        """Return whether something is done for the first time this turn; report it if not.

        ``key`` distinguishes activities with the same description.
        """
        first = self.done.setdefault((name, key or doing), at)
        if first != at:
            self.report.add(problems.DoneTwice(at=at, name=name, doing=doing, first=first))
        return first == at


class ValueRange(Record):
    """The least and the most that an amount can be."""

    least: int = 0
    most: int = 0

    def __add__(self, other: ValueRange) -> ValueRange:
        return ValueRange(self.least + other.least, self.most + other.most)


def exact_range(number: int) -> ValueRange:
    """Return the range of an exact number."""
    return ValueRange(number, number)


def range_of(amount: DiceAmount) -> ValueRange:
    """Return the least and the most that an amount can be."""
    return ValueRange(
        max(0, amount.dice + amount.plus), max(0, amount.dice * amount.sides + amount.plus)
    )


class TreasureEstimate(MutableRecord):
    """The range of available Treasure, and the part of it that is only for repairs."""

    held: ValueRange
    earmarked: ValueRange = ValueRange()

    def gain(self, gained: ValueRange, *, repairs: bool = False) -> None:
        """Add a gain; a loss by dice can't make Treasure negative."""
        if repairs:
            self.earmarked += gained
        else:
            more = self.held + gained
            self.held = ValueRange(max(0, more.least), max(0, more.most))

    def pay_earmarked(self, price: int, at: Span, report: Report) -> None:
        """Subtract a price from Treasure for repairs; report it if there may be too little."""
        has = self.earmarked
        if has.most < price:
            report.add(
                problems.NotEnough(at=at, what="Treasure for repairs", price=price, has=has.most)
            )
        elif has.least < price:
            report.add(
                problems.MaybeNotEnough(
                    at=at, what="Treasure for repairs", price=price, least=has.least
                )
            )
        self.earmarked = _spend_earmarked(has, exact_range(price))[0]

    def pay(self, price: ValueRange, at: Span, report: Report, *, repairs: bool = False) -> None:
        """Subtract a price; report it if there is, or may be, too little."""
        lent = self.earmarked if repairs else ValueRange()
        least, most = self.held.least + lent.least, self.held.most + lent.most
        if most < price.least:
            report.add(problems.NotEnough(at=at, what="Treasure", price=price.least, has=most))
            return
        if least < price.most:
            report.add(
                problems.MaybeNotEnough(at=at, what="Treasure", price=price.most, least=least)
            )
        if repairs:
            self.earmarked, price = _spend_earmarked(lent, price)
        left = (self.held.least - price.most, self.held.most - price.least)
        self.held = ValueRange(max(0, left[0]), max(0, left[1]))


def _spend_earmarked(lent: ValueRange, price: ValueRange) -> tuple[ValueRange, ValueRange]:
    """Return what is left of Treasure for repairs after a price, and the rest of the price."""
    left = ValueRange(max(0, lent.least - price.most), max(0, lent.most - price.least))
    due = ValueRange(max(0, price.least - lent.most), max(0, price.most - lent.least))
    return left, due


def expected_start(
    state: State, faction: str, sheds: Iterable[str], orders: Orders
) -> tuple[State, TreasureEstimate]:
    """Return board and Treasure at the free actions; ``orders`` have at least the policies.

    Assets recover, those on the way arrive, income is added, upkeep is paid, and excess assets are
    given up (W-TURN-2, W-TURN-3). On the board the faction has its Treasure of before.
    """
    treasure = state.factions[faction].treasure
    state = fold(state, recovery_changes(state, faction))
    coming = (asset for asset in state.own(faction) if asset.bound_for)
    arrivals = (Moved(it.id, it.bound_for) for it in coming if it.mark("pinned") is None)
    state = fold(state, tuple(arrivals))
    state = fold(state, income_event(state, orders, faction).changes)
    books = UpkeepAccounts(
        ActionContext(state, orders, Dice(b"", state.turn), ""), faction, certain=True
    )
    books.settle(tuple(sheds))
    own = books.context.state.factions[faction]
    board = books.context.state.with_faction(replace(own, treasure=treasure))
    return board, TreasureEstimate(exact_range(own.treasure))
