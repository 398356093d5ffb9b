"""Work over several turns: research and training (L-ACT-RESEARCH, L-ACT-TRAIN)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.action_events import Done
from chronicle.rules.lieutenants.actions.training import core, taught
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.changes import Added, Change, Closed, Paid, Progressed
from chronicle.rules.lieutenants.check_sides import acting, fixed
from chronicle.rules.lieutenants.dice_checks import Check, opposed, straight
from chronicle.rules.lieutenants.events import Effort, Outcome, Prompt
from chronicle.rules.lieutenants.orders import ToResearch, ToTrain
from chronicle.rules.lieutenants.state import OUT, Lieutenant, Minion, Project, Unit
from chronicle.rules.lieutenants.stealth import stealth_of
from chronicle.rules.lieutenants.terms import WON, Result, rule_of

#: What opposes research (L-ACT-RESEARCH).
MYSTERY: Final = 6
#: The successes that each result adds to a project.
GAINED: Final[Mapping[Result, int]] = {
    "complete-failure": 0,
    "failure": 0,
    "success": 1,
    "complete-success": 2,
}


def research(scene: Scene, aim: ToResearch) -> Done:
    """A turn's study of a project, new or begun, that is an end in itself."""
    project = scene.state.projects.get(aim.project) or Project(
        id=aim.project,
        kind="research",
        name=aim.name,
        faction=scene.faction,
        needed=aim.needed,
        successes=0,
        hold=aim.hold,
        worked=0,
    )
    if project.blocked:
        return _blocked(scene, project, "lore")
    check = opposed(scene, "lore", acting(scene, "lore"), fixed(MYSTERY))
    return _worked(scene, project, check, "lore")


def train(scene: Scene, aim: ToTrain) -> Done:
    """A turn's lessons for a unit or lieutenant, by the statistic that is taught.

    The check is the trainer's; who was sent away has to do well among strangers himself.
    """
    trainee = _pupil(scene, aim.subject)
    if trainee is None:
        stealth, rolls = stealth_of(scene, None)
        deed = Effort(aim.project, "", 0, 0, aim.needed, aim.subject)
        return Done(deed, "not-there", stealth=stealth, rolls=rolls)
    begun = scene.state.projects.get(aim.project)
    project = begun or Project(
        id=aim.project,
        kind="train",
        name=trainee.name,
        faction=scene.faction,
        needed=aim.needed,
        successes=0,
        hold=aim.hold,
        worked=0,
        subject=aim.subject,
        gain=aim.gain,
    )
    skill = core(scene, trainee, project.gain)
    if project.blocked:
        return _blocked(scene, project, skill)
    fee = (aim.sent_away or 0) if begun is None else 0
    if fee > scene.state.factions[scene.faction].capital:
        stealth, rolls = stealth_of(scene, None)
        return Done(_effort(project, skill, 0), "unpaid", stealth=stealth, rolls=rolls)
    check = straight(scene, skill, by=_abroad(aim, trainee))
    rule = rule_of("train")
    paid = (Paid(scene.faction, -fee, "sent-away", rule, aim.subject),) if fee else ()
    return _worked(scene, project, check, skill, trainee, paid)


def _abroad(aim: ToTrain, trainee: Minion) -> Lieutenant | None:
    """The trainee, if he was sent away to learn among strangers, who leave the effort to him."""
    away = aim.sent_away is not None
    return trainee if away and isinstance(trainee, Lieutenant) else None


def _pupil(scene: Scene, id: str) -> Minion | None:
    """Whom the lessons are for, if it is free and in the locale to take them."""
    found = scene.state.assets.get(id)
    if not isinstance(found, Lieutenant | Unit) or found.held_by or found.condition in OUT:
        return None
    return found if scene.state.locale(found.at) == scene.locale else None


def _worked(
    scene: Scene,
    project: Project,
    check: Check,
    skill: Skill,
    trainee: Minion | None = None,
    paid: tuple[Change, ...] = (),
) -> Done:
    """What a turn's work adds; at the last success the project is over and bears fruit."""
    stealth, rolls = stealth_of(scene, check.result)
    gained = min(GAINED[check.result], project.needed - project.successes)
    stuck = check.result == "complete-failure"
    after = replace(
        project,
        successes=project.successes + gained,
        worked=scene.dice.turn,
        blocked=stuck,
    )
    done = after.successes >= after.needed
    changes: tuple[Change, ...] = (*paid, Progressed(after))
    if done:
        changes = (*changes, Closed(project.id))
        if trainee is not None:
            changes = (*changes, Added(taught(scene, trainee, project.gain), rule_of("train")))
    outcome: Outcome = "done" if check.result in WON else "failed"
    prompt: Prompt = "needed-first" if stuck else ""
    deed = _effort(after, skill, gained, done=done)
    return Done(deed, outcome, check, stealth, changes, rolls, prompt=prompt)


def _blocked(scene: Scene, project: Project, skill: Skill) -> Done:
    """Something is still missing: no progress, but the project is not left alone either."""
    stealth, rolls = stealth_of(scene, None)
    kept = Progressed(replace(project, worked=scene.dice.turn))
    deed = _effort(project, skill, 0)
    return Done(deed, "blocked-project", stealth=stealth, changes=(kept,), rolls=rolls)


def _effort(project: Project, skill: Skill, gained: int, *, done: bool = False) -> Effort:
    return Effort(
        project=project.id,
        name=project.name,
        gained=gained,
        successes=project.successes,
        needed=project.needed,
        subject=project.subject,
        skill=skill,
        done=done,
    )
