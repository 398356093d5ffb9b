"""Work, and what takes several turns: research and training."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final, get_args

from chronicle.model.facts import Facts
from chronicle.rules.lieutenants.catalogue import Skill, UnitType
from chronicle.rules.lieutenants.order_form.actors import (
    NOBODY_ELSE,
    Doer,
    able,
    figures,
    listed,
    pick,
    unit_choice,
    words,
)
from chronicle.rules.lieutenants.orders import ToResearch, ToTrain
from chronicle.rules.lieutenants.state import Gain, Lieutenant, Minion, Project, ProjectKind, Unit
from chronicle.rules.lieutenants.validation.projects import RESEARCH
from chronicle.rules.lieutenants.validation.training import TRAINING
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

SKILLS: Final[tuple[Skill, ...]] = get_args(Skill)
#: The most that strangers can ask for what they teach.
_DEAREST: Final = 1000


# ── Work ─────────────────────────────────────────────────────────────────────────────────────────


def working(doer: Doer) -> Iterator[ActionChoice]:
    """L-ACT-WORK: units that share a competency, without a check."""
    locale = doer.state.places[doer.locale]
    for skill in SKILLS:
        units = [unit_choice(it) for it in doer.units() if skill in it.competencies]
        if units:
            most = doer.faction.cohesion
            needed = listed("units", units, needed=True, most=most)
            factor = str(locale.work_factor) if locale.work_factor != 1 else ""
            facts = Facts(skill=skill, factor=factor, cap=locale.work_cap)
            yield doer.case("work", *needed, facts=facts, company=NOBODY_ELSE)


# ── Research ─────────────────────────────────────────────────────────────────────────────────────


def research(doer: Doer) -> Iterator[ActionChoice]:
    """L-ACT-RESEARCH: what is begun goes on, or something else is begun."""
    chance = doer.likely(doer.order("research", ToResearch(doer.fresh, "", RESEARCH, hold=True)))
    if begun := tuple(_project_choice(it) for it in _begun(doer, "research")):
        yield doer.case(
            "research", SelectField("project", begun, needed=True), code="go-on", likely=chance
        )
    yield doer.case(
        "research",
        FixedField("project", doer.fresh),
        TextField("name", needed=True),
        facts=Facts(needed=RESEARCH),
        likely=chance,
    )


def _begun(doer: Doer, kind: ProjectKind) -> Iterator[Project]:
    """One's own projects that can go on: one that waits for something can not."""
    for _, project in sorted(doer.state.projects.items()):
        if project.kind == kind and not project.blocked:
            yield project


def _project_choice(project: Project) -> FieldChoice:
    facts = Facts(successes=project.successes, needed=project.needed)
    return FieldChoice(project.id, project.name, facts)


# ── Training ─────────────────────────────────────────────────────────────────────────────────────


def training(doer: Doer) -> Iterator[ActionChoice]:
    """L-ACT-TRAIN: who teaches has the level for it, and nobody rises above the level cap."""
    for project in _begun(doer, "train"):
        yield from _lessons(doer, project)
    yield from _unit_up(doer)
    for trainee in _trainees(doer):
        if isinstance(trainee, Unit) and doer.lieutenant.level >= trainee.level:
            yield from _retrained(doer, trainee)
    lieutenants = [it for it in _trainees(doer) if isinstance(it, Lieutenant) and _rises(doer, it)]
    yield from _lieutenant_up(doer, lieutenants)
    yield from _sent_away(doer, lieutenants)


def _trainees(doer: Doer) -> Iterator[Minion]:
    for kind in ("unit", "lieutenant"):
        for asset in doer.own("unit" if kind == "unit" else "lieutenant"):
            if isinstance(asset, Lieutenant | Unit):
                yield asset


def _rises(doer: Doer, trainee: Minion) -> bool:
    return trainee.level + 1 <= doer.faction.level_cap


def _lessons(doer: Doer, project: Project) -> Iterator[ActionChoice]:
    """A training that goes on; a teacher who falls short leaves it to strangers, as it was."""
    trainee = doer.state.assets.get(project.subject)
    if not isinstance(trainee, Lieutenant | Unit) or not (able(trainee) and doer.near(trainee)):
        return
    new = doer.state.house.catalogue.units.get(project.gain.type)
    reached = trainee.level + 1 if new is None else new.level
    if reached > max(trainee.level, doer.faction.level_cap):
        return
    wanted = trainee.level + (new is None)
    away = doer.lieutenant.level < wanted
    if away and isinstance(trainee, Unit):
        return
    yield doer.case(
        "train",
        SelectField("project", (_project_choice(project),), needed=True),
        *((FixedField("sent_away", 0),) if away else ()),
        code="go-on",
        likely=_taught(doer, trainee, project.gain, away=away),
    )


def _unit_up(doer: Doer) -> Iterator[ActionChoice]:
    units = [
        FieldChoice(it.id, it.name, Facts(level=it.level), _taught(doer, it, Gain()))
        for it in _trainees(doer)
        if isinstance(it, Unit) and _rises(doer, it) and doer.lieutenant.level > it.level
    ]
    if units:
        yield _begin(doer, FieldGroup("target", pick("unit", units, needed=True)), kind="unit")


def _retrained(doer: Doer, trainee: Unit) -> Iterator[ActionChoice]:
    """A unit becomes of another type: any that is not paid for in influence."""
    # What is taught is the core of the type, and alike for all that share it.
    lessons = cache(lambda core: _taught(doer, trainee, Gain(_of_core(doer, core))))
    types = [
        FieldChoice(it.id, it.name, _type_facts(it), lessons(it.competencies[:1]))
        for it in doer.state.house.catalogue.units.values()
        if it.id != trainee.type and it.cost.currency != "influence"
        if it.level <= max(trainee.level, doer.faction.level_cap)
    ]
    if types:
        yield doer.case(
            "train",
            FixedField("project", doer.fresh),
            FieldGroup("target", (FixedField("unit", trainee.id),)),
            FieldGroup("gain", pick("type", types, needed=True)),
            code="retrain",
            facts=Facts(unit=trainee.name, needed=TRAINING),
        )


def _of_core(doer: Doer, core: tuple[Skill, ...]) -> str:
    types = doer.state.house.catalogue.units.values()
    return next(it.id for it in types if it.competencies[:1] == core)


def _type_facts(made: UnitType) -> Facts:
    return figures(level=made.level, competencies=made.competencies, upkeep=made.upkeep)


def _lieutenant_up(doer: Doer, trainees: list[Lieutenant]) -> Iterator[ActionChoice]:
    pupils = [
        FieldChoice(it.id, it.name, Facts(level=it.level), _taught(doer, it, Gain()))
        for it in trainees
        if doer.lieutenant.level > it.level
    ]
    if pupils:
        target = FieldGroup("target", pick("lieutenant", pupils, needed=True))
        yield _begin(doer, target, _statistic(), kind="lieutenant")


def _sent_away(doer: Doer, trainees: list[Lieutenant]) -> Iterator[ActionChoice]:
    """A lieutenant learns among strangers, for as much as they ask."""
    pupils = [
        FieldChoice(it.id, it.name, Facts(level=it.level), _taught(doer, it, Gain(), away=True))
        for it in trainees
    ]
    if pupils:
        target = FieldGroup("target", pick("lieutenant", pupils, needed=True))
        fee = IntegerField("sent_away", 1, _DEAREST, needed=True)
        yield _begin(doer, target, _statistic(), fee, code="send-away", kind="lieutenant")


def _statistic() -> SelectField:
    return SelectField("statistic", words(*SKILLS), needed=True)


def _begin(
    doer: Doer, *parts: FieldGroup | SelectField | IntegerField, code: str = "", kind: str
) -> ActionChoice:
    return doer.case(
        "train",
        FixedField("project", doer.fresh),
        *parts,
        FixedField("gain", "level"),
        code=code,
        facts=Facts(kind=kind, needed=TRAINING),
    )


def _taught(
    doer: Doer, trainee: Minion, gain: Gain, *, away: bool = False
) -> ProbabilityRange | None:
    """The chances of a turn's lessons, whatever they are paid for."""
    aim = ToTrain(doer.fresh, trainee.id, gain, TRAINING, True, 0 if away else None)
    return doer.likely(replace(doer.order("train", aim), at=trainee.at))
