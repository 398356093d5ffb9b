"""Raise Influence in a sphere to a level (S-ACT-1)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Final, Literal

from chronicle.model.facts import Facts, PieceName
from chronicle.rules import order_form as forms
from chronicle.rules.kit.projector import EVERYBODY, FactionId, Row
from chronicle.rules.shadow import diagnostics, dice
from chronicle.rules.shadow.actions import common
from chronicle.rules.shadow.events import Conspired, Details
from chronicle.rules.shadow.orders import Command, Conspiracy, PieceRefusal, Scene
from chronicle.rules.shadow.state import MAX_INFLUENCE, RESERVE, Power, Resource, State
from chronicle.yaml import decode

CODE: Final = "raise"
RULE: Final = "S-ACT-1"


class NewResourceInput(decode.InputModel):
    """The resource to take on reaching dominance."""

    id: common.NewResourceName
    name: decode.NonEmptyText
    plural: bool | None = None
    type: decode.NonEmptyText


class RaiseInput(common.ConspiracyInput):
    """`action: raise`."""

    action: Literal["raise"]
    to: Annotated[int, decode.Field(ge=1, le=MAX_INFLUENCE)]
    stake: common.StakeNumber = 0
    new_resource: NewResourceInput | None = None

    def command(self) -> RaiseOrder:
        new = self.new_resource
        return RaiseOrder(self.to, new.id, new.name, new.type) if new else RaiseOrder(self.to)


class RaiseOrder(Command):
    """Raise Influence to a level, and what to take for one die on reaching dominance."""

    RULE: ClassVar = RULE

    level: int
    resource_id: str = ""
    resource_name: str = ""
    resource_type: str = ""

    @property
    def new_resource(self) -> Resource | None:
        if not self.resource_id:
            return None
        name = PieceName(self.resource_name)
        return Resource(self.resource_id, name, self.resource_type, 1, RESERVE)

    def refusals(self, board: State, plot: Conspiracy) -> Iterator[PieceRefusal]:
        own = board.powers[plot.power]
        acting = own.resources.get(plot.resource)
        if acting is not None and acting.sphere and self.level <= own.standing(acting.sphere):
            present, piece = own.standing(acting.sphere), (own.id, acting.id)
            low = diagnostics.LevelNotHigher(at=None, present=present, sphere=acting.sphere)
            yield PieceRefusal(low, ("to",), pieces=(piece,))
        if self.resource_id and self.level < MAX_INFLUENCE:
            early = diagnostics.NewResourceWithoutDominance(at=None)
            yield PieceRefusal(early, ("new_resource",), on_key=True)

    def details(self, scene: Scene, *, won: bool = False, sixes: int = 0) -> RaiseResult:  # noqa: ARG002  6s raise no higher
        sphere, board = scene.resource.sphere, scene.board
        displaced = [
            (seat, board.powers[seat].standing(sphere))
            for seat in board.seating
            if seat != scene.own.id and board.powers[seat].standing(sphere)
        ]
        dominates = won and self.level == MAX_INFLUENCE
        before = scene.own.standing(sphere)
        return RaiseResult(self.level, before, tuple(displaced) if dominates else ())


class RaiseResult(Details):
    """Influence raised to a level; ``displaced`` are those expelled: (power, level)."""

    CODE: ClassVar = CODE

    level: Annotated[int, EVERYBODY]
    before: Annotated[int, EVERYBODY]
    displaced: Annotated[
        tuple[Annotated[tuple[FactionId, int], Row("InfluenceLossRow", ("power", "level"))], ...],
        EVERYBODY,
    ] = ()

    @property
    def heard_level(self) -> int:
        return self.level

    def applied(self, state: State, event: Conspired) -> State:
        raised = state.powers[event.power].with_influence(event.sphere, self.level)
        state = state.with_power(raised)
        if self.level < MAX_INFLUENCE:
            return state
        for power in state.powers.values():
            if power.id != event.power and power.standing(event.sphere):
                state = state.with_power(power.with_influence(event.sphere, 0))
        return state


def raise_choices(board: State, power: Power, item: Resource) -> Iterator[forms.ActionChoice]:
    """Yield the levels above the present one, with chances in the sphere of the resource.

    Then come those in other spheres, where it can be placed (S-ROUND-1).
    """
    present = power.standing(item.sphere) if item.sphere else 0
    least = min((power.standing(sphere) for sphere in board.neighbours), default=present)
    levels = (*range(present + 1, MAX_INFLUENCE + 1), *range(least + 1, present + 1))
    if not levels:
        return
    fields = tuple(_level(board, power, item, level) for level in levels)
    id = forms.TextField("id", price=1)
    gift = forms.FieldGroup("new_resource", (id, forms.TextField("name"), forms.TextField("type")))
    parts = (forms.SelectField("to", fields, needed=True), *common.staking(power, item), gift)
    yield common.choice(CODE, RULE, item, *parts)


def _level(board: State, power: Power, item: Resource, level: int) -> forms.FieldChoice:
    def chances(own: int) -> tuple[Fraction, Fraction]:
        return (dice.raise_chance(own, level),) * 2

    near = item.sphere and level > power.standing(item.sphere)
    chance = common.likely(board, power, item, chances) if near else None
    return forms.FieldChoice(str(level), facts=Facts(successes=level), likely=chance)


RAISE: Final = common.ConspiracyAction(RaiseInput, RaiseResult, raise_choices)
