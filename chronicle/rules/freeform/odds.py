"""The exact chances of an order with a roll that has a target (F-ROLL)."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.model.facts import Facts
from chronicle.rules.freeform.dice_notation import chance_of_success
from chronicle.rules.freeform.orders import Orders
from chronicle.rules.protocol import Chance


def chances_of(orders: Orders, keys: Iterable[str]) -> dict[str, tuple[Chance, ...]]:
    """Return the chances of each order (``faction/id``); empty without a target."""
    return {key: _chances_of_order(orders, key) for key in keys}


def _chances_of_order(orders: Orders, key: str) -> tuple[Chance, ...]:
    order = orders.order(key)
    if order is None or order.roll is None:
        return ()
    won = chance_of_success(order.roll, order.modifier)
    if won is None:
        return ()
    found = (Chance("success", Facts(), won), Chance("failure", Facts(), 1 - won))
    return tuple(chance for chance in found if chance.probability)
