"""The chances of success of an order, based on what the faction knows (L-CHK).

The order is carried out on the board that the faction knows, and the modifiers of the resulting
check are read from it. The rules of checks are not implemented here a second time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.lieutenants import probability
from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS
from chronicle.rules.lieutenants.actions import ACTIONS
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.check_sides import effective_level
from chronicle.rules.lieutenants.form_context import OddsFunctions
from chronicle.rules.lieutenants.odds import chances_of
from chronicle.rules.lieutenants.orders import FactionOrders, Order, Orders
from chronicle.rules.lieutenants.resolve import carry_out
from chronicle.rules.lieutenants.state import State, Unit
from chronicle.rules.lieutenants.terms import SUCCESSES
from chronicle.rules.order_form import ProbabilityRange


def probability_range(
    state: State,
    base_order: Order,
    best_order: Order,
    units: Sequence[Unit] = (),
    max_units: int = 0,
) -> ProbabilityRange | None:
    """Return the chances of an order alone and with all possible help; None without a check.

    ``best_order`` is the order with all other help, and ``max_units`` is how many of ``units`` can
    be added to it.
    """
    least = _check_probability(state, base_order)
    if least is None:
        return None
    crews = dict.fromkeys(_best_crews(state, best_order, units, max_units))
    orders = (replace(best_order, units=(*base_order.units, *crew)) for crew in crews)
    best = (_check_probability(state, order) for order in orders if order != base_order)
    return ProbabilityRange(least, max((least, *(chance for chance in best if chance is not None))))


def success_probability(state: State, order: Order, turn: int) -> Fraction:
    """Return the chance of an order whose check depends on other rolls, over all their results."""
    orders = Orders(turn, {order.faction: FactionOrders(order.faction, (order,))}, ())
    found = chances_of(state, orders, (order.key,))[order.key]
    return sum((it.probability for it in found if it.outcome in SUCCESSES), Fraction(0))


def _check_probability(state: State, order: Order) -> Fraction | None:
    # The dice don't matter, as only the modifiers are used.
    dice = Dice(b"", state.turn, {f"{order.key}/check": (3, 4)})
    rolls = [roll for event in carry_out(state, order, dice, []) for roll in event.rolls]
    check = next((roll for roll in rolls if roll.id.endswith(f"{order.key}/check")), None)
    if check is None:
        return None
    wanted = ACTIONS[order.action].wins
    results = probability.check_chances(sum(part.value for part in check.modifiers))
    return sum((chance for it, chance in results.items() if it in wanted), Fraction(0))


def _best_crews(
    state: State, order: Order, units: Sequence[Unit], max_units: int
) -> Iterator[tuple[str, ...]]:
    """Yield the best sets of units for an action: the strongest, then those with helpful powers.

    Replacing a lower level by a higher one never makes a side worse (L-CMB-3).
    """
    skill = ACTION_DEFINITIONS[order.action].skill
    able = [unit for unit in units if skill in unit.competencies]
    for crowd in (False, True):
        able.sort(
            key=lambda it: -(effective_level(state, it) + (_group_bonus(it, skill) if crowd else 0))
        )
        yield tuple(unit.id for unit in able[:max_units])
    if order.action == "research":
        learned = sorted(able, key=lambda unit: unit.power("research") is None)
        yield tuple(unit.id for unit in learned[:max_units])


def _group_bonus(unit: Unit, skill: Skill | None) -> int:
    """Return what a unit's level gains with force against groups (L-AST-AGAINST-GROUPS)."""
    return (unit.power("against-groups") or 0) if skill == "force" else 0


#: Handed to the order form.
ODDS: Final = OddsFunctions(probability_range, success_probability)
