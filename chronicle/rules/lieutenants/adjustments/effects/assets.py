"""Effects on assets: their condition, level, place and allegiance, and new ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, get_args

from chronicle.files.source import Span
from chronicle.rules.lieutenants import diagnostics
from chronicle.rules.lieutenants.actions.change_of_faction import off_guard
from chronicle.rules.lieutenants.adjustments.effects.adjustment_effect import (
    MOST_LEVELS,
    RULE,
    Altering,
    Draft,
)
from chronicle.rules.lieutenants.changes import Added, Change, Joined, Moved, Struck
from chronicle.rules.lieutenants.setup.asset_parser import not_lost
from chronicle.rules.lieutenants.setup.assets import AssetShape, asset_of
from chronicle.rules.lieutenants.setup.consistency import (
    check_cap,
    check_holder,
    check_led,
    check_link,
    led_by,
)
from chronicle.rules.lieutenants.setup.name_checks import is_location, setting_of
from chronicle.rules.lieutenants.state import (
    OUT,
    Asset,
    Condition,
    Facility,
    Information,
    Item,
    Lieutenant,
    State,
    owners,
)

_CONDITIONS: Final[tuple[Condition, ...]] = get_args(Condition)


def condition(effect: Altering) -> Draft | None:
    """A lieutenant, unit or facility is hurt, lost, or well again."""
    asset, wanted = effect.asset(), effect.shape.condition
    if asset is None or wanted is None:
        return None
    if isinstance(asset, Item | Information):
        _no_such(effect, asset, "condition")
        return None
    if not isinstance(asset, Lieutenant) and not not_lost(wanted, effect.shape, effect.report):
        return None
    if not effect.changes_something("condition", wanted != asset.condition):
        return None
    back = asset.condition in OUT and wanted not in OUT
    if isinstance(asset, Lieutenant) and back and not _room(effect, asset.faction, "condition"):
        return None
    changes = (Struck(asset.id, wanted, RULE), *_at_ease(effect.state, asset, wanted in OUT))
    before, after = _CONDITIONS.index(asset.condition), _CONDITIONS.index(wanted)
    return Draft(asset.faction, asset.id, changes, before, after)


def level(effect: Altering) -> Draft | None:
    """A lieutenant, unit or facility gains or loses levels."""
    asset, by = effect.asset(), effect.shape.level or 0
    if asset is None:
        return None
    if isinstance(asset, Item | Information):
        _no_such(effect, asset, "level")
        return None
    if not effect.within("level", asset.level, asset.level + by, high=MOST_LEVELS):
        return None
    after = asset.level + by
    if isinstance(asset, Lieutenant) and by > 0 and asset.faction:
        cap = effect.state.factions[asset.faction].level_cap
        if not check_cap(after, cap, effect.shape.at("level"), effect.report):
            return None
    raised = Added(replace(asset, level=after), RULE)
    return Draft(asset.faction, asset.id, (raised,), asset.level, after)


def whereabouts(effect: Altering) -> Draft | None:
    """An asset is at another location; a thing is laid down there."""
    asset, to = effect.asset(), effect.shape.where or ""
    found = is_location(to, effect.state.places, effect.shape.at("at"), effect.report)
    if asset is None or not found:
        return None
    if isinstance(asset, Facility):
        _no_such(effect, asset, "at")
        return None
    held = isinstance(asset, Item | Information) and bool(asset.holder)
    if not effect.changes_something("at", held or asset.at != to):
        return None
    changes = (Moved(asset.id, to), *_at_ease(effect.state, asset, leaves=True))
    return Draft(asset.faction, asset.id, changes)


def allegiance(effect: Altering) -> Draft | None:
    """An asset belongs to another faction, or goes its own way (``nobody``).

    Who comes over brings along what it holds; a thing that goes to others is laid down.
    """
    asset, faction = effect.asset(), effect.owner("joins", effect.shape.joins or "")
    if asset is None or faction is None:
        return None
    if not effect.changes_something("joins", faction != asset.faction):
        return None
    fit = isinstance(asset, Lieutenant) and asset.condition not in OUT
    if fit and faction and not _room(effect, faction, "joins"):
        return None
    changes: list[Change] = [Joined(asset.id, faction)]
    changes += _at_ease(effect.state, asset, leaves=True)
    for thing in effect.state.assets.values():
        if isinstance(thing, Item | Information) and thing.holder == asset.id:
            changes.append(Joined(thing.id, faction))
    if isinstance(asset, Item | Information) and asset.holder:
        holder = effect.state.assets.get(asset.holder)
        if holder is None or faction not in owners(holder):
            changes.append(Moved(asset.id, effect.state.at(asset)))
    return Draft(faction or asset.faction, asset.id, tuple(changes))


def arrival(effect: Altering, shape: AssetShape) -> Draft | None:
    """An asset comes into the world, written as in an opening."""
    errors, state = effect.report.errors, effect.state
    faction = effect.faction()
    for what, ids in (("an asset", state.assets), ("a place", state.places)):
        if shape.id in ids:
            effect.report.add(diagnostics.IdTaken(at=shape.at("id"), what=what, name=shape.id))
    asset = asset_of(shape, faction, setting_of(state), effect.report)
    if asset is None or not faction:
        return None
    check_holder(asset, shape, state.assets, effect.report)
    check_link(asset, shape, state.assets, state.places, effect.report)
    if isinstance(asset, Lieutenant):
        cap = state.factions[faction].level_cap
        check_cap(asset.level, cap, shape.at("level"), effect.report)
        if asset.condition not in OUT:
            _leads(effect, faction, shape.at("id"))
    if effect.report.errors > errors:
        return None
    return Draft(faction, asset.id, (Added(asset, RULE),))


def _no_such(effect: Altering, asset: Asset, key: str) -> None:
    kind = type(asset).__name__.lower()
    at = effect.shape.key_at(key)
    effect.report.add(diagnostics.NotOfThisKind(at=at, name=asset.id, kind=kind, key=key))


def _room(effect: Altering, faction: str, key: str) -> bool:
    return not faction or _leads(effect, faction, effect.shape.at(key))


def _leads(effect: Altering, faction: str, at: Span) -> bool:
    """Whether a faction can lead one lieutenant more than it does."""
    led = led_by(faction, effect.state.assets) + 1
    return check_led(faction, led, effect.state.factions[faction].leadership, at, effect.report)


def _at_ease(state: State, asset: Asset, leaves: bool) -> Iterable[Change]:
    """The end of the stance of who leaves it (L-TURN-5)."""
    return off_guard(state, asset.id) if leaves else ()
