"""Resolve work for pay (L-ACT-WORK)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult
from chronicle.rules.lieutenants.changes import Change, Paid
from chronicle.rules.lieutenants.check_sides import effective_level
from chronicle.rules.lieutenants.events import WorkDetails
from chronicle.rules.lieutenants.orders import WorkOrder
from chronicle.rules.lieutenants.terms import rule_of


def work(context: ActionContext, command: WorkOrder) -> ActionResult:
    """Earn capital: half its level for each unit, a quarter for selective ones.

    No check is rolled. The sum is multiplied by the locale's factor, rounded down once, and capped.
    """
    state = context.state
    units = tuple(
        (unit.id, max(0, effective_level(state, unit)), unit.id in command.selective)
        for unit in context.units
    )
    whole = sum((Fraction(level, 4 if picky else 2) for _, level, picky in units), Fraction(0))
    locale = state.places[context.locale]
    earned = floor(whole * locale.work_factor)
    if locale.work_cap is not None:
        earned = min(earned, locale.work_cap)
    rule = rule_of("work")
    paid = Paid(context.faction, earned, "worked", rule, locale.id)
    changes: tuple[Change, ...] = (paid,) if earned else ()
    return ActionResult(WorkDetails(units, earned), "done", changes=changes)
