"""Choices for work, research, training and custom actions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, get_args

from chronicle.model.facts import Facts, faction_ref
from chronicle.records import replace
from chronicle.rules import order_form
from chronicle.rules.lieutenants.catalogue import Skill, UnitType
from chronicle.rules.lieutenants.order_form.lieutenant_context import (
    NO_OTHER_UNITS,
    LieutenantContext,
    is_usable,
    keyword_choices,
    nonzero_facts,
    optional_multi_select,
    optional_select,
    unit_choice,
)
from chronicle.rules.lieutenants.orders import ResearchOrder, TrainOrder
from chronicle.rules.lieutenants.state import (
    Lieutenant,
    Minion,
    Project,
    ProjectKind,
    TrainingGain,
    Unit,
)
from chronicle.rules.lieutenants.validation.projects import RESEARCH_SUCCESSES
from chronicle.rules.lieutenants.validation.training import TRAINING_SUCCESSES
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    FixedField,
    IntegerField,
    ProbabilityRange,
    SelectField,
    TextField,
)

ALL_SKILLS: Final[tuple[Skill, ...]] = get_args(Skill)
#: The highest fee of an outside teacher.
_MAX_FEE: Final = 1000


# ── Work ─────────────────────────────────────────────────────────────────────────────────────────


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


# ── Research ─────────────────────────────────────────────────────────────────────────────────────


def research_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield research: a project to continue, or a new one (L-ACT-RESEARCH)."""
    chance = context.likely(
        context.order("research", ResearchOrder(context.new_id, "", RESEARCH_SUCCESSES, hold=True))
    )
    if begun := tuple(_project_choice(it) for it in _open_projects(context, "research")):
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


def _open_projects(context: LieutenantContext, kind: ProjectKind) -> Iterator[Project]:
    """Yield the faction's own projects of a kind that are not blocked."""
    for _, project in sorted(context.state.projects.items()):
        if project.kind == kind and not project.blocked:
            yield project


def _project_choice(project: Project) -> FieldChoice:
    facts = Facts(successes=project.successes, needed=project.needed)
    return FieldChoice(project.id, project.name, facts)


# ── Training ─────────────────────────────────────────────────────────────────────────────────────


def training_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield training, limited by the trainer's level and the level cap (L-ACT-TRAIN)."""
    for project in _open_projects(context, "train"):
        yield from _continued_training_choices(context, project)
    yield from _unit_level_choices(context)
    for trainee in _possible_trainees(context):
        if isinstance(trainee, Unit) and context.lieutenant.level >= trainee.level:
            yield from _retrain_choices(context, trainee)
    lieutenants = [
        it
        for it in _possible_trainees(context)
        if isinstance(it, Lieutenant) and _within_level_cap(context, it)
    ]
    yield from _lieutenant_level_choices(context, lieutenants)
    yield from _send_away_choices(context, lieutenants)


def lesson_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield the lessons of a lieutenant who is away with an outside trainer; all he can do."""
    for project in _open_projects(context, "train"):
        if project.subject == context.lieutenant.id:
            yield from _continued_training_choices(context, project)


def _possible_trainees(context: LieutenantContext) -> Iterator[Minion]:
    for kind in ("unit", "lieutenant"):
        for asset in context.own("unit" if kind == "unit" else "lieutenant"):
            if isinstance(asset, Lieutenant | Unit):
                yield asset


def _within_level_cap(context: LieutenantContext, trainee: Minion) -> bool:
    return trainee.level + 1 <= context.faction.level_cap


def _continued_training_choices(
    context: LieutenantContext, project: Project
) -> Iterator[ActionChoice]:
    """Yield a training to continue; an outside teacher replaces a lieutenant of too low a level."""
    trainee = context.state.assets.get(project.subject)
    if not isinstance(trainee, Lieutenant | Unit) or not (
        is_usable(trainee) and context.near(trainee)
    ):
        return
    new = context.state.house.catalogue.units.get(project.gain.type)
    reached = trainee.level + 1 if new is None else new.level
    if reached > max(trainee.level, context.faction.level_cap):
        return
    wanted = trainee.level + (new is None)
    away = context.lieutenant.level < wanted
    if away and isinstance(trainee, Unit):
        return
    if context.state.away(trainee.id) and not away:
        return
    yield context.case(
        "train",
        SelectField("project", (_project_choice(project),), needed=True),
        *((FixedField("sent_away", 0),) if away else ()),
        code="go-on",
        likely=_training_range(context, trainee, project.gain, away=away),
    )


def _unit_level_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    units = [
        FieldChoice(
            it.id, it.name, Facts(level=it.level), _training_range(context, it, TrainingGain())
        )
        for it in _possible_trainees(context)
        if isinstance(it, Unit)
        and _within_level_cap(context, it)
        and context.lieutenant.level > it.level
    ]
    if units:
        yield _new_training_choice(
            context, FieldGroup("target", optional_select("unit", units, needed=True)), kind="unit"
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
        if it.id != trainee.type and it.cost.currency != "influence"
        if it.level <= max(trainee.level, context.faction.level_cap)
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


def _lieutenant_level_choices(
    context: LieutenantContext, trainees: list[Lieutenant]
) -> Iterator[ActionChoice]:
    pupils = [
        FieldChoice(
            it.id, it.name, Facts(level=it.level), _training_range(context, it, TrainingGain())
        )
        for it in trainees
        if context.lieutenant.level > it.level
    ]
    if pupils:
        target = FieldGroup("target", optional_select("lieutenant", pupils, needed=True))
        yield _new_training_choice(context, target, _statistic_field(), kind="lieutenant")


def _send_away_choices(
    context: LieutenantContext, trainees: list[Lieutenant]
) -> Iterator[ActionChoice]:
    """Yield the training of a lieutenant by an outside teacher, for a fee."""
    pupils = [
        FieldChoice(
            it.id,
            it.name,
            Facts(level=it.level),
            _training_range(context, it, TrainingGain(), away=True),
        )
        for it in trainees
    ]
    if pupils:
        target = FieldGroup("target", optional_select("lieutenant", pupils, needed=True))
        fee = IntegerField("sent_away", 1, _MAX_FEE, needed=True)
        yield _new_training_choice(
            context, target, _statistic_field(), fee, code="send-away", kind="lieutenant"
        )


def _statistic_field() -> SelectField:
    return SelectField("statistic", keyword_choices(*ALL_SKILLS), needed=True)


def _new_training_choice(
    context: LieutenantContext,
    *parts: FieldGroup | SelectField | IntegerField,
    code: str = "",
    kind: str,
) -> ActionChoice:
    return context.case(
        "train",
        FixedField("project", context.new_id),
        *parts,
        FixedField("gain", "level"),
        code=code,
        facts=Facts(kind=kind, needed=TRAINING_SUCCESSES),
    )


def _training_range(
    context: LieutenantContext, trainee: Minion, gain: TrainingGain, *, away: bool = False
) -> ProbabilityRange | None:
    """Return the chances of one turn of training; the fee does not matter."""
    command = TrainOrder(
        context.new_id, trainee.id, gain, TRAINING_SUCCESSES, True, 0 if away else None
    )
    return context.likely(replace(context.order("train", command), at=trainee.at))


def custom_choices(context: LieutenantContext) -> Iterator[order_form.ActionChoice]:
    """Yield an action in the players' words, whose chance only the GM decides."""
    skills = tuple(map(order_form.FieldChoice, ALL_SKILLS))
    others = (order_form.FieldChoice(it.id, faction_ref(it.id)) for it in context.factions())
    yield context.case(
        "custom",
        order_form.TextField("name", needed=True),
        order_form.FieldGroup("check", (order_form.SelectField("skill", skills, needed=True),)),
        *optional_select("against", others),
    )
