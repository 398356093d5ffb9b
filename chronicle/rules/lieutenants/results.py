"""The boards that come of a faction's orders, with exact probabilities.

Each order is carried out as in a turn, for every result of its dice that differs in meaning: the
four results of a check, success and failure of stealth, whether a lieutenant is hurt, and of equal
units that a die decides between only one of each kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from chronicle.model.audience import Visibility
from chronicle.model.dice import Dice, Roll
from chronicle.records import Record, replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants import probability
from chronicle.rules.lieutenants.action_context import result_of_roll
from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS
from chronicle.rules.lieutenants.actions.espionage import SpyDetails, SpyOrder
from chronicle.rules.lieutenants.actions.raid import TakeOrder
from chronicle.rules.lieutenants.adjustments import events_of
from chronicle.rules.lieutenants.changes import Change, Ranked
from chronicle.rules.lieutenants.events import Acted, Event
from chronicle.rules.lieutenants.orders import Order, Orders
from chronicle.rules.lieutenants.planning import Exposure, PlanningState
from chronicle.rules.lieutenants.resolve import carry_out, makes_gain
from chronicle.rules.lieutenants.state import Asset, State, Unit
from chronicle.rules.lieutenants.terms import SUCCESSES, RollResult

#: The most results of dice of one order that are told apart; of further rolls only the likeliest.
MOST_RESULTS: Final = 64

_Faces: TypeAlias = tuple[int, ...]


class Way(Record):
    """A board after some orders, its probability, and the orders that have succeeded."""

    state: State
    probability: Fraction
    gained: frozenset[str] = frozenset()
    past: tuple[Event, ...] = ()


def results_of(state: State, orders: Orders) -> Iterator[tuple[State, Fraction]]:
    """Yield the boards after the orders of one faction alone, each with its probability.

    Income is that of the board, and upkeep is still to be paid.
    """
    for way in ways_of(state, orders):
        yield way.state, way.probability


def ways_of(state: State, orders: Orders) -> Iterator[Way]:
    """Yield what can come of these orders, each board with the orders that succeed on the way."""
    for event in events_of(orders.alterations):
        state = apply_changes(state, event.changes)
    for own in orders.factions.values():
        if own.priority is not None:
            state = Ranked(own.faction, own.priority).apply(state)
    ways = [Way(state, Fraction(1))]
    for order in orders.in_order():
        ways = [after for way in ways for after in _ways_after(way, order, orders.turn)]
    yield from ways


def _ways_after(way: Way, order: Order, turn: int) -> Iterator[Way]:
    """Yield what comes of one more order."""
    order = _against_keeper(way.state, order)

    def run(pinned: Mapping[str, _Faces]) -> tuple[Event, ...]:
        dice = Dice(b"", turn, pinned)
        return tuple(carry_out(way.state, order, dice, list(way.past), way.gained))

    found: dict[_Difference, Fraction] = defaultdict(Fraction)
    ends: dict[_Difference, tuple[Event, ...]] = {}
    for events, chance in _results(run, way.state, {}, Fraction(1)):
        key = _difference(way, order, events)
        found[key] += chance
        ends.setdefault(key, events)
    for key, chance in found.items():
        state = apply_changes(way.state, key.changes)
        if isinstance(state, PlanningState) and (key.exposed or key.learned):
            state = replace(
                state, exposed=state.exposed | key.exposed, unsure=state.unsure - key.learned
            )
        gained = way.gained | {order.key} if key.gained else way.gained
        yield Way(state, way.probability * chance, gained, (*way.past, *ends[key]))


def _against_keeper(state: State, order: Order) -> Order:
    """Return an order that others oppose who keep the thing that it is about, as far as known.

    Its author may name somebody else who is to defend, for things that have moved. A faction does
    not count on nobody watching because it named another.
    """
    command, place = order.command, state.places.get(order.at)
    keeper = place.owner if place is not None else ""
    match command:
        case TakeOrder(subject=subject) if subject:
            asset = state.assets.get(subject)
            keeper = (asset.held_by or asset.faction) if asset is not None else ""
        case TakeOrder() | SpyOrder(kind="location"):
            pass
        case _:
            return order
    if keeper in ("", order.faction, order.against):
        return order
    return replace(order, against=keeper)


class _Difference(Record):
    """What distinguishes the boards after an order."""

    changes: tuple[Change, ...]
    gained: bool
    exposed: frozenset[Exposure]
    learned: frozenset[str]


def _difference(way: Way, order: Order, events: Sequence[Event]) -> _Difference:
    waits = order.needs and order.needs not in way.gained
    return _Difference(
        tuple(one for event in events for one in event.changes),
        not waits and any(makes_gain(order, event) for event in events),
        frozenset(_exposures(events)),
        frozenset(_learned(events)),
    )


def _exposures(events: Sequence[Event]) -> Iterator[Exposure]:
    """Yield whose notice an action comes to that it is aimed at (L-STL-5)."""
    for event in events:
        if not isinstance(event, Acted) or event.details is None or not event.against:
            continue
        code = ACTION_DEFINITIONS[event.action].target_code
        if code and event.against != event.faction and _sees(event.known, event.against):
            yield Exposure(event.against, code == "suffered")


def _sees(visibility: Visibility, faction: str) -> bool:
    return visibility.public or faction in visibility.factions


def _learned(events: Sequence[Event]) -> Iterator[str]:
    """Yield the assets whose figures become known."""
    for event in events:
        if isinstance(event, Acted) and isinstance(event.details, SpyDetails):
            yield from (it.asset for it in event.details.finds if it.level is not None or it.type)


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────


class _Meanings(Record):
    """What a roll can mean: the probability of each meaning, and faces that have it."""

    chances: Mapping[Hashable, Fraction]
    faces: Mapping[Hashable, _Faces]
    shown: Hashable


def _results(
    run: Callable[[Mapping[str, _Faces]], tuple[Event, ...]],
    state: State,
    pinned: Mapping[str, _Faces],
    weight: Fraction,
    most: int = MOST_RESULTS,
) -> Iterator[tuple[tuple[Event, ...], Fraction]]:
    """Yield the events for each result of the dice that differs in meaning, ``most`` at most.

    The faces of a run stand for all that mean the same, so that none is carried out twice.
    """
    events = run(pinned)
    settled = dict(pinned)
    for roll in (roll for event in events for roll in event.rolls):
        key = roll.id.partition("/")[2]
        if key in settled:
            continue
        found = _meanings(roll, state)
        if most < len(found.chances):
            likeliest = max(found.chances, key=lambda it: found.chances[it])
            if likeliest != found.shown:
                further = {**settled, key: found.faces[likeliest]}
                yield from _results(run, state, further, weight, most)
                return
        else:
            most //= len(found.chances)
            for meaning, chance in found.chances.items():
                if meaning != found.shown:
                    further = {**settled, key: found.faces[meaning]}
                    yield from _results(run, state, further, weight * chance, most)
            weight *= found.chances[found.shown]
        settled[key] = roll.faces
    yield events, weight


def _meanings(roll: Roll, state: State) -> _Meanings:
    """Return what a roll can mean for the board."""
    among = roll.result.get("among")
    if isinstance(among, tuple):
        kinds = [_kind_hit(state.assets[str(id)]) for id in among]
        counts = Counter(kinds)
        return _Meanings(
            {kind: Fraction(count, len(kinds)) for kind, count in counts.items()},
            {kind: (index + 1,) for index, kind in reversed(list(enumerate(kinds)))},
            kinds[roll.faces[0] - 1],
        )
    groups = _groups_of(roll)
    modifier = sum(part.value for part in roll.modifiers)
    chances, faces = _check_meanings(modifier, groups)
    return _Meanings(chances, faces, _group(result_of_roll(roll), groups))


def _kind_hit(asset: Asset) -> Hashable:
    """Return what tells units apart that damage can hit; the others are of one worth."""
    if not isinstance(asset, Unit):
        return asset.id
    return asset.type, asset.level, asset.condition, asset.upkeep, asset.competencies


#: Results of a check that mean the same, for rolls other than the checks of actions.
_Groups: TypeAlias = tuple[frozenset[RollResult], ...]
_FAILURES: Final[frozenset[RollResult]] = frozenset({"complete-failure", "failure"})
_STEALTH: Final[_Groups] = (_FAILURES,)
_BY_SUCCESS: Final[_Groups] = (_FAILURES, SUCCESSES)
_BY_LAST_FAILURE: Final[_Groups] = (SUCCESSES | {"failure"},)


def _groups_of(roll: Roll) -> _Groups:
    """Return the results of a roll that mean the same, by its purpose (L-STL-3, L-DMG)."""
    purpose = roll.id.rpartition("/")[2]
    if purpose == "stealth":
        return _STEALTH
    rule = roll.modifiers[0].rule if roll.modifiers else ""
    if not rule.startswith("L-DMG-"):
        return ()
    by_success = rule in ("L-DMG-AGAIN", "L-DMG-DEFEATED")
    return _BY_SUCCESS if by_success else _BY_LAST_FAILURE


def _group(result: RollResult, groups: _Groups) -> Hashable:
    return next((group for group in groups if result in group), result)


@lru_cache(maxsize=256)
def _check_meanings(
    modifier: int, groups: _Groups
) -> tuple[Mapping[Hashable, Fraction], Mapping[Hashable, _Faces]]:
    chances: dict[Hashable, Fraction] = defaultdict(Fraction)
    faces: dict[Hashable, _Faces] = {}
    for result, chance in probability.check_chances(modifier).items():
        meaning = _group(result, groups)
        chances[meaning] += chance
        faces.setdefault(meaning, probability.faces_for(result, modifier))
    return chances, faces
