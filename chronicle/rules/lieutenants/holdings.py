"""What each faction has on a board, in lists: counted once for all that asks."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from chronicle.records import Record
from chronicle.rules.lieutenants.state import (
    OUT_OF_ACTION,
    Asset,
    Facility,
    Information,
    Item,
    Lieutenant,
    Minion,
    PlaceState,
    State,
    Unit,
)


class Holdings(Record):
    """What one faction has.

    ``lieutenants`` and ``units`` are in play and free, ``captive`` are those whom others hold, and
    ``agents`` those of others who serve it in secret. ``prisoners`` are those whom it holds.
    """

    lieutenants: Sequence[Lieutenant]
    units: Sequence[Unit]
    captive: Sequence[Minion]
    agents: Sequence[Minion]
    prisoners: Sequence[Minion]
    items: Sequence[Item]
    information: Sequence[Information]
    facilities: Sequence[Facility]
    places: Sequence[PlaceState]

    @property
    def minions(self) -> Sequence[Minion]:
        return (*self.lieutenants, *self.units)


NOTHING: Final = Holdings((), (), (), (), (), (), (), (), ())


class AllHoldings(Record):
    """What each faction has, by id; ``""`` for what is nobody's.

    ``memo`` keeps what was computed from it alone.
    """

    by_faction: Mapping[str, Holdings]
    memo: dict[Hashable, float]

    def of(self, faction: str) -> Holdings:
        return self.by_faction.get(faction, NOTHING)


#: The last boards that were asked about: many differ only in capital and influence.
_KEPT: Final = 16
_kept: Final[
    OrderedDict[tuple[int, int], tuple[Mapping[str, Asset], Mapping[str, PlaceState], AllHoldings]]
] = OrderedDict()


def holdings_of(state: State) -> AllHoldings:
    """Return what each faction has on a board."""
    # Boards are frozen: while their parts are kept, they are the same ones.
    key = id(state.assets), id(state.places)
    if key not in _kept:
        _kept[key] = state.assets, state.places, AllHoldings(_by_faction(state), {})
        if len(_kept) > _KEPT:
            _kept.popitem(last=False)
    return _kept[key][2]


def _by_faction(state: State) -> Mapping[str, Holdings]:
    minions: dict[str, list[Minion]] = defaultdict(list)
    captive: dict[str, list[Minion]] = defaultdict(list)
    agents: dict[str, list[Minion]] = defaultdict(list)
    prisoners: dict[str, list[Minion]] = defaultdict(list)
    things: dict[str, list[Item | Information | Facility]] = defaultdict(list)
    places: dict[str, list[PlaceState]] = defaultdict(list)
    for asset in state.assets.values():
        if isinstance(asset, Minion):
            if asset.condition in OUT_OF_ACTION:
                continue
            if asset.held_by:
                captive[asset.faction].append(asset)
                prisoners[asset.held_by].append(asset)
            else:
                minions[asset.faction].append(asset)
            if asset.agent_of:
                agents[asset.agent_of].append(asset)
        elif not isinstance(asset, Facility) or asset.condition != "destroyed":
            things[asset.faction].append(asset)
    for place in state.places.values():
        if place.owner:
            places[place.owner].append(place)
    return {
        id: Holdings(
            [it for it in minions[id] if isinstance(it, Lieutenant)],
            [it for it in minions[id] if isinstance(it, Unit)],
            captive[id],
            agents[id],
            prisoners[id],
            [it for it in things[id] if isinstance(it, Item)],
            [it for it in things[id] if isinstance(it, Information)],
            [it for it in things[id] if isinstance(it, Facility)],
            places[id],
        )
        for id in dict.fromkeys((*minions, *captive, *agents, *prisoners, *things, *places))
    }
