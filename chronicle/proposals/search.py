"""Which orders a faction gives: the best together, found from the best ones alone.

All orders are tried alone. The best of each of the most promising kinds then begins a plan: to it
are added, one after the other, the orders that gain most beside those before them, until none gains
anything. The plan that is expected to gain most, with the best that can follow in the next turn, is
proposed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from chronicle.proposals.candidates import Candidate, candidates, variants
from chronicle.proposals.evaluation import Evaluation, PlanningBoard
from chronicle.records import Record, replace
from chronicle.rules.order_form import Form

#: How many plans are made, each beginning with another kind of order.
_PLANS: Final = 3
#: How many of the best orders alone are tried again beside others, and how many of one actor.
_SHORT_LIST: Final = 36
_PER_ACTOR: Final = 8
#: The most orders of a plan.
_MOST_ORDERS: Final = 12
#: What an order has to gain at least, in points.
_LEAST_GAIN: Final = 0.05
#: How many orders are tried in the next turn after each plan, and what they count.
_FOLLOWING: Final = 10
_NEXT_TURN: Final = 0.4
#: The most variants of one order that are tried.
_VARIANTS: Final = 24


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
    tried = _ranked(map(board.evaluate, _allowed(board, candidates(form))), seed)
    worthwhile = [it for it in tried if it.outlook.gain > _LEAST_GAIN]
    plans = [_plan_from(board, first, worthwhile, seed) for first in _beginnings(worthwhile)]
    if not plans:
        return Plan((), (), 0.0)
    best = max(plans, key=lambda plan: plan.gain)
    return replace(best, seconds=tuple(_second(it, best, tried) for it in best.evaluations))


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


def _ranked(evaluations: Iterable[Evaluation | None], seed: str) -> list[Evaluation]:
    """Trials, the best first; of equals by the seed."""
    found = [it for it in evaluations if it is not None]
    return sorted(found, key=lambda it: (-round(it.outlook.gain, 6), _lot(it.candidate, seed)))


def _lot(candidate: Candidate, seed: str) -> bytes:
    return hashlib.sha256(f"{seed}\x00{candidate.entries()!r}".encode()).digest()


def _beginnings(evaluations: Sequence[Evaluation]) -> Iterator[Evaluation]:
    """The best order of each of the best kinds."""
    kinds: set[str] = set()
    for evaluation in evaluations:
        if evaluation.candidate.code not in kinds:
            kinds.add(evaluation.candidate.code)
            yield evaluation
        if len(kinds) == _PLANS:
            return


def _plan_from(
    board: PlanningBoard, first: Evaluation, tried: Sequence[Evaluation], seed: str
) -> Plan:
    """The plan that begins with an order and adds the best ones beside it."""
    chosen: list[Evaluation] = []
    rest = list(_short_list(tried))
    best: Evaluation | None = first
    while best is not None and len(chosen) < _MOST_ORDERS:
        best = _improved(board, best, seed)
        chosen.append(best)
        board = board.after(best)
        taken = best.candidate
        rest = [
            it
            for it in rest
            if it.candidate.keys.isdisjoint(taken.keys) and not _same(it, best)
            if it.candidate.part != taken.part
        ]
        found = _ranked((board.evaluate(it.candidate) for it in rest), seed)
        # What was not worth it beside these orders is not tried beside more of them.
        rest = [it for it in found if it.outlook.gain > _LEAST_GAIN]
        best = rest[0] if rest else None
    gain = sum(it.outlook.gain for it in chosen) + _NEXT_TURN * _next_gain(board, tried)
    return Plan(tuple(chosen), (), gain)


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


def _improved(board: PlanningBoard, evaluation: Evaluation, seed: str) -> Evaluation:
    """The best variant of an order, with at most one optional key more at a time."""
    while True:
        others = list(variants(evaluation.candidate))[:_VARIANTS]
        found = _ranked(map(board.evaluate, others), seed)
        if not found or found[0].outlook.gain < evaluation.outlook.gain + _LEAST_GAIN:
            return evaluation
        evaluation = found[0]


def _next_gain(board: PlanningBoard, tried: Sequence[Evaluation]) -> float:
    """What the best order of the next turn gains on the likeliest board, as far as tried."""
    following = board.at(board.state)
    found = (following.evaluate(it.candidate) for it in tried[:_FOLLOWING])
    return max((it.outlook.gain for it in found if it is not None), default=0.0)


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
