"""The choice of who defends, and who steps in for whom (W-ACT-1)."""

from __future__ import annotations

from collections.abc import Container, Iterator

from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.effects import Immune, MeetsOnly, Spares, StepsIn
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.policies import defenders_against
from chronicle.rules.wwn.state import Asset, Piece, State
from chronicle.rules.wwn.terms import Attribute, magic_rank


def choose_defender(
    state: State, orders: Orders, attacker: Asset, against: str, target: Attribute
) -> Piece | None:
    """Return the defender against an attack at the attacker's place, or None when there is none.

    The first that its faction names, else the asset with most hit points left, by id among equals,
    and a base only when no asset can defend.
    """
    named = defenders_against(state, orders, against, attacker.id)
    able = {
        piece.id: piece for piece in possible_defenders(state, named, attacker, against, target)
    }
    for id in named:
        if id in able:
            return able[id]
    return min(able.values(), key=_readiness, default=None)


def _readiness(piece: Piece) -> tuple[bool, int, str]:
    return (not isinstance(piece, Asset), -piece.hp, piece.id)


def possible_defenders(
    state: State, named: Container[str], attacker: Asset, against: str, target: Attribute
) -> Iterator[Piece]:
    """Yield everything of a faction's that may defend at the attacker's place.

    Stealthed assets may if they are ``named`` (W-ENT-5).
    """
    by = state.type_of(attacker)
    for asset in state.own(against):
        here = asset.at == attacker.at and asset.mark("rogue") is None
        shown = not asset.stealth or asset.id in named
        if here and shown and asset.id != attacker.id and can_defend(state, by, asset, target):
            yield asset
    for base in state.own_bases(against):
        if base.at == attacker.at and not must_spare(by, None):
            yield base


def can_defend(state: State, attacker_type: AssetType, asset: Asset, target: Attribute) -> bool:
    """Return whether an asset may be chosen to defend against such an asset (W-FX)."""
    own = state.type_of(asset)
    if must_spare(attacker_type, own) or is_immune(own, attacker_type):
        return False
    return all(effect.attribute == target for effect in own.effects_of(MeetsOnly))


def must_spare(attacker_type: AssetType, other: AssetType | None) -> bool:
    """Return whether an asset may not attack or answer another; None for a base (W-FX-SPARES)."""
    for effect in attacker_type.effects_of(Spares):
        magic = other.magic if other is not None else "none"
        if magic_rank(magic) < magic_rank(effect.below):
            return True
        if other is not None and other.attribute in effect.kinds:
            return True
    return False


def is_immune(asset_type: AssetType, attacker_type: AssetType) -> bool:
    """Return whether an asset takes no damage from another (W-FX-IMMUNE)."""
    return any(effect.kind == attacker_type.attribute for effect in asset_type.effects_of(Immune))


def choose_step_in(
    state: State, orders: Orders, attacker: Asset, chosen: Piece, target: Attribute
) -> Asset | None:
    """Return who defends in place of the chosen one, each once a turn (W-FX-STEPS-IN).

    Where a faction says who meets this attack, only those named before the chosen one do.
    """
    against = chosen.faction
    choices, by = orders.of(against).choices, state.type_of(attacker)
    met_by = choices.met_by.get(attacker.id, ())
    willing = choices.step_in
    if willing is None:
        willing = state.factions[against].policy.step_in
    before = met_by[: met_by.index(chosen.id)] if chosen.id in met_by else met_by
    for asset in state.own_with(against, StepsIn):
        if asset.id in (chosen.id, attacker.id) or asset.stealth or asset.id in state.used:
            continue
        if asset.id not in before if met_by else not willing:
            continue
        if not state.working(asset) or not can_defend(state, by, asset, target):
            continue
        for effect in state.type_of(asset).effects_of(StepsIn):
            if effect.attribute == target and is_within(state, asset.at, attacker.at, effect.reach):
                return asset
    return None
