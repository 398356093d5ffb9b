"""The exact chances of a turn's orders, for those who still weigh them; nothing rolled counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.audience import GM
from chronicle.model.campaign import Campaign, Turn
from chronicle.model.dice import Dice
from chronicle.play.turns import play
from chronicle.rules.protocol import Chance, EventT, OrdersT, Ruleset, StateT

#: What is resolved here is only looked through for its orders; what the dice show plays no part.
_NO_SEED: Final = b""


@dataclass(frozen=True, slots=True)
class OrderOdds:
    """One order (``faction/id``) by the code it is told under, with all that can come of it.

    The chances sum to 1; there are none when nothing is ``thrown`` for the order, and when they
    can't be reckoned.
    """

    order: str
    code: str
    thrown: bool
    chances: tuple[Chance, ...]

    @property
    def faction(self) -> str:
        """The id of the faction that gives the order."""
        return self.order.partition("/")[0]


def compute_odds(
    campaign: Campaign, system: Ruleset[StateT, OrdersT, EventT], number: int, report: Report
) -> tuple[OrderOdds, ...] | None:
    """All orders of a turn in the order in which they are handled; None when findings say why not.

    Turns after it need not be playable, nor need the dice that were thrown at the table for it.
    """
    turn = campaign.turns[number - 1]
    history = play(replace(campaign, turns=campaign.turns[: number - 1]), system, report)
    if history is None:
        return None
    state = history.turns[-1].after if history.turns else history.opening.after
    orders = system.orders(turn, state, report)
    if orders is None:
        return None
    return tuple(
        OrderOdds(order, code, thrown, system.odds(state, orders, order))
        for order, (code, thrown) in _orders_by_key(system, turn, state, orders).items()
    )


def _orders_by_key(
    system: Ruleset[StateT, OrdersT, EventT], turn: Turn, state: StateT, orders: OrdersT
) -> Mapping[str, tuple[str, bool]]:
    """Every order of a turn by its key: the code it is first told under, and whether dice are."""
    found: dict[str, tuple[str, bool]] = {}
    for event in system.resolve(state, orders, Dice(_NO_SEED, turn.number)):
        telling = system.tell(state, event, GM)
        state = system.apply(state, event)
        if telling is None or not telling.order:
            continue
        code, thrown = found.get(telling.order, (telling.code, False))
        # Where it went otherwise than meant, it is still told what was to be done.
        named = telling.facts.get("action")
        code = named if isinstance(named, str) and named else code
        found[telling.order] = code, thrown or bool(event.rolls)
    return found
