"""Check the training of units and lieutenants (L-ACT-TRAIN)."""

from __future__ import annotations

from typing import Final

from chronicle.records import replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.inputs import GainInput
from chronicle.rules.lieutenants.orders import TrainOrder
from chronicle.rules.lieutenants.setup.consistency import check_level_cap
from chronicle.rules.lieutenants.state import Lieutenant, Project, TrainingGain, Unit
from chronicle.rules.lieutenants.terms import PropertyKind
from chronicle.rules.lieutenants.validation import common, projects
from chronicle.rules.lieutenants.validation.actors import reserve_minion
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction

#: Successes that training needs by default (L-ACT-TRAIN).
TRAINING_SUCCESSES: Final = 6


def parse_train(context: OrderContext) -> ParsedAction | None:
    """Parse the training of a unit or lieutenant, as a new or a continued project."""
    id = context.action_input.project
    target = common.parse_target(context)
    if id is None:
        return None
    project = projects.begun_project(context, id, "train")
    if project is None:
        for key in ("target", "gain"):
            if not context.action_input.has(key):
                context.report_missing_key(key)
    elif project.kind != "train" or project.faction != context.faction:
        return None
    elif context.action_input.target is None:
        target = _trainee_of(context, project)
    elif target is not None and target.name != project.subject:
        projects.report_difference(context, id, "target", project.subject)
        return None
    if target is None or target.asset is None:
        return None
    gain = _parse_gain(context, target.asset, project)
    if gain is None or not isinstance(target.asset, Lieutenant | Unit):
        return None
    _check_trainer(context, target, gain)
    if project is None:
        project = replace(
            projects.begin_project(context, id, "train", "", TRAINING_SUCCESSES),
            subject=target.name,
            gain=gain,
        )
        context.reservations.projects[id] = project
    return ParsedAction(
        TrainOrder(
            id, target.name, gain, project.needed, project.hold, context.action_input.sent_away
        ),
        target.at,
    )


def _trainee_of(context: OrderContext, project: Project) -> common.OrderTarget | None:
    """Return the trainee of a continued project, when the order does not name it."""
    span = context.action_input.at("project")
    found = context.board.assets.get(project.subject)
    kind: PropertyKind = "lieutenant" if isinstance(found, Lieutenant) else "unit"
    asset = common.find_asset(context, kind, project.subject, span)
    if asset is None:
        return None
    trainee = common.OrderTarget(kind, asset.id, span, context.board.at(asset), asset)
    return trainee if common.check_target(context, trainee) else None


def _parse_gain(
    context: OrderContext, trainee: object, project: Project | None
) -> TrainingGain | None:
    """Return the gain of the training; None after errors."""
    said = _gain_as_written(context, trainee)
    if project is None:
        return said
    if context.action_input.gain is None and context.action_input.statistic is None:
        return project.gain
    if said is None:
        return None
    if said.type != project.gain.type:
        projects.report_difference(context, project.id, "gain", project.gain.type or "level")
    elif said.statistic != project.gain.statistic:
        projects.report_difference(context, project.id, "statistic", str(project.gain.statistic))
    return project.gain


def _gain_as_written(context: OrderContext, trainee: object) -> TrainingGain | None:
    gain = context.action_input.gain
    if isinstance(trainee, Lieutenant):
        return _parse_lieutenant_gain(context, trainee)
    for key in ("statistic", "sent_away"):
        if context.action_input.has(key):
            context.report.add(
                problems.UnusedKey(
                    at=context.action_input.key_at(key),
                    key=key,
                    what="`train` of a unit",
                    takes=("project", "successes", "hold", "target", "gain"),
                )
            )
    if gain is None or not isinstance(trainee, Unit):
        return None
    return (
        _parse_type_gain(context, trainee, gain) if isinstance(gain, GainInput) else TrainingGain()
    )


def _parse_lieutenant_gain(context: OrderContext, trainee: Lieutenant) -> TrainingGain | None:
    gain, statistic = context.action_input.gain, context.action_input.statistic
    if isinstance(gain, GainInput):
        at = context.action_input.at("gain", "type")
        context.report.add(problems.LieutenantWithoutType(at=at, name=trainee.id))
        return None
    if gain is not None and statistic is None:
        context.report_missing_key("statistic")
    return TrainingGain(statistic=statistic) if statistic is not None else None


def _parse_type_gain(context: OrderContext, trainee: Unit, gain: GainInput) -> TrainingGain | None:
    at = context.action_input.at("gain", "type")
    types = context.board.house.catalogue.units
    if not check_known("unit type", gain.type, types, at, context.report):
        return None
    if gain.type == trainee.type:
        context.report.add(problems.AlreadyOfType(at=at, name=trainee.id))
    if types[gain.type].cost.currency == "influence":
        context.report.add(problems.TypeNotTrained(at=at, name=gain.type))
    return TrainingGain(type=gain.type)


def _check_trainer(context: OrderContext, target: common.OrderTarget, gain: TrainingGain) -> None:
    """Check the trainer's level, and the level cap for the trainee (L-ACT-TRAIN).

    A lieutenant who is sent away is reserved for that.
    """
    trainee = target.asset
    if not isinstance(trainee, Lieutenant | Unit):
        return
    cap = context.board.factions[context.faction].level_cap
    span = (
        context.action_input.at("gain")
        if context.action_input.has("gain")
        else context.action_input.at("project")
    )
    reached = (
        context.board.house.catalogue.units[gain.type].level if gain.type else trainee.level + 1
    )
    if reached > trainee.level:
        check_level_cap(reached, cap, span, context.report)
    trainer = context.lieutenant
    wanted = trainee.level if gain.type else trainee.level + 1
    away = isinstance(trainee, Lieutenant) and context.action_input.sent_away is not None
    if away:
        reserve_minion(context, trainee, target.span)
    if trainer is not None and trainer.level < wanted and not away:
        context.report.add(
            problems.TrainerTooLow(
                at=context.order.at("lieutenant"),
                trainer=trainer.id,
                level=trainer.level,
                wanted=wanted,
            )
        )
