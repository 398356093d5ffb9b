"""Let units work for capital (L-ACT-WORK)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Annotated, Final

from chronicle.model.facts import Facts
from chronicle.rules.kit.projector import FIGURES, OWN, Readers
from chronicle.rules.lieutenants.action import Action, SeenMore
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.changes import Change, Paid
from chronicle.rules.lieutenants.check_sides import effective_level
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.events import Acted, Details
from chronicle.rules.lieutenants.form_context import (
    ALL_SKILLS,
    NO_OTHER_UNITS,
    LieutenantContext,
    optional_multi_select,
    unit_choice,
)
from chronicle.rules.lieutenants.orders import Command
from chronicle.rules.lieutenants.telling_facts import WORKERS
from chronicle.rules.lieutenants.terms import rule_of
from chronicle.rules.lieutenants.validation.common import parse_place
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.order_form import ActionChoice


class WorkOrder(Command):
    """Earn capital; ``selective`` are units that choose whom they work for."""

    selective: tuple[str, ...] = ()


class WorkDetails(Details):
    """Units at work: (unit, level, selective), the factor, and what they earned (L-ACT-WORK)."""

    units: Annotated[tuple[tuple[str, int, bool], ...], WORKERS, OWN]
    earned: Annotated[int, OWN]


def parse_work(context: OrderContext) -> ParsedAction:
    """Parse work for capital; all the units need a common competency (L-ACT-WORK)."""
    shared = [set(unit.competencies) for unit in context.units]
    every = len(context.units) == len(dict.fromkeys(context.action_input.units))
    if shared and every and not set.intersection(*shared):
        skills = tuple((unit.id, unit.competencies) for unit in context.units)
        context.report.add(
            problems.NoCommonSkill(at=context.action_input.at("units"), units=skills)
        )
    for index, name in enumerate(context.action_input.selective):
        at = context.action_input.at("selective", index)
        if name in context.action_input.selective[:index]:
            context.report.add(problems.RepeatedName(at=at, name=name))
        elif name not in context.action_input.units:
            context.report.add(problems.NotInOrder(at=at, name=name))
    return ParsedAction(WorkOrder(tuple(context.action_input.selective)), parse_place(context))


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


def work_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield work for units that share a competency, without a check (L-ACT-WORK)."""
    locale = context.state.places.get(context.locale)
    for skill in ALL_SKILLS:
        units = [unit_choice(it) for it in context.units() if skill in it.competencies]
        if units:
            most = context.faction.cohesion
            needed = optional_multi_select("units", units, needed=True, most=most)
            factor = str(locale.work_factor) if locale and locale.work_factor != 1 else ""
            facts = Facts(skill=skill, factor=factor, cap=locale.work_cap if locale else None)
            yield context.case("work", *needed, facts=facts, company=NO_OTHER_UNITS)


def seen_work(_view: BoardView, _event: Acted, details: WorkDetails, readers: Readers) -> SeenMore:
    """Return what was earned, for those who learn figures."""
    return {"name": "", "earned": details.earned if FIGURES in readers else None}


WORK: Final = Action(
    name="work",
    details=WorkDetails,
    keys=("selective", "at", "end_at"),
    required=("units",),
    noticed_by="watchers",
    witness_code="seen-work",
    parse=parse_work,
    resolve=work,
    choices=work_choices,
    seen=seen_work,
)
