"""Check projects, which take several turns, and research (L-ACT-RESEARCH)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.orders import ResearchOrder
from chronicle.rules.lieutenants.state import Project, ProjectKind
from chronicle.rules.lieutenants.validation.common import parse_place
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction

#: Successes that research needs by default (L-ACT-RESEARCH).
RESEARCH_SUCCESSES: Final = 8


def parse_research(context: OrderContext) -> ParsedAction | None:
    """Parse research: a new or a continued project; it can pause unless ``hold`` is false."""
    at = parse_place(context)
    id = context.action_input.project
    if id is None:
        return None
    project = begun_project(context, id, "research")
    if project is None:
        if not context.action_input.has("name"):
            context.report_missing_key("name")
            return None
        project = begin_project(
            context, id, "research", context.action_input.name or "", RESEARCH_SUCCESSES
        )
    return ParsedAction(ResearchOrder(id, project.name, project.needed, project.hold), at)


def begun_project(context: OrderContext, id: str, kind: ProjectKind) -> Project | None:
    """Return the project of this id if it has begun; report differences from the order."""
    found = context.reservations.projects.get(id) or context.board.projects.get(id)
    if found is None:
        return None
    at = context.action_input.at("project")
    if (found.kind, found.faction) != (kind, context.faction):
        report = context.report
        report.add(problems.WrongProject(at=at, name=id, kind=found.kind, faction=found.faction))
    elif found.blocked:
        context.report.add(problems.ProjectBlocked(at=at, name=id))
    else:
        _check_unchanged(context, found)
    return found


def _check_unchanged(context: OrderContext, found: Project) -> None:
    """Report each key of an order that differs from its project."""
    present = {
        "name": (context.action_input.name, found.name),
        "successes": (context.action_input.successes, found.needed),
        "hold": (context.action_input.hold, found.hold),
    }
    for key, (said, is_now) in present.items():
        if said is not None and said != is_now:
            report_difference(
                context, found.id, key, str(is_now).lower() if key == "hold" else str(is_now)
            )


def report_difference(context: OrderContext, id: str, key: str, current: str) -> None:
    """Report a key of an order that differs from its project."""
    context.report.add(
        problems.ProjectDiffers(at=context.action_input.at(key), name=id, key=key, present=current)
    )


def begin_project(
    context: OrderContext, id: str, kind: ProjectKind, name: str, needed: int
) -> Project:
    """Return the project that this order begins; later orders can continue it."""
    project = Project(
        id=id,
        kind=kind,
        name=name,
        faction=context.faction,
        needed=needed if context.action_input.successes is None else context.action_input.successes,
        successes=0,
        hold=True if context.action_input.hold is None else context.action_input.hold,
        worked=0,
    )
    context.reservations.projects[id] = project
    return project
