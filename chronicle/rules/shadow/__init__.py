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
    diagnostics,
    inputs,
    order_form,
    order_parser,
    resolve,
    setup,
    sheets,
    tellings,
)
from chronicle.rules.shadow.character import default_character
from chronicle.rules.shadow.events import RoundEvent
from chronicle.rules.shadow.known_state import known_state_of, whole_state_of
from chronicle.rules.shadow.orders import Orders
from chronicle.rules.shadow.state import State

RULES = (
    "S-ENT",
    *(f"S-ROUND-{number}" for number in range(1, 8)),
    *(f"S-DICE-{number}" for number in range(1, 5)),
    *(f"S-ACT-{number}" for number in range(1, 6)),
    *(f"S-STAKE-{number}" for number in range(1, 6)),
)


class ShadowRuleset(protocol.Ruleset[State, Orders, RoundEvent]):
    """The ruleset object: implements the protocol with the functions of this package."""

    id = "shadow"
    actions = order_form.FORM_VOCABULARY.cases
    rules = RULES
    sheet_codes = sheets.CODES
    house_rule_codes = sheets.HOUSE_RULE_CODES
    form_vocabulary = order_form.FORM_VOCABULARY
    hostile_codes = frozenset({"attack-resource", "attack-actor"})
    reasons = tellings.REASONS
    problems = problems_of(diagnostics)

    opening = staticmethod(setup.opening_state)
    odds = staticmethod(resolve.chances_of)
    results = staticmethod(resolve.results_of)
    resolve = staticmethod(resolve.resolve)
    tell = staticmethod(tellings.tell)
    reveal = staticmethod(tellings.reveal)
    figures = staticmethod(sheets.figures_on_sheet)
    holders = staticmethod(sheets.holders_on_sheet)
    measures = staticmethod(sheets.measures)
    default_character = staticmethod(default_character)
    file_models = staticmethod(inputs.build_file_models)
    house_rules = staticmethod(sheets.house_rules_of)
    sheets = staticmethod(sheets.build_sheets)

    def known_board(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, RoundEvent],
        memory: protocol.Memory,
        faction: str,
        known: Collection[Ref],
    ) -> State | None:
        state, turn = played_turn.after, played_turn.turn + 1
        if faction not in state.powers:
            return None
        return known_state_of(state, memory, faction, turn, known).board

    @property
    def telling_facts(self) -> Mapping[str, protocol.TellingFacts]:
        return tellings.build_telling_facts()

    def orders(
        self, turn: Turn, state: State | None, dice: Dice | None, report: Report
    ) -> Orders | None:
        return order_parser.parse_orders(turn, state, report)

    def apply(self, state: State, event: RoundEvent) -> State:
        return event.applied(state)

    def form(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, RoundEvent],
        memory: protocol.Memory | None,
        faction: str,
        known: Collection[Ref],
    ) -> Form | None:
        state, turn = played_turn.after, played_turn.turn + 1
        if faction not in state.powers:
            return None
        if memory is None:
            return order_form.build_form(whole_state_of(state, faction, turn))
        return order_form.build_form(known_state_of(state, memory, faction, turn, known))

    def playing(self, state: State) -> tuple[str, ...]:
        return tuple(sorted(state.powers))


SHADOW: protocol.Ruleset[State, Orders, RoundEvent] = ShadowRuleset()
