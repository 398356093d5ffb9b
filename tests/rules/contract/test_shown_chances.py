"""The chance that a form shows is not far from the truth: the order's on the board as it is.

It is the engine's, as `orders odds` has it. Where a form says on what a chance depends, the truth
is within it if that holds; nobody is better off than where nobody guards.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.model.audience import faction_audience
from chronicle.model.campaign import Turn
from chronicle.model.facts import Facts, Ref
from chronicle.outline.order_stubs.comments import format_chance
from chronicle.outline.order_stubs.possible_orders import PossibleOrder, possible_orders
from chronicle.outline.order_stubs.suggestions import chance_of
from chronicle.outline.order_stubs.yaml_text import best_choice, chosen_values, order_lines
from chronicle.pipeline import PlayedCampaign
from chronicle.play.turn_odds import odds_of_orders
from chronicle.play.turns import dice_of
from chronicle.project import next_order_form
from chronicle.project.projection import sightings_by_turn
from chronicle.records import Record, replace
from chronicle.rules.lieutenants.actions.raid import TakeOrder
from chronicle.rules.lieutenants.known_state import known_state_of as lieutenants_known
from chronicle.rules.lieutenants.state import State, owners
from chronicle.rules.order_form import (
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    ListItem,
    ProbabilityRange,
    SelectField,
    walk_parts,
)
from chronicle.rules.protocol import Chance
from chronicle.rules.wwn.known_state import known_state_of as wwn_known
from chronicle.yaml.parser import compose
from tests.known_things import known_things
from tests.properties.generators import WRITERS
from tests.rules.contract.test_known_boards import game
from tests.rules.contract.test_offered_orders import GAMES, next_turn
from tests.thorough import beginning


def ways(part: FormPart) -> Iterator[FormPart]:
    """An order with each choice of its required keys, one choice left at each."""
    match part:
        case ListItem(parts=parts) | FieldGroup(parts=parts):
            yield part
            for number, inner in enumerate(parts):
                for way in list(ways(inner))[1:]:
                    yield replace(part, parts=(*parts[:number], way, *parts[number + 1 :]))
        case SelectField(choices=choices, needed=True):
            yield part
            yield from (replace(part, choices=(it,)) for it in choices)
        case _:
            yield part


def shown(form: Form) -> Iterator[tuple[PossibleOrder, ProbabilityRange]]:
    """Every order with a chance, once for each thing that it can be about."""
    for order in possible_orders(form):
        for part in dict.fromkeys(ways(order.part)):
            likely = chance_of(order.case, chosen_values(part, form.funds))
            if likely is not None:
                yield replace(order, part=part), likely


class Orders(Record):
    """A faction's orders in the coming turn, and one of them."""

    turn: Turn
    parsed: Any
    key: str

    def chance(self, found: PlayedCampaign, state: Any) -> Fraction | None:
        """The chance that the order's check is won on a board; None if it has none."""
        for odds in odds_of_orders(found.ruleset, self.turn, state, self.parsed):
            if odds.order == self.key:
                return replace(odds, chances=tuple(map(check_of, odds.chances))).success(
                    found.ruleset
                )
        return None


def check_of(chance: Chance) -> Chance:
    """A chance of a check, whatever comes of it: the price unpaid, no room, or nothing there."""
    if chance.facts.get("outcome") not in ("unpaid", "no-room", "no-influence", "not-there"):
        return chance
    return replace(chance, facts=Facts({**chance.facts, "outcome": "done"}))


def accepted(
    found: PlayedCampaign, form: Form, order: PossibleOrder, state: Any = None
) -> Orders | None:
    """An order on its own; None if anything is found in it, even for the GM alone.

    It is checked on the board as it is, or on another ``state``.
    """
    lines = [line.text for line in order_lines(order.part, form.funds)]
    text = "\n  ".join((f"{order.list_key}:", *lines)) if order.list_key else "\n".join(lines)
    report = Report()
    node = compose(Source("turns/next.yaml", text.replace("FILL-IN", "something-new")), report)
    assert node is not None
    turn = next_turn(found, form.faction, node)
    dice = dice_of(found.campaign, turn)
    parsed = found.ruleset.orders(turn, state or found.history.last.after, dice, report)
    if parsed is None or report.findings:
        return None
    key = next(iter(order.ids()), "")
    return Orders(turn, parsed, f"{form.faction}/{key}")


def as_known(found: PlayedCampaign, faction: str) -> Any:
    """The board as it is if there is nothing of others but what the faction knows."""
    *_, memory = sightings_by_turn(found.history, found.ruleset, faction_audience(faction))
    state, turn = found.history.last.after, found.history.last.turn + 1
    known = known_things(found, faction)
    match found.ruleset.id:
        case "lieutenants":
            seen = lieutenants_known(state, memory, faction, turn, known)
            # A double agent can be at a location of which the faction that it serves knows nothing.
            own = {
                id: it if state.at(it) in seen.state.places else replace(it, at="")
                for id, it in state.assets.items()
                if faction in owners(it)
            }
            assets = {**seen.state.assets, **own}
            factions = {id: seen.state.factions.get(id, it) for id, it in state.factions.items()}
            return replace(state, assets=assets, stances=seen.state.stances, factions=factions)
        case "wwn":
            board = wwn_known(state, memory, faction, turn, known).eve
            factions = {
                id: it if id == faction else replace(it, tags=())
                for id, it in state.factions.items()
            }
            return replace(state, assets=board.assets, bases=board.bases, factions=factions)
        case _:
            return state


def is_elsewhere(board: Any, orders: Orders) -> bool:
    """Whether something is to be taken where it was not seen; its chance is for where it was."""
    order = orders.parsed.order(orders.key) if isinstance(board, State) else None
    if order is None or not isinstance(order.command, TakeOrder):
        return False
    asset = board.assets.get(order.command.subject)
    return asset is not None and board.at(asset) != order.at


def is_after_a_move(board: Any, part: FormPart, funds: int | None) -> bool:
    """Whether an attack is shown for a place to which its asset has to be moved first."""
    parts = tuple(walk_parts((part,)))
    doer = next((it.value for it in parts if isinstance(it, FixedField) and it.key == "asset"), "")
    places = {
        place.id
        for it in parts
        if isinstance(it, SelectField) and it.key == "against"
        if isinstance(place := best_choice(it.choices, funds).facts.get("at"), Ref)
    }
    return bool(places) and board.assets[doer].at not in places


def mistakes(found: PlayedCampaign, faction: str) -> Iterator[tuple[str, str, str]]:
    form = next_order_form(found.campaign, found.history, found.ruleset, faction)
    if form is None:
        return
    state, board = found.history.last.after, as_known(found, faction)
    tried: set[tuple[str, ProbabilityRange]] = set()
    for order, likely in shown(form):
        text = "; ".join(line.text.strip() for line in order_lines(order.part, form.funds))
        # What is written alike is one order, however many choices lead to it.
        if (text, likely) in tried or is_after_a_move(board, order.part, form.funds):
            continue
        tried.add((text, likely))
        orders = accepted(found, form, order)
        if orders is None or is_elsewhere(board, orders):
            continue
        chance = orders.chance(found, board if likely.provided else state)
        if likely.provided == "unguarded" and (orders.chance(found, state) or 0) > likely.most:
            chance = Fraction(2)
        if chance is not None and not likely.least <= chance <= likely.most:
            yield text, format_chance(likely), f"{float(chance):.2f}"


@pytest.mark.parametrize(("kind", "name", "seed"), beginning(GAMES, len(WRITERS)))
def test_the_true_chance_lies_within_what_was_shown(kind: str, name: str, seed: int) -> None:
    found = game(kind, name, seed)
    for faction in found.ruleset.playing(found.history.last.after):
        assert list(mistakes(found, faction)) == []
