"""What is taught, and what somebody is once it is learnt (L-ACT-TRAIN)."""

from __future__ import annotations

from dataclasses import replace

from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.catalogue import Catalogue, Skill
from chronicle.rules.lieutenants.setup.asset_parser import Make
from chronicle.rules.lieutenants.state import Gain, Lieutenant, Minion, Unit


def core(scene: Scene, trainee: Minion, gain: Gain) -> Skill:
    """The skill that lessons go by: the trainee's core competency, or that of its new type.

    A lieutenant's is his best statistic. Where there is none, the trainer teaches what he does
    best himself.
    """
    if isinstance(trainee, Lieutenant):
        return trainee.statistics.best
    new = scene.state.house.catalogue.units.get(gain.type)
    skills = new.competencies if new is not None else trainee.competencies
    return skills[0] if skills else scene.lieutenant.statistics.best


def taught(scene: Scene, trainee: Minion, gain: Gain) -> Minion:
    """The trainee once its training is over; nobody rises above the faction's level cap."""
    cap = scene.state.factions[scene.faction].level_cap
    if isinstance(trainee, Lieutenant):
        statistics = trainee.statistics
        if gain.statistic is not None:
            more = statistics.of(gain.statistic) + 1
            statistics = replace(statistics, **{gain.statistic: more})
        level = _capped(trainee.level + 1, trainee.level, cap)
        return replace(trainee, level=level, statistics=statistics)
    if gain.type:
        return _retyped(trainee, gain.type, scene.state.house.catalogue, cap)
    return replace(trainee, level=_capped(trainee.level + 1, trainee.level, cap))


def _capped(level: int, now: int, cap: int) -> int:
    """A level within the cap; who is above it already stays there."""
    return min(level, max(cap, now))


def _retyped(unit: Unit, wanted: str, catalogue: Catalogue, cap: int) -> Unit:
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
    made = Make(found, upgrades, abilities).unit(unit.id, unit.name, unit.faction, unit.at)
    return replace(
        made,
        level=_capped(made.level, unit.level, cap),
        condition=unit.condition,
        hiding=unit.hiding,
        agent_of=unit.agent_of,
        bonded=unit.bonded or made.bonded,
    )
