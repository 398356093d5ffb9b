"""The changes that events are made of: only these change the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from chronicle.records import Record, replace
from chronicle.rules.wwn.state import (
    Asset,
    Base,
    FactionState,
    Goal,
    Mark,
    PlaceState,
    Policy,
    State,
    StealthState,
)
from chronicle.rules.wwn.terms import Attribute, Magic

#: Marks that hold only while the asset they come from stays where it is.
_ENDED_BY_SOURCE_MOVING = ("unusable", "pinned")
#: Marks that end when the marked asset moves.
_ENDED_BY_MOVING = ("uncovered", "sheltered")


class Change(Record):
    """One change to the board."""

    def apply(self, state: State) -> State:
        """Return the board after this change."""
        raise NotImplementedError


def fold(state: State, changes: Iterable[Change]) -> State:
    """Return the board after all these changes."""
    for change in changes:
        state = change.apply(state)
    return state


# ── Factions ─────────────────────────────────────────────────────────────────────────────────────


class FactionChange(Change):
    """A change to one faction's own values."""

    faction: str

    def apply(self, state: State) -> State:
        return state.with_faction(self.changed(state.factions[self.faction]))

    def changed(self, faction: FactionState) -> FactionState:
        """Return the faction after this change."""
        raise NotImplementedError


class Paid(FactionChange):
    """A faction's Treasure changes by an amount; ``reason`` is a code, ``subject`` its purpose."""

    amount: int
    reason: str
    rule: str
    subject: str = ""

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, treasure=faction.treasure + self.amount)


class Earmarked(FactionChange):
    """A faction has an amount of Treasure for repairs only."""

    amount: int

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, earmarked=faction.earmarked + self.amount)


class FactionHurt(FactionChange):
    """A faction itself loses hit points (healed when negative)."""

    amount: int
    rule: str

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, hp=min(faction.maximum, max(0, faction.hp - self.amount)))


class GoalSet(FactionChange):
    """A faction gets this goal; None for none."""

    goal: Goal | None

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, goal=self.goal)


class Furthered(FactionChange):
    """A faction's goal progresses by an amount; ``worth`` as in the goal."""

    amount: int
    worth: int = 0

    def changed(self, faction: FactionState) -> FactionState:
        goal = faction.goal
        if goal is None:
            return faction
        progress, worth = goal.progress + self.amount, max(goal.worth, self.worth)
        return replace(faction, goal=replace(goal, progress=progress, worth=worth))


class Learned(FactionChange):
    """A faction's XP change by an amount."""

    amount: int
    reason: str
    rule: str

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, xp=faction.xp + self.amount)


class Raised(FactionChange):
    """An attribute has this rating from now on, which also sets the faction's maximum HP."""

    attribute: Attribute
    rating: int

    def changed(self, faction: FactionState) -> FactionState:
        ratings: Mapping[str, Any] = {self.attribute: self.rating}
        rated = replace(faction, **ratings)
        return replace(rated, hp=min(rated.hp, rated.maximum))


class MagicSet(FactionChange):
    """A faction gets this grade of magic."""

    magic: Magic

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, magic=self.magic)


class TagsSet(FactionChange):
    """A faction gets these tags."""

    tags: tuple[str, ...]

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, tags=self.tags)


class PolicySet(FactionChange):
    """A faction gets these standing orders."""

    policy: Policy

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, policy=self.policy)


class ActionsForbidden(FactionChange):
    """A faction can't use actions or free actions this turn."""

    turn: int

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, idle=self.turn)


class Suspended(FactionChange):
    """A faction has no turns from now on, or has them again."""

    asleep: bool

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, asleep=self.asleep)


class WealthGoalMet(FactionChange):
    """A faction has met Wealth of Kingdoms at this Wealth."""

    wealth: int

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, lavished=self.wealth)


class Fallen(Change):
    """A faction has collapsed: its assets and bases are gone (W-TURN-7)."""

    faction: str

    def apply(self, state: State) -> State:
        """Return the board without its assets and bases; the places it ruled have no ruler."""
        assets = (asset.id for asset in state.own(self.faction))
        gone = frozenset((*assets, *(base.id for base in state.own_bases(self.faction))))
        for id in sorted(gone):
            state = _without_marks_by(state, id, upheld=False)
        places = {
            id: replace(place, ruler="", closed=False, forbids=frozenset(), admits=frozenset())
            if place.ruler == self.faction
            else place
            for id, place in state.places.items()
        }
        own = state.factions[self.faction]
        fallen = replace(own, collapsed=True, hp=0, treasure=0, goal=None)
        return replace(_without_pieces(state, gone), places=places).with_faction(fallen)


# ── Assets and bases ─────────────────────────────────────────────────────────────────────────────


class Hurt(Change):
    """An asset or base loses hit points (healed when negative); never beyond its maximum.

    ``rule`` says why. An asset at 0 is removed by a separate :class:`Lost`.
    """

    piece: str
    amount: int
    rule: str

    def apply(self, state: State) -> State:
        piece = state.piece(self.piece)
        if piece is None:
            return state
        most = state.maximum(piece)
        hp = min(most, max(0, piece.hp - self.amount))
        if isinstance(piece, Asset):
            return state.with_asset(replace(piece, hp=hp))
        return state.with_base(replace(piece, hp=hp, endured=piece.endured and hp < most))


class Lost(Change):
    """An asset or base is gone, and with an asset all marks by it on others."""

    piece: str

    def apply(self, state: State) -> State:
        left = _without_marks_by(state, self.piece, upheld=False)
        return _without_pieces(left, frozenset({self.piece}))


class Added(Change):
    """An asset enters play."""

    asset: Asset

    def apply(self, state: State) -> State:
        return state.with_asset(self.asset)


class BaseAdded(Change):
    """A base is founded."""

    base: Base

    def apply(self, state: State) -> State:
        return state.with_base(self.base)


class Endured(Change):
    """A tag has saved a base, and can't again until it is whole (W-FX-ENDURES)."""

    base: str

    def apply(self, state: State) -> State:
        return state.with_base(replace(state.bases[self.base], endured=True))


class Moved(Change):
    """An asset is now at a place; marks that depended on its old place end (pins, hosts)."""

    asset: str
    to: str

    def apply(self, state: State) -> State:
        asset = state.assets[self.asset]
        # An asset that arrives where it was bound for keeps its permission to stay there.
        kept = ("sheltered",) if asset.bound_for == self.to else ()
        ends = frozenset(_ENDED_BY_MOVING) - frozenset(kept)
        marks = tuple(mark for mark in asset.marks if mark.kind not in ends)
        moved = replace(asset, at=self.to, bound_for="", marks=marks)
        return _without_marks_by(state.with_asset(moved), self.asset, upheld=True)


class Bound(Change):
    """An asset will be at a place at the start of its owner's next turn; empty when it will not."""

    asset: str
    to: str

    def apply(self, state: State) -> State:
        return state.with_asset(replace(state.assets[self.asset], bound_for=self.to))


class Cloaked(Change):
    """An asset's stealth changes to this value."""

    asset: str
    stealth: StealthState

    def apply(self, state: State) -> State:
        return state.with_asset(replace(state.assets[self.asset], stealth=self.stealth))


class Marked(Change):
    """An asset gets a mark; it replaces one of the same kind by the same asset."""

    asset: str
    mark: Mark

    def apply(self, state: State) -> State:
        asset, new = state.assets[self.asset], (self.mark.kind, self.mark.by)
        kept = (other for other in asset.marks if (other.kind, other.by) != new)
        return state.with_asset(replace(asset, marks=tuple(sorted((*kept, self.mark)))))


class Cleared(Change):
    """A mark is removed."""

    asset: str
    mark: Mark

    def apply(self, state: State) -> State:
        asset = state.assets[self.asset]
        marks = tuple(kept for kept in asset.marks if kept != self.mark)
        return state.with_asset(replace(asset, marks=marks))


class Joined(Change):
    """An asset belongs to a faction from now on; marks on it and by it end."""

    asset: str
    faction: str

    def apply(self, state: State) -> State:
        free = _without_marks_by(state, self.asset, upheld=False)
        was, owner = free.assets[self.asset], self.faction
        # The new owner has not bought it beyond its own ratings (W-FX-BUYS-ABOVE).
        fresh = replace(was, faction=owner, marks=(), bound_for="", stealth="", above=False)
        return free.with_asset(fresh)


def _without_marks_by(state: State, source: str, *, upheld: bool) -> State:
    """Return the board without an asset's marks on others, or only without those it upholds."""

    def stays(mark: Mark) -> bool:
        return (
            mark.by != source
            or (upheld and mark.kind not in _ENDED_BY_SOURCE_MOVING)
            or bool(mark.until)
        )

    freed = {
        asset.id: replace(asset, marks=tuple(mark for mark in asset.marks if stays(mark)))
        for asset in state.assets.values()
        if asset.marks and any(mark.by == source for mark in asset.marks)
    }
    return replace(state, assets={**state.assets, **freed}) if freed else state


def _without_pieces(state: State, ids: frozenset[str]) -> State:
    assets = {id: asset for id, asset in state.assets.items() if id not in ids}
    bases = {id: base for id, base in state.bases.items() if id not in ids}
    return replace(state, assets=assets, bases=bases, lost=state.lost | ids)


# ── Places and the turn ──────────────────────────────────────────────────────────────────────────


class PlaceSet(Change):
    """A place gets this ruler and these bans."""

    place: PlaceState

    def apply(self, state: State) -> State:
        return state.with_place(self.place)


class Allied(Change):
    """Two factions, in order of id, are allies from now on, or are not (W-ENT-3)."""

    between: tuple[str, str]
    allied: bool

    def apply(self, state: State) -> State:
        pair = {self.between}
        return replace(state, allies=state.allies | pair if self.allied else state.allies - pair)


class Used(Change):
    """A free action or a reaction is used up for this turn."""

    key: str

    def apply(self, state: State) -> State:
        return replace(state, used=state.used | {self.key})


class Redone(Change):
    """An asset has made a rival reroll, and can't do so again until its owner's next turn."""

    asset: str
    rival: str

    def apply(self, state: State) -> State:
        return replace(state, redone=state.redone | {(self.asset, self.rival)})


class Played(Change):
    """A faction begins (``over`` false) or ends its turn: effects that last until then end.

    At the start its rivals can again be made to reroll; at the end its earmarked Treasure goes, and
    the marks on its assets that last to this turn.
    """

    faction: str
    over: bool

    def apply(self, state: State) -> State:
        if not self.over and not state.redone:
            return state
        if not self.over:
            own = {asset.id for asset in state.own(self.faction)}
            left = frozenset(pair for pair in state.redone if pair[0] not in own)
            return replace(state, redone=left)
        for asset in [one for one in state.own(self.faction) if one.marks]:
            lasting = tuple(mark for mark in asset.marks if not 0 < mark.until <= state.turn)
            if lasting != asset.marks:
                state = state.with_asset(replace(asset, marks=lasting))
        spent = replace(state.factions[self.faction], earmarked=0)
        return replace(state.with_faction(spent), played=state.played | {self.faction})


class TurnOver(Change):
    """What was used this turn is free again; ``turn`` is the next one."""

    turn: int

    def apply(self, state: State) -> State:
        return replace(state, turn=self.turn, used=frozenset(), played=frozenset())
