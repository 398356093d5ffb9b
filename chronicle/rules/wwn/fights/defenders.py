"""The choice of who defends, and who steps in for whom (W-ACT-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.effects import Immune, MeetsOnly, Spares, StepsIn
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Asset, Piece, Policy, State
from chronicle.rules.wwn.terms import Attribute, magic_rank


def effective_policy(state: State, orders: Orders, faction: str) -> Policy:
    """Return a faction's policy: its standing orders, overridden by this turn's."""
    policy, own = state.factions[faction].policy, orders.of(faction)
    if own.defend is not None:
        policy = replace(policy, defend=own.defend)
    if own.contest is not None:
        policy = replace(policy, contest=own.contest, contests="never")
    return policy


def contests_new_bases(policy: Policy, founder: str) -> bool:
    """Return whether a faction attacks new bases of another immediately (W-ACT-4)."""
    if founder in policy.contest or policy.contests == "always":
        return True
    return policy.contests == "at-war" and founder in policy.at_war


def choose_defender(
    state: State, orders: Orders, attacker: Asset, against: str, target: Attribute
) -> Piece | None:
    """Return the defender against an attack at the attacker's place, or None when there is none.

    The first that the policy names, else the asset with most hit points left, by id among equals,
    and a base only when no asset can defend.
    """
    policy = effective_policy(state, orders, against)
    able = tuple(possible_defenders(state, policy, attacker, against, target))
    for id in policy.defend:
        named = next((piece for piece in able if piece.id == id), None)
        if named is not None:
            return named
    return min(able, key=_readiness, default=None)


def _readiness(piece: Piece) -> tuple[bool, int, str]:
    return (not isinstance(piece, Asset), -piece.hp, piece.id)


def possible_defenders(
    state: State, policy: Policy, attacker: Asset, against: str, target: Attribute
) -> Iterator[Piece]:
    """Yield everything of a faction's that may defend at the attacker's place."""
    by = state.type_of(attacker)
    for asset in state.own(against):
        here = asset.at == attacker.at and asset.mark("rogue") is None
        shown = not asset.stealth or asset.id in policy.defend
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
    """Return who defends in place of the chosen one, each once a turn (W-FX-STEPS-IN)."""
    against = chosen.faction
    if not effective_policy(state, orders, against).step_in:
        return None
    by = state.type_of(attacker)
    for asset in state.own(against):
        if asset.id in (chosen.id, attacker.id) or asset.stealth or asset.id in state.used:
            continue
        if not state.working(asset) or not can_defend(state, by, asset, target):
            continue
        for effect in state.type_of(asset).effects_of(StepsIn):
            if effect.attribute == target and is_within(state, asset.at, attacker.at, effect.reach):
                return asset
    return None
