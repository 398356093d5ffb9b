"""Mercenaries that obey nobody: whom they attack on their owner's turn (W-FX-UPKEEP)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.dice import Dice
from chronicle.rules.wwn.events import Clash
from chronicle.rules.wwn.fights.attack import resolve_attack
from chronicle.rules.wwn.fights.defenders import possible_defenders
from chronicle.rules.wwn.fights.fight import AttackOrigin
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Asset, State


def rogue_ids(state: State, faction: str) -> Iterator[str]:
    """Yield the assets of a faction that have gone rogue and can fight, in order of id."""
    for asset in state.own(faction):
        held = asset.mark("unusable") or asset.mark("withheld") or asset.bound_for
        if asset.mark("rogue") is not None and not held:
            yield asset.id


def rogue_attack(state: State, orders: Orders, dice: Dice, id: str) -> Clash | None:
    """Return a rogue's attack on the wealthiest faction open to it, or None when there is none."""
    asset = state.assets[id]
    against = _target_faction(state, asset)
    if not against:
        return None
    owner = asset.faction
    occasion = AttackOrigin(
        id=f"{orders.turn}/{owner}/rogue/{id}",
        key=f"{owner}/rogue",
        prefix=f"{id}-",
        part="rogue",
    )
    return resolve_attack(state, orders, dice, asset, against, occasion)


def _target_faction(state: State, asset: Asset) -> str:
    """Return the faction of most Wealth with something open at a rogue's place.

    Its owner counts too. Empty when there is none.
    """
    made = state.type_of(asset)
    if made.attack is None or not made.attacks:
        return ""
    target = made.attack.target
    able = (
        faction
        for faction in state.living()
        if any(True for _ in possible_defenders(state, (), asset, faction, target))
    )
    return min(able, key=lambda one: (-state.factions[one].wealth, one), default="")
