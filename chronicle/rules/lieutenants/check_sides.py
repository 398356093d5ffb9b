"""The two sides of a check: who acts, who defends, and at what level (L-CHK-5, L-CHK-6, L-CMB)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.combination import combined, spelled
from chronicle.rules.lieutenants.state import Lieutenant, Minion, State, Unit, owners


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a check: its level, its statistic, who counted, and how levels were joined.

    ``minions`` are all who belong to it, ``counted`` those whose level is in the combination;
    ``rule`` says what it opposes by.
    """

    level: int
    statistic: int
    minions: tuple[Minion, ...] = ()
    counted: tuple[Minion, ...] = ()
    spelled: str = ""
    rule: str = "L-CHK-6"


def fixed(level: int) -> Side:
    """The opposition of an asset level or another fixed number (L-CHK-4)."""
    return Side(level, 0, rule="L-CHK-4")


def acting(scene: Scene, skill: Skill, *, crowd: bool = False) -> Side:
    """The acting lieutenant and the units with the competency (L-CHK-5).

    ``crowd`` when it goes against two or more, for those who are better at that.
    """
    return together(scene.state, scene.lieutenant, scene.units, skill, crowd=crowd)


def together(
    state: State,
    lieutenant: Lieutenant | None,
    units: Iterable[Unit],
    skill: Skill,
    *,
    crowd: bool = False,
) -> Side:
    """A lieutenant, if one is there, and these units as they act; without one the statistic is 0.

    ``crowd`` as for `acting` (L-AST-AGAINST-GROUPS).
    """
    helpers = [unit for unit in units if _helps(unit, skill)]
    more = [(unit, _bonus(unit, "against-groups") if crowd else 0) for unit in helpers]
    leaders = () if lieutenant is None else (lieutenant,)
    return _side(
        [
            *((leader, level_of(state, leader)) for leader in leaders),
            *((unit, level_of(state, unit) + extra) for unit, extra in more),
        ],
        sum(leader.statistics.of(skill) for leader in leaders),
        (*leaders, *helpers),
    )


def _helps(unit: Unit, skill: Skill) -> bool:
    """Whether a unit has the competency, and is not for defence alone (L-AST-DEFENDS-ONLY)."""
    return skill in unit.competencies and unit.power("defends-only") is None


def defending(
    state: State, faction: str, at: str, skill: Skill, *, against: str, only: str = ""
) -> Side:
    """The side of a faction at a location against somebody else's action (L-CHK-6).

    See `present`.
    """
    return resisting(state, present(state, faction, at, skill, against=against, only=only), skill)


def present(
    state: State, faction: str, at: str, skill: Skill, *, against: str, only: str = ""
) -> tuple[Minion, ...]:
    """Those of a faction at a location whom somebody else's action meets (L-CHK-6).

    Against force those who are hidden from the attacker do not count; ``only`` names the one asset
    that defends (L-AST-STRIKES-ONE).
    """
    return tuple(
        minion
        for minion in state.minions(at)
        if minion.faction == faction and (not only or minion.id == only)
        if skill != "force" or not state.hidden(minion, against)
        # A double agent does not defend against those whom it really serves.
        if against not in owners(minion)
    )


def resisting(
    state: State, present: Iterable[Minion], skill: Skill, *, crowd: bool = False
) -> Side:
    """These minions as they defend: those who are able to, with the best of their statistics.

    ``crowd`` when two or more come against them by force.
    """
    minions = tuple(present)
    able = [minion for minion in minions if defends(minion, skill)]
    statistics = [minion.statistics.of(skill) for minion in able if isinstance(minion, Lieutenant)]
    return _side(
        [(minion, _defence(state, minion, skill, crowd=crowd)) for minion in able],
        max(statistics, default=0),
        minions,
    )


def defends(minion: Minion, skill: Skill) -> bool:
    """Whether somebody can defend against a skill: lieutenants, and units with the competency.

    Some units can't however good they are (L-AST-CANNOT-DEFEND).
    """
    if isinstance(minion, Lieutenant):
        return True
    return skill in minion.competencies and minion.power("cannot-defend") is None


def _defence(state: State, minion: Minion, skill: Skill, *, crowd: bool) -> int:
    """The level at which somebody defends, with force better than he acts (L-AST-FORCE-DEFENCE).

    Those who are good against groups are so here as well (L-AST-AGAINST-GROUPS).
    """
    level = level_of(state, minion)
    if skill == "force" and isinstance(minion, Unit):
        level += _bonus(minion, "force-defence")
        level += _bonus(minion, "against-groups") if crowd else 0
    return level


def _bonus(unit: Unit, kind: str) -> int:
    return sum(power.value for power in unit.powers if power.kind == kind)


def level_of(state: State, minion: Minion) -> int:
    """The level at which somebody acts: their own, less what the house takes off for wounds."""
    hurt = minion.condition == "damaged"
    return minion.level - (state.house.damaged_penalty if hurt else 0)


def _side(
    levels: Iterable[tuple[Minion, int]], statistic: int, minions: tuple[Minion, ...]
) -> Side:
    listed = list(levels)
    best = combined(tuple(level for _, level in listed))
    left = list(best.counted)
    counted = []
    for minion, level in listed:
        if level in left:
            left.remove(level)
            counted.append(minion)
    return Side(best.level, statistic, minions, tuple(counted), spelled(best))
