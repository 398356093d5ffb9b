"""Give a resource one more strength (S-ACT-2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from chronicle.records import replace
from chronicle.rules.kit.projector import EVERYBODY
from chronicle.rules.order_form import ActionChoice, TextField
from chronicle.rules.shadow import diagnostics
from chronicle.rules.shadow.actions.common import ConspiracyAction, ConspiracyInput, choice, is_open
from chronicle.rules.shadow.events import Conspired, Details
from chronicle.rules.shadow.orders import Command, Conspiracy, PieceRefusal, Scene
from chronicle.rules.shadow.state import MAX_STRENGTH, Power, Resource, State

CODE: Final = "mobilize"
RULE: Final = "S-ACT-2"


class MobilizeInput(ConspiracyInput):
    """`action: mobilize`."""

    action: Literal["mobilize"]

    def command(self) -> MobilizeOrder:
        return MobilizeOrder()


class MobilizeOrder(Command):
    """Give the resource one more strength, without dice; nobody can help or block it."""

    RULE: ClassVar = RULE
    ROLLS: ClassVar = False

    def refusals(self, board: State, plot: Conspiracy) -> Iterator[PieceRefusal]:
        acting = board.powers[plot.power].resources.get(plot.resource)
        if acting is not None and acting.strength >= MAX_STRENGTH:
            vain = diagnostics.MobilizeGainsNothing(at=None, resource=acting.id, most=MAX_STRENGTH)
            yield PieceRefusal(vain, ("resource",))

    def details(self, scene: Scene, *, won: bool = False, sixes: int = 0) -> MobilizeResult:  # noqa: ARG002  nothing is rolled
        present = scene.resource.strength
        return MobilizeResult(present, min(MAX_STRENGTH, present + 1) if won else present)


class MobilizeResult(Details):
    """A resource gains strength."""

    CODE: ClassVar = CODE

    before: Annotated[int, EVERYBODY]
    after: Annotated[int, EVERYBODY]

    def applied(self, state: State, event: Conspired) -> State:
        power = state.powers[event.power]
        resource = replace(power.resources[event.resource.id], strength=self.after)
        return state.with_power(power.with_resource(resource))


def mobilize_choices(board: State, power: Power, item: Resource) -> Iterator[ActionChoice]:
    """Yield the action for a resource that can gain strength."""
    if is_open(board, power, item, MobilizeOrder()):
        yield choice(CODE, RULE, item, TextField("narrative", long=True))


MOBILIZE: Final = ConspiracyAction(MobilizeInput, MobilizeResult, mobilize_choices)
