"""Units that earn their keep (L-ACT-WORK)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.action_events import Done
from chronicle.rules.lieutenants.changes import Change, Paid
from chronicle.rules.lieutenants.check_sides import level_of
from chronicle.rules.lieutenants.events import Labour
from chronicle.rules.lieutenants.orders import ToWork
from chronicle.rules.lieutenants.terms import rule_of


def work(scene: Scene, aim: ToWork) -> Done:
    """Units work for whoever pays: half their level each, a quarter for those who choose.

    There is no check. The sum is scaled by the locale, rounded down once, and capped there.
    """
    state = scene.state
    units = tuple(
        (unit.id, max(0, level_of(state, unit)), unit.id in aim.selective) for unit in scene.units
    )
    whole = sum((Fraction(level, 4 if picky else 2) for _, level, picky in units), Fraction(0))
    locale = state.places[scene.locale]
    earned = floor(whole * locale.work_factor)
    if locale.work_cap is not None:
        earned = min(earned, locale.work_cap)
    rule = rule_of("work")
    paid = Paid(scene.faction, earned, "worked", rule, locale.id)
    changes: tuple[Change, ...] = (paid,) if earned else ()
    return Done(Labour(units, earned), "done", changes=changes)
