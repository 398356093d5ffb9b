"""The ruleset `lieutenants`: lieutenants and units, twenty actions, stealth and influence."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import get_args

from chronicle.diagnostics.report import Report
from chronicle.model.audience import Audience
from chronicle.model.campaign import Turn
from chronicle.model.dice import Dice
from chronicle.model.facts import Ref
from chronicle.rules import protocol
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants import (
    diagnostics,
    inputs,
    odds,
    order_form,
    order_parser,
    resolve,
    results,
    review,
    setup,
    sheets,
    tellings,
)
from chronicle.rules.lieutenants.catalogue import PowerKind
from chronicle.rules.lieutenants.character import default_character
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.known_state import known_state_of, whole_state_of
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.planning import planning_state_of
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.terms import ActionName, rule_of
from chronicle.rules.order_form import Form

_ACTIONS: tuple[ActionName, ...] = get_args(ActionName)
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


class LieutenantsRuleset(protocol.Ruleset[State, Orders, Event]):
    """The ruleset `lieutenants` as the program uses it; implements :class:`Ruleset`."""

    id = "lieutenants"
    plays_in_file_order = True
    actions = get_args(ActionName)
    rules = RULES
    victim_codes = frozenset({"suffered", "approached"})
    hostile_codes = frozenset({"suffered"})
    purchase_codes = frozenset({"purchase", "recruit"})
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
    is_success = staticmethod(odds.is_success)
    odds = staticmethod(odds.chances_of)
    default_character = staticmethod(default_character)
    results = staticmethod(results.results_of)
    file_models = staticmethod(inputs.build_file_models)
    sheets = staticmethod(sheets.build_sheets)

    @property
    def telling_facts(self) -> Mapping[str, protocol.TellingFacts]:
        return tellings.build_telling_facts()

    def orders(
        self, turn: Turn, state: State | None, dice: Dice | None, report: Report
    ) -> Orders | None:
        return order_parser.parse_orders(turn, state, report)

    def apply(self, state: State, event: Event) -> State:
        return apply_changes(state, event.changes)

    def form(
        self,
        played_turn: protocol.PlayedTurn[State, Orders, Event],
        memory: protocol.Memory | None,
        faction: str,
        known: Collection[Ref],
    ) -> Form | None:
        state, turn = played_turn.after, played_turn.turn + 1
        if faction not in state.factions:
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
        if faction not in state.factions:
            return None
        return planning_state_of(known_state_of(state, memory, faction, turn, known))

    def house_rules(self, state: State, audience: Audience) -> tuple[protocol.HouseRule, ...]:
        return sheets.house_rules_of(state)

    def playing(self, state: State) -> tuple[str, ...]:
        return tuple(sorted(one.id for one in state.factions.values() if not one.npc))


LIEUTENANTS: protocol.Ruleset[State, Orders, Event] = LieutenantsRuleset()
