"""Hiding one's own (L-ACT-CONCEAL)."""

from __future__ import annotations

from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.action_events import Done, outcome_of
from chronicle.rules.lieutenants.changes import Change, Hid, Moved
from chronicle.rules.lieutenants.dice_checks import straight
from chronicle.rules.lieutenants.events import Hiding as HidingDeed
from chronicle.rules.lieutenants.events import Stealth
from chronicle.rules.lieutenants.orders import ToConceal
from chronicle.rules.lieutenants.state import Hiding
from chronicle.rules.lieutenants.terms import Result

UNSEEN = Stealth("unnoticed", False, True, "always", "L-STL-2")


def conceal(scene: Scene, aim: ToConceal) -> Done:
    """Something of one's own is hidden as well as the check allows; nobody notices a try.

    What was hidden before is so no more than that.
    """
    asset = scene.state.assets[aim.subject]
    check = straight(scene, "sneak")
    modifier = max(0, sum(part.value for part in check.roll.modifiers))
    hiding = hidden(check.result, modifier)
    level = hiding.level if hiding is not None else None
    deed = HidingDeed(aim.subject, asset.name, level)
    changes: tuple[Change, ...] = ()
    if hiding is not None or asset.hiding is not None:
        changes = (Hid(aim.subject, hiding),)
    if hiding is not None and aim.move_to and not hiding.must_stay:
        changes = (*changes, Moved(aim.subject, aim.move_to))
    # Even a failure hides a little; only a complete one does not.
    outcome = outcome_of(check.result) if hiding is None else "done"
    return Done(deed, outcome, check, UNSEEN, changes)


def hidden(result: Result, modifier: int) -> Hiding | None:
    """How well something is hidden by a result and the Sneak modifier that led to it.

    The modifier is never below 0 here.
    """
    match result:
        case "complete-failure":
            return None
        case "failure":
            return Hiding(modifier // 2, must_stay=True)
        case "success":
            return Hiding(modifier)
        case "complete-success":
            return Hiding(modifier + 3)
