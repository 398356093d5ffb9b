"""The training of units and lieutenants (L-ACT-TRAIN)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from chronicle.rules.lieutenants.diagnostics import keys, projects
from chronicle.rules.lieutenants.inputs import GainShape
from chronicle.rules.lieutenants.orders import ToTrain
from chronicle.rules.lieutenants.setup.consistency import check_cap
from chronicle.rules.lieutenants.state import Gain, Lieutenant, Project, Unit
from chronicle.rules.lieutenants.terms import Kind
from chronicle.rules.lieutenants.validation.common import (
    Target,
    asset_of,
    free,
    mine,
    spot_of,
    target_of,
)
from chronicle.rules.lieutenants.validation.order_context import Case, Read
from chronicle.rules.lieutenants.validation.projects import begin, begun_before, differs
from chronicle.rules.shared.parser import check_known

#: Successes that training takes if nothing is said (L-ACT-TRAIN).
TRAINING: Final = 6


def train(case: Case) -> Read | None:
    """The training of a unit or lieutenant, begun or carried on."""
    id = case.doing.project
    target = target_of(case, "target", ("unit", "lieutenant"))
    if id is None:
        return None
    project = begun_before(case, id, "train")
    if project is None:
        for key in ("target", "gain"):
            if not case.doing.has(key):
                case.lacks(key)
    elif project.kind != "train" or project.faction != case.faction:
        return None
    elif case.doing.target is None:
        target = _trainee(case, project)
    elif target is not None and target.name != project.subject:
        differs(case, id, "target", project.subject)
        return None
    if target is None or target.asset is None:
        return None
    if not mine(case, target.asset, target.span) or not free(case, target.asset, target.span):
        return None
    at = spot_of(case, target)
    gain = _gain(case, target.asset, project)
    if gain is None or not isinstance(target.asset, Lieutenant | Unit):
        return None
    _trainer(case, target.asset, gain)
    if project is None:
        project = replace(begin(case, id, "train", "", TRAINING), subject=target.name, gain=gain)
        case.ledger.projects[id] = project
    return Read(
        ToTrain(id, target.name, gain, project.needed, project.hold, case.doing.sent_away), at
    )


def _trainee(case: Case, project: Project) -> Target | None:
    """Whom a project is about, when the order does not say so again."""
    at = case.doing.at("project")
    found = case.board.assets.get(project.subject)
    kind: Kind = "lieutenant" if isinstance(found, Lieutenant) else "unit"
    asset = asset_of(case, kind, project.subject, at)
    return Target(kind, asset.id, at, asset) if asset is not None else None


def _gain(case: Case, trainee: object, project: Project | None) -> Gain | None:
    """What is to be learnt; None after findings."""
    said = _said(case, trainee)
    if project is None:
        return said
    if case.doing.gain is None and case.doing.statistic is None:
        return project.gain
    if said is None:
        return None
    if said.type != project.gain.type:
        differs(case, project.id, "gain", project.gain.type or "level")
    elif said.statistic != project.gain.statistic:
        differs(case, project.id, "statistic", str(project.gain.statistic))
    return project.gain


def _said(case: Case, trainee: object) -> Gain | None:
    gain = case.doing.gain
    if isinstance(trainee, Lieutenant):
        return _of_lieutenant(case, trainee)
    for key in ("statistic", "sent_away"):
        if case.doing.has(key):
            case.report.add(
                keys.StrayPart(
                    at=case.doing.key_at(key),
                    key=key,
                    what="`train` of a unit",
                    takes=("project", "successes", "hold", "target", "gain"),
                )
            )
    if gain is None or not isinstance(trainee, Unit):
        return None
    return _type(case, trainee, gain) if isinstance(gain, GainShape) else Gain()


def _of_lieutenant(case: Case, trainee: Lieutenant) -> Gain | None:
    gain, statistic = case.doing.gain, case.doing.statistic
    if isinstance(gain, GainShape):
        at = case.doing.at("gain", "type")
        case.report.add(projects.BadGain(at=at, why="lieutenant-type", name=trainee.id))
        return None
    if gain is not None and statistic is None:
        case.lacks("statistic")
    return Gain(statistic=statistic) if statistic is not None else None


def _type(case: Case, trainee: Unit, gain: GainShape) -> Gain | None:
    at = case.doing.at("gain", "type")
    types = case.board.house.catalogue.units
    if not check_known("unit type", gain.type, types, at, case.report):
        return None
    if gain.type == trainee.type:
        case.report.add(projects.BadGain(at=at, why="same-type", name=trainee.id))
    if types[gain.type].cost.currency == "influence":
        case.report.add(projects.BadGain(at=at, why="divine", name=gain.type))
    return Gain(type=gain.type)


def _trainer(case: Case, trainee: Lieutenant | Unit, gain: Gain) -> None:
    """Who trains has the level for it, and nobody is trained above the cap (L-ACT-TRAIN)."""
    cap = case.board.factions[case.faction].level_cap
    span = case.doing.at("gain") if case.doing.has("gain") else case.doing.at("project")
    reached = case.board.house.catalogue.units[gain.type].level if gain.type else trainee.level + 1
    if reached > trainee.level:
        check_cap(reached, cap, span, case.report)
    trainer = case.lieutenant
    wanted = trainee.level if gain.type else trainee.level + 1
    away = isinstance(trainee, Lieutenant) and case.doing.sent_away is not None
    if trainer is not None and trainer.level < wanted and not away:
        case.report.add(
            projects.TrainerTooLow(
                at=case.order.at("lieutenant"),
                trainer=trainer.id,
                level=trainer.level,
                wanted=wanted,
            )
        )
