"""The ruleset `shadow`: shadow powers, Destiny Dice and conspiracies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chronicle.diagnostics.report import Problem, Report, problems_of
from chronicle.model.audience import Audience
from chronicle.model.campaign import Campaign, Turn
from chronicle.model.dice import Dice
from chronicle.model.facts import Ref
from chronicle.records import Record
from chronicle.rules import protocol
from chronicle.rules.file_models import FileModels
from chronicle.rules.order_form import Form, FormVocabulary
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


class ShadowRuleset(Record):
    """The ruleset object: implements the protocol with the functions of this package."""

    id: str = "shadow"
    version: int = 1
    rules: tuple[str, ...] = RULES
    victim_codes: frozenset[str] = frozenset()
    sheet_codes: tuple[str, ...] = sheets.CODES
    house_rule_codes: tuple[str, ...] = sheets.HOUSE_RULE_CODES
    form_vocabulary: FormVocabulary = order_form.FORM_VOCABULARY
    reasons: tuple[str, ...] = tellings.REASONS
    problems: tuple[type[Problem], ...] = problems_of(diagnostics)

    @property
    def telling_facts(self) -> Mapping[str, protocol.TellingFacts]:
        return TELLING_FACTS

    def opening(self, campaign: Campaign, report: Report) -> State | None:
        return setup.opening_state(campaign, report)

    def orders(
        self,
        turn: Turn,
        state: State | None,
        dice: Dice,  # noqa: ARG002  orders are checked on the board at the start of the turn
        report: Report,
    ) -> Orders | None:
        return order_parser.parse_orders(turn, state, report)

    def resolve(self, state: State, orders: Orders, dice: Dice) -> Iterable[Event]:
        return resolve(state, orders, dice)

    def review(
        self, turn: Turn, played_turn: protocol.PlayedTurn[State, Orders, Event], report: Report
    ) -> None:
        """Add nothing: every error in a round is found before it is played."""

    def apply(self, state: State, event: Event) -> State:
        return apply.apply(state, event)

    def tell(self, step: protocol.Step[State, Event], audience: Audience) -> protocol.Disclosure:
        return tellings.tell(step, audience)

    def reveal(self, step: protocol.Step[State, Event]) -> protocol.Telling | None:
        return tellings.reveal(step.event)

    def sheets(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Event],
        memory: Mapping[str, protocol.Sighting],
        audience: Audience,
        subjects: Iterable[Ref],
    ) -> Mapping[Ref, protocol.Sheet]:
        return sheets.build_sheets(played_turn, memory, audience, subjects)

    def form(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Event],
        memory: Mapping[str, protocol.Sighting],
        faction: str,
    ) -> Form | None:
        return order_form.build_form(played_turn.after, memory, faction, played_turn.turn + 1)

    def house_rules(self, state: State, audience: Audience) -> tuple[protocol.HouseRule, ...]:
        return sheets.house_rules_of(state, audience)

    def holders(self, sheet: protocol.Sheet) -> tuple[protocol.Holding, ...]:
        return sheets.holders_on_sheet(sheet)

    def figures(self, sheet: protocol.Sheet) -> tuple[protocol.Figure, ...]:
        return sheets.figures_on_sheet(sheet)

    def in_miles(self, state: State) -> bool:  # noqa: ARG002  part of the protocol
        return False

    def playing(self, state: State) -> tuple[str, ...]:
        return tuple(sorted(state.powers))

    def measures(self, state: State) -> tuple[protocol.Measure, ...]:
        return sheets.measures(state)

    def odds(
        self, state: State, orders: Orders, keys: Iterable[str]
    ) -> Mapping[str, tuple[protocol.Chance, ...]]:
        return odds.chances_of(state, orders, keys)

    def file_models(self) -> FileModels:
        return inputs.build_file_models()


SHADOW: protocol.Ruleset[State, Orders, Event] = ShadowRuleset()
