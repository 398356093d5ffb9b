"""Work over several turns: research and training (L-ACT-RESEARCH, L-ACT-TRAIN)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.records import replace
from chronicle.rules.lieutenants import state
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, result_without_check
from chronicle.rules.lieutenants.catalogue import Catalogue, Skill
from chronicle.rules.lieutenants.changes import Added, Change, Closed, Paid, Progressed
from chronicle.rules.lieutenants.check_sides import acting_side, fixed_side
from chronicle.rules.lieutenants.departure import leave_stance_changes
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check, roll_straight_check
from chronicle.rules.lieutenants.events import Outcome, ProjectDetails, PromptKind
from chronicle.rules.lieutenants.orders import ResearchOrder, TrainOrder
from chronicle.rules.lieutenants.setup.asset_parser import UnitBlueprint
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.terms import SUCCESSES, RollResult, rule_of

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
        return _blocked_result(context, project, "lore")
    check = roll_opposed_check(
        context, "lore", acting_side(context, "lore"), fixed_side(RESEARCH_OPPOSITION)
    )
    return _progress_result(context, project, check, "lore")


def train(context: ActionContext, command: TrainOrder) -> ActionResult:
    """Train a unit or lieutenant for a turn, using the statistic that is taught.

    The trainer rolls the check; a trainee who was sent away rolls it himself.
    """
    trainee = _trainee_in_reach(context, command)
    if trainee is None:
        details = ProjectDetails(command.project, "", 0, 0, command.needed, command.subject)
        return result_without_check(context, details, "not-there")
    begun = context.state.projects.get(command.project)
    project = begun or state.Project(
        id=command.project,
        kind="train",
        name=trainee.name,
        faction=context.faction,
        needed=command.needed,
        successes=0,
        hold=command.hold,
        worked=0,
        subject=command.subject,
        gain=command.gain,
    )
    skill = training_skill(context, trainee, project.gain)
    if project.blocked:
        return _blocked_result(context, project, skill)
    fee = (command.sent_away or 0) if begun is None else 0
    if fee > context.state.factions[context.faction].capital:
        return result_without_check(context, _project_details(project, skill, 0), "unpaid")
    pupil = _self_trainer(command, trainee)
    check = roll_straight_check(context, skill, lieutenant=pupil)
    rule = rule_of("train")
    paid = (Paid(context.faction, -fee, "sent-away", rule, command.subject),) if fee else ()
    sent = pupil is not None and pupil.id != context.order.lieutenant
    left = tuple(leave_stance_changes(context.state, trainee.id)) if sent else ()
    project = replace(project, away=pupil is not None)
    return _progress_result(context, project, check, skill, trainee, (*paid, *left))


def _self_trainer(command: TrainOrder, trainee: state.Minion) -> state.Lieutenant | None:
    """Return the trainee if he was sent away; then he rolls his own check."""
    away = command.sent_away is not None
    return trainee if away and isinstance(trainee, state.Lieutenant) else None


def _trainee_in_reach(context: ActionContext, command: TrainOrder) -> state.Minion | None:
    """Return the trainee if it is free and in the locale, or with an outside trainer."""
    found = context.state.assets.get(command.subject)
    if command.sent_away is None and context.state.away(command.subject):
        return None
    if (
        not isinstance(found, state.Lieutenant | state.Unit)
        or found.held_by
        or found.condition in state.OUT_OF_ACTION
    ):
        return None
    return found if context.state.locale(found.at) == context.locale else None


def _progress_result(
    context: ActionContext,
    project: state.Project,
    check: Check,
    skill: Skill,
    trainee: state.Minion | None = None,
    paid: tuple[Change, ...] = (),
) -> ActionResult:
    """Return the result of a turn's work; with the last success the project is finished."""
    stealth, rolls = resolve_stealth(context, check.result)
    gained = min(SUCCESSES_GAINED[check.result], project.needed - project.successes)
    stuck = check.result == "complete-failure"
    after = replace(
        project, successes=project.successes + gained, worked=context.dice.turn, blocked=stuck
    )
    done = after.successes >= after.needed
    changes: tuple[Change, ...] = (*paid, Progressed(after))
    if done:
        changes = (*changes, Closed(project.id))
        if trainee is not None:
            changes = (
                *changes,
                Added(trained_minion(context, trainee, project.gain), rule_of("train")),
            )
    outcome: Outcome = "done" if check.result in SUCCESSES else "failed"
    prompt: PromptKind = "needed-first" if stuck else ""
    details = _project_details(after, skill, gained, result=done)
    return ActionResult(details, outcome, check, stealth, changes, rolls, prompt=prompt)


def _blocked_result(context: ActionContext, project: state.Project, skill: Skill) -> ActionResult:
    """Return the result of work on a blocked project: no progress, but it is not lost."""
    kept = Progressed(replace(project, worked=context.dice.turn))
    details = _project_details(project, skill, 0)
    return result_without_check(context, details, "blocked-project", (kept,))


def _project_details(
    project: state.Project, skill: Skill, gained: int, *, result: bool = False
) -> ProjectDetails:
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


def training_skill(
    context: ActionContext, trainee: state.Minion, gain: state.TrainingGain
) -> Skill:
    """Return the skill used in training: the trainee's core competency, or its new type's.

    A lieutenant's core competency is his best statistic. If there is none, the trainer's best
    statistic counts.
    """
    if isinstance(trainee, state.Lieutenant):
        return trainee.statistics.best
    new = context.state.house.catalogue.units.get(gain.type)
    skills = new.competencies if new is not None else trainee.competencies
    return skills[0] if skills else context.lieutenant.statistics.best


def trained_minion(
    context: ActionContext, trainee: state.Minion, gain: state.TrainingGain
) -> state.Minion:
    """Return the trained minion; nobody exceeds the faction's level cap."""
    cap = context.state.factions[context.faction].level_cap
    if isinstance(trainee, state.Lieutenant):
        statistics = trainee.statistics
        if gain.statistic is not None:
            more = statistics.of(gain.statistic) + 1
            statistics = replace(statistics, **{gain.statistic: more})
        level = _cap_level(trainee.level + 1, trainee.level, cap)
        return replace(trainee, level=level, statistics=statistics)
    if gain.type:
        return _change_type(trainee, gain.type, context.state.house.catalogue, cap)
    return replace(trainee, level=_cap_level(trainee.level + 1, trainee.level, cap))


def _cap_level(level: int, now: int, cap: int) -> int:
    """Return a level limited by the cap; a minion already above it keeps its level."""
    return min(level, max(cap, now))


def _change_type(unit: state.Unit, wanted: str, catalogue: Catalogue, cap: int) -> state.Unit:
    """Return a unit changed to another type, with level, price and powers of that type.

    It keeps its name, the upgrades that the new type can have, and as many abilities as it allows.
    """
    found = catalogue.units[wanted]
    upgrades = tuple(
        catalogue.upgrades[id]
        for id in unit.upgrades
        if catalogue.upgrades[id].only_level in (None, found.level)
    )
    kind = "divine" if "divine" in found.kinds else "arcana"
    known = (catalogue.abilities[id] for id in unit.abilities)
    abilities = tuple(ability for ability in known if ability.kind == kind)[: found.abilities]
    made = UnitBlueprint(found, upgrades, abilities).unit(unit.id, unit.name, unit.faction, unit.at)
    return replace(
        made,
        level=_cap_level(made.level, unit.level, cap),
        condition=unit.condition,
        hiding=unit.hiding,
        agent_of=unit.agent_of,
        bonded=unit.bonded or made.bonded,
    )
