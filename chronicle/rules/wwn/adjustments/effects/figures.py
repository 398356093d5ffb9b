"""Effects on a faction's values: Treasure, hit points, XP, ratings, magic, tags and goals."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.records import replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.wwn.adjustments.effects import ADJUSTMENT_RULE, AdjustmentEffect, EffectDraft
from chronicle.rules.wwn.changes import (
    BaseAdded,
    Change,
    FactionHurt,
    Furthered,
    GoalSet,
    Hurt,
    Learned,
    MagicSet,
    Paid,
    PolicySet,
    Raised,
    Suspended,
    TagsSet,
    fold,
)
from chronicle.rules.wwn.diagnostics import setup as problems
from chronicle.rules.wwn.goal_parser import parse_goal, parse_rivals
from chronicle.rules.wwn.setup.name_checks import parse_tags
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import MAX_RATING, Attribute, magic_rank


def change_treasure(effect: AdjustmentEffect) -> EffectDraft | None:
    """Change a faction's Treasure."""
    faction, by = effect.faction(), effect.entry.treasure or 0
    if not faction:
        return None
    before = effect.state.factions[faction].treasure
    if not effect.within("treasure", before, before + by):
        return None
    paid = Paid(faction, by, effect.reason, ADJUSTMENT_RULE)
    return EffectDraft(faction, "", (paid,), before, before + by)


def change_xp(effect: AdjustmentEffect) -> EffectDraft | None:
    """Change a faction's XP."""
    faction, by = effect.faction(), effect.entry.xp or 0
    if not faction:
        return None
    before = effect.state.factions[faction].xp
    if not effect.within("xp", before, before + by):
        return None
    learned = Learned(faction, by, effect.reason, ADJUSTMENT_RULE)
    return EffectDraft(faction, "", (learned,), before, before + by)


def change_faction_hp(effect: AdjustmentEffect) -> EffectDraft | None:
    """Damage or heal a faction itself; its headquarters is healed with it (W-ENT-4)."""
    faction, by = effect.faction(), effect.entry.hp or 0
    if not faction:
        return None
    own = effect.state.factions[faction]
    if not effect.within("hp", own.hp, own.hp + by, high=own.maximum):
        return None
    changes: list[Change] = [FactionHurt(faction, -by, ADJUSTMENT_RULE)]
    seat = effect.state.headquarters(faction)
    if by > 0 and seat is not None and seat.hp < own.maximum:
        changes.append(Hurt(seat.id, -min(by, own.maximum - seat.hp), ADJUSTMENT_RULE))
    return EffectDraft(faction, "", tuple(changes), own.hp, own.hp + by)


def set_rating(effect: AdjustmentEffect, name: Attribute) -> EffectDraft | None:
    """Set a rating, and with it the faction's maximum hit points."""
    wanted: int = getattr(effect.entry, name)
    faction = effect.faction()
    if not faction:
        return None
    before = effect.state.factions[faction].rating(name)
    if not effect.within(name, before, wanted, low=1, high=MAX_RATING):
        return None
    raised = Raised(faction, name, wanted)
    lower = fold(effect.state, (raised,))
    return EffectDraft(faction, "", (raised, *_cap_bases(lower, faction)), before, wanted)


def _cap_bases(state: State, faction: str) -> Iterator[Change]:
    """Yield changes to bases above their faction's new maximum hit points (W-ENT-4)."""
    most = state.factions[faction].maximum
    for base in state.own_bases(faction):
        if base.headquarters and base.hp > most:
            yield Hurt(base.id, base.hp - most, ADJUSTMENT_RULE)
        elif not base.headquarters and base.maximum > most:
            yield BaseAdded(replace(base, maximum=most, hp=min(base.hp, most)))


def set_magic(effect: AdjustmentEffect) -> EffectDraft | None:
    """Set a faction's grade of magic."""
    faction, wanted = effect.faction(), effect.entry.magic or "none"
    if not faction:
        return None
    before = effect.state.factions[faction].magic
    if not effect.changes_something("magic", wanted != before):
        return None
    return EffectDraft(
        faction, "", (MagicSet(faction, wanted),), magic_rank(before), magic_rank(wanted)
    )


def set_tags(effect: AdjustmentEffect) -> EffectDraft | None:
    """Replace a faction's tags."""
    faction, names = effect.faction(), effect.entry.tags or []
    errors = effect.report.errors
    found = parse_tags(effect.entry, names, effect.state.house.catalogue, effect.report)
    if not faction or effect.report.errors > errors:
        return None
    if not effect.changes_something("tags", set(found) != set(effect.state.factions[faction].tags)):
        return None
    return EffectDraft(faction, "", (TagsSet(faction, found),))


def set_goal(effect: AdjustmentEffect) -> EffectDraft | None:
    """Give a faction another goal; progress on the old one is lost."""
    faction, entry = effect.faction(), effect.entry.goal
    if not faction or entry is None:
        return None
    state = effect.state
    found = parse_goal(entry, faction, state, state.turn, effect.report)
    if found is None:
        return None
    return EffectDraft(faction, "", (GoalSet(faction, found),))


def meet_goal(effect: AdjustmentEffect) -> EffectDraft | None:
    """Say that a faction's goal of the GM's own is met: it has the XP at the end of its turn."""
    faction = effect.faction()
    if not faction:
        return None
    goal = effect.state.factions[faction].goal
    unmet = goal is not None and goal.kind == "own" and not goal.progress
    if not effect.changes_something("goal_met", unmet):
        return None
    return EffectDraft(faction, "", (Furthered(faction, 1),))


def set_asleep(effect: AdjustmentEffect) -> EffectDraft | None:
    """Let a faction have no turns, or have them again; to have them, it needs a headquarters."""
    faction, asleep = effect.faction(), effect.entry.asleep or False
    if not faction:
        return None
    before = effect.state.factions[faction].asleep
    if not effect.changes_something("asleep", asleep != before):
        return None
    if not asleep and effect.state.headquarters(faction) is None:
        at = effect.entry.at("asleep")
        effect.report.add(problems.NoHeadquarters(at=at, faction=faction))
        return None
    return EffectDraft(faction, "", (Suspended(faction, asleep),))


def set_seat(effect: AdjustmentEffect) -> EffectDraft | None:
    """Make another base of a faction its headquarters, and the old one a base like any other.

    The new one has at least as many hit points as the faction (W-ENT-4).
    """
    faction, name = effect.faction(), effect.entry.seat or ""
    if not faction:
        return None
    state, at = effect.state, effect.entry.at("seat")
    own = {base.id: base for base in state.own_bases(faction)}
    if not check_known("base of this faction", name, own, at, effect.report):
        return None
    old, new, most = state.headquarters(faction), own[name], state.factions[faction].maximum
    if not effect.changes_something("seat", not new.headquarters):
        return None
    hp = max(new.hp, state.factions[faction].hp)
    changes: list[Change] = [BaseAdded(replace(new, headquarters=True, hp=hp, maximum=most))]
    if old is not None:
        changes.insert(0, BaseAdded(replace(old, headquarters=False, maximum=most)))
    return EffectDraft(faction, new.id, tuple(changes))


def set_wars(effect: AdjustmentEffect) -> EffectDraft | None:
    """Replace the factions that a faction is at war with."""
    faction, names = effect.faction(), effect.entry.at_war or []
    if not faction:
        return None
    errors = effect.report.errors
    foes = parse_rivals(effect.entry, "at_war", names, faction, effect.state, effect.report)
    if effect.report.errors > errors:
        return None
    policy = effect.state.factions[faction].policy
    if not effect.changes_something("at_war", foes != policy.at_war):
        return None
    return EffectDraft(faction, "", (PolicySet(faction, replace(policy, at_war=foes)),))
