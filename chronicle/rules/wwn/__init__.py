"""The ruleset `wwn`: assets, bases of influence, goals, and many kinds of special effects."""

from __future__ import annotations

from collections.abc import Collection

from chronicle.diagnostics.report import Report
from chronicle.model.audience import Audience
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice
from chronicle.model.facts import Ref
from chronicle.rules import protocol
from chronicle.rules.order_form import Form
from chronicle.rules.wwn import (
    diagnostics,
    inputs,
    odds,
    order_form,
    order_parser,
    resolve,
    review,
    setup,
    sheets,
    tellings,
)
from chronicle.rules.wwn.changes import fold
from chronicle.rules.wwn.character import default_character
from chronicle.rules.wwn.effects import EFFECT_BY_WORD
from chronicle.rules.wwn.events import Event
from chronicle.rules.wwn.expected_board import bases_with_hit_points, expected_board
from chronicle.rules.wwn.known_state import known_state_of, whole_state_of
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.results import next_board, results_of
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import ACTIONS

RULES = (
    *(f"W-ENT-{number}" for number in range(1, 6)),
    *(f"W-TURN-{number}" for number in range(1, 8)),
    *(f"W-CHK-{number}" for number in range(1, 3)),
    *(f"W-ACT-{number}" for number in range(1, 8)),
    "W-TAG",
    "W-GOAL",
    *(effect.rule for effect in EFFECT_BY_WORD.values()),
)


class WwnRuleset(protocol.Ruleset[State, Orders, Event]):
    """The ruleset object: implements the protocol with the functions of this package."""

    id = "wwn"
    actions = ACTIONS
    rules = RULES
    telling_facts = tellings.TELLING_FACTS
    victim_codes = frozenset({"demanded", "afflicted"})
    hostile_codes = frozenset({"clash", "demanded", "afflicted"})
    purchase_codes = frozenset({"create", "expand"})
    sheet_codes = sheets.CODES
    house_rule_codes = sheets.HOUSE_RULE_CODES
    form_vocabulary = order_form.FORM_VOCABULARY
    reasons = tellings.REASONS
    problems = diagnostics.PROBLEMS

    opening = staticmethod(setup.opening_state)
    resolve = staticmethod(resolve.resolve)
    review = staticmethod(review.review)
    tell = staticmethod(tellings.tell)
    reveal = staticmethod(tellings.reveal)
    figures = staticmethod(sheets.figures_on_sheet)
    holders = staticmethod(sheets.holders_on_sheet)
    measures = staticmethod(sheets.measures)
    odds = staticmethod(odds.chances_of)
    default_character = staticmethod(default_character)
    results = staticmethod(results_of)
    next_board = staticmethod(next_board)
    file_models = staticmethod(inputs.build_file_models)
    sheets = staticmethod(sheets.build_sheets)

    def orders(
        self, turn: Turn, state: State | None, dice: Dice | None, report: Report
    ) -> Orders | None:
        return order_parser.parse_orders(turn, state, report, dice)

    def apply(self, state: State, event: Event) -> State:
        return fold(state, event.changes)

    def form(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Event],
        memory: protocol.Memory | None,
        faction: str,
        known: Collection[Ref],
    ) -> Form | None:
        state, turn = played_turn.after, played_turn.turn + 1
        if faction not in state.awake():
            return None
        if memory is None:
            return order_form.build_form(whole_state_of(state, faction, turn))
        return order_form.build_form(known_state_of(state, memory, faction, turn, known))

    def known_board(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Event],
        memory: protocol.Memory,
        faction: str,
        known: Collection[Ref],
    ) -> State | None:
        state, turn = played_turn.after, played_turn.turn + 1
        if faction not in state.awake():
            return None
        seen = bases_with_hit_points(state, memory, faction)
        return expected_board(known_state_of(state, memory, faction, turn, known), seen)

    def house_rules(self, state: State, audience: Audience) -> tuple[protocol.HouseRule, ...]:
        return sheets.house_rules_of(state)

    def in_miles(self, state: State) -> bool:
        return state.house.distance == "miles"

    def playing(self, state: State) -> tuple[str, ...]:
        return state.awake()


WWN: protocol.Ruleset[State, Orders, Event] = WwnRuleset()
