"""Wait for others, to attack or to stop them (L-ACT-AMBUSH, L-ACT-BLOCK, L-TURN-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from chronicle.model.facts import faction_ref, place_ref
from chronicle.rules.kit.parser import check_known
from chronicle.rules.kit.projector import OWN, WITNESS, FactionId
from chronicle.rules.lieutenants.action import Action
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult
from chronicle.rules.lieutenants.changes import Change, Moved, StanceEnded, Stood
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.events import Details
from chronicle.rules.lieutenants.form_context import (
    LieutenantContext,
    optional_multi_select,
    optional_select,
)
from chronicle.rules.lieutenants.orders import Command
from chronicle.rules.lieutenants.state import AttackStyle, Minion, Stance, StanceKind
from chronicle.rules.lieutenants.telling_facts import PlaceIds
from chronicle.rules.lieutenants.validation.common import parse_against, parse_place
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.order_form import ActionChoice, FieldChoice


class StanceOrder(Command):
    """Wait for factions in order to attack or stop them; ``way`` is a way between two places."""

    kind: StanceKind
    against: tuple[str, ...]
    style: AttackStyle = "cautious"
    way: tuple[str, ...] = ()


class StanceDetails(Details):
    """Taking a stance (L-ACT-AMBUSH, L-ACT-BLOCK)."""

    kind: Annotated[StanceKind, WITNESS]
    against: tuple[str, ...]
    style: Annotated[AttackStyle, OWN]
    way: Annotated[PlaceIds, OWN, WITNESS] = ()

    @property
    def targets(self) -> Annotated[tuple[FactionId, ...], OWN, WITNESS]:
        return self.against


def parse_ambush(context: OrderContext) -> ParsedAction:
    """Parse an ambush; its attack is cautious by default."""
    against = parse_against(context)
    return ParsedAction(
        StanceOrder("ambush", against, context.action_input.attack or "cautious"),
        parse_place(context),
    )


def parse_block(context: OrderContext) -> ParsedAction:
    """Parse a block, which stops others at a location or on the way to a neighbouring locale."""
    order = StanceOrder("block", parse_against(context), way=_parse_way(context))
    return ParsedAction(order, parse_place(context))


def _parse_way(context: OrderContext) -> tuple[str, ...]:
    """Return the two locales between which the way is blocked; empty for none, or after errors."""
    name, here = context.action_input.way, context.locale
    if name is None or not here:
        return ()
    at, places = context.action_input.at("way"), context.board.places
    locales = [id for id, place in places.items() if place.tier == "locale"]
    if not check_known("place", name, locales, at, context.report):
        return ()
    if name not in places[here].neighbours and here not in places[name].neighbours:
        context.report.add(problems.BlockTooFar(at=at, locale=here, other=name))
        return ()
    return (here, name)


def take_stance(context: ActionContext, command: StanceOrder) -> ActionResult:
    """Move the lieutenant and the units to a location of the locale to wait there.

    No check is rolled. A stance that is taken again counts as the last one set.
    """
    order = context.order
    company: tuple[Minion, ...] = (context.lieutenant, *context.units)
    stance = Stance(
        order.lieutenant,
        order.faction,
        command.kind,
        order.at,
        tuple(unit.id for unit in context.units),
        command.against,
        command.style,
        order.items,
        tuple((given.value, given.because) for given in order.modifiers),
        command.way,
    )
    changes: list[Change] = [Moved(one.id, order.at) for one in company if one.at != order.at]
    if order.lieutenant in context.state.stances:
        changes.append(StanceEnded(order.lieutenant))
    changes.append(Stood(stance))
    return ActionResult(
        StanceDetails(command.kind, command.against, command.style, command.way),
        "done",
        changes=tuple(changes),
    )


def stance_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield ambushes and blocks, whose chances nobody knows (L-ACT-AMBUSH, L-ACT-BLOCK)."""
    others = tuple(FieldChoice(it.id, faction_ref(it.id)) for it in context.factions())
    if not others:
        return
    against = optional_multi_select("against", others, needed=True)
    yield context.case("ambush", *against)
    ways = (FieldChoice(it, place_ref(it)) for it in context.neighbours)
    yield context.case("block", *against, *optional_select("way", ways))


AMBUSH: Final = Action(
    name="ambush",
    details=StanceDetails,
    keys=("at", "against", "attack"),
    required=("against",),
    skill="sneak",
    noticed_by="watchers",
    witness_code="seen-stance",
    parse=parse_ambush,
    resolve=take_stance,
    choices=stance_choices,
)
BLOCK: Final = Action(
    name="block",
    details=StanceDetails,
    keys=("at", "way", "against"),
    required=("against",),
    noticed_by="watchers",
    witness_code="seen-stance",
    parse=parse_block,
    resolve=take_stance,
)
