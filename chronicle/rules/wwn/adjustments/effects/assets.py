"""Effects on assets and bases: hit points, place, Stealth and owner, and new ones."""

from __future__ import annotations

from chronicle.rules.wwn.adjustments.effects import ADJUSTMENT_RULE, AdjustmentEffect, EffectDraft
from chronicle.rules.wwn.changes import (
    Added,
    BaseAdded,
    Cloaked,
    FactionHurt,
    Hurt,
    Joined,
    Lost,
    Moved,
)
from chronicle.rules.wwn.diagnostics import setup as problems
from chronicle.rules.wwn.inputs import AssetInput, BaseInput
from chronicle.rules.wwn.setup.assets import check_water, parse_asset, parse_base
from chronicle.rules.wwn.setup.name_checks import check_living, check_place
from chronicle.rules.wwn.state import StealthState


def change_asset_hp(effect: AdjustmentEffect) -> EffectDraft | None:
    """Damage or heal an asset; it must keep at least one hit point."""
    asset, by = effect.asset(), effect.entry.hp or 0
    if asset is None:
        return None
    most = effect.state.maximum(asset)
    if not effect.within("hp", asset.hp, asset.hp + by, low=1, high=most):
        return None
    hurt = Hurt(asset.id, -by, ADJUSTMENT_RULE)
    return EffectDraft(asset.faction, asset.id, (hurt,), asset.hp, asset.hp + by)


def change_base_hp(effect: AdjustmentEffect) -> EffectDraft | None:
    """Damage a base and its faction, or heal the base (W-ENT-4)."""
    base, by = effect.base(), effect.entry.hp or 0
    if base is None:
        return None
    most = effect.state.maximum(base)
    if not effect.within("hp", base.hp, base.hp + by, low=1, high=most):
        return None
    hurt = Hurt(base.id, -by, ADJUSTMENT_RULE)
    suffered = (FactionHurt(base.faction, -by, ADJUSTMENT_RULE),) if by < 0 else ()
    return EffectDraft(base.faction, base.id, (hurt, *suffered), base.hp, base.hp + by)


def lose_asset(effect: AdjustmentEffect) -> EffectDraft | None:
    """Remove an asset permanently."""
    asset = effect.asset()
    if asset is None or not effect.changes_something("lost", effect.entry.lost is True):
        return None
    return EffectDraft(asset.faction, asset.id, (Lost(asset.id),), asset.hp, 0)


def lose_base(effect: AdjustmentEffect) -> EffectDraft | None:
    """Remove a base; its faction takes the hit points it had left as damage (W-ENT-4)."""
    base = effect.base()
    if base is None or not effect.changes_something("lost", effect.entry.lost is True):
        return None
    changes = (
        Hurt(base.id, base.hp, ADJUSTMENT_RULE),
        FactionHurt(base.faction, base.hp, ADJUSTMENT_RULE),
        Lost(base.id),
    )
    return EffectDraft(base.faction, base.id, changes, base.hp, 0)


def move_asset(effect: AdjustmentEffect) -> EffectDraft | None:
    """Move an asset to another place, even one that is forbidden to it."""
    asset, to, at = effect.asset(), effect.entry.where or "", effect.entry.at("at")
    errors = effect.report.errors
    if not check_place(to, effect.state, at, effect.report) or asset is None:
        return None
    check_water(effect.state.type_of(asset), asset.name, to, effect.state, at, effect.report)
    if effect.report.errors > errors:
        return None
    elsewhere = to != asset.at or asset.bound_for not in ("", to)
    if not effect.changes_something("at", elsewhere):
        return None
    return EffectDraft(asset.faction, asset.id, (Moved(asset.id, to),))


def set_stealth(effect: AdjustmentEffect) -> EffectDraft | None:
    """Make an asset Stealthed until it attacks or is found, or end its Stealth."""
    asset = effect.asset()
    wanted: StealthState = "hidden" if effect.entry.stealth else ""
    if asset is None or not effect.changes_something("stealth", wanted != asset.stealth):
        return None
    return EffectDraft(asset.faction, asset.id, (Cloaked(asset.id, wanted),))


def transfer_asset(effect: AdjustmentEffect) -> EffectDraft | None:
    """Give an asset to another faction, or a rogue mercenary back to its own."""
    asset, faction = effect.asset(), effect.entry.joins or ""
    living = check_living(faction, effect.state, effect.entry.at("joins"), effect.report)
    if asset is None or not living:
        return None
    returns = asset.mark("rogue") is not None
    if not effect.changes_something("joins", returns or faction != asset.faction):
        return None
    return EffectDraft(faction, asset.id, (Joined(asset.id, faction),))


def add_asset(effect: AdjustmentEffect) -> EffectDraft | None:
    """Add an asset, written as in an `opening:`; it can be used at once."""
    entry, faction = effect.entry.new_asset, effect.faction()
    errors = effect.report.errors
    if entry is None:
        return None
    _check_id_free(effect, entry)
    if not faction:
        return None
    asset = parse_asset(entry, faction, effect.state, effect.report)
    if asset is None or effect.report.errors > errors:
        return None
    return EffectDraft(faction, asset.id, (Added(asset),))


def add_base(effect: AdjustmentEffect) -> EffectDraft | None:
    """Add a base, written as in an `opening:`; it can't be a headquarters."""
    entry, faction = effect.entry.new_base, effect.faction()
    errors = effect.report.errors
    if entry is None:
        return None
    _check_id_free(effect, entry)
    if not faction:
        return None
    seat = effect.state.headquarters(faction)
    if entry.headquarters and seat is not None:
        at = entry.key_at("headquarters")
        effect.report.add(problems.SecondHeadquarters(at=at, faction=faction, first=seat.id))
        return None
    base = parse_base(entry, faction, effect.state, effect.report)
    if base is None or effect.report.errors > errors:
        return None
    return EffectDraft(faction, base.id, (BaseAdded(base),))


def _check_id_free(effect: AdjustmentEffect, entry: AssetInput | BaseInput) -> None:
    """Report it if the id of a new asset or base is taken."""
    state = effect.state
    taken = {"an asset": state.assets, "a base": state.bases, "a faction": state.factions}
    for what, ids in taken.items():
        if entry.id in ids:
            effect.report.add(problems.IdTaken(at=entry.at("id"), what=what, name=entry.id))
