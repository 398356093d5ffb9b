"""Hide something of one's own (L-ACT-CONCEAL)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from chronicle.model.facts import Facts
from chronicle.rules.kit.projector import OWN, PlaceId, Readers
from chronicle.rules.lieutenants.action import Action, SeenMore
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_definitions import PEOPLE, TargetDefinition
from chronicle.rules.lieutenants.action_events import ActionResult, outcome_of
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.changes import Change, Hid, Moved
from chronicle.rules.lieutenants.dice_checks import roll_straight_check
from chronicle.rules.lieutenants.events import Acted, Details, StealthResult
from chronicle.rules.lieutenants.form_context import LieutenantContext, target_group
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.refusals import place_refusals
from chronicle.rules.lieutenants.state import HiddenStatus, State
from chronicle.rules.lieutenants.telling_facts import KindOfId
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, RollResult
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.order_form import ActionChoice, FieldChoice


class ConcealOrder(Command):
    """Hide an own asset, optionally after moving it to another location."""

    subject: str
    move_to: str = ""


class ConcealDetails(Details):
    """Hiding something (L-ACT-CONCEAL); ``level`` is None if it failed."""

    subject: str
    name: Annotated[str, OWN]
    level: Annotated[int | None, OWN]
    must_stay: Annotated[bool, OWN] = False
    moved_to: Annotated[PlaceId, OWN] = ""
    itself: Annotated[bool, OWN] = False

    @property
    def kind(self) -> Annotated[KindOfId, OWN]:
        return self.subject


def parse_conceal(context: OrderContext) -> ParsedAction | None:
    """Parse the concealment of one of the faction's assets, there or at another location."""
    target = common.parse_target(context)
    name = context.action_input.move_to
    if name is not None:
        at = context.action_input.at("move_to")
        place = common.find_location(context, name, at)
        if place is not None:
            asset = target.asset if target is not None else None
            context.refused(place_refusals(context.actor, place, asset), at)
    if target is None:
        return None
    return ParsedAction(ConcealOrder(target.name, name or ""), target.at)


ALWAYS_UNNOTICED = StealthResult("unnoticed", False, True, "always", "L-STL-2")


def conceal(context: ActionContext, command: ConcealOrder) -> ActionResult:
    """Hide an own asset, or hide it anew, as the check allows; nobody notices the attempt."""
    asset = context.state.assets[command.subject]
    check = roll_straight_check(context, "sneak")
    modifier = max(0, sum(part.value for part in check.roll.modifiers))
    hiding = hiding_of(check.result, modifier)
    changes: tuple[Change, ...] = ()
    if hiding is not None or asset.hiding is not None:
        changes = (Hid(command.subject, hiding),)
    moved_to = command.move_to if hiding is not None and not hiding.must_stay else ""
    if moved_to:
        changes = (*changes, Moved(command.subject, moved_to))
    details = ConcealDetails(
        command.subject,
        asset.name,
        level=hiding.level if hiding is not None else None,
        must_stay=hiding is not None and hiding.must_stay,
        moved_to=moved_to,
        itself=command.subject == context.order.lieutenant,
    )
    # Even a failure hides a little; only a complete failure does not.
    outcome = outcome_of(check.result) if hiding is None else "done"
    return ActionResult(details, outcome, check, ALWAYS_UNNOTICED, changes)


def hiding_of(result: RollResult, modifier: int) -> HiddenStatus | None:
    """Return how well a result with this Sneak modifier, here at least 0, hides something."""
    match result:
        case "complete-failure":
            return None
        case "failure":
            return HiddenStatus(modifier // 2, must_stay=True)
        case "success":
            return HiddenStatus(modifier)
        case "complete-success":
            return HiddenStatus(modifier + 3)


def conceal_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield what can be hidden (L-ACT-CONCEAL); the unopposed check is the same for all targets."""
    for kind, own in context.targets("conceal"):
        chance = context.likely(context.order("conceal", ConcealOrder(own[0].id)))
        yield context.case(
            "conceal",
            target_group(kind, (FieldChoice(it.id, it.name) for it in own)),
            *context.elsewhere("move_to", own),
            facts=Facts(kind=kind),
            likely=chance,
        )


def conceal_gains(_state: State, _order: Order, command: ConcealOrder) -> Iterator[Change]:
    """Yield where the thing is hidden, if it is moved."""
    if command.move_to:
        yield Moved(command.subject, command.move_to)


def seen_concealing(
    view: BoardView, _event: Acted, details: ConcealDetails, _readers: Readers
) -> SeenMore:
    """Return the name of what is hidden, if the reader sees it."""
    return {"name": view.name(details.subject), "earned": None}


CONCEAL: Final = Action(
    name="conceal",
    details=ConcealDetails,
    keys=("target", "move_to", "end_at"),
    required=("target",),
    target=TargetDefinition((*PEOPLE, "item", "information"), owner="own"),
    skill="sneak",
    with_units=False,
    witness_code="seen-work",
    parse=parse_conceal,
    resolve=conceal,
    choices=conceal_choices,
    gains=conceal_gains,
    wins=frozenset(ROLL_RESULTS) - {"complete-failure"},
    seen=seen_concealing,
)
