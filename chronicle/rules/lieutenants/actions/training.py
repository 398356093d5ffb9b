"""What is taught, and what somebody is once it is learnt (L-ACT-TRAIN)."""

from __future__ import annotations

from dataclasses import replace

from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.catalogue import Catalogue, Skill
from chronicle.rules.lieutenants.setup.asset_parser import UnitBlueprint
from chronicle.rules.lieutenants.state import Lieutenant, Minion, TrainingGain, Unit


def training_skill(context: ActionContext, trainee: Minion, gain: TrainingGain) -> Skill:
    """The skill that lessons go by: the trainee's core competency, or that of its new type.

    A lieutenant's is his best statistic. Where there is none, the trainer teaches what he does
    best himself.
    """
    if isinstance(trainee, Lieutenant):
        return trainee.statistics.best
    new = context.state.house.catalogue.units.get(gain.type)
    skills = new.competencies if new is not None else trainee.competencies
    return skills[0] if skills else context.lieutenant.statistics.best


def trained_minion(context: ActionContext, trainee: Minion, gain: TrainingGain) -> Minion:
    """The trainee once its training is over; nobody rises above the faction's level cap."""
    cap = context.state.factions[context.faction].level_cap
    if isinstance(trainee, Lieutenant):
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
    """A level within the cap; who is above it already stays there."""
    return min(level, max(cap, now))


def _change_type(unit: Unit, wanted: str, catalogue: Catalogue, cap: int) -> Unit:
    """A unit of another type: its own name and history, with level, price and powers of the type.

    It keeps upgrades that such units can have, and as many abilities as they may know.
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
