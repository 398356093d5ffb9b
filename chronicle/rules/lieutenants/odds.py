"""The exact chances of an order as it stands, for those who still weigh it.

Each throw that decides something is pinned in turn to each of its four results, the order is
carried out with it as in a turn, and the outcome weighs as much as the result is likely. Whom
damage hits is reckoned apart, asset by asset.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from chronicle.cache.memo import memoize_last
from chronicle.model.dice import Dice, Roll
from chronicle.model.facts import Facts
from chronicle.rules.lieutenants import probability
from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.adjustments import events_of
from chronicle.rules.lieutenants.apply import fold
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.events import Acted, Event, Intercepted
from chronicle.rules.lieutenants.expected_losses import Losses, mixed, of_events, toll
from chronicle.rules.lieutenants.orders import Order, Orders
from chronicle.rules.lieutenants.resolve import carried_out
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.upkeep import income
from chronicle.rules.protocol import Chance

#: The order of results and other outcomes, worst first, for the reader's eye.
_ORDER: Final = ("complete-failure", "failure", "success", "complete-success")


def chances(state: State, orders: Orders, order: str) -> tuple[Chance, ...]:
    """The outcomes of an order (``faction/id``) as if it were the first of its turn.

    ``outcome`` is the result of the check; where there is none it is what becomes of a move at the
    first stance that it meets (``attacked``, …), or the outcome of the event. Facts: ``outcome``
    (of the event), ``tried`` (a stealthy attempt), ``hidden`` (``unnoticed``, ``unidentified`` or
    empty), ``toll`` (asset by asset) and ``expected`` (side by side), see `toll`.

    An order that needs another's gain is reckoned with all that the other may come to; ``instead``
    tells what is done otherwise. Empty when nothing is thrown, and when what an order needs leaves
    to dice whom it hurts.
    """
    found = orders.order(order)
    if found is None:
        return ()
    cases: dict[_Case, list[tuple[Fraction, tuple[Losses, ...]]]] = defaultdict(list)
    thrown = False
    for ground in _grounds(_board(state, orders), orders, found):
        if not ground.sure:
            return ()
        tried = ground.tried
        for events, weight, pinned in _branches(tried, {}, ground.weight):
            thrown = thrown or bool(pinned)
            scene = Scene(tried.board, tried.given, Dice(b"", orders.turn))
            cases[_case(events, instead=ground.instead)].append((weight, of_events(scene, events)))
    if not thrown:
        return ()
    return tuple(_chance(case, cases[case]) for case in sorted(cases, key=lambda case: case.rank))


@dataclass(frozen=True, slots=True)
class _Ground:
    """An order about to be carried out, in one of the ways in which those before it turn out.

    ``instead`` when the gain that it needs was not made; not ``sure`` when dice that nobody pinned
    had a part in it.
    """

    tried: _Try
    weight: Fraction
    instead: bool = False
    sure: bool = True


def _grounds(board: State, orders: Orders, order: Order) -> Iterator[_Ground]:
    """Every way in which the orders can turn out that an order builds on (L-TURN-4)."""
    needed = orders.order(order.needs)
    if needed is None:
        yield _Ground(_Try(board, order, orders.turn), Fraction(1))
        return
    ways: dict[tuple[bool, bool, tuple[Change, ...]], Fraction] = defaultdict(Fraction)
    grounds: dict[tuple[bool, bool, tuple[Change, ...]], _Try] = {}
    for ground in _grounds(board, orders, needed):
        for events, weight, pinned in _branches(ground.tried, {}, ground.weight):
            gained = not ground.instead and _came_off(events)
            changes = (*ground.tried.changes, *(one for event in events for one in event.changes))
            thrown = {roll.id.partition("/")[2] for event in events for roll in event.rolls}
            way = gained, ground.sure and thrown <= set(pinned), changes
            ways[way] += weight
            grounds[way] = replace(
                ground.tried,
                board=fold(ground.tried.board, (one for event in events for one in event.changes)),
                order=order,
                past=(*ground.tried.past, *events),
                gained=frozenset({order.needs}) if gained else frozenset(),
                changes=changes,
            )
    for way, weight in ways.items():
        yield _Ground(grounds[way], weight, instead=not way[0], sure=way[1])


def _came_off(events: Sequence[Event]) -> bool:
    own = (event for event in events if isinstance(event, Acted) and not event.part)
    return any(event.outcome == "done" for event in own)


def _chance(case: _Case, ways: Sequence[tuple[Fraction, tuple[Losses, ...]]]) -> Chance:
    """One outcome with what it costs, over all the ways in which it comes about."""
    whole = sum((weight for weight, _ in ways), Fraction(0))
    parts = ((weight / whole, loss) for weight, losses in ways for loss in losses)
    rows, expected = toll(mixed(parts))
    facts = Facts(
        outcome=case.beside,
        tried=case.tried,
        hidden=case.hidden,
        instead=case.instead,
        toll=rows,
        expected=expected,
    )
    return Chance(case.outcome, facts, whole)


@memoize_last
def _board(state: State, orders: Orders) -> State:
    """The board that the first order of a turn meets; each order of the turn is weighed on it."""
    for altered in events_of(orders.alterations):
        state = fold(state, altered.changes)
    for earned in income(state, orders.turn):
        state = fold(state, earned.changes)
    return state


@dataclass(frozen=True, slots=True)
class _Case:
    """One outcome of an order, as it is told apart from others."""

    outcome: str
    beside: str
    tried: bool
    hidden: str
    instead: bool

    @property
    def rank(self) -> tuple[bool, int, str, bool, str]:
        """Where it stands in a list."""
        known = self.outcome in _ORDER
        place = _ORDER.index(self.outcome) if known else len(_ORDER)
        return self.instead, place, self.outcome, not self.hidden, self.beside


@dataclass(frozen=True, slots=True)
class _Try:
    """An order on a board, to be carried out with pinned dice, and what led there.

    ``past`` are the events of the orders that it builds on, ``changes`` theirs, ``gained`` the key
    of the one that it needs, if that came off.
    """

    board: State
    order: Order
    turn: int
    past: tuple[Event, ...] = ()
    gained: frozenset[str] = frozenset()
    changes: tuple[Change, ...] = ()

    @property
    def given(self) -> Order:
        """The order that is carried out: itself, or what is done in its stead."""
        waits = self.order.needs and self.order.needs not in self.gained
        return self.order.otherwise or self.order if waits else self.order

    def events(self, pinned: Mapping[str, tuple[int, int]]) -> tuple[Event, ...]:
        dice = Dice(b"", self.turn, pinned)
        return tuple(carried_out(self.board, self.order, dice, list(self.past), self.gained))

    def decisive(self, events: tuple[Event, ...]) -> Iterator[Roll]:
        """The throws that decide what comes of it, in the order in which they are asked for.

        Stealth comes first, as a strike in the dark chooses by it whom the attack meets. Of the
        stances that a move meets the first counts.
        """
        met = [event for event in events if isinstance(event, Intercepted)]
        rolls = {roll.id: roll for event in events for roll in event.rolls}
        wanted = ("stealth", "check", *(f"stance-{event.lieutenant}" for event in met[:1]))
        for purpose in wanted:
            roll = rolls.get(f"{self.turn}/{self.order.key}/{purpose}")
            if roll is not None:
                yield roll


def _branches(
    tried: _Try, pinned: Mapping[str, tuple[int, int]], weight: Fraction
) -> Iterator[tuple[tuple[Event, ...], Fraction, Mapping[str, tuple[int, int]]]]:
    """Every way in which the decisive throws can turn out, with its weight and what was pinned."""
    events = tried.events(pinned)
    for roll in tried.decisive(events):
        key = roll.id.partition("/")[2]
        if key in pinned:
            continue
        modifier = sum(part.value for part in roll.modifiers)
        for shown, chance in probability.of_check(modifier).items():
            faces = probability.throw_for(shown, modifier)
            yield from _branches(tried, {**pinned, key: faces}, weight * chance)
        return
    yield events, weight, pinned


def _case(events: tuple[Event, ...], *, instead: bool) -> _Case:
    met = [event for event in events if isinstance(event, Intercepted)]
    acted = next(event for event in events if isinstance(event, Acted) and not event.part)
    first = met[0].outcome if met else ""
    stealth = acted.stealth
    return _Case(
        acted.result or first or acted.outcome,
        # What becomes of a move beyond the first stance depends on more than is reckoned here.
        beside="" if met else acted.outcome,
        tried=stealth.tried,
        hidden=stealth.kind if stealth.held else "",
        instead=instead,
    )
