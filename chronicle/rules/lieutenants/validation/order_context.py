"""The order being checked, and what earlier orders of the turn have reserved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.rules.lieutenants import state
from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS, ActionDefinition
from chronicle.rules.lieutenants.catalogue import PowerKind
from chronicle.rules.lieutenants.changes import Found, Learnt
from chronicle.rules.lieutenants.inputs import ActionInput, OrderInput
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.refusals import ActingLieutenant, Refusal
from chronicle.rules.lieutenants.terms import ActionName, PropertyKind

#: The class of each kind of asset.
ASSET_CLASSES: Final[Mapping[PropertyKind, type[state.Asset]]] = {
    "lieutenant": state.Lieutenant,
    "unit": state.Unit,
    "item": state.Item,
    "information": state.Information,
    "facility": state.Facility,
}


class TurnReservations(MutableRecord):
    """What the orders of a turn have reserved so far: who acts, and what is bought or begun.

    ``busy`` and ``bought`` map ids (``faction/id`` for a double agent, for each of its masters) to
    two spans in the file: that of the first order's id, and that of the reserved name. An order and
    its ``otherwise:`` count as one order.
    """

    busy: dict[str, tuple[Span, Span]] = field(default_factory=dict)
    bought: dict[str, tuple[Span, Span]] = field(default_factory=dict)
    projects: dict[str, state.Project] = field(default_factory=dict)
    orders: dict[str, Order] = field(default_factory=dict)
    rallies: dict[str, tuple[str, str]] = field(default_factory=dict)


class ParsedAction(Record):
    """The target of an action, where it takes place, and the opposing faction (empty for none)."""

    command: Command
    at: str
    against: str = ""


class OrderContext(Record, dict=True):
    """An order or its ``otherwise:`` action, with the board that it can expect.

    ``lieutenant`` and ``units`` are those that exist; whether they can take part is not checked.
    """

    board: state.State
    faction: str
    order: OrderInput
    action_input: ActionInput
    reservations: TurnReservations
    report: Report
    #: What the faction knows of only because `known:` says so.
    learned: list[Found | Learnt] = field(default_factory=list)
    #: What is not as the faction may have seen it last.
    lost: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        return f"{self.faction}/{self.order.id}"

    @property
    def mark(self) -> Span:
        """The span of the order's id, which identifies it even if another has the same id."""
        return self.order.at("id")

    @property
    def action(self) -> ActionName:
        return self.action_input.action

    @property
    def definition(self) -> ActionDefinition:
        return ACTION_DEFINITIONS[self.action]

    @cached_property
    def lieutenant(self) -> state.Lieutenant | None:
        return self.board.lieutenant(self.order.lieutenant)

    @cached_property
    def units(self) -> tuple[state.Unit, ...]:
        found = (self.board.unit(id) for id in dict.fromkeys(self.action_input.units))
        return tuple(unit for unit in found if unit is not None)

    @property
    def here(self) -> str:
        """The lieutenant's location; empty if the lieutenant does not exist."""
        return self.lieutenant.at if self.lieutenant is not None else ""

    @property
    def locale(self) -> str:
        """The lieutenant's locale; empty if unknown."""
        return self.board.locale(self.here)

    @property
    def minions(self) -> tuple[state.Minion, ...]:
        """The lieutenant and the assigned units that exist."""
        first = (self.lieutenant,) if self.lieutenant is not None else ()
        return (*first, *self.units)

    def has_power(self, power: PowerKind) -> bool:
        """Return whether an assigned unit has a power."""
        return any(unit.power(power) is not None for unit in self.units)

    def report_missing_key(self, key: str) -> None:
        """Report that the order lacks a required key."""
        self.report.add(content.MissingKey(at=self.action_input.at(), key=key))

    @cached_property
    def actor(self) -> ActingLieutenant:
        """Who acts, on the board that the order can expect."""
        return ActingLieutenant(self.board, self.faction, self.lieutenant)

    def refused(self, refusals: Iterable[Refusal], at: Span) -> bool:
        """Report why something cannot be ordered; return whether the order cannot stand.

        It stands if only the GM knows a reason.
        """
        found = tuple(refusals)
        for refusal in found:
            self.report.add(replace(refusal.problem, at=at))
            if refusal.reason == "target-gone":
                self.lost.append(str(at))
        return any(refusal.problem.severity == "error" for refusal in found)

    def sees(self, asset: state.Asset) -> bool:
        """Return whether an asset is not hidden from the faction, or the GM says that it is known.

        What is known only because the GM says so is added to ``learned``.
        """
        if self.actor.sees(asset):
            return True
        if self.action_input.known is None:
            return False
        if asset.hiding is not None:
            self.learned.append(Found(asset.id, self.faction))
        place = self.board.places.get(self.board.at(asset))
        # An order that says where it is carried out tells nothing of where the asset is now.
        if place is not None and self.action_input.where in (None, place.id):
            self.knows_place(place)
        return True

    def knows_place(self, place: state.PlaceState) -> bool:
        """Return whether the faction knows a place, or learns of it (``learned``) from the GM."""
        if self.actor.knows(place):
            return True
        if self.action_input.known is not None:
            self.learned.append(Learnt(place.id, self.faction))
            return True
        return not place.unlisted
