"""Build the event of an action, including the changes that every action makes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from chronicle.model.audience import FOR_GM, visibility_of_factions
from chronicle.model.dice import Roll
from chronicle.records import Record, field, replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants import events
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.changes import Change, Hid, StanceEnded, Stood
from chronicle.rules.lieutenants.dice_checks import Check
from chronicle.rules.lieutenants.state import Stance, State
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.terms import RollResult, rule_of
from chronicle.rules.lieutenants.witnesses import Ways, action_notice

#: The rules by which an order is not carried out, unless it is L-TURN-4.
_UNDONE_RULES: Final[Mapping[events.NotCarriedOutReason, str]] = {
    "lieutenant-out": "L-TURN-2",
    "lieutenant-distracted": "L-TURN-2",
    "lieutenant-elsewhere": "L-TURN-2",
    "lieutenant-away": "L-TURN-2",
    "stopped-on-the-way": "L-TURN-5",
}


class ActionResult(Record):
    """The result of an action, before visibility is decided.

    ``noticed`` is who learns of it under a rule specific to the action, and how; with ``public``
    everybody learns of it. ``rolls`` come after the check.
    """

    details: events.Details
    outcome: events.Outcome
    check: Check | None = None
    stealth: events.StealthResult = events.NO_STEALTH
    changes: tuple[Change, ...] = ()
    rolls: tuple[Roll, ...] = ()
    prompt: events.PromptKind = ""
    reason: events.NotCarriedOutReason = ""
    noticed: Ways = field(default_factory=dict)
    public: bool = False
    keeps_hidden: bool = False


def build_acted_event(context: ActionContext, result: ActionResult) -> events.Acted:
    """Return the event of an order that was carried out."""
    order = context.order
    check = result.check
    notice = action_notice(
        context, result.details, result.stealth, result.noticed, public=result.public
    )
    helped = check.helped if check is not None else ()
    changes = (*(check.spent if check is not None else ()), *result.changes)
    after = apply_changes(context.state, changes)
    taken = {change.stance.lieutenant for change in changes if isinstance(change, Stood)}
    closing = (
        *_unhide_changes(context, result.changes, keeps_hidden=result.keeps_hidden),
        *_stance_changes(context, after, taken),
    )
    return events.Acted(
        id=context.id(),
        rule=rule_of(order.action),
        faction=order.faction,
        order=order.id,
        lieutenant=order.lieutenant,
        action=order.action,
        at=order.at,
        against=order.against,
        details=result.details,
        result=check.result if check is not None else None,
        outcome=result.outcome,
        reason=result.reason,
        stealth=result.stealth,
        helped=helped,
        idle=tuple(id for id in order.units if id not in helped) if check is not None else (),
        plan=order.plan,
        prompt=result.prompt,
        presumed=order.presumed,
        instead=context.instead,
        lent=context.lent_units,
        units=tuple(unit.id for unit in context.units),
        known=notice.known,
        seen=notice.seen,
        witnesses=notice.witnesses,
        changes=(*changes, *closing),
        rolls=(*((check.roll,) if check is not None else ()), *result.rolls),
    )


def result_without_check(
    context: ActionContext,
    details: events.Details,
    outcome: events.Outcome,
    changes: tuple[Change, ...] = (),
) -> ActionResult:
    """Return the result of an action whose own check is not rolled, only that of its stealth."""
    stealth, rolls = resolve_stealth(context, None)
    return ActionResult(details, outcome, stealth=stealth, changes=changes, rolls=rolls)


def outcome_of(result: RollResult) -> events.Outcome:
    """Return ``done`` if a check succeeded, otherwise ``failed``."""
    return "done" if result in ("success", "complete-success") else "failed"


def build_undone_event(context: ActionContext, reason: events.NotCarriedOutReason) -> events.Acted:
    """Return the event of an order not carried out; only its owner learns of it.

    Those who were stopped on their way have acted all the same: they hide and wait no longer.
    """
    order = context.order
    left: tuple[Change, ...] = ()
    if reason == "stopped-on-the-way":
        left = (*_unhide_changes(context, ()), *_stance_changes(context, context.state, ()))
    return events.Acted(
        id=context.id(),
        rule=_UNDONE_RULES.get(reason, "L-TURN-4"),
        faction=order.faction,
        order=order.id,
        lieutenant=order.lieutenant,
        action=order.action,
        at=order.at,
        against=order.against,
        details=None,
        result=None,
        outcome="not-carried-out",
        reason=reason,
        stealth=events.NO_STEALTH,
        helped=(),
        idle=(),
        plan=order.plan,
        prompt="",
        presumed=order.presumed,
        instead=context.instead,
        known=visibility_of_factions([order.faction]),
        seen=FOR_GM,
        changes=left,
        rolls=(),
    )


def _unhide_changes(
    context: ActionContext, changes: Iterable[Change], *, keeps_hidden: bool = False
) -> Iterator[Change]:
    """Unhide the assets that act or are used (L-ACT-CONCEAL), except those that now hide."""
    if keeps_hidden:
        return
    used = (context.order.lieutenant, *context.order.units, *context.order.items)
    fresh = {change.asset for change in changes if isinstance(change, Hid)}
    for id in used:
        asset = context.state.assets.get(id)
        if asset is not None and asset.hiding is not None and id not in fresh:
            yield Hid(id, None)


def _stance_changes(
    context: ActionContext, after: State, taken: Collection[str]
) -> Iterator[Change]:
    """End the stance of a lieutenant who acts, and of minions who are now elsewhere (L-TURN-5).

    ``taken`` holds the lieutenants whose stances this action set.
    """
    order = context.order
    for id, stance in sorted(after.stances.items()):
        if id in taken:
            continue
        if id == order.lieutenant or after.assets[id].at != stance.at:
            yield StanceEnded(id)
            continue
        away = [unit for unit in stance.units if after.assets[unit].at != stance.at]
        if left := {*away, *order.units} & set(stance.units):
            yield Stood(_without_units(stance, left))


def _without_units(stance: Stance, units: Collection[str]) -> Stance:
    return replace(stance, units=tuple(unit for unit in stance.units if unit not in units))
