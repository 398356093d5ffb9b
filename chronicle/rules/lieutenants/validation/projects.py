"""Work over several turns, and research, which is nothing else (L-ACT-RESEARCH)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.lieutenants.diagnostics import projects
from chronicle.rules.lieutenants.orders import ToResearch
from chronicle.rules.lieutenants.state import Project, ProjectKind
from chronicle.rules.lieutenants.validation.common import place_of
from chronicle.rules.lieutenants.validation.order_context import Case, Read

#: Successes that research takes if nothing is said (L-ACT-RESEARCH).
RESEARCH: Final = 8


def research(case: Case) -> Read | None:
    """A project of research, begun or carried on; it may rest unless the order says otherwise."""
    at = place_of(case)
    id = case.doing.project
    if id is None:
        return None
    project = begun_before(case, id, "research")
    if project is None:
        if not case.doing.has("name"):
            case.lacks("name")
            return None
        project = begin(case, id, "research", case.doing.name or "", RESEARCH)
    return Read(ToResearch(id, project.name, project.needed, project.hold), at)


def begun_before(case: Case, id: str, kind: ProjectKind) -> Project | None:
    """The project of this id, if it has been begun; findings where it is not as the order says."""
    found = case.ledger.projects.get(id) or case.board.projects.get(id)
    if found is None:
        return None
    at = case.doing.at("project")
    if (found.kind, found.faction) != (kind, case.faction):
        report = case.report
        report.add(projects.OtherProject(at=at, name=id, kind=found.kind, faction=found.faction))
    elif found.blocked:
        case.report.add(projects.ProjectBlocked(at=at, name=id))
    else:
        _same(case, found)
    return found


def _same(case: Case, found: Project) -> None:
    """Adds each figure that an order says otherwise than its project has it."""
    present = {
        "name": (case.doing.name, found.name),
        "successes": (case.doing.successes, found.needed),
        "hold": (case.doing.hold, found.hold),
    }
    for key, (said, is_now) in present.items():
        if said is not None and said != is_now:
            differs(case, found.id, key, str(is_now).lower() if key == "hold" else str(is_now))


def differs(case: Case, id: str, key: str, present: str) -> None:
    """Adds that an order says something else of a project than what it was begun with."""
    case.report.add(
        projects.ProjectDiffers(at=case.doing.at(key), name=id, key=key, present=present)
    )


def begin(
    case: Case,
    id: str,
    kind: ProjectKind,
    name: str,
    needed: int,
) -> Project:
    """A project that this order begins; orders after it carry it on."""
    project = Project(
        id=id,
        kind=kind,
        name=name,
        faction=case.faction,
        needed=needed if case.doing.successes is None else case.doing.successes,
        successes=0,
        hold=True if case.doing.hold is None else case.doing.hold,
        worked=0,
    )
    case.ledger.projects[id] = project
    return project
