"""Resolve orders to hide something (L-ACT-CONCEAL)."""

from __future__ import annotations

from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, outcome_of
from chronicle.rules.lieutenants.changes import Change, Hid, Moved
from chronicle.rules.lieutenants.dice_checks import roll_straight_check
from chronicle.rules.lieutenants.events import ConcealDetails, StealthResult
from chronicle.rules.lieutenants.orders import ConcealOrder
from chronicle.rules.lieutenants.state import HiddenStatus
from chronicle.rules.lieutenants.terms import RollResult

ALWAYS_UNNOTICED = StealthResult("unnoticed", False, True, "always", "L-STL-2")


def conceal(context: ActionContext, command: ConcealOrder) -> ActionResult:
    """Hide an own asset, or hide it anew, as the check allows; nobody notices the attempt."""
    asset = context.state.assets[command.subject]
    check = roll_straight_check(context, "sneak")
    modifier = max(0, sum(part.value for part in check.roll.modifiers))
    hiding = hiding_of(check.result, modifier)
    level = hiding.level if hiding is not None else None
    details = ConcealDetails(command.subject, asset.name, level)
    changes: tuple[Change, ...] = ()
    if hiding is not None or asset.hiding is not None:
        changes = (Hid(command.subject, hiding),)
    if hiding is not None and command.move_to and not hiding.must_stay:
        changes = (*changes, Moved(command.subject, command.move_to))
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
