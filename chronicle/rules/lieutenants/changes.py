"""The changes that events consist of; nothing else alters the board."""

from __future__ import annotations

from typing import Annotated, Literal

from chronicle.records import UNION, replace
from chronicle.rules.kit import changes
from chronicle.rules.kit.changes import without_key
from chronicle.rules.lieutenants.state import (
    Asset,
    Condition,
    Facility,
    FactionState,
    HiddenStatus,
    Information,
    Item,
    Minion,
    PlaceState,
    Project,
    Rally,
    Stance,
    StandingModifier,
    State,
    Watch,
)

#: Figures of a faction that the GM may set.
FactionFigure = Literal["level_cap", "leadership", "cohesion", "reach"]


class Change(changes.Change):
    """One change to the board."""


# ── Factions ─────────────────────────────────────────────────────────────────────────────────────


class FactionChange(Change):
    """A change to one faction."""

    faction: str

    def apply(self, state: State) -> State:
        return state.with_faction(self.changed(state.factions[self.faction]))

    def changed(self, faction: FactionState) -> FactionState:
        """Return the faction after this change."""
        raise NotImplementedError


class Paid(FactionChange):
    """A change to a faction's capital; ``subject`` is what was paid for or earned from."""

    amount: int
    reason: str
    rule: str
    subject: str = ""

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, capital=faction.capital + self.amount)


class Swayed(FactionChange):
    """A change to a faction's influence with an NPC faction; influence never falls below 0."""

    npc: str
    amount: int
    reason: str
    rule: str

    def changed(self, faction: FactionState) -> FactionState:
        left = max(0, faction.influence.get(self.npc, 0) + self.amount)
        others = without_key(faction.influence, self.npc)
        held = {**others, **({self.npc: left} if left else {})}
        return replace(faction, influence=dict(sorted(held.items())))


class Allied(FactionChange):
    """An NPC faction becomes a faction's ally, or stops being one."""

    npc: str
    ally: bool = True

    def changed(self, faction: FactionState) -> FactionState:
        allies = faction.allies | {self.npc} if self.ally else faction.allies - {self.npc}
        return replace(faction, allies=allies)


class FigureSet(FactionChange):
    """A figure of a faction is set to a new value."""

    figure: FactionFigure
    value: int

    def changed(self, faction: FactionState) -> FactionState:
        match self.figure:
            case "level_cap":
                return replace(faction, level_cap=self.value)
            case "leadership":
                return replace(faction, leadership=self.value)
            case "cohesion":
                return replace(faction, cohesion=self.value)
            case "reach":
                return replace(faction, reach=self.value)


class Ranked(FactionChange):
    """A faction ranks its assets for upkeep."""

    priority: tuple[str, ...]

    def changed(self, faction: FactionState) -> FactionState:
        return replace(faction, priority=self.priority)


# ── Assets ───────────────────────────────────────────────────────────────────────────────────────


class AssetChange(Change):
    """A change to one asset."""

    asset: str

    def apply(self, state: State) -> State:
        return state.with_asset(self.changed(state.assets[self.asset]))

    def changed(self, asset: Asset) -> Asset:
        """Return the asset after this change."""
        raise NotImplementedError


class Moved(AssetChange):
    """An asset is now at a location; items and information may be held by an asset instead."""

    to: str
    holder: str = ""

    def changed(self, asset: Asset) -> Asset:
        if isinstance(asset, Item | Information):
            return replace(asset, at=self.to, holder=self.holder)
        return replace(asset, at=self.to)


class Struck(AssetChange):
    """A lieutenant, unit or facility changes to a worse condition."""

    condition: Condition
    rule: str

    def changed(self, asset: Asset) -> Asset:
        if isinstance(asset, Item | Information):
            return asset
        return replace(asset, condition=self.condition)


class Hid(AssetChange):
    """An asset hides, or stops hiding if ``hiding`` is None."""

    hiding: HiddenStatus | None

    def changed(self, asset: Asset) -> Asset:
        return replace(asset, hiding=self.hiding)


class Found(AssetChange):
    """A faction finds a hidden asset; other factions still can't see it."""

    faction: str

    def changed(self, asset: Asset) -> Asset:
        if asset.hiding is None:
            return asset
        found = asset.hiding.found_by | {self.faction}
        return replace(asset, hiding=replace(asset.hiding, found_by=found))


class Captured(AssetChange):
    """An asset becomes a faction's prisoner; with empty ``by`` it is freed."""

    by: str

    def changed(self, asset: Asset) -> Asset:
        return replace(asset, held_by=self.by) if isinstance(asset, Minion) else asset


class Joined(AssetChange):
    """An asset joins a faction; with empty ``faction`` it leaves the game."""

    faction: str

    def changed(self, asset: Asset) -> Asset:
        if isinstance(asset, Facility | Item | Information):
            return replace(asset, faction=self.faction)
        return replace(asset, faction=self.faction, agent_of="", held_by="")


class Turned(AssetChange):
    """An asset secretly serves a faction; with empty ``agent_of`` it stops doing so."""

    agent_of: str

    def changed(self, asset: Asset) -> Asset:
        if isinstance(asset, Minion):
            return replace(asset, agent_of=self.agent_of)
        return asset


class Added(Change):
    """An asset is added, or replaced by a changed version (trained, retyped)."""

    asset: Annotated[Asset, UNION]
    rule: str

    def apply(self, state: State) -> State:
        return state.with_asset(self.asset)


class Exhausted(Change):
    """An asset can do nothing more this turn."""

    asset: str

    def apply(self, state: State) -> State:
        return replace(state, benched=state.benched | {self.asset})


# ── Places ───────────────────────────────────────────────────────────────────────────────────────


class LocationChange(Change):
    """A change to one location."""

    place: str

    def apply(self, state: State) -> State:
        return state.with_place(self.changed(state.places[self.place]))

    def changed(self, place: PlaceState) -> PlaceState:
        """Return the place after this change."""
        raise NotImplementedError


class Stashed(LocationChange):
    """A change to the capital kept at a location."""

    amount: int
    rule: str

    def changed(self, place: PlaceState) -> PlaceState:
        return replace(place, capital=place.capital + self.amount)


class Learnt(LocationChange):
    """A faction learns of a secret location."""

    faction: str

    def changed(self, place: PlaceState) -> PlaceState:
        return replace(place, known_to=place.known_to | {self.faction})


class PlaceSet(Change):
    """A place is replaced by a new version (owner, secrecy, who knows it, …)."""

    place: PlaceState

    def apply(self, state: State) -> State:
        return state.with_place(self.place)


# ── What lasts ───────────────────────────────────────────────────────────────────────────────────


class Progressed(Change):
    """A project is started or updated."""

    project: Project

    def apply(self, state: State) -> State:
        return replace(state, projects={**state.projects, self.project.id: self.project})


class Closed(Change):
    """A project ends, finished or abandoned."""

    project: str

    def apply(self, state: State) -> State:
        return replace(state, projects=without_key(state.projects, self.project))


class Burdened(Change):
    """A standing modifier begins."""

    standing: StandingModifier

    def apply(self, state: State) -> State:
        return replace(state, standing={**state.standing, self.standing.id: self.standing})


class Relieved(Change):
    """A standing modifier ends."""

    standing: str

    def apply(self, state: State) -> State:
        return replace(state, standing=without_key(state.standing, self.standing))


class Stood(Change):
    """A lieutenant takes a stance."""

    stance: Stance

    def apply(self, state: State) -> State:
        return replace(state, stances={**state.stances, self.stance.lieutenant: self.stance})


class StanceEnded(Change):
    """A lieutenant's stance ends."""

    lieutenant: str

    def apply(self, state: State) -> State:
        return replace(state, stances=without_key(state.stances, self.lieutenant))


class Watched(Change):
    """A faction watches something until the end of the turn."""

    watch: Watch

    def apply(self, state: State) -> State:
        return replace(state, watches=state.watches | {self.watch})


class Claimed(Change):
    """An NPC faction regards a faction as the rightful owner of an asset or a location."""

    npc: str
    thing: str
    faction: str

    def apply(self, state: State) -> State:
        return replace(state, claims={**state.claims, (self.npc, self.thing): self.faction})


class ClaimTried(Change):
    """A faction has asked an NPC faction to back its claim to an asset or a location."""

    thing: str
    faction: str

    def apply(self, state: State) -> State:
        return replace(state, claimants=state.claimants | {(self.thing, self.faction)})


class Rallied(Change):
    """An NPC faction is persuaded to attack; the GM writes the order."""

    rally: Rally

    def apply(self, state: State) -> State:
        return replace(state, rallies={**state.rallies, self.rally.id: self.rally})


class Answered(Change):
    """The attack of a rally has been ordered, or the rally lapses."""

    rally: str

    def apply(self, state: State) -> State:
        return replace(state, rallies=without_key(state.rallies, self.rally))


class TurnOver(Change):
    """Watches and distractions end with the turn; ``turn`` is the number of the next turn."""

    turn: int

    def apply(self, state: State) -> State:
        return replace(state, turn=self.turn, watches=frozenset(), benched=frozenset())
