"""Search ruins for something to sell (L-ACT-SCAVENGE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from chronicle.rules.kit.projector import FIGURES, OWN, WITNESS
from chronicle.rules.lieutenants.action import Action
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, outcome_of
from chronicle.rules.lieutenants.changes import Paid
from chronicle.rules.lieutenants.dice_checks import roll_straight_check
from chronicle.rules.lieutenants.events import Details
from chronicle.rules.lieutenants.form_context import LieutenantContext
from chronicle.rules.lieutenants.orders import Command
from chronicle.rules.lieutenants.terms import SUCCESSES, rule_of
from chronicle.rules.lieutenants.validation.common import parse_place
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.order_form import ActionChoice


class ScavengeOrder(Command):
    """Search the order's location."""


class ScavengeDetails(Details):
    """What was found."""

    earned: Annotated[int, OWN, FIGURES]
    name: Annotated[str, WITNESS] = ""


def parse_scavenge(context: OrderContext) -> ParsedAction:
    """Parse a search, by default where the lieutenant is."""
    return ParsedAction(ScavengeOrder(), parse_place(context))


def scavenge(context: ActionContext, command: ScavengeOrder) -> ActionResult:  # noqa: ARG001
    """Find something worth one capital with a check of Lore."""
    check = roll_straight_check(context, "lore")
    found = int(check.result in SUCCESSES)
    paid = Paid(context.faction, found, "worked", rule_of("scavenge"), context.locale)
    changes = (paid,) if found else ()
    return ActionResult(ScavengeDetails(found), outcome_of(check.result), check, changes=changes)


def scavenge_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield a search, with its chances."""
    yield context.case(
        "scavenge", likely=context.likely(context.order("scavenge", ScavengeOrder()))
    )


SCAVENGE: Final = Action(
    name="scavenge",
    details=ScavengeDetails,
    keys=("at", "end_at"),
    skill="lore",
    noticed_by="watchers",
    witness_code="seen-work",
    parse=parse_scavenge,
    resolve=scavenge,
    choices=scavenge_choices,
)
