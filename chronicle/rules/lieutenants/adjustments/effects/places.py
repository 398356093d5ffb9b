"""Effects on the owner of a location, and on the factions that know it."""

from __future__ import annotations

from chronicle.model.audience import EVERYONE_ID, FACTIONS_KEYWORD
from chronicle.records import replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants.adjustments.effects import AdjustmentEffect, EffectDraft
from chronicle.rules.lieutenants.changes import Learnt, PlaceSet
from chronicle.rules.lieutenants.diagnostics import setup as problems


def owner_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """Give a location to another owner, who then knows it, or to none (``nobody``)."""
    place, owner = effect.location(), effect.owner("owner", effect.entry.owner or "")
    if place is None or owner is None:
        return None
    if not effect.changes_something("owner", owner != place.owner):
        return None
    knowing = place.known_to | {owner} if place.secret and owner else place.known_to
    owned = replace(place, owner=owner, known_to=knowing)
    return EffectDraft(owner or place.owner, place.id, (PlaceSet(owned),))


def known_to_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """Make a secret location known to factions; ``factions`` and ``everyone`` mean all of them."""
    place, errors = effect.location(), effect.report.errors
    written = effect.entry.known_to or []
    names = [written] if isinstance(written, str) else written
    told: list[str] = []
    factions = effect.state.factions
    for index, name in enumerate(names):
        if name in (FACTIONS_KEYWORD, EVERYONE_ID):
            told += factions
        elif check_known(
            "faction", name, factions, effect.entry.at("known_to", index), effect.report
        ):
            told.append(name)
    if place is None or effect.report.errors > errors:
        return None
    if not place.secret:
        effect.report.add(problems.NotSecret(at=effect.entry.key_at("known_to")))
        return None
    new = [name for name in dict.fromkeys(told) if name not in place.known_to]
    if not effect.changes_something("known_to", bool(new)):
        return None
    before = len(place.known_to)
    learnt = tuple(Learnt(place.id, name) for name in new)
    return EffectDraft(place.owner, place.id, learnt, before, before + len(new))
