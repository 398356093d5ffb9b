"""Resolve custom actions: a check as the GM says, and what its result brings (L-ACT-CUSTOM)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Report
from chronicle.rules.lieutenants import check_sides, events
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, outcome_of
from chronicle.rules.lieutenants.adjustments import events_of, parse_brought
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check, roll_straight_check
from chronicle.rules.lieutenants.orders import CustomOrder
from chronicle.rules.lieutenants.terms import rule_of

_RULE = rule_of("custom")
_UNNOTICED = events.StealthResult("unnoticed", False, True, "always", _RULE)


def custom(context: ActionContext, command: CustomOrder) -> ActionResult:
    """Roll the check; :func:`brought_events` are the events of what it brings."""
    check = _roll_custom_check(context, command)
    stealth = _UNNOTICED if command.notice == "nobody" else events.NO_STEALTH
    return ActionResult(
        events.CustomDetails(command.name, command.notice),
        outcome_of(check.result),
        check,
        stealth,
        prompt="" if command.brings else "what-it-brings",
    )


def _roll_custom_check(context: ActionContext, command: CustomOrder) -> Check:
    """Roll the check: against a level, against the target faction at the location, or straight."""
    skill, order = command.skill, context.order
    if command.level is not None:
        return roll_opposed_check(
            context,
            skill,
            check_sides.acting_side(context, skill),
            check_sides.fixed_side(command.level),
        )
    if command.opposed_by is None:
        return roll_straight_check(context, skill)
    # Who is hidden from the actor defends against anything but force (L-CHK-6).
    present = check_sides.defenders_present(
        context.state, order.against, order.at, skill, against=order.faction
    )
    forceful = skill == "force"
    enemy = check_sides.resisting_side(
        context.state, present, command.opposed_by, against_group=forceful and bool(context.units)
    )
    own = check_sides.acting_side(context, skill, against_group=forceful and len(enemy.minions) > 1)
    return roll_opposed_check(context, skill, own, enemy, opposing_skill=command.opposed_by)


def brought_events(context: ActionContext, acted: events.Acted) -> Iterator[events.Altered]:
    """Return the events of what the result of a custom action brings; none for other actions.

    ``context`` is that after the action. What does not fit its board any more is left out.
    """
    command = context.order.command
    if not isinstance(command, CustomOrder) or acted.result is None:
        return iter(())
    brought = parse_brought(
        command.brings.get(acted.result, ()), context.id("brings"), context.state, Report()
    )
    return events_of(brought, _RULE)
