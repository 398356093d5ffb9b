"""Every legal order on known things is offered: no choice is missing from a required key.

Other things of the form are drawn for a key's choices. What the check accepts without any finding
has to be among the choices of an order that is otherwise the same. It has to be legal on the board
as it is and on the board as the faction knows it.

What is accepted with a warning need not be offered. So with a rating of `wwn` raised by XP that are
not there yet: a goal met in this turn brings XP that can be spent at once (W-TURN-6, W-GOAL), and
whether it is met, play decides.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, TypeAlias

import pytest

from chronicle.outline.order_stubs.possible_orders import PossibleOrder, possible_orders
from chronicle.pipeline import PlayedCampaign
from chronicle.project import next_order_form
from chronicle.records import replace
from chronicle.rules.lieutenants.actions.purchase import price_of
from chronicle.rules.lieutenants.state import owners
from chronicle.rules.order_form import (
    FieldChoice,
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    ListItem,
    SelectField,
    walk_parts,
)
from tests.properties.generators import WRITERS
from tests.rules.contract.test_known_boards import game
from tests.rules.contract.test_offered_orders import GAMES
from tests.rules.contract.test_shown_chances import accepted, as_known
from tests.thorough import beginning

SPYING: Final = frozenset({"action=surveil", "action=investigate"})
TAKING: Final = frozenset({"action=raid", "action=steal"})
#: How many orders are drawn for a faction.
DRAWN: Final = 150
#: Who does what, with which required keys, and the key in question.
Shape: TypeAlias = tuple[str, ...]


def keys_of(part: FormPart, value: str = "") -> Iterator[tuple[str, SelectField, FormPart]]:
    """Each required key with choices, and the order with ``value`` there instead."""
    match part:
        case SelectField(key=key, needed=True):
            yield key, part, replace(part, choices=(FieldChoice(value),))
        case ListItem(parts=parts) | FieldGroup(parts=parts):
            for number, inner in enumerate(parts):
                for path, select, other in keys_of(inner, value):
                    whole = replace(part, parts=(*parts[:number], other, *parts[number + 1 :]))
                    yield f"{part.key}.{path}", select, whole
        case _:
            pass


def shape_of(order: PossibleOrder, path: str) -> Shape:
    """What an order has in common with those that differ in one choice alone."""
    fixed = (it for it in walk_parts((order.part,)) if isinstance(it, FixedField))
    return (*(f"{it.key}={it.value}" for it in fixed if it.key != "units"), path)


def missing(found: PlayedCampaign, form: Form, dice: random.Random) -> Iterator[str]:
    """Legal orders that a form does not offer."""
    offered: dict[Shape, set[str]] = {}
    drawn: list[tuple[PossibleOrder, str]] = []
    for order in possible_orders(form):
        for path, select, _ in keys_of(order.part):
            offered.setdefault(shape_of(order, path), set()).update(
                it.value for it in select.choices
            )
            drawn.append((order, path))
    things = sorted(
        {
            it.value
            for part in walk_parts(form.parts)
            if isinstance(part, SelectField)
            for it in part.choices
            if it.name is not None
        }
    )
    boards = (found.history.last.after, as_known(found, form.faction))
    for order, wanted in dice.choices(drawn, k=DRAWN) if drawn and things else ():
        value = dice.choice(things)
        for path, _, other in keys_of(order.part, value):
            if path == wanted and value not in offered[shape_of(order, path)]:
                shape = shape_of(order, path)
                if is_pointless(found, form.faction, shape, value):
                    continue
                other_order = replace(order, part=other)
                if all(accepted(found, form, other_order, it) for it in boards):
                    yield f"{shape}: {value}"


def is_pointless(found: PlayedCampaign, faction: str, shape: Shape, value: str) -> bool:
    """Whether a legal order makes no sense.

    These are to spy on one's own, to sell what has no price, to take or strike what is in another
    town, and to strike where nobody of theirs was seen; they may come there during the turn.
    """
    state = found.history.last.after
    if found.ruleset.id != "lieutenants":
        return False
    asset, place = state.assets.get(value), state.places.get(value)
    if "action=sell" in shape and asset is not None:
        return not price_of(asset).amount
    if "action=sell" in shape and place is not None:
        return not place.cost.amount
    if "stealthy=unidentified" in shape and shape[-1] == "actions.at":
        return True
    if asset is not None and (TAKING.intersection(shape) or shape[-1] == "actions.strike"):
        doer = next(it.partition("=")[2] for it in shape if it.startswith("lieutenant="))
        return bool(state.locale(state.at(asset)) != state.locale(state.at(state.assets[doer])))
    if not SPYING.intersection(shape):
        return False
    if asset is not None:
        return faction in owners(asset)
    return place is not None and place.owner == faction


@pytest.mark.parametrize(("kind", "name", "seed"), beginning(GAMES, len(WRITERS)))
def test_every_legal_order_on_known_things_is_offered(kind: str, name: str, seed: int) -> None:
    found = game(kind, name, seed)
    dice = random.Random(f"{kind}/{name}/{seed}")  # noqa: S311  what is tried, no secret
    for faction in found.ruleset.playing(found.history.last.after):
        form = next_order_form(found.campaign, found.history, found.ruleset, faction)
        assert form is None or sorted(set(missing(found, form, dice))) == []
