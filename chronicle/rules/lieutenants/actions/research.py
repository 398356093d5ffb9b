"""Work on a research project for a turn (L-ACT-RESEARCH)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

from chronicle.model.facts import Facts
from chronicle.records import replace
from chronicle.rules.kit.projector import OWN, Readers, Told
from chronicle.rules.lieutenants import state
from chronicle.rules.lieutenants.action import Action, SeenMore
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, result_without_check
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.changes import Change, Closed, Progressed
from chronicle.rules.lieutenants.check_sides import acting_side, fixed_side
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check
from chronicle.rules.lieutenants.events import (
    Acted,
    Details,
    NotCarriedOutReason,
    Outcome,
    PromptKind,
)
from chronicle.rules.lieutenants.form_context import LieutenantContext
from chronicle.rules.lieutenants.orders import Command
from chronicle.rules.lieutenants.state import Project, ProjectKind
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.telling_facts import OrderedId
from chronicle.rules.lieutenants.terms import SUCCESSES, RollResult
from chronicle.rules.lieutenants.validation.common import parse_place
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.order_form import ActionChoice, FieldChoice, FixedField, SelectField, TextField


class ProjectOrder(Command):
    """Work on a project, new or already begun."""

    project: str


class ResearchOrder(ProjectOrder):
    """Work on a research project."""

    name: str
    needed: int
    hold: bool


class ProjectDetails(Details):
    """One turn's work on a project (L-ACT-RESEARCH, L-ACT-TRAIN)."""

    project: str
    name: Annotated[str, OWN]
    gained: Annotated[int, OWN]
    successes: Annotated[int, OWN]
    needed: Annotated[int, OWN]
    subject: Annotated[OrderedId, OWN] = ""
    skill: Annotated[Skill | None, Told("word", Skill | Literal[""]), OWN] = None
    done: Annotated[bool, OWN] = False


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


#: The number that opposes research (L-ACT-RESEARCH).
RESEARCH_OPPOSITION: Final = 6
#: The successes that each result adds to a project.
SUCCESSES_GAINED: Final[Mapping[RollResult, int]] = {
    "complete-failure": 0,
    "failure": 0,
    "success": 1,
    "complete-success": 2,
}


def research(context: ActionContext, command: ResearchOrder) -> ActionResult:
    """Work for a turn on a research project, new or already begun."""
    project = context.state.projects.get(command.project) or state.Project(
        id=command.project,
        kind="research",
        name=command.name,
        faction=context.faction,
        needed=command.needed,
        successes=0,
        hold=command.hold,
        worked=0,
    )
    if project.blocked:
        return blocked_result(context, project, "lore")
    check = roll_opposed_check(
        context, "lore", acting_side(context, "lore"), fixed_side(RESEARCH_OPPOSITION)
    )
    return progress_result(context, project, check, "lore")


def blocked_result(context: ActionContext, project: state.Project, skill: Skill) -> ActionResult:
    """Return the result of work on a blocked project: no progress, but it is not lost."""
    kept = Progressed(replace(project, worked=context.dice.turn))
    details = project_details(project, skill, 0)
    return result_without_check(context, details, "blocked-project", (kept,))


def project_details(
    project: state.Project, skill: Skill, gained: int, *, result: bool = False
) -> ProjectDetails:
    """Return the details of a turn's work; ``result`` if it finished the project."""
    return ProjectDetails(
        project=project.id,
        name=project.name,
        gained=gained,
        successes=project.successes,
        needed=project.needed,
        subject=project.subject,
        skill=skill,
        done=result,
    )


def research_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield research: a project to continue, or a new one (L-ACT-RESEARCH)."""
    chance = context.likely(
        context.order("research", ResearchOrder(context.new_id, "", RESEARCH_SUCCESSES, hold=True))
    )
    if begun := tuple(project_choice(it) for it in open_projects(context, "research")):
        yield context.case(
            "research", SelectField("project", begun, needed=True), code="go-on", likely=chance
        )
    yield context.case(
        "research",
        FixedField("project", context.new_id),
        TextField("name", needed=True),
        facts=Facts(needed=RESEARCH_SUCCESSES),
        likely=chance,
    )


def open_projects(context: LieutenantContext, kind: ProjectKind) -> Iterator[Project]:
    """Yield the faction's own projects of a kind that are not blocked."""
    for _, project in sorted(context.state.projects.items()):
        if project.kind == kind and not project.blocked:
            yield project


def project_choice(project: Project) -> FieldChoice:
    """Return the choice to continue a project, with its successes."""
    facts = Facts(successes=project.successes, needed=project.needed)
    return FieldChoice(project.id, project.name, facts)


def progress_result(
    context: ActionContext,
    project: state.Project,
    check: Check,
    skill: Skill,
    paid: tuple[Change, ...] = (),
    *,
    brings: tuple[Change, ...] = (),
) -> ActionResult:
    """Return the result of a turn's work; the last success finishes it, with what it ``brings``."""
    stealth, rolls = resolve_stealth(context, check.result)
    gained = min(SUCCESSES_GAINED[check.result], project.needed - project.successes)
    stuck = check.result == "complete-failure"
    after = replace(
        project, successes=project.successes + gained, worked=context.dice.turn, blocked=stuck
    )
    done = after.successes >= after.needed
    changes: tuple[Change, ...] = (*paid, Progressed(after))
    if done:
        changes = (*changes, Closed(project.id), *brings)
    outcome: Outcome = "done" if check.result in SUCCESSES else "failed"
    prompt: PromptKind = "needed-first" if stuck else ""
    details = project_details(after, skill, gained, result=done)
    return ActionResult(details, outcome, check, stealth, changes, rolls, prompt=prompt)


def finished_refusal(context: ActionContext, command: ProjectOrder) -> NotCarriedOutReason:
    """Return the reason if the project of the order was finished earlier in the turn."""
    finished = any(
        isinstance(event, Acted)
        and isinstance(event.details, ProjectDetails)
        and event.details.project == command.project
        and event.details.done
        for event in context.past
    )
    return "target-gone" if finished else ""


def seen_project(
    view: BoardView, _event: Acted, details: ProjectDetails, _readers: Readers
) -> SeenMore:
    """Return the name of the project; training goes by the trainee's."""
    name = view.name(details.subject) if details.subject else details.name
    return {"name": name, "earned": None}


RESEARCH: Final = Action(
    name="research",
    details=ProjectDetails,
    keys=("project", "successes", "hold", "name", "at", "end_at"),
    required=("project",),
    skill="lore",
    noticed_by="watchers",
    witness_code="seen-work",
    parse=parse_research,
    resolve=research,
    choices=research_choices,
    refusal=finished_refusal,
    seen=seen_project,
)
