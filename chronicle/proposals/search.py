"""Which orders a faction gives: the best together, found from the best ones alone.

Orders are tried alone: all of them, or where they are too many the likeliest few of each kind, and
more of the kinds that gain something. The best one begins a plan: the orders that gain most beside
those before them are added to it in turn, until none gains anything. Further plans begin with the
best order of a kind that no plan before has. The plan that is expected to gain most, with the best
that can follow in the next turn, is proposed.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from chronicle.proposals.candidates import (
    Candidate,
    candidates,
    optional_keys,
    variants,
    with_value,
)
from chronicle.proposals.evaluation import Evaluation, PlanningBoard
from chronicle.records import MutableRecord, Record, replace
from chronicle.rules.order_form import Form, FormPart

#: The most orders that are tried alone, how many of each kind first, and how many then at a time.
_TRIALS: Final = 240
_FIRST_TRIALS: Final = 2
_FURTHER_TRIALS: Final = 6
#: How many plans are made.
_PLANS: Final = 3
#: How many of the best orders alone are tried again beside others, and how many of one actor.
_SHORT_LIST: Final = 36
_PER_ACTOR: Final = 8
#: The most orders of a plan.
_MOST_ORDERS: Final = 12
#: What an order has to gain at least, in points.
_LEAST_GAIN: Final = 0.05
#: How many orders are tried in the next turn after each plan, how many of each kind, and what the
#: best one counts.
_FOLLOWING: Final = 10
_FOLLOWING_OF_KIND: Final = 3
_NEXT_TURN: Final = 0.4
#: The most values of one optional key that are tried.
_VARIANTS: Final = 8


class Plan(Record):
    """Orders that a faction gives together, in the order in which they were found.

    ``gain`` is what it expects of them and of the next turn, in points. ``seconds`` has for each of
    them the best other order of the same actor, None if there is none.
    """

    evaluations: tuple[Evaluation, ...]
    seconds: tuple[Evaluation | None, ...]
    gain: float


def best_plan(board: PlanningBoard, form: Form, seed: str) -> Plan:
    """The orders to propose for a faction; none if none gains anything.

    ``seed`` decides between orders that are worth the same.
    """
    tried = _ranked(_tried(board, list(_allowed(board, candidates(form, board.turn))), seed), seed)
    best = _best_of(board, tried, seed)
    return replace(best, seconds=tuple(_second(it, best, tried) for it in best.evaluations))


def _best_of(board: PlanningBoard, tried: Sequence[Evaluation], seed: str) -> Plan:
    """The best plan of orders that were tried alone, the best first."""
    worthwhile = _worthwhile(tried)
    plans: list[Plan] = []
    kinds: set[str] = set()
    best_variants: dict[FormPart, Candidate] = {}
    for first in worthwhile:
        if first.candidate.code in kinds:
            continue
        plans.append(_plan_from(board, first, worthwhile, best_variants, seed))
        kinds.update(it.candidate.code for it in plans[-1].evaluations)
        if len(plans) == _PLANS:
            break
    return max(plans, key=lambda plan: plan.gain, default=Plan((), (), 0.0))


def _worthwhile(tried: Iterable[Evaluation]) -> list[Evaluation]:
    return [it for it in tried if it.outlook.gain > _LEAST_GAIN]


def orders_by_gain(board: PlanningBoard, form: Form, seed: str) -> list[Evaluation]:
    """The orders to suggest, each alone: those proposed together first, then by what they gain.

    Pieces act where they are.
    """
    allowed = list(_allowed(board, candidates(form, board.turn, moves=False)))
    tried = _ranked(_tried(board, allowed, seed), seed)
    together = _best_of(board, tried, seed).evaluations
    parts = [it.candidate.part for it in together]
    return [*together, *(it for it in _worthwhile(tried) if it.candidate.part not in parts)]


def _allowed(board: PlanningBoard, found: Iterable[Candidate]) -> Iterator[Candidate]:
    """Orders that cross no line of the faction."""
    character = board.character
    for candidate in found:
        if candidate.code in character.never_actions:
            continue
        if character.never_against and not _values_of(candidate.entries()).isdisjoint(
            character.never_against
        ):
            continue
        yield candidate


def _values_of(entry: object) -> set[str]:
    """All ids and words in an order, those of owned things in parts."""
    match entry:
        case dict():
            return {word for value in entry.values() for word in _values_of(value)}
        case list():
            return {word for value in entry for word in _values_of(value)}
        case str():
            return {entry, *entry.split("/")}
        case _:
            return set()


def _tried(
    board: PlanningBoard, found: Sequence[Candidate], seed: str
) -> Iterator[Evaluation | None]:
    """The orders that are tried alone."""
    if len(found) <= _TRIALS:
        yield from map(board.evaluate, found)
        return
    kinds: dict[object, list[Candidate]] = {}
    for candidate in found:
        kinds.setdefault(candidate.kind, []).append(candidate)
    left = _TRIALS
    races = [_Race(deque(_likeliest_first(it, seed))) for it in kinds.values()]
    count = _FIRST_TRIALS
    while races and left > 0:
        for race in races:
            for _ in range(min(count, len(race.waiting))):
                evaluation = board.evaluate(race.waiting.popleft())
                left -= 1
                yield evaluation
                if evaluation is not None:
                    race.best = max(race.best, evaluation.outlook.gain)
            if left <= 0 and count > _FIRST_TRIALS:
                return
        races = [it for it in races if it.waiting and it.best > _LEAST_GAIN]
        races.sort(key=lambda it: -it.best)
        count = _FURTHER_TRIALS


class _Race(MutableRecord):
    """Orders of one kind that wait to be tried, and the most that one of them gained."""

    waiting: deque[Candidate]
    best: float = 0.0


def _likeliest_first(found: Iterable[Candidate], seed: str) -> list[Candidate]:
    """Orders of one kind by the chances that the form gives them, of equals by lot."""

    def rank(candidate: Candidate) -> tuple[float, bytes]:
        likely = candidate.likely
        lot = f"{seed}\x00{candidate.actor}\x00{candidate.settings!r}".encode()
        return -float(likely) if likely is not None else -0.5, hashlib.sha256(lot).digest()

    return sorted(found, key=rank)


def _ranked(evaluations: Iterable[Evaluation | None], seed: str) -> list[Evaluation]:
    """Trials, the best first; of equals by the seed."""
    found = [it for it in evaluations if it is not None]
    return sorted(found, key=lambda it: (-round(it.outlook.gain, 6), _lot(it.candidate, seed)))


def _lot(candidate: Candidate, seed: str) -> bytes:
    return hashlib.sha256(f"{seed}\x00{candidate.entries()!r}".encode()).digest()


def _plan_from(
    board: PlanningBoard,
    first: Evaluation,
    tried: Sequence[Evaluation],
    best_variants: dict[FormPart, Candidate],
    seed: str,
) -> Plan:
    """The plan that begins with an order and adds the best ones beside it.

    ``best_variants`` are those found for other plans; new ones are added to them.
    """
    chosen: list[Evaluation] = []
    rest = list(_short_list(tried))
    best: Evaluation | None = first
    while best is not None and len(chosen) < _MOST_ORDERS:
        best = _as_in_other_plans(board, best, best_variants)
        chosen.append(best)
        board = board.after(best)
        taken = best.candidate
        rest = [
            it
            for it in rest
            if it.candidate.keys.isdisjoint(taken.keys) and not _same(it, best)
            if it.candidate.part != taken.part
        ]
        best, rest = _best_beside(board, rest, seed)
    gain = sum(it.outlook.gain for it in chosen) + _NEXT_TURN * _next_gain(board, tried)
    return Plan(tuple(chosen), (), gain)


def _best_beside(
    board: PlanningBoard, rest: Sequence[Evaluation], seed: str
) -> tuple[Evaluation | None, list[Evaluation]]:
    """The order that gains most beside those given, None if none does, and those left to try.

    Few orders gain more beside others than before: those that gained less than the best one found
    are not tried again. What is not worth it, or may not be given, is not tried beside more orders.
    """
    fresh: list[Evaluation] = []
    best = _LEAST_GAIN
    for position, earlier in enumerate(rest):
        if earlier.outlook.gain < best:
            fresh += rest[position:]
            break
        found = board.evaluate(earlier.candidate)
        if found is None or found.outlook.gain < _LEAST_GAIN or not board.allows(found.candidate):
            continue
        fresh.append(found)
        best = max(best, found.outlook.gain)
    left = _ranked(fresh, seed)
    return (left[0] if left else None), left


def _same(one: Evaluation, other: Evaluation) -> bool:
    """Whether two orders are of one actor, who can carry out only one."""
    actor = one.candidate.order.actor
    return (
        actor is not None
        and actor.who is not None
        and one.candidate.actor == other.candidate.actor
        and one.candidate.order.list_key == other.candidate.order.list_key
    )


def _short_list(tried: Sequence[Evaluation]) -> Iterator[Evaluation]:
    """The best orders, of each actor only a few."""
    counts: dict[object, int] = {}
    left = _SHORT_LIST
    for evaluation in tried:
        actor = evaluation.candidate.actor
        counts[actor] = counts.get(actor, 0) + 1
        if counts[actor] <= _PER_ACTOR:
            left -= 1
            yield evaluation
        if not left:
            return


def _as_in_other_plans(
    board: PlanningBoard, evaluation: Evaluation, best_variants: dict[FormPart, Candidate]
) -> Evaluation:
    """The best variant of an order: the one of an earlier plan, if it may be given here."""
    part = evaluation.candidate.part
    known = best_variants.get(part)
    if known == evaluation.candidate:
        return evaluation
    if known is not None and board.allows(known):
        found = board.evaluate(known)
        if found is not None and found.outlook.gain >= evaluation.outlook.gain:
            return found
    found = _improved(board, evaluation)
    best_variants[part] = found.candidate
    return found


def _improved(board: PlanningBoard, evaluation: Evaluation) -> Evaluation:
    """The best variant of an order: one optional key after the other is set as is best."""
    for path in optional_keys(evaluation.candidate):
        evaluation = _with_best_value(board, evaluation, path)
    return evaluation


def _with_best_value(
    board: PlanningBoard, evaluation: Evaluation, path: tuple[str, ...]
) -> Evaluation:
    """An order with the value of a key that gains most, or unchanged.

    Of a list, the values that gain most alone are added in turn, as long as they gain
    something.
    """
    better: list[Evaluation] = []
    for nth, variant in enumerate(islice(variants(evaluation.candidate, path), _VARIANTS)):
        found = board.evaluate(variant)
        if found is None:
            continue
        if found.outlook.gain > evaluation.outlook.gain + _LEAST_GAIN:
            better.append(found)
        elif not nth and found.results == evaluation.results:
            # A key that changes nothing here is not tried further.
            break
    better.sort(key=lambda it: -it.outlook.gain)
    allowed = (it for it in better if board.allows(it.candidate))
    best = next(allowed, None)
    if best is None:
        return evaluation
    for other in allowed:
        value, more = best.candidate.settings[path], other.candidate.settings[path]
        if not isinstance(value, tuple) or not isinstance(more, tuple):
            break
        added = with_value(best.candidate, path, (*value, more[-1]))
        found = board.evaluate(added) if added is not None else None
        if found is None or found.outlook.gain <= best.outlook.gain + _LEAST_GAIN:
            break
        if board.allows(found.candidate):
            best = found
    return best


def _next_gain(board: PlanningBoard, tried: Sequence[Evaluation]) -> float:
    """What the best order of the next turn gains on the likeliest board, as far as tried."""
    following = board.next_turn()
    found = (following.evaluate(replace(it, new=f"{it.new}-next")) for it in _of_each_kind(tried))
    return max((it.outlook.gain for it in found if it is not None), default=0.0)


def _of_each_kind(tried: Sequence[Evaluation]) -> Iterator[Candidate]:
    """The best orders, of each kind only a few."""
    counts: dict[str, int] = {}
    left = _FOLLOWING
    for evaluation in tried:
        code = evaluation.candidate.code
        counts[code] = counts.get(code, 0) + 1
        if counts[code] <= _FOLLOWING_OF_KIND:
            left -= 1
            yield evaluation.candidate
        if not left:
            return


def _second(evaluation: Evaluation, plan: Plan, tried: Sequence[Evaluation]) -> Evaluation | None:
    """The best other order of the actor of an order in a plan, of another kind or at another."""
    actor, chosen = evaluation.candidate.actor, [it.candidate.part for it in plan.evaluations]
    others = (
        it
        for it in tried
        if it.candidate.actor == actor
        and it.candidate.part not in chosen
        and it.candidate.settings != evaluation.candidate.settings
    )
    return next(others, None)
