"""The subject of training, and its result (L-ACT-TRAIN)."""

from __future__ import annotations

from chronicle.records import replace
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.catalogue import Catalogue, Skill
from chronicle.rules.lieutenants.setup.asset_parser import UnitBlueprint
from chronicle.rules.lieutenants.state import Lieutenant, Minion, TrainingGain, Unit


def training_skill(context: ActionContext, trainee: Minion, gain: TrainingGain) -> Skill:
    """Return the skill used in training: the trainee's core competency, or its new type's.

    A lieutenant's core competency is his best statistic. If there is none, the trainer's best
    statistic counts.
    """
    if isinstance(trainee, Lieutenant):
        return trainee.statistics.best
    new = context.state.house.catalogue.units.get(gain.type)
    skills = new.competencies if new is not None else trainee.competencies
    return skills[0] if skills else context.lieutenant.statistics.best


def trained_minion(context: ActionContext, trainee: Minion, gain: TrainingGain) -> Minion:
    """Return the trained minion; nobody exceeds the faction's level cap."""
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
    """Return a level limited by the cap; a minion already above it keeps its level."""
    return min(level, max(cap, now))


def _change_type(unit: Unit, wanted: str, catalogue: Catalogue, cap: int) -> Unit:
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
