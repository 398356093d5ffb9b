"""The exact chances of an order on the current board, for players who are still planning.

Each roll that decides something is fixed in turn to each of its four results, and the order is
carried out with it as in a turn. The outcome is weighted with the probability of the result. Who is
hit by damage is computed separately for each asset.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from chronicle.model.dice import Dice, Roll
from chronicle.model.facts import Facts
from chronicle.records import Record, replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants import expected_losses, probability
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.actions import ACTIONS
from chronicle.rules.lieutenants.actions.travel import MoveDetails
from chronicle.rules.lieutenants.adjustments import events_of
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.events import Acted, Event, Intercepted
from chronicle.rules.lieutenants.orders import Order, Orders
from chronicle.rules.lieutenants.planning import PlanningState
from chronicle.rules.lieutenants.resolve import carry_out, makes_gain
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.terms import SUCCESSES
from chronicle.rules.lieutenants.upkeep import income_events
from chronicle.rules.protocol import Chance

#: The order in which outcomes are listed, worst first.
_RESULT_ORDER: Final = ("complete-failure", "failure", "success", "complete-success")


def chances_of(state: State, orders: Orders, keys: Iterable[str]) -> dict[str, tuple[Chance, ...]]:
    """Return the outcomes of each order (``faction/id``) as if it were the first of its turn.

    ``outcome`` is the result of the check. Without a check it is the result of a move at the first
    stance that it meets (``attacked``, …), or the outcome of the event. Facts: ``outcome`` (of the
    event), ``tried`` (a stealthy attempt), ``hidden`` (``unnoticed``, ``unidentified`` or empty),
    ``toll`` (losses by asset) and ``expected`` (losses by side), see
    :func:`~chronicle.rules.lieutenants.expected_losses.loss_facts`.

    If the order needs another one to succeed, all results of that order are considered; ``instead``
    is true where the alternative is carried out. An order has no outcomes if nothing is rolled, or
    if dice decide whom the order that it needs hurts.
    """
    board = _state_before_orders(state, orders)
    return {key: _chances_of_order(board, orders, key) for key in keys}


def is_success(code: str, chance: Chance) -> bool:
    """Return whether an order with this action attains what it is for with an outcome."""
    facts = chance.facts
    if facts["instead"] or facts["outcome"] not in ("", "done"):
        return False
    wins = next((it.wins for name, it in ACTIONS.items() if name == code), SUCCESSES)
    return chance.outcome in (*wins, "done", "pass")


def _chances_of_order(board: State, orders: Orders, key: str) -> tuple[Chance, ...]:
    found = orders.order(key)
    if found is None:
        return ()
    cases: dict[_OutcomeKey, list[tuple[Fraction, tuple[expected_losses.AssetLosses, ...]]]] = (
        defaultdict(list)
    )
    thrown = False
    for ground in _scenarios(board, orders, found):
        if not ground.sure:
            return ()
        tried = ground.tried
        for events, chance, pinned in probability.over_results(tried.played):
            weight, thrown = ground.weight * chance, thrown or bool(pinned)
            scene = ActionContext(tried.board, tried.effective_order, Dice(b"", orders.turn))
            cases[_outcome_key_of(events, instead=ground.instead)].append(
                (weight, expected_losses.losses_of_events(scene, events))
            )
    if not thrown:
        return ()
    return tuple(
        _chance_of(case, cases[case]) for case in sorted(cases, key=lambda case: case.rank)
    )


class _Scenario(Record):
    """An order to be carried out, after one possible result of the orders it depends on.

    ``instead``: the order that it needs did not succeed, so the alternative is carried out.
    ``sure`` is false if dice that were not fixed had an influence.
    """

    tried: _Trial
    weight: Fraction
    instead: bool = False
    sure: bool = True


def _scenarios(state: State, orders: Orders, order: Order) -> Iterator[_Scenario]:
    """Yield every possible result of the orders that an order depends on (L-TURN-4)."""
    needed = orders.order(order.needs)
    if needed is None:
        yield _Scenario(_Trial(state, order, orders.turn), Fraction(1))
        return
    ways: dict[tuple[bool, bool, tuple[Change, ...]], Fraction] = defaultdict(Fraction)
    grounds: dict[tuple[bool, bool, tuple[Change, ...]], _Trial] = {}
    for ground in _scenarios(state, orders, needed):
        for events, chance, pinned in probability.over_results(ground.tried.played):
            gained = not ground.instead and any(makes_gain(needed, event) for event in events)
            changes = (*ground.tried.changes, *(one for event in events for one in event.changes))
            thrown = {roll.id.partition("/")[2] for event in events for roll in event.rolls}
            way = gained, ground.sure and thrown <= set(pinned), changes
            ways[way] += ground.weight * chance
            grounds[way] = replace(
                ground.tried,
                board=apply_changes(
                    ground.tried.board, (one for event in events for one in event.changes)
                ),
                order=order,
                past=(*ground.tried.past, *events),
                gained=frozenset({order.needs}) if gained else frozenset(),
                changes=changes,
            )
    for way, weight in ways.items():
        yield _Scenario(grounds[way], weight, instead=not way[0], sure=way[1])


def _chance_of(
    context: _OutcomeKey, ways: Sequence[tuple[Fraction, tuple[expected_losses.AssetLosses, ...]]]
) -> Chance:
    """Return the chance of one outcome, with its losses over all ways that lead to it."""
    whole = sum((weight for weight, _ in ways), Fraction(0))
    parts = ((weight / whole, loss) for weight, losses in ways for loss in losses)
    rows, expected = expected_losses.loss_facts(expected_losses.mix_losses(parts))
    facts = Facts(
        outcome=context.beside,
        tried=context.tried,
        hidden=context.hidden,
        instead=context.instead,
        toll=rows,
        expected=expected,
    )
    return Chance(context.outcome, facts, whole)


def _state_before_orders(state: State, orders: Orders) -> State:
    """Return the board before the first order; every order is evaluated on it."""
    for altered in events_of(orders.alterations):
        state = apply_changes(state, altered.changes)
    if isinstance(state, PlanningState):
        # It has the income of the turn already.
        return state
    for earned in income_events(state, orders.turn):
        state = apply_changes(state, earned.changes)
    return state


class _OutcomeKey(Record):
    """What distinguishes one outcome of an order from another."""

    outcome: str
    beside: str
    tried: bool
    hidden: str
    instead: bool

    @property
    def rank(self) -> tuple[bool, int, str, bool, str]:
        """The sort key in a list of outcomes."""
        known = self.outcome in _RESULT_ORDER
        place = _RESULT_ORDER.index(self.outcome) if known else len(_RESULT_ORDER)
        return self.instead, place, self.outcome, not self.hidden, self.beside


class _Trial(Record):
    """An order to be carried out on a board with fixed dice.

    ``past`` are the events of the orders it depends on, ``changes`` their changes; ``gained`` holds
    the key of the order it needs, if that succeeded.
    """

    board: State
    order: Order
    turn: int
    past: tuple[Event, ...] = ()
    gained: frozenset[str] = frozenset()
    changes: tuple[Change, ...] = ()

    @property
    def effective_order(self) -> Order:
        """The order that is carried out: this one or its alternative."""
        waits = self.order.needs and self.order.needs not in self.gained
        return self.order.otherwise or self.order if waits else self.order

    def played(self, pinned: probability.Pinned) -> tuple[tuple[Event, ...], Iterator[Roll]]:
        """Return the events of the order with these dice, and the rolls that decide them."""
        dice = Dice(b"", self.turn, pinned)
        events = tuple(carry_out(self.board, self.order, dice, list(self.past), self.gained))
        return events, self.decisive_rolls(events)

    def decisive_rolls(self, events: tuple[Event, ...]) -> Iterator[Roll]:
        """Yield the rolls that decide the outcome, in the order in which they are made.

        Stealth comes first because it decides whom a strike at one asset meets. Of several stances
        on the way only the first counts.
        """
        met = _meetings_before(events)
        rolls = {roll.id: roll for event in events for roll in event.rolls}
        wanted = ("stealth", "check", *(f"stance-{event.lieutenant}" for event in met[:1]))
        for purpose in wanted:
            roll = rolls.get(f"{self.turn}/{self.order.key}/{purpose}")
            if roll is not None:
                yield roll


def _main_event(events: Sequence[Event]) -> Acted:
    """Return the event of the order itself."""
    return next(event for event in events if isinstance(event, Acted) and not event.part)


def _meetings_before(events: Sequence[Event]) -> list[Intercepted]:
    """Return the meetings on the way to the action, not those afterwards."""
    way = events[: events.index(_main_event(events))]
    return [event for event in way if isinstance(event, Intercepted)]


def _outcome_key_of(events: tuple[Event, ...], *, instead: bool) -> _OutcomeKey:
    acted, met = _main_event(events), _meetings_before(events)
    ended = isinstance(acted.details, MoveDetails) or acted.reason == "stopped-on-the-way"
    first = met[0].outcome if met and ended else ""
    stealth = acted.stealth
    return _OutcomeKey(
        acted.result or first or acted.outcome,
        # What happens to a move after its first stance depends on more than is computed here.
        beside="" if first else acted.outcome,
        tried=stealth.tried,
        hidden=stealth.kind if stealth.held else "",
        instead=instead,
    )
