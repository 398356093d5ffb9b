"""The ruleset `shadow`: shadow powers, Destiny Dice and conspiracies."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from chronicle.diagnostics.report import Report, problems_of
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice
from chronicle.model.facts import Ref
from chronicle.rules import protocol
from chronicle.rules.order_form import Form
from chronicle.rules.shadow import (
    apply,
    diagnostics,
    inputs,
    odds,
    order_form,
    order_parser,
    setup,
    sheets,
    tellings,
)
from chronicle.rules.shadow.events import Event
from chronicle.rules.shadow.order_form.known_state import known_state_of
from chronicle.rules.shadow.orders import Orders
from chronicle.rules.shadow.resolve import resolve
from chronicle.rules.shadow.state import State
from chronicle.rules.shadow.telling_facts import TELLING_FACTS

RULES = (
    "S-ENT",
    *(f"S-ROUND-{number}" for number in range(1, 8)),
    *(f"S-DICE-{number}" for number in range(1, 5)),
    *(f"S-ACT-{number}" for number in range(1, 6)),
    *(f"S-STAKE-{number}" for number in range(1, 6)),
)


class ShadowRuleset(protocol.Ruleset[State, Orders, Event]):
    """The ruleset object: implements the protocol with the functions of this package."""

    id = "shadow"
    rules = RULES
    telling_facts = TELLING_FACTS
    sheet_codes = sheets.CODES
    house_rule_codes = sheets.HOUSE_RULE_CODES
    form_vocabulary = order_form.FORM_VOCABULARY
    reasons = tellings.REASONS
    problems = problems_of(diagnostics)

    opening = staticmethod(setup.opening_state)
    resolve = staticmethod(resolve)
    tell = staticmethod(tellings.tell)
    figures = staticmethod(sheets.figures_on_sheet)
    holders = staticmethod(sheets.holders_on_sheet)
    measures = staticmethod(sheets.measures)
    odds = staticmethod(odds.chances_of)
    file_models = staticmethod(inputs.build_file_models)
    apply = staticmethod(apply.apply)
    house_rules = staticmethod(sheets.house_rules_of)
    sheets = staticmethod(sheets.build_sheets)

    def orders(self, turn: Turn, state: State | None, dice: Dice, report: Report) -> Orders | None:
        return order_parser.parse_orders(turn, state, report)

    def reveal(self, step: protocol.Step[State, Event]) -> protocol.Telling | None:
        return tellings.reveal(step.event)

    def form(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Event],
        memory: Mapping[str, protocol.Sighting],
        faction: str,
        known: Collection[Ref],
    ) -> Form | None:
        state, turn = played_turn.after, played_turn.turn + 1
        if faction not in state.powers:
            return None
        return order_form.build_form(known_state_of(state, memory, faction, turn, known))

    def playing(self, state: State) -> tuple[str, ...]:
        return tuple(sorted(state.powers))


SHADOW: protocol.Ruleset[State, Orders, Event] = ShadowRuleset()
