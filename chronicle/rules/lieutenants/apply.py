"""Apply changes to the board; nothing else alters it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias, TypeVar

from chronicle.records import replace
from chronicle.rules.lieutenants import changes
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    FactionState,
    Information,
    Item,
    Lieutenant,
    PlaceState,
    State,
    Unit,
)

_AssetChange: TypeAlias = (
    changes.Moved
    | changes.Struck
    | changes.Hid
    | changes.Found
    | changes.Captured
    | changes.Joined
    | changes.Turned
)
_FactionChange: TypeAlias = (
    changes.Paid | changes.Swayed | changes.Allied | changes.FigureSet | changes.Ranked
)
_PlaceChange: TypeAlias = changes.Stashed | changes.PlaceSet | changes.Learnt
_LastingChange: TypeAlias = (
    changes.Progressed
    | changes.Closed
    | changes.Burdened
    | changes.Relieved
    | changes.Stood
    | changes.StanceEnded
    | changes.Claimed
    | changes.ClaimTried
    | changes.Rallied
    | changes.Answered
)
T = TypeVar("T")


def apply_changes(state: State, new_changes: Iterable[changes.Change]) -> State:
    """Return the board after all these changes."""
    for change in new_changes:
        state = apply_change(state, change)
    return state


def apply_change(state: State, change: changes.Change) -> State:
    """Return the board after one change."""
    match change:
        case (
            changes.Moved()
            | changes.Struck()
            | changes.Hid()
            | changes.Found()
            | changes.Captured()
            | changes.Joined()
            | changes.Turned()
        ):
            return state.with_asset(_apply_to_asset(state.assets[change.asset], change))
        case changes.Added(asset=asset):
            return state.with_asset(asset)
        case (
            changes.Paid()
            | changes.Swayed()
            | changes.Allied()
            | changes.FigureSet()
            | changes.Ranked()
        ):
            return state.with_faction(_apply_to_faction(state.factions[change.faction], change))
        case changes.Stashed() | changes.PlaceSet() | changes.Learnt():
            return state.with_place(_apply_to_place(state, change))
        case changes.Watched(watch=watch):
            return replace(state, watches=state.watches | {watch})
        case changes.Exhausted(asset=id):
            return replace(state, benched=state.benched | {id})
        case changes.TurnOver(turn=turn):
            return replace(state, turn=turn, watches=frozenset(), benched=frozenset())
        case _:
            return _apply_lasting_change(state, change)


def _apply_lasting_change(state: State, change: _LastingChange) -> State:
    """Apply a change to the records that last between turns: projects, stances and modifiers."""
    match change:
        case changes.Progressed(project=project):
            return replace(state, projects={**state.projects, project.id: project})
        case changes.Closed(project=id):
            return replace(state, projects=_without_key(state.projects, id))
        case changes.Burdened(standing=standing):
            return replace(state, standing={**state.standing, standing.id: standing})
        case changes.Relieved(standing=id):
            return replace(state, standing=_without_key(state.standing, id))
        case changes.Stood(stance=stance):
            return replace(state, stances={**state.stances, stance.lieutenant: stance})
        case changes.StanceEnded(lieutenant=id):
            return replace(state, stances=_without_key(state.stances, id))
        case changes.Claimed(npc=npc, thing=thing, faction=faction):
            return replace(state, claims={**state.claims, (npc, thing): faction})
        case changes.ClaimTried(thing=thing, faction=faction):
            return replace(state, claimants=state.claimants | {(thing, faction)})
        case changes.Rallied(rally=rally):
            return replace(state, rallies={**state.rallies, rally.id: rally})
        case changes.Answered(rally=id):
            return replace(state, rallies=_without_key(state.rallies, id))


def _without_key(kept: Mapping[str, T], id: str) -> dict[str, T]:
    return {name: value for name, value in kept.items() if name != id}


def _apply_to_asset(asset: Asset, change: _AssetChange) -> Asset:
    match change:
        case changes.Moved(to=to, holder=holder):
            if isinstance(asset, Item | Information):
                return replace(asset, at=to, holder=holder)
            return replace(asset, at=to)
        case changes.Struck(condition=condition):
            if isinstance(asset, Item | Information):
                return asset
            return replace(asset, condition=condition)
        case changes.Hid(hiding=hiding):
            return replace(asset, hiding=hiding)
        case changes.Found(faction=faction):
            if asset.hiding is None:
                return asset
            found = asset.hiding.found_by | {faction}
            return replace(asset, hiding=replace(asset.hiding, found_by=found))
        case changes.Captured(by=by):
            return replace(asset, held_by=by) if isinstance(asset, Lieutenant | Unit) else asset
        case changes.Joined(faction=faction):
            if isinstance(asset, Facility | Item | Information):
                return replace(asset, faction=faction)
            return replace(asset, faction=faction, agent_of="", held_by="")
        case changes.Turned(agent_of=agent_of):
            return (
                replace(asset, agent_of=agent_of) if isinstance(asset, Lieutenant | Unit) else asset
            )


def _apply_to_faction(faction: FactionState, change: _FactionChange) -> FactionState:
    match change:
        case changes.Paid(amount=amount):
            return replace(faction, capital=faction.capital + amount)
        case changes.Swayed(npc=npc, amount=amount):
            left = max(0, faction.influence.get(npc, 0) + amount)
            held = {**_without_key(faction.influence, npc), **({npc: left} if left else {})}
            return replace(faction, influence=dict(sorted(held.items())))
        case changes.Allied(npc=npc, ally=ally):
            allies = faction.allies | {npc} if ally else faction.allies - {npc}
            return replace(faction, allies=allies)
        case changes.FigureSet():
            return _apply_figure(faction, change)
        case changes.Ranked(priority=priority):
            return replace(faction, priority=priority)


def _apply_figure(faction: FactionState, change: changes.FigureSet) -> FactionState:
    match change.figure:
        case "level_cap":
            return replace(faction, level_cap=change.value)
        case "leadership":
            return replace(faction, leadership=change.value)
        case "cohesion":
            return replace(faction, cohesion=change.value)
        case "reach":
            return replace(faction, reach=change.value)


def _apply_to_place(state: State, change: _PlaceChange) -> PlaceState:
    match change:
        case changes.Stashed(place=id, amount=amount):
            place = state.places[id]
            return replace(place, capital=place.capital + amount)
        case changes.PlaceSet(place=place):
            return place
        case changes.Learnt(place=id, faction=faction):
            place = state.places[id]
            return replace(place, known_to=place.known_to | {faction})
