"""Mercenaries that obey nobody: whom they attack on their owner's turn (W-FX-UPKEEP)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.wwn.distance import has_effect, places_one_move_from
from chronicle.rules.wwn.effects import Waterborne
from chronicle.rules.wwn.events import Attacked
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


def rogue_attack(state: State, orders: Orders, dice: Dice, id: str) -> Attacked | None:
    """Return a rogue's attack on the wealthiest faction open to it, or None when there is none."""
    asset = state.assets[id]
    target = _target(state, asset)
    if target is None:
        return None
    place, against = target
    owner = asset.faction
    occasion = AttackOrigin(
        id=f"{orders.turn}/{owner}/rogue/{id}",
        key=f"{owner}/rogue",
        prefix=f"{id}-",
        part="rogue",
        moves_to="" if place == asset.at else place,
    )
    return resolve_attack(state, orders, dice, asset, against, occasion)


def _target(state: State, asset: Asset) -> tuple[str, str] | None:
    """Return the place and the faction that a rogue attacks: of most Wealth with something open.

    Its owner counts too. It moves only where the campaign lets it, and prefers to stay.
    """
    made = state.type_of(asset)
    if made.attack is None or not made.attacks:
        return None
    able = (
        (place, faction)
        for place in _places_it_may_attack(state, asset)
        for faction in state.living()
        if any(
            True
            for _ in possible_defenders(
                state, (), replace(asset, at=place), faction, made.attack.target
            )
        )
    )

    def rank(target: tuple[str, str]) -> tuple[int, str, bool, str]:
        place, faction = target
        return (-state.factions[faction].wealth, faction, place != asset.at, place)

    return min(able, key=rank, default=None)


def _places_it_may_attack(state: State, asset: Asset) -> Iterator[str]:
    """Yield a rogue's place, and places one move away if it may move; bans don't stop it."""
    yield asset.at
    if state.house.rogues == "move" and asset.mark("pinned") is None:
        for place in places_one_move_from(state, asset.at):
            if state.places[place].water or not has_effect(state, asset, Waterborne):
                yield place
