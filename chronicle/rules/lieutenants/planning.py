"""The board on which a faction tries its orders: what it knows, and what it supposes.

Where it knows too little to compute chances, it supposes others to be like itself, so that what it
has not seen seems neither certain nor hopeless.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from chronicle.records import Record, field_names, replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.known_state import KnownState
from chronicle.rules.lieutenants.state import (
    OUT_OF_ACTION,
    Asset,
    Information,
    Item,
    Lieutenant,
    Minion,
    PlaceState,
    State,
    Statistics,
    Unit,
)
from chronicle.rules.lieutenants.upkeep import income_events

#: The id of those who are supposed to guard a location of others begins with it; no author's does.
GUARDS: Final = "?"
#: What things and places are supposed to be where nothing is known of them: as most in the samples.
_USUAL_VALUE: Final = 3
_USUAL_LEVEL: Final = 3
_USUAL_OBSCURITY: Final = 2
_USUAL_COST: Final = Price(4, "capital")

AssetT = TypeVar("AssetT", bound=Asset)


class Exposure(Record, order=True):
    """Another faction knows who did something to it: attacked or robbed it, or only spied."""

    faction: str
    harmful: bool


class PlanningState(State):
    """A board as one faction knows it, with what it supposes.

    The figures of assets in ``unsure`` are supposed. ``exposed`` are those who learn in the coming
    turn that it acted against them.
    """

    unsure: frozenset[str] = frozenset()
    exposed: frozenset[Exposure] = frozenset()


def planning_state_of(known: KnownState) -> PlanningState:
    """Return the board for the orders of a turn, after the faction's income (L-TURN-1)."""
    board, faction = known.state, known.faction
    own = [it for it in known.own if isinstance(it, Minion)]
    assets = dict(board.assets)
    for id in known.unsure:
        assets[id] = _supposed_minion(assets[id], own)
    types = board.house.catalogue.units
    for asset in known.others:
        match assets[asset.id]:
            case Lieutenant() as lieutenant:
                assets[asset.id] = replace(lieutenant, cost=_USUAL_COST)
            case Unit(type=type) as unit if type in types:
                made = types[type]
                assets[asset.id] = replace(unit, cost=made.cost, upkeep=made.upkeep)
            case Unit() as unit:
                assets[asset.id] = replace(unit, cost=_USUAL_COST)
            case Item(value=0) as item:
                assets[asset.id] = replace(item, value=_USUAL_VALUE)
            case Information() as information:
                assets[asset.id] = replace(information, obscurity=_USUAL_OBSCURITY)
            case _:
                pass
    places = {
        id: it if it.owner == faction or it.tier != "location" else replace(it, level=_USUAL_LEVEL)
        for id, it in board.places.items()
    }
    for guard in _guards(known, own):
        assets[guard.id] = guard
    fields = {name: getattr(board, name) for name in field_names(State)}
    state = PlanningState(
        **{**fields, "assets": assets, "places": places}, unsure=known.unsure & assets.keys()
    )
    for earned in income_events(state, known.turn):
        state = apply_changes(state, earned.changes)
    return state


def is_supposed(asset: Asset) -> bool:
    """Return whether an asset is not known to exist: nobody has seen it."""
    return asset.id.startswith(GUARDS)


def _guards(known: KnownState, own: Sequence[Minion]) -> Iterator[Unit]:
    """Yield one unit for each location of others where nobody of theirs has been seen."""
    seen = {(it.faction, it.at) for it in known.others if isinstance(it, Minion) and it.at}
    for place in known.locations():
        if place.owner not in ("", known.faction) and (place.owner, place.id) not in seen:
            yield _guard_of(place, own)


def _guard_of(place: PlaceState, own: Sequence[Minion]) -> Unit:
    guard = Unit(f"{GUARDS}{place.id}", "", place.owner, place.id, "", 0, ())
    return _as_usual(guard, own)


def _supposed_minion(asset: Asset, own: Sequence[Minion]) -> Asset:
    """Return a minion of others whose figures are unknown, with usual ones."""
    match asset:
        case Unit():
            return _as_usual(asset, own)
        case Lieutenant():
            peers = [it for it in own if isinstance(it, Lieutenant)]
            level = asset.level or _mean(it.level for it in peers)
            usual = Statistics(
                *(_mean(getattr(it.statistics, skill) for it in peers) for skill in _SKILLS)
            )
            return replace(asset, level=level, statistics=usual)
        case _:
            return asset


_SKILLS: Final = field_names(Statistics)


def _as_usual(unit: Unit, own: Sequence[Minion]) -> Unit:
    """Return a unit of unknown type, able to do what those do who guard something."""
    peers = [it.level for it in own if isinstance(it, Unit) and it.condition not in OUT_OF_ACTION]
    level = unit.level or max(1, _mean(peers) or _USUAL_LEVEL)
    return replace(unit, level=level, competencies=("force", "sneak"))


def _mean(found: Iterator[int] | Sequence[int]) -> int:
    """Return the mean of some numbers, rounded to an integer; 0 of none."""
    numbers = tuple(found)
    return round(sum(numbers) / len(numbers)) if numbers else 0
