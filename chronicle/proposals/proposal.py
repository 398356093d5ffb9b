"""Proposals: the orders of a faction for a turn, and why it would give them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from chronicle.model.character import Character
from chronicle.model.facts import Ref
from chronicle.outline.order_stubs.possible_orders import PossibleOrder
from chronicle.outline.order_stubs.suggestions import Suggestion
from chronicle.play.turn_odds import odds_of_orders
from chronicle.proposals.candidates import chosen_choices, cost_of_order, merge_entries
from chronicle.proposals.evaluation import Evaluation, PlanningBoard, turn_of
from chronicle.proposals.search import best_plan, orders_by_gain
from chronicle.records import Record, field
from chronicle.rules.order_form import Form, FormPart
from chronicle.rules.protocol import AnyRuleset
from chronicle.rules.values import Consideration, Points, Values


class FactionKnowledge(Record):
    """All that a proposal may depend on: what a faction knows before its orders of a turn.

    ``board`` is the state of the ruleset as it knows it, ``form`` what it may order, ``names`` are
    those of all things that it knows.
    """

    faction: str
    turn: int
    board: Any
    form: Form
    character: Character
    names: Mapping[Ref, str] = field(default_factory=dict)


class ProposedOrder(Record):
    """One proposed order: as ``parts`` of the form with settled values, and why it is given.

    ``reasons`` are what it is expected to gain, in points, the most first. ``chance`` is that of
    its success as the faction knows it, None without dice, ``cost`` what it takes of the faction's
    funds, None if nothing. ``second`` is the best other order of
    the same actor, if there is one.
    """

    code: str
    parts: tuple[FormPart, ...]
    entries: Mapping[str, object]
    gain: float
    reasons: tuple[tuple[Consideration, float], ...]
    chance: Fraction | None = None
    second: ProposedOrder | None = None
    cost: int | None = None


class Proposal(Record):
    """The orders that a faction would give in a turn, the best first."""

    faction: str
    turn: int
    orders: tuple[ProposedOrder, ...]

    @property
    def entries(self) -> Mapping[str, object]:
        """All of them as a mapping under the faction's id, with plain values."""
        return merge_entries(*(it.entries for it in self.orders))


def propose(
    ruleset: AnyRuleset, values: Values[Any], known: FactionKnowledge, seed: str = ""
) -> Proposal:
    """What a faction would order by what its ruleset says that boards are worth.

    The same arguments give the same proposal; ``seed`` decides between equals.
    """
    board = PlanningBoard(
        ruleset, values, known.faction, known.turn, known.character, known.board, known.board
    )
    plan = best_plan(board, known.form, f"{seed}/{known.turn}/{known.faction}")
    return Proposal(
        known.faction,
        known.turn,
        tuple(
            _proposed(board, evaluation, second)
            for evaluation, second in zip(plan.evaluations, plan.seconds, strict=True)
        ),
    )


def suggested_orders(
    ruleset: AnyRuleset, values: Values[Any], known: FactionKnowledge, seed: str = ""
) -> Iterator[Suggestion]:
    """The orders that a faction would give, one by one, to choose from: the best first."""
    board = PlanningBoard(
        ruleset, values, known.faction, known.turn, known.character, known.board, known.board
    )
    found = orders_by_gain(board, known.form, f"{seed}/{known.turn}/{known.faction}")
    for one in found:
        order = one.candidate.order
        settled = PossibleOrder(order.actor, order.case, one.candidate.part)
        yield Suggestion.of(settled, chosen_choices(one.candidate))


def _proposed(
    board: PlanningBoard, evaluation: Evaluation, second: Evaluation | None
) -> ProposedOrder:
    candidate = evaluation.candidate
    return ProposedOrder(
        code=candidate.code,
        parts=(*candidate.beside, candidate.part),
        entries=candidate.entries(),
        gain=evaluation.outlook.gain,
        reasons=_reasons(evaluation.outlook.points),
        chance=_chance(board, candidate.entries()),
        second=_proposed(board, second, None) if second is not None else None,
        cost=cost_of_order(candidate),
    )


def _reasons(points: Points) -> tuple[tuple[Consideration, float], ...]:
    """What is expected to change, the greatest gain first."""
    found = sorted(points.items(), key=lambda it: (-it[1], it[0].code))
    return tuple((key, value) for key, value in found if abs(value) > 0.01)


def _chance(board: PlanningBoard, entries: Mapping[str, object]) -> Fraction | None:
    """The chance that an order succeeds on the board that the faction knows."""
    orders = board.orders_of(entries, board.start)
    if orders is None:
        return None
    odds = odds_of_orders(board.ruleset, turn_of(board.turn, {}), board.start, orders)
    successes = (it.success(board.ruleset) for it in odds)
    return next((it for it in successes if it is not None), None)


def reason_text(values: Values[Any], proposed: ProposedOrder, names: Mapping[Ref, str]) -> str:
    """In words, what an order is for: the greatest gain that is expected of it."""
    if not proposed.reasons:
        return ""
    reason = proposed.reasons[0][0]
    words = values.words_of(reason.code)
    return f"{words} {names.get(reason.about, reason.about.id)}" if reason.about else words
