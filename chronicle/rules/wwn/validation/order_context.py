"""A faction's orders while they are checked, and the board that they can count on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import MutableRecord, field, replace
from chronicle.rules.wwn.changes import Change
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.orders import Command, Orders
from chronicle.rules.wwn.refusals import Refusal
from chronicle.rules.wwn.state import FactionState, State
from chronicle.rules.wwn.terms import RESERVED_ORDER_IDS
from chronicle.rules.wwn.validation.treasure import TreasureEstimate
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

    def refuse(
        self, entry: InputModel, refusals: Iterable[Refusal], at: Span | None = None
    ) -> bool:
        """Report why an order can't be carried out, ``at`` one place or each at its key.

        Return whether it can't.
        """
        found = tuple(refusals)
        for refusal in found:
            self.report.add(replace(refusal.problem, at=at or entry.at(refusal.key)))
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
