"""The two sides of a check, with their levels (L-CHK-5, L-CHK-6, L-CMB)."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.records import Record
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.combination import combine_levels, format_combination
from chronicle.rules.lieutenants.state import Lieutenant, Minion, State, Unit, owners


class CheckSide(Record):
    """One side of a check: level, statistic, who counted, and how levels were combined.

    ``minions`` are all members of the side, ``counted`` those whose level is in the combination;
    ``rule`` is the rule by which it opposes.
    """

    level: int
    statistic: int
    minions: tuple[Minion, ...] = ()
    counted: tuple[Minion, ...] = ()
    spelled: str = ""
    rule: str = "L-CHK-6"


def fixed_side(level: int) -> CheckSide:
    """Return the opposition of an asset level or another fixed number (L-CHK-4)."""
    return CheckSide(level, 0, rule="L-CHK-4")


def acting_side(context: ActionContext, skill: Skill, *, against_group: bool = False) -> CheckSide:
    """Return the acting lieutenant and the units with the competency (L-CHK-5).

    ``against_group``: the opponents are two or more, so bonuses against groups apply.
    """
    return combined_side(
        context.state, context.lieutenant, context.units, skill, against_group=against_group
    )


def combined_side(
    state: State,
    lieutenant: Lieutenant | None,
    units: Iterable[Unit],
    skill: Skill,
    *,
    against_group: bool = False,
) -> CheckSide:
    """Return the acting side of a lieutenant and units; without a lieutenant the statistic is 0.

    ``against_group`` works as in :func:`acting_side` (L-AST-AGAINST-GROUPS).
    """
    helpers = [unit for unit in units if _can_help(unit, skill)]
    more = [
        (unit, _power_bonus(unit, "against-groups") if against_group else 0) for unit in helpers
    ]
    leaders = () if lieutenant is None else (lieutenant,)
    return _side_of_levels(
        [
            *((leader, effective_level(state, leader)) for leader in leaders),
            *((unit, effective_level(state, unit) + extra) for unit, extra in more),
        ],
        sum(leader.statistics.of(skill) for leader in leaders),
        (*leaders, *helpers),
    )


def _can_help(unit: Unit, skill: Skill) -> bool:
    """Return whether a unit has the competency and is not defence-only (L-AST-DEFENDS-ONLY)."""
    return skill in unit.competencies and unit.power("defends-only") is None


def defending_side(
    state: State, faction: str, at: str, skill: Skill, *, against: str, only: str = ""
) -> CheckSide:
    """Return a faction's side, as :func:`defenders_present`, against another's action (L-CHK-6)."""
    return resisting_side(
        state, defenders_present(state, faction, at, skill, against=against, only=only), skill
    )


def defenders_present(
    state: State, faction: str, at: str, skill: Skill, *, against: str, only: str = ""
) -> tuple[Minion, ...]:
    """Return a faction's minions at a location who face another faction's action (L-CHK-6).

    Against force, minions hidden from the attacker do not count. ``only`` names the one asset that
    defends (L-AST-STRIKES-ONE).
    """
    return tuple(
        minion
        for minion in state.minions(at)
        if minion.faction == faction and (not only or minion.id == only)
        if skill != "force" or not state.hidden(minion, against)
        # A double agent does not defend against the faction it secretly serves.
        if against not in owners(minion)
    )


def resisting_side(
    state: State, present: Iterable[Minion], skill: Skill, *, against_group: bool = False
) -> CheckSide:
    """Return who can defend, with their best statistic; ``against_group`` of two or more."""
    minions = tuple(present)
    able = [minion for minion in minions if can_defend(minion, skill)]
    statistics = [minion.statistics.of(skill) for minion in able if isinstance(minion, Lieutenant)]
    return _side_of_levels(
        [
            (minion, _defence_level(state, minion, skill, against_group=against_group))
            for minion in able
        ],
        max(statistics, default=0),
        minions,
    )


def can_defend(minion: Minion, skill: Skill) -> bool:
    """Return whether a minion can defend against a skill.

    Lieutenants can, and units with the competency, except some types (L-AST-CANNOT-DEFEND).
    """
    if isinstance(minion, Lieutenant):
        return True
    return skill in minion.competencies and minion.power("cannot-defend") is None


def _defence_level(state: State, minion: Minion, skill: Skill, *, against_group: bool) -> int:
    """Return a minion's level in defence, with its bonus against force (L-AST-FORCE-DEFENCE).

    Bonuses against groups apply as well (L-AST-AGAINST-GROUPS).
    """
    level = effective_level(state, minion)
    if skill == "force" and isinstance(minion, Unit):
        level += _power_bonus(minion, "force-defence")
        level += _power_bonus(minion, "against-groups") if against_group else 0
    return level


def _power_bonus(unit: Unit, kind: str) -> int:
    return sum(power.value for power in unit.powers if power.kind == kind)


def effective_level(state: State, minion: Minion) -> int:
    """Return a minion's level, reduced by the campaign's penalty if it is damaged."""
    hurt = minion.condition == "damaged"
    return minion.level - (state.house.damaged_penalty if hurt else 0)


def _side_of_levels(
    levels: Iterable[tuple[Minion, int]], statistic: int, minions: tuple[Minion, ...]
) -> CheckSide:
    listed = list(levels)
    best = combine_levels(tuple(level for _, level in listed))
    left = list(best.counted)
    counted = []
    for minion, level in listed:
        if level in left:
            left.remove(level)
            counted.append(minion)
    return CheckSide(best.level, statistic, minions, tuple(counted), format_combination(best))
