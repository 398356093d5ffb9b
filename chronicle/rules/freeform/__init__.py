"""The ruleset `freeform`: orders in words, free rolls, counters and clocks.

For tables that resolve by other rules or by none. It is the shortest ruleset, and the one to read
first.
"""

from __future__ import annotations

from collections.abc import Collection

from chronicle.diagnostics.report import Report, problems_of
from chronicle.model.audience import Audience
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice
from chronicle.model.facts import Ref
from chronicle.rules import protocol
from chronicle.rules.freeform import (
    diagnostics,
    inputs,
    order_parser,
    orders,
    resolve,
    setup,
    sheets,
    tellings,
)
from chronicle.rules.freeform.events import Event
from chronicle.rules.freeform.orders import Orders
from chronicle.rules.freeform.state import State
from chronicle.rules.order_form import Form

RULES = ("F-ORDER", "F-ROLL", "F-TOLD", "F-COUNT", "F-CLOCK")


class FreeformRuleset(protocol.Ruleset[State, Orders, Event]):
    """The ruleset object: implements the protocol with the functions of this package."""

    id = "freeform"
    plays_in_file_order = True
    rules = RULES
    telling_facts = tellings.TELLING_FACTS
    sheet_codes = sheets.CODES
    house_rule_codes = sheets.HOUSE_RULE_CODES
    form_vocabulary = orders.FORM_VOCABULARY
    reasons = tellings.REASONS
    problems = problems_of(diagnostics)

    opening = staticmethod(setup.opening_state)
    apply = staticmethod(resolve.apply)
    odds = staticmethod(resolve.chances_of)
    resolve = staticmethod(resolve.resolve)
    tell = staticmethod(tellings.tell)
    reveal = staticmethod(tellings.reveal)
    house_rules = staticmethod(sheets.house_rules_of)
    figures = staticmethod(sheets.figures_on_sheet)
    measures = staticmethod(sheets.measures)
    file_models = staticmethod(inputs.build_file_models)

    def orders(
        self, turn: Turn, state: State | None, dice: Dice | None, report: Report
    ) -> Orders | None:
        return order_parser.parse_orders(turn, state, report)

    def sheet(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Event],
        memory: protocol.Memory,
        audience: Audience,
        subject: Ref,
    ) -> protocol.Sheet | None:
        return sheets.build_sheet(played_turn, audience, subject)

    def form(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Event],
        memory: protocol.Memory | None,
        faction: str,
        known: Collection[Ref],
    ) -> Form | None:
        return orders.build_form(faction)

    def playing(self, state: State) -> tuple[str, ...]:
        return tuple(sorted(state.factions))


FREEFORM: protocol.Ruleset[State, Orders, Event] = FreeformRuleset()
