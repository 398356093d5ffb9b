"""The order form of a shadow power: placements, and the possible actions of each resource."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.facts import Facts
from chronicle.rules import order_form as forms
from chronicle.rules.shadow.actions import ACTIONS, assistance
from chronicle.rules.shadow.actions.placement import placement_fields
from chronicle.rules.shadow.actions.support import SIDES, support_choices
from chronicle.rules.shadow.known_state import KnownState
from chronicle.rules.shadow.state import MAX_INFLUENCE, RESERVE_WORD, Power, Resource, State

#: Everything that needs words in a theme.
FORM_VOCABULARY: Final = forms.FormVocabulary(
    asks=("act", assistance.CODE),
    cases=(*(action.code for action in ACTIONS), *SIDES, assistance.CODE),
    keys=(
        *("place", "to", "stake", "target", "conspiracy", "sphere", "request", "defend"),
        *("narrative", "new_resource", "id", "name", "type", "assist"),
    ),
    values={"": (RESERVE_WORD,), "to": tuple(str(level) for level in range(1, MAX_INFLUENCE + 1))},
    facts=dict.fromkeys(("type", "strength", "successes", "power"), ()),
)


def build_form(known: KnownState) -> forms.Form:
    """Return what a power may order in a turn, on the board as the power last saw it."""
    board, power = known.board, known.power
    parts: list[forms.FormPart] = [*placement_fields(board, power)]
    for item in power.resources.values():
        facts = Facts(type=item.type, strength=item.strength)
        choices = tuple(_choices(board, power, item))
        parts.append(forms.ActionField("act", choices, item.name, facts))
    strongest = max((item.strength for item in power.resources.values()), default=0)
    parts.append(forms.IntegerField("defend", 0, strongest, usual=strongest))
    if not assistance.has_assisted(board, known.turn, power.id):
        parts.append(assistance.assist_field(board))
    return forms.Form(power.id, tuple(parts), power.dice)


def _choices(board: State, power: Power, item: Resource) -> Iterator[forms.ActionChoice]:
    for action in ACTIONS:
        yield from action.choices(board, power, item)
    yield from support_choices(board, item)
