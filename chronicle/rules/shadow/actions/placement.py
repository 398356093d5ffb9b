"""Place resources (S-ROUND-1) and the actor (S-ROUND-2), unseen by others until the reveal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, TypeAlias

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.facts import place_ref
from chronicle.records import replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.kit.projector import OWN, PlaceId, Row
from chronicle.rules.order_form import FieldChoice, FieldGroup, FormPart, SelectField
from chronicle.rules.shadow import diagnostics
from chronicle.rules.shadow.events import OwnEvent
from chronicle.rules.shadow.inputs import PowerOrdersInput
from chronicle.rules.shadow.orders import Orders, Piece
from chronicle.rules.shadow.state import RESERVE, RESERVE_WORD, Power, State
from chronicle.rules.shadow.view import ActorOf, OwnResource

_PlacementRow: TypeAlias = Annotated[
    tuple[OwnResource, PlaceId], Row("PlacementRow", ("resource", "sphere"))
]


class Placed(OwnEvent, kw_only=True):
    """A power places resources, each (id, sphere); without a sphere, in reserve."""

    CODE = "placed"

    placements: tuple[tuple[str, str], ...]
    rule: str = "S-ROUND-1"

    @property
    def resources(self) -> Annotated[tuple[_PlacementRow, ...], OWN]:
        return self.placements

    def applied(self, state: State) -> State:
        power = state.powers[self.power]
        for id, sphere in self.placements:
            power = power.with_resource(replace(power.resources[id], sphere=sphere))
        return state.with_power(power)


class ActorPlaced(OwnEvent, kw_only=True):
    """A power places its actor."""

    CODE = "actor-placed"

    sphere: Annotated[PlaceId, OWN]
    rule: str = "S-ROUND-2"

    @property
    def actor(self) -> Annotated[ActorOf, OWN]:
        return self.power

    def applied(self, state: State) -> State:
        power = state.powers[self.power]
        return state.with_power(replace(power, actor=replace(power.actor, sphere=self.sphere)))


def place(orders: Orders) -> Iterator[Placed | ActorPlaced]:
    """Yield the placements of all powers: first the resources, then the actors."""
    # An id of four parts never equals that of a conspiracy, whose id has three.
    turn = orders.turn
    for power, own in orders.powers.items():
        if own.place:
            placements = tuple(own.place.items())
            yield Placed(id=f"{turn}/{power}/orders/place", power=power, placements=placements)
    for power, own in orders.powers.items():
        if own.actor is not None:
            yield ActorPlaced(id=f"{turn}/{power}/orders/actor", power=power, sphere=own.actor)


# ── Checks ───────────────────────────────────────────────────────────────────────────────────────


def check_placements(
    entries: Mapping[str, PowerOrdersInput], board: State, report: Report
) -> set[Piece]:
    """Add findings for placements; return the pieces whose sphere is unknown after them."""
    lost: set[Piece] = set()
    for power, entry in entries.items():
        lost.update(_check_resources(board, board.powers[power], entry, report))
        if entry.actor is not None:
            at = entry.at("actor")
            if not _is_sphere(board, entry.actor, at, report):
                lost.add((power, ""))
            if not board.powers[power].actor.active:
                report.add(diagnostics.ActorEliminated(at=at, power=power))
    return lost


def _is_sphere(board: State, name: str, at: Span, report: Report) -> bool:
    return check_known("sphere", name, tuple(board.neighbours), at, report)


def _check_resources(
    board: State, power: Power, entry: PowerOrdersInput, report: Report
) -> Iterator[Piece]:
    """Yield the resources that are placed nowhere; each sphere has room for one."""
    where = {resource.id: resource.sphere for resource in power.resources.values()}
    for id, word in entry.place.items():
        key = entry.key_at("place", id)
        if not check_known("resource", id, tuple(power.resources), key, report):
            yield power.id, id
        elif word == RESERVE_WORD or _is_sphere(board, word, entry.at("place", id), report):
            where[id] = RESERVE if word == RESERVE_WORD else word
        else:
            yield power.id, id
            where.pop(id, None)
    taken: dict[str, str] = {}
    # Those that stay come first, so that the finding is at a placement of this turn.
    for id in sorted(where, key=lambda id: id in entry.place):
        sphere = where[id]
        if sphere and sphere in taken:
            at = entry.at("place", id)
            shared = diagnostics.SharedSphere(
                at=at, resource=id, other=taken[sphere], sphere=sphere
            )
            report.add(shared)
        taken.setdefault(sphere, id)


def without(orders: Orders, lost: Collection[Piece]) -> Orders:
    """Return the orders without impossible placements."""
    powers = {
        power: replace(
            own,
            place={id: at for id, at in own.place.items() if (power, id) not in lost},
            actor=None if (power, "") in lost else own.actor,
        )
        for power, own in orders.powers.items()
    }
    return replace(orders, powers=powers)


# ── Forms ────────────────────────────────────────────────────────────────────────────────────────


def spheres(board: State) -> tuple[FieldChoice, ...]:
    """Return all spheres, as choices of a form."""
    return tuple(FieldChoice(sphere, place_ref(sphere)) for sphere in board.neighbours)


def placement_fields(board: State, power: Power) -> Iterator[FormPart]:
    """Yield the fields for the spheres of a power's resources and of its actor."""
    anywhere = (*spheres(board), FieldChoice(RESERVE_WORD))
    fields = (
        SelectField(item.id, anywhere, now=item.sphere or RESERVE_WORD, name=item.name)
        for item in power.resources.values()
    )
    yield FieldGroup("place", tuple(fields))
    if power.actor.active:
        actor = power.actor
        yield SelectField("actor", spheres(board), now=actor.sphere, name=actor.name)
