"""Parse the orders of a turn, each on the board that it can expect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import MutableRecord, field
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants.actions import expected_state_after
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.inputs import ActionInput, FactionOrdersInput, OrderInput
from chronicle.rules.lieutenants.orders import FactionOrders, Order
from chronicle.rules.lieutenants.state import Lieutenant, State, owners
from chronicle.rules.lieutenants.validation import parsed_order
from chronicle.rules.lieutenants.validation.actors import check_not_engaged
from chronicle.rules.lieutenants.validation.order_context import OrderContext, TurnReservations
from chronicle.yaml.nodes import MapNode, ScalarNode


class OrderParser(MutableRecord):
    """Parser of the orders of one turn, on the board at its start.

    ``broken`` holds, by faction, the orders that can't be decoded; ``entries`` holds the others.
    """

    entries: Mapping[str, FactionOrdersInput]
    board: State
    report: Report
    broken: Mapping[str, tuple[MapNode, ...]] = field(default_factory=dict)
    reservations: TurnReservations = field(default_factory=TurnReservations)
    #: Keys of the orders so far, including invalid ones, with the span of each.
    seen: dict[str, Span] = field(default_factory=dict)

    def parse(self) -> dict[str, FactionOrders]:
        """Return the orders of each faction, without invalid ones."""
        return {faction: self.parse_faction(faction) for faction in self.entries}

    def parse_faction(self, faction: str) -> FactionOrders:
        entry = self.entries[faction]
        for node in self.broken.get(faction, ()):
            self.note_unreadable(faction, node)
        read = [self.order(faction, order) for order in entry.actions]
        orders = tuple(order for order in read if order is not None)
        ranked = expected_state_after(self.board, orders)
        check_upkeep_choices(faction, entry, ranked, self.report)
        priority = None if entry.upkeep_priority is None else tuple(entry.upkeep_priority)
        return FactionOrders(faction, orders, tuple(entry.leaves), priority)

    def note_unreadable(self, faction: str, node: MapNode) -> None:
        """Note the id of an order that can't be decoded, and check the name of its lieutenant."""
        id, name = node.get("id"), node.get("lieutenant")
        if isinstance(id, ScalarNode):
            self.seen.setdefault(f"{faction}/{id.text}", id.span)
        if not isinstance(name, ScalarNode) or not isinstance(name.value, str):
            return
        if name.text and name.text not in self.board.assets:
            assets = self.board.assets.values()
            leaders = (one for one in assets if isinstance(one, Lieutenant))
            own = [one.id for one in leaders if faction in owners(one)]
            check_known("lieutenant", name.text, own, name.span, self.report)

    def order(self, faction: str, entry: OrderInput) -> Order | None:
        """Return one order with its ``otherwise:`` action; None after errors."""
        errors = self.report.errors
        key = f"{faction}/{entry.id}"
        needs, needed = self.needs(faction, entry)
        if key in self.seen:
            at, first = entry.at("id"), self.seen[key]
            self.report.add(
                references.DuplicateId(at=at, what="an order", name=entry.id, first=first)
            )
        self.seen.setdefault(key, entry.at("id"))
        otherwise: Order | None = None
        if isinstance(entry.otherwise, ActionInput):
            instead = OrderContext(
                self.board, faction, entry, entry.otherwise, self.reservations, self.report
            )
            stand_in = parsed_order.parse_order(instead)
            otherwise = stand_in.order() if stand_in is not None else None
        main = self.parse_main(faction, entry, needs, needed)
        if main is None or self.report.errors > errors:
            return None
        order = main.order(needs=needs, otherwise=otherwise)
        self.reservations.orders[key] = order
        return order

    def parse_main(
        self, faction: str, entry: OrderInput, needs: str, needed: Order | None
    ) -> parsed_order.ParsedOrder | None:
        """Parse the order without its ``otherwise:``; None after errors.

        If the order that it needs is invalid, the expected board is unknown. Then only keys and
        conflicts with other orders are checked.
        """
        board = expected_state_after(self.board, tuple(self.needed_orders(needed)))
        context = OrderContext(board, faction, entry, entry, self.reservations, self.report)
        if needs and needed is None:
            parsed_order.check_wording(context)
            check_not_engaged(context)
            return None
        return parsed_order.parse_order(context)

    def needs(self, faction: str, entry: OrderInput) -> tuple[str, Order | None]:
        """Return the key of the order that this one needs, and that order if it is valid."""
        if entry.needs is None:
            if entry.otherwise is not None:
                at = entry.key_at("otherwise")
                self.report.add(problems.OtherwiseWithoutNeeds(at=at))
            return "", None
        if entry.otherwise is None:
            self.report.add(problems.NeedsWithoutOtherwise(at=entry.key_at("needs")))
        at = entry.at("needs")
        whose, _, id = entry.needs.rpartition("/")
        if whose not in ("", faction):
            self.report.add(problems.NeedsForeignOrder(at=at, name=entry.needs))
            return entry.needs, None
        key = f"{faction}/{id}"
        own = [order.id for order in self.entries[faction].actions]
        if key in self.seen:
            return key, self.reservations.orders.get(key)
        if check_known("order", id, own, at, self.report):
            self.report.add(problems.NeedsLaterOrder(at=at, name=id))
        return key, None

    def needed_orders(self, order: Order | None) -> Iterator[Order]:
        """Yield all orders that an order depends on, then the order itself."""
        if order is not None:
            yield from self.needed_orders(self.reservations.orders.get(order.needs))
            yield order


def check_upkeep_choices(
    faction: str, entry: FactionOrdersInput, state: State, report: Report
) -> None:
    """Report all problems with `upkeep_priority:` and `leaves:`.

    ``state`` is the expected board after the faction's orders, so their gains can be named too.
    """
    for key in ("upkeep_priority", "leaves"):
        names = getattr(entry, key) or []
        for index, name in enumerate(names):
            at = entry.at(key, index)
            if name in names[:index]:
                report.add(problems.RepeatedName(at=at, name=name))
            elif _check_payable(faction, name, state, at, report) and key == "leaves":
                price = _upkeep_price(name, state)
                if price.currency != "respect" or not price.amount:
                    report.add(problems.CostsNoRespect(at=at, name=name))


def _check_payable(faction: str, name: str, state: State, at: Span, report: Report) -> bool:
    """Return whether the faction can pay for the asset or place named; report it if not."""
    own = [
        *(id for id, asset in state.assets.items() if faction in owners(asset)),
        *(id for id, place in state.places.items() if place.owner == faction),
    ]
    if name in own:
        return True
    if name in state.assets or name in state.places:
        report.add(problems.NotOwn(at=at, name=name, faction=faction))
        return False
    return check_known("asset", name, own, at, report)


def _upkeep_price(name: str, state: State) -> Price:
    asset = state.assets.get(name)
    if asset is None:
        return state.places[name].upkeep
    return asset.upkeep
