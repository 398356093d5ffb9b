"""Effects on the figures of factions, on projects and on standing modifiers."""

from __future__ import annotations

from chronicle.records import replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants import changes
from chronicle.rules.lieutenants.adjustments.effects import (
    GM_CHANGE_RULE,
    MAX_LEVEL,
    AdjustmentEffect,
    EffectDraft,
)
from chronicle.rules.lieutenants.diagnostics import setup as problems
from chronicle.rules.lieutenants.setup.name_checks import check_npc
from chronicle.rules.lieutenants.state import Lieutenant, StandingModifier, owners


def capital_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """Change a faction's capital, or the capital at a location."""
    by = effect.entry.capital or 0
    if effect.entry.place is not None:
        place = effect.location()
        if place is None or not effect.within("capital", place.capital, place.capital + by):
            return None
        stashed = changes.Stashed(place.id, by, GM_CHANGE_RULE)
        return EffectDraft(place.owner, place.id, (stashed,), place.capital, place.capital + by)
    faction = effect.faction()
    if not faction:
        return None
    before = effect.state.factions[faction].capital
    if not effect.within("capital", before, before + by):
        return None
    paid = changes.Paid(faction, by, effect.reason, GM_CHANGE_RULE)
    return EffectDraft(faction, faction, (paid,), before, before + by)


def figure_effect(effect: AdjustmentEffect, name: changes.FactionFigure) -> EffectDraft | None:
    """Change a faction's level cap, leadership, cohesion or reach."""
    by: int = getattr(effect.entry, name)
    faction = effect.faction()
    if not faction:
        return None
    before: int = getattr(effect.state.factions[faction], name)
    high = MAX_LEVEL if name == "level_cap" else None
    if not effect.within(name, before, before + by, high=high):
        return None
    return EffectDraft(
        faction, faction, (changes.FigureSet(faction, name, before + by),), before, before + by
    )


def influence_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """Change a faction's influence with an NPC faction."""
    by, npc = effect.entry.influence or 0, effect.entry.npc or ""
    faction = _faction_with_npc(effect)
    if not faction:
        return None
    before = effect.state.factions[faction].influence.get(npc, 0)
    if not effect.within("influence", before, before + by):
        return None
    swayed = changes.Swayed(faction, npc, by, effect.reason, GM_CHANGE_RULE)
    return EffectDraft(faction, npc, (swayed,), before, before + by)


def alliance_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """Make an NPC faction a faction's ally, or end the alliance."""
    ally, npc = bool(effect.entry.ally), effect.entry.npc or ""
    faction = _faction_with_npc(effect)
    if not faction:
        return None
    before = npc in effect.state.factions[faction].allies
    if not effect.changes_something("ally", ally != before):
        return None
    return EffectDraft(faction, npc, (changes.Allied(faction, npc, ally),), int(before), int(ally))


def _faction_with_npc(effect: AdjustmentEffect) -> str:
    """Return the faction of an effect about an NPC faction; empty after errors."""
    faction, factions = effect.faction(), effect.state.factions
    npcs = [npc.id for npc in factions.values() if npc.npc]
    at = effect.entry.at("npc")
    courted = check_npc(effect.entry.npc or "", faction, npcs, factions, at, effect.report)
    return faction if courted else ""


def project_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """Unblock a project, or change its successes; only orders can finish it."""
    entry, id = effect.entry, effect.entry.project or ""
    if not check_known("project", id, effect.state.projects, entry.at("project"), effect.report):
        return None
    project = effect.state.projects[id]
    if entry.cleared is not None:
        clears = project.blocked and entry.cleared
        if not effect.changes_something("cleared", clears):
            return None
        return EffectDraft(
            project.faction, id, (changes.Progressed(replace(project, blocked=False)),)
        )
    by, before = entry.successes or 0, project.successes
    if not effect.within("successes", before, before + by, high=project.needed - 1):
        return None
    further = changes.Progressed(replace(project, successes=before + by))
    return EffectDraft(project.faction, id, (further,), before, before + by)


def new_modifier_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """Give a faction a standing modifier."""
    faction, entry, report = effect.faction(), effect.entry.modifier, effect.report
    if not faction or entry is None:
        return None
    errors, state = report.errors, effect.state
    if entry.id in state.standing:
        at = entry.at("id")
        report.add(problems.IdTaken(at=at, what="a standing modifier", name=entry.id))
    if entry.value == 0:
        report.add(effect.NOTHING(at=entry.at("value")))
    lieutenant = entry.lieutenant or ""
    if lieutenant:
        assets = state.assets.values()
        own = [one.id for one in assets if isinstance(one, Lieutenant) and faction in owners(one)]
        check_known("lieutenant", lieutenant, own, entry.at("lieutenant"), report)
    if report.errors > errors:
        return None
    standing = StandingModifier(
        id=entry.id,
        value=entry.value,
        rule="L-CHK-7",
        faction=faction,
        actions=tuple(dict.fromkeys(entry.actions)),
        lieutenant=lieutenant,
        until="used" if entry.once else "",
    )
    return EffectDraft(faction, lieutenant, (changes.Burdened(standing),), 0, entry.value)


def lifted_modifier_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """End a standing modifier."""
    id = effect.entry.lifted or ""
    standing = effect.state.standing
    if not check_known("standing modifier", id, standing, effect.entry.at("lifted"), effect.report):
        return None
    ended = standing[id]
    subject = ended.lieutenant or ended.target
    return EffectDraft(ended.faction, subject, (changes.Relieved(id),), ended.value, 0)
