"""One order at hand while it is checked, and what the other orders of its turn have taken up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.rules.lieutenants.catalogue import PowerKind
from chronicle.rules.lieutenants.inputs import ActionInput, OrderInput
from chronicle.rules.lieutenants.orders import Order, OrderedAction
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    Information,
    Item,
    Lieutenant,
    Project,
    State,
    Unit,
    owners,
)
from chronicle.rules.lieutenants.terms import Action, AssetKind
from chronicle.yaml.nodes import MapNode

#: What each kind of asset is, for its word.
ASSET_CLASSES: Final[Mapping[AssetKind, type[Asset]]] = {
    "lieutenant": Lieutenant,
    "unit": Unit,
    "item": Item,
    "information": Information,
    "facility": Facility,
}


@dataclass(slots=True)
class TurnReservations:
    """What the orders of a turn have taken up so far: who acts, and what comes to be.

    Lieutenants, units and what is bought stand with the order that was first (the place of its id)
    and with their own place in the file; what an order and its ``otherwise:`` both take up, one of
    the two takes up.
    """

    busy: dict[str, tuple[Span, Span]] = field(default_factory=dict)
    bought: dict[str, tuple[Span, Span]] = field(default_factory=dict)
    projects: dict[str, Project] = field(default_factory=dict)
    orders: dict[str, Order] = field(default_factory=dict)
    rallies: dict[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ParsedAction:
    """What an order is aimed at, where, and against which faction (empty for none)."""

    aim: OrderedAction
    at: str
    against: str = ""


@dataclass(frozen=True, slots=True)
class OrderContext:
    """An order, or what is done in its stead, on the board that it may count on.

    ``lieutenant`` and ``units`` are those that there are; whether they may take part is another
    question.
    """

    board: State
    faction: str
    order: OrderInput
    action_input: ActionInput
    reservations: TurnReservations
    report: Report

    @property
    def key(self) -> str:
        return f"{self.faction}/{self.order.id}"

    @property
    def mark(self) -> Span:
        """What tells the order from all others, even from one with the same id."""
        return self.order.at("id")

    @property
    def action(self) -> Action:
        return self.action_input.action

    @property
    def lieutenant(self) -> Lieutenant | None:
        return self.board.lieutenant(self.order.lieutenant)

    @property
    def units(self) -> tuple[Unit, ...]:
        found = (self.board.unit(id) for id in dict.fromkeys(self.action_input.units))
        return tuple(unit for unit in found if unit is not None)

    @property
    def here(self) -> str:
        """Where the lieutenant is; empty when there is none."""
        return self.lieutenant.at if self.lieutenant is not None else ""

    @property
    def locale(self) -> str:
        """The lieutenant's locale; empty when that is not known."""
        return self.board.locale(self.here)

    @property
    def minions(self) -> tuple[Lieutenant | Unit, ...]:
        """The lieutenant and the assigned units, as far as they are there."""
        first = (self.lieutenant,) if self.lieutenant is not None else ()
        return (*first, *self.units)

    def has_power(self, power: PowerKind) -> bool:
        """Whether an assigned unit has a working."""
        return any(unit.power(power) is not None for unit in self.units)

    def report_missing_key(self, key: str) -> None:
        """Adds that the order does not say something that it has to."""
        self.report.add(content.MissingKey(at=self.action_input.at(), key=key))

    def own(self, asset: Asset) -> bool:
        """Whether the faction may use an asset as its own."""
        return self.faction in owners(asset)


def inner_key_span(doing: ActionInput, key: str, inner: str) -> Span:
    """The place of a key of a mapping that stands under another key."""
    found = doing.node.get(key)
    name = found.key(inner) if isinstance(found, MapNode) else None
    return name.span if name is not None else doing.at(key)
