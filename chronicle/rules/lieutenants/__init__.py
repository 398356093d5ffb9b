"""The ruleset `lieutenants`: lieutenants and units, twenty actions, stealth and influence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from chronicle.diagnostics.report import Problem, Report
from chronicle.model.audience import Audience
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice
from chronicle.records import Record
from chronicle.rules import protocol
from chronicle.rules.lieutenants import (
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
from chronicle.rules.lieutenants.catalogue import PowerKind
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.telling_facts import TELLING_FACTS
from chronicle.rules.lieutenants.terms import Action, rule_of
from chronicle.rules.order_form import Form, FormVocabulary

_ACTIONS: tuple[Action, ...] = get_args(Action)
_POWERS: tuple[PowerKind, ...] = get_args(PowerKind)
_DAMAGE_RULE_ENDINGS = ("DINGED", "DAMAGED", "DEFEATED", "DESTROYED", "AGAIN", "WHO")

RULES = (
    "L-ENT",
    *(f"L-TURN-{number}" for number in range(1, 8)),
    *(f"L-CHK-{number}" for number in range(1, 8)),
    *(f"L-CMB-{number}" for number in range(1, 4)),
    *(f"L-STL-{number}" for number in range(1, 6)),
    *(f"L-DMG-{harm}" for harm in _DAMAGE_RULE_ENDINGS),
    *(rule_of(action) for action in _ACTIONS if action != "seduce"),
    "L-INF-3",
    "L-MOVE",
    *(f"L-AST-{power.upper()}" for power in _POWERS),
    "L-AST-LINK",
)


class LieutenantsRuleset(Record):
    """The ruleset `lieutenants` as the program uses it; implements :class:`Ruleset`."""

    id: str = "lieutenants"
    version: int = 1
    rules: tuple[str, ...] = RULES
    victim_codes: frozenset[str] = frozenset({"suffered", "approached"})
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

    def orders(
        self,
        turn: Turn,
        state: State | None,
        dice: Dice,  # noqa: ARG002  orders are checked on the board at the start of the turn
        report: Report,
    ) -> Orders | None:
        return order_parser.parse_orders(turn, state, report)

    def apply(self, state: State, event: Event) -> State:
        return apply.apply_changes(state, event.changes)

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

    def in_miles(self, state: State) -> bool:  # noqa: ARG002  part of the protocol
        return False

    def playing(self, state: State) -> tuple[str, ...]:
        return tuple(sorted(one.id for one in state.factions.values() if not one.npc))


LIEUTENANTS: protocol.Ruleset[State, Orders, Event] = LieutenantsRuleset()
