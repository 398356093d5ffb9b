"""Train a unit or a lieutenant for a turn (L-ACT-TRAIN)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal

from chronicle.model.facts import Facts
from chronicle.records import replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants import changes, state
from chronicle.rules.lieutenants.action import Action
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_definitions import PEOPLE, TargetDefinition
from chronicle.rules.lieutenants.action_events import ActionResult, result_without_check
from chronicle.rules.lieutenants.actions.research import (
    ProjectDetails,
    ProjectOrder,
    begin_project,
    begun_project,
    blocked_result,
    finished_refusal,
    open_projects,
    progress_result,
    project_choice,
    project_details,
    report_difference,
    seen_project,
)
from chronicle.rules.lieutenants.catalogue import Catalogue, Skill, UnitType
from chronicle.rules.lieutenants.changes import Added, Change, Paid
from chronicle.rules.lieutenants.departure import leave_stance_changes
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.diagnostics import setup
from chronicle.rules.lieutenants.dice_checks import roll_straight_check
from chronicle.rules.lieutenants.form_context import (
    ALL_SKILLS,
    LieutenantContext,
    keyword_choices,
    nonzero_facts,
    optional_select,
)
from chronicle.rules.lieutenants.inputs import GainInput
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.refusals import ActingLieutenant, Refusal, use_refusals
from chronicle.rules.lieutenants.setup.asset_parser import UnitBlueprint
from chronicle.rules.lieutenants.state import Lieutenant, Minion, Project, State, TrainingGain, Unit
from chronicle.rules.lieutenants.terms import PropertyKind, rule_of
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.actors import reserve_minion
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    FixedField,
    IntegerField,
    ProbabilityRange,
    SelectField,
)


class TrainOrder(ProjectOrder):
    """Train a unit or lieutenant; ``sent_away`` is what an outside trainer is paid."""

    subject: str
    gain: TrainingGain
    needed: int
    hold: bool
    sent_away: int | None = None


#: Successes that training needs by default (L-ACT-TRAIN).
TRAINING_SUCCESSES: Final = 6


def parse_train(context: OrderContext) -> ParsedAction | None:
    """Parse the training of a unit or lieutenant, as a new or a continued project."""
    id = context.action_input.project
    target = common.parse_target(context)
    if id is None:
        return None
    project = begun_project(context, id, "train")
    if project is None:
        for key in ("target", "gain"):
            if not context.action_input.has(key):
                context.report_missing_key(key)
    elif project.kind != "train" or project.faction != context.faction:
        return None
    elif context.action_input.target is None:
        target = _trainee_of(context, project)
    elif target is not None and target.name != project.subject:
        report_difference(context, id, "target", project.subject)
        return None
    if target is None or target.asset is None:
        return None
    gain = _parse_gain(context, target.asset, project)
    if gain is None or not isinstance(target.asset, Minion):
        return None
    _check_trainer(context, target, gain)
    if project is None:
        project = replace(
            begin_project(context, id, "train", "", TRAINING_SUCCESSES),
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
        report_difference(context, project.id, "gain", project.gain.type or "level")
    elif said.statistic != project.gain.statistic:
        report_difference(context, project.id, "statistic", str(project.gain.statistic))
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
    return _parse_type_gain(context, gain) if isinstance(gain, GainInput) else TrainingGain()


def _parse_lieutenant_gain(context: OrderContext, trainee: Lieutenant) -> TrainingGain | None:
    gain, statistic = context.action_input.gain, context.action_input.statistic
    if isinstance(gain, GainInput):
        at = context.action_input.at("gain", "type")
        context.report.add(problems.LieutenantWithoutType(at=at, name=trainee.id))
        return None
    if gain is not None and statistic is None:
        context.report_missing_key("statistic")
    return TrainingGain(statistic=statistic) if statistic is not None else None


def _parse_type_gain(context: OrderContext, gain: GainInput) -> TrainingGain | None:
    at = context.action_input.at("gain", "type")
    types = context.board.house.catalogue.units
    if not check_known("unit type", gain.type, types, at, context.report):
        return None
    return TrainingGain(type=gain.type)


def _check_trainer(context: OrderContext, target: common.OrderTarget, gain: TrainingGain) -> None:
    """Check whether the lieutenant can teach this; who is sent away is reserved for that."""
    trainee = target.asset
    if not isinstance(trainee, Minion):
        return
    entry = context.action_input
    away = isinstance(trainee, Lieutenant) and entry.sent_away is not None
    if away:
        reserve_minion(context, trainee, target.span)
    spans = {
        "type": entry.at("gain", "type") if isinstance(entry.gain, GainInput) else target.span,
        "gain": entry.at("gain") if entry.has("gain") else entry.at("project"),
        "lieutenant": context.order.at("lieutenant"),
    }
    for refusal in training_refusals(context.actor, trainee, gain, away=away):
        context.refused([refusal], spans[refusal.path[-1]])


def training_refusals(
    actor: ActingLieutenant, trainee: Minion, gain: TrainingGain, *, away: bool = False
) -> Iterator[Refusal]:
    """Yield why somebody cannot be trained for a gain, ``away`` with an outside trainer or not.

    What a unit is or cannot become, the level cap, and the level of the trainer (L-ACT-TRAIN).
    """
    made = actor.state.house.catalogue.units.get(gain.type)
    if made is not None and isinstance(trainee, Unit) and made.id == trainee.type:
        yield Refusal(problems.AlreadyOfType(at=None, name=trainee.id), ("gain", "type"))
    if made is not None and made.cost.currency == "influence":
        yield Refusal(problems.TypeNotTrained(at=None, name=made.id), ("gain", "type"))
    cap = actor.state.factions[actor.faction].level_cap
    reached = trainee.level + 1 if made is None else made.level
    if reached > max(trainee.level, cap):
        yield Refusal(setup.AboveLevelCap(at=None, level=reached, cap=cap), ("gain",))
    trainer, wanted = actor.lieutenant, trainee.level + (made is None)
    if trainer is not None and trainer.level < wanted and not away:
        problem = problems.TrainerTooLow(
            at=None, trainer=trainer.id, level=trainer.level, wanted=wanted
        )
        yield Refusal(problem, ("lieutenant",))


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
        return blocked_result(context, project, skill)
    fee = (command.sent_away or 0) if begun is None else 0
    if fee > context.state.factions[context.faction].capital:
        return result_without_check(context, project_details(project, skill, 0), "unpaid")
    pupil = _self_trainer(command, trainee)
    check = roll_straight_check(context, skill, lieutenant=pupil)
    rule = rule_of("train")
    paid = (Paid(context.faction, -fee, "sent-away", rule, command.subject),) if fee else ()
    sent = pupil is not None and pupil.id != context.order.lieutenant
    left = tuple(leave_stance_changes(context.state, trainee.id)) if sent else ()
    project = replace(project, away=pupil is not None)
    trained = Added(trained_minion(context, trainee, project.gain), rule)
    return progress_result(context, project, check, skill, (*paid, *left), brings=(trained,))


def _self_trainer(command: TrainOrder, trainee: state.Minion) -> state.Lieutenant | None:
    """Return the trainee if he was sent away; then he rolls his own check."""
    away = command.sent_away is not None
    return trainee if away and isinstance(trainee, state.Lieutenant) else None


def _trainee_in_reach(context: ActionContext, command: TrainOrder) -> state.Minion | None:
    """Return the trainee if it is free and in the locale, or with an outside trainer."""
    found = context.state.assets.get(command.subject)
    if command.sent_away is None and context.state.away(command.subject):
        return None
    if not isinstance(found, Minion) or any(use_refusals(context.actor, found)):
        return None
    return found if context.state.locale(found.at) == context.locale else None


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


def train_gains(state: State, _order: Order, command: TrainOrder) -> Iterator[Change]:
    """Yield the trainee as the finished training makes it."""
    trainee, made = state.assets[command.subject], command.gain.type
    known = state.house.catalogue.units.get(made)
    if isinstance(trainee, Unit) and known is not None:
        better = replace(trainee, type=made, competencies=known.competencies, level=known.level)
        yield changes.Added(replace(better, powers=known.powers, kinds=known.kinds), "L-ACT-TRAIN")
    elif isinstance(trainee, Minion):
        yield changes.Added(replace(trainee, level=trainee.level + 1), "L-ACT-TRAIN")


#: The highest fee of an outside teacher.
_MAX_FEE: Final = 1000


def training_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield training, limited by the trainer's level and the level cap (L-ACT-TRAIN).

    A lieutenant who is away with an outside trainer can only go on with his lessons.
    """
    if context.state.away(context.lieutenant.id):
        yield from _lesson_choices(context)
        return
    for project in open_projects(context, "train"):
        yield from _continued_training_choices(context, project)
    yield from _level_choices(context, "unit")
    for trainee in context.own("unit"):
        if isinstance(trainee, Unit):
            yield from _retrain_choices(context, trainee)
    yield from _level_choices(context, "lieutenant")
    yield from _level_choices(context, "lieutenant", away=True)


def _lesson_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    for project in open_projects(context, "train"):
        if project.subject == context.lieutenant.id:
            yield from _continued_training_choices(context, project)


def _continued_training_choices(
    context: LieutenantContext, project: Project
) -> Iterator[ActionChoice]:
    """Yield a training to continue; an outside teacher replaces a lieutenant of too low a level."""
    trainee = context.state.assets.get(project.subject)
    if not isinstance(trainee, Minion) or not context.near(trainee):
        return
    if any(use_refusals(context.actor, trainee)):
        return
    # An outside teacher replaces a lieutenant who cannot teach it.
    actor, gain = context.actor, project.gain
    away = context.state.away(trainee.id) or any(training_refusals(actor, trainee, gain))
    if away and (
        isinstance(trainee, Unit) or any(training_refusals(actor, trainee, gain, away=True))
    ):
        return
    yield context.case(
        "train",
        SelectField("project", (project_choice(project),), needed=True),
        *((FixedField("sent_away", 0),) if away else ()),
        code="go-on",
        likely=_training_range(context, trainee, project.gain, away=away),
    )


def _level_choices(
    context: LieutenantContext, kind: Literal["unit", "lieutenant"], *, away: bool = False
) -> Iterator[ActionChoice]:
    """Yield the training of units or lieutenants to the next level; ``away``, for a fee."""
    gain = TrainingGain()
    pupils = [
        FieldChoice(
            it.id, it.name, Facts(level=it.level), _training_range(context, it, gain, away=away)
        )
        for it in context.own(kind)
        if isinstance(it, Minion)
        if not any(training_refusals(context.actor, it, gain, away=away))
    ]
    if not pupils:
        return
    statistics = SelectField("statistic", keyword_choices(*ALL_SKILLS), needed=True)
    yield context.case(
        "train",
        FixedField("project", context.new_id),
        FieldGroup("target", optional_select(kind, pupils, needed=True)),
        *((statistics,) if kind == "lieutenant" else ()),
        *((IntegerField("sent_away", 1, _MAX_FEE, needed=True, price=1),) if away else ()),
        FixedField("gain", "level"),
        code="send-away" if away else "",
        facts=Facts(kind=kind, needed=TRAINING_SUCCESSES),
    )


def _retrain_choices(context: LieutenantContext, trainee: Unit) -> Iterator[ActionChoice]:
    """Yield the retraining of a unit to any type not paid for in influence."""
    # The check uses the core competency, so its chances are the same for all types that share it.
    lessons = cache(
        lambda core: _training_range(context, trainee, TrainingGain(_type_with_core(context, core)))
    )
    types = [
        FieldChoice(it.id, it.name, _type_facts(it), lessons(it.competencies[:1]))
        for it in context.state.house.catalogue.units.values()
        if not any(training_refusals(context.actor, trainee, TrainingGain(it.id)))
    ]
    if types:
        yield context.case(
            "train",
            FixedField("project", context.new_id),
            FieldGroup("target", (FixedField("unit", trainee.id),)),
            FieldGroup("gain", optional_select("type", types, needed=True)),
            code="retrain",
            facts=Facts(unit=trainee.name, needed=TRAINING_SUCCESSES),
        )


def _type_with_core(context: LieutenantContext, core: tuple[Skill, ...]) -> str:
    types = context.state.house.catalogue.units.values()
    return next(it.id for it in types if it.competencies[:1] == core)


def _type_facts(made: UnitType) -> Facts:
    return nonzero_facts(level=made.level, competencies=made.competencies, upkeep=made.upkeep)


def _training_range(
    context: LieutenantContext, trainee: Minion, gain: TrainingGain, *, away: bool = False
) -> ProbabilityRange | None:
    """Return the chances of one turn of training; the fee does not matter."""
    command = TrainOrder(
        context.new_id, trainee.id, gain, TRAINING_SUCCESSES, True, 0 if away else None
    )
    return context.likely(replace(context.order("train", command), at=trainee.at))


TRAIN: Final = Action(
    name="train",
    details=ProjectDetails,
    keys=(
        *("project", "successes", "hold", "target", "gain", "statistic"),
        *("sent_away", "end_at"),
    ),
    required=("project",),
    target=TargetDefinition(PEOPLE, owner="own"),
    stealth=("unnoticed",),
    with_units=False,
    noticed_by="watchers",
    witness_code="seen-work",
    parse=parse_train,
    resolve=train,
    choices=training_choices,
    gains=train_gains,
    refusal=finished_refusal,
    seen=seen_project,
)
