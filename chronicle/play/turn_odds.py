"""The exact chances of the orders of a turn that has not been resolved yet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.audience import GM
from chronicle.model.campaign import Campaign, Turn
from chronicle.model.dice import Dice
from chronicle.play.turns import dice_of, play
from chronicle.records import Record, replace
from chronicle.rules.protocol import Chance, EventT, OrdersT, Ruleset, StateT, steps_of

#: The turn is resolved only to list its orders, so the dice don't matter.
_NO_SEED: Final = b""


class OrderOdds(Record):
    """One order (``faction/id``), its telling code, and the chances of its results.

    The chances sum to 1. There are none if no dice are ``thrown`` for the order or if they can't be
    computed.
    """

    order: str
    code: str
    thrown: bool
    chances: tuple[Chance, ...]

    @property
    def faction(self) -> str:
        """The id of the faction that gives the order."""
        return self.order.partition("/")[0]

    def success(self, ruleset: Ruleset[StateT, OrdersT, EventT]) -> Fraction | None:
        """The chance that the order succeeds; None if it has no chances."""
        won = (it.probability for it in self.chances if ruleset.is_success(self.code, it))
        return sum(won, Fraction(0)) if self.chances else None


def compute_odds(
    campaign: Campaign, ruleset: Ruleset[StateT, OrdersT, EventT], number: int, report: Report
) -> tuple[OrderOdds, ...] | None:
    """Return the odds of all orders of a turn, in the order they are resolved; None after an error.

    Later turns, and the dice thrown at the table for this one, may be missing or wrong.
    """
    turn = campaign.turns[number - 1]
    history = play(replace(campaign, turns=campaign.turns[: number - 1]), ruleset, report)
    if history is None:
        return None
    state = history.eve.after
    orders = ruleset.orders(turn, state, dice_of(campaign, turn), report)
    if orders is None:
        return None
    return odds_of_orders(ruleset, turn, state, orders)


def odds_of_orders(
    ruleset: Ruleset[StateT, OrdersT, EventT], turn: Turn, state: StateT, orders: OrdersT
) -> tuple[OrderOdds, ...]:
    """Return the odds of a turn's orders on a board, in the order they are resolved."""
    known = _orders_by_key(ruleset, turn, state, orders)
    odds = ruleset.odds(state, orders, known)
    return tuple(
        OrderOdds(order, code, thrown, odds[order]) for order, (code, thrown) in known.items()
    )


def _orders_by_key(
    ruleset: Ruleset[StateT, OrdersT, EventT], turn: Turn, state: StateT, orders: OrdersT
) -> Mapping[str, tuple[str, bool]]:
    """Map the key of each order to its first telling code and whether dice are thrown for it."""
    found: dict[str, tuple[str, bool]] = {}
    events = ruleset.resolve(state, orders, Dice(_NO_SEED, turn.number))
    for step in steps_of(ruleset, state, events):
        telling = ruleset.tell(step, GM).telling
        if telling is None or not telling.order:
            continue
        code, thrown = found.get(telling.order, (telling.code, False))
        # If the order failed, the telling still names the intended action.
        named = telling.facts.get("action")
        code = named if isinstance(named, str) and named else code
        found[telling.order] = code, thrown or bool(step.event.rolls)
    return found
