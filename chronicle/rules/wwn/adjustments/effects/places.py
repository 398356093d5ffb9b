"""Effects on the ruler and the bans of a place, and on the order of play."""

from __future__ import annotations

from chronicle.records import replace
from chronicle.rules.wwn.adjustments.effects import NOBODY, AdjustmentEffect, EffectDraft
from chronicle.rules.wwn.changes import PlaceSet
from chronicle.rules.wwn.diagnostics import adjustments as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.setup.name_checks import check_living, parse_bans


def set_ruler(effect: AdjustmentEffect) -> EffectDraft | None:
    """Give a place another ruler, or none (``nobody``); its bans end."""
    place, name = effect.place(), effect.entry.ruler or ""
    ruler = "" if name == NOBODY and NOBODY not in effect.state.factions else name
    at = effect.entry.at("ruler")
    if ruler and not check_living(ruler, effect.state, at, effect.report):
        return None
    if place is None or not effect.changes_something("ruler", ruler != place.ruler):
        return None
    ruled = replace(place, ruler=ruler, closed=False, forbids=frozenset(), admits=frozenset())
    return EffectDraft(ruler or place.ruler, place.id, (PlaceSet(ruled),))


def set_bans(effect: AdjustmentEffect) -> EffectDraft | None:
    """Set the factions that a place shuts out, or everyone."""
    place, errors = effect.place(), effect.report.errors
    if place is None:
        return None
    written, factions = effect.entry.forbids or [], effect.state.factions
    barred = parse_bans(place, written, effect.entry, ("forbids",), factions, effect.report)
    if effect.report.errors > errors or not effect.changes_something("forbids", barred != place):
        return None
    return EffectDraft(place.ruler, place.id, (PlaceSet(barred),))


def set_sequence(effect: AdjustmentEffect) -> EffectDraft | None:
    """Set the order of play, instead of dice (W-TURN-1); the board is unchanged."""
    names, errors = effect.entry.sequence or [], effect.report.errors
    for index, name in enumerate(names):
        at = effect.entry.at("sequence", index)
        if name in names[:index]:
            effect.report.add(setup.NamedTwice(at=at, name=name))
        else:
            check_living(name, effect.state, at, effect.report)
    missing = tuple(name for name in effect.state.awake() if name not in names)
    if missing:
        at = effect.entry.key_at("sequence")
        effect.report.add(problems.IncompleteSequence(at=at, missing=missing))
    return None if effect.report.errors > errors else EffectDraft("", "", ())
