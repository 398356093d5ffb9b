"""Effects on assets: condition, level, location, allegiance, and new assets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from chronicle.files.source import Span
from chronicle.records import replace
from chronicle.rules.lieutenants.adjustments.effects import (
    GM_CHANGE_RULE,
    MAX_LEVEL,
    AdjustmentEffect,
    EffectDraft,
)
from chronicle.rules.lieutenants.changes import Added, Change, Joined, Moved, Struck
from chronicle.rules.lieutenants.departure import leave_stance_changes
from chronicle.rules.lieutenants.diagnostics import adjustments as problems
from chronicle.rules.lieutenants.diagnostics import setup
from chronicle.rules.lieutenants.setup import consistency
from chronicle.rules.lieutenants.setup.asset_parser import check_not_lost
from chronicle.rules.lieutenants.setup.assets import AssetInput, parse_asset
from chronicle.rules.lieutenants.setup.name_checks import check_location, setup_context_of
from chronicle.rules.lieutenants.state import (
    OUT_OF_ACTION,
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


def condition_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """Set the condition of a lieutenant, unit or facility."""
    asset, wanted = effect.asset(), effect.entry.condition
    if asset is None or wanted is None:
        return None
    if isinstance(asset, Item | Information):
        _report_not_of_kind(effect, asset, "condition")
        return None
    if not isinstance(asset, Lieutenant) and not check_not_lost(
        wanted, effect.entry, effect.report
    ):
        return None
    if not effect.changes_something("condition", wanted != asset.condition):
        return None
    back = asset.condition in OUT_OF_ACTION and wanted not in OUT_OF_ACTION
    if isinstance(asset, Lieutenant) and back and not _has_room(effect, asset.faction, "condition"):
        return None
    changes = (
        Struck(asset.id, wanted, GM_CHANGE_RULE),
        *_stance_changes(effect.state, asset, wanted in OUT_OF_ACTION),
    )
    before, after = _CONDITIONS.index(asset.condition), _CONDITIONS.index(wanted)
    return EffectDraft(asset.faction, asset.id, changes, before, after)


def level_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """Raise or lower the level of a lieutenant, unit or facility."""
    asset, by = effect.asset(), effect.entry.level or 0
    if asset is None:
        return None
    if isinstance(asset, Item | Information):
        _report_not_of_kind(effect, asset, "level")
        return None
    if not effect.within("level", asset.level, asset.level + by, high=MAX_LEVEL):
        return None
    after = asset.level + by
    if isinstance(asset, Lieutenant) and by > 0 and asset.faction:
        cap = effect.state.factions[asset.faction].level_cap
        if not consistency.check_level_cap(after, cap, effect.entry.at("level"), effect.report):
            return None
    raised = Added(replace(asset, level=after), GM_CHANGE_RULE)
    return EffectDraft(asset.faction, asset.id, (raised,), asset.level, after)


def location_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """Move an asset to another location; an item or information loses its holder."""
    asset, to = effect.asset(), effect.entry.where or ""
    found = check_location(to, effect.state.places, effect.entry.at("at"), effect.report)
    if asset is None or not found:
        return None
    if isinstance(asset, Facility):
        _report_not_of_kind(effect, asset, "at")
        return None
    if not effect.changes_something("at", bool(asset.holder) or asset.at != to):
        return None
    changes = (Moved(asset.id, to), *_stance_changes(effect.state, asset, leaves=True))
    return EffectDraft(asset.faction, asset.id, changes)


def allegiance_effect(effect: AdjustmentEffect) -> EffectDraft | None:
    """Give an asset to another faction, or to none (``nobody``).

    Items and information that it holds go with it. If the asset is itself held by someone who does
    not serve the new faction, it loses its holder and stays at the location.
    """
    asset, faction = effect.asset(), effect.owner("joins", effect.entry.joins or "")
    if asset is None or faction is None:
        return None
    if not effect.changes_something("joins", faction != asset.faction):
        return None
    fit = isinstance(asset, Lieutenant) and asset.condition not in OUT_OF_ACTION
    if fit and faction and not _has_room(effect, faction, "joins"):
        return None
    changes: list[Change] = [Joined(asset.id, faction)]
    changes += _stance_changes(effect.state, asset, leaves=True)
    for thing in effect.state.assets.values():
        if thing.holder == asset.id:
            changes.append(Joined(thing.id, faction))
    if asset.holder:
        holder = effect.state.assets.get(asset.holder)
        if holder is None or faction not in owners(holder):
            changes.append(Moved(asset.id, effect.state.at(asset)))
    return EffectDraft(faction or asset.faction, asset.id, tuple(changes))


def new_asset_effect(effect: AdjustmentEffect, entry: AssetInput) -> EffectDraft | None:
    """Add a new asset, written as in an `opening:`."""
    errors, state = effect.report.errors, effect.state
    faction = effect.faction()
    for what, ids in (("an asset", state.assets), ("a place", state.places)):
        if entry.id in ids:
            effect.report.add(setup.IdTaken(at=entry.at("id"), what=what, name=entry.id))
    asset = parse_asset(entry, faction, setup_context_of(state), effect.report)
    if asset is None or not faction:
        return None
    consistency.check_holder(asset, entry, state.assets, effect.report)
    consistency.check_link(asset, entry, state.assets, state.places, effect.report)
    if isinstance(asset, Lieutenant):
        cap = state.factions[faction].level_cap
        consistency.check_level_cap(asset.level, cap, entry.at("level"), effect.report)
        if asset.condition not in OUT_OF_ACTION:
            _can_lead_one_more(effect, faction, entry.at("id"))
    if effect.report.errors > errors:
        return None
    return EffectDraft(faction, asset.id, (Added(asset, GM_CHANGE_RULE),))


def _report_not_of_kind(effect: AdjustmentEffect, asset: Asset, key: str) -> None:
    kind = type(asset).__name__.lower()
    at = effect.entry.key_at(key)
    effect.report.add(problems.NotOfThisKind(at=at, name=asset.id, kind=kind, key=key))


def _has_room(effect: AdjustmentEffect, faction: str, key: str) -> bool:
    return not faction or _can_lead_one_more(effect, faction, effect.entry.at(key))


def _can_lead_one_more(effect: AdjustmentEffect, faction: str, at: Span) -> bool:
    """Return whether a faction can lead another lieutenant; report it if not."""
    led = consistency.lieutenant_count(faction, effect.state.assets) + 1
    return consistency.check_leadership(
        faction, led, effect.state.factions[faction].leadership, at, effect.report
    )


def _stance_changes(state: State, asset: Asset, leaves: bool) -> Iterable[Change]:
    """Return the changes that end an asset's stance if it leaves (L-TURN-5)."""
    return leave_stance_changes(state, asset.id) if leaves else ()
