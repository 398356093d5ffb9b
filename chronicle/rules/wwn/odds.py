"""The exact chances of an order, for planning before the turn is played.

The order is carried out once for every possible result of its dice, by the same functions as in a
turn, and each outcome is weighted by its probability.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import prod
from typing import Final

from chronicle.model.dice import Dice
from chronicle.model.facts import Fact, Facts, faction_ref
from chronicle.records import Record, replace
from chronicle.rules.protocol import Chance
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.actions import resolve_order
from chronicle.rules.wwn.actions.expand import contest_with_rival, expand, rivals_in_the_open
from chronicle.rules.wwn.adjustments import events_of
from chronicle.rules.wwn.changes import fold
from chronicle.rules.wwn.effects import Yields
from chronicle.rules.wwn.events import Acted, Event, Founding, HarmKind, Outcome, Profit, Search
from chronicle.rules.wwn.fights import attack_effects
from chronicle.rules.wwn.fights.attack import begin_attack, find_defender, roll_check, roll_damage
from chronicle.rules.wwn.fights.fight import AttackOrigin, Fight
from chronicle.rules.wwn.orders import AttackOrder, ExpandOrder, FreeActionOrder, Order, Orders
from chronicle.rules.wwn.probability import TooManyOutcomes, enumerate_outcomes
from chronicle.rules.wwn.state import Base, State
from chronicle.rules.wwn.upkeep import income_event

_ZERO: Final = Fraction(0)
#: How an order ends, best first, for display.
_OUTCOMES_BY_RANK: Final = ("done", "failed", "nobody-there", "not-carried-out")


def chances_of(state: State, orders: Orders, keys: Iterable[str]) -> dict[str, tuple[Chance, ...]]:
    """Return the outcomes of orders (``faction/id``) if their faction came first, with its income.

    ``outcome`` is ``done`` or ``failed`` by its check, or the outcome of an order without one.
    Facts: ``defender`` and ``attacker`` (what an attack did to either, empty for other orders),
    ``taken``, ``spared``, ``theirs`` and ``ours`` (the expected damage with this outcome),
    ``amount`` (Treasure gained, None where not applicable), ``found`` (how many are found),
    ``rivals`` (who attacks a new base: faction, and its probability). Expected values are
    fractions: Facts(times, of). Empty without dice, and when the dice have too many possible
    results.
    """
    board = _state_after_changes(state, orders)
    return {key: _chances_of_order(board, orders, key) for key in keys}


def _chances_of_order(changed: State, orders: Orders, key: str) -> tuple[Chance, ...]:
    found = orders.order(key)
    if found is None:
        return ()
    board = fold(changed, income_event(changed, orders, found.faction).changes)
    try:
        match found.command:
            case AttackOrder(target=""):
                return _chances_of_attack(board, orders, found)
            case ExpandOrder():
                return _chances_of_expansion(board, orders, found)
            case _:
                return _chances_of_other_order(board, orders, found)
    except TooManyOutcomes:
        return ()


def _state_after_changes(state: State, orders: Orders) -> State:
    """Return the board after the GM's changes and alliances, before any faction's turn."""
    for event in events_of(orders.alterations):
        state = fold(state, event.changes)
    return fold(state, orders.alliances)


def _fraction(value: Fraction) -> Facts:
    return Facts(times=value.numerator, of=value.denominator)


def _facts(**known: Fact) -> Facts:
    """Return the facts of a chance; those that its kind of order does not have are empty."""
    empty: dict[str, Fact] = {
        "defender": "",
        "attacker": "",
        "taken": False,
        "spared": False,
        "theirs": None,
        "ours": None,
        "amount": None,
        "found": None,
        "rivals": (),
    }
    return Facts({**empty, **known})


# ── Attacks ──────────────────────────────────────────────────────────────────────────────────────


class _AttackEnd(Record):
    """How an attack can end; the two harms are for defender and attacker."""

    won: bool
    defender: HarmKind
    attacker: HarmKind
    taken: bool
    spared: bool

    @property
    def rank(self) -> tuple[bool, str, str, bool, bool]:
        return (not self.won, self.defender, self.attacker, self.taken, self.spared)


def _chances_of_attack(state: State, orders: Orders, order: Order) -> tuple[Chance, ...]:
    """Return the chances of an attack: first its check, then the damage for each result."""
    ends: dict[_AttackEnd, list[tuple[Fraction, int, int]]] = defaultdict(list)
    for fight, weight in _check_results(state, orders, order):
        for end, share in enumerate_outcomes(_continued_by(fight, _finish_attack), orders.turn):
            ends[_attack_end_of(end)].append((weight * share, end.theirs, end.ours))
    if all(len(ways) == 1 for ways in ends.values()) and len(ends) < 2:
        return ()
    return tuple(_chance_of_end(end, ends[end]) for end in sorted(ends, key=lambda end: end.rank))


def _check_results(state: State, orders: Orders, order: Order) -> Iterator[tuple[Fight, Fraction]]:
    """Yield the possible results of an attack's check, merging those with the same effect."""
    asset = state.assets.get(order.asset)
    if asset is None or not isinstance(order.command, AttackOrder):
        return
    occasion, against = AttackOrigin("", order.key, order.id), order.command.against

    # The defender does not depend on dice, so it is chosen once.
    opening = begin_attack(state, orders, Dice(b"", orders.turn), asset, against, occasion)
    if not find_defender(opening):
        return
    found: dict[object, tuple[Fight, Fraction]] = {}
    for fight, weight in enumerate_outcomes(_continued_by(opening, roll_check), orders.turn):
        way = fight.verdict, tuple(fight.context.changes), tuple(fight.context.reactions)
        first, so_far = found.get(way, (fight, _ZERO))
        found[way] = first, so_far + weight
    yield from found.values()


def _finish_attack(fight: Fight) -> None:
    """Resolve the rest of an attack after its check."""
    roll_damage(fight)
    attack_effects.apply_attack_effects(fight)


def _continued_by(fight: Fight, then: Callable[[Fight], None]) -> Callable[[Dice], Fight]:
    """Return a function that continues an attack with given dice."""

    def run(dice: Dice) -> Fight:
        before = fight.context
        context = replace(
            before,
            dice=dice,
            changes=list(before.changes),
            rolls=list(before.rolls),
            reactions=list(before.reactions),
        )
        again = replace(fight, context=context)
        then(again)
        return again

    return run


def _attack_end_of(fight: Fight) -> _AttackEnd:
    spared = any(reaction.kind == "spared" for reaction in fight.context.reactions)
    return _AttackEnd(fight.won, fight.defender_harm, fight.attacker_harm, fight.taken, spared)


def _chance_of_end(end: _AttackEnd, ways: list[tuple[Fraction, int, int]]) -> Chance:
    whole = sum((weight for weight, _, _ in ways), _ZERO)
    theirs = sum((weight * damage for weight, damage, _ in ways), _ZERO) / whole
    ours = sum((weight * damage for weight, _, damage in ways), _ZERO) / whole
    facts = _facts(
        defender=end.defender,
        attacker=end.attacker,
        taken=end.taken,
        spared=end.spared,
        theirs=_fraction(theirs),
        ours=_fraction(ours),
    )
    return Chance("done" if end.won else "failed", facts, whole)


# ── New bases ────────────────────────────────────────────────────────────────────────────────────


def _chances_of_expansion(state: State, orders: Orders, order: Order) -> tuple[Chance, ...]:
    """Return the chances that a rival, and each one, attacks a new base (W-ACT-4)."""
    if not isinstance(order.command, ExpandOrder):
        return ()
    base = order.command.base
    founded = ActionContext(state, orders, Dice(b"", orders.turn), order.key)
    if not isinstance(expand(founded, order, order.command).details, Founding):
        return ()
    ground = ActionContext(state.with_base(base), orders, founded.dice, order.key)
    attacks: dict[str, Fraction] = {}
    for rival in rivals_in_the_open(ground.state, order.faction, base.at):
        falls = enumerate_outcomes(_contest_with(ground, rival, base), orders.turn)
        attacks[rival] = sum((weight for attacked, weight in falls if attacked), _ZERO)
    if not attacks:
        return ()
    rows = tuple(
        Facts(faction=faction_ref(rival), chance=_fraction(chance))
        for rival, chance in attacks.items()
    )
    left_alone = prod((1 - chance for chance in attacks.values()), start=Fraction(1))
    ways = (("done", left_alone), ("contested", 1 - left_alone))
    return tuple(Chance(word, _facts(rivals=rows), weight) for word, weight in ways if weight)


def _contest_with(ground: ActionContext, rival: str, base: Base) -> Callable[[Dice], bool]:
    def run(dice: Dice) -> bool:
        return contest_with_rival(
            ActionContext(ground.state, ground.orders, dice, ground.key), rival, base
        )[1]

    return run


# ── All other orders ─────────────────────────────────────────────────────────────────────────────


class _OrderEnd(Record):
    """How an order can end: its outcome, the Treasure gained, the number found."""

    outcome: Outcome
    amount: int | None
    found: int | None

    @property
    def rank(self) -> tuple[int, int, int]:
        return (_OUTCOMES_BY_RANK.index(self.outcome), -(self.amount or 0), -(self.found or 0))


def _chances_of_other_order(state: State, orders: Orders, order: Order) -> tuple[Chance, ...]:
    """Return the chances of an order other than an attack: the results of its event."""
    found: dict[_OrderEnd, Fraction] = defaultdict(Fraction)
    thrown = False

    def run(dice: Dice) -> Event:
        return next(iter(resolve_order(state, order, orders, dice)))

    # The dice of a profit may be two rolls of several dice, of which the better counts.
    for event, weight in enumerate_outcomes(run, orders.turn, ordered=_is_profit(state, order)):
        thrown = thrown or bool(event.rolls)
        if isinstance(event, Acted):
            found[_order_end_of(event)] += weight
    if not thrown:
        return ()
    return tuple(
        Chance(way.outcome, _facts(amount=way.amount, found=way.found), found[way])
        for way in sorted(found, key=lambda way: way.rank)
    )


def _is_profit(state: State, order: Order) -> bool:
    asset = state.assets.get(order.asset)
    if asset is None or not isinstance(order.command, FreeActionOrder):
        return False
    return isinstance(state.type_of(asset).effects[order.command.effect], Yields)


def _order_end_of(event: Acted) -> _OrderEnd:
    amount = event.details.amount if isinstance(event.details, Profit) else None
    found = len(event.details.found) if isinstance(event.details, Search) else None
    return _OrderEnd(event.outcome, amount, found)
