"""The ruleset `freeform`: orders in words, free rolls, counters and clocks.

For tables that resolve by other rules or by none. It is the shortest ruleset, and the one to read
first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chronicle.diagnostics.report import Problem, Report, problems_of
from chronicle.model.audience import Audience
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice
from chronicle.model.facts import Ref
from chronicle.records import Record
from chronicle.rules import protocol
from chronicle.rules.freeform import (
    diagnostics,
    inputs,
    odds,
    order_form,
    order_parser,
    resolve,
    setup,
    sheets,
    tellings,
)
from chronicle.rules.freeform.events import Event
from chronicle.rules.freeform.orders import Orders
from chronicle.rules.freeform.state import State
from chronicle.rules.freeform.telling_facts import TELLING_FACTS
from chronicle.rules.order_form import Form, FormVocabulary

RULES = ("F-ORDER", "F-ROLL", "F-TOLD", "F-COUNT", "F-CLOCK")


class FreeformRuleset(Record):
    """The ruleset object: implements the protocol with the functions of this package."""

    id: str = "freeform"
    version: int = 1
    rules: tuple[str, ...] = RULES
    victim_codes: frozenset[str] = frozenset()
    sheet_codes: tuple[str, ...] = sheets.CODES
    house_rule_codes: tuple[str, ...] = sheets.HOUSE_RULE_CODES
    form_vocabulary: FormVocabulary = order_form.FORM_VOCABULARY
    reasons: tuple[str, ...] = tellings.REASONS
    problems: tuple[type[Problem], ...] = problems_of(diagnostics)

    opening = staticmethod(setup.opening_state)
    apply = staticmethod(resolve.apply)
    resolve = staticmethod(resolve.resolve)
    tell = staticmethod(tellings.tell)
    house_rules = staticmethod(sheets.house_rules_of)
    figures = staticmethod(sheets.figures_on_sheet)
    measures = staticmethod(sheets.measures)
    file_models = staticmethod(inputs.build_file_models)

    @property
    def telling_facts(self) -> Mapping[str, protocol.TellingFacts]:
        return TELLING_FACTS

    def orders(
        self,
        turn: Turn,
        state: State | None,
        dice: Dice,  # noqa: ARG002  no order depends on the dice of another
        report: Report,
    ) -> Orders | None:
        return order_parser.parse_orders(turn, state, report)

    def review(
        self, turn: Turn, played_turn: protocol.PlayedTurn[State, Orders, Event], report: Report
    ) -> None:
        """Add nothing: every error is found before a turn is played."""

    def reveal(self, step: protocol.Step[State, Event]) -> protocol.Telling | None:
        return tellings.reveal(step.event)

    def sheets(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Event],
        memory: Mapping[str, protocol.Sighting],  # noqa: ARG002  nothing is remembered
        audience: Audience,
        subjects: Iterable[Ref],
    ) -> Mapping[Ref, protocol.Sheet]:
        return sheets.build_sheets(played_turn, audience, subjects)

    def form(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Event],  # noqa: ARG002  a form is the same every turn
        memory: Mapping[str, protocol.Sighting],  # noqa: ARG002  nothing is remembered
        faction: str,
    ) -> Form | None:
        return order_form.build_form(faction)

    def holders(self, sheet: protocol.Sheet) -> tuple[protocol.Holding, ...]:  # noqa: ARG002  part of the protocol
        """Return nothing: no faction holds a place by these rules."""
        return ()

    def in_miles(self, state: State) -> bool:  # noqa: ARG002  part of the protocol
        return False

    def playing(self, state: State) -> tuple[str, ...]:
        return tuple(sorted(state.factions))

    def odds(
        self,
        state: State,  # noqa: ARG002  a roll depends on its order alone
        orders: Orders,
        keys: Iterable[str],
    ) -> Mapping[str, tuple[protocol.Chance, ...]]:
        return odds.chances_of(orders, keys)


FREEFORM: protocol.Ruleset[State, Orders, Event] = FreeformRuleset()
