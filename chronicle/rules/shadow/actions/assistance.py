"""Assist the power's player character, once in each story (S-ROUND-7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, TypeAlias

from chronicle.records import replace
from chronicle.rules import order_form as forms
from chronicle.rules.kit.projector import OWN, PlaceId, Row
from chronicle.rules.shadow import diagnostics
from chronicle.rules.shadow.actions.common import unknown
from chronicle.rules.shadow.actions.placement import spheres
from chronicle.rules.shadow.events import OwnEvent
from chronicle.rules.shadow.orders import Assist, Orders, PieceRefusal
from chronicle.rules.shadow.state import State

CODE: Final = "assist"
RULE: Final = "S-ROUND-7"

#: A resource that assists: id, name, type and strength.
_AssistingResource: TypeAlias = Annotated[
    tuple[str, str, str, int], Row("AssistingResource", ("", "resource", "type", "strength"))
]


class Assisted(OwnEvent, kw_only=True):
    """A power assists its player character.

    ``level`` is its Influence in the sphere, ``resources`` are those that it has there: (id, name,
    type, strength).
    """

    CODE = "assisted"
    KEPT = "not-own-story"

    sphere: Annotated[PlaceId, OWN]
    level: Annotated[int, OWN]
    resources: Annotated[tuple[_AssistingResource, ...], OWN]
    request: Annotated[str, OWN]
    story: int
    rule: str = RULE

    @property
    def own_order(self) -> str:
        return f"{self.power}/orders/assist"

    def applied(self, state: State) -> State:
        return state.with_power(replace(state.powers[self.power], assisted=self.story))


def assist_refusals(board: State, turn: int, power: str, assist: Assist) -> Iterator[PieceRefusal]:
    """Yield why a power can't assist in a turn."""
    if assist.sphere not in board.neighbours:
        yield PieceRefusal(unknown("sphere", assist.sphere, board.neighbours), ("sphere",))
    if has_assisted(board, turn, power):
        yield PieceRefusal(diagnostics.AssistUsed(at=None, power=power), ())


def has_assisted(board: State, turn: int, power: str) -> bool:
    """Return whether a power has assisted in the story of a turn."""
    return board.powers[power].assisted == board.story_of(turn)


def assist(state: State, orders: Orders) -> Iterator[Assisted]:
    """Yield the assistance that powers give, on the board at the end of the round."""
    story = state.story_of(orders.turn)
    for id, own in orders.powers.items():
        if own.assist is None:
            continue
        power, sphere = state.powers[id], own.assist.sphere
        there = tuple(
            (it.id, it.name, it.type, it.strength)
            for it in power.resources.values()
            if it.sphere == sphere
        )
        yield Assisted(
            id=f"{orders.turn}/{id}/orders/assist",
            power=id,
            sphere=sphere,
            level=power.standing(sphere),
            resources=there,
            request=own.assist.request,
            story=story,
        )


def assist_field(board: State) -> forms.ActionField:
    """Return the field for assistance."""
    parts = (forms.SelectField("sphere", spheres(board), needed=True), forms.TextField("request"))
    return forms.ActionField(
        CODE, (forms.ActionChoice(CODE, RULE, (forms.FieldGroup(CODE, parts),)),)
    )
