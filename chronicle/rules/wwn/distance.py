"""Distances, and who may be where: reach, bans, and their exceptions (W-ACT-2, W-ENT-5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import TypeAlias, TypeVar

from chronicle.rules.wwn.effects import Shelters, Strides
from chronicle.rules.wwn.state import Asset, HouseRules, PlaceState, State

F = TypeVar("F")
#: Position of a place, in miles.
MapPosition: TypeAlias = tuple[float, float]


def is_within(state: State, start: str, end: str, moves: int) -> bool:
    """Return whether a place is at most this many moves from another; 0 is the same place."""
    return start == end or _is_reached(state.places, state.house, start, end, moves)


def places_one_move_from(state: State, place: str) -> tuple[str, ...]:
    """Return the other places within one move of a place, in order of id."""
    if state.house.distance == "neighbours":
        around = _places_around(state.places, place, 1)
        return tuple(sorted((around & state.places.keys()) - {place}))
    others = (id for id in sorted(state.places) if id != place)
    return tuple(id for id in others if is_within(state, place, id, 1))


def _is_reached(
    places: Mapping[str, PlaceState], house: HouseRules, start: str, end: str, moves: int
) -> bool:
    one, other = places.get(start), places.get(end)
    if one is None or other is None or moves < 1:
        return False
    if house.distance == "neighbours":
        return end in _places_around(places, start, moves)
    if one.position is None or other.position is None:
        return False
    return _miles_within(one.position, other.position, moves * house.move)


@lru_cache(maxsize=4096)
def _miles_within(one: MapPosition, other: MapPosition, miles: int) -> bool:
    """Return whether two positions are at most this many miles apart."""
    # Exact decimals, as written: 199.8 less 99.8 is a little more than 100 in binary.
    across, down = (
        Decimal(str(ours)) - Decimal(str(theirs)) for ours, theirs in zip(one, other, strict=True)
    )
    return across * across + down * down <= miles * miles


def _places_around(places: Mapping[str, PlaceState], start: str, moves: int) -> frozenset[str]:
    """Return the places within this many steps of one, including itself."""
    reached, edge = {start}, {start}
    for _ in range(moves):
        found = (places[place].neighbours for place in edge if place in places)
        edge = {next_ for neighbours in found for next_ in neighbours} - reached
        reached |= edge
    return frozenset(reached)


def moves_per_move(state: State, faction: str) -> int:
    """Return how many moves one Move of a faction's asset covers (W-TAG)."""
    return max((effect.times for effect in tag_effects(state, faction, Strides)), default=1)


def tag_effects(state: State, faction: str, kind: type[F]) -> Iterator[F]:
    """Yield the effects of one kind that a faction's tags have (W-TAG)."""
    tags = state.house.catalogue.tags
    for id in state.factions[faction].tags:
        yield from (effect for effect in tags[id].effects if isinstance(effect, kind))


def is_sheltered(state: State, faction: str, place: str) -> bool:
    """Return whether a friendly asset keeps a place open to a faction despite its ruler."""
    return any(
        asset.at == place and state.working(asset) and state.friendly(asset.faction, faction)
        for asset in state.assets_with(Shelters)
    )


def is_shut_out(state: State, faction: str, place: str) -> bool:
    """Return whether a faction's open assets may not be at a place: banned, and not sheltered."""
    found = state.places.get(place)
    if found is None or not found.shuts_out(faction):
        return False
    return not is_sheltered(state, faction, place)


def is_covered(state: State, asset: Asset) -> bool:
    """Return whether bans don't affect an asset: Subtle or Stealthed (W-ENT-5)."""
    return bool(asset.stealth) or state.subtle(asset)


def has_effect(state: State, asset: Asset, kind: type[object]) -> bool:
    """Return whether an asset has an effect of this kind."""
    return bool(state.type_of(asset).effects_of(kind))
