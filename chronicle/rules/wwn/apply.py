"""Apply changes to the board; the board is changed only here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias, TypeVar

from chronicle.records import replace
from chronicle.rules.wwn import changes
from chronicle.rules.wwn.state import Asset, FactionState, Mark, State

T = TypeVar("T")
_FactionChange: TypeAlias = (
    changes.Paid
    | changes.Earmarked
    | changes.FactionHurt
    | changes.GoalSet
    | changes.Furthered
    | changes.Learned
    | changes.Raised
    | changes.MagicSet
    | changes.TagsSet
    | changes.PolicySet
    | changes.ActionsForbidden
    | changes.Suspended
    | changes.WealthGoalMet
)
_AssetChange: TypeAlias = changes.Bound | changes.Cloaked | changes.Marked | changes.Cleared
#: Marks that hold only while the asset they come from stays where it is.
_ENDED_BY_SOURCE_MOVING = ("unusable", "pinned")
#: Marks that end when the marked asset moves.
_ENDED_BY_MOVING = ("uncovered", "sheltered")


def fold(state: State, new_changes: Iterable[changes.Change]) -> State:
    """Return the board after all these changes."""
    for change in new_changes:
        state = apply_change(state, change)
    return state


def apply_change(state: State, change: changes.Change) -> State:
    """Return the board after one change."""
    match change:
        case (
            changes.Hurt()
            | changes.Lost()
            | changes.Added()
            | changes.BaseAdded()
            | changes.Endured()
            | changes.Moved()
            | changes.Joined()
            | changes.Fallen()
        ):
            return _apply_to_pieces(state, change)
        case changes.Bound() | changes.Cloaked() | changes.Marked() | changes.Cleared():
            return state.with_asset(_change_asset(state.assets[change.asset], change))
        case changes.PlaceSet(place=place):
            return state.with_place(place)
        case changes.Allied(between=between, allied=allied):
            allies = state.allies | {between} if allied else state.allies - {between}
            return replace(state, allies=allies)
        case changes.Used(key=key):
            return replace(state, used=state.used | {key})
        case changes.Redone(asset=rerolled, rival=rival):
            return replace(state, redone=state.redone | {(rerolled, rival)})
        case changes.Played(faction=faction, over=False):
            own = {asset.id for asset in state.own(faction)}
            left = frozenset(pair for pair in state.redone if pair[0] not in own)
            return replace(state, redone=left)
        case changes.Played(faction=faction):
            return _end_faction_turn(state, faction)
        case changes.TurnOver(turn=turn):
            return replace(state, turn=turn, used=frozenset(), played=frozenset())
        case _:
            return state.with_faction(_change_faction(state.factions[change.faction], change))


def _apply_to_pieces(
    state: State,
    change: changes.Hurt
    | changes.Lost
    | changes.Added
    | changes.BaseAdded
    | changes.Endured
    | changes.Moved
    | changes.Joined
    | changes.Fallen,
) -> State:
    """Create, move, hurt and remove assets and bases."""
    match change:
        case changes.Hurt():
            return _apply_damage(state, change)
        case changes.Lost(piece=id):
            return _without_pieces(_without_marks_by(state, id, upheld=False), frozenset({id}))
        case changes.Added(asset=asset):
            return state.with_asset(asset)
        case changes.BaseAdded(base=base):
            return state.with_base(base)
        case changes.Endured(base=id):
            return state.with_base(replace(state.bases[id], endured=True))
        case changes.Moved(asset=id, to=to):
            asset = state.assets[id]
            # An asset that arrives where it was bound for keeps its permission to stay there.
            kept = ("sheltered",) if asset.bound_for == to else ()
            ends = frozenset(_ENDED_BY_MOVING) - frozenset(kept)
            marks = tuple(mark for mark in asset.marks if mark.kind not in ends)
            moved = replace(asset, at=to, bound_for="", marks=marks)
            return _without_marks_by(state.with_asset(moved), id, upheld=True)
        case changes.Joined(asset=id, faction=faction):
            free = _without_marks_by(state, id, upheld=False)
            was = free.assets[id]
            # The new owner has not bought it beyond its own ratings (W-FX-BUYS-ABOVE).
            fresh = replace(was, faction=faction, marks=(), bound_for="", stealth="", above=False)
            return free.with_asset(fresh)
        case changes.Fallen(faction=faction):
            return _apply_collapse(state, faction)


def _apply_damage(state: State, change: changes.Hurt) -> State:
    piece = state.piece(change.piece)
    if piece is None:
        return state
    hp = min(state.maximum(piece), max(0, piece.hp - change.amount))
    if isinstance(piece, Asset):
        return state.with_asset(replace(piece, hp=hp))
    return state.with_base(
        replace(piece, hp=hp, endured=piece.endured and hp < state.maximum(piece))
    )


def _without_marks_by(state: State, source: str, *, upheld: bool) -> State:
    """Return the board without an asset's marks on others, or only without those it upholds."""

    def stays(mark: Mark) -> bool:
        return (
            mark.by != source
            or (upheld and mark.kind not in _ENDED_BY_SOURCE_MOVING)
            or bool(mark.until)
        )

    assets = {
        id: replace(asset, marks=tuple(mark for mark in asset.marks if stays(mark)))
        if any(mark.by == source for mark in asset.marks)
        else asset
        for id, asset in state.assets.items()
    }
    return replace(state, assets=assets)


def _without_pieces(state: State, ids: frozenset[str]) -> State:
    assets = {id: asset for id, asset in state.assets.items() if id not in ids}
    bases = {id: base for id, base in state.bases.items() if id not in ids}
    return replace(state, assets=assets, bases=bases)


def _apply_collapse(state: State, faction: str) -> State:
    """Return the board without a faction's assets and bases; the places it ruled have no ruler."""
    assets = (asset.id for asset in state.own(faction))
    gone = frozenset((*assets, *(base.id for base in state.own_bases(faction))))
    for id in sorted(gone):
        state = _without_marks_by(state, id, upheld=False)
    places = {
        id: replace(place, ruler="", closed=False, forbids=frozenset(), admits=frozenset())
        if place.ruler == faction
        else place
        for id, place in state.places.items()
    }
    fallen = replace(state.factions[faction], collapsed=True, hp=0, treasure=0, goal=None)
    return replace(_without_pieces(state, gone), places=places).with_faction(fallen)


def _change_asset(asset: Asset, change: _AssetChange) -> Asset:
    match change:
        case changes.Bound(to=to):
            return replace(asset, bound_for=to)
        case changes.Cloaked(stealth=stealth):
            return replace(asset, stealth=stealth)
        case changes.Marked(mark=mark):
            kept = (
                other for other in asset.marks if (other.kind, other.by) != (mark.kind, mark.by)
            )
            return replace(asset, marks=tuple(sorted((*kept, mark))))
        case changes.Cleared(mark=mark):
            return replace(asset, marks=tuple(kept for kept in asset.marks if kept != mark))


def _change_faction(faction: FactionState, change: _FactionChange) -> FactionState:
    match change:
        case changes.Paid(amount=amount):
            return replace(faction, treasure=faction.treasure + amount)
        case changes.Earmarked(amount=amount):
            return replace(faction, earmarked=faction.earmarked + amount)
        case changes.FactionHurt(amount=amount):
            hp = min(faction.maximum, max(0, faction.hp - amount))
            return replace(faction, hp=hp)
        case changes.Learned(amount=amount):
            return replace(faction, xp=faction.xp + amount)
        case changes.GoalSet(goal=goal):
            return replace(faction, goal=goal)
        case changes.Furthered():
            return _with_progress(faction, change)
        case _:
            return _set_figure(faction, change)


def _set_figure(
    faction: FactionState,
    change: changes.Raised
    | changes.MagicSet
    | changes.TagsSet
    | changes.PolicySet
    | changes.ActionsForbidden
    | changes.Suspended
    | changes.WealthGoalMet,
) -> FactionState:
    match change:
        case changes.Raised(attribute=attribute, rating=rating):
            return _with_ratings(faction, {attribute: rating})
        case changes.MagicSet(magic=magic):
            return replace(faction, magic=magic)
        case changes.TagsSet(tags=tags):
            return replace(faction, tags=tags)
        case changes.Suspended(asleep=asleep):
            return replace(faction, asleep=asleep)
        case changes.PolicySet(policy=policy):
            return replace(faction, policy=policy)
        case changes.ActionsForbidden(turn=turn):
            return replace(faction, idle=turn)
        case changes.WealthGoalMet(wealth=wealth):
            return replace(faction, lavished=wealth)


def _with_ratings(faction: FactionState, ratings: Mapping[str, int]) -> FactionState:
    """Return the faction with another rating; hit points above the new maximum are lost."""
    rated = replace(
        faction,
        force=ratings.get("force", faction.force),
        cunning=ratings.get("cunning", faction.cunning),
        wealth=ratings.get("wealth", faction.wealth),
    )
    return replace(rated, hp=min(rated.hp, rated.maximum))


def _with_progress(faction: FactionState, change: changes.Furthered) -> FactionState:
    goal = faction.goal
    if goal is None:
        return faction
    worth = max(goal.worth, change.worth)
    return replace(faction, goal=replace(goal, progress=goal.progress + change.amount, worth=worth))


def _end_faction_turn(state: State, faction: str) -> State:
    """Return the board after a faction's turn, without what lasted until then."""
    for asset in tuple(state.own(faction)):
        lasting = tuple(mark for mark in asset.marks if not 0 < mark.until <= state.turn)
        if lasting != asset.marks:
            state = state.with_asset(replace(asset, marks=lasting))
    spent = replace(state.factions[faction], earmarked=0)
    return replace(state.with_faction(spent), played=state.played | {faction})
