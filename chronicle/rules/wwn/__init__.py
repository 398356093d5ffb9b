"""The ruleset `wwn`: assets, bases of influence, goals, and many kinds of special effects."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.diagnostics.report import Problem, Report
from chronicle.model.audience import Audience
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice
from chronicle.records import Record
from chronicle.rules import protocol
from chronicle.rules.order_form import Form, FormVocabulary
from chronicle.rules.wwn import (
    apply,
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
from chronicle.rules.wwn.effects import EFFECT_BY_WORD
from chronicle.rules.wwn.events import Event
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.telling_facts import TELLING_FACTS

RULES = (
    *(f"W-ENT-{number}" for number in range(1, 6)),
    *(f"W-TURN-{number}" for number in range(1, 8)),
    *(f"W-CHK-{number}" for number in range(1, 3)),
    *(f"W-ACT-{number}" for number in range(1, 8)),
    "W-TAG",
    "W-GOAL",
    *(f"W-FX-{word.upper()}" for word in EFFECT_BY_WORD),
)


class WwnRuleset(Record):
    """The ruleset object: implements the protocol with the functions of this package."""

    id: str = "wwn"
    version: int = 1
    rules: tuple[str, ...] = RULES
    victim_codes: frozenset[str] = frozenset({"demanded", "afflicted"})
    sheet_codes: tuple[str, ...] = sheets.CODES
    house_rule_codes: tuple[str, ...] = sheets.HOUSE_RULE_CODES
    form_vocabulary: FormVocabulary = order_form.FORM_VOCABULARY
    reasons: tuple[str, ...] = tellings.REASONS
    problems: tuple[type[Problem], ...] = diagnostics.PROBLEMS

    opening = staticmethod(setup.opening_state)
    resolve = staticmethod(resolve.resolve)
    review = staticmethod(review.review)
    tell = staticmethod(tellings.tell)
    reveal = staticmethod(tellings.reveal)
    figures = staticmethod(sheets.figures_on_sheet)
    holders = staticmethod(sheets.holders_on_sheet)
    measures = staticmethod(sheets.measures)
    odds = staticmethod(odds.chances_of)
    file_models = staticmethod(inputs.build_file_models)
    sheets = staticmethod(sheets.build_sheets)

    @property
    def telling_facts(self) -> Mapping[str, protocol.TellingFacts]:
        return TELLING_FACTS

    def orders(self, turn: Turn, state: State | None, dice: Dice, report: Report) -> Orders | None:
        return order_parser.parse_orders(turn, state, report, dice)

    def apply(self, state: State, event: Event) -> State:
        return apply.fold(state, event.changes)

    def form(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Event],
        memory: Mapping[str, protocol.Sighting],
        faction: str,
    ) -> Form | None:
        return order_form.build_form(played_turn.after, memory, faction, played_turn.turn + 1)

    def house_rules(
        self,
        state: State,
        audience: Audience,  # noqa: ARG002  everybody may know them
    ) -> tuple[protocol.HouseRule, ...]:
        return sheets.house_rules_of(state)

    def in_miles(self, state: State) -> bool:
        return state.house.distance == "miles"

    def playing(self, state: State) -> tuple[str, ...]:
        return state.awake()


WWN: protocol.Ruleset[State, Orders, Event] = WwnRuleset()
