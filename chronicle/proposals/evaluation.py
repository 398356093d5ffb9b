"""Orders tried on a board: whether they may be given, and what the boards after them are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span
from chronicle.model.campaign import Turn
from chronicle.model.character import Character
from chronicle.proposals.candidates import Candidate, contradict, merge_entries
from chronicle.records import MutableRecord, Record, field
from chronicle.rules.protocol import AnyRuleset
from chronicle.rules.values import Outlook, Points, Values, caution_of, outlook
from chronicle.yaml.nodes import ListNode, MapEntry, MapNode, Node, ScalarNode

_SOURCE: Final = Source("", "")
_AT: Final = Span(_SOURCE, 1, 1, 1, 1)


def node_of(value: object, at: Span = _AT) -> Node:
    """A value as the node that its YAML would be read as.

    Each item of a list has a line number: some rulesets tell orders apart by it.
    """
    match value:
        case Mapping():
            entries = (MapEntry(ScalarNode(at, k, k), node_of(it, at)) for k, it in value.items())
            return MapNode(at, tuple(entries))
        case list():
            items = (node_of(it, _line(nth)) for nth, it in enumerate(value))
            return ListNode(at, tuple(items))
        case bool() | int() | float() | str() | None:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            return ScalarNode(at, text, value)
        case _:
            raise TypeError(f"{value!r} is not a value of an order")


@cache
def _line(nth: int) -> Span:
    return Span(_SOURCE, nth + 1, 1, nth + 1, 1)


def turn_of(number: int, orders: Mapping[str, Node]) -> Turn:
    """A turn with nothing but orders."""
    return Turn(
        number=number,
        title="",
        date="",
        played="",
        news=(),
        orders=orders,
        adjustments=None,
        rolls={},
        rumors=(),
        reveals=(),
        notes=(),
        at=_AT,
    )


class Evaluation(Record):
    """The result of a candidate on a board: how much is expected, and the boards themselves."""

    candidate: Candidate
    outlook: Outlook
    results: tuple[tuple[Any, Fraction], ...]

    @property
    def likeliest(self) -> object:
        """The board that is most probable after it."""
        return max(self.results, key=lambda it: it[1])[0]


class PlanningBoard(MutableRecord):
    """A board as a faction knows it before its orders of a turn, to try orders on.

    ``given`` are the orders that it gives besides, as a mapping under its id, on the board
    ``start`` at the beginning of its orders; ``state`` is the board after them. ``evaluations`` are
    counted, so that a search can stop.
    """

    ruleset: AnyRuleset
    values: Values[Any]
    faction: str
    turn: int
    character: Character
    start: Any
    state: Any
    given: Mapping[str, object] = field(default_factory=dict)
    tried: int = 0
    _before: Points | None = None

    @property
    def rivals(self) -> Sequence[str]:
        return [id for id in self.start.factions if id != self.faction]

    def points(self, state: object) -> Points:
        """What a board is worth to the faction."""
        return self.values.points(state, self.faction, self.rivals, self.character, self.start)

    @property
    def before(self) -> Points:
        """What the board is worth before another order."""
        if self._before is None:
            self._before = self.points(self.state)
        return self._before

    def allows(self, candidate: Candidate) -> bool:
        """Return whether a candidate may be given beside the orders given."""
        entries = candidate.entries()
        if not self.given:
            return True
        if contradict(self.given, entries):
            return False
        return self.orders_of(merge_entries(self.given, entries), self.start) is not None

    def orders_of(self, entries: Mapping[str, object], state: object) -> Any | None:
        """Orders as the ruleset reads them on a board; None if anything is found in them."""
        report = Report()
        turn = turn_of(self.turn, {self.faction: node_of(entries)})
        orders = self.ruleset.orders(turn, state, None, report)
        return None if report.findings else orders

    def evaluate(self, candidate: Candidate) -> Evaluation | None:
        """The result of a candidate after the orders given; None if the board forbids it.

        Whether it may be given beside them is another question (:meth:`allows`).
        """
        orders = self.orders_of(candidate.entries(), self.state)
        if orders is None:
            return None
        self.tried += 1
        results = tuple(self.ruleset.results(self.state, orders))
        if not results:
            return None
        found = outlook(
            self.before,
            ((self.points(state), chance) for state, chance in results),
            caution_of(self.character),
        )
        return Evaluation(candidate, found, results)

    def after(self, evaluation: Evaluation) -> PlanningBoard:
        """The board after one of its evaluations, with its orders given."""
        given = merge_entries(self.given, evaluation.candidate.entries())
        return PlanningBoard(
            self.ruleset,
            self.values,
            self.faction,
            self.turn,
            self.character,
            self.start,
            evaluation.likeliest,
            given,
        )

    def next_turn(self) -> PlanningBoard:
        """The board of the next turn, if this one ends without anything else."""
        state = self.ruleset.next_board(self.state, self.faction)
        return PlanningBoard(
            self.ruleset,
            self.values,
            self.faction,
            self.turn + 1,
            self.character,
            state,
            state,
        )
